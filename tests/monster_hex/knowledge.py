"""What is known in Monster Hex (section 11): hands and stacks; every faction's tiles are public (MH-1.3)."""

from __future__ import annotations

from typing import Any

from rules.game import Action
from tests.every_game.knower import Cards, Knower
from tests.every_game.setups import Setup

SHARED = 2


class Oracle(Knower):
    followed = range(6)

    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        super().__init__(setup, seat, state)
        self.content = self.rules.content
        self.placed: list[set[str]] = []

    def on_set_up(self, board: str, seats: int, shared: bool, abilities: bool, opening: str = "fixed") -> None:
        self.cards = {slot: Cards(self.content.tiles) for slot in range(seats + shared)}
        self.placed = [set() for _ in self.cards]
        self.hand = self.content.boards[board].hand
        if opening == "fixed":
            self.draw_hands()

    def on_begins(self, seat: int, by: int, halves: int) -> None:
        """MH-1.8: hands are drawn only now."""
        self.draw_hands()

    def draw_hands(self) -> None:
        for seat in self.others():
            self.cards[seat].draw(self.hand)  # MH-1.5

    def on_drew(self, seat: int, tiles: list[str], faction: str = "") -> None:
        self.cards[seat].draw(len(tiles), tiles)

    def on_refilled(self, seats: list[int]) -> None:
        """MH-2.2; the own tile is told apart."""
        for seat in seats:
            if seat != self.seat:
                self.cards[seat].draw(1)

    def on_drew_shared(self, seat: int) -> None:
        """MH-6.2: only the holder sees the tile."""
        if seat != self.seat:
            self.cards[SHARED].draw(1)

    def on_shared_tile(self, seat: int, tile: str, faction: str) -> None:
        self.cards[SHARED].draw(1, [tile])

    def on_placed(self, slot: int, tile: str, **facts: Any) -> None:
        self.cards[slot].leave(tile)
        self.placed[slot].add(tile)

    def on_saw(self, seat: int, tiles: list[str], faction: str) -> None:
        """MH-8.3: the owner sees three tiles and lays them back in an order of its own."""
        self.cards[seat].see(tiles)

    def did(self, action: Action) -> None:
        if action[0] == "order":
            assert self.seat is not None
            self.cards[self.seat].pile[: len(action) - 1] = action[1:]

    def check_view(self, board: Any) -> None:
        for slot, faction in enumerate(board.factions):
            assert (faction.hand, faction.stack) == (self.cards[slot].size, len(self.cards[slot].pile))
            assert set(faction.unseen) == set(self.content.tiles) - self.placed[slot]
        own = self.cards[self.seat] if self.seat is not None else Cards([])
        assert [t.tile for t in board.hand] == sorted(own.hand.elements())
        assert [t.tile for t in board.looked] == own.top
        shared = list(self.cards[SHARED].hand) if len(self.cards) > len(self.seats) else []
        assert self.over or ([board.shared_tile.tile] if board.shared_tile else []) == shared
        assert bool(board.unused) == self.over

    def check_world(self, state: Any, imagined: bool) -> None:
        for slot, cards in self.cards.items():
            cards.check(state.hands[slot], state.stacks[slot])

    def unknown(self, state: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for slot, cards in self.cards.items():
            found |= cards.unknown(f"{slot}", state.hands[slot], state.stacks[slot])
        return found
