"""Several processes on one file, each with its shards: what each does, what it leaves to the others, and what becomes of it in between."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cogs.play.outbox_worker import LOST, Trouble
from cogs.play.table_queries import Stale
from data.store import Store
from data.store.changes import BOARD, HELD, TABLE, Change, Message, Subject
from data.store.database import Unreachable
from data.store.rows import Repeated
from data.store.shards import Shards
from rules.competition.clock import DAY, HOUR, MOVE, UNTIL, Clock
from tests.cogs.play.street import STARTED, TURNED, House, Street, look, scenario, street
from tests.cogs.service.town import Process, Town, acted, deal, guild_of
from tests.moved_databases import database, server
from tests.sampled import EVERYWHERE
from tests.waiting import rounds, until, within

__all__ = ["street"]
pytestmark = pytest.mark.usefixtures("threads")
"""Some processes stand on one file at the same time."""
STEP = 1 if EVERYWHERE else 8
"""Every so many places a process gives its shards up."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
async def town(request: pytest.FixtureRequest, street: Street, tmp_path: Path) -> AsyncIterator[Town]:
    number = itertools.count()
    with contextlib.ExitStack() as databases:

        def fresh() -> Any:
            if request.param == "sqlite":
                return tmp_path / f"{next(number)}.sqlite3"
            return databases.enter_context(database(request.getfixturevalue("address")))

        made = Town(fresh)
        try:
            yield made
        finally:
            await made.close()


# Side by side


async def test_each_message_is_sent_once_and_each_clock_rings_once(town):
    """Six servers, two processes that both look whenever something happens anywhere."""
    here, there = await town.beside(2, 0), await town.beside(2, 1)
    here.worker.elsewhere, there.worker.elsewhere = there.worker.hear, here.worker.hear
    owners = {channel: (here, there)[channel % 2] for channel in range(1, 7)}
    tables = {c: await deal(owner, guild_of(c % 2, c, 2), c, clock=Clock(MOVE, 600)) for c, owner in owners.items()}
    await asyncio.gather(here.quiet(), there.quiet())
    told: dict[int, list[list[str]]] = {channel: [[STARTED]] for channel in owners}
    for seat in (0, 1):
        for channel, table in tables.items():
            told[channel].append([await look(table, seat)])
        await asyncio.gather(here.quiet(), there.quiet())
    assert {channel: town.chat.told(channel) for channel in owners} == told
    town.now += 601
    for _ in range(3):
        await asyncio.gather(*(process.clockwork.tick() for process in (here, there, here, there)))
    await asyncio.gather(here.quiet(), there.quiet())
    for channel, table in tables.items():
        assert [auto for *_, auto in await acted(here, table.id)] == [False, False, True], "its time was over once"
        assert len(town.chat.told(channel)) == 4
    assert set(Counter(nonce for nonce, _ in town.chat.asked).values()) == {1}


async def test_what_belongs_to_others_is_told_to_them_and_left_alone(town):
    here, there = await town.beside(2, 0), await town.beside(2, 1)
    told: list[Subject] = []
    there.store.outbox.subjects = mock.AsyncMock(return_value=[])  # type: ignore[method-assign]  # It is to hear of it.
    await there.clockwork.close()
    here.worker.elsewhere = told.append
    foreign, own = await deal(here, guild_of(1, 1, 2), 1, computers=1), await deal(here, guild_of(0, 1, 2), 2, computers=1)
    await here.quiet()
    await until(lambda: told)  # On a slow server it comes a moment after.
    assert told == [Subject(TABLE, foreign.id)]
    assert town.chat.told(2) == [[STARTED]]
    assert town.chat.told(1) == []
    await foreign.act(0, ("look",))
    await own.act(0, ("look",))
    await here.quiet()
    assert await acted(here, own.id) == [(0, "look", False), (1, "bid 2", True)]
    assert await acted(here, foreign.id) == [(0, "look", False)], "nobody thinks here about what is not looked after here"
    there.worker.elsewhere = told.append
    there.worker.hear(Subject(TABLE, own.id))
    for process in (here, there):
        process.worker.hear(Subject(TABLE, foreign.id))
    await until(lambda: 1 in [where for where, _ in town.chat.posts])
    await there.worker.settled(Subject(TABLE, foreign.id))
    assert await acted(here, foreign.id) == [(0, "look", False), (1, "bid 2", True)]
    assert len([where for where, _ in town.chat.posts if where == 1]) == 1
    assert set(told) == {Subject(TABLE, foreign.id)}
    assert len(told) == 2, "who is told of something tells nobody else"


async def test_tournaments_and_channels_are_those_of_ones_own_servers(town):
    here, there = await town.beside(3, 0), await town.beside(3, 1, 2)
    columns = "guild, channel, status, alarm, name, host, game, options, language, plan, seeding, rated, created"
    rest = "'Cup', 1, 'bids', '{}', 'en', '{\"format\":\"swiss\"}', 'random', 0, 1.0"
    guilds = [None, *(guild_of(n % 3, n, 3) for n in range(1, 9))]
    async with here.store.transaction() as db:
        for n, guild in enumerate(guilds, 1):
            status = "open" if n % 2 else "live"
            await db.execute(f"INSERT INTO tournaments ({columns}) VALUES (?, ?, ?, ?, {rest})", (guild, n, status, town.now + 100 - n))
            table = "id, guild, channel, status, game, version, language, theme, options, host, created"
            values = "'bids', 1, 'en', 'light', '{}', 1, 1.0"
            await db.execute(f"INSERT INTO games ({table}) VALUES (?, ?, ?, ?, {values})", (n, guild, n, status))
    shard = {n: 0 if guild is None else (n - 1) % 3 for n, guild in enumerate(guilds, 1)}
    for process, own in ((here, {0}), (there, {1, 2})):
        mine = {n for n in shard if shard[n] in own}
        cups, tables = process.store.tournaments, process.store.tables
        assert set(await cups.channels()) == mine
        assert set(await cups.live()) == {n for n in mine if n % 2 == 0}
        assert await cups.next_alarm() == town.now + 100 - max(mine)
        assert await cups.alarmed(town.now + 100) == sorted(mine, reverse=True)
        assert set(await tables.lobbies()) == {n for n in mine if n % 2}
        assert set(await tables.played_in()) == {n for n in mine if n % 2 == 0}
    town.now += 100
    await asyncio.gather(*(process.clockwork.tick() for process in (here, there)))
    assert sorted(here.rung) == [n for n in shard if shard[n] == 0]
    assert sorted(there.rung) == [n for n in shard if shard[n] != 0]


# From one to another


async def insist(house: House) -> None:
    """What people do who were not answered, though what they did may still be carried out meanwhile."""
    for _ in rounds("an answer"):
        with contextlib.suppress(Repeated, Stale):
            return await scenario(house)


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("how", ["killed", "asked", "pushed"])
async def test_nothing_is_lost_or_done_twice_wherever_shards_change_hands(town, how):
    """A game with a computer. Between any two steps the process is killed, asked to give its shards up, or has to at once; another one is there
    already, and goes on."""
    for leave_at in rounds("a run that comes through", 1, STEP):
        town.elsewhere()
        first, second = await town.beside(2, 0), await town.beside(2)
        first.worker.elsewhere = second.worker.hear
        await deal(first, guild_of(0, 1, 2), 1, computers=1)
        await first.quiet()
        if how == "killed":
            first.kill_at = first.points + leave_at
        else:
            first.leave_at = first.points + leave_at
        over = first.dead if how == "killed" else first.leaving
        through = await first.comes_through(scenario(first), over, town.passing)
        if not through:
            if how != "killed":
                await first.give_up(0, patience=10.0 if how == "asked" else 0)
                assert not first.worker._tasks, "nothing is under way any more"
            asked = len(town.chat.asked)
            await second.take(0)
            assert await second.comes_through(insist(second), passing=lambda second=second: town.pass_by(second))
            nonces = Counter(nonce for nonce, _ in town.chat.asked)
            again = {nonce for nonce, often in nonces.items() if often > 1}
            assert len(again) <= (0 if how == "asked" else 1), f"{leave_at}: {nonces}"
            assert again <= {nonce for nonce, _ in town.chat.asked[asked - 1 : asked]}, "only what was under way is sent again"
        house = first if through else second
        assert await acted(house, 1) == [
            (0, "look", False), (1, "bid 2", True), (0, "think", False), (0, "look", False), (1, "bid 2", True), (0, "look", False),
            (1, "bid 2", True),
        ], leave_at  # fmt: skip
        table = await house.tables.get(1)
        pile = table.rules.setup(2, table.row.chosen, table.row.seed).state.pile
        shown = [word for told in town.chat.told() for word in told]
        assert shown == [STARTED, *(f"{TURNED} {n}" for n in reversed(pile[-3:]))], f"given up at {leave_at}: {town.chat.told()}"
        assert town.chat.posts[-1][1]["position"] == 7
        assert await house.debts() == []
        await town.close()
        if through:
            break
    assert leave_at > 15


async def test_a_computer_whose_answer_could_not_be_stored_answers_after_a_pause(town):
    """As on a busy machine, where the file may be locked for too long: nobody is waited for without an end."""
    house = await town.beside(1, 0)
    table, commit, failed = await deal(house, 1, 1, computers=1), house.store.tables.commit, 0

    async def locked_once(change: Change) -> Any:
        nonlocal failed
        if any(row.seat == 1 for row in change.rows) and not failed:
            failed += 1
            raise Unreachable("database is locked")
        return await commit(change)

    house.store.tables.commit = locked_once  # type: ignore[method-assign]
    assert await house.comes_through(scenario(house), passing=town.passing)
    assert failed == 1
    assert [seat for seat, _, auto in await acted(house, table.id) if auto] == [1, 1, 1]


async def test_an_answer_that_was_lost_is_known_to_the_next_process(town):
    """It sends the same message again, and with it nothing that has happened since."""
    first, second = await town.beside(2, 0, 1), await town.beside(2)
    table = await deal(first, guild_of(1, 1, 2), 1)
    await first.quiet()
    town.chat.late.append(Trouble(LOST))
    told = await look(table, 0)
    await until(lambda: len(town.chat.posts) == 2)
    await first.worker.settled(Subject(TABLE, 1))
    await first.give_up(1)
    other = await look(await second.tables.get(1), 1)
    await second.take(1)
    await second.quiet()
    assert town.chat.told() == [[STARTED], [told], [other]]
    assert len(town.chat.asked) == 4
    assert town.chat.asked[1][0] == town.chat.asked[2][0]


async def test_two_who_seal_at_the_same_moment_have_the_same_parcel(town):
    """As when somebody does not know yet that others look after a shard, and whatever happens meanwhile."""
    one, other = await town.beside(1), await town.beside(1)
    await deal(one, 1, 1)
    subject, fresh = Subject(TABLE, 1), []
    for _ in range(20):
        owing = [house.store.outbox.owe(subject, Message(kind)) for house, kind in ((one, HELD), (one, BOARD), (other, BOARD))]
        first, second, *_ = await asyncio.gather(
            one.store.outbox.seal(1), other.store.outbox.seal(1), *owing, other.store.outbox.owe(subject, Message(BOARD))
        )
        assert first.debts == second.debts
        assert [first.again, second.again].count(False) == 1
        fresh += [debt.id for debt in first.debts]
        await one.store.outbox.done(first.debts)
        await other.store.outbox.owe(subject, Message(BOARD))
    assert len(fresh) == len(set(fresh)) > 40


async def test_whoever_gives_a_shard_up_finishes_what_it_is_at_and_begins_nothing(town):
    first = await town.beside(2, 0, 1)
    sending, go, keep = asyncio.Event(), asyncio.Event(), first.send

    async def slow(channel: int, *message: Any) -> int:
        if channel == 1:
            sending.set()
            async with within("the test to let it send"):
                await go.wait()
        return await keep(channel, *message)

    first.send = slow  # type: ignore[method-assign]
    given, kept = await deal(first, guild_of(1, 1, 2), 1), await deal(first, guild_of(0, 1, 2), 2)
    async with within("the first message"):
        await sending.wait()
    await first.store.outbox.owe(Subject(TABLE, given.id), Message("said", {"key": "x"}))
    ending = asyncio.create_task(first.give_up(1))
    await asyncio.sleep(0.05)
    assert not ending.done()
    go.set()
    await ending
    assert town.chat.told(1) == [[STARTED]]
    first.worker.hear(Subject(TABLE, given.id))
    await first.worker.settled(Subject(TABLE, given.id))
    await look(kept, 0)
    await first.quiet()
    assert len(town.chat.told(1)) == 1, "the second message is for whoever comes next"
    assert len(town.chat.told(2)) == 2


@pytest.mark.parametrize("patience", [0.0, 5.0])
async def test_a_clean_end_lets_steps_end_if_there_is_time(town, patience):
    first = await town.beside(1, 0)
    sending, keep = asyncio.Event(), first.send

    async def slow(*message: Any) -> int:
        sending.set()
        await asyncio.sleep(0.1)
        return await keep(*message)

    first.send = slow  # type: ignore[method-assign]
    await deal(first, 1, 1)
    async with within("the first message"):
        await sending.wait()
    await first.worker.close(patience)
    assert town.chat.told() == ([[STARTED]] if patience else [])
    assert await first.store.all("SELECT COUNT(*) FROM owed") == [(0 if patience else 1,)]


# Time in which nobody was there


async def dues(process: Process) -> dict[int, float]:
    """When whose time ends, by table, in plain rows."""
    return dict(await process.store.all("SELECT game, due FROM dials WHERE due IS NOT NULL"))


async def test_only_time_in_which_nobody_looked_after_a_server_is_charged_to_nobody(town):
    """One process after another takes shards and gives them up, or is killed; the shards are counted anew twice. A list of plain moments says how
    long nobody was there for a server: the noted ones come every half minute."""
    servers = {channel: channel << 22 for channel in range(1, 13)}
    process = await town.beside(1, 0)
    for channel, guild in servers.items():
        await deal(process, guild, channel, clock=Clock(MOVE, 30 * DAY) if channel % 2 else Clock(UNTIL, town.now + 30 * DAY))
    expected = await dues(process)
    alone = dict.fromkeys(servers, 0.0)
    last: dict[int, float] = {}

    async def lives(*processes: Process) -> None:
        for one in processes:
            await one.clockwork._note_alive()
            last.update({channel: town.now for channel, guild in servers.items() if guild // 2**22 % one.store.shards.count in one.store.shards.own})

    async def takes(one: Process, *own: int) -> None:
        for channel, guild in servers.items():
            if guild // 2**22 % one.store.shards.count in own:
                alone[channel] += town.now - last[channel]
                last[channel] = town.now
        await one.take(*own)

    await lives(process)
    town.now += HOUR
    await lives(process)
    town.now += 20  # Killed between two notes.
    await town.killed(process)
    town.now += 2 * HOUR
    for count, split in ((4, ((0, 1), (2, 3))), (3, ((0, 2), (1,))), (4, ((3,), (0, 1, 2)))):
        both = [await town.beside(count), await town.beside(count)]
        for one, own in zip(both, split, strict=True):
            await takes(one, *own)
            town.now += 500  # The second comes later.
        await lives(*both)
        town.now += HOUR
        await lives(*both)
        given = split[0][0]
        await both[0].give_up(given)
        last.update({channel: town.now for channel, guild in servers.items() if guild // 2**22 % count == given})
        town.now += 77
        await takes(both[1], given)
        town.now += HOUR
        await lives(*both)
        for one in both:
            one.dead.set()
        town.now += 10
        for one in both:
            await town.killed(one)
        town.now += DAY
    store = await Store.open(town.path)
    try:
        found = dict(await store.all("SELECT game, due FROM dials WHERE due IS NOT NULL"))
    finally:
        await store.close()
    assert found == pytest.approx({channel: due + alone[channel] for channel, due in expected.items()}, abs=1e-3)
    assert len(set(alone.values())) > 3


async def test_nobody_is_credited_twice_when_crediting_is_killed(town):
    """Neither a decision's time nor a deadline."""
    process = await town.beside(1, 0)
    for channel in range(1, 5):
        await deal(process, channel << 22, channel, clock=Clock(MOVE, DAY) if channel % 2 else Clock(UNTIL, town.now + DAY))
    before = await dues(process)
    await process.clockwork._note_alive()
    await town.killed(process)
    town.now += HOUR
    for kill_at in range(1, 12):
        store = await Store.open(town.path)
        store.now = lambda: town.now
        made = Process(store, town.chat, 1)
        town._open.append(made)
        made.kill_at = kill_at
        taking = asyncio.create_task(made.take(0))
        await until(lambda made=made, taking=taking: made.dead.is_set() or taking.done(), pause=0.002)
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
        await town.killed(made)
    last = await town.beside(1, 0)
    assert await dues(last) == pytest.approx({channel: due + HOUR for channel, due in before.items()}, abs=1e-3)


async def test_who_acts_while_others_are_credited_is_credited_as_well(town):
    """Somebody is quicker, who does not know yet that nobody was there: all is looked at anew."""
    process = await town.beside(1, 0)
    tables = [await deal(process, n << 22, n, clock=Clock(UNTIL, town.now + DAY)) for n in (1, 2)]
    before = await dues(process)
    await process.clockwork.close()
    town.now += HOUR
    later = await town.beside(1)
    running, looked = later.store.heartbeat.running, 0

    async def acted_meanwhile(*shards: Any) -> Any:
        nonlocal looked
        looked += 1
        found = await running(*shards)
        if looked == 1:
            await look(tables[1], 0)
        return found

    later.store.heartbeat.running = acted_meanwhile  # type: ignore[method-assign]
    await later.take(0)
    assert looked == 2
    assert set((await dues(later)).values()) == {due + HOUR for due in before.values()}


async def test_no_clock_rings_before_everybody_is_credited(town):
    """Whose time ended while nobody was there has it still."""
    process = await town.beside(2, 0, 1)
    tables = [await deal(process, guild_of(n % 2, n, 2), n, clock=Clock(MOVE, HOUR)) for n in range(1, 7)]
    await process.clockwork._note_alive()
    town.now += HOUR / 2
    await process.clockwork._note_alive()
    await town.killed(process)
    town.now += DAY
    later = await town.beside(2, 1)
    await later.clockwork.tick()
    await later.take(0)
    await later.clockwork.tick()
    assert [await acted(later, table.id) for table in tables] == [[]] * 6
    town.now += HOUR / 2 + 1
    await later.clockwork.tick()
    assert [len(await acted(later, table.id)) for table in tables] == [1] * 6


# Discord out of reach


async def test_clocks_of_a_shard_stand_while_discord_does_not_reach_it(town):
    process = await town.beside(2, 0, 1)
    away, there = [await deal(process, guild_of(shard, 1, 2), 1 + shard, clock=Clock(MOVE, HOUR)) for shard in (0, 1)]
    await process.clockwork._note_alive()
    before = await dues(process)
    process.clockwork.lost(0)
    town.now += 40
    process.clockwork.lost(0)  # Discord could not be reached once more.
    town.now += HOUR
    await process.clockwork.tick()
    assert (await acted(process, away.id), len(await acted(process, there.id))) == ([], 1)
    await process.clockwork.found(0)
    await process.clockwork.tick()
    assert await acted(process, away.id) == []
    assert (await dues(process))[away.id] == before[away.id] + 40 + HOUR


async def test_no_clock_rings_while_those_are_credited_whom_discord_reaches_again(town):
    process = await town.beside(1, 0)
    table = await deal(process, 1, 1, clock=Clock(MOVE, HOUR))
    process.clockwork.lost()
    town.now += DAY
    reading, go, running = asyncio.Event(), asyncio.Event(), process.store.heartbeat.running

    async def slow(shards: Shards) -> Any:
        reading.set()
        async with within("the test to let it read"):
            await go.wait()
        return await running(shards)

    process.store.heartbeat.running = slow  # type: ignore[method-assign]
    back = asyncio.create_task(process.clockwork.found())
    async with within("the clocks to be read"):
        await reading.wait()
    ticking = asyncio.create_task(process.clockwork.tick())
    await asyncio.sleep(0.1)
    go.set()
    await asyncio.gather(back, ticking)
    assert await acted(process, table.id) == []


async def test_a_process_that_is_killed_while_discord_is_out_of_reach_has_charged_nobody(town):
    """What it noted meanwhile is not that somebody was there for those whom it could not hear."""
    process = await town.beside(2, 0, 1)
    away, there = [await deal(process, guild_of(shard, 1, 2), 1 + shard, clock=Clock(MOVE, DAY)) for shard in (0, 1)]
    await process.clockwork._note_alive()
    before = await dues(process)
    process.clockwork.lost(0)
    for _ in range(4):
        town.now += HOUR
        await process.clockwork._note_alive()
    await town.killed(process)
    town.now += 60
    later = await town.beside(2, 0, 1)
    found = await dues(later)
    assert found[away.id] == before[away.id] + 4 * HOUR + 60
    assert found[there.id] == before[there.id] + 60
