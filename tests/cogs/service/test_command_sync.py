"""Discord hears of the commands, however often it refuses, and the bot plays on meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import web

from cogs.service.command_sync import HASH
from tests.chat import ANNA, PATIENCE, Chat
from tests.cogs.test_play import table
from tests.cogs.test_trouble import by_buttons, past_factions

RATIONED = {"message": "Max number of daily application command creates has been reached (200)", "code": 30034}


class Registry:
    """What stands before Discord's list of commands: it answers the first registrations in its own way, by a status or by breaking off."""

    def __init__(self, chat: Chat, *answers: int) -> None:
        self.answers = list(answers)
        self.met = asyncio.Event()
        self.tries = 0
        chat.standin.rates.meddle = self.meddle

    async def meddle(self, request, handler):
        if request.method != "PUT" or not request.path.endswith("/commands"):
            return await handler(request)
        self.tries += 1
        self.met.set()
        status = self.answers.pop(0) if self.answers else 200
        if status == 200:
            return await handler(request)
        if status == 429:
            return web.json_response(
                {"message": "limited", "retry_after": 3600.0, "global": False}, status=429, headers={"Retry-After": "3600", "Via": "x"}
            )
        return web.json_response(RATIONED, status=status)


async def upgraded(chat: Chat, *answers: int) -> Registry:
    """The bot starts anew with commands of which Discord has not heard, as after an upgrade."""
    await chat.bot.store.bot_facts.set(HASH, "those of an older version")
    chat.world.commands = [c for c in chat.world.commands if c["name"] != "why"]
    registry = Registry(chat, *answers)
    await chat.restart()
    return registry


def known(chat: Chat) -> set[str]:
    return {c["name"] for c in chat.world.commands}


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    monkeypatch.setattr("cogs.service.command_sync.FIRST_PAUSE", 0.02)


@pytest.mark.sampled(0.34, any=True)
@pytest.mark.parametrize("status", [400, 403, 429])
async def test_who_plays_does_not_wait_for_commands_that_discord_refuses(chat, status, monkeypatch):
    """HTTP 400 is what Discord answers whose ration for the day is used up; a limit of an hour is not waited for inside a request."""
    monkeypatch.setattr("cogs.service.command_sync.FIRST_PAUSE", 3600)
    await past_factions(chat)
    registry = await upgraded(chat, *[status] * 100)
    await asyncio.wait_for(registry.met.wait(), PATIENCE)
    await by_buttons(chat)
    assert len((await table(chat)).state.placed) == 1
    assert "why" not in known(chat)
    assert registry.tries == 1, "it is not asked again and again"


@pytest.mark.sampled(0.34, any=True)
@pytest.mark.parametrize("status", [400, 403, 429])
async def test_what_was_refused_is_registered_later(chat, status):
    registry = await upgraded(chat, status, status, status)
    await asyncio.wait_for(chat.bot.registering.done.wait(), PATIENCE)
    assert "why" in known(chat)
    assert registry.tries == 4
    await chat.restart()
    await asyncio.wait_for(chat.bot.registering.done.wait(), PATIENCE)
    assert registry.tries == 4, "what has not changed is not registered again"


async def test_who_dies_between_registering_and_noting_it_registers_again(chat, monkeypatch):
    """Nothing is noted before Discord has it: else a process that dies here would never tell."""
    registry = Registry(chat, 200)
    keep, lost = type(chat.bot.store.bot_facts).set, []

    async def dies(self, key, value):
        if registry.tries and not lost:
            lost.append(key)
            chat.bot.registering.close()
            await asyncio.sleep(0)
        await keep(self, key, value)

    await keep(chat.bot.store.bot_facts, HASH, "those of an older version")
    monkeypatch.setattr(type(chat.bot.store.bot_facts), "set", dies)
    await chat.restart()
    await asyncio.wait_for(registry.met.wait(), PATIENCE)
    await chat.settle()
    assert lost
    assert not chat.bot.registering.done.is_set()
    await chat.restart()
    await asyncio.wait_for(chat.bot.registering.done.wait(), PATIENCE)
    assert registry.tries == 2


async def test_a_command_that_is_no_more_is_answered(chat, caplog):
    """Discord offers what an older version had until it has heard of the new ones; who uses that is not told of an error of ours."""
    chat.world.commands = [*chat.world.commands, {"name": "rematch", "id": "77", "type": 1, "options": [], "description": "gone"}]
    assert "has just changed" in await chat.use(ANNA, "rematch")
    why = next(c for c in chat.world.commands if c["name"] == "card")
    kept = why["options"]
    why["options"] = [{"name": "colour", "type": 3, "description": "gone", "required": False}]
    assert "has just changed" in await chat.use(ANNA, "card", colour="red")
    why["options"] = kept
    assert "in interaction" not in caplog.text
