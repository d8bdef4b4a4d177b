"""Some random games of every game; ten thousand of each by `python -m tests.every_game.test_random_play [GAME] [GAMES]`."""

from __future__ import annotations

import sys

import pytest

from tests.every_game.setups import SETUPS, Setup, random_game
from tests.sampled import often

LONGEST = 5000
GAMES = often(8, 30)
"""How many of each game are played in the test run, spread over its setups."""


def play(setup: Setup, games: int, first: int = 0) -> int:
    """Plays games to the end; returns the number of actions. Every game must end, with nobody stuck."""
    actions = 0
    for seed in range(first, first + games):
        game = random_game(setup, seed)
        steps = [step for _, (_, _, _, step) in zip(range(LONGEST), game, strict=False)]
        assert setup.rules.outcome(steps[-1].state) is not None, f"{setup} with seed {seed} does not end"
        actions += len(steps)
    return actions


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_random_games_end(setup):
    play(setup, -(-GAMES // len([s for s in SETUPS if s.game == setup.game])))


if __name__ == "__main__":
    wanted = next((int(a) for a in sys.argv[1:] if a.isdigit()), 10_000)
    chosen = [s for s in SETUPS if s.game in sys.argv[1:]] or SETUPS
    for one in chosen:
        share = -(-wanted // len([s for s in SETUPS if s.game == one.game]))
        print(f"{one}: {share} games, {play(one, share, 1000)} actions, none stuck", flush=True)
