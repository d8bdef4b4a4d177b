"""Checks the machine: who can read the secrets, memory, time zone data, fonts, the worker processes of computers."""

from __future__ import annotations

import asyncio
import contextlib
import time
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from cogs.play.thinking.worker import Thought
from cogs.play.thinking.worker_process import Died, Mind, spare_cores
from cogs.play.thinking.worker_requests import Survey
from cogs.service.doctor.findings import Finding, right, untold, wrong
from data.content import build, games
from data.store.configured_limits import Limits
from data.store.private_files import open_to_others
from render.text import DISPLAY, WEIGHTS, broken_fonts
from rules.parts.lazy import from_msgpack

MIB = 1 << 20
BOT, MIND = 300 * MIB, 25 * MIB
"""What the bot needs of memory, and each process in which a computer thinks."""
MEMINFO = Path("/proc/meminfo")
GROUP = Path("/sys/fs/cgroup")
LONGEST = 30.0
"""Seconds in which a process has to be there and answer."""
LATELY = (
    ("Europe/Kyiv", datetime(2023, 7, 1), 3.0, "2022b"),
    ("America/Mexico_City", datetime(2023, 7, 1), -6.0, "2022f"),
    ("Asia/Almaty", datetime(2024, 7, 1), 5.0, "2024a"),
    ("America/Asuncion", datetime(2025, 7, 1), -3.0, "2025a"),
    ("America/Coyhaique", datetime(2025, 7, 1), -3.0, "2025b"),
)
"""What has changed in the world's time: zone, moment, hours from UTC then, and the edition of the data that knows it."""


def zones() -> Finding:
    """Whether the time zone data has recent changes."""
    remedy = "pip install -U tzdata (and update the system's own, if it has any)."
    for zone, moment, hours, edition in LATELY:
        try:
            known = ZoneInfo(zone).utcoffset(moment)
        except (OSError, ValueError, KeyError):  # There is none, or it is damaged.
            known = None
        if known != timedelta(hours=hours):
            return wrong("time zones", f"the data on this machine is older than {edition}: it has {zone} wrong.", remedy)
    return right("time zones", f"the data is of {LATELY[-1][3]} or later.")


def fonts() -> Finding:
    """Whether the fonts for pictures can be used."""
    if broken := broken_fonts():
        return wrong("fonts", f"{', '.join(broken)} cannot be read.", "copy render/fonts anew from the project.")
    return right("fonts", f"all {len(WEIGHTS + DISPLAY)} can be drawn with.")


def secrets(kept: Path) -> Finding:
    """Whether only its owner can read the file with the token and the database's password."""
    if open_to_others(kept):
        return wrong("secrets", f"others on this machine can read {kept.name}.", f"chmod 600 {kept.name}")
    return right("secrets", f"nobody but its owner can read {kept.name}." if kept.exists() else f"there is no {kept.name} that others could read.")


def free_memory() -> int | None:
    """Bytes of memory free for the bot, by the machine and its container's limit; None if unknown."""
    found = []
    with contextlib.suppress(OSError, KeyError, ValueError):
        lines = dict(line.split(":", 1) for line in MEMINFO.read_text().splitlines() if ":" in line)
        found.append(int(lines["MemAvailable"].split()[0]) << 10)
    with contextlib.suppress(OSError, ValueError):  # "max" is no number, and no bound.
        found.append(int((GROUP / "memory.max").read_text()) - int((GROUP / "memory.current").read_text()))
    return min(found) if found else None


def memory(limits: Limits) -> Finding:
    """Whether there is enough memory for the bot and its worker processes."""
    free, needed = free_memory(), BOT + (limits.computer_workers or spare_cores()) * MIND
    if free is None:
        return untold("memory", "this system does not say how much is free.")
    words = f"{free // MIB:,} MB are free, of about {needed // MIB:,} that are needed."
    if free < needed:
        return wrong("memory", words, "close something else, give the machine more, or set COMPUTER_WORKERS lower (.env).")
    return right("memory", words)


async def thinking(limits: Limits) -> Finding:
    """Whether all worker processes of computers can be started together, and answer."""
    subject, remedy = (
        "thinking",
        "look at what the machine forbids (limits of processes, a container's), or set COMPUTER_WORKERS lower (.env).",
    )
    rules = build(key := games()[0])
    position = rules.dump(rules.setup(2, {}, 1).state)
    task = msgspec.msgpack.encode(Survey(key, position, (), "doctor"))
    minds = [Mind() for _ in range(limits.computer_workers or spare_cores())]
    begun = time.monotonic()
    try:
        async with asyncio.timeout(LONGEST):
            answers = await asyncio.gather(*(asyncio.to_thread(mind.ask, task) for mind in minds))
    except (Died, OSError, TimeoutError) as error:
        return wrong(subject, f"a process in which a computer thinks does not answer ({type(error).__name__}: {error}).", remedy)
    finally:
        for mind in minds:
            mind.close()
    if any(from_msgpack(answer, Thought).failed for answer in answers):
        return wrong(
            subject, "a process in which a computer thinks cannot read a position.", "install the bot anew: its files are not all of one version."
        )
    return right(subject, f"{len(minds)} of them answer, after {time.monotonic() - begun:.1f} seconds.")
