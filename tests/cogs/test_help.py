"""The way in: what a server reads once, `/help`, and `/game new` without anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cogs.service.greetings import Greetings
from data.store.database import Unreachable
from playground.error_codes import Rejected
from playground.layouts import parts
from playground.world import World
from tests.chat import ANNA, BOHUMIL, HERE, Chat

HOME = "2000"
THREE = ["Play the computer", "Invite a friend", "Learn"]


def greetings(chat: Chat, channel: str = HERE) -> list[dict]:
    return [
        message for message in chat.seen(None, channel) if "I am **the Referee**" in message["content"] or "Jsem **Rozhodčí**" in message["content"]
    ]


async def joins(chat: Chat, channel: str | None = HERE, locale: str = "en-US") -> None:
    """The bot is thrown out of a server, and asked in as if it had never been there."""
    chat.throws_out()
    await chat.settle()
    if channel:
        chat.world.system_channels[HOME] = channel
    chat.world.locales[HOME] = locale
    chat.ahead += 60
    chat.asks_in()
    await chat.settle()


async def test_a_server_that_the_bot_joins_reads_how_to_begin_once(chat):
    assert not greetings(chat), "it had the bot before"
    await joins(chat)
    [greeting] = greetings(chat)
    assert len(greeting["content"].splitlines()) == 5
    assert chat.labels(greeting) == THREE
    await chat.restart()
    chat.unavailable()
    await chat.settle()
    chat.available()
    await chat.settle()
    await joins(chat)
    assert len(greetings(chat)) == 1


async def test_a_server_that_had_the_bot_before_is_told_nothing(chat):
    chat.world.system_channels[HOME] = HERE
    await chat.restart()
    chat.unavailable()
    await chat.settle()
    chat.available()
    await chat.settle()
    assert not greetings(chat)


async def test_it_is_written_where_nobody_was_there_when_it_was_joined(chat):
    chat.throws_out()
    await chat.disconnect()
    chat.world.system_channels[HOME] = HERE
    chat.ahead += 60
    chat.world.ask_in(HOME)
    await chat.connect()
    await chat.settle()
    assert len(greetings(chat)) == 1


async def test_it_is_in_the_servers_language(chat):
    await joins(chat, locale="cs")
    assert "Jsem **Rozhodčí**" in greetings(chat)[0]["content"]


async def test_without_a_place_for_it_nothing_is_written(chat):
    await joins(chat, None)
    assert not greetings(chat)


async def test_where_the_bot_may_not_write_nothing_is_written(chat):
    chat.throws_out()
    await chat.settle()
    chat.bot_may_not(HERE, 1 << 11)
    await joins(chat)
    assert not greetings(chat)


def look(chat: Chat) -> Any:
    """The bot tries again, as it does every hour."""
    return chat.bot.get_cog("HelpCommands").greetings.look()


def refusing(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Discord takes no message of the bot, until what is returned is called."""
    post, refuses = chat.world.post, [True]

    def refuse(channel: str, *args: Any, **kwargs: Any) -> Any:
        if refuses:
            raise Rejected(403, 50001, "no")
        return post(channel, *args, **kwargs)

    monkeypatch.setattr(chat.world, "post", refuse)
    return refuses.clear


@pytest.mark.parametrize("hours", [1, 25])
async def test_what_was_refused_once_or_for_a_day_is_written_then(chat, monkeypatch, hours):
    taken = refusing(chat, monkeypatch)
    await joins(chat)
    assert not greetings(chat)
    await chat.later(3600 * hours)
    await look(chat)
    assert not greetings(chat)
    taken()
    for _ in range(2):
        await look(chat)
        assert len(greetings(chat)) == 1


async def test_a_server_that_refuses_for_ever_is_left_in_peace(chat, monkeypatch):
    taken = refusing(chat, monkeypatch)
    await joins(chat)
    await chat.later(49 * 3600)
    await look(chat)
    taken()
    await look(chat)
    await chat.restart()
    await chat.settle()
    assert not greetings(chat)


@pytest.mark.parametrize("sent", [False, True])
async def test_a_process_that_ends_in_between_loses_and_repeats_nothing(chat, monkeypatch, sent):
    """Before the message has gone out, or after that and before it was noted."""
    send = chat.bot.port.send

    async def ends(*args: Any) -> int:
        if sent:
            await send(*args)
        raise asyncio.CancelledError

    monkeypatch.setattr(chat.bot.port, "send", ends)
    await joins(chat)
    assert len(greetings(chat)) == sent
    chat.ahead += 3600  # Long after Discord has forgotten the nonce.
    await chat.restart()
    await chat.settle()
    await look(chat)
    assert len(greetings(chat)) == 1


async def test_a_server_joined_while_the_database_is_away_is_greeted_later(chat, monkeypatch):
    async def away(*_: Any) -> bool:
        raise Unreachable

    with monkeypatch.context() as gone:
        gone.setattr(chat.bot.store.bot_facts, "claim", away)
        await joins(chat)
        await look(chat)
    assert not greetings(chat)
    for _ in range(2):
        await look(chat)
        assert len(greetings(chat)) == 1


async def test_two_processes_greet_once(chat, monkeypatch):
    """Both are told of the server at the same moment, and both may write."""
    with monkeypatch.context() as away:
        away.setattr(chat.bot.sharing, "holds", lambda guild: False)
        await joins(chat)
    assert not greetings(chat)
    guild = chat.bot.get_guild(int(HOME))
    await asyncio.gather(*(Greetings(chat.bot).greet(guild) for _ in range(2)))
    await look(chat)
    assert len(greetings(chat)) == 1


@pytest.mark.parametrize("label", THREE)
async def test_each_button_begins_something(chat, label):
    await joins(chat)
    await chat.press(ANNA, greetings(chat)[0], label)
    answer = chat.private(ANNA)
    assert chat.menus(answer) or len(chat.buttons(answer)) == 5
    if label == "Play the computer":
        await chat.choose(ANNA, answer, chat.menus(answer)[0], ["monster_hex"])
        assert chat.seen(None), "a game is dealt"
        assert await chat.bot.tables.here(int(HERE))


async def test_help_has_a_fourth_that_leads_to_short_pages(chat):
    for channel in (HERE, World.direct(BOHUMIL)):
        await chat.use(BOHUMIL, "help", channel)
        asked = chat.private(BOHUMIL, channel)
        assert chat.labels(asked)[3:] == ["Co všechno umíš?"]
        await chat.press(BOHUMIL, asked, "Co všechno umíš?")
        read = 0
        for _ in range(9):
            page = chat.private(BOHUMIL, channel)
            assert len(page["content"].splitlines()) <= 6
            read += 1
            onward = [button for button in chat.buttons(page) if button["label"] == "Další"]
            if not onward:
                break
            await chat.press_exactly(BOHUMIL, page, onward[0])
        assert read == 4


async def test_new_without_anything_shows_the_games(chat):
    """What each is about, how long, how many, how hard, with a picture; one press deals one."""
    await chat.use(ANNA, "game new")
    panel = chat.private(ANNA)
    words = panel["content"]
    for title in ("Monster Hex", "HexKnight", "HexyGame", "Hockey Game", "Planetary Conquerors"):
        assert f"**{title}**" in words
    assert words.count("minutes") + words.count("hour") == 5
    raw = list(parts(chat.world.messages[panel["id"]]["components"]))
    assert len([part for part in raw if part["type"] == 12]) == 5
    assert len(raw) <= 40
    await chat.press_exactly(ANNA, panel, chat.buttons(panel)[0])
    assert await chat.bot.tables.here(int(HERE))
