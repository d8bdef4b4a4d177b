"""The end of a tournament is told in another channel, too, where its host says so."""

from __future__ import annotations

import pytest

from data.content import build, games
from playground.permission_bits import SEND_MESSAGES
from tests.chat import ANNA, BOHUMIL, DARA, HERE, THERE
from tests.cogs.tournaments.in_chat import give_up, settle, threads


async def to_the_end(chat, **options: str) -> None:
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup", format="single", **options)
    for member in (ANNA, BOHUMIL):
        await chat.press(member, chat.board(), "Join")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    await give_up(chat, threads(chat)[0])


async def test_the_podium_is_told_there_without_buttons_that_are_for_its_own_channel(chat):
    news = chat.announcements()
    await to_the_end(chat, results=f"<#{news}>")
    (told,) = chat.seen(None, news)
    assert told["content"].startswith("🏆 **Cup** is over.")
    assert told["attachments"]
    assert not told["components"]
    assert chat.board(HERE)["content"] == told["content"]
    await chat.restart()
    assert len(chat.seen(None, news)) == 1


async def test_a_moderator_names_no_channel_in_which_they_may_not_write_themselves(chat):
    secret, closed, news = chat.new_channel("secret"), chat.new_channel("closed"), chat.announcements()
    chat.hides(secret, DARA)
    chat.bot_may_not(closed, SEND_MESSAGES)
    await chat.use(DARA, "tournament create", post=False, game="monster_hex")
    await chat.choose(DARA, chat.private(DARA), chat.menus(chat.private(DARA))[0], ["more"])
    await chat.choose(DARA, chat.private(DARA), chat.menus(chat.private(DARA))[0], ["results"])
    offered = {option["value"] for option in chat.menus(chat.private(DARA))[1]["options"]}
    assert {news, THERE} <= offered
    assert not {secret, closed, HERE} & offered
    for channel in (secret, closed, "99"):
        await chat.use(DARA, "tournament create", game="monster_hex", results=channel)
        assert "Results cannot be told" in chat.private(DARA)["content"], channel
    assert await chat.bot.store.all("SELECT 1 FROM tournaments") == []


async def test_a_channel_that_is_gone_keeps_nothing_waiting(chat):
    news = chat.announcements()
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup", format="single", results=news)
    chat.deletes(news)
    for member in (ANNA, BOHUMIL):
        await chat.press(member, chat.board(), "Join")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    await give_up(chat, threads(chat)[0])
    assert "🏆" in chat.board()["content"]
    assert await chat.bot.store.all("SELECT kind FROM owed") == []


@pytest.mark.parametrize("limited", ["", "limited:draft"])
async def test_the_menu_of_settings_has_room_in_every_game(chat, limited):
    for game in games():
        if limited and build(game).decks is None:
            continue
        await chat.use(ANNA, "tournament create", post=False, game=game, settings=limited)
        first = offered(chat)
        await chat.choose(ANNA, chat.private(ANNA), chat.menus(chat.private(ANNA))[0], ["more"])
        second = offered(chat)
        assert max(len(first), len(second)) <= 25
        assert not {*first} & {*second}, "each setting has one place"
        assert {"rounds", "starts", "more"} <= {*first}
        assert {"seeding", "results", "less"} <= {*second}
        await chat.choose(ANNA, chat.private(ANNA), chat.menus(chat.private(ANNA))[0], ["less"])
        assert offered(chat) == first


def offered(chat) -> list[str]:
    """The settings in the menu of the panel."""
    return [option["value"] for option in chat.menus(chat.private(ANNA))[0]["options"]]
