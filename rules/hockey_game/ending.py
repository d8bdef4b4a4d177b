"""The end of the match: who has won (HG-9)."""

from __future__ import annotations

from rules.game import Outcome, Seat
from rules.hockey_game.changes import Run
from rules.hockey_game.match_report import report
from rules.hockey_game.state import PERIODS, State


def outcome(state: State) -> Outcome:
    """The outcome of the match (HG-9.3, HG-9.4, HG-9.8)."""
    score = state.score
    if state.resigned >= 0:
        return Outcome(((1 - state.resigned,), (state.resigned,)), "resigned", "HG-9.8", score)
    winner = 0 if score[0] > score[1] else 1
    late = state.period > PERIODS
    return Outcome(((winner,), (1 - winner,)), "overtime" if late else "score", "HG-9.4" if late else "HG-9.3", score)


def finish(run: Run, rule: str) -> None:
    """Ends the match by this rule."""
    state = run.state
    state.stage = "over"
    state.last, state.round = state.round, None
    found = outcome(state)
    run.tell("over", rule, places=[list(g) for g in found.places], reason=found.reason, score=list(state.score), report=report(state))


def concede(run: Run, seat: Seat) -> None:
    """Ends the match for the opponent; the score stays in the record (HG-9.8)."""
    run.state.resigned = seat
    run.tell("resigned", "HG-9.8", seat=seat)
    finish(run, "HG-9.8")
