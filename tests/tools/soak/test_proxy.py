"""The network between bots and what they talk to: it passes everything on, late if it is to be, not at all, or breaks."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import time

import pytest

from tests.tools.soak.proxy import Proxy


@pytest.fixture
async def ends():
    """A proxy before a server that says everything twice, and a connection through it."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while heard := await reader.read(100):
            writer.write(heard * 2)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    proxy = Proxy(server.sockets[0].getsockname()[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", await proxy.start())
    yield proxy, reader, writer
    writer.close()
    await proxy.stop()
    server.close()


async def test_what_is_said_arrives(ends):
    proxy, reader, writer = ends
    writer.write(b"ab")
    assert await reader.readexactly(4) == b"abab"
    proxy.latency, began = 0.1, time.monotonic()
    writer.write(b"c")
    assert await reader.readexactly(2) == b"cc"
    assert time.monotonic() - began > 0.19, "there and back"
    writer.write_eof()
    assert await reader.read() == b"", "an end is passed on, too"


async def test_silence_holds_everything_and_loses_nothing(ends):
    proxy, reader, writer = ends
    proxy.silence(True)
    writer.write(b"a")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(reader.read(1), 0.1)
    proxy.silence(False)
    assert await reader.readexactly(2) == b"aa"


async def test_a_cut_breaks_what_is_there_and_lets_others_in(ends):
    proxy, reader, writer = ends
    writer.write(b"a")
    await reader.readexactly(2)
    assert proxy.cut() == 1
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        await reader.readexactly(1)
    async with asyncio.timeout(5):
        while proxy.cut():
            await asyncio.sleep(0.01)
    again, more = await asyncio.open_connection("127.0.0.1", proxy.port)
    more.write(b"b")
    assert await again.readexactly(2) == b"bb"
    more.close()


async def test_who_is_killed_is_gone_for_both():
    """A connection that breaks on one side breaks on the other: nobody holds on to somebody who is dead."""
    heard = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            await reader.read()
        heard.set()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    proxy = Proxy(server.sockets[0].getsockname()[1])
    _, writer = await asyncio.open_connection("127.0.0.1", await proxy.start())
    writer.write(b"a")
    await writer.drain()
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # It resets, and says no goodbye.
    writer.transport.abort()
    await asyncio.wait_for(heard.wait(), 5)
    await proxy.stop()
    server.close()
