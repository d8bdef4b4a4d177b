"""Typed dates and times: exact ones take effect at once; the meaning of ones in words is shown and has to be confirmed."""

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
    """A future moment that a typed `text` may mean, to be confirmed."""

    at: int
    text: str

    @property
    def reading(self) -> Reading:
        """The moment as the result of reading the text."""
        return Reading(self.at, False, True)

    def words(self, zone: str, say: Texts) -> str:
        """Asks whether this moment is meant."""
        return f"{say('when.meant', text=Typed(self.text), at=shown(self.at))}{in_utc(zone, say)}"


async def doubt(text: str, store: Store, player: int, language: str) -> Doubt | None:
    """The future moment that an inexact `text` may mean for a player; None for an exact text, and for one that means no future moment."""
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
    """The time zone of a player; UTC if they have set none."""
    return (await store.personal_settings.hours(player)).zone


def deadline(text: str) -> str | None:
    """The date in the text of a clock, such as `2026-12-24` in `until 2026-12-24`; None for any other clock."""
    try:
        clock.read(text.strip().casefold())
    except ValueError:
        found = _UNTIL.match(text)
        return text[found.end() :].strip() if found else None
    return None


def shown(at: float) -> str:
    """A moment as a Discord timestamp, which each reader sees in their own time zone, with the time until then."""
    return dated(at)


def in_utc(zone: str, say: Texts) -> str:
    """A note that UTC was assumed, for a person without another zone; else ""."""
    return f" {say('when.utc')}" if zone == Hours().zone else ""


def read_words(text: str, zone: str, say: Texts) -> str:
    """An exactly typed moment as shown to its author; "" for anything else."""
    try:
        read = exactly(text, zone)
    except ValueError:
        return ""
    return shown(read.at) + ("" if read.placed else in_utc(zone, say))
