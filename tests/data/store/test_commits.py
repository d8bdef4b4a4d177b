"""One commit a change: of two who change a table at the same moment, in two processes, one wins, and the other learns what is true now."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.table_queries import NoTable, Stale
from cogs.play.tables import Tables
from data.store import Store
from data.store.changes import Change, Raced
from data.store.configured_limits import Limits, TooMany
from data.store.rows import ChannelTaken, Dealing, MatchTable, Repeated, TableAct
from rules.competition.clock import MOVE, Clock
from rules.notation import RULED
from tests.bids import KEY, known, open_table
from tests.data.store.test_configured_limits import tournament
from tests.databases import Places, tables
from tests.sampled import sampled

NOW = 1_800_000_000.0
ACT = TableAct(9, "ruled", "", "test")
CHANGES: dict[str, Any] = {
    "act": lambda t: t.act(1, ("bid", "2")),
    "order": lambda t: t.order(0, frozenset({"again"})),
    "seat": lambda t: t.seating.sit(1, (300, "New")),
    "offer": lambda t: t.seating.offer(0, True),
    "dial": lambda t: t.expiry.remind_at(1, NOW + 60),
    "pause": lambda t: t.clocks.pause(True, ACT),
    "proposal": lambda t: Consent(t).draw(0),
    "clock": lambda t: t.clocks.set_clock(Clock(MOVE, 900), ACT),
    "move": lambda t: t.move(1, 2),
    "resign": lambda t: t.concede(0),
    "end": lambda t: t.settle(1, RULED, [[0], [1]], ACT),
    "time": lambda t: t.time_out(1, ACT),
    "back": lambda t: t.go_back(0, 0, act=ACT),
}
"""Each a change of one commit."""
MARK = r"\b[0-9a-f]{8}\b"
"""What is drawn by lot."""


@pytest.fixture(autouse=True)
def bids():
    with known():
        yield


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Store]:
    """A store, closed whatever happens."""
    store = await Store.open(path)
    store.now = lambda: NOW
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def before(places, tmp_path) -> Path:
    """A file with a table at which somebody has acted."""
    path = tmp_path / "before.sqlite3"
    async with opened(path) as store:
        table = await open_table(store, 2, asked="one", clock=Clock(MOVE, 600))
        await table.act(0, ("bid", "1"), interaction=1)
    return path


@asynccontextmanager
async def both(places: Places, before: Path, name: str = "copy") -> AsyncIterator[tuple[Store, Table, Table]]:
    """A copy of that file, and the table as two processes know it."""
    copy = before.with_name(f"{name}.sqlite3")
    places.copy(before, copy)
    async with opened(copy) as one, opened(copy) as other:
        yield one, await Tables(one).get(1), await Tables(other).get(1)


async def whole(store: Store) -> dict[str, list[Any]]:
    """Everything that is stored, but what is drawn by lot."""
    rows = {name: sorted(await store.records(f"SELECT * FROM {name}"), key=str) for name in await tables(store)}
    for row in (*rows["owed"], *rows["proposals"]):
        row.update({name: re.sub(MARK, "", str(row[name])) for name in ("payload", "mark") if name in row})
    return rows


def known_of(table: Table) -> Any:
    """All that a table in memory says."""
    state = table.rules.dump(table.state)
    row = table.row._replace(outcome=json.loads(json.dumps(table.row.outcome)))
    return row, state, table.seats, table.dials, table.proposal, table.settled, table.asked, table.acting


async def check_told(store: Store, *tables: Table) -> None:
    """Tables know what is stored, as somebody does who reads it for the first time."""
    stored = known_of(await Tables(store).get(1))
    for table in tables:
        assert known_of(table) == stored


def share(places: Places) -> float:
    """How many pairs of changes are tried in an ordinary run: where a copy takes longer, fewer."""
    return 0.03 if places.on_server else 0.12


Alone = Callable[[str], Awaitable[dict[str, Any]]]


@pytest.fixture
def alone(places, before) -> Alone:
    """What is stored after a change by itself."""
    found: dict[str, dict[str, Any]] = {}

    async def after(name: str) -> dict[str, Any]:
        if name not in found:
            async with both(places, before, "alone") as (store, table, _):
                await CHANGES[name](table)
                found[name] = await whole(store)
                assert table.row.revision == found[name]["games"][0]["revision"] == 3, "one change, one revision"
                await check_told(store, table)
        return found[name]

    return after


async def test_each_change_is_another_one_and_one_revision(alone):
    assert len({str(await alone(name)) for name in CHANGES}) == len(CHANGES)


@pytest.mark.sampled(0.5, any=True)
async def test_whoever_comes_second_changes_nothing_and_knows_what_is_true(places, before, alone):
    for first, second in sampled(product(CHANGES, repeat=2), share(places)):
        async with both(places, before) as (store, one, other):
            await CHANGES[first](one)
            with pytest.raises(Stale):
                await CHANGES[second](other)
            assert await whole(store) == await alone(first), f"{second} after {first}"
            await check_told(store, one, other)


@pytest.mark.sampled(0.5, any=True)
async def test_of_two_at_the_same_moment_one_wins(places, before, alone):
    for first, second in sampled(product(CHANGES, repeat=2), share(places), seed=2):
        async with both(places, before) as (store, one, other):
            done = await asyncio.gather(CHANGES[first](one), CHANGES[second](other), return_exceptions=True)
            lost = [isinstance(result, Stale) for result in done]
            assert sorted(lost) == [False, True], (first, second, done)
            assert await whole(store) == await alone(second if lost[0] else first)
            await check_told(store, one, other)


async def test_who_lost_is_asked_the_present_question(places, before):
    async with both(places, before) as (store, one, other):
        old = other.mark(1)
        await one.go_back(0, 0, act=ACT)
        with pytest.raises(Stale):
            await other.act(1, ("bid", "2"), old)
        assert other.acting == (0,)
        await other.act(0, ("bid", "3"), other.mark(0))
        done = [row.action for row in await store.tables.actions(1) if row.action[0] != "redraw"]
        assert done == [("bid", "1"), ("undo", "0"), ("bid", "3")]


@pytest.mark.parametrize("at_once", [False, True])
async def test_an_interaction_that_comes_again_is_carried_out_once(places, before, alone, at_once):
    async with both(places, before) as (store, one, other):
        deeds = [table.act(1, ("bid", "2"), interaction=77) for table in (one, other)]
        if at_once:
            done = await asyncio.gather(*deeds, return_exceptions=True)
        else:
            done = [await asyncio.gather(deed, return_exceptions=True) for deed in deeds]
            done = [result for (result,) in done]
        assert [type(result) for result in done].count(Repeated) == 1, done
        after = await whole(store)
        assert [row["interaction"] for row in after["actions"]] == [1, 77]
        after["actions"][1]["interaction"] = None
        assert after == await alone("act")
        with pytest.raises(Repeated):
            await one.act(one.acting[0], ("bid", "2"), interaction=1)


async def test_a_change_of_what_was_read_long_ago_is_refused(places, before):
    async with both(places, before) as (store, table, _):
        row = table.row
        await table.seating.offer(0, True)
        stored = await whole(store)
        for stale in (row, row._replace(revision=row.revision + 2), row._replace(id=99)):
            with pytest.raises(Raced):
                await store.tables.commit(Change(stale, seats=[], dials={}, proposed=(), act=ACT, computers=True))
        assert await whole(store) == stored


async def test_what_follows_is_told_after_the_commit_and_only_then(places, before):
    async with both(places, before) as (store, one, other):
        woken: list[Any] = []
        store.outbox.woken = woken.append
        await one.seating.offer(0, True)
        assert [tuple(subject) for subject in woken] == [("table", 1)]
        other.store.outbox.woken = woken.append
        with pytest.raises(Stale):
            await other.seating.offer(0, False)
        assert len(woken) == 1, "nobody is woken for what has not happened"


def new(channel: int, guild: int = 1, host: int = 101) -> tuple[Opening, Party]:
    return Opening(KEY, guild, channel, {}, "en", "light"), Party((host, "Anna"), [(102, "Bohumil")], agreed=True)


@pytest.mark.parametrize("seats", [2, 3])
async def test_of_two_tables_in_a_channel_one_is_made(places, before, seats):
    """Dealt at once, or with a lobby."""
    async with both(places, before) as (store, one, other):
        stored = await whole(store)
        opening, party = new(7)
        attempts = [Tables(table.store).open(opening, party._replace(seats=seats)) for table in (one, other)]
        done = await asyncio.gather(*attempts, return_exceptions=True)
        assert sorted(type(result).__name__ for result in done) == ["ChannelTaken", "tuple"]
        after = await whole(store)
        assert [row["channel"] for row in after["games"]] == [1, 7]
        assert len(after["seats"]) == len(stored["seats"]) + 2
        assert len(after["owed"]) == len(stored["owed"]) + 1
        stored = after
        with pytest.raises(ChannelTaken):
            await one.move(1, 7)
        assert await whole(store) == stored
        assert one.row.channel == 1
        await one.seating.offer(0, True)


async def test_limits_hold_for_tables_that_are_dealt_at_once(places, before):
    async with both(places, before) as (store, one, other):
        limits = Limits(tables_by_person=2, tables_by_server=3, tournaments_by_server=2)
        attempts = [Tables(table.store, limits).open(*new(10 + n)) for n, table in enumerate((one, other) * 3)]
        done = await asyncio.gather(*attempts, return_exceptions=True)
        refused = [result.limit for result in done if isinstance(result, TooMany)]
        assert refused == ["tables_by_person"] * 5, "the table that was there counts too"
        await Tables(store, limits).open(*new(20, host=200))
        with pytest.raises(TooMany, match="tables_by_server"):
            await Tables(store, limits).open(*new(21, host=201))
        assert len(await store.all("SELECT 1 FROM games")) == 3
        assert not await store.all("SELECT 1 FROM seats WHERE game NOT IN (SELECT id FROM games)")


async def test_a_game_of_a_match_is_dealt_once_and_only_by_a_tournament_as_it_stands(places, before):
    async with both(places, before) as (store, one, other):
        cup = await tournament(store, 50)
        ((now,),) = await store.all("SELECT revision FROM tournaments")

        async def deal(table: Table, number: int, revision: int, channel: int) -> str:
            """What is refused, or nothing."""
            dealing = Dealing(cup, revision, MatchTable(3, number, 0, channel))
            with contextlib.suppress(Repeated, Raced):
                await Tables(table.store).open(*new(channel), dealt=dealing)
                return ""
            return "refused"

        assert sorted(await asyncio.gather(deal(one, 0, now, 60), deal(other, 0, now, 61))) == ["", "refused"]
        stored = await whole(store)
        with pytest.raises(Repeated):
            await Tables(store).open(*new(62), dealt=Dealing(cup, now + 1, MatchTable(3, 0, 0, 62)))
        with pytest.raises(Raced):
            await Tables(store).open(*new(62), dealt=Dealing(cup, now, MatchTable(3, 1, 0, 62)))
        with pytest.raises(ChannelTaken):
            await Tables(store).open(*new(1), dealt=Dealing(cup, now + 1, MatchTable(3, 1, 0, 1)))
        assert await whole(store) == stored
        assert await deal(other, 1, now + 1, 62) == "", "another game of it is another one"
        dealt = await store.all("SELECT fixture, number, game, channel FROM tournament_games ORDER BY number")
        assert [row[:2] for row in dealt] == [(3, 0), (3, 1)]
        made = await store.all("SELECT id, channel FROM games WHERE id > 1 ORDER BY id")
        assert made == [row[2:] for row in dealt], "no table is there without its match"


async def test_who_presses_first_is_first(places, before):
    """Nobody is turned away at an open table because of what others do at the same moment, in another process neither."""
    async with both(places, before) as (store, one, other):
        here, there = Tables(one.store), Tables(other.store)
        made, begun = await here.open(Opening(KEY, 1, 7, {}, "en", "light"), Party((101, "Anna"), seats=4))
        assert not begun
        done = await asyncio.gather(*(t.join(made, (200 + n, f"P{n}")) for n, t in enumerate((here, there, here, there))), return_exceptions=True)
        *sat, late = sorted(done, key=lambda one: isinstance(one, Exception))
        assert sorted(sat) == [False, False, True]
        assert isinstance(late, NoTable) or str(late) == "game.full", "the table has begun, or is about to"
        found = await here.get(made)
        assert len({s.player for s in found.seats}) == 4
        assert await store.all("SELECT kind FROM owed WHERE game = ? AND kind = 'board'", (made,)) == [("board",)], "it begins once"
