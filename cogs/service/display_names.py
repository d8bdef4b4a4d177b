"""Keeps stored display names up to date, from the names that interactions carry, since the bot has no members intent.

Names are updated at tables and in tournaments of the server that are not over. Records, finished games and forgotten people stay as they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from cogs.play.table_queries import NoTable, Stranded
from cogs.play.tables import Tables
from data.store import DatabaseError, Store
from data.store.changes import ENTRIES, LOBBY, TABLE, TOURNAMENT, Message, Subject
from data.user_text import Called

log = logging.getLogger("referee.renaming")
PATIENCE = 1.0
"""Seconds for which whoever asks for a table waits until the name is written there."""
Who = tuple[int, int]
"""A person in a server."""


class DisplayNames:
    """Updates stored display names. `holds`: whether this process serves a server."""

    def __init__(self, store: Store, tables: Tables, holds: Callable[[int | None], bool]) -> None:
        self._store = store
        self._tables = tables
        self._holds = holds
        self._under_way: dict[Who, asyncio.Event] = {}

    async def met(self, guild: int | None, player: int, name: Called) -> None:
        """Notes the name under which a person has acted in a server."""
        if guild is None or not self._holds(guild):
            return
        who = (guild, player)
        while (before := self._under_way.get(who)) is not None:
            await before.wait()
        written = self._under_way[who] = asyncio.Event()
        try:
            await self._write(guild, player, name)
        except DatabaseError as error:  # The next interaction brings it again.
            log.info("the name of a person could not be written (%s)", type(error).__name__)
        finally:
            del self._under_way[who]
            written.set()

    async def written(self, guild: int | None, player: int) -> None:
        """Waits briefly until a person's new name is stored."""
        if (writing := self._under_way.get((guild or 0, player))) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await writing.wait()

    async def _write(self, guild: int, player: int, name: Called) -> None:
        found = await self._store.display_names.otherwise(guild, player, name)
        for number in found.tables:
            await self._at_table(number, player, name)
        for number in found.tournaments:
            if await self._store.display_names.change(Subject(TOURNAMENT, number), player, name):
                await self._store.outbox.owe(Subject(TOURNAMENT, number), Message(ENTRIES))

    async def _at_table(self, number: int, player: int, name: Called) -> None:
        where = Subject(TABLE, number)
        try:
            table = await self._tables.get(number)
        except NoTable as none:
            if await self._store.display_names.change(where, player, name) and not isinstance(none, Stranded):  # It has not begun.
                await self._store.outbox.owe(where, Message(LOBBY))
            return
        async with table.lock:  # Whoever acts there is not told that somebody else was quicker.
            await self._store.display_names.change(where, player, name)
            with contextlib.suppress(Stranded):
                await table.reread()
