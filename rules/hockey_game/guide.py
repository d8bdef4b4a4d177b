"""What the strong opponents know of the game: which actions are promising, and what a position is worth."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from rules.game import Action, Budget, Glimpse, Seat
from rules.hockey_game.expert import Expert
from rules.hockey_game.standing import NAMES, features, logit
from rules.hockey_game.state import State
from rules.parts.chance import Chance
from rules.parts.searching import Candidate, Guide

CARE = 12.0
"""By how much a promise falls with the odds of an action."""
TASTE = 4
"""So many worlds are looked at first, to see how long it takes."""


class HockeyGuide(Guide[State]):
    """Judges by the features of the beginning of a round."""

    names = NAMES

    def fit(self, rules: Any, state: State) -> bool:
        return state.stage == "attack_open" and not state.turn.swapped

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        return features(rules.content, rules.prospects, state, seat)

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        found = Expert(rules, [state], seat, Chance.of(0)).weigh()
        return [Candidate(CARE * logit(w.share), w.action) for w in found]

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        return rules.content.judgement.shares([self.features(rules, state, seat) for seat in (0, 1)]) if state.round else (0.5, 0.5)


GUIDE = HockeyGuide()


class Expectant:
    """An opponent that weighs each action over all dice, and over so many hands of the other seat."""

    def __init__(self, guide: HockeyGuide, nodes: int) -> None:
        self.guide = guide
        self.nodes = nodes

    def decide(self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, budget: Budget) -> Action:
        started = time.thread_time()
        worlds = [glimpse(chance) for _ in range(min(TASTE, budget.nodes))]
        found = Expert(rules, worlds, seat, chance).weigh()
        # Whoever defends knows what there is to know of the round.
        if len(found) > 1 and worlds[0].round is not None and worlds[0].attacking:
            spent = (time.thread_time() - started) / len(worlds)
            more = min(budget.nodes, budget.seconds / max(spent, 1e-9) - len(worlds)) - len(worlds)
            if more >= 1:
                worlds += [glimpse(chance) for _ in range(int(more))]
                found = Expert(rules, worlds, seat, chance).weigh()
        return found[0].action
