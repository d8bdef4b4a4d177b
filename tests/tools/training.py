"""Fits what positions are worth to games: `python -m tests.tools.training GAME [GAMES] [SEATS] [OPPONENT]`, which writes `data/GAME/judgement.json`.

Computers play each other; at some of the decisions the features of all seats are noted, and at the end who has won. The weights are those of the
conditional logit that makes the winners most likely, with a small penalty for large ones; a part of the games is kept aside to see how well it
foretells them. Where a game's guide has features, it gives them by `names` and `features(rules, state, seat)`; options that it names as `varied` have
any of their values, and with 0 for SEATS the games have any number of them. A guide may name its own penalty for large weights, `ridge`.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Collection
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from data.content import DATA, build
from rules.computer_levels import LEVELS, USUAL_LEVEL, computed
from rules.game import Budget, Refused
from rules.randomness import Chance
from tests.every_game.setups import random_action

EVERY = 4
"""One in so many decisions is noted."""
STRAY = 0.08
"""How often a computer does something at random, so that there is something to learn from."""
RIDGE = 0.01
ASIDE = 0.15

Sample = tuple[list[list[float]], list[float], int]
"""The features of each seat, each one's share of the victory, and which game it is from."""


def play(key: str, seats: int, opponent: str, number: int) -> list[Sample]:
    """One game."""
    rules: Any = build(key)
    guide = rules.opponents[LEVELS[-1]].guide
    name, _, nodes = opponent.partition(":")
    rng, chance = random.Random(number), Chance.of(number, "training")
    seats = seats or rng.choice(rules.seats)
    state, noted = begun(rules, seats, getattr(guide, "varied", ()), number, rng), []
    while acting := rules.to_act(state):
        seat = acting[0]
        if rng.randrange(EVERY) == 0 and guide.fit(rules, state):
            noted.append([guide.features(rules, state, s) for s in range(seats)])
        if rng.random() < STRAY:
            action = random_action(rules, state, seat, rng)
        else:
            action = computed(rules, state, seat, name, chance, Budget(int(nodes)) if nodes else None)
        state = rules.apply(state, seat, action).state
    shares = rules.outcome(state).shares
    return [(features, shares, number) for features in noted]


def begun(rules: Any, seats: int, varied: Collection[str], seed: int, rng: random.Random) -> Any:
    """The beginning of a game, with values of the varied options that fit each other."""
    while True:
        options = {o.key: rng.choice(o.values) if o.key in varied else o.values[0] for o in rules.options}
        try:
            return rules.setup(seats, options, seed).state
        except Refused:
            continue


def fit(samples: list[Sample], ridge: float = RIDGE, steps: int = 60) -> np.ndarray:
    """The weights that make the shares of the victory most likely, by Newton's method. Seats without features can win nothing."""
    width = max(len(row) for features, _, _ in samples for row in features)
    seats = max(len(features) for features, _, _ in samples)
    x = np.zeros((len(samples), seats, width))
    there = np.zeros((len(samples), seats), bool)
    y = np.zeros((len(samples), seats))
    for n, (features, shares, _) in enumerate(samples):
        for s, row in enumerate(features):
            if row:
                x[n, s], there[n, s] = row, True
        y[n, : len(shares)] = shares
    scale = x[there].std(axis=0) + 1e-9
    x /= scale
    weights = np.zeros(width)
    for _ in range(steps):
        p = _softmax(x @ weights, there)
        gradient = np.einsum("nsw,ns->w", x, p - y) / len(x) + ridge * weights
        mean = np.einsum("nsw,ns->nw", x, p)
        hessian = (np.einsum("nsw,ns,nsv->wv", x, p, x) - mean.T @ mean) / len(x) + ridge * np.eye(width)
        change = np.linalg.solve(hessian, gradient)
        weights -= change
        if abs(change).max() < 1e-6:
            break
    return weights / scale


def _softmax(sums: np.ndarray, there: np.ndarray) -> np.ndarray:
    odds = np.where(there, np.exp(sums - sums.max(axis=1, keepdims=True)), 0.0)
    return odds / odds.sum(axis=1, keepdims=True)


def surprise(samples: list[Sample], weights: np.ndarray) -> tuple[float, float]:
    """How badly weights foretell games (cross entropy; 0.69 is a guess of two), and how often the likeliest seat wins."""
    loss = hit = 0.0
    for features, shares, _ in samples:
        there = np.array([bool(row) for row in features])[None]
        sums = np.array([float(np.dot(row, weights)) if row else 0.0 for row in features])[None]
        p = _softmax(sums, there)[0]
        loss -= sum(s * np.log(max(q, 1e-9)) for s, q in zip(shares, p, strict=True))
        hit += shares[int(p.argmax())]
    return loss / len(samples), hit / len(samples)


def main() -> None:
    key = sys.argv[1]
    numbers = [int(a) for a in sys.argv[2:] if a.isdigit()]
    count, seats = [*numbers, *(400, 2)[len(numbers) :]][:2]
    opponent = next((a for a in sys.argv[2:] if not a.isdigit()), USUAL_LEVEL)
    rules: Any = build(key)
    names = rules.opponents[LEVELS[-1]].guide.names
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        games = list(pool.map(partial(play, key, seats, opponent), range(count), chunksize=4))
    aside = int(count * ASIDE)
    known, kept = [s for g in games[aside:] for s in g], [s for g in games[:aside] for s in g]
    weights = fit(known, getattr(rules.opponents[LEVELS[-1]].guide, "ridge", RIDGE))
    loss, hit = surprise(kept, weights)
    print(f"{key}: {len(known)} positions of {count} games; of those kept aside: surprise {loss:.3f}, the likeliest seat wins {100 * hit:.1f} %")
    for name, weight in zip(names, weights, strict=True):
        print(f"  {name:24} {weight:9.4f}")
    path = Path(DATA) / key / "judgement.json"
    found = {"weights": {name: round(float(w), 5) for name, w in zip(names, weights, strict=True)}}
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
