"""The header of a game's record: the lines before its actions, with only what everybody knew from the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data.store.rows import SeatRow, TableRow
from rules.randomness import seed_hash


def header_of(row: TableRow, seats: Sequence[SeatRow]) -> dict[str, Any]:
    """The header of a game that has been dealt."""
    assert row.seed is not None
    return {
        "game": row.game,
        "version": row.version,
        "seats": len(seats),
        "names": [s.name for s in seats],
        "options": dict(sorted(row.chosen.items())),  # As they are in the text of which the hash is taken.
        "seed_sha256": seed_hash(row.seed),
    }
