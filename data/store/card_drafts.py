"""Card drafts and sealed decks before the matches of tournaments: seats and picks. All of it is secret until the end."""

from __future__ import annotations

import json
from collections.abc import Sequence

from data.store import parsing
from data.store.database import Connection, Database
from data.store.rows import CardSeat
from data.store.shards import Shards

_COLUMNS = "seat, entrant, packs, since, missed, computer, wishes, building, deck"


class CardDraftRows:
    """Queries on card drafts. They are changed by commits of their tournaments (`write`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def seats(self, tournament: int) -> list[CardSeat]:
        """The seats of a tournament's draft; none before it has begun. Raises Unreadable."""
        rows = await self._database.all(f"SELECT {_COLUMNS} FROM card_seats WHERE tournament = ? ORDER BY seat", (tournament,))
        return [
            CardSeat(
                seat, entrant, parsing.decoded(packs, list[list[str]]), since, missed, bool(computer), parsing.decoded(wishes, list[str]),
                parsing.decoded(building, dict[str, int]), deck,
            )
            for seat, entrant, packs, since, missed, computer, wishes, building, deck in rows
        ]  # fmt: skip

    async def picks(self, tournament: int) -> list[tuple[int, str]]:
        """All picks in their order: of which seat, which card."""
        rows = await self._database.all("SELECT seat, card FROM card_picks WHERE tournament = ? ORDER BY number", (tournament,))
        return [(seat, card) for seat, card in rows]

    async def going_on(self, among: Shards) -> list[int]:
        """The tournaments of some shards that are in a draft: cards are picked or decks built."""
        building = "SELECT tournament FROM card_seats WHERE entrant IS NOT NULL AND deck IS NULL"
        sql = f"SELECT id FROM tournaments WHERE status = 'live' AND id IN ({building}) AND {among.where('guild')} ORDER BY id"
        return [row[0] for row in await self._database.all(sql)]


def write(db: Connection, tournament: int, seats: Sequence[CardSeat] | None, picks: Sequence[tuple[int, int, str]]) -> None:
    """Stores the seats (None: unchanged) and further picks of a draft, each with its number, within a transaction."""
    if seats is not None:
        db.execute("DELETE FROM card_seats WHERE tournament = ?", (tournament,))
        values = [
            (
                tournament,
                s.seat,
                s.entrant,
                json.dumps(s.packs),
                s.since,
                s.missed,
                int(s.computer),
                json.dumps(s.wishes),
                json.dumps(s.building),
                s.deck,
            )
            for s in seats
        ]
        db.executemany(f"INSERT INTO card_seats (tournament, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    rows = [(tournament, *pick) for pick in picks]
    db.executemany("INSERT INTO card_picks (tournament, number, seat, card) VALUES (?, ?, ?, ?)", rows)
