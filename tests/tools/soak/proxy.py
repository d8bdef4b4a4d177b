"""A proxy between a bot and what it talks to, which can be slow, fall silent, or break connections."""

from __future__ import annotations

import asyncio
from pathlib import Path

CHUNK = 1 << 16


class Proxy:
    """Forwards what arrives at `port`, after `latency` seconds; nothing while it is `silent`. Its target is a port or a socket file."""

    def __init__(self, target: int | Path) -> None:
        self.target = target
        self.latency = 0.0
        self.port = 0
        self.refuses = False
        self._speaks = asyncio.Event()
        self._speaks.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server

    async def start(self) -> int:
        """Listens on loopback; returns the port."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self.port

    async def stop(self) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> int:
        """Breaks all connections; returns how many."""
        cut = len(self._writers)
        for writer in [*self._writers]:
            writer.transport.abort()
        return cut // 2

    def silence(self, silent: bool) -> None:
        """Stops or resumes forwarding; neither end is told."""
        (self._speaks.clear if silent else self._speaks.set)()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, Path):
                there, back = await asyncio.open_unix_connection(str(self.target))
            else:
                there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        try:
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
        except OSError:  # What has broken here is broken there.
            pass
        finally:
            for one in (writer, back):
                self._writers.discard(one)
                one.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards one direction of a connection. Raises OSError if that breaks."""
        while chunk := await reader.read(CHUNK):
            if self.latency:
                await asyncio.sleep(self.latency)
            await self._speaks.wait()
            writer.write(chunk)
            await writer.drain()
        writer.write_eof()
