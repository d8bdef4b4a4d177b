"""Who is asked in a reaction window: by public facts and the seat's own stops alone (section 19)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Action
from rules.parts import stops
from rules.planetary_conquerors.content import PHASES, brings_blocker
from rules.planetary_conquerors.field import Field
from rules.planetary_conquerors.state import HOLDS, Act, Blow, State, Window

WHATEVER = "whatever"
PASS: Action = ("pass",)
PASS_WHATEVER: Action = (*PASS, WHATEVER)
"""A pass that stays when somebody else reacts (PC-19.8)."""

ASKING = ("play", "paid", "trap", "line", "damage", "attack", "start")
"""Windows that ask by default (PC-19.3); `attack` and `start` are those of an opponent's turn."""
SILENT = (
    *(f"{w}_any" for w in ASKING), "play_own", "paid_own", *(p for p in PHASES if p not in ("attack", "start")), *(f"own_{p}" for p in PHASES)
)  # fmt: skip
"""Windows that pass by default: `play_any` is a play that nobody with these materials could cancel, and so on (`matters`)."""
ORDERS = stops.orders(SILENT, ASKING, [h.removeprefix("until_") for h in HOLDS])


def name_of(field: Field, seat: int) -> str:
    """The name under which a seat's stops know the window that is open."""
    window = field.window()
    assert window is not None
    state = field.state
    reason = window.reason
    phase = reason.removeprefix("phase:")
    if phase != reason:
        if seat == state.active:
            return f"own_{phase}"
        return phase if phase not in ASKING or matters(field, seat) else f"{phase}_any"
    if reason in ("play", "paid") and _waiting(field).seat == seat:
        return f"{reason}_own"
    return reason if matters(field, seat) else f"{reason}_any"


def _waiting(field: Field) -> Act:
    """The card, effect or trap to which the open window belongs."""
    act = field.state.frames[-2]
    assert isinstance(act, Act)
    return act


def matters(field: Field, seat: int) -> bool:
    """Whether the open window is one that concerns a seat, as everybody can see (PC-19.3).

    That is a card or effect that a card of the pool could cancel for what the seat has stored; a trap, a line or damage in which something
    of its own takes part; an attack to come for which it could still get a blocker; the end of a turn with a full storage.
    """
    window_ = field.window()
    assert window_ is not None
    state, content = field.state, field.content
    reason = window_.reason
    if reason in ("play", "paid"):
        act = _waiting(field)
        kind = "paid" if act.kind == "paid" else content.types[act.card]
        return bool(state.sides[seat].hand) and any(kind in kinds and field.affords(seat, cost) for cost, kinds in content.cancelling)
    if reason == "trap":
        act = _waiting(field)
        attacker = state.things.get(act.attacker)
        return seat == act.seat or (attacker is not None and attacker.controller == seat)
    if reason == "phase:attack":
        return bool(field.attackers(state.active)) and _may_get_a_blocker(field, seat)
    if reason == "line" and seat == state.active:
        return _contested(field)
    if reason == "phase:start":
        return any(n >= most for n, most in zip(state.sides[seat].stock, field.limits(seat), strict=True))
    return involved(field, seat)


def _contested(field: Field) -> bool:
    """Whether something stands in the way of an attacker of this line: a blocker, or traps."""
    line = field.state.attack.line if field.state.attack else 0
    return any(a.blocker or field.column(a.target) for a in field.assaults.values() if a.line == line)


def _may_get_a_blocker(field: Field, seat: int) -> bool:
    """Whether a warrior could still come, or become ready, before blocks are declared."""
    if field.state.sides[seat].hand and any(field.affords(seat, cost) for cost in field.content.blockers):
        return True
    things, content = field.by_word, field.content
    return any(brings_blocker(content.ability(things[w].card, n).do) for w, names in usable(field, seat, main=False).items() for n in names)


def involved(field: Field, seat: int) -> bool:
    """Whether something of a seat's takes part in the line, or is about to be damaged (PC-19.3)."""
    state = field.state
    top = state.frames[-2] if len(state.frames) > 1 else None
    if isinstance(top, Blow):
        return any(t.controller == seat for p in top.packets if (t := state.things.get(p.to)))
    line = state.attack.line if state.attack else 0
    uids = [u for a in field.assaults.values() if a.line == line for u in (a.uid, a.target, a.blocker)]
    return any(t.controller == seat for u in uids if (t := state.things.get(u)))


def polled(field: Field) -> dict[str, tuple[int, ...]]:
    """Who is asked in the window that is open, and who is called, both in the order of polling (PC-19.7, PC-19.8).

    All are called who are asked by public facts and the stops that everybody has. Called seats are asked, whatever their own stops say; of the
    others, those whose own stops say so.
    """
    state = field.state
    able = [s for s in state.living() if (reactions(field, s) if state.quick else not idle(field, s))]
    called = tuple(s for s in able if window(field, s).ask)
    return {"asked": tuple(s for s in able if s in called or _asks(field, s)), "called": called}


def together(field: Field) -> None:
    """All who have not passed are asked, in a window in which they were asked one after another; it is changed."""
    state = field.state
    assert state.ask is not None
    window = state.polling
    assert window is not None
    found = polled(field)
    asked = {state.ask.seat, *found["asked"]}
    called = {state.ask.seat, *found["called"]}
    state.frames[-1] = replace(
        window,
        asked=tuple(s for s in state.living() if s in asked),
        called=tuple(s for s in state.living() if s in called),
    )


def _asks(field: Field, seat: int) -> bool:
    """Whether a seat is asked by its own stops."""
    return not stops.passes(window(field, seat), frozenset(field.state.orders.get(seat, ())))


def reopened(state: State, window: Window, seat: int) -> dict[str, tuple[int, ...]]:
    """What is left in a window in which a seat reacts: who passes whatever happens (PC-19.8)."""
    passing = {*window.whatever, *(s for s, said in state.ahead.items() if said.answer == PASS_WHATEVER)}
    return {"asked": (), "called": (), "passed": (), "whatever": tuple(sorted(passing - {seat}))}


def window(field: Field, seat: int) -> stops.Window:
    """The window that is open, as the stops of a seat know it."""
    name = name_of(field, seat)
    return stops.Window(name, name in ASKING)


def idle(field: Field, seat: int) -> bool:
    """Whether everybody can see that a seat can do nothing (PC-19.2 b)."""
    side = field.state.sides[seat]
    if side.hand and any(field.affords(seat, cost) for cost in field.content.reactions):
        return False
    return not usable(field, seat, main=False)


def usable(field: Field, seat: int, main: bool) -> dict[str, list[str]]:
    """The paid effects that a seat may use now, by the word of their card (PC-6.2)."""
    found: dict[str, list[str]] = {}
    for t in field.state.things.values():
        if t.controller != seat or not field.content.paid[t.card]:
            continue
        for name, ability in field.content.paid[t.card]:
            if name in t.used or (ability.timing == "main" and not main):
                continue
            if not field.holds(ability.cond, seat) or not field.affords(seat, ability.pay.parts):
                continue
            if ability.pay.sacrifice is not None and not field.sacrifices(seat, ability.pay, t.uid):
                continue
            act = Act(0, "paid", seat, t.card, t.uid)
            if all(s.up_to or field.choices(s, act) for s in ability.targets):
                found.setdefault(field.word(t.uid), []).append(name)
    return found


def playable(field: Field, seat: int, main: bool) -> list[str]:
    """The cards in hand that a seat may play now, each once (PC-6.1, PC-6.2)."""
    content, side = field.content, field.state.sides[seat]
    found = []
    for word in content.sort(list(dict.fromkeys(side.hand))):
        card = content.cards[word]
        if card.type == "trap" or not (main or card.reacts) or not field.affords(seat, card.price.parts):
            continue
        if card.type == "spell":
            act = Act(0, "play", seat, word)
            if not all(s.up_to or field.choices(s, act) for s in card.abilities[0].targets):  # type: ignore[union-attr]
                continue
        found.append(word)
    return found


def reactions(field: Field, seat: int) -> list[str]:
    """Everything with which a seat could react now; this looks at its hand."""
    return [*playable(field, seat, main=False), *usable(field, seat, main=False)]


def void(field: Field) -> bool:
    """Whether what the open window belongs to has gone (PC-7.3, PC-15.4)."""
    state = field.state
    window = field.window()
    assert window is not None
    if window.reason.startswith("phase:") or window.reason == "line":
        return bool(state.sides[state.active].out)
    below = state.frames[-2]
    if isinstance(below, Blow):
        return not any(p.to in state.things for p in below.packets)
    return isinstance(below, Act) and below.off
