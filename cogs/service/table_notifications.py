"""Messages of tables that ping people: boards, requests for consent, reminders, nudges, and pings put off by quiet hours.

Pings are decided when a message goes out, since people's settings may have changed since its row was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.messages.table.motions import motion_message
from cogs.messages.table.notices import nudge_message, proposal_message, reminder_message, waiting_for
from cogs.messages.table.silent_players import done_message, vanished_message
from cogs.play.button_marks import nonce
from cogs.play.motions import asked
from cogs.play.notification_rules import Call, Way
from cogs.play.notifications import Answers, Calling, Notifications
from cogs.play.nudges import reminds
from cogs.play.outbox_worker import Worker
from cogs.play.port import Port
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tables import Tables
from data.store.changes import AWAKE, NUDGE, REMINDER, Debt, Message
from data.store.motions import OBJECTED
from data.store.rows import GIVE_UP
from data.store.silent_players import OFFERED, TAKEN, WARNED
from rules.game import Seat

UNDONE = "table.undone"
"""The kind of event by which a board tells that something was taken back."""


class TableNotifications:
    """The outbox steps for messages that ping. The step that sends a row deletes it."""

    def __init__(self, tables: Tables, port: Port, worker: Worker, notifications: Notifications) -> None:
        self._store = tables.store
        self._tables = tables
        self._port = port
        self._notifications = notifications
        worker.teach("awake {seat}", self.awake, AWAKE)

    async def _send(self, table: Table, debt: Debt, message: Mapping[str, Any]) -> None:
        await self._port.send(table.row.channel, message, nonce(self._store.key, debt))
        await self._store.outbox.done([debt])

    async def whom(self, table: Table, parcel: Sequence[Debt]) -> tuple[Calling, Answers]:
        """How a parcel's board notifies the asked players: nobody who has just acted, and nobody twice for the same question."""
        by, players = last_to_act(table, parcel), {seat: table.seats[seat].player or 0 for seat in table.view(None).to_act}
        anew = {players[seat] for debt in parcel for seat in debt.payload.get("asks", ()) if seat in players}
        if _undoes(parcel):
            await self._notifications.undone(table.row, [s.player for s in table.seats if s.player is not None])
        calling = Calling(Call.TIMED if reminds(table.row) else Call.TURN, table.row, anew=frozenset(anew))
        return calling, await self._notifications.answers(calling, [player for seat, player in players.items() if seat != by])

    async def called(self, table: Table, parcel: Sequence[Debt], calling: Calling, answers: Answers) -> None:
        """Stores whom a board has pinged. Resting players are pinged after their rest, as no clock reminds them. Players who were only named count
        as pinged, so that undoing and acting again pings nobody more often."""
        anew = calling.anew - {*answers.later}
        await self._notifications.note_pings(calling, [player for player, how in answers.ways.items() if how is Way.MENTION or player in anew])
        for seat in table.view(None).to_act:
            if (player := table.seats[seat].player) in answers.later and player is not None:
                await self._store.outbox.owe(parcel[0].subject, Message(AWAKE, {"seat": seat}, await self._notifications.awake(player)))

    async def propose(self, table: Table, debt: Debt) -> None:
        """Asks those who have to agree to a proposal, while it is open. Computers call nobody by one: the board does."""
        proposal = table.proposal
        if proposal is None or proposal.mark != debt.payload["mark"]:
            return await self._store.outbox.done([debt])
        calling = Calling(Call.PROPOSAL, table.row, table.seats[proposal.seat].player or 0)
        waits = [] if proposal.kind == GIVE_UP else waiting_for(table, proposal)
        pinged = (await self._notifications.answers(calling, waits)).pinged
        await self._send(table, debt, await proposal_message(table, proposal, pinged))
        await self._notifications.note_pings(calling, pinged)

    async def move(self, table: Table, debt: Debt) -> None:
        """Puts the motion of a moderator who plays to the others, while it is open. People who have blocked them are pinged, too: silence counts
        as consent here."""
        motion = next((m for m in (await self._store.motions.of(table.id)).values() if m.mark == debt.payload["mark"]), None)
        if motion is None or motion.stage != debt.payload["stage"]:
            return await self._store.outbox.done([debt])
        calling = Calling(Call.MOTION, table.row, motion.by)
        waiting = [player for s in asked(table, motion) if s not in motion.agreed and (player := table.seats[s].player) is not None]
        pinged = (await self._notifications.answers(calling, waiting if motion.stage != OBJECTED else [])).pinged
        await self._send(table, debt, motion_message(table, motion, debt.payload, pinged))
        await self._notifications.note_pings(calling, pinged)

    async def remind(self, table: Table, debt: Debt) -> None:
        """Pings the player of a publicly asked seat: a reminder, a nudge, or what was put off by their rest."""
        seat, now = debt.payload["seat"], self._store.now()
        player, by = table.seats[seat].player or 0, debt.payload.get("by")
        direct_messages = 0 if by is None else table.seats[by].player or 0
        call = {REMINDER: Call.REMINDER, NUDGE: Call.NUDGE}.get(debt.kind, Call.TURN)
        calling = Calling(call, table.row, direct_messages)
        answers = await self._notifications.answers(calling, [player] if seat in table.view(None).to_act and not table.row.paused else [])
        for _ in answers.later:
            await self._store.outbox.owe(debt.subject, Message(AWAKE, {"seat": seat}, await self._notifications.awake(player)))
        if all(how not in (Way.MENTION, Way.NAME) or (how is Way.NAME and call is Call.TURN) for how in answers.ways.values()):
            return await self._store.outbox.done([debt])
        if debt.kind == REMINDER:
            hours = await self._store.personal_settings.hours(player)
            message = reminder_message(table, seat, hours, now, answers.pinged, "moderator" in debt.payload)
        else:
            message = nudge_message(table, seat, by, await self._store.tables.since(table.row), answers.pinged)
        await self._send(table, debt, message)
        await self._notifications.note_pings(calling, answers.pinged)

    async def awake(self, debts: Sequence[Debt]) -> None:
        """Pings a player who rested when they were asked, if they still are."""
        try:
            table = await self._tables.get(debts[0].subject.id)
        except (NoTable, Stranded):
            return await self._store.outbox.done(debts)
        await self.remind(table, debts[0])

    async def vanished(self, table: Table, payload: Mapping[str, Any]) -> dict[str, Any] | None:
        """The message about a silent player; None where the table no longer waits for them."""
        if payload["what"] not in (WARNED, OFFERED, TAKEN):
            return done_message(table, payload)
        wait = (await self._store.silent_players.of(table.id)).get(payload["seat"])
        if wait is None or (wait.stage, wait.mark) != (payload["what"], payload["mark"]):
            return None
        people = [s.player for s in table.seats if s.player is not None]
        return vanished_message(table, wait, (await self._notifications.answers(Calling(Call.WAITED, table.row), people)).pinged)


def _undoes(parcel: Sequence[Debt]) -> bool:
    """Whether a parcel tells an undo."""
    return any(kind == UNDONE for debt in parcel for kind, _, _ in debt.payload.get("events", []))


def last_to_act(table: Table, parcel: Sequence[Debt]) -> Seat | None:
    """The person who acted last in a parcel, before computers that answered at once; its board doesn't ping them."""
    seats = [debt.payload.get("by") for debt in reversed(parcel)]
    return next((seat for seat in seats if seat is None or not table.seats[seat].computer), seats[0])
