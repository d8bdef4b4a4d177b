"""Positions to solve: a question out of a game that computers have played, with the one answer that the search holds to be right.

They are made by `python -m tests.tools.practice` and kept in `data/<game>/practice.json`: as a seed and the actions that lead there, so that the
engine deals and plays them anew. The solver has the first seat, and sees what that seat may see. Most are solved by one action; of others (`WHOLE`)
the whole turn is judged at its end, and what wins is right.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from data.content import build
from data.language import DATA
from data.lesson import actions
from rules.computer_levels import USUAL_LEVEL, computed
from rules.computers.reasons import Reason, ShownLine
from rules.game import Action, Refused, Rules, Seat
from rules.legal_actions import closing
from rules.notation import SEPARATOR, split, write
from rules.parts.lazy import decoder, once
from rules.randomness import Chance

SOLVER: Seat = 0
SEATS = 2
GAP = 0.2
"""By so much of the victory a solution is better than anything else, in all imagined worlds taken together."""
WHOLE = "turn"
"""The theme of positions in which a whole turn is to be played, to its end: it wins, or it is wrong."""
NUMBERS = 10**9
"""Positions have numbers below this one."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position and its solution: the `version` of the rules and the setup of the game, the actions before it, each with its seat, and why the
    solution is better than the second best action. `theme`: what it does, as a key of texts. `solution`: of a whole turn, one that wins.

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
    def whole(self) -> bool:
        """Whether a whole turn is to be played."""
        return self.theme == WHOLE

    @property
    def row(self) -> list[Action]:
        """The solution as actions; one, but for a whole turn."""
        return actions(self.solution)

    @property
    def number(self) -> int:
        """The number by which it is known: another one for any other position."""
        text = msgspec.json.encode((self.version, self.options, self.seed, self.rows))
        return int.from_bytes(sha256(text).digest()[:8], "big") % NUMBERS

    @property
    def line(self) -> ShownLine | None:
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
def position(game: str, number: int, done: str = "") -> Any:
    """The position with a number; once the solver has `done` actions of a turn (as typed), what has come of them, with what the other has answered.
    Raises KeyError if there is none, Refused for an illegal action.
    """
    rules = build(game)
    if not done:
        return dealt(rules, puzzles(game)[number])
    before, _, last = done.rpartition(SEPARATOR)
    state, action = position(game, number, before), tuple(split(last))
    if not closing(rules, state, SOLVER, action):
        rules.apply(state, SOLVER, action)  # It says why.
        raise Refused("not_an_action", rules.decision(state, SOLVER).rule)
    return answered(rules, rules.apply(state, SOLVER, action).state, rules.present_turn(state), Chance.of(number, done))


def answered(rules: Rules[Any], state: Any, turn: tuple[int, ...] | None, chance: Chance, level: str = USUAL_LEVEL) -> Any:
    """What comes of a position in a turn once the solver is asked again, or the turn is over: the other answers as a computer of a level does."""
    while rules.present_turn(state) == turn and (asked := rules.to_act(state)) and SOLVER not in asked:
        state = rules.apply(state, asked[0], computed(rules, state, asked[0], level, chance)).state
    return state


def joined(done: str, action: Action) -> str:
    """Actions of a turn, as typed, with another one at the end."""
    return f"{done}{SEPARATOR}{write(action)}" if done else write(action)


def solved(game: str, number: int, done: str) -> bool | None:
    """Whether actions, as typed, are the solution, or lead to the same position; of a whole turn, whether it has won, and None while it goes on.

    Raises Refused for an illegal action, KeyError for no such position.
    """
    rules, puzzle, first, state = build(game), puzzles(game)[number], position(game, number), position(game, number, done)
    if not puzzle.whole:
        return actions(done) == puzzle.row or rules.dump(state) == rules.dump(position(game, number, puzzle.solution))
    if rules.to_act(state) and rules.present_turn(state) == rules.present_turn(first):
        return None
    return wins(rules, state)


def wins(rules: Rules[Any], state: Any) -> bool:
    """Whether the game is over, and the solver alone has won."""
    outcome = rules.outcome(state)
    return outcome is not None and outcome.winners == (SOLVER,)
