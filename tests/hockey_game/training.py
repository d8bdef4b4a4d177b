"""Fits what the beginning of a round is worth: `python -m tests.hockey_game.training [GAMES] [SWEEPS]` writes `judgement.json`.

Winners tell little: the dice decide too much. So a position's worth is made to agree with what the hard opponent expects one round later,
over all dice and several hands of the other seat (fitted value iteration); each sweep begins with the weights of the one before.
Positions are from games of the usual opponent with some random moves.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from data.content import DATA, build
from rules.computer_levels import USUAL_LEVEL, computed
from rules.computers.evaluation import Judgement
from rules.hockey_game.computer.evaluation import NAMES, Worth, features
from rules.hockey_game.computer.expert import Expert
from rules.hockey_game.computer.next_round import NARROW
from rules.hockey_game.state import State
from rules.randomness import Chance
from tests.every_game.setups import random_action
from tests.tools.training import STRAY, Sample, fit

EACH = 8
"""So many positions are taken from a game."""
WORLDS = 4
RIDGE = 1e-5


def positions(rules: Any, number: int) -> list[State]:
    """Beginnings of rounds in one game."""
    rng, chance = random.Random(number), Chance.of(number, "positions")
    state, found = rules.setup(2, {}, number).state, []
    while acting := rules.to_act(state):
        if state.stage == "attack_open" and not state.turn.swapped:
            found.append(state)
        stray = rng.random() < STRAY
        action = random_action(rules, state, acting[0], rng) if stray else computed(rules, state, acting[0], USUAL_LEVEL, chance)
        state = rules.apply(state, acting[0], action).state
    return rng.sample(found, min(EACH, len(found)))


def expectation(rules: Any, state: State, number: int) -> tuple[Sample, float]:
    """What both seats know of a position, with what the attacker expects; and how far that is from what was thought."""
    seat, chance = state.active, Chance.of(number, "expectation")
    worlds = [rules.imagine(state, seat, chance) for _ in range(WORLDS)]
    share = Expert(rules, worlds, seat, chance, None, NARROW).weigh()[0].share
    rows = [np.mean([features(rules.content, rules.prospects, world, s) for world in worlds], axis=0).tolist() for s in (0, 1)]
    surprise = share - rules.judgement.shares(rows)[seat]
    return (rows, [share, 1 - share] if seat == 0 else [1 - share, share], number), surprise


def main() -> None:
    games, sweeps = (*map(int, sys.argv[1:]), *(300, 4)[len(sys.argv) - 1 :])
    rules: Any = build("hockey_game")
    states = [state for number in range(games) for state in positions(rules, number)]
    for _ in range(sweeps):
        found = [expectation(rules, state, number) for number, state in enumerate(states)]
        judgement = Judgement({name: round(float(w), 5) for name, w in zip(NAMES, fit([sample for sample, _ in found], RIDGE), strict=True)})
        print(f"{len(found)} positions, mean surprise {np.sqrt(np.mean([surprise**2 for _, surprise in found])):.4f}", flush=True)
        rules.judgement, rules.worth = judgement, Worth(rules.content, rules.prospects, judgement)
        path = Path(DATA) / "hockey_game" / "judgement.json"
        path.write_text(json.dumps({"weights": judgement.weights}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
