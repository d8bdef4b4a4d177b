"""Every completion of every command, in every kind of channel: an answer in time, nothing in the log, no choice where there is none."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands

from data.language import texts
from playground.error_codes import Rejected
from playground.world import AUTOCOMPLETE, World
from tests.chat import ANNA, BOHUMIL, HERE, Chat

NEEDS_TABLE = {"move action", "ahead action", "board at", "referee rollback action", "tournament join deck"}
"""What can only be completed at a table, or for a tournament."""


def completions(bot: Any) -> Iterator[tuple[str, str]]:
    """The names of all commands with an option that is completed."""
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield from ((command.qualified_name, param.display_name) for param in command.parameters if param.autocomplete)


@pytest.fixture
async def places(chat: Chat) -> dict[str, str]:
    """Channels of all kinds without a table."""
    return {
        "channel": HERE,
        "thread": chat.thread_in(HERE, ANNA),
        "forum post": chat.post_in(chat.forum(), ANNA),
        "voice": chat.voice(),
        "news": chat.announcements(),
        "direct": World.direct(ANNA),
    }


@pytest.mark.sampled(0.25, any=True)
@pytest.mark.parametrize("typed", ["", "a", "hexygame:x, ", "play ; "])
async def test_every_completion_everywhere(chat, places, caplog, typed):
    tried = 0
    for place, channel in places.items():
        for command, option in completions(chat.bot):
            try:
                found = await chat.standin.play(
                    "autocomplete", {"member": ANNA, "channel": channel, "name": command.split(), "options": {option: typed}, "focused": option}
                )
            except Rejected:  # Discord does not offer this command there.
                continue
            tried += 1
            assert "error" not in found, (place, command, option)
            assert found["choices"] is not None, (place, command, option)
            if f"{command} {option}" in NEEDS_TABLE:
                assert found["choices"] == [], (place, command, option)
    assert tried > 100
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_every_completion_in_a_server_that_the_bot_does_not_know(chat, caplog):
    """Whoever has the bot for themselves alone has it in servers in which it is not."""
    for command, option in completions(chat.bot):
        body = {"member": ANNA, "channel": HERE, "name": command.split(), "options": {option: "a"}, "focused": option}
        interaction, payload = chat.world.interact(AUTOCOMPLETE, ANNA, HERE, chat.standin.members._command_data(body), None)
        payload["guild_id"] = "987654321"
        payload.get("guild", {})["id"] = "987654321"
        found = await chat.standin.members.deliver(interaction, payload)
        assert "error" not in found, (command, option)
        assert isinstance(found["choices"], list), (command, option)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_what_is_offered_at_an_open_table(chat, caplog):
    """A challenge that has not begun is no table yet."""
    chat.accepting = False
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    for name in NEEDS_TABLE - {"referee rollback action"}:
        command, _, option = name.rpartition(" ")
        assert await chat.complete(ANNA, command, option, "") == []
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_card_in_a_completion_has_its_name_in_the_language_of_its_reader(chat, monkeypatch):
    """Where the word that is typed does not say it: in English, `green_glade` does."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 1)
    for language in ("cs", "en"):
        await chat.set(ANNA, "language", language=language)
        if language == "cs":
            await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined")
            for member in (ANNA, BOHUMIL):
                await chat.use(member, "move", action="deck old_forest")
            for member in (ANNA, BOHUMIL):
                await chat.use(member, "move", action="keep")
        find = texts(language, "hexygame").find
        choices = await chat.choices(ANNA, "move", "action", "discard ")
        assert choices
        for choice in choices:
            word = choice["value"].split()[1]
            name = find(f"word.{word}")
            assert name, word
            assert choice["name"] == (f"discard {word} · {name}" if language == "cs" else f"discard {word}")
