"""Points discord.py at the stand-in's address.

It stands apart, since a bot beside a stand-in in another process needs nothing else of it.
"""

from __future__ import annotations

import discord
import yarl


def point_at(address: str) -> None:
    """Lets discord.py talk to a stand-in instead of Discord. For the whole process."""
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws") + "/gateway")
