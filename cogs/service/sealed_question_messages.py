"""Outbox steps for private messages to players: questions that nobody else sees, and lost plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.messages.table.notices import asked_message, lost_message, reminder_message
from cogs.play.button_marks import nonce
from cogs.play.clocks.table_clocks import AGAIN
from cogs.play.notification_rules import Call, Pinged
from cogs.play.notifications import Calling, Notifications
from cogs.play.outbox_worker import Worker
from cogs.play.port import Port
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tables import Tables
from data.store.changes import LAPSED, REMINDED, WHISPER, Debt
from rules.parts.ahead import kept


class PrivateMessages:
    """The outbox steps for a table's messages to the player of one seat."""

    def __init__(self, tables: Tables, port: Port, worker: Worker, notifications: Notifications) -> None:
        self._store = tables.store
        self._tables = tables
        self._port = port
        self._notifications = notifications
        worker.teach("whispers {seat}", self._whisper, WHISPER)

    async def _whisper(self, debts: Sequence[Debt]) -> None:
        """Sends the first of the private messages."""
        debt = debts[0]
        try:
            table = await self._tables.get(debt.subject.id)
        except (NoTable, Stranded):
            return await self._store.outbox.done(debts)
        if table.clocks.unreachable:
            return await self._store.outbox.put_off(debts, self._store.now() + AGAIN)
        lapsed = debt.payload["why"] == LAPSED
        player = self._whom(table, debt, lapsed)
        by = None if (seat := debt.payload.get("by")) is None else table.seats[seat].player
        call = Call.LOST if lapsed else Call.ASKED if by is None else Call.NUDGED
        answers = await self._notifications.answers(Calling(call, table.row, by or 0), [player] if player is not None else [])
        for resting in answers.later:
            return await self._store.outbox.put_off(debts, await self._notifications.awake(resting))
        for called in answers.pinged:
            words = await (self._lost(table, debt) if lapsed else self._asked(table, debt, answers.pinged, by))
            await self._port.whisper(called, words, nonce(self._store.key, debt))
        await self._store.outbox.done(debts[:1])

    @staticmethod
    def _whom(table: Table, debt: Debt, lapsed: bool) -> int | None:
        """The player to write to: of a seat for which the game still waits, or (`lapsed`) whose plan is still lost; None if that is over."""
        seat = debt.payload["seat"]
        if lapsed:
            still = not table.over and kept(table.rules, table.state, seat).lost == debt.payload["lost"]
        else:
            still = seat in table.awaited
        return table.seats[seat].player if still else None

    async def _asked(self, table: Table, debt: Debt, pinged: Pinged, by: int | None) -> dict[str, Any]:
        """The message that a player is asked, or a reminder of it."""
        seat, why, now = debt.payload["seat"], debt.payload["why"], self._store.now()
        hours = await self._store.personal_settings.hours(table.seats[seat].player or 0)
        if why == REMINDED and table.row.clock is not None:
            return reminder_message(table, seat, hours, now, pinged)
        return asked_message(table, seat, hours, now, why, by)

    @staticmethod
    async def _lost(table: Table, debt: Debt) -> dict[str, Any]:
        """The message that a part of a player's plans is lost."""
        return lost_message(table, debt.payload["lost"], debt.payload["id"])
