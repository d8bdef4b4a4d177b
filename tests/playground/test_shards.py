"""Shards and sessions of the stand-in, met by hand over its gateway: who hears of what, who is sent away, and how sessions go on."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from playground.http_server import Standin
from playground.world import COMMAND, World
from tests.standin import standing
from tests.waiting import within

ANNA, HERE, PRIVATE = "4001", "3001", "5001"
HELLO, IDENTIFY, HEARTBEAT, RESUME, INVALID = 10, 2, 1, 6, 9
GUILDS = 1


class Bot:
    """One connection of a bot, by hand. `events` are those that it was sent, each with its number, name and facts."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.events: list[tuple[int, str, Any]] = []

    async def next(self) -> Any:
        """The next packet; the close code where the connection has ended."""
        frame = await self.socket.receive(timeout=5)
        if frame.type is not aiohttp.WSMsgType.TEXT:
            return self.socket.close_code
        packet = frame.json()
        if packet["op"] == 0:
            self.events.append((packet["s"], packet["t"], packet["d"]))
        return packet

    async def say(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def hears(self, seconds: float = 0.15) -> list[str]:
        """The events of the next moment, by their names."""
        before = len(self.events)
        try:
            async with asyncio.timeout(seconds):
                while not isinstance(await self.next(), int):
                    pass
        except TimeoutError:
            pass
        return [name for _, name, _ in self.events[before:]]


class Opened:
    """A stand-in with many servers, and connections to it."""

    def __init__(self, servers: int = 0) -> None:
        self.world = World()
        self.made = self.world.add_servers(servers, 1)
        self.standin = Standin(self.world)
        self.starts = self.standin.gateway.starts
        self.starts.span = 0

    async def __aenter__(self) -> Opened:
        self.address = await self.standin.start()
        self.http = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()
        await self.standin.stop()

    async def connect(self) -> Bot:
        bot = Bot(await self.http.ws_connect(self.address.replace("http", "ws") + "/gateway"))
        assert (await bot.next())["op"] == HELLO
        return bot

    async def identify(self, *shard: int, token: str = "playground", intents: int = GUILDS) -> tuple[Bot, Any]:
        """A connection that has identified, with what came of it."""
        bot = await self.connect()
        await bot.say(IDENTIFY, {"token": token, "intents": intents, **({"shard": list(shard)} if shard else {})})
        return bot, await bot.next()

    async def resume(self, session: str, after: int) -> tuple[Bot, Any]:
        """Another connection that takes a session up."""
        bot = await self.connect()
        await bot.say(RESUME, {"token": "playground", "session_id": session, "seq": after})
        return bot, await bot.next()


@pytest.fixture
async def opened():
    async with Opened(9) as made:
        yield made


async def test_each_shard_is_told_of_its_own_servers(opened):
    told = []
    for shard in range(4):
        bot, ready = await opened.identify(shard, 4)
        own = [server for server in opened.world.servers if (int(server) >> 22) % 4 == shard]
        assert [guild["id"] for guild in ready["d"]["guilds"]] == own
        assert ready["d"]["shard"] == [shard, 4]
        assert await bot.hears() == ["GUILD_CREATE"] * len(own)
        assert [facts["id"] for _, name, facts in bot.events if name == "GUILD_CREATE"] == own
        told += own
    assert sorted(told) == sorted(opened.world.servers), "each of them once"
    assert len({(int(server) >> 22) % 4 for server in opened.made}) == 4


async def test_without_shards_one_session_has_them_all(opened):
    _, ready = await opened.identify()
    assert ready["d"]["shard"] == [0, 1]
    assert len(ready["d"]["guilds"]) == 10


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"shard": (4, 4)}, 4010),
        ({"shard": (-1, 4)}, 4010),
        ({"shard": (0, 0)}, 4010),
        ({"token": "wrong"}, 4004),
        ({"intents": GUILDS | 1 << 1}, 4014),
        ({"intents": 1 << 8}, 4014),
        ({"intents": 1 << 15}, 4014),
    ],
)
async def test_who_may_not_identify(opened, given, code):
    assert (await opened.identify(*given.pop("shard", ()), **given))[1] == code
    assert not opened.standin.sessions


async def test_a_session_of_too_many_servers_must_be_split(opened):
    opened.standin.gateway.most_servers = 5
    assert (await opened.identify())[1] == 4011
    assert (await opened.identify(0, 2))[1]["t"] == "READY"


async def test_nobody_speaks_before_identifying_nor_identifies_twice(opened):
    bot = await opened.connect()
    await bot.say(3, {})
    assert await bot.next() == 4003
    bot, _ = await opened.identify()
    await bot.hears()
    await bot.say(IDENTIFY, {"token": "playground", "intents": GUILDS})
    assert await bot.next() == 4005


async def test_interactions_go_to_every_session_of_their_shard(opened):
    bots = {name: (await opened.identify(*shard))[0] for name, shard in {"a": (0, 2), "b": (1, 2), "c": (1, 2), "all": (0, 1)}.items()}
    for bot in bots.values():
        await bot.hears()
    odd = next(server for server in opened.made if (int(server) >> 22) % 2)
    for channel, those in ((opened.made[odd][0], {"b", "c", "all"}), (HERE, {"a", "all"}), (PRIVATE, {"a", "all"})):
        asked, payload = opened.world.interact(COMMAND, ANNA, channel, {"name": "move"})
        playing = asyncio.create_task(opened.standin.deliver(asked, payload))
        heard = {name for name, bot in bots.items() if await bot.hears() == ["INTERACTION_CREATE"]}
        assert heard == those
        path = f"{opened.address}/api/v10/interactions/{asked.id}/{asked.token}/callback"
        answers = [(await opened.http.post(path, json={"type": 5})) for _ in range(2)]
        assert [answer.status for answer in answers] == [204, 400]
        assert (await answers[1].json())["code"] == 40060
        assert "error" not in await playing


async def test_events_of_a_server_are_told_to_its_shard(opened):
    even, odd = (await opened.identify(0, 2))[0], (await opened.identify(1, 2))[0]
    await even.hears()
    await odd.hears()
    server = next(server for server in opened.made if (int(server) >> 22) % 2)
    opened.world.add_channel("3999", "fresh", server)
    assert (await even.hears(), await odd.hears()) == ([], ["CHANNEL_CREATE"])
    opened.world.add_channel("3998", "fresh")
    assert (await even.hears(), await odd.hears()) == (["CHANNEL_CREATE"], [])


async def test_who_uses_a_bot_of_which_no_session_is_there_reads_so_at_once_or_after_three_seconds(opened):
    opened.standin.members.patience = 0.2
    asked, payload = opened.world.interact(COMMAND, ANNA, HERE, {"name": "move"})
    await opened.identify(1, 2)
    assert (await opened.standin.deliver(asked, payload))["offline"]
    await opened.identify(0, 2)
    failed = await opened.standin.deliver(asked, payload)
    assert "offline" not in failed
    assert "did not respond" in failed["error"]


async def test_sessions_of_a_bucket_begin_one_after_the_other(opened):
    opened.starts.span, opened.starts.max_concurrency = 0.4, 2
    assert [(await opened.identify(shard, 4))[1]["op"] for shard in (0, 1, 2, 3)] == [0, 0, INVALID, INVALID], "buckets 0 and 1 are used"
    await asyncio.sleep(0.45)
    assert [(await opened.identify(shard, 4))[1]["op"] for shard in (2, 3, 3)] == [0, 0, INVALID]
    assert opened.starts.refused == 3


async def test_only_so_many_sessions_begin_in_a_day(opened):
    opened.starts.total = 2
    first, _ = await opened.identify()
    await first.hears()
    await opened.identify()
    async with opened.http.get(f"{opened.address}/api/v10/gateway/bot", headers={"Authorization": "Bot playground"}) as answer:
        told = await answer.json()
    limit = told["session_start_limit"]
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (2, 0, 1)
    assert 86_000_000 < limit["reset_after"] <= 86_400_000
    assert (await opened.identify())[1] == 4004
    assert await first.next() == 4004, "and nobody goes on"


async def test_a_shard_is_recommended_for_every_thousand_servers():
    async with Opened(2000) as opened:
        async with opened.http.get(f"{opened.address}/api/v10/gateway/bot", headers={"Authorization": "Bot playground"}) as answer:
            told = await answer.json()
        assert (told["shards"], told["url"]) == (3, opened.address.replace("http", "ws") + "/gateway")


async def test_a_session_goes_on_with_what_it_has_missed(opened):
    bot, ready = await opened.identify(0, 2)
    await bot.hears()
    seen, session = bot.events[-1][0], ready["d"]["session_id"]
    await opened.standin.drop()
    await asyncio.sleep(0.05)
    opened.world.add_channel("3998", "fresh")
    await asyncio.sleep(0.05)
    again, first = await opened.resume(session, seen)
    assert (first["t"], first["s"]) == ("CHANNEL_CREATE", seen + 1)
    assert await again.hears() == ["RESUMED"]
    opened.world.add_channel("3997", "fresh")
    assert await again.hears() == ["CHANNEL_CREATE"]


async def test_sessions_that_cannot_go_on(opened, monkeypatch):
    bot, ready = await opened.identify()
    await bot.hears()
    seen, session = bot.events[-1][0], ready["d"]["session_id"]
    assert (await opened.resume("unknown", 1))[1] == {"op": INVALID, "d": False}
    assert (await opened.resume(session, seen + 1))[1] == 4007
    await bot.socket.close(code=1000)
    await asyncio.sleep(0.05)
    assert (await opened.resume(session, seen))[1] == {"op": INVALID, "d": False}, "it has said goodbye"
    bot, ready = await opened.identify()
    await bot.hears()
    await opened.standin.drop()
    await asyncio.sleep(0.05)
    monkeypatch.setattr("playground.gateway.RESUMABLE", 0.0)
    assert (await opened.resume(ready["d"]["session_id"], bot.events[-1][0]))[1] == {"op": INVALID, "d": False}, "too late"


async def test_more_than_is_remembered_cannot_be_told_again():
    async with Opened(3) as opened:
        bot, ready = await opened.identify()
        await bot.hears()
        session = opened.standin.sessions[ready["d"]["session_id"]]
        await opened.standin.drop()
        await asyncio.sleep(0.05)
        while len(session.sent) > 2:
            session.sent.popleft()
        assert (await opened.resume(session.id, 1))[1] == {"op": INVALID, "d": False}
        assert (await opened.resume(session.id, session.sequence - 2))[1]["t"] == "GUILD_CREATE"


async def test_in_a_process_of_its_own(tmp_path):
    """A bot by hand beside a stand-in elsewhere: a world in bulk, a command, its answer, the journal, the figures."""
    async with standing(journal=tmp_path / "journal") as standin, aiohttp.ClientSession(headers={"Authorization": "Bot playground"}) as http:
        servers, (player, *_) = await standin.ask("servers", count=50, channels=2), await standin.ask("members", count=1000)
        async with http.put(f"{standin.address}/api/v10/applications/1000/commands", json=[{"name": "move", "description": "x"}]) as answer:
            assert answer.status == 200
        bot = Bot(await http.ws_connect(standin.address.replace("http", "ws") + "/gateway"))
        await bot.next()
        await bot.say(IDENTIFY, {"token": "playground", "intents": GUILDS, "shard": [1, 2]})
        await standin.ready(1)
        server = next(server for server in servers if (int(server) >> 22) % 2)
        (channel, _) = servers[server]
        using = asyncio.create_task(standin.use(player, "move", channel))
        async with within("the interaction"):
            while "INTERACTION_CREATE" not in await bot.hears(0.05):
                pass
        facts = bot.events[-1][2]
        assert (facts["guild_id"], facts["member"]["user"]["id"]) == (server, player)
        await http.post(f"{standin.address}/api/v10/interactions/{facts['id']}/{facts['token']}/callback", json={"type": 5})
        assert not using.done(), "what is to follow is waited for"
        await http.patch(f"{standin.address}/api/v10/webhooks/1000/{facts['token']}/messages/@original", json={"content": "done"})
        came = await using
        assert (came["answer"]["content"], came["kind"], came["followed"]) == ("done", 5, True)
        assert 0 < came["seconds"] < 3
        assert [m["content"] for m in await standin.ask("messages", channel=channel)] == ["done"]
        counts = await standin.ask("counts")
        assert (counts["servers"], counts["channels"], counts["command"], counts["MESSAGE_UPDATE"]) == (51, 107, 1, 1)
        assert [line.split('"')[3] for line in (tmp_path / "journal").read_text().splitlines()] == ["MESSAGE_CREATE", "MESSAGE_UPDATE"]
        await standin.ask("drop")
        await asyncio.sleep(0.1)
        assert [s["live"] for s in await standin.ask("sessions")] == [False]
