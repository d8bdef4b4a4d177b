"""The harms of a soak: bots are killed, frozen, suspended, cut off, slowed down or unanswered; databases are restarted, disconnected or hung."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from tests.tools.soak.stage import Bot, Stage

KILLS = 16
"""How much likelier a kill is than each other harm."""
LOST = 0.3
"""Of answers, the part that gets lost while some do."""
BUSY = "import time; until = time.monotonic() + {}\nwhile time.monotonic() < until: pass"


class Harm:
    """Does one harm after another, some seconds apart: the `first` ones in order, then random ones; none lasts longer than `most` seconds.

    `done` counts them, `moments` says when each was, `asleep` from when to when the whole machine slept.
    """

    def __init__(self, stage: Stage, rng: random.Random, every: tuple[float, float], first: Sequence[str] = (), most: float = 120) -> None:
        self.stage = stage
        self.rng = rng
        self.every = every
        self.done: Counter[str] = Counter()
        self.moments: list[tuple[float, str]] = []
        self.asleep: list[tuple[float, float]] = []
        self._most = most
        self._first = [*first]
        self._awake = asyncio.Lock()
        self._stopped = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    def _kinds(self) -> list[Callable[[], Awaitable[None]]]:
        kinds = [self.kill] * KILLS + [self.cut] * 3 + [self.kill_all, self.freeze, self.freeze_for_long, self.slow, self.say_goodbye, self.drop]
        kinds += [self.sleep, self.start_anew, self.lose_answers, self.lose_answers]
        if self.stage.server is not None:
            kinds += [self.restart_database, self.terminate, self.terminate, self.silence_database, self.cut_database]
            kinds += [self.hang_database, self.hang_connection]
        else:
            kinds += [self.hold_file]
        return kinds

    async def go_on(self, stopped: asyncio.Event) -> None:
        """Does harm until told to stop; then restores everything."""
        self._stopped = stopped
        while not stopped.is_set():
            try:
                await asyncio.wait_for(stopped.wait(), self.rng.uniform(*self.every))
            except TimeoutError:
                harm = getattr(self, self._first.pop(0)) if self._first else self.rng.choice(self._kinds())
                self.moments.append((time.time(), harm.__name__))
                self.done[harm.__name__] += 1
                await harm()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for bot in self.stage.bots:
            if not bot.alive:
                await self.stage.end(bot)
                await self.stage.start(bot)

    def _seconds(self, least: float, most: float) -> float:
        return min(self.rng.uniform(least, most), self._most)

    async def _pause(self, seconds: float) -> None:
        """Waits, at most until the soak is stopped."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)

    def _later(self, seconds: float, doing: Callable[[], Awaitable[object]]) -> None:
        """Runs `doing` after `seconds`, without blocking other harms."""

        async def wait() -> None:
            await self._pause(seconds)
            await doing()

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _one(self) -> Bot:
        return self.rng.choice(self.stage.bots)

    async def kill(self) -> None:
        """Kills one process and restarts it, at once or after half a second."""
        bot = self._one()
        await self.stage.end(bot)
        self.done["processes killed"] += 1
        await asyncio.sleep(self.rng.choice([0, 0, 0.5]))
        await self.stage.start(bot)

    async def kill_all(self) -> None:
        """Kills all processes, then restarts them."""
        for bot in self.stage.bots:
            await self.stage.end(bot)
            self.done["processes killed"] += 1
        for bot in self.stage.bots:
            await self.stage.start(bot)

    async def say_goodbye(self) -> None:
        """Ends one process with SIGTERM, which should take at most ten seconds, and restarts it."""
        bot = self._one()
        took = await self.stage.end(bot, signal.SIGTERM)
        self.done["goodbyes later than 10 s"] += took > 10
        await self.stage.start(bot)

    async def freeze(self) -> None:
        """Freezes one process for some seconds."""
        await self._freeze(self._seconds(1, 6))

    async def freeze_for_long(self) -> None:
        """Freezes one process until others have taken over its work."""
        await self._freeze(self._seconds(15, 120))

    async def _freeze(self, seconds: float) -> None:
        bot = self._one()
        process = bot.process

        async def thaw() -> None:
            async with self._awake:
                if bot.process == process and bot.alive:
                    os.kill(process, signal.SIGCONT)

        if bot.alive:
            os.kill(process, signal.SIGSTOP)
            self._later(seconds, thaw)

    async def sleep(self) -> None:
        """Suspends all bots, and now and then the database, as a sleeping machine does: their steady clocks stop, the wall clock goes on."""
        async with self._awake:
            bots = [bot.process for bot in self.stage.bots if bot.alive]
            # The database is stopped last and goes on first: who reads its processes needs it.
            server = await asyncio.to_thread(self._backends) if self.stage.server is not None and self.rng.random() < 0.5 else []
            _signal((*bots, *server), signal.SIGSTOP)
            began = time.time()
            await self._pause(self._seconds(6, 100))
            self.stage.slept.add(time.time() - began)
            self.asleep.append((began, time.time()))
            _signal((*server, *bots), signal.SIGCONT)

    async def start_anew(self) -> None:
        """Kills one process and starts it with a new interpreter, as in production, while the machine is busy."""
        bot, seconds = self._one(), self._seconds(5, 15)
        await self.stage.end(bot)
        busy = [await asyncio.create_subprocess_exec(sys.executable, "-c", BUSY.format(seconds)) for _ in range(2 * (os.cpu_count() or 1))]
        try:
            await self.stage.start_anew(bot)
            await self._pause(seconds)
        finally:
            for process in busy:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()

    async def lose_answers(self) -> None:
        """Makes Discord lose many of its answers for some seconds; the requests themselves are carried out."""
        await self.stage.standin.ask("settings", loses=LOST)

        async def hear() -> None:
            await self.stage.standin.ask("settings", loses=0.0)

        self._later(self._seconds(2, 8), hear)

    async def slow(self) -> None:
        """Delays the traffic of one process with Discord or the database for some seconds."""
        way = self.rng.choice([*self._one().ways.values()])
        way.latency = self.rng.uniform(0.02, 0.2)

        async def faster() -> None:
            way.latency = 0.0

        self._later(self.rng.uniform(2, 8), faster)

    async def cut(self) -> None:
        """Breaks the connections of one process to Discord."""
        self._one().ways["discord"].cut()

    async def drop(self) -> None:
        """Makes Discord break all gateway connections."""
        await self.stage.standin.ask("drop")

    # The database

    async def restart_database(self) -> None:
        """Restarts the database server, orderly or as after a crash."""
        server = self.stage.server
        assert server is not None
        await asyncio.to_thread(server.restart, self.rng.choice(["fast", "immediate"]))

    async def terminate(self) -> None:
        """Makes the database server end all connections."""

        def run() -> None:
            with self.stage.rows() as rows:
                rows.all("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")

        await asyncio.to_thread(run)

    async def silence_database(self) -> None:
        """Stops the traffic between one process and the database for some seconds."""
        way = self._one().ways["database"]
        way.silence(True)

        async def speak() -> None:
            way.silence(False)

        self._later(self._seconds(1, 5), speak)

    def _backends(self) -> list[int]:
        """The process ids of the database server's client connections other than this one."""
        with self.stage.rows() as rows:
            found = rows.all("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
        return [number for (number,) in found]

    async def hang_database(self) -> None:
        """Suspends the server's present client connections for some time, as on a disk that hangs; new ones are served."""
        backends = await asyncio.to_thread(self._backends)
        _signal(backends, signal.SIGSTOP)
        await self._pause(self._seconds(10, 40))
        _signal(backends, signal.SIGCONT)

    async def hang_connection(self) -> None:
        """Stops the traffic between one process and the database for longer than any timeout."""
        way = self._one().ways["database"]
        way.silence(True)

        async def speak() -> None:
            way.silence(False)

        self._later(self._seconds(10, 40), speak)

    async def hold_file(self) -> None:
        """Holds a write lock on the SQLite file for some time, as a backup or a person with a tool might."""

        def begin() -> sqlite3.Connection:
            db = sqlite3.connect(self.stage.where, isolation_level=None, timeout=30, check_same_thread=False)
            db.execute("BEGIN IMMEDIATE")
            return db

        try:
            db = await asyncio.to_thread(begin)
        except sqlite3.OperationalError:  # The bot has it all to itself.
            self.done["files that could not be held"] += 1
            return
        await self._pause(self._seconds(2, 40))
        db.close()

    async def cut_database(self) -> None:
        """Breaks the connections of one process to the database."""
        self._one().ways["database"].cut()


def _signal(processes: Iterable[int], number: signal.Signals) -> None:
    """Sends a signal to those of the processes that still exist."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)
