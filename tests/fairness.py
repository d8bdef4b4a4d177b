"""How fair the boards are: wins by seat over computer-against-computer games. `python -m tests.fairness [GAME] [GAMES]`.

For every board of every game and every computer opponent; a seat should win within a quarter of its fair share.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from data.content import build, games
from rules.game import Refused, computed
from rules.parts.chance import Chance

TOLERANCE = 0.25


def winners(game: str, seats: int, options: dict[str, str], opponent: str, seed: int) -> tuple[int, ...]:
    """Plays one game; the opponents see imagined states only, as at a table."""
    rules: Any = build(game)
    chance = Chance.of(seed, "computers")
    state = rules.setup(seats, options, seed).state
    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], opponent, chance)).state
    outcome = rules.outcome(state)
    return outcome.winners


def tables(game: str) -> list[tuple[int, dict[str, str]]]:
    """Each number of seats with each board that fits: the values of a game's first option."""
    rules: Any = build(game)
    option = rules.options[0]
    found = []
    for seats in rules.seats:
        for board in option.values:
            try:
                rules.setup(seats, {option.key: board}, 1)
            except Refused:
                continue
            if board != "auto":
                found.append((seats, {option.key: board}))
    return found


def shares(game: str, seats: int, options: dict[str, str], opponent: str, count: int, pool: ProcessPoolExecutor) -> list[float]:
    """The share of wins of each seat; a shared victory counts in parts."""
    play = partial(winners, game, seats, options, opponent)
    found = [0.0] * seats
    for won in pool.map(play, range(500_000, 500_000 + count), chunksize=8):
        for seat in won:
            found[seat] += 1 / len(won) / count
    return found


def main() -> None:
    wanted = [a for a in sys.argv[1:] if not a.isdigit()] or list(games())
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), 400)
    unfair = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in wanted:
            for seats, options in tables(game):
                for opponent in build(game).opponents:
                    found = shares(game, seats, options, opponent, count, pool)
                    worst = max(abs(share * seats - 1) for share in found)
                    unfair += worst > TOLERANCE
                    numbers = " ".join(f"{100 * share:5.1f}" for share in found)
                    verdict = "fair" if worst <= TOLERANCE else "UNFAIR"
                    print(
                        f"{game} {' '.join(options.values()):6} {seats} seats, {opponent:10} {numbers}   off by {100 * worst:3.0f} %  {verdict}",
                        flush=True,
                    )
    sys.exit(bool(unfair))


if __name__ == "__main__":
    main()
