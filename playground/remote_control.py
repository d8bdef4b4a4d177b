"""Remote control of a stand-in in another process, for tests: builds worlds, acts as members, reads, counts, breaks things."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Sized
from pathlib import Path
from typing import Any, TextIO

from aiohttp import web

from playground.error_codes import Rejected
from playground.http_server import Standin
from playground.interaction import Interaction
from playground.situations import Situations
from playground.unreliable_network import Way
from playground.world import Json

THINKING = (5, 6)
"""Acknowledgements after which something is to follow."""
JOURNALLED = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE")


class Happening(Situations):
    """The situations of a stand-in, as verbs."""

    def __init__(self, standin: Standin) -> None:
        self.standin = standin
        self.world = standin.world


class Control:
    """The verbs of `POST /control/{verb}`, each a method of this class or of the situations, with JSON arguments and results.
    Every message is written to `journal`, one a line."""

    def __init__(self, standin: Standin, journal: Path | None = None) -> None:
        self._standin = standin
        self._world = standin.world
        self._counted: Counter[str] = Counter()
        self._way = Way()
        self._journal: TextIO | None = journal.open("a", encoding="utf-8") if journal is not None else None
        self._verbs: dict[str, Callable[..., Awaitable[Any]]] = {
            verb.__name__: verb
            for verb in (
                self.servers, self.members, self.channel, self.settings, self.play, self.messages, self.counts, self.sessions, self.drop,
                self.trouble, self.later,
            )
        }  # fmt: skip
        self._situations = Happening(standin)
        self._world.listeners.append(self._note)

    def routes(self) -> list[web.RouteDef]:
        """The routes of the remote control."""
        return [web.post("/control/{verb}", self._ask)]

    async def _ask(self, request: web.Request) -> web.Response:
        name, facts = request.match_info["verb"], await request.json()
        if name in self._verbs:
            return web.json_response(await self._verbs[name](**facts))
        if name.startswith("_") or not callable(happens := getattr(self._situations, name, None)):
            raise web.HTTPNotFound
        return web.json_response(happens(**facts))

    def _note(self, event: str, payload: Json, only: str | None) -> None:
        if event not in JOURNALLED:
            return
        self._counted[event] += 1
        if self._journal is not None:
            shown = {"event": event, "at": self._world.now(), "only": only, "message": self._world.public(payload)}
            self._journal.write(json.dumps(shown, ensure_ascii=False) + "\n")
            self._journal.flush()

    # The world

    async def servers(self, count: int, channels: int) -> dict[str, list[str]]:
        """Adds `count` servers, each with as many `channels`; returns the channels by server."""
        return self._world.add_servers(count, channels)

    async def members(self, count: int) -> list[str]:
        """Adds `count` members; returns their ids."""
        return self._world.add_members(count)

    async def channel(self, server: str, name: str) -> str:
        """Creates a channel; returns its id."""
        number = self._world.new_id()
        self._world.add_channel(number, name, server)
        return number

    async def settings(self, **given: Any) -> Json:
        """Sets how the stand-in behaves: `span`, `max_concurrency` and `total` of starts, recommended `shards`, `most_servers` of a session,
        `patience` of members, `keeps_files`, `kept_messages` of a channel, another `port` by which it may be called; the most seconds (`lag`) until a
        new message or thread arrives, and until its answer does; the share (`loses`) of lost answers."""
        starts, gateway = self._standin.gateway.starts, self._standin.gateway
        owners: dict[str, object] = dict.fromkeys(("span", "max_concurrency", "total"), starts)
        owners |= dict.fromkeys(("shards", "most_servers"), gateway) | {"patience": self._standin.members}
        owners |= dict.fromkeys(("keeps_files", "kept_messages"), self._world)
        for name, value in given.items():
            if name == "port":
                self._standin.ports.add(value)
            elif name in ("lag", "loses"):
                setattr(self._way, name, value)
                self._standin.rates.meddle = self._way
            else:
                setattr(owners[name], name, value)
        return starts.limit()

    async def later(self, seconds: float) -> float:
        """Advances the clock for threads, nonces and old messages; returns by how much it is ahead in all."""
        self._world.ahead += seconds
        return self._world.ahead

    # Members

    async def play(self, what: str, follow: float = 0, **body: Any) -> Json:
        """Has a member use a `command`, `component`, `modal` or `autocomplete`; waits for the acknowledgement, and `follow` seconds for what follows
        a deferred answer. Returns what the member reads then, and the seconds until the acknowledgement; `refused`, if their client does not allow
        it."""
        began = self._world.clock()
        try:
            result = await self._standin.play(what, body)
        except Rejected as error:
            return {"error": error.message, "refused": error.code}
        self._counted[f"{what} failed" if "error" in result else what] += 1
        found = next((i for i in reversed(self._world.interactions.values()) if i.id == result.get("interaction")), None)
        if found is None or "error" in result:
            return result
        result["seconds"] = (found.acknowledged or self._world.clock()) - began
        if found.answer in THINKING and follow:
            result["followed"] = await _within(follow, found)
        message = self._world.messages.get(result["message"] or "")
        return result | {"answer": self._world.public(message) if message is not None else None, "kind": found.answer}

    async def messages(self, channel: str, member: str | None = None, after: str = "0") -> list[Json]:
        """The messages of a channel that a member sees, or that everybody sees, after one of them."""
        numbers = [n for n in self._world.said.get(channel, ()) if int(n) > int(after)]
        shown = [self._world.messages[number] for number in numbers]
        return [self._world.public(m) | {"only": m["_only"]} for m in shown if m["_only"] in (None, member)]

    # Counting, and what goes wrong

    async def counts(self) -> dict[str, int]:
        """The number of things of each kind, and of events."""
        world = self._world
        there: dict[str, Sized] = {"servers": world.servers, "channels": world.channels, "members": world.members, "messages": world.messages}
        there["commands"] = world.commands
        unanswered = sum(i.answer is None for i in world.interactions.values())
        found = {name: len(what) for name, what in there.items()}
        return (
            found
            | {"unanswered": unanswered, "hasty": self._standin.gateway.starts.refused}
            | self._counted
            | {f"lost {what}": n for what, n in self._way.lost.items()}
        )

    async def sessions(self) -> list[Json]:
        """The gateway's sessions."""
        return [
            {"id": s.id, "shard": s.shard, "count": s.count, "sequence": s.sequence, "live": s.socket is not None}
            for s in self._standin.sessions.values()
        ]

    async def drop(self) -> None:
        """Breaks all gateway connections."""
        await self._standin.drop()

    async def trouble(self, statuses: list[int]) -> None:
        """Answers the next requests with these HTTP statuses."""
        self._standin.trouble.extend(statuses)


async def _within(seconds: float, found: Interaction) -> bool:
    """Waits at most `seconds` for a follow-up to a deferred answer; returns whether one came."""
    try:
        async with asyncio.timeout(seconds):
            await found.following.wait()
    except TimeoutError:
        return False
    return True
