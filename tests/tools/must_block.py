"""Positions in which a seat has lost in a moment, unless it does the right thing: `python -m tests.tools.must_block GAME [HOURS] [FIRST]`.

Computers play games of two, and each game is looked through from its end. Where somebody who is away loses at once, and a beginner, whose first
action is drawn by lot, mostly, it is searched exhaustively, by the contract alone: is it lost whatever follows if nothing is done, and is an action
that helped the beginner a way out? As the seat does not know everything, the same has to be so in several worlds that it cannot tell apart. What
would take too long is left out. Positions are stored in `FOLDER`, a file a game; with the number of a FIRST game more are added to them.

In Hockey Game, where a goal decides at once in overtime alone (HG-9.4), games begin with overtime.
"""

from __future__ import annotations

import base64
import json
import math
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from data.content import build
from rules.computer_levels import LEVELS, USUAL_LEVEL, computed
from rules.game import Action, Refused, Seat
from rules.hockey_game.state import PERIODS
from rules.legal_actions import closing, legal
from rules.randomness import Chance

FOLDER = Path(__file__).parents[1] / "rules" / "computers" / "must_block"
"""Where positions are stored."""
ENOUGH = 50
"""So many are wanted of each game."""
A_GAME = 2
"""So many of one game are kept at most."""
PLAYERS = ("easy", "normal")
BEGINNER = LEVELS[0]
LATE, LARGE = 60, 2
"""So many of the last decisions are looked at, the last one first, until so many would take too long."""
DRAWN, TRIED = 8, 2
"""So many times a beginner plays on: it loses at least half of them, and so many first actions that did not lose are tried as a way out."""
WORLDS = 3
"""In so many worlds, beside the true one, it is the same."""
DEEP: Mapping[str, float] = {"hexygame": 1, "hexknight": math.inf, "hockey_game": math.inf}
USUAL = 2
"""So many choices of the other seat are looked ahead, as far as they belong to its next turn, with all that the seat can do between them. To pass is
no choice."""
LOOKS = 10_000
"""So many positions are visited at most for one decision in one world."""
AT_ONCE = ("hockey_game",)
"""Games in which both seats play in each turn: it is the turn that is looked ahead."""
TEN_TIMES = 10 * LOOKS
"""So many where it is judged what a computer does."""
PASS: Action = ("pass",)
BEGUN: Mapping[str, Mapping[str, Any]] = {"hockey_game": {"period": PERIODS + 1}}
"""What is otherwise in the first state of a game."""


class Position(NamedTuple):
    """A position of a seat that loses if it does nothing, and a way out: an action after which it need not lose (`Threat`)."""

    snapshot: bytes
    seat: Seat
    way: Action


class TooLong(Exception):
    """A position has more to look at than it may be."""


class Node(NamedTuple):
    """A position that is looked at: how many choices the other seat has left, and the turns since the first one."""

    state: Any
    left: float
    turns: tuple[Any, ...] = ()


class Threat:
    """What the other seat can force by the end of its next turn, and by a few choices (`DEEP`), with both hands open."""

    def __init__(self, rules: Any, state: Any, seat: Seat, most_looks: int = LOOKS) -> None:
        self.rules, self.seat, self.most_looks = rules, seat, most_looks
        self.first = rules.present_turn(state)
        self.most = 2 if self.first is not None and self.first[0] == seat and rules.key not in AT_ONCE else 1
        self.start = Node(state, DEEP.get(rules.key, USUAL))
        self.looks = 0
        self._known: dict[tuple[bytes, float, tuple[Any, ...]], bool] = {}

    def saves(self, action: Action) -> bool:
        """Whether the seat need not lose after an action. Raises TooLong."""
        return not self.lost(self.after(self.start, action))

    def does(self, way: Action) -> bool:
        """Whether an action is a way out, and what is done for somebody who is away is none. Raises TooLong."""
        return not self.saves(self.rules.decision(self.start.state, self.seat).default) and self.saves(way)

    def idle(self, chance: Chance) -> bool:
        """Whether the seat has lost so soon if it gives nothing but the answers of somebody who is away."""
        return self._loses(None, chance)

    def helped(self, chance: Chance) -> list[Action]:
        """The first actions, drawn by lot, after which a beginner does not lose so soon; none if it does not lose mostly."""
        actions, helped = [*legal(self.rules, self.start.state, self.seat)], list[Action]()
        for _ in range(DRAWN):
            first = chance.choice(actions)
            helped += [] if self._loses(first, chance) else [first]
            if len(helped) > DRAWN / 2:
                return []
        return helped

    def _loses(self, action: Action | None, chance: Chance) -> bool:
        """Whether the seat has lost by the end of the other's next turn, if a beginner plays on after an action, or if nobody does."""
        node = self.start if action is None else self.after(self.start, action)
        while (lost := self.settled(node)) is None:
            acting, state = self.rules.to_act(node.state)[0], node.state
            level = BEGINNER if acting == self.seat else USUAL_LEVEL
            away = action is None and acting == self.seat
            node = self.after(node, self.rules.decision(state, acting).default if away else computed(self.rules, state, acting, level, chance))
        return lost

    def after(self, node: Node, action: Action) -> Node:
        """What comes of an action of whoever is to act. Raises TooLong."""
        self.looks += 1
        acting = self.rules.to_act(node.state)[0]
        state = self.rules.apply(node.state, acting, action).state
        now = self.rules.present_turn(state)
        turns = node.turns if now in (self.first, *node.turns, None) else (*node.turns, now)
        return Node(state, node.left, turns)

    def settled(self, node: Node) -> bool | None:
        """Whether the seat has lost, where the game or what is looked at is over; None where it goes on."""
        if not self.rules.to_act(node.state):
            lost: bool = self.rules.outcome(node.state).shares[self.seat] == 0.0
            return lost
        return False if len(node.turns) >= self.most else None

    def lost(self, node: Node) -> bool:
        """Whether the seat has lost, whatever it does. All that whoever is to act can reach by itself, one action after the other, is looked at
        together, since it may also take things back. Raises TooLong."""
        known = self._value(node)
        if known is not None:
            return known
        acting = self.rules.to_act(node.state)[0]
        wanted, reached, waiting = acting != self.seat, {self._key(node): self._key(node)}, [node]
        while waiting:
            here = waiting.pop()
            for action, counts in self._promising_first(here, acting):
                if self.looks > self.most_looks:
                    raise TooLong
                then = self.after(here._replace(left=here.left - counts), action)
                value = self._value(then)
                if value is None and self.rules.to_act(then.state)[0] == acting:
                    if self._key(then) not in reached:
                        reached[self._key(then)] = self._key(here)
                        waiting.append(then)
                elif (self.lost(then) if value is None else value) == wanted:
                    self._remember(reached, self._key(here), wanted)
                    return wanted
        self._known |= dict.fromkeys(reached, not wanted)
        return not wanted

    def _value(self, node: Node) -> bool | None:
        settled = self.settled(node)
        return self._known.get(self._key(node)) if settled is None else settled

    def _key(self, node: Node) -> tuple[bytes, float, tuple[Any, ...]]:
        return self.rules.dump(node.state), node.left, node.turns

    def _remember(self, reached: Mapping[Any, Any], key: Any, value: bool) -> None:
        """Notes what a position is worth, and those on the way to it."""
        while key not in self._known:
            self._known[key] = value
            key = reached[key]

    def _promising_first(self, node: Node, seat: Seat) -> Iterator[tuple[Action, bool]]:
        """All that whoever is to act may do, and whether it counts as a choice of the other seat. Those come first that a computer of the other seat
        thinks of, and the seat's own pass, since most threats are none."""
        mine, passes = seat == self.seat, closing(self.rules, node.state, seat, PASS)
        if passes and (mine or not node.left):
            yield PASS, False
            if not mine:
                return
        actions = [*legal(self.rules, node.state, seat)]
        counts = not mine and len(actions) > 1
        if counts and not node.left:
            return
        if counts:
            guide = self.rules.opponents[LEVELS[-1]].guide
            first = sorted(guide.candidates(self.rules, node.state, seat), key=lambda candidate: -candidate.promise)
            actions = [*dict.fromkeys((*(candidate.action for candidate in first if candidate.action in actions), *actions))]
        for action in actions:
            if action != PASS or not mine:
                yield action, counts and action != PASS


def must_block(rules: Any, state: Any, seat: Seat, chance: Chance) -> Position | None:
    """The position with a way out, if a beginner misses it mostly, and if it is one whatever is hidden. Raises TooLong."""
    threat = Threat(rules, state, seat)
    if len(list(islice(legal(rules, state, seat), 2))) < 2 or not threat.idle(chance):
        return None
    for way in list(dict.fromkeys(threat.helped(chance)))[:TRIED]:
        if threat.does(way) and all(Threat(rules, rules.imagine(state, seat, chance), seat).does(way) for _ in range(WORLDS)):
            return Position(rules.dump(state), seat, way)
    return None


def finds(rules: Any, position: Position, level: str, chance: Chance) -> bool:
    """Whether a computer does nothing that loses, whatever follows, until somebody else is asked. Raises TooLong."""
    threat = Threat(rules, rules.load(position.snapshot), position.seat, TEN_TIMES)
    node = threat.start
    while threat.settled(node) is None and rules.to_act(node.state)[0] == position.seat:
        node = threat.after(node, computed(rules, node.state, position.seat, level, chance))
        if threat.lost(node):
            return False
    return True


def begun(rules: Any, number: int) -> Any:
    """The first state of a game; of Hockey Game one in overtime."""
    state = rules.setup(2, {option.key: option.values[0] for option in rules.options}, number).state
    return rules.load(json.dumps(json.loads(rules.dump(state)) | BEGUN[rules.key]).encode()) if rules.key in BEGUN else state


def found(key: str, number: int) -> Iterator[Position]:
    """The positions of one game, the last ones first, until they take too long."""
    rules: Any = build(key)
    chance = Chance.of(number, "must block")
    players = [chance.choice(PLAYERS) for _ in range(2)]
    state, decided = begun(rules, number), list[tuple[Any, Seat]]()
    while acting := rules.to_act(state):
        decided.append((state, acting[0]))
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], players[acting[0]], chance)).state
    large = 0
    for before, seat in decided[: -LATE - 1 : -1]:
        try:
            position = must_block(rules, before, seat, chance)
        except (TooLong, RecursionError, Refused):
            large += 1
            if large == LARGE:
                return
            continue
        if position is not None:
            yield position


def stored(key: str) -> list[Position]:
    """The positions of a game that are stored."""
    path = FOLDER / f"{key}.json"
    rows = json.loads(path.read_text("utf-8")) if path.exists() else []
    return [Position(zlib.decompress(base64.b64decode(snapshot)), seat, tuple(way)) for snapshot, seat, way in rows]


def store(key: str, positions: list[Position]) -> None:
    """Stores the positions of a game."""
    FOLDER.mkdir(exist_ok=True)
    rows = [[base64.b64encode(zlib.compress(snapshot, 9)).decode(), seat, way] for snapshot, seat, way in positions]
    (FOLDER / f"{key}.json").write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")


def main() -> None:
    key, hours, first = sys.argv[1], float((*sys.argv[2:], 1.0)[0]), int((*sys.argv[3:], 0)[0])
    positions, number, until = stored(key) if first else [], first, time.process_time() + 3600 * hours
    while len(positions) < ENOUGH and time.process_time() < until:
        fresh = [position for position in islice(found(key, number), A_GAME) if position not in positions]
        positions += fresh
        number += 1
        if fresh:
            store(key, positions[:ENOUGH])
    print(f"{key}: {len(positions[:ENOUGH])} positions; go on with game {number}", flush=True)


if __name__ == "__main__":
    main()
