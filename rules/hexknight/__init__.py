"""HexKnight: a race of exploration and combat over an island of hexes (rule prefix HK)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.hexknight.content import read_content
from rules.hexknight.engine import HexKnight


def build(content: Mapping[str, Any]) -> HexKnight:
    """The game from its content as JSON values. Raises Faults naming everything that is wrong."""
    return HexKnight(read_content(content))
