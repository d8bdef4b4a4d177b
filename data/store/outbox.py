"""The outbox (table `owed`): a row for each effect of a commit, deleted when it has been done."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from data.store import parsing
from data.store.changes import (
    ASKED,
    AWAKE,
    BOARD,
    BUTTONS,
    CALL,
    CHECK_IN,
    CLOSED,
    COMPUTERS,
    ENTRIES,
    EVENT,
    GO_ON,
    HELD,
    INVITE,
    LOBBY,
    MOTION,
    NEWS,
    NEXT,
    NOTICE,
    NUDGE,
    PIN,
    PROPOSED,
    REMINDER,
    REOPEN,
    RIPE,
    SAID,
    STARTED,
    TABLE,
    TAG,
    THREAD,
    TOURNAMENT,
    UNANSWERED,
    VANISHED,
    WHISPER,
    Calls,
    Debt,
    Message,
    Subject,
)
from data.store.database import Connection, Database
from data.store.shards import Shards

_COLUMNS = "id, game, tournament, kind, payload, created, parcel, next, tries, trouble, begun"
SECRET = {RIPE, WHISPER, CALL}
"""Nobody but whom it concerns is to know of it."""
UNREADABLE = "unreadable"
"""The trouble of what says something that cannot be read."""
SILENT = {COMPUTERS, RIPE, LOBBY, ENTRIES, REOPEN, UNANSWERED, NEXT, EVENT}
"""What is to be done whatever it says beside."""
NEEDED = {
    REMINDER: {"seat"}, NUDGE: {"seat", "by"}, PROPOSED: {"mark"}, BUTTONS: {"channel", "message"}, STARTED: {"channel", "message"}, CALL: {"player"},
    WHISPER: {"seat", "why"}, CLOSED: {"why"}, THREAD: {"fixture"}, PIN: {"message"}, NEWS: {"channel", "news"}, CHECK_IN: {"channel", "entrants"},
    NOTICE: {"channel"}, INVITE: {"fixture", "entrant", "thread"}, TAG: {"thread"}, VANISHED: {"seat", "what", "mark"}, MOTION: {"mark", "stage"},
    AWAKE: {"seat"}, ASKED: {"message"},
}  # fmt: skip
"""What others say at least."""
INSTEAD = {BOARD: Message(BOARD, {"events": [], "by": None}), GO_ON: Message(GO_ON), THREAD: Message(GO_ON)}
"""What is owed in the place of something that cannot be read, so that a game or a tournament goes on: the board as it is, without what happened."""
_GUILD = "COALESCE((SELECT guild FROM games WHERE games.id = owed.game), (SELECT guild FROM tournaments WHERE tournaments.id = owed.tournament))"
"""The server of a debt."""
_NOW = f"kind <> '{HELD}'"
"""Held messages wait for another one of their table."""


class Owing(NamedTuple):
    """The oldest outbox row of a table or tournament that is long overdue or has failed: game, channel, kind, since when, and why."""

    subject: Subject
    game: str
    channel: int
    kind: str
    since: float
    trouble: str | None


class Parcel(NamedTuple):
    """Outbox rows of a board that go out as one message, the table's next `edition`. One that is sent `again` may be there already."""

    debts: list[Debt]
    again: bool
    edition: int = 0


class Outbox:
    """Queries on the outbox.

    What may have been done without being struck off has `begun`: that is stored before it is done, and taken back where it has surely failed. So a
    board's debts are sealed in a parcel before it is sent; what happens then goes into the next one, and a message that is sent again is the same,
    known to Discord by its nonce. `woken` is told who owes something new.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.woken: Callable[[Subject], None] = lambda subject: None

    # Owing

    def put(self, db: Connection, subject: Subject, messages: Iterable[Message]) -> None:
        """Adds rows for an owner, within a transaction. Its rows that wait for a retry become due at once.

        The row that lets orders answer exists once, at its latest time, and makes nothing due: nobody may notice it.
        """
        column = _column(subject)
        kinds = set()
        for message in messages:
            if message.kind == RIPE:
                db.execute(f"DELETE FROM owed WHERE {column} = ? AND kind = ?", (subject.id, RIPE))
            values = (subject.id, message.kind, json.dumps(message.payload), self._database.now(), message.due)
            db.execute(f"INSERT INTO owed ({column}, kind, payload, created, next) VALUES (?, ?, ?, ?, ?)", values)
            kinds.add(message.kind)
        if kinds == {GO_ON}:  # Which says nothing of what Discord takes.
            db.execute("UPDATE owed SET next = 0 WHERE tournament = ? AND tries > 0 AND kind = ?", (subject.id, GO_ON))
        elif kinds - SECRET:
            self.at_once(db, subject)

    @staticmethod
    def at_once(db: Connection, subject: Subject) -> None:
        """Makes failed rows due at once, within a transaction."""
        db.execute(f"UPDATE owed SET next = 0 WHERE {_column(subject)} = ? AND tries > 0", (subject.id,))

    async def hasten(self, subject: Subject, kind: str) -> None:
        """Makes rows of a kind that were to wait due now."""
        sql = f"UPDATE owed SET next = 0 WHERE {_column(subject)} = ? AND kind = ? AND tries = 0 AND next > 0"
        if await self._database.write(lambda db: db.execute(sql, (subject.id, kind)).rowcount):
            self.woken(subject)

    def computers(self, db: Connection, table: int, act: bool) -> None:
        """Sets whether a table has a row that lets computers act, within a transaction."""
        db.execute("DELETE FROM owed WHERE game = ? AND kind = ?", (table, COMPUTERS))
        if act:
            self.put(db, Subject(TABLE, table), [Message(COMPUTERS)])

    async def owe(self, subject: Subject, *messages: Message) -> None:
        """Adds a row in a transaction of its own."""
        await self._database.write(self.put, subject, messages)
        self.woken(subject)

    # Working it off

    async def of(self, subject: Subject) -> list[Debt]:
        """All readable rows of an owner, the oldest first."""
        sql = f"SELECT {_COLUMNS} FROM owed WHERE {_column(subject)} = ? ORDER BY id"
        return [debt for row in await self._database.all(sql, (subject.id,)) if (debt := _debt(row)).readable]

    def _ours(self, among: Shards | None = None) -> str:
        """The SQL condition for rows of some shards; by default those served here."""
        return (self._database.shards if among is None else among).where(_GUILD)

    async def here(self, subject: Subject) -> list[Debt]:
        """All rows of an owner, the oldest first, also unreadable ones; none if its shard is not served here."""
        sql = f"SELECT {_COLUMNS} FROM owed WHERE {_column(subject)} = ? AND {self._ours()} ORDER BY id"
        return [_debt(row) for row in await self._database.all(sql, (subject.id,))]

    async def ours(self, subject: Subject) -> bool:
        """Whether an owner's shard is served here."""
        shards, table = self._database.shards, "games" if subject.kind == TABLE else "tournaments"
        if shards.everything:
            return True
        return await self._database.one(f"SELECT 1 FROM {table} WHERE id = ? AND {shards.where('guild')}", (subject.id,)) is not None

    async def subjects(self, now: float | None = None) -> list[Subject]:
        """The owners, in shards served here, of rows that are not held back; with `now`, of rows that are due then."""
        due = f"{_NOW} AND next <= COALESCE(?1, next) AND {self._ours()}"
        rows = await self._database.all(f"SELECT game, tournament FROM owed WHERE {due} GROUP BY game, tournament ORDER BY MIN(id)", (now,))
        return [_subject(*row) for row in rows]

    async def late(self, guild: int, since: float) -> list[Owing]:
        """The owners in a server of rows that have failed, or are due since a moment; the longest first. Messages to one seat alone are not
        listed: they are no business of moderators."""
        late = f"{_NOW} AND o.kind NOT IN ('{WHISPER}', '{CALL}') AND (o.tries > 0 OR (o.created < ?2 AND o.next < ?2))"
        rows = await self._database.all(
            "SELECT owing, entering, played, place, kind, created, trouble FROM (SELECT o.game AS owing, o.tournament AS entering,"
            " COALESCE(g.game, t.game) AS played, COALESCE(g.channel, t.channel) AS place, o.kind, o.created, o.trouble,"
            " ROW_NUMBER() OVER (PARTITION BY o.game, o.tournament ORDER BY o.id) AS nth"
            " FROM owed o LEFT JOIN games g ON g.id = o.game LEFT JOIN tournaments t ON t.id = o.tournament"
            f" WHERE COALESCE(g.guild, t.guild) = ?1 AND {late}) oldest WHERE nth = 1 ORDER BY created LIMIT 50",
            (guild, since),
        )
        return [Owing(_subject(table, tournament), *rest) for table, tournament, *rest in rows]

    async def untold(self) -> dict[int, float]:
        """The tables served here whose present board could not be posted, and since when. A table that can't be read has another message instead."""
        failed = f"kind = '{BOARD}' AND trouble IS NOT NULL AND trouble <> '{UNREADABLE}' AND game IS NOT NULL"
        rows = await self._database.all(f"SELECT game, MIN(created) FROM owed WHERE {failed} AND {self._ours()} GROUP BY game")
        return dict(rows)

    async def next(self, now: float) -> float | None:
        """When the next row is due after a moment, in shards served here."""
        row = await self._database.one(f"SELECT MIN(next) FROM owed WHERE {_NOW} AND next > ? AND {self._ours()}", (now,))
        return row[0] if row else None

    async def seal(self, table: int) -> Parcel:
        """The parcel that a table has to send, to which nothing is added: the one sealed already, or else all that has happened; empty if no board
        is due."""
        return await self._database.write(self._seal, table)

    def _seal(self, db: Connection, table: int) -> Parcel:
        """Does the work of `seal`, within a transaction."""
        sql = "SELECT MIN(CASE WHEN parcel > 0 THEN parcel END), MIN(CASE WHEN kind = ? THEN id END) FROM owed WHERE game = ?"
        ((sealed, first),) = db.execute(sql, (BOARD, table)).fetchall()
        fresh = False
        if sealed is None and first is not None:
            now = self._database.now()  # Of two who seal it at the same moment, one waits here for the other, and finds it sealed.
            db.execute("UPDATE games SET edition = edition + 1 WHERE id = ?", (table,))
            fresh = db.execute("UPDATE owed SET parcel = id, begun = ? WHERE id = ? AND parcel = 0", (now, first)).rowcount == 1
            if fresh:
                rest = "UPDATE owed SET parcel = ?, begun = ? WHERE game = ? AND kind IN (?, ?)"
                db.execute(rest, (first, now, table, BOARD, HELD))
        sql = f"SELECT {_COLUMNS} FROM owed WHERE game = ? AND parcel = ? ORDER BY id"
        debts = [_debt(row) for row in db.execute(sql, (table, first if sealed is None else sealed)).fetchall()]
        lost = [debt for debt in debts if not debt.readable]
        db.executemany("UPDATE owed SET begun = NULL, parcel = 0 WHERE id = ?", [(debt.id,) for debt in lost])
        edition = db.execute("SELECT edition FROM games WHERE id = ?", (table,)).fetchone()
        return Parcel([debt for debt in debts if debt.readable], not fresh, edition[0] if edition else 0)

    async def begin(self, debts: Iterable[Debt]) -> None:
        """Notes that rows are about to be done, and may be done without our knowing."""
        values = [(self._database.now(), debt.id) for debt in debts]
        await self._database.write(lambda db: db.executemany("UPDATE owed SET begun = ? WHERE id = ? AND begun IS NULL", values))

    def withdraw(self, db: Connection, table: int, actions: Collection[int]) -> bool:
        """Deletes the held rows that tell of these undone `actions` alone, unless they are being sent (in a parcel).

        Within a transaction. True if all of the actions were still untold.
        """
        left = set(actions)
        held = db.execute(f"SELECT {_COLUMNS} FROM owed WHERE game = ? AND kind = ? AND parcel = 0", (table, HELD)).fetchall()
        for debt in map(_debt, held):
            of = debt.payload.get("actions", ())
            if of and left.issuperset(of) and db.execute("DELETE FROM owed WHERE id = ? AND parcel = 0", (debt.id,)).rowcount:
                left.difference_update(of)
        return not left

    async def unbegun(self, debts: Iterable[Debt]) -> None:
        """Notes that rows have certainly not been done. A board that was not sent may then include later events."""
        values = [(debt.id,) for debt in debts]
        await self._database.write(lambda db: db.executemany("UPDATE owed SET begun = NULL, parcel = 0 WHERE id = ?", values))

    def call(self, db: Connection, table: int, calls: Calls) -> None:
        """Writes, within a transaction, a direct message to a person who wants one. Its text is made when it goes out, so that nobody is owed two."""
        wanted = "SELECT player FROM settings WHERE direct = 'on' AND player IN (SELECT value FROM json_each(?))"
        players = [row[0] for row in db.execute(wanted, (json.dumps([*calls.players]),)).fetchall()] if calls.players else []
        if calls.turn or calls.over:
            players += [
                row[0] for row in db.execute("SELECT player FROM follows WHERE game = ? AND turns >= ?", (table, int(not calls.over))).fetchall()
            ]
        waiting = "SELECT payload FROM owed WHERE game = ? AND kind = ? AND begun IS NULL"
        owed = {row[0] for row in db.execute(waiting, (table, CALL)).fetchall()} if players else set()
        due = self._database.now() + calls.after
        fresh = [Message(CALL, {"player": player}, due) for player in dict.fromkeys(players)]
        self.put(db, Subject(TABLE, table), [message for message in fresh if json.dumps(message.payload) not in owed])

    async def put_off(self, debts: Iterable[Debt], until: float) -> None:
        """Delays rows to a moment."""
        values = [(until, debt.id) for debt in debts]
        await self._database.write(lambda db: db.executemany("UPDATE owed SET next = ? WHERE id = ?", values))

    async def done(
        self, debts: Collection[Debt], table: int | None = None, message: int | None = None, calls: Calls | None = None, before: str = BUTTONS
    ) -> None:
        """Deletes rows that are worked off. A `message` becomes the table's in the same transaction: the one before it gets a row of kind `before`
        (by default its buttons are taken off), and the people in `calls` get rows for direct messages."""

        def struck(db: Connection) -> None:
            if table is not None and message is not None:
                self._follow(db, table, message, before)
                if calls is not None:
                    self.call(db, table, calls)
            strike(db, debts)  # After the table, as in its commits: two transactions do not wait for each other then.

        await self._database.write(struck)
        if table is not None:
            self.woken(Subject(TABLE, table))

    def _follow(self, db: Connection, table: int, message: int, change: str) -> None:
        """Sets a table's message; adds a row that changes the one before, within a transaction."""
        ((channel, before),) = db.execute("SELECT channel, message FROM games WHERE id = ?", (table,)).fetchall()
        if before not in (None, message):
            self.put(db, Subject(TABLE, table), [Message(change, {"channel": channel, "message": before})])
        db.execute("UPDATE games SET message = ? WHERE id = ?", (message, table))

    async def failed(self, debts: Iterable[Debt], trouble: str, again: float) -> None:
        """Notes that rows have failed, why, and when to try again."""
        values = [(trouble, again, debt.id) for debt in debts]
        sql = "UPDATE owed SET tries = tries + 1, trouble = ?, next = ? WHERE id = ?"
        await self._database.write(lambda db: db.executemany(sql, values))

    async def retry(self, trouble: str | None = None, channels: Iterable[int] | None = None, among: Shards | None = None) -> None:
        """Makes failed rows due at once: all, those with one trouble, or those of some channels; of some shards, by default those served here. If
        channels are given, their delays start from the beginning."""
        where, values = ["tries > 0", self._ours(among)], list[Any]()
        if trouble is not None:
            where.append("trouble = ?")
            values.append(trouble)
        if channels is not None:
            known = "(SELECT value FROM json_each(?))"
            where.append(
                f"(game IN (SELECT id FROM games WHERE channel IN {known}) OR tournament IN (SELECT id FROM tournaments WHERE channel IN {known})"
                f" OR game IN (SELECT game FROM tournament_games WHERE channel IN {known}))"
            )
            values += [json.dumps(list(channels))] * 3
        anew = "" if channels is None else ", tries = 1"
        sql = f"UPDATE owed SET next = 0{anew} WHERE {' AND '.join(where)}"
        await self._database.write(lambda db: db.execute(sql, values))

    async def pass_over(self, debts: Iterable[Debt], again: float) -> None:
        """Leaves unreadable rows stored, to be looked at later; adds a row, once, that keeps the game going."""

        def write(db: Connection) -> None:
            for debt in debts:
                first = "UPDATE owed SET tries = tries + 1, trouble = ?1, next = ?2 WHERE id = ?3 AND (trouble IS NULL OR trouble <> ?1)"
                if db.execute(first, (UNREADABLE, again, debt.id)).rowcount == 1:
                    self._database.passed_over(*debt.subject, [f"debt {debt.id}"])
                    self.put(db, debt.subject, [INSTEAD[debt.kind]] if debt.kind in INSTEAD else [])
                db.execute("UPDATE owed SET next = ? WHERE id = ?", (again, debt.id))

        await self._database.write(write)

    async def stuck(self, guild: int) -> list[int]:
        """The channels of a server with failed rows."""
        tried = "(SELECT {} FROM owed WHERE tries > 0)"
        tables, tournaments = f"IN {tried.format('game')}", f"IN {tried.format('tournament')}"
        sql = (
            f"SELECT channel FROM games WHERE guild = ? AND id {tables} UNION SELECT channel FROM tournaments WHERE guild = ? AND id {tournaments}"
            f" UNION SELECT tournament_games.channel FROM tournament_games JOIN games ON games.id = tournament_games.game"
            f" WHERE games.guild = ? AND games.id {tables}"
        )
        return [row[0] for row in await self._database.all(sql, (guild,) * 3) if row[0] is not None]

    async def unsay(self, channel: int) -> None:
        """Deletes all rows of tables and tournaments that ended in a deleted channel."""
        ended = "SELECT id FROM {} WHERE channel = ? AND status = 'over'"

        def write(db: Connection) -> None:
            for column, subjects in (("game", "games"), ("tournament", "tournaments")):
                db.execute(f"DELETE FROM owed WHERE {column} IN ({ended.format(subjects)})", (channel,))

        await self._database.write(write)


def strike(db: Connection, debts: Iterable[Debt]) -> None:
    """Deletes rows that have been done, within a transaction."""
    db.executemany("DELETE FROM owed WHERE id = ?", [(debt.id,) for debt in debts])


def _column(subject: Subject) -> str:
    return "game" if subject.kind == TABLE else "tournament"


def _subject(table: int | None, tournament: int | None) -> Subject:
    return Subject(TABLE, table) if table is not None else Subject(TOURNAMENT, tournament or 0)


def _debt(row: Any) -> Debt:
    number, table, tournament, kind, payload, *rest = row
    debt = Debt(number, _subject(table, tournament), kind, {}, *rest)
    try:
        return debt._replace(payload=_said(kind, payload))
    except parsing.Unreadable:
        return debt._replace(readable=False)


def _said(kind: str, payload: str) -> dict[str, Any]:
    """The payload that a row needs. Raises Unreadable."""
    try:
        found = parsing.mapping(payload)
    except parsing.Unreadable:
        if kind in SILENT:
            return {}
        raise
    plainly = kind != SAID or "act" in found or {"key", "facts"} <= found.keys()
    if not plainly or not NEEDED.get(kind, set()) <= found.keys() or not _are_events(found.get("events", [])):
        raise parsing.Unreadable
    return found


def _are_events(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(event, list) and len(event) == 3 and isinstance(event[1], dict) for event in found)
