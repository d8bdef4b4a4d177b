"""Which tests run which lines, and how long each takes: measured by one run of all tests."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[2]
KEPT = HERE / ".mutants"
"""The measured run; removed, it is made anew."""
UNKNOWN = 5.0
"""Seconds for a test whose time was not measured."""


class Covering(NamedTuple):
    """The tests that run each line of a file, and the seconds of each test."""

    lines: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]

    def tests(self, path: str, first: int, last: int, at_most: float) -> list[str]:
        """The tests that run any of some lines, quick ones first, as many as take so many seconds together."""
        there = self.lines.get(path, {})
        found = {test for line in range(first, last + 1) for test in there.get(line, ())}
        chosen: list[str] = []
        total = 0.0
        for test in sorted(found, key=lambda t: (self.seconds.get(t, UNKNOWN), t)):
            total += self.seconds.get(test, UNKNOWN)
            if chosen and total > at_most:
                break
            chosen.append(test)
        return chosen


def covering(rooms: Sequence[str]) -> Covering:
    """Measures what the tests run, or reads what was measured for the present code."""
    import coverage

    data = KEPT / "coverage"
    newest = max(path.stat().st_mtime for room in (*rooms, "tests") for path in (HERE / room).rglob("*.py"))
    if not data.exists() or data.stat().st_mtime < newest:
        KEPT.mkdir(exist_ok=True)
        sources = [f"--cov={room}" for room in rooms]
        command = [sys.executable, "-m", "pytest", *sources, "--cov-context=test", "--cov-report=", f"--junitxml={KEPT / 'times.xml'}"]
        config = KEPT / "coveragerc"
        config.write_text(f"[run]\ndata_file = {data}\nconcurrency = thread\n", encoding="utf-8")
        ended = subprocess.run([*command, f"--cov-config={config}"], cwd=HERE, check=False)
        if ended.returncode:
            raise SystemExit("The tests must pass before they can be tested.")
    measured = coverage.CoverageData(str(data))
    measured.read()
    lines: dict[str, dict[int, set[str]]] = {}
    for path in measured.measured_files():
        by_line = measured.contexts_by_lineno(path)
        known = {number: {c.split("|")[0] for c in contexts if c} for number, contexts in by_line.items()}
        lines[str(Path(path).relative_to(HERE))] = known
    return Covering(lines, _seconds(KEPT / "times.xml"))


def _seconds(report: Path) -> dict[str, float]:
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        path = (case.get("classname") or "").replace(".", "/") + ".py"
        found[f"{path}::{case.get('name')}"] = float(case.get("time") or 0)
    return found
