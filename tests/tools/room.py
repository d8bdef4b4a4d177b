"""Runs what belongs to a room in half a minute: `python -m tests.tools.room cogs/play [--all] [OF PYTEST]`, or `make room R=cogs/play`.

What takes long runs in several processes. Each of them costs seconds before its first test, so what is short runs in one; how long tests take is
kept from the runs before. It is told which of both. The tests of all files take turns, the quick ones of each first; what is not done when time is
over is told, and left to `make room R=cogs/play ALL=1` and `make test`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.tools.rooms import HERE, own_tests

KEPT = HERE / ".pytest_cache" / "seconds.json"
UNTIL = "ROOM_UNTIL"
"""In the environment: the moment from which no further test is begun."""
TIME = 25.0
"""Seconds until then, from the start."""
LONG = 12.0
"""Seconds in one process from which more are worth their start."""
GUESSED = 0.2
"""Seconds of a test of which nothing is known."""
EACH = 10
"""So many tests a file is taken to have of which nothing is known."""


def several(tests: Sequence[Path], known: dict[str, float]) -> bool:
    """Whether several processes run some files of tests faster than one."""
    return len(tests) > 1 and expected(tests, known) > LONG


def expected(tests: Sequence[Path], known: dict[str, float]) -> float:
    """The estimated seconds that some files of tests take."""
    by_file: dict[str, float] = defaultdict(float)
    for name, took in known.items():
        by_file[name.partition("::")[0]] += took
    return sum(by_file.get(str(test.relative_to(HERE)), EACH * GUESSED) for test in tests)


def in_turn(names: Sequence[str], known: dict[str, float]) -> list[str]:
    """The order in which tests run: one of each file after another, quick ones first."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names, key=lambda name: known.get(name, GUESSED)):
        by_file[name.partition("::")[0]].append(name)
    place = {name: n for several in by_file.values() for n, name in enumerate(several)}
    return sorted(names, key=lambda name: place[name])


def seconds() -> dict[str, float]:
    """The seconds that each test took in its last run."""
    try:
        found: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def main(room: str, further: Sequence[str]) -> int:
    begun = time.monotonic()
    try:
        tests = own_tests(room.strip("/"))
    except ValueError as error:
        print(error)
        return 2
    if not tests:
        print(f"No tests stand in {room}'s place, and none is said to test it.")
        return 2
    known, whole = seconds(), "--all" in further
    many = several(tests, known)
    how = f"{os.cpu_count()} processes" if many else "one process, since more would cost more than they save"
    print(f"{len(tests)} files of tests, about {expected(tests, known):.0f} s, in {how}.", flush=True)
    surroundings = os.environ | ({} if whole else {UNTIL: str(time.time() + TIME)})
    options = ["-n", str(os.cpu_count()), "--dist", "load"] if many else ["-n", "0"]
    command = [sys.executable, "-m", "pytest", "-p", "tests.tools.room", *options, *map(str, tests), *(word for word in further if word != "--all")]
    status = subprocess.run(command, cwd=HERE, env=surroundings, check=False).returncode
    print(f"{room}: {time.monotonic() - begun:.0f} s")
    return status


# As a plugin of pytest, in each of its processes.

_taken: dict[str, float] = {}
_all: set[str] = set()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Sorts the tests so that all files take turns."""
    named = {item.nodeid: item for item in items}
    items[:] = [named[name] for name in in_turn([*named], seconds())]
    _all.update(named)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any, ids: Sequence[str]) -> None:
    _all.update(ids)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: Any) -> bool | None:
    """Starts no further test when time is over."""
    return True if time.time() > float(os.environ.get(UNTIL, "inf")) else None


def pytest_runtest_logreport(report: Any) -> None:
    """Counts the time of each test, whichever process runs it."""
    _taken[report.nodeid] = _taken.get(report.nodeid, 0.0) + report.duration


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if left := len(_all - _taken.keys()):
        terminalreporter.write_line(f"{left} of {len(_all)} tests are left for want of time: ALL=1 runs them too.")


def pytest_sessionfinish(session: Any) -> None:
    """Stores the times."""
    if not hasattr(session.config, "workerinput"):
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(seconds() | _taken), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]))
