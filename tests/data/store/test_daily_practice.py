"""The rows of positions of the day: one a server and day, wanted until posted, unanswered until closed; and of tries, the first one each."""

from __future__ import annotations

import pytest

from data.store import Store
from data.store.daily_practice import ANY, LATEST, PracticeDay
from data.store.shards import Shards

pytestmark = pytest.mark.usefixtures("places")

HOME, ABROAD = 2000 << 22, (2000 << 22) + (1 << 22)


@pytest.fixture
async def store():
    opened = await Store.open(":memory:")
    yield opened
    await opened.close()


def day(number: int, guild: int = HOME, puzzle: int = 5) -> PracticeDay:
    return PracticeDay(guild, number, 7, "monster_hex", puzzle, 1.0)


async def test_a_channel_wants_one_until_it_is_posted(store):
    rows = store.daily_practice
    await rows.set(HOME, 7, ANY)
    await rows.set(ABROAD, 8, "hexygame")
    assert {room.guild for room in await rows.wanting(3)} == {HOME, ABROAD}
    assert await rows.claim(day(3))
    assert not await rows.claim(day(3, puzzle=6)), "whoever comes second"
    assert {room.guild for room in await rows.wanting(3)} == {HOME, ABROAD}, "it is not posted yet"
    await rows.posted(day(3), 99)
    assert [room.guild for room in await rows.wanting(3)] == [ABROAD]
    assert [room.guild for room in await rows.wanting(2)] == [ABROAD], "a clock that is set back"
    assert {room.guild for room in await rows.wanting(4)} == {HOME, ABROAD}
    await rows.end(ABROAD, 7)
    assert await rows.room(ABROAD), "it is in another channel by now"
    await rows.end(ABROAD)
    assert await rows.room(ABROAD) is None


async def test_a_day_is_unanswered_until_it_is_closed(store):
    rows = store.daily_practice
    await rows.claim(day(3))
    assert not await rows.unanswered(4), "it was never posted"
    await rows.posted(day(3), 99)
    assert not await rows.unanswered(3), "it is its own day yet"
    assert [(one.day, one.message, one.pressed) for one in await rows.unanswered(4)] == [(3, 99, False)]
    await rows.pressed(day(3))
    assert (await rows.day(HOME, 3)).pressed
    await rows.closed(day(3))
    assert not await rows.unanswered(4)
    assert await rows.day(HOME, 4) is None


async def test_days_of_long_ago_go(store):
    rows = store.daily_practice
    for number in range(LATEST + 5):
        await rows.claim(day(number))
    assert [one.day for one in await rows.days(HOME)] == [*range(LATEST + 4, 4, -1)]


async def test_a_process_looks_after_its_own_servers(store):
    rows = store.daily_practice
    for guild in (HOME, ABROAD):
        await rows.set(guild, 7, ANY)
        await rows.claim(day(3, guild))
        await rows.posted(day(3, guild), 99)
    store.shards = Shards.all_of(2).some([0])
    assert [room.guild for room in await rows.wanting(4)] == [HOME]
    assert [one.guild for one in await rows.unanswered(4)] == [HOME]


async def test_the_first_try_stays(store):
    rows = store.practice
    assert await rows.tried(1, "monster_hex", 5, False)
    assert not await rows.tried(1, "monster_hex", 5, True)
    assert await rows.tried(2, "monster_hex", 5, True)
    assert await rows.of(1, "monster_hex") == {5: False}
    assert await rows.of(1, "hexygame") == {}


async def test_a_turn_goes_on_from_where_it_is_and_counts_at_its_end(store):
    rows, key = store.practice, (1, "hexygame", 5)
    assert await rows.turn(*key) == ""
    assert [await rows.went_on(*key, "", turn) for turn in ("pass", "move a1 a2")] == [True, False], "two presses at the same moment"
    assert await rows.went_on(*key, "pass", "pass;pass")
    assert await rows.turn(*key) == "pass;pass"
    assert await rows.of(1, "hexygame") == {}
    assert await rows.tried(*key, True)
    assert await rows.of(1, "hexygame") == {5: True}
    assert await rows.turn(*key) == ""
    assert await rows.went_on(*key, "", "pass"), "a further try"
    assert not await rows.tried(*key, False)
    assert (await rows.of(1, "hexygame"), await rows.turn(*key)) == ({5: True}, "")
