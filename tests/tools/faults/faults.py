"""One fault at one place: a request to Discord or a commit, by its number."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple
from unittest.mock import patch

import aiosqlite
import discord
from aiohttp import web

from data.store.sqlite import Sqlite
from playground.error_codes import Rejected
from playground.permission_bits import ALL_RIGHTS, MANAGE_THREADS, SEND_IN_THREADS, SEND_MESSAGES
from playground.rate_limits import Handler

NONE = "none"
LOST_BEFORE, LOST_AFTER = "lost before", "lost after"
REFUSED = {"403": (403, 50013), "400": (400, 50035), "404": (404, 10003)}
"""What one request is refused with, once."""
TROUBLE, AWAY = "500 five times", "no rights for a while"
KILLED_BEFORE, KILLED_AFTER = "killed before a request", "killed after a request"
UNCOMMITTED, COMMITTED = "killed before a commit", "killed after a commit"
AT_REQUESTS = (LOST_BEFORE, LOST_AFTER, *REFUSED, TROUBLE, AWAY, KILLED_BEFORE, KILLED_AFTER)
AT_COMMITS = (UNCOMMITTED, COMMITTED)
FAULTS = (*AT_REQUESTS, *AT_COMMITS)
AT_START = ("users/", "oauth2/", "gateway", "applications/")
"""What the library asks while it connects, which is no place of a scenario."""
TRIES = 5
FASTER = 200
"""How much shorter the library's pauses between tries are."""


class Fault(NamedTuple):
    """The kind of an injected fault, and the request or commit of a scenario (from 1) at which it happens."""

    kind: str = NONE
    place: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.place}" if self.place else self.kind


class Life:
    """One process of the bot; once it is killed, nothing of it reaches Discord or the disk."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()
        self.died = asyncio.Event()

    @property
    def dead(self) -> bool:
        return self.died.is_set()


LIFE: ContextVar[Life | None] = ContextVar("life", default=None)
"""The process that a task belongs to; None is the test itself."""


class Faults:
    """Counts requests and commits and makes one of them fail. `stirred` grows with each, so that a change of it shows activity."""

    def __init__(self, fault: Fault, world: Any) -> None:
        self.fault = fault
        self.requests = self.commits = self.stirred = 0
        self.counting = False
        self.life: Life | None = None
        self.away: str | None = None
        self.hit = ""
        self._world = world
        self._failing: tuple[str, str] | None = None
        self._left = 0

    # Requests

    async def meddle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Stands between the bot and the stand-in."""
        self.stirred += 1
        if self.life is None or self.life.dead:
            return _lost(request)
        if (request.method, request.path) == self._failing and self._left:
            self._left -= 1
            raise Rejected(500, 0, "trouble")
        if not self.counting or request.path.removeprefix("/api/v10/").startswith(AT_START):
            return await handler(request)
        self.requests += 1
        if self.fault.kind not in AT_REQUESTS or self.requests != self.fault.place:
            return await handler(request)
        self.hit = f"{request.method} {_shape(request.path)}"
        return await self._fail(self.fault.kind, request, handler)

    async def _fail(self, kind: str, request: web.Request, handler: Handler) -> web.StreamResponse:
        if kind in (LOST_AFTER, KILLED_AFTER, AWAY):
            if kind == AWAY:
                self.take_rights(request.match_info.get("channel"))
            response = await handler(request)  # It reads the body, which can be read once.
            if kind == AWAY:
                return response
        else:
            await request.read()
        if kind in REFUSED:
            status, code = REFUSED[kind]
            raise Rejected(status, code, "refused once")
        if kind == TROUBLE:
            self._failing, self._left = (request.method, request.path), TRIES - 1
            raise Rejected(500, 0, "trouble")
        if kind in (KILLED_BEFORE, KILLED_AFTER) and self.life is not None:
            self.life.died.set()
        return _lost(request)

    def take_rights(self, channel: str | None) -> None:
        """Takes the bot's right to write in a channel and its threads, and tells the bot."""
        if channel in self._world.channels:
            self.away = self._world.threads.get(channel, channel)
            self._world.set_rights(self.away, ALL_RIGHTS & ~(SEND_MESSAGES | SEND_IN_THREADS | MANAGE_THREADS))

    def give_back(self) -> bool:
        """Gives back the rights taken away; returns whether there were any."""
        channel, self.away = self.away, None
        if channel in self._world.channels:
            self._world.set_rights(channel)
        return channel is not None

    # Commits

    async def commit(self, life: Life, doing: Callable[[], Awaitable[Any]]) -> Any:
        """Makes one commit of the bot, unless its process is killed before."""
        self.stirred += 1
        self.commits += self.counting
        here = self.counting and self.fault.kind in AT_COMMITS and self.commits == self.fault.place
        if here and self.fault.kind == UNCOMMITTED:
            self.hit = "commit"
            life.died.set()
            raise asyncio.CancelledError
        done = await doing()
        if here:
            self.hit = "commit"
            life.died.set()
            raise asyncio.CancelledError
        return done


def _lost(request: web.Request) -> web.StreamResponse:
    """Closes the connection of a request without an answer."""
    if request.transport is not None:
        request.transport.close()
    return web.Response(status=500)


def _shape(path: str) -> str:
    """A path without its numbers and tokens."""
    parts = path.removeprefix("/api/v10/").split("/")
    return "/".join("…" if any(c.isdigit() for c in part) else part for part in parts)


class _Hurried:
    """asyncio with short pauses, for the library."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(delay: float, result: Any = None) -> Any:
        return await asyncio.sleep(delay / FASTER, result)


@contextmanager
def hooks(faults: Faults) -> Iterator[None]:
    """Puts `faults` where commits are made, notes which task belongs to which process, and lets the library wait less.

    The hook for commits is the one way to write to the database: whatever module commits, it is counted.
    """
    execute, write = aiosqlite.Connection._execute, Sqlite.write
    loop = asyncio.get_running_loop()

    async def living(db: aiosqlite.Connection, function: Any, *args: Any, **kwargs: Any) -> Any:
        life = LIFE.get()
        if life is not None and life.dead:
            raise asyncio.CancelledError
        return await execute(db, function, *args, **kwargs)

    async def counted(db: Sqlite, function: Any, *args: Any, **kwargs: Any) -> Any:
        life = LIFE.get()
        if life is None:
            return await write(db, function, *args, **kwargs)
        return await faults.commit(life, lambda: write(db, function, *args, **kwargs))

    def made(loop: asyncio.AbstractEventLoop, coroutine: Any, **kwargs: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **kwargs)
        life = LIFE.get()
        if life is not None:
            life.tasks.add(task)
            task.add_done_callback(life.tasks.discard)
        return task

    hurried = _Hurried()
    with (
        patch.object(aiosqlite.Connection, "_execute", living),
        patch.object(Sqlite, "write", counted),
        patch.object(discord.http, "asyncio", hurried),
        patch.object(discord.webhook.async_, "asyncio", hurried),
        patch.object(discord.client, "asyncio", hurried),
    ):
        loop.set_task_factory(made)
        try:
            yield
        finally:
            loop.set_task_factory(None)
