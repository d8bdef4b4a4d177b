"""The rooms as the Makefile lists them: which files get faults, and which tests should find these."""

from __future__ import annotations

import re
import shlex
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[3]
KEPT = HERE / ".mutants"
"""What was measured and found for the present code; removed, everything is done anew."""
LISTED = re.compile(r"^(FILES|TESTS)\.(\w+) = (.+)$", re.MULTILINE)
READ = (".py", ".json", ".txt", ".po", ".md")


class Room(NamedTuple):
    """Files that get faults, and what pytest is told to run."""

    name: str
    files: tuple[Path, ...]
    tests: tuple[str, ...]


def rooms() -> dict[str, Room]:
    """The rooms by name."""
    listed: dict[str, dict[str, str]] = {}
    for what, name, words in LISTED.findall((HERE / "Makefile").read_text(encoding="utf-8")):
        listed.setdefault(name, {})[what] = words
    return {name: Room(name, _files(words["FILES"]), tuple(shlex.split(words["TESTS"]))) for name, words in listed.items()}


def _files(words: str) -> tuple[Path, ...]:
    """What is listed, but without what stands behind a `!`."""
    found: set[Path] = set()
    for word in words.split():
        there = {path for path in HERE.glob(word.removeprefix("!")) if path.is_file()}
        found = found - there if word.startswith("!") else found | there
    return tuple(sorted(found))


def digest() -> str:
    """Changes with everything that a test may run or read."""
    inside = sha256()
    for top in ("rules", "render", "data", "cogs", "playground", "tests"):
        for path in sorted(p for p in (HERE / top).rglob("*") if p.suffix in READ):
            inside.update(str(path).encode() + path.read_bytes())
    return inside.hexdigest()[:16]
