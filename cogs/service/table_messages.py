"""Outbox steps for the messages of tables: boards, lobbies, moderators' acts, questions and reminders.

A row is deleted when Discord has accepted its message, not before.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from cogs.messages.drawing import covered, events_of
from cogs.messages.table.after_restore import put_back_words
from cogs.messages.table.board import Stage, board_message
from cogs.messages.table.characters import greetings
from cogs.messages.table.ending import ending, rating_line
from cogs.messages.table.intro import intro
from cogs.messages.table.lobby import closed_message, closed_words, lobby_message
from cogs.messages.table.notices import fault_message, said_message
from cogs.messages.table.seed import hash_line, revealed_line
from cogs.messages.table.terms import terms
from cogs.play.button_marks import nonce
from cogs.play.clocks.table_clocks import DELETED, LOCKED, UNTOLD
from cogs.play.history.record import moves_of
from cogs.play.notification_rules import LULL, Call, Pinged
from cogs.play.notifications import Calling, Notifications
from cogs.play.open_tables import ANSWER_WITHIN, LEFT, asked
from cogs.play.outbox_worker import GONE, LOST, REFUSED, STRANDED, Trouble, Worker, outlived
from cogs.play.port import Port
from cogs.play.table import Table
from cogs.play.table_actions import PATIENCE
from cogs.play.table_queries import NoTable, Stale, Stranded
from cogs.play.tables import Tables
from cogs.service import match_threads
from cogs.service.automatic_moves import AutomaticMoves
from cogs.service.sealed_question_messages import PrivateMessages
from cogs.service.table_notifications import TableNotifications, last_to_act
from data.language import Texts, texts
from data.similar_names import told_apart
from data.store.changes import (
    ASKS,
    BOARD,
    BUTTONS,
    CLOSED,
    FAULT,
    HELD,
    LOBBY,
    MOTION,
    NEXT,
    NUDGE,
    PROPOSED,
    PUT_BACK,
    REMINDER,
    REOPEN,
    SAID,
    STARTED,
    TABLE,
    UNANSWERED,
    VANISHED,
    Calls,
    Debt,
    Message,
    Raced,
    Subject,
)
from data.store.rows import EVERYWHERE, LIVE, OPEN, OVER, TableRow
from rules.competition.ratings import Rating
from rules.randomness import seed_hash

log = logging.getLogger("referee.outbox")
ENDS = ("over", "table.agreed", "table.ruled", "table.abandoned")
"""Kinds of events that close a game."""
DEALT = "seed_sha256"
"""What the first board of a game says: the hash of its seed."""
ANEW = "anew"
"""What a board says that is the first one in a new place of its game."""
NONCE_LIVES = 300.0
"""Seconds for which Discord knows a message by its nonce, about. After that it is posted once more."""


class TableMessages:
    """The outbox steps for public messages of tables."""

    def __init__(self, tables: Tables, port: Port, worker: Worker, notifications: Notifications) -> None:
        self._store = tables.store
        self._tables = tables
        self._port = port
        self._notifications = notifications
        self._ringing = TableNotifications(tables, port, worker, notifications)
        PrivateMessages(tables, port, worker, notifications)
        AutomaticMoves(tables, worker)
        worker.teach("messages", self._message, BOARD, HELD, LOBBY, SAID, PROPOSED, REMINDER, NUDGE, FAULT, NEXT, CLOSED, VANISHED, MOTION)
        worker.teach("challenge", self._unanswered, UNANSWERED)
        worker.teach("buttons", self._retire, BUTTONS)
        worker.teach("lobby", self._started, STARTED)
        worker.teach("thread", self._reopen, REOPEN)

    async def _message(self, debts: Sequence[Debt]) -> None:
        """Sends the first of a table's messages. Raises Trouble."""
        first = next(debt for debt in debts if debt.kind != HELD)
        row = await self._store.tables.get(first.subject.id)
        if row is None:
            return
        if first.kind == CLOSED:
            return await self._close(row, first)
        if first.kind == SAID and row.status == OPEN:
            return await self._send(row, first, said_message(first.payload, texts(row.language, row.game)))
        if row.unreadable:
            return await self._without_position(row, debts, Stranded(row, await self._store.tables.seats(row.id)))
        if first.kind == NEXT:
            await self._send(row, first, await match_threads.how_it_stands(self._store, row.id))
            return await match_threads.go_on(self._store, row.id)
        if first.kind == LOBBY or row.status == OPEN:
            return await self._lobby(row, [debt for debt in debts if debt.kind == first.kind])
        try:
            if first.kind == BOARD:
                opens = DEALT in first.payload and first.begun is None
                if not (opens and await match_threads.wait(self._store, row.id, debts)):
                    await self._board(row)
                return
            return await self._other(await self._tables.get(row.id), first)
        except Stranded as stranded:
            return await self._without_position(row, debts, stranded)

    async def _send(self, row: TableRow, debt: Debt, message: dict[str, Any] | None) -> None:
        if message is not None:
            await self._port.send(row.channel, message, nonce(self._store.key, debt))
        await self._store.outbox.done([debt])

    async def _without_position(self, row: TableRow, debts: Sequence[Debt], stranded: Stranded) -> None:
        """Sends what needs no position of a table that can't be read: words. Other rows wait; once the game is over, they are deleted."""
        said = next((debt for debt in debts if debt.kind == SAID), None)
        if said is not None:
            await self._send(row, said, said_message(said.payload, texts(row.language, row.game)))
        elif row.status == OVER:
            await self._store.outbox.done([debt for debt in debts if debt.kind != NEXT])
        else:
            raise Trouble(STRANDED, stranded)

    # The lobby

    async def _lobby(self, row: TableRow, debts: Sequence[Debt]) -> None:
        """Updates the lobby's message; posts a new one if it is gone, or if people are asked. After the game has begun there is no lobby, and its
        message has to say so.

        A message that may exist, though its id is unknown, is sent again even then: the same nonce returns its id, and after the first board it
        says so, too.
        """
        if row.status == OPEN:
            seats, told = await self._store.tables.seats(row.id), [debt for debt in debts if PUT_BACK in debt.payload]
            calling, named = Calling(Call.CHALLENGE, row, row.host), [s.player or 0 for s in asked(seats)]
            now, until = (await self._notifications.answers(calling, named, changed=True)).pinged, await self._answered_until(row)
            anew = told or any(ASKS in debt.payload for debt in debts)
            if anew or row.message is None or not await self._changed(row, lobby_message(row, seats, now, until)):
                now = (await self._notifications.answers(calling, named)).pinged
                message = lobby_message(row, seats, now, until)
                if told:
                    message |= {"content": f"{put_back_words(told[0].payload[PUT_BACK], texts(row.language, row.game))}\n{message['content']}"}
                await self._lobby_sent(row, debts, await covered(message, row.game, row.theme, row.language))
                return await self._notifications.note_pings(calling, now)
        elif row.message is None and any(_known(debt, self._store.now()) for debt in debts):
            return await self._lobby_sent(row, debts, await self._as_started(row))
        elif row.message is not None:  # Until the first board, which is owed later and waits for nothing, the lobby is the table's message.
            await self._store.outbox.owe(debts[0].subject, Message(STARTED, {"channel": row.channel, "message": row.message}))
        await self._store.outbox.done(debts)

    async def _answered_until(self, row: TableRow) -> float:
        """The moment until which those answer who are named at an open table."""
        owed = await self._store.outbox.of(Subject(TABLE, row.id))
        return max((debt.next for debt in owed if debt.kind == UNANSWERED), default=row.created + ANSWER_WITHIN)

    async def _as_started(self, row: TableRow) -> dict[str, Any]:
        return lobby_message(row, await self._store.tables.seats(row.id)) | {"view": None}

    async def _started(self, debts: Sequence[Debt]) -> None:
        """Edits the lobby: its game has begun, no buttons. Raises Trouble; if that keeps failing, it is given up."""
        debt = debts[0]
        row = await self._store.tables.get(debt.subject.id)
        if row is not None and not row.unreadable:
            try:
                await self._port.edit(debt.payload["channel"], debt.payload["message"], await self._as_started(row) | {"attachments": []})
            except Trouble as trouble:
                if trouble.kind != GONE and not outlived(debt, self._store.now()):
                    raise
                log.info("table %d: its lobby stays as it is (%s)", row.id, trouble)
        await self._store.outbox.done([same for same in debts if same.payload == debt.payload])

    async def _close(self, row: TableRow, debt: Debt) -> None:
        """Tells that a table was closed before its game began, in its message and, if anybody may have missed it, in a new one that pings its
        host. Raises Trouble."""
        say = texts(row.language, row.game)
        host = (await self._notifications.answers(Calling(Call.CLOSED, row), [row.host])).pinged
        words, left = {"content": closed_words(debt.payload, say)}, debt.payload["why"] == LEFT
        try:
            changed = row.message is None or await self._changed(row, words | {"view": None, "attachments": []})
            if not left or not changed:
                await self._port.send(row.channel, words if left else closed_message(debt.payload, host, say), nonce(self._store.key, debt))
        except Trouble as trouble:
            if trouble.kind not in (GONE, REFUSED):
                raise
            log.info("table %d: nobody can be told that it is closed (%s)", row.id, trouble)
        with contextlib.suppress(Raced):
            await self._store.tables.close(row)

    async def _unanswered(self, debts: Sequence[Debt]) -> None:
        """Ends the time in which people named at an open table had to answer."""
        with contextlib.suppress(NoTable):
            try:
                await self._tables.unanswered(debts[0].subject.id)
            except Stranded as stranded:
                raise Trouble(STRANDED, stranded) from None
        await self._store.outbox.done(debts[:1])

    async def _lobby_sent(self, row: TableRow, debts: Sequence[Debt], message: Mapping[str, Any]) -> None:
        before = [debt for debt in debts if debt.begun is not None]
        if not before:
            await self._store.outbox.begin(debts)
        sent = await self._sent(row.channel, message, before or debts, bool(before))
        # Where it was there before, it is as it was then: what has happened since is shown by the debts that are left.
        await self._store.outbox.done(before or debts, row.id, sent)

    async def _sent(self, channel: int, message: Mapping[str, Any], debts: Sequence[Debt], again: bool) -> int:
        """Sends a message, perhaps `again`; returns its id. Raises Trouble; a first try that has certainly failed counts as none."""
        try:
            return await self._port.send(channel, message, nonce(self._store.key, debts[0]))
        except Trouble as trouble:
            if not again and trouble.kind != LOST:
                await self._store.outbox.unbegun(debts)
            raise

    async def _changed(self, row: TableRow, message: Mapping[str, Any]) -> bool:
        """Edits a table's message; returns False if a new one has to be posted, since it is gone or can't be edited."""
        assert row.message is not None
        try:
            await self._port.edit(row.channel, row.message, message)
        except Trouble as trouble:
            if trouble.kind == LOST:
                raise
            log.info("table %d: its message is changed no more (%s); a new one follows", row.id, trouble)
            return False
        return True

    # The board

    async def _board(self, row: TableRow) -> None:
        """Posts one board for all rows of a parcel, after presses in progress, and after computers if they are quick."""
        table = await self._tables.get(row.id)
        await table.presses.over(PATIENCE)
        await table.computers_answer(PATIENCE)
        parcel = await self._store.outbox.seal(table.id)
        if not parcel.debts:  # Another process has sent it.
            return
        async with table.lock:
            table.shown(parcel.edition)
            calling, answers = await self._ringing.whom(table, parcel.debts)
            message, channel = await self._parcel(table, parcel.debts, answers.pinged), table.row.channel
        sent = await self._sent(channel, message, parcel.debts, parcel.again)
        await self._ringing.called(table, parcel.debts, calling, answers)
        before = STARTED if _opens(parcel.debts) else BUTTONS
        await self._store.outbox.done(parcel.debts, table.id, sent, calls_of(table, parcel.debts), before)
        if table.row.stands in (UNTOLD, DELETED):
            await table.clocks.run()

    async def _parcel(self, table: Table, parcel: Sequence[Debt], pinged: Pinged) -> dict[str, Any]:
        """The board of now, with all events of a parcel."""
        events = [event for debt in parcel for event in events_of(debt.payload)]
        extra = await self._published(table, parcel)
        if table.over and _ends(parcel):
            extra = [*ending(table, _voice(table)), *(await self._rated(table.row) if table.row.rated else []), *extra]
        stage = Stage(_opens(parcel), await self._store.tournaments.of_table(table.id) is not None)
        moving = (await self._notifications.room(table.row.guild, table.row.channel)).motion is not False
        return await board_message(table, events, extra, pinged, stage, moving)

    @staticmethod
    async def _published(table: Table, parcel: Sequence[Debt]) -> list[str]:
        """Lines on the game, the table's terms, what characters say and the seed's hash when a game starts, without their words when it moves; at the
        end the seed and the hash of its moves. Only their beginnings: *Seed* shows the whole."""
        say, seed = _voice(table), table.row.seed
        hashes = [debt.payload[DEALT] for debt in parcel if DEALT in debt.payload]
        if not hashes and seed is not None and not table.over and any(ANEW in debt.payload for debt in parcel):
            hashes = [seed_hash(seed)]
        said = greetings(table.seats, table.rules.key, say) if any(DEALT in debt.payload for debt in parcel) else []
        lines = [*intro(say), *terms(table.row, table.seats, say), *said, *(hash_line(known, say) for known in hashes)] if hashes else []
        if seed is not None and _ends(parcel) and (moves := await moves_of(table)) is not None:
            lines.append(revealed_line(seed, moves, say))
        return lines

    async def _rated(self, row: TableRow) -> list[str]:
        """Lines on how a rated game has changed its players' ratings in this server, or that it has not."""
        changes = []
        seats = await self._store.tables.seats(row.id)
        for seat, name in zip(seats, told_apart([s.name for s in seats]), strict=True):
            curve = await self._store.ratings.curve(seat.player or 0, row.game, row.guild or EVERYWHERE)
            if row.id in curve:
                at, ratings = list(curve).index(row.id), [rated.rating for rated in curve.values()]
                changes.append((name, (ratings[at - 1] if at else Rating()).shown, ratings[at].shown))
        return [rating_line(changes, texts(row.language))]

    async def _retire(self, debts: Sequence[Debt]) -> None:
        """Removes the buttons of an earlier message. If Discord refuses, little is lost, as they answer with the present question; so it is given
        up in the end. Moderators see the refusal till then. Raises Trouble."""
        payload = debts[0].payload
        try:
            await self._port.retire(payload["channel"], payload["message"])
        except Trouble as trouble:
            if trouble.kind != GONE and not outlived(debts[0], self._store.now()):
                raise
            log.info("an earlier message keeps its buttons: %s", trouble)
        await self._store.outbox.done(debts[:1])

    async def _reopen(self, debts: Sequence[Debt]) -> None:
        """Reopens the archived thread of a game, where buttons would do nothing for most people. Raises Trouble."""
        row = await self._store.tables.get(debts[0].subject.id)
        if row is not None and row.status != OVER:
            try:
                await self._port.reopen(row.channel)
            except Trouble as trouble:
                if trouble.kind == REFUSED:
                    await self._stand(row, LOCKED)
                raise
            await self._stand(row, None)
        await self._store.outbox.done(debts)

    async def _stand(self, row: TableRow, why: str | None) -> None:
        """Stops the clocks of a live table whose thread nobody can use (`why`), or starts them again (None)."""
        with contextlib.suppress(NoTable, Stranded, Stale):
            if row.status == LIVE and (why is not None or row.stands == LOCKED):
                table = await self._tables.get(row.id)
                await (table.clocks.run() if why is None else table.clocks.stand(why, self._store.now()))

    # Other messages

    async def _other(self, table: Table, debt: Debt) -> None:
        """Sends a message of another kind, unless it is outdated."""
        if debt.kind == SAID:
            await self._send(table.row, debt, said_message(debt.payload, _voice(table)))
        elif debt.kind == FAULT:
            match = await self._store.tournaments.of_table(table.id) is not None
            await self._send(table.row, debt, fault_message(table, debt.payload, match))
        elif debt.kind == PROPOSED:
            await self._ringing.propose(table, debt)
        elif debt.kind == VANISHED:
            await self._send(table.row, debt, await self._ringing.vanished(table, debt.payload))
        elif debt.kind == MOTION:
            await self._ringing.move(table, debt)
        else:
            await self._ringing.remind(table, debt)


def calls_of(table: Table, parcel: Sequence[Debt]) -> Calls:
    """The people to tell of a parcel by direct message: publicly asked, not asked before, and not the last to act."""
    by = last_to_act(table, parcel)
    asks = {seat for debt in parcel for seat in debt.payload.get("asks", ())} - {by}
    called = [player for seat in table.view(None).to_act if seat in asks and (player := table.seats[seat].player) is not None]
    return Calls(LULL, called, any(debt.payload.get("turn") for debt in parcel), table.over and _ends(parcel))


def _ends(parcel: Sequence[Debt]) -> bool:
    """Whether a parcel tells the end of a game."""
    return any(kind in ENDS for debt in parcel for kind, _, _ in debt.payload.get("events", []))


def _opens(parcel: Sequence[Debt]) -> bool:
    """Whether a parcel tells the beginning of a game, so that its board replaces the lobby."""
    return any(DEALT in debt.payload for debt in parcel)


def _known(debt: Debt, now: float) -> bool:
    """Whether Discord would still recognize a message by its nonce."""
    return debt.begun is not None and now - debt.begun < NONCE_LIVES


def _voice(table: Table) -> Texts:
    return texts(table.row.language, table.rules.key)
