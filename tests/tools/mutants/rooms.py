"""Which files get faults, and which tests should find them, derived from the imports."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from data.content import games
from tests.tools.rooms import HERE, PROGRAM, files_of, nearest, own_tests

KEPT = HERE / ".mutants"
"""What was measured and found for the present code; removed, everything is done anew."""
READ = (".py", ".json", ".txt", ".po", ".md")
SHARED = (
    "rules/parts",
    "rules/competition",
    "rules/computers",
    "rules/game.py",
    "rules/notation.py",
    "rules/commitment.py",
    *(f"rules/{name}.py" for name in ("legal_actions", "computer_levels", "randomness", "decks", "printed_cards")),
)
LARGE = {"rules": SHARED, "cogs": ("cogs/play",), "data": ("data",)}
"""The rooms that are looked at by default, beside the games."""
JUDGING = ("computer/", "automatic_answers.py", "card_costs.py", "attack_and_defence_values.py")
"""What only judges how good something is gets no faults: there is no right or wrong in it that a test could know."""
THOROUGH = "not wherever_the_process_is_killed and not of_two_at_the_same_moment and not every_sketch and not pictures and not alt_texts"
"""What looks at everything takes long, and is no nearer to a fault than other tests."""
CHANGED = re.compile(r"^\+\+\+ b/(.+)$|^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


class Room(NamedTuple):
    """Files that get faults, and pytest's arguments for their tests; `own` are the tests in the places that correspond to the files."""

    name: str
    files: tuple[Path, ...]
    tests: tuple[str, ...]
    own: tuple[str, ...] = ()


def rooms() -> dict[str, tuple[str, ...]]:
    """The default rooms by name: what games share, tables in progress, data and texts, and each game."""
    return LARGE | {game: (f"rules/{game}",) for game in games()}


def faulty(parts: Iterable[str]) -> list[Path]:
    """The files of folders and modules that get faults. Raises ValueError if a part does not exist."""
    return [path for part in parts for path in files_of(part) if judged(path)]


def around(name: str, files: Iterable[Path]) -> Room:
    """A room of some files, with the tests nearest to each."""
    return _room(name, files, [], ("-k", THOROUGH))


def room(*parts: str, name: str = "") -> Room:
    """A room of some folders and modules, with its own tests, the nearest ones of each module, and, for a game, those of every game. Raises
    ValueError if a part does not exist."""
    files = faulty(parts)
    own = [test for part in parts for test in own_tests(part)]
    game = next((part.removeprefix("rules/") for part in parts if part.removeprefix("rules/") in games()), "")
    further = ("tests/every_game", "-k", f"{game} and {THOROUGH}") if game else ("-k", THOROUGH)
    return _room(name or ",".join(parts), files, own, further)


def since(revision: str, parts: Sequence[str] = ()) -> dict[Path, set[int]]:
    """The changed lines of each file since a revision, in all or some folders and modules. Raises ValueError for an unknown revision or part."""
    told = subprocess.run(["git", "diff", "-U0", "-M", revision, "--", "*.py"], cwd=HERE, capture_output=True, text=True, check=False)
    if told.returncode:
        raise ValueError(told.stderr.strip())
    lines = {HERE / name: numbers for name, numbers in changed(told.stdout).items() if numbers and name.partition("/")[0] in PROGRAM}
    wanted = {*faulty(parts)} if parts else {path for path in lines if path.exists() and judged(path)}
    return {path: lines[path] for path in sorted(lines) if path in wanted}


def changed(diff: str) -> dict[str, set[int]]:
    """The numbers of the new lines of each file, from a diff without context lines."""
    found: dict[str, set[int]] = {}
    numbers: set[int] = set()
    for name, first, count in CHANGED.findall(diff):
        if name:
            numbers = found.setdefault(name, set())
        else:
            numbers |= set(range(int(first), int(first) + int(count or 1)))
    return found


def judged(path: Path) -> bool:
    """Whether a file gets faults; those that only judge the quality of moves do not."""
    return not any(part in str(path.relative_to(HERE)) for part in JUDGING)


def _room(name: str, files: Iterable[Path], own: Iterable[Path], further: Sequence[str]) -> Room:
    files = tuple(sorted({*files}))
    near = [test for path in files for test in nearest(path)]
    theirs = [test for path in files for test in own_tests(str(path.relative_to(HERE)))]
    tests = dict.fromkeys(str(test.relative_to(HERE)) for test in (*own, *near))
    first = tuple(dict.fromkeys(str(test.relative_to(HERE)) for test in (*own, *theirs)))
    return Room(name.replace("/", "."), files, (*tests, *further), first)


def digest() -> str:
    """A hash of all files of the program and the tests that a test may run or read."""
    inside = sha256()
    for top in (*PROGRAM, "tests"):
        for path in sorted(p for p in (HERE / top).rglob("*") if p.suffix in READ):
            inside.update(str(path).encode() + path.read_bytes())
    return inside.hexdigest()[:16]
