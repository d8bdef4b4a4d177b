"""A builder for tests: plays Monster Hex as a line of text, with the tiles a test needs put into the hands first."""

from __future__ import annotations

from typing import Any

from data.content import build
from rules.game import Event, Step
from tests.played_game import Played

RULES: Any = build("monster_hex")


class TestTable(Played):
    """A game in a test. `play("0 m02 c1 r3")` gives seat 0 the tile, if it is not in the hand, and places it."""

    RULES = RULES

    def __init__(self, board: str = "two", seats: int | None = None, seed: int = 1, **options: str) -> None:
        seats = seats or {"two": 2, "three": 3, "four": 4}[board]
        step = RULES.setup(seats, {"board": board, **options}, seed)
        self.state = step.state
        self.events: list[Event] = list(step.events)
        while self.state.phase == "faction":
            self.act("")

    def give(self, slot: int, *tiles: str) -> None:
        """Swaps tiles into a hand; the builder's only liberty."""
        state = self.state.copy()
        hand, stack = state.hands[slot], state.stacks[slot]
        for tile in tiles:
            if tile in hand:
                continue
            other = next(t for t in hand if t not in tiles)
            at = stack.index(tile)
            hand[hand.index(other)], stack[at] = tile, other
        self.state = state

    def hold(self, slot: int, *tiles: str) -> None:
        """Makes a hand exactly these tiles."""
        state = self.state.copy()
        everything = state.hands[slot] + state.stacks[slot]
        state.hands[slot] = list(tiles)
        state.stacks[slot] = [t for t in everything if t not in tiles]
        self.state = state

    def act(self, text: str, seat: int | None = None) -> tuple[Event, ...]:
        """Carries out the typed action, or the default for an empty text."""
        seat = self.seat if seat is None else seat
        action = tuple(text.split()) or RULES.decision(self.state, seat).default
        step: Step = RULES.apply(self.state, seat, action)
        self.state = step.state
        self.events += step.events
        return step.events

    def play(self, *lines: str) -> None:
        """Placements as in the worked examples: slot, tile, hex, rotation."""
        for line in lines:
            slot, tile, label, rotation = line.split()
            if self.state.turn != int(slot):
                raise AssertionError(f"{line}: it is the turn of slot {self.state.turn}")
            self.give(int(slot), tile)
            self.act(f"place {tile} {label} {rotation}", self.state.seat_of(int(slot)))

    def lay(self, *lines: str) -> None:
        """Puts monsters on the board whoever's turn it is, without filling a ring: for positions, not for turns."""
        state = self.state.copy()
        for line in lines:
            slot, tile, label, rotation = line.split()
            for pile in (state.hands[int(slot)], state.stacks[int(slot)]):
                if tile in pile:
                    pile.remove(tile)
            from rules.monster_hex.placement import put

            put(state, RULES.board(state), RULES.tiles[tile], label, int(slot), int(rotation[1:]))
        self.state = state

    def finish(self) -> None:
        """Answers everything by default until the game is over."""
        while RULES.to_act(self.state):
            self.act("")
