"""Ratings of players from the places of their games (openskill's Plackett-Luce model), for two or more seats."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

from rules.competition.clock import DAY
from rules.parts.lazy import once

P = TypeVar("P", bound=Hashable)
SHOWN_AT, SHOWN_BY = 1500, 40
"""What a new player's rating is shown as, and how many shown points one of the model's is."""
MONTH = 30 * DAY
"""Seconds in which the games of the same two people are counted."""
IN_FULL = 4
"""So many games of a month with the same opponent count in full; each further one counts half as much as the one before."""


class Rating(NamedTuple):
    """The estimated strength of a player: the mean and its standard deviation, in the model's own points."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return round(SHOWN_AT + SHOWN_BY * (self.mu - Rating().mu))

    @property
    def unsure(self) -> int:
        """The uncertainty of the rating, in the points of `shown`."""
        return round(SHOWN_BY * self.sigma)

    @property
    def sure(self) -> float:
        """A cautious estimate of the strength; leaderboards use it, so that one lucky game leads nowhere."""
        return self.mu - 2 * self.sigma


@once
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(places: Sequence[Sequence[P]], before: Mapping[P, Rating]) -> dict[P, Rating]:
    """The ratings after a game: `places` are groups of players, best first, who share a place; the others begin as new players.

    Raises ValueError for fewer than two players, or one in two places.
    """
    players = [player for group in places for player in group]
    if len(players) < 2 or len(set(players)) < len(players):
        raise ValueError("a rated game needs two or more different players")
    ranks = [float(rank) for rank, group in enumerate(places) for _ in group]
    model = _model()
    old = [before.get(player, Rating()) for player in players]
    teams = model.rate([[model.rating(mu=r.mu, sigma=r.sigma)] for r in old], ranks=ranks)
    return {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(players, teams, strict=True)}


def damping(met: int) -> float:
    """The weight of a game against an opponent met `met` times within a month."""
    return 0.5 ** max(met - IN_FULL + 1, 0)


def first_only(met: int) -> float:
    """The weight of a game if only different opponents count: 1 for the first meeting, else 0."""
    return 0.0 if met else 1.0


def share(parts: Sequence[float]) -> float:
    """The weight of a game for a player: the mean of its weights against each opponent."""
    return fmean(parts) if parts else 0.0


def part_of_the_way(before: Rating, after: Rating, part: float) -> Rating:
    """The rating after a game with a weight (`part`) below 1."""
    return Rating(*(old + (new - old) * part for old, new in zip(before, after, strict=True)))
