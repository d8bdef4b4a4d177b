"""Commits of tables: one way to create a table, one way to change it, each a single transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from data.store import motions
from data.store.absences import write_absences
from data.store.changes import GO_ON, SAID, TABLE, TOURNAMENT, UNANSWERED, Change, Message, Raced, Subject
from data.store.configured_limits import Limits, TooMany
from data.store.database import Conflict, Connection, Database
from data.store.outbox import Outbox
from data.store.ratings import write_ratings
from data.store.reply_times import write_reply
from data.store.rows import OPEN, OVER, ChannelTaken, Dealing, Fault, Proposal, Repeated, SeatRow, TableRow, clock_text
from data.user_text import called_of
from rules.competition.clock import Dial
from rules.game import Seat

_MUTABLE = (
    "channel, status, seed, position, snapshot, outcome, ended, rated, clock, paused, asked, language, theme, version, played, ripe, begun, stands,"
    " stood, options"
)
_BASE = "INSERT INTO bases VALUES (?, ?, ?, ?) ON CONFLICT (game, number) DO UPDATE SET version = excluded.version, snapshot = excluded.snapshot"


class Commits:
    """Writes commits of tables."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def create(self, new: Change, limits: Limits | None = None, dealt: Dealing | None = None) -> int:
        """Stores a new table, open or live at once; returns its id. `dealt`: the tournament it belongs to, and which game it is.

        Raises ChannelTaken, TooMany; Repeated where the tournament has dealt that game, and Raced where it has changed meanwhile.
        """
        try:
            made, woken = await self._database.write(self._make, new, limits, dealt, alone=limits is not None)
        except Conflict as error:
            raise ChannelTaken from error
        self._wake(new, woken)
        return made

    async def commit(self, change: Change) -> TableRow:
        """Carries a change of a table out; returns its row with the new revision.

        Raises Repeated for an interaction that has been carried out before, Raced where the table is no longer at the revision that the change
        is based on, ChannelTaken where it cannot move. Nothing has changed then.
        """
        try:
            woken = await self._database.write(self._write, change)
        except Conflict as error:
            raise ChannelTaken from error
        self._wake(change, woken)
        return change.row._replace(revision=change.row.revision + 1)

    async def close(self, row: TableRow) -> None:
        """Deletes a table whose game never began. Raises Raced."""
        closed = "DELETE FROM games WHERE id = ? AND snapshot IS NULL AND revision = ?"
        if await self._database.write(lambda db: db.execute(closed, (row.id, row.revision)).rowcount) != 1:
            raise Raced

    def _wake(self, change: Change, woken: Sequence[Subject]) -> None:
        """After the commit, wakes clocks and the outbox worker."""
        if change.dials is not None:
            self._database.ring(change.row.guild)
        for subject in woken:
            self._owed.woken(subject)

    def _make(self, db: Connection, new: Change, limits: Limits | None, dealt: Dealing | None) -> tuple[int, list[Subject]]:
        """Writes a new table, within a transaction; returns its id, and the owners of new outbox rows."""
        row = new.row
        said = (row.language, row.theme, json.dumps(row.options), row.hints)
        values = (row.game, row.version, row.guild, row.channel, *said, row.host, row.status, row.created)
        if limits is not None:
            _check_limits(db, limits, row.host, row.guild)
        if dealt is not None:
            _check_dealing(db, dealt)
        columns = "game, version, guild, channel, language, theme, options, hints, host, status, created"
        ((made,),) = db.execute(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id", values).fetchall()
        if dealt is not None:
            db.execute("INSERT INTO tournament_games VALUES (?, ?, ?, ?, ?)", (dealt.tournament, *dealt.game._replace(table=made)))
        return made, self._write(db, new._replace(row=row._replace(id=made)))

    def _write(self, db: Connection, change: Change) -> list[Subject]:
        """Writes a change, within a transaction; returns the owners of new outbox rows."""
        row, now = change.row, self._database.now()
        raised = self._write_row(db, row)  # First, since from here on nobody else changes the table.
        if change.interaction is not None and _there(db, "SELECT 1 FROM actions WHERE interaction = ?", change.interaction):
            raise Repeated
        if not raised:
            raise Raced
        first = change.rows[0].number if change.rows else row.position
        for n, done in enumerate(change.rows):
            interaction = change.interaction if n == 0 else None
            values = (row.id, done.number, done.seat, " ".join(done.action), done.auto, interaction, now)
            db.execute("INSERT INTO actions (game, number, seat, action, auto, interaction, at) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
        if change.base is not None:
            db.execute(_BASE, (row.id, *change.base))
        if change.seats is not None:
            _write_seats(db, row.id, change.seats)
        if change.sitting is not None:
            sat = (row.id, *change.sitting, called_of(change.sitting.name).account)
            db.execute("INSERT INTO sittings (game, seat, number, at, player, name, account) VALUES (?, ?, ?, ?, ?, ?, ?)", sat)
        if change.dials is not None:
            _write_dials(db, row.id, change.dials)
        if change.proposed is not None:
            _write_proposal(db, row.id, change.proposed)
        if change.faults is not None:
            _write_faults(db, row.id, change.faults.values())
        if change.absences is not None:
            write_absences(db, row.id, change.absences.values())
        if row.status == OVER or change.act is not None or change.sitting is not None:
            motions.after(db, change)
        if change.replied is not None:
            write_reply(db, change.replied)
        if change.act is not None:
            columns = "game, number, at, by, act, whom, reason"
            db.execute(f"INSERT INTO table_acts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (row.id, first, now, *change.act))
            self._owed.put(db, Subject(TABLE, row.id), [Message(SAID, {"act": list(change.act)})])
        if change.rated:
            write_ratings(db, row.id, change.rated, change.wide)
        if change.computers is not None:
            self._owed.computers(db, row.id, change.computers)
        owing = [Subject(TABLE, row.id)] if change.owed or change.act or change.computers else []
        nobody = change.seats is not None and not any(s.player is not None and not s.agreed for s in change.seats)
        if any(message.kind == UNANSWERED for message in change.owed) or (row.status != OPEN and nobody):
            # They are asked anew, or nobody is asked any more, whether they want to play.
            db.execute("DELETE FROM owed WHERE game = ? AND kind = ?", (row.id, UNANSWERED))
        if change.withdrawn is not None and not self._owed.withdraw(db, row.id, change.withdrawn.actions):
            self._owed.put(db, Subject(TABLE, row.id), [change.withdrawn.said])
        self._owed.put(db, Subject(TABLE, row.id), change.owed)
        if row.status == OVER or change.base is not None:
            for (tournament,) in db.execute("SELECT tournament FROM tournament_games WHERE game = ?", (row.id,)).fetchall():
                owing.append(Subject(TOURNAMENT, tournament))
                self._owed.put(db, owing[-1], [Message(GO_ON)])
        return owing

    @staticmethod
    def _write_row(db: Connection, row: TableRow) -> bool:
        """Writes a table's row with its next revision; returns False if its revision has changed. The message stays the same unless the channel
        changes; a lobby is shown anew."""
        seed, outcome = f"{row.seed:064x}" if row.seed is not None else None, json.dumps(row.outcome) if row.outcome else None
        values = (row.channel, row.status, seed, row.position, row.snapshot, outcome, row.ended, row.rated, clock_text(row.clock), row.paused)
        # What cannot be read stays as it is: something stands there.
        places = ", ".join(f"{name} = COALESCE({name}, ?)" if name in row.unreadable else f"{name} = ?" for name in _MUTABLE.split(", "))
        rest = (
            json.dumps(row.asked),
            row.language,
            row.theme,
            row.version,
            row.played,
            row.ripe,
            row.begun,
            row.stands,
            row.stood,
            json.dumps(row.options),
        )
        cursor = db.execute(
            f"UPDATE games SET message = CASE WHEN channel = ? THEN message END, {places}, edition = edition + ?, revision = revision + 1"
            " WHERE id = ? AND revision = ?",
            (row.channel, *values, *rest, row.status == OPEN, row.id, row.revision),
        )
        return cursor.rowcount == 1


def _there(db: Connection, sql: str, *values: Any) -> bool:
    return db.execute(sql, values).fetchone() is not None


def _check_dealing(db: Connection, dealt: Dealing) -> None:
    """Raises Raced or Repeated unless a tournament is unchanged and hasn't dealt this game."""
    games = "SELECT 1 FROM tournament_games WHERE tournament = ? AND fixture = ? AND number = ?"
    if _there(db, games, dealt.tournament, dealt.game.fixture, dealt.game.number):
        raise Repeated
    raised = "UPDATE tournaments SET revision = revision + 1 WHERE id = ? AND revision = ?"
    if (db.execute(raised, (dealt.tournament, dealt.revision))).rowcount != 1:
        raise Raced


def _check_limits(db: Connection, limits: Limits, host: int, guild: int | None) -> None:
    """Raises TooMany. It counts within the transaction that makes the table, so that concurrent ones can't exceed the limit."""
    own = "status <> 'over' AND id NOT IN (SELECT game FROM tournament_games)"
    for column, value, limit in (("host", host, "tables_by_person"), ("guild", guild, "tables_by_server")):
        ((there,),) = db.execute(f"SELECT COUNT(*) FROM games WHERE {column} = ? AND {own}", (value,)).fetchall()
        if there >= getattr(limits, limit):
            raise TooMany(limit, getattr(limits, limit))


def _write_seats(db: Connection, table: int, seats: Sequence[SeatRow]) -> None:
    db.execute("DELETE FROM seats WHERE game = ?", (table,))
    db.executemany(
        "INSERT INTO seats (game, seat, player, computer, name, offered, agreed, proposed, handicap, account) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(table, *seat, called_of(seat.name).account) for seat in seats],
    )


def _write_dials(db: Connection, table: int, dials: Mapping[Seat, Dial]) -> None:
    db.execute("DELETE FROM dials WHERE game = ?", (table,))
    values = [(table, seat, d.left, d.lapses, d.since, d.due, json.dumps(d.reminders), d.next, d.spent) for seat, d in dials.items()]
    db.executemany("INSERT INTO dials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def _write_proposal(db: Connection, table: int, proposed: Sequence[Proposal]) -> None:
    db.execute("DELETE FROM proposals WHERE game = ?", (table,))
    for p in proposed:
        values = (table, *p[:4], " ".join(map(str, p.asked)), " ".join(map(str, p.agreed)), p.mark)
        db.execute("INSERT INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)


def _write_faults(db: Connection, table: int, faults: Iterable[Fault]) -> None:
    db.execute("DELETE FROM faults WHERE game = ?", (table,))
    db.executemany(
        "INSERT INTO faults (game, seat, question, at, until, number, stood, stuck) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(table, *fault) for fault in faults],
    )
