"""What is done to the bots: killed, frozen, cut off, slowed down; and to their database: restarted, its connections ended."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from tests.soak.stage import Bot, Stage

KILLS = 16
"""How much likelier a kill is than each other harm."""


class Harm:
    """One harm after the other, some seconds apart: the `first` ones in their order, and then any. `done` counts them, `moments` are when."""

    def __init__(self, stage: Stage, rng: random.Random, every: tuple[float, float], first: Sequence[str] = ()) -> None:
        self.stage = stage
        self.rng = rng
        self.every = every
        self.done: Counter[str] = Counter()
        self.moments: list[tuple[float, str]] = []
        self._first = [*first]
        self._tasks: set[asyncio.Task[None]] = set()

    def _kinds(self) -> list[Callable[[], Awaitable[None]]]:
        kinds = [self.kill] * KILLS + [self.cut] * 3 + [self.kill_all, self.freeze, self.freeze_for_long, self.slow, self.say_goodbye, self.drop]
        if self.stage.server is not None:
            kinds += [self.restart_database, self.terminate, self.terminate, self.silence_database, self.cut_database]
        return kinds

    async def go_on(self, stopped: asyncio.Event) -> None:
        """Harms until told to stop, and leaves everything as it should be."""
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
                await self.stage.start(bot)

    def _later(self, seconds: float, doing: Callable[[], Awaitable[object]]) -> None:
        """Does something in the end of a harm, while others go on."""

        async def wait() -> None:
            await asyncio.sleep(seconds)
            await doing()

        task = asyncio.create_task(wait())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _one(self) -> Bot:
        return self.rng.choice(self.stage.bots)

    async def kill(self) -> None:
        """One process is gone between two instructions, and comes back after a moment or at once."""
        bot = self._one()
        await self.stage.end(bot)
        self.done["processes killed"] += 1
        await asyncio.sleep(self.rng.choice([0, 0, 0.5]))
        await self.stage.start(bot)

    async def kill_all(self) -> None:
        """All of them at once."""
        for bot in self.stage.bots:
            await self.stage.end(bot)
            self.done["processes killed"] += 1
        for bot in self.stage.bots:
            await self.stage.start(bot)

    async def say_goodbye(self) -> None:
        """One is asked to end, which it does within ten seconds, and comes back."""
        bot = self._one()
        took = await self.stage.end(bot, signal.SIGTERM)
        self.done["goodbyes later than 10 s"] += took > 10
        await self.stage.start(bot)

    async def freeze(self) -> None:
        """One does nothing for some seconds, and goes on as if nothing had been."""
        await self._freeze(self.rng.uniform(1, 6))

    async def freeze_for_long(self) -> None:
        """One does nothing for so long that others have taken its place when it goes on."""
        await self._freeze(self.rng.uniform(15, 120))

    async def _freeze(self, seconds: float) -> None:
        bot = self._one()
        process = bot.process

        async def thaw() -> None:
            if bot.process == process and bot.alive:
                os.kill(process, signal.SIGCONT)

        if bot.alive:
            os.kill(process, signal.SIGSTOP)
            self._later(seconds, thaw)

    async def slow(self) -> None:
        """Everything one says or hears is late."""
        way = self.rng.choice([*self._one().ways.values()])
        way.latency = self.rng.uniform(0.02, 0.2)

        async def faster() -> None:
            way.latency = 0.0

        self._later(self.rng.uniform(2, 8), faster)

    async def cut(self) -> None:
        """One loses its connections to Discord."""
        self._one().ways["discord"].cut()

    async def drop(self) -> None:
        """Discord breaks all gateway connections."""
        await self.stage.standin.ask("drop")

    # The database

    async def restart_database(self) -> None:
        """It stops and starts, as for an upgrade or after a failure of its machine."""
        server = self.stage.server
        assert server is not None
        await asyncio.to_thread(server.restart, self.rng.choice(["fast", "immediate"]))

    async def terminate(self) -> None:
        """It ends the connections of everybody."""

        def run() -> None:
            with self.stage.rows() as rows:
                rows.all("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")

        await asyncio.to_thread(run)

    async def silence_database(self) -> None:
        """One hears nothing of it for a while."""
        way = self._one().ways["database"]
        way.silence(True)

        async def speak() -> None:
            way.silence(False)

        self._later(self.rng.uniform(1, 5), speak)

    async def cut_database(self) -> None:
        """One loses its connections to it, at whatever they are."""
        self._one().ways["database"].cut()
