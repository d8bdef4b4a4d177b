"""Clocks: what time passes for whom, and what they look like when typed."""

from __future__ import annotations

import random

import pytest

from rules.competition import clock
from rules.competition.clock import BANK, DAY, HOUR, MINUTE, MOVE, UNTIL, WITHIN, Clock, Dial
from rules.competition.rests import after, awake, no_rests, passed


def rests_of(rests):
    """Rests as a clock asks for them."""
    return lambda start: (rest for rest in rests if rest[1] > start)


def some_rests(rng):
    at, found = 0.0, []
    for _ in range(rng.randrange(9)):
        gap, length = rng.randint(1, 50), rng.randint(1, 50)
        found.append((at + gap, at + gap + length))
        at += gap + length
    return found


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("seed", range(100))
def test_time_passes_only_outside_rests(seed):
    rng = random.Random(seed)
    rests, start, length = some_rests(rng), rng.randint(0, 300), rng.randint(1, 300)
    end = after(start, length, rests_of(rests))
    ticks = [t for t in range(start, int(end)) if not resting(rests, t)]
    assert len(ticks) == length
    assert passed(start, end, rests_of(rests)) == length
    assert not resting(rests, end - 1), "nobody's time is over while they rest"


def test_a_decision_gets_its_time_anew_and_a_bank_does_not():
    move, bank = Clock(MOVE, DAY), Clock(BANK, 5 * DAY, 12 * HOUR, 6 * DAY)
    dial = clock.running(move, clock.wound(move, None), 1000, no_rests)
    assert (dial.since, dial.due) == (1000, 1000 + DAY)
    assert dial.reminders == (1000 + DAY / 2, 1000 + DAY - HOUR)
    assert dial.next == 1000 + DAY / 2
    dial = clock.stopped(move, dial, 1000 + HOUR, no_rests, True)
    assert (dial.left, dial.due, dial.next) == (23 * HOUR, None, None)
    assert clock.wound(move, dial).left == DAY
    dial = clock.running(bank, clock.wound(bank, None), 0, no_rests)
    dial = clock.stopped(bank, dial, DAY, no_rests, True)
    assert clock.wound(bank, dial).left == 4.5 * DAY
    dial = clock.stopped(bank, clock.running(bank, dial, 0, no_rests), 60, no_rests, False)
    assert dial.left == 4.5 * DAY - 60, "no increment without an answer"
    for _ in range(5):
        dial = clock.stopped(bank, clock.running(bank, dial, 0, no_rests), 0, no_rests, True)
    assert dial.left == 6 * DAY, "the cap"
    assert clock.stopped(bank, dial, 99, no_rests, True) == dial, "a dial that stands has nothing to lose or win"


def test_nights_stop_the_dial_unless_it_is_strict():
    night = rests_of([(10 * HOUR, 20 * HOUR)])
    usual, strict = Clock(MOVE, 4 * HOUR), Clock(MOVE, 4 * HOUR, strict=True)
    dial = clock.running(usual, Dial(4 * HOUR), 8 * HOUR, night)
    assert dial.due == 22 * HOUR
    assert clock.stopped(usual, dial, 15 * HOUR, night, True).left == 2 * HOUR
    assert clock.running(strict, Dial(4 * HOUR), 8 * HOUR, night).due == 12 * HOUR
    asleep = clock.running(usual, Dial(4 * HOUR), 12 * HOUR, night)
    assert asleep.reminders[0] == 20 * HOUR, "who was not called in the night is called in the morning"
    assert not any(10 * HOUR <= n < 20 * HOUR for n in (*dial.reminders, *asleep.reminders))


def test_a_deadline_is_the_same_for_all():
    within = clock.begun(Clock(WITHIN, 7 * DAY), 1000)
    assert within == Clock(UNTIL, 1000 + 7 * DAY)
    assert clock.running(within, clock.wound(within, None), 6 * DAY, no_rests).due == 1000 + 7 * DAY
    assert clock.begun(Clock(MOVE, DAY), 1000) == Clock(MOVE, DAY)


def test_clocks_as_people_type_them():
    assert clock.read("24h") == Clock(MOVE, DAY)
    assert clock.read(" 3 D ") == Clock(MOVE, 3 * DAY)
    assert clock.read("5d+12h/7d") == Clock(BANK, 5 * DAY, 12 * HOUR, 7 * DAY, answers=0)
    assert clock.read("30m + 1m") == Clock(BANK, 30 * MINUTE, MINUTE, answers=0)
    assert clock.read("within 7d") == clock.read("sous 7j") == Clock(WITHIN, 7 * DAY, answers=0)
    for wrong in ("", "soon", "0h", "99999d", "5d+12h/4d", "120d", "1h+"):
        with pytest.raises(ValueError, match=r".*"):
            clock.read(wrong)
    assert [clock.write(n) for n in (60, 3600, 90 * 60, DAY, 36 * HOUR)] == ["1m", "1h", "90m", "1d", "36h"]


def resting(rests, t):
    return any(a <= t < b for a, b in rests)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("seed", range(100, 300))
def test_passed_and_awake_second_by_second(seed):
    """Also from the middle of a rest on, and to the middle of one."""
    rng = random.Random(seed)
    rests, start, length = some_rests(rng), rng.randint(0, 300), rng.randint(0, 300)
    assert passed(start, start + length, rests_of(rests)) == sum(not resting(rests, t) for t in range(start, start + length))
    assert awake(start, rests_of(rests)) == next(t for t in range(start, 1000) if not resting(rests, t))


def test_a_stopped_dial_never_shows_less_than_nothing():
    move, bank = Clock(MOVE, HOUR), Clock(BANK, HOUR, MINUTE)
    late = clock.stopped(move, clock.running(move, Dial(HOUR, 1), 0, no_rests), 2 * HOUR, no_rests, False)
    assert late == Dial(0, 1, spent=HOUR)
    early = clock.stopped(move, clock.running(move, Dial(HOUR), 500, no_rests), 100, no_rests, True)
    assert early.left == HOUR, "a clock of the machine that was put back takes nothing"
    assert clock.stopped(bank, clock.running(bank, Dial(HOUR), 0, no_rests), MINUTE, no_rests, True).left == HOUR, "no cap"
    assert clock.wound(bank, Dial(7, 2)) == Dial(7, 2)
    assert clock.wound(move, Dial(7, 2)) == Dial(HOUR, 2)


def test_strict_banks_pay_for_nights():
    night, strict = rests_of([(10 * HOUR, 20 * HOUR)]), Clock(BANK, DAY, strict=True)
    dial = clock.running(strict, Dial(DAY), 9 * HOUR, night)
    assert clock.stopped(strict, dial, 15 * HOUR, night, True).left == 18 * HOUR


def test_other_clocks_of_the_same_table():
    """A deadline comes later after time that is charged to nobody, other clocks stay; a rated table is forfeited."""
    assert clock.delayed(Clock(UNTIL, 1000), 50) == Clock(UNTIL, 1050)
    assert clock.delayed(Clock(MOVE, 1000), 50) == Clock(MOVE, 1000)
    assert clock.of_rated(Clock(MOVE, DAY, then=clock.COMPUTER, answers=3)) == Clock(MOVE, DAY, then=clock.FORFEIT, answers=3)


def test_the_shortest_and_the_longest_clock():
    for text, length in (("1m", MINUTE), ("90d", 90 * DAY), ("within 90d", 90 * DAY)):
        assert clock.read(text).time == length
    assert clock.read("5d+12h/5d").cap == 5 * DAY
    for wrong in ("0m", "91d", "do 91d", "within 0h", "91d+1h", "0d+1h"):
        with pytest.raises(ValueError, match="length"):
            clock.read(wrong)
    for text in ("1m", "59m", "61m", "25h", "2d"):
        assert clock.write(clock.read(text).time) == text
    assert (clock.write(0), clock.write(90), clock.write(59)) == ("0d", "1m", "0m")


def test_how_much_time_is_left_at_least():
    """A bank that stands has what it shows, one that runs what is left of it, and with a deadline everybody has the same."""
    bank, night = Clock(BANK, 5 * DAY), rests_of([(2 * HOUR, 10 * HOUR)])
    standing = clock.wound(bank, None)
    assert clock.at_least(bank, standing, 12345) == 5 * DAY
    runs = clock.running(bank, standing, HOUR, night)
    for now in (HOUR, 2 * HOUR, 3 * DAY):
        assert clock.at_least(bank, runs, now) == runs.due - now > 0
    assert clock.at_least(Clock(UNTIL, 9 * DAY), standing, 4 * DAY) == 5 * DAY
