"""A person's rest: nights, weekends and days away, in their own time zone."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from rules.competition.rests import awake
from rules.parts.lazy import once

SECOND = timedelta(seconds=1)
HORIZON = timedelta(days=400)
"""Nobody's rests are needed further ahead."""
DAYS = 4096
"""Hours of days whose moments are kept: each night is asked about again and again, of everybody in a zone."""
LONGEST_NIGHT = 12
"""Hours a day that may be quiet."""
AWAY_DAYS = 30
"""Days away that a person has in a calendar year."""


class Hours(NamedTuple):
    """A person's rest hours.

    `quiet`: the hours from and until, of the local day. `weekends`: whether Saturdays and Sundays are free. `away`: moments from and until. If
    `unreadable`, they are UTC without quiet hours, until the person sets them again.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekends: bool = False
    away: tuple[tuple[float, float], ...] = ()
    unreadable: bool = False

    def rests(self, start: float) -> Iterator[tuple[float, float]]:
        """The rests (begin, end) from a moment on, with adjacent ones merged."""
        begin = end = None
        for a, b in heapq.merge(self._usual(start), sorted(self.away)):
            if b <= max(a, start):  # Where clocks are put forward over a whole night, it has no length.
                continue
            if begin is None or end is None or a > end:
                if begin is not None and end is not None:
                    yield begin, end
                begin, end = a, b
            else:
                end = max(end, b)
        if begin is not None and end is not None:
            yield begin, end

    def _usual(self, start: float) -> Iterator[tuple[float, float]]:
        """Nights and weekends in the order of their beginnings."""
        if self.quiet is None and not self.weekends:
            return
        zone = ZoneInfo(self.zone)
        first = datetime.fromtimestamp(start, zone).date() - timedelta(days=2)
        for n in range((HORIZON + timedelta(days=2)).days):
            day = first + timedelta(days=n)
            if self.weekends and day.weekday() == 5:
                yield _at(day, 0, zone), _at(day + timedelta(days=2), 0, zone)
            if self.quiet is not None:
                begin, end = self.quiet
                yield _at(day, begin, zone), _at(day if end > begin else day + timedelta(days=1), end, zone)

    def resting(self, at: float) -> bool:
        """Whether the person rests at a moment."""
        return awake(at, self.rests) > at

    def hour(self, at: float) -> float:
        """The hour of the local day as a fraction, from 0 to 24."""
        shown = datetime.fromtimestamp(at, ZoneInfo(self.zone))
        return shown.hour + shown.minute / 60 + shown.second / 3600


@lru_cache(DAYS)
def _at(day: date, hour: int, zone: ZoneInfo) -> float:
    return first(datetime.combine(day, time(hour)), zone)


def first(shown: datetime, zone: ZoneInfo) -> float:
    """The first moment at which clocks in a zone show the day and hour `shown` (without a zone); if clocks are put forward over it, that moment."""
    utc = shown.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if utc.astimezone(zone).replace(tzinfo=None) <= shown:
        return utc.timestamp()
    # As `fold` tells it, an hour that there is not lies as far behind the change as it would lie behind the hour from which clocks jump.
    early, late = (shown.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (1, 0))
    while late - early > SECOND:
        middle = early + (late - early) / 2
        if middle.astimezone(zone).replace(tzinfo=None) < shown:
            early = middle
        else:
            late = middle
    return float(round(late.timestamp()))


@once
def all_zones() -> frozenset[str]:
    """The names of all time zones. Reads the disk the first time."""
    return frozenset(available_timezones())


@once
def _places() -> list[tuple[str, str]]:
    """The time zones named after places, each with its name as compared."""
    found = [z for z in all_zones() if "/" in z and not z.startswith(("Etc/", "posix", "right", "System"))]
    return sorted((z.casefold(), z) for z in found)


def zones(text: str) -> list[str]:
    """Time zones whose names contain the text, first those of cities that begin with it."""
    typed = text.casefold().replace(" ", "_")
    found = [(name, zone) for name, zone in _places() if typed in name]
    return [zone for _, zone in sorted(found, key=lambda place: not place[0].rpartition("/")[2].startswith(typed))]


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name in all_zones()


@once
def is_known(name: str) -> bool:
    """Whether this machine knows a time zone, also by one of its older names."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def night_length(quiet: tuple[int, int]) -> int:
    """The length of quiet hours, in hours."""
    return (quiet[1] - quiet[0]) % 24


def year_of(at: float) -> tuple[float, float]:
    """The calendar year (UTC) of a moment: from and until."""
    utc = ZoneInfo("UTC")
    year = datetime.fromtimestamp(at, utc).year
    return datetime(year, 1, 1, tzinfo=utc).timestamp(), datetime(year + 1, 1, 1, tzinfo=utc).timestamp()


def zone_meant(text: str) -> str | None:
    """The time zone with this name, in any case, or of a city; None for anything else."""
    if is_zone(text):
        return text
    typed, near = text.casefold().replace(" ", "_"), zones(text)
    whole = [zone for zone in near if zone.casefold() == typed]
    found = whole or [zone for zone in near if zone.rpartition("/")[2].casefold() == typed]
    return found[0] if len(found) == 1 else None
