"""Logs in to Discord with the bot's token, with retries: Discord may be away or answer anything."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable

import discord

from data.duration_listeners import took

log = logging.getLogger("referee.greeting")
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 120.0
"""Seconds until it is tried again: twice as long each time."""
UNAUTHORIZED = 401


async def log_in(client: discord.Client, login: Callable[[], Awaitable[None]], greeted: Callable[[], bool]) -> None:
    """Logs in, repeating until Discord has answered; after it has `greeted` us, errors are our own. Raises
    discord.LoginFailure for a wrong token, with which `bot.main` ends."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await login()
        except discord.LoginFailure:
            raise
        except Exception as error:
            if greeted():
                raise
            if isinstance(error, discord.HTTPException) and error.status == UNAUTHORIZED:
                raise discord.LoginFailure from error
            took("reconnection", "login", pause)
            log.warning("Discord does not let the bot log in (%s); tried again in %.0f seconds", type(error).__name__, pause)
        await client.http.close()
        client.http.connector = discord.utils.MISSING  # It has been closed with its session.
        await asyncio.sleep(pause * random.uniform(0.5, 1))
        pause = min(2 * pause, LONGEST_PAUSE)
