"""Rules that fail on a legal action: whose time stands and for how long, what the clock, a computer and a moderator do then, and how a game ends that
cannot go on. In each game, in both databases, over restarts."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.play import fault_rules
from cogs.play.fault_rules import Failed
from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import Worker
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.table_queries import Stale
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from cogs.service.automatic_moves import AutomaticMoves
from data.content import build, games
from data.store import Store
from data.store.changes import BOARD, FAULT, Change, Debt
from data.store.rows import END, TableAct
from rules.competition.clock import BANK, COMPUTER, DAY, FORFEIT, HOUR, MOVE, UNTIL, Clock
from rules.game import Action, Refused, Word
from rules.legal_actions import legal
from rules.notation import ABANDONED, RULED
from tests.bids import KEY, known, open_table
from tests.failing import SECRET, everything, failing, only

ANNA, BOHUMIL, CECILE = 101, 102, 103
BEGUN = 1_790_000_000.0
ACT = TableAct(9, "timeout", "Anna", "why")
EACH = Clock(MOVE, 2 * HOUR, answers=-1)
BID = ("bid", "2")


class Hour:
    """What time it is in the stores of a test."""

    def __init__(self) -> None:
        self.now = BEGUN

    async def open(self, path: Any) -> Store:
        store = await Store.open(path)
        store.now = lambda: self.now
        return store


@pytest.fixture
def hour():
    return Hour()


@pytest.fixture
async def store(hour, tmp_path):
    opened = await hour.open(tmp_path / "games.sqlite3")
    yield opened
    await opened.close()


@pytest.fixture
def bids(monkeypatch):
    """The game of the house, whose words offer each bid."""
    with known():
        game = build(KEY)
        real = game.words

        def words(state: Any, seat: int, prefix: Action) -> list[Word]:
            bidding = prefix == ("bid",) and seat in game.to_act(state) and not state.window
            return [Word(n, True) for n in ("1", "2", "3")] if bidding else real(state, seat, prefix)

        monkeypatch.setattr(game, "words", words, raising=False)
        yield game


async def begin(store: Store, game: str, clock: Clock | None = EACH) -> Table:
    """A table of a game with two people, some way into it, at a question that can be answered in several ways."""
    tables = Tables(store)
    made, _ = await tables.open(Opening(game, 1, 1, {}, "en", "light", clock=clock), Party((ANNA, "Anna"), [(BOHUMIL, "Bohumil")], agreed=True))
    table = await tables.get(made)
    for _ in range(200):
        seat = table.awaited[0]
        decision = table.rules.decision(table.state, seat)
        if table.position > 12 and not decision.sealed and len(answers(table)) > 2:
            return table
        await table.act(seat, decision.default)
    raise AssertionError("no such question")


def answers(table: Table) -> list[Action]:
    """What the seat that is asked may answer, the game's own answer first."""
    seat = table.awaited[0]
    default = table.rules.decision(table.state, seat).default
    return [default, *(action for action in legal(table.rules, table.state, seat) if action != default)]


async def owed(table: Table, kind: str) -> list[dict[str, Any]]:
    """What a table owes of a kind, the oldest first."""
    return [json.loads(payload) for (payload,) in await table.store.all("SELECT payload FROM owed WHERE kind = ? ORDER BY id", (kind,))]


async def again(table: Table, hour: Hour, path: Any) -> Table:
    """The same table as another process reads it after this one."""
    await table.store.close()
    return await Tables(await hour.open(path)).get(table.id)


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


# The end


async def stuck(store: Store, bids: Any, seats: int = 3, **more: Any) -> Table:
    """A table at which the first seat can answer nothing."""
    table = await open_table(store, seats, clock=EACH, asked="one", **more)
    with failing(bids, lambda seat, action: action[0] == "bid"), pytest.raises(Failed):
        await table.time_out(0, ACT)
    return table


async def test_all_others_together_end_a_game_that_cannot_go_on(store, bids):
    table = await stuck(store, bids)
    consent = Consent(table)
    for stranger in (ANNA, 999):
        with pytest.raises(Unfit, match=r"fault\.others"):
            await consent.end(stranger)
    proposal = await consent.end(BOHUMIL)
    assert (proposal.kind, proposal.asked, proposal.accepted, table.over) == (END, (1, 2), False, False)
    assert table.proposal == (await Tables(store).get(table.id)).proposal == proposal
    with pytest.raises(Unfit):
        await consent.agree([0], proposal.mark)
    assert (await consent.end(BOHUMIL)).mark == proposal.mark, "pressed twice"
    assert not table.over
    assert (await consent.agree([2], proposal.mark)).accepted
    assert table.over
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.places) == (ABANDONED, ((0, 1, 2),))
    assert (await store.tables.actions(table.id))[-1].action[:2] == ("settle", ABANDONED)


@pytest.mark.parametrize(("seats", "computers"), [(2, 0), (3, 1)])
async def test_one_other_person_is_enough_where_there_is_no_further_one(store, bids, seats, computers):
    table = await stuck(store, bids, seats, computers=computers)
    assert (await Consent(table).end(BOHUMIL)).accepted
    assert table.over


async def test_alone_with_computers_the_one_who_can_answer_nothing_ends_it(store, bids):
    table = await stuck(store, bids, 2, computers=1)
    assert (await Consent(table).end(ANNA)).accepted
    assert table.over


async def test_a_game_that_can_go_on_is_not_ended_so(store, hour, bids):
    table = await stuck(store, bids)
    consent = Consent(table)
    proposal = await consent.end(BOHUMIL)
    await table.act(0, BID)
    assert table.proposal is None
    for late in (consent.end(BOHUMIL), consent.agree([2], proposal.mark)):
        with pytest.raises(Unfit):
            await late
    table = await stuck(store, bids, channel=2)
    proposal = await Consent(table).end(BOHUMIL)
    await table.expiry.go_on()
    assert table.stuck == []
    with pytest.raises(Unfit):
        await Consent(table).agree([2], proposal.mark)
    assert not table.over


async def test_a_fault_alone_ends_nothing(store, bids):
    table = await open_table(store, clock=EACH, asked="one")
    with failing(bids, only(BID)), pytest.raises(Failed):
        await table.act(0, BID)
    with pytest.raises(Unfit, match=r"fault\.gone"):
        await Consent(table).end(BOHUMIL)


async def test_a_rated_game_without_a_result_changes_no_rating(store, bids):
    table = await stuck(store, bids, 2, rated=True)
    await Consent(table).end(BOHUMIL)
    assert table.over
    assert await store.all("SELECT * FROM rating_changes") == []
