"""Typed dates and times: exact ones count at once; those in words are shown as understood and must be confirmed."""

from __future__ import annotations

import re
from typing import NamedTuple

from cogs.play.worker_threads import apart
from data.language import Texts
from data.rest_hours import Hours
from data.store import Store
from data.timestamps import dated
from data.typed_times import Reading, exactly, likely
from data.user_text import Typed
from rules.competition import clock
from rules.competition.clock import LONGEST

_UNTIL = re.compile(r"\s*(?:until|do|jusqu['’](?:au|à|a))\b\s*", re.IGNORECASE)


class Doubt(NamedTuple):
    """A moment to come that somebody may have meant by a text."""

    at: int
    text: str

    @property
    def reading(self) -> Reading:
        """The moment as which a text is read."""
        return Reading(self.at, False, True)

    def words(self, zone: str, say: Texts) -> str:
        """The question whether it is meant."""
        return f"{say('when.meant', text=Typed(self.text), at=shown(self.at))}{in_utc(zone, say)}"


async def doubt(text: str, store: Store, player: int, language: str) -> Doubt | None:
    """The moment that a person may have meant by a text that is not certain; None for one that is, and for what is no moment to come."""
    zone, now = await zone_of(store, player), store.now()
    try:
        read = exactly(text, zone)
    except ValueError:
        try:
            read = await apart(likely, text, zone, language, now)
        except ValueError:
            return None
    return Doubt(int(read.at), text) if not read.certain and now < read.at < now + LONGEST else None


async def zone_of(store: Store, player: int) -> str:
    """The time zone in which somebody writes: UTC where they have set none."""
    return (await store.people.hours(player)).zone


def deadline(text: str) -> str | None:
    """The moment that the text of a clock names, such as `2026-12-24` of `until 2026-12-24`; None for any other clock."""
    try:
        clock.read(text.strip().casefold())
    except ValueError:
        found = _UNTIL.match(text)
        return text[found.end() :].strip() if found else None
    return None


def shown(at: float) -> str:
    """A moment as Discord shows it to everybody in their own time, with how long it is until then."""
    return dated(at)


def in_utc(zone: str, say: Texts) -> str:
    """The note that a moment was read in UTC, where the person has set no other zone; empty else."""
    return f" {say('when.utc')}" if zone == Hours().zone else ""


def read_words(text: str, zone: str, say: Texts) -> str:
    """The words for a moment that a person has written exactly; empty for anything else."""
    try:
        read = exactly(text, zone)
    except ValueError:
        return ""
    return shown(read.at) + ("" if read.placed else in_utc(zone, say))
