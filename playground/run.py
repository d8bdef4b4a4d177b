"""Starts the playground for `bot.py`: the stand-in, the bot connected to it, and a table ready to try."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from cogs.service.bot import Referee
from cogs.service.shutdown import run
from cogs.service.start_up import settle_in
from data.store import Store
from data.store.configured_limits import USUAL, Limits
from data.store.only_process import only_process
from playground.api_address import point_at
from playground.first_tables import waiting_tables, welcome
from playground.http_server import TOKEN, Standin
from playground.world import World

log = logging.getLogger("playground")


async def serve(database: Path, folder: Path, port: int, limits: Limits = USUAL) -> None:
    """Serves until cancelled. Raises OSError if the port is taken."""
    world = World(folder)
    standin = Standin(world)
    address = await standin.start(port)
    point_at(address)
    async with only_process(database):
        store = await Store.open(database)
        store.now = lambda: time.time() + world.ahead
        standin.pages.on_later = store.due_changed.set
        bot = Referee(store, limits)
        print(f"Playground: {address} (open it in a browser; tables are set up in a moment)", flush=True)
        task = asyncio.create_task(welcome(bot, world, waiting_tables(world)))
        try:
            await settle_in()
            await run(bot, TOKEN)
        finally:
            task.cancel()
            await store.close()
            await standin.stop()
