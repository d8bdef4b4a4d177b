"""The simulated gateway: shard sessions over a WebSocket, numbered events, and which changes the bot is told of."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from aiohttp import WSMsgType, web

from playground.session_starts import Starts
from playground.world import Json, World

HELLO, IDENTIFY, HEARTBEAT, RESUME, RECONNECT, REQUEST_MEMBERS, INVALID, ACK, DISPATCH = 10, 2, 1, 6, 7, 8, 9, 11, 0
OPERATIONS = {HELLO: "HELLO", RECONNECT: "RECONNECT", INVALID: "INVALID", ACK: "ACK"}
REMEMBERED_EVENTS = 500
RESUMABLE = 180.0
"""Seconds for which a session whose connection has broken hears of everything, to take it up again. Discord does not say how many."""
MOST_SERVERS, SERVERS_A_SHARD = 2500, 1000
"""The servers that a session may have, and those for which Discord recommends a shard."""
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
"""Members, presences and the content of messages: intents that nobody has granted here."""
NOT_AUTHENTICATED, AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = 4003, 4004, 4005
INVALID_SEQUENCE, INVALID_SHARD, SHARDING_REQUIRED, DISALLOWED_INTENTS = 4007, 4010, 4011, 4014
TOLD = (
    "CHANNEL_CREATE", "CHANNEL_DELETE", "CHANNEL_UPDATE", "GUILD_CREATE", "GUILD_DELETE", "GUILD_MEMBER_UPDATE", "GUILD_ROLE_UPDATE",
    "THREAD_CREATE", "THREAD_DELETE", "THREAD_LIST_SYNC", "THREAD_UPDATE",
)  # fmt: skip
"""The changes that a bot hears of which asks for servers and their channels alone; of members only what is about itself."""
MOST_ASKED, LONGEST_NONCE = 100, 32
"""Members who may be asked for at once; bytes of the nonce, without which a longer one is answered (Discord's *Request Guild Members*)."""
CHUNK = "GUILD_MEMBERS_CHUNK"


Meddle = Callable[["Session", str, str], Awaitable[str | bytes | None]]
"""Is asked before anything goes to a bot: in which session, HELLO or another operation or an event, and its text. Gives what goes out instead, bytes
as they are, or None for nothing. It may close the connection, or say something before it."""


class Closed(Exception):
    """Raised to close a connection as Discord does, with a code and a reason."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(f"{code} {words}")
        self.code = code
        self.words = words


def gateway_of(request: web.Request) -> str:
    """The gateway's address, by the host name that the request used."""
    return f"ws://{request.host}/gateway"


class Session:
    """One gateway session, of one shard, with numbered events, so that it can be resumed after a broken connection.

    A `deaf` session is connected and answers heartbeats, but delivers no events; perhaps it still `echoes` what it is asked (discord-api-docs #8162).
    Resuming it does not help.
    """

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.sequence = 0
        self.shard, self.count = 0, 1
        self.sent: deque[tuple[int, str, str]] = deque(maxlen=REMEMBERED_EVENTS)
        self.meddle: Meddle | None = None
        self.socket: web.WebSocketResponse | None = None
        self.packer: Any = None
        self.broken = 0.0
        self.deaf = False
        self.echoes = False

    def hears(self, server: str | None) -> bool:
        """Whether a server belongs to the session's shard; direct messages (None) belong to shard 0."""
        return (int(server) >> 22 if server is not None else 0) % self.count == self.shard

    async def send(self, payload: Json) -> None:
        await self._say(OPERATIONS.get(payload["op"], ""), json.dumps(payload))

    async def _say(self, name: str, text: str) -> None:
        said = text if self.meddle is None else await self.meddle(self, name, text)
        if said is not None:
            await self.raw(said)

    async def raw(self, text: str | bytes) -> None:
        """Sends a text or bytes past `meddle`; a text is compressed if the connection has a `packer`."""
        if self.socket is None or self.socket.closed:
            return
        try:
            if isinstance(text, bytes):
                await self.socket.send_bytes(text)
            elif self.packer is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self.packer.compress(text.encode()) + self.packer.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:
            self.lose()

    def lose(self) -> None:
        """Notes that the connection has broken."""
        self.socket, self.broken = None, time.monotonic()

    async def dispatch(self, event: str, data: Json) -> None:
        """Sends an event with the next number, and remembers it for `replay`; in a deaf session it is lost."""
        if self.deaf and not (self.echoes and event == CHUNK) and event != "RESUMED":
            return
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, event, text))
        await self._say(event, text)

    def remembers(self, after: int) -> bool:
        """Whether all events after a number can still be sent. Raises Closed if no event had that number yet."""
        if after > self.sequence:
            raise Closed(INVALID_SEQUENCE, "Invalid seq.")
        return after == self.sequence or self.sent[0][0] <= after + 1

    async def replay(self, after: int) -> None:
        """Sends all events after a number once more."""
        for number, event, text in list(self.sent):
            if number > after:
                await self._say(event, text)


class Deafness(NamedTuple):
    """How new sessions are deaf."""

    echoes: bool


class Gateway:
    """The gateway of one stand-in, with the bot's sessions. `address`: of its WebSocket. `starts` counts identifies. The next connections are refused
    with the HTTP statuses `refusals`. `meddle` may change or drop what is sent."""

    most_servers = MOST_SERVERS

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.address = ""
        self.starts = Starts()
        self.shards: int | None = None
        self.sessions: dict[str, Session] = {}
        self.deafness: Deafness | None = None
        self.meddle: Meddle | None = None
        self.refusals: list[int] = []

    def deafen(self, echoes: bool = False, lasting: bool = False) -> None:
        """Makes the present sessions deaf; if `lasting`, also all that begin."""
        self.deafness = Deafness(echoes) if lasting else None
        for session in self.sessions.values():
            session.deaf, session.echoes = True, echoes

    def hear(self) -> None:
        """Ends all deafness; missed events stay missed."""
        self.deafness = None
        for session in self.sessions.values():
            session.deaf = False

    @property
    def live(self) -> list[Session]:
        """The sessions that are connected."""
        return [s for s in self.sessions.values() if s.socket is not None]

    @property
    def recommended(self) -> int:
        """The recommended number of shards: by the number of servers, unless `shards` is set."""
        return self.shards or max(1, -(-len(self.world.servers) // SERVERS_A_SHARD))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serves one connection of a bot."""
        if self.refusals:
            return web.Response(status=self.refusals.pop(0))
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        try:
            await socket.prepare(request)
        except ConnectionError:  # The bot has gone before it was let in.
            return socket
        session = Session()
        session.socket, session.meddle = socket, self._meddled
        session.packer = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        await session.send({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                packet = json.loads(frame.data)
                session = await self._take(session, packet["op"], packet.get("d"), gateway_of(request))
        except Closed as closed:
            await socket.close(code=closed.code, message=closed.words.encode())
        if session.socket is socket:
            session.lose()
            if socket.close_code in (1000, 1001):  # The bot has said goodbye.
                self.sessions.pop(session.id, None)
        return socket

    async def _meddled(self, session: Session, name: str, text: str) -> str | bytes | None:
        return text if self.meddle is None else await self.meddle(session, name, text)

    async def _take(self, session: Session, op: int, data: Any, address: str) -> Session:
        """Handles one message of the bot; returns the session that the connection belongs to from now on. Raises Closed."""
        if op == HEARTBEAT:
            await session.send({"op": ACK})
        elif op == IDENTIFY:
            if session.id in self.sessions:
                raise Closed(ALREADY_AUTHENTICATED, "Already authenticated.")
            await self._identify(session, data, address)
        elif op == RESUME:
            return await self._resume(session, data)
        elif session.id not in self.sessions:
            raise Closed(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            await self._tell_members(session, data)
        return session

    async def _tell_members(self, session: Session, data: Json) -> None:
        """Sends the members of a server asked for by id or beginning of name, which needs no privileged intent (all members would). Sends nothing for
        an unavailable server."""
        server, wanted = str(data["guild_id"]), data.get("user_ids")
        there = server in self.world.servers and session.hears(server) and not {server} & (self.world.out | self.world.away)
        if not there or (wanted is None and not data.get("query") and not data.get("limit")):
            return
        asked = [str(number) for number in (wanted if isinstance(wanted, list) else [wanted] if wanted is not None else [])][:MOST_ASKED]
        if wanted is None:
            found = self.world.members_called(server, data.get("query") or "", min(int(data["limit"]) or MOST_ASKED, MOST_ASKED))
        else:
            found = [m for number in asked if (m := self.world.member_of(server, number)) is not None]
        known = {m["user"]["id"] for m in found}
        chunk: Json = {"guild_id": server, "members": found, "chunk_index": 0, "chunk_count": 1}
        chunk["not_found"] = [number for number in asked if number not in known]
        nonce = data.get("nonce")
        if nonce is not None and len(str(nonce).encode()) <= LONGEST_NONCE:
            chunk["nonce"] = nonce
        await session.dispatch(CHUNK, chunk)

    def _check_token(self, data: Json) -> None:
        if data["token"].removeprefix("Bot ") != self.token:
            raise Closed(AUTHENTICATION_FAILED, "Authentication failed.")

    async def _identify(self, session: Session, data: Json, address: str) -> None:
        """Begins a session. Raises Closed."""
        self._check_token(data)
        shard, count = session.shard, session.count = data.get("shard") or (0, 1)
        if not 0 <= shard < count:
            raise Closed(INVALID_SHARD, "Invalid shard.")
        if data.get("intents", 0) & PRIVILEGED:
            raise Closed(DISALLOWED_INTENTS, "Disallowed intent(s).")
        own = [server for server in self.world.servers if session.hears(server) and server not in self.world.out]
        if len(own) > self.most_servers:
            raise Closed(SHARDING_REQUIRED, "Sharding required.")
        if self.starts.hasty(shard):
            return await session.send({"op": INVALID, "d": False})
        if self.starts.used_up():  # Discord ends all sessions then, and makes a new token.
            for other in self.live:
                await other.socket.close(code=AUTHENTICATION_FAILED) if other.socket else None
            raise Closed(AUTHENTICATION_FAILED, "Authentication failed.")
        self._forget()
        self.sessions[session.id] = session
        ready = {
            "v": 10,
            "user": self.world.bot,
            "guilds": [{"id": server, "unavailable": True} for server in own],
            "session_id": session.id,
            "resume_gateway_url": address,
            "shard": [shard, count],
            "application": {"id": self.world.application, "flags": 0},
        }
        await session.dispatch("READY", ready)
        for number in own:
            if number in self.world.away:  # Not GUILD_CREATE: Discord's documentation of GUILD_DELETE.
                await session.dispatch("GUILD_DELETE", {"id": number, "unavailable": True})
        for server in self.world.guild_objects([number for number in own if number not in self.world.away]):
            await session.dispatch("GUILD_CREATE", server)
        if self.deafness is not None:
            session.deaf, session.echoes = True, self.deafness.echoes

    async def _resume(self, session: Session, data: Json) -> Session:
        """Continues an earlier session on this connection, or invalidates it; returns the connection's session. Raises Closed."""
        self._check_token(data)
        self._forget()
        old, after = self.sessions.get(data["session_id"]), data["seq"] or 0
        if old is None or not old.remembers(after):
            await session.send({"op": INVALID, "d": False})
            return session
        old.socket, old.packer = session.socket, session.packer
        await old.replay(after)
        await old.dispatch("RESUMED", {})
        return old

    def _forget(self) -> None:
        """Removes sessions that have been disconnected for too long to be resumed."""
        late = time.monotonic() - RESUMABLE
        for session in [*self.sessions.values()]:
            if session.socket is None and session.broken < late:
                del self.sessions[session.id]

    async def drop(self) -> None:
        """Breaks the gateway connections, as a network does; the bot resumes its sessions."""
        for session in self.live:
            if (socket := session.socket) is not None:
                session.lose()  # Before the bot says goodbye in return.
                await socket.close(code=1006)

    async def told(self, event: str, payload: Json, server: str | None) -> None:
        """Sends an event to every session whose shard has the server."""
        await asyncio.gather(*(s.dispatch(event, payload) for s in self.sessions.values() if s.hears(server)))
