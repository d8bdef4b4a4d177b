"""Whoever takes a seat over takes over what there is to play with, and nothing of what was planned: in no record, no earlier position, no panel."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from cogs.play import tables as playing_tables
from cogs.play.history.earlier_positions import retrospect
from cogs.play.history.record import events_seen, export
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.content import build, games
from data.store import Store
from data.store.rows import TableAct
from rules.game import Action
from rules.legal_actions import legal
from rules.parts.ahead import DRAFT, NOTHING, READY, STOPS, drafting, sealed
from rules.parts.planned_turns import kept, rehearse, unsaid
from tests.bids import known, open_table, ripened
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, Chat
from tests.cogs.test_play import table
from tests.cogs.test_tables_in_chat import text_of

ACT = TableAct(9, "act", "whom", "why")
HEIR = (105, "Emil")


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture
async def store(places):
    opened = await Store.open(":memory:")
    yield opened
    await opened.close()


def ahead(record: str) -> list[str]:
    """What a record shows of things said ahead, with their stars."""
    lines = (line.split(" ", 2) for line in record.partition("\n\n")[2].splitlines())
    return [f"{who} {words}" for _, who, words in lines if sealed(tuple(words.split()))]


async def planned(store: Store) -> Table:
    """A game in which seat 2 has planned, and has let an order answer; the others have played on."""
    found = await open_table(store, 3, asked="window")
    await found.say(2, drafting([("bid", "3")]))
    await found.say(2, (READY, "answer", "by1", "top"))
    await found.say(2, (STOPS, "let_be"))
    await found.act(0, ("bid", "2"))
    await found.act(1, ("let",))
    await ripened(found)
    await found.act(1, ("bid", "1"))
    return found


async def test_a_record_shows_an_heir_nothing_that_was_planned(store):
    found = await planned(store)
    assert len(ahead(await export(found, [2]))) == 3, "whoever sits there sees what they have said"
    await found.seating.sit(2, HEIR)
    record = await export(found, [2])
    assert ahead(record) == []
    assert "2* " not in record, "nor which answers were an order's"
    await found.say(2, drafting([("bid", "1")]))
    assert ahead(await export(found, [2])) == ["2 draft bid 1"]
    assert ahead(await export(found, [0])) == ahead(await export(found, [])) == []


@pytest.mark.parametrize("back", [0, 4])
async def test_nor_after_a_rollback(store, back):
    """What an undo says once more is of whoever has said it."""
    found = await planned(store)
    await found.seating.sit(2, HEIR)
    await found.say(2, (STOPS, "again"))
    await found.go_back(0, back, act=ACT)
    assert {line.replace("*", "") for line in ahead(await export(found, [2]))} == {"2 stops again"}
    await found.seating.sit(2, (106, "Fay"))
    assert ahead(await export(found, [2])) == []
    await found.go_back(0, 0, act=ACT)
    assert ahead(await export(found, [2])) == []


async def test_a_rollback_to_when_a_plan_stood_gives_it_to_nobody(store):
    """The plan has been carried out since, so that there was nothing to be dropped when the seat changed hands; an order has ended by itself."""
    found = await open_table(store, 2, asked="window")
    await found.say(1, drafting([("bid", "3")]))
    await found.say(1, (STOPS, "let_be"))
    begun = found.position
    await found.act(0, ("bid", "2"))
    for _ in range(4):
        await ripened(found)
    assert not kept(found.rules, found.state, 1).draft, "it has been carried out"
    found.state = unsaid(found.state, 1)
    await found.seating.sit(1, HEIR)
    await found.go_back(0, begun, act=ACT)
    assert (kept(found.rules, found.state, 1), found.orders(1)) == (NOTHING, frozenset())
    assert ahead(await export(found, [1])) == []
    assert not [seat for (text,) in await store.all("SELECT payload FROM owed") if (seat := json.loads(text).get("seat")) == 1], "nor is anybody told"
    again = await Tables(store).get(found.id)
    assert again.rules.dump(again.state) == found.rules.dump(found.state)


async def test_nor_where_an_undo_of_before_is_in_the_record(store):
    """Rows that earlier versions of the bot have written: an undo that has said the plans of before once more, after the seat had changed hands."""
    found = await planned(store)
    await found.seating.sit(2, HEIR)
    await found.say(2, (STOPS, "again"))
    last = found.position
    rows = [(0, "undo 0", 0), (2, "draft bid 3", 1), (2, "ready answer by1 top", 1), (2, "stops again", 1), (0, "bid 1", 0), (2, "draft bid 3", 0)]
    async with store.transaction() as db:
        for number, row in enumerate(rows, last + 1):
            await db.execute("INSERT INTO actions (game, number, seat, action, auto, at) VALUES (?, ?, ?, ?, ?, 0.0)", (found.id, number, *row))
    assert ahead(await export(found, [2])) == ["2 stops again", "2* stops again", "2 draft bid 3"], "their own order, and a plan like the one before"


@dataclass
class World:
    """A table at which the player of a seat has planned something, or nothing, before another one has taken over."""

    store: Store
    table: Table
    planned: int


async def world(game: str, plans: bool) -> World:
    store = await Store.open(":memory:")
    store.now = lambda: 1_000_000.0
    rules = build(game)
    opening = Opening(game, 1, 7, {"seating": "joined"} if any(o.key == "seating" for o in rules.options) else {}, "en", "light")
    made, _ = await Tables(store).open(opening, Party((101, "A"), [(102, "B")], seats=2, agreed=True))
    found = await Tables(store).get(made)
    said = 0
    for _ in range(12):
        if plans:
            said += await plan(found, 1)
        seat = found.acting[0]
        await found.act(seat, next(legal(rules, found.state, seat)))
    await found.seating.sit(1, HEIR)
    return World(store, found, said)


async def plan(found: Table, seat: int) -> int:
    """A seat says ahead what it can, though nothing that does anything in the positions that come."""
    rules, state = found.rules, found.state
    said: list[Action] = []
    if rules.orders and DRAFT in rules.verbs and seat not in rules.to_act(state):
        there = rehearse(rules, state, seat, ()).state
        said += [drafting([next(legal(rules, there, seat))])] if there is not None else []
    if holds := [o for o in rules.orders if o.startswith("ask")]:
        said.append((STOPS, holds[found.position % len(holds)]))
    for action in said:
        await found.say(seat, action)
        await found.say(seat, action[:1])  # Lest it change what happens.
    return len(said)


@pytest.mark.parametrize("game", games())
async def test_two_games_that_differ_in_plans_of_before_look_alike_to_an_heir(game, monkeypatch):
    """Its record, the log, and every earlier position: in the end they see the same."""
    monkeypatch.setattr(playing_tables, "new_seed", lambda: 7)
    looks, said = [], []
    for plans in (False, True):
        here = await world(game, plans)
        found, past = here.table, await retrospect(here.table)
        views: dict[int, list] = {}
        for number, stage in past.stages():
            seen = views.setdefault(number, [])
            seen += [view] if (view := past.view(stage, 1)) not in seen else []
        events = await events_seen(found, [1])
        record = [line for line in (await export(found, [1])).splitlines() if not line.startswith(("seed_sha", "before"))]
        looks.append((record, events, views, past.positions))
        said.append(here.planned)
        await here.store.close()
    assert looks[0] == looks[1]
    assert said[0] == 0
    assert said[1] > 0 or not build(game).orders


async def test_in_a_chat(chat: Chat):
    """The panel, the earlier positions, and what is stored about a person."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL, options="seating=joined")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="deck iron_tide")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")
    await chat.use(BOHUMIL, "ahead", action="stops pass_play")
    await chat.use(BOHUMIL, "game export")
    assert ahead(text_of(chat, BOHUMIL)) == ["1 stops pass_play"]
    await chat.use(DARA, "referee replace", player=BOHUMIL, new=CECILE, reason="gone")
    await chat.set(CECILE, "language", language="en")
    assert "planned nothing" in await chat.use(CECILE, "ahead")
    await chat.use(CECILE, "game export")
    assert ahead(text_of(chat, CECILE)) == []
    about = await chat.bot.store.own_data.about(int(CECILE))
    assert "stops" not in json.dumps(about["actions"])
    past = await retrospect(await table(chat))
    for number, stage in past.stages():
        assert past.view(stage, 1).board.stops == (), number
