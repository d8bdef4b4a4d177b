"""The stored result of a game, also if the present rules can't read its last position; and whether a game counts for ratings.

How much it counts: `rules/competition/ratings.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs.play.history.record_header import header_of
from cogs.play.table_queries import Closed, Stale, Stranded
from data.store import Store
from data.store.changes import SAID, Change, Message, Raced
from data.store.rows import OVER, SeatRow, TableAct, TableRow
from rules.commitment import moves_hash
from rules.game import Outcome, Seat
from rules.notation import ABANDONED, RESIGN, SETTLE, Row, Wrong, counting, settlement
from rules.parts.ahead import LAPSE, STOPS, sealed

LONG = 5
"""Decisions by hand of each side from which on a game counts over all servers."""
_NO_DECISION = frozenset({*RESIGN, SETTLE, STOPS, LAPSE})


def ended(row: TableRow, outcome: Outcome, now: float) -> TableRow:
    """A table's row with the game over."""
    result = {"places": outcome.places, "reason": outcome.reason, "scores": outcome.scores, "order": outcome.order}
    return row._replace(status=OVER, ended=now, outcome=result, unreadable=row.unreadable - {"outcome"})


def ruling(reason: str, places: Sequence[Sequence[Seat]]) -> Outcome:
    """The outcome given by agreement or a moderator."""
    return Outcome(tuple(tuple(sorted(group)) for group in places), reason, "")


def by_hand(rows: Iterable[Row]) -> Counter[Seat]:
    """How many decisions each seat made by hand, of the rows that still count; not resigning, orders, and automatic answers."""
    own = (row for row in counting(rows) if not row.auto and row.action[0] not in _NO_DECISION)
    return Counter(row.seat for row in own if not (sealed(row.action) and len(row.action) == 1))  # That takes back what was said ahead.


class Counts(NamedTuple):
    """The players of a game by place, as input for their ratings (None: it doesn't count); `wide` if it counts over all servers, too."""

    places: list[list[int]] | None = None
    wide: bool = False


UNRATED = Counts()


def rating(row: TableRow, seats: Sequence[SeatRow], outcome: Outcome, rows: Iterable[Row]) -> Counts:
    """The players for whose ratings a game counts: all seats must be different people who agreed to play and have decided something,
    and nobody has a handicap. Over all
    servers it counts from LONG decisions of each on."""
    places = [[who for seat in group if (who := seats[seat].player) is not None] for group in outcome.places]
    players = [who for group in places for who in group]
    if not row.rated or outcome.reason == ABANDONED or len(set(players)) != len(seats) or not all(s.agreed and not s.handicap for s in seats):
        return UNRATED
    try:
        decided = by_hand(rows)
    except Wrong:  # However such rows have come about, the game must end.
        return UNRATED
    least = min(decided[s.seat] for s in seats)
    return Counts(places, least >= LONG) if least else UNRATED


async def settle_stranded(
    store: Store, table: Stranded, reason: str = ABANDONED, places: Sequence[Sequence[Seat]] | None = None, act: TableAct | None = None
) -> None:
    """Ends a game that can't go on or begin, without reading its position; by default without a result. Its channel is told.

    Raises Closed, Stale."""
    row, seats = table.row, table.seats
    if row.status == OVER:
        raise Closed
    outcome = ruling(reason, places or [[s.seat for s in seats]])
    done = Row(row.position + 1, outcome.places[0][0], settlement(reason, outcome.places))
    owed = [Message(SAID, {"key": "stranded.ended", "facts": {}})]
    if row.seed is not None:
        moves = moves_hash(header_of(row, seats), [*await store.tables.actions(row.id), done])
        owed.append(Message(SAID, {"key": "seed.now", "facts": {"seed": f"{row.seed:064x}"}}))
        owed.append(Message(SAID, {"key": "seed.moves", "facts": {"moves": moves}}))
    after = ended(row._replace(position=done.number, asked={}), outcome, store.now())
    counts = rating(row, seats, outcome, await store.tables.actions(row.id))
    over = Change(after, [done], dials={}, proposed=(), owed=owed, computers=False, act=act, rated=counts.places, wide=counts.wide)
    try:
        await store.tables.commit(over)
    except Raced:
        raise Stale from None
