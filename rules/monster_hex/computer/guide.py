"""What the search knows of the game: which actions are worth trying, and the evaluation of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.computer_levels import LEVELS
from rules.computers.reasons import Fact, Measure, Rows
from rules.computers.tree_search import Candidate, Guide
from rules.game import Action, Seat, Step
from rules.legal_actions import legal
from rules.monster_hex import abilities, capture, placement
from rules.monster_hex.computer import evaluation
from rules.monster_hex.computer.evaluation import Field, field, gains, lead, standings
from rules.monster_hex.computer.reasons import measures, notable
from rules.monster_hex.content import Board
from rules.monster_hex.opening import BEGIN, SECOND, SPLIT
from rules.monster_hex.state import Slot, State
from rules.randomness import Chance

STRONGEST = LEVELS[-1]
WIDEST = 30
"""At most so many placements are tried in a position."""
TWISTS = 4
"""At most so many ways to turn a monster are tried."""
CHAMPIONS = 4
"""At most so many placements beside a small stone are tried with a champion."""
LAST = 5
"""The end is counted with at most so many monsters to come."""
ANY_EDGE = -1
"""The bits of an edge that matches whatever is shown."""
TURNS = tuple(placement.ROTATIONS)
KEEN = 1.6
"""How much more likely an action is to be right for each point that it brings at first sight."""
WASTE = 0.04
"""What a placement should bring for each power on the tile, so that strong ones are kept for where they matter."""
SPENT = 1.0
"""What using an ability should bring."""
GAINED = {abilities.TWIST: 0.5, abilities.BOLD: 0.5, abilities.CHAMPION: 0.1, abilities.INSIGHT: 0.0}
"""How promising an ability is when it is chosen."""


class MonsterGuide(Guide[State]):
    """Tries placements by the points that they bring at the stones they touch."""

    names = evaluation.NAMES
    varied = ("board", "abilities")
    ridge = 0.0001

    def __init__(self, level: str = STRONGEST) -> None:
        """`level`: the level whose experience says what beginning is worth."""
        self.level = level

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        """The features called `names`."""
        return evaluation.features(rules, state)[seat]

    def fit(self, rules: Any, state: State) -> bool:
        """Whether a position can be evaluated as it is."""
        return state.phase == "play" and bool(state.placed) and not (state.queue or state.looking or state.bold)

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        if state.phase == "opening" or (state.phase == "faction" and state.split is not None):
            return self._even(rules, state)
        return rules.judgement.shares(evaluation.features(rules, state))

    def _even(self, rules: Any, state: State) -> Sequence[float]:
        """The shares of both turns before hands are seen: the chooser takes the better one (MH-1.8)."""
        if state.split is None:
            return [0.5, 0.5]
        chance = rules.content.even[state.board][self.level].chance(state.split)
        if state.phase == "opening":
            chance = max(chance, 1.0 - chance)
        return [1.0 - chance, chance] if state.first else [chance, 1.0 - chance]

    def played_on(self, rules: Any, state: State, chance: Chance, done: Rows = None) -> State:
        """Everybody takes the value by which they get furthest ahead."""
        while state.queue:
            seat = rules.to_act(state)[0]
            action = ("take", best_value(rules, state, seat))
            if done is not None:
                done.append((seat, action))
            state = rules.apply(state, seat, action).state
        return state

    def notable(self, rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterable[Fact]:
        return notable(rules, before, step, seat)

    def measures(self, rules: Any, state: State, seat: Seat) -> Iterable[Measure]:
        return measures(rules, state, seat)

    def last_moves(self, rules: Any, state: State) -> Iterable[Action] | None:
        """The last moves once all stacks are empty (MH-2.3), as two players can tell who holds what."""
        left = len(rules.board(state).hexes) - len(state.placed)
        if state.seats > 2 or state.abilities or state.phase != "play" or any(state.stacks) or left > LAST:
            return None
        seat = rules.to_act(state)[0]
        if state.queue:
            best = best_value(rules, state, seat)
            return sorted(legal(rules, state, seat), key=lambda action: action[1] != best)
        return [action for _, action in sorted(_Look(rules, state, seat).placements(), reverse=True)]

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        if state.phase == "opening":
            even = rules.content.even[state.board][self.level]
            if state.split is None:
                return [Candidate(0.0, (SPLIT, str(round(even.halves))))]
            return [Candidate(0.0, (BEGIN if even.chance(state.split) >= 0.5 else SECOND,))]
        if state.phase == "faction":
            return [Candidate(0.0, next(legal(rules, state, seat)))]
        if state.phase == "ability":
            return [Candidate(GAINED[action[1]], action) for action in legal(rules, state, seat)]
        if state.looking:
            return [Candidate(0.0, action) for action in legal(rules, state, seat)]
        if state.queue:
            best = best_value(rules, state, seat)
            return [Candidate(float(action[1] == best), action) for action in legal(rules, state, seat)]
        look = _Look(rules, state, seat)
        found = sorted(look.placements(), reverse=True)[:WIDEST]
        if state.abilities and look.slot == seat:
            found += look.with_ability(found[0][0])
        return [Candidate(KEEN * gain, action) for gain, action in found]


def best_value(rules: Any, state: State, seat: Seat) -> str:
    """The value that brings a seat furthest ahead: its points, less what remains for the second (MH-4.5, MH-4.6)."""
    stone = rules.board(state).stones[state.queue[0]]
    found = state.captures[stone.id]
    left, rival = capture.left(stone, found), found.second if found.second != seat else None

    def ahead(value: int) -> tuple[float, int]:
        own = capture.worth(stone, value, seat)
        if rival is None or rival >= state.seats:
            return own, value
        rest = max((capture.worth(stone, other, rival) for other in left if other != value), default=0)
        return own - rest / (state.seats - 1), own

    return str(max(left, key=ahead))


Gain = tuple[float, Action]


class _Look:
    """A seat's first estimate of its options: the points by which each brings it ahead."""

    def __init__(self, rules: Any, state: State, seat: Seat) -> None:
        self.rules, self.state, self.seat = rules, state, seat
        self.board: Board = rules.board(state)
        self.slot: Slot = state.slot
        self.field: Field = field(self.board, state.slots)
        self.standings = standings(state, self.field, rules.tiles)

    def placements(self, how: str | None = None) -> Iterator[Gain]:
        """All placements, or those of one way of placing."""
        state, tiles = self.state, self.rules.tiles
        how = how or placement.way(state, self.board, tiles, self.slot)
        hand = [tiles[t] for t in sorted(state.hands[self.slot])]
        if how == placement.MATCH:
            hexes = sorted(state.need.items())
        else:
            hexes = [(label, ANY_EDGE) for label in placement.open_hexes(state, self.board, hand[0], how)]
        seats, prizes = state.seats, self.field.prizes
        for label, bits in hexes:
            gained = [
                (side, gains(prizes[number], self.standings[number], self.slot, self.seat, seats)) for number, side in self.field.touched[label]
            ]
            for tile in hand:
                powers, waste = tile.powers, WASTE * tile.sum
                for k, shown in enumerate(tile.shows):
                    if shown & bits:
                        gain = -waste
                        for side, by_power in gained:
                            gain += by_power[powers[side - k] - 1]
                        yield gain, ("place", tile.id, label, TURNS[k])

    def with_ability(self, usual: float) -> list[Gain]:
        """What the seat's ability adds to a turn whose best placement brings `usual`."""
        verbs = abilities.verbs(self.state, self.board, self.seat)
        if abilities.TWIST in verbs:
            return [(usual - SPENT / 2 + gain, action) for gain, action in sorted(self._twists(), reverse=True)[:TWISTS]]
        if abilities.INSIGHT in verbs:
            return [(usual + SPENT, (abilities.INSIGHT,))]
        if abilities.BOLD in verbs:
            return [(max(gain for gain, _ in self.placements(placement.BOLD)) - SPENT, (abilities.BOLD,))]
        if abilities.ready(self.state, self.seat) == abilities.CHAMPION:
            found = sorted(((gain, action) for gain, action in self.placements() if self._small(action[2])), reverse=True)[:CHAMPIONS]
            return [(gain - SPENT / 2, (*action, abilities.CHAMPION)) for gain, action in found]
        return []

    def _small(self, label: str) -> bool:
        return any(not self.field.prizes[number].large for number, _ in self.field.touched[label])

    def _twists(self) -> Iterator[Gain]:
        state = self.state
        for label in abilities.twistable(state, self.board, self.seat):
            slot, tile, rotation = state.placed[label]
            powers = self.rules.tiles[tile].powers
            for word in abilities.twist_rotations(state, label):
                gain = 0.0
                for number, side in self.field.touched[label]:
                    change = powers[side - placement.ROTATIONS[word]] - powers[side - rotation]
                    before = self.standings[number]
                    prize = self.field.prizes[number]
                    after = before.shifted(slot, change)
                    gain += lead(prize, after, self.slot, self.seat, state.seats) - lead(prize, before, self.slot, self.seat, state.seats)
                yield gain, (abilities.TWIST, label, word)


GUIDE = MonsterGuide()
