"""Skips gateway events that discord.py can't parse: each is logged by its kind and field, and counted.

A field may be missing, null or of another type than the library expects. The log shows the library's lines that failed, and nothing of the event.
"""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from cogs.play.fair_queue import Asker
from cogs.play.fair_share import asked_by
from data.duration_listeners import took

log = logging.getLogger("referee.events")
Parser = Callable[[Any], None]
NEEDED = frozenset({"READY"})
"""Without these a session is of no use."""
NAMED = re.compile(r"""(?:\[|\.get\(|\.pop\(|\w, )['"](\w+)['"]""")
"""A field as the library's lines name it."""
HANDLES = re.compile(r"^_handle_(\w+)$")
"""A field as the library's functions name it."""
QUIET = 60.0
"""Seconds for which it is not said again that events of a kind cannot be read for the same reason."""


class Unreadable(Exception):
    """An event that the connection needs can't be read."""


def guard(parsers: dict[str, Parser], shards: Callable[[], Collection[int]]) -> None:
    """Makes unreadable events be skipped from now on. NEEDED ones raise Unreadable, as do those of another process's shard."""
    told: dict[tuple[str, str], tuple[float, int]] = {}
    ready = parsers["READY"]

    def own(data: Any) -> None:
        if (shard := data["shard"][0]) not in shards() or isinstance(shard, bool):
            raise ValueError
        ready(data)

    parsers["READY"] = own
    parsers.update({event: _guarded(event, parser, told) for event, parser in parsers.items()})


def _guarded(event: str, parser: Parser, told: dict[tuple[str, str], tuple[float, int]]) -> Parser:
    def read(data: Any) -> None:
        try:
            if event == "INTERACTION_CREATE":
                with asked_by(_asker(data)):
                    parser(_with_channel(data))
            else:
                parser(data)
        except Exception as error:
            took("unreadable", event, 0.0)
            where, now = place(error), time.monotonic()
            until, kept = told.get((event, where), (0.0, 0))
            if now < until:
                told[event, where] = until, kept + 1
            else:
                told[event, where] = now + QUIET, 0
                more = f", {kept} more meanwhile" if kept else ""
                log.warning("an event %s cannot be read (%s)%s", event, where, more)
            if event in NEEDED:
                raise Unreadable(event) from error

    return read


def _asker(data: Any) -> Asker | None:
    """Whose interaction an event is; None if it can't be told."""
    try:
        guild, person = data.get("guild_id"), (data.get("member") or data)["user"]["id"]
        return Asker.at(int(guild) if guild is not None else None, int(person))
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def _with_channel(data: Any) -> Any:
    """An interaction with its field `channel` filled from `channel_id`: Discord may send either, the library reads one."""
    if not isinstance(data, dict) or data.get("channel"):
        return data
    rest = {field: value for field, value in data.items() if field != "channel"}
    return rest | ({"channel": {"id": rest["channel_id"]}} if rest.get("channel_id") else {})


def place(error: BaseException) -> str:
    """The kind of a parsing error, the field as lines of code name it (outermost first), and the line: nothing of the event."""
    frames = traceback.extract_tb(error.__traceback__)
    fields = [name for frame in frames for name in [*HANDLES.findall(frame.name), *NAMED.findall(frame.line or "")[-1:]]]
    line = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "nowhere"
    return " ".join(filter(None, [type(error).__name__, ".".join(fields), line]))
