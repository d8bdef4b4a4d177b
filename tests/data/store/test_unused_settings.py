"""What somebody has set for themselves goes when they have not been here for two years; what is not theirs alone stays."""

from __future__ import annotations

import pytest

from cogs.housekeeping import UNUSED_DAYS
from data.store import Store, unused_settings
from data.store.setups import Setup
from data.store.unused_settings import THEIRS
from rules.competition.clock import DAY
from tests.data.store.test_finished_games import finished
from tests.data.store.test_people_in_json import OWN, columns, tables

pytestmark = pytest.mark.usefixtures("places")

ANNA, BOHUMIL, CECILE = 7, 8, 9
STAYS = OWN - {*THEIRS} | {
    *("games", "seats", "sittings", "tournaments", "tournament_players", "tournament_left", "table_acts", "tournament_acts"),
    *("seen", "disputes", "team_invitations", "asked_messages"),
}
"""Tables with people in which nothing goes by itself: games, tournaments and what is of them, ratings, and what goes with a game that ends."""


@pytest.fixture
async def store():
    opened = await Store.open(":memory:")
    begun = opened.now()
    opened.now = lambda: begun + opened.days * DAY
    opened.days = 0
    yield opened
    await opened.close()


async def set_up(store: Store, player: int, table: int) -> None:
    """Somebody sets and saves something of every kind."""
    await store.decks.save(player, "hexygame", "Mine", {"c01": 2})
    await store.personal_settings.set_stops(player, "hexygame", ["pass_move"])
    await store.personal_settings.go_away(player, 1.0, 2.0)
    await store.direct_messages.set_direct(player, True)
    await store.follows.follow(table, player, True)
    await store.blocks.add(player, 2)
    await store.practice.tried(player, "monster_hex", 7, True)
    await store.setups.make(Setup(0, 1, 5, player, "monster_hex", {}))
    async with store.transaction() as db:
        await db.execute("INSERT INTO accepted VALUES (?, 1)", (player,))
        await db.execute("INSERT INTO replies VALUES (?, 'hexygame', 0, 1.0, 1.0, 1.0)", (player,))


async def theirs(store: Store, player: int) -> set[str]:
    """The tables in which something is theirs, of what may go."""
    return {table for table, column in THEIRS.items() if await store.one(f"SELECT 1 FROM {table} WHERE {column} = ?", (player,))}


async def test_every_table_with_people_goes_or_stays(store):
    known = {c.table for c in await columns(store) if c.name in ("player", "host", "by", "other")}
    assert known == {*THEIRS} | (STAYS - {"waits"}), "say of a new table with people whether what is theirs goes after two years"
    assert {*THEIRS} | STAYS <= {*await tables(store)}


async def test_what_somebody_has_set_goes_after_two_years(store):
    table = await finished(store, (0,), (1,))
    for player in (ANNA, BOHUMIL):
        await set_up(store, player, table)
        assert await theirs(store, player) == {*THEIRS}
    assert await store.unused_settings.tidy(UNUSED_DAYS) == 0
    store.days = UNUSED_DAYS - 1
    await store.unused_settings.met(BOHUMIL)
    store.days = UNUSED_DAYS
    assert await store.unused_settings.tidy(UNUSED_DAYS) == 0
    assert await theirs(store, ANNA) == {*THEIRS}, "not a day before"
    store.days = UNUSED_DAYS + 1
    assert await store.unused_settings.tidy(UNUSED_DAYS) == 1
    assert await theirs(store, ANNA) == set()
    assert await theirs(store, BOHUMIL) == {*THEIRS}, "others have been here"
    assert await store.all("SELECT player FROM seen") == [(BOHUMIL,)]
    await set_up(store, ANNA, table)
    assert await store.unused_settings.tidy(UNUSED_DAYS) == 0, "whoever comes back begins anew"


async def test_games_ratings_and_what_somebody_has_won_stay(store):
    table = await finished(store, (0,), (1,))
    await set_up(store, ANNA, table)
    await store.unused_settings.tidy(UNUSED_DAYS)
    kept = {kind: rows for kind, rows in (await store.own_data.about(ANNA)).items() if kind in ("games", "ratings", "rating_changes", "actions")}
    assert all(kept.values())
    store.days = 50 * UNUSED_DAYS
    await store.unused_settings.tidy(UNUSED_DAYS)
    after = await store.own_data.about(ANNA)
    assert {kind for kind, rows in after.items() if rows} == {*kept} | {"hosted"}
    assert {kind: after[kind] for kind in kept} == kept
    assert [p.table for p in await store.finished_games.played(ANNA)] == [table]


async def test_nobody_is_noted_of_whom_nothing_would_go(store):
    table = await finished(store, (0,), (1,))
    await store.unused_settings.met(CECILE)
    await store.unused_settings.tidy(UNUSED_DAYS)
    assert await store.all("SELECT player FROM seen") == []
    await set_up(store, CECILE, table)
    await store.unused_settings.tidy(UNUSED_DAYS)
    assert await store.all("SELECT player FROM seen") == [(CECILE,)]
    async with store.transaction() as db:
        for kind, column in THEIRS.items():
            await db.execute(f"DELETE FROM {kind} WHERE {column} = ?", (CECILE,))
    await store.unused_settings.tidy(UNUSED_DAYS)
    assert await store.all("SELECT player FROM seen") == []


async def test_many_go_in_small_steps_and_whoever_comes_between_them_stays(store, monkeypatch):
    monkeypatch.setattr(unused_settings, "STEP", 2)
    players = range(100, 107)
    for player in players:
        await store.decks.save(player, "hexygame", "Mine", {"c01": 2})
    await store.unused_settings.tidy(UNUSED_DAYS)
    store.days = UNUSED_DAYS + 1
    steps = []

    def step(db, before, real=unused_settings._step):
        steps.append(before)
        if len(steps) == 2:
            db.execute("UPDATE seen SET day = day + 9 WHERE player = 106")
        return real(db, before)

    monkeypatch.setattr(unused_settings, "_step", step)
    assert await store.unused_settings.tidy(UNUSED_DAYS) == 6
    assert len(steps) == 4
    assert [p for p in players if await theirs(store, p)] == [106]


async def test_it_is_noted_once_a_day(store, monkeypatch):
    await store.decks.save(ANNA, "hexygame", "Mine", {"c01": 2})
    await store.unused_settings.tidy(UNUSED_DAYS)
    written, write = [], store.database.write

    async def counted(function, *args, **how):
        written.append(function)
        return await write(function, *args, **how)

    monkeypatch.setattr(store.database, "write", counted)
    ((first,),) = await store.all("SELECT day FROM seen")
    for day in (1, 1, 1, 2, 2):
        store.days = day
        await store.unused_settings.met(ANNA)
    assert len(written) == 2
    assert await store.all("SELECT day FROM seen") == [(first + 2,)]
