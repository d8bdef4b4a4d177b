"""What is owed is worked off in order and patiently, whatever fails and wherever the process is killed."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play.outbox_worker import AT_ONCE, FAULT, FULL, GONE, LOST, REFUSED, Trouble, Worker
from cogs.play.tables import Tables
from cogs.service import table_messages
from data.store.changes import BOARD, TABLE, Debt, Message, Subject
from data.store.database import Unreachable
from data.store.shards import Shards
from tests.bids import known, memory, open_table
from tests.cogs.play.street import ACT, STARTED, TURNED, FakeChat, begin, look, scenario, street
from tests.databases import FILE, SERVER
from tests.ports import FakePort, notifications
from tests.sampled import EVERYWHERE
from tests.waiting import rounds, until, within

__all__ = ["street"]


# Order, lanes, patience


async def test_messages_of_a_table_keep_their_order(street):
    """What failed is not overtaken, by nothing else of the table."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.troubles.append(Trouble(LOST))
    told = await look(table, 0)
    await until(lambda: not street.chat.troubles)
    await table.clocks.pause(True, ACT)
    street.now += 60
    await house.quiet()
    assert street.chat.told() == [[STARTED], [told], ["said"], []]


async def test_tables_do_not_wait_for_each_other(street):
    house = await street.process()
    here, there = await begin(house), await begin(house, 2)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    await look(here, 0)
    told = await look(there, 0)
    await until(lambda: street.chat.told(2) == [[STARTED], [told]])
    assert street.chat.told(1) == [[STARTED]]


async def test_lanes_of_one_subject_do_not_wait_for_each_other(street):
    house = await street.process(start=False)
    done: list[str] = []
    stuck = asyncio.Event()

    async def slow(debts: Sequence[Debt]) -> None:
        async with within("the test to let it work"):
            await stuck.wait()
        done.append("slow")
        await house.store.outbox.done(debts[:1])

    async def quick(debts: Sequence[Debt]) -> None:
        done.append(f"quick {debts[0].payload['n']}")
        await house.store.outbox.done(debts[:1])

    house.worker.teach("one", slow, "slow")
    house.worker.teach("thread {n}", quick, "quick")
    await begin(house)
    await house.worker.start()
    await house.store.outbox.owe(Subject(TABLE, 1), Message("slow"), *(Message("quick", {"n": n}) for n in range(3)))
    await until(lambda: len(done) == 3)
    assert sorted(done) == ["quick 0", "quick 1", "quick 2"]
    stuck.set()
    await house.quiet()
    assert done[3:] == ["slow"]


@pytest.mark.parametrize(("kind", "growth", "longest"), [(LOST, 2, 300.0), (REFUSED, 8, 6 * 3600.0), (FULL, 8, 6 * 3600.0), (FAULT, 8, 6 * 3600.0)])
async def test_patience_grows_and_is_kept_over_a_restart(street, kind, growth, longest):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = kind
    await look(table, 0)
    pauses = []
    for n in range(9):
        await until(lambda n=n: len(street.chat.asked) == n + 2)
        await house.worker.settled(Subject(TABLE, 1))
        (debt,) = await house.debts()
        assert (debt.tries, debt.trouble) == (n + 1, kind)
        pauses.append(debt.next - street.now)
        await asyncio.sleep(0.02)
        assert len(street.chat.asked) == n + 2, "not before"
        if n == 4:
            house = await street.restart(house)  # Tried at once, with the patience it had.
        else:
            street.now = debt.next
            await house.store.outbox.owe(Subject(TABLE, 1))
            house.worker._changed.set()
    assert pauses == pytest.approx([min(0.01 * growth**n, longest) for n in range(9)], rel=1e-6)


async def test_discord_says_how_long_to_wait(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.troubles.append(Trouble(FULL, "", 77.0))
    await look(table, 0)
    await until(lambda: not street.chat.troubles)
    await house.worker.settled(Subject(TABLE, 1))
    assert [debt.next for debt in await house.debts()] == [street.now + 77.0]


async def test_what_is_retried_is_what_has_a_reason_to_be(street):
    house = await street.process()
    tables = [await begin(house, channel) for channel in (1, 2, 3)]
    await house.quiet()
    street.chat.closed.update({1: REFUSED, 2: GONE, 3: REFUSED})
    for table in tables:
        await look(table, 0)
    await until(lambda: len(street.chat.asked) == 6)
    for table in tables:
        await house.worker.settled(Subject(TABLE, table.id))
    street.chat.closed.clear()
    await house.worker.retry(LOST)
    await house.worker.retry(channels=[9])
    await asyncio.sleep(0.05)
    assert len(street.chat.asked) == 6
    await house.worker.retry(channels=[3])
    await until(lambda: len(street.chat.told(3)) == 2)
    assert (len(street.chat.told(1)), len(street.chat.told(2))) == (1, 1)
    await house.worker.retry(REFUSED)
    await until(lambda: len(street.chat.told(1)) == 2)
    assert len(street.chat.told(2)) == 1
    await house.worker.retry()
    await house.quiet()
    assert len(street.chat.told(2)) == 2


async def test_what_gets_better_during_a_try_is_tried_again_at_once(street):
    """The right may have come back after Discord has refused and before we knew: no pause begins then."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    tries = 0

    async def send(channel: int, message: Mapping[str, Any], nonce: str) -> int:
        nonlocal tries
        tries += 1
        if tries == 1:
            await house.worker.retry(channels=[1])
            raise Trouble(REFUSED)
        return 900

    house.send = send  # type: ignore[method-assign]
    await look(table, 0)
    await until(lambda: tries == 2)


async def test_what_is_owed_before_the_start_waits_for_it(street):
    house = await street.process(start=False)
    done: list[str] = []

    async def step(debts: Sequence[Debt]) -> None:
        done.append(debts[0].kind)
        await house.store.outbox.done(debts)

    house.worker.teach("something", step, "something")
    await begin(house)
    await house.store.outbox.owe(Subject(TABLE, 1), Message("something"))
    await asyncio.sleep(0.02)
    await house.worker.settled(Subject(TABLE, 1))
    assert done == []
    assert street.chat.asked == []
    await house.worker.start()
    await house.quiet()
    assert done == ["something"]
    assert street.chat.told() == [[STARTED]]


async def test_whoever_has_to_know_is_told_what_could_not_be_done(street):
    """As that a channel is gone, in which nobody can be told anything."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    troubles: list[tuple[Subject, str]] = []
    house.worker.troubled = lambda subject, trouble: troubles.append((subject, trouble.kind))
    street.chat.closed[1] = GONE
    await look(table, 0)
    await house.worker.settled(Subject(TABLE, 1))
    assert troubles == [(Subject(TABLE, 1), GONE)]


async def test_what_is_heard_of_others_is_left_to_them_and_told_to_nobody(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    house.store.shards = Shards(2, frozenset())
    told: list[Subject] = []
    house.worker.elsewhere = told.append
    before = asyncio.all_tasks()
    house.worker.hear(Subject(TABLE, table.id))
    for look_there in asyncio.all_tasks() - before:
        await look_there
    assert told == []


async def test_who_moves_wakes_what_waits(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    told = [await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    told.append(await look(table, 1))
    await house.quiet()
    assert street.chat.told() == [[STARTED], told]


async def test_a_step_that_does_nothing_is_not_repeated_for_ever(street):
    house = await street.process(start=False)
    calls = 0

    async def idle(debts: Sequence[Debt]) -> None:
        nonlocal calls
        calls += 1

    house.worker.teach("idle", idle, "idle")
    await begin(house)
    await house.worker.start()
    await house.store.outbox.owe(Subject(TABLE, 1), Message("idle"))
    await until(lambda: calls > 0)
    await asyncio.sleep(0.1)
    assert calls == 1
    (debt,) = [d for d in await house.debts() if d.kind == "idle"]
    assert (debt.tries, debt.trouble) == (1, FAULT)


STEP = 1 if EVERYWHERE else 8
"""Every so many places a process is killed."""


@pytest.mark.sampled(0.25, any=True)
@pytest.mark.parametrize(("places", "late"), [(FILE, False), (FILE, True), (SERVER, False)], indirect=["places"])
async def test_nothing_is_lost_or_done_twice_wherever_the_process_is_killed(places, street, tmp_path, late):
    """A game with a computer: each kill between two steps, one run each, until a run goes through. `late`: the answers of the chat are lost too."""
    for kill_at in rounds("a run that comes through", 1, STEP):
        street.path = tmp_path / f"{kill_at}.sqlite3"
        street.chat = FakeChat()
        house = await street.process()
        await begin(house, computers=1)
        await house.quiet()
        house.kill_at = house.points + kill_at
        if late:
            street.chat.late.append(Trouble(LOST))
        through = await house.comes_through(scenario(house), passing=street.passing)
        if not through:
            house = await street.restart(house)
            assert await house.comes_through(scenario(house), passing=street.passing)
        rows = await house.store.tables.actions(1)
        assert [(row.seat, row.action) for row in rows] == [
            (0, ("look",)), (1, ("bid", "2")), (0, ("think",)), (0, ("look",)), (1, ("bid", "2")), (0, ("look",)), (1, ("bid", "2")),
        ], kill_at  # fmt: skip
        shown = [word for told in street.chat.told() for word in told]
        table = await house.tables.get(1)
        pile = table.rules.setup(2, table.row.chosen, table.row.seed).state.pile
        assert shown == [STARTED, *(f"{TURNED} {n}" for n in reversed(pile[-3:]))], f"killed at {kill_at}: {street.chat.told()}"
        assert street.chat.posts[-1][1]["position"] == 7, "the last board is the one that is true"
        assert await house.debts() == []
        await street.killed(house)
        if through:
            break
    assert kill_at > 15


async def test_thousands_that_owe_something_are_looked_at_once_or_twice_each():
    """Not each time that any of them has been seen to; and no more are seen to at once than there are slots."""
    many, looks, running, most = 600, 0, 0, 0
    async with memory() as store:
        async with store.transaction() as db:
            columns = "id, game, version, language, theme, options, host, channel, status, created"
            tables = [(n, n) for n in range(1, many + 1)]
            await db.executemany(f"INSERT INTO games ({columns}) VALUES (?, 'x', 1, 'en', 'light', '{{}}', 1, ?, 'live', 1.0)", tables)
            await db.executemany(
                "INSERT INTO owed (game, kind, payload, created) VALUES (?, 'said', '{\"act\": []}', 1.0)", [(n,) for n, _ in tables]
            )
        worker, reading = Worker(store.outbox, store), store.outbox.of

        async def of(subject: Subject) -> list[Debt]:
            nonlocal looks
            looks += 1
            return await reading(subject)

        async def step(debts: Sequence[Debt]) -> None:
            nonlocal running, most
            running, most = running + 1, max(most, running + 1)
            await asyncio.sleep(0.01)
            running -= 1
            await store.outbox.done(debts)

        store.outbox.of = of
        worker.teach("messages", step, "said")
        await worker.start()
        async with asyncio.timeout(60):
            while await store.outbox.subjects():
                await asyncio.sleep(0.05)
        await worker.close()
    assert looks <= 5 * many
    assert 1 < most <= AT_ONCE


async def test_after_a_look_that_stood_still_for_an_hour_work_goes_on_at_once(monkeypatch):
    """A database that hangs, or a process that is frozen: rows that come due afterwards do not wait for hours."""
    clock = itertools.count(0.0, 3600.0)
    monkeypatch.setattr("cogs.play.outbox_worker.time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr("cogs.play.outbox_worker.LONGEST_REST", 0.01)
    async with memory() as store:
        with known():
            found = await open_table(store)
        done: list[int] = []
        worker = Worker(store.outbox, store)

        async def step(debts: Sequence[Debt]) -> None:
            done.extend(debt.id for debt in debts)
            await store.outbox.done(debts)

        worker.teach("messages", step, "lobby", "board", "said")
        await worker.start()
        await until(lambda: done, "the first look")
        async with store.transaction() as db:
            sql = "INSERT INTO owed (id, game, kind, payload, created, next) VALUES (77, ?, 'said', '{\"act\": []}', 1.0, ?)"
            await db.execute(sql, (found.id, store.now() + 0.2))
        worker.look()
        await until(lambda: 77 in done, "what is due by now")
        await worker.close()


async def test_a_parcel_that_another_process_has_sent_is_no_fault():
    async with memory() as store:
        with known():
            found = await open_table(store)
            port, tables, worker = FakePort(), Tables(store), Worker(store.outbox, store)
            table_messages.TableMessages(tables, port, worker, notifications(store))
            (debt,) = await store.outbox.of(Subject(TABLE, found.id))
            await store.outbox.done([debt])
            await worker._lanes[BOARD].step([debt])
            assert not port.messages


@pytest.mark.parametrize("how", ["wake", "start"])
async def test_what_could_not_be_looked_at_is_looked_at_again(monkeypatch, how):
    """The database is away for a moment, just when somebody has begun to owe something, and nothing is owed afterwards."""
    async with memory() as store:
        worker, told = Worker(store.outbox, store), []
        worker.pause = 0.02
        here, failing = store.outbox.here, [Unreachable("away"), Unreachable("away")]

        async def away(subject: Subject) -> list[Debt]:
            if failing:
                raise failing.pop()
            return await here(subject)

        async def step(debts: Sequence[Debt]) -> None:
            told.append(debts[0].kind)
            await store.outbox.done(debts)

        monkeypatch.setattr(store.outbox, "here", away)
        worker.teach("messages", step, "said")
        with known():
            table = await open_table(store, 2)
        await store.outbox.done(await store.outbox.of(Subject(TABLE, table.id)))
        if how == "wake":
            await worker.start()
        await store.outbox.owe(Subject(TABLE, table.id), Message("said", {"key": "x", "facts": {}}))
        if how == "start":
            await worker.start()
        await until(lambda: told == ["said"], "what is owed to be told", seconds=10)
        await worker.close()
