"""The ways a game of Hockey Game can end, each with a playthrough that shows it."""

from __future__ import annotations

from pathlib import Path

from tests.every_game.rows import at_random, idle, recorded

REASONS = {"score", "overtime", "resigned"}
RANKED = False  # Nobody shares a place: overtime decides (HG-9.4).
RECORDS = Path(__file__).parent / "records"

WAYS = {
    "score_after_three_periods": recorded(RECORDS / "three_periods.txt"),
    "overtime_with_a_golden_goal": recorded(RECORDS / "golden_goal.txt"),
    "score_after_a_draft": recorded(RECORDS / "drafted.txt"),
    "score_of_idle_players": idle(2, 4, period_cards="3"),
    "resignation": at_random(2, 5, {60: 0}),
    "resignation_in_the_draft": at_random(2, 6, {10: 1}, mode="draft"),
}
