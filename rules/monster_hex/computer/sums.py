"""The sums behind a placement, for reasons: how far its faction is behind at the stones to which the monster shows its powers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import FIRST, Fact
from rules.game import Seat, Step
from rules.monster_hex import capture
from rules.monster_hex.state import State


def sums(rules: Any, before: State, step: Step, seat: Seat) -> Iterator[Fact]:
    """What is certain of a placement of the seat itself at the open stones beside it; where it leads or draws level, that is told anyway."""
    after: State = step.state
    for facts in (event.facts for event in step.events if event.kind == "placed" and event.facts["slot"] == seat):
        for stone in rules.board(before).touched[facts["hex"]]:
            powers = capture.totals(after, stone, rules.tiles)
            of = max((power for slot, power in powers.items() if slot != seat), default=0)
            if stone.id not in after.captures and powers[seat] < of:
                best = max(capture.worth(stone, value, seat) for value, _ in stone.values)
                left = sum(label not in after.placed for label, _ in stone.ring)
                shown = {"slot": seat, "hex": stone.label, "n": best, "left": left, "power": powers[seat], "of": of}
                yield Fact("behind", shown, FIRST + best, True)
