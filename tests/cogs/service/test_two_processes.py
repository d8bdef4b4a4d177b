"""Real processes of the bot on one PostgreSQL: they stand in for each other, share out the shards, and nobody's press is lost or counted twice."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from data.content import build
from data.language import texts
from rules.legal_actions import legal
from rules.notation import write
from tests.standin import ROOT, Standing, standing
from tests.tools.soak.stage import Server
from tests.waiting import within

ANNA, BOHUMIL, HERE = "4001", "4002", "3001"
PATIENCE = 60.0
GREETING, FAREWELL = (texts("en", "monster_hex")(f"characters.{what}.teacher") for what in ("begins", "wins"))
"""What a teacher says when a game begins, and when it has won one."""
RULES: Any = build("monster_hex")


class Process:
    """One process of the bot, with what it writes."""

    def __init__(self, there: Standing, where: str, log: Path, code: str = "", **settings: str) -> None:
        surroundings = {
            "DISCORD_TOKEN": "playground",
            "DISCORD_API": there.address,
            "DATABASE_URL": where,
            "LOG_LEVEL": "INFO",
            "WATCHDOG": "",
            **settings,
        }
        self._log = log
        with log.open("w") as written:
            self.popen = subprocess.Popen(
                [sys.executable, *(["-c", code] if code else ["bot.py"])], cwd=ROOT, env=os.environ | surroundings, stdout=written, stderr=written
            )

    @property
    def said(self) -> str:
        return self._log.read_text()

    async def says(self, words: str) -> None:
        """Waits until it has written something."""
        async with asyncio.timeout(PATIENCE):
            while not re.search(words, self.said):
                assert self.popen.poll() is None, self.said
                await asyncio.sleep(0.05)

    async def ended(self) -> int:
        return await asyncio.wait_for(asyncio.to_thread(self.popen.wait), PATIENCE)

    async def kill(self) -> None:
        self.popen.kill()
        await self.ended()


class Stage:
    """A stand-in and a database, and processes on both."""

    def __init__(self, there: Standing, where: str, folder: Path) -> None:
        self.there = there
        self.where = where
        self._folder = folder
        self.processes: list[Process] = []

    def start(self, code: str = "", **settings: str) -> Process:
        """Begins a process: of the bot as it is, or by some code."""
        made = Process(self.there, self.where, self._folder / f"log{len(self.processes)}", code, **settings)
        self.processes.append(made)
        return made

    def rows(self, sql: str, *values: Any) -> list[Any]:
        with psycopg.connect(self.where) as db:
            return db.execute(sql, values).fetchall()

    async def table(self, channel: str = HERE, guest: str = BOHUMIL) -> None:
        """Anna opens a table; her first question is there."""
        told = await self.there.use(ANNA, "game new", channel, game="monster_hex", opponent=guest, options="seating=joined")
        assert "error" not in told, told
        await self.there.use(guest, "game join", channel)
        await self.board(channel)

    async def board(self, channel: str = HERE, after: str = "0") -> dict[str, Any]:
        """The latest board of a channel, once it is there."""
        async with asyncio.timeout(PATIENCE):
            while True:
                found = [m for m in await self.there.ask("messages", channel=channel, after=after) if "Your move" in str(m["components"])]
                if found:
                    return found[-1]
                await asyncio.sleep(0.05)

    def legal(self, channel: str = HERE) -> tuple[str, str]:
        """Who is to act at a channel's table, and their first legal move."""
        ((table, snapshot),) = self.rows("SELECT id, snapshot FROM games WHERE channel = %s", int(channel))
        state = RULES.load(snapshot)
        seat = RULES.to_act(state)[0]
        ((player,),) = self.rows("SELECT player FROM seats WHERE game = %s AND seat = %s", table, seat)
        return str(player), write(next(iter(legal(RULES, state, seat))))

    async def move(self, channel: str = HERE) -> dict[str, Any]:
        """Whoever is to act types their first legal move."""
        member, action = self.legal(channel)
        return await self.there.use(member, "move", channel, follow=30, action=action)

    def positions(self) -> dict[int, int]:
        return dict(self.rows("SELECT id, position FROM games"))


@asynccontextmanager
async def staged(where: str, folder: Path, **settings: Any) -> AsyncIterator[Stage]:
    async with standing() as there:
        if settings:
            await there.ask("settings", **settings)
        stage = Stage(there, where, folder)
        try:
            yield stage
        finally:
            for process in stage.processes:
                process.popen.kill()
                process.popen.wait(PATIENCE)
                print(process.said)


@pytest.fixture
async def stage(where, tmp_path):
    async with staged(where, tmp_path) as made:
        yield made


def answered_once(told: dict[str, Any]) -> None:
    assert "error" not in told, told
    assert told.get("followed", True), told


@pytest.mark.deep
async def test_the_second_process_is_silent_and_takes_over_when_the_first_one_dies_or_goes(stage):
    one = stage.start()
    await one.says("looks after shards 0/1")
    two = stage.start()
    await two.says("stands by for shards 0/1")
    await stage.table()
    for _ in range(3):
        answered_once(await stage.move())
    assert "looks after" not in two.said
    await one.kill()
    answered_once(await stage.move())  # At once, while nobody looks after the shard yet.
    await two.says("looks after shards 0/1")
    assert stage.positions() == {1: 4}
    answered_once(await stage.move())
    three = stage.start()
    await three.says("stands by for shards 0/1")
    began = time.monotonic()
    two.popen.send_signal(signal.SIGTERM)
    pressed = [await stage.move() for _ in range(4)]
    assert await two.ended() == 0
    assert time.monotonic() - began < 12
    for told in pressed:
        answered_once(told)
    await three.says("looks after shards 0/1")
    async with asyncio.timeout(PATIENCE):
        while stage.rows("SELECT 1 FROM owed"):
            await asyncio.sleep(0.05)
    ((actions, interactions),) = stage.rows("SELECT COUNT(*), COUNT(DISTINCT interaction) FROM actions WHERE interaction IS NOT NULL")
    assert actions == interactions == 9, ([(t.get("seconds"), t["answer"] and t["answer"]["content"]) for t in pressed], two.said, three.said)
    assert stage.positions() == {1: 9}
    assert all("Traceback" not in process.said for process in stage.processes)


@pytest.mark.deep
async def test_a_tournament_goes_through_the_death_of_either_process(stage):
    """Sign-up, threads, results, the next round, the last word: every time another process is there, and nothing is done twice."""
    living, channels = [stage.start(), stage.start()], (await stage.there.ask("counts"))["channels"]
    async with within("whoever is left to look after the shards"):
        await asyncio.wait([asyncio.create_task(process.says("looks after|stands by")) for process in living])

    async def one_dies() -> None:
        """The one that looks after the shard; a new one is started in its place."""
        holder = next(process for process in living if "looks after" in process.said)
        living.remove(holder)
        await holder.kill()
        living.append(stage.start())
        await living[-1].says("stands by|looks after")

    async def channel_of(match: int) -> tuple[str, str]:
        """Where a match is played, and who is to give up there."""
        ((channel, player),) = stage.rows(
            "SELECT g.channel, s.player FROM games g JOIN seats s ON s.game = g.id WHERE g.id = %s AND s.seat = 0", match
        )
        return str(channel), str(player)

    async def live(count: int) -> list[int]:
        async with asyncio.timeout(PATIENCE):
            while len(found := stage.rows("SELECT id FROM games WHERE status = 'live' ORDER BY id")) != count:
                await asyncio.sleep(0.05)
        return [number for (number,) in found]

    told = await stage.there.use(ANNA, "tournament create", HERE, game="monster_hex", name="Cup", settings="rounds:2")
    answered_once(told)
    await one_dies()  # While the panel is open.
    post = next(c for row in told["answer"]["components"] for c in row["components"] if c["custom_id"].startswith("b:dpost:"))
    answered_once(await stage.there.press(ANNA, told["answer"], post["custom_id"]))
    await one_dies()
    for member in (ANNA, BOHUMIL, "4003", "4004"):
        answered_once(await stage.there.use(member, "tournament join", HERE))
    answered_once(await stage.there.use(ANNA, "tournament start", HERE))
    await one_dies()  # While threads are made and tables are dealt.
    for last in (2, 4):
        for match in await live(2):
            channel, player = await channel_of(match)
            answered_once(await stage.there.use(player, "game resign", channel, sure="True"))
        if last == 2:
            await one_dies()  # While the next round begins.
    async with asyncio.timeout(PATIENCE):
        while stage.rows("SELECT 1 FROM tournaments WHERE status <> 'over' UNION SELECT 1 FROM owed"):
            await asyncio.sleep(0.05)
    assert stage.rows("SELECT COUNT(*), COUNT(DISTINCT channel), MIN(status), MAX(status) FROM games") == [(4, 4, "over", "over")]
    words = [message["content"] for message in await stage.there.ask("messages", channel=HERE)]
    for once in ("Cup, round 1", "Cup, round 2"):
        assert sum(once in told for told in words) == 1, words
    assert (await stage.there.ask("counts"))["channels"] == channels + 4, "no thread is made twice"


@pytest.mark.deep
async def test_two_processes_share_the_shards_out_and_see_what_the_other_does(stage):
    made = await stage.there.ask("servers", count=6, channels=1)
    one, two = stage.start(SHARDS="0/2"), stage.start(SHARDS="1/2")
    await one.says("looks after shards 0/2")
    await two.says("looks after shards 1/2")
    channels = [channel for channels in made.values() for channel in channels]
    for channel in channels:
        await stage.table(channel)
    for channel in channels:
        answered_once(await stage.move(channel))
    guilds = [guild for (guild,) in stage.rows("SELECT guild FROM games")]
    assert {guild >> 22 & 1 for guild in guilds} == {0, 1}
    assert set(stage.positions().values()) == {1}
    async with asyncio.timeout(PATIENCE):
        while stage.rows("SELECT 1 FROM owed"):
            await asyncio.sleep(0.05)


@pytest.mark.deep
async def test_a_teacher_says_the_same_whichever_process_is_asked_and_greets_and_takes_leave_once(stage):
    first = stage.start()
    await first.says("looks after shards 0/1")
    second = stage.start()
    await second.says("stands by for shards 0/1")
    answered_once(await stage.there.use(ANNA, "game new", HERE, game="monster_hex", character="tavi"))

    async def moved() -> None:
        """Anna moves as often as she is asked, until the teacher has moved twice more."""
        before = stage.rows("SELECT COUNT(*) FROM actions WHERE seat = (SELECT seat FROM seats WHERE player IS NULL)")[0][0]
        async with asyncio.timeout(PATIENCE):
            while stage.rows("SELECT COUNT(*) FROM actions WHERE seat = (SELECT seat FROM seats WHERE player IS NULL)")[0][0] < before + 2:
                ((snapshot,),) = stage.rows("SELECT snapshot FROM games")
                ((seat,),) = stage.rows("SELECT seat FROM seats WHERE player IS NOT NULL")
                state = RULES.load(snapshot)
                if seat in RULES.to_act(state):
                    action = write(next(iter(legal(RULES, state, seat))))
                    answered_once(await stage.there.use(ANNA, "move", HERE, follow=30, action=action))
                await asyncio.sleep(0.05)

    async def told(member: str) -> str:
        """What a member reads who asks for an explanation, once nothing is owed any more."""
        async with asyncio.timeout(PATIENCE):
            while stage.rows("SELECT 1 FROM owed"):
                await asyncio.sleep(0.05)
        board = await stage.board()
        asked = next(c for row in board["components"] for c in row["components"] if c.get("custom_id", "").startswith("b:teach:"))
        pressed = await stage.there.press(member, board, asked["custom_id"], follow=30)
        answered_once(pressed)
        return str(pressed["answer"]["content"])

    await moved()
    before = await told(ANNA)
    assert "was good for" in before
    await first.kill()
    await second.says("looks after shards 0/1")
    assert await told(ANNA) == before
    third = stage.start()
    await third.says("stands by for shards 0/1")
    await moved()
    await second.kill()
    assert "was good for" in await told(ANNA)
    answered_once(await stage.there.use(ANNA, "game resign", HERE, sure="True"))
    async with asyncio.timeout(PATIENCE):
        while stage.rows("SELECT 1 FROM games WHERE status = 'live' UNION SELECT 1 FROM owed"):
            await asyncio.sleep(0.05)
    said = [message["content"] for message in await stage.there.ask("messages", channel=HERE)]
    for once in (GREETING, FAREWELL):
        assert sum(once in words for words in said) == 1, said
    assert all("Traceback" not in process.said for process in stage.processes)


@pytest.mark.deep
async def test_another_number_of_shards_is_refused_with_a_sentence(stage):
    one = stage.start(SHARDS="0-3/4")
    await one.says("looks after shards")
    two = stage.start(SHARDS="0/2")
    assert await two.ended() == 1
    assert "with 4 shards in all, this one would with 2" in two.said
    assert "Traceback" not in two.said
    assert stage.start(SHARDS="4/4").popen.wait(PATIENCE) == 1
    assert "those of 4 are 0 to 3" in stage.processes[-1].said
    assert stage.start(SHARDS="0/2", DATABASE_URL="").popen.wait(PATIENCE) == 1
    assert "can only be met on PostgreSQL" in stage.processes[-1].said
    await stage.there.ask("settings", most_servers=0)
    lonely = stage.start(SHARDS="0-3/4")
    assert await lonely.ended() == 1
    assert "it may be of too few in all" in lonely.said
    assert "Traceback" not in lonely.said


@pytest.mark.deep
async def test_a_press_while_the_database_is_restarted_counts_once(tmp_path):
    """By two processes with the same shards, none of which holds anything for a moment."""
    with tempfile.TemporaryDirectory(prefix="referee-two-") as folder:  # Where the user as whom the server runs may look.
        running = Server(Path(folder) / "postgresql")
        try:
            async with staged(running.url(), tmp_path) as stage:
                one, two = stage.start(), stage.start()
                async with within("both to have their shards"):
                    await asyncio.wait([asyncio.create_task(process.says("looks after|stands by")) for process in (one, two)])
                await stage.table()
                for how in ("fast", "immediate"):
                    member, action = stage.legal()
                    restarting = asyncio.create_task(asyncio.to_thread(running.restart, how))
                    await asyncio.sleep(0.3)
                    told = await stage.there.use(member, "move", HERE, follow=30, action=action)
                    await restarting
                    answered_once(told)
                    answered_once(await stage.move())
                assert stage.positions() == {1: 4}
                ((actions, interactions),) = stage.rows("SELECT COUNT(*), COUNT(DISTINCT interaction) FROM actions WHERE interaction IS NOT NULL")
                assert actions == interactions == 4
                async with asyncio.timeout(PATIENCE):
                    while stage.rows("SELECT 1 FROM owed"):
                        await asyncio.sleep(0.05)
        finally:
            running.stop()
