"""`/learn`: whole lessons by buttons, in three languages, with mistakes, after a restart, by direct message."""

from __future__ import annotations

from itertools import cycle

import pytest

from data.content import games
from data.lesson import lesson
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE


async def walk(chat, member: str, game: str, channel: str) -> int:
    """Plays a lesson to its end, right answers only; returns the pages seen."""
    await chat.use(member, "learn", channel, game=game)
    pages = lesson(game).pages
    for number, page in enumerate(pages):
        shown = chat.private(member, channel)
        assert shown["attachments"] or not page.show
        right = sorted([page.do, *page.others]).index(page.do) if page.do else None
        wanted = f"b:learn:{game}:{number}:{right}" if page.do else f"b:learn:{game}:{number + 1}:"
        button = next((b for b in chat.buttons(shown) if b["custom_id"] == wanted), None)
        if number + 1 == len(pages):
            assert button is None
            assert f"game:{game}" in shown["content"]
        else:
            await chat.press_exactly(member, shown, button)
    return len(pages)


@pytest.mark.parametrize(("game", "member"), list(zip(games(), cycle((ANNA, BOHUMIL, CECILE)), strict=False)))
async def test_a_whole_lesson_by_direct_message(chat, game, member):
    assert await walk(chat, member, game, World.direct(member)) >= 6


async def test_mistakes_are_explained_and_lose_nothing(chat):
    await chat.use(ANNA, "learn", game="monster_hex")
    shown = chat.private(ANNA)
    assert chat.labels(shown) == ["Choose a faction ◆ Dune", "Choose a faction ▲ Ember", "Choose a faction ● Tide"]
    await chat.press(ANNA, shown, "Choose a faction ▲ Ember")
    assert "allowed too" in shown["content"]
    await chat.press(ANNA, shown, "Choose a faction ● Tide")
    assert "Anna leads Tide." in shown["content"]
    wrong = next(b for b in chat.buttons(shown) if "B1" in b["label"])
    await chat.press_exactly(ANNA, shown, wrong)
    assert "starting hex" in shown["content"]
    assert "**MH-3.2**" in shown["content"]
    await chat.restart()
    await chat.press(ANNA, shown, "Back")
    assert "page 1 of 7" in shown["content"]
    await chat.pick(ANNA, shown, "MH-1.4")
    assert "**MH-1.4**" in chat.private(ANNA)["content"]
    assert await chat.bot.store.tables.live_in(3001) is None, "a lesson is no table"


async def test_an_unknown_game_and_a_page_that_is_gone(chat):
    assert "no game called" in await chat.use(ANNA, "learn", game="chess")
    await chat.use(ANNA, "learn", game="monster_hex")
    shown = chat.private(ANNA)
    shown["components"][0]["components"][0]["custom_id"] = "b:learn:monster_hex:99:0"
    await chat.press_exactly(ANNA, shown, shown["components"][0]["components"][0])
    assert "Begin again" in chat.private(ANNA)["content"]
    assert set(await chat.complete(ANNA, "learn", "game", "")) == set(games())
