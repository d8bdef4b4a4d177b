"""What the search knows of Hockey Game: which actions are worth trying, the evaluation of a position, and its own search over all dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.computers.reasons import Fact, Line, Measure, Reason, end_better, followed, reason, shown
from rules.computers.tree_search import Candidate, Guide, Search
from rules.computers.weighed import Weighed, as_good, calibrated_for_people, put_first, thrifty
from rules.game import Action, Budget, Glimpse, Seat, Step
from rules.hockey_game.computer.evaluation import NAMES, features, logit
from rules.hockey_game.computer.expected_goals import Place
from rules.hockey_game.computer.expert import Expert
from rules.hockey_game.computer.next_round import OTHERS, places, surprise
from rules.hockey_game.computer.reasons import WORLDS, in_turn, measures, notable, rest_of_attack
from rules.hockey_game.computer.round_decisions import FINISH
from rules.hockey_game.computer.sums import most
from rules.hockey_game.legal_actions import NONE, bonuses
from rules.hockey_game.state import State
from rules.randomness import Chance

AHEAD = 4
"""One in so many worlds is looked at a round ahead."""
HANDS = 24
"""So many hands of the other seat are enough to weigh a decision."""
GOOD_TEAMS = 3
"""So many teams are good enough."""
FIRST_SIGHT = 3
"""In so many worlds actions are weighed at first sight."""
COMPARED = 12
"""In so many worlds an action is looked at that was played against all expectation."""
ERROR = 0.02
"""Shares that differ by no more than this are the same, as far as can be told from a few draws."""
SPENDING = ("bonus", "special", "deploy", "hero")
"""Verbs of actions that use cards or heroes."""
KIND, HERO = 0.5, 2.0
"""By how much cheaper a bonus card is that fits one kind of move alone, and what a hero or a special card costs, in points of bonus cards."""
CARE = 12.0
"""By how much a promise falls with the odds of an action."""


class HockeyGuide(Guide[State]):
    """Evaluates the features of the beginning of a round."""

    names = NAMES

    def fit(self, rules: Any, state: State) -> bool:
        return state.stage == "attack_open" and not state.turn.swapped

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        return features(rules.content, rules.prospects, state, seat)

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        found = Expert(rules, [state], seat, Chance.of(0)).weigh()
        # Any of the better teams will do, so that not every game begins alike.
        enough = found[min(GOOD_TEAMS, len(found)) - 1].share if found[0].action[-1] in rules.content.teams else 1.0
        return [Candidate(CARE * logit(min(w.share, enough)), w.action) for w in found]

    def notable(self, rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        return notable(rules, before, acting, step, seat)

    def measures(self, rules: Any, state: State, seat: Seat) -> Iterable[Measure]:
        return measures(rules, state, seat)

    def cost(self, rules: Any, action: Action) -> float:
        """What it uses: bonus cards by their points, those for one kind of move a little less, heroes and special cards all alike."""
        if action[0] not in SPENDING:
            return 0.0
        used = (word.partition("+") for word in action[1:] if word != NONE)
        return sum(float(points.removesuffix("r")) - KIND * bool(move) if points else HERO for move, _, points in used)

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        return rules.judgement.shares([self.features(rules, state, seat) for seat in (0, 1)]) if state.round else (0.5, 0.5)


GUIDE = HockeyGuide()


class HockeySearch(Search[State]):
    """An opponent that evaluates each action over all dice and many hands of the other seat; `nodes`: how many hands."""

    def advise(self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, budget: Budget) -> Weighed:
        return self._choice(rules, self.weigh(rules, glimpse, seat, chance, budget), glimpse, chance)

    def explained(
        self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, budget: Budget, played: Action | None = None
    ) -> tuple[list[Weighed], Reason | None]:
        """Reasons follow both actions to the end of the attack, with the dice of each world. All shares are calibrated."""
        found = self.weigh(rules, glimpse, seat, chance, budget, played)
        if played is None:
            best = self._choice(rules, found, glimpse, chance, told=True)
            found = thrifty(rules, self.guide, [best, *(w for w in found if w.action != best.action)], 0)
            found = self._beside(rules, found, glimpse, seat, chance)
        compared = [found[0], *(w for w in found[1:] if played in (None, w.action))][:2]
        lines = [list[Line]() for _ in compared]
        while len(lines[0]) < WORLDS:
            world = glimpse(chance)
            if world.round is None:
                break
            for row, weighed in zip(lines, compared, strict=True):
                line = followed(rules, world, rest_of_attack(rules, world, seat, weighed.action, chance), seat, self.guide)
                row.append(in_turn(line))
        if len(compared) == 1:
            why = reason((), found[0].share, found[0].share, lines[0], [])
            return calibrated_for_people(rules, 2, found, why._replace(shown=shown(rules, lines[0], why, seat, self.guide)))
        if played is None and as_good(*compared) and end_better(*reversed(lines)):
            found, lines = put_first(found, compared[1]), lines[::-1]
            compared = found[:2]
        best, other = compared
        why = reason(other.action, best.share, other.share, *lines)
        return calibrated_for_people(rules, 2, found, why._replace(shown=shown(rules, lines[0], why, seat, self.guide)))

    def _beside(self, rules: Any, found: list[Weighed], glimpse: Glimpse[State], seat: Seat, chance: Chance) -> list[Weighed]:
        """The only action worth considering, and one of another kind, unless that is found to be better."""
        other = self.guide.alternative(rules, glimpse(chance), seat, found[0].action) if len(found) == 1 else None
        if other is None:
            return found
        best, *rest = self.weigh(rules, glimpse, seat, chance, Budget(FIRST_SIGHT), other)
        return [best, *rest] if best.action == found[0].action else found

    @staticmethod
    def _choice(rules: Any, found: list[Weighed], glimpse: Glimpse[State], chance: Chance, told: bool = False) -> Weighed:
        """What it does, or what it says that should be done: cards are not spent where they bring nothing that can be told."""
        if found[0].action[-1] in rules.content.teams:
            # Any of the better teams will do, so that not every game begins alike.
            return chance.choice(found[:GOOD_TEAMS])
        best, idle = found[0], next((w for w in found if w.action == FINISH), found[0])
        state = glimpse(Chance.of(0))
        if idle is not best and best.share - idle.share <= ERROR and (_stopped(state) or (told and _hopeless(rules, state))):
            return idle._replace(cheaper=True)
        return best

    def weigh(self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, budget: Budget, played: Action | None = None) -> list[Weighed]:
        """The actions worth considering, the best first, and `played`; some of the worlds are looked at a round ahead, as far as time allows."""
        ahead = budget.nodes // AHEAD
        worlds = [glimpse(chance) for _ in range(max(ahead, min(budget.nodes, HANDS)))]
        expert = Expert(rules, worlds[:ahead] or worlds, seat, chance)
        if ahead and expert.state.round is not None:
            expert = Expert(rules, worlds[:HANDS], seat, chance, _news(expert, worlds[:ahead], budget))
        found = expert.weigh()
        if played is not None and all(w.action != played for w in found):
            found = sorted([*found, _weighed(expert, played)], key=lambda w: -w.share)
        return found

    def glance(self, rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance, action: Action) -> tuple[float, float] | None:
        """The mean share expected for the best action and for this one, over a few worlds; None if there is nothing to choose."""
        found = self.weigh(rules, glimpse, seat, chance, Budget(FIRST_SIGHT), action)
        if len(found) < 2:
            return None
        return found[0].share, next(w.share for w in found if w.action == action)


def _stopped(state: State) -> bool:
    """Whether the defender has reached the attacker's value, so that no more cards are needed."""
    return state.stage == "defend_play" and _short(state) <= 0


def _hopeless(rules: Any, state: State) -> bool:
    """Whether the defender cannot reach the attacker's value with all cards, even by the best card of the referee."""
    if state.stage != "defend_play":
        return False
    cards = [rules.content.cards[word] for word in bonuses(rules.content, state)]
    swing = max(effect.own - effect.opponent for effect in rules.content.codes.values()) if any(card.referee for card in cards) else 0
    return most(rules, state) + swing < _short(state)


def _short(state: State) -> int:
    """By how much the defender is behind the attacker's value."""
    return state.present.turns[1 - state.active].total - state.turn.total


def _news(expert: Expert, worlds: Sequence[State], budget: Budget) -> dict[Place, float]:
    """The results of looking a round ahead; none if time is over before all places are compared."""
    found = {}
    for place in places(expert):
        if budget.over():
            return {}
        found[place] = surprise(expert, worlds, place)
    return found


def _weighed(expert: Expert, action: Action) -> Weighed:
    """An action that isn't evaluated itself, with the value of the best that can follow, over several worlds."""
    rules, seat, chance = expert.rules, expert.seat, expert.chance
    worlds = expert.worlds[:COMPARED]
    found = 0.0
    for world in worlds:
        after = rules.apply(world, seat, action).state
        outcome = rules.outcome(after)
        if outcome is not None:
            found += outcome.shares[seat]
            continue
        acting = after.active
        known = [rules.imagine(after, acting, chance) for _ in range(OTHERS)]
        news = expert.news if after.rounds == world.rounds else None
        share = Expert(rules, known, acting, chance, news).weigh()[0].share
        found += share if acting == seat else 1 - share
    return Weighed(action, found / len(worlds), len(worlds))
