"""Sends direct messages to people who want them: it is their turn, or news of a game that they follow.

The text is made when the message goes out, so that it is up to date. It says no more than the board in its channel, and to followers only what
they could see there now.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from cogs.messages.table.direct_messages import turn_message
from cogs.messages.table.follows import followed_message, over_message
from cogs.play.button_marks import nonce
from cogs.play.clocks.table_clocks import AGAIN
from cogs.play.notification_rules import Call, Way, told_from
from cogs.play.notifications import Calling, Notifications
from cogs.play.outbox_worker import LOST, REFUSED, Trouble, Worker, outlived
from cogs.play.port import Port
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tables import Tables
from data.language import texts
from data.store.changes import CALL, Debt

log = logging.getLogger("referee.caller")


class DirectMessages:
    """Sends direct messages: those to one person about one table in order, all others concurrently."""

    def __init__(self, tables: Tables, port: Port, worker: Worker, notifications: Notifications) -> None:
        self._store = tables.store
        self._notifications = notifications
        self._tables = tables
        self._port = port
        worker.teach("call {player}", self._call, CALL)

    async def _call(self, debts: Sequence[Debt]) -> None:
        """Sends a person the state of a table, if they still want it. Raises Trouble."""
        player = debts[0].payload["player"]
        try:
            table = await self._tables.get(debts[0].subject.id)
        except (NoTable, Stranded):
            return await self._store.outbox.done(debts)
        begun = [debt for debt in debts if debt.begun is not None]
        if not begun and (until := await self._quiet_until(table, player)) > self._store.now():
            return await self._store.outbox.put_off(debts, until)
        message = await self._message(table, player)
        if message is not None:
            if not begun:
                await self._store.outbox.begin(debts)
            if not await self._whispered(player, message, begun or debts, bool(begun)):
                return await self._store.direct_messages.refused(player, debts)
            if begun and len(begun) < len(debts):  # What has come since it was first tried, perhaps the end, is told by another one.
                return await self._store.outbox.done(begun)
        if table.over:
            await self._store.follows.unfollow(table.id, player, debts)
        else:
            await self._store.outbox.done(debts)

    async def greet(self, player: int, words: Mapping[str, Any], nonce: str) -> bool:
        """Writes to a person who has just switched direct messages on; False if they accept none. Ignores other failures, which may be over by the
        next message."""
        try:
            return await self._port.whisper(player, words, nonce)
        except Trouble as trouble:
            log.info("a player could not be greeted (%s)", trouble)
            return True

    async def _quiet_until(self, table: Table, player: int) -> float:
        """The moment from which a person neither rests nor has just acted at a table, and can act there."""
        if table.clocks.unreachable:
            return self._store.now() + AGAIN
        acted = await self._store.tables.last_by(table.id, table.seats_of(player))
        return told_from(self._store.now(), acted, (await self._store.personal_settings.hours(player)).rests)

    async def _message(self, table: Table, player: int) -> dict[str, Any] | None:
        """The message for a person; None if there is nothing to tell any more. Raises Trouble."""
        seats = table.seats_of(player)
        language = (await self._store.personal_settings.settings(player)).language or table.row.language
        say, since = texts(language, table.rules.key), await self._store.tables.since(table.row)
        if seats and not table.over and table.plays(player):
            asked = [seat for seat in table.view(None).to_act if seat in seats and seat in table.awaited]
            answers = await self._notifications.answers(Calling(Call.OWN_TURN, table.row), [player])
            wanted = asked and not table.row.paused and answers.ways[player] is not Way.SILENT
            return turn_message(table, asked[0], say, since) if wanted else None
        turns = await self._store.follows.follows(table.id, player)
        if turns is None or not (turns or table.over) or not await self._port.sees(table.row.channel, player):
            return None
        if await self._notifications.follows(player, [s.player for s in table.seats if s.player is not None]) is Way.SILENT:
            return None
        return over_message(table, say) if table.over else followed_message(table, say, since)

    async def _whispered(self, player: int, message: dict[str, Any], debts: Sequence[Debt], again: bool) -> bool:
        """Sends a message, perhaps `again`; returns whether that is settled: accepted, or refused for so long that it is given up. Raises Trouble;
        a first try that has certainly failed counts as none."""
        try:
            return await self._port.whisper(player, message, nonce(self._store.key, debts[0]))
        except Trouble as trouble:
            if trouble.kind == REFUSED and outlived(debts[0], self._store.now()):
                log.info("a player is not told any more (%s)", trouble)
                return True
            if not again and trouble.kind != LOST:
                await self._store.outbox.unbegun(debts)
            raise
