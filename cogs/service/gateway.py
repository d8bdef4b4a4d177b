"""Gateway connections: one for each shard, each kept up by a task of its own, with reconnects, whatever arrives.

discord.py ends all connections when one fails in a way that it does not foresee. Here only some of Discord's close codes are `FINAL`: a wrong token,
wrong intents, a wrong number of shards. After anything else a connection is retried with growing pauses: it resumes its session where it can, else it
begins a new one, of which Discord allows so many a day.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Iterable, MutableMapping
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket

from cogs.service.shard_starts import ShardStarts
from cogs.service.unreadable_events import Unreadable, place
from data.duration_listeners import took

log = logging.getLogger("referee.gateway")
UNAUTHENTICATED = 4004
FINAL = {
    UNAUTHENTICATED: "it does not accept the token",
    4010: "there is no such shard",
    4011: "it wants more shards",
    4012: "it speaks another version",
    4013: "it knows no such intents",
    4014: "it has not granted the intents",
}
"""Discord's codes of closing after which it would not help to begin again."""
ENDED = frozenset({4007, 4009})
"""Codes after which a session cannot be taken up again."""
OPENING = 30.0
"""Seconds for Discord to say HELLO."""
WELCOME = 120.0
"""Seconds for Discord to tell that a session has begun or goes on."""
HELD = 60.0
"""Seconds after which a connection has been a good one, and patience begins anew."""
FIRST_PAUSE = 1.0
"""Seconds before the second try; the first one is made at once. Each one after it waits for twice as long."""
LONGEST, LONGEST_ANEW = 60.0, 600.0
"""Seconds at most, also where each try uses up one of a day's sessions."""
RESUMES = 3
"""How often a session is to be taken up again by a gateway that answers, before another one begins."""
SESSION = 300.0
"""Seconds for which a session is asked for that cannot be reached: it has an address of its own, which may be wrong or gone."""
HEARTBEATS = (1.0, 600.0)
"""Between so many seconds a heartbeat may be wanted: what is beyond is no HELLO."""


class Lost(Exception):
    """A connection has ended: why, in words and as a kind to count, and whether its session can be resumed."""

    def __init__(self, kind: str, why: str, resumable: bool = True) -> None:
        super().__init__(why)
        self.kind, self.why, self.resumable = kind, why, resumable


class Socket(DiscordWebSocket):
    """A gateway WebSocket that closes itself on unreadable data, where the library would leave it open."""

    _leaving: asyncio.Task[None] | None = None

    async def poll_event(self) -> None:
        """Reads one event. Raises Lost, and discord.ConnectionClosed for a FINAL close code."""
        beating = self._keep_alive
        try:
            await super().poll_event()
            if self._keep_alive is not beating:
                self._check_beat(beating)
        except ReconnectWebSocket as again:
            self._leave()
            raise self._lost(again) from None
        except discord.ConnectionClosed as closed:
            self._leave()
            if closed.code in FINAL:
                raise
            raise Lost("closed", f"closed with {closed.code}") from None
        except BaseException:
            self._leave()
            raise

    def _check_beat(self, before: KeepAliveHandler | None) -> None:
        """Checks new heartbeats, and stops earlier ones. Raises Lost for an impossible interval."""
        if before is not None:
            before.stop()
        if self._keep_alive is not None and not HEARTBEATS[0] <= (self._keep_alive.interval or 0) <= HEARTBEATS[1]:
            raise Lost("garbled", "a heartbeat that cannot be kept")

    async def identify(self) -> None:
        """Begins a session. Raises Lost if Discord has not said HELLO."""
        self._check_hello()
        await super().identify()

    async def resume(self) -> None:
        """Resumes a session. Raises Lost if Discord has not said HELLO."""
        self._check_hello()
        await super().resume()

    def _check_hello(self) -> None:
        if self._keep_alive is None:
            self._leave()
            raise Lost("garbled", "something else than HELLO")

    def _lost(self, again: ReconnectWebSocket) -> Lost:
        if not again.resume:
            return Lost("invalidated", "the session is over", resumable=False)
        if again.__context__ is None:
            return Lost("asked", "Discord asks for it")
        if isinstance(again.__context__, TimeoutError) or self._close_code is not None:
            return Lost("silent", "nothing is heard")
        code = self.socket.close_code
        return Lost("closed", f"closed with {code}", resumable=code not in ENDED)

    def _leave(self) -> None:
        """Closes in the background, as a silent peer doesn't answer the close."""
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self.close())


class Connection:
    """The connection of one shard, reconnected whenever it is lost. It has the methods that discord.py expects of a shard."""

    def __init__(self, client: discord.AutoShardedClient, number: int, identifying: ShardStarts, shards: MutableMapping[int, Any]) -> None:
        self.id = number
        self.ws: Socket
        self._client, self._identifying, self._shards = client, identifying, shards
        self._closed = self._anew = self._begun = False
        self._welcomed = 0.0

    async def keep(self) -> None:
        """Stays connected until closed. Raises discord.ConnectionClosed and discord.LoginFailure if reconnecting is useless."""
        failed, resumes, resume, there = 0, 0, False, time.monotonic()
        while not self._closed:
            self._welcomed, self._begun = 0.0, False
            try:
                await self._live(resume)
            except (discord.LoginFailure, discord.ConnectionClosed) as error:
                if isinstance(error, discord.LoginFailure) or error.code in FINAL:
                    raise
                lost = Lost("closed", f"closed with {error.code}")
            except Lost as error:
                lost = error
            except (OSError, aiohttp.ClientError, TimeoutError) as error:
                lost = Lost("unreachable", type(error).__name__, resumable=not isinstance(error, ValueError))  # What is no address stays none.
            except Unreadable as error:
                lost = Lost("unreadable", f"{error} cannot be read", resumable=False)
            except Exception as error:
                lost = Lost("garbled", place(error))
            if self._closed:
                return
            if self._welcomed:
                there = time.monotonic()
                self._client.dispatch("disconnect")
                self._client.dispatch("shard_disconnect", self.id)
            held = self._welcomed and time.monotonic() - self._welcomed > HELD
            failed = 1 if held else failed + 1
            resumes = 0 if self._welcomed else resumes + (resume and lost.kind != "unreachable")
            resume = lost.resumable and resumes < RESUMES and time.monotonic() - there < SESSION and not self._anew and self._known
            resumes, self._anew = resumes if resume else 0, False
            await self._wait(lost, failed, resume, LONGEST_ANEW if self._begun else LONGEST)

    @property
    def _known(self) -> bool:
        """Whether there is a session that may be resumed."""
        return self.id in self._shards and bool(self.ws.session_id) and self.ws.sequence is not None

    async def _wait(self, lost: Lost, failed: int, resume: bool, longest: float) -> None:
        pause = 0.0 if failed == 1 else min(FIRST_PAUSE * 2 ** min(failed - 2, 20), longest) * random.uniform(0.5, 1)
        took("reconnection", lost.kind, pause)
        usual = failed == 1 and lost.kind in ("asked", "closed", "silent", "invalidated")
        how = "takes its session up again" if resume else "begins a session"
        log.log(logging.INFO if usual else logging.WARNING, "shard %d is not connected (%s): %s in %.1f seconds", self.id, lost.why, how, pause)
        await asyncio.sleep(pause)

    async def _live(self, resume: bool) -> None:
        """Connects, and reads until something fails."""
        if resume:
            ws = await self._open(resume=True, gateway=self.ws.gateway, session=self.ws.session_id, sequence=self.ws.sequence)
        else:
            async with self._identifying.turn(self.id):
                ws = await self._open()
                self._begun = True
        welcome = ws.wait_for("RESUMED" if resume else "READY", lambda _: True)
        self.ws, self._shards[self.id] = ws, self
        try:
            async with asyncio.timeout(WELCOME):
                while not welcome.done():
                    await ws.poll_event()
        except TimeoutError:
            raise Lost("silent", "no session begins") from None
        self._welcomed = time.monotonic()
        while not self._closed:
            await ws.poll_event()

    async def _open(self, **how: Any) -> Socket:
        async with asyncio.timeout(OPENING):
            return await Socket.from_client(self._client, shard_id=self.id, **how)

    async def close(self) -> None:
        """Closes the connection for good."""
        self._closed = True
        if self.id in self._shards:
            await self.ws.close(code=1000)

    async def disconnect(self) -> None:
        """Ends the session; the connection begins another."""
        self._anew = True
        await self.ws.close(code=1000)

    async def reconnect(self) -> None:
        """Does nothing: another session begins by itself."""


class Gateway:
    """All gateway connections of a client. discord.py finds them in `shards`, each from its first connection on."""

    def __init__(self, client: discord.AutoShardedClient, identifying: ShardStarts, shards: MutableMapping[int, Any]) -> None:
        self._client, self._identifying, self._shards = client, identifying, shards
        self._kept: dict[Connection, asyncio.Task[None]] = {}

    async def run(self, shards: Iterable[int]) -> None:
        """Keeps shards connected until closed. Raises discord.ConnectionClosed, discord.LoginFailure."""
        for number in shards:
            connection = Connection(self._client, number, self._identifying, self._shards)
            self._kept[connection] = asyncio.create_task(connection.keep())
        try:
            done, _ = await asyncio.wait(self._kept.values(), return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                if not task.cancelled():
                    task.result()
        finally:
            for task in self._kept.values():
                task.cancel()

    async def close(self) -> None:
        """Closes all connections."""
        await asyncio.gather(*(connection.close() for connection in self._kept), return_exceptions=True)
        for task in self._kept.values():
            task.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)
