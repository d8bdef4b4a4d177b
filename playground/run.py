"""The playground as `bot.py` starts it: the stand-in, the bot connected to it, and a table ready to try."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

import discord
import yarl

from cogs.running.bot import Referee, settle_in
from data.limits import USUAL, Limits
from data.store import Store
from playground.server import TOKEN, Standin
from playground.world import World

log = logging.getLogger("playground")


def point_at(address: str) -> None:
    """Lets discord.py talk to a stand-in instead of Discord. For the whole process."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws") + "/gateway")


WELCOME = ((3001, "monster_hex"), (3002, "hexknight"), (3003, "hockey_game"), (3004, "hexygame"), (3005, "planetary_conquerors"))
"""The tables that wait for whoever comes first, by channel."""


async def welcome(bot: Referee, world: World) -> None:
    """Sets the tables up: Anna against the computer."""
    await bot.wait_until_ready()
    for channel, game in WELCOME:
        if await bot.store.latest_in(channel) is None:
            made, _ = await bot.tables.open(
                game=game,
                guild=int(world.guild),
                channel=channel,
                host=(4001, world.members["4001"]["global_name"]),
                options={"seating": "joined"},
                players=(),
                computers=1,
                seats=2,
                language="en",
                theme="light",
                computer_name="Computer",
            )
            await bot.outbox.send(made)


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
