"""A search that knows nothing but the contract, to measure the computers by: random play to the end, more often where it has gone well.

It shares no code with them, and takes neither their candidates nor their judgement. Each round imagines a world, goes down a tree of what has been
done there so far, each seat doing what has served it best (UCT; of one tree for all worlds, as far as an action is legal in them), and plays on at
random (information set Monte Carlo tree search).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

from rules.game import Action, Glimpse, Seat
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.every_game.setups import random_action

BOLD = 0.7
"""How much it tries what has been tried little."""
WIDE = 60
"""So many legal actions are told apart in a position at most; of more, as many are drawn."""
LONG = 400
"""So many random actions are played; a game that is not over then is even."""


class Node:
    """What has been done in a position: how often each action was legal and taken, and what it has brought to its seat."""

    __slots__ = ("after", "legal", "looks", "total")

    def __init__(self) -> None:
        self.after: dict[Action, Node] = {}
        self.looks = self.legal = 0
        self.total = 0.0


def decide(rules: Any, glimpse: Glimpse[Any], seat: Seat, chance: Chance, over: Callable[[], bool]) -> Action:
    """The action that was looked at most until time was over; at least one round is played."""
    root, rng = Node(), random.Random(chance.below(1 << 32))
    while True:
        _round(rules, glimpse(chance), seat, root, rng)
        if over():
            return max(root.after, key=lambda action: root.after[action].looks)


def _round(rules: Any, world: Any, seat: Seat, root: Node, rng: random.Random) -> None:
    """Adds one game that is played to its end."""
    node, path, acting = root, list[tuple[Node, Seat]](), seat
    while True:
        action, fresh = _chosen(node, _actions(rules, world, acting, rng), rng)
        node = node.after[action]
        path.append((node, acting))
        world = rules.apply(world, acting, action).state
        asked = rules.to_act(world)
        if fresh or not asked:
            break
        acting = asked[0]
    shares = _ends(rules, world, rng)
    for passed, who in path:
        passed.looks += 1
        passed.total += shares[who] if shares is not None else 0.5


def _actions(rules: Any, world: Any, seat: Seat, rng: random.Random) -> list[Action]:
    found = list(legal(rules, world, seat))
    return found if len(found) <= WIDE else rng.sample(found, WIDE)


def _chosen(node: Node, actions: list[Action], rng: random.Random) -> tuple[Action, bool]:
    """An action that was not tried, else the one that is best to try (UCB); and whether it is new to the tree."""
    for action in actions:
        if action in node.after:
            node.after[action].legal += 1
    if fresh := [action for action in actions if action not in node.after]:
        action = rng.choice(fresh)
        node.after[action] = Node()
        node.after[action].legal = 1
        return action, True

    def promise(action: Action) -> float:
        found = node.after[action]
        return found.total / found.looks + BOLD * math.sqrt(math.log(found.legal + 1) / found.looks)

    return max(actions, key=promise), False


def _ends(rules: Any, world: Any, rng: random.Random) -> Any:
    """Each seat's share after random play; None if that takes too long."""
    for _ in range(LONG):
        if not (acting := rules.to_act(world)):
            return rules.outcome(world).shares
        world = rules.apply(world, acting[0], random_action(rules, world, acting[0], rng)).state
    return None
