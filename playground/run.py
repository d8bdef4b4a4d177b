"""The playground as `bot.py` starts it: the stand-in, the bot connected to it, and a table ready to try."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from cogs.playing.tables import SEATING, Opening, Party
from cogs.running.bot import Referee, settle_in
from cogs.running.stopping import run
from data.content import build, games
from data.language import DEFAULT
from data.limits import USUAL, Limits
from data.rulebook import rulebook
from data.store import Store
from playground.pointing import point_at
from playground.server import TOKEN, Standin
from playground.world import World
from render.theme import USUAL_THEME

log = logging.getLogger("playground")


def waiting_tables(world: World) -> dict[int, str]:
    """The tables that wait for whoever comes first, by channel: one of each game, those with the shortest rulebooks first."""
    ordered = sorted(games(), key=lambda game: len(rulebook(game, DEFAULT)))
    return {int(world.table(number)): game for number, game in enumerate(ordered)}


async def welcome(bot: Referee, world: World, waiting_tables: dict[int, str]) -> None:
    """Sets the tables up: Anna against as few computers as the game allows."""
    await bot.sharing.serving.wait()
    for channel, game in waiting_tables.items():
        rules = build(game)
        if await bot.store.tables.latest_in(channel) is None:
            options = {SEATING: "joined"} if any(option.key == SEATING for option in rules.options) else {}
            party = Party((4001, world.members["4001"]["global_name"]), (), rules.seats[0] - 1, "Computer", rules.seats[0])
            await bot.tables.open(Opening(game, int(world.guild), channel, options, "en", USUAL_THEME), party)


async def serve(database: Path, folder: Path, port: int, limits: Limits = USUAL) -> None:
    """Runs until cancelled. Raises OSError where the port is taken."""
    world = World(folder)
    standin = Standin(world)
    address = await standin.start(port)
    point_at(address)
    store = await Store.open(database)
    store.now = lambda: time.time() + world.ahead
    standin.pages.on_later = store.rung.set
    bot = Referee(store, limits)
    bot.add_listener(settle_in, "on_ready")
    print(f"Playground: {address}", flush=True)
    task = asyncio.create_task(welcome(bot, world, waiting_tables(world)))
    try:
        await run(bot, TOKEN)
    finally:
        task.cancel()
        await store.close()
        await standin.stop()
