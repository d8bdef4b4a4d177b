"""The stand-in for Discord in a process of its own, for tests with several real bots, and what is asked of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.reading import read
from tests.waiting import within

ROOT = Path(__file__).resolve().parents[1]


class Standing:
    """A stand-in that runs elsewhere. `ask` is told what `playground.remote_control` has verbs for."""

    def __init__(self, address: str, http: aiohttp.ClientSession) -> None:
        self.address = address
        self._http = http

    async def ask(self, verb: str, **facts: Any) -> Any:
        """Asks for something by its verb; gives what is answered, messages as they are read."""
        async with self._http.post(f"{self.address}/control/{verb}", json=facts) as answer:
            assert answer.status == 200, (verb, answer.status, await answer.text())
            found = await answer.json()
        if verb == "messages":
            return [read(message) for message in found]
        if verb == "play" and found.get("answer"):
            found["answer"] = read(found["answer"])
        return found

    async def use(self, member: str, command: str, channel: str, follow: float = 5, **options: Any) -> dict[str, Any]:
        """Types a slash command; gives what comes of it."""
        body = {"member": member, "channel": channel, "name": command.split(), "options": options}
        return await self.ask("play", what="command", follow=follow, **body)

    async def press(self, member: str, message: Mapping[str, Any], custom_id: str, *values: str, follow: float = 5) -> dict[str, Any]:
        """Presses a button of a message, or chooses from a menu; gives what comes of it."""
        body = {"member": member, "channel": message["channel_id"], "message": message["id"], "custom_id": custom_id}
        return await self.ask("play", what="component", follow=follow, **body, values=list(values))

    async def complete(self, member: str, command: str, channel: str, option: str, text: str) -> list[str]:
        """What autocomplete offers."""
        body = {"member": member, "channel": channel, "name": command.split(), "options": {option: text}, "focused": option}
        return [choice["value"] for choice in (await self.ask("play", what="autocomplete", **body)).get("choices") or ()]

    async def ready(self, *shards: int, times: int = 1, patience: float = 60) -> None:
        """Waits until so many connected sessions of each of these shards have been told of their servers. Raises TimeoutError."""
        async with asyncio.timeout(patience):
            while True:
                live = [s["shard"] for s in await self.ask("sessions") if s["live"] and s["sequence"] >= 2]
                if all(live.count(shard) >= times for shard in shards):
                    return
                await asyncio.sleep(0.05)


@asynccontextmanager
async def standing(span: float = 0.0, journal: Path | None = None) -> AsyncIterator[Standing]:
    """A stand-in in a process of its own. `span` are the seconds between two sessions that begin."""
    more = ["--journal", str(journal)] if journal is not None else []
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "playground.standalone", "--span", str(span), *more, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with within("the stand-in's address"):
            address = (await process.stdout.readline()).decode().strip()
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), timeout=aiohttp.ClientTimeout(total=120)) as http:
            yield Standing(address, http)
    finally:
        process.kill()
        async with within("the end of the stand-in"):
            await process.wait()
