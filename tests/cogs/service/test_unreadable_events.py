"""Events that the library cannot read are passed over: the log names their kind and the field and nothing of what they hold, and all goes on."""

from __future__ import annotations

import asyncio
import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.service import unreadable_events
from cogs.service.unreadable_events import Unreadable, guard
from playground.world import COMPONENT
from tests import hostile
from tests.chat import ANNA, BOHUMIL, HERE, THERE, Chat
from tests.hostile import Hostile, plays, there
from tests.waiting import until

SECRET = "nobody-may-read-this"


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    hostile.hasty(monkeypatch)


@pytest.fixture
async def foe(chat):
    await plays(chat)
    return Hostile(chat)


async def told(chat: Chat, event: str, data: dict[str, Any]) -> None:
    """An event arrives, and the bot has heard of it."""
    await chat.standin.gateway.told(event, data, chat.world.guild)
    await until(lambda: all(chat._heard(s) == s.sequence for s in chat.standin.gateway.live), event)


def pressed(chat: Chat, **changes: Any) -> dict[str, Any]:
    """A press of the first button of the board, with something of its message changed."""
    board = chat.world.messages[chat.board()["id"]]
    _, payload = chat.world.interact(COMPONENT, ANNA, HERE, {"custom_id": "b:x", "component_type": 2}, board)
    payload = json.loads(json.dumps(payload))
    payload["message"] |= changes
    next(reversed(chat.world.interactions.values())).lost = True
    return payload


async def test_what_ended_the_process_is_passed_over(foe, caplog):
    chat = foe.chat
    channel = {k: v for k, v in chat.world.channel(HERE).items() if k != "position"} | {"guild_id": chat.world.guild, "name": SECRET}
    with caplog.at_level(logging.WARNING):
        await told(chat, "CHANNEL_UPDATE", channel)
        assert "CHANNEL_UPDATE cannot be read (KeyError position " in caplog.text
        for field, value in {"components": None, "thread": None, "content": SECRET, "mention_roles": {"id": SECRET}}.items():
            await told(chat, "INTERACTION_CREATE", pressed(chat, **{field: value}))
    for field in ("message.components", "message.mention_roles", "message.id message.py:"):
        assert f"INTERACTION_CREATE cannot be read (TypeError {field}" in caplog.text.replace("ValueError", "TypeError")
    assert SECRET not in caplog.text
    assert len(chat.standin.gateway.sessions) == 1, "it has stayed connected"
    await plays(chat)


async def test_a_flood_of_what_cannot_be_read_is_one_line_a_minute(foe, caplog, monkeypatch):
    time = [1000.0]
    monkeypatch.setattr(unreadable_events, "time", SimpleNamespace(monotonic=lambda: time[0]))
    counted: list[str] = []
    monkeypatch.setattr(unreadable_events, "took", lambda what, kind, _: counted.append(f"{what} {kind}"))
    with caplog.at_level(logging.WARNING):
        for seconds in (0, 61, 61):
            time[0] += seconds
            for _ in range(100):
                await told(foe.chat, "CHANNEL_UPDATE", {"id": HERE, "guild_id": foe.chat.world.guild, "type": 0})
    lines = [record.message for record in caplog.records if "cannot be read" in record.message]
    assert len(lines) == 3
    assert [line.partition(", ")[2] for line in lines] == ["", "99 more meanwhile", "99 more meanwhile"]
    assert counted == ["unreadable CHANNEL_UPDATE"] * 300


def test_only_what_a_session_needs_is_not_passed_over():
    def broken(data: Any) -> None:
        data["user"]["id"]

    parsers = {"READY": broken, "TYPING_START": broken}
    guard(parsers, lambda: [0])
    parsers["TYPING_START"]({"user": None})
    with pytest.raises(Unreadable, match="READY"):
        parsers["READY"]({"user": None, "shard": [0, 1]})
    parsers["READY"]({"user": {"id": "7"}, "shard": [0, 1]})
    for shard in (1, "0", None, False):
        with pytest.raises(Unreadable, match="READY"):
            parsers["READY"]({"user": {"id": "7"}, "shard": [shard, 1]})


async def test_a_server_that_cannot_be_read_is_played_in_all_the_same(foe, caplog):
    """At every start the same arrives again."""
    chat = foe.chat

    def broken(name: str, data: Any) -> Any:
        if name != "GUILD_CREATE":
            return data
        return data | {"channels": [{field: channel[field] for field in channel if field != "position"} for channel in data["channels"]]}

    foe.alters = broken
    with caplog.at_level(logging.WARNING):
        await foe.lost()
        foe.forget()
        await until(lambda: there(chat))
        await plays(chat)
        await chat.restart()
        await plays(chat)
    assert "GUILD_CREATE cannot be read" in caplog.text
    await chat.use(ANNA, "game new", THERE, game="monster_hex", seats="2")
    assert "Anna" in chat.board(THERE)["content"]


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("missing", ["members", "roles", "channels"])
async def test_a_server_of_which_not_all_is_known_keeps_no_clock_from_being_looked_after(foe, missing):
    chat = foe.chat
    await chat.use(ANNA, "game new", THERE, game="monster_hex", opponent=BOHUMIL, clock="24h")
    foe.alters = lambda name, data: {**data, missing: []} if name == "GUILD_CREATE" else data
    await foe.lost()
    foe.forget()
    await until(lambda: there(chat))
    await until(lambda: not chat.bot.guilds[0].unavailable)
    await chat.bot.reach.settle()
    assert (await chat.bot.tables.here(int(THERE))).row.stands is None, "people can act, as far as is known"
    await plays(chat)


async def test_a_ready_that_cannot_be_read_connects_anew_until_it_can(foe, caplog):
    chat, seen = foe.chat, []

    def broken(name: str, data: Any) -> Any:
        if name == "READY" and len(seen) < 4:
            seen.append(name)
            return data | {"guilds": [{"id": None}]}
        return data

    foe.alters = broken
    with caplog.at_level(logging.WARNING):
        await foe.lost()
        foe.forget()
        await until(lambda: len(seen) == 4)
        await plays(chat)
    assert "READY cannot be read" in caplog.text


async def test_a_flood_of_events_is_read(foe):
    """Thousands at once, known and unknown: nobody is disconnected."""
    chat = foe.chat
    channel = {**chat.world.channel(THERE), "guild_id": chat.world.guild}
    flood = [("CHANNEL_UPDATE", channel), ("TYPING_START", {}), ("SOMETHING_NEW", {"a": 1}), ("GUILD_DELETE", {})] * 500
    await asyncio.gather(*(chat.standin.gateway.told(event, data, chat.world.guild) for event, data in flood))
    await plays(chat)
    assert len(chat.standin.gateway.sessions) == 1
