"""Computer opponents. They see imagined states only (`rules.game.Opponent`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.chance import Chance
from rules.computers.levels import Casual, Scripted
from rules.computers.searching import Search
from rules.game import Action, Glimpse, Opponent, Seat, legal
from rules.monster_hex.capture import best_value, left, totals, worth
from rules.monster_hex.computer.guide import GUIDE
from rules.monster_hex.content import Board, Stone, Tile
from rules.monster_hex.state import State

NODES = 6000
"""So many positions the hard level looks at: for a second or two."""
CANDIDATES = 6
PLAYOUTS = 12
POWER_SPREAD = 2.2
"""How far the totals at a stone may still shift, in power, for each hex of its ring that is open."""


def _chances(state: State, stone: Stone, tiles: dict[str, Tile], slots: int) -> list[float]:
    """A feeling for who will be first at an open stone: each faction's weight among all, from totals and open hexes."""
    power = totals(state, stone, tiles)
    open_hexes = sum(label not in state.placed for label, _ in stone.ring)
    spread = 1.0 + POWER_SPREAD * open_hexes
    weights = [2.718281828 ** (power.get(slot, -2) / spread) for slot in range(slots)]
    whole = sum(weights)
    return [w / whole for w in weights]


def promise(rules: Any, state: State, slot: int) -> float:
    """What a position is worth to a slot: points ahead of the strongest rival, captured ones and hoped-for ones."""
    board: Board = rules.board(state)
    hopes = [float(score) for score in state.scores] + [0.0] * state.shared
    for stone in board.stones.values():
        done = state.captures.get(stone.id)
        if done is None:
            shares = _chances(state, stone, rules.tiles, state.slots)
            values = sorted((v for v, _ in stone.values), reverse=True)
            second = values[1] if len(values) > 1 else 0
            for s, share in enumerate(shares):
                top = max(worth(stone, v, s) for v in values)
                hopes[s] += share * top + share * (1 - share) * second
        else:
            hopes_left = left(stone, done)
            taker = done.next_to_take() if hopes_left else None
            if taker is not None:
                hopes[taker] += worth(stone, best_value(stone, done, taker), taker)
    mine = hopes[slot]
    rivals = [h for s, h in enumerate(hopes[: state.seats]) if s != slot]
    return mine - max(rivals) if rivals else mine


def greedy(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """The action after which the seat is best off by `promise`, without looking further."""
    state = glimpse(chance)
    return max(_ranked(rules, state, seat, chance))[1]


def _ranked(rules: Any, state: State, seat: Seat, chance: Chance) -> list[tuple[float, Action]]:
    found = []
    actions = list(legal(rules, state, seat))
    usual = [a for a in actions if a[0] not in ("insight", "twist") and a[-1] != "champion"]
    for action in usual or actions:
        after = rules.apply(state, seat, action).state
        found.append((promise(rules, after, seat) + chance.below(1000) / 1e6, action))
    return found


def lookahead(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """The best of a few promising actions by playing each of them out to the end, with hidden tiles drawn anew each time."""
    ranked = sorted(_ranked(rules, glimpse(chance), seat, chance), reverse=True)[:CANDIDATES]
    if len(ranked) == 1:
        return ranked[0][1]
    totals_by_action = [0.0] * len(ranked)
    for _ in range(PLAYOUTS):
        world = glimpse(chance)
        for i, (_, action) in enumerate(ranked):
            end = _play_out(rules, rules.apply(world, seat, action).state, chance)
            totals_by_action[i] += _result(rules, end, seat)
    best = max(range(len(ranked)), key=lambda i: (totals_by_action[i], ranked[i][0]))
    return ranked[best][1]


def _play_out(rules: Any, state: State, chance: Chance) -> State:
    while state.phase != "over":
        (seat,) = rules.to_act(state)
        action: Action = ()
        while True:
            words = rules.words(state, seat, action)
            word = chance.choice(words)
            if word.text in ("insight", "twist"):
                word = words[0]
            action = (*action, word.text)
            if word.end:
                break
        state = rules.apply(state, seat, action).state
    return state


def _result(rules: Any, state: State, seat: Seat) -> float:
    outcome = rules.outcome(state)
    won = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
    rivals = max(score for s, score in enumerate(state.scores) if s != seat)
    return won + 0.01 * (state.scores[seat] - rivals)


OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, overlooks=0.55, whim=1.2),
    "normal": Scripted(lookahead),
    "hard": Search(GUIDE, NODES),
    "lookahead": Scripted(lookahead),
    "greedy": Scripted(greedy),
}
