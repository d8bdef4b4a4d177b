"""The characters of HexKnight, and what is to their liking (`rules/computers/characters.py`)."""

from __future__ import annotations

from typing import Any

from rules.computers.characters import TEACHER, Role
from rules.computers.tree_search import Candidate
from rules.game import Seat
from rules.hexknight.computer.candidates import Plan
from rules.hexknight.state import State


def _fights(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
    """Any monster, with wounds or without."""
    plan: Plan | None = candidate.plan
    return 1.2 if plan is not None and plan.fight >= 0 else 0.0


def _spares_itself(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
    """No fight that is not blocked, and healing."""
    plan: Plan | None = candidate.plan
    if plan is None or plan.step == "attack":
        return 0.0
    return -1.5 * (plan.fight >= 0 and not plan.block) + 0.8 * (plan.step == "rest" and bool(plan.lay))


def _spends_little(rules: Any, state: State, seat: Seat, candidate: Candidate) -> float:
    """As few cards as possible for a move, a block and a strike."""
    plan: Plan | None = candidate.plan
    return -0.4 * len((*plan.move, *plan.block, *plan.strike)) if plan is not None else 0.0


ROLES = {
    "rodra": Role("normal", "bold", _fights),
    "elwin": Role("normal", "careful", _spares_itself),
    "gildo": Role("easy", "thrifty", _spends_little),
    "osmer": Role("normal", TEACHER),
}
