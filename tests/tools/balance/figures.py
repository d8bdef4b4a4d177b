"""Measured figures with their limits and confidence intervals, and the functions that compute them from finished games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import sqrt
from statistics import mean
from typing import NamedTuple

from tests.tools.balance.playing import Played

EVEN = (45.0, 55.0)
"""Percent of the victories of a seat, of two."""
FIELD = (42.0, 58.0)
"""Percent of the victories of a deck or team against all others, with two seats."""
BEATEN = 40.0
"""Percent that a simple plan may win at most, of two."""
SEAT, DECK = 1 / 4, 1 / 3
"""By how much of its fair share a seat or a deck may win more or less, with three and four seats."""


ERRORS = 2.6
"""How many standard errors an interval reaches: the figures are looked at several times while games add up."""
KEPT, BROKEN, OPEN = "kept", "broken", "not shown"
"""What is said of a figure: its interval lies within the limits, outside, or across one of them."""


class Row(NamedTuple):
    """A figure, the limits it should keep, and its confidence `interval`, which is None for an exact count."""

    what: str
    value: float
    low: float
    high: float
    unit: str = "%"
    interval: tuple[float, float] | None = None

    @property
    def verdict(self) -> str:
        """`KEPT`, `BROKEN`, or `OPEN` if the interval crosses a limit, so that too few games were played to decide."""
        least, most = self.interval or (self.value, self.value)
        if self.low <= least and most <= self.high:
            return KEPT
        return BROKEN if most < self.low or least > self.high else OPEN

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The table cells: the figure's name, its value with the interval, its limits, and the verdict."""
        between = f" ({self.interval[0]:.1f} to {self.interval[1]:.1f})" if self.interval else ""
        high = "" if self.high == float("inf") else f"{self.high:.3g}"
        limits = f"{self.low:.3g} to {high}" if high and self.low > 0 else f"at most {high}" if high else f"at least {self.low:.3g}"
        return self.what, f"{self.value:.1f}{' ' + self.unit if self.unit else ''}{between}", limits, self.verdict


def wilson(share: float, games: int, errors: float = ERRORS) -> tuple[float, float]:
    """The Wilson score interval, `errors` standard errors wide on each side, of a `share` of `games`; 0 of 10 games does not give 0 to 0."""
    spread = errors * errors / games
    middle, half = share + spread / 2, sqrt(spread * share * (1 - share) + spread * spread / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


def percent(what: str, hits: Sequence[float], limits: tuple[float, float]) -> Row:
    """The mean of `hits`, values from 0 to 1, as a row in percent with its Wilson interval."""
    share = mean(hits)
    low, high = wilson(share, len(hits))
    return Row(what, 100 * share, *limits, interval=(100 * low, 100 * high))


def fair(seats: int, off: float) -> tuple[float, float]:
    """The limits in percent around the fair share of one of `seats`; `off` is the relative deviation allowed."""
    return 100 / seats * (1 - off), 100 / seats * (1 + off)


def by_seat(played: Sequence[Played], name: str = "seat") -> list[Row]:
    """A row for each seat, counted from the one that began: how often it wins. With two seats only the first has a row."""
    seats = len(played[0].shares)
    limits = EVEN if seats == 2 else fair(seats, SEAT)
    shown = range(1) if seats == 2 else range(seats)
    return [percent(f"{name} {n + 1} of {seats} wins", [g.shares[(g.first + n) % seats] for g in played], limits) for n in shown]


def by_brought(played: Sequence[Played]) -> list[Row]:
    """A row for each deck or team: how often it wins."""
    seats = len(played[0].shares)
    limits = FIELD if seats == 2 else fair(seats, DECK)
    rows = []
    for name in dict.fromkeys(word for g in played for word in g.deal.brought):
        shares = [s for g in played for word, s in zip(g.deal.brought, g.shares, strict=True) if word == name]
        rows.append(percent(f"{name} wins, of {seats}", shares, limits))
    return rows


def by_plan(played: Sequence[Played], plans: Iterable[str]) -> list[Row]:
    """A row for each of the simple `plans`: how often it wins against the computers."""
    found = {plan: [g.shares[g.deal.players.index(plan)] for g in played if plan in g.deal.players] for plan in plans}
    return [percent(f"the plan `{plan}` wins", shares, (0, BEATEN)) for plan, shares in found.items()]


def rates(played: Sequence[Played], what: str, cards: Iterable[str], decks: Mapping[str, Collection[str]]) -> str:
    """How often each card is used (the note `what`) per game of a deck that has it, rarest first, as text; `decks` maps names to cards."""
    chances = Counter(card for g in played for deck in g.deal.brought for card in decks[deck])
    found = sorted((sum(g.sum((what, card)) for g in played) / chances[card], card) for card in cards if chances[card])
    return ", ".join(f"{card} {rate:.2f}" for rate, card in found)


def cross(played: Sequence[Played]) -> list[str]:
    """The win rates of each deck or team against each other in games of two seats, as lines of a text table."""
    names = list(dict.fromkeys(word for g in played for word in g.deal.brought))
    lines = [f"{'':18} " + " ".join(f"{name[:6]:>6}" for name in names)]
    for one in names:
        cells = []
        for other in names:
            found = [g.shares[g.deal.brought.index(one)] for g in played if {one, other} == set(g.deal.brought) and one != other]
            cells.append(f"{100 * mean(found):6.1f}" if found else "     -")
        lines.append(f"{one[:18]:>18} " + " ".join(cells))
    return lines


def plain(what: str, value: float, limits: tuple[float, float], unit: str = "") -> Row:
    """A figure that is not a share, without an interval."""
    return Row(what, value, *limits, unit)
