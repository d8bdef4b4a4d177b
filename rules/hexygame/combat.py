"""Resolves moves and combat (HX-9)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rules.hexygame.changes import Run
from rules.hexygame.map import distance
from rules.hexygame.position import Field
from rules.hexygame.state import Item, Reality


class Blow(NamedTuple):
    """One side of a combat (HX-9.7): what strikes, what is struck, and how many counters it removes at most."""

    attack: int
    defense: int
    hit: Reality
    by: tuple[Reality, ...]

    @property
    def damage(self) -> int:
        """How many counters it removes; never below 0."""
        return max(0, self.attack - self.defense)


def resolve_move(run: Run, item: Item) -> None:
    """Moves a reality to its hex if it has not moved since, and the hex is empty (HX-9.1)."""
    r = run.state.realities.get(item.source)
    if r is None or r.hex != item.origin or item.hex in run.field.at:
        run.tell("fizzled", "HX-9.1", seat=item.seat, what="move", card=item.card)
    else:
        run.put(r, item.hex)


def taking_part(field: Field, item: Item) -> list[Reality]:
    """The attackers that still take part (HX-9.8); none if the target is gone."""
    realities = field.state.realities
    target = realities.get(item.victim)
    found = [realities[u] for u in item.attackers if u in realities]
    return [a for a in found if field.reaches(a, target)] if target else []


def attack_blow(field: Field, item: Item) -> Blow | None:
    """The blow of the attackers (HX-9.7); None if it fizzles."""
    attackers = taking_part(field, item)
    if not attackers:
        return None
    target = field.state.realities[item.victim]
    return Blow(sum(field.numbers[a.uid].attack for a in attackers), field.numbers[target.uid].defense, target, tuple(attackers))


def counter_blow(field: Field, item: Item) -> Blow | None:
    """The blow of the counterstrike (HX-9.7); None if there is none or it fizzles."""
    realities = field.state.realities
    target, named = realities.get(item.victim), realities.get(item.against)
    if target is None or named is None:
        return None
    if distance(target.hex, named.hex) > field.numbers[target.uid].range or not field.may_meet(target, named):
        return None
    defense = sum(field.numbers[a.uid].defense for a in taking_part(field, item))
    return Blow(field.numbers[target.uid].attack, defense, named, (target,))


def first_side(field: Field, item: Item) -> str:
    """The side whose blow falls first by Combat Priority (HX-9.10, HX-10.3); empty for both at once."""
    if not item.against:
        return ""
    attackers = taking_part(field, item)
    target = field.state.realities.get(item.victim)
    attack = bool(attackers) and all(field.has(a, "combat_priority") for a in attackers)
    counter = target is not None and field.has(target, "combat_priority")
    return ("strike_attack" if attack else "strike_counter") if attack != counter else ""


def resolve_combat(run: Run, item: Item) -> None:
    """Resolves an attack, or one half of a split one (HX-9.9, HX-9.10)."""
    state, field = run.state, run.field
    if item.kind == "attack" and (first := first_side(field, item)):
        second = "strike_counter" if first == "strike_attack" else "strike_attack"
        state.stack.append(replace(item, id=run.count(), kind=second))
        run.tell("split", "HX-9.10", seat=item.seat, what=first)
        _strike(run, replace(item, id=run.count(), kind=first))
        return
    _strike(run, item)
    state.after_combat = True  # Both may do fast things, the active seat first (HX-9.11).


def _strike(run: Run, item: Item) -> None:
    """Deals an item's blows at once, computed from the numbers before (HX-9.9)."""
    field = run.field
    attack = attack_blow(field, item) if item.kind in ("attack", "strike_attack") else None
    counter = counter_blow(field, item) if item.kind in ("attack", "strike_counter") else None
    if attack is None and counter is None:
        run.tell("fizzled", "HX-9.8", seat=item.seat, what=item.kind, card=item.card)
        return
    dealt: list[Reality] = []
    for blow, kind in ((attack, "attack"), (counter, "counterstrike")):
        if blow is None:
            continue
        struck = run.state.realities[blow.hit.uid]
        lost = run.damage(struck, blow.damage)
        run.tell(
            "combat", "HX-9.7", what=kind, seat=blow.by[0].owner, cards=[b.card for b in blow.by], hexes=[b.hex for b in blow.by],
            attack=blow.attack, defense=blow.defense, card=struck.card, hex=struck.hex, n=lost, left=struck.points - lost,
        )  # fmt: skip
        if lost:
            dealt += blow.by
    for r in dealt:
        run.fire("combat_damage_dealt", r)
