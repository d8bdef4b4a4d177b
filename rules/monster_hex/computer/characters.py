"""The characters of Monster Hex, and what is to their liking (`rules/computers/characters.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.computers.characters import TEACHER, Likes, Role
from rules.computers.tree_search import Candidate
from rules.game import Seat
from rules.monster_hex import capture
from rules.monster_hex.content import Stone
from rules.monster_hex.state import Slot, State

NEARLY = 2
"""With so few empty hexes around it, a stone is soon somebody's."""


def _beside(weight: float, good: Callable[[Any, State, Stone, Slot], float]) -> Likes[State]:
    """A liking for placements beside open stones that are good."""

    def likes(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
        if candidate.action[0] != "place":
            return 0.0
        stones = (stone for stone in rules.board(state).touched[candidate.action[2]] if stone.id not in state.captures)
        return weight * sum(good(rules, state, stone, state.slot) for stone in stones)

    return likes


def _leads(rules: Any, state: State, stone: Stone, slot: Slot) -> int:
    """1 where a slot has most power at a stone, -1 where others have, 0 where it is even."""
    powers = capture.totals(state, stone, rules.tiles)
    mine, others = powers.get(slot, 0), max((power for other, power in powers.items() if other != slot), default=0)
    return (mine > others) - (mine < others)


def _held_by_others(rules: Any, state: State, stone: Stone, slot: Slot) -> float:
    return float(_leads(rules, state, stone, slot) < 0)


def _held(rules: Any, state: State, stone: Stone, slot: Slot) -> float:
    return float(_leads(rules, state, stone, slot) > 0)


def _soon_paid(rules: Any, state: State, stone: Stone, slot: Slot) -> float:
    return float(sum(label not in state.placed for label, _ in stone.ring) <= NEARLY)


def _unclaimed(rules: Any, state: State, stone: Stone, slot: Slot) -> float:
    return float(slot not in {state.placed[label][0] for label, _ in stone.ring if label in state.placed})


ROLES = {
    "brakka": Role("normal", "bold", _beside(0.8, _held_by_others)),
    "ondi": Role("normal", "careful", _beside(0.8, _held)),
    "grumo": Role("easy", "greedy", _beside(1.2, _soon_paid)),
    "sella": Role("easy", "builder", _beside(1.2, _unclaimed)),
    "tavi": Role("normal", TEACHER),
}
