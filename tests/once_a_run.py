"""What takes long to work out and is the same for every test: worked out by one of the processes of a run, and read by the others.

`once_a_run` is put on a function of plain arguments whose result can be pickled and is changed by nobody. Without a run around it (a tool, a process
that a test starts with a clean environment) it works as `functools.lru_cache`.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
FOLDER = "TESTS_ONCE_A_RUN"
"""The variable of the environment that names the folder of a run."""


def once_a_run(function: F) -> F:
    """The function, whose results are kept for all processes of a run. Two that begin at the same moment both work it out, and come to the same."""

    @lru_cache(None)
    @wraps(function)
    def ask(*args: Any) -> Any:
        if FOLDER not in os.environ:
            return function(*args)
        named = f"{function.__module__}.{function.__qualname__}{args!r}"
        place = Path(os.environ[FOLDER]) / hashlib.sha256(named.encode()).hexdigest()
        with suppress(FileNotFoundError):
            return pickle.loads(place.read_bytes())
        made = function(*args)
        place.parent.mkdir(exist_ok=True)  # Who tidies temporary files may have taken it.
        aside = place.with_suffix(f".{os.getpid()}")
        aside.write_bytes(pickle.dumps(made))
        aside.replace(place)
        return made

    return ask  # type: ignore[return-value]
