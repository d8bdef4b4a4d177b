"""Command sync: registers the commands with Discord where they have changed. The process with the first shard does it.

A global registration is rationed, so it happens only where something may have changed. Discord may refuse it, for a day if the ration is used up:
the bot plays on with the commands that it has meanwhile, and tries again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

from data.commands import make_known
from data.language import house_texts
from data.store.bot_facts import BotFacts
from data.store.parsing import Unreadable, counts

log = logging.getLogger("referee.registering")
HASH, IDS = "commands_sha256", "commands_ids"
LINES, LONGEST_LINE = 4, 200
"""What the log tells of a refusal."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 3600.0
"""Seconds until it is tried again what Discord or the database has refused: twice as long each time."""


class CommandSync:
    """Registers the commands of a `tree` while this process is responsible for it (`ours`); `done` is set once Discord has the present ones."""

    def __init__(self, tree: app_commands.CommandTree[Any], facts: BotFacts, ours: Callable[[], bool]) -> None:
        self._tree = tree
        self._facts = facts
        self._ours = ours
        self._task: asyncio.Task[None] | None = None
        self.done = asyncio.Event()

    def begin(self) -> None:
        """Registers the commands if they may have changed; tries again until it is done, or another process is responsible."""
        self.close()
        self._task = asyncio.create_task(self._try())

    def close(self) -> None:
        """Stops trying."""
        if self._task is not None:
            self._task.cancel()

    async def mention(self) -> None:
        """Lets texts mention the commands that Discord knows, by their ids."""
        try:
            ids = counts(await self._facts.get(IDS) or "{}")
        except Unreadable:
            ids = {}
        named = [c.qualified_name for c in self._tree.walk_commands() if isinstance(c, app_commands.Command)]
        make_known({name: ids[first] for name in named if (first := name.split()[0]) in ids})

    async def _try(self) -> None:
        pause = FIRST_PAUSE
        while self._ours():
            try:
                await self._register()
                await self.mention()
            except discord.HTTPException as error:
                log.error("the commands could not be registered; tried again in %.0f seconds: %s", pause, in_brief(str(error)))
            except Exception:
                log.exception("the commands could not be registered; tried again in %.0f seconds", pause)
            else:
                return self.done.set()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _register(self) -> None:
        digest = self.digest()
        if await self._facts.get(HASH) != digest or await self._facts.get(IDS) is None:
            registered = await self._tree.sync()
            await self._facts.set(IDS, json.dumps({command.name: command.id for command in registered}))
            await self._facts.set(HASH, digest)
            log.info("commands registered")

    def digest(self) -> str:
        """The hash of all that Discord gets of the commands, texts in all languages among it."""
        described = [command.to_dict(self._tree) for command in self._tree.get_commands()]
        digest = hashlib.sha256(json.dumps([self._tree.client.application_id, described, discord.__version__], sort_keys=True).encode())
        for file in house_texts():
            digest.update(file)
        return digest.hexdigest()


def in_brief(words: str) -> str:
    """The first lines of Discord's objections as one line, and the number of the others: it names every text of every command."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    more = f" / and {len(lines) - LINES} more lines" if len(lines) > LINES else ""
    return " / ".join(line[:LONGEST_LINE] for line in lines[:LINES]) + more
