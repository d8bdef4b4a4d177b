"""What a seat saw at each earlier moment of its game."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image, ImageChops

from cogs.messages.drawing import look_of, unescaped
from cogs.messages.table.replay import Span
from cogs.play.history.earlier_positions import retrospect
from cogs.play.history.record_replay import EarlierRules
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.content import games
from data.store import Store
from render.painter import painter
from rules.game import to_builtins
from tests.bids import PLAYERS, Bids, open_table
from tests.cogs.messages.table.filmed_games import ACT, bid, filmed, pictures, store
from tests.every_game.test_knowledge import oracle

__all__ = ["store"]
pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""
LOST = 8
"""By so much of 255 a colour may be off where a palette is full: one of its colours stands for *transparent* in a GIF."""


# The past of a game


def noted(table, seen) -> None:
    """What everybody and each seat sees now, by the number of the latest row of the record."""
    for viewer in (None, *range(len(table.seats))):
        seen[table.position, viewer] = to_builtins(table.view(viewer))


async def agrees(table, seen) -> int:
    """The past shows what was seen then; gives how often that could be said."""
    past, compared = await retrospect(table), 0
    for _, stage in past.stages():
        for viewer in (None, *range(len(table.seats))):
            key = (stage.row.number if stage.row else 0, viewer)
            if key in seen:
                assert to_builtins(past.past.view(stage, viewer)) == seen[key], key
                compared += 1
    last = past.past.view(past.stage(past.last), None)
    assert to_builtins(last) == to_builtins(table.view(None)), "the latest position is the present one"
    return compared


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_a_seat_sees_what_it_saw_then(game, monkeypatch):
    """Everybody sees the board of then, and each seat what it knew then, though all of it is found by playing the record with all its secrets."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 7)
    store = await Store.open(":memory:")
    try:
        opening = Opening(game, 1, 5, {}, "en", "light")
        made, _ = await Tables(store).open(opening, Party((101, "A"), [(102, "B")], seats=2, agreed=True))
        table, rng, seen = await Tables(store).get(made), random.Random(4), {}
        noted(table, seen)
        for _ in range(120):
            if table.over:
                break
            seat = rng.choice(table.awaited)
            await table.act(seat, oracle(game).acts(table.rules, table.state, seat, rng))
            noted(table, seen)
        assert await agrees(table, seen) == len(seen) > 60
        last = pictures((await filmed(table, Span(turns=2))).gif)[-1]
        board = Image.open(io.BytesIO(painter(game).paint(table.view(None), unescaped(table, look_of(table))).png)).convert("RGB")
        apart = ImageChops.difference(last.crop((0, 0, *board.size)), board)
        assert max(most for _, most in apart.getextrema()) <= LOST, "and a replay ends with the board that all see"
    finally:
        await store.close()


async def test_nothing_tells_of_what_only_its_seat_knows(store):
    """Hidden actions lead to no position of their own, and count nowhere while the game goes on; then the record tells of them."""
    table, seen = await open_table(store, 2, asked="one"), {}
    noted(table, seen)
    for seat, action in ((0, "whisper"), (0, "bid 2"), (1, "whisper"), (1, "bid 1"), (0, "whisper"), (0, "look")):
        await table.act(seat, tuple(action.split()))
        noted(table, seen)
    past = await retrospect(table)
    assert past.positions == [0, 1, 2, 3]
    assert [number for number, _ in past.stages()] == [0, 0, 1, 1, 2, 2, 3]
    assert (past.beside(1, 1), past.beside(2, -1), past.beside(0, -1), past.beside(3, 1), past.beside(99)) == (2, 1, 0, 3, 3)
    await agrees(table, seen)
    await table.act(1, ("finish", "0", "1"))
    assert (await retrospect(table)).positions == list(range(8))


async def test_what_was_taken_back_is_not_shown(store):
    table, seen = await open_table(store, 2, asked="one"), {}
    for action in (("bid", "1"), ("bid", "2"), ("bid", "3")):
        await table.act(table.acting[0], action)
    await table.go_back(0, 1, act=ACT)
    await table.act(1, ("look",))
    noted(table, seen)
    past = await retrospect(table)
    assert past.positions == [0, 1, 5]
    assert [past.beside(n) for n in range(7)] == [0, 1, 1, 1, 1, 5, 5]
    assert (past.beside(1, 1), past.beside(5, -1)) == (5, 1)
    await agrees(table, seen)


@pytest.mark.parametrize("end", ["settle", "concede", "play"])
async def test_the_last_position_is_the_end(store, end):
    table = await open_table(store, 2, asked="one")
    await table.act(0, ("bid", "1"))
    if end == "settle":
        await table.settle(0, "agreed", [[0, 1]])
    elif end == "concede":
        await table.concede(1)
    else:
        await table.act(1, ("finish", "0", "1"))
    past = await retrospect(table)
    stage = past.stage(past.last)
    view = past.past.view(stage, None)
    assert to_builtins(view) == to_builtins(table.view(None))
    assert view.outcome is not None
    assert not view.to_act
    assert [e.kind for e in stage.events] == {"settle": [], "concede": ["table.resigned"], "play": []}[end]


async def test_rows_of_other_rules_are_not_played(store, monkeypatch):
    """The past begins where the present rules did; of a game that ended before there is none."""
    over, began = await open_table(store, 2), await open_table(store, 2, channel=2)
    await over.act(0, ("finish", "0", "1"))
    await bid(began, "1", "2")
    monkeypatch.setattr(Bids, "version", 2)
    here = Tables(store)
    with pytest.raises(EarlierRules):
        await retrospect(await here.get(over.id))
    with pytest.raises(Unfit, match=r"past\.earlier_rules"):
        await filmed(await here.get(over.id))
    table = await here.get(began.id)
    await bid(table, "3", "3")
    past = await retrospect(table)
    assert (past.positions, past.first, past.last) == ([2, 3, 4], 2, 4)
    assert past.beside(0) == 2
    replay = await filmed(table)
    assert (replay.whole, replay.first, replay.last, replay.pictures) == (False, 2, 4, 2)


async def test_whoever_sat_there_then_is_named(store):
    table = await open_table(store, 2, asked="one")
    await table.act(0, ("bid", "1"))
    await table.seating.sit(1, (555, "Emil"), ACT)
    await table.act(1, ("bid", "2"))
    await table.seating.sit(1, (556, "Dana"), ACT)
    await table.act(0, ("bid", "2"))
    past = await retrospect(table)
    names = {number: past.names(past.stage(number)) for number in past.positions}
    anna, bohumil = (name for name, _ in PLAYERS[:2])
    assert names == {0: (anna, bohumil), 1: (anna, bohumil), 2: (anna, "Emil"), 3: (anna, "Dana")}


async def test_whoever_sat_there_when_other_rules_began_is_named(store, monkeypatch):
    """Who had gone before has not seen the first position that is shown."""
    table = await open_table(store, 2, asked="one")
    await bid(table, "1")
    await table.seating.sit(1, (555, "Emil"), ACT)
    await bid(table, "2")
    monkeypatch.setattr(Bids, "version", 2)
    table = await Tables(store).get(table.id)
    await bid(table, "3")
    await table.seating.sit(0, (556, "Dana"), ACT)
    past = await retrospect(table)
    anna, _ = (name for name, _ in PLAYERS[:2])
    assert {number: past.names(past.stage(number)) for number in past.positions} == {2: (anna, "Emil"), 3: (anna, "Emil")}


async def test_turns_are_counted(store):
    """In windows the turn is of whoever bids, whoever answers."""
    table = await open_table(store, 2, asked="window")
    for seat, action in ((0, "look"), (0, "bid 1"), (1, "let"), (1, "bid 2"), (0, "let"), (0, "bid 1")):
        await table.act(seat, tuple(action.split()))
    found = [moment for moment in (await retrospect(table)).moments() if moment is not None]
    assert [moment.turn for moment in found] == [0, 0, 1, 1, 2, 2]
    assert [moment.number for moment in found] == [0, 2, 3, 4, 5, 6], "that somebody looks is not seen on the board"
