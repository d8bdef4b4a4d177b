"""Moments as people write them."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from data.typed_times import LONGEST, Reading, exactly, likely
from rules.competition.clock import HOUR

PRAGUE = "Europe/Prague"
NOW = datetime(2026, 11, 27, 15, 30, tzinfo=ZoneInfo(PRAGUE)).timestamp()
"""A Friday."""


def at(text: str, zone: str = PRAGUE) -> float:
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone)).timestamp()


def test_days_and_hours_are_read_exactly():
    assert exactly("2026-12-24", "UTC") == Reading(at("2026-12-25 00:00", "UTC"), True), "the end of that day"
    assert exactly("2026-12-24 18:00", PRAGUE) == exactly("2026-12-24T18:00", PRAGUE) == Reading(at("2026-12-24 18:00"), True)
    for text in ("tomorrow", "20:00", "9999-12-31", "2026-13-01", ""):
        with pytest.raises(ValueError, match=r".*"):
            exactly(text, "UTC")


@pytest.mark.parametrize(
    "text", ["2026-12-24 18:00+05:00", "2026-12-24T18:00:00+05:00", "2026-12-24t18:00+0500", "2026-12-24T13:00Z", "2026-12-24 13:00z"]
)
def test_an_offset_counts_whatever_somebody_has_set(text):
    assert exactly(text, PRAGUE) == exactly(text, "UTC") == Reading(at("2026-12-24 13:00", "UTC"), True, True)


def test_an_hour_that_is_not_there_or_twice_is_not_certain():
    assert not exactly("2026-03-29 02:30", PRAGUE).certain
    assert exactly("2026-10-25 02:30", PRAGUE) == Reading(at("2026-10-25 00:30", "UTC"), False)
    assert exactly("2026-10-25 02:30+01:00", PRAGUE).certain


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "20:00", "2026-11-27 20:00"),
        ("en", "14:00", "2026-11-28 14:00"),
        ("en", "in 2h", "2026-11-27 17:30"),
        ("en", "in 1h30", "2026-11-27 17:00"),
        ("en", "tonight 8pm", "2026-11-27 20:00"),
        ("en", "Tonight at 8", "2026-11-27 20:00"),
        ("en", "tonight", "2026-11-27 20:00"),
        ("en", "tomorrow at 20", "2026-11-28 20:00"),
        ("en", "3 december 18:00", "2026-12-03 18:00"),
        ("en", "sunday", "2026-11-30 00:00"),
        ("en", "tomorrow 18:00+05:00", "2026-11-28 14:00"),
        ("en", "20:00 UTC", "2026-11-27 21:00"),
        ("cs", "zítra 20:00", "2026-11-28 20:00"),
        ("cs", "zitra ve 20:00", "2026-11-28 20:00"),
        ("cs", "dnes večer v 8", "2026-11-27 20:00"),
        ("cs", "dnes v 8 večer", "2026-11-27 20:00"),
        ("cs", "za 2h", "2026-11-27 17:30"),
        ("cs", "24. 12. 18:00", "2026-12-24 18:00"),
        ("cs", "tonight 8pm", "2026-11-27 20:00"),
        ("fr", "demain 20h", "2026-11-28 20:00"),
        ("fr", "demain à 20h30", "2026-11-28 20:30"),
        ("fr", "ce soir 20h", "2026-11-27 20:00"),
        ("fr", "dans 2h30", "2026-11-27 18:00"),
        ("fr", "aujourd’hui à 20 heures", "2026-11-27 20:00"),
        ("fr", "24/12 18h", "2026-12-24 18:00"),
        ("fr", "zítra 20:00", "2026-11-28 20:00"),
    ],
)
def test_words_are_read_in_the_language_and_zone_of_whoever_writes_and_never_for_certain(language, text, meant):
    read = likely(text, PRAGUE, language, NOW)
    assert (read.at, read.certain) == (at(meant), False)
    assert read.placed == ("UTC" in text or "+" in text)
    assert likely("demain 20h", "UTC", "fr", NOW).at == likely("demain 20h", PRAGUE, "fr", NOW).at + HOUR


@pytest.mark.parametrize(
    "text", ["", "hello", "5", "december", "99:99", "31 february 10:00", "∞", "\0", "1" * 4000, "in 99999999999999999 years", "(" * 39]
)
def test_what_is_no_moment_is_none(text):
    for language in ("en", "cs", "fr"):
        with pytest.raises(ValueError, match=r".*"):
            likely(text, PRAGUE, language, NOW)
    assert LONGEST < 100


def test_the_library_is_loaded_when_it_is_wanted():
    """It is large, and slow to load."""
    code = "import sys, cogs.tournament, cogs.game, data.typed_times; sys.exit('dateparser' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
