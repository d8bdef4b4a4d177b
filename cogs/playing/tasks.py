"""What the processes in which computers think are asked: plain values that say everything, and how each is answered.

Nothing here knows of Discord or of what is stored.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from data.content import build
from rules.game import Action, Budget, Seat, computed, opponent_of
from rules.parts.chance import Chance

DECISION = 3.0
"""Seconds of a processor that an opponent may think about one decision; it looks at the time by itself."""


class Request(msgspec.Struct, frozen=True, tag="decide"):
    """What is to be decided: a position of a game, the seat and the opponent that plays it, the key of the chance it draws from, and how long
    it may think at most.

    Whoever gets the same request gives the same answer, in any process, unless that takes too long there.
    """

    game: str
    snapshot: bytes
    seat: Seat
    opponent: str
    chance: str
    seconds: float = DECISION

    KIND: ClassVar[str] = "decide"
    ANSWER: ClassVar[Any] = Action

    def answer(self) -> Action:
        """What the opponent decides. Raises whatever an opponent may raise that fails."""
        rules = build(self.game)
        state = rules.load(self.snapshot)
        budget = Budget(opponent_of(rules, self.opponent).nodes, self.seconds)
        return computed(rules, state, self.seat, self.opponent, Chance(self.chance), budget)


Task = Request
