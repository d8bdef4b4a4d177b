"""When people are reminded before their time is over."""

from __future__ import annotations

import random

import pytest

from rules.competition import clock
from rules.competition.clock import HOUR, MOVE, Clock, Dial
from rules.competition.reminders import moments
from rules.competition.rests import after, awake, no_rests, passed
from tests.rules.competition.test_clock import rests_of, some_rests


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("seed", range(300, 500))
def test_reminders_second_by_second(seed):
    """After a rest in which nobody was called, at half the time, and when a tenth of it is left, or an hour; short times have only the first."""
    rng = random.Random(seed)
    now, left, strict = rng.randint(0, 300), rng.randint(1, 3000), rng.random() < 0.5
    rests = [(60 * a, 60 * b) for a, b in some_rests(rng)]
    now, left, asked = 60 * now, 60 * left, rests_of(rests)
    dial = clock.running(Clock(MOVE, left, strict=strict), Dial(left, 3), now, asked)
    own = now + left if strict else after(now, left, asked)
    assert (dial.left, dial.lapses, dial.since, dial.due) == (left, 3, now, own)
    whole = passed(now, own, asked)
    wanted = {awake(now, asked)}
    if whole >= 600:
        for part in (whole / 2, max(whole - 3600, whole * 9 / 10)):
            wanted.add(awake(after(now, part, asked), asked))
    assert dial.reminders == pytest.approx(sorted(n for n in wanted if now < n < own))
    assert dial.next == min((*dial.reminders, own))


def test_who_has_ten_minutes_is_reminded():
    for left, reminders in ((599, ()), (600, (300, 540)), (10 * HOUR, (5 * HOUR, 9 * HOUR)), (20 * HOUR, (10 * HOUR, 19 * HOUR))):
        assert clock.running(Clock(MOVE, left), Dial(left), 0, no_rests).reminders == reminders


def test_a_claim_is_announced_a_day_before():
    """Or at half the time, if that is later; and nobody is called in the night for it."""
    for due, wanted in ((10 * 24 * HOUR, 9 * 24 * HOUR), (30 * HOUR, 15 * HOUR)):
        assert moments(0, due, no_rests, claim=True) == (wanted,)
    assert moments(0, 30 * HOUR, rests_of([(10 * HOUR, 20 * HOUR)]), claim=True) == (20 * HOUR,), "half of 20 hours, and then the night"
