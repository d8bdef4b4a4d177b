"""Long work on what people send or ask for, apart from the event loop: by two threads of its own, so that drawing never waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
HANDS = 2
"""Jobs at the same time; the others wait for their turn. Each more of them would let the event loop wait longer for the interpreter."""
_hands = ThreadPoolExecutor(HANDS, "apart")


async def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of a function that may take long and shares nothing with others."""
    return await asyncio.get_running_loop().run_in_executor(_hands, lambda: work(*args, **kwargs))
