"""Parses typed dates and times: exact ones, or words of a language, which may be ambiguous."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from data.language import LANGUAGES
from data.rest_hours import first

LONGEST = 40
"""Letters of a moment. What is longer is not looked at."""
DAY = timedelta(days=1)
_TODAY = {"en": "today", "cs": "dnes", "fr": "aujourd'hui"}
_EVENING = re.compile(r"\b(?:tonight|this evening|dnes (?:v )?ve[cč]er|ce soir)\b")
_AFTER = r"(?<!\bin )(?<!\bdans )(?<!\bza )"
_HOUR = re.compile(rf"{_AFTER}(?<![\d:.])\b(?:(?:at|v|ve|à|a) )?([01]?\d|2[0-3]) ?h(?:eures?|od(?:in)?\.?)? ?([0-5]\d)?(?![\w:])")
_BARE = re.compile(r"\b(?:at|v|ve|à|a) ([01]?\d|2[0-3])(?= *(?:$|,|ve[cč]er|r[aá]no|odpoledne|du|de))")
_LENGTH = re.compile(r"\b(in|dans|za) (\d{1,3}) ?h ?([0-5]?\d)(?: ?min)?\b")
_LAST = re.compile(r"(?<![\d:./-])(\d{1,2})$")
_EARLY = re.compile(r"\b(1[01]|0?[1-9])(:[0-5]\d)(?!\d| ?[ap]\.?m)")


class Reading(NamedTuple):
    """A typed moment: `certain` if it has only one meaning, else the person has to confirm it; `placed` if the text itself gives the offset from
    UTC."""

    at: float
    certain: bool
    placed: bool = False

    def written(self) -> str:
        """The moment as an exact text, valid in any zone."""
        return datetime.fromtimestamp(self.at, UTC).strftime("%Y-%m-%dT%H:%MZ")


def exactly(text: str, zone: str) -> Reading:
    """`2026-12-24` (the end of that day) or `2026-12-24 18:00` in a time zone, `2026-12-24T18:00+05:00` and `...Z` in their own. An hour that does
    not exist, or exists twice, as clocks are changed, is not certain. Raises ValueError."""
    typed = text.strip()
    try:
        found = datetime.fromisoformat(typed.upper())
        if found.tzinfo is not None:
            return Reading(found.timestamp(), True, True)
        if len(typed) <= 10:
            found += DAY
        place = ZoneInfo(zone)
        # Whoever writes an hour that there is not means the time that is as long after midnight.
        once, again = (found.replace(tzinfo=place, fold=fold).timestamp() for fold in (0, 1))
    except OverflowError as error:  # The last day there is has no end.
        raise ValueError(text) from error
    return Reading(once, once == again)


def likely(text: str, zone: str, language: str, now: float) -> Reading:
    """A future moment in words, such as `in 2h`, `zítra 20:00` or `demain 20h`, of the person's language or else another, in their time zone.

    Slow, above all the first time, as it loads a library. Raises ValueError.
    """
    from dateparser.date import DateDataParser  # Slow to load, and seldom wanted.

    if len(text) > LONGEST or text.strip().isdecimal():
        raise ValueError(text)
    place = ZoneInfo(zone)
    base = datetime.fromtimestamp(now, place).replace(tzinfo=None, microsecond=0)
    known = [language, *(other for other in LANGUAGES if other != language)]
    chosen = {"PREFER_DATES_FROM": "future", "RELATIVE_BASE": base, "RETURN_TIME_AS_PERIOD": True}
    try:
        read = DateDataParser(languages=known, use_given_order=True, settings=chosen).get_date_data(plainly(text, language))
        found, span = read.date_obj, read.period
        if found is None or span in ("month", "year"):
            raise ValueError(text)
        if found.tzinfo is not None:
            return Reading(found.timestamp(), False, True)
        if span == "day" and found.time() == time():
            found += DAY  # As of a date alone, its end.
        return Reading(first(found, place), False)
    except (OverflowError, TypeError, AttributeError, KeyError, IndexError, RecursionError) as error:  # Nobody has meant such a moment.
        raise ValueError(text) from error


def plainly(text: str, language: str) -> str:
    """A moment in words that the library knows: `demain 20h` as `demain 20:00`, `ce soir à 8` as `today 20:00`."""
    typed = " ".join(text.casefold().replace("’", "'").split())
    typed = _LENGTH.sub(lambda length: f"{length[1]} {60 * int(length[2]) + int(length[3])} min", typed)
    typed = _HOUR.sub(lambda hour: f"{hour[1]}:{hour[2] or '00'}", typed)
    typed = _BARE.sub(r"\1:00", typed)
    evening, replaced = _EVENING.subn(_TODAY.get(language, "today"), typed)
    if replaced:
        evening = _LAST.sub(r"\1:00", evening)
        evening = _EARLY.sub(lambda hour: f"{int(hour[1]) + 12}{hour[2]}", evening)
        return evening if re.search(r"\d", evening) else f"{evening} 20:00"
    return typed
