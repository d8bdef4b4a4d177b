"""Decks that several processes change at the same moment, on both databases: no change is lost, and what is refused changes nothing."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from data.store import Store

ME, GAME = 7, "some_game"
TIMES = 12


@pytest.fixture(params=("file", "server"))
def place(request, tmp_path):
    return tmp_path / "games.sqlite3" if request.param == "file" else request.getfixturevalue("elsewhere")


@pytest.fixture
async def stores(place):
    """Two processes' stores, as far as a database has two: of a file one is enough."""
    async with AsyncExitStack() as closing:
        found = []
        for _ in range(2 if isinstance(place, str) else 1):
            store = await Store.open(place)
            closing.push_async_callback(store.close)
            found.append(store)
        yield found


def more(decks):
    decks["Mine"] = {"card": decks.get("Mine", {}).get("card", 0) + 1}
    return len(decks)


async def test_no_change_is_lost(stores):
    await asyncio.gather(*(store.decks.change(ME, GAME, more) for store in stores for _ in range(TIMES)))
    assert await stores[0].decks.of(ME, GAME) == {"Mine": {"card": TIMES * len(stores)}}


async def test_what_is_refused_changes_nothing(stores):
    decks = stores[0].decks
    await decks.save(ME, GAME, "Mine", {"card": 1})

    def refused(decks):
        decks.pop("Mine")
        decks["Other"] = {"card": 2}
        raise LookupError

    with pytest.raises(LookupError):
        await decks.change(ME, GAME, refused)
    assert await decks.of(ME, GAME) == {"Mine": {"card": 1}}


async def test_a_name_changes_hands(stores):
    """What was called otherwise is gone, decks of others and of other games stay."""
    decks = stores[-1].decks
    for who, game in ((ME, GAME), (ME, "other_game"), (8, GAME)):
        await decks.save(who, game, "Mine", {"card": who})
    await decks.change(ME, GAME, lambda decks: decks.update({"Ours": decks.pop("Mine")}))
    assert await decks.of(ME, GAME) == {"Ours": {"card": ME}}
    assert await decks.of(ME, "other_game") == {"Mine": {"card": ME}}
    assert await decks.of(8, GAME) == {"Mine": {"card": 8}}
