"""The playground as `bot.py` starts it: the stand-in, the bot connected to it, and a table ready to try."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from cogs.playing.tables import Opening, Party
from cogs.running.bot import Referee, settle_in
from data.limits import USUAL, Limits
from data.store import Store
from playground.pointing import point_at
from playground.server import TOKEN, Standin
from playground.world import World

log = logging.getLogger("playground")


WELCOME = ((3001, "monster_hex"), (3002, "hexknight"), (3003, "hockey_game"), (3004, "hexygame"), (3005, "planetary_conquerors"))
"""The tables that wait for whoever comes first, by channel."""


async def welcome(bot: Referee, world: World) -> None:
    """Sets the tables up: Anna against the computer."""
    await bot.wait_until_ready()
    for channel, game in WELCOME:
        if await bot.store.tables.latest_in(channel) is None:
            opening = Opening(game, int(world.guild), channel, {"seating": "joined"}, "en", "light")
            party = Party((4001, world.members["4001"]["global_name"]), computers=1, computer_name="Computer", seats=2)
            await bot.tables.open(opening, party)


async def serve(database: Path, folder: Path, port: int, limits: Limits = USUAL) -> None:
    """Runs until cancelled. Raises OSError where the port is taken."""
    world = World(folder)
    standin = Standin(world)
    address = await standin.start(port)
    point_at(address)
    store = await Store.open(database)
    store.now = lambda: time.time() + world.ahead
    standin.on_later = store.rung.set
    bot = Referee(store, limits)
    bot.add_listener(settle_in, "on_ready")
    print(f"Playground: {address}", flush=True)
    task = asyncio.create_task(welcome(bot, world))
    try:
        await bot.start(TOKEN)
    finally:
        task.cancel()
        await bot.close()
        await store.close()
        await standin.stop()
