"""Databases of earlier versions are brought up to date, whatever had got into them."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import asynccontextmanager, closing

import pytest

from data.content import build
from data.store import Conflict, Store, migration_scripts
from data.store.changes import Subject
from rules.notation import play
from tests.moved_databases import strange

TOURNAMENT = "guild, name, host, game, options, language, plan, seeding, rated, created"
CUP = "1, 'Cup', 1, 'monster_hex', '{}', 'en', '{\"format\":\"swiss\"}', 'random', 0, 1.0"
TABLE = "game, version, language, theme, options, host, created"
BOARD = "'monster_hex', 1, 'en', 'light', '{}', 1, 1.0"


@asynccontextmanager
async def after(number: int, tmp_path, monkeypatch):
    """A database as it was after so many migrations."""
    old = tmp_path / "migrations"
    old.mkdir()
    for path in sorted(migration_scripts.MIGRATIONS.glob("*.sql"))[:number]:
        shutil.copy(path, old)
    with monkeypatch.context() as patch:
        patch.setattr(migration_scripts, "MIGRATIONS", old)
        store = await Store.open(tmp_path / "g.sqlite3")
    yield store.database._db
    await store.close()


@pytest.fixture
async def before(tmp_path, monkeypatch):
    async with after(9, tmp_path, monkeypatch) as db:
        yield db


async def test_two_tournaments_in_a_channel(before, tmp_path):
    kept = {(2, 5): "live", (5, 6): "open", (6, 7): "open", (9, 9): "live"}
    gone = {(1, 5): "open", (3, 5): "open", (4, 6): "open", (8, 9): "live", (7, 7): "over"}
    for (number, channel), status in sorted({**kept, **gone}.items()):
        await before.execute(
            f"INSERT INTO tournaments (id, channel, status, alarm, {TOURNAMENT}) VALUES ({number}, {channel}, '{status}', 9.0, {CUP})"
        )
    store = await Store.open(tmp_path / "g.sqlite3")
    found = {(number, channel): status for number, channel, status in await store.all("SELECT id, channel, status FROM tournaments")}
    assert {key for key, status in found.items() if status != "over"} == set(kept)
    assert all(found[key] == status for key, status in kept.items())
    assert await store.all("SELECT DISTINCT alarm FROM tournaments WHERE status = 'over'") == [(None,)]
    assert [row[0] > 1e9 for row in await store.all("SELECT ended FROM tournaments WHERE id IN (1, 3, 4, 8)")] == [True] * 4
    await store.close()


async def test_matches_that_were_carried_away_come_back(before, tmp_path):
    await before.execute(f"INSERT INTO tournaments (id, channel, status, {TOURNAMENT}) VALUES (1, 5, 'live', {CUP}), (2, 6, 'over', {CUP})")
    tables = {1: (66, 13, "live"), 2: (1, 102, "live"), 3: (66, 15, "live"), 4: (66, 16, "over"), 5: (66, 17, "live"), 6: (66, 104, "live")}
    for number, (guild, channel, status) in tables.items():
        columns = f"id, guild, channel, status, message, {TABLE}"
        await before.execute(f"INSERT INTO games ({columns}) VALUES ({number}, {guild}, {channel}, '{status}', 8, {BOARD})")
    for tournament, game, thread in ((1, 1, 101), (1, 2, 102), (1, 3, 104), (1, 4, 103), (2, 5, 105)):
        await before.execute(f"INSERT INTO tournament_games VALUES ({tournament}, {game}, 0, {game}, {thread})")
    store = await Store.open(tmp_path / "g.sqlite3")
    found = {game: place for game, *place in await store.all("SELECT id, guild, channel, message FROM games")}
    assert found[1] == [1, 101, None], "back in its thread and its server"
    assert found[2] == [1, 102, 8], "it has not been away"
    assert found[3] == [66, 15, 8], "its thread has another table now"
    assert (found[4], found[5]) == ([66, 16, 8], [66, 17, 8]), "what is over stays"
    assert await store.outbox.subjects() == [Subject("table", 1), Subject("tournament", 1)], "its board, and whatever follows"
    await store.close()


async def test_orders_become_rows_of_their_games(tmp_path, monkeypatch):
    """They stand on, also after everything has been replayed; games that are over, and seats without orders, are left alone."""
    rules = build("hexygame")
    step = rules.setup(2, {}, 7)
    snapshot = json.loads(rules.dump(rules.apply(step.state, 0, ("deck", "ember_raid")).state))
    snapshot.pop("orders", None)
    given = {1: {0: "ask_spell pass_move", 1: "until_turn"}, 2: {0: "", 1: "ask_own"}, 3: {0: "", 1: ""}, 4: {0: "ask_own", 1: ""}}
    async with after(14, tmp_path, monkeypatch) as db:
        for game, orders in given.items():
            status = "over" if game == 4 else "live"
            await db.execute(
                f"INSERT INTO games (id, channel, status, seed, position, snapshot, {TABLE}) "
                f"VALUES (?, ?, ?, '07', 1, ?, 'hexygame', 1, 'en', 'light', '{{}}', 1, 1.0)",
                (game, game, status, json.dumps(snapshot).encode()),
            )
            await db.execute("INSERT INTO actions (game, number, seat, action, at) VALUES (?, 1, 0, 'deck ember_raid', 1.0)", (game,))
            for seat, named in orders.items():
                await db.execute("INSERT INTO seats (game, seat, player, name, orders) VALUES (?, ?, ?, 'A', ?)", (game, seat, 100 + seat, named))
        await db.commit()
        store = await Store.open(tmp_path / "g.sqlite3")
        try:
            for game, orders in given.items():
                row, rows = await store.tables.get(game), await store.tables.actions(game)
                standing = [set(named.split()) for named in orders.values()] if game != 4 else [set(), set()]
                assert row.position == len(rows) == 1 + sum(map(bool, standing))
                state = step.state
                for done in rows:
                    state = play(rules, state, done).state
                assert rules.load(row.snapshot) == state
                assert [rules.given(state, seat) for seat in (0, 1)] == standing
        finally:
            await store.close()


async def test_what_was_killed_in_between_goes_on(tmp_path, monkeypatch):
    """A table that was dealt for a match and not noted is its game; one that never began goes, and one that nobody could see is shown."""
    state = '{"fixtures": [{"games": []}, {"games": [{}]}, {"games": []}, {}]}'
    async with after(14, tmp_path, monkeypatch) as db:
        await db.execute(f"INSERT INTO tournaments (id, channel, status, state, {TOURNAMENT}) VALUES (1, 5, 'live', '{state}', {CUP})")
        for fixture in range(4):
            await db.execute(f"INSERT INTO tournament_threads VALUES (1, {fixture}, {100 + fixture})")
        tables = {
            1: (100, "live"),
            2: (101, "over"),
            3: (101, "live"),
            4: (102, "open"),
            5: (103, "live"),
            6: (7, "open"),
            7: (8, "open"),
            8: (9, "live"),
        }
        for number, (channel, status) in tables.items():
            message = 9 if number == 7 else None
            await db.execute(
                f"INSERT INTO games (id, channel, status, message, {TABLE}) VALUES (?, ?, ?, ?, {BOARD})", (number, channel, status, message)
            )
        await db.execute("INSERT INTO tournament_games VALUES (1, 1, 0, 2, 101), (1, 0, 0, 1, 100)")
        await db.commit()
        store = await Store.open(tmp_path / "g.sqlite3")
        try:
            dealt = {(d.fixture, d.number): (d.table, d.channel) for d in await store.tournaments.tables(1)}
            assert dealt == {(0, 0): (1, 100), (1, 0): (2, 101), (1, 1): (3, 101), (3, 0): (5, 103)}
            assert [n for n in tables if await store.tables.get(n) is None] == [4]
            assert [s.id for s in await store.outbox.subjects() if s.kind == "table"] == [6]
            assert [d.kind for d in await store.outbox.of(Subject("table", 6))] == ["lobby"]
        finally:
            await store.close()


async def test_what_is_being_sent_when_parcels_come_later(tmp_path, monkeypatch):
    """Of what is in parcels the first with a board may be there already, with what was held before; nothing else. So may lobbies and threads."""
    async with after(20, tmp_path, monkeypatch) as db:
        for number in (1, 2, 3):
            await db.execute(f"INSERT INTO games (id, channel, status, {TABLE}) VALUES ({number}, {number}, 'live', {BOARD})")
        await db.execute(f"INSERT INTO tournaments (id, channel, status, {TOURNAMENT}) VALUES (1, 5, 'live', {CUP})")
        owing = [
            (1, "held", 1), (1, "board", 2), (1, "board", 2), (1, "said", 0), (1, "held", 5), (1, "board", 5),
            (2, "held", 7), (2, "held", 7), (3, "lobby", 0),
        ]  # fmt: skip
        await db.executemany("INSERT INTO owed (game, kind, parcel, payload, created) VALUES (?, ?, ?, '{}', 7.0)", owing)
        await db.executemany("INSERT INTO owed (tournament, kind, payload, created) VALUES (1, ?, '{}', 7.0)", [("thread",), ("news",)])
        await db.execute("INSERT INTO facts VALUES ('alive', '1234.5')")
    store = await Store.open(tmp_path / "g.sqlite3")
    try:
        found = await store.all("SELECT id, parcel, begun FROM owed ORDER BY id")
        sealed = {1: (2, 7.0), 2: (2, 7.0), 3: (2, 7.0), 9: (0, 7.0), 10: (0, 7.0)}
        assert {row: tuple(rest) for row, *rest in found} == {row: sealed.get(row, (0, None)) for row in range(1, 12)}
        parcel = await store.outbox.seal(1)
        assert ([debt.id for debt in parcel.debts], parcel.again) == ([1, 2, 3], True)
        last = await store.heartbeat.last()
        assert (last(None), last(1 << 60)) == (1234.5, 1234.5), "one process has been there for all"
        assert await store.bot_facts.get("alive") is None
    finally:
        await store.close()


async def test_what_others_refer_to_is_made_anew_with_all_that_refers_to_it(tmp_path, monkeypatch):
    """Tables and tournaments are numbered otherwise from one migration on: whatever is in the database stays as it is."""
    async with after(31, tmp_path, monkeypatch):
        pass
    path = tmp_path / "g.sqlite3"
    strange(path)
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        columns = {name: ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({name})")) for name in set(names) - {"migrations"}}
        before = {name: db.execute(f"SELECT {all_of} FROM {name} ORDER BY {all_of}").fetchall() for name, all_of in columns.items()}
    store = await Store.open(path)
    try:
        assert await store.all("PRAGMA foreign_key_check") == []
        assert await store.one("PRAGMA integrity_check") == ("ok",)
        with pytest.raises(Conflict):
            await store.database.write(lambda db: db.execute("INSERT INTO seats (game, seat, name) VALUES (999, 0, 'A')"))
        for name, all_of in columns.items():
            assert await store.all(f"SELECT {all_of} FROM {name} ORDER BY {all_of}") == before[name], name
    finally:
        await store.close()


@pytest.mark.parametrize("owed", [0, 40])
async def test_a_number_that_was_given_before_numbers_were_kept_is_not_given_again(tmp_path, monkeypatch, owed):
    """Of those that are gone it is known that each has owed something."""
    async with after(31, tmp_path, monkeypatch) as db:
        await db.execute(f"INSERT INTO games (id, channel, status, {TABLE}) VALUES (7, 7, 'live', {BOARD}), (9, 9, 'over', {BOARD})")
        await db.execute(f"INSERT INTO tournaments (id, channel, status, {TOURNAMENT}) VALUES (3, 5, 'live', {CUP})")
        if owed:
            await db.execute("INSERT INTO owed (id, game, kind, payload, created) VALUES (?, 7, 'board', '{}', 1.0)", (owed,))
    store = await Store.open(tmp_path / "g.sqlite3")
    try:
        for table, columns, values, last in (("games", TABLE, BOARD, 9), ("tournaments", TOURNAMENT, CUP, 3)):
            sql = f"INSERT INTO {table} (channel, status, {columns}) VALUES (99, 'open', {values}) RETURNING id"
            ((made,),) = await store.database.write(lambda db, sql=sql: db.execute(sql).fetchall())
            assert made == max(last, owed) + 1
    finally:
        await store.close()


async def test_the_newest_goes_and_its_number_is_not_given_again(places, tmp_path):
    """Also after a stop, on either database."""
    store = await Store.open(tmp_path / "g.sqlite3")
    given = []
    for _ in range(3):
        for table, columns, values in (("games", TABLE, BOARD), ("tournaments", TOURNAMENT, CUP)):
            sql = f"INSERT INTO {table} (channel, status, {columns}) VALUES (99, 'open', {values}) RETURNING id"
            ((made,),) = await store.database.write(lambda db, sql=sql: db.execute(sql).fetchall())
            given.append((table, made))
            await store.database.write(lambda db, table=table: db.execute(f"DELETE FROM {table}"))
        await store.close()
        store = await Store.open(tmp_path / "g.sqlite3")
    await store.close()
    assert sorted(given) == [("games", 1), ("games", 2), ("games", 3), ("tournaments", 1), ("tournaments", 2), ("tournaments", 3)]
