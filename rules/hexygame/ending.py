"""The end of the game: who has won, and why (HX-12). The Flag, the Centre and an agreement end it at once, by `Run.win`."""

from __future__ import annotations

from rules.game import Outcome
from rules.hexygame.changes import Run
from rules.hexygame.state import WINNING, State

LAST_TURN = 160
"""When this turn ends, the game does (HX-12.5)."""
QUIET = 10
"""So many turns without anything new end the game once both libraries are empty (HX-12.5)."""


def outcome(state: State) -> Outcome:
    """The outcome: who won (HX-12.1 to HX-12.5; both in a draw), and the Winning Dice."""
    rule = {"flag": "HX-12.1", "centre": "HX-12.2", "exhaustion": "HX-12.5"}.get(state.reason, "HX-12.4")
    places = ((0, 1),) if state.winner < 0 else ((state.winner,), (1 - state.winner,))
    dice = tuple(side.dice for side in state.sides)
    return Outcome(places, state.reason, rule, dice, tuple((min(d, WINNING),) for d in dice))


def count_quiet(state: State) -> None:
    """Counts turns while both libraries are empty; what is new begins the count again, by setting it to -1 where it happens."""
    state.quiet = 0 if any(side.library for side in state.sides) else state.quiet + 1


def is_exhausted(state: State) -> bool:
    """Whether the game ends with this turn: after the last one, or when for long nothing new has happened with empty libraries (HX-12.5)."""
    return state.turn >= LAST_TURN or state.quiet >= QUIET


def exhausted(run: Run) -> None:
    """Ends an exhausted game: the higher Winning Dice wins, then more counters (HX-12.5)."""
    state = run.state
    figures = [(side.dice, sum(r.points for r in state.realities.values() if r.owner == s)) for s, side in enumerate(state.sides)]
    winner = -1 if figures[0] == figures[1] else int(figures[1] > figures[0])
    run.win(winner, "exhaustion", "HX-12.5")
