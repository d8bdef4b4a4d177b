"""Simulated Swiss tournaments: `python -m tests.swiss [TOURNAMENTS]` plays thousands, of 3 to 64 entrants, with drops and late entries."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from rules.competition.pairing import Entry, Pairing, swiss


class Swiss:
    """A tournament in memory. Who is stronger wins more often."""

    def __init__(self, entrants: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.scores: dict[int, int] = {}
        self.met: dict[int, dict[int, int]] = {}
        self.firsts: dict[int, int] = {}
        self.lately: dict[int, bool | None] = {}
        self.byes: dict[int, int] = {}
        self.history: list[list[tuple[int, int, int]]] = []
        self.active: list[int] = []
        for _ in range(entrants):
            self.enter()

    def enter(self) -> None:
        """A new entrant, also late: with no points."""
        new = len(self.scores)
        self.scores[new], self.met[new], self.firsts[new], self.lately[new], self.byes[new] = 0, {}, 0, None, 0
        self.active.append(new)

    def entries(self) -> list[Entry]:
        order = sorted(self.active, key=lambda e: (-self.scores[e], e))
        return [Entry(e, self.scores[e], dict(self.met[e]), self.firsts[e], self.lately[e], self.byes[e]) for e in order]

    def play(self, pairing: Pairing) -> None:
        """Results by chance; the first of a pair has half points 0, 1 or 2."""
        row = []
        for a, b in pairing.pairs:
            won = self.rng.choices((0, 1, 2), (2 + a, 1, 2 + b))[0]
            for who, other, points, first in ((a, b, won, True), (b, a, 2 - won, False)):
                self.scores[who] += points
                self.met[who][other] = self.met[who].get(other, 0) + 1
                self.firsts[who] += 1 if first else -1
                self.lately[who] = first
            row.append((a, b, won))
        if pairing.bye is not None:
            self.byes[pairing.bye] += 1
            self.scores[pairing.bye] += 2
        self.history.append(row)


def rounds(entrants: int, number: int, seed: int, changes: bool = True) -> Iterator[tuple[list[Entry], Pairing]]:
    """The rounds of a tournament, each with what was known before it."""
    tournament = Swiss(entrants, seed)
    for n in range(number):
        if changes and n and tournament.rng.random() < 0.4:
            tournament.enter()
        if changes and n and tournament.rng.random() < 0.5 and len(tournament.active) > 3:
            tournament.active.remove(tournament.rng.choice(tournament.active))
        entries = tournament.entries()
        pairing = swiss(entries)
        yield entries, pairing
        tournament.play(pairing)


def faults(entries: list[Entry], pairing: Pairing) -> list[str]:
    """What is wrong with a round."""
    import networkx

    by = {entry.id: entry for entry in entries}
    found = []
    there = sorted([e for pair in pairing.pairs for e in pair] + ([] if pairing.bye is None else [pairing.bye]))
    if there != sorted(by):
        found.append("not everybody is paired exactly once")
    graph = networkx.Graph()
    graph.add_nodes_from(by)
    graph.add_edges_from((a.id, b.id) for a in entries for b in entries if a.id < b.id and b.id not in a.met)
    if len(entries) % 2:
        graph.add_edges_from((e.id, "bye") for e in entries if not e.byes)
    avoidable = 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) >= len(entries)
    again = [(a, b) for a, b in pairing.pairs if b in by[a].met]
    twice = pairing.bye is not None and by[pairing.bye].byes
    if avoidable and (again or twice):
        found.append(f"{again or pairing.bye} a second time, though that can be avoided")
    return found


def main() -> None:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = random.Random(1)
    apart = 0
    for seed in range(tournaments):
        for entries, pairing in rounds(rng.randint(3, 64), rng.randint(3, 9), seed):
            assert not (wrong := faults(entries, pairing)), (seed, wrong)
            apart = max(apart, *(abs(e.firsts) for e in entries))
    print(f"{tournaments} tournaments, no fault; first seats at most {apart} apart")


if __name__ == "__main__":
    main()
