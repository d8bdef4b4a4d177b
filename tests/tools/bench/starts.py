"""Rows T1 and M1: starting, against importing discord, PIL and aiosqlite.

Every start is a process of its own, beside a stand-in for Discord in another one. All have their bytecode, as wherever something has been
started before; the first round makes it. What discord.py waits for servers that are told one by one does not count.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tools.bench.games import ROOT
from tests.tools.bench.measure import result

STARTS = 7
RESIDENT = "import os\ndef rss():\n return int(open('/proc/self/statm').read().split()[1])*os.sysconf('SC_PAGE_SIZE')\n"
IMPORTS = """
import time
START = time.perf_counter()
import discord, PIL.Image, aiosqlite
print(time.perf_counter() - START, rss())
"""
STAND_IN = """
import asyncio
from playground.http_server import Standin
from playground.world import World
async def main():
    standin = Standin(World())
    standin.gateway.starts.span = 0  # Bots are started again at once.
    print(await standin.start(), flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
SERVE = """
import asyncio, os, pathlib, sys, time
START = time.perf_counter()
import bot
async def main(address, database):
    from cogs.service.bot import Referee
    from cogs.service.start_up import settle_in
    from data.store import Store
    from playground.api_address import point_at
    point_at(address)
    serving = Referee(await Store.open(database))
    serving._connection.guild_ready_timeout = 0.001
    await settle_in()
    task = asyncio.create_task(serving.start("playground"))
    await asyncio.wait([task, asyncio.create_task(serving.sharing.serving.wait())], return_when=asyncio.FIRST_COMPLETED)
    ready = time.perf_counter() - START
    assert serving.sharing.serving.is_set(), task
    print(ready, rss(), flush=True)
    os._exit(0)
"""


@contextmanager
def stand_in() -> Iterator[str]:
    """The address of a stand-in for Discord, in a process of its own."""
    with subprocess.Popen([sys.executable, "-c", STAND_IN], cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            yield running.stdout.readline().strip()
        finally:
            running.kill()


def child(folder: Path, code: str) -> list[float]:
    """The numbers that a process prints last."""
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True, timeout=300)
    return [float(number) for number in done.stdout.strip().splitlines()[-1].split()]


def starts(folder: Path) -> None:
    """T1 and M1."""
    plain, first, again = [], [], []
    with stand_in() as address:
        for n in range(STARTS + 1):
            plain.append(child(folder, RESIDENT + IMPORTS))
            start = RESIDENT + SERVE + f"asyncio.run(main({address!r}, {str(folder / f'serve{n}.sqlite3')!r}))"
            first.append(child(folder, start))
            again.append(child(folder, start))
    (imports, bare), (very_first, _), (ready, memory) = (map(statistics.median, zip(*rows[1:], strict=True)) for rows in (plain, first, again))
    print(f"I = {imports:.2f} s, imports alone {bare / 1e6:.0f} MB")
    result("M1", "memory when ready / memory of the imports", memory / bare, "2", "1.5")
    result("T1", "start to able to serve / I", ready / imports, "2", "1.3")
    result("T1", "the same for a new database, and commands not yet told / I", very_first / imports, "2", "1.3")
