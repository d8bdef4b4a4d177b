"""Hockey Game: the teams against each other.

Reports each team against the field, each pairing, seats, goals, and how the moves fared. The aims: every team wins 45 to 55 % against the
field, no pairing is outside 38 to 62 %, and at most 5 % of games have fewer than two goals.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from data.content import build
from rules.game import computed
from rules.hockey_game.content import MOVES
from rules.parts.chance import Chance
from tests.balance._shares import shares

RULES: Any = build("hockey_game")
GAMES = 200
FIELD, PAIRING, DULL = (45, 55), (38, 62), 5
PLAYER = "coach"


class Match(NamedTuple):
    """A game of two teams: the winner's seat, goals by seat, rounds, whether overtime was played, moves tried and won."""

    teams: tuple[str, str]
    winner: int
    score: tuple[int, int]
    rounds: int
    overtime: bool
    tried: Counter[str]
    won: Counter[str]


def play(teams: tuple[str, str], seed: int) -> Match:
    """One game; the teams are chosen for both seats."""
    chance = Chance.of(seed, "balance", *teams)
    state = RULES.setup(2, {}, seed).state
    for seat, team in enumerate(teams):
        state = RULES.apply(state, seat, ("team", team)).state
    while acting := RULES.to_act(state):
        state = RULES.apply(state, acting[0], computed(RULES, state, acting[0], PLAYER, chance)).state
    outcome = RULES.outcome(state)
    tallies = [side.tally for side in state.sides]
    tried = sum((Counter(t.tried) for t in tallies), Counter())
    won = sum((Counter(t.won) for t in tallies), Counter())
    return Match(teams, outcome.winners[0], state.score, state.rounds, outcome.reason == "overtime", tried, won)


def matches(count: int, pool: ProcessPoolExecutor) -> list[Match]:
    """Every pairing so often, half of the games with seats swapped."""
    found: list[Match] = []
    for one, other in combinations(RULES.content.teams, 2):
        for teams in ((one, other), (other, one)):
            found += pool.map(partial(play, teams), range(700_000, 700_000 + count // 2), chunksize=10)
    return found


def share(found: list[Match], team: str, other: str | None = None) -> float:
    """Percent of wins of a team, against the field or against one team."""
    games = [m for m in found if team in m.teams and (other is None or other in m.teams)]
    return percent(sum(m.teams[m.winner] == team for m in games), games)


def percent(count: int, found: list[Match]) -> float:
    """So many of the games in percent."""
    return 100 * count / len(found)


def report(count: int | None = None) -> list[str]:
    """Prints the figures; returns what is outside the aims."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = matches(count or GAMES, pool)
    print(f"{len(found)} games")
    bad = shares(list(RULES.content.teams), partial(share, found), FIELD, PAIRING)
    goals = Counter(sum(m.score) for m in found)
    dull = percent(goals[0] + goals[1], found)
    if dull > DULL:
        bad.append("games with fewer than two goals")
    many = percent(sum(n for g, n in goals.items() if g > 7), found)
    print(f"goals {sum(sum(m.score) for m in found) / len(found):.2f} a game, fewer than two in {dull:.1f} %, eight or more in {many:.1f} %")
    rounds = sorted(m.rounds for m in found)
    print(f"rounds {sum(rounds) / len(rounds):.1f}, middle 80 % {rounds[len(rounds) // 10]}-{rounds[len(rounds) * 9 // 10]}")
    late, first = percent(sum(m.overtime for m in found), found), percent(sum(m.winner == 0 for m in found), found)
    print(f"overtime {late:.1f} %, first seat wins {first:.1f} %")
    for move in MOVES:
        tried, won = sum(m.tried[move] for m in found), sum(m.won[move] for m in found)
        print(f"{move:8} {tried / len(found):5.1f} a game, {100 * won / max(1, tried):.0f} % succeed")
    print("outside the aims: " + (", ".join(bad) or "nothing"))
    return bad
