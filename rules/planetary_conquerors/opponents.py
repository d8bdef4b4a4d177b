"""The computer opponents by name."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import Opponent
from rules.parts.levels import Casual, Scripted
from rules.parts.searching import Search
from rules.planetary_conquerors.guide import GUIDE
from rules.planetary_conquerors.state import State
from rules.planetary_conquerors.strategist import strategist

NODES = 1500
"""At so many positions the strongest looks for a decision."""

OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, overlooks=0.3, whim=1.0),
    "normal": Scripted(strategist),
    "hard": Search(GUIDE, NODES),
    "strategist": Scripted(strategist),
}
