"""The computer opponents by name."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.levels import Casual, Scripted
from rules.computers.searching import Search
from rules.game import Opponent
from rules.hexygame.computer.guide import GUIDE
from rules.hexygame.computer.strategist import strategist
from rules.hexygame.state import State

NODES = 1500
"""At so many positions hard looks for a decision, in about a second."""

OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, 0.25, 1.0),
    "normal": Scripted(strategist),
    "hard": Search(GUIDE, NODES),
    "strategist": Scripted(strategist),
}
