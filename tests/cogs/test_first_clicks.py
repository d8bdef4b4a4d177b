"""From the games that `/game new` shows to the first action of one's own: at most four presses, in every game."""

from __future__ import annotations

import re

import pytest

from data.content import games
from tests.chat import ANNA, HERE, Chat
from tests.waiting import until

MOST = 4
PLAYS = re.compile("b:(do|go):|m:pick:")
"""Buttons and menus whose press may carry something out."""


async def done(chat: Chat) -> int:
    """How many actions Anna has carried out."""
    found = await chat.bot.tables.here(int(HERE))
    seat = found.seat_of(int(ANNA))
    return sum(row.seat == seat and not row.auto for row in await found.store.tables.actions(found.id))


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_the_first_action_of_ones_own(chat, game):
    """Pressed as somebody does who reads what is first: what plays, or else the first that leads on."""
    await chat.use(ANNA, "game new")
    panel = chat.private(ANNA)
    await chat.press_exactly(ANNA, panel, next(b for b in chat.buttons(panel) if b["custom_id"] == f"b:fresh:computer:{game}"))
    presses = 1
    table = await chat.bot.tables.here(int(HERE))

    async def asked() -> bool:
        return table.seat_of(int(ANNA)) in table.acting and any(b["custom_id"].startswith("b:move:") for b in chat.buttons(chat.board()))

    await until(asked, "Anna is asked")
    await chat.press(ANNA, chat.board(), "Your move")
    presses += 1
    for _ in range(9):
        if await done(chat):
            break
        shown = chat.private(ANNA)
        plays = [b for b in chat.buttons(shown) if PLAYS.match(b["custom_id"]) and not b.get("disabled")]
        menus = [m for m in chat.menus(shown) if PLAYS.match(m["custom_id"])]
        if plays:
            await chat.press_exactly(ANNA, shown, plays[0])
        elif menus:
            await chat.choose(ANNA, shown, menus[0], [option["value"] for option in menus[0]["options"][: menus[0].get("min_values", 1)]])
        else:
            await chat.press_exactly(ANNA, shown, next(b for b in chat.buttons(shown) if b["custom_id"].startswith("b:step:")))
        presses += 1
    assert presses <= MOST, presses
