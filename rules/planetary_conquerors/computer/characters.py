"""The characters of Planetary Conquerors, and what is to their liking (`rules/computers/characters.py`)."""

from __future__ import annotations

from typing import Any

from rules.computers.characters import TEACHER, Likes, Role, doing
from rules.computers.tree_search import Candidate
from rules.game import Seat
from rules.planetary_conquerors.state import State


def _playing(weights: dict[str, float]) -> Likes[State]:
    """A liking for cards of some types."""

    def likes(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
        verb, *rest = candidate.action
        return weights.get(rules.content.cards[rest[0]].type, 0.0) if verb == "play" else 0.0

    return likes


ROLES = {
    "raxo": Role("normal", "bold", doing({"attack": 1.5})),
    "sorna": Role("normal", "careful", doing({"attack": -1.5, "block": 1.0})),
    "bodda": Role("easy", "builder", _playing({"building": 2.0, "miner": 1.5})),
    "quen": Role("normal", TEACHER),
}
