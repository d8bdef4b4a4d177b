"""Hockey Game: the teams against each other; goals, length, how the moves fare, and simple plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from statistics import mean, median
from typing import Any

from data.content import build
from rules.game import Action, Seat, Step
from rules.hockey_game.content import MOVES
from rules.randomness import Chance
from tests.tools.balance.figures import Row, by_brought, by_plan, by_seat, cross, percent, plain
from tests.tools.balance.plans import Plan, first_of, passes
from tests.tools.balance.playing import Deal, Note, Played

RULES: Any = build("hockey_game")
BRINGS = "team"
PLAYER = "hard:60"
GAMES = 40
DULL = 2
"""A game with fewer goals is dull."""
ALWAYS = ("bonus", "go_on", "finish")


def first(state: Any) -> int:
    return 0


def _cards(rules: Any, state: Any, seat: Seat) -> list[Action]:
    """The action that plays a card in the present stage: deploying a hero or adding a bonus card; empty in other stages."""
    kinds = {"attack_open": "deploy", "defend_open": "deploy", "attack_play": "bonus", "defend_play": "bonus"}
    return [(verb,)] if (verb := kinds.get(state.stage)) else []


def _moving(*moves: str) -> Plan:
    """A plan that declares the first of `moves` possible, to the field nearest to the opponent's goal, with all cards."""

    def plan(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
        fields = RULES.ground.fields
        ways = [(move, w.text) for move in moves for w in rules.words(state, seat, (move,))] if state.stage == "attack_declare" else []
        ways.sort(key=lambda way: (1 if seat else -1) * fields[way[1]].col)
        return first_of(rules, state, seat, [*_cards(rules, state, seat), *((("shot",),) if "shot" in moves or _near(state, seat) else ()), *ways])

    return plan


def _near(state: Any, seat: Seat) -> bool:
    near: bool = RULES.ground.in_third(seat, state.puck)
    return near


PLANS: dict[str, Callable[[Any, Any, Seat, Chance], Action]] = {
    "shoot": _moving("shot"),
    "skate": _moving("speed", "strength"),
    "carry": _moving("strength"),
    "pass": passes,
}
"""To shoot from wherever the puck is; to skate, or to carry it by strength, into the attacking third and to shoot there; no cards at all."""


def deals(count: int, player: str) -> Iterable[Deal]:
    """Every pairing so often, half of the games with seats swapped; and the plans, with each team in turn."""
    for one, other in combinations(RULES.content.teams, 2):
        for teams in ((one, other), (other, one)):
            yield from (Deal("hockey_game", (), teams, (player, player), n) for n in range(count // 2))
    pairs = list(combinations(RULES.content.teams, 2))
    for i, plan in enumerate(PLANS):
        for n in range(2 * count):
            players = (plan, player) if n % 2 == 0 else (player, plan)
            yield Deal("hockey_game", (), pairs[(5 * n + i) % len(pairs)], players, n)


def notes(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Goals, rounds, moves that were tried and won, and cards that were played."""
    if state.stage == "attack_declare" and action[0] in MOVES:
        yield seat, "round"
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
    """The teams, who is at home, how many goals there are, how long it takes (HG-15.9), and the simple plans."""
    everybody, played = played, [g for g in played if set(g.deal.players) == {player}]
    goals = [g.sum("goal") for g in played]
    return [
        *by_brought(played),
        *by_seat(played),
        percent(f"games with fewer than {DULL} goals", [n < DULL for n in goals], (0, 5)),
        percent("games that need overtime", [g.reason == "overtime" for g in played], (0, 30)),
        plain("goals a game", mean(goals), (3, 7)),
        plain("rounds a game, median", median(g.sum("round") for g in played), (35, 60)),
        *by_plan(everybody, PLANS),
    ]


def remarks(played: Sequence[Played]) -> Iterable[str]:
    """What wins against what, and what is played how often."""
    played = [g for g in played if not set(g.deal.players) & set(PLANS)]
    yield from cross(played)
    for move in MOVES:
        tried, well = (sum(g.sum((what, move)) for g in played) for what in ("tried", "won"))
        yield f"{move:8} {tried / len(played):5.1f} a game, {100 * well / max(1, tried):.0f} % succeed"
    cards = Counter({w: sum(g.sum(("card", w)) for g in played) for w, card in RULES.content.cards.items() if card.kind != "bonus"})
    yield "cards played in 100 games: " + ", ".join(f"{w} {100 * n / len(played):.0f}" for w, n in cards.most_common())
