"""An oracle of knowledge for each game, in a module named like it: what a seat knows, derived from what it was shown and nothing else."""

from __future__ import annotations

import importlib
from typing import Any

from tests.every_game.knowledge.knower import Knower
from tests.every_game.setups import Setup


def knowers(setup: Setup, state: Any) -> list[Knower]:
    """Somebody at each seat, and somebody who only watches, at the beginning of a game."""
    kind = importlib.import_module(f"tests.every_game.knowledge.{setup.game}").Oracle
    return [kind(setup, seat, state) for seat in (*range(setup.seats), None)]
