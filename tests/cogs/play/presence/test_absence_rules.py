"""Who is absent, by each way, has their time stand once, in private where the question is private."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.table.clocks import absent_lines, public_line, seat_line
from cogs.play.commit_builder import Way
from cogs.play.presence import absence_rules
from cogs.play.presence.whereabouts import BLIND, GONE, HERE, MUTED, UNKNOWN, Whereabouts
from cogs.play.tables import Tables
from cogs.service.absence_checks import AGAIN, PATIENCE, AbsenceChecks
from cogs.service.timer import Clocks
from data.language import texts
from data.store.changes import SAID, Change, Subject
from data.store.rows import Absence, TableAct
from data.store.shards import EVERYTHING
from rules.competition.clock import BANK, DAY, HOUR, MOVE, UNTIL, Clock
from tests.bids import BEGUN, credited, known, memory, open_table, ripened
from tests.chat import Chat
from tests.databases import FILE, SERVER, Places
from tests.ports import FakePort
from tests.sampled import often
from tests.two_worlds import ASKS, Setting, World, draws, painted

RULES = (Clock(MOVE, 10 * HOUR), Clock(BANK, 10 * HOUR, increment=60), Clock(UNTIL, BEGUN + 10 * HOUR))
WAYS = (GONE, BLIND, MUTED)


@pytest.fixture(params=[FILE, SERVER])
async def store(request, time):
    with Places(request.param == SERVER).standing():
        async with memory() as opened:
            opened.now = time
            opened.shards = EVERYTHING
            with known():
                yield opened


class House:
    """Tables, and what asks for those who sit there."""

    def __init__(self, store: Any) -> None:
        self.store, self.tables, self.port = store, Tables(store), FakePort()
        self.noticing = AbsenceChecks(self.tables, self.port)

    async def table(self, *seats: int, **more: Any) -> Any:
        return await self.tables.get((await open_table(self.store, *seats, **more)).id)

    async def told(self, table: Any) -> list[str]:
        return [debt.payload["key"] for debt in await self.store.outbox.of(Subject("table", table.id)) if debt.kind == SAID]


@pytest.fixture
def painter_of_bids(monkeypatch):
    draws(monkeypatch, 1)
    with known(), painted():
        yield


@pytest.fixture
def house(store):
    return House(store)


async def test_what_discord_has_said_is_kept_with_the_table_and_goes_with_its_end(store):
    made = await open_table(store, 2)
    await made.commit(Change(made.row, absences={101: Absence(101, GONE, 5.0), 102: Absence(102, MUTED, 6.0, 7.0, 8.0)}))
    table = await Tables(store).get(made.id)
    assert table.absences == {101: Absence(101, GONE, 5.0), 102: Absence(102, MUTED, 6.0, 7.0, 8.0)}
    await table.concede(0)
    assert table.absences == await store.absences.of(table.id) == {}


async def test_who_is_forgotten_is_forgotten_here_as_well(store):
    table = await open_table(store, 2)
    await table.commit(Change(table.row, absences={101: Absence(101, GONE, 5.0), 102: Absence(102, BLIND, 6.0)}))
    await store.own_data.forget(101)
    assert set(await store.absences.of(table.id)) == {102}


def test_a_timeout_that_is_over_keeps_nobody_away():
    """Discord names its end, and says nothing more when that has come."""
    assert absence_rules.why(Whereabouts(MUTED, BEGUN + 1), BEGUN) == MUTED
    assert absence_rules.why(Whereabouts(MUTED, BEGUN), BEGUN) is None
    assert absence_rules.why(Whereabouts(GONE, 0), BEGUN) == GONE


async def test_only_who_acts_by_themselves_is_there_again(house, time):
    """What an order of theirs has answered, or a moderator or the clock does at their seat, does not show that they are."""
    table = await house.table(3, clock=RULES[0], asked="one")
    away = Absence(102, GONE, time.at, time.at + DAY)
    await table.order(1, frozenset({"again"}))
    await table.commit(Change(table.row, absences={102: away}))
    await table.act(0, ("bid", "1"))
    await ripened(table)
    (*_, last) = await house.store.tables.actions(table.id)
    assert (last.seat, last.auto, table.acting) == (1, True, (2,)), "the order has answered"
    assert table.absences == {102: away}
    await table.order(1, frozenset())
    assert table.absences[102].until == time.at, "whoever gives an order is there"
    await table.commit(Change(table.row, absences={102: away}))
    for seat in (2, 0):
        await table.act(seat, ("bid", "1"))
    for way in (Way(act=TableAct(9, "act", "whom", "why")), Way(auto=True)):
        async with table.changing():
            await table.carry_out(1, ("think",), way)
        assert table.absences == {102: away}
    await table.act(1, ("bid", "2"))
    assert table.absences == {102: away._replace(until=time.at)}


def where_is(way: str, now: float) -> Whereabouts:
    return Whereabouts(way, now + 2 * HOUR if way == MUTED else 0)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
@pytest.mark.parametrize("way", WAYS)
async def test_each_way_to_be_absent_stops_the_time_of_who_is_asked_once(house, time, way, rule):
    table = await house.table(2, clock=rule, asked="one")
    await house.noticing.settle()
    assert house.port.asked_for == [], "it is early"
    time.at += 9.5 * HOUR
    house.port.where[101] = where_is(way, time.at)
    began, stood = time.at, 2 * HOUR if way == MUTED else DAY
    await house.noticing.settle()
    assert house.port.asked_for == [101]
    assert all(dial.due is None for dial in table.dials.values())
    assert await house.told(table) == [f"absent.{way}"]
    assert table.absences[101] == Absence(101, way, began, began + stood)
    time.at = began + stood - 1
    await house.noticing.settle()
    assert not await table.expiry.lapse(0)
    time.at = began + stood + 1
    house.port.where[101] = Whereabouts(way, time.at + 30 * DAY)
    await house.noticing.settle()
    assert table.dials[0].due == pytest.approx(time.at + 0.5 * HOUR, abs=2)
    assert rule.kind != UNTIL or table.row.clock.time == pytest.approx(rule.time + stood, abs=2)
    time.at += 0.5 * HOUR + 2
    await house.noticing.settle()
    assert await table.expiry.lapse(0), "once a game, though they are absent still"


@pytest.mark.parametrize("rule", RULES[:2], ids=lambda rule: rule.kind)
@pytest.mark.parametrize("back", [True, False])
async def test_while_the_game_is_paused_nothing_sets_it_going(house, time, rule, back):
    """Neither that they are there again, nor that it has stood for as long as it may."""
    table = await house.table(2, clock=rule, asked="one")
    time.at += 9.5 * HOUR
    house.port.where[101] = Whereabouts(GONE, 0)
    await house.noticing.settle()
    act = TableAct(9, "table_pause", "", "why")
    await table.clocks.pause(True, act)
    time.at += HOUR if back else DAY + HOUR
    if back:
        await table.absent_players.notice(101, Whereabouts(HERE))
    await table.absent_players.go_on_for()
    assert [(dial.since, dial.due) for dial in table.dials.values()] == [(None, None)]
    await table.clocks.pause(False, act)
    assert table.dials[0].due == time.at + 0.5 * HOUR


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
async def test_who_leaves_and_comes_back_thrice_gains_one_stand(house, time, rule):
    table = await house.table(2, clock=rule, asked="one")
    time.at += 8 * HOUR
    gained = 0.0
    for _ in range(3):
        house.port.where[101] = Whereabouts(GONE)
        house.noticing.suspect(101)
        await house.noticing.settle()
        assert house.port.asked_for.pop() == 101, "they could not be written to"
        left, stands = time.at, table.dials[0].due is None
        time.at += AGAIN + 1
        house.port.where[101] = Whereabouts(HERE)
        await house.noticing.settle()
        assert table.dials[0].due is not None, "they are there again"
        gained += time.at - left if stands else 0
        time.at += AGAIN + 1
    assert gained == AGAIN + 1
    assert [key for key in await house.told(table) if key == "absent.gone"] == ["absent.gone"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
async def test_whoever_acts_is_not_absent(house, time, rule):
    table = await house.table(2, clock=rule, asked="one")
    time.at += 9.5 * HOUR
    house.port.where[101] = Whereabouts(GONE)
    await house.noticing.settle()
    time.at += HOUR
    await table.act(0, ("bid", "2"))
    assert table.dials[1].due is not None
    await table.act(1, ("bid", "2"))
    assert table.acting == (0,)
    assert table.dials[0].due is not None
    assert table.absences[101].until <= time.at


async def test_two_leave_at_once_and_each_has_one_stand(house, time):
    table = await house.table(2, clock=RULES[0])
    time.at += 9.5 * HOUR
    house.port.where = {101: Whereabouts(GONE), 102: Whereabouts(GONE)}
    await house.noticing.settle()
    assert await house.told(table) == ["absent.gone"] * 2
    assert table.dials[0].due is table.dials[1].due is None
    time.at += HOUR
    await table.act(0, ("bid", "1"))
    assert table.dials[1].due is None
    time.at += DAY
    await house.noticing.settle()
    assert table.dials[1].due == pytest.approx(time.at + 0.5 * HOUR, abs=1)


async def test_a_deadline_stands_for_all_and_once_for_each(house, time):
    table = await house.table(2, clock=RULES[2])
    time.at += 9.5 * HOUR
    house.port.where = {101: Whereabouts(GONE), 102: Whereabouts(GONE)}
    began = time.at
    await house.noticing.settle()
    assert await house.told(table) == ["absent.gone"]
    for _ in range(30):
        time.at += 2 * HOUR
        await house.noticing.settle()
        if table.dials[0].due is not None and table.dials[1].due is not None and table.row.clock.time - time.at < HOUR and table.absences[102].until:
            break
    stood = table.row.clock.time - RULES[2].time
    assert DAY < stood <= 2 * DAY + 4 * HOUR
    assert time.at - began <= 2 * DAY + 4 * HOUR


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
async def test_it_lives_through_a_restart_and_a_process_that_stood_still(house, time, rule):
    table = await house.table(2, clock=rule, asked="one")
    time.at += 9.5 * HOUR
    house.port.where[101] = Whereabouts(GONE)
    await house.noticing.settle()
    time.at += HOUR
    again = House(house.store)
    again.port.where = house.port.where
    table = await again.tables.get(table.id)
    assert table.dials[0].due is None
    asleep = time.at
    time.at += 40 * HOUR
    await credited(table, asleep)
    await again.noticing.settle()
    assert table.dials[0].due == pytest.approx(time.at + 0.5 * HOUR, abs=1), "nothing is charged, and nothing but the stand is given"


async def test_asking_is_bounded_and_nobody_asks_for_computers(house, time):
    table = await house.table(3, 1, clock=RULES[0])
    await table.act(0, ("bid", "1"))
    time.at += 9.5 * HOUR
    for _ in range(20):
        await house.noticing.settle()
        time.at += 20
    assert house.port.asked_for == [102], "whoever has answered, and a computer, need not be asked for"
    house.port.where[102] = Whereabouts(GONE)
    for _ in range(20):
        house.noticing.suspect(102)
        await house.noticing.settle()
        time.at += 20
    assert house.port.asked_for == [102] * 2
    for _ in range(100):
        await house.noticing.settle()
        time.at += 60
    assert len(house.port.asked_for) <= 2 + 100 * 60 / AGAIN + 1


@pytest.mark.parametrize("trouble", [Whereabouts(UNKNOWN), TimeoutError()])
async def test_what_is_not_known_stops_nothing(house, time, trouble):
    table = await house.table(2, clock=RULES[0], asked="one")
    time.at += 9.5 * HOUR
    if isinstance(trouble, TimeoutError):

        def silent(what: str) -> None:
            if what == "whereabouts":
                raise trouble

        house.port.happens = silent
    house.port.where[101] = Whereabouts(UNKNOWN)
    await house.noticing.settle()
    assert table.dials[0].due is not None
    assert table.absences == {}


async def test_a_time_that_is_over_waits_some_seconds_until_it_is_known(house, time, monkeypatch):
    table = await house.table(2, clock=Clock(MOVE, 60, answers=0), asked="one")
    clockwork = Clocks(house.store, house.tables, _no_tournament)
    clockwork.sure, steady = house.noticing.sure, [0.0]
    monkeypatch.setattr("cogs.service.absence_checks.time", SimpleNamespace(monotonic=lambda: steady[0]))
    time.at += 61
    await clockwork.tick()
    assert not table.over
    house.port.where[101] = Whereabouts(GONE)
    await house.noticing.settle()
    time.at += 2
    await clockwork.tick()
    assert not table.over
    assert table.dials[0].due is None
    other = await house.table(2, clock=Clock(MOVE, 60, answers=0), asked="one", channel=2)
    time.at += 61
    await clockwork.tick()
    steady[0] += PATIENCE + 1
    time.at += 2
    await clockwork.tick()
    assert other.over, "Discord says nothing"


async def _no_tournament(_: int) -> None:
    """There is none."""


def read(table: Any, player: int) -> list[str]:
    """What somebody else reads of everybody's time."""
    say = texts("en")
    lines = [public_line(table, seat, say) for seat, _ in table.view(None).asked] + absent_lines(table, player, say)
    return lines + [seat_line(table, s.seat, say, s.player == player) for s in table.seats if s.player != player]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
async def test_a_question_asked_in_private_stands_in_private(house, time, rule):
    table = await house.table(4, clock=rule, asked="window")
    await table.act(0, ("bid", "2"))
    time.at += 9.5 * HOUR
    before, owed = read(table, 101), await house.store.outbox.of(Subject("table", table.id))
    others = {seat: dial for seat, dial in table.dials.items() if seat != 1}
    row = table.row
    house.port.where[102] = Whereabouts(GONE)
    await house.noticing.settle()
    assert (table.dials[1].due is None) == (rule.kind != UNTIL), "a deadline is one for all"
    assert read(table, 101) == before
    assert await house.store.outbox.of(Subject("table", table.id)) == owed
    assert {seat: dial for seat, dial in table.dials.items() if seat != 1} == others
    assert table.row._replace(revision=row.revision) == row
    assert await house.store.absences.waited_for(1, time.at) == {}
    assert await house.store.tables.needing_attention(1, 0) == []
    assert bool(absent_lines(table, 102, texts("en"))) == (rule.kind != UNTIL), "they alone are told"


async def test_what_has_stood_in_private_does_not_show_in_what_everybody_reads_later(house, time):
    """Whether their time has stood for a question of which nobody knows, it stands once for one that everybody knows."""
    table = await house.table(3, clock=RULES[0], asked="window")
    await table.act(0, ("bid", "2"))
    time.at += 9.5 * HOUR
    house.port.where[102] = Whereabouts(GONE)
    await house.noticing.settle()
    assert table.dials[1].due is None
    await table.act(1, ("let",), own=True)
    await table.act(2, ("let",))
    assert table.acting == (1,)
    assert table.dials[1].due == time.at + 10 * HOUR
    time.at += 9.5 * HOUR
    await house.noticing.settle()
    assert table.dials[1].due is None
    assert await house.told(table) == ["absent.gone"]


@pytest.mark.sampled(0.3)
@pytest.mark.usefixtures("painter_of_bids")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
async def test_others_read_the_same_at_the_same_time_whether_who_is_asked_in_private_is_there_or_has_left(tmp_path, rule):
    """Two worlds, looked at until their time would have been over in the first one: all that goes out, and all that can be asked for."""
    seen = []
    for gone in (False, True):
        async with Chat(tmp_path / str(gone)) as chat:
            world = World(chat, Setting(0, 3, options={"asked": "window"}, clock=rule))
            await world.begin()
            async with world.at_once():
                await world.table.act(0, ("bid", "2"))
            world.starts()
            away = world.members[1]
            if gone:
                chat.leaves(away)
                chat.bot.noticing.suspect(int(away))
            for hours in (1, 4, 5.5, 8, 9.2, 9.7)[:: -often(2, 1)][::-1]:
                world.seen.append([])
                chat.ahead = hours * HOUR
                await chat.bot.reach.settle()
                await chat.bot.noticing.settle()
                await world.pass_to(hours * HOUR)
                await world.look(ASKS)
            assert (world.table.dials[1].due is None) == (gone and rule.kind != UNTIL)
            assert int(away) in world.table.absences or not gone
            seen.append(world.seen)
    for there, left in zip(*seen, strict=True):
        for one, other in zip(there, left, strict=True):
            assert one == other
