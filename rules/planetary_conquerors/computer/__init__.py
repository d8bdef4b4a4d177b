"""The computer players of Planetary Conquerors, which use only the contract; the engine imports nothing of them. `levels` says which search
(`rules/computers`) chooses, and how long it looks; `guide` and `candidates` what is worth trying; `evaluation` what a position is worth."""

from __future__ import annotations

from typing import Any

from rules.computers.evaluation import Judgement
from rules.planetary_conquerors.computer.levels import OPPONENTS


def furnish(rules: Any, judgement: Judgement) -> None:
    """Gives a game its opponents, and them the weights of their evaluation."""
    rules.judgement, rules.opponents = judgement, OPPONENTS
