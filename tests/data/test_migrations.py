"""Databases of earlier versions are brought up to date, whatever had got into them."""

from __future__ import annotations

import shutil

import pytest

from data.store import Store, database
from data.store.changes import Subject

TOURNAMENT = "guild, name, host, game, options, language, plan, seeding, rated, created"
CUP = "1, 'Cup', 1, 'monster_hex', '{}', 'en', '{\"format\":\"swiss\"}', 'random', 0, 1.0"
TABLE = "game, version, language, theme, options, host, created"
BOARD = "'monster_hex', 1, 'en', 'light', '{}', 1, 1.0"


@pytest.fixture
async def before(tmp_path, monkeypatch):
    """A database as it was after the ninth migration."""
    old = tmp_path / "migrations"
    old.mkdir()
    for path in sorted(database.MIGRATIONS.glob("*.sql"))[:9]:
        shutil.copy(path, old)
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", old)
        store = await Store.open(tmp_path / "g.sqlite3")
    yield store._db
    await store.close()


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
    assert await store.owed.subjects() == [Subject("table", 1), Subject("tournament", 1)], "its board, and whatever follows"
    await store.close()
