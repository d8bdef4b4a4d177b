"""The memory: the only place with SQL. Everything that belongs together is one transaction; what follows from it happens after the commit."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite

from data.clocks import clock_of, clock_text, write_dials
from data.desk import Sitting, TableAct, write_act, write_sitting
from data.limits import Limits, TooMany
from data.private import keep_private, private_folder
from data.typed import Typed
from rules.competition.clock import Clock, Dial
from rules.competition.ratings import Rating, rate
from rules.game import Event, Seat
from rules.notation import ABANDONED, Row

MIGRATIONS = Path(__file__).parent / "migrations"
CHECKPOINT_PAGES = 8000
"""Pages (4 KiB) of write-ahead log before SQLite folds them into the file: rarer and longer than its default of 1000."""
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
    f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
)
Connection = aiosqlite.Connection
OPEN, LIVE, OVER = "open", "live", "over"
EVERYWHERE = 0
"""The server of ratings over all servers."""
KEY = "marks"
"""The fact that holds the key of marks."""
HELD = "held"
"""The kind of an owed message that waits for the end of a turn."""


class Repeated(Exception):
    """This interaction has been carried out before."""


class ChannelTaken(Exception):
    """The channel has a live game already."""


class SeatRow(NamedTuple):
    """Who sits where. `player` is None for a computer seat, then `computer` names the opponent. An `offered` seat may be taken over.

    Who was named by somebody else and has neither joined nor acted has not `agreed`: nothing happens to them there.
    """

    seat: int
    player: int | None
    computer: str | None
    name: str
    orders: frozenset[str] = frozenset()
    offered: bool = False
    agreed: bool = True


class GameRow(NamedTuple):
    """A table as it is stored. `seed` is secret until the status is OVER; `paused` is since when it is paused, or 0.

    `asked` tells since which action each seat is asked; without an entry since the latest.
    """

    id: int
    game: str
    version: int
    guild: int | None
    channel: int
    message: int | None
    language: str
    theme: str
    options: dict[str, Any]
    host: int
    status: str
    seed: int | None
    position: int
    snapshot: bytes | None
    outcome: dict[str, Any] | None
    created: float
    ended: float | None
    rated: bool = False
    clock: Clock | None = None
    paused: float = 0
    asked: dict[Seat, int] = {}

    @property
    def chosen(self) -> dict[str, Any]:
        """The game's own options: all but the number of seats."""
        return {k: v for k, v in self.options.items() if k != "seats"}


class Played(NamedTuple):
    """A game that is over, as one of its players sees it: the players who share each place, best first; None is a computer."""

    id: int
    game: str
    ended: float
    places: tuple[tuple[int | None, ...], ...]
    rated: bool


class Ranked(NamedTuple):
    """A player's rating in a game, with the number of rated games."""

    player: int
    game: str
    rating: Rating
    games: int


class Owed(NamedTuple):
    """A message to be sent."""

    id: int
    game: int
    kind: str
    payload: dict[str, Any]


class Settings(NamedTuple):
    """What a person has set; None means not set. `everywhere`: their games are shown in all servers, not each in its own only."""

    language: str | None = None
    theme: str | None = None
    pings: bool = True
    everywhere: bool = False


_COLUMNS = ", ".join(GameRow._fields)
_AGREED = "NOT EXISTS (SELECT 1 FROM seats n WHERE n.game = g.id AND n.agreed = 0)"
"""That all who sit at a table have agreed to play."""


def _game(row: Sequence[Any]) -> GameRow:
    found = GameRow(*row)
    return found._replace(
        options=json.loads(row[8]),
        seed=int(row[11], 16) if row[11] is not None else None,
        outcome=json.loads(row[14]) if row[14] else None,
        rated=bool(row[17]),
        clock=clock_of(row[18]),
        asked={int(seat): number for seat, number in json.loads(row[20] or "{}").items()},
    )


def events_to_json(events: Iterable[Event]) -> list[list[Any]]:
    """Public events for a payload; private ones never get that far."""
    return [[e.kind, dict(e.facts), e.rule] for e in events if e.to is None]


def damage(path: Path, newest: int) -> str | None:
    """What is wrong with a copy of the database: not readable, damaged, or with a migration later than the `newest` known; None if nothing is."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            (verdict,) = db.execute("PRAGMA integrity_check").fetchone()
            (number,) = db.execute("SELECT MAX(number) FROM migrations").fetchone()
    except sqlite3.Error as error:
        return str(error)
    if verdict != "ok":
        return str(verdict)
    return f"it is of a newer version of the bot (migration {number})" if number > newest else None


class Store:
    """One SQLite file, one writer. Open it with `Store.open`.

    `now` tells the time, seconds since 1970; `rung` is set whenever a dial has changed; `key` is the secret of the marks on buttons.
    """

    def __init__(self, db: aiosqlite.Connection, path: Path = Path(":memory:")) -> None:
        self._db = db
        self.path = path
        self._writing = asyncio.Lock()
        self.now: Callable[[], float] = time.time
        self.rung = asyncio.Event()
        self.key = b""

    @classmethod
    async def open(cls, path: str | Path) -> Store:
        """Opens or creates the file and brings it up to date. Raises sqlite3.Error where that is impossible."""
        if str(path) != ":memory:":
            private_folder(Path(path).parent)
            keep_private(Path(path))
        db = await aiosqlite.connect(path, isolation_level=None)
        store = cls(db, Path(path))
        try:
            for pragma in PRAGMAS:
                await db.execute(f"PRAGMA {pragma}")
            await store._migrate()
            store.key = bytes.fromhex(await store.fact(KEY) or "")
        except BaseException:
            await db.close()  # Its thread would keep the process alive.
            raise
        return store

    async def close(self) -> None:
        await self._db.close()

    async def _migrate(self) -> None:
        await self._db.execute("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT")
        done = {row[0] for row in await self._db.execute_fetchall("SELECT number FROM migrations")}
        for path in sorted(MIGRATIONS.glob("*.sql")):
            number = int(path.name.split("_")[0])
            if number not in done:
                body = path.read_text(encoding="utf-8")
                script = f"BEGIN IMMEDIATE;\n{body}\nINSERT INTO migrations VALUES ({number}, {time.time()});\nCOMMIT;"
                await self._db.executescript(script)

    async def copy_to(self, path: Path) -> None:
        """A copy of everything as it is now, in one file. Raises sqlite3.Error."""
        keep_private(path)
        async with self._writing, aiosqlite.connect(path) as copy:
            await self._db.backup(copy)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """All or nothing; one at a time. For this room only."""
        async with self._writing:
            await self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                await self._db.commit()
            except BaseException:
                await self._db.rollback()
                raise

    async def one(self, sql: str, values: Sequence[Any] = ()) -> Sequence[Any] | None:
        """The first row of a query. For this room only."""
        async with self._db.execute(sql, values) as cursor:
            return await cursor.fetchone()

    async def all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of a query. For this room only."""
        return list(await self._db.execute_fetchall(sql, values))

    async def records(self, sql: str, values: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """All rows of a query by the names of their columns. For this room only."""
        async with self._db.execute(sql, values) as cursor:
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]

    # Tables

    async def create(
        self,
        *,
        game: str,
        version: int,
        guild: int | None,
        channel: int,
        language: str,
        theme: str,
        options: Mapping[str, Any],
        host: int,
        seats: Sequence[SeatRow],
        owed: str | None,
        rated: bool = False,
        clock: Clock | None = None,
        limits: Limits | None = None,
    ) -> int:
        """A new open table; returns its id. Raises ChannelTaken, data.limits.TooMany."""
        try:
            async with self.transaction() as db:
                if limits is not None:
                    await self._check_limits(db, limits, host, guild)
                values = (game, version, guild, channel, language, theme, json.dumps(options), host, OPEN, self.now(), rated, clock_text(clock))
                cursor = await db.execute(
                    "INSERT INTO games (game, version, guild, channel, language, theme, options, host, status, created, rated, clock)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    values,
                )
                made = cursor.lastrowid
                assert made is not None
                await self.seat(db, made, seats)
                if owed:
                    await self.put_owed(db, made, owed, {})
        except sqlite3.IntegrityError as error:
            raise ChannelTaken from error
        return made

    @staticmethod
    async def _check_limits(db: aiosqlite.Connection, limits: Limits, host: int, guild: int | None) -> None:
        """Counts within the transaction that makes a table, so that of many at the same moment no more are made than there may be."""
        own = "status <> 'over' AND id NOT IN (SELECT game FROM tournament_games)"
        for column, value, limit in (("host", host, "tables_by_person"), ("guild", guild, "tables_by_server")):
            ((there,),) = await db.execute_fetchall(f"SELECT COUNT(*) FROM games WHERE {column} = ? AND {own}", (value,))
            if there >= getattr(limits, limit):
                raise TooMany(limit, getattr(limits, limit))

    @staticmethod
    async def seat(db: aiosqlite.Connection, game: int, seats: Sequence[SeatRow]) -> None:
        """Who sits at a table, within a transaction."""
        await db.execute("DELETE FROM seats WHERE game = ?", (game,))
        await db.executemany(
            "INSERT INTO seats (game, seat, player, computer, name, orders, offered, agreed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, s.seat, s.player, s.computer, s.name, " ".join(sorted(s.orders)), s.offered, s.agreed) for s in seats],
        )

    async def put_owed(self, db: aiosqlite.Connection, game: int, kind: str, payload: Mapping[str, Any]) -> None:
        """A message that a table owes, within a transaction."""
        await db.execute("INSERT INTO owed (game, kind, payload, created) VALUES (?, ?, ?, ?)", (game, kind, json.dumps(payload), self.now()))

    async def sit(self, game: int, seats: Sequence[SeatRow], owed: str | None = None) -> None:
        """Who sits at an open table."""
        async with self.transaction() as db:
            await self.seat(db, game, seats)
            if owed:
                await self.put_owed(db, game, owed, {})

    async def begin(
        self,
        game: int,
        seats: Sequence[SeatRow],
        seed: int,
        snapshot: bytes,
        payload: Mapping[str, Any],
        clock: Clock | None = None,
        dials: Mapping[Seat, Dial] | None = None,
    ) -> None:
        """An open table goes live, with its clock as it is from now on. Raises Repeated for one that is live already."""
        async with self.transaction() as db:
            await self.seat(db, game, seats)
            begun = "UPDATE games SET status = ?, seed = ?, snapshot = ?, clock = ? WHERE id = ? AND status = ?"
            cursor = await db.execute(begun, (LIVE, f"{seed:064x}", snapshot, clock_text(clock), game, OPEN))
            if cursor.rowcount != 1:
                raise Repeated
            if dials:
                await write_dials(db, game, dials)
            await self.put_owed(db, game, "board", payload)
        if dials:
            self.rung.set()

    async def record(
        self,
        game: int,
        rows: Sequence[Row],
        snapshot: bytes,
        payload: Mapping[str, Any],
        interaction: int | None = None,
        outcome: Mapping[str, Any] | None = None,
        held: bool = False,
        rated: Sequence[Sequence[int]] | None = None,
        act: TableAct | None = None,
        dials: Mapping[Seat, Dial] | None = None,
        seats: Sequence[SeatRow] | None = None,
        sitting: Sitting | None = None,
        withdrawn: bool = False,
        asked: Mapping[Seat, int] | None = None,
    ) -> None:
        """Actions, snapshot, dials and owed message in one transaction. The interaction belongs to the first row. Raises Repeated.

        A held message waits until another one is owed, and goes out with it. `seats` and `sitting` say who sits there now and sat there
        before, if that has changed. `rated` are the players by place, where the game is over and
        counts for their ratings; `act` is what a moderator did, if the first action is none of the player's own;
        `withdrawn` says that what somebody has proposed no longer stands; `asked` since which action each seat is asked.
        """
        now = self.now()
        values = [(game, r.number, r.seat, " ".join(r.action), r.auto, interaction if i == 0 else None, now) for i, r in enumerate(rows)]
        status, ended = (OVER, now) if outcome else (LIVE, None)
        try:
            async with self.transaction() as db:
                await db.executemany("INSERT INTO actions (game, number, seat, action, auto, interaction, at) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
                await db.execute(
                    "UPDATE games SET position = ?, snapshot = ?, status = ?, ended = ?, outcome = ?, asked = ? WHERE id = ?",
                    (rows[-1].number, snapshot, status, ended, json.dumps(outcome) if outcome else None, json.dumps(asked or {}), game),
                )
                await self.put_owed(db, game, HELD if held else "board", payload)
                if rated:
                    await self._rate(db, game, rated)
                if act:
                    await write_act(db, game, rows[0].number, now, act)
                if withdrawn:
                    await db.execute("DELETE FROM proposals WHERE game = ?", (game,))
                if seats is not None:
                    await self.seat(db, game, seats)
                if sitting is not None:
                    await write_sitting(db, game, sitting)
                if dials is not None:
                    await write_dials(db, game, dials)
        except sqlite3.IntegrityError as error:
            raise Repeated from error
        if dials is not None:
            self.rung.set()

    async def _rate(self, db: aiosqlite.Connection, game: int, places: Sequence[Sequence[int]]) -> None:
        """Changes the ratings of a table's players, in its server and over all."""
        key, guild = next(iter(await db.execute_fetchall("SELECT game, guild FROM games WHERE id = ?", (game,))))
        for scope in dict.fromkeys((EVERYWHERE, guild or EVERYWHERE)):
            rows = await db.execute_fetchall("SELECT player, mu, sigma FROM ratings WHERE game = ? AND guild = ?", (key, scope))
            players = {player for group in places for player in group}
            before = {player: Rating(mu, sigma) for player, mu, sigma in rows if player in players}
            after = rate(places, before)
            await db.executemany(
                "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = games + 1",
                [(player, key, scope, *rating) for player, rating in after.items()],
            )
            changes = [(game, player, scope, *rating) for player, rating in after.items()]
            await db.executemany("INSERT INTO rating_changes VALUES (?, ?, ?, ?, ?)", changes)

    async def close_table(self, game: int) -> None:
        """An open table that never started goes."""
        async with self.transaction() as db:
            await db.execute("DELETE FROM games WHERE id = ? AND status = ?", (game, OPEN))

    async def move_table(self, game: int, channel: int) -> None:
        """A table goes on in another channel of its server, where its board is owed. Raises ChannelTaken."""
        try:
            async with self.transaction() as db:
                await db.execute("UPDATE games SET channel = ?, message = NULL WHERE id = ?", (channel, game))
                await self.put_owed(db, game, "board", {"events": []})
        except sqlite3.IntegrityError as error:
            raise ChannelTaken from error

    async def set_orders(self, game: int, seat: int, orders: Iterable[str]) -> None:
        """A seat's standing orders."""
        async with self.transaction() as db:
            await db.execute("UPDATE seats SET orders = ? WHERE game = ? AND seat = ?", (" ".join(sorted(orders)), game, seat))

    # Decks

    async def save_deck(self, player: int, game: str, name: str, cards: Mapping[str, int]) -> None:
        """Keeps a player's deck under a name, in the place of an earlier one."""
        async with self.transaction() as db:
            await db.execute(
                "INSERT INTO decks VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET cards = excluded.cards, changed = excluded.changed",
                (player, game, name, json.dumps(cards), self.now()),
            )

    async def decks(self, player: int, game: str) -> dict[str, dict[str, int]]:
        """A player's decks of a game by name, the latest first."""
        rows = await self.all("SELECT name, cards FROM decks WHERE player = ? AND game = ? ORDER BY changed DESC, name", (player, game))
        return {Typed(name): json.loads(cards) for name, cards in rows}

    async def delete_deck(self, player: int, game: str, name: str) -> None:
        """Forgets a deck."""
        async with self.transaction() as db:
            await db.execute("DELETE FROM decks WHERE player = ? AND game = ? AND name = ?", (player, game, name))

    # Reading

    async def game(self, game: int) -> GameRow | None:
        row = await self.one(f"SELECT {_COLUMNS} FROM games WHERE id = ?", (game,))
        return _game(row) if row else None

    async def live_in(self, channel: int) -> int | None:
        """The id of the table in a channel that is open or live."""
        row = await self.one("SELECT id FROM games WHERE channel = ? AND status <> 'over'", (channel,))
        return row[0] if row else None

    async def latest_in(self, channel: int) -> int | None:
        """The id of the newest table of a channel, over or not."""
        row = await self.one("SELECT id FROM games WHERE channel = ? ORDER BY status = 'over', id DESC LIMIT 1", (channel,))
        return row[0] if row else None

    async def seats(self, game: int) -> list[SeatRow]:
        rows = await self.all("SELECT seat, player, computer, name, orders, offered, agreed FROM seats WHERE game = ? ORDER BY seat", (game,))
        return [SeatRow(row[0], row[1], row[2], Typed(row[3]), frozenset(row[4].split()), bool(row[5]), bool(row[6])) for row in rows]

    async def actions(self, game: int) -> list[Row]:
        rows = await self.all("SELECT number, seat, action, auto FROM actions WHERE game = ? ORDER BY number", (game,))
        return [Row(n, seat, tuple(action.split()), bool(auto)) for n, seat, action, auto in rows]

    async def lobbies(self) -> list[int]:
        """The channels with a table that has not begun."""
        return [row[0] for row in await self.all("SELECT channel FROM games WHERE status = 'open'")]

    async def games_of(self, guild: int | None, player: int, limit: int) -> list[GameRow]:
        """The tables of a server that are not over, and a player's own anywhere; the newest first."""
        rows = await self.all(
            f"SELECT {_COLUMNS} FROM games WHERE status <> 'over' AND (guild = ? OR id IN (SELECT game FROM seats WHERE player = ?))"
            " ORDER BY id DESC LIMIT ?",
            (guild, player, limit),
        )
        return [_game(row) for row in rows]

    # Ratings and what has been played

    async def ratings(self, guild: int, game: str | None = None, player: int | None = None) -> list[Ranked]:
        """Ratings in a server (or EVERYWHERE), of a game, of a player; the surest strength first."""
        rows = await self.all(
            "SELECT player, game, mu, sigma, games FROM ratings WHERE guild = ? AND (? IS NULL OR game = ?) AND (? IS NULL OR player = ?)",
            (guild, game, game, player, player),
        )
        found = [Ranked(who, key, Rating(mu, sigma), games) for who, key, mu, sigma, games in rows]
        return sorted(found, key=lambda r: (-r.rating.sure, r.player))

    async def rating_curve(self, player: int, game: str, guild: int) -> dict[int, Rating]:
        """A player's ratings after each rated game, by table, the first one first."""
        rows = await self.all(
            "SELECT c.game, c.mu, c.sigma FROM rating_changes c JOIN games g ON g.id = c.game"
            " WHERE c.player = ? AND c.guild = ? AND g.game = ? ORDER BY g.ended, g.id",
            (player, guild, game),
        )
        return {table: Rating(mu, sigma) for table, mu, sigma in rows}

    async def played(self, player: int, guild: int = EVERYWHERE) -> list[Played]:
        """A player's games in a server that are over, the latest first; those against oneself, those without a result and those to which
        somebody had not agreed do not count."""
        rows = await self.all(
            "SELECT g.id, g.game, g.ended, g.outcome, g.rated, s.seat, s.player FROM games g JOIN seats s ON s.game = g.id"
            " WHERE g.status = 'over' AND g.id IN (SELECT game FROM seats WHERE player = ?1) AND (?2 = 0 OR g.guild = ?2)"
            f" AND {_AGREED} ORDER BY g.ended DESC, g.id DESC, s.seat",
            (player, guild),
        )
        found: list[Played] = []
        for number, several in groupby(rows, key=lambda row: row[0]):
            own = list(several)
            seats = {seat: who for *_, seat, who in own}
            outcome = json.loads(own[0][3])
            places = tuple(tuple(seats.get(seat) for seat in group) for group in outcome["places"])
            if sum(who == player for who in seats.values()) == 1 and outcome.get("reason") != ABANDONED:
                found.append(Played(number, own[0][1], own[0][2], places, bool(own[0][4])))
        return found

    async def reply_times(self, player: int, guild: int = EVERYWHERE, limit: int = 1000) -> list[float]:
        """How many seconds a player's latest answers in a server took since another seat acted, in games to which all have agreed.

        At a friendly table the first answer does not count: it may be the yes of somebody who had only been named.
        """
        rows = await self.all(
            "SELECT at - before FROM (SELECT d.at, auto, seat, player, rated, LAG(at) OVER w AS before, LAG(seat) OVER w AS other,"
            " SUM(auto = 0 AND player = ?1) OVER w AS nth FROM done d JOIN games g ON g.id = d.game"
            " WHERE d.game IN (SELECT game FROM seats WHERE player = ?1 UNION SELECT game FROM sittings WHERE player = ?1)"
            f" AND (?2 = 0 OR g.guild = ?2) AND {_AGREED} WINDOW w AS (PARTITION BY d.game ORDER BY number))"
            " WHERE player = ?1 AND auto = 0 AND (rated = 1 OR nth > 1) AND other IS NOT NULL AND other <> seat ORDER BY at DESC LIMIT ?3",
            (player, guild, limit),
        )
        return [row[0] for row in rows]

    async def names(self, players: Iterable[int], guild: int = EVERYWHERE, met: int | None = None) -> dict[int, str]:
        """What players were called at the latest table they sat at, in a server, with somebody; those who did not are left out."""
        rows = await self.all(
            "SELECT p.value, (SELECT s.name FROM seats s JOIN games g ON g.id = s.game WHERE s.player = p.value AND (?2 = 0 OR g.guild = ?2)"
            " AND (?3 IS NULL OR EXISTS (SELECT 1 FROM seats o WHERE o.game = s.game AND o.player = ?3)) ORDER BY s.game DESC LIMIT 1) AS name"
            " FROM json_each(?1) p",
            (json.dumps(list(players)), guild, met),
        )
        return {player: Typed(name) for player, name in rows if name is not None}

    async def live_of(self, player: int, limit: int = 50) -> list[GameRow]:
        """A player's tables that are not over, the newest first."""
        rows = await self.all(
            f"SELECT {_COLUMNS} FROM games WHERE status <> 'over' AND id IN (SELECT game FROM seats WHERE player = ?) ORDER BY id DESC LIMIT ?",
            (player, limit),
        )
        return [_game(row) for row in rows]

    async def last_action(self, game: int) -> float | None:
        """When something was last done at a table."""
        row = await self.one("SELECT MAX(at) FROM actions WHERE game = ?", (game,))
        return row[0] if row else None

    # Messages

    async def owe(self, game: int, kind: str, payload: Mapping[str, Any]) -> None:
        async with self.transaction() as db:
            await self.put_owed(db, game, kind, payload)

    async def owed(self, game: int) -> list[Owed]:
        """What a table has to send now; nothing while all of it is held."""
        rows = await self.all("SELECT id, game, kind, payload FROM owed WHERE game = ? ORDER BY id", (game,))
        if all(kind == HELD for _, _, kind, _ in rows):
            return []
        return [Owed(i, g, kind, json.loads(payload)) for i, g, kind, payload in rows]

    async def owing(self) -> list[int]:
        """The tables that owe a message now: held ones alone do not count."""
        return [row[0] for row in await self.all("SELECT DISTINCT game FROM owed WHERE kind <> ? ORDER BY game", (HELD,))]

    async def unsay(self, channel: int) -> list[int]:
        """Tables that ended in a channel that is gone owe nothing to anybody any more; returns those that did."""
        ended = "SELECT id FROM games WHERE channel = ? AND status = 'over'"
        async with self.transaction() as db:
            found = await db.execute_fetchall(f"SELECT DISTINCT game FROM owed WHERE game IN ({ended})", (channel,))
            await db.execute(f"DELETE FROM owed WHERE game IN ({ended})", (channel,))
        return [row[0] for row in found]

    async def sent(self, game: int, owed: Sequence[int], message: int | None) -> None:
        """Messages that Discord has taken; `message` is the table's board message from now on."""
        async with self.transaction() as db:
            await db.executemany("DELETE FROM owed WHERE id = ?", [(i,) for i in owed])
            if message is not None:
                await db.execute("UPDATE games SET message = ? WHERE id = ?", (message, game))

    # People, and small facts about the bot itself

    async def settings(self, player: int) -> Settings:
        row = await self.one("SELECT language, theme, pings, everywhere FROM settings WHERE player = ?", (player,))
        return Settings(row[0], row[1], bool(row[2]), bool(row[3])) if row else Settings()

    async def set_settings(self, player: int, settings: Settings) -> None:
        async with self.transaction() as db:
            await db.execute(
                "INSERT INTO settings (player, language, theme, pings, everywhere) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player)"
                " DO UPDATE SET language = excluded.language, theme = excluded.theme, pings = excluded.pings, everywhere = excluded.everywhere",
                (player, *settings),
            )

    async def shown_everywhere(self, players: Iterable[int]) -> set[int]:
        """Those players who want their games to be shown in all servers."""
        wanted = "SELECT player FROM settings WHERE everywhere = 1 AND player IN (SELECT value FROM json_each(?))"
        return {row[0] for row in await self.all(wanted, (json.dumps(list(players)),))}

    async def fact(self, key: str) -> str | None:
        row = await self.one("SELECT value FROM facts WHERE key = ?", (key,))
        return row[0] if row else None

    async def set_fact(self, key: str, value: str) -> None:
        async with self.transaction() as db:
            await db.execute("INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value))
