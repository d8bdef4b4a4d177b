"""HexyGame: a card game on a hex map, with a stack and priority (rule prefix HX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.hexygame.content import read_content
from rules.hexygame.engine import HexyGame


def build(content: Mapping[str, Any]) -> HexyGame:
    """The game from its content as JSON values. Raises Faults naming everything that is wrong."""
    return HexyGame(read_content(content))
