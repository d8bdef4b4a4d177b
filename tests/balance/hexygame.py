"""HexyGame: the preset decks against each other, with default stops; and how much there is to do and to answer.

The aims: every deck wins 42 to 58 % against the field, the first seat 45 to 55 %, a game has 45 to 90 decisions a side, an own turn has at
most 6 decisions, and the other seat is asked at most once a turn (all medians).
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from statistics import mean, median
from typing import Any, NamedTuple

from data.content import build
from rules.game import computed
from rules.parts.chance import Chance
from tests.balance._shares import shares

RULES: Any = build("hexygame")
GAMES = 60
FIELD, FIRST, DECISIONS, OWN, OTHER = (42, 58), (45, 55), (45, 90), 6, 1
PLAYER = "strategist"


class Game(NamedTuple):
    """A game of two decks: the winner's seat (-1 for none), why it ended, turns, decisions by seat, and by turn those of the active seat
    and those of the other."""

    decks: tuple[str, str]
    winner: int
    reason: str
    turns: int
    decisions: tuple[int, int]
    own: tuple[int, ...]
    other: tuple[int, ...]


def play(decks: tuple[str, str], seed: int) -> Game:
    """One game; only decisions that the default stops leave to a seat are counted."""
    chance = Chance.of(seed, "balance", *decks)
    state = RULES.setup(2, {}, seed).state
    for seat, deck in enumerate(decks):
        state = RULES.apply(state, seat, ("deck", deck)).state
    decisions, own, other = [0, 0], Counter[int](), Counter[int]()
    while acting := RULES.to_act(state):
        seat = acting[0]
        answer = RULES.standing(state, seat, frozenset())
        if answer is None:
            decisions[seat] += 1
            if state.stage == "play":
                (own if seat == state.active else other)[state.turn] += 1
            answer = computed(RULES, state, seat, PLAYER, chance)
        state = RULES.apply(state, seat, answer).state
    turns = range(1, state.turn + 1)
    figures = tuple(own[t] for t in turns), tuple(other[t] for t in turns)
    return Game(decks, state.winner, state.reason, state.turn, (decisions[0], decisions[1]), *figures)


def games(count: int) -> list[Game]:
    """Every pairing so often, half of the games with seats swapped."""
    found: list[Game] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for one, other in combinations(RULES.presets, 2):
            for decks in ((one, other), (other, one)):
                found += pool.map(partial(play, decks), range(800_000, 800_000 + count // 2), chunksize=2)
    return found


def share(found: list[Game], deck: str, other: str | None = None) -> float:
    """Percent of wins of a deck, against the field or against one deck; a draw is half a win."""
    played = [g for g in found if deck in g.decks and (other is None or other in g.decks)]
    return 100 * mean(0.5 if g.winner < 0 else g.decks[g.winner] == deck for g in played)


def report(count: int | None = None) -> list[str]:
    """Prints the figures; returns what is outside the aims."""
    found = games(count or GAMES)
    print(f"{len(found)} games")
    bad = shares(list(RULES.presets), partial(share, found), FIELD)
    first = 100 * mean(0.5 if g.winner < 0 else g.winner == 0 for g in found)
    sides = [n for g in found for n in g.decisions]
    own, other = [n for g in found for n in g.own], [n for g in found for n in g.other]
    ends = ", ".join(f"{reason} {100 * n / len(found):.1f} %" for reason, n in Counter(g.reason for g in found).most_common())
    print(f"ends: {ends}; first seat wins {first:.1f} %; turns {median(g.turns for g in found):.0f}, decisions a side {median(sides):.0f}")
    quiet = 100 * mean(n == 0 for n in other)
    print(f"decisions in an own turn: median {median(own):.0f}, mean {mean(own):.2f}")
    print(f"questions to the other seat a turn: median {median(other):.0f}, mean {mean(other):.2f}, none in {quiet:.0f} % of turns")
    for name, n, (low, high) in (
        ("first seat", first, FIRST), ("decisions a side", median(sides), DECISIONS), ("own turn", median(own), (0, OWN)),
        ("questions", median(other), (0, OTHER)),
    ):  # fmt: skip
        if not low <= n <= high:
            bad.append(name)
    print("outside the aims: " + (", ".join(bad) or "nothing"))
    return bad
