"""Which server is in which shard, by long division on paper, in Python and in SQL."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from data.store.shards import EVERYTHING, Shards


def by_hand(guild: int | None, count: int) -> int:
    """Discord's rule in binary digits: the last 22 go, and of what is left the remainder counts."""
    digits, rest = f"{guild or 0:b}"[:-22], 0
    for digit in digits:
        rest = (2 * rest + int(digit)) % count
    return rest


@pytest.mark.parametrize(
    ("text", "count", "own"),
    [
        ("0-3/16", 16, {0, 1, 2, 3}),
        ("0,5/16", 16, {0, 5}),
        (" 1 - 2, 7 / 8 ", 8, {1, 2, 7}),
        ("0/1", 1, {0}),
        ("3,3,2-3/4", 4, {2, 3}),
    ],
)
def test_they_are_written_as_ranges_and_numbers(text, count, own):
    found = Shards.parse(text)
    assert (found.count, found.own) == (count, own)
    assert Shards.parse(str(found)) == found


@pytest.mark.parametrize(
    "text", ["", "4", "/4", "0-3", "0-4/4", "4/4", "3-1/4", "-1/4", "0/0", "1,/4", "a/4", "0-3/16/2", "0x1/4", "0.5/4", "0/999999", "٣/4", "0--1/4"]
)
def test_what_is_no_shards_is_said_in_words(text):
    with pytest.raises(ValueError, match="shards"):
        Shards.parse(text)


def test_every_server_is_in_one_shard_in_python_and_in_sql():
    chance = random.Random(4)
    guilds = [None, 0, 1, 1 << 22, (1 << 63) - 1, *(chance.randrange(1 << 63) for _ in range(200)), *(n << 22 for n in range(20))]
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE there (guild INTEGER)")
        db.executemany("INSERT INTO there VALUES (?)", [(guild,) for guild in guilds])
        for count in (1, 2, 3, 16, 1000):
            own = frozenset(chance.sample(range(count), max(1, count // 3)))
            for shards in (Shards(count, own), Shards(count, frozenset()), Shards(count, frozenset(range(count)))):
                expected = [guild for guild in guilds if by_hand(guild, count) in shards.own]
                assert [guild for guild in guilds if shards.holds(guild)] == expected
                assert [row[0] for row in db.execute(f"SELECT guild FROM there WHERE {shards.where('guild')} ORDER BY rowid")] == expected
                assert all(shards.of(guild) == by_hand(guild, count) for guild in guilds)


def test_all_of_them_cost_nothing():
    """No server is looked up where none is left out."""
    assert EVERYTHING.everything
    assert EVERYTHING.where("guild") == Shards.all_of(5).where("guild") == "TRUE"
    assert all(EVERYTHING.holds(guild) for guild in (None, 0, 1 << 60))


def test_some_are_added_and_taken_away():
    none = Shards(4, frozenset())
    assert none | Shards(4, frozenset({1})) | Shards(4, frozenset({3})) == Shards(4, frozenset({1, 3}))
    assert Shards.all_of(4) - Shards(4, frozenset({0, 2})) == Shards(4, frozenset({1, 3}))
    with pytest.raises(ValueError, match="nothing in common"):
        none | Shards(2, frozenset({1}))
