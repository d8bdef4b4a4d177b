"""Several processes on PostgreSQL: claims are session-level advisory locks, messages are LISTEN/NOTIFY.

One connection holds all locks of a process and listens. The server frees the locks with the connection, and ends a session whose event loop has been
silent for the length of a lease (`LEASE`), by the server's clock: a process that is frozen or hangs is not waited for.

What such a process has begun is fenced by its lease (`data.store.lease`): the next holder of a lock waits for transactions under way, and later ones
find that the session has ended. Connections must lead to the server itself or through a pooler of sessions.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.conninfo import make_conninfo

from data.store.lease import Lease
from data.store.peers import OtherCount, nothing
from data.store.postgres.connections import WRITERS

log = logging.getLogger("referee.peers")
KEEPALIVE = {"keepalives_idle": 5, "keepalives_interval": 3, "keepalives_count": 3, "tcp_user_timeout": 15_000}
"""When this side knows that the other one is gone: seconds of silence, between two questions then, how many; milliseconds without an answer."""
LEASE = 8.0
"""Seconds for which what is claimed is held without a word from the event loop: far more than a busy machine makes it late."""
RENEW = 2.0
"""Seconds after which the server hears from us, which renews the lease."""
LOCKS = 4.0
"""Seconds for which a lock is waited for."""
PATIENCE = 5.0
"""Seconds for which an answer is waited for. Without one the connection is lost; psycopg needs as long again to be sure of it."""
AGAIN = 0.5
"""Seconds between two tries to connect."""
STALE = f"""
SELECT pg_terminate_backend(a.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid JOIN pg_database d ON d.oid = l.database
WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.classid::bigint = {WRITERS} AND l.objid::bigint = 0 AND l.objsubid = 2
AND l.granted AND l.mode = 'ShareLock' AND a.xact_start < clock_timestamp() - make_interval(secs => {LEASE})
"""
"""Ends the connections that have been writing for longer than a lease: those of a frozen process wait for each other, and would time out in turn."""
JOINING = "joining"
"""The lock of whoever looks how many shards the others run."""


def settings() -> list[str]:
    """The session's settings: when the server notices that this side is gone, and when it ends the session."""
    alive = [f"SET {name if name.startswith('tcp') else f'tcp_{name}'} = {value}" for name, value in KEEPALIVE.items()]
    return [*alive, f"SET idle_session_timeout = {LEASE * 1000:.0f}", f"SET lock_timeout = {LOCKS * 1000:.0f}", "SET statement_timeout = 0"]


def lock(schema: str, name: str) -> int:
    """The number of the lock for a name in a schema."""
    return int.from_bytes(hashlib.sha256(f"referee {schema} {name}".encode()).digest()[:8], signed=True)


def counting(schema: str) -> int:
    """The first number of the locks that announce the number of shards, of which each process holds one."""
    return lock(schema, "shards") >> 32


class PostgresPeers:
    """`data.store.peers.Peers` on PostgreSQL. A process that loses its connection loses all its claims, and connects anew.

    Each database and schema has its own claims and words.
    """

    shared = True

    def __init__(self, url: str) -> None:
        self.heard: Callable[[str], None] = nothing
        self.lost: Callable[[], None] = nothing
        self._url = url
        self._db: psycopg.AsyncConnection[Any] | None = None
        self._schema = ""
        self._session: tuple[int, Any] | None = None
        self._held: set[str] = set()
        self.lease: Lease | None = Lease(0)
        self._number = 0
        self._renewed = 0.0, 0.0
        self._count: int | None = None
        self._words: dict[str, None] = {}
        self._watched: int | None = None
        self._said = ""
        self._turn = asyncio.Lock()
        self._awake = asyncio.Event()
        self._connected = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        return self._connected.is_set()

    @property
    def valid(self) -> bool:
        """Whether claims are valid by both clocks: the wall clock goes on while a machine sleeps, the steady one can't be set."""
        wall, steady = self._renewed
        return max(time.time() - wall, time.monotonic() - steady) < LEASE

    async def start(self) -> None:
        """Starts connecting, and reconnecting."""
        self._task = asyncio.create_task(self._keep())

    async def join(self, count: int) -> None:
        while self._count is None:
            await self._connected.wait()
            with contextlib.suppress(psycopg.Error):
                await self._join(count)
                self._count = count

    async def claim(self, name: str) -> bool:
        async with self._turn:
            if name in self._held or not self._connected.is_set():
                return name in self._held
            with contextlib.suppress(psycopg.Error):
                ((ours,),) = await self._ask("SELECT pg_try_advisory_lock(%s)", (self._key(name),))
                if ours and await self._is_quiet():
                    self._hold({*self._held, name})
                elif ours:
                    await self._ask("SELECT pg_advisory_unlock(%s)", (self._key(name),))
            return name in self._held

    async def _is_quiet(self) -> bool:
        """Waits for all transactions in progress, perhaps of the earlier holder of our claims; returns False if that takes long.

        A healthy process whose connection is ended by this repeats what was not stored.
        """
        try:
            await self._ask(STALE)
            await self._ask(f"SELECT pg_advisory_xact_lock({WRITERS}, 0)")
        except errors.LockNotAvailable:
            return False
        return True

    def _hold(self, names: set[str]) -> None:
        self._held = names
        self.lease = Lease(self._number, frozenset(map(self._key, names)))

    async def release(self, name: str) -> None:
        async with self._turn:
            if name in self._held:
                self._hold(self._held - {name})
                with contextlib.suppress(psycopg.Error):
                    await self._ask("SELECT pg_advisory_unlock(%s)", (self._key(name),))

    def tell(self, *words: str) -> None:
        self._words |= dict.fromkeys(words)
        self._awake.set()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with contextlib.suppress(psycopg.Error):
            await self._say()
        self.lost = nothing
        await self._drop()

    # The connection

    async def _keep(self) -> None:
        """Keeps connecting until cancelled."""
        while True:
            try:
                await self._connect()
                self._said = ""
                self._connected.set()
                self.heard("")
                while True:
                    await self._attend()
            except (psycopg.Error, OSError) as error:
                self._warn(f"the connection to the other processes is lost ({error!s})")
            except OtherCount as error:
                self._warn(f"standing by: {error}")
            except Exception:
                log.exception("the connection to the other processes has failed")
            self._connected.clear()
            await self._drop()
            await asyncio.sleep(AGAIN)

    def _warn(self, words: str) -> None:
        """Logs a lasting condition once."""
        if words != self._said:
            self._said = words
            log.warning("%s", words)

    async def _connect(self) -> None:
        where = make_conninfo(self._url, connect_timeout=int(PATIENCE), **KEEPALIVE)
        self._db = await psycopg.AsyncConnection.connect(where, autocommit=True)
        self._db.add_notify_handler(self._notified)
        async with self._turn:
            for setting in settings():
                await self._ask(setting)
            ((self._schema, *session),) = await self._ask(
                "SELECT current_schema(), pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
            )
            if self._session is not None:  # The server may not have noticed that we have lost it, and would keep its locks for a while.
                await self._ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE (pid, backend_start) = (%s, %s)", self._session)
            self._session = (session[0], session[1])
            self._number = random.getrandbits(63)
            await self._ask("SELECT pg_advisory_lock(%s)", (self._number,))
            self.lease = Lease(self._number)
            await self._ask(f'LISTEN "{self._channel}"')
        if self._count is not None:
            await self._join(self._count)

    async def _drop(self) -> None:
        """Gives up all claims."""
        self._look_away()
        db, self._db = self._db, None
        self._held, self.lease = set(), Lease(0)
        if db is not None:
            await db.close()
            self.lost()

    async def _attend(self) -> None:
        """Sends and receives words, and waits for more. Raises psycopg.Error."""
        self._awake.clear()
        async with self._turn:
            self._listen()
        if self._words:
            await self._say()
        try:
            async with asyncio.timeout(RENEW):
                await self._awake.wait()
        except TimeoutError:
            async with self._turn:
                await self._ask("SELECT 1")

    async def _say(self) -> None:
        async with self._turn:
            words = list(self._words)
            await self._ask("SELECT pg_notify(%s, word) FROM unnest(%s::text[]) word", (self._channel, words))
            for word in words:
                self._words.pop(word, None)

    def _listen(self) -> None:
        """Receives words, and is woken by the next ones. Raises psycopg.Error if the connection has ended."""
        if self._db is None:
            raise psycopg.OperationalError("not connected")
        self._look_away()
        self._db.pgconn.consume_input()
        while (found := self._db.pgconn.notifies()) is not None:
            self._hear(found.be_pid, found.extra.decode())
        self._watched = self._db.fileno()
        asyncio.get_running_loop().add_reader(self._watched, self._readable)

    def _readable(self) -> None:
        self._look_away()  # It would call again until somebody has read.
        self._awake.set()

    def _look_away(self) -> None:
        """Stops watching the socket, so that psycopg can use or close it."""
        watched, self._watched = self._watched, None
        if watched is not None:
            asyncio.get_running_loop().remove_reader(watched)

    def _notified(self, found: psycopg.Notify) -> None:
        self._hear(found.pid, found.payload)

    def _hear(self, session: int, word: str) -> None:
        if self._session is not None and session != self._session[0]:
            self.heard(word)

    async def _ask(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a statement; callers take turns. Raises psycopg.Error; the connection is lost then."""
        if self._db is None or self._db.closed:
            raise psycopg.OperationalError("not connected")
        self._look_away()
        asked = time.time(), time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                cursor = await self._db.execute(sql.encode(), values or None)
                rows = await cursor.fetchall() if cursor.description else []
            self._renewed = asked
            return rows
        except errors.LockNotAvailable:
            raise
        except TimeoutError:
            self._db.pgconn.finish()
            raise psycopg.OperationalError("no answer") from None
        except psycopg.Error:
            self._db.pgconn.finish()  # What is not known to be held must not be.
            raise
        finally:
            self._awake.set()  # Somebody has to watch again.

    # What is held

    @property
    def _channel(self) -> str:
        return f"referee_{self._key('words') & 0xFFFFFFFF:08x}"

    def _key(self, name: str) -> int:
        return lock(self._schema, name)

    async def _join(self, count: int) -> None:
        """Announces the number of shards by a shared lock. Raises OtherCount, psycopg.Error."""
        counts = counting(self._schema)
        async with self._turn:
            await self._ask("SELECT pg_advisory_lock(%s)", (self._key(JOINING),))
            others = await self._ask(
                "SELECT l.objid::bigint FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database()"
                " AND l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.classid::bigint = %s AND l.objid::bigint <> %s",
                (counts & 0xFFFFFFFF, count),
            )
            if not others:
                await self._ask("SELECT pg_advisory_lock_shared(%s, %s)", (counts, count))
            await self._ask("SELECT pg_advisory_unlock(%s)", (self._key(JOINING),))
        if others:
            raise OtherCount(count, others[0][0])
