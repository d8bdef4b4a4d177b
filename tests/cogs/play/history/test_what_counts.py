"""Which rated games count, and for how much: nobody makes a rating of games that were not played, or with one friend."""

from __future__ import annotations

import pytest

from cogs.play.stored_results import by_hand
from data.store.ratings import MONTH
from data.store.rows import EVERYWHERE
from rules.competition.clock import DAY
from rules.competition.ratings import IN_FULL, Rating
from rules.notation import AGREED, RESIGN, RULED, Row
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, DARA, HERE
from tests.decided import decided

PAIR = (("Anna", 101), ("Bohumil", 102))


@pytest.fixture
async def store():
    async with memory() as opened:
        with known():
            yield opened


async def played(store, decisions: int, channel: int, players=PAIR, guild: int = 1) -> None:
    """The first of two wins, after so many decisions of each."""
    table = await open_table(store, 2, channel=channel, rated=True, players=players, guild=guild)
    await decided(table, decisions)
    await table.concede(1)


async def shown(store, player: int, guild: int = 1) -> int:
    found = await store.ratings.ranked(guild, player=player)
    return found[0].rating.shown if found else Rating().shown


@pytest.mark.usefixtures("places")
class TestByRows:
    async def test_twenty_resignations_without_a_move_make_nobody_strong(self, store):
        for n in range(20):
            await played(store, 0, n + 1)
        assert await store.all("SELECT 1 FROM ratings") == []
        assert await store.all("SELECT 1 FROM rating_changes") == []

    async def test_a_result_by_agreement_or_a_moderators_word_needs_decisions_as_well(self, store):
        for n, reason in enumerate((AGREED, RULED)):
            table = await open_table(store, 2, channel=n + 1, rated=True)
            await table.act(0, ("bid", "1"))
            await table.settle(0, reason, [[0], [1]])
        assert await store.all("SELECT 1 FROM ratings") == [], "one of the two has decided nothing"

    async def test_twenty_games_with_one_friend_are_worth_no_more_than_a_few(self, store):
        gains, before = [], Rating().shown
        for n in range(20):
            await played(store, 1, n + 1)
            after = await shown(store, 101)
            gains.append(after - before)
            before = after
        full, rest = sum(gains[:IN_FULL]), sum(gains[IN_FULL:])
        assert rest < gains[IN_FULL - 1] * 1.1 < full
        assert gains[-1] == 0
        assert after < 1900

    async def test_others_count_in_full_beside_them_and_they_again_after_a_month(self, store):
        tick = [1_000_000.0]
        store.now = lambda: tick[0]
        for n in range(12):
            await played(store, 1, n + 1)
        tick[0] += DAY
        before = await shown(store, 101)
        await played(store, 1, 50, players=(("Anna", 101), ("Cécile", 103)))
        fresh = await shown(store, 101) - before
        assert fresh > 20
        tick[0] += MONTH
        before = await shown(store, 101)
        await played(store, 1, 51)
        assert await shown(store, 101) - before > fresh / 4

    async def test_over_all_servers_count_games_of_some_length_against_different_people(self, store):
        tick = [1_000_000.0]
        store.now = lambda: tick[0]

        async def games() -> dict[int, int]:
            return {one.player: one.games for one in await store.ratings.ranked(EVERYWHERE)}

        await played(store, 4, 1)
        assert await games() == {}, "too short"
        await played(store, 5, 2)
        assert await games() == {101: 1, 102: 1}
        await played(store, 5, 3, guild=2)
        assert await games() == {101: 1, 102: 1}, "the same two, wherever they meet"
        await played(store, 5, 4, players=(("Anna", 101), ("Cécile", 103)))
        assert await games() == {101: 2, 102: 1, 103: 1}
        tick[0] += MONTH + DAY
        await played(store, 5, 5)
        assert await games() == {101: 3, 102: 2, 103: 1}
        assert {one.games for one in await store.ratings.ranked(1, player=101)} == {4}, "in its server everything counts"

    async def test_of_more_than_two_it_counts_by_who_is_new_to_whom(self, store):
        four = (("Anna", 101), ("Bohumil", 102), ("Cécile", 103))
        await played(store, 5, 1)
        table = await open_table(store, 3, channel=2, rated=True, players=four)
        await decided(table, 5)
        await table.settle(0, RULED, [[0], [1], [2]])
        rows = await store.all("SELECT player, COUNT(*) FROM rating_changes WHERE guild = 0 GROUP BY player ORDER BY player")
        assert [tuple(row) for row in rows] == [(101, 2), (102, 2), (103, 1)]


def test_what_is_a_decision_by_hand():
    """What was taken back, done by itself, ordered or given up is none; what is said ahead is one."""
    rows = [
        Row(1, 0, ("bid", "1")),
        Row(2, 1, ("bid", "1"), auto=True),
        Row(3, 1, ("stops", "again")),
        Row(4, 0, ("undo", "0")),
        Row(5, 1, ("seal", "bid", "2")),
        Row(6, 1, ("seal",)),
        Row(7, 0, RESIGN),
        Row(8, 0, ("settle", RULED, "1", "0")),
    ]
    assert by_hand(rows[:3]) == {0: 1}
    assert by_hand(rows[:4]) == {}
    assert by_hand(rows) == {1: 1}


async def rated_game(chat, decisions: int) -> str:
    told = await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, rated="True", options="seating=joined")
    await chat.press(BOHUMIL, chat.board(), chat.labels(chat.board())[0])
    await decided(await chat.bot.tables.here(int(HERE)), decisions)
    await chat.use(BOHUMIL, "game resign", sure="True")
    return told


async def test_a_game_that_counts_for_nobody_says_so(chat):
    chat.accepting = False
    await rated_game(chat, 0)
    assert "No rating changes" in chat.board()["content"]
    assert "Nobody has a rating" in await chat.use(DARA, "leaderboard", game="monster_hex")
    await rated_game(chat, 1)
    assert "No rating changes" not in chat.board()["content"]
    assert "Ratings: " in chat.board()["content"]


async def test_moderators_see_who_meets_ever_again(chat):
    chat.accepting = False
    for _ in range(IN_FULL):
        assert "often" not in await rated_game(chat, 1)
    assert "with each other" not in await chat.use(DARA, "referee tables")
    assert "You have met Bohumil often in rated games of this kind" in await rated_game(chat, 1), "and so does the host"
    told = await chat.use(DARA, "referee tables")
    assert "**Anna** and **Bohumil**: rated games of Monster Hex with each other within 30 days: 5." in told
    await chat.set(DARA, "language", language="cs")
    assert "spolu za 30 dní: 5." in await chat.use(DARA, "referee tables")
