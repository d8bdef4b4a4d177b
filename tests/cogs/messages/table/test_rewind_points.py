"""Points of a game in words: with the player whose turn it is, or without where that stands before."""

from __future__ import annotations

import pytest

from cogs.messages.table.rewind_points import point_words
from cogs.play.history.rewind_points import Point
from data.language import texts


@pytest.mark.parametrize(
    ("point", "name", "language", "words"),
    [
        (Point(0, 1, 1, 5), "", "en", "turn 1, after step 1"),
        (Point(0, 2, 0, 9), "", "cs", "před tahem 2"),
        (Point(0, 1, 1, 5), "Anna", "en", "Anna's turn 1, after step 1"),
        (Point(0, 2, 0, 9), "Anna", "fr", "avant le tour 2 d'Anna"),
    ],
)
def test_a_point_names_its_player_unless_that_has_been_said(point, name, language, words):
    assert point_words(point, name, texts(language)) == words
