"""How strong the computer opponents are: what easy and normal miss, how many positions hard looks at. All see imagined states only."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.characters import cast_as
from rules.computers.first_impression import FirstImpression
from rules.computers.tree_search import Search
from rules.game import Opponent
from rules.hexygame.computer.characters import ROLES
from rules.hexygame.computer.guide import GUIDE
from rules.hexygame.state import State

NODES = 1500
"""At so many positions hard looks for a decision, in about a second."""
NORMAL: Opponent[State] = FirstImpression(GUIDE, overlooks=0.0, whim=0.0)
"""It does what looks best at first sight, and overlooks nothing."""

LEVELS: dict[str, Opponent[State]] = {
    "easy": FirstImpression(GUIDE, 0.25, 1.0),
    "normal": NORMAL,
    "hard": Search(GUIDE, NODES),
    "strategist": NORMAL,  # The name of an earlier version, which stands in rows of games.
}

OPPONENTS: Mapping[str, Opponent[State]] = cast_as(ROLES, LEVELS)
