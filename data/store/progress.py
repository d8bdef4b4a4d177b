"""Whether a task has committed anything yet, for callers that stop waiting for it and have to say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class CommitProgress:
    """Tracks the transactions of a task and its subtasks; those known to have stored nothing do not count."""

    def __init__(self) -> None:
        self.begun = 0
        self.stored = 0

    @property
    def doubtful(self) -> bool:
        """Whether something may have been stored without our knowing."""
        return self.begun > self.stored


_present: ContextVar[CommitProgress | None] = ContextVar("progress", default=None)


def follow() -> CommitProgress:
    """Starts counting what the present task stores; returns the count."""
    found = CommitProgress()
    _present.set(found)
    return found


@contextmanager
def storing() -> Iterator[None]:
    """A context for a transaction. One that is cancelled before its end may have been committed."""
    progress = _present.get()
    if progress is None:
        yield
        return
    progress.begun += 1
    try:
        yield
    except Exception:
        progress.begun -= 1
        raise
    progress.stored += 1
