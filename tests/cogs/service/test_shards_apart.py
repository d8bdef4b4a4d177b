"""What crosses shards: two bots with one shard each on one PostgreSQL, both in this process, and people who use both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cogs.messages.moves.picker_context import Place
from cogs.play.table_queries import NoTable
from cogs.service.bot import Referee
from data.content import build
from data.store import Store
from data.store.people_in_json import NOBODY
from data.store.postgres.peers import PostgresPeers
from data.store.shards import Shards
from playground.api_address import point_at
from playground.http_server import TOKEN, Standin
from playground.world import World
from rules.competition.clock import DAY
from rules.legal_actions import legal
from tests.moved_databases import database
from tests.reading import read

ANNA, BOHUMIL = "4001", "4002"
PATIENCE = 60.0
RULES: Any = build("monster_hex")


class Apart:
    """Two bots: the first one has shard 0, with direct messages, and `near` is a channel of its server; `far` is one of the other's."""

    def __init__(self) -> None:
        self.world = World()
        made = self.world.add_servers(4, 1)
        self.near = next(channels[0] for guild, channels in made.items() if int(guild) >> 22 & 1 == 0)
        self.far = next(channels[0] for guild, channels in made.items() if int(guild) >> 22 & 1)
        self.standin = Standin(self.world)
        self.standin.gateway.starts.span = 0
        self.standin.gateway.starts.max_concurrency = 2
        self.bots: list[Referee] = []
        self.heard: list[list[str]] = []
        self._running: list[asyncio.Task[None]] = []

    async def start(self, where: str) -> None:
        await self.standin.start()
        point_at(self.standin.address)
        for shards in ("0/2", "1/2"):
            store, peers = await Store.open(where), PostgresPeers(where)
            await peers.start()
            bot = Referee(store, shards=Shards.parse(shards), peers=peers)
            bot._connection.guild_ready_timeout = 0.05
            self.bots.append(bot)
            self._running.append(asyncio.create_task(bot.start(TOKEN)))
            await asyncio.wait_for(bot.sharing.serving.wait(), PATIENCE)
            self.heard.append([])
            peers.heard = self._noting(peers.heard, self.heard[-1])

    @staticmethod
    def _noting(hear: Callable[[str], None], words: list[str]) -> Callable[[str], None]:
        def note(word: str) -> None:
            words.append(word)
            hear(word)

        return note

    async def close(self) -> None:
        for bot, running in zip(self.bots, self._running, strict=True):
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await bot.store.close()
        await self.standin.stop()

    async def use(self, member: str, command: str, channel: str, **options: Any) -> str:
        """Types a slash command; gives the answer's text."""
        body = {"member": member, "channel": channel, "name": command.split(), "options": options}
        return await self._answer(await self.standin.play("command", body))

    async def press_in_private(self, member: str, custom_id: str) -> str:
        """Presses a button that the bot has sent to somebody alone."""
        direct = World.direct(member)
        part = {"type": 2, "custom_id": custom_id, "style": 2, "label": "x"}
        message = self.world.post(direct, {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, self.standin.address)
        body = {"member": member, "channel": direct, "message": message["id"], "custom_id": custom_id}
        return await self._answer(await self.standin.play("component", body))

    async def write_in_private(self, member: str, custom_id: str, line: str, words: str) -> str:
        """Sends a form with one line from the direct messages with the bot."""
        rows = [{"type": 1, "components": [{"type": 4, "custom_id": line, "value": words}]}]
        body = {"member": member, "channel": World.direct(member), "custom_id": custom_id, "components": rows}
        return await self._answer(await self.standin.play("modal", body))

    async def _answer(self, told: dict[str, Any]) -> str:
        assert "error" not in told, told
        found = next(i for i in self.world.interactions.values() if i.id == told["interaction"])
        await asyncio.wait_for(found.following.wait(), PATIENCE)
        message = self.world.messages.get(told["message"] or "")
        return read(message)["content"] if message else ""

    async def until(self, true: Callable[[], Any]) -> Any:
        """Waits for something, which may be awaited, too; gives it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                found = true()
                if asyncio.iscoroutine(found):
                    found = await found
                if found:
                    return found
                await asyncio.sleep(0.02)

    def boards(self, channel: str) -> list[str]:
        return [n for n in self.world.said.get(channel, ()) if "Your move" in str(self.world.messages[n]["components"])]

    async def table(self, channel: str, **options: str) -> int:
        """Anna's table with Bohumil, whose board is there."""
        await self.use(ANNA, "game new", channel, game="monster_hex", opponent=BOHUMIL, options="seating=joined", **options)
        await self.use(BOHUMIL, "game join", channel)
        await self.until(lambda: self.boards(channel))
        found = await self.bots[0].store.tables.live_in(int(channel))
        assert found is not None
        return found


@pytest.fixture
async def apart(address):
    with database(address) as where:
        made = Apart()
        try:
            await made.start(where)
            yield made
        finally:
            await made.close()


async def test_a_button_in_private_acts_at_a_table_of_another_shard_whose_process_posts_the_board(apart):
    number = await apart.table(apart.far)
    first, second = apart.bots
    there = await first.tables.get(number)
    own = await second.tables.get(number)
    for turn, member in enumerate((ANNA, BOHUMIL), 1):
        seat = there.seat_of(int(member))
        action, before = next(iter(legal(RULES, there.state, seat))), apart.boards(apart.far)[-1]
        await apart.press_in_private(member, "b:do:" + Place(number, there.mark(seat), 0, action).write())
        assert there.position == turn
        await apart.until(lambda before=before: apart.boards(apart.far)[-1:] > [before])
        assert (await second.tables.get(number)).position == turn
        assert own.position == turn, "it was in memory, and is as it is stored"
    assert f"woken table {number}" in apart.heard[1]
    assert f"woken table {number}" not in apart.heard[0]
    await apart.until(lambda: second.store.one("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM owed)"))
    assert "monster" in (await apart.use(ANNA, "mygames", World.direct(ANNA))).casefold()


async def test_days_away_from_anywhere_stop_the_clocks_of_all_shards(apart):
    number = await apart.table(apart.far, clock="24h")
    second = apart.bots[1]
    table = await second.tables.get(number)
    seat = table.acting[0]
    due, player = table.dials[seat].due, str(table.seats[seat].player)
    assert "rung" not in apart.heard[1]
    await apart.write_in_private(player, "f:settings:away", "days", "3")
    await apart.until(lambda: "rung" in apart.heard[1])
    assert (await second.tables.get(number)).dials[seat].due == pytest.approx(due + 3 * DAY, abs=120)


async def test_who_is_forgotten_is_so_in_the_memory_of_all_processes(apart):
    number = await apart.table(apart.far)
    for bot in apart.bots:
        assert "Bohumil" in (await bot.tables.get(number)).names
    await apart.press_in_private(BOHUMIL, f"b:forget:{BOHUMIL}")
    for bot in apart.bots:
        table = await bot.tables.get(number)
        assert table.over
        assert NOBODY in table.names
        assert "Bohumil" not in table.names
    await apart.until(lambda: apart.bots[0].store.one("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM owed)"))


async def test_a_server_that_is_gone_is_judged_by_who_looks_after_it_and_its_tables_are_nowhere_in_memory(apart):
    far, near = await apart.table(apart.far), await apart.table(apart.near)
    first, second = apart.bots
    guild = int((await second.tables.get(far)).row.guild)
    await first.tables.get(far)
    for bot in apart.bots:
        await bot.get_cog("Housekeeping").look()
    assert not await second.store.all("SELECT guild FROM departed"), "none of them takes the other's servers for left"
    await second.store.departed_servers.note([], [guild], second.store.now() - 40 * DAY)
    await first.get_cog("Housekeeping").look()
    assert {row[0] for row in await first.store.all("SELECT guild FROM departed")} == {guild}
    apart.world.out.add(str(guild))
    second._connection._guilds.pop(guild)
    await second.get_cog("Housekeeping").look()
    for bot in apart.bots:
        with pytest.raises(NoTable):
            await bot.tables.get(far)
        assert await bot.tables.get(near)
