"""Planetary Conquerors: mines, buildings, warriors, traps and reactions for two to four (rule prefix PC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.planetary_conquerors.content import read_content
from rules.planetary_conquerors.engine import PlanetaryConquerors


def build(content: Mapping[str, Any]) -> PlanetaryConquerors:
    """The game from its content as JSON values. Raises Faults naming everything that is wrong."""
    return PlanetaryConquerors(read_content(content))
