"""What goes to the log, and what never does: seeds, hands, words of actions, tokens. For the bot and the playground alike."""

from __future__ import annotations

import logging
import re
import sqlite3
import traceback
from types import TracebackType
from typing import Any, TextIO

from data.store import DatabaseError

OURS = ("referee", "playground")
"""The loggers that a level below INFO concerns. Libraries write at DEBUG what they send, receive and store, hands and seeds among it."""
TOKENS = re.compile(r"(?<=webhooks/)(\d+)/[^/\s'\")]+|(?<=interactions/)(\d+)/[^/\s'\")]+|[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}")
"""The token of an interaction in an address, with which anybody could answer in the bot's name; and the bot's own."""
REPRESENTED = re.compile(r"<.*>")
"""Objects as libraries write them: buttons with their labels, tasks with what they hold (asyncio goes on about that in further lines)."""
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Writes where an error came from and of what kind it is, but not its message unless it cannot hold anything of a game."""

    def format(self, record: logging.LogRecord) -> str:
        """A record without messages of other people's libraries, addresses with tokens, and errors written out by others."""
        if not record.name.startswith(OURS):
            said = record.getMessage().partition("\n")[0] if record.name == "asyncio" else record.getMessage()
            record = logging.makeLogRecord(record.__dict__ | {"msg": REPRESENTED.sub("<…>", said), "args": ()})
        record.exc_text = None  # Somebody else may have written the error out.
        return TOKENS.sub(lambda found: f"{found[1] or found[2]}/…" if found[1] or found[2] else "…", super().format(record))

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802
        """Where an error and those that led to it came from, and of what kind they are."""
        written: list[str] = []
        error, seen = ei[1], set[int]()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            written.insert(0, "".join(["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__), _kind(error)]))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nwhich led to:\n".join(written)


def _kind(error: BaseException) -> str:
    """The kind of an error; with its message where that is the machine's, the database's or Discord's."""
    from discord import HTTPException

    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{name}: {error}" if isinstance(error, OSError | sqlite3.Error | DatabaseError | HTTPException) else name


def set_up(level: str, stream: TextIO | None = None) -> logging.Handler:
    """Begins to write to a stream (by default the standard error): what is ours from this level on, libraries from INFO on at the lowest."""
    levels = logging.getLevelNamesMapping()
    wanted = levels.get(level.upper(), logging.INFO)
    handler: logging.StreamHandler[Any] = logging.StreamHandler(stream)
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(wanted, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
    if level.upper() not in levels:
        logging.getLogger(OURS[0]).warning("LOG_LEVEL is none of DEBUG, INFO, WARNING and ERROR; INFO is taken")
    return handler
