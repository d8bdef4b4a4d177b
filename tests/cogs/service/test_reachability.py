"""Time runs only where people can act and have been told that they are asked: each way to be out of reach, and that it goes on by itself."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.play.clocks.table_clocks import CHANNEL, SERVER, UNTOLD
from cogs.play.tables import Tables
from cogs.play.tournaments.sign_up import Entries
from cogs.service.reachability import Reach
from data.store.changes import BOARD, SAID, Subject
from data.store.rows import TableAct
from data.store.shards import EVERYTHING
from playground.world import ALL_RIGHTS, SEND_MESSAGES
from rules.competition.clock import BANK, DAY, HOUR, MOVE, UNTIL, Clock
from tests.bids import BEGUN, open_table
from tests.chat import ANNA, BOHUMIL, HERE
from tests.cogs.driving import click
from tests.cogs.service.test_timer import begin
from tests.cogs.test_play import table as table_of

ACT = TableAct(9, "table_pause", "", "why")
RULES = (Clock(MOVE, HOUR), Clock(BANK, 2 * HOUR, increment=60), Clock(UNTIL, BEGUN + DAY))


def left(table: Any, seat: int, now: float) -> float:
    return table.dials[seat].due - now


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.kind)
async def test_nobody_is_charged_while_time_stands_and_what_people_do_counts(store, time, rule):
    table = await open_table(store, 3, clock=rule, asked="one")
    time.at += 600
    before = left(table, 0, time.at)
    assert await table.clocks.stand(CHANNEL, time.at - 60), "it has stood for a minute before that was known"
    assert not await table.clocks.stand(CHANNEL, time.at)
    assert all(dial.due is None for dial in table.dials.values())
    time.at += 30 * HOUR
    assert not await table.expiry.lapse(0)
    await table.act(0, ("bid", "2"))
    assert all(dial.due is None for dial in table.dials.values()), "whoever is asked next has time when they can be told"
    assert await table.clocks.run()
    assert not await table.clocks.run()
    assert table.acting == (1,)
    assert left(table, 1, time.at) == pytest.approx(before + 60 if rule.kind == UNTIL else rule.time, abs=1)
    assert rule.kind == UNTIL or table.dials[0].left >= (before + 60 if rule.kind == BANK else 0)
    owed = [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == SAID]
    assert [debt.payload["key"] for debt in owed] == ["stands.over.channel"]


async def test_it_is_a_row_that_lives_through_a_restart_and_the_time_is_not_credited_twice(store, time):
    made = await open_table(store, 2, clock=Clock(UNTIL, BEGUN + DAY), asked="one")
    await made.clocks.stand(SERVER, time.at)
    time.at += HOUR
    table = await Tables(store).get(made.id)
    assert (table.row.stands, table.row.stood) == (SERVER, BEGUN)
    assert not await store.heartbeat.running(EVERYTHING), "whoever looks after it next credits nothing"
    await table.clocks.run()
    assert table.row.clock.time == BEGUN + DAY + HOUR


@pytest.mark.parametrize("order", ["pause first", "stand first"])
async def test_a_pause_and_time_that_stands_are_counted_once(store, time, order):
    table = await open_table(store, 2, clock=Clock(UNTIL, BEGUN + DAY), asked="one")
    if order == "pause first":
        await table.clocks.pause(True, ACT)
        time.at += HOUR
        await table.clocks.stand(SERVER, time.at)
        time.at += HOUR
        await table.clocks.pause(False, ACT)
        time.at += HOUR
        await table.clocks.run()
    else:
        await table.clocks.stand(SERVER, time.at)
        time.at += HOUR
        await table.clocks.pause(True, ACT)
        time.at += HOUR
        await table.clocks.run()
        assert table.dials[0].due is None, "it is paused still"
        time.at += HOUR
        await table.clocks.pause(False, ACT)
    assert table.row.clock.time == BEGUN + DAY + 3 * HOUR
    assert table.dials[0].due == BEGUN + DAY + 3 * HOUR


async def test_what_an_order_answers_waits_as_well(store, time, monkeypatch):
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: 300.0)
    table = await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    await table.order(1, frozenset({"again"}))
    await table.act(0, ("bid", "2"))
    await table.clocks.stand(SERVER, time.at + 100)
    time.at += 10 * HOUR
    await table.ripen()
    assert table.acting == (1,)
    await table.clocks.run()
    assert table.row.ripe > time.at
    time.at = table.row.ripe
    await table.ripen()
    assert table.acting == (0,)


# What Discord tells


class Client:
    """What a client remembers of one server and its channel."""

    def __init__(self) -> None:
        self.rights = discord.Permissions(view_channel=True, send_messages=True)
        self.channel: Any = SimpleNamespace(permissions_for=lambda member: self.rights)
        self.guild: Any = SimpleNamespace(unavailable=False, me=None, get_channel_or_thread=lambda number: self.channel)
        self.there = True

    def is_ready(self) -> bool:
        return True

    def get_guild(self, number: int) -> Any:
        return self.guild if self.there else None


WAYS = {
    SERVER: lambda client: setattr(client, "there", False),
    "unavailable": lambda client: setattr(client.guild, "unavailable", True),
    CHANNEL: lambda client: setattr(client, "rights", discord.Permissions(view_channel=True)),
    "hidden": lambda client: setattr(client, "rights", discord.Permissions(send_messages=True)),
}


@pytest.mark.parametrize("way", WAYS)
async def test_each_way_to_be_out_of_reach_stops_time_until_it_is_over(store, time, way):
    client, table = Client(), await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    tables = Tables(store)
    reach = Reach(tables, Entries(tables), client)
    await reach.settle()
    table = await tables.get(table.id)
    assert table.row.stands is None
    WAYS[way](client)
    await reach.settle()
    assert table.row.stands == {"unavailable": SERVER, "hidden": CHANNEL}.get(way, way)
    time.at += 30 * HOUR
    assert not await table.expiry.lapse(0)
    new = Client()
    client.rights, client.there, client.guild = new.rights, True, new.guild
    await reach.settle()
    assert table.row.stands is None
    assert left(table, 0, time.at) == pytest.approx(HOUR, abs=1)


async def test_a_question_has_its_time_from_when_its_board_is_out(store, time):
    client, table = Client(), await open_table(store, 2, clock=Clock(MOVE, HOUR), asked="one")
    tables = Tables(store)
    reach, table = Reach(tables, Entries(tables), client), await tables.get(table.id)
    await table.act(0, ("bid", "2"))
    boards = [debt for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == BOARD]
    time.at += 20
    await store.outbox.failed(boards, "refused", time.at + 60)
    await reach.settle()
    assert (table.row.stands, table.row.stood) == (UNTOLD, BEGUN)
    time.at += 30 * HOUR
    await store.outbox.done(boards)
    await reach.settle()
    assert left(table, 1, time.at) == pytest.approx(HOUR, abs=1)


# Through the whole bot


async def test_who_cannot_be_called_does_not_lose_and_everybody_can_read_why(chat):
    """The bot may not write for thirty hours: whoever has moved is told so, and the other one is called when it may, with all of their time."""
    await begin(chat, "24h", time_over="at_once")
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    await chat.use(ANNA, "move", action="faction ember")
    await chat.settle()
    await chat.bot.reach.settle()
    assert "time has stood still since" in await chat.use(ANNA, "game clock")
    assert "time has stood still since" in await chat.use(ANNA, "referee tables")
    await chat.later(30 * HOUR)
    found = await table_of(chat)
    assert found.acting == (1,), "he has not lost"
    del chat.world.rights[HERE]
    await chat.bot.worker.retry(channels=[int(HERE)])
    await chat.settle()
    await chat.bot.reach.settle()
    await chat.settle()
    found = await table_of(chat)
    assert found.row.stands is None
    assert found.dials[1].due - chat.bot.store.now() == pytest.approx(24 * HOUR, abs=120)
    told = [message["content"] for message in chat.seen(None)]
    assert told[-2].endswith(f"Your turn, <@{BOHUMIL}>: choose a faction · ⏱ 1 day")
    assert any(re.search(r"from <t:\d+:f> to <t:\d+:f>. That time is charged to nobody", words) for words in told)


async def test_where_slash_commands_are_switched_off_a_game_goes_on_by_buttons_and_so_does_time(chat):
    """A server's settings of integrations hide commands, not buttons."""
    await begin(chat, "24h")
    chat.commands_off()
    await chat.press(ANNA, chat.board(), "Your move")
    await click(chat, ANNA, ("faction", "ember"))
    await chat.bot.reach.settle()
    found = await table_of(chat)
    assert (found.acting, found.row.stands) == ((1,), None)
    await chat.press(BOHUMIL, chat.board(), "Your move")
    await click(chat, BOHUMIL, ("faction", "tide"))
    assert (await table_of(chat)).position == 2
    await chat.later(25 * HOUR)
    assert (await table_of(chat)).position > 2, "time runs, since people can press"
