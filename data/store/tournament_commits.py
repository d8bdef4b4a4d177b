"""Commits of tournaments: one way to create one, one way to change it, each a single transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from data.store import card_drafts, disputes, motions
from data.store.changes import ASKED, BOARD, NOTICE, PIN, TABLE, TOURNAMENT, Debt, Message, Raced, Subject, TournamentChange
from data.store.configured_limits import TooMany
from data.store.database import Conflict, Connection, Database
from data.store.outbox import Outbox, strike
from data.store.rows import LIVE, OPEN, OVER, AskedMessage, ChannelTaken, EntrantRow, Invitation, Tournament, TournamentAct, clock_text
from data.store.tournament_states import state_text
from data.user_text import called_of

_MUTABLE = "status, seed, state, paused, checking, cleared, told, alarm, stands, stood"
_ASKED = ", ".join(AskedMessage._fields)
_FIXED = "guild, channel, name, host, game, options, language, plan, seeding, rated, clock, terms, created"


class TournamentCommits:
    """Writes commits of tournaments."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def create(self, new: TournamentChange, most: int | None = None) -> int:
        """Stores a new tournament; returns its id. A server may have `most` unfinished ones.

        Raises data.store.rows.ChannelTaken, data.store.configured_limits.TooMany.
        """
        made, woken = await self._database.write(self._make, new, most, alone=True)
        self._wake(new, woken)
        return made

    async def commit(self, change: TournamentChange) -> Tournament:
        """Carries a change of a tournament that can be read out; returns it with its revision, which is a new one unless nobody is to see the change.

        Raises Raced where it is no longer at the revision that the change is based on, ChannelTaken where a match cannot go on in a thread.
        Nothing has changed then.
        """
        try:
            woken = await self._database.write(self._write, change)
        except Conflict as error:
            raise ChannelTaken from error
        self._wake(change, woken)
        return change.row._replace(revision=change.row.revision + (not change.unseen), commits=change.row.commits + 1)

    async def close(self, row: Tournament, act: TournamentAct) -> None:
        """Ends an unreadable tournament for a moderator; its content stays as it is. Raises Raced."""
        over = "UPDATE tournaments SET status = ?, ended = ?, alarm = NULL, revision = revision + 1 WHERE id = ? AND revision = ?"

        def write(db: Connection) -> None:
            if db.execute(over, (OVER, self._database.now(), row.id, row.revision)).rowcount != 1:
                raise Raced
            self._write_act(db, row, act)

        await self._database.write(write)
        self._owed.woken(Subject(TOURNAMENT, row.id))

    async def posted(
        self, tournament: int, debts: Sequence[Debt], message: int | None = None, announced: int | None = None, event: int | None = None,
        asked: AskedMessage | None = None,
    ) -> None:  # fmt: skip
        """Deletes rows that have been done by a message, and stores its id: the tournament's own (which is pinned then), that with the news
        (`announced`), the server's event, or one below which somebody answers (`asked`), who may have done so meanwhile."""
        changed = "UPDATE tournaments SET message = COALESCE(?, message), announced = COALESCE(?, announced), event = COALESCE(?, event) WHERE id = ?"

        def write(db: Connection) -> None:
            db.execute(changed, (message, announced, event, tournament))
            if message is not None:
                self._owed.put(db, Subject(TOURNAMENT, tournament), [Message(PIN, {"message": message})])
            if asked is not None:
                db.execute(f"INSERT INTO asked_messages (tournament, {_ASKED}) VALUES (?, ?, ?, ?, ?, ?)", (tournament, *asked))
                self._owed.put(db, Subject(TOURNAMENT, tournament), [Message(ASKED, {"message": asked.message})])
            strike(db, debts)

        await self._database.write(write)
        if message is not None or asked is not None:
            self._owed.woken(Subject(TOURNAMENT, tournament))

    async def asked(self, tournament: int) -> list[AskedMessage]:
        """The messages of a tournament below which somebody answers, or has answered, which they do not say yet."""
        rows = await self._database.all(f"SELECT {_ASKED} FROM asked_messages WHERE tournament = ? ORDER BY message", (tournament,))
        return [AskedMessage(*row) for row in rows]

    async def told_how(self, tournament: int, debts: Sequence[Debt], asked: AskedMessage, waits: bool) -> None:
        """Deletes rows that are done, as a message says how it stands with what was `asked`; nothing more is to be said of it unless it still
        `waits` for its answer."""
        which = "WHERE tournament = ? AND message = ?"

        def write(db: Connection) -> None:
            if waits:
                db.execute(f"UPDATE asked_messages SET until = ? {which}", (asked.until, tournament, asked.message))
            else:
                db.execute(f"DELETE FROM asked_messages {which}", (tournament, asked.message))
            strike(db, debts)

        await self._database.write(write)

    async def instead(self, tournament: int, debts: Sequence[Debt], owed: Sequence[Message]) -> None:
        """Deletes rows that can't be done, and stores others in their place."""

        def write(db: Connection) -> None:
            strike(db, debts)
            self._owed.put(db, Subject(TOURNAMENT, tournament), owed)

        await self._database.write(write)
        self._owed.woken(Subject(TOURNAMENT, tournament))

    def _wake(self, change: TournamentChange, woken: Sequence[Subject]) -> None:
        """After the commit, wakes clocks and the outbox worker."""
        self._database.ring(change.row.guild)
        for subject in woken:
            self._owed.woken(subject)

    def _make(self, db: Connection, new: TournamentChange, most: int | None) -> tuple[int, list[Subject]]:
        """Writes a new tournament, within a transaction; returns its id, and the owners of new outbox rows."""
        row = new.row
        plan, terms = msgspec.json.encode(row.plan).decode(), msgspec.json.encode(row.terms).decode()
        values = (*row[1:3], row.name, row.host, row.game, json.dumps(row.options), row.language, plan, row.seeding, row.rated, clock_text(row.clock))
        running = "SELECT channel FROM tournaments WHERE status <> 'over' AND (COALESCE(guild, 0) = ? OR channel = ?)"
        channels = [there[0] for there in db.execute(running, (row.guild or 0, row.channel))]
        if row.channel in channels:
            raise ChannelTaken
        if most is not None and len(channels) >= most:
            raise TooMany("tournaments_by_server", most)
        given = ", ".join("?" * len(_FIXED.split(", ")))
        new_row = f"INSERT INTO tournaments ({_FIXED}, status) VALUES ({given}, ?) RETURNING id"
        ((made,),) = db.execute(new_row, (*values, terms, self._database.now(), OPEN)).fetchall()
        return made, self._write(db, new._replace(row=row._replace(id=made)))

    def _write(self, db: Connection, change: TournamentChange) -> list[Subject]:
        """Writes a change, within a transaction; returns the owners of new outbox rows."""
        row = change.row
        woken = [Subject(TOURNAMENT, row.id)]
        self._write_row(db, row, 0 if change.unseen else 1)
        if change.edited:
            plan, terms = msgspec.json.encode(row.plan).decode(), msgspec.json.encode(row.terms).decode()
            settings = (str(row.name), plan, row.seeding, clock_text(row.clock), terms, row.id)
            db.execute("UPDATE tournaments SET name = ?, plan = ?, seeding = ?, clock = ?, terms = ? WHERE id = ?", settings)
        if not (motions.after_match(db, change) and disputes.after(db, row.id, row.status == OVER, change.settled)):
            raise Raced
        if change.replaced is not None:
            before = change.replaced
            values = (row.id, before.entrant, self._database.now(), before.player, before.name)
            db.execute("INSERT INTO tournament_left (tournament, entrant, at, player, name) VALUES (?, ?, ?, ?, ?)", values)
        if change.entrants is not None:
            _write_entrants(db, row.id, change.entrants)
        if change.invitations is not None:
            _write_invitations(db, row.id, change.invitations)
        card_drafts.write(db, row.id, change.card_seats, change.card_picks)
        if change.threads is not None:
            _write_threads(db, row.id, change.threads)
            woken += self._move_tables(db, row.id)
        strike(db, change.done)
        if change.act is not None:
            self._write_act(db, row, change.act)
        self._owed.put(db, woken[0], change.owed)
        for table, messages in change.tables.items():
            woken.append(Subject(TABLE, table))
            self._owed.put(db, woken[-1], messages)
        return woken + (self._make(db, change.following, None)[1] if change.following is not None else [])

    def _write_row(self, db: Connection, row: Tournament, by: int) -> None:
        """Writes a tournament's row with a revision higher `by` so much. Games and threads of removed matches no longer belong to it."""
        seed, kept = f"{row.seed:064x}" if row.seed is not None else None, len(row.state.fixtures) if row.state is not None else 0
        state = state_text(row.state) if row.state is not None else None
        ended = self._database.now() if row.status == OVER else None
        values = (row.status, seed, state, row.paused, row.checking, row.cleared, row.news, row.alarm, row.stands, row.stood)
        places = ", ".join(f"{name} = ?" for name in _MUTABLE.split(", "))
        cursor = db.execute(
            f"UPDATE tournaments SET announced = CASE WHEN told = ? THEN announced END, {places}, ended = COALESCE(ended, ?),"
            " revision = revision + ?, commits = commits + 1 WHERE id = ? AND revision = ? AND commits = ?",
            (row.news, *values, ended, by, row.id, row.revision, row.commits),
        )
        if cursor.rowcount != 1:
            raise Raced
        for table in ("tournament_games", "tournament_threads"):
            db.execute(f"DELETE FROM {table} WHERE tournament = ? AND fixture >= ?", (row.id, kept))

    def _move_tables(self, db: Connection, tournament: int) -> list[Subject]:
        """Moves the tables of a match to its thread, and adds rows for their boards; returns those moved."""
        astray = (
            "SELECT m.game, t.channel, g.status FROM tournament_games m JOIN games g ON g.id = m.game"
            " JOIN tournament_threads t ON t.tournament = m.tournament AND t.fixture = m.fixture WHERE m.tournament = ? AND g.channel <> t.channel"
        )
        moved = []
        for table, channel, status in db.execute(astray, (tournament,)).fetchall():
            db.execute("UPDATE games SET channel = ?, message = NULL, revision = revision + 1 WHERE id = ?", (channel, table))
            db.execute("UPDATE tournament_games SET channel = ? WHERE game = ?", (channel, table))
            moved.append(Subject(TABLE, table))
            self._owed.at_once(db, moved[-1])
            if status == LIVE:
                self._owed.put(db, moved[-1], [Message(BOARD, {"events": [], "by": None, "anew": True})])
        return moved

    def _write_act(self, db: Connection, row: Tournament, act: TournamentAct) -> None:
        """Stores a moderator's act, with a row that tells the channel."""
        columns = "tournament, at, by, act, round, whom, reason"
        db.execute(f"INSERT INTO tournament_acts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (row.id, *act))
        payload = {"channel": row.channel, "act": [act.by, act.act, act.whom, act.reason]}
        self._owed.put(db, Subject(TOURNAMENT, row.id), [Message(NOTICE, payload)])


def _write_entrants(db: Connection, tournament: int, entrants: Sequence[EntrantRow]) -> None:
    db.execute("DELETE FROM tournament_players WHERE tournament = ?", (tournament,))
    db.execute("DELETE FROM tournament_teams WHERE tournament = ?", (tournament,))
    values: list[tuple[Any, ...]] = [(tournament, *one[:-1], one.team and one.team.number, called_of(one.name).account) for one in entrants]
    columns = "tournament, entrant, player, name, here, deck, team, account"
    db.executemany(f"INSERT INTO tournament_players ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    teams = {one.team.number: one.team.name for one in entrants if one.team is not None}
    db.executemany("INSERT INTO tournament_teams VALUES (?, ?, ?)", [(tournament, number, str(name)) for number, name in teams.items()])
    teamless = "team NOT IN (SELECT team FROM tournament_teams WHERE tournament = ?1)"
    db.execute(f"DELETE FROM team_invitations WHERE tournament = ?1 AND {teamless}", (tournament,))


def _write_invitations(db: Connection, tournament: int, invitations: Sequence[Invitation]) -> None:
    db.execute("DELETE FROM team_invitations WHERE tournament = ?", (tournament,))
    db.executemany("INSERT INTO team_invitations VALUES (?, ?, ?)", [(tournament, *one) for one in invitations])


def _write_threads(db: Connection, tournament: int, threads: Mapping[int, int]) -> None:
    db.execute("DELETE FROM tournament_threads WHERE tournament = ?", (tournament,))
    db.executemany("INSERT INTO tournament_threads VALUES (?, ?, ?)", [(tournament, *thread) for thread in threads.items()])
