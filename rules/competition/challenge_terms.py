"""The terms on which a person accepts challenges automatically, and whether a table fits them. Pure."""

from __future__ import annotations

from math import inf
from typing import NamedTuple, Protocol

from rules.competition.clock import BANK, DAY, MOVE, Clock

PLAYED, ANYWHERE = "played", "everywhere"
"""Where: in servers where one has played; in all of them. Else a list says in which."""


class Challenge(Protocol):
    """What of a table counts: its game, clock and server, and whether it is rated."""

    @property
    def game(self) -> str: ...

    @property
    def clock(self) -> Clock | None: ...

    @property
    def guild(self) -> int | None: ...

    @property
    def rated(self) -> bool: ...


class ChallengeTerms(NamedTuple):
    """The terms on which a person accepts challenges automatically.

    Which games (none: any), the least and greatest number of seconds for a decision (0: any), whether ratings may change, and in which servers, if
    chosen singly.
    """

    games: frozenset[str] = frozenset()
    fastest: float = DAY
    slowest: float = 0
    rated: bool = False
    where: str = PLAYED
    servers: frozenset[int] = frozenset()

    def fit(self, table: Challenge, played: bool) -> bool:
        """Whether a table fits the terms; `played`: the person has played in its server."""
        there = self.where == ANYWHERE or (played if self.where == PLAYED else table.guild in self.servers)
        pace = pace_of(table.clock)
        quick, slow = pace < self.fastest, bool(self.slowest) and pace > self.slowest
        return there and not quick and not slow and (self.rated or not table.rated) and (not self.games or table.game in self.games)


def pace_of(clock: Clock | None) -> float:
    """The least seconds for a decision, whoever rests: unlimited without a clock; 0 for a deadline, or where nights count."""
    if clock is None:
        return inf
    if clock.strict or clock.kind not in (MOVE, BANK):
        return 0
    return min(clock.time, clock.increment) if clock.kind == BANK else clock.time
