"""Tables at which answers are sealed, and a worker that does what is due and no more."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play.outbox_worker import Trouble
from cogs.play.table import Table
from cogs.play.tables import Tables
from cogs.service import table_messages
from data.store import Store
from data.store.changes import Subject
from tests.bids import known, memory, open_table
from tests.ports import ByHand, FakePort, notifications
from tests.waiting import within

LATER = 300.0
"""The pause that is drawn in these tests."""


class Time:
    """The clock of a store, which stands but for what a test lets pass."""

    def __init__(self, store: Store) -> None:
        self.at = 1_790_000_000.0
        store.now = self

    def __call__(self) -> float:
        return self.at


class Patient(ByHand):
    """Does what is due, and no more."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.store = store

    async def work(self, subject: Subject, meanwhile: Any = None) -> None:
        owed = [debt for debt in await self._owed.of(subject) if debt.kind in self._lanes]
        async with within("what is owed to be done"):
            while ready := [debt for debt in owed if debt.next <= self.store.now() and debt.kind != "held"]:
                lane = self._lanes[ready[0].kind]
                try:
                    await lane.step([debt for debt in owed if self._lanes[debt.kind].name == lane.name])
                except Trouble as trouble:
                    await self._owed.failed([ready[0]], trouble.kind, self.store.now() + 60)
                owed = [debt for debt in await self._owed.of(subject) if debt.kind in self._lanes]


async def window(store: Store, seats: int = 3, **more: Any) -> Table:
    """A table at which seat 0 has just bid, so that all others are asked; seats 1 and up pass by an order, but the last one."""
    clock = more.pop("clock", None)
    table = await open_table(store, seats, clock=clock, asked="window", **more)
    for seat in range(1, seats - 1):
        await table.order(seat, frozenset({"let_be"}))
    await table.act(0, ("bid", "2"))
    return table


async def done(table: Table) -> list[str]:
    """What has been carried out."""
    return [
        f"{r.seat}{'*' if r.auto else ''} {' '.join(r.action)}"
        for r in await table.store.tables.actions(table.id)
        if r.action[0] in ("let", "top", "bid")
    ]


async def owed(table: Table, kind: str) -> list[float]:
    return [debt.next for debt in await table.store.outbox.of(Subject("table", table.id)) if debt.kind == kind]


def working(store: Store, tables: Tables, port: FakePort) -> Patient:
    worker = Patient(store)
    table_messages.TableMessages(tables, port, worker, notifications(store))  # type: ignore[arg-type]
    return worker


@pytest.fixture(autouse=True)
def house(monkeypatch):
    async def words(table: Table, events: list[Any], extra: Any, pinged: Any, *_: Any) -> dict[str, Any]:
        return {"content": " ".join(e.kind for e in events), "pings": sorted(pinged)}

    monkeypatch.setattr(table_messages, "board_message", words)
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: min(LATER, within))
    with known():
        yield


@pytest.fixture
async def store():
    async with memory() as opened:
        yield opened


@pytest.fixture
def time(store):
    return Time(store)
