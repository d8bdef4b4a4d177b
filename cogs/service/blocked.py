"""Those who have blocked somebody, where people sit down with each other. What is refused is said as if it were for any other reason."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.play.tables import Unfit
from data.store import Store
from data.store.values import SeatRow


async def unwelcome(store: Store, seats: Iterable[SeatRow], newcomer: int) -> bool:
    """Whether one of those who sit at a table has blocked somebody who does not."""
    players = {s.player for s in seats if s.player is not None}
    return newcomer not in players and bool(await store.blocks.among(players, newcomer))


async def check_welcome(store: Store, seats: Iterable[SeatRow], newcomer: int) -> None:
    """Raises Unfit where somebody cannot sit down with those who are there."""
    if await unwelcome(store, seats, newcomer):
        raise Unfit("game.no_seat")
