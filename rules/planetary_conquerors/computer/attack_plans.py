"""Plans of whole attacks: who attacks what, in which order, with a first estimate of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP, Thing

Plan = tuple[tuple[int, int], ...]
"""Attackers with their targets, by uid, in the order in which they are picked; those on one target are in lines in this order (PC-11.3)."""

PLANS = 14
"""So many plans are thought about."""
BUILDINGS = 4
"""So many buildings are goals of whole attacks."""
HIT, FALL, RAZED = 1.0, 30.0, 2.0
"""What a damage to a mine is worth, its fall, and that of a building."""


class _Fighter(NamedTuple):
    """A warrior in an imagined attack."""

    hp: int
    attack: int
    shielding: int
    worth: float


def plans(field: Field, seat: int) -> list[tuple[float, Plan]]:
    """The most promising plans with their values, the best first. Staying at home is worth 0 and not among them."""
    able = sorted((t for t in field.attackers(seat) if field.attack(t)), key=lambda t: (-field.attack(t), t.uid))
    if not able:
        return []
    found = dict.fromkeys(plan for force in _forces(field, seat, able) for plan in _aimed(field, seat, force))
    forecast = _Forecast(field, seat)
    rated = sorted(((forecast.of(plan), plan) for plan in found), key=lambda p: (-p[0], len(p[1]), p[1]))
    return rated[:PLANS]


def _forces(field: Field, seat: int, able: list[Thing]) -> Iterator[list[Thing]]:
    """Sets of attackers: all, all but the best guards, those who fear no blocker, those who can't be blocked, and each alone."""
    yield able
    guards = sorted(able, key=lambda t: (-t.hp, field.attack(t), t.uid))
    for kept in (1, 2):
        if len(able) > kept:
            yield [t for t in able if t not in guards[:kept]]
    walls = [t for t in field.state.things.values() if t.controller != seat and not t.exhausted and field.type(t) == "warrior"]
    worst = max((field.attack(t) for t in walls), default=0)
    yield [t for t in able if t.hp > worst]
    yield [t for t in able if field.trait(t, "unblockable")]
    if len(able) > 2:
        yield able[: (len(able) + 1) // 2]
    if len(able) > 1:
        yield from ([t] for t in able[:5])


def _aimed(field: Field, seat: int, force: Sequence[Thing]) -> Iterator[Plan]:
    """Plans of a force: against each mine, against one building, spread, and against as many buildings as it destroys."""
    if not force:
        return
    goals = field.goals(seat)
    mines = [g for g in goals if g.is_mine]
    totals = {m.controller: field.building_hp(m.controller) for m in mines}
    buildings = sorted((g for g in goals if not g.is_mine), key=lambda g: (g.hp - totals[g.controller] / 3, g.uid))[:BUILDINGS]
    powers = {t.uid: field.attack(t) for t in force}
    for goal in (*mines, *buildings):
        yield tuple((t.uid, goal.uid) for t in force)
    if len(force) < 2:
        return
    for mine in mines:
        yield tuple((t.uid, mine.uid) for t in reversed(force))
        own = [g for g in buildings if g.controller == mine.controller] if len(mines) > 1 else buildings
        if own:
            yield _spread(force, [mine, *own])
            yield _spread(force, [*own, mine])
            yield _razing(force, powers, own, mine)


def _spread(force: Sequence[Thing], goals: Sequence[Thing]) -> Plan:
    """Puts one attacker on each goal, with the first line as broad as possible."""
    return tuple((t.uid, goals[i % len(goals)].uid) for i, t in enumerate(force))


def _razing(force: Sequence[Thing], powers: dict[int, int], buildings: Sequence[Thing], mine: Thing) -> Plan:
    """Puts as many attackers on each building as it takes, the others on the mine."""
    free, plan = list(force), []
    for goal in sorted(buildings, key=lambda g: g.hp):
        chosen, sum_ = [], 0
        for t in free:
            if sum_ >= goal.hp:
                break
            chosen.append(t)
            sum_ += powers[t.uid]
        single = next((t for t in reversed(free) if powers[t.uid] >= goal.hp), None)
        if single:
            chosen, sum_ = [single], powers[single.uid]
        if sum_ >= goal.hp:
            plan += [(t.uid, goal.uid) for t in chosen]
            free = [t for t in free if t not in chosen]
    return (*plan, *((t.uid, mine.uid) for t in free))


class _Forecast:
    """The result of plans if each attacked seat blocks where that looks good, and there are no traps."""

    def __init__(self, field: Field, seat: int) -> None:
        self.field = field
        warriors = [t for t in field.state.things.values() if field.type(t) == "warrior"]
        self.fighters = {t.uid: self._fighter(t) for t in warriors}
        self.walls = {s: [t.uid for t in warriors if t.controller == s and not t.exhausted] for s in field.state.living() if s != seat}
        self.totals = {s: field.building_hp(s) for s in self.walls}
        self.sly = {t.uid for t in warriors if field.trait(t, "unblockable")}
        threats = sum(self.fighters[t.uid].attack for t in warriors if t.controller != seat and not field.trait(t, "cannot_attack"))
        self.exposed = 0.25 if threats else 0.0

    def _fighter(self, t: Thing) -> _Fighter:
        attack, shielding = self.field.attack(t), self.field.shielding(t)
        return _Fighter(t.hp, attack, shielding, 0.8 * attack + 0.6 * t.hp + 1.0)

    def of(self, plan: Plan) -> float:
        """The value of a plan."""
        things, fighters = self.field.state.things, self.fighters
        hp = {u: fighters[u].hp for walls in self.walls.values() for u in walls}
        left = {goal: things[goal].hp for _, goal in plan}
        lines: dict[int, list[tuple[int, int]]] = {}
        seen: dict[int, int] = {}
        for uid, goal in plan:
            seen[goal] = seen.get(goal, 0) + 1
            lines.setdefault(seen[goal], []).append((uid, goal))
        worth = 0.0
        for _, line in sorted(lines.items()):
            busy: set[int] = set()
            for uid, goal in sorted(line, key=lambda p: -fighters[p[0]].attack):
                if left[goal] <= 0:
                    continue
                me, target = fighters[uid], things[goal]
                blocker = self._blocker(me, uid, target, left[goal], [u for u in self.walls[target.controller] if u not in busy and hp[u] > 0], hp)
                worth -= self.exposed * 0.5 * me.hp
                if blocker:
                    busy.add(blocker)
                    it = fighters[blocker]
                    harm = max(0, me.attack - it.shielding)
                    worth += it.worth if harm >= hp[blocker] else 0.3 * harm
                    hp[blocker] -= harm
                    back = max(0, it.attack - me.shielding)
                    worth -= me.worth if back >= me.hp else 0.3 * back
                    continue
                left[goal] -= me.attack
                worth += self._hit(target, me.attack, left[goal])
                worth -= 0.4 * me.hp / (me.hp + 3) * len(self.field.column(goal))
        return worth

    def _hit(self, target: Thing, power: int, left: int) -> float:
        dealt = power + min(0, left)
        if target.is_mine:
            return HIT * dealt * (1.6 if left < 6 else 1.0) + (FALL if left <= 0 else 0)
        urgent = 1.0 + self.totals[target.controller] / FEWEST_BUILDING_HP
        return 0.55 * urgent * dealt + (RAZED if left <= 0 else 0)

    def _blocker(self, me: _Fighter, uid: int, target: Thing, left: int, able: Iterable[int], hp: dict[int, int]) -> int:
        """The uid of the blocker; 0 for none."""
        if uid in self.sly:
            return 0
        saved = 0.9 * me.attack + (8 if target.is_mine and me.attack >= left - 4 else 0) + (2 if not target.is_mine and me.attack >= left else 0)
        best, found = 0.0, 0
        for u in able:
            it = self.fighters[u]
            dies = max(0, me.attack - it.shielding) >= hp[u]
            kills = max(0, it.attack - me.shielding) >= me.hp
            worth = saved + (2.2 + 0.8 * me.attack if kills else 0) - (0.9 * it.attack + 0.6 * hp[u] + 1.2 if dies else 0.25 * me.attack)
            if worth > best:
                best, found = worth, u
        return found
