"""A chat of a few lines, for tests of what goes out by itself, and a worker that does one thing after another when it is told to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

from cogs.play.notifications import Notifications
from cogs.play.outbox_worker import GONE, Lane, Step, Trouble
from cogs.play.presence.whereabouts import BLIND, HERE, UNKNOWN, Whereabouts
from cogs.play.presence.whereabouts import GONE as LEFT
from cogs.service.match_threads import OWN_THREADS
from data.store import Store
from data.store.changes import Debt, Subject
from data.store.channel_settings import Room
from tests.reading import spoken
from tests.waiting import within

Happens = Callable[[str], None]
"""Told of each request, before it is carried out and after it (`send` and `send done`); may raise instead."""


def nothing(_: str) -> None:
    """All goes well."""


def notifications(store: Store) -> Notifications:
    """Notifications where moderators have set nothing."""

    async def room(guild: int | None, channel: int) -> Room:
        return Room()

    return Notifications(store, room)


class FakePort:
    """Keeps messages and threads. A nonce is posted once; of threads with the same title there may be as many as are opened."""

    def __init__(self, happens: Happens = nothing) -> None:
        self.happens = happens
        self.messages: dict[int, tuple[int, dict[str, Any]]] = {}
        self.threads: dict[int, str] = {}
        self.invited: dict[int, list[int]] = {}
        self.gone: set[int] = set()
        self.pinned: list[int] = []
        self.tags: dict[int, str] = {}
        self.whispered: list[tuple[int, dict[str, Any]]] = []
        self.takes_none: set[int] = set()
        self.blind: set[int] = set()
        self.where: dict[int, Whereabouts] = {}
        """What is said of somebody who is asked for; of all others that they are there, unless they are blind."""
        self.asked_for: list[int] = []
        self.requests = 0
        self.room = OWN_THREADS
        self._nonces: dict[tuple[int, str], int] = {}
        self._last = 5000

    def _number(self) -> int:
        self._last += 1
        return self._last

    def _check(self, channel: int) -> None:
        if channel in self.gone:
            raise Trouble(GONE)

    async def _carry_out(self, what: str, channel: int, does: Callable[[], Any]) -> Any:
        self.requests += 1
        self.happens(what)
        self._check(channel)
        found = does()
        self.happens(f"{what} done")
        return found

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        def post() -> int:
            if (channel, nonce) not in self._nonces:
                self._nonces[channel, nonce] = self._number()
                self.messages[self._nonces[channel, nonce]] = (channel, dict(message))
            return self._nonces[channel, nonce]

        found: int = await self._carry_out("send", channel, post)
        return found

    async def whisper(self, player: int, message: Mapping[str, Any], nonce: str) -> bool:
        def tell() -> None:
            if (player, nonce) not in self._nonces:
                self._nonces[player, nonce] = self._number()
                if player not in self.takes_none:
                    self.whispered.append((player, dict(message)))

        await self._carry_out("whisper", player, tell)
        return player not in self.takes_none

    async def sees(self, channel: int, player: int) -> bool:
        self.happens("sees")
        return player not in self.blind

    async def whereabouts(self, guild: int, player: int, channel: int | None = None) -> Whereabouts:
        self.asked_for.append(player)
        try:
            self.happens("whereabouts")
        except Trouble:
            return Whereabouts(UNKNOWN)
        return self.where.get(player, Whereabouts(BLIND if player in self.blind and channel is not None else HERE))

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        def change() -> None:
            if message not in self.messages:
                raise Trouble(GONE)
            self.messages[message][1].update(changes)

        await self._carry_out("edit", channel, change)

    async def pin(self, channel: int, message: int) -> None:
        await self._carry_out("pin", channel, lambda: self.pinned.append(message))

    async def retire(self, channel: int, message: int) -> None:
        await self.edit(channel, message, {"view": None})

    async def open_thread(self, channel: int, title: str, besides: Collection[int] | None = None) -> int:
        def open_one() -> int:
            there = [n for n, name in self.threads.items() if name == title and besides is not None and n not in besides]
            number = max(there) if there else self._number()
            self.threads[number] = title
            self.invited.setdefault(number, [])
            return number

        found: int = await self._carry_out("open_thread", channel, open_one)
        return found

    async def open_threads(self, channel: int) -> int:
        return len(self.threads) + OWN_THREADS - self.room

    async def invite(self, thread: int, player: int) -> bool:
        gone = self.where.get(player) == Whereabouts(LEFT)

        def bring() -> None:
            if not gone:
                self.invited[thread] = sorted({*self.invited[thread], player})

        await self._carry_out("invite", thread, bring)
        return not gone

    async def reopen(self, thread: int) -> None:
        self._check(thread)

    async def tell_event(self, guild: int, event: Mapping[str, Any], known: int | None, again: bool) -> int | None:
        return None

    async def cancel_event(self, guild: int, event: int) -> None:
        return None

    async def tag(self, post: int, state: str) -> None:
        self.tags[post] = state

    async def delete(self, thread: int) -> None:
        def delete() -> None:
            del self.threads[thread]

        await self._carry_out("delete", thread, delete)

    def said(self, channel: int) -> list[str]:
        """What stands in a channel, in order."""
        return [spoken(message) for there, message in self.messages.values() if there == channel]


class ByHand:
    """Works debts off like the worker, one after another."""

    def __init__(self, store: Store) -> None:
        self._owed = store.outbox
        self._lanes: dict[str, Lane] = {}

    def teach(self, lane: str, step: Step, *kinds: str) -> None:
        for kind in kinds:
            self._lanes[kind] = Lane(lane, step)

    async def work(self, subject: Subject, meanwhile: Callable[[], Awaitable[None]] | None = None) -> None:
        """Does all that somebody owes, as far as that is possible."""
        stuck: set[str] = set()
        async with within("what is owed to be done"):
            while True:
                lanes: dict[str, list[Debt]] = {}
                for debt in await self._owed.of(subject):
                    if debt.kind in self._lanes:
                        lanes.setdefault(self._lanes[debt.kind].of(debt), []).append(debt)
                free = next((name for name in lanes if name not in stuck), None)
                if free is None:
                    return
                try:
                    await self._lanes[lanes[free][0].kind].step(lanes[free])
                except Trouble as trouble:
                    await self._owed.failed(lanes[free], trouble.kind, 0)
                    stuck.add(free)
                if meanwhile is not None:
                    await meanwhile()
