"""Processes that work off what is owed, one after the other on one file, with a chat without Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import Trouble, Worker
from cogs.play.tables import Tables
from cogs.service import table_messages
from data.store import Store
from data.store.changes import TABLE, Debt, Subject
from data.store.rows import TableAct
from rules.competition.clock import Clock
from tests.bids import KEY, known
from tests.cogs.mortal import Mortal
from tests.ports import notifications
from tests.waiting import until, within

ACT = TableAct(9, "paused", "", "test")
STARTED, TURNED = "began", "turned"


class FakeChat:
    """What people see, in order. A message that comes again with its nonce is the same one.

    `troubles` are raised one a request; a `late` one after the request has been carried out. Afterwards all goes well.
    """

    def __init__(self) -> None:
        self.posts: list[tuple[int, dict[str, Any]]] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.edited: list[tuple[int, int]] = []
        self.troubles: list[Trouble] = []
        self.late: list[Trouble] = []
        self.closed: dict[int, str] = {}
        self._ids: dict[str, int] = {}

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        self.asked.append((nonce, dict(message)))
        if channel in self.closed:
            raise Trouble(self.closed[channel])
        if self.troubles:
            raise self.troubles.pop(0)
        if nonce not in self._ids:
            self._ids[nonce] = 500 + len(self._ids)
            self.posts.append((channel, dict(message)))
        if self.late:
            raise self.late.pop(0)
        return self._ids[nonce]

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        if self.troubles:
            raise self.troubles.pop(0)
        self.edited.append((channel, message))

    async def retire(self, channel: int, message: int) -> None:
        await self.edit(channel, message, {})

    async def open_thread(self, channel: int, title: str, besides: Collection[int] | None = None) -> int:
        raise AssertionError

    async def invite(self, thread: int, player: int) -> bool:
        raise AssertionError

    async def reopen(self, thread: int) -> None:
        raise AssertionError

    async def delete(self, thread: int) -> None:
        raise AssertionError

    async def pin(self, channel: int, message: int) -> None:
        raise AssertionError

    def told(self, channel: int = 1) -> list[list[str]]:
        """What each message of a channel tells to have happened."""
        return [message["told"] for where, message in self.posts if where == channel]


class House(Mortal):
    """A process: everything that works on one file, and may be killed at any point between two steps."""

    def __init__(self, store: Store, chat: FakeChat, kill_at: int = 0) -> None:
        super().__init__(store, kill_at)
        self.chat = chat
        self.tables = Tables(store)
        self.worker = Worker(store.outbox, store)
        self.worker.pause = 0.01
        table_messages.TableMessages(self.tables, self, self.worker, notifications(store))

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        await self.point()
        sent = await self.chat.send(channel, message, nonce)
        await self.point()
        return sent

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        await self.point()
        await self.chat.edit(channel, message, changes)
        await self.point()

    async def retire(self, channel: int, message: int) -> None:
        await self.point()
        await self.chat.retire(channel, message)
        await self.point()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.chat, name)

    async def quiet(self, often: int = 5) -> None:
        """Waits until nothing is owed and no computer thinks."""
        calm = 0
        async with within("nothing to be owed"):
            while calm < often:
                calm = 0 if await self.store.outbox.subjects() else calm + 1
                await asyncio.sleep(0.005)

    async def debts(self, table: int = 1) -> list[Debt]:
        return await self.store.outbox.of(Subject(TABLE, table))


class Street:
    """Processes one after the other on one file, with one chat."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.chat = FakeChat()
        self.now = 1_800_000_000.0
        self._open: list[House] = []

    async def process(self, kill_at: int = 0, start: bool = True) -> House:
        """A new process; the one before is killed."""
        store = await Store.open(self.path)
        store.now = lambda: self.now
        house = House(store, self.chat, kill_at)
        self._open.append(house)
        if start:
            await house.worker.start()
        return house

    async def killed(self, house: House) -> None:
        """The end of a process, without any of its own doing: what it was about to do it does not."""
        house.dead.set()
        await house.worker.close()
        self._open.remove(house)
        await house.store.close()

    async def restart(self, house: House, kill_at: int = 0) -> House:
        await self.killed(house)
        return await self.process(kill_at)

    def passing(self, seconds: float = 0.01) -> None:
        """Time passes."""
        self.now += seconds

    async def close(self) -> None:
        for house in list(self._open):
            await self.killed(house)


@pytest.fixture
async def street(tmp_path, monkeypatch):
    async def plain(table: Any, events: Sequence[Any], extra: list[str], pinged: frozenset[int], *_: Any) -> dict[str, Any]:
        """The board without its picture."""
        return {"told": [_word(e) for e in events], "position": table.position, "called": sorted(pinged)}

    monkeypatch.setattr(table_messages, "board_message", plain)
    monkeypatch.setattr(table_messages, "said_message", lambda payload, say: {"told": ["said"], **payload})
    with known():
        made = Street(tmp_path / "games.sqlite3")
        try:
            yield made
        finally:
            await made.close()


def _word(event: Any) -> str:
    return f"{event.kind} {event.facts['n']}" if "n" in event.facts else event.kind


async def begin(house: House, channel: int = 1, seats: int = 2, computers: int = 0, asked: str = "one", clock: Clock | None = None) -> Any:
    people = [(101, "Anna"), (102, "Bohumil"), (103, "Cécile")][: seats - computers]
    party = Party(people[0], people[1:], computers, "Computer", seats, agreed=True)
    made, begun = await house.tables.open(Opening(KEY, 1, channel, {"asked": asked}, "en", "light", clock=clock), party)
    assert begun
    return await house.tables.get(made)


async def look(table: Any, seat: int) -> str:
    """An action that everybody is told of, and how."""
    acted = await table.act(seat, ("look",))
    return next(_word(e) for e in acted.events if e.kind == TURNED)


async def scenario(house: House) -> None:
    """What people do; whoever is not answered does it again, as it is the same interaction to Discord, or sees that it is done."""
    done = len([row for row in await house.store.tables.actions(1) if not row.auto])
    deeds = [("look",), ("think",), ("look",), ("look",)]
    for number, action in list(enumerate(deeds))[done:]:
        table = await until(lambda: _when_asked(house), "the person's next turn", pause=0.002)
        await table.act(0, action, interaction=9000 + number)


async def _when_asked(house: House) -> Any:
    """The table as it is stored, once a person is asked there: others may have acted since it was in memory."""
    table = await house.tables.get(1)
    return table if table.acting == (0,) else None
