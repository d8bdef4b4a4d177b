"""Fixed tournament schedules: round robins, groups, divisions of a league, brackets and their seeds; and pods of three or four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from rules.competition import Entrant

Pair = tuple[Entrant, Entrant]


def round_robin(entrants: Sequence[Entrant], twice: bool = False) -> list[list[Pair]]:
    """Rounds in which everybody meets everybody, once or twice with the seats exchanged; the first of a pair has the first seat.

    With an odd number one sits out each round. First seats differ by one at the most (Berger's tables).
    """
    places: list[Entrant | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    n = len(places)
    rounds = []
    turning, fixed = places[:-1], places[-1]
    for number in range(n - 1):
        row = [turning[(number + k) % (n - 1)] for k in range(n - 1)]
        pairs = [(fixed, row[0]) if number % 2 else (row[0], fixed)]
        pairs += [(row[k], row[n - 1 - k]) if k % 2 == 0 else (row[n - 1 - k], row[k]) for k in range(1, n // 2)]
        rounds.append([(a, b) for a, b in pairs if a is not None and b is not None])
    return rounds + [[(b, a) for a, b in pairs] for pairs in rounds] if twice else rounds


def groups(entrants: Sequence[Entrant], count: int) -> list[list[Entrant]]:
    """Groups of like strength: entrants, best first, are dealt to and fro. Raises ValueError for groups of fewer than two."""
    if count < 1 or len(entrants) < 2 * count:
        raise ValueError("a group needs two entrants or more")
    found: list[list[Entrant]] = [[] for _ in range(count)]
    for n, entrant in enumerate(entrants):
        row, at = divmod(n, count)
        found[at if row % 2 == 0 else count - 1 - at].append(entrant)
    return found


def divisions(entrants: Sequence[Entrant], most: int) -> list[list[Entrant]]:
    """Divisions of a league, the strongest first: as few as hold at most so many each, their sizes no more than one apart, the larger ones first.
    None has fewer than three, even if others then have more than `most`."""
    count = max(1, min(-(-len(entrants) // most), len(entrants) // 3))
    size, larger = divmod(len(entrants), count)
    ends = [n * size + min(n, larger) for n in range(count + 1)]
    return [list(entrants[a:b]) for a, b in pairwise(ends)]


def pods(entrants: Sequence[Entrant], met: Mapping[Entrant, Mapping[Entrant, int]], most: int = 4) -> list[list[Entrant]]:
    """Tables of `most` or one fewer, from the standings, best first: neighbours meet, but nobody a second time while swaps avoid it.

    Raises ValueError for a number of entrants that cannot be cut like this.
    """
    tables = -(-len(entrants) // most)
    short = tables * most - len(entrants)
    if not entrants or short > tables:
        raise ValueError(f"{len(entrants)} entrants do not fill tables of {most} or {most - 1}")
    found, at = [], 0
    for n in range(tables):
        size = most - (n >= tables - short)
        found.append(list(entrants[at : at + size]))
        at += size
    rank = {entrant: n for n, entrant in enumerate(entrants)}

    def cost(pod: Sequence[Entrant]) -> int:
        again = sum(met.get(a, {}).get(b, 0) for a, b in combinations(pod, 2))
        return again * len(entrants) ** 3 + (max(rank[e] for e in pod) - min(rank[e] for e in pod)) ** 2

    better = True
    while better:
        better = False
        for one, two in combinations(found, 2):
            for i, j in ((i, j) for i in range(len(one)) for j in range(len(two))):
                before = cost(one) + cost(two)
                one[i], two[j] = two[j], one[i]
                if cost(one) + cost(two) < before:
                    better = True
                else:
                    one[i], two[j] = two[j], one[i]
    return found


# Brackets


class Source(NamedTuple):
    """Where an entrant of a match comes from: a seed, or the winner or loser of another match. If all are None, nobody: a bye."""

    seed: int | None = None
    match: int | None = None
    winner: bool = True


class Node(NamedTuple):
    """A match of a bracket: its number, its side (`winners`, `losers`, `final`, `third`), its round there, from 1, and its two entrants."""

    number: int
    side: str
    round: int
    sources: tuple[Source, Source]


Meeting = tuple[Entrant | None, Entrant | None]
"""Who plays a match; None where nobody comes."""


class Bracket:
    """Single or double elimination. `seeds` are the entrants, best first; results are winners by match number."""

    def __init__(self, seeds: Sequence[Entrant], double: bool = False, third: bool = False) -> None:
        """`third` adds a match for third place to a single elimination. Raises ValueError for fewer than two."""
        if len(seeds) < 2:
            raise ValueError("a bracket needs two entrants or more")
        self.seeds = tuple(seeds)
        self.nodes: list[Node] = []
        row = [Source(seed=s) if s < len(seeds) else Source() for s in seeding(len(seeds))]
        winners = self._side("winners", row)
        if double:
            self._losers(winners)
        elif third and len(winners) > 1:
            one, two = winners[-2]
            self._add("third", 1, Source(match=one, winner=False), Source(match=two, winner=False))

    def _add(self, side: str, number: int, a: Source, b: Source) -> int:
        self.nodes.append(Node(len(self.nodes), side, number, (a, b)))
        return len(self.nodes) - 1

    def _side(self, side: str, row: list[Source]) -> list[list[int]]:
        """Plain elimination; returns the matches of each round."""
        rounds: list[list[int]] = []
        while len(row) > 1:
            rounds.append([self._add(side, len(rounds) + 1, a, b) for a, b in zip(row[::2], row[1::2], strict=True)])
            row = [Source(match=n) for n in rounds[-1]]
        return rounds

    def _losers(self, winners: list[list[int]]) -> None:
        """Losers meet each other, then the losers of the next round, in reversed order so that few meet again; then the final.

        Who comes from the losers has to win twice: the second final is played only after a first one lost by the winner of the winners.
        """
        row = [Source(match=n, winner=False) for n in winners[0]]
        number = 0
        for n, fresh in enumerate(winners[1:]):
            if n or len(row) > len(fresh):
                number += 1
                row = [Source(match=self._add("losers", number, a, b)) for a, b in zip(row[::2], row[1::2], strict=True)]
            number += 1
            down = [Source(match=m, winner=False) for m in (reversed(fresh) if n % 2 == 0 else fresh)]
            row = [Source(match=self._add("losers", number, a, b)) for a, b in zip(row, down, strict=True)]
        top = winners[-1][0]
        first = self._add("final", 1, Source(match=top), row[0])
        self._add("final", 2, Source(match=first), Source(match=first, winner=False))

    def meetings(self, results: Mapping[int, Entrant]) -> list[Meeting | None]:
        """Each match's entrants: None while an earlier match is open; an entrant None for nobody. Matches come after their sources."""
        found: list[Meeting | None] = []
        for node in self.nodes:
            sides = [self._from(source, found, results) for source in node.sources]
            found.append(None if OPEN in sides else (sides[0], sides[1]))
        return found

    def known(self, results: Mapping[int, Entrant]) -> list[Meeting]:
        """What is known of each match's entrants: OPEN for undecided, None for nobody."""
        found = self.meetings(results)
        return [(self._from(a, found, results), self._from(b, found, results)) for a, b in (node.sources for node in self.nodes)]

    def _from(self, source: Source, found: Sequence[Meeting | None], results: Mapping[int, Entrant]) -> Entrant | None:
        """The entrant who comes from a source: None for nobody, OPEN if undecided."""
        if source.match is None:
            return None if source.seed is None else self.seeds[source.seed]
        pair = found[source.match]
        if pair is None:
            return OPEN
        if None in pair:
            return next((who for who in pair if who is not None), None) if source.winner else None
        won = results.get(source.match)
        if won is None:
            return OPEN
        return won if source.winner else next(who for who in pair if who != won)

    def ready(self, results: Mapping[int, Entrant]) -> list[tuple[Node, Entrant, Entrant]]:
        """The matches that can be played now: none with a bye, and no second final that a first one has settled."""
        meetings = self.meetings(results)
        found = []
        for node, pair in zip(self.nodes, meetings, strict=True):
            if pair is None or node.number in results or self._settled(node, meetings, results):
                continue
            a, b = pair
            if a is not None and b is not None:
                found.append((node, a, b))
        return found

    @staticmethod
    def _settled(node: Node, meetings: Sequence[Meeting | None], results: Mapping[int, Entrant]) -> bool:
        """Whether a second final is unnecessary, since the entrant from the winners' side has won the first."""
        if (node.side, node.round) != ("final", 2):
            return False
        first = node.number - 1
        before = meetings[first]
        return before is not None and results.get(first) == before[0]

    def places(self, results: Mapping[int, Entrant]) -> list[list[Entrant]]:
        """Everybody by place once all is played: who went out later is higher; those who went out in the same round share a place."""
        out: dict[tuple[int, int], list[Entrant]] = {}
        level: dict[Entrant, tuple[int, int]] = {}
        finals = [node for node in self.nodes if node.side == ("final" if self.nodes[-1].side == "final" else "winners")]
        last = max(node.number for node in finals if node.number in results)
        for node, pair in zip(self.nodes, self.meetings(results), strict=True):
            if node.number not in results:
                continue
            won = results[node.number]
            lost = next(who for who in pair or () if who != won)
            if lost is None:
                continue
            if node.number == last:
                level[won], level[lost] = (4, 0), (3, 0)
            elif node.side == "third":
                level[won], level[lost] = (2, 1), (2, 0)
            else:
                level[lost] = (1, node.round)
        for entrant in self.seeds:
            out.setdefault(level[entrant], []).append(entrant)
        return [out[key] for key in sorted(out, reverse=True)]


OPEN: Entrant = -2
"""Who is not known yet."""


def seeding(entrants: int) -> list[int]:
    """Seeds, from 0, in the order of a bracket's first row: the best two can meet in the final only, and the best have the byes."""
    row = [0]
    while len(row) < entrants:
        row = [s for seed in row for s in (seed, 2 * len(row) - 1 - seed)]
    return row
