"""Row F1: how long somebody waits for the first sign of an answer while one person of another server has 100 requests in flight, against the same
while nobody has. The bot and the stand-in for Discord are processes of their own; what is refused is sent again at once."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.chat import ANNA, BOHUMIL
from tests.standin import Standing, standing
from tests.tools.bench.games import ROOT
from tests.tools.bench.measure import result
from tests.waiting import within

IN_FLIGHT = 100
ROUNDS, TIMES = 5, 8
"""Rounds with and without a flood, and how often each is asked in a round."""
QUESTION = "may a warrior attack a building behind a hidden trap when the opponent resists twice"
Asking = Callable[[Standing, str, str], Awaitable[float]]


async def _command(standin: Standing, member: str, channel: str, name: str, **options: str) -> float:
    found = await standin.ask("play", what="command", member=member, channel=channel, name=[name], options=options)
    return float(found.get("seconds", 3.0))


async def _completion(standin: Standing, member: str, channel: str) -> float:
    body = {"name": ["rules"], "options": {"question": "attack"}, "focused": "question"}
    found = await standin.ask("play", what="autocomplete", member=member, channel=channel, **body)
    return float(found.get("seconds", 3.0))


ASKED: dict[str, Asking] = {
    "/help": lambda standin, member, channel: _command(standin, member, channel, "help"),
    "/move": lambda standin, member, channel: _command(standin, member, channel, "move", action="x"),
    "/rules": lambda standin, member, channel: _command(standin, member, channel, "rules", question=QUESTION),
    "completion": _completion,
}


@asynccontextmanager
async def running(standin: Standing, folder: Path) -> AsyncIterator[None]:
    """The bot in a process of its own."""
    environment = {**os.environ, "DISCORD_TOKEN": "playground", "DISCORD_API": standin.address, "REFEREE_DB": str(folder / "fair.sqlite3")}
    bot = await asyncio.create_subprocess_exec(sys.executable, "bot.py", cwd=ROOT, env=environment, stderr=asyncio.subprocess.DEVNULL)
    try:
        await standin.ready(0)
        yield
    finally:
        bot.kill()
        async with within("the end of the bot"):
            await bot.wait()


@asynccontextmanager
async def flooded(standin: Standing, channel: str, ask: Asking) -> AsyncIterator[None]:
    """One person has so many requests in flight, each of which is sent again when it has been acknowledged."""

    async def again() -> None:
        while True:
            await ask(standin, ANNA, channel)

    tasks = [asyncio.create_task(again()) for _ in range(IN_FLIGHT)]
    await asyncio.sleep(0.5)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _measured(folder: Path) -> None:
    async with standing() as standin, running(standin, folder):
        (mine, *_), (theirs, *_) = (await standin.ask("servers", count=2, channels=1)).values()
        await standin.use(BOHUMIL, "game new", mine, game="monster_hex", computers="1")
        for ask in ASKED.values():
            await ask(standin, BOHUMIL, mine)
        for name, ask in ASKED.items():
            quiet, loud = [], []
            for _ in range(ROUNDS):
                quiet += [await ask(standin, BOHUMIL, mine) for _ in range(TIMES)]
                async with flooded(standin, theirs, ask):
                    loud += [await ask(standin, BOHUMIL, mine) for _ in range(TIMES)]
                await asyncio.sleep(1)
            usual = statistics.median(quiet)
            result("F1", f"{name} acknowledged beside 100 in flight / alone ({usual * 1000:.0f} ms)", statistics.median(loud) / usual, "3", "2")


def fairness(folder: Path) -> None:
    """Measures row F1."""
    asyncio.run(_measured(folder))
