"""What is stored and cannot be read: it stays as it is, whoever reads many goes on without it, and it is told."""

from __future__ import annotations

import logging
from contextlib import closing

import pytest

from cogs.play.clocks.downtime import credit
from cogs.play.outbox_worker import SEEN_AGAIN, Worker
from data.rest_hours import Hours
from data.store import Store
from data.store.changes import BOARD, BUTTONS, GO_ON, NOTICE, SAID, TABLE, WHISPER, Change, Message, Subject
from data.store.outbox import UNREADABLE
from data.store.rows import OVER, SeatRow
from data.store.transfer.side_sqlite import SQLiteSide
from data.store.unreadable_rows import PERSON
from rules.competition.clock import HOUR, MOVE, Clock, Dial
from tests.stored import live_table, new_row

pytestmark = pytest.mark.usefixtures("places")
SECRET = "hidden_words"


@pytest.fixture
async def store(tmp_path):
    opened = await Store.open(tmp_path / "g.sqlite3")
    opened.now = lambda: 1_000_000.0
    yield opened
    await opened.close()


async def put(store: Store, sql: str, *values: object) -> None:
    async with store.transaction() as db:
        assert await db.execute(sql, values)


async def timed(store: Store, channel: int, at: float) -> int:
    """A table of one who is asked, whose dial runs since a moment."""
    row = await live_table(store, new_row(channel, clock=Clock(MOVE, 10 * HOUR)), [SeatRow(0, channel, None, "P")])
    await store.tables.commit(Change(row, dials={0: Dial(10 * HOUR, 0, at, at + 10 * HOUR, (at + HOUR,))}))
    return row.id


@pytest.mark.parametrize(("column", "text"), [("zone", "Asia/Hanoi2"), ("zone", "../x"), ("zone", "Europe"), ("quiet", "22"), ("quiet", "25-7")])
async def test_whose_hours_cannot_be_read_plays_in_utc_until_they_say_otherwise(store, column, text):
    await store.personal_settings.set_hours(5, Hours("Europe/Prague", (22, 7), True))
    await put(store, f"UPDATE settings SET {column} = ? WHERE player = 5", text)
    await store.personal_settings.set_hours(6, Hours("Europe/Prague", (22, 7)))
    assert await store.personal_settings.hours(5) == Hours("UTC", None, True, unreadable=True)
    assert (await store.personal_settings.hours_of([5, 6]))[6] == Hours("Europe/Prague", (22, 7))
    told = {"zone": Hours("Asia/Tokyo"), "quiet": Hours(quiet=(23, 6))}[column]
    await store.personal_settings.set_hours(5, told, [column])
    now = await store.personal_settings.hours(5)
    assert not now.unreadable
    whole = Hours("Asia/Tokyo", (22, 7), True) if column == "zone" else Hours("Europe/Prague", (23, 6), True)
    assert now == whole, "what had not been damaged holds again"


def test_a_night_that_ends_before_it_begins_is_none():
    """In the night in which clocks are put forward by two hours, two o'clock comes after three."""
    for quiet in ((2, 3), (1, 3), (0, 2), (23, 2)):
        rests = [rest for rest, _ in zip(Hours("Antarctica/Troll", quiet).rests(1_774_500_000.0), range(10), strict=False)]
        assert all(begin < end for begin, end in rests), quiet
        assert rests == sorted(rests)
    assert [*Hours(away=((20.0, 10.0), (30.0, 40.0))).rests(0)] == [(30.0, 40.0)]


@pytest.mark.parametrize(
    "text", ['{"kind": "move", "tim', '{"kind":"fischer","time":60.0}', '{"kind":"move","time":60.0,"siesta":3}', "[]", "Infinity"]
)
async def test_a_table_whose_clock_cannot_be_read_is_owed_its_time(store, text, caplog):
    """It gets what the others have got when it can be read again, and no less."""
    bad, good = [await timed(store, channel, 990_000.0) for channel in (5, 6)]
    before = await store.one("SELECT clock FROM games WHERE id = ?", (bad,))
    await put(store, "UPDATE games SET clock = ? WHERE id = ?", text, bad)
    assert await credit(store, store.shards, lambda guild: 995_000.0) == [good]
    assert (await store.tables.dials(good))[0].due == 1_000_000 + 10 * HOUR - 5_000
    assert (await store.tables.dials(bad))[0].due == 990_000 + 10 * HOUR
    assert text not in caplog.text
    assert await store.tables.next_ring() == (await store.tables.dials(good))[0].next
    store.now = lambda: 2_000_000.0
    assert await store.tables.ringing(2_000_000.0) == [(good, 0)]
    await put(store, "UPDATE games SET clock = ? WHERE id = ?", *(before or ()), bad)
    assert bad in await credit(store, store.shards, lambda guild: 1_999_000.0)
    assert (await store.tables.dials(bad))[0].due == 2_000_000 + 10 * HOUR - 5_000
    assert not await store.all("SELECT 1 FROM facts WHERE key LIKE 'uncredited%'")


async def test_a_table_that_the_database_does_not_take_is_passed_over_alone(store, monkeypatch):
    tables = [await timed(store, channel, 990_000.0) for channel in (5, 6, 7)]
    whole = store.heartbeat._credit_tables

    def refused(db, some):
        whole(db, some)
        if any(there.table == tables[1] for there in some):
            db.execute("SELECT no_such_column FROM games")

    monkeypatch.setattr(store.heartbeat, "_credit_tables", refused)
    assert await credit(store, store.shards, lambda guild: 995_000.0) == [tables[0], tables[2]]
    dues = [(await store.tables.dials(table))[0].due for table in tables]
    assert dues[0] == dues[2] == 1_000_000 + 10 * HOUR - 5_000
    assert dues[1] == 990_000 + 10 * HOUR
    monkeypatch.undo()
    assert (await store.heartbeat.last())(1) == 1_000_000.0
    assert tables[1] in await credit(store, store.shards, lambda guild: 1_000_000.0)
    assert (await store.tables.dials(tables[1]))[0].due == dues[0]


@pytest.mark.parametrize("column", ["game", "options", "seed", "outcome", "clock", "asked"])
async def test_a_commit_leaves_what_it_cannot_read(store, column, caplog):
    row = await live_table(store, new_row(5, options={"seats": 2}, clock=Clock(MOVE, HOUR)), [SeatRow(0, 7, None, "P")])
    other = await live_table(store, new_row(6), [SeatRow(0, 7, None, "P")])
    text = '{"' + SECRET
    await put(store, f"UPDATE games SET {column} = ? WHERE id = ?", text, row.id)
    found = await store.tables.get(row.id)
    assert found is not None
    assert found.unreadable == {column}
    await store.tables.commit(Change(found._replace(status=OVER, ended=1.0)))
    assert await store.one(f"SELECT {column}, status FROM games WHERE id = ?", (row.id,)) == (text, OVER)
    assert [one.id for one in await store.tables.live_of(7)] == [other.id]
    assert [one.id for one in await store.tables.unreadable(1)] == [row.id]
    assert SECRET not in caplog.text
    assert f"table {row.id}: what stands in {column}" in caplog.text


async def test_a_result_that_cannot_be_read_is_left_out_of_what_somebody_has_played(store):
    seats = [SeatRow(0, 7, None, "P"), SeatRow(1, 8, None, "Q")]
    for channel in (5, 6):
        row = await live_table(store, new_row(channel), seats)
        await store.tables.commit(Change(row._replace(status=OVER, ended=1.0, outcome={"places": [[0], [1]]})))
    await put(store, "UPDATE games SET outcome = ? WHERE channel = 5", '{"places": [[0], [')
    assert [one.table for one in await store.finished_games.played(7)] == [2]


async def test_what_is_owed_and_cannot_be_read_keeps_nothing_waiting(store, caplog):
    caplog.set_level(logging.CRITICAL, "referee.worker")
    row = await live_table(store, new_row(5), [SeatRow(0, 7, None, "P")])
    await store.outbox.done(await store.outbox.of(Subject(TABLE, row.id)))
    subject, done = Subject(TABLE, row.id), list[str]()
    await store.outbox.owe(subject, Message(SAID, {"act": []}), Message(BOARD, {"events": []}), Message(BUTTONS, {"channel": 1, "message": 2}))
    await put(store, "UPDATE owed SET payload = substr(payload, 1, 7)")
    await put(store, "INSERT INTO owed (game, kind, payload, created) VALUES (?, 'of_tomorrow', '{}', 1.0)", row.id)
    await put(store, "INSERT INTO owed (game, kind, payload, created) VALUES (?, 'whisper', ?, 1.0)", row.id, f'{{"{SECRET}": 1}}')
    await store.outbox.owe(subject, Message(SAID, {"key": "a", "facts": {}}))

    async def step(debts):
        done.append(debts[0].kind)
        await store.outbox.done(debts[:1])

    worker = Worker(store.outbox, store)
    worker.teach("messages", step, SAID, BOARD, "held")
    worker.teach("others", step, BUTTONS, WHISPER, NOTICE, GO_ON)
    await worker.start()
    await worker.settled(subject)
    for _ in range(3):
        worker.wake(subject)
        await worker.settled(subject)
    await worker.close()
    assert done == [SAID, BOARD], "and the board as it is, in the place of what cannot be told"
    left = await store.all("SELECT kind, trouble, tries FROM owed ORDER BY id")
    assert left == [(kind, UNREADABLE, 1) for kind in (SAID, BOARD, BUTTONS, "of_tomorrow", WHISPER)]
    assert not await store.outbox.untold(), "time does not stand for it"
    assert [one.trouble for one in await store.outbox.late(1, 0.0)] == [UNREADABLE]
    assert SECRET not in caplog.text
    assert WHISPER not in caplog.text


async def test_a_fault_with_one_thing_owed_does_not_keep_the_rest_waiting_for_ever(store, caplog):
    caplog.set_level(logging.CRITICAL, "referee.worker")
    row = await live_table(store, new_row(5), [SeatRow(0, 7, None, "P")])
    await store.outbox.done(await store.outbox.of(Subject(TABLE, row.id)))
    subject, now, done = Subject(TABLE, row.id), [1_000_000.0], list[int]()
    store.now = lambda: now[0]
    await store.outbox.owe(subject, *(Message(SAID, {"key": key, "facts": {}}) for key in "abc"))

    async def step(debts):
        if debts[0].payload["key"] == "a":
            raise KeyError("fact")
        done.append(debts[0].id)
        await store.outbox.done(debts[:1])

    worker = Worker(store.outbox, store)
    worker.teach("messages", step, SAID)
    await worker.start()
    for _ in range(SEEN_AGAIN + 1):
        await worker.settled(subject)
        now[0] += 86400.0
        worker.wake(subject)
    await worker.settled(subject)
    await worker.close()
    assert len(done) == 2
    assert [debt.payload["key"] for debt in await store.outbox.of(subject)] == ["a"]


async def test_bytes_that_are_no_text_stop_nobody(store):
    """As after a bit that has turned. Only a file can hold them."""
    if store.path is None:
        return
    for player in (5, 6):
        await store.personal_settings.set_hours(player, Hours("Europe/Prague"))
    spoilt = "UPDATE settings SET zone = CAST(x'41ff42' AS TEXT) WHERE player = ?"
    await put(store, spoilt, 5)
    assert (await store.personal_settings.hours_of([5, 6])) == {5: Hours(unreadable=True), 6: Hours("Europe/Prague")}
    await store.own_data.forget(5)
    await put(store, spoilt, 6)
    await store.close()
    with closing(SQLiteSide(store.path)) as side:
        assert any("A\ufffdB" in row for row in side.rows(side.tables()["settings"]))


async def test_moderators_are_told_of_whom_they_play_with(store):
    await live_table(store, new_row(5), [SeatRow(0, 7, None, "P"), SeatRow(1, 8, None, "Q")])
    await store.personal_settings.set_hours(7, Hours("Europe/Prague"))
    assert await store.unreadable_rows.of(1) == []
    await put(store, "UPDATE settings SET zone = 'Asia/Hanoi2' WHERE player = 7")
    await put(store, "INSERT INTO rooms (guild, channel, games) VALUES (1, 9, 'monster_hex chess')")
    assert [(one.kind, one.id, one.channel) for one in await store.unreadable_rows.of(1)] == [(PERSON, 7, 5), ("room", 9, 9)]
    assert await store.unreadable_rows.of(2) == []
