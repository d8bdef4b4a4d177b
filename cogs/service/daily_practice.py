"""Posts the position of the day where a server wants one, and adds its answer the next day.

A row of the database is claimed before anything is sent, one a server and day, so that neither two processes nor a clock that is set back post
twice, and after days away one is posted. The messages mention nobody, so that there is nobody to ask how they may be reached; where nobody can
write (`Reach`), nothing is sent until they can.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import discord

from cogs.messages.drawing import plain
from cogs.messages.practice import daily_answer, daily_end, daily_message, offered
from cogs.play.outbox_worker import GONE, REFUSED, Trouble
from cogs.service.background_task import Looking
from cogs.service.discord_port import trouble_of
from cogs.service.own_messages import own_message
from data.content import games
from data.language import Texts, language_of, texts
from data.practice import puzzles
from data.store.daily_practice import ANY, PracticeDay, PracticeRoom
from data.store.silent_players import Place
from render.look import Look
from render.theme import known_theme
from rules.competition.clock import DAY, HOUR
from rules.randomness import Chance

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.practice")
PERIOD = 300.0
"""Seconds between two looks."""
BEGINS = 12 * HOUR
"""When a day begins, in UTC: servers have no time zone."""
PATIENCE = 7
"""So many positions in a row that nobody tries are posted."""
FIRST_PAUSE, GROWTH, LONGEST_PAUSE = 60.0, 4, 6 * HOUR
"""Seconds until something that Discord refuses is tried again, how much longer each further pause is, and at most."""


def today(now: float) -> int:
    """The number of the day that began last, counted from 1970."""
    return int((now - BEGINS) // DAY)


class DailyPractice(Looking):
    """The background task of all positions of the day."""

    def __init__(self, bot: Referee) -> None:
        super().__init__(PERIOD, log, "positions of the day are late")
        self._bot = bot
        self._rows = bot.store.daily_practice
        self._pauses: dict[int, tuple[int, float]] = {}

    async def settle(self) -> None:
        """Tells the answers that are due, then posts the positions of today."""
        if not self._bot.reach.knows:
            return
        day = today(self._bot.store.now())
        for earlier in await self._rows.unanswered(day):
            if self._may(earlier.guild, earlier.channel):
                await self._guarded(earlier.guild, self._answer(earlier))
        for room in await self._rows.wanting(day):
            if self._may(room.guild, room.channel):
                await self._guarded(room.guild, self._post(room, day))

    def _may(self, guild: int, channel: int) -> bool:
        """Whether something may be sent in a channel now."""
        paused = self._bot.store.now() < self._pauses.get(guild, (0, 0.0))[1]
        return not paused and self._bot.sharing.holds(guild) and self._bot.reach.why(Place(0, guild, channel, 0, 0.0, None)) is None

    async def _guarded(self, guild: int, step: Any) -> None:
        """Does a step for a server; what Discord refuses is tried again later, and what fails holds up no other server."""
        try:
            await step
            self._pauses.pop(guild, None)
        except Trouble as trouble:
            tries = self._pauses.get(guild, (0, 0.0))[0]
            pause = max(trouble.wait, min(FIRST_PAUSE * GROWTH**tries, LONGEST_PAUSE))
            self._pauses[guild] = tries + 1, self._bot.store.now() + pause
            log.info("server %d: the position of the day waits (%s)", guild, trouble)
        except Exception:
            self._pauses[guild] = 0, self._bot.store.now() + LONGEST_PAUSE
            log.exception("server %d: the position of the day has failed", guild)

    # Posting

    async def _post(self, room: PracticeRoom, number: int) -> None:
        """Posts what a server gets today. Raises Trouble."""
        days = await self._rows.days(room.guild)
        if days and days[0].day == number:  # Taken on, by us or by a process that ended before it knew its message.
            return await self._send(days[0], fresh=False)
        allowed = (await self._bot.room(room.guild, room.channel)).games or games()
        chosen = ("", 0) if _unwanted(room, days) else _chosen(room, days, number, allowed)
        if chosen is None:
            return
        day = PracticeDay(room.guild, number, room.channel, *chosen, self._bot.store.now())
        if await self._rows.claim(day):
            await self._send(day, fresh=True)

    async def _send(self, day: PracticeDay, fresh: bool) -> None:
        """Sends the message of a day, unless it is there already. Raises Trouble."""
        look, say = await self._look(day)
        if not day.game:
            message = daily_end(say)
        elif day.puzzle in puzzles(day.game):
            message = await daily_message(day.game, day.puzzle, day.day, look, say)
        else:  # The rules have changed since.
            return await self._rows.closed(day)
        try:
            sent = None if fresh else await self._sent(day, message["content"])
            if sent is None:
                sent = await self._bot.port.send(day.channel, message, f"p{day.guild}{day.day}"[-25:])
        except Trouble as trouble:
            if trouble.kind != GONE and (day.game or trouble.kind != REFUSED):
                raise
            log.info("server %d: no more positions of the day (%s)", day.guild, trouble)
            await self._rows.end(day.guild, day.channel)
            return await self._rows.closed(day)
        await self._rows.posted(day, sent)
        if not day.game:
            await self._rows.end(day.guild, day.channel)
            await self._rows.closed(day)

    async def _sent(self, day: PracticeDay, words: str) -> int | None:
        """The message of a day that an earlier try may have posted; None if there is none. Raises Trouble where that cannot be read."""
        me = self._bot.user.id if self._bot.user else 0
        try:
            return await own_message(self._bot.get_partial_messageable(day.channel), me, day.claimed, {words})
        except discord.Forbidden:
            return None  # It can't be read whether it is there. It mostly isn't: few processes die between two lines.
        except Exception as error:
            if (trouble := trouble_of(error)) is None:
                raise
            raise trouble from error

    # Answering

    async def _answer(self, day: PracticeDay) -> None:
        """Adds the answer to the message of a day. Raises Trouble."""
        assert day.message is not None
        try:
            if day.game and day.puzzle in puzzles(day.game):
                look, say = await self._look(day)
                await self._bot.port.edit(day.channel, day.message, daily_answer(day.game, day.puzzle, look, say))
            elif day.game:
                await self._bot.port.retire(day.channel, day.message)
        except Trouble as trouble:
            if trouble.kind != GONE and today(self._bot.store.now()) - day.day <= PATIENCE:
                raise
            log.info("server %d: an answer is not told (%s)", day.guild, trouble)
        await self._rows.closed(day)

    async def _look(self, day: PracticeDay) -> tuple[Look, Texts]:
        """How a channel's messages show a game, and the texts in its language."""
        room, guild = await self._bot.room(day.guild, day.channel), self._bot.get_guild(day.guild)
        language = room.language or language_of(str(guild.preferred_locale) if guild is not None else "")
        say = texts(language, day.game or None)
        return Look(known_theme(room.theme), say, plain([say("practice.player"), say("learn.computer")])), say


def _unwanted(room: PracticeRoom, days: Sequence[PracticeDay]) -> bool:
    """Whether nobody has tried the latest positions, since they were wanted."""
    latest = [day for day in days if day.claimed >= room.since and day.game][:PATIENCE]
    return len(latest) == PATIENCE and not any(day.pressed for day in latest)


def _chosen(room: PracticeRoom, days: Sequence[PracticeDay], number: int, allowed: Collection[str]) -> tuple[str, int] | None:
    """The game and number of a position that a server has not had, or not for longest; None if there is none. What is of any game is of those that
    are `allowed` in the channel."""
    had = {(day.game, day.puzzle): day.day for day in reversed(days)}
    wanted = allowed if room.game == ANY else (room.game,)
    every = [(game, puzzle) for game in offered() if game in wanted for puzzle in puzzles(game)]
    fresh = [which for which in every if which not in had]
    return Chance.of(room.guild, number).choice(fresh) if fresh else min(every, key=lambda which: had[which], default=None)
