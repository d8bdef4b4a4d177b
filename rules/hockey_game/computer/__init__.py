"""The computer players of Hockey Game, which use only the contract; the engine imports nothing of them. `levels` says which search
(`rules/computers`) chooses, and how long it looks; `guide` what is worth trying; `evaluation` what a position is worth;
`attack` and `defence` decide a round, `expert` all else."""

from __future__ import annotations

from typing import Any

from rules.computers.evaluation import Judgement
from rules.hockey_game.computer.evaluation import Worth
from rules.hockey_game.computer.expected_goals import Prospects
from rules.hockey_game.computer.levels import OPPONENTS


def furnish(rules: Any, judgement: Judgement) -> None:
    """Gives a game its opponents, and them the weights of their evaluation."""
    rules.judgement, rules.opponents = judgement, OPPONENTS
    rules.prospects = Prospects(rules.content, rules.ground)
    rules.worth = Worth(rules.content, rules.prospects, rules.judgement)
