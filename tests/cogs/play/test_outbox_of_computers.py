"""What is owed to computers that think, and to two people who are asked together."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from cogs.play import table_actions
from cogs.play.outbox_worker import FAULT, REFUSED
from cogs.play.proposals import Consent
from cogs.play.thinking import pool as thinking
from cogs.service import table_messages
from data.store.changes import BOARD, TABLE, Subject
from rules.competition.clock import MOVE, Clock
from tests.cogs.play.street import ACT, STARTED, begin, look, street
from tests.waiting import until, within

__all__ = ["street"]


# Computers


@pytest.fixture
def thought(monkeypatch):
    """Computers think until this is set."""
    done = threading.Event()
    think = thinking.think

    def slow(request: Any) -> Any:
        done.wait(10)
        return think(request)

    monkeypatch.setattr(thinking, "think", slow)
    monkeypatch.setattr(table_actions, "PATIENCE", 0.1)
    monkeypatch.setattr(table_messages, "PATIENCE", 0.1)
    yield done
    done.set()


async def test_what_a_person_does_is_stored_before_a_computer_thinks(street, thought):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    person = asyncio.create_task(table.act(0, ("look",), interaction=9001))
    await until(lambda: house.store.tables.actions(1))
    await until(lambda: table._thinking is not None)
    person.cancel()
    await asyncio.gather(person, return_exceptions=True)
    house.dead.set()
    thought.set()
    house = await street.restart(house)
    await house.quiet()
    assert [(row.seat, row.auto) for row in await house.store.tables.actions(1)] == [(0, False), (1, True)]
    shown = [word for told in street.chat.told() for word in told]
    assert len(shown) == 2
    assert (await house.tables.get(1)).acting == (0,)


async def test_a_slow_computer_keeps_nobody_waiting(street, thought):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    acted = await asyncio.wait_for(table.act(0, ("look",)), 2)
    assert acted.position == 1
    await until(lambda: len(street.chat.posts) == 2)
    assert street.chat.posts[-1][1]["position"] == 1, "the board with what the person did"
    assert street.chat.posts[-1][1]["called"] == []
    assert [row.seat for row in await house.store.tables.actions(1)] == [0]
    thought.set()
    await until(lambda: len(street.chat.posts) == 3)
    assert street.chat.posts[-1][1]["position"] == 2
    assert street.chat.posts[-1][1]["called"] == [101], "who has had to wait is called"
    await house.quiet()
    assert len(street.chat.posts) == 3


async def test_a_quick_computer_is_told_with_what_it_answers(street):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    await look(table, 0)
    await house.quiet()
    assert len(street.chat.posts) == 2
    assert street.chat.posts[-1][1]["position"] == 2
    assert street.chat.posts[-1][1]["called"] == [], "who has just acted is not called"


@pytest.mark.parametrize("kind", ["computers", "board"])
async def test_computers_that_should_act_after_a_restart_do(street, kind):
    """Even one that was about to act first, and even if nobody is owed a board."""
    house = await street.process(start=False)
    house.kill_at = 3  # Opening is one transaction; the computer's answer does not happen.
    opening = asyncio.create_task(begin(house, computers=1, asked="all"))
    async with within("the moment in which the process is killed"):
        await house.dead.wait()
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    assert {debt.kind for debt in await house.debts()} == {BOARD, "computers"}
    async with house.store.transaction() as db:
        await db.execute("DELETE FROM owed WHERE kind <> ?", (kind,))
    house = await street.restart(house)
    for _ in range(100):
        if await house.store.tables.actions(1):
            break
        await asyncio.sleep(0.01)
    assert [(row.seat, row.auto) for row in await house.store.tables.actions(1)] == [(1, True)]


async def test_a_paused_game_owes_no_computer_and_goes_on_with_it(street, thought):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    await table.act(0, ("look",))
    await table.clocks.pause(True, ACT)
    thought.set()
    await house.quiet()
    assert [row.seat for row in await house.store.tables.actions(1)] == [0]
    house = await street.restart(house)
    await house.quiet()
    table = await house.tables.get(1)
    await table.clocks.pause(False, ACT)
    await house.quiet()
    assert [row.seat for row in await house.store.tables.actions(1)] == [0, 1]


async def test_a_computer_that_fails_is_tried_again_and_stops_nothing_else(street, monkeypatch):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    keep = thinking.think

    def fail(request: Any) -> Any:
        raise OSError("no process can be started")

    monkeypatch.setattr(thinking, "think", fail)
    told = await look(table, 0)
    await until(lambda: street.chat.told() == [[STARTED], [told]])
    await house.worker.settled(Subject(TABLE, 1))
    (debt,) = await house.debts()
    assert (debt.kind, debt.trouble) == ("computers", FAULT)
    monkeypatch.setattr(thinking, "think", keep)
    street.now = debt.next + 1
    await house.worker.retry()
    await house.quiet()
    assert table.acting == (0,)


# Two who are asked together


async def test_who_answers_changes_nothing_for_who_is_asked_as_well(street):
    house = await street.process()
    table = await begin(house, asked="all", clock=Clock(MOVE, 600))
    mark, dial = table.mark(1), table.dials[1]
    street.now += 100
    await table.act(0, ("bid", "1"))
    assert table.mark(1) == mark, "their open panel is good still"
    assert table.dials[1] == dial, "and their time runs on"
    house = await street.restart(house)
    table = await house.tables.get(1)
    assert (table.mark(1), table.dials[1]) == (mark, dial)
    await table.act(1, ("bid", "1"), mark)
    assert table.mark(1) != mark
    assert table.dials[1].due == street.now + 600, "a new question has a time of its own"


async def test_a_question_that_nobody_asks_any_more_is_not_put(street):
    house = await street.process()
    table = await begin(house, seats=3)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    proposal = await Consent(table).draw(0)
    await house.worker.settled(Subject(TABLE, 1))
    await Consent(table).refuse([0], proposal.mark, "Anna")
    street.chat.closed.clear()
    await house.worker.retry()
    await house.quiet()
    assert [message["told"] for _, message in street.chat.posts[1:]] == [["said"]]
