"""Which size of a handicap makes a game between two players about even, by their ratings and by what sizes were measured to be worth."""

from __future__ import annotations

import math
from collections.abc import Mapping

from rules.competition.ratings import Rating
from rules.parts.handicaps import SIZES

SPREAD = 25.0 / 6
"""How much luck there is in a game, in the model's own points (its beta)."""


def fair_size(weaker: Rating, stronger: Rating, measured: Mapping[int, float]) -> int:
    """The size with which the weaker one comes closest to winning every other game; 0 if none is better. `measured`: how often the weaker of two
    won with each size that was tried, 0 among them. The less is known of the players, the smaller it is."""
    spread = math.sqrt(2 * SPREAD**2 + weaker.sigma**2 + stronger.sigma**2)
    behind = (stronger.mu - weaker.mu) / spread
    return min((0, *SIZES), key=lambda size: abs(worth(size, measured) - behind))


def worth(size: int, measured: Mapping[int, float]) -> float:
    """By how much a size raises the log odds of whoever has it: as measured, and between measured sizes evenly."""
    below = max(known for known in measured if known <= size)
    above = min((known for known in measured if known >= size), default=below)
    part = (size - below) / (above - below) if above > below else 0.0
    log_odds = (1 - part) * _log_odds(measured[below]) + part * _log_odds(measured[above])
    return log_odds - _log_odds(measured[0])


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))
