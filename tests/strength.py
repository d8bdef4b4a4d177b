"""How strong the computer opponents are: `python -m tests.strength [GAME] [GAMES]` lets the first of a game play random play and the others.

Seats are swapped from game to game. A shared victory counts half.
"""

from __future__ import annotations

import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from data.content import build, games
from rules.game import Action
from rules.parts.chance import Chance
from tests.every_game.setups import random_action

RANDOM = "random"


class Game(NamedTuple):
    """The first opponent's share of the victory, the scores of both, and the longest decision in seconds."""

    won: float
    scores: tuple[int, int]
    slowest: float


def computer(rules: Any, state: Any, seat: int, name: str, chance: Chance) -> Action:
    """What a computer opponent does; it sees imagined states only, as at a table."""
    return rules.opponents[name](rules, lambda c: rules.imagine(state, seat, c), seat, chance)


def play(key: str, first: str, second: str, seed: int) -> Game:
    """One game of two; the first opponent has the first seat in games with an even number."""
    rules: Any = build(key)
    names = (first, second) if seed % 2 == 0 else (second, first)
    rng, chance, slowest = random.Random(seed), Chance.of(seed, "strength"), 0.0
    state = rules.setup(2, {o.key: o.values[0] for o in rules.options}, seed // 2).state

    def decide(seat: int) -> Action:
        nonlocal slowest
        if names[seat] == RANDOM:
            return random_action(rules, state, seat, rng)
        start = time.perf_counter()
        action = computer(rules, state, seat, names[seat], chance)
        slowest = max(slowest, time.perf_counter() - start)
        return action

    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], decide(acting[0])).state
    outcome, mine = rules.outcome(state), names.index(first)
    scores = outcome.scores
    return Game((mine in outcome.winners) / len(outcome.winners), (scores[mine], scores[1 - mine]), slowest)


def main() -> None:
    wanted = [a for a in sys.argv[1:] if not a.isdigit()] or list(games())
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), 100)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for key in wanted:
            first, *others = build(key).opponents
            for other in (RANDOM, *others):
                found = list(pool.map(partial(play, key, first, other), range(count)))
                won = 100 * sum(g.won for g in found) / count
                means = [sum(g.scores[i] for g in found) / count for i in (0, 1)]
                slowest = 1000 * max(g.slowest for g in found)
                print(
                    f"{key}: {first} wins {won:.1f} % against {other}, {means[0]:.1f} to {means[1]:.1f}, slowest decision {slowest:.0f} ms",
                    flush=True,
                )


if __name__ == "__main__":
    main()
