"""What a game's own tests name for the suites that all games pass."""

from __future__ import annotations

import importlib.util
from typing import Any


def own(game: str, module: str, name: str) -> Any:
    """What a game's tests name for all (`tests/<game>/<module>.py`); None where they name no such thing, or have no such module."""
    try:
        found = importlib.util.find_spec(f"tests.{game}.{module}")
    except ModuleNotFoundError:
        return None
    return getattr(importlib.import_module(found.name), name, None) if found else None
