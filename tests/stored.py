"""Tables as rows alone, without a game: for tests of the memory and for measuring it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data.store import Store
from data.store.changes import BOARD, Change, Message
from data.store.rows import LIVE, OPEN, OVER, SeatRow, TableRow
from rules.notation import Row


def new_row(channel: int = 5, game: str = "monster_hex", guild: int | None = 1, host: int = 7, **given: Any) -> TableRow:
    """A table that is not stored yet."""
    common: dict[str, Any] = {
        "id": 0, "version": 1, "message": None, "language": "en", "theme": "light", "options": {}, "status": OPEN, "seed": None, "position": 0,
        "snapshot": None, "outcome": None, "created": 0, "ended": None,
    }  # fmt: skip
    return TableRow(**{**common, "channel": channel, "game": game, "guild": guild, "host": host, **given})


async def live_table(store: Store, new: TableRow, seats: Sequence[SeatRow], seed: int = 3, snapshot: bytes = b"{}") -> TableRow:
    """A new table that is dealt at once; gives its row."""
    live = new._replace(status=LIVE, seed=seed, snapshot=snapshot)
    made = await store.tables.create(Change(live, seats=seats, owed=[Message(BOARD, {"events": []})]))
    row = await store.tables.get(made)
    assert row is not None
    return row


def acted(row: TableRow, rows: Sequence[Row], snapshot: bytes = b"{}", interaction: int | None = None, places: Any = None, **more: Any) -> Change:
    """Actions at a table, whose board is owed; with `places` they are its last."""
    after = row._replace(position=rows[-1].number, snapshot=snapshot)
    if places is not None:
        after = after._replace(status=OVER, ended=1.0, outcome={"places": places})
    return Change(after, rows, interaction, **{"owed": [Message(BOARD, {"events": []})], **more})
