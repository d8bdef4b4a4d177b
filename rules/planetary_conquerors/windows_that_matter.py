"""Which windows concern a seat, by public facts: where a card of the pool could matter, given its materials (PC-19.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.planetary_conquerors.card_vocabulary import (
    MATERIALS,
    Costs,
    Destroy,
    EachSacrifices,
    GainControl,
    Heal,
    Instruction,
    Move,
    Paid,
    Slot,
    Spell,
    Steal,
)
from rules.planetary_conquerors.content import brings_blocker, gives_attack, lowers_buildings
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.possible_reactions import usable
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP, Act, Blow


def waiting(field: Field) -> Act:
    """The card, effect or trap to which the open window belongs."""
    act = field.state.frames[-2]
    assert isinstance(act, Act)
    return act


def matters(field: Field, seat: int) -> bool:
    """Whether the open window concerns a seat (PC-19.3).

    That is a card or effect that it could cancel, that would win if it could not lower the HP of a building, or that takes away something of its
    own; a trap, a line or damage in which something of its own takes part; an attack to come for which it could still get a blocker; the end of
    the turn before its own.
    """
    window = field.window()
    assert window is not None
    state, reason = field.state, window.reason
    if reason in ("play", "paid"):
        act = waiting(field)
        return _cancels(field, seat, act) or _stops_victory(field, seat, act) or _takes(field, seat, act)
    if reason == "trap":
        act = waiting(field)
        attacker = state.things.get(act.attacker)
        return seat == act.seat or (attacker is not None and attacker.controller == seat)
    if reason == "phase:attack":
        return bool(field.attackers(state.active)) and _has(field, seat, field.content.blockers, brings_blocker)
    if reason == "phase:start":
        return state.living()[1:2] == [seat]
    if reason == "line" and seat == state.active:
        return _contested(field) or _has(field, seat, field.content.rallying, gives_attack)
    return involved(field, seat)


def _has(field: Field, seat: int, costs: Costs, does: Callable[[Spell | Paid], bool]) -> bool:
    """Whether a seat may hold a card with one of these costs, or has a paid effect of this kind."""
    if field.state.sides[seat].hand and any(field.affords(seat, cost) for cost in costs):
        return True
    found = ((field.by_word[w].card, n) for w, names in usable(field, seat, main=False).items() for n in names)
    return any(does(field.content.ability(card, name)) for card, name in found)


# Cards and paid effects


def _cancels(field: Field, seat: int, act: Act) -> bool:
    """Whether a card of the pool could cancel the act."""
    kind = "paid" if act.kind == "paid" else field.content.types[act.card]
    return bool(field.state.sides[seat].hand) and any(kind in kinds and field.affords(seat, cost) for cost, kinds in field.content.cancelling)


def _stops_victory(field: Field, seat: int, act: Act) -> bool:
    """Whether the act could win by HP of buildings (PC-14.2), and the seat could lower these before."""
    if act.seat == seat or field.building_hp(act.seat) + _gain(field, act) < FEWEST_BUILDING_HP:
        return False
    return _has(field, seat, field.content.lowering, lowers_buildings)


def _gain(field: Field, act: Act) -> int:
    """How much the act could raise the HP of its player's buildings."""
    content = field.content
    if act.kind == "play" and content.types[act.card] == "building":
        return content.hp[act.card]
    missing = max((field.most_hp(t) - t.hp for t in field.own(act.seat, "building")), default=0)
    heals = [do.amount for _, do in _effects(field, act) if isinstance(do, Heal) and isinstance(do.amount, int)]
    return min(missing, sum(heals))


def _takes(field: Field, seat: int, act: Act) -> bool:
    """Whether the act could take away something of the seat's without another window, so that it can be used only now."""
    if act.seat == seat:
        return False
    for slots, do in _effects(field, act):
        if isinstance(do, EachSacrifices) and any(field.fits(t, do.filter, seat) for t in field.own(seat)):
            return True
        if isinstance(do, Steal) and field.state.sides[seat].stock[MATERIALS.index(do.material)]:
            return True
        if isinstance(do, Destroy | Move | GainControl) and any(
            s.zone == "planet" and s.filter.kind != ("trap",) and seat in field.owners(s.zone, field.choices(s, act)) for s in slots
        ):
            return True
    return False


def _effects(field: Field, act: Act) -> Iterator[tuple[tuple[Slot, ...], Instruction]]:
    """The instructions of a spell, a paid effect or an entering card, each with the slots it may name."""
    content = field.content
    abilities = [content.ability(act.card, act.ability)] if act.ability else [a for _, a in content.triggers[act.card] if a.on.event == "enters"]
    for ability in abilities:
        for do in ability.do:
            yield ability.targets, do


# Attacks and damage


def _contested(field: Field) -> bool:
    """Whether a blocker or traps stand in the way of an attacker of this line."""
    line = field.state.attack.line if field.state.attack else 0
    return any(a.blocker or field.column(a.target) for a in field.assaults.values() if a.line == line)


def involved(field: Field, seat: int) -> bool:
    """Whether something of the seat's takes part in the line, or is about to be damaged (PC-19.3)."""
    state = field.state
    top = state.frames[-2] if len(state.frames) > 1 else None
    if isinstance(top, Blow):
        return any(t.controller == seat for p in top.packets if (t := state.things.get(p.to)))
    line = state.attack.line if state.attack else 0
    uids = [u for a in field.assaults.values() if a.line == line for u in (a.uid, a.target, a.blocker)]
    return any(t.controller == seat for u in uids if (t := state.things.get(u)))
