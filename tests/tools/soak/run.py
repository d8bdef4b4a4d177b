"""Runs a soak from its start to the verdict."""

from __future__ import annotations

import asyncio
import math
import random
import signal
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.tools.soak.harm import Harm
from tests.tools.soak.judge import DONE, Judge
from tests.tools.soak.people import People, Told
from tests.tools.soak.stage import SQLITE, Stage, staged
from tests.tools.soak.world import Place, fill, keep_ledger, schema

CALM = 120.0
"""Seconds within which everything must have been done, once nobody does any harm or plays."""
QUIET = 2.0
LONGEST = 60.0
"""Seconds more, at most, for people to do enough on a machine that has much else to do."""
FAVOURITES = 4
"""Tables at which one person plays mostly."""
LOBBIES, CUPS = 3, 2
"""Channels in which tables are opened, and in which there are tournaments."""
SILENCES, BEFORE = 5, 20.0
"""Of the longest silences so many are told, with the harm of so many seconds before."""
NEVER = math.inf
WATCHDOG = "; this process ends"
LOOKED_AT = 200
"""Channels of which the buttons are looked at."""


class Soak(NamedTuple):
    """The plan of a soak: on which database, with how many processes, for how many seconds, in how large a world, by how many people at a time, with
    harm so many seconds apart that lasts for at most `most` each; longer if fewer than `enough` moves were made by then, or the `first` harms are not
    all done."""

    database: str
    processes: int
    seconds: float
    servers: int
    tables: int
    people: int
    every: tuple[float, float]
    seed: int
    harmless: bool = False
    enough: int = 0
    first: tuple[str, ...] = ()
    kept: bool = False
    most: float = 120.0


class Found(NamedTuple):
    """The findings of a soak. `told`: what people did and read."""

    plan: Soak
    complaints: list[tuple[str, str]]
    seen: Counter[str]
    did: Counter[str]
    harm: Counter[str]
    starts: int
    seconds: list[float]
    unanswered: list[float]
    told: list[Told]
    ended: float
    silences: list[str]

    def report(self) -> str:
        """The findings as text."""
        waits = sorted(self.seconds) or [0.0]
        shown = [f"{kind}: {words}" for kind, words in self.complaints[:40]]
        return "\n".join(
            [
                *shown,
                f"{self.plan.database}, {self.plan.processes} processes, {self.plan.seconds:.0f} s: {len(self.complaints)} complaints"
                f" {dict(Counter(kind for kind, _ in self.complaints))}",
                f"harm: {dict(self.harm)}, {self.starts} starts",
                f"people: {dict(self.did)}; acknowledged after {waits[len(waits) // 2] * 1e3:.0f} ms (p50),"
                f" {waits[len(waits) * 99 // 100] * 1e3:.0f} ms (p99); unanswered far from any harm: {len(self.unanswered)}",
                f"judged: {dict(self.seen)}",
                *self.silences,
            ]
        )


def shards_in_all(processes: int) -> int:
    """The number of shards for a number of processes."""
    return max(processes // 2, 2) if processes > 1 else 1


def shards_of(processes: int) -> list[str | None]:
    """The shards of each process: each shard has two processes, of which one stands by, unless there is but one."""
    if processes == 1:
        return [None]
    count = shards_in_all(processes)
    return [f"0-{count - 1}/{count}"] * 2 if processes == 2 else [f"{n % count}/{count}" for n in range(processes)]


async def soak(folder: Path, plan: Soak) -> Found:
    """Runs a soak: people play, harm is done; then waits for calm, and judges."""
    rng = random.Random(plan.seed)
    async with staged(folder, plan.database, shards_of(plan.processes), 1 if plan.processes == 1 else None, plan.kept) as stage:
        a_server = -(-plan.tables // plan.servers) + 2
        servers = await stage.standin.ask("servers", count=plan.servers, channels=a_server)
        members = await stage.standin.ask("members", count=max(plan.tables // 5, 40))
        await schema(stage)
        with stage.rows() as rows:
            keep_ledger(rows)
            places = fill(rows, {server: own[2:] for server, own in servers.items()}, members, plan.tables, random.Random(plan.seed))
        for bot in stage.bots:
            await stage.start(bot)
        await _ready(stage)
        people = People(stage.standin, places, rng)
        harm = Harm(stage, rng, plan.every, plan.first, plan.most)
        free = [own[n] for n in range(2) for own in servers.values()]
        playing = [asyncio.create_task(people.play(FAVOURITES)) for _ in range(plan.people)]
        playing += [asyncio.create_task(people.lobby(channel, members)) for channel in free[:LOBBIES]]
        playing += [asyncio.create_task(people.tournament(channel, members)) for channel in free[LOBBIES : LOBBIES + CUPS]]
        harmed = asyncio.Event()
        harming = [] if plan.harmless else [asyncio.create_task(harm.go_on(harmed))]
        await _long_enough(playing, people, harm, plan, harmed)
        people.stopped.set()
        harmed.set()
        await asyncio.gather(*playing, *harming)
        await _calm(stage)
        for bot in stage.bots:  # Clocks may still ring; what they bring may be owed when all is over.
            await stage.end(bot, signal.SIGTERM)
        ended = time.time()
        judge = await _judged(stage, places, people, rng, harm)
        for words in stage.exits:
            judge.complain("exit", words)
        counts = await stage.standin.ask("counts")
        people.did["sessions begun too early"] = counts["hasty"]
        harm.done.update({what: number for what, number in counts.items() if what.startswith("lost ")})
        harm.done["ended by the watchdog"] = sum(bot.log.read_text(encoding="utf-8", errors="replace").count(WATCHDOG) for bot in stage.bots)
        near = [at for at, _ in harm.moments]
        alone = [t.at for t in people.told if t.error and not any(-15 < at - t.at < 5 for at in near)]
        waits = [t.seconds for t in people.told if t.seconds]
        return Found(
            plan,
            judge.complaints,
            judge.seen,
            people.did,
            harm.done,
            sum(bot.starts for bot in stage.bots),
            waits,
            alone,
            people.told,
            ended,
            silences(
                people.told,
                {channel: int(server) >> 22 for server, own in servers.items() for channel in own},
                shards_in_all(plan.processes),
                harm.moments,
            ),
        )


def silences(told: Sequence[Told], servers: Mapping[str, int], shards: int, harms: Sequence[tuple[float, str]]) -> list[str]:
    """The longest times in which people of one shard did something and nobody was answered, in words, with the harm before and meanwhile. A channel
    that is not among `servers` is a thread, and does not count."""
    found: list[tuple[float, int, float]] = []
    for shard in range(shards):
        began: float | None = None
        for one in sorted((one for one in told if one.channel in servers and servers[one.channel] % shards == shard), key=lambda one: one.at):
            if one.error is not None:
                began = one.at if began is None else began
            elif began is not None:
                found.append((one.at + one.seconds - began, shard, began))
                began = None
        if began is not None:
            found.append((NEVER, shard, began))
    shown = []
    for seconds, shard, began in sorted(found, reverse=True)[:SILENCES]:
        harmed = [f"{name} at {at - began:+.0f}" for at, name in harms if began - BEFORE <= at <= began + seconds]
        shown.append(f"silent {f'for {seconds:.1f} s' if seconds < NEVER else 'to the end'}: shard {shard}; {', '.join(harmed) or 'no harm'}")
    return sorted(shown, key=lambda words: "to the end" in words)


async def _long_enough(playing: Sequence[asyncio.Task[None]], people: People, harm: Harm, plan: Soak, harmed: asyncio.Event) -> None:
    """Waits until the soak has lasted long enough. Before that it is `harmed` enough: where the machine has much else to do, a bot that is killed
    again and again would never have started."""
    begun = time.monotonic()

    def more() -> bool:
        passed = time.monotonic() - begun
        if passed >= plan.seconds and len(harm.moments) >= len(plan.first):
            harmed.set()
        made = sum((told.answer or "").startswith(DONE) for told in people.told) if plan.enough else 0
        missing = made < plan.enough or len(harm.moments) < len(plan.first)
        return passed < plan.seconds or (missing and passed < plan.seconds + LONGEST)

    while more() and not any(task.done() for task in playing):
        await asyncio.wait(playing, timeout=0.25, return_when=asyncio.FIRST_COMPLETED)


async def _ready(stage: Stage) -> None:
    """Waits until each shard is leased and commands are registered. Raises TimeoutError."""
    await stage.standin.ready(*range(shards_in_all(len(stage.bots))))
    async with asyncio.timeout(LONGEST):
        while not (await stage.standin.ask("counts"))["commands"]:
            await asyncio.sleep(0.1)


async def _calm(stage: Stage) -> None:
    """Waits until no due message is left to send, at most `CALM` seconds."""

    def owing() -> int:
        with stage.rows() as rows:
            return int(rows.one("SELECT COUNT(*) FROM owed WHERE kind <> 'held' AND next <= ?", (time.time() + QUIET,)))

    until, calm = time.monotonic() + CALM, 0
    while time.monotonic() < until and calm < 3:
        await asyncio.sleep(QUIET / 4)
        with suppress(Exception):  # The database may be starting.
            calm = calm + 1 if not await asyncio.to_thread(owing) else 0


async def _judged(stage: Stage, places: list[Place], people: People, rng: random.Random, harm: Harm) -> Judge:
    with stage.rows() as rows:
        judge = Judge(rows, stage.journal, people.told, time.time(), harm.asleep)
        await asyncio.to_thread(judge.all) if stage.database != SQLITE else judge.all()
        for place in rng.sample(places, min(len(places), LOOKED_AT)):
            judge.check_buttons(place.table, place.channel, await stage.standin.ask("messages", channel=place.channel))
    return judge
