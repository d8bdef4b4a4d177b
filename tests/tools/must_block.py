"""Positions in which a seat has lost in a moment, unless it does the right thing: `python -m tests.tools.must_block GAME [HOURS] [FIRST]`.

Computers play games of two, and each game is looked through from its end. Where somebody who is away loses at once, and a beginner, whose first
action is drawn by lot, mostly, it is searched exhaustively, by the contract alone: is it lost whatever follows if nothing is done, and is an action
that helped the beginner a way out? As the seat does not know everything, the same has to be so in several worlds that it cannot tell apart. What
would take too long is left out. Positions are stored in `FOLDER`, a file a game; with the number of a FIRST game more are added to them.
With `--judge` it is said of each stored position of a game whether hard finds a way out, in docs/fairness.md and in `MISSED`.

In Hockey Game, where a goal decides at once in overtime alone (HG-9.4), games begin with overtime.
"""

from __future__ import annotations

import base64
import json
import math
import sys
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from data.content import build, games
from data.language import texts
from rules.computer_levels import LEVELS, USUAL_LEVEL, computed
from rules.game import Action, Refused, Seat
from rules.hexygame.map import CENTRE, FLAGS, NEIGHBOURS, distance
from rules.hexygame.state import WINNING
from rules.hockey_game.state import PERIODS
from rules.legal_actions import closing, legal
from rules.randomness import Chance
from tests.tools.fairness_page import put

FOLDER = Path(__file__).parents[1] / "rules" / "computers" / "must_block"
"""Where positions are stored."""
MISSED = FOLDER.with_name("must_block_missed.json")
"""The positions in which hard finds no way out."""
CHANCE = "way out"
"""By which chance a computer decides where it is judged."""
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
ON_THE_MAP = 3
"""So many moves and attacks of the other seat are looked ahead in HexyGame (`on_the_map`)."""
WHOLE_TURNS = ("hexknight", "hexygame")
"""Games with more ways of a turn than can be searched: there a way out is all that the seat does in its turn, and in the other's turn it does what is
done for somebody who is away. So it is one without any luck, and the other's turn alone is searched."""
DEEP: Mapping[str, float] = {"hexygame": ON_THE_MAP, "hexknight": math.inf, "hockey_game": math.inf}
USUAL = 2
"""So many choices of the other seat are looked ahead, as far as they belong to its next turn, with all that the seat can do between them. To pass is
no choice."""
LOOKS = 10_000
"""So many positions are visited at most for one decision in one world."""
EACH = ("planetary_conquerors",)
"""Games in which so few positions have a way out that a beginner hardly comes by them: it is searched after each action what nothing done, and every
other action, leads to, and at most half of them may be ways out."""
SOON = 16
"""So many of the last decisions are looked at there: before them hardly anybody has lost."""
AT_ONCE = ("hockey_game",)
"""Games in which both seats play in each turn: it is the turn that is looked ahead."""
TEN_TIMES = 10 * LOOKS
"""So many where it is judged what a computer does."""
PASS: Action = ("pass",)
BEGUN: Mapping[str, Mapping[str, Any]] = {"hockey_game": {"period": PERIODS + 1}}
"""What is otherwise in the first state of a game."""


class Position(NamedTuple):
    """A position of a seat that loses if it does nothing, and a way out: an action, or more in order, after which it need not lose (`Threat`)."""

    snapshot: bytes
    seat: Seat
    way: tuple[Action, ...]


class TooLong(Exception):
    """A position has more to look at than it may be."""


class Node(NamedTuple):
    """A position that is looked at: how many choices the other seat has left, the turns since the first one, and what the seat does yet before it
    does nothing; None if it may do anything."""

    state: Any
    left: float
    turns: tuple[Any, ...] = ()
    plan: tuple[Action, ...] | None = None


def reaches(dice: Mapping[str, int], taken: Set[str], goals: Sequence[str], left: float) -> bool:
    """Whether something with such Action Dice can come to a goal in so many choices, one of which is for each other thing that stands in its way."""
    for goal in goals:
        if goal in dice:
            return True
        needed, edge, choices = {goal: 0}, {goal}, 0
        while choices < left:
            choices += 1
            edge = {n for h, cost in needed.items() if cost + 1 + (h in taken) == choices for n in NEIGHBOURS[h] if n not in needed}
            if any(dice.get(place, 0) >= distance(place, goal) for place in edge):
                return True
            needed |= dict.fromkeys(edge, choices)
    return False


def on_the_map(rules: Any, state: Any, seat: Seat, left: float) -> list[Action] | None:
    """What a seat of HexyGame does in an exhaustive search: nothing with its hand, since nobody else knows it, but to discard cards for energy; moves
    and attacks in its Main Phase. None if so few choices bring nothing of its own to the Flag, or to the Centre Point that wins. Energy comes first,
    by the order of the menus."""
    if rules.decision(state, seat).kind != "main":
        return [PASS] if closing(rules, state, seat, PASS) else [*legal(rules, state, seat)]
    goals = [FLAGS[1 - seat]] + [CENTRE] * (state.sides[seat].dice == WINNING - 1)
    mine = {reality.hex: reality.die for reality in state.realities.values() if reality.owner == seat}
    taken = {reality.hex for reality in state.realities.values()}
    verbs = [word.text for word in rules.words(state, seat, ())]

    def leads(action: Action) -> bool:
        _, source, to = action[:3]
        if action[0] == "attack":
            return reaches(mine, taken - {to}, goals, left - 1)
        return reaches(mine | {source: 0, to: mine[source] - 1}, (taken - {source}) | {to}, goals, left - 1)

    if not reaches(mine, taken, goals, left):
        return None
    for verb in ("draw", "discard"):
        if verb in verbs and sum(state.sides[seat].pool) < 2 * left:
            source = rules.words(state, seat, (verb,))[0].text
            return [[*legal(rules, state, seat, (verb, source))][-1] if verb == "draw" else (verb, source)]
    choices = [action for verb in ("move", "attack") if verb in verbs for action in legal(rules, state, seat, (verb,))]
    return [PASS, *(action for action in choices if leads(action))]


class Threat:
    """What the other seat can force by the end of its next turn, and by a few choices (`DEEP`), with both hands open."""

    def __init__(self, rules: Any, state: Any, seat: Seat, most_looks: int = LOOKS) -> None:
        self.rules, self.seat, self.most_looks = rules, seat, most_looks
        self.first = rules.present_turn(state)
        self.most = 2 if self.first is not None and self.first[0] == seat and rules.key not in AT_ONCE else 1
        self.start = Node(state, DEEP.get(rules.key, USUAL))
        self.looks = 0
        self.whole, self.each = rules.key in WHOLE_TURNS, rules.key in EACH
        self._known: dict[tuple[Any, ...], bool] = {}

    def saves(self, *way: Action) -> bool:
        """Whether the seat need not lose after an action, or if it does these in its turn and then nothing (`WHOLE_TURNS`). Raises TooLong."""
        return not self.lost(self.start._replace(plan=way) if self.whole else self.after(self.start, *way))

    def does(self, way: tuple[Action, ...]) -> bool:
        """Whether it is a way out, and what is done for somebody who is away is none. Raises TooLong."""
        nothing = () if self.whole else (self._nothing(self.start.state),)
        return not self.saves(*nothing) and self.saves(*way)

    def _nothing(self, state: Any) -> Action:
        """What is done for whoever is to act, if they are away."""
        action: Action = self.rules.decision(state, self.rules.to_act(state)[0]).default
        return action

    def idle(self, chance: Chance) -> bool:
        """Whether the seat has lost so soon if it gives nothing but the answers of somebody who is away. Raises TooLong."""
        return not self.saves(self._nothing(self.start.state)) if self.each else self._played(None, chance)[0]

    def helped(self, chance: Chance) -> list[tuple[Action, ...]]:
        """What a beginner does whose first action is drawn by lot, where it does not lose so soon; none if it does not lose mostly. Raises
        TooLong."""
        actions, helped = [*legal(self.rules, self.start.state, self.seat)], list[tuple[Action, ...]]()
        if self.each:
            helped = [(action,) for action in actions if self.saves(action)]
            return helped if len(helped) <= len(actions) / 2 else []
        for _ in range(DRAWN):
            lost, way = self._played(chance.choice(actions), chance)
            helped += [] if lost else [way if self.whole else way[:1]]
            if len(helped) > DRAWN / 2:
                return []
        return helped

    def _played(self, action: Action | None, chance: Chance) -> tuple[bool, tuple[Action, ...]]:
        """Whether the seat has lost by the end of the other's next turn, if a beginner plays on after an action, or if nobody does; and what it has
        done in this turn."""
        node, done = self.start, list[Action]()
        while (lost := self.settled(node)) is None:
            acting = self.rules.to_act(node.state)[0]
            if acting != self.seat:
                chosen = computed(self.rules, node.state, acting, USUAL_LEVEL, chance)
            elif action is None:
                chosen = self._nothing(node.state)
            else:
                chosen = computed(self.rules, node.state, acting, BEGINNER, chance) if node is not self.start else action
                done += [] if node.turns else [chosen]
            node = self.after(node, chosen)
        return lost, tuple(done)

    def worst(self, node: Node) -> Node:
        """What comes of an action of the other seat: one after which the seat has lost if it does nothing more, if there is one. Raises TooLong."""
        acting = self.rules.to_act(node.state)[0]
        for action, counts in self._promising_first(node, acting):
            then = self.after(node._replace(left=node.left - counts), action)
            if self.lost(then):
                return then
        return self.after(node, self._nothing(node.state))

    def after(self, node: Node, action: Action) -> Node:
        """What comes of an action of whoever is to act. Raises TooLong."""
        self.looks += 1
        acting = self.rules.to_act(node.state)[0]
        state = self.rules.apply(node.state, acting, action).state
        now = self.rules.present_turn(state)
        turns = node.turns if now in (self.first, *node.turns, None) else (*node.turns, now)
        done = acting == self.seat and node.plan and node.plan[0] == action
        return Node(state, node.left, turns, node.plan[1:] if node.plan and done else node.plan)

    def settled(self, node: Node) -> bool | None:
        """Whether the seat has lost, where the game or what is looked at is over; None where it goes on."""
        if not self.rules.to_act(node.state):
            lost: bool = self.rules.outcome(node.state).shares[self.seat] == 0.0
            return lost
        acting = self.rules.to_act(node.state)[0]
        harmless = self.rules.key == "hexygame" and acting != self.seat and on_the_map(self.rules, node.state, acting, node.left) is None
        return False if len(node.turns) >= self.most or harmless else None

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

    def _key(self, node: Node) -> tuple[Any, ...]:
        return self.rules.dump(node.state), *node[1:]

    def _remember(self, reached: Mapping[Any, Any], key: Any, value: bool) -> None:
        """Notes what a position is worth, and those on the way to it."""
        while key not in self._known:
            self._known[key] = value
            key = reached[key]

    def _promising_first(self, node: Node, seat: Seat) -> Iterator[tuple[Action, bool]]:
        """All that whoever is to act may do, and whether it counts as a choice of the other seat. Those come first that a computer of the other seat
        thinks of, and the seat's own pass, since most threats are none."""
        mine, passes = seat == self.seat, closing(self.rules, node.state, seat, PASS)
        if mine and node.plan is not None:
            planned = node.plan and closing(self.rules, node.state, seat, node.plan[0])
            yield node.plan[0] if planned else self._nothing(node.state), False
            return
        if passes and (mine or not node.left):
            yield PASS, False
            if not mine:
                return
        searched = on_the_map(self.rules, node.state, seat, node.left) if self.rules.key == "hexygame" else None
        actions = searched or [*legal(self.rules, node.state, seat)]
        counts = not mine and len(actions) > 1
        if counts and not node.left:
            return
        if counts and not self.whole:
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
    if threat.whole:
        return _survives(threat, level, chance)
    node = threat.start
    while threat.settled(node) is None and rules.to_act(node.state)[0] == position.seat:
        node = threat.after(node, computed(rules, node.state, position.seat, level, chance))
        if threat.lost(node):
            return False
    return True


def _survives(threat: Threat, level: str, chance: Chance) -> bool:
    """Whether a computer has not lost by the end of the other's next turn, whatever the other does against somebody who does nothing more."""
    rules, seat = threat.rules, threat.seat
    node = threat.start._replace(plan=())
    while (lost := threat.settled(node)) is None:
        mine = rules.to_act(node.state)[0] == seat
        node = threat.after(node, computed(rules, node.state, seat, level, chance)) if mine else threat.worst(node)
    return not lost


def begun(rules: Any, number: int) -> Any:
    """The first state of a game; of Hockey Game one in overtime."""
    state = rules.setup(2, {option.key: option.values[0] for option in rules.options}, number).state
    return rules.load(json.dumps(json.loads(rules.dump(state)) | BEGUN[rules.key]).encode()) if rules.key in BEGUN else state


def close(rules: Any, state: Any, seat: Seat) -> Any:
    """The same position, in HexKnight one in which a seat that does nothing in the last turn of all misses the victory by a point: since few games
    hang on that turn, the points that the seat had from the beginning (HK-12.5) are changed for it."""
    if rules.key != "hexknight":
        return state
    last, turn = state, rules.present_turn(state)
    while rules.to_act(last):
        if rules.present_turn(last) != turn:
            return state
        last = rules.apply(last, seat, rules.decision(last, seat).default).state
    scores = [hero.score for hero in last.heroes]
    missing = max(score for other, score in enumerate(scores) if other != seat) - 1 - scores[seat]
    raised = json.loads(rules.dump(state))
    raised["heroes"][seat]["compensation"] = raised["heroes"][seat].get("compensation", 0) + missing
    return rules.load(json.dumps(raised).encode())


def found(key: str, number: int) -> Iterator[Position]:
    """The positions of one game, the last ones first, until they take too long."""
    rules: Any = build(key)
    chance = Chance.of(number, "must block")
    players = [chance.choice(PLAYERS) for _ in range(2)]
    state, decided = begun(rules, number), list[tuple[Any, Seat]]()
    while acting := rules.to_act(state):
        decided.append((state, acting[0]))
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], players[acting[0]], chance)).state
    large, turns = 0, set[Any]()
    late = SOON if key in EACH else LATE
    for before, seat in decided[: -late - 1 : -1]:
        if rules.present_turn(before) in turns:
            continue
        try:
            position = must_block(rules, close(rules, before, seat), seat, chance)
        except (TooLong, RecursionError, Refused):
            large += 1
            if large == LARGE:
                return
            continue
        if position is not None:
            turns |= {rules.present_turn(before)} if key in WHOLE_TURNS else set()
            yield position


def stored(key: str) -> list[Position]:
    """The positions of a game that are stored."""
    path = FOLDER / f"{key}.json"
    rows = json.loads(path.read_text("utf-8")) if path.exists() else []
    return [Position(zlib.decompress(base64.b64decode(snapshot)), seat, tuple(map(tuple, way))) for snapshot, seat, way in rows]


def store(key: str, positions: list[Position]) -> None:
    """Stores the positions of a game."""
    FOLDER.mkdir(exist_ok=True)
    rows = [[base64.b64encode(zlib.compress(snapshot, 9)).decode(), seat, way] for snapshot, seat, way in positions]
    (FOLDER / f"{key}.json").write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")


def missed() -> dict[str, list[int]]:
    """The numbers of the stored positions of each game in which hard found no way out when they were judged last."""
    found: dict[str, list[int]] = json.loads(MISSED.read_text("utf-8"))
    return found


def lines() -> list[str]:
    """The table of the page."""
    table = ["| game | positions | hard finds a way out in |", "| --- | --- | --- |"]
    for key in games():
        n, failed = len(stored(key)), len(missed().get(key, []))
        table.append(f"| {texts('en', key)('title')} | {n} | {n - failed} |")
    return table


def judge(key: str) -> None:
    """Judges the stored positions of a game anew, and puts the table into docs/fairness.md."""
    rules, level = build(key), LEVELS[-1]
    failed = [n for n, position in enumerate(stored(key)) if not finds(rules, position, level, Chance.of(n, CHANCE))]
    MISSED.write_text(json.dumps(missed() | {key: failed}, indent=1) + "\n", encoding="utf-8")
    put("ways_out", lines())


def main() -> None:
    if "--judge" in sys.argv:
        judge(sys.argv[1])
        return
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
