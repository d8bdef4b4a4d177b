"""Waits that end: whatever a test waits for, it waits for so long, and then it fails and says for what."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import io
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

LONGEST = 120.0
"""Seconds for which something is waited for at most, unless a test says otherwise. A whole game on a busy machine takes twenty."""
SLOWER, SELDOM = 1.1, 0.1
"""By how much each pause is longer than the one before, and the seconds of the longest."""
MOST = 2000
"""Rounds of what is done again and again at most."""


@asynccontextmanager
async def within(what: str, seconds: float = LONGEST) -> AsyncIterator[None]:
    """The block ends within so many seconds. Raises AssertionError, which says what was waited for."""
    try:
        async with asyncio.timeout(seconds) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        late = AssertionError(f"waited {seconds:g} seconds for {what}")
        late.add_note(under_way())
        raise late from None


async def until(true: Callable[[], Any], what: str = "", seconds: float = LONGEST, pause: float = 0.005) -> Any:
    """Waits until something is so, which may have to be awaited, and gives what it is then. Raises AssertionError.

    The longer it has waited, the longer it pauses: it is late by a tenth of the wait at most, and asking costs little however long that is.
    """
    async with within(what or _read(true), seconds):
        while True:
            found = true()
            if inspect.isawaitable(found):
                found = await found
            if found:
                return found
            await asyncio.sleep(pause)
            pause = min(pause * SLOWER, max(pause, SELDOM))


def rounds(what: str, start: int = 0, step: int = 1, most: int = MOST) -> Iterator[int]:
    """Numbers for what is done again until the loop is left. Raises AssertionError where that takes too often."""
    yield from range(start, start + most * step, step)
    raise AssertionError(f"tried {most} times for {what}")


async def for_ever(*_: Any) -> Any:
    """Waits without an end, in the place of what never answers: until whoever asked gives it up."""
    await asyncio.Event().wait()


def under_way() -> str:
    """Where the tasks of the present event loop wait."""
    told = io.StringIO()
    with contextlib.suppress(RuntimeError):
        for task in asyncio.all_tasks(asyncio.get_event_loop_policy().get_event_loop()):
            task.print_stack(file=told)
    return told.getvalue()


def _read(true: Callable[[], Any]) -> str:
    """What is asked, as the test says it."""
    try:
        return " ".join(inspect.getsource(true).split())
    except (OSError, TypeError):
        return repr(true)
