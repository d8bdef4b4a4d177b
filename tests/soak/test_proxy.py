"""The network between bots and what they talk to: it passes everything on, late if it is to be, not at all, or breaks."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.soak.proxy import Proxy


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
    again, more = await asyncio.open_connection("127.0.0.1", proxy.port)
    more.write(b"b")
    assert await again.readexactly(2) == b"bb"
    more.close()
