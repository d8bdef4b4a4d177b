"""The rooms as the Makefile lists them: which files get faults, and which tests should find these."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[2]
LISTED = re.compile(r"^(FILES|TESTS)\.(\w+) = (.+)$", re.MULTILINE)


class Room(NamedTuple):
    """Files that get faults, and what pytest is told to run."""

    name: str
    files: tuple[Path, ...]
    tests: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Changes with the code and with the tests."""
        inside = sha256()
        for path in sorted(p for top in ("rules", "render", "data", "cogs", "tests") for p in (HERE / top).rglob("*") if p.suffix in KINDS):
            if HERE / "tests/mutants" not in path.parents:
                inside.update(f"{path} {self.tests}".encode() + path.read_bytes())
        return inside.hexdigest()[:16]


KINDS = (".py", ".json", ".txt", ".po", ".md")


def rooms() -> dict[str, Room]:
    """The rooms by name."""
    listed: dict[str, dict[str, str]] = {}
    for what, name, words in LISTED.findall((HERE / "Makefile").read_text(encoding="utf-8")):
        listed.setdefault(name, {})[what] = words
    return {name: Room(name, _files(words["FILES"]), tuple(words["TESTS"].replace('"', "").split(" -k "))) for name, words in listed.items()}


def _files(words: str) -> tuple[Path, ...]:
    """What is listed; what follows a `!` is left out."""
    found: set[Path] = set()
    for word in words.split():
        there = {path for path in HERE.glob(word.removeprefix("!")) if path.is_file()}
        found = found - there if word.startswith("!") else found | there
    return tuple(sorted(found))
