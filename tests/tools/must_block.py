"""Positions in which a seat has lost in a moment, but for a few of its actions: `python -m tests.tools.must_block GAME [HOURS] [FIRST]`.

Computers play games of two. Where one of a few actions, drawn by lot, loses to a computer at once, the decision is searched exhaustively, by the
contract alone: what is a way out, and what is lost whatever follows. As the seat does not know everything, the same has to be so in several worlds
that it cannot tell apart. Positions that would take too long are left out. They are stored in `FOLDER`, a file a game; with the number of a FIRST
game more are added to those that are there.
"""

from __future__ import annotations

import base64
import json
import math
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from data.content import build
from rules.computer_levels import LEVELS, USUAL_LEVEL, computed
from rules.game import Action, Refused, Seat
from rules.legal_actions import legal
from rules.randomness import Chance

FOLDER = Path(__file__).parents[1] / "rules" / "computers" / "must_block"
"""Where positions are stored."""
ENOUGH = 50
"""So many are wanted of each game."""
PLAYERS = ("easy", "normal")
LATE, LARGE = 16, 2
"""So many of the last decisions are looked at, the last one first, until so many would take too long."""
DRAWN = 6
"""So many actions are drawn by lot, to see whether one of them loses."""
FEW = 1 / 2
"""At most such a part of the legal actions are ways out."""
WORLDS = 3
"""In so many worlds, beside the true one, the same actions are ways out."""
DEEP = {"hexygame": 1}
USUAL = 2
"""So many choices of the other seat are looked ahead, as far as they belong to its next turn, with all that the seat can do between them."""
LOOKS = 3000
"""So many positions are visited at most for one decision in one world."""


class Position(NamedTuple):
    """A position of a seat: `ways` are all of its legal actions that do not lose (`Threat`)."""

    snapshot: bytes
    seat: Seat
    ways: tuple[Action, ...]


class TooLong(Exception):
    """A position has more to look at than `LOOKS`."""


class Threat:
    """What the other seat can force by the end of its next turn, and by a few choices (`DEEP`), with both hands open."""

    def __init__(self, rules: Any, state: Any, seat: Seat) -> None:
        self.rules, self.seat = rules, seat
        self.first = rules.present_turn(state)
        self.most = 1 if rules.turn(state) != seat else 2
        self.looks = 0
        self._known: dict[tuple[bytes, int, tuple[Any, ...]], bool] = {}

    def ways(self, state: Any, most: float = math.inf) -> tuple[Action, ...]:
        """The actions after which the seat need not lose; if there are more than `most`, only so many and one. Raises TooLong."""
        deep, found = DEEP.get(self.rules.key, USUAL), list[Action]()
        for action in legal(self.rules, state, self.seat):
            if not self._lost_by(state, self.seat, action, deep, ()):
                found.append(action)
                if len(found) > most:
                    break
        return tuple(found)

    def seen(self, state: Any, chance: Chance) -> bool:
        """Whether one of a few actions drawn by lot loses to a computer so soon."""
        actions = [*legal(self.rules, state, self.seat)]
        return any(self._loses(state, chance.choice(actions), chance) for _ in range(DRAWN))

    def _loses(self, state: Any, action: Action, chance: Chance) -> bool:
        """Whether the seat has lost by the end of the other's next turn, if computers play on after an action."""
        state, turns = self.rules.apply(state, self.seat, action).state, set[Any]()
        while acting := self.rules.to_act(state):
            turns |= {self.rules.present_turn(state)} - {self.first, None}
            if len(turns) >= self.most:
                return False
            state = self.rules.apply(state, acting[0], computed(self.rules, state, acting[0], USUAL_LEVEL, chance)).state
        lost: bool = self.rules.outcome(state).shares[self.seat] == 0.0
        return lost

    def _lost_by(self, state: Any, acting: Seat, action: Action, left: int, turns: tuple[Any, ...]) -> bool:
        self.looks += 1
        if self.looks > LOOKS:
            raise TooLong
        after = self.rules.apply(state, acting, action).state
        key = self.rules.dump(after), left, turns
        if key not in self._known:
            self._known[key] = acting == self.seat  # Whoever only comes back to where they were has found no way out.
            self._known[key] = self._lost(after, left, turns)
        return self._known[key]

    def _lost(self, state: Any, left: int, turns: tuple[Any, ...]) -> bool:
        acting = self.rules.to_act(state)
        if not acting:
            return self.rules.outcome(state).shares[self.seat] == 0.0
        now = self.rules.present_turn(state)
        if now not in (self.first, *turns, None):
            turns = (*turns, now)
        actions = self._promising_first(state, acting[0])
        mine = acting[0] == self.seat
        left -= not mine and len(actions) > 1
        if len(turns) >= self.most or left < 0:
            return False
        lost = (self._lost_by(state, acting[0], action, left, turns) for action in actions)
        return all(lost) if mine else any(lost)

    def _promising_first(self, state: Any, seat: Seat) -> Sequence[Action]:
        """All legal actions; those come first that a computer thinks of, since what wins is often among them."""
        guide = self.rules.opponents[LEVELS[-1]].guide
        first = sorted(guide.candidates(self.rules, state, seat), key=lambda candidate: -candidate.promise)
        return [*dict.fromkeys((*(candidate.action for candidate in first), *legal(self.rules, state, seat)))]


def must_block(rules: Any, state: Any, seat: Seat, chance: Chance) -> Position | None:
    """The position with its ways out, if these are few, and the same whatever is hidden. Raises TooLong."""
    actions = list(islice(legal(rules, state, seat), LOOKS))
    if len(actions) < 2:
        return None
    threat = Threat(rules, state, seat)
    if not threat.seen(state, chance):
        return None
    ways = threat.ways(state, FEW * len(actions))
    if not 0 < len(ways) <= FEW * len(actions):
        return None
    worlds = (rules.imagine(state, seat, chance) for _ in range(WORLDS))
    if any(Threat(rules, world, seat).ways(world) != ways for world in worlds):
        return None
    return Position(rules.dump(state), seat, ways)


def found(key: str, number: int) -> Iterator[Position]:
    """The positions of one game, the last ones first, until they take too long."""
    rules: Any = build(key)
    chance = Chance.of(number, "must block")
    players = [chance.choice(PLAYERS) for _ in range(2)]
    state, decided = rules.setup(2, {option.key: option.values[0] for option in rules.options}, number).state, list[tuple[Any, Seat]]()
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
    return [Position(zlib.decompress(base64.b64decode(snapshot)), seat, tuple(map(tuple, ways))) for snapshot, seat, ways in rows]


def store(key: str, positions: list[Position]) -> None:
    """Stores the positions of a game."""
    FOLDER.mkdir(exist_ok=True)
    rows = [[base64.b64encode(zlib.compress(snapshot, 9)).decode(), seat, ways] for snapshot, seat, ways in positions]
    (FOLDER / f"{key}.json").write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")


def main() -> None:
    key, hours, first = sys.argv[1], float((*sys.argv[2:], 1.0)[0]), int((*sys.argv[3:], 0)[0])
    positions, number, until = stored(key) if first else [], first, time.process_time() + 3600 * hours
    while len(positions) < ENOUGH and time.process_time() < until:
        fresh = [position for position in islice(found(key, number), 2) if position not in positions]
        positions += fresh
        number += 1
        if fresh:
            store(key, positions[:ENOUGH])
    print(f"{key}: {len(positions[:ENOUGH])} positions; go on with game {number}", flush=True)


if __name__ == "__main__":
    main()
