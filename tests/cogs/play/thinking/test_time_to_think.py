"""How long computers may think: 3 s about a decision, 20 s in a turn, and never less than a little."""

from __future__ import annotations

import random

import pytest

from cogs.play import table_actions, tables
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.thinking.budget import LEAST, Allowance, whose_turn
from cogs.play.thinking.worker import Thought, think
from cogs.play.thinking.worker_requests import Request
from data.content import build, games
from data.duration_listeners import listen, unlisten
from data.store.shards import EVERYTHING, Shards
from rules.computer_levels import LEVELS
from rules.game import Budget
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.bids import KEY, Bids, known, memory
from tests.waiting import within


class Slow:
    """Answers by the game's default, and says that it took a time that a test tells it. Keeps what it was asked."""

    def __init__(self, seconds: float, answer=None) -> None:
        self.seconds, self.answer = seconds, answer
        self.asked: list[Request] = []

    async def think(self, task, asker):
        self.asked.append(task)
        rules = build(task.game)
        state = rules.load(task.snapshot)
        return Thought(self.answer(state, task.seat) if self.answer else rules.decision(state, task.seat).default, seconds=self.seconds)

    def waits(self, asker):
        return False

    def close(self):
        pass


@pytest.fixture(autouse=True)
def _bids(monkeypatch):
    with known():
        yield


async def begun(store, thinker, seats: int = 2, game: str = KEY, people: int = 1, **options: str):
    here = Tables(store, thinker=thinker)
    party = Party((1, "A"), [(n, "B") for n in range(2, people + 1)], computers=seats - people, computer_name="C", agreed=True)
    made, _ = await here.open(Opening(game, 1, 1, options, "en", "light"), party)
    return await here.get(made)


async def test_a_turn_has_twenty_seconds_and_then_a_little_is_left_for_each_decision():
    """A seat that `think`s goes on with its turn."""
    often = iter([*[("think",)] * 9, ("bid", "1")] * 2)
    slow = Slow(2.5, lambda state, seat: next(often))
    async with memory() as store:
        table = await begun(store, slow, asked="one")
        await table.act(0, ("bid", "1"))
        await table.computers_answer()
        assert [request.seconds for request in slow.asked] == [3.0] * 7 + [2.5, LEAST, LEAST]
        await table.act(0, ("bid", "1"))
        await table.computers_answer()
        assert [request.seconds for request in slow.asked[10:]] == [3.0] * 7 + [2.5, LEAST, LEAST], "a new turn has it all again"


async def test_a_restart_in_the_middle_of_a_turn_begins_anew(monkeypatch):
    monkeypatch.setattr(table_actions, "PATIENCE", 0.0)
    monkeypatch.setattr(tables, "PATIENCE", 0.0)
    async with memory() as store:
        table = await begun(store, Slow(10.0), asked="one")
        table._allowance.come_to(1)
        table._allowance.spend(1, 100.0)
        assert table._allowance.left(1) == LEAST
        again = await Tables(store, thinker=Slow(1.0)).get(table.id)
        assert again._allowance.left(1) == 3.0


async def test_a_turn_that_a_computer_goes_on_with_after_a_restart_has_twenty_seconds_in_all(monkeypatch):
    """And not so many after the first decision."""
    monkeypatch.setattr(table_actions, "PATIENCE", 0.0)
    often = iter([*[("think",)] * 9, ("bid", "1")])
    slow = Slow(2.5, lambda state, seat: next(often))
    async with memory() as store:
        table = await begun(store, Slow(0.0), asked="one")
        store.shards = Shards(2, frozenset())
        await table.act(0, ("bid", "1"))
        store.shards = EVERYTHING
        again = await Tables(store, thinker=slow).get(table.id)
        await again.computers_answer()
        assert again.acting == (0,)
        assert [request.seconds for request in slow.asked] == [3.0] * 7 + [2.5, LEAST, LEAST]


async def test_computers_that_are_left_alone_hurry():
    slow = Slow(0.0)
    async with memory() as store:
        table = await begun(store, slow, seats=3, people=1, asked="one")
        await table.act(0, ("bid", "1"))
        await table.computers_answer()
        assert {request.seconds for request in slow.asked} == {3.0}
        slow.asked.clear()
        await table.concede(0)
        await table.computers_answer()
        assert table.over
        assert {request.seconds for request in slow.asked} == {LEAST}


async def test_answers_in_a_window_are_part_of_the_turn_in_which_it_opens():
    """Two computers top each other again and again in a person's turn, of which each has its own time; in their own turns they have it anew."""
    slow = Slow(19.0, lambda state, seat: ("let",) if state.windows > 3 else ("top",) if state.window else ("bid", "1"))
    async with memory() as store:
        table = await begun(store, slow, seats=3, asked="window")
        await table.act(0, ("bid", "1"))
        async with within("the second turn"):
            while table.state.turn == 0:
                await table.computers_answer()
                if table.state.turn == 0:
                    await table.act(0, ("let",))
        await table.computers_answer()
        in_turn = {turn: [(r.seat, r.seconds) for r in slow.asked if table.rules.load(r.snapshot).turn == turn] for turn in (0, 1)}
        for seat in (1, 2):
            first, *later = [seconds for who, seconds in in_turn[0] if who == seat]
            assert first == 3.0
            assert later
            assert later == [1.0, *[LEAST] * (len(later) - 1)]
        assert in_turn[1][0] == (1, 3.0)


async def test_a_turn_that_goes_by_in_the_same_commit_is_one():
    """Somebody's order answers at once, so that the computer is asked again and again with nothing stored in between."""
    slow = Slow(19.0)
    async with memory() as store:
        table = await begun(store, slow, asked="one")
        await table.order(0, frozenset({"again"}))
        await table.computers_answer()
        assert table.over
        assert len(slow.asked) > 100
        assert {request.seconds for request in slow.asked} == {3.0}


def test_what_is_said_of_whose_turn_it_is():
    """A draft of the game in which seats bid in turn, with windows for the others: they are part of the bidder's turn."""
    rules = build(KEY)
    state = rules.setup(3, {"asked": "window"}, 1).state
    assert whose_turn(rules, state) == 0
    state = rules.apply(state, 0, ("bid", "1")).state
    assert rules.to_act(state) == (1, 2)
    assert whose_turn(rules, state) == 0
    for seat in (1, 2):
        state = rules.apply(state, seat, ("let",)).state
    assert whose_turn(rules, state) == 1


def test_an_allowance_is_each_seats_own_and_of_one_turn():
    allowance = Allowance()
    allowance.come_to(0)
    allowance.spend(0, 19.0)
    allowance.spend(1, 5.0)
    assert (allowance.left(0), allowance.left(1), allowance.left(2)) == (1.0, 3.0, 3.0)
    allowance.come_to(None)
    allowance.come_to(0)
    assert allowance.left(0) == 1.0
    allowance.come_to(1)
    assert (allowance.left(0), allowance.left(1)) == (3.0, 3.0)


@pytest.mark.parametrize("game", games())
def test_nobody_runs_dry_in_a_game(game):
    """Of each seat the turns end often enough: who thinks for a second about each decision never has more than some that must be quick."""
    rules, chance = build(game), random.Random(3)
    for seats in (rules.seats[0], rules.seats[-1]):
        state, allowance, quick, asked = rules.setup(seats, {}, 11).state, Allowance(), 0, 0
        while rules.to_act(state) and asked < 1500:
            seat = next((s for s in rules.to_act(state) if rules.said(state, s) is None), rules.to_act(state)[0])
            allowance.come_to(whose_turn(rules, state))
            asked += 1
            quick += allowance.left(seat) < 0.5
            allowance.spend(seat, 1.0)
            action = rules.decision(state, seat).default
            if chance.random() < 0.5:
                found = [action for action, _ in zip(legal(rules, state, seat), range(40), strict=False)]
                action = chance.choice(found)
            state = rules.apply(state, seat, action).state
        assert asked > 20
        assert quick < asked / 4, (quick, asked)


class Patient:
    """An opponent that thinks until it is told that its time is over."""

    nodes = 10**9
    budgets: list[Budget] = []

    def decide(self, rules, glimpse, seat, chance, budget):
        self.budgets.append(budget)
        while not budget.over():
            pass
        return ("bid", "1")


@pytest.mark.parametrize("seconds", [0.02, 0.2])
def test_the_opponent_is_told_when_to_end_and_the_thought_tells_how_long_it_took(monkeypatch, seconds):
    patient = Patient()
    monkeypatch.setattr(Bids, "opponents", dict.fromkeys(LEVELS, patient))
    rules = build(KEY)
    state = rules.dump(rules.setup(2, {}, 1).state)
    thought = think(Request(KEY, state, 0, "hard", Chance.of(1).key, seconds))
    assert patient.budgets[-1].nodes == 10**9
    assert thought.answer == ("bid", "1")
    assert seconds <= thought.seconds < seconds + 0.15


async def test_whoever_measures_is_told_of_each_thought():
    heard = []
    listener = lambda *what: heard.append(what)  # noqa: E731
    listen(listener)
    try:
        async with memory() as store:
            table = await begun(store, tables.HERE, asked="one")
            await table.act(0, ("bid", "1"))
            await table.computers_answer()
    finally:
        unlisten(listener)
    assert [(what, kind) for what, kind, _ in heard if what == "thought"] == [("thought", "decide")]
    assert all(0 <= seconds < 5 for what, _, seconds in heard if what == "thought")
