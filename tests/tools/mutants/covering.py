"""Which of a room's tests run which lines, and how long each takes: measured by one run of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.tools.mutants.rooms import HERE, KEPT, Room

TIMES = "MUTANTS_TIMES"
"""In the environment: the folder to which each process of the measured run writes how long its tests took."""


BEFORE = ""
"""What coverage says of a line that runs while tests are still being read."""


class Covering(NamedTuple):
    """The tests that run each line of a file (those of line 0 any line of it), the seconds of each test on the processor, and where the
    room's own tests stand, which is what its list begins with."""

    lines: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]
    own: tuple[str, ...]

    def tests(self, path: str, first: int, last: int, at_most: float) -> list[str]:
        """The tests that may notice a fault in some lines, as many as take so many seconds together.

        First those that run the lines, the room's own before others and quick ones before slow ones; then those that run others of the
        file, since what is kept when it has been computed is seen to run for one test only; all tests for what runs before the first one.
        """
        there = self.lines.get(path, {})
        near = {test for line in range(first, last + 1) for test in there.get(line, ())}
        far = set(self.seconds) if BEFORE in near else there.get(0, set())
        chosen: list[str] = []
        total = 0.0
        for group in (near - {BEFORE}, far - near):
            for test in sorted(group, key=lambda t: (not t.startswith(self.own), self.seconds[t], t)):
                total += self.seconds[test]
                if chosen and total > at_most:
                    return chosen
                chosen.append(test)
        return chosen


def covering(room: Room, present: str) -> Covering:
    """Measures what the room's tests run, or reads what was measured for the present code. Tests that fail without a fault, such as those that have
    to be quick on a machine that is not, say nothing about one and are left out. Raises SystemExit if they cannot be run."""
    import coverage

    folder = KEPT / room.name
    data, times, told = folder / "coverage", folder / "times", folder / "measured"
    if not told.exists() or told.read_text(encoding="utf-8") != f"{present} {room.tests}":
        shutil.rmtree(times, ignore_errors=True)
        times.mkdir(parents=True)
        config = folder / "coveragerc"
        listed = "".join(f"\n  {path}" for path in room.files)
        config.write_text(f"[run]\ndata_file = {data}\nconcurrency = thread\ninclude ={listed}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "tests.tools.mutants.covering", "--cov", f"--cov-config={config}", "--cov-context=test"]
        ended = subprocess.run([*command, "--cov-report=", *room.tests], cwd=HERE, env={**os.environ, TIMES: str(times)}, check=False)
        if ended.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise SystemExit("The tests must run before they can be tested.")
        told.write_text(f"{present} {room.tests}", encoding="utf-8")
    measured = coverage.CoverageData(str(data))
    measured.read()
    seconds: dict[str, float] = {}
    for path in times.glob("*.json"):
        seconds |= json.loads(path.read_text(encoding="utf-8"))
    lines: dict[str, dict[int, set[str]]] = {}
    for name in measured.measured_files():
        by_line = measured.contexts_by_lineno(name)
        known = {number: {named(c) for c in contexts} & {BEFORE, *seconds} for number, contexts in by_line.items()}
        lines[str(Path(name).relative_to(HERE))] = {**known, 0: set().union(*known.values()) - {BEFORE}}
    return Covering(lines, seconds, room.own)


def named(context: str) -> str:
    """The test id of a coverage context such as `tests/a.py::test_b[one|two]|run`."""
    return context.rpartition("|")[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: Any) -> Iterator[Any]:
    """Measures a test's processor time, which other work on the machine does not affect."""
    begun = time.process_time()
    result = yield
    _taken[item.nodeid] = time.process_time() - begun
    return result


_taken: dict[str, float] = {}
_failed: set[str] = set()


def pytest_runtest_logreport(report: Any) -> None:
    """Notes the tests that fail without a fault."""
    if report.failed:
        _failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    for test in _failed:
        _taken.pop(test, None)
    (Path(os.environ[TIMES]) / f"{os.getpid()}.json").write_text(json.dumps(_taken), encoding="utf-8")
