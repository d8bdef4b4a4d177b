"""Acts on a whole tournament that a moderator who plays in it has to announce first, so that others can object.

Both are stored as acts and told in the tournament's channel, like those of moderators. The moderator who has announced an act may do it from two
days later on, within a week, if nobody has objected. A moderator who is not entered does it at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cogs.play.permissions import WHOLE_TOURNAMENT, Act
from data.store.rows import TournamentAct
from rules.competition.clock import DAY

SILENCE = 2 * DAY
"""Seconds in which anybody there may object."""
STANDS = 7 * DAY
"""Seconds after which it would have to be announced anew."""
AGAIN = DAY
"""Seconds after an objection until the same may be announced again."""
ANNOUNCED, OBJECTED = "announced_", "objected_"
"""How the words begin under which such acts are kept; what it is about follows."""


class Announcement(NamedTuple):
    """The announcement of an act: when it was `announced` and `by` whom, or when somebody last `objected` (seconds since 1970; 0: never)."""

    announced: float = 0
    by: int = 0
    objected: float = 0

    def open(self, now: float) -> bool:
        """Whether it has been announced, and may still be carried out or objected to."""
        return bool(self.announced) and now < self.announced + STANDS

    def ripe(self, by: int, now: float) -> bool:
        """Whether a person may carry it out now: announced by them long enough ago, without an objection."""
        return self.open(now) and self.by == by and now >= self.announced + SILENCE


def announcement(acts: Iterable[TournamentAct], act: Act) -> Announcement:
    """The present announcement of an act, found in all `acts`, the latest first; an empty one if there is none."""
    for done in acts:
        if done.act == ANNOUNCED + act:
            return Announcement(done.at, done.by)
        if done.act == OBJECTED + act:
            return Announcement(objected=done.at)
        if done.act == act:
            break
    return Announcement()


def announced(word: str) -> Act | None:
    """The act that a stored act announces, if any."""
    return next((act for act in WHOLE_TOURNAMENT if word == ANNOUNCED + act), None)
