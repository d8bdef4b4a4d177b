"""What is known in the toy game: everybody knows the number that it was given itself."""

from __future__ import annotations

from typing import Any

from tests.every_game.knower import Knower
from tests.every_game.setups import Setup


class Oracle(Knower):
    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        super().__init__(setup, seat, state)
        # It lies before its owner when the game begins.
        self.own = None if seat is None else state.secrets[seat]

    def check_view(self, board: Any) -> None:
        assert board.secret == self.own

    def check_world(self, state: Any, imagined: bool) -> None:
        assert self.seat is None or state.secrets[self.seat] == self.own

    def unknown(self, state: Any) -> dict[str, Any]:
        return {f"secret of {seat}": state.secrets[seat] for seat in self.others()}
