"""When people rest, by their own time zone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice, pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from data.rest_hours import Hours, is_zone, night_length, year_of, zones
from data.typed_times import exactly
from rules.competition.clock import DAY, HOUR
from rules.competition.rests import after

NIGHTS = ((22, 7), (0, 2), (2, 5), (22, 2), (1, 3), (2, 3), (3, 8), (23, 1))
STEP = HOUR / 4


def at(text: str, zone: str = "Europe/Prague") -> float:
    return exactly(text, zone).at


def test_nights_follow_the_clocks_of_the_place():
    hours = Hours("Europe/Prague", (22, 7))
    assert list(islice(hours.rests(at("2026-03-27 12:00")), 3)) == [
        (at("2026-03-27 22:00"), at("2026-03-28 07:00")),
        (at("2026-03-28 22:00"), at("2026-03-29 07:00")),
        (at("2026-03-29 22:00"), at("2026-03-30 07:00")),
    ]
    short = at("2026-03-29 07:00") - at("2026-03-28 22:00")
    assert short == 8 * HOUR, "summer time has begun"
    assert hours.resting(at("2026-03-29 03:30"))
    assert not hours.resting(at("2026-03-29 07:00"))
    assert Hours("Europe/Prague", (0, 6)).resting(at("2026-11-22 05:59"))
    assert not Hours("America/New_York", (22, 7)).resting(at("2026-11-22 12:00", "America/New_York"))


def test_weekends_and_days_away_join_the_nights_they_touch():
    hours = Hours("Europe/Prague", (22, 7), True, ((at("2026-11-23 05:00"), at("2026-11-24 08:00")),))
    friday = at("2026-11-20 12:00")
    assert next(hours.rests(friday)) == (at("2026-11-20 22:00"), at("2026-11-24 08:00"))
    assert after(friday, 11 * HOUR, hours.rests) == at("2026-11-24 09:00")
    assert list(Hours().rests(friday)) == []
    assert not Hours().resting(friday)
    away = Hours(away=((10.0, 20.0), (15.0, 30.0)))
    assert list(away.rests(0)) == [(10, 30)]
    assert away.resting(29)
    assert not away.resting(30)


def test_zones_and_dates():
    assert zones("prag")[0] == "Europe/Prague"
    assert "America/New_York" in zones("new york")
    assert zones("nowhere land") == []
    assert is_zone("Europe/Paris")
    assert not is_zone("Paris")
    begin, end = year_of(at("2026-06-01"))
    assert end - begin == 365 * DAY
    assert night_length((22, 7)) == 9


def changes(zone: ZoneInfo) -> Iterator[float]:
    """The days of two years in which clocks of a zone are put on or back, by their beginnings."""
    begin = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    shown = [(day, datetime.fromtimestamp(day, zone).utcoffset()) for day in range(begin, begin + 730 * int(DAY), int(DAY))]
    return (float(day) for (day, before), (_, now) in pairwise(shown) if before != now)


@pytest.mark.deep
def test_whoever_rests_by_their_clock_rests_in_every_zone():
    """However clocks are changed, by two hours in Antarctica/Troll: whenever a clock shows an hour that it shows but once, its owner rests if that
    hour is quiet."""
    wrong, looked_at = [], 0
    for name in sorted(available_timezones()):
        zone = ZoneInfo(name)
        for day in changes(zone):
            times = [day - DAY + n * STEP for n in range(int(3 * DAY / STEP))]
            clocks = [datetime.fromtimestamp(t, zone) for t in times]
            plain = [(t, c.hour) for t, c in zip(times, clocks, strict=True) if c.replace(fold=0).timestamp() == c.replace(fold=1).timestamp()]
            for quiet in NIGHTS:
                rests = list(islice(Hours(name, quiet).rests(day - DAY), 6))
                assert all(a < b for a, b in rests), (name, quiet, rests)
                assert all(b < c for (_, b), (c, _) in pairwise(rests)), (name, quiet, rests)
                begin, end = quiet
                for t, hour in plain:
                    looked_at += 1
                    means = begin <= hour < end if begin < end else hour >= begin or hour < end
                    if means != any(a <= t < b for a, b in rests):
                        wrong.append((name, quiet, t))
    assert not wrong, wrong[:10]
    assert looked_at > 100_000


def test_a_night_over_a_change_of_two_hours():
    """In Antarctica/Troll clocks are put from 1:00 to 3:00 on March 29."""
    zone, noon = "Antarctica/Troll", at("2026-03-28 12:00", "UTC")
    one = at("2026-03-29 01:00", "UTC")
    assert next(Hours(zone, (22, 2)).rests(noon)) == (at("2026-03-28 22:00", "UTC"), one)
    assert next(Hours(zone, (2, 5)).rests(noon)) == (one, at("2026-03-29 03:00", "UTC"))
    assert next(Hours(zone, (1, 3)).rests(noon)) == (at("2026-03-29 23:00", "UTC"), at("2026-03-30 01:00", "UTC")), "there is no such night"
