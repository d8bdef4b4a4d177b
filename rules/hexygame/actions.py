"""Carries out legal actions; deals hands and mulligans, pays, declares moves and attacks (HX-3, HX-5, HX-6, HX-9, HX-11)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rules.game import Action
from rules.hexygame import energy, game_flow, priority, triggers
from rules.hexygame.card_vocabulary import POOL, Activated, Cost
from rules.hexygame.changes import Run
from rules.hexygame.effects import chosen
from rules.hexygame.legal_actions import MOVE_PRICE, NONE, PAY, Offers
from rules.hexygame.map import ORDER
from rules.hexygame.state import COUNTERSTRUCK, Item, Reality
from rules.parts.cardgame import chosen_deck

HAND = 8
"""Cards dealt at the beginning (HX-3.2)."""


def act(run: Run, offers: Offers, action: Action) -> None:
    """Carries a legal action out, with everything that follows without a choice."""
    _DOES[action[0]](run, offers, action[1:])
    game_flow.go_on(run)


# Before the game (HX-3)


def _deck(run: Run, offers: Offers, rest: Action) -> None:
    """Chooses a deck; when both are chosen, hands are dealt."""
    run.state.sides[offers.seat].deck = chosen_deck(run.content, rest[0])
    run.tell("deck_chosen", "HX-3.1", seat=offers.seat)
    if all(s.deck for s in run.state.sides):
        deal(run)


def deal(run: Run) -> None:
    """Shuffles both decks and deals the hands (HX-3.2)."""
    run.state.stage = "mulligan"
    for seat, side in enumerate(run.state.sides):
        side.library = run.content.rules.cards(side.deck)
        run.shuffle(seat)
        run.draw(seat, HAND, "HX-3.2")


def _keep(run: Run, offers: Offers, rest: Action) -> None:
    """Keeps the hand for good (HX-3.3)."""
    state = run.state
    side = state.sides[offers.seat]
    side.ready = True
    run.tell("kept", "HX-3.3", seat=offers.seat, n=len(side.hand), mulligans=side.mulligans)
    if all(s.ready for s in state.sides):
        game_flow.begin_game(run)


def _mulligan(run: Run, offers: Offers, rest: Action) -> None:
    """Returns the hand to the library, and draws one card fewer (HX-3.3)."""
    side = run.state.sides[offers.seat]
    fewer = len(side.hand) - 1
    side.library += side.hand
    side.hand, side.shown = [], []
    side.mulligans += 1
    run.tell("mulligan", "HX-3.3", seat=offers.seat, n=fewer)
    run.shuffle(offers.seat)
    run.draw(offers.seat, fewer, "HX-3.3")
    if not fewer:
        _keep(run, offers, ())


# Paying (HX-5)


def _pay(run: Run, seat: int, cost: Cost, rest: Action) -> None:
    """Pays a cost as the action's last words say; first draws what the pool lacks from buildings."""
    side = run.state.sides[seat]
    if rest and rest[0] == PAY:
        named = energy.read(rest[1])
        assert named is not None
        side.pool = tuple(a - b for a, b in zip(side.pool, named, strict=True))
        return
    for well in (w.split("x") for w in rest[0].split("+")) if rest else ():
        _draw_from(run, run.field.at[well[0]], int(well[1]))
    side.pool = energy.paid(side.pool, cost)


def _draw_from(run: Run, building: Reality, amount: int) -> None:
    """Turns a building's potency into energy (HX-5.2)."""
    color = run.content.cards[building.card].produces
    assert color is not None
    run.change(building, points=building.points - amount)
    run.add(building.owner, color, amount)
    run.tell(
        "energy_drawn", "HX-5.2", seat=building.owner, card=building.card, hex=building.hex, color=color, n=amount, left=building.points - amount
    )


def _draw(run: Run, offers: Offers, rest: Action) -> None:
    _draw_from(run, run.field.at[rest[0]], int(rest[1]))
    priority.filled(run)


def _discard(run: Run, offers: Offers, rest: Action) -> None:
    """Discards a card for one colourless energy (HX-5.3)."""
    side = run.state.sides[offers.seat]
    side.drop(rest[0])
    run.bury(offers.seat, rest[0])
    run.add(offers.seat, POOL[0], 1)
    run.tell("discarded_for_energy", "HX-5.3", seat=offers.seat, card=rest[0])


# Casting and activating (HX-6, HX-11)


def _cast(run: Run, offers: Offers, rest: Action) -> None:
    """Casts a card: it leaves the hand, costs are paid, the spell goes on top of the stack (HX-6.6)."""
    card, seat = run.content.cards[rest[0]], offers.seat
    count = 1 if card.is_reality else len(card.slots)
    at = rest[1] if card.is_reality else ""
    targets = offers.targets(card.slots, rest[1:])
    _pay(run, seat, card.cost, rest[1 + count :])
    run.state.sides[seat].drop(rest[0])
    run.state.quiet = -1
    item = Item(run.count(), "spell", seat, card=rest[0], targets=targets, hex=at)
    run.tell("cast", "HX-6.6", seat=seat, card=rest[0], hex=at, targets=list(rest[1 : 1 + count]))
    run.fire_cast(item)
    priority.pushed(run, item)


def _activate(run: Run, offers: Offers, rest: Action) -> None:
    """Pays for an ability, and puts it on the stack unless it only gives energy (HX-5.6, HX-11.2)."""
    seat, r = offers.seat, run.field.at[rest[0]]
    ability = offers.activatable[rest[0]][rest[1]]
    count = 1 if ability.names_color else len(ability.targets)
    color = rest[2].upper() if ability.names_color else ""
    targets = offers.targets(ability.targets, rest[2:], r.uid, r.hex)
    _pay(run, seat, ability.cost.energy, rest[2 + count :])
    run.tell("activated", "HX-11.2", seat=seat, card=r.card, hex=r.hex, ability=rest[1], targets=list(rest[2 : 2 + count]))
    _spend(run, run.state.realities[r.uid], rest[1], ability)
    if ability.energy_only:
        for effect in ability.effects:
            energy_color = color if effect.color == "choice" else effect.color  # type: ignore[union-attr]
            run.gain(seat, energy_color, effect.amount, "HX-5.6")  # type: ignore[union-attr]
        priority.filled(run)
        return
    priority.pushed(run, Item(run.count(), "ability", seat, r.card, r.uid, rest[1], targets, color, hex=r.hex))


def _spend(run: Run, r: Reality, name: str, ability: Activated) -> None:
    """Pays the part of a cost that is not energy."""
    cost = ability.cost
    r = run.change(r, points=r.points - cost.remove_points, die=r.die - cost.spend_action, used=(*r.used, name))
    if cost.destroy_self:
        run.destroy([r])


# Moving and fighting (HX-9)


def _move(run: Run, offers: Offers, rest: Action) -> None:
    """Pays for a move, in energy and an action, and puts it on the stack (HX-9.1)."""
    r = run.field.at[rest[0]]
    _pay(run, offers.seat, offers.move_cost(r), rest[2:])
    r = run.state.realities[r.uid]
    run.change(r, die=r.die - 1)
    run.tell("move_declared", "HX-9.1", seat=r.owner, card=r.card, origin=r.hex, hex=rest[1])
    priority.pushed(run, Item(run.count(), "move", r.owner, r.card, r.uid, hex=rest[1], origin=r.hex))


def _attack(run: Run, offers: Offers, rest: Action) -> None:
    """Declares an attack with all who join it (HX-9.2 to HX-9.4)."""
    seat, field = offers.seat, run.field
    target = field.at[rest[1]]
    joining = [w for w in rest[2:] if w in ORDER]
    attackers = [field.at[h] for h in (rest[0], *joining)]
    _pay(run, seat, Cost(generic=MOVE_PRICE.generic * len(attackers)), rest[2 + len(joining) :])
    attackers = [run.state.realities[a.uid] for a in attackers]
    for a in attackers:
        run.change(a, die=a.die - 1)
    run.tell(
        "attack_declared", "HX-9.4", seat=seat, cards=[a.card for a in attackers], hexes=[a.hex for a in attackers], card=target.card, hex=target.hex
    )
    for a in attackers:
        run.fire("attack_declared", a)
    uids = tuple(a.uid for a in attackers)
    priority.pushed(run, Item(run.count(), "attack", seat, attackers[0].card, attackers=uids, victim=target.uid))


def _counterstrike(run: Run, offers: Offers, rest: Action) -> None:
    """Attaches a counterstrike to the attack on top of the stack (HX-9.5)."""
    assert offers.struck
    top, target = offers.struck
    named = run.field.at[rest[0]]
    if rest[1] == "energy":
        _pay(run, offers.seat, Cost(generic=1), rest[2:])
        run.change(run.state.realities[target.uid], die=COUNTERSTRUCK)
    else:
        run.change(target, die=COUNTERSTRUCK, points=target.points - 1)
    run.state.stack[-1] = replace(top, against=named.uid)
    run.tell(
        "counterstrike_declared", "HX-9.5", seat=offers.seat, card=target.card, hex=target.hex, second=named.card, other=named.hex, price=rest[1]
    )
    priority.after_push(run)


# Choices and priority


def _choose(run: Run, offers: Offers, rest: Action) -> None:
    pick = run.state.pick
    assert pick is not None
    if pick.kind == "trigger_target":
        triggers.target_chosen(run, rest[0])
    else:
        chosen(run, () if rest == (NONE,) else rest)


_DOES: dict[str, Callable[[Run, Offers, Action], None]] = {
    "deck": _deck,
    "keep": _keep,
    "mulligan": _mulligan,
    "draw": _draw,
    "discard": _discard,
    "cast": _cast,
    "activate": _activate,
    "move": _move,
    "attack": _attack,
    "counterstrike": _counterstrike,
    "choose": _choose,
    "pass": lambda run, offers, rest: priority.passed(run, offers.seat),
}
"""What an action does, by its verb."""
