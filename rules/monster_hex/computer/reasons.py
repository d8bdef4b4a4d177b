"""The facts of Monster Hex for a computer's reasons: points at stones, and who leads at the open ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import Fact, Measure
from rules.game import Seat, Step
from rules.monster_hex import capture
from rules.monster_hex.computer.sums import sums
from rules.monster_hex.content import Board, Stone
from rules.monster_hex.state import Slot, State

LEAD, LEVEL, LOST = 0.5, 0.25, 0.6
"""What a lead at an open stone is worth of its points, to have drawn level there, and to lose one's own lead."""

POWER = 0.08
"""What each power of the monsters in the hand is worth where a line stops."""


def notable(rules: Any, before: State, step: Step, seat: Seat) -> Iterator[Fact]:
    """The facts of a placement or a taken value for a seat. Its own sums explain an action."""
    yield from sums(rules, before, step, seat)
    after: State = step.state
    board: Board = rules.board(before)
    for event in step.events:
        facts = event.facts
        if event.kind == "scored" and facts["slot"] < before.seats:
            share = 1.0 if facts["slot"] == seat else -1.0 / (before.seats - 1)
            yield Fact(event.kind, facts, share * facts["points"])
        elif event.kind in ("placed", "twisted"):
            for stone in board.touched[facts["hex"]]:
                if stone.id not in after.captures:
                    yield from _standing(rules, stone, before, after, facts["slot"], seat)


def measures(rules: Any, state: State, seat: Seat) -> Iterator[Measure]:
    """The powers of the monsters in a seat's hand, and the points of everybody."""
    yield Measure("left_power", {"seat": seat}, sum(sum(rules.tiles[tile].powers) for tile in state.hands[seat]), POWER)
    for whose in range(state.seats):
        yield Measure("left_points", {"seat": whose}, state.scores[whose], 1.0 if whose == seat else -1.0 / (state.seats - 1))


def _standing(rules: Any, stone: Stone, before: State, after: State, slot: Slot, seat: Seat) -> Iterator[Fact]:
    """The fact on an open stone beside which a slot's monster was placed."""
    was, now = (_leads(capture.totals(state, stone, rules.tiles)) for state in (before, after))
    powers = capture.totals(after, stone, rules.tiles)
    best, theirs = (max(capture.worth(stone, value, whose) for value, _ in stone.values) for whose in (seat, slot))
    left = sum(label not in after.placed for label, _ in stone.ring)
    filled = 1.0 - left / (len(stone.ring) + 1)
    others = max((power for other, power in powers.items() if other != slot), default=0)
    if slot == seat:
        shown = {"slot": slot, "hex": stone.label, "n": best, "left": left, "power": powers[slot], "of": others}
        if now == slot:
            yield Fact("leads", shown, LEAD * best * filled)
        elif now is None and was is not None and was != slot:
            yield Fact("level", shown, LEVEL * best * filled)
    elif now == slot != was:
        worth = (LOST if was == seat else LEVEL) * best * filled
        yield Fact("overtakes", {"slot": slot, "hex": stone.label, "n": theirs, "left": left}, -worth)


def _leads(powers: dict[Slot, int]) -> Slot | None:
    """The slot that alone has the most power; None if there is none."""
    most = max(powers.values(), default=0)
    first = [slot for slot, power in powers.items() if power == most]
    return first[0] if len(first) == 1 else None
