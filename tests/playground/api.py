"""The bot's side of the stand-in, by hand."""

from __future__ import annotations

from typing import Any

import aiohttp

from playground.http_server import Standin
from playground.permission_bits import INVITED, ORDINARY
from playground.situations import Situations
from playground.world import BOT_ROLE, World

HERE = "3001"


class Api(Situations):
    """Requests as (status, code) and body, what the gateway says, and the situations of the stand-in."""

    def __init__(self) -> None:
        self.world = World()
        self.standin = Standin(self.world)
        self.events: list[tuple[str, Any]] = []
        self.world.listeners.append(lambda event, payload, only: self.events.append((event, payload)))

    async def __aenter__(self) -> Api:
        self.base = await self.standin.start() + "/api/v10"
        self.http = aiohttp.ClientSession(headers={"Authorization": "Bot playground"})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()
        await self.standin.stop()

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and body of an answer."""
        async with self.http.request(method, self.base + path, json=body) as answer:
            return answer.status, await answer.json() if answer.content_type == "application/json" else None

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, int]:
        """Status and code of a refusal."""
        status, found = await self.ask(method, path, body)
        assert status >= 400, found
        return status, found["code"]

    async def thread(self, channel: str = HERE, **body: Any) -> str:
        """A thread that the bot makes."""
        status, made = await self.ask("POST", f"/channels/{channel}/threads", {"name": "Match", "type": 11, **body})
        assert status == 201, made
        return str(made["id"])

    async def say(self, channel: str = HERE, **body: Any) -> dict[str, Any]:
        """A message of the bot."""
        status, made = await self.ask("POST", f"/channels/{channel}/messages", {"content": "x", **body})
        assert status == 200, made
        found: dict[str, Any] = made
        return found

    def told(self, event: str) -> list[Any]:
        """What the gateway says of one kind of event."""
        return [payload for name, payload in self.events if name == event]

    def bot_lacks(self, *rights: int) -> None:
        """Neither the bot's role nor @everyone gives it some rights."""
        self.world.set_role_rights(BOT_ROLE, INVITED & ~sum(rights))
        self.world.set_role_rights(self.world.guild, ORDINARY & ~sum(rights))
