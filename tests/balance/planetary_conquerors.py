"""The preset decks against each other, with two, three and four seats and default stops; and how much there is to do and to answer.

The aims: every deck wins 42 to 58 % against the field, with two the first player 45 to 55 %, with three and four no seat more than 1.25
times its fair share, an own turn has at most 6 decisions, and another seat is asked at most once a turn (medians). A game should end
between the own turns 8 and 15 (PC-17.2).
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, permutations
from statistics import mean, median
from typing import Any, NamedTuple

from data.content import build
from rules.game import computed
from rules.parts.chance import Chance
from tests.balance._shares import shares

RULES: Any = build("planetary_conquerors")
GAMES = 60
FIELD, FIRST, SHARE, OWN, OTHER, LENGTH = (42, 58), (45, 55), 1.25, 6, 1, (8, 15)
PLAYER = "strategist"


class Game(NamedTuple):
    """A game: the decks in turn order from the first player, each one's share of the victory, why it ended, own turns of a seat, decisions
    of the active seat by turn, and questions to each other seat by turn."""

    decks: tuple[str, ...]
    won: tuple[float, ...]
    reason: str
    turns: float
    own: tuple[int, ...]
    other: tuple[int, ...]


def play(decks: tuple[str, ...], seed: int) -> Game:
    """One game between computers."""
    chance = Chance.of(seed, "balance", *decks)
    seats = len(decks)
    state = RULES.setup(seats, {}, seed).state
    for seat, deck in enumerate(decks):
        state = RULES.apply(state, seat, ("deck", deck)).state
    first = state.first
    own, other, living = Counter[int](), Counter[tuple[int, int]](), {}
    while acting := RULES.to_act(state):
        seat = acting[0]
        if state.stage == "play":
            living[state.turn] = (state.active, state.living())
            if seat == state.active:
                own[state.turn] += 1
            else:
                other[state.turn, seat] += 1
        state = RULES.apply(state, seat, computed(RULES, state, seat, PLAYER, chance)).state
    winners = RULES.outcome(state).winners
    order = [(first + i) % seats for i in range(seats)]
    asked = tuple(other[turn, s] for turn, (active, seated) in living.items() for s in seated if s != active)
    won = tuple((s in winners) / len(winners) for s in order)
    return Game(tuple(decks[s] for s in order), won, state.reason, state.turn / seats, tuple(own[t] for t in living), asked)


def games(count: int) -> dict[int, list[Game]]:
    """By seats: every pairing so often, half of the games with seats swapped; as many games with three and four in turning orders."""
    found: dict[int, list[Game]] = {2: [], 3: [], 4: []}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for one, another in combinations(RULES.presets, 2):
            for decks in ((one, another), (another, one)):
                found[2] += pool.map(partial(play, decks), range(900_000, 900_000 + count // 2), chunksize=4)
        for seats in (3, 4):
            orders = list(permutations(RULES.presets, seats))
            found[seats] = list(pool.map(play, [orders[i % len(orders)] for i in range(3 * count)], range(910_000, 910_000 + 3 * count), chunksize=4))
    return found


def share(found: list[Game], deck: str, other: str | None = None) -> float:
    """Percent of the victories of a deck against the field or against one deck; a fair share counts as 50."""
    played = [g for g in found if deck in g.decks and (other is None or other in g.decks)]
    return 50 * mean(len(g.decks) * g.won[g.decks.index(deck)] for g in played)


def report(count: int | None = None) -> list[str]:
    """Prints the figures; returns what is outside the aims."""
    found = games(count or GAMES)
    bad = []
    for seats, played in found.items():
        print(f"{seats} seats, {len(played)} games")
        if seats == 2:
            bad += shares(list(RULES.presets), partial(share, played), FIELD)
        else:
            print("  " + ", ".join(f"{deck} {share(played, deck) / 50:.2f}" for deck in RULES.presets) + " times the fair share")
        won = [100 * mean(g.won[i] for g in played) for i in range(seats)]
        ends = ", ".join(f"{reason} {100 * n / len(played):.0f} %" for reason, n in Counter(g.reason for g in played).most_common())
        print(f"  by turn order {', '.join(f'{w:.1f}' for w in won)} %; ends: {ends}; own turns {median(g.turns for g in played):.1f}")
        own, other = [n for g in played for n in g.own], [n for g in played for n in g.other]
        print(f"  decisions in an own turn: median {median(own):.0f}, mean {mean(own):.2f}")
        quiet = 100 * mean(n == 0 for n in other)
        print(f"  questions to another seat a turn: median {median(other):.0f}, mean {mean(other):.2f}, none in {quiet:.0f} %")
        most = FIRST[1] if seats == 2 else 100 * SHARE / seats
        aims = [
            (f"first seat of {seats}" if seats == 2 else f"a seat of {seats}", max(won), (0, most)), (f"own turn of {seats}", median(own), (0, OWN)),
            (f"questions of {seats}", median(other), (0, OTHER)),
        ]  # fmt: skip
        if seats == 2:
            aims.append(("length", median(g.turns for g in played), LENGTH))
        bad += [name for name, n, (low, high) in aims if not low <= n <= high]
    print("outside the aims: " + (", ".join(bad) or "nothing"))
    return bad
