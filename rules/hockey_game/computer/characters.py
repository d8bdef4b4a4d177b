"""The characters of Hockey Game, and what is to their liking (`rules/computers/characters.py`)."""

from __future__ import annotations

from rules.computers.characters import TEACHER, Role, doing

ROLES = {
    "kolda": Role("normal", "bold", doing({"shot": 1.5, "strength": 0.8})),
    "nissa": Role("normal", "careful", doing({"pass": 1.2, "finish": 0.6, "go_on": 0.6})),
    "zubo": Role("easy", "greedy", doing({"bonus": 1.0, "special": 1.0, "hero": 1.0, "deploy": 1.0})),
    "trenna": Role("normal", TEACHER),
}
