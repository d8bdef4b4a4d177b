"""The pause after which orders answer: `short`, `usual` as their owner answers by hand, or none (PC-19.8). Nobody can tell `usual` from a hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cogs.play.history.record import export
from cogs.play.order_pauses import ENOUGH, MOST, short, usual
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.content import build, games
from data.rest_hours import Hours
from data.store import Store
from data.store.changes import RIPE, Subject
from data.store.reply_times import KEPT, Replied, Reply, write_reply
from data.store.rows import TableAct
from rules.competition.clock import BANK, DAY, HOUR, MINUTE, MOVE, Clock
from rules.competition.rests import awake
from rules.game import Refused
from rules.notation import Record
from tests.bids import KEY, PLAYERS, open_table
from tests.chat import ANNA
from tests.sampled import often, sampled
from tests.tools.bench.orders import PEOPLE, told_apart

ACT = TableAct(9, "table_pause", "", "why")
MIDNIGHT = 1_790_000_000.0 // DAY * DAY
NIGHT = Hours(quiet=(23, 7))
ME, OTHER = PLAYERS[1][1], PLAYERS[0][1]


class Time:
    """The clock of a store, which stands but for what a test lets pass."""

    def __init__(self, store: Store) -> None:
        self.at = MIDNIGHT + 12 * HOUR
        store.now = self  # type: ignore[method-assign]
        store.database.now = self

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def store(in_memory):
    return in_memory


@pytest.fixture
def time(store):
    return Time(store)


async def answered(store: Store, player: int, *seconds: float, hour: float = 12.0, times: int = ENOUGH, sealed: bool = True) -> None:
    """Somebody has answered so, again and again."""

    def write(db: Any) -> None:
        for n in range(times):
            write_reply(db, Replied(player, KEY, sealed, store.now() - n, Reply(hour, seconds[n % len(seconds)])))

    await store.database.write(write)


async def window(store: Store, pause: str = "usual", **more: Any) -> Table:
    """A table at which seat 0 has just bid; seat 1 passes by an order."""
    table = await open_table(store, 2, asked="window", pause=pause, **more)
    await table.order(1, frozenset({"let_be"}))
    await table.act(0, ("bid", "2"))
    return table


async def due(table: Table) -> float:
    """When its orders answer."""
    (moment,) = [debt.next for debt in await table.store.outbox.of(Subject("table", table.id)) if debt.kind == RIPE]
    assert moment == table.row.ripe
    return moment


async def passed(table: Table) -> bool:
    """Whether its orders have answered."""
    return any(row.action == ("let",) for row in await table.store.tables.actions(table.id))


async def kept(store: Store) -> list[tuple[int, bool, float]]:
    return [(row[0], bool(row[1]), row[2]) for row in await store.all("SELECT player, sealed, seconds FROM replies ORDER BY asked")]


# Three values, and a word of before


@pytest.mark.parametrize("game", games())
def test_what_was_called_on_is_short_and_nothing_else_is_known(game):
    rules = build(game)
    (option,) = [o for o in rules.options if o.key == "pause"]
    assert option.values == ("short", "usual", "off")
    seats = min(rules.seats)
    usual_one, old = rules.setup(seats, {}, 1), rules.setup(seats, {"pause": "on"}, 1)
    assert rules.dump(usual_one.state) == rules.dump(old.state)
    with pytest.raises(Refused):
        rules.setup(seats, {"pause": "long"}, 1)


async def test_who_types_on_gets_the_short_one(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="pause=on")
    ((options,),) = await chat.bot.store.all("SELECT options FROM games")
    assert '"pause": "short"' in options


async def test_a_table_of_before_goes_on_as_it_was_stored(store, time):
    table = await window(store, "short")
    async with store.transaction() as db:
        await db.execute("UPDATE games SET options = REPLACE(options, 'short', 'on')")
    tables = Tables(store)
    table = await tables.get(table.id)
    assert table.row.chosen["pause"] == "on"
    assert 20 <= await due(table) - time.at <= 600
    time.at = await due(table)
    await table.ripen()
    await table.concede(0)
    text = await export(table, [])
    assert Record.read(text).header["options"]["pause"] == "on", "a record says what is stored"
    again, _ = await tables.rematch(table, ME, 2)
    ((options,),) = await store.all("SELECT options FROM games WHERE id = ?", (again,))
    assert '"pause": "on"' in options


@pytest.mark.parametrize(("rated", "chosen", "meant"), [(False, {}, "short"), (True, {}, "usual"), (True, {"pause": "on"}, "short")])
async def test_where_there_is_a_rating_nobody_can_tell_unless_it_was_chosen(store, time, rated, chosen, meant):
    table = await open_table(store, 2, rated=rated, **chosen)
    assert table.row.chosen["pause"] == meant


async def test_so_it_is_in_tournaments(chat):
    await chat.use(ANNA, "tournament create", game="monster_hex")
    await chat.use(ANNA, "tournament create", "3004", game="monster_hex", settings="pause:short")
    first, *_ = await chat.bot.store.all("SELECT options FROM tournaments ORDER BY id")
    assert '"pause": "usual"' in first[0]


# As usual


async def test_orders_answer_like_their_owner(store, time):
    await answered(store, ME, HOUR)
    await answered(store, OTHER, 5 * HOUR)
    assert await due(await window(store)) - time.at == pytest.approx(HOUR, abs=10 * MINUTE)


async def test_like_everybody_where_little_is_known_of_them(store, time):
    await answered(store, ME, HOUR, times=ENOUGH - 1)
    await answered(store, OTHER, 5 * HOUR, times=60)
    await answered(store, OTHER, 9 * HOUR, times=60, sealed=False)
    time.at += 60
    await answered(store, OTHER, 5 * HOUR, times=60)
    assert await due(await window(store)) - time.at == pytest.approx(5 * HOUR, abs=10 * MINUTE)


async def test_and_somehow_where_nothing_is_known_of_anybody(store, time):
    assert 0 < await due(await window(store)) - time.at <= MOST


def test_nobody_takes_more_than_twelve_of_their_waking_hours():
    chance = Random(1)
    replies = [Reply(hour, 11 * HOUR) for hour in range(24)]
    for n in range(0, 300, often(4, 1)):
        now = MIDNIGHT + n * HOUR
        at = now + usual(replies, NIGHT, now, chance=chance)
        assert awake(at, NIGHT.rests) == at
        assert at - now <= 12 * HOUR + 8 * HOUR


def test_a_limit_is_where_nothing_gathers():
    """Drawn again, never clipped: no two fall together, and the last tenth before it holds no more than its part."""
    chance = Random(2)
    replies = [Reply(12, n * MINUTE) for n in range(1, 181)]
    for within, draw in ((HOUR, lambda: usual(replies, Hours(), MIDNIGHT + 12 * HOUR, HOUR, chance)), (100.0, lambda: short(100.0, chance))):
        found = [draw() for _ in range(2000)]
        assert max(found) <= within
        assert len({round(pause, 6) for pause in found}) > 1990
        assert sum(pause > 0.9 * within for pause in found) < 0.2 * len(found)
    assert all(0 <= short(within, chance) <= within for within in (0, 1, 19, 21) for _ in range(50))


def test_after_a_rest_they_answer_as_somebody_does_who_looks_then():
    """Half past ten, an hour on the way: not at seven, nor at half past seven."""
    chance, replies = Random(3), [Reply(22.5, HOUR)] * 20 + [Reply(7, 2 * HOUR)] * 20
    now = MIDNIGHT + 22.5 * HOUR
    found = [now + usual(replies, NIGHT, now, chance=chance) for _ in range(200)]
    for at in found:
        assert at == pytest.approx(MIDNIGHT + DAY + 9 * HOUR, abs=10 * MINUTE)
    assert len(set(found)) > 190


def test_nobody_answers_in_the_minute_in_which_their_rest_ends():
    chance = Random(4)
    for took in (1.0, 30.0, 59.0, 90.0):
        found = [usual([Reply(7, took)] * 20, NIGHT, MIDNIGHT + 3 * HOUR, chance=chance) - 4 * HOUR for _ in range(100)]
        assert min(found) >= MINUTE
        assert len(set(found)) == 100


async def test_whoever_has_gone_away_since_does_not_answer(store, time):
    for hour in (12, 13):
        await answered(store, ME, HOUR, hour=hour)
    table = await window(store)
    time.at = await due(table)
    await store.personal_settings.go_away(ME, time.at - 60, time.at + 3 * DAY)
    await table.ripen()
    later = await due(table)
    assert later == pytest.approx(time.at + 3 * DAY + HOUR, abs=10 * MINUTE)
    assert not await passed(table)
    time.at = later
    await table.ripen()
    assert await passed(table)


async def test_unless_their_time_would_be_over(store, time):
    """A strict clock runs on while they rest."""
    await answered(store, ME, MINUTE)
    table = await window(store, clock=Clock(MOVE, DAY, strict=True))
    time.at = await due(table)
    await store.personal_settings.go_away(ME, time.at - 1, time.at + 3 * DAY)
    await table.ripen()
    assert await passed(table)


@pytest.mark.parametrize("strict", [True, False])
async def test_at_night_a_clock_leaves_time_for_the_morning_or_is_heeded(store, time, strict):
    await store.personal_settings.set_hours(ME, NIGHT)
    time.at = MIDNIGHT + 23.5 * HOUR
    await answered(store, ME, 30 * MINUTE, hour=7)
    table = await window(store, clock=Clock(BANK, 6 * HOUR, HOUR, strict=strict))
    if strict:
        assert await due(table) <= time.at + 2 * HOUR
    else:
        assert await due(table) == pytest.approx(MIDNIGHT + DAY + 7.5 * HOUR, abs=10 * MINUTE)


async def test_what_others_answer_meanwhile_draws_none_anew(store, time):
    """The pause is that of the question."""
    table = await open_table(store, 3, asked="window", pause="usual")
    await table.order(1, frozenset({"let_be"}))
    await table.act(0, ("bid", "2"))
    ripe = await due(table)
    time.at += (ripe - time.at) / 2
    await table.act(2, ("let",))
    assert await due(table) == ripe


async def test_a_game_that_was_paused_begins_a_new_one(store, time):
    """What was left would say when the question was asked."""
    for hour in (12, 16):
        await answered(store, ME, 4 * HOUR, hour=hour)
    table = await window(store)
    first = await due(table)
    time.at = first - 60
    await table.clocks.pause(True, ACT)
    time.at += DAY
    await table.clocks.pause(False, ACT)
    moments = [debt.next for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == RIPE]
    assert table.row.ripe == max(moments)
    assert table.row.ripe - time.at > HOUR


# What is remembered


async def test_answers_by_hand_are_remembered_and_nothing_else_is(store, time):
    table = await window(store)
    assert await kept(store) == [(OTHER, False, 0.0)]
    time.at = await due(table)
    await table.ripen()
    assert len(await kept(store)) == 1, "an order has answered"
    await table.order(1, frozenset())
    time.at += 90
    await table.act(1, ("bid", "3"))
    assert len(await kept(store)) == 1, "what one's own order has led to was asked by nobody else"
    time.at += 600
    await table.act(0, ("let",))
    assert (await kept(store))[-1] == (OTHER, True, 600.0)
    before = await kept(store)
    await table.go_back(0, 1)
    assert await kept(store) == before


@pytest.mark.parametrize("aside", [True, False])
async def test_what_may_be_done_at_any_time_is_no_answer(store, time, monkeypatch, aside):
    """Such as offering a draw."""
    table = await open_table(store, 2, asked="one")
    await table.act(0, ("bid", "2"))
    before = await kept(store)
    time.at += 600
    monkeypatch.setattr(type(table.rules), "asides", lambda rules, state, seat: (("bid", "1"),) if aside else ())
    await table.act(1, ("bid", "1"))
    assert await kept(store) == [*before, *([] if aside else [(ME, False, 600.0)])]


async def test_the_time_for_which_somebody_rests_is_not_counted(store, time):
    await store.personal_settings.set_hours(ME, NIGHT)
    time.at = MIDNIGHT + 22 * HOUR
    table = await open_table(store, 2, asked="window")
    await table.act(0, ("bid", "2"))
    time.at = MIDNIGHT + DAY + 8 * HOUR
    await table.act(1, ("let",))
    assert (ME, True, 2 * HOUR) in await kept(store)
    assert (await store.all("SELECT hour FROM replies WHERE player = ?", (ME,)))[0][0] == 22


async def test_they_are_forgotten_after_six_weeks(store, time):
    await answered(store, ME, HOUR)
    time.at += KEPT - 60
    await store.reply_times.tidy()
    assert len(await store.reply_times.latest(KEY, True, MOST, ME)) == ENOUGH
    time.at += 120
    assert await store.reply_times.latest(KEY, True, MOST, ME) == []
    await store.reply_times.tidy()
    assert await kept(store) == []


def test_no_classifier_tells_orders_from_their_owner():
    """Of five windows each, whether orders or a hand have answered: by `usual` it is a guess, by `short` it is known."""
    chance = Random(20)
    people = dict(sampled(PEOPLE.items(), 0.5))
    found = {name: told_apart(person, often(400, 1500), chance) for name, person in people.items()}
    assert all(share < 0.6 for share in found.values()), found
    assert all(told_apart(person, 200, chance, as_usual=False) > 0.8 for person in people.values())
