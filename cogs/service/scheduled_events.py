"""The server's scheduled event of a tournament: created with its sign-up, updated and ended with it.

It is only an addition: if Discord refuses it, that is said once, and nothing waits for it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from cogs.messages.tournaments.public_messages import played_lines, tournament_title
from cogs.messages.tournaments.shown_tournament import voice_of
from cogs.play.outbox_worker import GONE, REFUSED, Trouble
from cogs.play.port import Port
from cogs.play.tournaments.matches import Tournaments
from data.store.changes import NOTICE, Debt, Message
from data.store.rows import LIVE, OPEN, Tournament
from rules.competition.clock import BANK, DAY, HOUR, MOVE

log = logging.getLogger("referee.tournament")
EXTERNAL, MEMBERS_ONLY = 3, 2
"""Discord's numbers for an event that takes place elsewhere than in a voice channel, and for one of a server alone."""
ACTIVE, COMPLETED = 2, 3
NAME, WORDS = 100, 1000
EVENING, WEEK = 3 * HOUR, 7 * DAY
"""How long it is said to last, which Discord wants to know: an evening, or where a decision may take hours a week."""
LONG = 6 * HOUR


def event_of(cup: Tournament) -> dict[str, Any]:
    """The description of a tournament for Discord's event; its start is shown to everybody in their own time zone."""
    say, starts = voice_of(cup), cup.terms.starts or 0
    lasts = WEEK if cup.clock is None or cup.clock.kind not in (MOVE, BANK) or cup.clock.time >= LONG else EVENING
    return {
        "name": tournament_title(cup, say)[:NAME],
        "description": "\n".join(played_lines(cup, say))[:WORDS],
        "privacy_level": MEMBERS_ONLY,
        "entity_type": EXTERNAL,
        "entity_metadata": {"location": f"https://discord.com/channels/{cup.guild}/{cup.channel}"},
        "scheduled_start_time": _written(starts),
        "scheduled_end_time": _written(starts + lasts),
    }


def _written(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


class ScheduledEvents:
    """The outbox step that brings a tournament's event up to date."""

    def __init__(self, tournaments: Tournaments, port: Port) -> None:
        self._tournaments = tournaments
        self._store = tournaments.store
        self._port = port

    async def tell(self, debts: Sequence[Debt]) -> None:
        """Updates the event to the tournament's state. Raises Trouble while Discord does not answer."""
        found, now = await self._tournaments.get(debts[0].subject.id), self._store.now()
        again = any(debt.begun is not None for debt in debts)
        await self._store.outbox.begin(debts)
        try:
            if found.guild is not None and found.status == OPEN and found.terms.starts is not None and found.terms.starts > now:
                return await self._announced(found, event_of(found), debts, again)
            if found.guild is not None and found.event is not None:
                await self._closed(found)
        except Trouble as trouble:
            if trouble.kind not in (GONE, REFUSED):
                raise
            log.info("tournament %d: its event is as it was (%s)", found.id, trouble)
        await self._store.outbox.done(debts)

    async def _announced(self, found: Tournament, event: Mapping[str, Any], debts: Sequence[Debt], again: bool) -> None:
        assert found.guild is not None
        try:
            made = await self._port.tell_event(found.guild, event, found.event, again)
        except Trouble as trouble:
            if trouble.kind != REFUSED:
                raise
            log.info("tournament %d: no event can be made (%s)", found.id, trouble)
            told = Message(NOTICE, {"channel": found.channel, "key": "tournament.no_event", "facts": {}})
            return await self._store.tournaments.instead(found.id, debts, [told] if found.event is None else [])
        if made is None:  # The bot may not, which whoever posted the sign-up has been told.
            return await self._store.outbox.done(debts)
        await self._store.tournaments.posted(found.id, debts, event=made)

    async def _closed(self, found: Tournament) -> None:
        """Marks the event as active or over; deletes it if the tournament never began."""
        assert found.guild is not None
        assert found.event is not None
        if found.state is None:
            await self._port.cancel_event(found.guild, found.event)
        else:
            await self._port.tell_event(found.guild, {"status": ACTIVE if found.status == LIVE else COMPLETED}, found.event, False)
