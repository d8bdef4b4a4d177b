"""Clocks at tables, in simulated time: reminders, answers by the clock, computers and forfeits, nights, days away, restarts."""

from __future__ import annotations

import asyncio
import re
import time
from datetime import date, timedelta
from unittest import mock

import pytest

from cogs.play.tables import Tables
from cogs.service.timer import Clocks
from data.store.shards import Shards
from data.typed_times import exactly
from rules.competition.clock import DAY, HOUR, Clock
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.cogs.test_play import table


async def begin(chat, clock: str = "24h", channel: str = HERE, **options: str) -> None:
    """Both have agreed to play, so that time runs for both."""
    await chat.use(ANNA, "game new", channel, game="monster_hex", seats="2", options="seating=joined", clock=clock, **options)
    await chat.use(BOHUMIL, "game join", channel)


def weekday(number: int, after: float) -> date:
    """The Monday and so on (0, 1, ...) of the first week that begins after a moment."""
    there = date.fromtimestamp(after)
    return there + timedelta(days=7 - there.weekday() + number)


def said(chat, channel: str = HERE) -> list[str]:
    return [m["content"] for m in chat.seen(None, channel)]


def reminders(chat) -> list[dict]:
    return [m for m in chat.seen(None) if m["content"].startswith("⏱ <@")]


async def test_the_board_says_when_time_ends_and_reminds_twice(chat):
    await begin(chat)
    found = await table(chat)
    due = found.dials[0].due
    assert chat.board()["content"].endswith("choose a faction · ⏱ 1 day")
    assert "1 day for each decision" in await chat.use(ANNA, "game clock")
    assert f"**Anna**: time until <t:{int(due)}:f>" in chat.private(ANNA)["content"]
    assert "**Bohumil**: 1 day left, not running" in chat.private(ANNA)["content"]
    assert "**Anna**\u00a0: doit agir · ⏱ 1 jour" in await chat.use(CECILE, "game clock"), "a spectator reads it in their own language"
    await chat.later(11 * HOUR)
    assert not reminders(chat)
    await chat.later(2 * HOUR)
    (half,) = reminders(chat)
    assert half["content"].endswith("time left: 12 hours")
    assert [u["id"] for u in half["mentions"]] == [ANNA]
    assert "pour quelqu'un d'autre" in await chat.press(CECILE, half, "In 3 hours")
    assert "You will be reminded at" in await chat.press(ANNA, half, "In 3 hours")
    await chat.later(3.1 * HOUR)
    assert len(reminders(chat)) == 2, "snoozed"
    await chat.later(7 * HOUR)
    assert len(reminders(chat)) == 3, "near the end"
    await chat.use(ANNA, "move", action="faction ember")
    await chat.later(11 * HOUR)
    assert len(reminders(chat)) == 3, "Anna has answered, Bohumil has time"
    assert (await table(chat)).dials[1].due == pytest.approx(chat.bot.store.now() + 13 * HOUR, abs=60)


async def test_what_a_clock_gives_is_told_exactly_to_each_in_their_language_and_its_end_to_whom_it_runs_against(chat):
    await begin(chat, "36h", time_over="at_once")
    due = f"<t:{int((await table(chat)).dials[0].due)}"
    assert chat.board()["content"].endswith("· ⏱ 36 hours"), "not two days"
    assert due not in chat.board()["content"]
    told = await chat.use(BOHUMIL, "game clock")
    assert "**Bohumil**: 36 hodin, čas neběží" in told
    assert "⏱ 36 hodin na každé rozhodnutí · po vypršení času je prohráno." in told
    assert "⏱ 36 heures" in await chat.use(CECILE, "game clock"), "whoever looks on reads their own language, not the table's"
    await chat.press(ANNA, chat.board(), "Your move")
    assert f"⏱ Your time: until {due}:f>" in chat.private(ANNA)["content"]
    await chat.press(BOHUMIL, chat.board(), "Your move")
    assert due not in chat.private(BOHUMIL)["content"]


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("clock", ["24h", "5d+12h", "within 20d"])
async def test_nobody_else_learns_from_a_clock_who_is_away(chat, clock):
    """What everybody reads is the same whether the one who is asked is there, sleeps or is away; those who play see when time ends."""
    told = []
    for channel, player in ((HERE, CECILE), (THERE, BOHUMIL)):
        await chat.set(player, "language", channel, language="en")
        if player == BOHUMIL:
            await chat.set(BOHUMIL, "hours", zone="Europe/Prague", start="20", end="8", weekends="true")
            await chat.set(BOHUMIL, "away", days="9")
        await chat.use(player, "game new", channel, game="monster_hex", opponent=ANNA, options="seating=joined", clock=clock)
        public = [chat.board(channel)["content"], await chat.use(DARA, "game clock", channel)]
        names = re.compile(r"<@\d+>|\*\*(Bohumil|Cécile|SHA)\*\*|`[0-9a-f]{16}…`|<t:\d+")
        told.append([names.sub("", words) for words in public])
        due = (await chat.bot.tables.here(int(channel))).dials[0].due
        assert clock.startswith("within") or all(f"<t:{int(due)}" not in words for words in public)
        assert f"<t:{int(due)}:f>" in await chat.use(ANNA, "game clock", channel)
    assert told[0] == told[1]
    assert "those who play here" in told[0][1]


async def test_the_game_answers_twice_then_a_computer_plays_and_the_player_comes_back(chat):
    await begin(chat, time_over="computer")
    found = await table(chat)
    await chat.later(DAY + 60)
    assert "⏱ The time of **Anna** is over." in chat.board()["content"]
    assert found.position == 1
    assert found.acting == (1,)
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.later(DAY + 60)
    assert found.dials[0].lapses == 2
    await chat.use(BOHUMIL, "move", action="place" + " " + " ".join(_first(found, 1)[1:]))
    await chat.later(DAY + 60)
    assert found.seats[0].computer
    assert "A computer (normal) plays on for **Anna**" in "\n".join(said(chat))
    assert 0 not in found.dials or found.dials[0].due is None
    await chat.restart()
    found = await table(chat)
    assert "Personne ne cède une place à lui seul" in await chat.use(CECILE, "game take")
    assert found.seats[0].computer, "nobody sees a hand because one person alone lets them"
    assert "Done" in await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="gone")
    found = await table(chat)
    assert found.seats[0].player == int(CECILE)
    assert "do not sit" in await chat.use(ANNA, "hand"), "who has left sees the hand no longer"
    await chat.use(ANNA, "game export")
    body = chat.world.file(chat.private(ANNA)["attachments"][0]["id"]).decode()
    assert '"name": "Anna"' in body, "the record keeps who sat there before"


def _first(found, seat):
    from rules.legal_actions import legal

    return next(legal(found.rules, found.state, seat))


async def test_time_runs_out_for_good(chat):
    await begin(chat, "2d+12h/3d")
    found = await table(chat)
    await chat.later(DAY)
    await chat.use(ANNA, "move", action="faction ember")
    assert found.dials[0].left == pytest.approx(1.5 * DAY, abs=60)
    await chat.use(BOHUMIL, "move", action="faction tide")
    assert found.dials[1].left == pytest.approx(2.5 * DAY, abs=60)
    assert "**Bohumil**" in await chat.use(ANNA, "game clock")
    await begin(chat, "within 3d", THERE, time_over="forfeit")
    await chat.later(1.6 * DAY)
    assert found.seats[0].computer, "a friendly table ends with a computer"
    other = await chat.bot.tables.here(int(THERE))
    assert not other.over
    await chat.later(1.5 * DAY)
    assert other.over
    assert "is over" in "\n".join(said(chat, THERE))
    assert await chat.bot.store.tables.dials(other.id) == {}


async def test_nights_and_days_away_stop_the_clock_and_keep_people_unpinged(chat):
    await chat.set(ANNA, "hours", zone="Europe/Prague", start="22", end="8", weekends="true")
    assert "22:00 to 8:00" in chat.private(ANNA)["content"]
    assert "I know no time zone" in await chat.set(ANNA, "hours", zone="Atlantis")
    assert "at most 12" in await chat.set(ANNA, "hours", start="8", end="22")
    assert "Give both" in await chat.set(ANNA, "hours", start="8", end="")
    assert "Time zone: Europe/Prague" in await chat.set(ANNA, "hours", zone="prague", start="22", end="8")
    assert "no hour of the day" in await chat.set(ANNA, "hours", start="late", end="8")
    assert "no number of days" in await chat.set(ANNA, "away", days="some")
    wednesday, thursday, monday = (weekday(n, chat.bot.store.now() + 2 * DAY) for n in (2, 3, 7))
    chat.ahead = exactly(f"{wednesday} 23:00", "Europe/Prague").at - time.time()
    await begin(chat, "4h")
    assert chat.board()["mentions"] == [], "it is night"
    found = await table(chat)
    assert found.dials[0].due == pytest.approx(exactly(f"{thursday} 12:00", "Europe/Prague").at, abs=60)
    await chat.later(10 * HOUR)
    (morning,) = reminders(chat)
    assert [u["id"] for u in morning["mentions"]] == [ANNA]
    assert "22:00 to 8:00" in await chat.set(ANNA, "hours", zone="vienna")
    assert "may be changed once a day" in await chat.set(ANNA, "hours", zone="America/New_York"), "no time is bought"
    assert "Away until" in await chat.set(ANNA, "away", days="3")
    assert found.dials[0].due > exactly(f"{monday} 08:00", "Europe/Prague").at, "the weekend follows"
    assert "Not away" in await chat.set(ANNA, "away", days="0")
    assert found.dials[0].due == pytest.approx(exactly(f"{thursday} 12:00", "Europe/Prague").at, abs=120)
    await begin(chat, "4h", THERE, strict="true")
    strict = await chat.bot.tables.here(int(THERE))
    assert strict.dials[0].due == pytest.approx(chat.bot.store.now() + 4 * HOUR, abs=60)


async def test_downtime_is_not_charged_and_deadlines_survive(chat):
    await begin(chat)
    await chat.later(6 * HOUR)
    due = (await table(chat)).dials[0].due
    await chat.restart()
    assert (await table(chat)).dials[0].due == pytest.approx(due, abs=60)
    await chat.disconnect()
    chat.ahead += 3 * DAY
    await chat.connect()
    await chat.settle()
    assert (await table(chat)).dials[0].due == pytest.approx(due + 3 * DAY, abs=60)
    assert (await table(chat)).position == 0


async def test_time_without_discord_is_not_charged_either(chat):
    await begin(chat)
    found = await table(chat)
    due = found.dials[0].due
    chat.bot.dispatch("shard_disconnect", 0)
    await asyncio.sleep(0.05)
    chat.ahead += 2 * DAY
    await chat.bot.clockwork.tick()
    assert found.position == 0, "nobody's time is over while they cannot answer"
    chat.bot.dispatch("shard_resumed", 0)
    await asyncio.sleep(0.1)
    assert found.dials[0].due == pytest.approx(due + 2 * DAY, abs=60)
    await chat.later(DAY + 60)
    assert found.position == 1
    chat.bot.dispatch("shard_disconnect", 0)
    chat.bot.dispatch("shard_connect", 0)
    await asyncio.sleep(0.05)
    assert found.dials[1].due == pytest.approx(chat.bot.store.now() + DAY - 60, abs=60), "a blink counts for nothing"


async def test_mygames_by_deadline_and_bad_clocks(chat):
    assert "is no clock" in await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, clock="soon")
    assert "is no clock" in await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, clock="until 2020-01-01")
    assert "Choose a clock first" in await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, time_over="forfeit")
    assert "no such table" in await chat.use(ANNA, "game clock")
    await begin(chat, "3d")
    await begin(chat, "12h", THERE)
    first, second = (await chat.use(ANNA, "mygames")).splitlines()
    assert f"/{THERE}/" in first
    assert f"/{HERE}/" in second
    assert "time over" in first
    offered = await chat.complete(ANNA, "game new", "clock", "24", game="monster_hex")
    assert offered[0] == "24h"
    third = "3003"
    await chat.use(CECILE, "game new", third, game="monster_hex", opponent=DARA)
    assert "pas de pendule" in await chat.use(CECILE, "game clock", third)


async def test_the_days_away_of_a_year_are_counted(chat):
    chat.ahead = exactly("2027-03-01", "UTC").at - time.time()
    await chat.set(ANNA, "away", days="30")
    chat.ahead += 20 * DAY - HOUR
    assert "Only 10 of" in await chat.set(ANNA, "away", days="11")
    assert "Not away; 10 days" in await chat.set(ANNA, "away", days="0")
    chat.ahead += 365 * DAY
    assert "Away until" in await chat.set(ANNA, "away", days="30")


async def test_a_thousand_clocks_are_one_sleeping_task(chat):
    """What the sleeping task does with a thousand dials in which nothing is due: one look at an index."""
    await begin(chat)
    store = chat.bot.store
    async with store.transaction() as db:
        (row,) = await db.all("SELECT * FROM games WHERE id = 1")
        values = ", ".join("?" for _ in row)
        for n in range(2, 1002):
            await db.execute(f"INSERT INTO games VALUES ({values})", (n, *row[1:4], 90000 + n, *row[5:]))
            due = store.now() + 5000 + n
            await db.execute("INSERT INTO dials VALUES (?, 0, 60, 0, ?, ?, '[]', ?, 0)", (n, due - 60, due, due))
    for some in (store.shards, Shards.parse("0/16")):
        asked = mock.AsyncMock(return_value=[])
        with mock.patch.object(store.database, "all", asked):
            await store.tables.next_ring(some)
            await store.tables.ringing(0, some)
        for sql, *values in (call.args for call in asked.await_args_list):
            plan = [row[-1] for row in await store.all(f"EXPLAIN QUERY PLAN {sql}", *values)]
            assert "dials_next" in plan[0]
            assert ("games" in str(plan)) is (some != store.shards), "nobody is asked for a server where all are looked after"
    tasks = len(asyncio.all_tasks())
    store.due_changed.set()
    await asyncio.sleep(0.05)
    assert len(asyncio.all_tasks()) <= tasks
    assert await chat.bot.store.tables.ringing(store.now()) == []


async def test_whoever_answers_while_the_clocks_ring_rings_in_time_again():
    """The clock that found nothing to do is not put aside as if something were wrong with it."""
    now = 1_790_000_000.0
    async with memory() as store:
        store.now = lambda: now
        with known():
            found = await open_table(store, asked="one", clock=Clock("move", 120.0))
            tables = Tables(store)
            there = await tables.get(found.id)
            clocks, ringing = Clocks(store, tables, lambda tournament: asyncio.sleep(0)), store.tables.ringing

            async def answered_meanwhile(*at):
                store.tables.ringing = ringing
                due = await ringing(*at)
                await there.act(0, ("bid", "1"))
                return due

            now += 121
            store.tables.ringing = answered_meanwhile
            await clocks.tick()
            assert [r.auto for r in await store.tables.actions(found.id)] == [False]
            await there.act(1, ("bid", "1"))
            assert there.acting == (0,)
            now += 121
            await clocks.tick()
            assert [r.auto for r in await store.tables.actions(found.id)] == [False, False, True]
