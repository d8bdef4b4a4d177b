"""The evaluation of a game between two rounds, and what the results of a round lead to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.computers.evaluation import Judgement
from rules.game import Seat
from rules.hockey_game.computer.expected_goals import Heroes, Place, Prospects
from rules.hockey_game.content import Card, Content
from rules.hockey_game.rink import CENTRE
from rules.hockey_game.state import HAND, PERIODS, State

PACE = 2.4
"""So many rounds are played for each referee card."""
NEAR = 3
"""So many rounds are near."""
LATE, LATE_LEAD = 2.0, 0.5
"""The less is left of the game, the more anything is worth: these are added to the referee cards that are left, lest that have no bounds."""
SURE = 12.0
"""The logarithm of the odds of a game that is over."""

FULL = 15
"""The referee cards of a whole game."""

CARDS = ("cards", "points", "narrow", "shots", "symbols", "heroes", "attacking", "defending", "injuries")
"""What is counted of a hand."""
PUBLIC = ("lead", "near", "far", "later", "time")
NAMES = (*PUBLIC, *(f"attacker_{name}" for name in CARDS), *(f"defender_{name}" for name in CARDS))
"""The features of a seat between two rounds."""


def counts(card: Card) -> tuple[float, ...]:
    """What a card adds to the features of a hand."""
    bonus = card.kind == "bonus"
    special = card.kind == "special"
    return (
        float(bonus),
        float(card.value if bonus else 0),
        float(card.value if bonus and card.attribute not in (None, "shot") else 0),
        float(card.value if bonus and card.attribute == "shot" else 0),
        float(bonus and card.referee),
        float(card.kind == "hero"),
        float(special and card.when != "defend"),
        float(special and card.when != "attack"),
        float(card.kind == "injury"),
    )


class Scene(NamedTuple):
    """The public part of a game between two rounds, without puck and hands. `left`: the referee cards until it ends."""

    lead: int
    period: int
    clock: int
    cards: int
    teams: tuple[str, str]
    heroes: Heroes
    time: tuple[bool, bool]

    @property
    def left(self) -> int:
        """The referee cards until the game ends; 0 in overtime."""
        return max(0, (PERIODS - self.period) * self.cards + self.cards - self.clock) if self.period <= PERIODS else 0

    @property
    def weight(self) -> float:
        """The weight of a part of a goal at this time."""
        return 1 / math.sqrt(self.left + LATE)


def scene(state: State, heroes: Heroes | None = None) -> Scene:
    """The scene of a state, with other heroes where they are given. The lead is seat 0's."""
    one, other = state.sides
    score = state.score
    heroes = heroes or (tuple(sorted(one.heroes)), tuple(sorted(other.heroes)))
    return Scene(score[0] - score[1], state.period, state.clock, state.period_cards, (one.team, other.team), heroes, (one.time, other.time))


def public(prospects: Prospects, found: Scene, puck: str, attacker: Seat) -> tuple[float, ...]:
    """The public features, from the side of seat 0."""
    weight = found.weight
    rounds = max(1, round(PACE * (found.cards - found.clock))) if found.period <= PERIODS else round(PACE * found.cards)
    near = prospects.goals(found.teams, found.heroes, (puck, attacker), min(NEAR, rounds))
    far = prospects.goals(found.teams, found.heroes, (puck, attacker), rounds) - near
    later = 0.0
    if found.period < PERIODS:
        first = prospects.goals(found.teams, ((), ()), (CENTRE, 0), round(PACE * found.cards))
        second = prospects.goals(found.teams, ((), ()), (CENTRE, 1), round(PACE * found.cards))
        later = (PERIODS - found.period) * (first - second) / 2
    return (
        found.lead / math.sqrt(found.left + LATE_LEAD),
        weight * (near if attacker == 0 else -near),
        weight * (far if attacker == 0 else -far),
        weight * later,
        (found.time[0] - found.time[1]) * found.left / FULL,
    )


def features(content: Content, prospects: Prospects, state: State, seat: Seat) -> list[float]:
    """A seat's features at the beginning of a round; what both seats have is divided between them."""
    found = scene(state)
    attacker = state.present.attacker
    row = [n / 2 if seat == 0 else -n / 2 for n in public(prospects, found, state.puck, attacker)]
    hand = [0.0] * len(CARDS)
    for word in state.sides[seat].hand:
        hand = [a + b for a, b in zip(hand, counts(content.cards[word]), strict=True)]
    none = [0.0] * len(CARDS)
    weighed = [found.weight * n for n in hand]
    return [*row, *weighed, *none] if seat == attacker else [*row, *none, *weighed]


class Worth:
    """The value of cards in hand, for the next attacker and the next defender, not yet weighted by the time left."""

    def __init__(self, content: Content, prospects: Prospects, judgement: Judgement) -> None:
        assert judgement.fits(NAMES)
        self.prospects = prospects
        self.odds = lru_cache(8192)(self._odds)
        weights = list(judgement.weights.values())
        first = len(PUBLIC)
        self.public = tuple(weights[:first])
        attacking, defending = weights[first : first + len(CARDS)], weights[first + len(CARDS) :]
        self.of: Mapping[str, tuple[float, float]] = {
            word: (dot(attacking, counts(card)), dot(defending, counts(card))) for word, card in content.cards.items()
        }

    def _odds(self, now: Scene, puck: str, attacker: Seat) -> float:
        """Seat 0's log odds of winning, with a seat attacking from a place, before the hands are counted."""
        return dot(self.public, public(self.prospects, now, puck, attacker))


def dot(one: Sequence[float], other: Sequence[float]) -> float:
    """The sum of products."""
    return sum(a * b for a, b in zip(one, other, strict=True))


class Pack:
    """A hand with its value, and the mean value of a card drawn to it."""

    def __init__(self, worth: Worth, hand: Sequence[str], drawn: Sequence[str]) -> None:
        of = worth.of
        self.of = of
        self.hand = list(hand)
        self.attacking = sum(of[w][0] for w in hand)
        self.defending = sum(of[w][1] for w in hand)
        n = len(drawn) or 1
        self.drawn = (sum(of[w][0] for w in drawn) / n, sum(of[w][1] for w in drawn) / n)

    def value(self, then: Then, attacks: bool) -> float:
        """The value of the hand after a round, before cards are taken from it."""
        share = then.share if attacks else 1 - then.share
        found = share * self.attacking + (1 - share) * self.defending
        if then.refills[0 if attacks else 1]:
            found += (HAND - len(self.hand)) * (share * self.drawn[0] + (1 - share) * self.drawn[1])
        return then.weight * found

    def cost(self, then: Then, attacks: bool, word: str) -> float:
        """The cost of having played a card; negative if a better one is drawn in its place."""
        share = then.share if attacks else 1 - then.share
        one, other = self.of[word]
        if then.refills[0 if attacks else 1]:
            one, other = one - self.drawn[0], other - self.drawn[1]
        return then.weight * (share * one + (1 - share) * other)


class Then(NamedTuple):
    """The situation after a result, from the side of the round's attacker.

    `logit`: the log odds without the hands. `share`: the probability that the same seat attacks next. `refills`: whether attacker and defender
    refill.
    """

    logit: float
    weight: float = 0.0
    share: float = 0.5
    refills: tuple[bool, bool] = (False, False)


WON, LOST = Then(SURE), Then(-SURE)


class Results:
    """The results of a round, for a seat that attacks in a scene.

    `news`: by how much its odds with the puck at a place are better than estimated, if a look ahead has found that.
    """

    def __init__(self, worth: Worth, now: Scene, attacker: Seat, news: Mapping[Place, float]) -> None:
        self.prospects = worth.prospects
        self.worth = worth
        self.now = now
        self.attacker = attacker
        self.news = news
        self.of = lru_cache(None)(self._of)

    def _of(self, won: bool, puck: str, target: str, turned: int) -> tuple[Then, ...]:
        """The situations after a move to a target, or a shot (no target), with `turned` referee cards; the defender may choose among several."""
        now, ground, seat = self.now, self.prospects.ground, self.attacker
        goal = won and not target
        if goal and now.period > PERIODS:
            return (WON,)
        after = now._replace(lead=now.lead + (0 if not goal else 1 if seat == 0 else -1), clock=now.clock + turned)
        if after.clock >= now.cards:
            if now.period >= PERIODS and after.lead:
                return (WON,) if (after.lead > 0) == (seat == 0) else (LOST,)
            return (self._faceoff(after._replace(period=now.period + 1, clock=0, heroes=((), ())), CENTRE),)
        if goal:
            return (self._faceoff(after, CENTRE),)
        if won:
            return (self._goes_on(after, target, seat, (False, False)),)
        if not target and ground.in_third(seat, puck):
            own = ground.own_goal(1 - seat)
            return (self._goes_on(after, own.crease, 1 - seat, (True, False)), *(self._faceoff(after, circle) for circle in own.circles))
        return (self._goes_on(after, puck, 1 - seat, (True, False)),)

    def _goes_on(self, after: Scene, puck: str, attacks: Seat, refills: tuple[bool, bool]) -> Then:
        return Then(self._logit(after, puck, attacks) + self.news.get((puck, attacks), 0.0), after.weight, float(attacks == self.attacker), refills)

    def _faceoff(self, after: Scene, puck: str) -> Then:
        first = self.prospects.faceoff(after.teams, after.heroes)
        share = first if self.attacker == 0 else 1 - first
        odds = share * sigmoid(self._logit(after, puck, self.attacker)) + (1 - share) * sigmoid(self._logit(after, puck, 1 - self.attacker))
        return Then(logit(odds), after.weight, share, (True, True))

    def _logit(self, after: Scene, puck: str, attacks: Seat) -> float:
        found = self.worth.odds(after, puck, attacks)
        return found if self.attacker == 0 else -found


def sigmoid(x: float) -> float:
    """The probability of log odds."""
    return 1 / (1 + math.exp(-x)) if x > -30 else 0.0


def logit(p: float) -> float:
    """The log odds of a probability."""
    p = min(1 - 1e-6, max(1e-6, p))
    return math.log(p / (1 - p))
