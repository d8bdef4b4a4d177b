"""The ways a game of HexKnight can end, each with a playthrough that shows it."""

from __future__ import annotations

from pathlib import Path

from tests.every_game.rows import at_random, recorded

REASONS = {"score", "shared", "resigned"}
RECORDS = Path(__file__).parent / "records"

WAYS = {
    "score_after_two_days": recorded(RECORDS / "two_days.txt"),
    "score_of_three_on_the_fixed_map": recorded(RECORDS / "three_on_the_fixed_map.txt"),
    "score_after_three_days_at_random": at_random(2, 3, days="3"),
    "shared_victory_at_random": at_random(2, 70, map="random"),
    "resignation_of_two": at_random(2, 5, {40: 0}),
    "resignation_with_others_playing_on": at_random(3, 6, {60: 1}),
    "resignation_down_to_one": at_random(3, 7, {50: 0, 90: 2}),
}
