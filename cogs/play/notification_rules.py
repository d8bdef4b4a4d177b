"""The notification policy: whether a person is pinged, named, sent a direct message, notified later, or not at all.

Pure; every message is decided here when it goes out, asked by `notifications`. Whom a board calls: `whom` in `cogs/service/table_notifications.py`.

Where a ping is not allowed, the message shows the name without one; a message that is only a ping is then not sent. To a person who has blocked
the caller, messages look as usual and ping nobody, so that the caller can't tell.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cogs.play.permissions import Relation
from rules.competition.clock import HOUR
from rules.competition.rests import Rests, awake


class Call(StrEnum):
    """The reasons to notify a person; the values are stored."""

    TURN = "turn"
    """The board says that they are asked."""
    TIMED = "timed"
    """The same where a clock reminds them."""
    REMINDER = "reminder"
    """Their clock, or the end of a rest in which they were not called."""
    WAITED = "waited"
    """The game has waited for them for long, or they may decide about somebody for whom it has."""
    CLOSED = "closed"
    """The challenge of theirs has come to nothing."""
    CHECK_IN = "check_in"
    """Their tournament begins."""
    HOST = "host"
    """Something is to be decided in a tournament of theirs."""
    MATCH = "match"
    """The thread of their match, in which it is played."""
    CHALLENGE = "challenge"
    """Somebody names them for a game."""
    THREAD = "thread"
    """The thread that was made for it."""
    PROPOSAL = "proposal"
    """Somebody wants an undo, a draw or an end that needs their consent."""
    MOTION = "motion"
    """A moderator who plays puts something to the others, who may object."""
    NUDGE = "nudge"
    """Somebody would like to go on."""
    OWN_TURN = "own_turn"
    """In private: it is their turn."""
    ASKED = "asked"
    """In private, since nobody else knows: they are asked."""
    LOST = "lost"
    """In private: of what they had said ahead something is lost."""
    NUDGED = "nudged"
    """In private, since the question is secret: somebody would like to go on."""
    FOLLOWED = "followed"
    """In private: how a game goes on that they follow."""


class Way(StrEnum):
    """How a person is notified: by a MENTION, their NAME without a ping, a DIRECT message, SILENT (not at all), or LATER.

    LATER is after their rest; a public message shows their name meanwhile.
    """

    MENTION = "mention"
    NAME = "name"
    DIRECT = "direct"
    SILENT = "silent"
    LATER = "later"


class Target(NamedTuple):
    """The settings of the person to be notified, at the place of the message.

    Whether they want pings and direct messages, whether they rest now, and how many seconds ago the same caller last notified them for the same
    reason, if that still counts.
    """

    pings: bool = True
    direct: bool = False
    rests: bool = False
    since: float | None = None


class Pinged(frozenset[int]):
    """The people whom a message may ping. `cogs.play.notifications` alone makes one with anybody in it."""


PRIVATE = frozenset({Call.OWN_TURN, Call.ASKED, Call.LOST, Call.NUDGED, Call.FOLLOWED})
"""What goes to one person alone."""
BY_PEOPLE = frozenset({Call.CHALLENGE, Call.THREAD, Call.PROPOSAL, Call.NUDGE, Call.NUDGED, Call.FOLLOWED})
"""What one person does to another: nobody does it to who has blocked them. (In the last, who follows is the one who is blocked.)"""
NOTHING_ELSE = frozenset({Call.REMINDER, Call.NUDGE, Call.THREAD})
"""What says nothing but that somebody is called."""
MADE_UP_FOR = frozenset({Call.TURN, Call.REMINDER, Call.NUDGE})
"""What somebody is still told when their rest ends; all else they find at the table."""
AGAIN = dict.fromkeys((Call.TURN, Call.TIMED, Call.CHALLENGE, Call.THREAD, Call.PROPOSAL, Call.MOTION), HOUR)
"""Seconds after which somebody calls the same person for the same once more. All else has times of its own."""

LULL = 120.0
"""Seconds that a direct message waits: whoever is there sees the board, and what happens meanwhile needs no other one."""


def way(call: Call, target: Target, caller: Relation | None = None) -> Way:
    """Decides how a person is notified. `caller`: the caller's relation to them; None if the game itself calls."""
    if call is Call.MATCH:  # They have entered, and it is nowhere else.
        return Way.MENTION
    if call in PRIVATE:
        return _alone(call, target, caller)
    quietly = Way.SILENT if call in NOTHING_ELSE else Way.NAME
    if caller is Relation.BLOCKED and call in BY_PEOPLE:
        return Way.SILENT if call is Call.THREAD else Way.NAME
    if not target.pings:
        return quietly
    if target.since is not None and target.since < AGAIN.get(call, 0):
        return quietly
    if target.rests:
        return Way.LATER if call in MADE_UP_FOR else quietly
    return Way.MENTION


def told_from(now: float, acted: float, rests: Rests) -> float:
    """The moment from which a person gets a direct message: they do not rest then, and have not just `acted` at that table."""
    return awake(max(now, acted + LULL), rests)


def _alone(call: Call, target: Target, caller: Relation | None) -> Way:
    """Decides the same for a direct message. Whoever follows a game has asked for these."""
    if caller is Relation.BLOCKED and call in BY_PEOPLE:
        return Way.SILENT
    if not target.direct and call is not Call.FOLLOWED:
        return Way.SILENT
    return Way.LATER if target.rests else Way.DIRECT
