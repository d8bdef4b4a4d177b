"""The levels of computer opponents: which every game has, and what an opponent of a level chooses.

How strong each is in a game is in `rules/<game>/computer/levels.py`, how they choose in `rules/computers`. `Opponent` in `rules/game.py` is their
interface.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rules.game import Action, Budget, Opponent, Rules, S, Seat
from rules.randomness import Chance

LEVELS = ("easy", "normal", "hard")
"""How strong computer opponents may be; every game has all three."""
USUAL_LEVEL = "normal"


def level_of(rules: Rules[Any], opponent: str) -> str:
    """The level that players are shown for an opponent: a character's own; names of earlier versions count as the default level."""
    level: str = getattr(rules.opponents.get(opponent), "level", opponent)
    return level if level in LEVELS else USUAL_LEVEL


def opponent_of(rules: Rules[S], name: str) -> Opponent[S]:
    """The computer opponent called `name`; the default one for a name that no longer exists."""
    return rules.opponents.get(name) or rules.opponents[USUAL_LEVEL]


def computed(rules: Rules[S], state: S, seat: Seat, opponent: str, chance: Chance, budget: Budget | None = None) -> Action:
    """The action that a computer opponent chooses for a seat that is to act. Without a budget it has its usual number of positions and no time
    limit.
    """
    found = opponent_of(rules, opponent)
    return found.decide(rules, partial(rules.imagine, state, seat), seat, chance, budget or Budget(found.nodes))
