"""Ends a game with the result that a moderator gives."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.play.stored_results import settle_stranded
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Stranded
from data.store import Store
from data.store.rows import TableAct
from rules.game import Seat
from rules.notation import RULED


async def decide(store: Store, table: Table | Stranded, winner: Seat | None, by: int, reason: str) -> None:
    """Ends a game: `winner` comes first, all others behind; for None those still in the game share it (all players, where the rules can't tell).
    The caller has checked the moderator's permission. Raises Closed, Stale."""
    seats = [s.seat for s in table.seats]
    act = TableAct(by, "decide_draw", "", reason) if winner is None else TableAct(by, "decide", table.seats[winner].name, reason)
    if isinstance(table, Stranded):
        first = seats if winner is None else [winner]
        return await settle_stranded(store, table, RULED, _behind(first, seats), act)
    playing = table.playing()
    if not playing:
        raise Closed
    first = playing if winner is None else [winner]
    await table.settle(first[0], RULED, _behind(first, seats), act)


def _behind(first: Sequence[Seat], seats: Sequence[Seat]) -> list[list[Seat]]:
    """The places if the seats in `first` share the first place and all others come behind."""
    rest = [seat for seat in seats if seat not in first]
    return [list(first), rest] if rest else [list(first)]
