"""The clock, moderators, computers and orders answer where the rules fail, and processes know it from each other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.play import fault_rules
from cogs.play.fault_rules import Failed
from cogs.play.outbox_worker import Worker
from cogs.play.table_queries import Stale
from cogs.play.tables import Tables
from cogs.service.automatic_moves import AutomaticMoves
from data.content import games
from data.store.changes import BOARD, FAULT, Debt
from rules.competition.clock import BANK, COMPUTER, DAY, FORFEIT, HOUR, MOVE, Clock
from rules.legal_actions import legal
from rules.notation import RULED
from tests.bids import open_table
from tests.cogs.play.failing_bids import ACT, ANNA, BID, EACH, again, answers, begin, bids, hour, owed, store
from tests.failing import SECRET, everything, failing, only

__all__ = ["bids", "hour", "store"]


# Time over


@pytest.mark.parametrize("game", games())
async def test_the_clock_gives_another_answer_where_the_games_own_fails_and_tells_it(game, places, hour, tmp_path):
    store = await hour.open(tmp_path / "games.sqlite3")
    table = await begin(store, game)
    seat, (default, *others), position = table.awaited[0], answers(table), table.position
    first = next(action for action in legal(table.rules, table.state, seat) if action != default)
    hour.now = table.dials[seat].due or 0
    with failing(game, only(default), table.state):
        assert await table.expiry.lapse(seat)
    row = next(row for row in await store.tables.actions(table.id) if row.number > position and row.seat == seat)
    assert row.action == first in others
    assert row.auto
    ((kind, facts, _),) = [e for payload in (*await owed(table, "board"), *await owed(table, "held")) for e in payload["events"] if "instead" in e[0]]
    assert (kind, facts["seat"]) == ("table.instead", seat)
    assert table.faulty == {}
    for asked in table.awaited:
        assert table.dials[asked].due == hour.now + EACH.time, "whatever is asked next has its whole time"
    assert table.dials[seat].lapses == 0, "of which the seat can help nothing"
    await store.close()


@pytest.mark.parametrize("clock", [EACH, Clock(MOVE, 2 * HOUR, answers=0, then=COMPUTER), Clock(BANK, 2 * HOUR, HOUR, answers=0, then=FORFEIT)])
async def test_who_can_answer_nothing_loses_nothing_by_the_clock(store, hour, bids, clock):
    """Neither the seat nor the game: no clock runs any more, nothing rings, and it goes on as soon as something can be answered."""
    table = await open_table(store, clock=clock, asked="one")
    with failing(bids, lambda seat, action: action[0] == "bid") as met:
        with pytest.raises(Failed):
            await table.act(0, BID)
        hour.now += DAY
        assert await table.expiry.go_on()
        hour.now = table.dials[0].due or 0
        assert await table.expiry.lapse(0)
        assert table.stuck == [0]
        assert [told["stuck"] for told in await owed(table, FAULT)] == [False, True]
        assert (table.position, table.over, table.seats[0].player, table.dials[0].lapses) == (0, False, ANNA, 0)
        assert await store.tables.next_ring() is None
        tried = len(met)
        hour.now += 30 * DAY
        assert not await table.expiry.go_on(), "it is tried again, and told of no more"
        assert 0 < len(met) - tried <= 3
        assert len(await owed(table, FAULT)) == 2
    assert await table.expiry.go_on()
    assert table.stuck == []
    hour.now = table.dials[0].due or 0
    assert await table.expiry.lapse(0)
    await table.computers_answer()
    assert table.faulty == {}
    await table.stop()


@pytest.mark.sampled(0.34, any=True)
@pytest.mark.parametrize("game", games())
async def test_where_nothing_can_be_answered_the_clock_stops_after_a_bounded_number_of_tries(game, places, hour, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(fault_rules, "MOST_TRIED", 7)
    monkeypatch.setattr(fault_rules.otherwise, "__defaults__", (7,))
    path = tmp_path / "games.sqlite3"
    table = await begin(await hour.open(path), game)
    seat = table.awaited[0]
    hour.now = table.dials[seat].due or 0
    caplog.clear()
    with failing(game, everything) as met:
        assert await table.expiry.lapse(seat)
        assert len(met) <= 8
        assert len([r for r in caplog.records if r.levelno >= logging.ERROR]) == 1, "the log tells of it once"
        assert SECRET not in str(await owed(table, FAULT))
        table = await again(table, hour, path)
        assert table.stuck == [seat]
        assert await table.store.tables.next_ring() is None
    (number,) = {told["number"] for told in await owed(table, FAULT)}
    (needing,) = await table.store.tables.needing_attention(1, 0)
    assert (needing.fault, needing.stuck) == (number, True)
    await table.act(seat, answers(table)[0])
    assert (table.faulty, await table.store.tables.needing_attention(1, 0)) == ({}, [])
    await table.store.close()


async def test_resigning_by_the_clock_that_fails_does_not_ring_for_ever(store, hour, bids, monkeypatch):
    table = await open_table(store, clock=Clock(BANK, 2 * HOUR, HOUR, answers=0), asked="one")

    def fails(state: Any, seat: int) -> Any:
        raise KeyError(SECRET)

    monkeypatch.setattr(bids, "concede", fails, raising=False)
    hour.now += 3 * HOUR
    assert await table.expiry.lapse(0)
    assert await store.tables.next_ring() is None
    assert table.stuck == [0]
    with pytest.raises(Failed) as failed:
        await table.concede(0)
    assert not failed.value.offered
    assert table.playing() == [0, 1], "a moderator can still name a winner"
    await table.settle(1, RULED, [[1], [0]], ACT)
    assert table.over


async def test_a_table_without_a_clock_is_tried_a_day_later(store, hour, bids):
    table = await open_table(store, asked="one")
    with failing(bids, lambda seat, action: action[0] == "bid"):
        with pytest.raises(Failed):
            await table.act(0, BID)
        assert table.stuck == []
        hour.now += DAY
        assert not await table.expiry.go_on()
        assert table.stuck == [0]
    with failing(bids, only(BID)):
        await table.act(0, ("bid", "1"))
        await table.act(1, ("bid", "1"))
        with pytest.raises(Failed):
            await table.act(0, BID)
        hour.now += DAY
        assert await table.expiry.go_on(), "something else can be answered"


# A moderator


@pytest.mark.parametrize("game", games())
async def test_a_moderators_timeout_gives_another_answer(game, store):
    table = await begin(store, game)
    seat, (default, *others), position = table.awaited[0], answers(table), table.position
    with failing(game, only(default), table.state):
        assert await table.time_out(seat, ACT)
    row = next(row for row in await store.tables.actions(table.id) if row.number > position and row.seat == seat)
    assert row.action in others
    assert row.auto
    assert (table.faulty, [act for _, _, act in await store.tables.acts(table.id)]) == ({}, [ACT])


async def test_a_moderator_can_do_everything_at_a_stuck_table(store, hour, bids):
    table = await open_table(store, 3, clock=EACH, asked="one")
    await table.act(0, BID)
    with failing(bids, lambda seat, action: action[0] == "bid"):
        with pytest.raises(Failed) as failed:
            await table.time_out(1, ACT)
        assert failed.value.stuck
        assert table.stuck == [1]
        with pytest.raises(Failed):
            await table.time_out(1, ACT)
        assert len(await owed(table, FAULT)) == 1
        assert await table.clocks.pause(True, ACT)
        assert await table.clocks.pause(False, ACT)
        await table.go_back(0, 0, act=ACT)
        assert (table.position, table.stuck) == (3, []), "it went back, and what nobody knew is drawn anew"
        await table.concede(0, act=ACT)
        assert table.acting == (1,)
        await table.settle(2, RULED, [[2], [0, 1]], ACT)
    assert table.over
    assert await store.tables.faults(table.id) == {}


# Computers, orders, several processes


async def test_a_computer_gives_the_games_own_answer_or_another_one(store, bids):
    table = await open_table(store, computers=1, asked="one")
    for failing_on, given in ((BID, ("bid", "1")), (("bid", "1"), BID)):
        with failing(bids, lambda seat, action, bad=failing_on: seat == 1 and action == bad):
            await table.act(0, BID)
            await table.computers_answer()
        assert (await store.tables.actions(table.id))[-1][1:3] == (1, given)
    with failing(bids, lambda seat, action: seat == 1 and action in (BID, ("bid", "1"))):
        await table.act(0, BID)
        await table.computers_answer()
    assert (await store.tables.actions(table.id))[-1][1:3] == (1, ("bid", "3"))
    assert table.faulty == {}
    assert any("table.instead" in str(payload) for payload in await owed(table, "board"))


async def test_a_computer_that_can_answer_nothing_is_told_of_once_and_asked_again_with_growing_patience(store, hour, bids):
    """By the worker alone: neither those who look on nor those who press keep it thinking."""
    table = await open_table(store, computers=1, asked="one")
    worker, told = Worker(store.outbox, store), list[Debt]()

    async def tell(debts: Sequence[Debt]) -> None:
        told.extend(debts)
        await store.outbox.done(debts)

    AutomaticMoves(Tables(store), worker)
    worker.teach("messages", tell, BOARD, FAULT)
    with failing(bids, lambda seat, action: seat == 1) as met:
        await table.act(0, BID)
        with pytest.raises(Failed):
            await table.computers_answer()
        assert table.stuck == [1]
        assert len(await owed(table, FAULT)) == 1
        tried = len(met)
        for _ in range(3):
            await table.computers_answer(0.5)
            await table.agree(0)
        assert len(met) == tried
        await worker.start()
        waits, before = [], hour.now
        for tries in range(1, 5):
            async with asyncio.timeout(20):
                while (now := (await store.all("SELECT tries, next FROM owed WHERE kind = 'computers'"))[0])[0] < tries:
                    worker.look()
                    await asyncio.sleep(0.02)
            waits.append(now[1] - before)
            before = hour.now = now[1]
        assert waits == [1, 8, 64, 512], "each try comes much later than the one before"
        assert [debt.kind for debt in told].count(FAULT) == 1
        await worker.close(5)
    table = await Tables(store).get(table.id)
    await table.computers_answer()
    assert table.acting == (0,)
    assert table.faulty == {}


async def test_an_order_whose_answer_fails_leaves_the_question_to_its_seat(store, hour, bids):
    """What was said ahead is set aside; the clock does not stand for it, and nothing is tried without end."""
    table = await open_table(store, clock=EACH, asked="one")
    await table.order(1, frozenset({"again"}))
    with failing(bids, lambda seat, action: seat == 1 and action == ("bid", "3")):
        await table.act(0, BID)
        for _ in range(3):
            hour.now = max(table.row.ripe, hour.now)
            await table.ripen()
        assert table.awaited == (1,)
        assert table.row.ripe == 0
        with pytest.raises(Failed):
            await table.act(1, ("bid", "3"))
        assert list(table.faulty) == [1]
        await table.act(1, BID)
    assert table.faulty == {}


async def test_of_several_processes_one_notes_it_and_all_know(store, hour, bids):
    table = await open_table(store, clock=EACH, asked="one")
    others = Tables(store)
    other = await others.get(table.id)
    with failing(bids, only(BID)):
        with pytest.raises(Failed) as first:
            await table.act(0, BID)
        with pytest.raises(Stale):
            await other.act(0, BID)
        assert other.faulty == table.faulty
        with pytest.raises(Failed) as second:
            await other.act(0, BID)
        assert second.value.number == first.value.number
        assert len(await owed(table, FAULT)) == 1
        await other.act(0, ("bid", "1"))
    store.shared = True
    assert (await others.get(table.id)).faulty == {}
    await table.reread()
    assert table.faulty == {}
