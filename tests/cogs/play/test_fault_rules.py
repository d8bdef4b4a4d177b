"""Somebody answers a question at which the rules fail: the clock stops, and goes on with another answer."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play.fault_rules import Failed
from cogs.play.tables import Tables
from data.content import games
from data.store.changes import FAULT, Change
from rules.competition.clock import BANK, DAY, HOUR, UNTIL, Clock
from rules.game import Refused
from tests.bids import open_table
from tests.cogs.play.failing_bids import ACT, BEGUN, BID, CECILE, EACH, again, answers, begin, bids, hour, owed, store
from tests.failing import SECRET, everything, failing, only

__all__ = ["bids", "hour", "store"]


# Somebody answers


@pytest.mark.parametrize("game", games())
async def test_what_fails_is_noted_stops_the_clock_and_is_gone_with_another_answer(game, places, hour, tmp_path, caplog):
    store = await hour.open(tmp_path / "games.sqlite3")
    table = await begin(store, game)
    seat, (bad, good, *_), before = table.awaited[0], answers(table), table.row
    left = table.dials[seat].left
    hour.now += HOUR
    with failing(game, only(bad), table.state):
        with pytest.raises(Failed) as first:
            await table.act(seat, bad)
        assert (table.row.snapshot, table.position, table.asked) == (before.snapshot, before.position, before.asked)
        fault = table.faulty[seat]
        assert (fault.number, fault.until, fault.stuck) == (first.value.number, hour.now + DAY, False)
        assert table.dials[seat].due is None, "time stands"
        assert fault.number in caplog.text
        with pytest.raises(Failed) as second:
            await table.act(seat, bad)
        assert second.value.number == first.value.number
        assert await owed(table, FAULT) == [{"number": fault.number, "until": fault.until, "stuck": False}], "told once"
        assert str(bad) not in str(await owed(table, FAULT))
        table = await again(table, hour, tmp_path / "games.sqlite3")
        assert table.faulty == {seat: fault}
        hour.now += 5 * HOUR
        assert not await table.expiry.lapse(seat)
        assert await table.store.tables.ringing(hour.now) == []
        await table.act(seat, good)
    assert table.position == before.position + 1 or len(await table.store.tables.actions(table.id)) > before.position
    assert table.faulty == {}
    assert table.faults[seat].stood == 5 * HOUR
    for asked in table.awaited:
        assert table.dials[asked].due == hour.now + table.dials[asked].left, "time goes on"
    assert left == EACH.time
    read = await Tables(table.store).get(table.id)
    assert (read.faults, read.dials) == (table.faults, table.dials)
    await table.store.close()


async def test_after_a_day_time_goes_on_from_where_it_stood_and_the_question_is_not_told_of_again(store, hour):
    table = await begin(store, "monster_hex")
    seat, (bad, *_) = table.awaited[0], answers(table)
    with failing("monster_hex", only(bad)):
        hour.now += HOUR
        with pytest.raises(Failed):
            await table.act(seat, bad)
        hour.now += DAY - 1
        assert await table.expiry.go_on()
        assert table.dials[seat].due is None
        hour.now += 1
        assert await table.expiry.go_on()
        assert table.dials[seat].due == hour.now + HOUR
        with pytest.raises(Failed):
            await table.act(seat, bad)
        assert table.dials[seat].due == hour.now + HOUR, "the same question stops no clock a second time"
        assert len(await owed(table, FAULT)) == 1


async def test_a_seat_whose_questions_fail_again_and_again_has_a_day_in_all(store, hour, bids):
    """No weapon: who has found a fault cannot hold the game up by it for more than a day."""
    table = await open_table(store, clock=EACH, asked="one")
    stood = 0.0
    with failing(bids, only(("bid", "3"))):
        for _ in range(4):
            with pytest.raises(Failed):
                await table.act(0, ("bid", "3"))
            start, until = hour.now, table.faulty[0].until
            assert until - start == max(DAY - stood, 0)
            stood += min(10 * HOUR, until - start)
            assert (table.dials[0].due is None) == (until > start)
            hour.now += 10 * HOUR
            await table.expiry.go_on()
            await table.act(0, BID)
            await table.act(1, BID)
    assert table.faults[0].stood == DAY
    assert [told["until"] > 0 for told in await owed(table, FAULT)] == [True, True, True, False]


@pytest.mark.parametrize("action", [("dance",), ("bid",), ("bid", "9"), ("resign", "now"), ("seal", "let")])
async def test_what_is_not_offered_stops_no_clock_whatever_the_rules_raise(store, hour, bids, action):
    table = await open_table(store, clock=EACH, asked="one")
    due = table.dials[0].due
    with failing(bids, everything), pytest.raises(Failed) as failed:
        await table.act(0, action)
    assert not failed.value.offered
    with pytest.raises((Refused, IndexError, Failed)):
        await table.act(0, action)
    assert table.faults == {}
    assert table.dials[0].due == due
    assert await owed(table, FAULT) == []


async def test_what_a_seat_does_out_of_turn_stops_nobodys_clock(store, bids):
    table = await open_table(store, clock=EACH, asked="one")
    with failing(bids, only(("nod",))), pytest.raises(Failed):
        await table.act(1, ("nod",))
    assert table.faults == {}
    assert table.dials[0].due is not None


async def test_a_store_that_fails_is_no_fault_of_the_question(store, bids, monkeypatch):
    table = await open_table(store, clock=EACH, asked="one")

    async def full(change: Change) -> None:
        raise OSError("no space")

    monkeypatch.setattr(store.tables, "commit", full)
    with pytest.raises(OSError, match="no space"):
        await table.act(0, BID)
    assert table.faults == {}


@pytest.mark.parametrize("part", ["to_act", "outcome", "view", "dump", "decision"])
async def test_a_position_that_the_rules_cannot_go_on_from_is_not_stored(store, bids, part, monkeypatch):
    """What is carried out without an error and is of no use: whatever is asked of the position next would fail for ever."""
    table = await open_table(store, clock=EACH, asked="one")
    real = getattr(bids, part)

    def spoilt(state: Any, *rest: Any) -> Any:
        if state.made:
            raise KeyError(SECRET)
        return real(state, *rest)

    monkeypatch.setattr(bids, part, spoilt)
    with pytest.raises(Failed):
        await table.act(0, BID)
    assert table.position == 0
    assert list(table.faulty) == [0]


@pytest.mark.parametrize("clock", [Clock(BANK, 2 * HOUR, HOUR, answers=0), Clock(UNTIL, BEGUN + 2 * HOUR, answers=0)])
async def test_every_kind_of_clock_stands(store, hour, bids, clock):
    """A deadline comes later by as much as time may stand."""
    table = await open_table(store, clock=clock, asked="one")
    hour.now += HOUR
    with failing(bids, only(BID)):
        with pytest.raises(Failed):
            await table.act(0, BID)
        assert table.dials[0].due is None
        hour.now += DAY
        assert await table.expiry.go_on()
        assert table.dials[0].due == hour.now + HOUR
        assert not await table.expiry.lapse(0)
        await table.act(0, ("bid", "1"))
    assert not table.over


async def test_others_who_are_asked_at_the_same_time_go_on(store, hour, bids):
    table = await open_table(store, 3, clock=EACH, asked="all")
    dues = {seat: dial.due for seat, dial in table.dials.items()}
    with failing(bids, lambda seat, action: seat == 0 and action == BID):
        with pytest.raises(Failed):
            await table.act(0, BID)
        assert [table.dials[seat].due for seat in range(3)] == [None, dues[1], dues[2]]
        await table.act(1, BID)
        assert list(table.faulty) == [0], "that somebody else has answered changes nothing"
        assert table.dials[0].due is None
        await table.act(0, ("bid", "1"))
    assert table.faulty == {}


async def test_going_back_resigning_and_taking_a_seat_over(store, hour, bids):
    table = await open_table(store, 3, clock=EACH, asked="one")
    await table.act(0, BID)
    with failing(bids, only(("bid", "3"))):
        with pytest.raises(Failed):
            await table.act(1, ("bid", "3"))
        await table.seating.sit(1, (CECILE + 1, "Emil"), agreed=True)
        assert list(table.faulty) == [1], "the question is the same one"
        await table.go_back(0, 0, act=ACT._replace(act="table_rollback"))
        assert table.faulty == {}
        await table.act(0, BID)
        with pytest.raises(Failed):
            await table.act(1, ("bid", "3"))
        await table.clocks.pause(True, ACT)
        await table.clocks.pause(False, ACT)
        assert table.dials[1].due is None, "whoever lets the game go on does not set this clock going"
        await table.clocks.set_clock(EACH, ACT)
        assert 1 not in table.dials or table.dials[1].due is None
        await table.concede(1)
    assert table.faulty == {}
    assert table.dials[2].due == hour.now + EACH.time


async def test_other_rules_ask_anew(store, hour, bids, monkeypatch):
    table = await open_table(store, clock=EACH, asked="one")
    with failing(bids, only(BID)), pytest.raises(Failed):
        await table.act(0, BID)
    monkeypatch.setattr(bids, "version", bids.version + 1, raising=False)
    read = await Tables(store).get(table.id)
    assert read.faulty == {}
    assert read.dials[0].due == hour.now + EACH.time
