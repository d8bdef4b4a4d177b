"""Sends what is owed. A message leaves the database when Discord has taken it, not before; what fails stays owed and is tried again."""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING, Any

import discord

from cogs.playing.marks import digest
from cogs.playing.table import Table
from cogs.playing.tables import NoTable, Tables
from cogs.showing.board import board_message, lobby_buttons, lobby_text
from cogs.showing.drawing import events_of
from data.language import texts
from data.store import EVERYWHERE, HELD, OPEN, GameRow, Owed
from rules.competition.ratings import Rating
from rules.parts.chance import seed_hash

if TYPE_CHECKING:
    from cogs.running.bot import Referee

log = logging.getLogger("referee.outbox")
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0
ENDS = ("over", "table.agreed", "table.ruled", "table.abandoned")
"""Kinds of events that close a game."""
SWEEP = 60.0
"""Seconds between looks for messages that were owed and that nobody is sending."""


class Outbox:
    """One worker a table that owes something; tables do not wait for each other."""

    def __init__(self, bot: Referee, tables: Tables) -> None:
        self._bot = bot
        self._tables = tables
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        self._retries: dict[int, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.pause = FIRST_PAUSE

    async def send_all(self) -> None:
        """Sends everything owed, as after a start, and looks again from time to time."""
        for game in await self._bot.store.owing():
            await self.send(game)
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for game in await self._bot.store.owing():
                await self.send(game)

    async def send(self, game: int) -> None:
        """Sends what a table owes. Never raises; what fails is tried again later."""
        lock = self._locks.setdefault(game, asyncio.Lock())
        try:
            async with lock:
                while await self._send_once(game):
                    pass
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("table %d: Discord will not take its message (%s); it stays owed until the table moves or rights change", game, error)
            if isinstance(error, discord.NotFound):
                self._bot.dispatch("table_unreachable", game)
        except (TimeoutError, discord.HTTPException, OSError) as error:
            log.warning("table %d: sending failed (%s), trying again", game, error)
            self._retry(game)
        except Exception:
            log.exception("table %d: its message could not be made", game)

    def _retry(self, game: int) -> None:
        if game in self._retries and not self._retries[game].done():
            return

        async def later() -> None:
            pause = self.pause
            while await self._bot.store.owed(game):
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                self._retries.pop(game, None)
                await self.send(game)
                if game in self._retries:
                    return

        self._retries[game] = asyncio.get_running_loop().create_task(later())

    async def close(self) -> None:
        for task in (*self._retries.values(), self._sweeper):
            if task is not None:
                task.cancel()

    async def _send_once(self, game: int) -> bool:
        owed = await self._bot.store.owed(game)
        if not owed:
            return False
        row = await self._bot.store.game(game)
        if row is None:
            return False
        if row.status == OPEN:
            await self._send_lobby(row, owed)
        else:
            await self._send_board(row, owed)
        return True

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel)

    async def _send_lobby(self, row: GameRow, owed: list[Owed]) -> None:
        game = row.id
        seats = await self._bot.store.seats(game)
        content, view = lobby_text(row, seats), lobby_buttons(row)
        ids = [o.id for o in owed]
        if row.message:
            try:
                await self._channel(row.channel).get_partial_message(row.message).edit(content=content, view=view)
                await self._bot.store.sent(game, ids, None)
                return
            except discord.NotFound:
                log.info("table %d: its lobby message is gone; a new one follows", game)
        sent = await self._channel(row.channel).send(content, view=view, nonce=self._nonce(game, owed))
        await self._bot.store.sent(game, ids, sent.id)

    async def _send_board(self, row: GameRow, owed: list[Owed]) -> None:
        """One message for all that happened."""
        game, boards = row.id, [o for o in owed if o.kind in ("board", HELD)]
        try:
            table = await self._tables.get(game)
        except NoTable:
            return
        async with table.lock:
            events = [e for o in boards for e in events_of(o.payload)]
            by = boards[-1].payload.get("by") if boards else None
            asked = [p for seat in table.acting if (p := table.seats[seat].player)]
            pings = {player: await self._may_ping(table, player) for player in asked}
            extra = [*self._published(table, boards, row.seed), *(await self._rated(row) if table.over and row.rated else [])]
            message = await board_message(table, events, by, extra, pings)
        sent = await self._channel(row.channel).send(**message, nonce=self._nonce(game, owed))
        await self._bot.store.sent(game, [o.id for o in owed], sent.id)
        if row.message and row.message != sent.id:
            await self._retire(row.channel, row.message)
        if table.over:
            self._bot.dispatch("table_over", game)

    async def _may_ping(self, table: Table, player: int) -> bool:
        """Whether a player is called; at a table with a clock not while they rest, since they are reminded afterwards."""
        if table.game.clock is not None and (await self._bot.clockwork.clocks.hours(player)).resting(self._bot.store.now()):
            return False
        return await self._bot.wants_pings(table.game, player)

    def _published(self, table: Any, boards: list[Owed], seed: int | None) -> list[str]:
        """The hash of the seed when a game starts, and the seed itself when it is over."""
        say = texts(table.game.language, table.rules.key)
        lines = [say("board.seed_hash", hash=o.payload["seed_sha256"]) for o in boards if "seed_sha256" in o.payload]
        if table.over and seed is not None and any(kind in ENDS for o in boards for kind, _, _ in o.payload.get("events", [])):
            lines.append(say("board.seed", seed=f"{seed:064x}", hash=seed_hash(seed)))
        return lines

    async def _rated(self, row: GameRow) -> list[str]:
        """How a rated game has changed the ratings of its players, in this server; nothing where it was not rated in the end."""
        say = texts(row.language)
        parts = []
        for seat in await self._bot.store.seats(row.id):
            curve = await self._bot.store.rating_curve(seat.player or 0, row.game, row.guild or EVERYWHERE)
            if row.id in curve:
                at, ratings = list(curve).index(row.id), list(curve.values())
                after = ratings[at]
                gain = after.shown - (ratings[at - 1] if at else Rating()).shown
                parts.append(f"{seat.name} {after.shown} ({f'{gain:+d}'.replace('-', '−')})")
        return [say("board.ratings", ratings=", ".join(parts))] if parts else []

    async def _retire(self, channel: int, message: int) -> None:
        """Takes the buttons off an earlier board message; nothing is lost if it is gone."""
        try:
            await self._channel(channel).get_partial_message(message).edit(view=None)
        except discord.HTTPException as error:
            log.info("an old board message keeps its buttons: %s", error)

    def _nonce(self, game: int, owed: list[Owed]) -> str:
        """The same for the same owed messages: Discord then does not post them a second time when we were killed after sending.

        Everybody may see it, so it does not tell how many they are: some may be hidden.
        """
        return digest(self._bot.store.key, "owed", game, owed[0].id, owed[-1].id)[:25]
