"""Clocks of two to four seats that run at once, worked out a second time by ticking: every five minutes, for every seat.

Which questions are asked anew is read off the table; how much time everybody has is not.
"""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

from cogs.play.clocks.dials import Questions, turned
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.table_queries import Paused, Stale
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.rest_hours import Hours
from data.store import Store
from data.store.rows import TableAct
from rules.competition.clock import BANK, COMPUTER, FORFEIT, HOUR, MINUTE, MOVE, UNTIL, WITHIN, Clock, Dial
from rules.game import Refused
from tests.bids import credited, open_table
from tests.sampled import often

TICK = 5 * MINUTE
MIDNIGHT = 1_700_006_400.0  # Of a Wednesday.
ACT = TableAct(9, "act", "whom", "why")
NIGHTS = {101: (22, 6), 102: None, 103: (1, 4), 104: (20, 23)}


@pytest.fixture
def store(in_memory):
    return in_memory


class Plain:
    """The time of every seat in ticks; `left[seat]` of a deadline is not used."""

    def __init__(self, clock: Clock, table: Table) -> None:
        self.clock, self.table = clock, table
        self.left: dict[int, float] = {}
        self.lapses: dict[int, int] = {}
        self.running: set[int] = set()
        self.deadline = clock.time
        self.asked: dict[int, int] = {}
        self.paused = False
        self.dialled: set[int] = set()

    def rests(self, seat: int, at: float) -> bool:
        night = NIGHTS.get(self.table.seats[seat].player or 0)
        if night is None or self.clock.strict:
            return False
        hour = (at - MIDNIGHT) % (24 * HOUR) / HOUR
        return night[0] <= hour < night[1] if night[0] < night[1] else hour >= night[0] or hour < night[1]

    def tick(self, at: float) -> None:
        """Five minutes pass."""
        for seat in self.running:
            if not self.rests(seat, at):
                self.left[seat] = max(self.left[seat] - TICK, 0)

    def has_person(self, seat: int) -> bool:
        return self.table.seats[seat].player is not None and self.table.seats[seat].agreed

    def start(self, seat: int, anew: bool) -> None:
        if not self.has_person(seat):
            return
        if seat not in self.left or (anew and self.clock.kind == MOVE):
            self.left[seat] = self.clock.time
        self.running.add(seat)

    def answered(self, seat: int) -> None:
        """A bank grows with each answer, up to its cap."""
        if seat in self.running and self.clock.kind == BANK:
            self.left[seat] += self.clock.increment
            if self.clock.cap:
                self.left[seat] = min(self.left[seat], self.clock.cap)
        self.running.discard(seat)

    def after_action(self, actor: int | None, in_turn: bool) -> None:
        """Questions that are still asked run on, and so does a turn that goes on; all others are answered, and new ones begin."""
        old, self.asked = self.asked, dict(self.table.asked)
        for seat in sorted(self.running | set(self.asked)):
            stands = seat in self.asked and (old.get(seat) == self.asked[seat] or (seat == actor and in_turn))
            if not stands:
                self.answered(seat)
                if seat in self.asked:
                    self.start(seat, True)

    def due(self, seat: int, now: float) -> float:
        """When the time of a seat is over, by ticking on."""
        if self.clock.kind == UNTIL:
            return self.deadline
        at, left = now, self.left[seat]
        while left > 0:
            if not self.rests(seat, at):
                left -= TICK
            at += TICK
        return at

    def check(self, now: float) -> None:
        table = self.table
        shown = {seat for seat, dial in table.dials.items() if dial.since is not None}
        assert shown == self.running
        for seat in shown:
            dial = table.dials[seat]
            assert dial.due is not None
            if dial.due > now:
                assert dial.due == self.due(seat, now), f"seat {seat}"
            else:
                assert self.clock.kind == UNTIL or self.left[seat] == 0
            assert all(n < dial.due for n in dial.reminders)
        for seat, dial in table.dials.items():
            if dial.since is None:
                assert self.clock.kind == UNTIL or dial.left == self.left.get(seat, self.clock.time), f"seat {seat}"
            assert dial.lapses == self.lapses.get(seat, 0)


CLOCKS = {
    "move": Clock(MOVE, 3 * HOUR, answers=2, then=FORFEIT),
    "strict": Clock(MOVE, 5 * HOUR, answers=-1, strict=True),
    "bank": Clock(BANK, 12 * HOUR, HOUR, 14 * HOUR, answers=0),
    "bank_without_cap": Clock(BANK, 6 * HOUR, HOUR, answers=1, then=COMPUTER),
    "computer": Clock(MOVE, 2 * HOUR, answers=0, then=COMPUTER),
    "within": Clock(WITHIN, 48 * HOUR, answers=0),
}


async def same_on_disk(table: Table) -> None:
    assert (await Tables(table.store).get(table.id)).dials == table.dials
    assert await table.store.tables.dials(table.id) == table.dials


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("asked", ["all", "one"])
@pytest.mark.parametrize("name", CLOCKS)
async def test_time_of_each_seat_by_ticking(store: Store, name: str, asked: str):
    clock = CLOCKS[name]
    for seed in range(often(1, 3)):
        rng, now = random.Random(seed), [MIDNIGHT + 8 * HOUR]
        store.now = lambda now=now: now[0]
        for player, night in NIGHTS.items():
            await store.personal_settings.set_hours(player, Hours("UTC", night))
        table = await open_table(store, 2 + seed, channel=seed + 1, clock=clock, asked=asked)
        assert table.row.clock is not None
        plain = Plain(table.row.clock, table)
        assert plain.deadline == (now[0] + 48 * HOUR if clock.kind == WITHIN else clock.time)
        plain.asked = dict(table.asked)
        for seat in table.asked:
            plain.start(seat, True)
        for _ in range(50):
            if table.over:
                assert table.dials == {}
                break
            plain.check(now[0])
            await same_on_disk(table)
            for _ in range(rng.choice((0, 0, 1, 3, 12))):
                if not plain.paused:
                    plain.tick(now[0])
                now[0] += TICK
            with contextlib.suppress(Unfit, Refused, Stale, Paused):
                await happens(table, plain, rng, now[0])


async def happens(table: Table, plain: Plain, rng: random.Random, now: float) -> None:
    """Something at the table, told to the plain clock in its own words."""
    seat, kind = rng.choice(table.acting), rng.random()
    if not plain.paused and (late := [s for s in sorted(plain.running) if plain.due(s, now) <= now]):
        await lapsed(table, plain, late[0])
    elif kind < 0.5:
        action: Any = rng.choice([("bid", "1"), ("bid", "2"), ("look",), ("think",), ("whisper",)])
        await table.act(seat, action)
        plain.after_action(seat, goes_on(table, seat))
    elif kind < 0.6:
        paused = not plain.paused
        since = table.row.paused
        await table.clocks.pause(paused, ACT)
        plain.paused = paused
        plain.running.clear()
        if not paused:
            plain.deadline += now - since
            for s in table.acting:
                plain.start(s, False)
    elif kind < 0.68:
        hours = rng.choice((TICK, HOUR, 5 * HOUR))
        if not plain.paused and all(d.since is None or d.since <= now - hours for d in table.dials.values()):
            await credited(table, now - hours)
            for back in range(round(hours / TICK)):
                for s in plain.running:
                    if not plain.rests(s, now - TICK * (back + 1)):
                        plain.left[s] += TICK
            plain.deadline += hours
    elif kind < 0.75:
        player = (rng.choice(sorted(NIGHTS)), "New")
        await table.seating.sit(seat, player, agreed=True)
        plain.running.discard(seat)
        plain.left.pop(seat, None)
        plain.lapses.pop(seat, None)
        if seat in table.acting and not plain.paused:
            plain.start(seat, True)
    elif kind < 0.82:
        await table.go_back(seat, 0, act=ACT)
        plain.running.clear()
        if plain.clock.kind == MOVE:
            plain.left = dict.fromkeys(plain.left, plain.clock.time)
        plain.asked = dict(table.asked)
        for s in table.acting if not plain.paused else ():
            plain.start(s, False)
    elif kind < 0.9 and not plain.paused:
        seat = rng.randrange(len(table.seats))
        proposal = await Consent(table).undo(seat)
        if proposal.accepted:
            own = seat not in plain.running and seat in plain.left
            plain.running.clear()
            if own and plain.clock.kind == BANK:
                plain.left[seat] = max(plain.left[seat] - plain.clock.increment, 0)
            plain.asked = dict(table.asked)
            for s in table.acting:
                plain.start(s, False)
    elif kind < 0.95:
        await table.clocks.recount()
    else:
        await table.seating.offer(seat, rng.random() < 0.5)


def goes_on(table: Table, seat: int) -> bool:
    return table.acting == (seat,) and table.rules.decision(table.state, seat).goes_on


async def lapsed(table: Table, plain: Plain, seat: int) -> None:
    """The time of a seat is over: the answer of the game as often as the clock says, then a computer or the end."""
    rule = plain.clock
    plain.lapses[seat] = plain.lapses.get(seat, 0) + 1
    position = table.position
    assert await table.expiry.lapse(seat)
    await table.computers_answer()
    assert table.position > position
    if rule.kind != UNTIL and (rule.answers < 0 or plain.lapses[seat] <= rule.answers):
        assert table.seats[seat].player is not None
        plain.after_action(seat, False)
    elif rule.then == COMPUTER:
        assert table.seats[seat].computer
        plain.after_action(seat, False)
    else:
        plain.after_action(None, False)
        assert seat not in table.playing()


BANKED = Clock(BANK, 12 * HOUR, HOUR, 14 * HOUR)
AWAKE = {seat: Hours() for seat in range(3)}
STARTED = {seat: Dial(12 * HOUR, lapses=1, since=MIDNIGHT, due=MIDNIGHT + 12 * HOUR) for seat in range(3)}
"""Three banks that have been running since midnight."""


def asks(standing: str = "", anew: str = "", said: str = "", free: str = "") -> Questions:
    return Questions(*([int(seat) for seat in seats] for seats in (standing, anew, said, free)))


def after_two_hours(asked: Questions, dials: dict[int, Dial] = STARTED, clock: Clock = BANKED, hours: dict[int, Hours] = AWAKE) -> dict[int, Dial]:
    return turned(clock, dials, hours, asked, MIDNIGHT + 2 * HOUR)


class TestTurned:
    """What two hours come to for each seat, by hand."""

    def test_a_question_that_stands_runs_on(self):
        assert after_two_hours(asks(standing="012")) == STARTED

    def test_an_answer_takes_its_time_and_brings_the_increment(self):
        assert after_two_hours(asks()) == dict.fromkeys(range(3), Dial(11 * HOUR, lapses=1))

    def test_a_free_answer_takes_and_brings_nothing(self):
        found = after_two_hours(asks(free="1"))
        assert found[1] == Dial(12 * HOUR, lapses=1)
        assert found[0] == found[2] == Dial(11 * HOUR, lapses=1)

    @pytest.mark.parametrize("free", ["", "1"])
    def test_the_time_of_who_has_answered_ahead_stands(self, free):
        """Until it is known whether the answer holds, what it has taken is neither given back nor made up for."""
        found = after_two_hours(asks(standing="012", said="1", free=free))
        assert found[1] == Dial(10 * HOUR, lapses=1, spent=2 * HOUR)
        assert found[0] == found[2] == STARTED[0]
        carried = after_two_hours(asks(standing="02", free=free), found)
        assert carried[1].left == (12 if free else 10) * HOUR

    def test_what_is_taken_back_goes_on_from_there(self):
        said = after_two_hours(asks(standing="012", said="1"))
        found = after_two_hours(asks(standing="012"), said)
        assert (found[1].left, found[1].since, found[1].due) == (10 * HOUR, MIDNIGHT + 2 * HOUR, MIDNIGHT + 12 * HOUR)

    def test_a_new_question_begins_with_what_is_left(self):
        found = after_two_hours(asks(standing="12", anew="0"))
        assert (found[0].left, found[0].due, found[0].lapses) == (11 * HOUR, MIDNIGHT + 13 * HOUR, 1)

    def test_a_new_question_that_is_answered_already_takes_nothing(self):
        found = after_two_hours(asks(standing="12", anew="0", said="0"))
        assert (found[0].left, found[0].since, found[0].spent) == (11 * HOUR, None, 0)

    def test_of_a_clock_for_decisions_each_has_its_whole_time(self):
        found = after_two_hours(asks(standing="12", anew="0"), clock=Clock(MOVE, 3 * HOUR))
        assert (found[0].left, found[0].due) == (3 * HOUR, MIDNIGHT + 5 * HOUR)

    def test_no_time_passes_while_somebody_rests(self):
        found = after_two_hours(asks(), hours=AWAKE | {1: Hours(quiet=(1, 6))})
        assert found[1].left == 12 * HOUR
        assert found[0].left == 11 * HOUR

    def test_nobody_has_a_dial_where_no_person_sits(self):
        assert set(after_two_hours(asks(anew="01"), {}, hours={0: Hours()})) == {0}


@pytest.mark.parametrize("answers", [0, 1, 3, -1])
async def test_a_clock_answers_as_often_as_it_says(store: Store, answers: int):
    now = [MIDNIGHT]
    store.now = lambda: now[0]
    table = await open_table(store, 3, clock=Clock(MOVE, HOUR, answers=answers, then=FORFEIT), players=(("A", 1), ("B", 2), ("C", 3)))
    for n in range(1, 6):
        for seat in (1, 2):
            await table.act(seat, ("bid", "2"))
        due = table.dials[0].due
        assert due is not None
        now[0] = due - 1
        assert not await table.expiry.lapse(0)
        now[0] = due
        assert await table.expiry.lapse(0)
        assert (0 in table.playing()) == (answers < 0 or n <= answers)
        if 0 not in table.playing():
            return
        assert table.dials[0].lapses == n
    assert answers == -1


async def test_who_has_not_agreed_to_play_has_time_for_ever(store: Store):
    now = [MIDNIGHT]
    store.now = lambda: now[0]
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR), agreed=False, players=(("A", 1), ("B", 2)))
    assert {seat for seat, dial in table.dials.items() if dial.since is not None} == {0}
    now[0] += 9 * HOUR
    assert not await table.expiry.lapse(1)
    await table.act(1, ("nod",))
    assert table.dials.get(1) is None or table.dials[1].due is None or table.dials[1].due == now[0] + HOUR
    await table.agree(1)
    await table.clocks.recount()
    assert table.dials[1].due == now[0] + HOUR
    await same_on_disk(table)


@pytest.mark.parametrize("agreed", [True, False])
async def test_no_time_runs_for_who_has_not_agreed_to_sit_down(store: Store, agreed: bool):
    store.now = lambda: MIDNIGHT
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR))
    await table.seating.sit(1, (300, "New"), None if agreed else ACT, agreed=agreed)
    assert table.seats[1].agreed == agreed
    assert (1 in table.dials) == agreed
    await same_on_disk(table)
    await table.order(1, frozenset())
    assert table.seats[1].agreed == agreed, "an order that answers nothing is no yes"
    await table.agree(1)
    assert table.dials[1].due == MIDNIGHT + HOUR
    await same_on_disk(table)


async def test_a_second_pause_is_none(store: Store):
    now = [MIDNIGHT]
    store.now = lambda: now[0]
    table = await open_table(store, 2, clock=Clock(UNTIL, MIDNIGHT + 9 * HOUR), players=(("A", 1), ("B", 2)))
    done: list[bool] = []
    for paused, changes in ((False, False), (True, True), (True, False), (False, True), (False, False)):
        assert await table.clocks.pause(paused, ACT) == changes
        done.append(changes)
        assert len(await store.tables.acts(table.id)) == sum(done)
        now[0] += HOUR
    assert {dial.due for dial in table.dials.values()} == {MIDNIGHT + 11 * HOUR}
    await same_on_disk(table)


async def test_whoever_looks_after_the_time_waits_for_no_computer(store: Store):
    """Who acts waits for a while, so that the answer is told with it."""
    now, waited = [MIDNIGHT], list[float]()
    store.now = lambda: now[0]
    table = await open_table(store, 2, clock=Clock(MOVE, 24 * HOUR), players=(("A", 1), ("B", 2)))

    async def computers_answer(patience: float | None = None) -> None:
        waited.append(patience or 0)

    table.computers_answer = computers_answer  # type: ignore[method-assign]
    now[0] += 23 * HOUR
    assert await table.expiry.reminded(0, now[0])
    await table.clocks.recount()
    now[0] += HOUR
    assert await table.expiry.lapse(0)
    assert waited == [0, 0, 0]
    await table.act(1, ("bid", "1"))
    assert waited[-1] > 1


async def test_who_wants_to_be_reminded_later_is_not_reminded_before(store: Store):
    now = [MIDNIGHT]
    store.now = lambda: now[0]
    table = await open_table(store, 2, clock=Clock(MOVE, 24 * HOUR), players=(("A", 1), ("B", 2)))
    assert await table.expiry.remind_at(0, now[0] + 20 * HOUR)
    assert await store.tables.ringing(now[0] + 19 * HOUR) == [(table.id, 1)]
    for hours, reminds in ((12, False), (20, True), (21, False), (23, True)):
        assert await table.expiry.reminded(0, now[0] + hours * HOUR) == reminds
    await same_on_disk(table)


async def test_reminders_are_noted_once(store: Store):
    now = [MIDNIGHT]
    store.now = lambda: now[0]
    table = await open_table(store, 2, clock=Clock(MOVE, 24 * HOUR), players=(("A", 1), ("B", 2)))
    assert table.dials[0].reminders == table.dials[1].reminders == (now[0] + 12 * HOUR, now[0] + 23 * HOUR)
    assert await store.tables.next_ring() == now[0] + 12 * HOUR
    now[0] += 12 * HOUR
    assert await store.tables.ringing(now[0]) == [(table.id, 0), (table.id, 1)]
    assert await table.expiry.reminded(0, now[0])
    assert not await table.expiry.reminded(0, now[0])
    assert await store.tables.ringing(now[0]) == [(table.id, 1)]
    assert await store.tables.next_ring() == now[0]
    assert not await table.expiry.remind_at(0, table.dials[0].due)
    assert await table.expiry.remind_at(0, now[0] + 3 * HOUR)
    assert table.dials[0].reminders == (now[0] + 3 * HOUR, now[0] + 11 * HOUR)
    await same_on_disk(table)
