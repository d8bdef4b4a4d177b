"""Every game has all its parts; what is missing is told in sentences."""

from __future__ import annotations

import pytest

from data.content import games
from tests.every_game.parts import missing


@pytest.mark.parametrize("game", games())
def test_nothing_is_missing(game):
    assert not [*missing(game)]
