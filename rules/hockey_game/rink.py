"""The rink with what follows from its layout: lines crossed, thirds, where a move may end (HG-3 and HG-4)."""

from __future__ import annotations

from rules.game import Refused, Seat
from rules.hockey_game.content import Field, Goal, Rink

COST = {"speed": 1, "strength": 0, "pass": 1, "shot": 2}
"""What each crossed line costs (HG-3.1 to HG-3.4)."""
RULE = {"speed": "HG-3.1", "strength": "HG-3.2", "pass": "HG-3.3", "shot": "HG-3.4"}
CENTRE = "c"


class Ground:
    """Fields by name, with what follows from their positions; everything is computed once."""

    def __init__(self, rink: Rink) -> None:
        self.rink = rink
        self.fields = {f.id: f for f in rink.fields}
        self._lines = tuple(line.col for line in rink.lines)
        self._thirds = [frozenset(self.enemy_goal(seat).third) for seat in (0, 1)]
        ends = (-1, max(f.col for f in rink.fields) + 1)
        self._shots = {(f.id, seat): self._between(f.col, ends[1 - seat]) for f in rink.fields for seat in (0, 1)}
        self._crossed = {(a.id, b.id): self._between(a.col, b.col) for a in rink.fields for b in rink.fields}
        self._targets = {
            (seat, move, puck, free): tuple(to for to in self.fields if self._fits(seat, move, puck, to, free))
            for seat in (0, 1)
            for move in COST
            if move != "shot"
            for puck in self.fields
            for free in (False, True)
        }

    def _between(self, a: int, b: int) -> int:
        """How many lines lie strictly between two columns (HG-2.2)."""
        return sum(min(a, b) < col < max(a, b) for col in self._lines)

    def own_goal(self, seat: Seat) -> Goal:
        """The goal a seat defends (HG-1.1)."""
        return self.rink.goals[seat]

    def enemy_goal(self, seat: Seat) -> Goal:
        """The goal a seat shoots at."""
        return self.rink.goals[1 - seat]

    def crossed(self, seat: Seat, move: str, puck: str, target: str) -> int:
        """How many lines a move or shot crosses."""
        return self._shots[puck, seat] if move == "shot" else self._crossed[puck, target]

    def in_third(self, seat: Seat, puck: str) -> bool:
        """Whether a field belongs to a seat's attacking third."""
        return puck in self._thirds[seat]

    def is_crease(self, puck: str) -> bool:
        """Whether a field is a crease, where defence counts nothing (HG-2.8)."""
        return self.fields[puck].crease

    def bonus(self, puck: str, move: str) -> int:
        """What the field adds to the attacker's value (HG-2.7)."""
        bonus = self.fields[puck].bonus
        return bonus.value if bonus and bonus.attribute == move else 0

    def targets(self, seat: Seat, move: str, puck: str, free: bool = False) -> tuple[str, ...]:
        """The fields where a move may end; `free` lifts the offside rule."""
        return self._targets[seat, move, puck, free]

    def _fits(self, seat: Seat, move: str, puck: str, target: str, free: bool) -> bool:
        try:
            self.check(seat, move, puck, target, free)
        except Refused:
            return False
        return True

    def check(self, seat: Seat, move: str, puck: str, target: str, free: bool = False) -> Field:
        """The field where a move ends. Raises Refused with the first rule against it."""
        field = self.fields.get(target)
        if field is None:
            raise Refused("no_such_field", "HG-2.1", field=target)
        if target == puck:
            raise Refused("same_field", "HG-3.5", field=target)
        if target == self.enemy_goal(seat).crease:
            raise Refused("opponents_crease", "HG-2.6", field=target)
        if move == "speed" and field.lane != self.fields[puck].lane:
            raise Refused("other_lane", "HG-3.1", field=target, puck=puck)
        if move == "strength" and target not in self.rink.diagonals[puck]:
            raise Refused("not_diagonal", "HG-3.2", field=target, puck=puck)
        if move == "pass" and not free and target in self.enemy_goal(seat).circles and not self.in_third(seat, puck):
            raise Refused("offside", "HG-3.3", field=target, point=self.enemy_goal(seat).point)
        return field
