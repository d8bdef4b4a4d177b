"""The page of `/settings` on rest: time zone, quiet hours, free weekends and days away."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.forms import field
from cogs.messages.reply import voice
from cogs.messages.settings import hours_page
from cogs.play.table_queries import NoTable, Stale
from cogs.play.unfit import Unfit
from data.language import Texts
from data.rest_hours import AWAY_DAYS, LONGEST_NIGHT, Hours, night_length, year_of, zone_meant
from data.timestamps import distance, moment
from data.user_text import Typed
from rules.competition.clock import DAY

if TYPE_CHECKING:
    from cogs.service.bot import Referee


class Rest:
    """Shows and changes a person's rest. Quiet hours hold from the next question on; while a clock runs they can be changed once a day, so that
    nobody gains time by it."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot

    async def page(self, interaction: discord.Interaction[Any]) -> dict[str, Any]:
        """The page with the asker's hours of rest, and what can be changed."""
        hours, say = await self.bot.store.personal_settings.hours(interaction.user.id), await voice(interaction)
        return hours_page(say, hours, hours_words(hours, self.bot.store.now(), say))

    async def written(self, interaction: discord.Interaction[Any], form: Any) -> None:
        """Stores a submitted form: a zone or a city, and the hours of rest from and until. Raises Unfit."""
        typed = (field(form, "zone") or "").strip()
        zone = zone_meant(typed) if typed else None
        if typed and zone is None:
            raise Unfit("hours.zone", zone=Typed(typed[:40]))
        start, end = (self._hour(field(form, name) or "") for name in ("start", "end"))
        if (start is None) != (end is None):
            raise Unfit("hours.both")
        quiet = None if start is None or end is None or start == end else (start, end)
        if quiet is not None and night_length(quiet) > LONGEST_NIGHT:
            raise Unfit("hours.long", n=LONGEST_NIGHT)
        await self._change(interaction, {"quiet": quiet} | ({"zone": zone} if zone else {}))

    @staticmethod
    def _hour(typed: str) -> int | None:
        """Parses an hour of the day: 22 or 22:00; None for an empty text. Raises Unfit."""
        text = typed.strip().partition(":")[0]
        if not text:
            return None
        if not (text.isascii() and text.isdecimal() and int(text) < 24):
            raise Unfit("hours.hour", text=Typed(typed))
        return int(text)

    async def weekends(self, interaction: discord.Interaction[Any], free: bool) -> None:
        """Sets whether Saturdays and Sundays are free. Raises Unfit."""
        await self._change(interaction, {"weekends": free})

    async def _change(self, interaction: discord.Interaction[Any], said: dict[str, Any]) -> None:
        people, player = self.bot.store.personal_settings, interaction.user.id
        now = await people.hours(player)
        if all(getattr(now, name) == value for name, value in said.items()) and not now.unreadable:
            return
        changed = await people.hours_changed(player)
        if self.bot.store.now() < changed + DAY and await self.bot.store.tables.running(player):
            raise Unfit("hours.daily", soon=distance(changed + DAY))
        # What cannot be read stays as it stands, for those who can.
        await people.set_hours(player, now._replace(**said), *([{*said}] if now.unreadable else []))

    async def away(self, interaction: discord.Interaction[Any], form: Any) -> None:
        """Sets the asker away for some days from now, or back. Clocks are stopped meanwhile, as far as the yearly budget allows. Raises Unfit."""
        typed = (field(form, "days") or "").strip()
        if not (typed.isascii() and typed.isdecimal()):
            raise Unfit("hours.days", text=Typed(typed))
        people, player, now, days = self.bot.store.personal_settings, interaction.user.id, self.bot.store.now(), int(typed[:3])
        left = AWAY_DAYS * DAY - sum(until - begun for begun, until in _away_before(await people.away(player), now))
        if days * DAY > left:
            raise Unfit("hours.away_spent", n=int(left // DAY))
        await people.go_away(player, now, now + days * DAY)
        for table in await self.bot.store.tables.running(player):
            await self._rewind(table)

    async def _rewind(self, table: int) -> None:
        """Applies the players' present hours to a table's running clock; tries again where others act at the same moment."""
        with contextlib.suppress(NoTable):
            while True:
                with contextlib.suppress(Stale):
                    return await (await self.bot.tables.get(table)).clocks.recount()


def _away_before(away: list[tuple[float, float]], now: float) -> list[tuple[float, float]]:
    """This year's past periods away (begin, end; seconds since 1970)."""
    start, _ = year_of(now)
    return [(max(begun, start), min(until, now)) for begun, until in away if until > start and begun < now]


def hours_words(hours: Hours, now: float, say: Texts) -> str:
    """A person's hours of rest, in words."""
    lines = [say("hours.unreadable")] if hours.unreadable else []
    lines.append(say("hours.zone_now", zone=hours.zone.replace("_", " ")))
    lines.append(say("hours.quiet", start=hours.quiet[0], end=hours.quiet[1]) if hours.quiet else say("hours.no_quiet"))
    lines.append(say("hours.weekends" if hours.weekends else "hours.no_weekends"))
    until = next((until for begun, until in hours.away if begun <= now < until), None)
    spent = sum(b - a for a, b in _away_before(list(hours.away), now))
    lines.append(say("hours.away", until=moment(until)) if until else say("hours.here", n=int((AWAY_DAYS * DAY - spent) // DAY)))
    return "\n".join([*lines, say("hours.note")])
