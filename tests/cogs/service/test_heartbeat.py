"""A process that stands still and goes on without a restart: nobody is charged for that, neither at tables nor at a check-in."""

from __future__ import annotations

import asyncio

import pytest

from cogs.play.tables import Tables
from cogs.service.heartbeat import GAP, Heartbeat
from cogs.service.timer import BEAT, Clocks
from data.store.shards import EVERYTHING
from rules.competition.clock import BANK, DAY, HOUR, MOVE, UNTIL, Clock
from tests.bids import known, memory, open_table


class World:
    """The clocks of a machine: the one on the wall and the steady one, which may stand while the machine sleeps."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_790_000_000.0, 50.0

    def passes(self, seconds: float, asleep: bool = False) -> None:
        self.wall += seconds
        self.steady += 0 if asleep else seconds

    def beat(self) -> Heartbeat:
        return Heartbeat(lambda: self.wall, lambda: self.steady)


@pytest.fixture
def world():
    return World()


@pytest.fixture
async def store(world):
    async with memory() as opened:
        opened.now = lambda: world.wall
        opened.shards = EVERYTHING
        with known():
            yield opened


async def started(store, world) -> Clocks:
    beat = world.beat()
    clockwork = Clocks(store, Tables(store), lambda tournament: asyncio.sleep(0), beat=beat)
    await clockwork.start()
    await asyncio.sleep(0.05)
    return clockwork


@pytest.mark.parametrize("asleep", [False, True], ids=["stopped", "asleep"])
async def test_a_gap_is_found_by_whoever_looks_next_and_told_once(world, asleep):
    beat = world.beat()
    beat.start()
    world.passes(GAP - 1)
    assert not beat.absent, "a busy machine"
    world.passes(3 * HOUR, asleep)
    assert beat.absent == 3 * HOUR
    world.passes(2)
    assert beat.absent == 3 * HOUR + 2, "until everybody has been told, nobody was there"
    beat.told()
    assert not beat.absent
    world.wall -= DAY
    assert not beat.absent, "a clock that is set back is no gap"
    await beat.close()
    world.passes(DAY)
    assert not beat.absent, "who does not beat misses nothing"


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("asleep", [False, True], ids=["stopped", "asleep"])
@pytest.mark.parametrize("rule", [Clock(MOVE, HOUR), Clock(BANK, 2 * HOUR, increment=60), Clock(UNTIL, 1_790_000_000.0 + DAY)], ids=lambda c: c.kind)
@pytest.mark.parametrize("first", ["act", "lapse", "tick", "other"])
async def test_nobody_is_charged_while_the_process_stands_still(store, world, rule, asleep, first):
    """Whatever comes first when it goes on: the press of the one who is asked, that of somebody else, or the clock itself."""
    table = await open_table(store, 3, clock=rule, asked="one")
    clockwork = await started(store, world)
    table = await clockwork._tables.get(table.id)
    left = table.dials[0].due - world.wall
    world.passes(3 * DAY, asleep)
    if first == "act":
        await table.act(0, ("bid", "2"))
        assert 0 in table.playing()
        assert table.dials[1].due is not None
        if rule.kind == BANK:
            assert table.dials[0].left == pytest.approx(rule.time + rule.increment, abs=60)
    else:
        if first == "lapse":
            assert not await table.expiry.lapse(0), "its time is not over"
        elif first == "other":
            await table.concede(2)
        else:
            await clockwork.tick()
        now = await clockwork._tables.get(table.id)
        assert now.acting == (0,)
        assert now.dials[0].due - world.wall == pytest.approx(left, abs=60)
    await clockwork.close()


async def test_the_time_before_and_after_a_gap_is_charged(store, world):
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    clockwork = await started(store, world)
    for _ in range(10):  # It beats for ten minutes.
        world.passes(4)
        clockwork._beat.look()
    world.passes(DAY)
    await clockwork.tick()
    now = await clockwork._tables.get(table.id)
    assert now.dials[0].due - world.wall == pytest.approx(HOUR - 40, abs=1)
    for _ in range(int(HOUR / 4)):
        world.passes(4)
        clockwork._beat.look()
    await clockwork.tick()
    now = await clockwork._tables.get(table.id)
    assert now.acting == (1,), "then it is over as usual"
    await clockwork.close()


async def test_who_has_looked_after_a_shard_meanwhile_is_believed(store, world):
    """Another process has taken over and noted that it is there; nobody is credited with that time a second time."""
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    clockwork = await started(store, world)
    world.passes(1800)
    await store.heartbeat.note(EVERYTHING)
    world.passes(60)
    await clockwork.tick()
    now = await clockwork._tables.get(table.id)
    assert now.dials[0].due - world.wall == pytest.approx(HOUR - 1800, abs=1)
    await clockwork.close()
    assert BEAT > GAP


@pytest.mark.parametrize("back", [1.0, 600.0], ids=["at once", "after ten minutes"])
async def test_a_connection_that_breaks_in_waking_changes_nothing(store, world, back):
    """The first that a process hears after a sleep is that Discord has closed its connection."""
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    clockwork = await started(store, world)
    left = (await clockwork._tables.get(table.id)).dials[0].due - world.wall
    world.passes(3 * DAY)
    clockwork.lost(0)
    world.passes(0.2)
    await clockwork.tick()
    for _ in range(int(back / 4)):
        world.passes(4)
        clockwork._beat.look()
    await clockwork.found(0)
    now = await clockwork._tables.get(table.id)
    assert now.acting == (0,)
    assert now.dials[0].due - world.wall == pytest.approx(left, abs=10)
    await clockwork.close()


async def test_a_shard_that_was_lost_before_the_sleep_is_credited_once(store, world):
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    clockwork = await started(store, world)
    left = (await clockwork._tables.get(table.id)).dials[0].due - world.wall
    clockwork.lost(0)
    for _ in range(100):
        world.passes(4)
        clockwork._beat.look()
    world.passes(3 * DAY)
    await clockwork.tick()
    await clockwork.found(0)
    now = await clockwork._tables.get(table.id)
    assert now.dials[0].due - world.wall == pytest.approx(left, abs=10)
    await clockwork.close()
