"""Log formatting: keeps seeds, hands, words of actions and tokens out of the log. Used by the bot and the playground."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

from cogs.play.log_context import concerned
from data.store import DatabaseError, Unreachable

OURS = ("referee", "playground")
"""The loggers that a level below INFO concerns. Libraries write at DEBUG what they send, receive and store, hands and seeds among it."""
TOKENS = re.compile(r"(?<=webhooks/)(\d+)/[^/\s'\")]+|(?<=interactions/)(\d+)/[^/\s'\")]+|[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}")
"""The token of an interaction in an address, with which anybody could answer in the bot's name; and the bot's own."""
QUIET = 60.0
"""Seconds for which it is not said again that the database cannot be reached."""
PLAIN, JSON = "plain", "json"
"""How lines are written."""
REPRESENTED = re.compile(r"<.*>")
"""Objects as libraries write them: buttons with their labels, tasks with what they hold (asyncio goes on about that in further lines)."""
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Sparing(logging.Filter):
    """A log filter against floods: lets one error of an unreachable database through, and the next a minute later.

    Thousands of requests wait for the database together.
    """

    def __init__(self) -> None:
        super().__init__()
        self._until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record."""
        if not any(isinstance(error, Unreachable) for error in led_to(record.exc_info[1] if record.exc_info else None)):
            return True
        if record.created < self._until:
            return False
        self._until = record.created + QUIET
        return True


class Discreet(logging.Formatter):
    """A log formatter that prints an error's place and type, and its message only if that can hold nothing of a game.

    Behind it come the ids in question: interaction, table or tournament, shard.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Formats a record, without messages of third-party libraries, addresses with tokens, and written-out errors."""
        ids = " ".join(f"{name}={number}" for name, number in concerned().items())
        words = f"{_said(record)} [{ids}]" if ids else _said(record)
        # As a new record: somebody else may have written the error out into this one.
        told = logging.makeLogRecord(record.__dict__ | {"msg": words, "args": (), "exc_text": None})
        return _without_tokens(super().format(told))

    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802
        """The stack and type of an error and of its causes, without values."""
        told = ["".join(["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__), _kind(error)]) for error in led_to(ei[1])]
        return "\nwhich led to:\n".join(reversed(told))


class Structured(Discreet):
    """A log formatter for JSON lines, with the log context as fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Formats a record as an object with `at`, `level`, `logger`, `message`, and `error` if there is one."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {"at": at, "level": record.levelname, "logger": record.name, "message": _without_tokens(_said(record)), **concerned()}
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = _without_tokens(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def _said(record: logging.LogRecord) -> str:
    """The message of a record; from third-party libraries without objects' representations."""
    words = record.getMessage()
    if record.name.startswith(OURS):
        return words
    return REPRESENTED.sub("<…>", words.partition("\n")[0] if record.name == "asyncio" else words)


def _without_tokens(words: str) -> str:
    return TOKENS.sub(lambda found: f"{found[1] or found[2]}/…" if found[1] or found[2] else "…", words)


def led_to(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes, backwards."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _kind(error: BaseException) -> str:
    """The type of an error; with its message if it comes from the machine, the database or Discord."""
    from discord import HTTPException

    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{name}: {error}" if isinstance(error, OSError | sqlite3.Error | DatabaseError | HTTPException) else name


def set_up(level: str, stream: TextIO | None = None, form: str = PLAIN) -> logging.Handler:
    """Starts logging to a stream (default: standard error): our own loggers from this level on, libraries from INFO or higher.

    `form` is PLAIN or JSON: lines for people or for machines.
    """
    levels = logging.getLevelNamesMapping()
    wanted = levels.get(level.upper(), logging.INFO)
    handler: logging.StreamHandler[Any] = logging.StreamHandler(stream)
    handler.setFormatter(Structured() if form.lower() == JSON else Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(wanted, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(wanted)
    if level.upper() not in levels:
        logging.getLogger(OURS[0]).warning("LOG_LEVEL is none of DEBUG, INFO, WARNING and ERROR; INFO is taken")
    if form.lower() not in (PLAIN, JSON):
        logging.getLogger(OURS[0]).warning("LOG_FORMAT is neither plain nor json; plain is taken")
    return handler
