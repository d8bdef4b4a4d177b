"""HexKnight: whoever begins has no better island than the others, as it is drawn or as it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from tests.balance.figures import Row, by_seat
from tests.balance.playing import Deal, Played, nothing

PLAYER = "hard:60"
GAMES = 200
notes = nothing


def first(state: Any) -> int:
    return 0


def deals(count: int, player: str) -> Iterable[Deal]:
    """So many games on each kind of island, with two seats and with three."""
    return (
        Deal("hexknight", (("map", island),), (), (player,) * seats, n) for island in ("random", "fixed") for seats in (2, 3) for n in range(count)
    )


def _island(played: Played) -> tuple[str, int]:
    return dict(played.deal.options)["map"], len(played.shares)


def rows(played: Sequence[Played], player: str) -> list[Row]:
    """Each island's seats."""
    return [row for (island, _), games in groupby(played, _island) for row in by_seat(list(games), f"{island} island, seat")]


def remarks(played: Sequence[Played]) -> Iterable[str]:
    return ()
