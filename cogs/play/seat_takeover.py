"""Who may take over a seat that a computer has taken from a silent player, and with it see the hand there. Imports no discord.

- The person who left the seat comes back at any time, unless a person has sat there since.
- Anybody else needs the consent of all who play, asked for as a motion (`cogs.play.motions`). Where only one person plays, nobody but the former
  occupant or somebody chosen by a moderator gets the seat, since the two could be accounts of one person.
- Where no person plays, anybody who never had a part in the game may have it 48 hours after it was left.
- A seat that its player has offered needs no consent.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.play.motions import Motions, Put, others
from cogs.play.open_tables import NOT_WELCOME
from cogs.play.permissions import Act, Answer, Relation, answer
from cogs.play.relations import at_table, check_unseen
from cogs.play.table import Table
from cogs.play.table_queries import Stale
from cogs.play.unfit import Unfit
from data.store.rows import Sitting
from data.timestamps import distance
from rules.competition.clock import DAY
from rules.game import Seat

LONELY = 2 * DAY
"""Seconds after which a seat is anybody's where nobody plays who could agree."""


def owner(sittings: Sequence[Sitting], seat: Seat) -> Sitting | None:
    """The last occupant of a seat before the present one; None if there was none."""
    return next((sitting for sitting in reversed(sittings) if sitting.seat == seat), None)


def left_to(table: Table, sittings: Sequence[Sitting], player: int) -> list[Seat]:
    """The seats at which a computer replaces a person."""
    return [s.seat for s in table.seats if s.computer and (last := owner(sittings, s.seat)) is not None and last.player == player]


async def take(motions: Motions, table: Table, player: tuple[int, str]) -> Put | None:
    """Gives a free seat to a person, or asks the players for one; None if the person sits down now. A blocked person can only come back to their
    own; they get the same refusals as others. Raises Closed, Stale, and Unfit with the reason."""
    sittings = await table.store.tables.sittings(table.id)
    before = [owner(sittings, s.seat) for s in table.seats if s.computer]
    if any(last is not None and last.player is None for last in before):  # Somebody has taken the computer's seat since the table was read.
        raise Stale
    playing = table.playing()
    _, stake = await at_table(table.store, table.row, table.seats, player[0])
    back = [seat for seat in left_to(table, sittings, player[0]) if seat in playing]
    may = answer(Act.TAKE_SEAT, Relation.LEFT if back else Relation.MEMBER, stake)
    welcome = await table.store.challenge_settings.welcome(table.row, table.seats, player[0])
    free = back if back and may is Answer.MAY else [seat for seat in playing if table.seats[seat].offered]
    if free:
        if not back and not welcome:
            raise Unfit(NOT_WELCOME)
        await _sit(table, free[0], player)
        return None
    if may is not Answer.CONSENT:
        raise Unfit(may)
    left = [seat for seat in table.free_seats(sittings) if table.seats[seat].computer]
    if not left:
        raise Unfit("take.none")
    seat = left[0]
    check_unseen(sittings, table.seats[seat], player[0])
    if not welcome:
        raise Unfit(NOT_WELCOME)
    asked = {table.seats[s].player for s in others(table, player[0])}
    if len(asked) == 1:
        raise Unfit("take.alone")
    if asked:
        return await motions.put(table, Act.TAKE_SEAT, (player[0], ""), [seat], str(player[1]))
    if any(sitting.player == player[0] for sitting in sittings):
        raise Unfit("take.part")
    last = owner(sittings, seat)
    since = last.at if last is not None else table.row.created
    if table.store.now() < since + LONELY:
        raise Unfit("take.wait", soon=distance(since + LONELY))
    await _sit(table, seat, player)
    return None


async def _sit(table: Table, seat: Seat, player: tuple[int, str]) -> None:
    await table.seating.sit(seat, player, before=table.seats[seat], agreed=True)
