"""When a period ends (referee cards, the stall guard), what happens then, and overtime when the score is equal after the third (HG-9)."""

from __future__ import annotations

from rules.hockey_game.changes import Run
from rules.hockey_game.ending import finish
from rules.hockey_game.match_report import goals_in, in_period
from rules.hockey_game.referee_deck import shuffle, top
from rules.hockey_game.state import PERIODS

QUIET_LIMIT = 12
"""So many rounds without a referee card, and the stall guard puts one down (HG-9.6)."""


def end_period(run: Run) -> bool:
    """Ends a period: heroes leave and the clock starts again; returns whether the game goes on (HG-9.1 to HG-9.4).

    After the third period the higher score wins. While the score is equal, further periods follow, in which the first goal wins.
    """
    state = run.state
    goals, shots = goals_in(state, state.period), in_period(state.shots, state.period)
    run.tell("period_over", "HG-9.1", period=state.period, goals=goals, shots=shots, score=list(state.score), cards=state.clock)
    state.ended = state.period
    for side in state.sides:
        side.discard += side.heroes
        side.heroes = []
    state.clock = state.quiet = 0
    if state.period >= PERIODS and state.score[0] != state.score[1]:
        finish(run, "HG-9.3")
        return False
    state.period += 1
    if (state.period - PERIODS) % PERIODS == 1:  # The fourth, the seventh, and so on.
        shuffle(run, "HG-9.4")
    run.tell("period", "HG-9.2" if state.period <= PERIODS else "HG-9.4", period=state.period)
    return True


def ends_period(run: Run) -> bool:
    """Returns whether the period ends with this round (HG-9.1); counts rounds for the stall guard (HG-9.6)."""
    state = run.state
    state.quiet += 1
    if state.guard and state.quiet == QUIET_LIMIT:
        code = top(run)
        state.turned.append(code)
        state.clock += 1
        state.quiet = 0
        run.tell("put_down", "HG-9.6", code=code, n=state.clock, of=state.period_cards)
    return state.clock >= state.period_cards  # Five, or three in short periods (HG-9.7).
