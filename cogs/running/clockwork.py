"""The clocks of all tables: one task that sleeps until the next thing is to be done, reminds people and ends their time.

Check-ins and starts of tournaments ring here as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import discord

from cogs.playing.table import Table
from cogs.playing.tables import NoTable
from cogs.showing.buttons import Press, panel
from cogs.showing.clockface import left_words, read_clock
from data.clocks import Clocks
from data.language import texts
from rules.competition.clock import HOUR, Clock
from rules.game import Seat

if TYPE_CHECKING:
    from cogs.running.bot import Referee

log = logging.getLogger("referee.clock")
BEAT = 30.0
"""Seconds between two notes that the bot is alive; the time after the last one is not charged to anybody when it was not."""
BLINK = 60.0
"""Seconds for which Discord may be out of reach without anybody noticing."""
ALIVE = "alive"
SNOOZE = 3 * HOUR
AFTER_A_FAULT = 300.0
"""Seconds until a dial is tried again about which something went wrong."""


class Clockwork:
    """Rings when it is time."""

    def __init__(self, bot: Referee) -> None:
        self._bot = bot
        self.clocks = Clocks(bot.store)
        self._task: asyncio.Task[None] | None = None
        self._faulty: dict[tuple[int, Seat], float] = {}
        self._noted = 0.0
        self._closed = False
        self._lost: float | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Credits everybody with the time in which the bot was not there, and goes on."""
        if self._task is not None or self._closed:
            return
        alive = await self._bot.store.fact(ALIVE)
        if alive is not None:
            await self._credit(float(alive))
        if self._closed:
            return
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _credit(self, since: float) -> None:
        for game in await self.clocks.running():
            await (await self._bot.tables.get(game)).credit(since)

    def lost(self) -> None:
        """Discord cannot be reached: clocks stand still if that lasts."""
        self._lost = self._lost or self._bot.store.now()

    async def found(self) -> None:
        """Discord is back; if it was away for long, that is charged to nobody."""
        since, self._lost = self._lost, None
        if since is not None and self._bot.store.now() - since > BLINK:
            await self._credit(since)

    async def close(self) -> None:
        self._closed = True
        if self._task is not None:
            tasks, self._task = (self._task, *self._sending), None
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._note_alive()

    async def _note_alive(self) -> None:
        self._noted = self._bot.store.now()
        await self._bot.store.set_fact(ALIVE, repr(self._noted))

    async def _run(self) -> None:
        while True:
            self._bot.store.rung.clear()
            try:
                await self.tick()
                pause = await self._pause()
            except Exception:
                log.exception("the clockwork stumbled")
                pause = BEAT
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._bot.store.rung.wait(), pause)

    async def _pause(self) -> float | None:
        """How long nothing is to be done; None where no dial runs at all."""
        dials, starts = await self.clocks.next(), await self._bot.hall.steward.contests.next_alarm()
        if dials is not None and abs(self._bot.store.now() - self._noted) >= BEAT:
            await self._note_alive()
        dues = [due for due in (dials, starts) if due is not None]
        if not dues:
            return None
        due = min(dues)
        return min(max(due - self._bot.store.now(), 1 if self._faulty or self._lost else 0.01), BEAT)

    async def tick(self) -> None:
        """Does what is due."""
        now = self._bot.store.now()
        if self._lost is not None and now - self._lost > BLINK:
            return
        self._faulty = {which: until for which, until in self._faulty.items() if until > now}
        for game, seat in await self.clocks.ringing(now):
            if (game, seat) in self._faulty:
                continue
            try:
                await self._ring(game, seat, now)
            except Exception:
                log.exception("table %d: the clock of seat %d could not be looked after", game, seat)
                self._faulty[game, seat] = now + AFTER_A_FAULT
        for contest in await self._bot.hall.steward.contests.alarmed(now):
            await self._bot.hall.ring(contest)

    async def _ring(self, game: int, seat: Seat, now: float) -> None:
        try:
            table = await self._bot.tables.get(game)
        except NoTable:
            return
        if await table.lapse(seat):
            self._send(self._bot.outbox.send(game))
        elif await table.reminded(seat, now):
            self._send(self._remind(table, seat))
        else:
            self._faulty[game, seat] = now + AFTER_A_FAULT

    def _send(self, message: Coroutine[Any, Any, None]) -> None:
        """Sends beside the clocks, which do not wait for Discord."""
        task = asyncio.get_running_loop().create_task(message)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def meant(self, player: int, text: str, time_over: str | None, strict: bool, friendly: bool) -> Clock | None:
        """The clock that somebody has typed, dates in their own time zone. Raises Unfit."""
        return read_clock(text, time_over, strict, (await self.clocks.hours(player)).zone, self._bot.store.now(), friendly)

    async def snooze(self, table: Table, seat: Seat) -> float | None:
        """Reminds a seat later; gives the moment, None where its time is over before."""
        at = self._bot.store.now() + SNOOZE
        return at if await table.remind_at(seat, at) else None

    async def _remind(self, table: Table, seat: Seat) -> None:
        """One message with a ping, unless its person wants none."""
        player = table.seats[seat].player
        if player is None or not await self._bot.wants_pings(table.game, player):
            return
        say = texts(table.game.language, table.rules.key)
        kind = dict(table.view(None).asked).get(seat)
        if kind is None:
            return
        left = left_words(table, seat, await self.clocks.hours(player), self._bot.store.now(), say)
        words = say("clock.reminder", name=f"<@{player}>", what=say(f"asked.{kind}"), left=left)
        buttons = panel(
            [
                Press("move", str(table.id), say("button.move"), discord.ButtonStyle.primary),
                Press("snooze", f"{table.id}:{seat}", say("button.snooze", n=round(SNOOZE / HOUR))),
            ]
        )
        mentions = discord.AllowedMentions(users=[discord.Object(player)], everyone=False, roles=False)
        try:
            await self._bot.get_partial_messageable(table.game.channel).send(words, view=buttons, allowed_mentions=mentions)
        except discord.HTTPException as failed:
            log.warning("table %d: a reminder cannot be sent (%s)", table.id, failed)
