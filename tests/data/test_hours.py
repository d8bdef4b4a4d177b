"""When people rest, by their own time zone."""

from __future__ import annotations

from itertools import islice

import pytest

from data.hours import Hours, is_zone, moment, night_length, year_of, zones
from rules.competition.clock import DAY, HOUR, after


def at(text: str, zone: str = "Europe/Prague") -> float:
    return moment(text, zone)


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
    assert moment("2026-12-24", "UTC") == moment("2026-12-25 00:00", "UTC")
    assert at("2026-12-24 18:00") - moment("2026-12-24 18:00", "UTC") == -HOUR
    with pytest.raises(ValueError, match=r".*"):
        moment("tomorrow", "UTC")
    begin, end = year_of(at("2026-06-01"))
    assert end - begin == 365 * DAY
    assert night_length((22, 7)) == 9
