"""The doctor's client for Discord: read-only REST requests, no gateway."""

from __future__ import annotations

import asyncio
import contextlib
import time
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

import aiohttp
import discord

PATIENCE = 15.0
"""Seconds for one answer."""


class Answer(NamedTuple):
    """A response of Discord: status, body, and by how many seconds its clock is ahead of ours, if it says."""

    status: int
    body: Any
    ahead: float | None

    @property
    def code(self) -> int:
        """The error code of Discord's refusal."""
        return int(self.body.get("code") or 0) if isinstance(self.body, dict) else 0


class Unanswered(Exception):
    """Discord can't be reached, or its answer can't be understood; the text says why."""


class Discord:
    """A REST client with the bot's token. Open it with `async with`."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def __aenter__(self) -> Discord:
        self._http = discord.http.HTTPClient(asyncio.get_running_loop())
        with contextlib.suppress(discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError, ValueError):  # What is wrong is asked anew.
            async with asyncio.timeout(PATIENCE):
                await self._http.static_login(self._token)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.close()

    async def get(self, path: str) -> Answer:
        """The answer to one request, sent once. Raises Unanswered."""
        headers = {"Authorization": f"Bot {self._token}", "User-Agent": self._http.user_agent}
        connection = getattr(self._http, "_HTTPClient__session")  # noqa: B009  # Its own requests tell of no headers.
        try:
            begun = time.time()
            async with asyncio.timeout(PATIENCE), connection.get(f"{discord.http.Route.BASE}{path}", headers=headers) as response:
                ahead = _ahead(response.headers.get("Date", ""), (begun + time.time()) / 2)
                if response.status >= 500:
                    raise Unanswered(f"it answers {response.status}")
                return Answer(response.status, await response.json(content_type=None), ahead)
        except ValueError as error:  # What is no JSON, or a token that cannot stand in a header.
            raise Unanswered("what it answers cannot be read") from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unanswered(f"it cannot be reached ({type(error).__name__})") from error


def _ahead(date: str, now: float) -> float | None:
    """By how many seconds the time in a header is ahead of `now`; headers have whole seconds only."""
    try:
        return parsedate_to_datetime(date).timestamp() + 0.5 - now
    except (ValueError, TypeError):
        return None
