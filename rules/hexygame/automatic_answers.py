"""Answers given for a seat, by its stops, by standing orders, when its time is over; and shortcuts for what it may want (HX-15)."""

from __future__ import annotations

from rules.game import Action
from rules.hexygame.combat import attack_blow
from rules.hexygame.legal_actions import NONE, Offers, warns
from rules.hexygame.map import CENTRE, FLAGS, distance
from rules.hexygame.refusals import PASS
from rules.hexygame.state import WINNING, Item
from rules.hexygame.touches import NOWHERE, touches
from rules.parts import stops
from rules.parts.stops import Window

ASKS = ("draw", "own", "spell", "move", "after_combat", "end_main", "centre", "end", "other")
PASSES = ("spell", "move", "counterstrike", "centre", "half", "response")
UNTIL = ("turn", "draw", "attack", "targeted")
ORDERS = stops.orders(ASKS, PASSES, UNTIL)
SHORTCUTS = 4
"""At most so many."""


def window(offers: Offers) -> Window | None:
    """The reaction window in which the seat has priority; None for decisions that are no windows (HX-15)."""
    if offers.kind != "respond":
        return None
    name, ask, must = _window(offers)
    return Window(name, ask, must, idle=_idle(offers))


def called(offers: Offers) -> bool:
    """Whether the seat with priority is asked by public facts, and not only by its own stops (HX-15.3)."""
    if offers.kind != "respond":
        return True
    _, ask, must = _window(offers)
    return ask or must


def _window(offers: Offers) -> tuple[str, bool, bool]:
    """The window's name, whether it asks by the usual stops, and whether it always asks (HX-15.1)."""
    state, seat, top = offers.state, offers.seat, offers.state.top
    other = seat != state.active
    theirs = top is not None and top.seat != seat and top.kind in ("spell", "ability")
    if state.phase == "draw" and not theirs:
        return "draw", False, False
    if top is None:
        return _empty(offers)
    if top.kind == "centre":
        dice = state.sides[state.active].dice + 1
        here = offers.field.at.get(CENTRE)
        scores = other and here is not None and here.owner == state.active
        return "centre", scores and dice >= WINNING - 1, scores and dice >= WINNING
    if top.kind in ("strike_attack", "strike_counter"):
        return "half", other == (top.kind == "strike_attack"), False
    if top.kind == "attack" and top.against and not other:
        return "counterstrike", True, False
    if top.kind == "attack" and other and not top.against:
        return "attack", True, True
    if top.seat == seat:
        return "own", False, False
    if top.kind == "move":
        return "move", distance(top.hex, FLAGS[seat]) <= 1, top.hex == FLAGS[seat]
    if theirs:
        onto = top.hex == FLAGS[seat] and top.kind == "spell"
        below = state.stack[-2] if len(state.stack) > 1 else None
        if not other and below is not None and below.seat == seat:
            return "response", True, onto
        return "spell", onto or touches(offers.field, top, seat), onto
    return "other", False, False


def _empty(offers: Offers) -> tuple[str, bool, bool]:
    state = offers.state
    if state.phase == "main":
        return ("after_combat" if state.after_combat else "end_main"), False, False
    return "end", False, False


def _idle(offers: Offers) -> bool:
    """Whether it is public that the seat can do nothing but pass (HX-15.2)."""
    side, field = offers.side, offers.field
    if side.hand or any(side.pool) or field.wells(offers.seat):
        return False
    return [w.text for w in offers.words(())] == ["pass"]


# Answers


def standing(offers: Offers, orders: frozenset[str]) -> Action | None:
    """The pass that stops and orders give, which is recorded like any other (HX-15.6); None if the seat is asked."""
    here = window(offers)
    return PASS if here is not None and stops.passes(here, orders) else None


def ended(offers: Offers, orders: frozenset[str]) -> frozenset[str]:
    """The holds that end where the seat is asked (HX-15.4): at the first question that is never passed, and each at its own end."""
    holds = frozenset(filter(stops.is_hold, orders))
    here = window(offers) if holds else None
    if here is None or here.must:
        return holds
    ends = {"until_turn", "until_draw"} if here.name == "draw" and offers.state.active == offers.seat else set()
    if here.name in ("spell", "response") and (top := offers.state.top) and touches(offers.field, top, offers.seat, NOWHERE):
        ends.add("until_targeted")
    return holds & ends


def default(offers: Offers) -> Action:
    """The answer for a seat whose time is over (HX-15.5)."""
    kind = offers.kind
    if kind == "deck":
        return ("deck", next(iter(offers.content.presets)))
    if kind == "mulligan":
        return ("keep",)
    pick = offers.state.pick
    if pick is None:
        return PASS
    if kind == "pick_search":
        return ("choose", offers.options[0] if offers.options else NONE)
    if kind == "pick_dig":
        return ("choose", *offers.content.sort(list(pick.options[: pick.amount])))
    return ("choose", *offers.options[: pick.amount])


# What a seat may well want


def shortcuts(offers: Offers) -> list[tuple[Action, ...]]:
    """Some whole actions for one press, with payment: attacks that destroy, moves towards the Centre, realities near it."""
    if offers.kind == "main":
        actions = [*_kills(offers), *_to_the_centre(offers), *_casts(offers)]
    elif offers.kind == "respond" and offers.struck:
        actions = counterstrikes(offers)
    else:
        actions = []
    return [(completed(offers, action),) for action in actions[:SHORTCUTS]]


def completed(offers: Offers, action: Action) -> Action:
    """An action with its payment."""
    if offers.ends(action):
        return action
    return (*action, next(w.text for w in offers.words(action) if w.end))


def counterstrikes(offers: Offers) -> list[Action]:
    """Each counterstrike at each price, without payment."""
    heads = offers.words(("counterstrike",))
    return [("counterstrike", at.text, price.text) for at in heads for price in offers.words(("counterstrike", at.text))]


def _kills(offers: Offers) -> list[Action]:
    """Single attacks that destroy their target."""
    field = offers.field
    found: list[Action] = []
    for lead, targets in offers.attackers.items():
        for at in targets:
            target = field.at[at]
            blow = attack_blow(field, Item(0, "attack", offers.seat, attackers=(field.at[lead].uid,), victim=target.uid))
            if blow and blow.damage >= target.points:
                found.append(("attack", lead, at))
    return found


def _to_the_centre(offers: Offers) -> list[Action]:
    """The move onto the Centre of the reality that strikes hardest there."""
    able = [h for h, to in offers.movable.items() if CENTRE in to]
    best = max(able, key=lambda h: offers.field.numbers[offers.field.at[h].uid].attack, default="")
    return [("move", best, CENTRE)] if best else []


def _casts(offers: Offers) -> list[Action]:
    """Castable realities, each on the free hex of the Sphere nearest to the Centre."""
    if not offers.free:
        return []
    at = min(offers.free, key=lambda h: (distance(h, CENTRE), h))
    cards = offers.content.cards
    return [("cast", w, at) for w in offers.castable if cards[w].is_reality and not warns(offers.field, offers.seat, w, at)]
