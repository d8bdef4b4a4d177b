"""How a game has ended, from where each seat sits."""

from __future__ import annotations

import pytest

from cogs.messages.moves.ended_panel import how_ended
from data.language import texts
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
