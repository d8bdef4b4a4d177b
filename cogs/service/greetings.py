"""Greets a server that the bot has joined: once, in its system channel, with retries. A stored fact holds the state: owed before it is sent, done
afterwards, so that neither a refusal nor the end of a process loses it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.messages.welcome import welcome_message
from cogs.play.outbox_worker import Trouble
from cogs.service.own_messages import own_message
from data.language import LANGUAGES, language_of, texts
from rules.competition.clock import DAY

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee")
SINCE = "greets"
"""The fact that holds since when servers are greeted: whoever had the bot before is not."""
GREETED = "greeted"
"""Facts of this kind are the servers that have been greeted, or would have been, had there been a place; and those that are still to be (OWED)."""
OWED = "owed"
"""How a fact begins of a server that is still to be greeted; since when follows."""
PATIENCE = 2 * DAY
"""Seconds after which a server that takes no greeting gets none."""


class Greetings:
    """Greets servers."""

    def __init__(self, bot: Referee) -> None:
        self._bot = bot
        self._busy: set[int] = set()
        self._since: float | None = None

    async def since(self) -> float:
        """The moment from which new servers are greeted; set to now if unknown."""
        if self._since is None:
            facts = self._bot.store.bot_facts
            await facts.claim(SINCE, str(self._bot.store.now()))
            self._since = float(await facts.get(SINCE) or 0)
        return self._since

    async def look(self) -> None:
        """Greets all servers still to be greeted, such as those joined while nobody was there. Never raises."""
        try:
            await self.since()
            noted = await self._bot.store.bot_facts.all_of(GREETED)
        except Exception:
            log.exception("servers cannot be greeted now")
            return
        for guild in list(self._bot.guilds):  # Discord may tell of others meanwhile.
            if noted.get(f"{GREETED} {guild.id}", OWED).startswith(OWED):
                await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Greets a server that the bot has joined after `since`, unless it was greeted. Never raises: what fails is tried again by `look`.

        Discord announces servers at every start, and after they were unreachable.
        """
        try:
            await self._greet_if_new(guild)
        except Exception:
            log.exception("server %d cannot be greeted now", guild.id)

    async def _greet_if_new(self, guild: discord.Guild) -> None:
        me = guild.me
        known = me is not None and me.joined_at is not None and self._bot.sharing.holds(guild.id) and guild.id not in self._busy
        if not known or me.joined_at is None or me.joined_at.timestamp() <= await self.since():
            return
        self._busy.add(guild.id)
        try:
            await self._greet(guild)
        finally:
            self._busy.discard(guild.id)

    async def _greet(self, guild: discord.Guild) -> None:
        facts, now, key = self._bot.store.bot_facts, self._bot.store.now(), f"{GREETED} {guild.id}"
        new = await facts.claim(key, f"{OWED} {now}")
        noted = await facts.get(key) or ""
        if not noted.startswith(OWED):
            return
        owed = float(noted.split()[1])
        place = _place(guild)
        if place is not None and now - owed <= PATIENCE and (new or not await _there(place, owed)):
            try:
                await self._bot.port.send(place.id, welcome_message(texts(language_of(str(guild.preferred_locale)))), f"{GREETED}{guild.id}"[-25:])
            except Trouble as trouble:
                log.info("server %d could not be greeted (%s); it is tried again", guild.id, trouble)
                return
        await facts.set(key, str(now))


def _place(guild: discord.Guild) -> discord.TextChannel | None:
    """The system channel, if the bot can write there; else None."""
    channel = guild.system_channel
    rights = channel and channel.permissions_for(guild.me)
    return channel if rights and rights.view_channel and rights.send_messages else None


async def _there(place: discord.TextChannel, since: float) -> bool:
    """Whether a channel has the greeting already, sent by a process that ended before it could note that. True if that cannot be read."""
    told = {welcome_message(texts(language))["content"] for language in LANGUAGES}
    try:
        return await own_message(place, place.guild.me.id, since, told) is not None
    except discord.HTTPException:
        return True
