"""Monster Hex: no seat of any board is better than another, no ability either, and no simple plan is good."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rules.game import Action, Seat, Step
from rules.legal_actions import legal
from rules.monster_hex.placement import ROTATIONS
from rules.randomness import Chance
from tests.tools.balance.figures import DECK, Row, by_plan, by_seat, fair, percent
from tests.tools.balance.plans import passes
from tests.tools.balance.playing import Deal, Note, Played

PLAYER = "hard:100"
GAMES = 200
TABLES = (("two", 2), ("three", 2), ("three", 3), ("four", 4))
"""The boards with the numbers of seats they are made for."""
SHARED = (0.0, 15.0)
"""Percent of the games that may end with a shared victory."""


def first(state: Any) -> int:
    return 0


def _strongest(rules: Any, state: Any, seat: Seat, chance: Chance) -> Action:
    """A plan that turns as much power as possible to large stones."""
    return max(legal(rules, state, seat), key=lambda action: _shown(rules, state, action))


def _shown(rules: Any, state: Any, action: Action) -> int:
    if action[0] != "place":
        return int(action[-1]) if action[0] == "take" else 0
    _, tile, label, rotation = action[:4]
    stones = (stone for stone in rules.board(state).touched[label] if stone.large)
    return sum(rules.tiles[tile].edge(side, ROTATIONS[rotation]) for stone in stones for ring, side in stone.ring if ring == label)


PLANS = {"strongest": _strongest, "first": passes}


def deals(count: int, player: str) -> Iterable[Deal]:
    """So many games on each board, as many with abilities on the largest, and as many of each plan on the smallest."""
    for board, seats in TABLES:
        yield from (_deal(board, (player,) * seats, n) for n in range(count))
    yield from (_deal("four", (player,) * 4, n, "on") for n in range(count))
    for plan in PLANS:
        yield from (_deal("two", (plan, player) if n % 2 else (player, plan), n) for n in range(count // 2))


def _deal(board: str, players: tuple[str, ...], number: int, abilities: str = "off") -> Deal:
    return Deal("monster_hex", (("board", board), ("abilities", abilities)), (), players, number)


def notes(rules: Any, state: Any, seat: Seat, action: Action, step: Step) -> Iterable[Note]:
    """Notes which seat has which ability."""
    if action[0] == "ability":
        yield seat, ("ability", action[1])


def _table(played: Played) -> tuple[str, str, int]:
    options = dict(played.deal.options)
    return options["board"], options["abilities"], len(played.shares)


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """Each board's seats, shared victories, abilities, and the plans."""
    found = [g for g in played if set(g.deal.players) == {player}]
    made = []
    for (board, abilities, _), games in groupby(found, _table):
        with_them = " with abilities" if abilities == "on" else ""
        made += by_seat(list(games), f"board {board}{with_them}, seat")
    made.append(percent("games with a shared victory", [max(g.shares) < 1 for g in found], SHARED))
    return made + _by_ability(found) + by_plan(played, PLANS)


def _by_ability(played: Sequence[Played]) -> list[Row]:
    """How often each ability wins where all four are in play."""
    shares: dict[str, list[float]] = {}
    for game in played:
        for seat, what in game.notes:
            if isinstance(what, tuple) and what[0] == "ability":
                shares.setdefault(what[1], []).append(game.shares[seat])
    return [percent(f"{ability} wins, of 4", found, fair(4, DECK)) for ability, found in sorted(shares.items())]


def remarks(played: Sequence[Played]) -> Iterable[str]:
    return ()
