"""Toy games, and how their folders are put into a copy of the project: nothing else is done to add a game.

`nim` rests on `Plain` alone, `orders` on `WithOrders` alone, and `cards` has everything that a game may have.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOYS = ("nim", "orders", "cards")
ROOMS = ("rules", "render", "data", "cogs", "tests", "playground")
LONGEST = 800
"""Seconds for all suites of the toy games, on a busy machine too."""


def copied(project: Path) -> None:
    """A copy of the project with the toy games in it, their sketches and golden playthroughs written."""
    keep = shutil.ignore_patterns("*.pyc.*", ".*", "files", "*.sqlite3*", "failed", "toys")
    for room in ROOMS:
        shutil.copytree(ROOT / room, project / room, ignore=keep)
    shutil.copy(ROOT / "pyproject.toml", project)
    for toy in TOYS:
        add(toy, project)
    for command in (("tests.sketches",), ("tests.every_game.test_playthroughs", *(f"toy_{toy}" for toy in TOYS))):
        done = run(project, "-m", *command)
        assert done.returncode == 0, done.stderr


def add(toy: str, project: Path) -> None:
    """Puts a toy game into its places."""
    folder, key = Path(__file__).parent / toy, f"toy_{toy}"
    for part, place in (("rules", "rules"), ("data", "data"), ("tests", "tests")):
        shutil.copytree(folder / part, project / place / key)
    shutil.copy(folder / "render.py", project / "render" / f"{key}.py")
    if (folder / "theme.json").exists():
        shutil.copy(folder / "theme.json", project / "render" / "themes" / f"{key}.json")


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python in a copy of the project; tests with a share of their cases, among which is each game."""
    return subprocess.run([sys.executable, *arguments], cwd=project, capture_output=True, text=True, timeout=LONGEST, check=False)
