"""A watchdog thread beside the event loop: reports what blocks the loop, and ends a process that hangs.

It counts ticks, not seconds: a frozen or sleeping process misses one tick, however long that was. Reports hold files, lines and function names, no
values. A process under a supervisor exits with `STATUS`; any other one restarts itself.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from cogs.service.heartbeat import INTERVAL, Heartbeat
from data.duration_listeners import took

log = logging.getLogger("referee.watchdog")
ROOT = Path(__file__).resolve().parents[2]
TICK = 1.0
"""Seconds between two looks at the beat."""
LATE = 1.0
"""Seconds for which the loop may be held up before it is reported."""
HANGS = 30
"""Ticks without a beat after which the process ends."""
STATUS = 75
"""The exit status under a supervisor: a temporary failure (EX_TEMPFAIL)."""
OFTEN, SPAN = 3, 600.0
"""So many restarts within an hour follow at once; later ones are at least `SPAN` seconds apart, twice as long each time."""
LONGEST = 3600.0
"""Seconds at most between two of them."""
SAYING = 2.0
"""Seconds for which the log is waited for, which may itself hang."""
DEBUGGERS = frozenset({"bdb", "pdb", "pydevd", "debugpy", "_pydevd_bundle"})


class Ends:
    """A file with the times at which the watchdog ended this bot, for the next process. If it can't be written, the bot goes on without."""

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        self._path, self._wall = path, wall

    def _moments(self) -> list[float]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return sorted(float(at) for at in found if 0 <= self._wall() - at < LONGEST)
        except (OSError, ValueError, TypeError):
            return []

    @property
    def wait(self) -> float:
        """Seconds until the watchdog may end the process again."""
        moments = self._moments()
        if len(moments) < OFTEN:
            return 0.0
        return max(moments[-1] + min(SPAN * 2 ** (len(moments) - OFTEN), LONGEST) - self._wall(), 0.0)

    def note(self) -> None:
        """Adds this moment to the file."""
        try:
            self._path.write_text(json.dumps([*self._moments(), self._wall()]), encoding="utf-8")
        except OSError as error:
            log.warning("the end cannot be noted (%s)", type(error).__name__)


class Watchdog:
    """Watches a heartbeat from `arm` to `close`. `end` ends the process, and does not return."""

    def __init__(self, beat: Heartbeat, ends: Ends, end: Callable[[], None], steady: Callable[[], float] = time.monotonic) -> None:
        self._beat, self._ends, self._end, self._steady = beat, ends, end, steady
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()
        self._loop = 0
        self._seen, self._ticked, self._missed, self._told = 0, 0.0, 0, False

    def arm(self) -> None:
        """Begins to watch the calling thread's loop, unless it does already, or a debugger is attached."""
        if self._thread is None and sys.gettrace() is None:
            self._loop, self._ticked = threading.get_ident(), self._steady()
            self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stops watching."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(TICK):
            self.tick(self._closed.wait)

    def tick(self, wait: Callable[[float], object]) -> None:
        """Checks the beat. If it is about to be late, calls `wait` for a moment, so that whatever blocks the loop for longer than `LATE` is seen."""
        now, before = self._steady(), self._ticked
        self._ticked = now
        if self._has_beaten():
            return
        self._missed += 1
        if self._beat.unwatched or _debugged(self._loop):
            self._missed = 0
            return
        if not self._told and now - before < 3 * TICK:  # Else we were not there either.
            if (rest := LATE + INTERVAL - (now - self._beat.beaten)) > 0:
                wait(rest)
            if self._has_beaten():
                return
            self._told = True
            took("held up", _where(self._loop), LATE)
            _say(logging.WARNING, "the event loop is held up:\n%s", stack(self._loop))
        if self._missed >= HANGS and not self._ends.wait:
            self._ends.note()
            _say(logging.CRITICAL, "the event loop has been held up for %d seconds; this process ends:\n%s", self._missed * TICK, stack(self._loop))
            self._end()

    def _has_beaten(self) -> bool:
        if self._beat.beats == self._seen:
            return False
        self._seen, self._missed, self._told = self._beat.beats, 0, False
        return True


def _frames(thread: int) -> Iterator[FrameType]:
    """The frames of a thread, the innermost first."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _name(frame: FrameType) -> str:
    """The file, line and function of a frame, as short as is unambiguous."""
    path = Path(frame.f_code.co_filename)
    file = path.relative_to(ROOT) if path.is_relative_to(ROOT) and "site-packages" not in path.parts else Path(*path.parts[-2:])
    return f"{file.as_posix()}:{frame.f_lineno} {frame.f_code.co_name}"


def stack(thread: int) -> str:
    """The stack of a thread, the innermost frame last."""
    return "\n".join(f"  {_name(frame)}" for frame in reversed([*_frames(thread)]))


def _where(thread: int) -> str:
    """The innermost place of a thread in our own code."""
    names = [_name(frame) for frame in _frames(thread)]
    return next((name for name in names if name.startswith(("cogs/", "data/", "render/", "rules/"))), names[0] if names else "")


def _debugged(thread: int) -> bool:
    """Whether a debugger has stopped a thread."""
    return any(frame.f_globals.get("__name__", "").partition(".")[0] in DEBUGGERS for frame in _frames(thread))


def _say(level: int, words: str, *facts: object) -> None:
    """Writes to the log, but does not wait if that hangs."""
    saying = threading.Thread(target=log.log, args=(level, words, *facts), daemon=True)
    saying.start()
    saying.join(SAYING)


def give_up() -> None:
    """Ends the process at once; a supervisor starts it again."""
    os._exit(STATUS)


def begin_anew() -> None:
    """Restarts the program in place of this process."""
    try:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    except OSError:
        os._exit(STATUS)


def watchdog(beat: Heartbeat, beside: Path, setting: str) -> Watchdog:
    """The watchdog of a real process: stores its ends beside a path; `setting` says whether a supervisor restarts it."""
    ends = Ends(beside.with_name(f"{beside.name}.ends"))
    return Watchdog(beat, ends, give_up if setting.strip() else begin_anew)
