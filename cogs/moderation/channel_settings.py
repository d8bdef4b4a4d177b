"""Settings of a channel or a whole server: `/referee settings`, and for moderators a page of `/settings`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.interaction_channel import channel_of
from cogs.messages.reply import answer_with, voice
from cogs.messages.settings import ANY_DAILY, CHANNEL, NO_DAILY, SERVER, daily_page, room_page
from cogs.play.unfit import Unfit
from cogs.service.access import moderates
from data.content import games
from data.language import LANGUAGES
from data.store.channel_settings import EVERYBODY, MODERATORS, WHOLE_SERVER, Room
from data.store.daily_practice import ANY
from render.theme import THEMES

if TYPE_CHECKING:
    from cogs.service.bot import Referee

SOON = 900.0
"""Seconds for which a button may still change what Discord has let somebody command."""
DAILY = ("daily", "practice")
"""What opens the page of the position of the day, and what is chosen there."""


class RoomDesk:
    """Shows and changes these settings: games allowed, who may start one, language, pings, look and motion."""

    def __init__(self, bot: Referee) -> None:
        self.bot = bot
        bot.handlers.update(roomset=self.on_set)

    async def look(self, interaction: discord.Interaction[Any]) -> None:
        """Shows this channel's settings to whoever Discord lets use the command."""
        await interaction.response.defer(ephemeral=True)
        await answer_with(interaction, **await self._page(interaction, CHANNEL, int(self.bot.store.now())))

    async def _page(self, interaction: discord.Interaction[Any], scope: str, made: int) -> dict[str, Any]:
        guild, channel = interaction.guild_id or 0, channel_of(interaction)
        room = await (self.bot.store.channel_settings.own(guild, WHOLE_SERVER) if scope == SERVER else self.bot.room(guild, channel))
        return room_page(await voice(interaction), scope, made, room)

    async def _daily(self, interaction: discord.Interaction[Any], made: int, values: list[str]) -> dict[str, Any]:
        """The page of the position of the day, after a choice on it, if any. Raises Unfit."""
        guild, channel, rows = interaction.guild_id or 0, channel_of(interaction), self.bot.store.daily_practice
        if values and values[0] == NO_DAILY:
            await rows.end(guild)
        elif values:
            if values[0] not in (ANY_DAILY, *games()):
                raise Unfit("error.too_old")
            await rows.set(guild, channel, ANY if values[0] == ANY_DAILY else values[0])
            self.bot.dispatch("practice_wanted")
        return daily_page(await voice(interaction), made, await rows.room(guild), channel)

    async def on_set(self, interaction: discord.Interaction[Any], rest: str, values: list[str]) -> None:
        """Stores a chosen setting, or opens the page of the channel or of its server. Raises Unfit."""
        await interaction.response.defer()
        scope, made, what = rest.split(":")
        guild = interaction.guild_id
        if guild is None or not (moderates(interaction) or self.bot.store.now() <= int(made) + SOON):
            raise Unfit("wish.gone")
        channel, rooms = WHOLE_SERVER if scope == SERVER else channel_of(interaction), self.bot.store.channel_settings
        if what == "reset":
            await rooms.set(guild, channel, Room())
        elif what not in ("show", *DAILY):
            await rooms.change(guild, channel, _chosen(what, values))
        if what in DAILY:
            page = await self._daily(interaction, int(made), values if what == "practice" else [])
        else:
            page = await self._page(interaction, scope, int(made))
        await answer_with(interaction, **page)


def _chosen(what: str, values: list[str]) -> Room:
    """The setting that a choice changes. Raises Unfit for a choice that no longer exists."""
    value = values[0] if values else ""
    if what in ("pings", "quiet"):
        return Room(pings=what == "pings")
    if what in ("motion", "still"):
        return Room(motion=what == "motion")
    if what == "games" and {*values} <= {*games()}:
        return Room(games=tuple(values) if len(values) < len(games()) else ())
    if value not in {"starters": (EVERYBODY, MODERATORS), "language": LANGUAGES, "theme": THEMES}.get(what, ()):
        raise Unfit("error.too_old")
    chosen: dict[str, Any] = {what: value}
    return Room(**chosen)
