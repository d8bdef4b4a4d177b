"""How strong the computer opponents are: what easy and normal miss, how many positions hard looks at. All see imagined states only."""

from __future__ import annotations

from collections.abc import Mapping

from rules.computers.characters import cast_as
from rules.computers.first_impression import FirstImpression
from rules.game import Opponent
from rules.hockey_game.computer.characters import ROLES
from rules.hockey_game.computer.guide import GUIDE, HockeySearch
from rules.hockey_game.state import State

NODES = 128
"""So many hands of the other seat hard thinks of for a decision, in about half a second."""
NORMAL: Opponent[State] = FirstImpression(GUIDE, overlooks=0.0, whim=0.4)
"""It weighs all dice against one hand that the other seat may hold, and is not particular about what is nearly as good."""

LEVELS: dict[str, Opponent[State]] = {
    "easy": FirstImpression(GUIDE, 0.3, 1.3),
    "normal": NORMAL,
    "hard": HockeySearch(GUIDE, NODES),
    "coach": NORMAL,  # The names of earlier versions, which stand in rows of games.
    "rookie": NORMAL,
}

OPPONENTS: Mapping[str, Opponent[State]] = cast_as(ROLES, LEVELS)
