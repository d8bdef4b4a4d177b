"""Which plans are refused when they are made: held against tournaments played to their end, by chance, with every number of entrants."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from functools import cache

import msgspec
import pytest

from rules.competition import tournament as t
from rules.competition.tournament import Plan, TournamentState, Unplayable
from tests.rules.competition.test_tournament import result
from tests.sampled import often

TRIES = 12
"""Chance may pair a Swiss into a corner in which somebody meets somebody twice; with so many tries it does not each time."""
FEW = often(250, 700)
"""Plans in the test run; all of them take a few seconds."""


def played(plan: Plan, entrants: int, seed: int, late: bool = False) -> TournamentState | None:
    """A tournament at its end, with somebody who comes in the last round in which that is possible; None where it cannot begin."""
    rng = random.Random(seed)
    try:
        state = t.begin(plan, range(entrants), seed)
        for _ in range(2000):
            if late and state.round == plan.late - 1 and entrants not in state.seeds:
                state = t.enter(state, entrants)
            state = t.advance(state)
            if not state.open:
                return state
            fixture = rng.choice(state.open)
            state = t.report(state, fixture.number, result(fixture, rng, draws=0))
    except Unplayable:
        return None
    raise AssertionError(f"{plan} with {entrants} does not end")


def kept(plan: Plan, entrants: int, seed: int) -> bool:
    """Whether a tournament has been what its plan says."""
    state = played(plan, entrants, seed)
    if state is None or not t.over(state):
        return False
    main = [f for f in state.fixtures if f.stage == t.MAIN]
    meetings = Counter(frozenset(pair) for f in main for pair in itertools.combinations(f.entrants, 2))
    if {f.group for f in main} != (set(range(plan.groups)) if plan.groups else {None}):
        return False
    if plan.cut and len(state.finalists) != plan.cut * max(plan.groups, 1):
        return False
    if not {len(f.entrants) for f in state.fixtures if not f.bye} <= {plan.seats, plan.seats - (plan.seats > 2)}:
        return False
    if plan.third and not any(f.node is not None and t.bracket(state).nodes[f.node].side == "third" for f in state.fixtures):
        return False
    if plan.rounds:
        if plan.format in (t.SWISS, t.PODS) and max(f.round for f in main) != plan.rounds:
            return False
        if plan.format == t.SWISS and max(meetings.values()) > 1:
            return False
        if plan.format in (t.ROBIN, t.GROUPS) and set(meetings.values()) != {plan.rounds}:
            return False
        if plan.format in (t.SINGLE, t.DOUBLE):
            without = played(msgspec.structs.replace(plan, rounds=0), entrants, seed)
            assert without is not None
            return without.fixtures != state.fixtures  # What changes nothing says nothing.
    if plan.late > 1:
        state = played(plan, entrants, seed, late=True)
        return state is not None and any(entrants in f.entrants for f in state.fixtures if f.stage == t.MAIN)
    return True


@cache
def can_be_played(plan: Plan, entrants: int) -> bool:
    tries = TRIES if plan.format == t.SWISS and 1 < plan.rounds <= entrants else 1
    return any(kept(plan, entrants, seed) for seed in range(tries))


def plans() -> list[tuple[Plan, int]]:
    """Plans in which a few words differ from the usual ones, and how many may come at the most."""
    rng, found = random.Random(17), set()
    words = {
        "games": (2, 3), "rounds": (1, 2, 3, 5, 7), "cut": (1, 2, 3, 4, 6), "groups": (1, 2, 3), "third": (True,), "late": (2, 3, 4),
        "seats": (2, 3, 4),
    }  # fmt: skip
    for form in (form for form in t.FORMATS if form not in (t.LEAGUE, t.LADDER)):  # These have no rounds that could be looked at.
        usual = {"seats": 4 if form == t.PODS else 2, "groups": 2 if form == t.GROUPS else 0, "late": 1}
        rows = [[name] for name in words] + [list(pair) for pair in itertools.combinations(words, 2)] + [[]]
        for names in rows:
            for values in itertools.product(*(words[name] for name in names)):
                found.add((Plan(form, **(usual | dict(zip(names, values, strict=True)))), rng.randint(2, 7)))
        for _ in range(60):
            names = rng.sample(list(words), rng.randint(2, 4))
            found.add((Plan(form, **(usual | {name: rng.choice(words[name]) for name in names})), rng.randint(2, 7)))
    return rng.sample(sorted(found, key=repr), FEW)


def test_what_is_refused_is_what_cannot_be_played():
    refused = Counter()
    for plan, most in plans():
        try:
            t.check_plan(plan, most)
            fault = ""
        except Unplayable as error:
            fault = str(error)
        refused[fault] += 1
        assert bool(fault) != any(can_be_played(plan, n) for n in range(2, most + 1)), (plan, most, fault)
    assert refused.keys() == {"", "entrants", "games", "seats", "groups", "no_groups", "cut", "rounds", "no_rounds", "third", "late"}
    assert refused[""] > FEW / 15


@pytest.mark.parametrize(
    ("plan", "most", "fault"),
    [
        (Plan("single", cut=4), 128, "cut"),
        (Plan("swiss", seats=4), 128, "seats"),
        (Plan("pods"), 128, "seats"),
        (Plan("groups"), 128, "groups"),
        (Plan("swiss", groups=2), 128, "no_groups"),
        (Plan("pods", seats=4, games=3), 128, "games"),
        (Plan("pods", seats=4), 2, "entrants"),
        (Plan("double", third=True), 128, "third"),
        (Plan("swiss", cut=3, third=True), 128, "third"),
        (Plan("swiss", rounds=4), 4, "rounds"),
        (Plan("robin", rounds=3), 128, "rounds"),
        (Plan("double", rounds=3), 128, "no_rounds"),
        (Plan("swiss", cut=8), 7, "cut"),
        (Plan("groups", groups=3, cut=3), 8, "cut"),
        (Plan("robin", late=2), 128, "late"),
        (Plan("swiss", rounds=2, late=3), 128, "late"),
        (Plan("single", chain=("wins",)), 128, "breaks"),
        (Plan("knockout"), 128, "format"),
    ],
)
def test_each_kind_of_fault_has_its_name(plan, most, fault):
    with pytest.raises(Unplayable, match=f"^{fault}$"):
        t.check_plan(plan, most)
