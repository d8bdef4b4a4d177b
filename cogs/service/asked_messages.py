"""Messages below which somebody answers a challenge on a ladder, or an invitation to a team: once it is answered, or nothing has come of it, they say
so without buttons. A challenge whose time had stopped says until when it can be answered now."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from cogs.messages.tournaments import ladders as ladder_messages
from cogs.messages.tournaments import teams as team_messages
from cogs.play.outbox_worker import GONE, Trouble, outlived
from cogs.play.port import Port
from cogs.play.tournaments.ladders import CHALLENGED
from cogs.play.tournaments.matches import Tournaments
from data.store.changes import ASKED, TOURNAMENT, Debt, Message, Subject
from data.store.rows import OPEN, OVER, AskedMessage, Invitation, Tournament
from rules.competition.tournament import LADDER, ladders

log = logging.getLogger("referee.asked_messages")


class AskedMessages:
    """Keeps these messages as they should be."""

    def __init__(self, tournaments: Tournaments, port: Port) -> None:
        self._tournaments, self._port = tournaments, port
        self._store = tournaments.store

    @staticmethod
    def of(found: Tournament, payload: Mapping[str, Any], message: int) -> AskedMessage | None:
        """What a `message` that has been sent asks, by its outbox row; None if it asks nothing."""
        if "team" in payload:
            return AskedMessage(message, payload["team"], player=payload["player"])
        if payload.get("ladder") != CHALLENGED or found.state is None:
            return None
        (other,) = payload["entrants"]
        waits = ladders.waiting(found.state, payload["by"], other)
        return AskedMessage(message, payload["by"], other, until=_until(found, waits.due) if waits is not None else 0)

    async def look(self, found: Tournament) -> None:
        """Owes an edit for each message of a tournament that is not as it should be."""
        if found.plan.format != LADDER and not found.plan.boards:
            return
        invitations = await self._store.tournaments.invitations(found.id)
        stale = [one.message for one in await self._store.tournaments.asked(found.id) if _present(found, invitations, one) != one]
        if not stale:
            return
        owed = {d.payload["message"] for d in await self._store.outbox.of(Subject(TOURNAMENT, found.id)) if d.kind == ASKED}
        await self._store.tournaments.instead(found.id, (), [Message(ASKED, {"message": one}) for one in stale if one not in owed])

    async def tell(self, debts: Sequence[Debt]) -> None:
        """Edits a message if it is not as it should be. If Discord refuses for more than a day, it is left as it is: its buttons say how it stands,
        too. Raises Trouble."""
        found = await self._tournaments.get(debts[0].subject.id)
        asked = next((one for one in await self._store.tournaments.asked(found.id) if one.message == debts[0].payload["message"]), None)
        invitations = await self._store.tournaments.invitations(found.id)
        if asked is None or (now := _present(found, invitations, asked)) == asked:
            return await self._store.outbox.done(debts)
        entrants = await self._store.tournaments.entrants(found.id)
        if asked.asked is not None:
            message = ladder_messages.asked_message(found, entrants, asked.asker, asked.asked)
        else:
            message = team_messages.asked_message(found, entrants, asked.asker, asked.player or 0)
        try:
            await self._port.edit(found.channel, asked.message, message)
        except Trouble as trouble:
            if trouble.kind != GONE and not outlived(debts[0], self._store.now()):
                raise
            log.info("tournament %d: what was asked is not said to be answered (%s)", found.id, trouble)
        await self._store.tournaments.told_how(found.id, debts, now or asked, waits=now is not None)


def _present(found: Tournament, invitations: Sequence[Invitation], asked: AskedMessage) -> AskedMessage | None:
    """What a message should ask now; None if there is nothing to answer any more."""
    if asked.asked is None:
        return asked if found.status == OPEN and Invitation(asked.asker, asked.player or 0) in invitations else None
    waits = ladders.waiting(found.state, asked.asker, asked.asked) if found.state is not None and found.status != OVER else None
    return asked._replace(until=_until(found, waits.due)) if waits is not None else None


def _until(found: Tournament, due: float) -> float:
    """Until when a message says that a challenge is to be answered; 0 in a pause, in which that time stands."""
    return 0 if found.paused else due
