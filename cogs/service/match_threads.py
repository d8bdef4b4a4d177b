"""Makes the threads of matches, at most `OWN_THREADS` in a server, and keeps them in order: the end of a game, the score of the match, then the
board of the next game. Further matches wait for a thread. Where threads are made: `thread_places`.

Each game of a match is a table of its own. The score is an outbox row of the table whose game is over, behind its end. The first board of the next
game waits for both, but not for what Discord has refused for long: that is told later, and keeps nobody from playing.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from cogs.messages.tournaments.public_messages import next_message
from cogs.messages.tournaments.shown_tournament import shown
from cogs.play.outbox_worker import CROWDED, REFUSED, STRANDED, Trouble
from cogs.play.port import Port
from cogs.play.tournaments.matches import Match, Tournaments, Uninvited
from data.store import Store
from data.store.changes import BOARD, NEXT, NOTICE, SAID, TABLE, TOURNAMENT, Debt, Message, Subject

OWN_THREADS = 700
"""Threads of the bot's own in a server that are not archived, at most: Discord has 1,000 for everybody."""
SOON = 10.0
"""Seconds within which the end of a game is to be tried for the next game to wait for it."""


async def how_it_stands(store: Store, table: int) -> dict[str, Any] | None:
    """The match's score after a table's game; None if it no longer counts. Raises Trouble for a tournament that can't be read."""
    place = await store.tournaments.place_of(table)
    found = await store.tournaments.get(place[0]) if place is not None else None
    if found is not None and found.unreadable:
        raise Trouble(STRANDED, f"tournament {found.id}")
    if place is None or found is None or found.state is None:
        return None
    return next_message(await shown(store, found), place[1], place[2] + 1)


async def wait(store: Store, table: int, debts: Sequence[Debt]) -> bool:
    """Whether the first board of a table has to wait, with the rows behind it, as the match's last game has not been fully told yet."""
    before = await store.tournaments.beside(table, -1)
    if before is None:
        return False
    until = store.now() + SOON
    await store.outbox.put_off(debts, until)  # First, so that whoever tells the last of it at this moment finds something to hasten.
    untold = [debt for debt in await store.outbox.of(Subject(TABLE, before)) if debt.kind in (BOARD, SAID, NEXT)]
    return bool(untold) and untold[0].next <= until


async def go_on(store: Store, table: int) -> None:
    """Sends the first board of a match's next game, once the last game has been fully told."""
    if (following := await store.tournaments.beside(table, 1)) is not None:
        await store.outbox.hasten(Subject(TABLE, following), BOARD)


class MatchThreads:
    """The outbox steps that open the threads of matches and add their players."""

    def __init__(self, tournaments: Tournaments, port: Port) -> None:
        self._tournaments = tournaments
        self._store = tournaments.store
        self._port = port
        self._opening = 0
        self._telling = asyncio.Lock()
        self._crowded: set[Subject] = set()

    async def open(self, debts: Sequence[Debt]) -> None:
        """Opens the thread of a match, with its players. Raises Trouble."""
        tournament, debt = debts[0].subject.id, debts[0]
        try:
            while (match := await self._tournaments.match(tournament, debt.payload["fixture"])) is not None and match.thread is None:
                if debt.begun is None:  # Else it may be there already.
                    await self._check_room(match)
                self._opening += 1
                try:
                    if await self._opened(match, debt):
                        return
                finally:
                    self._opening -= 1
        except Trouble:
            await self._tournaments.tell_round(tournament, debt)
            raise
        await self._store.outbox.done(debts)
        await self._tournaments.tell_round(tournament)

    async def _check_room(self, match: Match) -> None:
        """Raises Trouble (CROWDED) while the server has no room for another thread; that matches of a tournament wait is told to its channel once."""
        tournament = Subject(TOURNAMENT, match.tournament.id)
        if await self._port.open_threads(match.tournament.channel) + self._opening < OWN_THREADS:
            return self._crowded.discard(tournament)
        async with self._telling:  # The matches of a round are all looked at in the same moment.
            if tournament not in self._crowded and not any(debt.trouble == CROWDED for debt in await self._store.outbox.of(tournament)):
                notice = Message(NOTICE, {"channel": match.tournament.channel, "key": "tournament.no_room", "facts": {}})
                await self._store.tournaments.instead(tournament.id, [], [notice])
            self._crowded.add(tournament)
        raise Trouble(CROWDED, "no room for a thread")

    async def _opened(self, match: Match, debt: Debt) -> bool:
        """Opens a thread for a match; returns False if the match has changed meanwhile."""
        if debt.begun is None:
            await self._store.outbox.begin([debt])
        besides = await self._store.tournaments.known_threads() if debt.begun is not None else None
        thread = await self._port.open_thread(match.tournament.channel, match.title, besides)
        gone, refused = [], []
        for entrant in match.entrants:
            try:
                if not await self._port.invite(thread, entrant.player):
                    gone.append(entrant.entrant)
            except Trouble as trouble:
                if trouble.kind != REFUSED:
                    raise
                refused.append(entrant.entrant)
        if await self._tournaments.assign_thread(match.tournament.id, match, thread, debt, Uninvited(gone, refused)):
            return True
        with contextlib.suppress(Trouble):  # It is empty.
            await self._port.delete(thread)
        return False

    async def invite(self, debts: Sequence[Debt]) -> None:
        """Adds a player whom Discord has refused before to their match's thread, while it is played there. Raises Trouble."""
        tournament, asked = debts[0].subject.id, debts[0].payload
        match = await self._tournaments.match(tournament, asked["fixture"])
        entrants = match.entrants if match is not None and match.thread == asked["thread"] else ()
        for entrant in entrants:  # Whoever plays for them by now.
            if entrant.entrant == asked["entrant"] and not await self._port.invite(asked["thread"], entrant.player):
                return await self._tournaments.uninvited(tournament, debts)
        await self._store.outbox.done(debts)
