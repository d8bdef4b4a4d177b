"""What the search is told of the game: which actions are worth trying, and how a position is judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.game import Action, Seat, legal
from rules.monster_hex import abilities, capture, judging, placing
from rules.monster_hex.content import Board
from rules.monster_hex.judging import Field, field, gains, lead, standings
from rules.monster_hex.planning import slot_of
from rules.monster_hex.state import Slot, State
from rules.parts.chance import Chance
from rules.parts.searching import Candidate, Guide

WIDEST = 30
"""At most so many placements are tried in a position."""
TWISTS = 4
"""At most so many ways to turn a monster are tried."""
CHAMPIONS = 4
"""At most so many placements beside a small stone are tried with a champion."""
KEEN = 1.6
"""How much more likely an action is to be right for each point that it brings at first sight."""
WASTE = 0.04
"""What a placement should bring for each power on the tile, so that strong ones are kept for where they matter."""
SPENT = 1.0
"""What using an ability should bring."""
GAINED = {abilities.TWIST: 0.6, abilities.BOLD: 0.3, abilities.CHAMPION: 0.0, abilities.INSIGHT: 0.2}
"""How promising an ability is when it is chosen."""


class MonsterGuide(Guide[State]):
    """Placements are tried by the points that they bring at the stones they touch."""

    names = judging.NAMES
    varied = ("board", "abilities")
    ridge = 0.0001

    def features(self, rules: Any, state: State, seat: Seat) -> list[float]:
        """What `names` name."""
        return judging.features(rules, state)[seat]

    def fit(self, rules: Any, state: State) -> bool:
        """Whether a position is judged as it stands."""
        return state.phase == "play" and bool(state.placed) and not (state.queue or state.looking or state.bold)

    def shares(self, rules: Any, state: State) -> Sequence[float]:
        return rules.content.judgement.shares(judging.features(rules, state))

    def played_on(self, rules: Any, state: State, chance: Chance) -> State:
        """Everybody takes the value worth most to them."""
        while state.queue:
            seat = rules.to_act(state)[0]
            state = rules.apply(state, seat, ("take", _best(rules, state, seat))).state
        return state

    def candidates(self, rules: Any, state: State, seat: Seat) -> Sequence[Candidate]:
        if state.phase == "faction":
            return [Candidate(0.0, next(legal(rules, state, seat)))]
        if state.phase == "ability":
            return [Candidate(GAINED[action[1]], action) for action in legal(rules, state, seat)]
        if state.looking:
            return [Candidate(0.0, action) for action in legal(rules, state, seat)]
        if state.queue:
            best = _best(rules, state, seat)
            return [Candidate(float(action[1] == best), action) for action in legal(rules, state, seat)]
        look = _Look(rules, state, seat)
        found = sorted(look.placements(), reverse=True)[:WIDEST]
        if state.abilities and look.slot == seat:
            found += look.with_ability(found[0][0])
        return [Candidate(KEEN * gain, action) for gain, action in found]


def _best(rules: Any, state: State, seat: Seat) -> str:
    stone = rules.board(state).stones[state.queue[0]]
    return str(capture.best_value(stone, state.captures[stone.id], seat))


Gain = tuple[float, Action]


class _Look:
    """A seat's first look at what it may do: the points by which it gets ahead of the others."""

    def __init__(self, rules: Any, state: State, seat: Seat) -> None:
        self.rules, self.state, self.seat = rules, state, seat
        self.board: Board = rules.board(state)
        self.slot: Slot = slot_of(state, state.turn)
        self.field: Field = field(self.board, state.slots)
        self.standings = standings(state, self.field, rules.tiles)

    def placements(self, how: str | None = None) -> Iterator[Gain]:
        """All placements, or those of one way of placing."""
        state, tiles = self.state, self.rules.tiles
        how = how or placing.way(state, self.board, tiles, self.slot)
        hand = [tiles[t] for t in sorted(state.hands[self.slot])]
        seats, prizes = state.seats, self.field.prizes
        hexes = sorted({label for tile in hand for label in placing.open_hexes(state, self.board, tile, how)})
        for label in hexes:
            gained = [
                (side, gains(prizes[number], self.standings[number], self.slot, self.seat, seats)) for number, side in self.field.touched[label]
            ]
            for tile in hand:
                powers = tile.powers
                for k in placing.open_rotations(state, tile, label, how):
                    gain = -WASTE * tile.sum
                    for side, by_power in gained:
                        gain += by_power[powers[side - k] - 1]
                    yield gain, ("place", tile.id, label, f"r{k}")

    def with_ability(self, usual: float) -> list[Gain]:
        """What the seat's ability adds to a turn whose best placement brings `usual`."""
        verbs = abilities.verbs(self.state, self.board, self.seat)
        if abilities.TWIST in verbs:
            return [(usual - SPENT + gain, action) for gain, action in sorted(self._twists(), reverse=True)[:TWISTS]]
        if abilities.INSIGHT in verbs:
            return [(usual + SPENT, (abilities.INSIGHT,))]
        if abilities.BOLD in verbs:
            return [(max(gain for gain, _ in self.placements(placing.BOLD)) - SPENT, (abilities.BOLD,))]
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
                    change = powers[side - placing.ROTATIONS[word]] - powers[side - rotation]
                    before = self.standings[number]
                    prize = self.field.prizes[number]
                    after = before.shifted(slot, change)
                    gain += lead(prize, after, self.slot, self.seat, state.seats) - lead(prize, before, self.slot, self.seat, state.seats)
                yield gain, (abilities.TWIST, label, word)


GUIDE = MonsterGuide()
