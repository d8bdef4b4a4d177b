"""The match in figures: what each round adds, and the report of the end with the three heroes who added most, its stars (HG-9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.hockey_game.state import State


def count(state: State) -> None:
    """Adds a finished round to the figures of the match report."""
    round_ = state.present
    state.rounds += 1
    if round_.move == "shot":
        state.shots.append((state.period, round_.attacker))
    tally = state.sides[round_.attacker].tally
    tally.tried[round_.move] = tally.tried.get(round_.move, 0) + 1
    if round_.result in ("goal", "moved"):
        tally.won[round_.move] = tally.won.get(round_.move, 0) + 1
    for side, turn in zip(state.sides, round_.turns, strict=True):
        for part in turn.parts:
            if part.source == "hero":
                side.tally.heroes[part.name] = side.tally.heroes.get(part.name, 0) + part.n


def in_period(found: Sequence[tuple[int, int]], period: int) -> list[int]:
    """Each seat's number of goals, or shots, in a period."""
    return [found.count((period, seat)) for seat in (0, 1)]


def goals_in(state: State, period: int) -> list[int]:
    """Each seat's number of goals in a period."""
    return in_period([(goal.period, goal.seat) for goal in state.goals], period)


def report(state: State) -> dict[str, Any]:
    """The match in figures: goals by period, tries and successes by move, referee cards, the three heroes who added most."""
    periods = [goals_in(state, p) for p in range(1, state.period + 1)]
    heroes = [(n, seat, hero) for seat, side in enumerate(state.sides) for hero, n in side.tally.heroes.items()]
    best = sorted(heroes, key=lambda h: (-h[0], h[1], h[2]))[:3]
    return {
        "periods": periods,
        "rounds": state.rounds,
        "tried": [dict(side.tally.tried) for side in state.sides],
        "won": [dict(side.tally.won) for side in state.sides],
        "referee": [side.tally.referee for side in state.sides],
        "heroes": [[seat, hero, n] for n, seat, hero in best],
    }
