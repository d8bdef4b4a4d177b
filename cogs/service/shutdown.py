"""Graceful shutdown: finishes what has begun, accepts nothing new, and ends within ten seconds whatever hangs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cogs.service.bot import Referee

log = logging.getLogger("referee")
SIGNALS = (signal.SIGTERM, signal.SIGINT)
PATIENCE = 4.5
"""Seconds for which what has begun may go on."""
CLOSING = 1.5
"""Seconds for each of the things that are closed then."""
AT_LAST = 9.5
"""Seconds after which the process ends, whatever hangs."""
THREADS = 0.5
"""Seconds for threads that still draw or think when everything is closed: nobody waits for that any more."""


async def until_told(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine until the first SIGTERM or SIGINT cancels it; the second one ends the process at once."""
    loop, task, told = asyncio.get_running_loop(), asyncio.ensure_future(work), False

    def tell(number: signal.Signals) -> None:
        nonlocal told
        if told:
            os._exit(128 + number)
        told = True
        log.info("told to stop (%s)", number.name)
        _exit_after(AT_LAST, 1)
        task.cancel()

    with contextlib.suppress(NotImplementedError):  # Windows knows no such handlers: what is owed is done after the next start.
        for number in SIGNALS:
            loop.add_signal_handler(number, tell, number)
    try:
        await task
    except asyncio.CancelledError:
        if not told:
            raise
        log.info("stopped")
        _exit_after(THREADS, 0)


def _exit_after(seconds: float, status: int) -> None:
    timer = threading.Timer(seconds, os._exit, (status,))
    timer.daemon = True
    timer.start()


async def run(bot: Referee, token: str) -> None:
    """Runs the bot until this task is cancelled, then lets it finish; meanwhile it still receives events and answers."""
    running = asyncio.create_task(bot.start(token))
    try:
        await asyncio.shield(running)
    finally:
        await within(PATIENCE + 0.5, finish(bot))
        await within(CLOSING, bot.close())
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def finish(bot: Referee) -> None:
    """Gives up the shards and accepts nothing new; steps in progress end, computers stop thinking."""
    await bot.sharing.close()  # From here on whoever stands by takes over.
    bot.intake.close()
    bot.worker.stop()
    await bot.clockwork.end(bot.store.shards)
    await bot.tables.close()
    began = [*bot.intake.under_way, *bot.worker.under_way]
    _, pending = await asyncio.wait(began, timeout=PATIENCE) if began else ((), ())
    if pending:
        log.warning("%d things that had begun are left as they are; what is owed is done after the next start", len(pending))


async def within(seconds: float, work: Coroutine[Any, Any, None]) -> None:
    """Runs a last piece of work for `seconds` at most. Never raises."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except Exception as error:
        log.warning("not closed in order: %s", type(error).__name__)
