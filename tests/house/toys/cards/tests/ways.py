"""The ways a game of the toy game with cards can end."""

from __future__ import annotations

from tests.every_game.rows import at_random, idle

REASONS = {"score", "resigned"}

WAYS = {
    "score": at_random(2, 1),
    "score_of_larger_hands": at_random(2, 2, hand="4"),
    "idle": idle(2, 3),
    "resignation": at_random(2, 4, {4: 0}),
}
