"""The ways a game of HexKnight can end, each with a playthrough that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.notation import Record, Row
from tests.every_game.setups import random_rows

REASONS = {"score", "shared", "resigned"}
RECORDS = Path(__file__).parent / "records"


def way(seats: int, seed: int, resign: dict[int, int] | None = None, **options: str):
    """Played at random."""
    return {"seats": seats, "options": options, "seed": seed, "rows": lambda rules, state: random_rows(rules, state, seed, resign)}


def recorded(name: str):
    """Played as a record says: a game in which somebody knows what they are doing."""
    record = Record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    header = record.header
    return {"seats": header["seats"], "options": header["options"], "seed": int(header["seed"], 16), "rows": lambda rules, state: iter(record.rows)}


def idle(rules: Any, state: Any) -> Iterator[Row]:
    """Everybody lets every time run out."""
    number = 0
    while acting := rules.to_act(state):
        number += 1
        row = Row(number, acting[0], rules.decision(state, acting[0]).default, True)
        state = rules.apply(state, row.seat, row.action).state
        yield row


WAYS = {
    "score_after_two_days": recorded("two_days"),
    "score_of_three_on_the_fixed_map": recorded("three_on_the_fixed_map"),
    "score_after_three_days_at_random": way(2, 3, days="3"),
    "shared_victory_of_idle_players": {"seats": 2, "options": {}, "seed": 4, "rows": idle},
    "resignation_of_two": way(2, 5, {40: 0}),
    "resignation_with_others_playing_on": way(3, 6, {60: 1}),
    "resignation_down_to_one": way(3, 7, {50: 0, 90: 2}),
}
