"""The referee deck: its top card, and shuffling it anew. What a turned card does is `turn_referee` in `game_flow.py`; one that is put down
after many rounds without any: `periods`."""

from __future__ import annotations

from rules.hockey_game.changes import Run


def top(run: Run) -> str:
    """The top referee card; an empty deck is shuffled anew first (HG-7.5), which three periods never need (HG-9.5)."""
    state = run.state
    if not state.referee:
        shuffle(run, "HG-7.5")
    return state.referee.pop(0)


def shuffle(run: Run, rule: str) -> None:
    state = run.state
    state.referee, state.turned = list(run.content.referee), []
    state.chance.shuffle(state.referee)
    run.tell("referee_shuffled", rule)
