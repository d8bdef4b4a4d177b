"""What the strong opponents know of the game: which actions are promising, and what a position is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.game import Action, Budget, Glimpse, Seat
from rules.hockey_game.expert import Expert
from rules.hockey_game.foresight import places, surprise
from rules.hockey_game.prospects import Place
from rules.hockey_game.standing import NAMES, features, logit
from rules.hockey_game.state import State
from rules.parts.chance import Chance
from rules.parts.searching import Candidate, Guide, Weighed

AHEAD = 4
"""One in so many worlds is looked at a round ahead."""
HANDS = 24
"""So many hands of the other seat are enough to weigh a decision."""
GOOD_TEAMS = 3
"""So many teams are good enough."""
CARE = 12.0
"""By how much a promise falls with the odds of an action."""


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
    """An opponent that weighs each action over all dice and many hands of the other seat; `nodes` is how many of these it thinks of."""

    def __init__(self, guide: HockeyGuide, nodes: int) -> None:
        self.guide = guide
        self.nodes = nodes

    def decide(self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, budget: Budget) -> Action:
        found = self.weigh(rules, glimpse, seat, chance, budget)
        if found[0].action[-1] in rules.content.teams:
            # Any of the better teams will do, so that not every game begins alike.
            return chance.choice(found[:GOOD_TEAMS]).action
        return found[0].action

    def weigh(self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, budget: Budget) -> list[Weighed]:
        """The actions worth thinking about, the best first; a part of the worlds is looked at a round ahead, as far as time allows."""
        ahead = budget.nodes // AHEAD
        worlds = [glimpse(chance) for _ in range(max(ahead, min(budget.nodes, HANDS)))]
        expert = Expert(rules, worlds[:ahead] or worlds, seat, chance)
        if ahead and expert.state.round is not None:
            news: dict[Place, float] = {}
            for place in places(expert):
                if budget.over():
                    news = {}
                    break
                news[place] = surprise(expert, worlds[:ahead], place)
            expert = Expert(rules, worlds[:HANDS], seat, chance, news)
        return expert.weigh()
