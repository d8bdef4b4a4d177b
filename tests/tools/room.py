"""Runs what belongs to a room: `python -m tests.tools.room cogs/play [OF PYTEST]`, or `make room R=cogs/play`.

What takes long runs in several processes. Each of them costs seconds before its first test, so what is short runs in one; how long tests take is
kept from the runs before. It is told which of both.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.tools.rooms import HERE, own_tests

KEPT = HERE / ".pytest_cache" / "seconds.json"
LONG = 15.0
"""Seconds in one process from which more are worth their start."""
GUESSED = 1.0
"""Seconds of a file of tests of which nothing is known."""


def several(tests: Sequence[Path], known: dict[str, float]) -> bool:
    """Whether some files of tests are run faster by more than one process."""
    return len(tests) > 1 and sum(known.get(str(test.relative_to(HERE)), GUESSED) for test in tests) > LONG


def seconds() -> dict[str, float]:
    """How long each file of tests has taken in the latest run of a room that had it."""
    try:
        found: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def main(room: str, further: Sequence[str]) -> int:
    try:
        tests = own_tests(room.strip("/"))
    except ValueError as error:
        print(error)
        return 2
    if not tests:
        print(f"No tests stand in {room}'s place, and none says that it tests it.")
        return 2
    known = seconds()
    many = several(tests, known)
    expected = sum(known.get(str(test.relative_to(HERE)), GUESSED) for test in tests)
    how = f"{os.cpu_count()} processes" if many else "one process, since more would cost more than they save"
    print(f"{len(tests)} files of tests, about {expected:.0f} s of tests, in {how}.", flush=True)
    begun = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-p", "tests.tools.room", "-n", str(os.cpu_count()) if many else "0", *map(str, tests), *further]
    status = subprocess.run(command, cwd=HERE, check=False).returncode
    print(f"{room}: {time.monotonic() - begun:.0f} s")
    return status


_taken: dict[str, float] = {}


def pytest_runtest_logreport(report: Any) -> None:
    """Counts the time of the tests of each file, whichever process runs them."""
    name = report.nodeid.partition("::")[0]
    _taken[name] = _taken.get(name, 0.0) + report.duration


def pytest_sessionfinish(session: Any) -> None:
    """Keeps it."""
    if not hasattr(session.config, "workerinput"):
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(seconds() | _taken), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]))
