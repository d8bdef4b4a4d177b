"""When a player's clock is stopped because Discord says that they are gone: once a game, for a day at most. Pure.

The bot can't tell what a moderator did to a player from what the player did (leaving, dropping a role), so it must help neither as a weapon.
Public questions and questions that only the player knows of have one stop each, since a missing one would reveal the other.
"""

from __future__ import annotations

from cogs.play.presence.whereabouts import MUTED, Whereabouts
from data.store.rows import Absence
from rules.competition.clock import DAY

LONGEST = DAY
"""Seconds for which time stands for somebody who is absent, in a whole game."""

LAST_PART, NEAR = 10, 3600
"""Discord is asked where somebody is when a tenth of their time is left, at the earliest an hour (in seconds) before its end."""


def stands(absence: Absence | None, public: bool, now: float) -> bool:
    """Whether a player's clock is stopped now, for a `public` question or one that only they know of. A public stop holds for both."""
    return absence is not None and now < (absence.until if public else max(absence.until, absence.alone))


def why(where: Whereabouts, now: float) -> str | None:
    """Why a player cannot act now; None where they can."""
    return None if where.what == MUTED and where.until <= now else where.absent


def learned(before: Absence | None, player: int, where: Whereabouts, now: float) -> Absence | None:
    """The absence to store after Discord's latest answer about a player; None for no change. For a player who is back, the clock runs from now on."""
    said = why(where, now)
    if before is None:
        return Absence(player, said, now) if said is not None else None
    if said == before.why:
        return before
    return before._replace(why=said, since=now) if said is not None else ended(before._replace(why=None, since=now), now)


def ended(absence: Absence, now: float) -> Absence:
    """The absence with its stop ended: the clock runs from now on."""
    return absence._replace(until=min(absence.until, now), alone=min(absence.alone, now))


def begun(absence: Absence, where: Whereabouts, public: bool, now: float) -> Absence | None:
    """The absence with a stop that begins now; None if there was one in this game already."""
    if absence.until or (absence.alone and not public):
        return None
    until = min(now + LONGEST, where.until) if where.what == MUTED else now + LONGEST
    return absence._replace(until=until) if public else absence._replace(alone=until)
