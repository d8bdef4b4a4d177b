"""How a game has ended, from where each seat sits."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogs.messages.moves.ended_panel import how_ended
from cogs.messages.table.ending import _places
from data.language import texts
from data.user_text import Called
from rules.game import Outcome
from rules.notation import ABANDONED


@pytest.mark.parametrize(
    ("outcome", "seat", "words"),
    [
        (Outcome(((1,), (0,)), "score", "", (0, 5)), 0, "You lost 0:5."),
        (Outcome(((1,), (0,)), "score", "", (0, 5)), 1, "You won 5:0."),
        (Outcome(((1,), (0,)), "resigned", "", (3, 1)), 1, "You won."),
        (Outcome(((0,), (1,)), "flag", "", (3, 1)), 0, "You won."),
        (Outcome(((1,), (0,)), "resigned", ""), 0, "You lost."),
        (Outcome(((0, 2), (1,)), "score", "", (4, 1, 4)), 2, "You share the victory: 4 (Anna 4, Bohumil 1)."),
        (Outcome(((0, 1),), ABANDONED, ""), 0, "The game is over, without a result."),
        (None, 0, "The game is over, without a result."),
    ],
)
def test_each_reads_their_own_end_and_a_score_that_has_decided_it(outcome, seat, words):
    assert how_ended(outcome, seat, ("Anna", "Bohumil", "Cécile"), texts("en")) == words


@pytest.mark.parametrize(
    ("outcome", "line"),
    [
        (Outcome(((2,), (1,), (0,)), "score", "", (5, 7, 12)), "🏁 1. Cécile (12) · 2. B\\*b (7) · 3. Anna (5)"),
        (Outcome(((2,), (1,), (0,)), "last_mine", "", (0, 0, 0)), "🏁 1. Cécile · 2. B\\*b · 3. Anna"),
        (Outcome(((1,), (2,), (0,)), "resigned", "", (9, 7, 12)), "🏁 1. B\\*b · 2. Cécile · 3. Anna"),
    ],
)
def test_everybody_reads_the_places_and_no_figures_that_have_decided_nothing(outcome, line):
    """Three noughts behind the names of those whose mines have fallen are no result."""
    table = SimpleNamespace(names=tuple(map(Called, ("Anna", "B*b", "Cécile"))))
    assert _places(table, outcome) == line
