"""The ways a game of Monster Hex can end, each with a playthrough that shows it."""

from __future__ import annotations

from tests.every_game.rows import at_random

REASONS = {"score", "seven", "shared", "resigned"}
RANKED = False  # Who shares the victory shares it in a tournament, too (MH-5.2).

WAYS = {
    "score_on_four": at_random(4, 1),
    "score_with_abilities": at_random(3, 2, abilities="on"),
    "score_with_shared_faction": at_random(2, 3, board="three"),
    "tie_broken_by_the_seven": at_random(2, 27),
    "shared_victory": at_random(2, 50, board="three"),
    "resignation_of_two": at_random(2, 5, {7: 0}),
    "resignation_with_others_playing_on": at_random(4, 6, {9: 1}),
    "resignation_down_to_one": at_random(3, 7, {5: 0, 12: 2}),
}
