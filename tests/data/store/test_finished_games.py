"""What the store remembers of players: results, reply times, ratings by server."""

from __future__ import annotations

import pytest

from data.store import Store
from data.store.rows import EVERYWHERE, SeatRow
from rules.competition.ratings import Rating, rate
from rules.notation import Row
from tests.stored import acted, live_table, new_row

pytestmark = pytest.mark.usefixtures("places")

PEOPLE = ((7, "Anna"), (8, "Bohumil"), (9, "Cécile"))


async def finished(
    store: Store, *places: tuple[int, ...], guild: int = 1, game: str = "monster_hex", rated: bool = True, times=(), people=PEOPLE
) -> int:
    """A game of people at these places, by seat; `times` are when its actions happened, seats in turn."""
    seats = [SeatRow(i, player, None, name) for i, (player, name) in enumerate(people[: sum(map(len, places))])]
    row = await live_table(store, new_row(game=game, guild=guild, rated=rated), seats)
    rows = [Row(n + 1, n % len(seats), ("a",)) for n in range(max(1, len(times)))]
    by_place = [[seats[seat].player for seat in group] for group in places]
    await store.tables.commit(acted(row, rows, places=places, rated=by_place if rated else None, wide=True))
    for n, at in enumerate(times):
        async with store.transaction() as db:
            await db.execute("UPDATE actions SET at = ? WHERE game = ? AND number = ?", (at, row.id, n + 1))
    return row.id


async def test_results_from_a_players_side():
    store = await Store.open(":memory:")
    first = await finished(store, (1,), (0,))
    second = await finished(store, (0, 1), rated=False)
    third = await finished(store, (2,), (0, 1))
    assert [p.table for p in await store.finished_games.played(8)] == [third, second, first]
    latest, shared, won = await store.finished_games.played(8)
    assert latest.places == ((9,), (7, 8))
    assert shared.places == ((7, 8),)
    assert (won.places, won.rated, shared.rated) == (((8,), (7,)), True, False)
    assert await store.finished_games.played(99) == []
    await store.close()


async def test_games_against_oneself_do_not_count():
    store = await Store.open(":memory:")
    seats = [SeatRow(0, 7, None, "Anna"), SeatRow(1, 7, None, "Anna")]
    row = await live_table(store, new_row(), seats)
    await store.tables.commit(acted(row, [Row(1, 0, ("a",))], places=[[0], [1]]))
    assert await store.finished_games.played(7) == []
    await store.close()


async def test_answer_times_are_those_of_answers_to_others():
    store = await Store.open(":memory:")
    await finished(store, (0,), (1,), times=(100.0, 160.0, 165.0, 465.0))
    assert await store.finished_games.answer_times(8) == [300.0, 60.0]
    assert await store.finished_games.answer_times(7) == [5.0]
    assert await store.finished_games.answer_times(9) == []
    await finished(store, (0,), (1,), times=(1000.0, 9000.0, 9001.0, 9003.0), rated=False)
    assert await store.finished_games.answer_times(8) == [2.0, 300.0, 60.0], "the first answer at a friendly table may be a yes to being named"
    await store.close()


async def test_ratings_by_server_game_and_over_all():
    store = await Store.open(":memory:")
    first = await finished(store, (0,), (1,))
    other = await finished(store, (1,), (0,), guild=2)
    third = await finished(store, (0,), (1,), (2,), guild=2)
    await finished(store, (0,), (1,), game="hexknight", rated=False)
    once = rate([[7], [8]], {})
    assert {r.player: r.rating for r in await store.ratings.ranked(1, "monster_hex")} == once
    assert [(n, r.rating) for n, r in (await store.ratings.curve(7, "monster_hex", 1)).items()] == [(first, once[7])]
    assert list(await store.ratings.curve(7, "monster_hex", 2)) == [other, third]
    curve = await store.ratings.curve(7, "monster_hex", EVERYWHERE)
    assert list(curve) == [first, third], "over all, the same two count once a month"
    ended = dict(await store.all("SELECT id, ended FROM games"))
    assert {table: one.ended for table, one in curve.items()} == {table: ended[table] for table in (first, third)}
    assert [r.games for r in await store.ratings.ranked(EVERYWHERE, player=9)] == [1]
    assert await store.ratings.ranked(1, "hexknight") == []
    order = await store.ratings.ranked(EVERYWHERE, "monster_hex")
    assert order == sorted(order, key=lambda r: -r.rating.sure)
    assert max(r.rating.sigma for r in order) < Rating().sigma
    assert await store.finished_games.names([7, 99]) == {7: "Anna"}
    await store.close()


async def test_a_server_that_is_not_there_rates_once():
    """In direct messages there is no server: the rating over all changes, once."""
    store = await Store.open(":memory:")
    made = await finished(store, (0,), (1,), guild=0)
    assert list(await store.ratings.curve(7, "monster_hex", EVERYWHERE)) == [made]
    assert [r.games for r in await store.ratings.ranked(EVERYWHERE, "monster_hex", 7)] == [1]
    await store.close()
