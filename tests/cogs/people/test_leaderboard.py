"""A leaderboard for those who play without ratings: games, wins and wins in a row, by month."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cogs.people.leaderboard import ALWAYS, LAST, THIS, month_of
from cogs.play.tables import Tables
from data.store.games_played import FEWEST, Tally
from data.store.rows import EVERYWHERE
from rules.notation import ABANDONED, RULED
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.decided import decided

ANNA_BOHUMIL = (("Anna", 101), ("Bohumil", 102))
ANNA_CECILE = (("Anna", 101), ("Cécile", 103))
JUNE, JULY = 1_000_000.0, 4_000_000.0


@pytest.fixture
async def store():
    async with memory() as opened:
        opened.now = lambda: JUNE
        with known():
            yield opened


async def won(store, channel: int, players=ANNA_BOHUMIL, decisions: int = FEWEST, loser: int = 1, guild: int = 1, **how) -> None:
    table = await decided(await open_table(store, 2, channel=channel, players=players, guild=guild, **how), decisions)
    await table.concede(loser)


async def tallies(store, guild: int = 1, since: float = 0, until: float = 1e12, **how) -> list[Tally]:
    return sorted(await store.games_played.of(guild, how.pop("game", None), since, until, **how))


@pytest.mark.usefixtures("places")
class TestByRows:
    async def test_games_wins_and_the_most_in_a_row(self, store):
        for n, loser in enumerate((1, 1, 0, 1, 1, 1)):
            store.now = lambda n=n: JUNE + n
            await won(store, n + 1, loser=loser)
        await won(store, 10, ANNA_CECILE)
        assert await tallies(store) == [Tally(101, 7, 6, 4), Tally(102, 6, 1, 1), Tally(103, 1, 0, 0)]

    async def test_what_does_not_count(self, store):
        await won(store, 1, decisions=FEWEST - 1)
        await won(store, 2)
        async with store.transaction() as db:
            await db.execute("UPDATE seats SET player = 101")  # Against oneself.
        alone = await decided(await open_table(store, 2, channel=3), FEWEST)
        async with store.transaction() as db:
            await db.execute("UPDATE seats SET player = NULL, computer = 'easy' WHERE game = ? AND seat = 1", (alone.id,))  # Against a computer.
        await (await Tables(store).get(alone.id)).concede(0)
        for channel, reason in ((4, ABANDONED), (5, RULED)):
            table = await decided(await open_table(store, 2, channel=channel), FEWEST)
            await table.settle(0, reason, [[0, 1]])
        unasked = await open_table(store, 2, channel=6, agreed=False, asked="one")
        await unasked.act(0, ("bid", "1"))
        await unasked.concede(0)
        assert await tallies(store) == [Tally(101, 1, 0, 0), Tally(102, 1, 0, 0)], "a draw is a game, and no win"

    async def test_by_server_game_and_time(self, store):
        await won(store, 1)
        store.now = lambda: JULY
        await won(store, 2, loser=0)
        await won(store, 3, ANNA_CECILE, guild=2)
        assert await tallies(store) == [Tally(101, 2, 1, 1), Tally(102, 2, 1, 1)]
        assert await tallies(store, until=JULY) == [Tally(101, 1, 1, 1), Tally(102, 1, 0, 0)]
        assert await tallies(store, since=JULY) == [Tally(101, 1, 0, 0), Tally(102, 1, 1, 1)]
        assert await tallies(store, guild=2) == [Tally(101, 1, 1, 1), Tally(103, 1, 0, 0)]
        assert await tallies(store, game="hexknight") == []
        assert await tallies(store, guild=EVERYWHERE, only={103}) == [Tally(103, 1, 0, 0)], "nobody else is told of"
        assert len(await tallies(store, guild=EVERYWHERE)) == 3

    async def test_who_is_forgotten_is_on_no_list_and_takes_nothing_from_others(self, store):
        await won(store, 1)
        await store.own_data.forget(102)
        assert await tallies(store) == [Tally(101, 1, 1, 1)]


@pytest.mark.parametrize(
    ("which", "zone", "begins", "ends"),
    [
        (THIS, "UTC", "2026-01-01T00:00:00+00:00", None),
        (LAST, "UTC", "2025-12-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00"),
        (LAST, "Europe/Prague", "2025-11-30T23:00:00+00:00", "2025-12-31T23:00:00+00:00"),
        (ALWAYS, "UTC", "1970-01-01T00:00:00+00:00", None),
    ],
)
def test_months(which, zone, begins, ends):
    now = datetime(2026, 1, 15, 12, tzinfo=UTC).timestamp()
    begun, ended = month_of(which, now, zone)
    assert begun == datetime.fromisoformat(begins).timestamp()
    assert ended == (datetime.fromisoformat(ends).timestamp() if ends else now + 1)


async def game(chat, winner: str, loser: str, channel: str = HERE, **how) -> None:
    await chat.use(winner, "game new", channel, game="monster_hex", opponent=loser, options="seating=joined", **how)
    await decided(await chat.bot.tables.here(int(channel)), FEWEST)
    await chat.use(loser, "game resign", channel, sure="True")


async def test_friends_have_one_without_ratings(chat):
    assert "No game with another person has ended here" in await chat.use(ANNA, "leaderboard", "3009")
    for _ in range(2):
        await game(chat, ANNA, BOHUMIL)
    await game(chat, BOHUMIL, ANNA)
    await game(chat, ANNA, CECILE, THERE)
    told = await chat.use(DARA, "leaderboard", "3009")
    assert "**Leaderboard: all games** · by wins · this month" in told
    assert told.index("1. Anna: 4 games, won: 3, most in a row: 2") < told.index("2. Bohumil: 3 games, won: 1, most in a row: 1")
    told = await chat.use(DARA, "leaderboard", game="monster_hex", by="games")
    assert "by games" in told
    told = await chat.use(DARA, "leaderboard", game="monster_hex")
    assert "1. Anna: 4 games" in told
    assert "Nobody has a rating here yet" in told
    assert "No game with another person" in await chat.use(DARA, "leaderboard", game="monster_hex", month="last")
    await chat.later(40 * 24 * 3600)
    assert "all time" in await chat.use(DARA, "leaderboard", game="monster_hex"), "where nothing has been played this month"
    assert "Which game" in await chat.use(DARA, "leaderboard", "3009", by="rating")
    await chat.set(DARA, "language", language="cs")
    assert "1. Anna: 4 hry, výhry: 3, nejvíc v řadě: 2" in await chat.use(DARA, "leaderboard", game="monster_hex")


async def test_over_all_servers_only_who_wants_to_be_seen(chat):
    await game(chat, ANNA, BOHUMIL)
    told = await chat.use(ANNA, "leaderboard", game="monster_hex", scope="everywhere", by="wins")
    assert "1. Anna" in told
    assert "Bohumil" not in told
    assert "Anna" not in await chat.use(DARA, "leaderboard", game="monster_hex", scope="everywhere", by="wins")
    await chat.set(BOHUMIL, "profile", everywhere="true")
    told = await chat.use(ANNA, "leaderboard", game="monster_hex", scope="everywhere", by="wins")
    assert "2. Bohumil" in told
