"""What may happen while answers are sealed and orders wait: pauses, races, kills, departures, rulings, refusals, other rules."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from cogs.play.outbox_worker import GONE, LOST, Trouble
from cogs.play.proposals import Consent
from cogs.play.tables import Tables
from data.store import Store
from data.store.changes import COMPUTERS, REMINDER, RIPE, SAID, WHISPER, Subject
from data.store.rows import TableAct
from rules.competition.clock import BANK, HOUR, MOVE, UNTIL, Clock
from tests.bids import credited, open_table
from tests.cogs.sealed_windows import LATER, Time, done, house, owed, store, time, window, working
from tests.ports import FakePort

__all__ = ["house", "store", "time"]

ACT = TableAct(9, "timeout", "whom", "why")


async def test_whoever_answers_first_does_not_set_an_order_going(store, time):
    table = await window(store)
    time.at += 5
    await table.act(2, ("let",))
    assert await done(table) == ["0 bid 2"], "else the second would learn that nobody can have read so fast"
    assert await owed(table, RIPE) == [time.at - 5 + LATER]
    time.at += LATER - 5
    await table.ripen()
    assert await done(table) == ["0 bid 2", "1* let", "2 let"]


async def test_a_computer_does_not_set_an_order_going(store, time):
    table = await window(store, 3, computers=1)
    for _ in range(3):
        await table.computers_answer()
    assert table.awaited == ()
    assert await owed(table, COMPUTERS) == [], "it has answered, and owes no more"
    assert await done(table) == ["0 bid 2"]
    time.at += LATER
    await table.ripen()
    assert await done(table) == ["0 bid 2", "1* let", "2* let"]


@pytest.mark.parametrize("what", ["offer", "pause", "clock"])
async def test_a_computer_that_has_answered_owes_nothing_whatever_changes_at_the_table(store, time, what):
    table = await window(store, 3, computers=1)
    await table.computers_answer()
    assert await owed(table, COMPUTERS) == []
    await table.order(1, frozenset())
    if what == "offer":
        await table.seating.offer(0, True)
    elif what == "pause":
        await table.clocks.pause(True, ACT)
        await table.clocks.pause(False, ACT)
    else:
        await table.clocks.set_clock(Clock(MOVE, HOUR), ACT)
    assert table.awaited == (1,)
    assert await owed(table, COMPUTERS) == []


async def test_a_pause_of_the_game_lasts_as_long_for_orders(store, time):
    table = await window(store)
    await table.act(2, ("let",))
    time.at += 100
    await table.clocks.pause(True, ACT)
    time.at += 1000
    await table.ripen()
    assert await done(table) == ["0 bid 2"]
    await table.clocks.pause(False, ACT)
    assert await owed(table, RIPE) == [time.at + LATER - 100]
    time.at += LATER - 100
    await table.ripen()
    assert len(await done(table)) == 3


async def test_what_is_said_during_a_pause_waits_for_its_end(store, time):
    table = await window(store, 2)
    await table.clocks.pause(True, ACT)
    await table.say(1, ("seal", "let"))
    await table.order(1, frozenset({"let_be"}))
    assert await done(table) == ["0 bid 2"]
    await table.clocks.pause(False, ACT)
    tables = Tables(store)
    await working(store, tables, FakePort()).work(Subject("table", table.id))
    assert await done(table) == ["0 bid 2", "1 let"], "what nobody waits for does not wait for ever"


async def test_a_lost_race_is_run_again(store, time):
    """Another process has stored something that nobody knows of at the very moment at which orders answer."""
    table, other = await window(store), Tables(store)
    await table.act(2, ("let",))
    twin = await other.get(table.id)
    assert twin is not table
    await table.order(0, frozenset({"again"}))
    time.at += LATER
    await working(store, other, FakePort()).work(Subject("table", table.id))
    assert (await done(twin))[:3] == ["0 bid 2", "1* let", "2 let"]
    assert await owed(table, RIPE) == []


async def test_a_hand_and_an_order_at_the_same_moment_answer_once(store, time):
    table, other = await window(store), Tables(store)
    twin = await other.get(table.id)
    await table.act(2, ("let",))
    time.at += LATER
    await table.ripen()
    with contextlib.suppress(Exception):
        await twin.act(1, ("top",))
    assert await done(table) == ["0 bid 2", "1* let", "2 let"]
    await working(store, other, FakePort()).work(Subject("table", table.id))
    assert await done(table) == ["0 bid 2", "1* let", "2 let"]


async def test_a_later_question_does_not_wait_for_the_pause_of_an_earlier_one(store, time, monkeypatch):
    pauses = iter([500.0, 50.0])
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: next(pauses))
    table = await window(store)
    await table.order(1, frozenset())
    await table.act(1, ("top",))
    await table.order(0, frozenset({"let_be"}))
    assert await done(table) == ["0 bid 2", "1 top"]
    await table.act(2, ("top",))
    await table.order(2, frozenset())
    assert len(await owed(table, RIPE)) <= 1
    time.at += 50
    await working(store, Tables(store), FakePort()).work(Subject("table", table.id))
    assert await owed(table, RIPE) == [], "nothing earlier stands in its way"


async def test_killed_before_it_is_time_orders_answer_at_their_time_and_once(tmp_path: Path):
    file = tmp_path / "games.sqlite3"
    opened = await Store.open(file)
    time = Time(opened)
    table = await window(opened)
    await table.act(2, ("let",))
    due = await owed(table, RIPE)
    await opened.close()
    opened = await Store.open(file)
    try:
        time = Time(opened)
        tables, subject = Tables(opened), Subject("table", table.id)
        worker = working(opened, tables, FakePort())
        found = await tables.get(table.id)
        assert await owed(found, RIPE) == due
        time.at = due[0] - 0.01
        await worker.work(subject)
        assert await done(found) == ["0 bid 2"]
        time.at = due[0] + 5000
        for _ in range(2):
            await worker.work(subject)
        assert await done(found) == ["0 bid 2", "1* let", "2 let"]
    finally:
        await opened.close()


async def test_downtime_is_credited_to_a_deadline_though_nobody_is_waited_for(store, time):
    table = await window(store, clock=Clock(UNTIL, 1_790_000_000.0 + 90 * HOUR))
    await table.act(2, ("let",))
    assert table.id in [there.table for there in await store.heartbeat.running(store.shards)]


async def test_given_changed_and_withdrawn_within_the_pause(store, time):
    table = await window(store)
    await table.act(2, ("let",))
    time.at += 100
    await table.order(1, frozenset({"again"}))
    time.at += LATER
    await table.ripen()
    assert await done(table) == ["0 bid 2"]
    assert table.awaited == (1,)
    await table.order(1, frozenset({"let_be"}))
    assert len(await done(table)) == 3, "that is an answer like one by hand"


# Who sits there


async def test_who_is_given_the_seat_of_somebody_who_has_answered_is_asked(store, time):
    table = await window(store, clock=Clock(MOVE, HOUR))
    await table.act(2, ("top",))
    assert table.dials[2].due is None
    await table.seating.sit(2, (105, "Eva"), agreed=True)
    assert table.awaited == (2,)
    assert table.dials[2].due == time.at + HOUR
    assert "seal" not in str(table.rules.ahead(table.state, 2))


async def test_a_computer_that_takes_the_seat_of_somebody_who_has_answered_acts(store, time):
    table = await window(store, clock=Clock(MOVE, HOUR, answers=0, then="computer"))
    await table.act(2, ("top",))
    await table.seating.reseat(table.seats[2]._replace(player=None, computer="normal"), ())
    assert await owed(table, COMPUTERS)


async def test_who_leaves_takes_along_what_they_have_answered(store, time):
    table = await window(store, 4)
    await table.act(3, ("top",))
    await table.concede(3)
    time.at += LATER
    await table.ripen()
    assert (await done(table))[:3] == ["0 bid 2", "1* let", "2* let"]
    assert not any("3" in row for row in await done(table))


async def test_who_is_asked_last_leaves_and_the_others_orders_answer(store, time):
    table = await window(store, 4)
    await table.concede(3)
    assert await done(table) == ["0 bid 2"]
    time.at += LATER
    await working(store, Tables(store), FakePort()).work(Subject("table", table.id))
    assert (await done(table))[:3] == ["0 bid 2", "1* let", "2* let"]


# Moderators, and going back


async def test_a_moderator_who_ends_somebodys_time_in_a_window_is_heard(store, time):
    table = await window(store)
    await table.time_out(2, ACT)
    assert [act for _, _, act in await store.tables.acts(table.id)] == [ACT]
    assert await owed(table, SAID)
    time.at += LATER
    await table.ripen()
    assert await done(table) == ["0 bid 2", "1* let", "2* let"], "it was not the player who answered (PC-19.9)"


async def test_a_moderator_overrides_nobody_who_has_answered_and_learns_nothing(store, time):
    table = await window(store)
    await table.act(2, ("top",))
    assert await table.time_out(2, ACT) is not None
    assert [act for _, _, act in await store.tables.acts(table.id)] == [ACT]
    time.at += LATER
    await table.ripen()
    assert await done(table) == ["0 bid 2", "1* let", "2 top"]


async def test_nobody_has_agreed_by_an_answer_of_the_clock(store, time):
    table = await open_table(store, 3, asked="window", agreed=False)
    await table.act(0, ("bid", "2"))
    await table.time_out(1, ACT)
    await table.act(2, ("let",))
    assert await done(table) == ["0 bid 2", "1* let", "2 let"]
    assert [s.agreed for s in table.seats] == [True, False, True]


@pytest.mark.parametrize("usual", [False, True])
async def test_who_has_given_an_order_by_hand_agrees_by_what_it_answers(store, time, usual):
    """But not by one that is always given for them."""
    if usual:
        await store.personal_settings.set_stops(102, "bids", {"let_be"})
    table = await open_table(store, 3, asked="window", agreed=False)
    if not usual:
        await table.order(1, frozenset({"let_be"}))
    await table.act(0, ("bid", "2"))
    await table.act(2, ("let",))
    assert [s.agreed for s in table.seats] == [True, False, False], "what nobody knows of is no yes"
    time.at += LATER
    await table.ripen()
    assert await done(table) == ["0 bid 2", "1* let", "2 let"]
    assert [bool(yes) for (yes,) in await store.all("SELECT agreed FROM seats ORDER BY seat")] == [True, not usual, True]


async def test_an_order_given_by_hand_is_a_yes_though_the_clock_has_answered_since(store, time):
    table = await open_table(store, 3, asked="window", agreed=False)
    await table.order(1, frozenset({"again"}))
    await table.act(0, ("bid", "2"))
    await table.time_out(1, ACT)
    await table.act(2, ("let",))
    assert [s.agreed for s in table.seats] == [True, False, True]
    assert table.acting == (1,)
    time.at += LATER
    await table.ripen()
    assert await done(table) == ["0 bid 2", "1* let", "2 let", "1* bid 3"]
    assert [s.agreed for s in table.seats] == [True, True, True]


async def test_a_moderator_ends_the_game_before_orders_answer(store, time):
    table = await window(store)
    await table.act(2, ("let",))
    await table.settle(0, "ruled", [[0], [1, 2]], ACT)
    time.at += LATER
    port = FakePort()
    await working(store, Tables(store), port).work(Subject("table", table.id))
    assert await done(table) == ["0 bid 2"]
    assert await owed(table, RIPE) == []


async def test_a_table_that_has_moved_answers_in_its_new_channel(store, time):
    table, port = await window(store), FakePort()
    await table.act(2, ("let",))
    await table.move(1, 2)
    time.at += LATER
    tables = Tables(store)
    await working(store, tables, port).work(Subject("table", table.id))
    assert "let let bids" in port.said(2)[-1] or "let let" in " ".join(port.said(2))
    assert not any("let" in words for words in port.said(1))


@pytest.mark.parametrize("by_hand", [True, False])
async def test_an_undo_asks_the_same_people_whoever_answered_by_an_order(store, time, by_hand):
    table = await window(store)
    if by_hand:
        await table.order(1, frozenset())
        await table.act(1, ("let",))
    await table.act(2, ("let",))
    time.at += LATER
    await table.ripen()
    assert len(await done(table)) == 3
    proposal = await Consent(table).undo(0)
    assert proposal.asked == (1, 2)


@pytest.mark.parametrize("by_hand", [True, False])
async def test_a_proposal_ends_by_an_order_as_by_a_hand(store, time, by_hand):
    table = await open_table(store, 2, asked="one")
    if not by_hand:
        await table.order(1, frozenset({"again"}))
    await table.act(0, ("bid", "2"))
    await Consent(table).draw(0)
    assert table.proposal is not None
    time.at += LATER
    if by_hand:
        await table.act(1, ("bid", "3"))
    else:
        await table.ripen()
    assert (await done(table))[-1].endswith("bid 3")
    assert table.proposal is None


@pytest.mark.parametrize("pause", ["on", "off"])
async def test_who_goes_back_is_not_answered_for_by_what_has_been_taken_back(store, time, pause):
    """What had been sealed or ordered, and was carried out, would else be carried out again at once: both are asked, and their time runs."""
    table = await window(store, clock=Clock(MOVE, HOUR)) if pause == "on" else await open_table(store, 3, asked="window", pause="off")
    if pause == "off":
        await table.order(1, frozenset({"let_be"}))
        await table.act(0, ("bid", "2"))
    await table.act(2, ("top",))
    time.at += LATER
    await table.ripen()
    assert (await done(table))[-2:] == ["1* let", "2 top"]
    await table.go_back(0, next(r.number for r in await store.tables.actions(table.id) if r.action[0] in ("seal", "bid")), act=ACT)
    assert table.awaited == (1, 2)
    assert table.orders(1) == frozenset()
    if pause == "on":
        assert all(table.dials[seat].due is not None for seat in (1, 2))
    time.at += LATER
    await working(store, Tables(store), FakePort()).work(Subject("table", table.id))
    assert table.awaited == (1, 2)
    await table.act(2, ("let",))
    await table.act(1, ("let",))
    assert (await done(table))[-2:] == ["1 let", "2 let"]


# Time


async def test_nobody_wins_time_by_sealing_and_taking_back(store, time):
    table = await window(store, clock=Clock(BANK, HOUR))
    due = table.dials[2].due
    assert due is not None
    for _ in range(3):
        time.at += 60
        await table.act(2, ("let",))
        assert table.dials[2].due is None
        time.at += 10
        due += 10
        await table.say(2, ("seal",))
        assert table.dials[2].due == due


@pytest.mark.parametrize("between", ["nothing", "pause", "credit", "offer"])
async def test_a_reaction_costs_a_bank_nothing_and_brings_nothing(store, time, between):
    table = await window(store, clock=Clock(BANK, HOUR, 60.0))
    await table.order(1, frozenset())
    before = {s: table.dials[s].left for s in (1, 2)}
    time.at += 600
    if between == "pause":
        await table.clocks.pause(True, ACT)
        time.at += 600
        await table.clocks.pause(False, ACT)
    elif between == "credit":
        await credited(table, time.at - 100)
    elif between == "offer":
        await table.seating.offer(0, True)
    time.at += 60
    await table.act(2, ("let",))
    time.at += 60
    await table.act(1, ("let",))
    assert {s: pytest.approx(table.dials[s].left) for s in (1, 2)} == before


async def test_one_of_several_runs_out_of_time(store, time):
    table = await window(store, 4, clock=Clock(MOVE, HOUR))
    await table.order(2, frozenset())
    await table.act(2, ("top",))
    time.at += HOUR
    assert await table.expiry.lapse(3)
    assert not await table.expiry.lapse(2)
    assert await done(table) == ["0 bid 2", "1* let", "2 top"]
    assert table.dials[2].lapses == 0


@pytest.mark.parametrize("left", [60.0, 600.0])
async def test_orders_answer_well_before_time_is_over(store, time, left):
    """Else what the clock does not do would tell of them."""
    table = await open_table(store, 2, asked="one", clock=Clock(MOVE, left))
    await table.order(1, frozenset({"again"}))
    await table.act(0, ("bid", "1"))
    (due,) = await owed(table, RIPE)
    assert time.at < due <= time.at + left / 3


async def test_the_dial_of_whose_order_will_answer_openly_runs_as_by_hand(store, time):
    table = await open_table(store, 2, asked="one", clock=Clock(BANK, HOUR, 60.0))
    await table.order(1, frozenset({"again"}))
    await table.act(0, ("bid", "1"))
    assert table.dials[1].due == time.at + HOUR
    time.at += LATER
    await table.ripen()
    assert table.dials[1].left == HOUR - LATER + 60


# What is told in private


async def test_who_is_asked_next_to_what_their_own_order_has_done_is_told_in_private(store, time):
    """The board calls nobody who has just acted; the one who answers by hand is there."""
    table = await open_table(store, 2, asked="window")
    await table.say(1, ("draft", "look"))
    await table.act(0, ("bid", "2"))
    await table.act(1, ("let",))
    subject = Subject("table", table.id)
    assert not [debt for debt in await store.outbox.of(subject) if debt.kind == WHISPER]
    time.at += LATER
    await table.ripen()
    assert (await store.tables.actions(table.id))[-1].action == ("look",)
    assert table.awaited == (1,)
    assert [debt.payload for debt in await store.outbox.of(subject) if debt.kind == WHISPER] == [{"seat": 1, "why": "after_orders"}]


async def test_for_whom_an_order_will_answer_the_next_question_is_called_to_nothing(store, time):
    table = await open_table(store, 2, asked="window")
    await table.say(1, ("draft", "look"))
    await table.order(1, frozenset({"again"}))
    await table.act(0, ("bid", "2"))
    await table.act(1, ("let",))
    time.at += LATER
    await table.ripen()
    assert (await store.tables.actions(table.id))[-1].action == ("look",)
    assert (table.acting, table.awaited) == ((1,), ())
    assert not [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == WHISPER]


@pytest.mark.parametrize("trouble", [LOST, GONE])
async def test_a_private_message_that_cannot_be_sent_keeps_nothing_public(store, time, trouble):
    """For a day, and for ever: the board goes out, and moderators see nothing of it."""
    table = await window(store, clock=Clock(MOVE, 10 * HOUR))

    def happens(what: str) -> None:
        if what == "whisper":
            raise Trouble(trouble)

    port, tables, subject = FakePort(happens), Tables(store), Subject("table", table.id)
    worker = working(store, tables, port)
    await worker.work(subject)
    time.at += 5 * HOUR
    await worker.work(subject)
    table = await tables.get(table.id)
    assert await table.expiry.reminded(2, time.at)
    assert await owed(table, REMINDER) == []
    assert await owed(table, WHISPER)
    await worker.work(subject)
    said = len(port.said(1))
    await table.act(2, ("let",))
    await worker.work(subject)
    assert len(port.said(1)) == said + 1
    assert not await store.outbox.late(1, time.at + 1)
    time.at += 24 * HOUR
    await worker.work(subject)
    assert not await store.outbox.late(1, time.at - 600)


async def test_what_is_secret_hastens_nothing_that_discord_has_refused(store, time):
    table = await open_table(store, 3, asked="window")
    subject = Subject("table", table.id)
    await table.act(0, ("bid", "1"))
    await store.outbox.failed(await store.outbox.of(subject), "refused", time.at + 1000)
    waiting = await store.outbox.of(subject)
    await table.order(1, frozenset({"let_be"}))
    await table.say(2, ("draft", "bid", "1"))
    await table.say(1, ("seal", "let"))
    assert [debt for debt in await store.outbox.of(subject) if debt.kind != RIPE] == waiting
