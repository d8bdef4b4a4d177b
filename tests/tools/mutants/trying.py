"""Runs tests against a fault in a process of its own, which reads the file with the fault in it."""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.tools.mutants.changes import Mutant
from tests.tools.mutants.rooms import HERE

USED = ("discord", "PIL.Image", "aiosqlite", "msgspec", "pytest", "pytest_asyncio", "babel", "networkx", "openskill.models")
"""What is read once, before the processes begin."""
MEMORY = 4 << 30
PASSED, NO_TESTS = 0, 5
"""What pytest answers. A fault that keeps it from reading the tests is a fault that is found."""
MISUSED = 70
"""What a process ends with that could not put the fault in place."""


class Tried(NamedTuple):
    """A fault (None: none at all), whether tests found it, and whether it was their time or memory that ran out."""

    mutant: Mutant | None
    found: bool
    hung: bool


def warm() -> None:
    """Imports the third-party modules that all processes need."""
    for name in USED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def tried(faults: Sequence[tuple[Mutant | None, Sequence[str], float]], workers: int) -> Iterator[Tried]:
    """Tries each fault with its tests, which take so many seconds without it, several at a time; as they are done."""
    running: dict[int, Mutant | None] = {}
    for mutant, tests, seconds in faults:
        while len(running) >= workers:
            yield _ended(running)
        running[_begun(mutant, tests, seconds)] = mutant
    while running:
        yield _ended(running)


def _begun(mutant: Mutant | None, tests: Sequence[str], seconds: float) -> int:
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    code = MISUSED
    try:
        os.setsid()
        own = int(10 + 2 * seconds)  # Measured under coverage, which takes about twice as long.
        resource.setrlimit(resource.RLIMIT_CPU, (own, own + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(6 * own)
        code = _tested(mutant, tests)
    finally:
        os._exit(code)


def _ended(running: dict[int, Mutant | None]) -> Tried:
    child, status = os.wait()
    mutant = running.pop(child)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # What a test has started and left.
    shutil.rmtree(_folder(child), ignore_errors=True)
    code = os.waitstatus_to_exitcode(status)
    if code == MISUSED and mutant is None:
        raise SystemExit("The tests cannot be run.")
    return Tried(mutant, code not in (PASSED, NO_TESTS), code < 0)


def _folder(child: int) -> Path:
    return Path(tempfile.gettempdir()) / f"mutant-{child}"


class _Chosen:
    """A pytest plugin that keeps only the chosen tests, in the given order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.rank = {test: n for n, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = sorted((item for item in items if item.nodeid in self.rank), key=lambda item: self.rank[item.nodeid])


def _tested(mutant: Mutant | None, tests: Sequence[str]) -> int:
    """Runs the tests with the fault in place; returns pytest's exit code. Earlier runs and random order have no influence."""
    import pytest

    os.environ["RULES_INDEX"] = str(_folder(os.getpid()) / "rules_index.bin")

    if mutant:
        target, code = HERE / mutant.path, mutant.compiled(HERE / mutant.path)
        ordinary = importlib.machinery.SourceFileLoader.get_code

        def get_code(self: Any, name: str) -> Any:
            return code if Path(self.get_filename(name)) == target else ordinary(self, name)

        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    files = dict.fromkeys(test.split("::")[0] for test in tests)
    plain = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:cov", "--no-header", "--tb=no", f"--basetemp={_folder(os.getpid())}"]
    return int(pytest.main([*plain, *files], plugins=[_Chosen(tests)]))
