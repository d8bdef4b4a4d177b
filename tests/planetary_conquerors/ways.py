"""The ways a game of Planetary Conquerors can end, each with a playthrough that shows it.

That all remaining mines fall together is not among them: no card of the pool does it (see `test_end.py` for the rule).
"""

from __future__ import annotations

from pathlib import Path

from tests.every_game.rows import at_random, idle, recorded

REASONS = {"planet", "last_mine", "deck_out"}
RECORDS = Path(__file__).parent / "records"

WAYS = {
    "planet_with_two": recorded(RECORDS / "planet.txt"),
    "planet_with_three": recorded(RECORDS / "three.txt"),
    "planet_with_four": recorded(RECORDS / "whole" / "four_planet.txt"),
    "last_mine_with_two": recorded(RECORDS / "last_mine.txt"),
    "last_mine_with_three": recorded(RECORDS / "three_mines.txt"),
    "last_mine_with_four": recorded(RECORDS / "whole" / "four_mines.txt"),
    "deck_out_at_random": at_random(2, 3),
    "deck_out_of_idle_players": idle(2, 4),
    "deck_out_with_three_at_random": at_random(3, 4),
    "deck_out_with_four_at_random": at_random(4, 5),
    "resignation_of_three": at_random(3, 5, {200: 0, 300: 1}),
    "resignation_before_the_game": at_random(2, 6, {3: 1}),
}
