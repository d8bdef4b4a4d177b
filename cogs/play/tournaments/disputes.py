"""Disputes: a player of a match calls a moderator, who reads why in the moderators' panel. Imports no discord."""

from __future__ import annotations

from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.store.changes import NOTICE, Message
from data.store.rows import LIVE, Dispute
from data.user_text import Typed

LONGEST = 300
"""Letters of a reason."""


async def call(table: Table, player: int, reason: str) -> None:
    """Calls a moderator to a match's table for a player. The tournament's channel is told that somebody called, but not why, as the reason may
    contain secrets. Raises NotSeated, and Unfit if it is no match, for an open call, and for an empty reason."""
    seat = table.seat_of(player)
    if not reason.strip():
        raise Unfit("dispute.no_reason")
    store = table.store
    tournament = await store.tournaments.of_table(table.id)
    found = await store.tournaments.get(tournament) if tournament is not None else None
    if tournament is None or found is None or found.status != LIVE:
        raise Unfit("dispute.no_match")
    told = Message(NOTICE, {"channel": found.channel, "called": table.row.channel, "key": "dispute.told", "facts": {"name": str(table.names[seat])}})
    dispute = Dispute(table.id, seat, tournament, player, table.position, store.now(), str(Typed(reason.strip()[:LONGEST])))
    if not await store.disputes.open(dispute, [told]):
        raise Unfit("dispute.open_already")
