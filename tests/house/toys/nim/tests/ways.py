"""The ways a game of toy Nim can end."""

from __future__ import annotations

from tests.every_game.rows import at_random, idle

REASONS = {"last_bean", "resigned"}
RANKED = False  # Whoever is left wins with the others who are.

WAYS = {
    "last_bean_of_three": at_random(3, 1),
    "idle": idle(2, 2, beans="21"),
    "resignation": at_random(2, 3, {3: 0}),
}
