"""The ways a game of Monster Hex can end, each with a playthrough that shows it."""

from __future__ import annotations

from tests.every_game.setups import random_rows

REASONS = {"score", "seven", "shared", "resigned"}


def way(seats: int, seed: int, resign: dict[int, int] | None = None, **options: str):
    return {"seats": seats, "options": options, "seed": seed, "rows": lambda rules, state: random_rows(rules, state, seed, resign)}


WAYS = {
    "score_on_four": way(4, 1),
    "score_with_abilities": way(3, 2, abilities="on"),
    "score_with_shared_faction": way(2, 3, board="three"),
    "tie_broken_by_the_seven": way(2, 26),
    "shared_victory": way(2, 50, board="three"),
    "resignation_of_two": way(2, 5, {7: 0}),
    "resignation_with_others_playing_on": way(4, 6, {9: 1}),
    "resignation_down_to_one": way(3, 7, {5: 0, 12: 2}),
}
