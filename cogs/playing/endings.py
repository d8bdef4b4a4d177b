"""The end of a game as it is stored, also of one whose position the present rules cannot read."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.playing.header import header_of
from cogs.playing.position import Closed, Stale, Stranded
from data.store import Store
from data.store.changes import SAID, Change, Message, Raced
from data.store.values import OVER, SeatRow, TableAct, TableRow
from rules.commitment import moves_hash
from rules.game import Outcome, Seat
from rules.notation import ABANDONED, Row, settlement


def ended(row: TableRow, outcome: Outcome, now: float) -> TableRow:
    """A table's row when its game is over."""
    result = {"places": outcome.places, "reason": outcome.reason, "scores": outcome.scores, "order": outcome.order}
    return row._replace(status=OVER, ended=now, outcome=result, unreadable=row.unreadable - {"outcome"})


def ruling(reason: str, places: Sequence[Sequence[Seat]]) -> Outcome:
    """The end that agreement or a moderator gives to a game."""
    return Outcome(tuple(tuple(sorted(group)) for group in places), reason, "")


def rated_places(row: TableRow, seats: Sequence[SeatRow], outcome: Outcome) -> list[list[int]] | None:
    """The players by place if the game counts for ratings: all of them people, all different, who have agreed to play."""
    places = [[who for seat in group if (who := seats[seat].player) is not None] for group in outcome.places]
    players = [who for group in places for who in group]
    agreed = all(s.agreed for s in seats)
    return places if row.rated and agreed and outcome.reason != ABANDONED and len(set(players)) == len(seats) else None


async def settle_stranded(
    store: Store, table: Stranded, reason: str = ABANDONED, places: Sequence[Sequence[Seat]] | None = None, act: TableAct | None = None
) -> None:
    """Ends a game that cannot go on, or begin, without its position: by default without a result. Its channel is told in words.

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
    rated = rated_places(row, seats, outcome)
    try:
        await store.tables.commit(Change(after, [done], dials={}, proposed=(), owed=owed, computers=False, act=act, rated=rated))
    except Raced:
        raise Stale from None
