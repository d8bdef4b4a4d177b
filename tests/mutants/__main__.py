"""How many small faults the tests find: `python -m tests.mutants [ROOM[,ROOM]] [NUMBER] [SEED]`, by default all rooms, 300 each.

A room is a group of files, see `ROOMS`. Faults are drawn with a fixed seed; each runs the tests that run its line, the quick ones first, in
a process of its own. What lives is printed; the exit status says whether at least 85 % were found in each room.
"""

from __future__ import annotations

import contextlib
import importlib.machinery
import os
import random
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

from data.content import games
from tests.mutants.changes import Mutant, mutants
from tests.mutants.covering import HERE, Covering, covering

WANTED = 0.85
WORKERS = 2
AT_MOST = 25.0
"""Seconds of tests for one fault, as they take without it."""
PATIENCE = 3 * AT_MOST + 20
"""Seconds after which a fault that makes the tests hang is found."""
GAMES = games()


def _files(room: str, *, but: Sequence[str] = ()) -> list[Path]:
    return [path for path in sorted((HERE / room).rglob("*.py")) if not any(part in but for part in path.relative_to(HERE).parts)]


def _without_discord(paths: Iterable[Path]) -> list[Path]:
    return [path for path in paths if "import discord" not in path.read_text(encoding="utf-8").replace("from discord", "import discord")]


def rooms() -> dict[str, list[Path]]:
    """The rooms by name."""
    return {
        "rules": _files("rules", but=GAMES),
        "cogs": _without_discord(_files("cogs")),
        "data": _files("data"),
        **{game: _files(f"rules/{game}", but=("players.py", "judging.py", "plans.py", "advice.py", "values.py")) for game in GAMES},
    }


def drawn(paths: Sequence[Path], number: int, seed: int) -> list[Mutant]:
    """So many faults of a room."""
    every = [mutant for path in paths for mutant in mutants(path, str(path.relative_to(HERE)))]
    random.Random(seed).shuffle(every)
    return list(islice((mutant for mutant in every if mutant.matters((HERE / mutant.path).read_bytes())), number))


def run(mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether the tests find a fault. They run in a child of this process, in which the file is read with the fault in it."""
    child = os.fork()
    if child == 0:
        os.setsid()
        code = 0
        try:
            code = _tested(mutant, tests)
        except BaseException:
            code = 1
        os._exit(1 if code else 0)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _tested(mutant: Mutant, tests: Sequence[str]) -> int:
    import pytest

    target = HERE / mutant.path
    source = mutant.applied(target.read_bytes())
    ordinary = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, name: str) -> Any:
        path = self.get_filename(name)
        return compile(source, path, "exec", dont_inherit=True) if Path(path) == target else ordinary(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    return int(pytest.main(["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:cov", "--no-header", "--tb=no", *tests]))


def judged(mutant: Mutant, measured: Covering) -> tuple[Mutant, bool, int]:
    """A fault, whether it was found, and by how many tests it was looked for."""
    last = mutant.line + mutant.old.count("\n")
    tests = measured.tests(mutant.path, mutant.line, last, AT_MOST)
    return mutant, bool(tests) and run(mutant, tests), len(tests)


def main(wanted: Sequence[str], number: int, seed: int) -> int:
    for name in ("discord", "PIL.Image", "aiosqlite", "hypothesis", "msgspec", "pytest_asyncio", "babel"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    measured = covering(["rules", "cogs", "data"])
    poor = False
    for room in wanted:
        begun, lived = time.monotonic(), []
        faults = drawn(rooms()[room], number, seed)
        with ThreadPoolExecutor(WORKERS) as pool:
            for mutant, found, tests in pool.map(lambda m: judged(m, measured), faults):
                if not found:
                    lived.append(mutant)
                    print(f"  lives{'' if tests else ', never run'}: {mutant}", flush=True)
        share = 1 - len(lived) / max(len(faults), 1)
        poor = poor or share < WANTED
        print(f"{room}: {len(faults) - len(lived)} of {len(faults)} found, {share:.0%}, {(time.monotonic() - begun) / 60:.0f} min", flush=True)
    return int(poor)


if __name__ == "__main__":
    os.chdir(HERE)
    arguments = sys.argv[1:]
    chosen = arguments[0].split(",") if arguments and arguments[0] != "all" else list(rooms())
    sys.exit(main(chosen, int(arguments[1]) if len(arguments) > 1 else 300, int(arguments[2]) if len(arguments) > 2 else 1))
