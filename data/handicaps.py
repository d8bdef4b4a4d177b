"""What sizes of a handicap are worth: how often the weaker of two computers won with each (`data/handicaps.json`).

`python -m tests.tools.balance.handicaps` measures it. A game that is not there has not been played enough.
"""

from __future__ import annotations

from data.content import DATA
from rules.parts.lazy import decoder, once

FILE = DATA / "handicaps.json"


@once
def _measured() -> dict[str, dict[int, float]]:
    found: dict[str, dict[int, float]] = decoder(dict[str, dict[int, float]]).decode(FILE.read_bytes())
    return found


def measured(game: str) -> dict[int, float]:
    """For each size that was tried, 0 among them, the share of games that the weaker one won; {} for a game that has not been measured."""
    return _measured().get(game, {})
