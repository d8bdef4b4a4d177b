"""How strong the computer opponents are: what easy and normal miss, how many positions hard looks at. All see imagined states only."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.characters import cast_as
from rules.computers.first_impression import FirstImpression
from rules.computers.tree_search import Search
from rules.game import Opponent
from rules.monster_hex.computer.characters import ROLES
from rules.monster_hex.computer.guide import GUIDE, MonsterGuide
from rules.monster_hex.state import State

NODES = 6000
"""So many positions the hard level looks at: for a second or two."""
NORMAL: Opponent[State] = FirstImpression(MonsterGuide("normal"), overlooks=0.15, whim=0.25)

LEVELS: dict[str, Opponent[State]] = {
    "easy": FirstImpression(MonsterGuide("easy"), overlooks=0.55, whim=1.2),
    "normal": NORMAL,
    "hard": Search(GUIDE, NODES),
    "lookahead": NORMAL,  # The names of earlier versions, which stand in rows of games.
    "greedy": NORMAL,
}

OPPONENTS: Mapping[str, Opponent[State]] = cast_as(ROLES, LEVELS)
