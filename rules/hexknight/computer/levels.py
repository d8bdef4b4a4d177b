"""How strong the computer opponents are: what easy and normal miss, how many positions hard looks at. All see imagined states only."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.characters import cast_as
from rules.computers.first_impression import FirstImpression
from rules.computers.tree_search import Search
from rules.game import Opponent
from rules.hexknight.computer.characters import ROLES
from rules.hexknight.computer.guide import GUIDE
from rules.hexknight.state import State

NODES = 2500
"""At so many positions hard looks for a decision, in about a second."""
NORMAL: Opponent[State] = FirstImpression(GUIDE, overlooks=0.0, whim=0.0)
"""It does what looks best at first sight, and overlooks nothing."""

LEVELS: dict[str, Opponent[State]] = {
    "easy": FirstImpression(GUIDE, overlooks=0.25, whim=0.6),
    "normal": NORMAL,
    "hard": Search(GUIDE, NODES),
    "strategist": NORMAL,  # The names of earlier versions, which stand in rows of games.
    "wanderer": NORMAL,
}

OPPONENTS: Mapping[str, Opponent[State]] = cast_as(ROLES, LEVELS)
