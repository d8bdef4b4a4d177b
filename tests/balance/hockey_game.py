"""Hockey Game: the teams against each other; goals, rounds, and how the moves fare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import mean
from typing import Any

from data.content import build
from rules.game import Action, Seat, Step
from rules.hockey_game.content import MOVES
from tests.balance.figures import Row, by_brought, by_seat, cross, percent, plain
from tests.balance.playing import Deal, Note, Played

RULES: Any = build("hockey_game")
BRINGS = "team"
PLAYER = "hard:60"
GAMES = 40
DULL = 2
"""A game with fewer goals is dull."""
ALWAYS = ("bonus", "go_on", "finish")


def first(state: Any) -> int:
    return 0


def deals(count: int, player: str) -> Iterable[Deal]:
    """Every pairing so often, half of the games with seats swapped."""
    for one, other in combinations(RULES.content.teams, 2):
        for teams in ((one, other), (other, one)):
            yield from (Deal("hockey_game", (), teams, (player, player), n) for n in range(count // 2))


def notes(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Goals, moves that were tried and won, and cards that were played."""
    if action[0] in ("special", "deploy"):
        yield seat, ("card", action[1])
    elif action[0] not in ALWAYS:
        yield seat, ("verb", action[0])
    for event in step.events:
        if event.kind == "goal":
            yield seat, "goal"
    if rules.outcome(step.state):
        for n, side in enumerate(step.state.sides):
            yield from ((n, ("tried", move)) for move, times in side.tally.tried.items() for _ in range(times))
            yield from ((n, ("won", move)) for move, times in side.tally.won.items() for _ in range(times))


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """The teams, who is at home, and how many goals there are."""
    goals = [g.sum("goal") for g in played]
    return [
        *by_brought(played),
        *by_seat(played),
        percent(f"games with fewer than {DULL} goals", [n < DULL for n in goals], (0, 5)),
        percent("games that need overtime", [g.reason == "overtime" for g in played], (0, 30)),
        plain("goals a game", mean(goals), (3, 7)),
    ]


def remarks(played: Sequence[Played]) -> Iterable[str]:
    """What wins against what, and what is played how often."""
    yield from cross(played)
    for move in MOVES:
        tried, well = (sum(g.sum((what, move)) for g in played) for what in ("tried", "won"))
        yield f"{move:8} {tried / len(played):5.1f} a game, {100 * well / max(1, tried):.0f} % succeed"
    cards = Counter({w: sum(g.sum(("card", w)) for g in played) for w, card in RULES.content.cards.items() if card.kind != "bonus"})
    yield "cards played in 100 games: " + ", ".join(f"{w} {100 * n / len(played):.0f}" for w, n in cards.most_common())
