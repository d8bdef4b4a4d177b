"""Metrics: `/metrics` for Prometheus and `/health` for restarts; nothing about persons or servers.

Collected only if METRICS is set. Durations and counts come in through `data.duration_listeners`. Gauges are read at each scrape; those
that need the database are cached for 5 or 30 seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import TraceConfig, web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily

from cogs.service.log import OURS
from cogs.service.metrics_address import Address
from data.duration_listeners import listen, unlisten
from data.store.counts import Pressing

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee.figures")
PATIENCE = 2.0
"""Seconds for which a scrape waits for the database."""
PRESSING_KEPT, TABLES_KEPT = 5.0, 30.0
"""Seconds for which what has been counted is good."""
BEAT = 0.5
"""Seconds between two looks at how late the event loop is."""
ACKNOWLEDGED = re.compile(r"/interactions/(\d+)/[^/]+/callback")
SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LONG = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0)


@asynccontextmanager
async def served(bot: Referee, where: Address) -> AsyncIterator[Address]:
    """A context in which metrics are collected and served; yields their address. Raises OSError if it can't listen there."""
    metrics = Metrics(bot)
    app = web.Application()
    app.add_routes([web.get("/metrics", metrics.metrics), web.get("/health", metrics.health)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, *where).start()
        shown = Address(where.host, runner.addresses[0][1])
        log.info("figures are at %s port %d", *shown)
        with metrics.kept():
            yield shown
    finally:
        await runner.cleanup()


class Metrics:
    """The metrics of one bot."""

    def __init__(self, bot: Referee) -> None:
        self._bot = bot
        self._registry = CollectorRegistry()
        self._measures = {
            "interaction": self._measure("interaction_seconds", "From an interaction's arrival to the end of its answer.", LONG, "kind"),
            "acknowledgement": self._measure("acknowledgement_seconds", "Until Discord has the first sign of an answer.", LONG, "kind"),
            "database": self._measure("database_seconds", "Queries and whole transactions, without waiting for their turn.", SHORT, "kind"),
            "picture": self._measure("picture_seconds", "Pictures drawn, waiting for a thread included.", SHORT),
            "thought": self._measure("thought_seconds", "Of a processor, until what computers think about is answered.", LONG, "kind"),
            "lag": self._measure("event_loop_lag_seconds", "How late the event loop is.", SHORT),
        }
        self._counts = {
            "silence": self._count_of("unacknowledged", "Interactions that ended without a sign."),
            "held up": self._count_of("event_loop_held_up", "How often the event loop was held up for more than a second.", "where"),
            "unreadable": self._count_of("unreadable", "Events of Discord that could not be read."),
            "reconnection": self._count_of("reconnections", "Connections to Discord that began again, by why."),
        }
        self._errors = Counter("referee_errors", "Errors in the log, by logger.", ["logger"], registry=self._registry)
        ProcessCollector(namespace="", registry=self._registry)
        self._registry.register(self)
        self._tables: dict[str, int] = {}
        self._pressing: Pressing | None = None
        self._counted = {"tables": -TABLES_KEPT, "pressing": -PRESSING_KEPT}
        self._database = True

    def _measure(self, name: str, words: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"referee_{name}", words, labels, buckets=buckets, registry=self._registry)

    def _count_of(self, name: str, words: str, label: str = "kind") -> Counter:
        return Counter(f"referee_{name}", words, [label], registry=self._registry)

    # What happens

    @contextlib.contextmanager
    def kept(self) -> Iterator[None]:
        """A context in which all figures are collected. Enter it before the bot is started."""
        trace, counting, beat = TraceConfig(), _Counting(self._errors), asyncio.create_task(self._feel_lag())
        trace.on_request_end.append(self._requested)
        self._bot.http.http_trace = trace
        listen(self._took)
        logging.getLogger().addHandler(counting)
        try:
            yield
        finally:
            beat.cancel()
            unlisten(self._took)
            logging.getLogger().removeHandler(counting)

    def _took(self, what: str, kind: str, seconds: float) -> None:
        if (count := self._counts.get(what)) is not None:
            count.labels(kind).inc()
        else:
            measure = self._measures[what]
            (measure.labels(kind) if kind else measure).observe(seconds)

    async def _requested(self, session: Any, context: Any, params: Any) -> None:
        """Handles an answered request of ours; if it was an acknowledgement, its time is measured."""
        found = ACKNOWLEDGED.search(params.url.path)
        if found and params.response.status < 400:
            self._bot.intake.acknowledged(int(found[1]))

    async def _feel_lag(self) -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(BEAT)
            self._took("lag", "", time.perf_counter() - began - BEAT)

    # What there is

    async def _count(self) -> None:
        """Counts in the database, unless that was just done. Failed queries leave the old figures."""
        now, census = time.monotonic(), self._bot.store.counts
        try:
            async with asyncio.timeout(PATIENCE):
                if now - self._counted["pressing"] >= PRESSING_KEPT:
                    self._pressing = await census.pressing()
                    self._counted["pressing"] = now
                if now - self._counted["tables"] >= TABLES_KEPT:
                    self._tables = await census.tables()
                    self._counted["tables"] = now
            self._database = True
        except Exception:  # Whatever is wrong with it, the figure below says so.
            self._database = False

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The gauges of this moment, for Prometheus."""
        bot, now = self._bot, self._bot.store.now()
        yield _gauge("database_up", "Whether the database has answered.", self._database)
        yield _gauge("ready", "Whether Discord is connected.", bot.is_ready())
        yield _gauge("interactions_under_way", "Interactions that have not come to their end.", len(bot.intake.under_way))
        yield _gauge("shards_held", "Shards that this process looks after.", len(bot.store.shards.own))
        yield _gauges("gateway_latency_seconds", "Between a heartbeat and its answer.", "shard", latencies(bot))
        turns = getattr(bot.tables.thinker, "turns", None)
        if turns is not None:
            yield _gauges("computers", "Computers that think, or wait for their turn to.", "state", {"think": turns.taken, "wait": turns.waiting})
        yield _gauges("tables", "Tables of the whole database that are not over.", "status", self._tables)
        if (found := self._pressing) is not None:
            yield _gauge("owed", "What is owed and due, or has failed, in the whole database.", found.owed)
            yield _gauge("owed_oldest_seconds", "The age of the oldest of it.", 0 if found.oldest is None else max(now - found.oldest, 0))
            yield _gauge("clocks", "Clocks that run, in the whole database.", found.clocks)
            yield _gauge("clocks_late_seconds", "How late the first of them is.", 0 if found.ring is None else max(now - found.ring, 0))

    # Who looks

    async def metrics(self, request: web.Request) -> web.Response:
        """Answers `/metrics`: all figures as Prometheus reads them."""
        await self._count()
        body = await asyncio.to_thread(generate_latest, self._registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(self, request: web.Request) -> web.Response:
        """Answers `/health`: 200 if all is well, else 503. A process that stands by for another is well; one that receives nothing from Discord is
        not."""
        bot = self._bot
        try:
            async with asyncio.timeout(PATIENCE):
                await bot.store.counts.answers()
            database = True
        except Exception:
            database = False
        shards = {str(shard): shard in bot.store.shards.own for shard in latencies(bot)}
        deaf = sorted(bot.hearing.deaf)
        well = bot.is_ready() and database and not deaf
        found = {"ready": bot.is_ready(), "database": database, "shards": shards} | ({"deaf": deaf} if deaf else {})
        return web.json_response(found, status=200 if well else 503)


def latencies(bot: Referee) -> dict[int, float]:
    """The seconds between a heartbeat and its answer, for each connected shard."""
    found = getattr(bot, "latencies", None) or [(bot.shard_id or 0, bot.latency)]
    return {shard: seconds for shard, seconds in found if 0 <= seconds < float("inf")}


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"referee_{name}", words, value=float(value))


def _gauges(name: str, words: str, label: str, values: Any) -> GaugeMetricFamily:
    found = GaugeMetricFamily(f"referee_{name}", words, labels=[label])
    for key, value in values.items():
        found.add_metric([str(key)], value)
    return found


class _Counting(logging.Handler):
    """Counts errors in the log by logger; those of all libraries together."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        """Counts one record."""
        self._counter.labels(record.name if record.name.startswith(OURS) else "library").inc()
