"""Where the rows of golden playthroughs come from: random play, nobody answering, or a record of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.notation import Record, Row
from tests.every_game.setups import random_rows


def at_random(seats: int, seed: int, resign: dict[int, int] | None = None, **options: str) -> dict[str, Any]:
    """Played at random; `resign` maps a number of actions to the seat that gives up then."""
    return {"seats": seats, "options": options, "seed": seed, "rows": lambda rules, state: random_rows(rules, state, seed, resign)}


def idle(seats: int, seed: int, **options: str) -> dict[str, Any]:
    """Everybody lets every time run out."""
    return {"seats": seats, "options": options, "seed": seed, "rows": _defaults}


def recorded(path: Path) -> dict[str, Any]:
    """Played as a record says: a game in which somebody knows what they are doing."""
    record = Record.read(path.read_text(encoding="utf-8"))
    header = record.header
    return {"seats": header["seats"], "options": header["options"], "seed": int(header["seed"], 16), "rows": lambda rules, state: iter(record.rows)}


def _defaults(rules: Any, state: Any) -> Iterator[Row]:
    number = 0
    while acting := rules.to_act(state):
        number += 1
        row = Row(number, acting[0], rules.decision(state, acting[0]).default, True)
        state = rules.apply(state, row.seat, row.action).state
        yield row
