"""How strong the computer opponents are: `python -m tests.tools.strength [GAME] [ONE OTHER]` plays games of two, with swapped seats.

An opponent is named as in the rules, `random`, or with the positions that it looks at (`hard:500`); as the second one also `plain:10`, a search
that knows nothing but the contract (`tests/tools/plain_search.py`), with ten times the time of the first. Without two of them each level plays the
one below it. `--games 100-200` plays others than the first hundred, so that what has been played before can be added to. A shared victory counts
half; what is behind `+-` are two standard errors.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import sqrt
from statistics import mean
from typing import Any, NamedTuple

from data.content import build, games
from rules.computer_levels import LEVELS, computed
from rules.game import Action, Budget
from rules.randomness import Chance
from tests.every_game.setups import random_action
from tests.tools import plain_search

RANDOM, PLAIN = "random", "plain"


class Game(NamedTuple):
    """The first opponent's share of the victory, the scores of both, and how long its decisions took, in seconds of a processor."""

    won: float
    scores: tuple[int, int]
    thoughts: tuple[float, ...]

    @property
    def slowest(self) -> float:
        return max(self.thoughts, default=0.0)


def play(key: str, first: str, second: str, seed: int) -> Game:
    """One game of two; the first opponent has the first seat in games with an even number."""
    rules: Any = build(key)
    names = (first, second) if seed % 2 == 0 else (second, first)
    rng, chance = random.Random(seed), Chance.of(seed, "strength")
    thoughts: list[float] = []
    state = rules.setup(2, {o.key: o.values[0] for o in rules.options}, seed // 2).state

    def decide(seat: int, who: str) -> Action:
        name, _, number = who.partition(":")
        if name == RANDOM:
            return random_action(rules, state, seat, rng)
        if name == PLAIN:
            if not thoughts:
                decide(seat, first)
            until = time.thread_time() + float(number) * mean(thoughts)
            return plain_search.decide(rules, partial(rules.imagine, state, seat), seat, chance, lambda: time.thread_time() >= until)
        start = time.thread_time()
        action = computed(rules, state, seat, name, chance, Budget(int(number)) if number else None)
        if who == first:
            thoughts.append(time.thread_time() - start)
        return action

    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], decide(acting[0], names[acting[0]])).state
    outcome, mine = rules.outcome(state), names.index(first)
    scores = outcome.scores or (0, 0)
    return Game((mine in outcome.winners) / len(outcome.winners), (scores[mine], scores[1 - mine]), tuple(thoughts))


def report(key: str, first: str, second: str, numbers: range, pool: ProcessPoolExecutor) -> None:
    """Plays and prints."""
    found = list(pool.map(partial(play, key, first, second), numbers))
    count = len(found)
    won = mean(g.won for g in found)
    error = 2 * sqrt(won * (1 - won) / count)
    one, other = (mean(g.scores[i] for g in found) for i in (0, 1))
    times = [t for g in found for t in g.thoughts]
    print(
        f"{key}: {first} wins {100 * won:.1f} +- {100 * error:.1f} % of {count} games against {second}, {one:.1f} to {other:.1f}; "
        f"decisions {len(times) / count:.0f} a game, {1000 * mean(times or [0]):.0f} ms, at most {1000 * max(times, default=0):.0f} ms",
        flush=True,
    )


def _numbers(text: str) -> range:
    """The numbers of games: `100` is the first hundred, `100-200` the second."""
    first, _, last = text.rpartition("-")
    return range(int(first or 0), int(last))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", metavar="GAME, ONE OTHER", help="games, all if none is named, and two opponents")
    parser.add_argument("--games", type=_numbers, default=range(100))
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    given = parser.parse_args()
    wanted = [w for w in given.words if w in games()] or list(games())
    names = [w for w in given.words if w not in games()]
    rows = (RANDOM, *LEVELS)
    pairs = [(names[0], names[1])] if names else [(one, other) for other, one in pairwise(rows)]
    with ProcessPoolExecutor(given.cores) as pool:
        for key in wanted:
            for first, second in pairs:
                report(key, first, second, given.games, pool)


if __name__ == "__main__":
    main()
