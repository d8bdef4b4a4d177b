"""Hockey Game: ice hockey with dice, team decks and a referee deck that is the clock (rule prefix HG)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.hockey_game.content import read_content
from rules.hockey_game.engine import HockeyGame


def build(content: Mapping[str, Any]) -> HockeyGame:
    """The game from its content as JSON values. Raises Faults naming everything that is wrong."""
    return HockeyGame(read_content(content))
