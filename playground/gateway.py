"""The gateway: sessions over a WebSocket, events by number, and what of the world's changes is told to the bot."""

from __future__ import annotations

import json
import secrets
import zlib
from collections import deque
from typing import Any

from aiohttp import WSMsgType, web

from playground.world import Json, World

HELLO, IDENTIFY, HEARTBEAT, RESUME, RECONNECT, INVALID, ACK, DISPATCH = 10, 2, 1, 6, 7, 9, 11, 0
REMEMBERED_EVENTS = 500
TOLD = (
    "CHANNEL_CREATE", "CHANNEL_DELETE", "CHANNEL_UPDATE", "GUILD_CREATE", "GUILD_ROLE_UPDATE", "THREAD_CREATE", "THREAD_DELETE", "THREAD_UPDATE",
)  # fmt: skip
"""The changes that a bot hears of which asks for servers and their channels alone."""


class Session:
    """One gateway session: events by number, so that a broken connection can be taken up again."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REMEMBERED_EVENTS)
        self.socket: web.WebSocketResponse | None = None
        self.packer: Any = None

    async def send(self, payload: Json) -> None:
        await self._raw(json.dumps(payload))

    async def _raw(self, text: str) -> None:
        if self.socket is None or self.socket.closed:
            return
        try:
            if self.packer is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self.packer.compress(text.encode()) + self.packer.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:
            self.socket = None

    async def dispatch(self, event: str, data: Json) -> None:
        """Sends an event with the next number, and remembers it for `replay`."""
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, text))
        await self._raw(text)

    async def replay(self, after: int) -> None:
        """Sends the events after a number once more, as far as they are remembered."""
        for number, text in list(self.sent):
            if number > after:
                await self._raw(text)


class Gateway:
    """The gateway of one stand-in, with the bot's sessions. `address` is where its WebSocket connects to."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.address = ""
        self.sessions: dict[str, Session] = {}

    @property
    def live(self) -> list[Session]:
        """The sessions that are connected."""
        return [s for s in self.sessions.values() if s.socket is not None]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One connection of a bot."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        session = Session()
        session.socket = socket
        session.packer = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        await session.send({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            packet = json.loads(frame.data)
            op, data = packet["op"], packet.get("d")
            if op == HEARTBEAT:
                await session.send({"op": ACK})
            elif op == IDENTIFY:
                if data["token"].removeprefix("Bot ") != self.token:
                    await socket.close(code=4004, message=b"Authentication failed.")
                    break
                self.sessions[session.id] = session
                await self._welcome(session)
            elif op == RESUME:
                old = self.sessions.get(data["session_id"])
                if old is None:
                    await session.send({"op": INVALID, "d": False})
                    continue
                old.socket, old.packer = socket, session.packer
                session = old
                await session.replay(data["seq"] or 0)
                await session.dispatch("RESUMED", {})
        if session.socket is socket:
            session.socket = None
        return socket

    async def _welcome(self, session: Session) -> None:
        ready = {
            "v": 10,
            "user": self.world.bot,
            "guilds": [{"id": server, "unavailable": True} for server in self.world.servers],
            "session_id": session.id,
            "resume_gateway_url": self.address,
            "application": {"id": self.world.application, "flags": 0},
        }
        await session.dispatch("READY", ready)
        for server in self.world.servers:
            await session.dispatch("GUILD_CREATE", self.world.guild_object(server))

    async def drop(self) -> None:
        """Breaks the gateway connections, as a network does; the bot takes its session up again."""
        for session in self.sessions.values():
            if session.socket is not None:
                await session.socket.close(code=1006)

    async def told(self, event: str, payload: Json) -> None:
        """Tells the bot of a change."""
        for session in self.sessions.values():
            await session.dispatch(event, payload)
