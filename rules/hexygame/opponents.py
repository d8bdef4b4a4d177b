"""The computer opponents."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import Opponent
from rules.hexygame.guide import GUIDE
from rules.hexygame.state import State
from rules.hexygame.strategist import strategist
from rules.parts.levels import Casual, Scripted
from rules.parts.searching import Search

OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, 0.25, 1.0),
    "normal": Scripted(strategist),
    "hard": Search(GUIDE, 1200),
    "strategist": Scripted(strategist),
}
