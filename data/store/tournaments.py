"""What is remembered of tournaments."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from data.limits import TooMany
from data.store.changes import BOARD, TABLE, Message, Subject
from data.store.database import Connection, Database
from data.store.owed import Owed
from data.store.values import LIVE, OPEN, OVER, ChannelTaken, Dealt, Repeated, clock_of, clock_text
from data.typed import Typed
from rules.competition.clock import Clock
from rules.competition.tournament import Plan, State


class Terms(msgspec.Struct, frozen=True):
    """On what terms a tournament is entered and goes on.

    `role` is the role that entrants must have, `most` how many there may be, `starts` when it begins by itself, `check_in` for how many
    minutes before that everybody has to say that they are there. With `decks` everybody brings one deck for all matches; `by_hand`: each
    round waits for a moderator's word.
    """

    role: int | None = None
    most: int = 128
    starts: float | None = None
    check_in: int = 0
    decks: bool = False
    by_hand: bool = False


class NewTournament(NamedTuple):
    """A tournament to be opened. At `alarm` something is to be done about it; `seed` is that of all its lots."""

    guild: int | None
    channel: int
    name: str
    host: int
    game: str
    options: Mapping[str, str]
    language: str
    plan: Plan
    seeding: str
    rated: bool
    clock: Clock | None
    terms: Terms
    alarm: float | None
    seed: int


class Tournament(NamedTuple):
    """A tournament as it is stored. `seed` is secret until it is over; `state` is None before it has begun.

    `checking` is when the check-in ends, once it has begun, `cleared` the round that may begin where rounds wait for a moderator, `told` the
    last thing that its channel was told.
    """

    id: int
    guild: int | None
    channel: int
    message: int | None
    name: str
    host: int
    game: str
    options: dict[str, str]
    language: str
    plan: Plan
    seeding: str
    rated: bool
    status: str
    seed: int | None
    state: State | None
    paused: bool
    clock: Clock | None
    terms: Terms
    checking: float | None
    cleared: int
    told: str


class TournamentAct(NamedTuple):
    """What a moderator did, at which hour, in which round; `whom` are names, not ids."""

    at: float
    by: int
    act: str
    round: int
    whom: str
    reason: str


class Player(NamedTuple):
    """Somebody in a tournament; the entrant's number never changes. `here` says who has checked in; `deck` is a share code, and secret."""

    entrant: int
    player: int
    name: str
    here: bool = False
    deck: str | None = None


_COLUMNS = ", ".join(Tournament._fields)


def _tournament(row: Any) -> Tournament:
    plan, seed, state = msgspec.json.decode(row[9], type=Plan), row[13], row[14]
    return Tournament(*row)._replace(
        name=Typed(row[4]),
        options=json.loads(row[7]),
        plan=plan,
        rated=bool(row[11]),
        seed=int(seed, 16) if seed else None,
        state=msgspec.json.decode(state, type=State) if state else None,
        paused=bool(row[15]),
        clock=clock_of(row[16]),
        terms=msgspec.json.decode(row[17], type=Terms),
    )


class Tournaments:
    """Tournaments in the database."""

    def __init__(self, database: Database, owed: Owed) -> None:
        self._database = database
        self._owed = owed

    async def create(self, new: NewTournament, most: int | None = None) -> int:
        """A new tournament, open for entries; returns its id. A server has `most` of them that are not over.

        Raises data.store.values.ChannelTaken, data.limits.TooMany.
        """
        body = msgspec.json.encode(new.plan).decode()
        values = (*new[:5], json.dumps(new.options), new.language, body, new.seeding, new.rated, OPEN, self._database.now())
        further = (clock_text(new.clock), msgspec.json.encode(new.terms).decode(), new.alarm, f"{new.seed:064x}")
        async with self._database.transaction() as db:
            running = "SELECT channel FROM tournaments WHERE status <> 'over' AND (guild IS ? OR channel = ?)"
            channels = [row[0] for row in await db.execute_fetchall(running, (new.guild, new.channel))]
            if new.channel in channels:
                raise ChannelTaken
            if most is not None and len(channels) >= most:
                raise TooMany("tournaments_by_server", most)
            cursor = await db.execute(
                "INSERT INTO tournaments (guild, channel, name, host, game, options, language, plan, seeding, rated, status, created,"
                " clock, terms, alarm, seed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, *further),
            )
            assert cursor.lastrowid is not None
            made = cursor.lastrowid
        self._database.rung.set()
        return made

    async def enter(self, tournament: int, player: int, name: str, here: bool = False, deck: str | None = None) -> int:
        """A new entrant; returns the number. Raises Repeated for somebody who is in already."""
        async with self._database.transaction() as db:
            there = await db.execute_fetchall("SELECT entrant, player FROM tournament_players WHERE tournament = ?", (tournament,))
            if any(who == player for _, who in there):
                raise Repeated
            entrant = max((number for number, _ in there), default=-1) + 1
            await db.execute("INSERT INTO tournament_players VALUES (?, ?, ?, ?, ?, ?)", (tournament, entrant, player, name, here, deck))
        return entrant

    async def check_in(self, tournament: int, player: int) -> None:
        """Somebody is there."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournament_players SET here = 1 WHERE tournament = ? AND player = ?", (tournament, player))

    async def checking(self, tournament: int, until: float | None, alarm: float | None) -> None:
        """The check-in has begun, or there is none; at `alarm` something is to be done."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournaments SET checking = ?, alarm = ? WHERE id = ?", (until, alarm, tournament))
        self._database.rung.set()

    async def next_alarm(self) -> float | None:
        """When the next thing is to be done before the start of any tournament."""
        row = await self._database.one("SELECT MIN(alarm) FROM tournaments WHERE alarm IS NOT NULL")
        return row[0] if row else None

    async def alarmed(self, now: float) -> list[int]:
        """The tournaments about which something is to be done now."""
        return [row[0] for row in await self._database.all("SELECT id FROM tournaments WHERE alarm <= ? ORDER BY alarm", (now,))]

    async def cleared(self, tournament: int, number: int) -> None:
        """A round may begin."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournaments SET cleared = ? WHERE id = ?", (number, tournament))

    async def told(self, tournament: int, what: str) -> None:
        """The last thing that the channel has been told."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournaments SET told = ? WHERE id = ?", (what, tournament))

    async def substitute(self, tournament: int, entrant: int, player: int, name: str, act: TournamentAct) -> None:
        """Somebody else plays on for an entrant. Raises Repeated for somebody who is in already."""
        async with self._database.transaction() as db:
            there = await db.execute_fetchall("SELECT 1 FROM tournament_players WHERE tournament = ? AND player = ?", (tournament, player))
            if list(there):
                raise Repeated
            await db.execute(
                "INSERT INTO tournament_left (tournament, entrant, at, player, name)"
                " SELECT tournament, entrant, ?, player, name FROM tournament_players WHERE tournament = ? AND entrant = ?",
                (act.at, tournament, entrant),
            )
            await db.execute(
                "UPDATE tournament_players SET player = ?, name = ? WHERE tournament = ? AND entrant = ?", (player, name, tournament, entrant)
            )
            await self._put_act(db, tournament, act)

    async def silent(self, tournament: int) -> set[int]:
        """Substitutes who have done nothing in a tournament yet: a moderator has named them, and they have not agreed to anything."""
        acted = "SELECT 1 FROM seats s JOIN tournament_games g ON g.game = s.game WHERE s.player = p.player AND s.agreed AND g.tournament = ?1"
        rows = await self._database.all(
            "SELECT p.player FROM tournament_players p JOIN tournament_left l ON l.tournament = p.tournament AND l.entrant = p.entrant"
            f" WHERE p.tournament = ?1 AND NOT EXISTS ({acted})",
            (tournament,),
        )
        return {row[0] for row in rows}

    async def thread(self, tournament: int, fixture: int, channel: int) -> None:
        """A match has its thread."""
        async with self._database.transaction() as db:
            await db.execute("INSERT INTO tournament_threads VALUES (?, ?, ?)", (tournament, fixture, channel))

    async def rehoused(self, tournament: int, fixture: int, before: int, channel: int) -> bool:
        """A match goes on in another thread, with all its tables; the board of the live one is owed there. False where it has left `before`."""
        async with self._database.transaction() as db:
            moved = "UPDATE tournament_threads SET channel = ? WHERE tournament = ? AND fixture = ? AND channel = ?"
            if (await db.execute(moved, (channel, tournament, fixture, before))).rowcount != 1:
                return False
            own = "SELECT game FROM tournament_games WHERE tournament = ? AND fixture = ?"
            live = f"SELECT id FROM games WHERE status = 'live' AND id IN ({own})"
            for (table,) in await db.execute_fetchall(live, (tournament, fixture)):
                await self._owed.put(db, Subject(TABLE, table), [Message(BOARD, {"events": [], "by": None})])
            await db.execute(f"UPDATE games SET channel = ?, message = NULL WHERE id IN ({own})", (channel, tournament, fixture))
            await db.execute("UPDATE tournament_games SET channel = ? WHERE tournament = ? AND fixture = ?", (channel, tournament, fixture))
        return True

    async def in_thread(self, channel: int) -> int | None:
        """The tournament under way that has a match in a thread."""
        row = await self._database.one(
            "SELECT t.id FROM tournaments t JOIN tournament_threads h ON h.tournament = t.id WHERE h.channel = ? AND t.status = 'live'", (channel,)
        )
        return row[0] if row else None

    async def threads(self, tournament: int) -> dict[int, int]:
        """The threads of matches."""
        return dict(await self._database.all("SELECT fixture, channel FROM tournament_threads WHERE tournament = ?", (tournament,)))

    async def withdraw(self, tournament: int, player: int) -> None:
        """Somebody leaves before the beginning."""
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM tournament_players WHERE tournament = ? AND player = ?", (tournament, player))

    async def begin(self, tournament: int, seed: int, state: State) -> None:
        """The tournament begins. Raises Repeated where it has begun already."""
        async with self._database.transaction() as db:
            begun = "UPDATE tournaments SET status = ?, seed = ?, state = ?, checking = NULL, alarm = NULL WHERE id = ? AND status = ?"
            cursor = await db.execute(begun, (LIVE, f"{seed:064x}", msgspec.json.encode(state).decode(), tournament, OPEN))
            if cursor.rowcount != 1:
                raise Repeated

    async def save(self, tournament: int, state: State, over: bool) -> None:
        """The present state, and whether that was the end."""
        values = (msgspec.json.encode(state).decode(), OVER if over else LIVE, self._database.now() if over else None, tournament)
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournaments SET state = ?, status = ?, ended = ? WHERE id = ?", values)

    async def moderated(self, tournament: Tournament, act: TournamentAct) -> None:
        """A tournament after an act of a moderator, with the act. Tables of matches that are no longer there are none of its games."""
        state, kept = None, 0
        if tournament.state is not None:
            state, kept = msgspec.json.encode(tournament.state).decode(), len(tournament.state.fixtures)
        values = (state, tournament.status, tournament.paused, act.at if tournament.status == OVER else None, tournament.told, tournament.id)
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournaments SET state = ?, status = ?, paused = ?, ended = ?, told = ? WHERE id = ?", values)
            if tournament.status == OVER:
                await db.execute("UPDATE tournaments SET checking = NULL, alarm = NULL WHERE id = ?", (tournament.id,))
            for table in ("tournament_games", "tournament_threads"):
                await db.execute(f"DELETE FROM {table} WHERE tournament = ? AND fixture >= ?", (tournament.id, kept))
            await self._put_act(db, tournament.id, act)

    @staticmethod
    async def _put_act(db: Connection, tournament: int, act: TournamentAct) -> None:
        columns = "tournament, at, by, act, round, whom, reason"
        await db.execute(f"INSERT INTO tournament_acts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (tournament, *act))

    async def acts(self, tournament: int) -> list[TournamentAct]:
        """What moderators did, the latest first."""
        done = "SELECT at, by, act, round, whom, reason FROM tournament_acts WHERE tournament = ? ORDER BY id DESC"
        rows = await self._database.all(done, (tournament,))
        return [TournamentAct(*row) for row in rows]

    async def dealt(self, tournament: int, dealt: Dealt) -> None:
        """A game of a match has its table."""
        async with self._database.transaction() as db:
            await db.execute("INSERT INTO tournament_games VALUES (?, ?, ?, ?, ?)", (tournament, *dealt))

    async def said(self, tournament: int, message: int) -> None:
        """The message that shows the tournament."""
        async with self._database.transaction() as db:
            await db.execute("UPDATE tournaments SET message = ? WHERE id = ?", (message, tournament))

    async def get(self, tournament: int) -> Tournament | None:
        row = await self._database.one(f"SELECT {_COLUMNS} FROM tournaments WHERE id = ?", (tournament,))
        return _tournament(row) if row else None

    async def latest_in(self, channel: int) -> Tournament | None:
        """The newest tournament of a channel, those that are not over before others."""
        row = await self._database.one(f"SELECT {_COLUMNS} FROM tournaments WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return _tournament(row) if row else None

    async def channels(self) -> list[int]:
        """The channels of the tournaments that are not over."""
        return [row[0] for row in await self._database.all("SELECT DISTINCT channel FROM tournaments WHERE status <> 'over'")]

    async def live(self) -> list[int]:
        """The tournaments that are being played."""
        return [row[0] for row in await self._database.all("SELECT id FROM tournaments WHERE status = 'live' ORDER BY id")]

    async def of_table(self, table: int) -> int | None:
        """The tournament that a table belongs to."""
        row = await self._database.one("SELECT tournament FROM tournament_games WHERE game = ?", (table,))
        return row[0] if row else None

    async def players(self, tournament: int) -> list[Player]:
        rows = await self._database.all(
            "SELECT entrant, player, name, here, deck FROM tournament_players WHERE tournament = ? ORDER BY entrant", (tournament,)
        )
        return [Player(entrant, player, Typed(name), bool(here), deck) for entrant, player, name, here, deck in rows]

    async def tables(self, tournament: int) -> list[Dealt]:
        """All tables of a tournament, match by match."""
        rows = await self._database.all(
            "SELECT fixture, number, game, channel FROM tournament_games WHERE tournament = ? ORDER BY fixture, number", (tournament,)
        )
        return [Dealt(*row) for row in rows]
