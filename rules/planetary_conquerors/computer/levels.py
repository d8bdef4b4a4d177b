"""How strong the computer opponents are: what easy and normal miss, how many positions hard looks at. All see imagined states only."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.characters import cast_as
from rules.computers.first_impression import FirstImpression
from rules.computers.tree_search import Search
from rules.game import Opponent
from rules.planetary_conquerors.computer.characters import ROLES
from rules.planetary_conquerors.computer.guide import GUIDE
from rules.planetary_conquerors.state import State

NODES = 4000
"""At so many positions the strongest looks for a decision."""
FEW = 16
"""At so many positions normal looks, in a few milliseconds."""
NORMAL: Opponent[State] = Search(GUIDE, FEW)
"""It looks ahead as hard does, and not far: doing what looks best at first sight is weaker by far here."""

LEVELS: dict[str, Opponent[State]] = {
    "easy": FirstImpression(GUIDE, overlooks=0.3, whim=1.0),
    "normal": NORMAL,
    "hard": Search(GUIDE, NODES),
    "strategist": NORMAL,  # The name of an earlier version, which stands in rows of games.
}

OPPONENTS: Mapping[str, Opponent[State]] = cast_as(ROLES, LEVELS)
