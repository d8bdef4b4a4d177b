"""The sketches of the rulebooks: `python -m tests.sketches` writes them; a test asks whether they are still what is written here.

A game's own are `SKETCHES` in its `tests/<game>/sketches.py`, by the number of the entry that they stand beside.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from data.content import games
from data.language import DATA
from data.sketch import Sketch
from tests.own import own

Sketches = dict[str, Sketch | Callable[[], Sketch]]


def at(table: Any, choice: bool = False, prefix: str = "") -> Sketch:
    """The present position of a builder."""
    return Sketch(choice=choice, prefix=tuple(prefix.split()), state=msgspec.Raw(table.RULES.dump(table.state)))


def written() -> dict[Path, bytes]:
    """The files of all sketches."""
    found = {}
    for game in games():
        sketches: Sketches = own(game, "sketches", "SKETCHES") or {}
        for number, made in sketches.items():
            one = made if isinstance(made, Sketch) else made()
            found[DATA / game / "sketches" / f"{number}.json"] = msgspec.json.encode(one) + b"\n"
    return found


if __name__ == "__main__":
    for path, body in written().items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    print(f"{len(written())} sketches written")
