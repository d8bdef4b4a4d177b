"""Nudges: a player, or a moderator by *Remind* at the desk, has the asked players pinged once more. Imports no discord.

A nudge uses public knowledge only: a player who has secretly answered a secret question is named like the others, but not pinged, since nobody
needs to.
"""

from __future__ import annotations

from typing import NamedTuple

from cogs.play.notification_rules import LULL, Call, Way
from cogs.play.notifications import Calling, Notifications
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Paused
from cogs.play.unfit import Unfit
from data.rest_hours import Hours
from data.store.changes import NUDGE, REMINDED, REMINDER, WHISPER, Message
from data.store.nudges import Nudged
from data.store.rows import TableRow
from data.timestamps import distance
from rules.competition.clock import CLAIM, DAY
from rules.competition.rests import awake
from rules.game import Seat

NUDGE_AGAIN = DAY
"""Seconds after which somebody may be nudged once more at a table."""


class Waiting(NamedTuple):
    """An asked player, to be nudged: their seat, and from when on (None: they want no pings)."""

    player: int
    seat: Seat
    at: float | None


def nudges(table: Table, player: int) -> list[Seat]:
    """The other players' seats that are plainly asked; none at a table whose clock reminds them."""
    if table.over or table.row.paused or reminds(table.row):
        return []
    return [seat for seat in table.plainly_asked if table.seats[seat].player not in (None, player)]


async def nudge(table: Table, seat: Seat, notifications: Notifications) -> list[str]:
    """Pings the asked players once more for a player; returns the names of those reached. Raises Closed, Paused, and Unfit with the reason why
    not, and from when on."""
    if table.over:
        raise Closed
    if table.row.paused:
        raise Paused
    if reminds(table.row):
        raise Unfit("nudge.clock")
    asked = await _asked(table, seat, notifications)
    now = table.store.now()
    if not asked:
        raise Unfit("nudge.nobody")
    ready = [one for one in asked if one.at is not None and one.at <= now]
    deaf = await table.store.blocks.among([one.player for one in ready], table.seats[seat].player or 0)
    nudged = [Nudged(one.player, _message(table, one.seat, seat), one.player not in deaf) for one in ready]
    reached = await table.store.nudges.nudge(table.id, nudged, NUDGE_AGAIN, LULL)
    if reached:
        return [table.names[one.seat] for one in ready if one.player in reached]
    times = [one.at if one.at > now else now + NUDGE_AGAIN for one in asked if one.at is not None]
    if not times:
        raise Unfit("nudge.no_pings")
    raise Unfit("nudge.later", soon=distance(min(times)))


def reminds(row: TableRow) -> bool:
    """Whether the table's clock reminds players often enough. One that only lets a rated game be claimed reminds once."""
    return row.clock is not None and row.clock.then != CLAIM


async def remind(table: Table) -> list[str]:
    """Pings the asked players once more for a moderator, also if there is a clock; returns the names of those reached. Raises Closed, Paused, and
    Unfit with the reason why not, and from when on."""
    if table.over:
        raise Closed
    if table.row.paused:
        raise Paused
    seats = {player: seat for seat in table.view(None).to_act if (player := table.seats[seat].player) is not None}
    if not seats:
        raise Unfit("nudge.nobody")
    before = await table.store.nudges.latest(table.id, seats)
    reached = await table.store.nudges.nudge(
        table.id, [Nudged(player, _reminder(table, seat), True) for player, seat in seats.items()], NUDGE_AGAIN, LULL
    )
    if not reached:
        raise Unfit("desk.reminded_lately", soon=distance(min(before.values(), default=table.store.now()) + NUDGE_AGAIN))
    return [table.names[seat] for player, seat in seats.items() if player in reached]


def _reminder(table: Table, seat: Seat) -> Message:
    """The outbox row of a moderator's reminder: private for a sealed question, where it reaches only those who have not answered."""
    if table.rules.decision(table.state, seat).sealed:
        return Message(WHISPER, {"seat": seat, "why": REMINDED})
    return Message(REMINDER, {"seat": seat, "moderator": True})


async def _asked(table: Table, by: Seat, notifications: Notifications) -> list[Waiting]:
    """The asked players but for the nudging one, each once. Those who have blocked that one are listed like the others, but get no message."""
    players = {player: seat for seat in nudges(table, table.seats[by].player or 0) if (player := table.seats[seat].player) is not None}
    before, now = await table.store.nudges.latest(table.id, players), table.store.now()
    hours = await table.store.personal_settings.hours_of(players)
    found = []
    for player, seat in players.items():
        rests = hours.get(player, Hours()).rests
        call = Call.NUDGE if table.is_public(table.state, seat) else Call.NUDGED
        answers = await notifications.answers(Calling(call, table.row), [player])
        at = awake(max(now, before.get(player, 0) + NUDGE_AGAIN), rests) if answers.ways[player] is not Way.SILENT else None
        found.append(Waiting(player, seat, at))
    return found


def _message(table: Table, seat: Seat, by: Seat) -> Message:
    """The outbox row of a nudge: public; or private, if the question is sealed (then it reaches only those who have not answered), or if only the
    seat itself knows that it is asked."""
    if table.is_public(table.state, seat):
        return Message(NUDGE, {"seat": seat, "by": by})
    return Message(WHISPER, {"seat": seat, "why": REMINDED, "by": by})
