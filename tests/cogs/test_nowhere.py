"""What Discord does not say: the channel of an interaction, which of two things of one look was meant, that it does not like one text of hundreds."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from cogs.messages.buttons import Choose, told_apart
from cogs.service.command_sync import LINES, in_brief
from playground.permission_bits import PIN_MESSAGES
from playground.world import ALL_RIGHTS, COMMAND
from tests.chat import ANNA, HERE, THERE, Chat
from tests.reading import read

LANGUAGES = {"en-US": "in which channel", "cs": "ve kterém kanálu", "fr": "dans quel salon"}


async def typed(chat: Chat, command: str, without: tuple[str, ...], locale: str = "en-US", **options: Any) -> str:
    """A command as it arrives without something; gives the answer."""
    known = next(c for c in chat.world.commands if c["name"] == command.split()[0])
    kinds = {str: 3, bool: 5, int: 4}
    given: list[Any] = [{"name": name, "type": kinds[type(value)], "value": value} for name, value in options.items()]
    for step in command.split()[:0:-1]:
        given = [{"name": step, "type": 1, "options": given}]
    data = {"id": known["id"], "name": known["name"], "type": 1, "options": given, "resolved": {}, "guild_id": chat.world.guild}
    interaction, payload = chat.world.interact(COMMAND, ANNA, HERE, data)
    payload = {field: value for field, value in json.loads(json.dumps(payload)).items() if field not in without} | {"locale": locale}
    answered = await chat.standin.deliver(interaction, payload)
    assert "error" not in answered, answered
    await chat.settle()
    message = chat.world.messages.get(answered["message"] or "")
    return read(message)["content"] if message else ""


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_nothing_happens_in_no_channel_and_whoever_asks_is_told(chat, locale):
    for command, options in {
        "game new": {"game": "monster_hex", "computers": 1}, "tournament create": {"game": "monster_hex"}, "board": {},
        "move": {"action": "x"},
    }.items():  # fmt: skip
        assert LANGUAGES[locale] in await typed(chat, command, ("channel", "channel_id"), locale, **options), command
    assert not await chat.bot.store.all("SELECT id FROM games UNION SELECT id FROM tournaments UNION SELECT id FROM drafts")
    assert not chat.seen(None)


async def test_a_channel_that_is_said_once_is_known(chat):
    await typed(chat, "game new", ("channel",), game="monster_hex", computers=1)
    assert (await chat.bot.tables.here(int(HERE))).row.channel == int(HERE)
    assert chat.seen(None)


def test_choices_that_look_the_same_get_a_letter():
    def option(label: str, value: str, description: str | None = None) -> discord.SelectOption:
        return discord.SelectOption(label=label, value=value, description=description)

    found = told_apart([option("Pass", "a", "to 7"), option("Shot", "b"), option("Pass", "c", "to 7"), option("Pass", "d"), option("x" * 100, "e"),
                        option("x" * 100, "f")])  # fmt: skip
    assert [o.label for o in found] == ["Pass (a)", "Shot", "Pass (b)", "Pass", "x" * 96 + " (a)", "x" * 96 + " (b)"]
    assert [o.value for o in found] == list("abcdef")
    menu = Choose("pick", "1:1:0:", [option("Pass", "a"), option("Pass", "b")])
    assert [o.label for o in menu.item.options] == ["Pass (a)", "Pass (b)"]


def test_a_refusal_of_hundreds_of_lines_is_one_line():
    words = "400 Bad Request (error code: 50035): Invalid Form Body\n"
    words += "\n".join(f"In command 'game' text {n}: Must be 100 or fewer" for n in range(242))
    brief = in_brief(words)
    assert "\n" not in brief
    assert "text 2" in brief
    assert f"{243 - LINES} more lines" in brief
    assert in_brief("one\n\n two ") == "one / two"


async def test_what_may_not_be_pinned_is_not_tried(chat):
    chat.world.rights[THERE] = ALL_RIGHTS & ~PIN_MESSAGES
    chat.bot_may(THERE, ALL_RIGHTS & ~PIN_MESSAGES)
    await chat.settle()
    asked: list[str] = []
    chat.standin.rates.meddle = meddle(asked)
    await chat.use(ANNA, "tournament create", THERE, game="monster_hex")
    assert "not be pinned" in chat.private(ANNA, THERE)["content"]
    await chat.use(ANNA, "tournament create", HERE, game="monster_hex")
    assert [path for path in asked if "/pins/" in path] == [path for path in asked if f"/channels/{HERE}/messages/pins/" in path]
    assert len([path for path in asked if "/pins/" in path]) == 1


def meddle(asked: list[str]) -> Any:
    async def listen(request: Any, handler: Any) -> Any:
        asked.append(request.path)
        return await handler(request)

    return listen
