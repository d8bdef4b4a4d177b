"""Tournament standings: points, places and tie-breaks, each number with its breakdown.

Which tie-breaks count in a format, and in what order: `CHAINS` in `rules/competition/tournament/state.py`.

A match gives each entrant two half points for everybody placed below it and one for everybody it shares its place with: two for a win
between two, one for a draw, six down to none at a table of four.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from rules.competition import Entrant
from rules.competition.ratings import SHOWN_AT
from rules.randomness import Chance

LEAST_SHARE = Fraction(1, 3)
"""The share of points that an opponent counts with at the least, so that one who lost everything does not ruin a winner."""
SPAN = 800
"""Over how many rating points a performance goes, from losing all to winning all."""


class MatchResult(NamedTuple):
    """A finished match: its entrants, and their places, best first. A bye has one entrant.

    `scores`: the game's own figures, if it has any. `absent`: entrants who did not come. `round`: from 1.
    """

    entrants: tuple[Entrant, ...]
    places: tuple[tuple[Entrant, ...], ...]
    scores: Mapping[Entrant, int] = {}
    absent: frozenset[Entrant] = frozenset()
    round: int = 0

    @property
    def bye(self) -> bool:
        """Whether this is a bye and no match."""
        return len(self.entrants) == 1

    @property
    def most(self) -> int:
        """The half points of a winner; a bye counts like a win between two."""
        return 2 if self.bye else 2 * (len(self.entrants) - 1)

    def points(self, entrant: Entrant) -> int:
        """An entrant's half points."""
        if self.bye:
            return self.most
        at = next(n for n, group in enumerate(self.places) if entrant in group)
        below = sum(len(group) for group in self.places[at + 1 :])
        return 0 if entrant in self.absent else 2 * below + len(self.places[at]) - 1


class Part(NamedTuple):
    """The contribution of one opponent, or of a round without a game (None), to a tie-break.

    `adjusted`: the opponent left early and counts with other points than it has. `missed`: the round could have been played.
    """

    opponent: Entrant | None
    value: Fraction
    adjusted: bool = False
    missed: bool = False


class Unplayed(NamedTuple):
    """A round in which an entrant had no game: its half points; `missed` unless it was a bye or the opponent did not come."""

    round: int
    points: int
    missed: bool


class Standing(NamedTuple):
    """An entrant's line. `place`: the same for entrants that nothing tells apart. `breaks`: tie-breaks in the order of the chain."""

    entrant: Entrant
    place: int
    points: int
    played: int
    breaks: tuple[Fraction, ...]


class Standings:
    """The standings after some matches. `chain` names tie-breaks, the weightiest first; `seed` is the published one that the lot is drawn from.

    Where it is said which `rounds` of a Swiss are over, rounds that were not played count in tie-breaks as FIDE has it since 2023 (C.07, 16): one's
    own as a game against a dummy with as many points as oneself, and those after which an opponent did not play any more as drawn by that
    opponent.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        matches: Sequence[MatchResult],
        chain: Sequence[str],
        seed: int = 0,
        ratings: Mapping[Entrant, int] | None = None,
        rounds: Collection[int] | None = None,
    ) -> None:
        """Raises ValueError for a tie-break that does not exist."""
        unknown = set(chain) - BREAKS.keys()
        if unknown:
            raise ValueError(f"no such tie-break: {', '.join(sorted(unknown))}")
        self.entrants = tuple(entrants)
        self.chain = tuple(chain)
        self.ratings = ratings or {}
        self.rounds = rounds
        self.own: dict[Entrant, list[MatchResult]] = {entrant: [] for entrant in entrants}
        for match in matches:
            for entrant in match.entrants:
                self.own[entrant].append(match)
        self.points = {entrant: sum(match.points(entrant) for match in own) for entrant, own in self.own.items()}
        order = sorted(self.entrants)
        Chance.of(seed, "lot").shuffle(order)
        self.lots = {entrant: len(order) - n for n, entrant in enumerate(order)}

    def parts(self, name: str, entrant: Entrant) -> list[Part]:
        """The parts of an entrant's tie-break; its value is their sum, unless it is a mean."""
        return BREAKS[name](self, entrant)

    def value(self, name: str, entrant: Entrant) -> Fraction:
        """A tie-break's value."""
        parts = [part.value for part in self.parts(name, entrant)]
        total = sum(parts, Fraction(0))
        return total / len(parts) if name in MEANS and parts else total

    def share(self, entrant: Entrant) -> Fraction:
        """The share of the points an entrant could have won in matches that were played."""
        played = [match for match in self.own[entrant] if not match.bye]
        most = sum(match.most for match in played)
        return Fraction(sum(match.points(entrant) for match in played), most) if most else Fraction(0)

    def meetings(self, entrant: Entrant) -> list[tuple[Entrant, Fraction]]:
        """Opponents, one entry a meeting, with what was won against them: 1, a half or 0; an absent entrant has won nothing."""
        return [one for match in self.own[entrant] for one in self.won(match, entrant)]

    def won(self, match: MatchResult, entrant: Entrant) -> list[tuple[Entrant, Fraction]]:
        """The same as in `meetings`, for one match."""
        at = {e: n for n, group in enumerate(match.places) for e in group}

        def share(other: Entrant) -> Fraction:
            return Fraction((at[entrant] < at[other]) * 2 + (at[entrant] == at[other]), 2) if entrant not in match.absent else Fraction(0)

        return [(other, share(other)) for other in match.entrants if other != entrant]

    def unplayed(self, entrant: Entrant) -> list[Unplayed]:
        """The rounds of a Swiss in which an entrant had no game."""
        own = self.own[entrant]
        found = [Unplayed(m.round, m.points(entrant), entrant in m.absent) for m in own if m.bye or m.absent]
        return found + [Unplayed(number, 0, True) for number in self.rounds or () if all(m.round != number for m in own)]

    def counted(self, entrant: Entrant) -> int:
        """The half points with which an entrant counts for its opponents: missed rounds after its last game count as drawn."""
        last = max((m.round for m in self.own[entrant] if entrant not in m.absent), default=0)
        return self.points[entrant] + sum(one.missed and one.round > last for one in self.unplayed(entrant))

    @cached_property
    def lines(self) -> list[Standing]:
        """All entrants by points, then by the chain; head to head compares those who are still equal."""
        groups = [[e for e in self.entrants if self.points[e] == p] for p in sorted(set(self.points.values()), reverse=True)]
        values: dict[Entrant, list[Fraction]] = {entrant: [] for entrant in self.entrants}
        for name in self.chain:
            split: list[list[Entrant]] = []
            for group in groups:
                found = {e: self._against(e, group) if name == HEAD_TO_HEAD else self.value(name, e) for e in group}
                for entrant, value in found.items():
                    values[entrant].append(value)
                split += [[e for e in group if found[e] == v] for v in sorted(set(found.values()), reverse=True)]
            groups = split
        lines, place = [], 1
        for group in groups:
            lines += [Standing(e, place, self.points[e], len(self.own[e]), tuple(values[e])) for e in group]
            place += len(group)
        return lines

    def _against(self, entrant: Entrant, group: Sequence[Entrant]) -> Fraction:
        """What an entrant has won against those equal to it; 0 unless all of them have met."""
        others = [{other for other, _ in self.meetings(e)} for e in group]
        if len(group) < 2 or any(set(group) - {e} - met for e, met in zip(group, others, strict=True)):
            return Fraction(0)
        return sum((won for other, won in self.meetings(entrant) if other in group), Fraction(0))


def _half(points: int) -> Fraction:
    return Fraction(points, 2)


def _opponents(s: Standings, entrant: Entrant) -> list[tuple[Part, Fraction]]:
    """The opponents' scores, and what was won against each; a round without a game counts as a game against a dummy."""
    parts = []
    for match in s.own[entrant]:
        if not match.absent:
            parts += [(Part(other, _half(s.counted(other)), s.counted(other) != s.points[other]), won) for other, won in s.won(match, entrant)]
    own = _half(s.points[entrant])
    return parts + [(Part(None, own, missed=one.missed), _half(one.points)) for one in s.unplayed(entrant)]


def _buchholz(s: Standings, entrant: Entrant) -> list[Part]:
    """Buchholz: the sum of the opponents' points; a bye counts the entrant's own."""
    if s.rounds is not None:
        return [part for part, _ in _opponents(s, entrant)]
    parts = [Part(other, _half(s.points[other])) for other, _ in s.meetings(entrant)]
    return parts + [Part(None, _half(s.points[entrant])) for match in s.own[entrant] if match.bye]


def _median(s: Standings, entrant: Entrant) -> list[Part]:
    """Buchholz without the best and the worst opponent, from three rounds on; a missed round is dropped before the worst."""
    parts = sorted(_buchholz(s, entrant), key=lambda part: (not part.missed, part.value))
    return sorted(parts[1:], key=lambda part: part.value)[:-1] if len(parts) > 2 else parts


def _sonneborn_berger(s: Standings, entrant: Entrant) -> list[Part]:
    """Sonneborn-Berger: the points of beaten opponents, and half of those with whom points were shared."""
    if s.rounds is not None:
        return [part._replace(value=won * part.value) for part, won in _opponents(s, entrant)]
    return [Part(other, won * _half(s.points[other])) for other, won in s.meetings(entrant)]


def _head_to_head(s: Standings, entrant: Entrant) -> list[Part]:
    """What was won against entrants with as many points."""
    return [Part(other, won) for other, won in s.meetings(entrant) if s.points[other] == s.points[entrant]]


def _opponents_share(s: Standings, entrant: Entrant) -> list[Part]:
    """The mean share of points won by the opponents, each at least a third."""
    return [Part(other, max(LEAST_SHARE, s.share(other))) for other, _ in s.meetings(entrant)]


def _game_score(s: Standings, entrant: Entrant) -> list[Part]:
    """The game's own figures, match by match."""
    return [Part(next((e for e in m.entrants if e != entrant), None), Fraction(m.scores[entrant])) for m in s.own[entrant] if entrant in m.scores]


def _board_points(s: Standings, entrant: Entrant) -> list[Part]:
    """A team's points on all boards, match by match."""
    return [part._replace(value=part.value / 2) for part in _game_score(s, entrant)]


def _performance(s: Standings, entrant: Entrant) -> list[Part]:
    """Performance: the mean of the opponents' ratings (a new player's for none), half a span higher for wins, lower for losses."""
    return [Part(other, s.ratings.get(other, SHOWN_AT) + SPAN * (won - Fraction(1, 2))) for other, won in s.meetings(entrant)]


def _lot(s: Standings, entrant: Entrant) -> list[Part]:
    """The lot, drawn from the published seed: the highest number comes first."""
    return [Part(None, Fraction(s.lots[entrant]))]


def _wins(s: Standings, entrant: Entrant) -> list[Part]:
    """The number of first places that were not shared."""
    return [Part(None, Fraction(1)) for match in s.own[entrant] if not match.bye and match.places[0] == (entrant,)]


HEAD_TO_HEAD = "head_to_head"
BREAKS: dict[str, Callable[[Standings, Entrant], list[Part]]] = {
    "buchholz": _buchholz,
    "median_buchholz": _median,
    "sonneborn_berger": _sonneborn_berger,
    HEAD_TO_HEAD: _head_to_head,
    "opponents_share": _opponents_share,
    "game_score": _game_score,
    "board_points": _board_points,
    "performance": _performance,
    "wins": _wins,
    "lot": _lot,
}
"""Every tie-break by name."""
OPPONENTS = frozenset({"buchholz", "median_buchholz", "sonneborn_berger"})
"""Tie-breaks to which a round without a game adds something."""
MEANS = frozenset({"opponents_share", "performance"})
"""Tie-breaks that are the mean of their parts."""


def rounds_needed(entrants: int) -> int:
    """How many Swiss rounds leave one entrant without a loss."""
    return max(1, math.ceil(math.log2(entrants)))
