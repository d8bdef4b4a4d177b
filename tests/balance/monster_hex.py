"""Monster Hex: no seat of any board is better than another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from tests.balance.figures import Row, by_seat
from tests.balance.playing import Deal, Played, nothing

PLAYER = "hard:100"
GAMES = 200
TABLES = (("two", 2), ("three", 2), ("three", 3), ("four", 4))
"""The boards with the numbers of seats they are made for."""
notes = nothing


def first(state: Any) -> int:
    return 0


def deals(count: int, player: str) -> Iterable[Deal]:
    """So many games on each board."""
    return (Deal("monster_hex", (("board", board),), (), (player,) * seats, n) for board, seats in TABLES for n in range(count))


def _board(played: Played) -> tuple[str, int]:
    return dict(played.deal.options)["board"], len(played.shares)


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """Each board's seats."""
    return [row for (board, _), games in groupby(played, _board) for row in by_seat(list(games), f"board {board}, seat")]


def remarks(played: Sequence[Played]) -> Iterable[str]:
    return ()
