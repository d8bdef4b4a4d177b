"""What is remembered of tournaments. SQL of its own, on the store's connection."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from data.clocks import clock_of, clock_text
from data.limits import TooMany
from data.store import LIVE, OPEN, OVER, ChannelTaken, Connection, Repeated, Store
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


class Contest(NamedTuple):
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


class Act(NamedTuple):
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


class Dealt(NamedTuple):
    """A game of a match: which match, which game of it, which table, in which channel."""

    fixture: int
    number: int
    game: int
    channel: int


_COLUMNS = ", ".join(Contest._fields)


def _contest(row: Any) -> Contest:
    plan, seed, state = msgspec.json.decode(row[9], type=Plan), row[13], row[14]
    return Contest(*row)._replace(
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


class Contests:
    """Tournaments in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        *,
        guild: int | None,
        channel: int,
        name: str,
        host: int,
        game: str,
        options: Mapping[str, str],
        language: str,
        plan: Plan,
        seeding: str,
        rated: bool,
        clock: Clock | None,
        terms: Terms,
        alarm: float | None,
        seed: int,
        most: int | None = None,
    ) -> int:
        """A new tournament, open for entries; returns its id. At `alarm` something is to be done about it; `seed` is that of all its lots.

        A server has `most` of them that are not over. Raises data.store.ChannelTaken, data.limits.TooMany.
        """
        body = msgspec.json.encode(plan).decode()
        values = (guild, channel, name, host, game, json.dumps(options), language, body, seeding, rated, OPEN, self._store.now())
        further = (clock_text(clock), msgspec.json.encode(terms).decode(), alarm, f"{seed:064x}")
        async with self._store.transaction() as db:
            running = "SELECT channel FROM tournaments WHERE status <> 'over' AND (guild IS ? OR channel = ?)"
            channels = [row[0] for row in await db.execute_fetchall(running, (guild, channel))]
            if channel in channels:
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
        self._store.rung.set()
        return made

    async def enter(self, contest: int, player: int, name: str, here: bool = False, deck: str | None = None) -> int:
        """A new entrant; returns the number. Raises Repeated for somebody who is in already."""
        async with self._store.transaction() as db:
            there = await db.execute_fetchall("SELECT entrant, player FROM tournament_players WHERE tournament = ?", (contest,))
            if any(who == player for _, who in there):
                raise Repeated
            entrant = max((number for number, _ in there), default=-1) + 1
            await db.execute("INSERT INTO tournament_players VALUES (?, ?, ?, ?, ?, ?)", (contest, entrant, player, name, here, deck))
        return entrant

    async def check_in(self, contest: int, player: int) -> None:
        """Somebody is there."""
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournament_players SET here = 1 WHERE tournament = ? AND player = ?", (contest, player))

    async def checking(self, contest: int, until: float | None, alarm: float | None) -> None:
        """The check-in has begun, or there is none; at `alarm` something is to be done."""
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournaments SET checking = ?, alarm = ? WHERE id = ?", (until, alarm, contest))
        self._store.rung.set()

    async def next_alarm(self) -> float | None:
        """When the next thing is to be done before the start of any tournament."""
        row = await self._store.one("SELECT MIN(alarm) FROM tournaments WHERE alarm IS NOT NULL")
        return row[0] if row else None

    async def alarmed(self, now: float) -> list[int]:
        """The tournaments about which something is to be done now."""
        return [row[0] for row in await self._store.all("SELECT id FROM tournaments WHERE alarm <= ? ORDER BY alarm", (now,))]

    async def cleared(self, contest: int, number: int) -> None:
        """A round may begin."""
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournaments SET cleared = ? WHERE id = ?", (number, contest))

    async def told(self, contest: int, what: str) -> None:
        """The last thing that the channel has been told."""
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournaments SET told = ? WHERE id = ?", (what, contest))

    async def substitute(self, contest: int, entrant: int, player: int, name: str, act: Act) -> None:
        """Somebody else plays on for an entrant. Raises Repeated for somebody who is in already."""
        async with self._store.transaction() as db:
            there = await db.execute_fetchall("SELECT 1 FROM tournament_players WHERE tournament = ? AND player = ?", (contest, player))
            if list(there):
                raise Repeated
            await db.execute(
                "INSERT INTO tournament_left (tournament, entrant, at, player, name)"
                " SELECT tournament, entrant, ?, player, name FROM tournament_players WHERE tournament = ? AND entrant = ?",
                (act.at, contest, entrant),
            )
            await db.execute(
                "UPDATE tournament_players SET player = ?, name = ? WHERE tournament = ? AND entrant = ?", (player, name, contest, entrant)
            )
            await self._put_act(db, contest, act)

    async def silent(self, contest: int) -> set[int]:
        """Substitutes who have done nothing in a tournament yet: a moderator has named them, and they have not agreed to anything."""
        acted = "SELECT 1 FROM seats s JOIN tournament_games g ON g.game = s.game WHERE s.player = p.player AND s.agreed AND g.tournament = ?1"
        rows = await self._store.all(
            "SELECT p.player FROM tournament_players p JOIN tournament_left l ON l.tournament = p.tournament AND l.entrant = p.entrant"
            f" WHERE p.tournament = ?1 AND NOT EXISTS ({acted})",
            (contest,),
        )
        return {row[0] for row in rows}

    async def thread(self, contest: int, fixture: int, channel: int) -> None:
        """A match has its thread."""
        async with self._store.transaction() as db:
            await db.execute("INSERT INTO tournament_threads VALUES (?, ?, ?)", (contest, fixture, channel))

    async def rehoused(self, contest: int, fixture: int, before: int, channel: int) -> bool:
        """A match goes on in another thread, with all its tables; the board of the live one is owed there. False where it has left `before`."""
        async with self._store.transaction() as db:
            moved = "UPDATE tournament_threads SET channel = ? WHERE tournament = ? AND fixture = ? AND channel = ?"
            if (await db.execute(moved, (channel, contest, fixture, before))).rowcount != 1:
                return False
            own = "SELECT game FROM tournament_games WHERE tournament = ? AND fixture = ?"
            live = f"SELECT id FROM games WHERE status = 'live' AND id IN ({own})"
            for (game,) in await db.execute_fetchall(live, (contest, fixture)):
                await self._store.put_owed(db, game, "board", {"events": []})
            await db.execute(f"UPDATE games SET channel = ?, message = NULL WHERE id IN ({own})", (channel, contest, fixture))
            await db.execute("UPDATE tournament_games SET channel = ? WHERE tournament = ? AND fixture = ?", (channel, contest, fixture))
        return True

    async def in_thread(self, channel: int) -> int | None:
        """The tournament under way that has a match in a thread."""
        row = await self._store.one(
            "SELECT t.id FROM tournaments t JOIN tournament_threads h ON h.tournament = t.id WHERE h.channel = ? AND t.status = 'live'", (channel,)
        )
        return row[0] if row else None

    async def threads(self, contest: int) -> dict[int, int]:
        """The threads of matches."""
        return dict(await self._store.all("SELECT fixture, channel FROM tournament_threads WHERE tournament = ?", (contest,)))

    async def withdraw(self, contest: int, player: int) -> None:
        """Somebody leaves before the beginning."""
        async with self._store.transaction() as db:
            await db.execute("DELETE FROM tournament_players WHERE tournament = ? AND player = ?", (contest, player))

    async def begin(self, contest: int, seed: int, state: State) -> None:
        """The tournament begins. Raises Repeated where it has begun already."""
        async with self._store.transaction() as db:
            begun = "UPDATE tournaments SET status = ?, seed = ?, state = ?, checking = NULL, alarm = NULL WHERE id = ? AND status = ?"
            cursor = await db.execute(begun, (LIVE, f"{seed:064x}", msgspec.json.encode(state).decode(), contest, OPEN))
            if cursor.rowcount != 1:
                raise Repeated

    async def save(self, contest: int, state: State, over: bool) -> None:
        """The present state, and whether that was the end."""
        values = (msgspec.json.encode(state).decode(), OVER if over else LIVE, self._store.now() if over else None, contest)
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournaments SET state = ?, status = ?, ended = ? WHERE id = ?", values)

    async def moderated(self, contest: Contest, act: Act) -> None:
        """A tournament after an act of a moderator, with the act. Tables of matches that are no longer there are none of its games."""
        state, kept = None, 0
        if contest.state is not None:
            state, kept = msgspec.json.encode(contest.state).decode(), len(contest.state.fixtures)
        values = (state, contest.status, contest.paused, act.at if contest.status == OVER else None, contest.told, contest.id)
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournaments SET state = ?, status = ?, paused = ?, ended = ?, told = ? WHERE id = ?", values)
            if contest.status == OVER:
                await db.execute("UPDATE tournaments SET checking = NULL, alarm = NULL WHERE id = ?", (contest.id,))
            for table in ("tournament_games", "tournament_threads"):
                await db.execute(f"DELETE FROM {table} WHERE tournament = ? AND fixture >= ?", (contest.id, kept))
            await self._put_act(db, contest.id, act)

    @staticmethod
    async def _put_act(db: Connection, contest: int, act: Act) -> None:
        columns = "tournament, at, by, act, round, whom, reason"
        await db.execute(f"INSERT INTO tournament_acts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (contest, *act))

    async def acts(self, contest: int) -> list[Act]:
        """What moderators did, the latest first."""
        rows = await self._store.all("SELECT at, by, act, round, whom, reason FROM tournament_acts WHERE tournament = ? ORDER BY id DESC", (contest,))
        return [Act(*row) for row in rows]

    async def dealt(self, contest: int, dealt: Dealt) -> None:
        """A game of a match has its table."""
        async with self._store.transaction() as db:
            await db.execute("INSERT INTO tournament_games VALUES (?, ?, ?, ?, ?)", (contest, *dealt))

    async def said(self, contest: int, message: int) -> None:
        """The message that shows the tournament."""
        async with self._store.transaction() as db:
            await db.execute("UPDATE tournaments SET message = ? WHERE id = ?", (message, contest))

    async def get(self, contest: int) -> Contest | None:
        row = await self._store.one(f"SELECT {_COLUMNS} FROM tournaments WHERE id = ?", (contest,))
        return _contest(row) if row else None

    async def latest_in(self, channel: int) -> Contest | None:
        """The newest tournament of a channel, those that are not over before others."""
        row = await self._store.one(f"SELECT {_COLUMNS} FROM tournaments WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return _contest(row) if row else None

    async def channels(self) -> list[int]:
        """The channels of the tournaments that are not over."""
        return [row[0] for row in await self._store.all("SELECT DISTINCT channel FROM tournaments WHERE status <> 'over'")]

    async def live(self) -> list[int]:
        """The tournaments that are being played."""
        return [row[0] for row in await self._store.all("SELECT id FROM tournaments WHERE status = 'live' ORDER BY id")]

    async def of_game(self, game: int) -> int | None:
        """The tournament that a table belongs to."""
        row = await self._store.one("SELECT tournament FROM tournament_games WHERE game = ?", (game,))
        return row[0] if row else None

    async def players(self, contest: int) -> list[Player]:
        rows = await self._store.all(
            "SELECT entrant, player, name, here, deck FROM tournament_players WHERE tournament = ? ORDER BY entrant", (contest,)
        )
        return [Player(entrant, player, Typed(name), bool(here), deck) for entrant, player, name, here, deck in rows]

    async def games(self, contest: int) -> list[Dealt]:
        """All tables of a tournament, match by match."""
        rows = await self._store.all(
            "SELECT fixture, number, game, channel FROM tournament_games WHERE tournament = ? ORDER BY fixture, number", (contest,)
        )
        return [Dealt(*row) for row in rows]
