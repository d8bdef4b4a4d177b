"""Swiss pairing by maximum-weight matching: no rematches while avoidable, equal scores meet, first seats even out. With an odd
number the lowest score sits out that has not done so yet (pods and round robins: `tournament/rounds`).

The criteria of a round make one number for each possible pair, the more important one in the higher digits. So the best round as a whole is found
at once, and no choice in one score group spoils another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from rules.competition import Entrant

BYE: Entrant = -1
"""Who is paired with an entrant that sits out."""

_SEATS, _SCORES, _BYE, _MET = 1 << 16, 1 << 26, 1 << 44, 1 << 62
"""What each wish is worth: a rank (1), a seat, scores that differ, a bye above the lowest score, a second meeting or bye."""


class Entry(NamedTuple):
    """An entrant before a round; `score` in half points.

    `met`: meetings with each opponent. `firsts`: how many more first seats than others it had. `lately`: whether it had the first seat in its last
    match (None: no match yet). `byes`: rounds sat out with a point.
    """

    id: Entrant
    score: int
    met: Mapping[Entrant, int]
    firsts: int = 0
    lately: bool | None = None
    byes: int = 0


class Reason(NamedTuple):
    """Why an entrant was paired as it was, in figures that anybody can check.

    `score` and `other` are the scores of both (`other` is None for a bye), `group` how many had the same score as the entrant, `met` how
    many of these it had met already, `odd` whether the group could not be paired within itself, `again` whether the two had met before;
    `firsts` and `other_firsts` how many more first seats each had had.
    """

    score: int
    other: int | None
    group: int
    met: int
    odd: bool
    again: bool
    firsts: int
    other_firsts: int


class Pairing:
    """A round: `pairs` with the first seat first, best scores first, and who sits out."""

    def __init__(self, entries: Sequence[Entry], pairs: Sequence[tuple[Entrant, Entrant]], bye: Entrant | None) -> None:
        self.entries = {entry.id: entry for entry in entries}
        self.pairs = list(pairs)
        self.bye = bye

    @cached_property
    def opponent(self) -> dict[Entrant, Entrant]:
        """Each entrant's opponent; BYE for the one who sits out."""
        found = dict(self.pairs) | {b: a for a, b in self.pairs}
        return found if self.bye is None else found | {self.bye: BYE}

    def reason(self, entrant: Entrant) -> Reason:
        """Why an entrant was paired like that. Raises KeyError for one who was not in this round."""
        own = self.entries[entrant]
        other = self.entries.get(self.opponent[entrant])
        group = [e for e in self.entries.values() if e.score == own.score and e.id != entrant]
        met = sum(e.id in own.met for e in group)
        again = other is not None and other.id in own.met
        return Reason(own.score, other and other.score, len(group), met, len(group) % 2 == 0, again, own.firsts, other.firsts if other else 0)


def swiss(entries: Sequence[Entry]) -> Pairing:
    """Pairs a round. `entries` are in the order of the standings, best first. Raises ValueError for fewer than two."""
    if len(entries) < 2:
        raise ValueError("a round needs two entrants or more")
    import networkx

    # Most pairs lie near each other; all are looked at only where that is not enough.
    for near in (24, len(entries)):
        graph = networkx.Graph()
        graph.add_weighted_edges_from(_edges(entries, near))
        matched = networkx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(matched) >= len(entries) and all(graph.edges[pair]["weight"] > -_MET for pair in matched):
            break
    index = {entry.id: n for n, entry in enumerate(entries)}
    found = [sorted(pair, key=lambda e: index.get(e, len(entries))) for pair in matched]
    found.sort(key=lambda pair: index[pair[0]])
    bye = next((a for a, b in found if b == BYE), None)
    pairs = [first_seated(entries[index[a]], entries[index[b]], n) for n, (a, b) in enumerate(pair for pair in found if pair[1] != BYE)]
    return Pairing(entries, pairs, bye)


def first_seated(a: Entry, b: Entry, table: int = 0) -> tuple[Entrant, Entrant]:
    """Which of two gets the first seat: who had it less often; then who did not have it last; then by turns from table to table."""
    if a.firsts != b.firsts:
        return (a.id, b.id) if a.firsts < b.firsts else (b.id, a.id)
    if a.lately != b.lately and None not in (a.lately, b.lately):
        return (a.id, b.id) if b.lately else (b.id, a.id)
    return (a.id, b.id) if table % 2 == 0 else (b.id, a.id)


def _edges(entries: Sequence[Entry], near: int) -> Iterator[tuple[Entrant, Entrant, int]]:
    """Possible pairs with weights, the higher the better; entrants at most `near` ranks apart."""
    groups: dict[int, list[int]] = {}
    for n, entry in enumerate(entries):
        groups.setdefault(entry.score, []).append(n)
    half = {score: len(ranks) // 2 for score, ranks in groups.items()}
    for i, a in enumerate(entries):
        for j in range(i + 1, min(len(entries), i + 1 + near)):
            b = entries[j]
            # Within a score group the upper half meets the lower half in order.
            ideal = half[a.score] if a.score == b.score else 1
            cost = abs(j - i - ideal)
            cost += _SEATS * _same_seat(a, b)
            cost += _SCORES * (a.score - b.score) ** 2
            cost += _MET * a.met.get(b.id, 0)
            yield a.id, b.id, -cost
    if len(entries) % 2:
        lowest = min(entry.score for entry in entries)
        for i, entry in enumerate(entries):
            cost = len(entries) - i + _BYE * (entry.score - lowest) ** 2 + _MET * entry.byes
            yield entry.id, BYE, -cost


def _same_seat(a: Entry, b: Entry) -> int:
    """How strongly two entrants want the same seat, 0 to 3."""
    if a.firsts * b.firsts <= 0:
        return 0
    return min(abs(a.firsts), abs(b.firsts), 3)
