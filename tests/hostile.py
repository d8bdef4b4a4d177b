"""A gateway that says anything at any moment, and what must be true after it: the bot is there, and a table can be played."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from playground.gateway import INVALID, RECONNECT, Session
from tests.chat import Chat
from tests.cogs.test_play import actor, table
from tests.cogs.test_trouble import legal_text, past_factions
from tests.waiting import until

Said = str | bytes | None
Answer = Callable[[Session, str], Awaitable[Said]]


def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patience is short, in its proportions."""
    for name, value in {"FIRST_PAUSE": 0.01, "LONGEST": 0.05, "LONGEST_ANEW": 0.05, "OPENING": 1.0, "WELCOME": 1.0, "SESSION": 2.0}.items():
        monkeypatch.setattr(f"cogs.service.gateway.{name}", value)
    for name, quick in {"SPAN": 0.0, "CALM": (0.0, 0.01), "AGAIN": 0.01, "UNREACHABLE": 0.01, "LONGEST": 0.05}.items():
        monkeypatch.setattr(f"cogs.service.shard_starts.{name}", quick)
    monkeypatch.setattr("cogs.service.login.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("cogs.service.login.LONGEST_PAUSE", 0.05)


# What a gateway says instead of what it should


def closes(code: int) -> Answer:
    async def answer(session: Session, text: str) -> Said:
        if (socket := session.socket) is not None:
            session.lose()
            await socket.close(code=code)
        return None

    return answer


async def breaks(session: Session, text: str) -> Said:
    """The network is gone."""
    if (socket := session.socket) is not None and socket._req is not None and socket._req.transport is not None:
        socket._req.transport.abort()
    return None


async def asks_to_reconnect(session: Session, text: str) -> Said:
    await session.raw(json.dumps({"op": RECONNECT, "d": None}))
    return None


def invalidates(resumable: bool) -> Answer:
    async def answer(session: Session, text: str) -> Said:
        await session.raw(json.dumps({"op": INVALID, "d": resumable}))
        return None

    return answer


def says(words: str | bytes) -> Answer:
    async def answer(session: Session, text: str) -> Said:
        return words

    return answer


def cut(share: float) -> Answer:
    async def answer(session: Session, text: str) -> Said:
        return text[: int(len(text) * share)]

    return answer


ANSWERS: dict[str, Answer] = {
    **{f"closes {code}": closes(code) for code in (1000, 1001, 1011, 4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009)},
    "breaks": breaks,
    "op 7": asks_to_reconnect,
    "op 9 resumable": invalidates(True),
    "op 9": invalidates(False),
    "cut": cut(0.5),
    "nearly whole": cut(0.99),
    "empty": says(""),
    "no JSON": says("<html>502 Bad Gateway</html>"),
    "a list": says("[]"),
    "null": says("null"),
    "a number": says("7"),
    "deep": says("[" * 100_000),
    "no frame": says(b"\x00\x01\x02 not zlib\x00\x00\xff\xff"),
    "HELLO without interval": says('{"op": 10, "d": {}}'),
    "HELLO of nothing": says('{"op": 10, "d": null}'),
    "HELLO at once": says('{"op": 10, "d": {"heartbeat_interval": 0}}'),
    "HELLO of a word": says('{"op": 10, "d": {"heartbeat_interval": "soon"}}'),
    "READY of nothing": says('{"op": 0, "t": "READY", "s": 1, "d": {}}'),
    "RESUMED of nothing": says('{"op": 0, "t": "RESUMED", "s": 1, "d": null}'),
    "an unknown operation": says('{"op": 99, "d": {}}'),
    "no operation": says("{}"),
}


class Hostile:
    """Meddles with the gateway of a chat: the next things of some names are answered otherwise, one after the other; events are altered."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat
        self.plan: list[tuple[str, Answer]] = []
        self.alters: Callable[[str, dict[str, Any]], Any] | None = None
        chat.standin.gateway.meddle = self._meddle

    async def _meddle(self, session: Session, name: str, text: str) -> Said:
        if self.plan and self.plan[0][0] in (name, "*"):
            return await self.plan.pop(0)[1](session, text)
        if self.alters is not None and text.startswith('{"op": 0,'):
            packet = json.loads(text)
            packet["d"] = self.alters(name, packet["d"])
            return json.dumps(packet)
        return text

    async def lost(self) -> None:
        """The connection breaks; the session is remembered."""
        await self.chat.standin.drop()

    def forget(self) -> None:
        """No session can be taken up again."""
        for number, session in [*self.chat.standin.gateway.sessions.items()]:
            if session.socket is None:
                del self.chat.standin.gateway.sessions[number]


def there(chat: Chat) -> bool:
    """Whether the bot is connected and hears. Fails where it has ended."""
    if chat._task.done():
        chat._task.result()
        raise AssertionError("the bot has ended")
    live = [session.id for session in chat.standin.gateway.live]
    kept = [connection for connection in chat.bot.gateway._kept if connection._welcomed]
    return chat.bot.is_ready() and bool(kept) and all(connection.ws.session_id in live for connection in kept)


async def plays(chat: Chat) -> None:
    """The bot is connected, and whoever is to act makes a move."""
    await until(lambda: there(chat), "the bot to be connected", 60)
    if (await chat.bot.tables.store.tables.latest_in(3001)) is None or (await table(chat)).over:
        await past_factions(chat)
    before = (await table(chat)).position
    await chat.use(await actor(chat), "move", action=await legal_text(chat))
    assert (await table(chat)).position > before
