"""When a player's clock stands because Discord says that they are gone: once a game, for a day at most. Pure.

The bot cannot tell what a moderator has done to somebody from what they have done to themselves (leave, drop a role): it may be a weapon in neither
hand. A question of which everybody knows and one of which they know alone have a stand each, lest the one that is missing tell of the other.
"""

from __future__ import annotations

from cogs.play.time.whereabouts import MUTED, Whereabouts
from data.store.values import Absence
from rules.competition.clock import DAY

LONGEST = DAY
"""Seconds for which time stands for somebody who is absent, in a whole game."""


def stands(absence: Absence | None, public: bool, now: float) -> bool:
    """Whether the time of somebody's question stands, of which everybody knows or they alone. A stand that everybody knows of holds for both."""
    return absence is not None and now < (absence.until if public else max(absence.until, absence.alone))


def why(where: Whereabouts, now: float) -> str | None:
    """Why somebody cannot act now; None where they can."""
    return None if where.what == MUTED and where.until <= now else where.absent


def learned(before: Absence | None, player: int, where: Whereabouts, now: float) -> Absence | None:
    """The absence to store after Discord's latest answer about a player; None if there is nothing to store. For a player who is back, the time
    that stood runs again from now on."""
    said = why(where, now)
    if before is None:
        return Absence(player, said, now) if said is not None else None
    if said == before.why:
        return before
    return before._replace(why=said, since=now) if said is not None else ended(before._replace(why=None, since=now), now)


def ended(absence: Absence, now: float) -> Absence:
    """Their time runs from now on."""
    return absence._replace(until=min(absence.until, now), alone=min(absence.alone, now))


def begun(absence: Absence, where: Whereabouts, public: bool, now: float) -> Absence | None:
    """Their time stands from now on; None where it has done so in this game already."""
    if absence.until or (absence.alone and not public):
        return None
    until = min(now + LONGEST, where.until) if where.what == MUTED else now + LONGEST
    return absence._replace(until=until) if public else absence._replace(alone=until)
