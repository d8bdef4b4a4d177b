"""Positions to solve: a question out of a game that computers have played, with the one answer that the search holds to be right.

They are made by `python -m tests.tools.practice` and kept in `data/<game>/practice.json`: as a seed and the actions that lead there, so that the
engine deals and plays them anew. The solver has the first seat, and sees what that seat may see.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from data.content import build
from data.language import DATA
from rules.computers.reasons import Reason, Shown
from rules.game import Action, Refused, Rules, Seat
from rules.legal_actions import closing
from rules.notation import split
from rules.parts.lazy import decoder, once

SOLVER: Seat = 0
SEATS = 2
GAP = 0.2
"""By so much of the victory a solution is better than anything else, in all imagined worlds taken together."""
NUMBERS = 10**9
"""Positions have numbers below this one."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position and its solution: the `version` of the rules and the setup of the game, the actions before it, each with its seat, and why the
    solution is better than the second best action. `theme`: what it does, as a key of texts.

    The world of the line to be shown is compressed.
    """

    version: int
    options: dict[str, str]
    seed: int
    rows: tuple[str, ...]
    solution: str
    theme: str
    why: Reason

    @property
    def action(self) -> Action:
        """The solution as an action."""
        return tuple(split(self.solution))

    @property
    def number(self) -> int:
        """The number by which it is known: another one for any other position."""
        text = msgspec.json.encode((self.version, self.options, self.seed, self.rows))
        return int.from_bytes(sha256(text).digest()[:8], "big") % NUMBERS

    @property
    def line(self) -> Shown | None:
        """The line to be shown, with its world."""
        shown = self.why.shown
        return None if shown is None else shown._replace(world=zlib.decompress(shown.world))


def packed(why: Reason) -> Reason:
    """A reason as a puzzle keeps it, with the world of its line compressed."""
    shown = why.shown
    return why if shown is None else why._replace(shown=shown._replace(world=zlib.compress(shown.world, 9)))


def stored(game: str) -> tuple[Puzzle, ...]:
    """All positions in a game's file, also those of earlier rules."""
    path = DATA / game / "practice.json"
    found: tuple[Puzzle, ...] = decoder(tuple[Puzzle, ...]).decode(path.read_bytes()) if path.exists() else ()
    return found


@once
def puzzles(game: str) -> dict[int, Puzzle]:
    """The positions of a game that its present rules lead to, by number."""
    return {puzzle.number: puzzle for puzzle in stored(game) if puzzle.version == build(game).version}


def dealt(rules: Rules[Any], puzzle: Puzzle) -> Any:
    """The position of a puzzle, dealt and played. Raises Refused if its actions are not legal by these rules."""
    state = rules.setup(SEATS, puzzle.options, puzzle.seed).state
    for seat, *action in map(split, puzzle.rows):
        state = rules.apply(state, int(seat), tuple(action)).state
    return state


@lru_cache(256)
def position(game: str, number: int) -> Any:
    """The position with a number. Raises KeyError if there is none."""
    return dealt(build(game), puzzles(game)[number])


def solves(game: str, number: int, action: Action) -> bool:
    """Whether an action is the solution, or leads to the same position. Raises Refused for an illegal one, KeyError for no such position."""
    rules, state, solution = build(game), position(game, number), puzzles(game)[number].action
    if not closing(rules, state, SOLVER, action):
        rules.apply(state, SOLVER, action)  # It says why.
        raise Refused("not_an_action", rules.decision(state, SOLVER).rule)
    return action == solution or rules.dump(rules.apply(state, SOLVER, action).state) == rules.dump(rules.apply(state, SOLVER, solution).state)
