"""Two operating-system threads for long work (not Discord's threads).

The requests of one person are done one after the other (`turn`), so that others do not wait for all of them.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from cogs.play.fair_queue import Turns
from cogs.play.fair_share import asking

P = ParamSpec("P")
T = TypeVar("T")
HANDS = 2
"""Jobs at the same time; the others wait for their turn. Each more of them would let the event loop wait longer for the interpreter."""
NEXT = HANDS + 1
"""So many have their turn: one of a person, two of a server, and whoever is next waits for a hand."""
_hands = ThreadPoolExecutor(HANDS, "apart")
_lines: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = weakref.WeakKeyDictionary()
_turns: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()


def turn(person: int) -> asyncio.Lock:
    """A person's lock: their next request waits while one of theirs is computed."""
    return _turns.setdefault(person, asyncio.Lock())


async def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs a long function in the pool, in the asker's turn, and gives its result. The function must share nothing with others."""
    loop, asker = asyncio.get_running_loop(), asking()
    if asker is None:
        return await loop.run_in_executor(_hands, lambda: work(*args, **kwargs))
    async with _lines.setdefault(loop, Turns(NEXT)).turn(asker):
        return await loop.run_in_executor(_hands, lambda: work(*args, **kwargs))


def begin(work: Callable[[], object]) -> None:
    """Starts a function that nobody waits for; whoever needs its result calls it, too."""
    _hands.submit(work)
