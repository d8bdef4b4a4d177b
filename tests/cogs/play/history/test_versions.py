"""Games under way when a deployment brings other rules: they go on from their position, or wait; old rows are never played by new rules.

The game is `tests.bids` in three versions. What is true is worked out from the rows of the database: each row by the rules of its time.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager

import pytest

import rules
from cogs.play.history.record import events_seen, export, open_earliest
from cogs.play.history.record_check import check
from cogs.play.history.record_replay import EarlierRules
from cogs.play.new_table import Opening, Party
from cogs.play.proposals import Consent
from cogs.play.stored_results import settle_stranded
from cogs.play.table_queries import Closed, Stale, Stranded
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from cogs.play.unreadable_tables import stranded_in
from data.content import build
from data.store import Store
from data.store.rows import DRAW, OVER, Proposal, TableAct
from rules.competition.clock import BANK, HOUR, MOVE, Clock
from rules.game import Refused
from rules.notation import RULED
from rules.randomness import Chance
from tests.bids import Bids, known, open_table, ripened

ACT = TableAct(9, "act", "whom", "why")


class Tenfold(Bids):
    """The second version: no bid of 1, and the others score ten times as much. It cannot play what the first one allowed."""

    version = 2

    def apply(self, state, seat, action):
        if action == ("bid", "1"):
            raise Refused("no_such_bid", "BI-2")
        before = dict(state.points)
        step = super().apply(state, seat, action)
        if step.state.points != before:
            gained = {s: n - before.get(s, 0) for s, n in step.state.points.items()}
            step.state.points = {s: before.get(s, 0) + 10 * n for s, n in gained.items()}
        return step

    def decision(self, state, seat):
        return super().decision(state, seat)._replace(default=("bid", "2"))


class Blind(Bids):
    """A third one that cannot read what others have left."""

    version = 3

    def __init__(self):
        super().__init__()
        self.load = self._load

    def _load(self, snapshot):
        raise ValueError("of another shape")


class Lost(Bids):
    """One that reads it and does not know what to ask."""

    version = 4

    def decision(self, state, seat):
        raise KeyError("phase")


class Finished(Bids):
    """One by which the game is over already."""

    version = 5

    def to_act(self, state):
        return ()


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture
def deploy(monkeypatch):
    """Other rules are there from now on."""

    def there(made: type[Bids]) -> None:
        build(Bids.key)  # So that its package is imported.
        monkeypatch.setattr(rules.bids, "Bids", made)
        build.cache_clear()

    yield there
    monkeypatch.undo()
    build.cache_clear()


@pytest.fixture
async def start(tmp_path):
    """Opens the same database file again and again, as processes do."""
    opened: list[Store] = []

    @asynccontextmanager
    async def process(at: float = 1_000_000.0):
        store = await Store.open(tmp_path / "g.sqlite3")
        opened.append(store)
        store.now = lambda: at
        yield store
        await store.close()

    yield process
    for store in opened:
        await store.close()


async def stored(store: Store, sql: str) -> list[tuple]:
    return [tuple(row) for row in await store.all(sql)]


async def lines(store: Store, table: int) -> list[str]:
    """The kinds of all events that a table owes to its channel."""
    found = await stored(store, f"SELECT payload FROM owed WHERE game = {table} AND kind = 'board' ORDER BY id")
    return [kind for (payload,) in found for kind, _, _ in json.loads(payload).get("events", [])]


async def by_hand(store: Store, table: int, options: dict[str, str], *versions: tuple[int, Bids]):
    """The state after all rows, each played by the rules of its time: from which action on which."""
    ((seed,),) = await stored(store, f"SELECT seed FROM games WHERE id = {table}")
    state = versions[0][1].setup(2, options, int(seed, 16)).state
    after = {0: state}
    for number, seat, words in await stored(store, f"SELECT number, seat, action FROM actions WHERE game = {table} ORDER BY number"):
        game = next(game for since, game in reversed(versions) if number > since or since == 0)
        action = tuple(words.split())
        if action[0] == "undo":
            state = after[int(action[1])]
        else:
            state = game.redrawn(state, Chance(action[1])) if action[0] == "redraw" else game.apply(state, seat, action).state
        after[number] = state
    return state


async def begun(store: Store, *bids: tuple[int, str], **more):
    table = await open_table(store, asked="one", **more)
    for seat, bid in bids:
        await table.act(seat, ("bid", bid))
    return table


async def test_it_goes_on_from_its_position(start, deploy):
    async with start() as store:
        table = await begun(store, (0, "1"), (1, "1"), (0, "2"))
        first, question = table.id, table.mark(1)
    deploy(Tenfold)
    async with start() as store:
        tables = Tables(store)
        table = await tables.get(first)
        assert table.state == await by_hand(store, first, {"asked": "one"}, (0, Bids()))
        assert (table.position, table.acting, table.row.version, table.row.played) == (3, (1,), 1, 2)
        assert await stored(store, "SELECT game, number, version FROM bases") == [(first, 3, 2)]
        assert (await lines(store, first)).count("table.rules_changed") == 1
        with pytest.raises(Stale):
            await table.act(1, ("bid", "2"), question)  # It was asked by other rules.
        with pytest.raises(Refused):
            await table.act(1, ("bid", "1"), table.mark(1))
        await table.act(1, ("bid", "3"), table.mark(1))
        await table.act(0, ("bid", "2"))
    async with start() as store:
        table = await Tables(store).get(first)
        assert table.state == await by_hand(store, first, {"asked": "one"}, (0, Bids()), (3, Tenfold()))
        assert (await lines(store, first)).count("table.rules_changed") == 1, "told once"
        assert len(await stored(store, "SELECT * FROM bases")) == 1


async def test_what_came_before_is_not_taken_back(start, deploy):
    async with start() as store:
        first = (await begun(store, (0, "1"), (1, "1"), (0, "2"))).id
    deploy(Tenfold)
    async with start() as store:
        table = await Tables(store).get(first)
        based = table.state
        consent = Consent(table)
        for seat in (0, 1):
            with pytest.raises(Unfit, match="earlier_rules"):
                await consent.undo(seat)
        for number in (0, 1, 2):
            with pytest.raises(EarlierRules):
                await table.record.position_after(number)
            with pytest.raises(EarlierRules):
                await table.go_back(0, number, act=ACT)
        await table.act(1, ("bid", "2"))
        await table.act(0, ("bid", "3"))
        await table.act(1, ("bid", "3"))
        assert await table.record.position_after(3) == based
        await table.go_back(0, 4, act=ACT)
        assert table.state == await by_hand(store, first, {"asked": "one"}, (0, Bids()), (3, Tenfold()))
        assert table.state.made == Tenfold().apply(based, 1, ("bid", "2")).state.made
        found = await consent.undo(1)
        assert (found.target, found.accepted) == (3, True)
        assert table.state == await by_hand(store, first, {"asked": "one"}, (0, Bids()), (3, Tenfold()))
        with pytest.raises(Unfit, match="earlier_rules"):
            await consent.undo(1)
        with pytest.raises(EarlierRules):
            await table.go_back(0, 2, act=ACT)
        assert await open_earliest(table) == (3, 3)
    async with start() as store:
        table = await Tables(store).get(first)
        assert table.state == await by_hand(store, first, {"asked": "one"}, (0, Bids()), (3, Tenfold()))


async def test_the_last_thing_before_was_an_undo_or_hidden(start, deploy):
    """The position of the base has a number of its own that no row that counts has: the latest one that counts stands for it."""
    async with start() as store:
        table = await begun(store, (0, "1"), (1, "1"), (0, "2"), channel=1)
        await table.go_back(0, 1, act=ACT)
        undone = table.id
        table = await begun(store, (0, "1"), (1, "1"), channel=2)
        await table.order(1, frozenset({"again"}))
        hidden = table.id
    deploy(Tenfold)
    async with start() as store:
        tables = Tables(store)
        table = await tables.get(undone)
        based = table.state
        assert await open_earliest(table) == (1, 5), "nobody need know what was drawn anew"
        await table.act(1, ("bid", "2"))
        await table.go_back(0, 5, act=ACT)
        assert table.state == based == await by_hand(store, undone, {"asked": "one"}, (0, Bids()), (5, Tenfold()))
        table = await tables.get(hidden)
        based = table.state
        assert table.orders(1) == {"again"}
        assert await open_earliest(table) == (2, 3), "nobody may know of the order"
        await table.act(0, ("bid", "2"))
        await ripened(table)
        assert [row.seat for row in (await store.tables.actions(hidden))[3:]] == [0, 1]
        await table.go_back(0, 3, act=ACT)
        assert (table.state.orders, table.state.made) == (based.orders, based.made)
        assert json.loads((await export(table, [0])).split("versions: ")[1].split("\n")[0]) == [{"version": 2, "after_action": 2}]
        assert json.loads((await export(table, [1])).split("versions: ")[1].split("\n")[0]) == [{"version": 2, "after_action": 3}]


async def test_log_and_record(start, deploy):
    async with start() as store:
        table = await open_table(store)
        for bid in ("1", "2"):
            await table.act(0, ("bid", bid))
            await table.act(1, ("bid", bid))
        first = table.id
        over = await begun(store, (0, "1"), channel=2)
        await over.act(1, ("finish", "0", "1"))
        assert check(await export(over, [])).key == "check.right"
        kept = await export(over, [])
    deploy(Tenfold)
    async with start() as store:
        tables = Tables(store)
        table = await tables.get(first)
        assert [event.kind for event in await events_seen(table, [0])] == ["table.earlier_rules"]
        await table.act(0, ("bid", "3"))
        await table.act(1, ("bid", "3"))
        assert [event.kind for event in await events_seen(table, [0])] == ["table.earlier_rules", "bids"]
        await table.act(0, ("finish", "0", "1"))
        text = await export(table, [])
        assert "version: 1\n" in text
        assert 'versions: [{"version": 2, "after_action": 4}]\n' in text
        assert len(text.split("\n\n")[1].strip().split("\n")) == 7
        verdict = check(text)
        assert (verdict.key, verdict.wrong) == ("check.rules_changed", None)
        over = await tables.get(over.id)
        assert over.over
        assert [event.kind for event in await events_seen(over, [0])] == ["table.earlier_rules"]
        assert await export(over, []) == kept, "a game that is over stays as it was"
        assert check(kept).key == "check.other_rules"
        assert check(kept).facts == {"recorded": 1, "now": 2}
        assert check(kept.replace('seed_sha256: "', 'seed_sha256: "0')).key == "check.wrong", "that is wrong by any rules"
        assert await stored(store, f"SELECT * FROM bases WHERE game = {over.id}") == []


@pytest.mark.parametrize(("rule", "left"), [(Clock(MOVE, 10 * HOUR), 10 * HOUR), (Clock(BANK, 10 * HOUR, HOUR, answers=0), 10 * HOUR)])
async def test_clocks(start, deploy, rule, left):
    """Whoever is asked anew has not lost the time in which they were asked by other rules."""
    async with start() as store:
        table = await begun(store, clock=rule)
        first = table.id
        assert table.dials[0].due == 1_000_000 + left
    deploy(Tenfold)
    async with start(1_000_000.0 + 9 * HOUR) as store:
        table = await Tables(store).get(first)
        assert (table.dials[0].since, table.dials[0].due) == (1_000_000 + 9 * HOUR, 1_000_000 + 9 * HOUR + left)
        assert await stored(store, "SELECT seat, due FROM dials WHERE due IS NOT NULL") == [(0, 1_000_000 + 9 * HOUR + left)]
        await table.clocks.pause(True, ACT)
    deploy(Bids)
    async with start(1_000_000.0 + 20 * HOUR) as store:
        table = await Tables(store).get(first)
        assert table.row.paused
        assert [dial.since for dial in table.dials.values()] == [None]
        await table.clocks.pause(False, ACT)
        assert table.dials[0].due == 1_000_000 + 20 * HOUR + left


async def test_proposals_end(start, deploy):
    async with start() as store:
        table = await begun(store, (0, "1"))
        first = table.id
        async with table.changing():
            await table.do_propose(Proposal(DRAW, 0, 1, 0, (1,), mark="m"))
    deploy(Tenfold)
    async with start() as store:
        assert (await Tables(store).get(first)).proposal is None
        assert await stored(store, "SELECT * FROM proposals") == []


async def test_a_computer_is_to_act(start, deploy):
    async with start() as store:
        table = await open_table(store, computers=1, asked="one")
        table._let_computers_act = lambda: asyncio.sleep(0)
        await table.act(0, ("bid", "2"))
        first = table.id
        assert table.computer == 1
    deploy(Tenfold)
    async with start() as store:
        assert await stored(store, "SELECT kind FROM owed WHERE kind = 'computers'") == [("computers",)]
        table = await Tables(store).get(first)
        assert await stored(store, "SELECT kind FROM owed WHERE kind = 'computers'") == [("computers",)]
        await table.computers_answer()
        assert table.acting == (0,)
        assert table.state == await by_hand(store, first, {"asked": "one"}, (0, Bids()), (1, Tenfold()))


@pytest.mark.usefixtures("places")
async def test_two_processes_at_once(start, deploy):
    async with start() as store:
        first = (await begun(store, (0, "1"))).id
    deploy(Tenfold)
    for _ in range(3):
        async with start() as one, start() as other:
            mine, theirs, again = await asyncio.gather(Tables(one).get(first), Tables(other).get(first), Tables(one).get(first))
            assert mine.state == theirs.state == again.state
            assert mine.row.revision == theirs.row.revision == again.row.revision
            assert await stored(one, "SELECT number, version FROM bases") == [(1, 2)]
            assert (await lines(one, first)).count("table.rules_changed") == 1


@pytest.mark.usefixtures("places")
async def test_back_and_forth(start, deploy):
    """A deployment that is taken back is another change of rules."""
    async with start() as store:
        first = (await begun(store, (0, "1"))).id
    for made, seat in ((Tenfold, 1), (Bids, 0), (Tenfold, 1)):
        deploy(made)
        async with start() as store:
            table = await Tables(store).get(first)
            await table.act(seat, ("bid", "2"))
    async with start() as store:
        assert await stored(store, "SELECT number, version FROM bases ORDER BY number") == [(1, 2), (2, 1), (3, 2)]
        table = await Tables(store).get(first)
        versions = (0, Bids()), (1, Tenfold()), (2, Bids()), (3, Tenfold())
        assert table.state == await by_hand(store, first, {"asked": "one"}, *versions)
        assert await open_earliest(table) == (3, 3)


async def test_an_open_table_is_dealt_by_the_rules_of_then(start, deploy):
    async with start() as store:
        made, _ = await Tables(store).open(Opening(Bids.key, 1, 1, {}, "en", "light"), Party((101, "Anna"), seats=2))
    deploy(Tenfold)
    async with start() as store:
        assert await Tables(store).join(made, (102, "Bohumil"))
        table = await Tables(store).get(made)
        assert (table.row.version, table.row.played) == (2, 2)
        assert await stored(store, "SELECT * FROM bases") == []
        await table.act(0, ("bid", "2"))
        await table.act(1, ("finish", "0", "1"))
        assert check(await export(table, [])).key == "check.right"


@pytest.mark.parametrize("made", [Blind, Lost, Finished])
async def test_it_waits_where_it_cannot_be_read(start, deploy, made):
    rule = Clock(MOVE, 10 * HOUR)
    async with start() as store:
        table = await begun(store, (0, "1"), clock=rule)
        first, state = table.id, table.state
    deploy(made)
    async with start(1_000_000.0 + 9 * HOUR) as store:
        tables = Tables(store)
        with pytest.raises(Stranded):
            await tables.get(first)
        assert [one.row.id for one in await stranded_in(tables, 1)] == [first]
        assert await stranded_in(tables, 2) == []
        assert await store.tables.next_ring() is None, "nobody loses time"
        assert await stored(store, "SELECT status, played, position FROM games") == [("live", 1, 1)]
        assert await stored(store, "SELECT * FROM bases") == []
    deploy(Bids)
    async with start(1_000_000.0 + 90 * HOUR) as store:
        tables = Tables(store)
        assert await stranded_in(tables, 1) == []
        table = await tables.get(first)
        assert (table.state, table.row.played) == (state, 1)
        assert table.dials[1].due == 1_000_000 + 100 * HOUR
        assert "table.rules_changed" not in await lines(store, first)
        await Consent(table).undo(0)
        assert table.acting == (0,), "the rules are the same as ever"


async def test_later_rules_can_read_it_again(start, deploy):
    async with start() as store:
        first = (await begun(store, (0, "1"))).id
    deploy(Blind)
    async with start() as store:
        with pytest.raises(Stranded):
            await Tables(store).get(first)
    deploy(Tenfold)
    async with start() as store:
        table = await Tables(store).get(first)
        assert await stored(store, "SELECT number, version FROM bases") == [(1, 2)]
        await table.act(1, ("bid", "2"))


async def test_it_can_be_ended_as_it_stands(start, deploy):
    async with start() as store:
        given_up = (await begun(store, (0, "1"), (1, "1"), channel=1, rated=True)).id
        decided = (await begun(store, (0, "1"), (1, "1"), channel=2, rated=True)).id
    deploy(Blind)
    async with start() as store:
        tables = Tables(store)
        found = {one.row.id: one for one in await stranded_in(tables, 1)}
        await settle_stranded(store, found[given_up], act=ACT)
        await settle_stranded(store, found[decided], RULED, [[1], [0]], ACT)
        with pytest.raises(Stale):
            await settle_stranded(store, found[decided], RULED, [[0], [1]], ACT)
        with pytest.raises(Stranded) as error:
            await tables.get(decided)
        assert error.value.row.status == OVER
        with pytest.raises(Closed):
            await settle_stranded(store, error.value)
        rows = await stored(store, "SELECT game, number, action FROM actions WHERE number > 2 ORDER BY game")
        assert rows == [(given_up, 3, "settle abandoned 0+1"), (decided, 3, "settle ruled 1 0")]
        assert await stored(store, "SELECT DISTINCT game FROM rating_changes") == [(decided,)]
        assert [json.loads(outcome)["places"] for (outcome,) in await stored(store, "SELECT outcome FROM games ORDER BY id")] == [
            [[0, 1]],
            [[1], [0]],
        ]
    deploy(Bids)
    async with start() as store:
        table = await Tables(store).get(decided)
        assert (table.over, table.outcome.places) == (True, ((1,), (0,)))
        assert check(await export(table, [])).key == "check.right"
