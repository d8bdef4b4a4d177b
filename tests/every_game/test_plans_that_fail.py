"""A plan that cannot be carried out costs its seat that plan, in every game: whatever part of it fails, and wherever, the others play on.

The faults are put into copies of the engines: reading a part of what a seat has said ahead raises, as an engine with a mistake does. What has
happened is played once more by the engine without the fault, which must come to the same.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from cogs.play import cascade as coursing
from cogs.play.cascade import Cascade
from data.store.rows import SeatRow
from rules.game import Refused
from rules.notation import RESIGN, Row, play
from rules.parts.ahead import DRAFT, FAULT, LAPSE, READY, SEAL, STOPS, kept, parts, sealed
from tests.bids import KEY, Bids
from tests.every_game.saying import saying
from tests.every_game.setups import SETUPS, Setup
from tests.every_game.test_knowledge import oracle
from tests.sampled import often

LONGEST = 250
"""So many actions of a game are played."""
FAILS = (ZeroDivisionError, IndexError, KeyError, RecursionError)


def failing(rules: Any, part: str) -> Any:
    """A copy of an engine in which whatever reads a part of what seat 0 has said ahead raises."""
    broken, error = copy.copy(rules), FAILS[len(part) % len(FAILS)]
    planned, left, standing, answered = broken._planned, broken._left_of, broken.standing, broken.answered

    def has(state: Any, seat: int) -> bool:
        return seat == 0 and part in parts(rules, state, seat)

    def on_planned(state: Any, seat: int, ahead: Any) -> Any:
        if has(state, seat) and part in (DRAFT, READY):
            raise error(part)
        return planned(state, seat, ahead)

    def on_left(seat: int, said: Any, done: Any) -> Any:
        if has(done[0], seat) and done[1] != seat and part != SEAL:
            raise error(part)
        return left(seat, said, done)

    def on_standing(state: Any, seat: int, orders: Any) -> Any:
        if orders and has(state, seat) and part == STOPS:
            raise error(part)
        return standing(state, seat, orders)

    def on_answered(state: Any, seat: int) -> Any:
        if has(state, seat) and part == SEAL:
            raise error(part)
        return answered(state, seat)

    broken._planned, broken._left_of, broken.standing, broken.answered = on_planned, on_left, on_standing, on_answered
    return broken


def seated(count: int) -> list[SeatRow]:
    return [SeatRow(seat, 100 + seat, None, f"player {seat}") for seat in range(count)]


def asked_of(rules: Any, state: Any) -> dict[int, int]:
    return dict.fromkeys(rules.to_act(state), 0)


CASES = [(s, part) for s in SETUPS for part in (STOPS, SEAL, DRAFT, READY) if part in s.rules.verbs and not (part == SEAL and s.options.get("quick"))]


@pytest.mark.sampled(0.12)
@pytest.mark.parametrize(("setup", "part"), CASES, ids=lambda case: str(case))
def test_a_plan_that_fails_is_set_aside_and_everybody_plays_on(setup: Setup, part: str):
    rules, seen = setup.rules, 0
    broken, player = failing(rules, part), oracle(setup.game)
    for seed in range(often(3, 6)):
        rng = random.Random(seed)
        state = rules.setup(setup.seats, setup.options, seed).state
        again = state
        for number in range(LONGEST):
            acting = rules.to_act(state)
            if not acting:
                break
            course = Cascade(broken, state, seated(setup.seats), asked_of(broken, state), number, at_once=True)
            line = saying(rules, state, 0, rng, (part,)) if rng.random() < 0.3 else None
            if line is not None and len(line) > 1:
                course.take(0, line)
            else:
                seat = next((s for s in acting if rules.said(state, s) is None), acting[0])
                action = player.acts(rules, state, seat, rng)
                try:
                    course.take(seat, action) if sealed(action) else course.answer(seat, action)
                except Refused:  # What another seat answers has been set aside, and with it what this action was for.
                    course.answer(seat, rules.decision(course.state, seat).default)
            course.follow()
            for row in course.rows:
                if row.action[0] == LAPSE:
                    assert row.action == (LAPSE, FAULT, part)
                    assert (row.seat, row.auto, rules.redact(row.action)) == (0, True, ())
                    seen += 1
                again = play(rules, again, row).state
            assert len(course.faults) == sum(row.action[0] == LAPSE for row in course.rows)
            if course.faults:
                assert kept(rules, course.state, 0).lost == FAULT
            assert rules.dump(again) == rules.dump(course.state), "an engine without the fault replays the same"
            for seat in rules.to_act(course.state):
                broken.said(course.state, seat)
            state = again = player.eased(course.state)
        if seen > 2:
            break
    assert seen, "it never failed"


@pytest.mark.parametrize("setup", [s for s in SETUPS if DRAFT in s.rules.verbs and s.seats > 2], ids=str)
def test_others_resign_and_lose_by_time_while_a_plan_fails(setup: Setup):
    rules = setup.rules
    broken, rng, player, done = failing(rules, DRAFT), random.Random(4), oracle(setup.game), 0
    state = rules.setup(setup.seats, setup.options, 4).state
    for number in range(LONGEST):
        line = saying(rules, state, 0, rng, (DRAFT,))
        acting = rules.to_act(state)
        if line is not None and len(line) > 1 and acting[0] != 0:
            planned = rules.apply(state, 0, line).state
            course = Cascade(broken, planned, seated(setup.seats), asked_of(broken, planned), number)
            course.take(acting[0], RESIGN)
            course.follow()
            done += 1
            course = Cascade(broken, planned, seated(setup.seats), asked_of(broken, planned), number)
            course.answer(acting[0], rules.decision(planned, acting[0]).default, auto=True)
            course.follow()
        if done > 3:
            break
        state = player.eased(rules.apply(state, acting[0], player.acts(rules, state, acting[0], rng)).state)
    assert done


def test_orders_that_answer_each_other_without_end_are_set_aside(monkeypatch):
    """A game of orders alone ends by itself after some hundred bids; long before, the seats are asked."""
    monkeypatch.setattr(coursing, "AUTOMATIC_LIMIT", 20)
    rules: Any = Bids()
    state = rules.setup(2, {"asked": "one"}, 1).state
    for seat in range(2):
        state = rules.apply(state, seat, ("stops", "again")).state
    course = Cascade(rules, state, seated(2), {0: 0}, 0, at_once=True)
    course.follow()
    assert {row.seat for row in course.rows if row.action[0] == LAPSE} == {0, 1}
    assert rules.key == KEY
    assert rules.to_act(course.state)
    assert all(rules.said(course.state, seat) is None for seat in range(2))


def test_plans_of_several_seats_that_fail_for_the_same_reason_are_all_set_aside(monkeypatch):
    rules: Any = Bids()
    state = rules.setup(3, {"asked": "window"}, 1).state
    for seat in (1, 2):
        state = rules.apply(state, seat, ("ready", "answer", "any", "top")).state

    def raises(*_: Any) -> Any:
        raise IndexError

    monkeypatch.setattr(Bids, "_meanings", raises)
    course = Cascade(rules, state, seated(3), {0: 0}, 0, at_once=True)
    course.answer(0, ("bid", "2"))
    course.follow()
    assert [(row.seat, row.action) for row in course.rows] == [
        (0, ("bid", "2")), (1, (LAPSE, FAULT, READY)), (2, (LAPSE, FAULT, READY)),
    ]  # fmt: skip
    assert rules.to_act(course.state) == (1, 2)


def test_what_fails_without_any_plan_is_told_as_a_fault_of_the_engine():
    rules: Any = Bids()
    state = rules.setup(2, {"asked": "one"}, 1).state
    state = rules.apply(state, 1, ("stops", "again")).state
    broken: Any = copy.copy(rules)

    def raises(*_: Any) -> Any:
        raise ZeroDivisionError

    broken.carry_out = raises
    course = Cascade(broken, state, seated(2), {0: 0}, 0, at_once=True)
    with pytest.raises(ZeroDivisionError):
        course.answer(0, ("bid", "2"))
    assert not course.rows
    assert rules.given(course.state, 1) == {"again"}, "nobody's plans are set aside for that"
    assert play(rules, course.state, Row(1, 0, ("bid", "2"))).state.made == 1
