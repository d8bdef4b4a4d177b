"""Keeps the thread of a match in order: the end of a game, the score of the match, then the board of the next game.

Each of its games is a table of its own.

The score is owed by the table whose game is over, behind its end, and so never comes before it. The first board of the next game waits for both,
but not for what has been refused for long: that is told later, and keeps nobody from playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.messages.tournaments.messages import next_message, shown
from cogs.play.outbox_worker import STRANDED, Trouble
from data.store import Store
from data.store.changes import BOARD, NEXT, SAID, TABLE, Debt, Subject

SOON = 10.0
"""Seconds within which the end of a game is to be tried for the next game to wait for it."""


async def how_it_stands(store: Store, table: int) -> dict[str, Any] | None:
    """How the match of a table stood after its game; None where that does not count any more. Raises Trouble for a tournament
    that cannot be read."""
    place = await store.tournaments.place_of(table)
    found = await store.tournaments.get(place[0]) if place is not None else None
    if found is not None and found.unreadable:
        raise Trouble(STRANDED, f"tournament {found.id}")
    if place is None or found is None or found.state is None:
        return None
    return next_message(await shown(store, found), place[1], place[2] + 1)


async def wait(store: Store, table: int, debts: Sequence[Debt]) -> bool:
    """Whether the first board of a table waits with what is owed behind it, since its match has not been told yet what came before."""
    before = await store.tournaments.beside(table, -1)
    if before is None:
        return False
    until = store.now() + SOON
    await store.outbox.put_off(debts, until)  # First, so that whoever tells the last of it at this moment finds something to hasten.
    untold = [debt for debt in await store.outbox.of(Subject(TABLE, before)) if debt.kind in (BOARD, SAID, NEXT)]
    return bool(untold) and untold[0].next <= until


async def go_on(store: Store, table: int) -> None:
    """All has been told of a game: the board of the next one waits no longer."""
    if (following := await store.tournaments.beside(table, 1)) is not None:
        await store.outbox.hasten(Subject(TABLE, following), BOARD)
