"""The characters of HexyGame, and what is to their liking (`rules/computers/characters.py`)."""

from __future__ import annotations

from typing import Any

from rules.computers.characters import TEACHER, Role, doing
from rules.computers.tree_search import Candidate
from rules.game import Seat
from rules.hexygame.map import FLAGS, distance
from rules.hexygame.state import State

NEAR = 3
"""What stands so few steps from its own Flag guards it."""


def _guards(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
    """Whatever comes to stand near the own Flag."""
    verb, *rest = candidate.action
    if verb not in ("cast", "move") or len(rest) < 2:
        return 0.0
    at = rest[1]
    stands = verb == "move" or rules.content.types[rest[0]] in ("creature", "building", "artifact")
    return 1.0 if stands and distance(at, FLAGS[seat]) <= NEAR else 0.0


def _builds(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
    """Buildings."""
    verb, *rest = candidate.action
    return 1.5 if verb == "cast" and rules.content.types[rest[0]] == "building" else 0.0


ROLES = {
    "vexa": Role("normal", "bold", doing({"attack": 1.2})),
    "palun": Role("normal", "careful", _guards),
    "murra": Role("easy", "builder", _builds),
    "ilara": Role("normal", TEACHER),
}
