"""Servers that throw the bot out or break down, and a gateway that says nothing: by Discord's page *Gateway Events*, and reports of 2026
(discord-api-docs #8162, #8518)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from playground.error_codes import Rejected
from playground.http_server import TOKEN
from playground.world import COMMAND
from tests.chat import Chat
from tests.playground.api import HERE, Api
from tests.waiting import rounds

ANNA, BOHUMIL = "4001", "4002"
GUILDS = 1


@pytest.fixture
async def api():
    async with Api() as opened:
        opened.standin.gateway.starts.span = 0
        yield opened


class Line:
    """A bot's connection to the gateway, by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.session = ""
        self.sequence = 0

    async def say(self, op: int, data: Any) -> None:
        await self._socket.send_json({"op": op, "d": data})

    async def next(self) -> tuple[int, str | None, Any]:
        """The next packet: op, name of an event, and what it holds. Raises TimeoutError where none comes."""
        packet = json.loads((await self._socket.receive(timeout=5)).data)
        self.sequence = packet.get("s") or self.sequence
        return packet["op"], packet.get("t"), packet.get("d")

    async def until(self, event: str) -> Any:
        """What an event holds, all before it being passed over."""
        for _ in rounds(event):
            _, name, data = await self.next()
            if name == event:
                return data

    async def ended(self) -> int | None:
        """With which code the gateway closes the connection, whatever comes before."""
        for _ in rounds("the end of the connection"):
            if (await self._socket.receive(timeout=5)).type is not aiohttp.WSMsgType.TEXT:
                break
        return self._socket.close_code

    async def passes(self) -> list[str | None]:
        """The events that came before the answer to a heartbeat."""
        await self.say(1, None)
        found = []
        for _ in rounds("the answer to a heartbeat"):
            op, name, _ = await self.next()
            if op == 11:
                break
            found.append(name)
        return found


@asynccontextmanager
async def line(api: Api, resume: Line | None = None) -> AsyncIterator[Line]:
    async with api.http.ws_connect(api.standin.gateway.address) as socket:
        found = Line(socket)
        await found.next()
        if resume is None:
            await found.say(2, {"token": TOKEN, "intents": GUILDS})
            found.session = (await found.until("READY"))["session_id"]
        else:
            await found.say(6, {"token": TOKEN, "session_id": resume.session, "seq": resume.sequence})
        yield found
        await socket.close(code=4000)  # Not 1000, which would end the session.


async def test_thrown_out_and_asked_in_again(api):
    async with line(api) as gateway:
        await gateway.until("GUILD_CREATE")
        api.throws_out()
        assert await gateway.until("GUILD_DELETE") == {"id": api.world.guild}, "no word of being unavailable"
        api.world.call(HERE, "elsewhere")
        assert await gateway.passes() == []
        assert await api.refused("POST", f"/channels/{HERE}/messages", {"content": "x"}) == (403, 50001)
        assert await api.refused("GET", f"/channels/{HERE}") == (403, 50001)
        for path in (f"members/{ANNA}", "threads/active"):
            assert await api.refused("GET", f"/guilds/{api.world.guild}/{path}") == (404, 10004)
        with pytest.raises(Rejected, match="404 10002"):
            api.world.interact(COMMAND, ANNA, HERE, {})
        async with line(api) as later:
            assert await later.passes() == []
        api.asks_in()
        assert (await gateway.until("GUILD_CREATE"))["id"] == api.world.guild
        await api.say()


async def test_a_server_that_has_broken_down_is_reached_by_nobody(api):
    async with line(api) as gateway:
        await gateway.until("GUILD_CREATE")
        api.unavailable()
        assert await gateway.until("GUILD_DELETE") == {"id": api.world.guild, "unavailable": True}
        status, _ = await api.ask("POST", f"/channels/{HERE}/messages", {"content": "x"})
        assert status == (await api.ask("GET", f"/guilds/{api.world.guild}/members/{ANNA}"))[0] == 503
        with pytest.raises(Rejected, match="503"):
            api.world.interact(COMMAND, ANNA, HERE, {})
        async with line(api) as later:
            assert await later.passes() == ["GUILD_DELETE"], "who connects now is told so, and nothing of what is in it"
        api.available()
        assert not (await gateway.until("GUILD_CREATE"))["unavailable"]
        await api.say()


async def test_the_library_follows(tmp_path):
    async with Chat(tmp_path) as chat:
        guild = int(chat.world.guild)
        chat.unavailable()
        await chat.settle()
        assert (found := chat.bot.get_guild(guild)) is not None
        assert found.unavailable
        chat.available()
        await chat.settle()
        assert (found := chat.bot.get_guild(guild)) is not None
        assert not found.unavailable
        chat.throws_out()
        await chat.settle()
        assert chat.bot.get_guild(guild) is None
        chat.asks_in()
        await chat.settle()
        assert chat.bot.get_channel(int(HERE)) is not None


OP_8 = 8


async def test_members_are_asked_for_by_their_numbers_without_a_privileged_intent(api):
    server = api.world.guild
    async with line(api) as gateway:
        await gateway.until("GUILD_CREATE")
        await gateway.say(OP_8, {"guild_id": server, "user_ids": [api.world.bot["id"]], "limit": 0, "nonce": "n1"})
        own = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert (own["members"][0]["user"]["id"], own["nonce"], own["not_found"]) == (api.world.bot["id"], "n1", [])
        api.leaves(BOHUMIL)
        await gateway.say(OP_8, {"guild_id": server, "user_ids": [ANNA, BOHUMIL, "9"], "limit": 0, "nonce": "n" * 33})
        some = await gateway.until("GUILD_MEMBERS_CHUNK")
        assert [m["user"]["id"] for m in some["members"]] == [ANNA]
        assert some["not_found"] == [BOHUMIL, "9"]
        assert "nonce" not in some, "one that is too long is ignored"
        await gateway.say(OP_8, {"guild_id": server, "query": "an", "limit": 5})
        assert [m["user"]["id"] for m in (await gateway.until("GUILD_MEMBERS_CHUNK"))["members"]] == [ANNA]
        for unheard in ({"guild_id": server, "query": "", "limit": 0}, {"guild_id": "77", "user_ids": [ANNA]}):
            await gateway.say(OP_8, unheard)
            assert await gateway.passes() == [], "all members want the intent; of another server nobody is told"
        api.unavailable()
        await gateway.say(OP_8, {"guild_id": server, "user_ids": [ANNA]})
        assert await gateway.passes() == ["GUILD_DELETE"]


async def test_a_deaf_session_answers_heartbeats_and_nothing_else(api):
    ask = {"guild_id": api.world.guild, "user_ids": [api.world.bot["id"]], "nonce": "n"}
    async with line(api) as gateway:
        await gateway.until("GUILD_CREATE")
        api.deaf()
        api.world.call(HERE, "elsewhere")
        await gateway.say(OP_8, ask)
        assert await gateway.passes() == []
        async with line(api) as anew:
            await anew.until("GUILD_CREATE")
            await anew.say(OP_8, ask)
            assert (await anew.until("GUILD_MEMBERS_CHUNK"))["nonce"] == "n", "a session that begins anew hears"
    async with line(api, resume=gateway) as same:
        await same.until("RESUMED")
        await same.say(OP_8, ask)
        assert await same.passes() == [], "one that is taken up again stays deaf"
        api.deaf(False)
        await same.say(OP_8, ask)
        assert await same.passes() == ["GUILD_MEMBERS_CHUNK"]


async def test_an_echo_does_not_prove_that_anything_else_comes(api):
    api.deaf(echoes=True, lasting=True)
    async with line(api) as gateway:
        await gateway.until("GUILD_CREATE")
        api.world.call(HERE, "elsewhere")
        await gateway.say(OP_8, {"guild_id": api.world.guild, "user_ids": [ANNA]})
        assert await gateway.passes() == ["GUILD_MEMBERS_CHUNK"]


async def test_to_a_deaf_bot_members_speak_in_vain(tmp_path):
    async with Chat(tmp_path) as chat:
        chat.standin.members.patience = 0.2
        chat.deaf()
        result = await chat.standin.play("command", {"member": ANNA, "channel": HERE, "name": ["help"], "options": {}})
        assert result["error"] == "The application did not respond"
        await chat.settle()
        chat.deaf(False)
        await chat.use(ANNA, "help")


async def test_sessions_that_begin_are_counted_and_those_taken_up_again_are_not(api):
    async def limit() -> dict[str, int]:
        found: dict[str, int] = (await api.ask("GET", "/gateway/bot"))[1]["session_start_limit"]
        return found

    assert (await limit())["remaining"] == (await limit())["total"] == 1000
    async with line(api) as gateway:
        assert (await limit())["remaining"] == 999
        assert 86_300_000 < (await limit())["reset_after"] <= 86_400_000
    async with line(api, resume=gateway) as again:
        await again.until("RESUMED")
    assert (await limit())["remaining"] == 999
    api.starts_left(1)
    async with line(api) as last:
        assert (await limit())["remaining"] == 0
        async with api.http.ws_connect(api.standin.gateway.address) as socket:
            await socket.receive()
            await socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": GUILDS}})
            await socket.receive(timeout=5)
            assert socket.close_code == 4004, "Discord resets the token"
        assert await last.ended() == 4004
