"""The ways a game of HexyGame can end, each with a playthrough that shows it."""

from __future__ import annotations

from pathlib import Path

from tests.every_game.rows import at_random, idle, recorded

REASONS = {"flag", "centre", "exhaustion", "resigned", "agreed"}
RECORDS = Path(__file__).parent / "records"

WAYS = {
    "flag_against_an_idle_player": recorded(RECORDS / "flag.txt"),
    "centre_between_computers": recorded(RECORDS / "whole" / "night_and_dawn.txt"),
    "draw_by_agreement": recorded(RECORDS / "agreed.txt"),
    "exhaustion_at_random": at_random(2, 3),
    "exhaustion_of_idle_players": idle(2, 4),
    "resignation": at_random(2, 5, {200: 0}),
    "resignation_with_the_opening_hand": at_random(2, 6, {3: 1}),
}
