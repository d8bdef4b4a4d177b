"""What is said ahead is carried out on the occasion that it was made for and on no other, in every game.

Which turn that was is found by another road than the engines take: by counting, in a game of which all actions are known, whose turn has begun how
often, and by the events that deal cards anew.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from cogs.play.cascade import Cascade
from data.store.rows import SeatRow
from rules.game import Refused
from rules.notation import RESIGN, UNDO, Row
from rules.parts.ahead import BACK, DRAFT, GONE_BY, LAPSE, LEFT, READY, STOPS, drafting, kept, parts, sealed
from tests.every_game.saying import draft, saying
from tests.every_game.setups import SETUPS, Setup
from tests.every_game.test_knowledge import oracle
from tests.sampled import EVERYWHERE

LONGEST = 220
SHORT = 60
"""A game of fewer actions may not come to everything."""
DRAFTED = [s for s in SETUPS if DRAFT in s.rules.verbs and s.options.get("quick") != "on"]


def seated(count: int) -> list[SeatRow]:
    return [SeatRow(seat, 100 + seat, None, f"player {seat}") for seat in range(count)]


def on(setup: Setup, state: Any, number: int = 0) -> Cascade:
    return Cascade(setup.rules, state, seated(setup.seats), dict.fromkeys(setup.rules.to_act(state), number), number, at_once=True)


class Stage(NamedTuple):
    """A position of a game, after the row of a number."""

    number: int
    state: Any
    rows: tuple[Row, ...]


def played(setup: Setup, seed: int, verbs: tuple[str, ...], longest: int = LONGEST) -> list[Stage]:
    """A game in which all seats say things ahead, as a table plays it: what has been said is carried out before anybody is asked."""
    rules, rng, player = setup.rules, random.Random(seed), oracle(setup.game)
    state, number = rules.setup(setup.seats, setup.options, seed).state, 0
    found = [Stage(0, state, ())]
    for _ in range(longest):
        if not rules.to_act(state):
            break
        course = on(setup, state, number)
        teller = rng.randrange(setup.seats)
        line = saying(rules, state, teller, rng, verbs) if rng.random() < 0.4 else None
        if line is not None and len(line) > 1:
            course.take(teller, line)
        else:
            seat = next((s for s in rules.to_act(state) if rules.said(state, s) is None), rules.to_act(state)[0])
            action = player.acts(rules, state, seat, rng)
            course.take(seat, action) if sealed(action) else course.answer(seat, action)
        course.follow()
        state, number = player.eased(course.state), course.number
        found.append(Stage(number, state, (*found[-1].rows, *course.rows)))
    return found


@pytest.mark.parametrize("setup", DRAFTED, ids=str)
def test_a_draft_is_of_the_turn_that_was_foreseen_and_of_no_other(setup: Setup):
    """Between the saying of a draft and its first step its seat has no other turn, and no phase ends in HexKnight, which deals all hands anew."""
    rules, done, dropped = setup.rules, 0, 0
    for seed in range(3):
        rng, player = random.Random(seed), oracle(setup.game)
        state = rules.setup(setup.seats, setup.options, seed).state
        turns = dict.fromkeys(range(setup.seats), 0)
        made: dict[int, tuple[int, int]] = {}
        phases = 0
        for _ in range(LONGEST):
            acting = rules.to_act(state)
            if not acting:
                break
            for seat in range(setup.seats):
                if rules.turn(state) != seat and not kept(rules, state, seat).draft and (steps := draft(rules, state, seat, rng)):
                    state = rules.apply(state, seat, drafting(steps)).state
                    made[seat] = (turns[seat], phases)
            due = rules.due(state, range(setup.seats))
            seat, action = (due[0], due[1].action) if due else (acting[0], player.acts(rules, state, acting[0], rng))
            if due and due[1].ordered and rules.turn(state) == seat and kept(rules, state, seat).draft and seat in made:
                assert made[seat] == (turns[seat] - 1, phases), "it runs in the very next turn, before anything has been dealt anew"
                done += 1
            before = rules.turn(state)
            step = rules.apply(state, seat, action)
            phases += sum(e.kind == "phase" for e in step.events)
            state = player.eased(step.state)
            after = rules.turn(state)
            if after is not None and (after != before or (setup.game == "hexknight" and any(e.kind in ("phase", "idle") for e in step.events))):
                turns[after] += 1
            for who in list(made):
                if not kept(rules, state, who).draft:
                    dropped += kept(rules, state, who).lost == GONE_BY
                    del made[who]
    assert done > 3


@pytest.mark.parametrize("setup", [s for s in DRAFTED if s.seats > 2], ids=str)
def test_when_somebody_leaves_the_drafts_of_the_others_wait(setup: Setup):
    """One that waited before, in a turn in which its seat has passed since, waits for that and not for who has left."""
    rules, waited = setup.rules, 0
    for seed in range(4):
        for stage in played(setup, seed, (DRAFT,), 120)[10::7]:
            drafters = [s for s in range(setup.seats) if kept(rules, stage.state, s).draft]
            leaver = next((s for s in range(setup.seats) if s not in drafters), None)
            if leaver is None or not drafters:
                continue
            course = on(setup, stage.state)
            try:
                course.take(leaver, RESIGN)
            except Refused:
                continue
            course.follow()
            for seat in drafters if rules.to_act(course.state) else ():
                was, now = kept(rules, stage.state, seat), kept(rules, course.state, seat)
                assert now.lost in ((LEFT, "") if was.waits else (LEFT,)) and now.waits if now.draft else now.lost == GONE_BY
                assert now.draft in ((), was.draft), "nothing of it has been carried out"
                waited += bool(now.draft)
    assert waited


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("setup", [s for s in SETUPS if s.options.get("quick") != "on"], ids=str)
def test_going_back_brings_nothing_back_that_has_been_carried_out(setup: Setup):
    """From any stage back to any earlier one: whoever did what is taken back first is asked, no draft of a turn that was got back runs by itself, and
    what others have said for a time that comes still stands."""
    rules, verbs = setup.rules, tuple(v for v in (DRAFT, READY, STOPS) if v in setup.rules.verbs)
    back, stands, lost = 0, 0, 0
    for seed in range(4):
        if back > 10 and stands and lost and not EVERYWHERE:
            break
        stages, rng = played(setup, seed, verbs), random.Random(seed)
        for _ in range(40):
            early, late = sorted(rng.sample(range(len(stages)), 2))
            before, now = stages[early], stages[min(late, early + 6)]
            if not rules.to_act(now.state) or before.number == now.number:
                continue
            since = now.rows[len(before.rows) :]
            taken_back = [row for row in since if not sealed(row.action)]
            course = on(setup, now.state, now.number)
            course.go_back(Row(now.number + 1, 0, (UNDO, str(before.number))), before.state, since, taken_back)
            got_back = course.state
            assert all(row.auto and sealed(row.action) for row in course.rows[1:])
            if taken_back:
                back += 1
                asked = taken_back[0].seat
                said = rules.said(got_back, asked)
                assert asked not in rules.to_act(got_back) or said is None or (said.auto and not said.ordered)
            for seat in range(setup.seats):
                has, had = kept(rules, got_back, seat), kept(rules, now.state, seat)
                acted = any(row.seat == seat for row in taken_back)
                if has.draft:
                    assert has.draft == had.draft, "never more than stands now"
                    assert has.occasion == rules.occasion(got_back, seat)
                if had.draft and not acted and had.occasion == rules.occasion(before.state, seat):
                    assert has.draft == had.draft or (taken_back and seat == taken_back[0].seat)
                    stands += 1
                if kept(rules, before.state, seat).draft and not had.draft:
                    assert has.lost == BACK
                    lost += 1
                assert set(has.ready) <= set(had.ready)
            course.follow()
            if taken_back and (first := next((row for row in course.rows if not sealed(row.action) and row.action[0] != UNDO), None)):
                assert first.seat != taken_back[0].seat or (said is not None and not said.ordered)
    assert back > 10
    assert stands or DRAFT not in verbs
    assert lost or DRAFT not in verbs or len(stages) < SHORT, "in a short game there is not always a plan that has been carried out"


def test_a_row_that_sets_something_aside_is_the_referees_alone():
    """Nobody can say it, and what it may name is known."""
    for game in {s.game for s in SETUPS}:
        rules = next(s.rules for s in SETUPS if s.game == game)
        state = rules.setup(rules.seats[0], {}, 1).state
        for words in ((), ("why",), ("fault", "hand"), (BACK, "draft", "no_such_part")):
            with pytest.raises(Refused):
                rules.apply(state, 0, (LAPSE, *words))
        assert rules.apply(state, 0, (LAPSE, BACK)).state.ahead[0].lost == BACK
        assert parts(rules, rules.apply(state, 0, (LAPSE, BACK)).state, 0) == []
