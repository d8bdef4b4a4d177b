"""The computer opponents by name."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.levels import Casual, Scripted
from rules.computers.searching import Search
from rules.game import Opponent
from rules.planetary_conquerors.computer.guide import GUIDE
from rules.planetary_conquerors.computer.strategist import strategist
from rules.planetary_conquerors.state import State

NODES = 4000
"""At so many positions the strongest looks for a decision."""

OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, overlooks=0.3, whim=1.0),
    "normal": Scripted(strategist),
    "hard": Search(GUIDE, NODES),
    "strategist": Scripted(strategist),
}
