"""The handicap that the ratings of two people suggest: of ratings alone that each may look up of the other, since an offer tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from data.handicaps import measured
from data.store import Store
from data.store.rows import EVERYWHERE, SeatRow, TableRow
from rules.competition.fair_handicaps import fair_size


class Offered(NamedTuple):
    """Whom a handicap would make about even with the other, and its size."""

    player: int
    size: int


async def offered_handicap(store: Store, row: TableRow, seats: Sequence[SeatRow]) -> Offered | None:
    """The offer for the two people of an open table; None for others, for games whose sizes have not been measured, for people who are even, and
    where somebody's rating is not shown to the other: in a server its own ratings are, elsewhere those of people who allow it."""
    players = [s.player for s in seats if s.player is not None]
    sizes = measured(row.game)
    if not sizes or len(players) != 2 or row.options["seats"] != 2:
        return None
    if not row.guild and await store.personal_settings.shown_everywhere(players) != {*players}:
        return None
    ranked = [r for r in await store.ratings.ranked(row.guild or EVERYWHERE, row.game) if r.player in players]
    if len(ranked) != 2:
        return None
    weaker, stronger = sorted(ranked, key=lambda r: r.rating.mu)
    size = fair_size(weaker.rating, stronger.rating, sizes)
    return Offered(weaker.player, size) if size else None
