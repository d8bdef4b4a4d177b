"""Which pictures a replay has, and how it is made, once for all who ask."""

from __future__ import annotations

import asyncio
import io
import threading
from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from cogs.messages.drawing import look_of, unescaped
from cogs.messages.table import replay as making
from cogs.messages.table.replay import Film, Replays, Span, chosen
from cogs.play.history.earlier_positions import ShownMoment
from cogs.play.unfit import Unfit
from render.motion import STEPS, Blow
from render.painter import painter
from tests.bids import open_table
from tests.cogs.messages.table.filmed_games import WHOLE, bid, filmed, pictures, store

__all__ = ["store"]
pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""


# Which pictures


def moments(*lengths: int) -> list[ShownMoment]:
    """So many of each turn: the last action of one leads to the first moment of the next."""
    return [ShownMoment(2 * n, n, turn) for n, turn in enumerate(turn for turn, length in enumerate(lengths) for _ in range(length))]


def numbers(*lengths: int, span: Span = WHOLE) -> list[int]:
    return [moment.number for moment in chosen(moments(*lengths), span)]


def test_a_short_game_has_a_picture_for_each_action_and_a_long_one_for_each_turn():
    assert numbers(3, 4) == list(range(7))
    assert numbers(100, 50, 7) == [0, 100, 150, 156]
    assert numbers(100, 50, 1) == [0, 100, 150]
    assert numbers(3000) == [0, 2999]
    many = numbers(*[2] * 1500)
    assert len(many) == making.MOST
    assert (many[0], many[-1]) == (0, 2999)
    assert all(n % 2 == 0 for n in many[:-1]), "each is what a turn has led to"


def test_the_last_turns_or_all_since_an_action():
    game = (100, 50, 7)
    assert numbers(*game, span=Span(turns=1)) == list(range(150, 157))
    assert numbers(*game, span=Span(turns=2)) == list(range(100, 157))
    assert numbers(*game, span=Span(turns=99)) == numbers(*game) == numbers(*game, span=Span(since=0))
    assert numbers(*game, span=Span(since=155)) == [155, 156]
    assert numbers(*game, span=Span(since=20)) == [20, 100, 150, 156]
    assert numbers(*game, span=Span(since=156)) == numbers(*game, span=Span(since=900)) == [156]


async def test_it_shows_what_everybody_saw(store):
    """Frame by frame the pictures that were posted then; what changed nothing for everybody is no picture."""
    table = await open_table(store, 2)
    paint, look, posted = painter("bids"), unescaped(table, look_of(table)), []

    def post() -> None:
        picture = Image.open(io.BytesIO(paint.paint(table.view(None), look).png)).convert("RGB")
        if not posted or ImageChops.difference(picture, posted[-1]).getbbox():
            posted.append(picture)

    post()
    for seat, action in ((0, "bid 1"), (1, "whisper"), (1, "bid 3"), (0, "bid 2"), (1, "bid 2"), (1, "whisper")):
        await table.act(seat, tuple(action.split()))
        post()
    replay = await filmed(table)
    shown = pictures(replay.gif)
    assert len(shown) == len(posted) == replay.pictures == 3
    assert all(ImageChops.difference(a, b).getbbox() is None for a, b in zip(shown, posted, strict=True))
    assert (replay.first, replay.last, replay.whole) == (0, 4, True)
    assert replay.end == paint.describe(table.view(None), look)


async def test_what_decided_something_is_shown_in_motion(store, monkeypatch):
    """At its moment, of what everybody knows of it, and not where nobody wants motion or where it came before all that is shown."""
    table, told = await open_table(store, 2), []

    def blow(view, look, events):
        told.append([(event.kind, event.to) for event in events])
        return Blow((), "Ha!") if len(told) == 2 else None

    painted = replace(painter("bids"), blow=blow)
    monkeypatch.setattr(making, "painter", lambda game: painted)
    await bid(table, *"12" * 4)
    for seat in (0, 1):
        await table.act(seat, ("whisper",))
    await bid(table, "2", "2")
    still = pictures((await filmed(table, moving=False)).gif)
    assert not told
    replay = await filmed(table)
    shown = pictures(replay.gif)
    assert replay.pictures == len(still)
    assert len(shown) == len(still) + STEPS
    assert all(ImageChops.difference(a, b).getbbox() is None for a, b in zip(shown[:2] + shown[2 + STEPS :], still, strict=True))
    assert len(told) == len(still) - 1, "what led to the first picture has been seen"
    assert all(kinds for kinds in told)
    assert all(to is None for kinds in told for _, to in kinds)


async def test_a_game_in_which_nothing_was_seen_yet_has_none(store):
    table = await open_table(store, 2)
    with pytest.raises(Unfit, match=r"replay\.nothing"):
        await filmed(table)
    await table.act(0, ("bid", "1"))
    with pytest.raises(Unfit, match=r"replay\.nothing"):
        await filmed(table)


class Slow:
    """Lets films wait, and counts those that are made and those that are under way."""

    def __init__(self, monkeypatch) -> None:
        self.begun, self.now, self.most = Counter(), Counter(), 0
        self.free = threading.Event()
        real, lock = Film.steps, threading.Lock()

        def steps(film):
            table = film._wish.table
            with lock:
                self.begun[table] += 1
                self.now[table] += 1
                self.most = max(self.most, self.now.total())
            while not self.free.wait(0.002):
                yield
            yield from real(film)
            with lock:
                self.now[table] -= 1

        monkeypatch.setattr(Film, "steps", steps)
        monkeypatch.setattr(making, "PIECE", 0.001)
        monkeypatch.setattr(making, "SOON", 0.01)
        monkeypatch.setattr(making, "PAUSE", 0.01)

    async def begins(self, count: int) -> None:
        async with asyncio.timeout(5):
            while self.begun.total() < count:
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)


async def test_two_who_ask_at_once_and_a_hundred_who_ask_again(store, monkeypatch):
    slow, replays = Slow(monkeypatch), Replays()
    table = await open_table(store, 2)
    await bid(table, "1", "2", "1", "2")
    asking = [asyncio.create_task(filmed(table, player=player, replays=replays)) for player in (1, 2, *[1] * 98)]
    await slow.begins(1)
    asking[0].cancel()  # Others wait for it, too.
    slow.free.set()
    found = await asyncio.gather(*asking[1:])
    assert all(one is found[0] for one in found)
    assert await filmed(table, player=3, replays=replays) is found[0]
    assert slow.begun.total() == 1
    await bid(table, "1", "1")
    assert await filmed(table, player=3, replays=replays) is not found[0], "the game has gone on"


async def test_one_at_a_time_for_a_person_and_for_a_server_and_two_in_all(store, monkeypatch):
    slow, replays = Slow(monkeypatch), Replays()
    tables = [await open_table(store, 2, channel=n, guild=guild) for n, guild in ((1, 1), (2, 1), (3, 2), (4, 3))]
    for table in tables:
        await bid(table, "1", "2", "1", "2")
    told = []

    async def tell(progress) -> None:
        told.append(progress)

    first = asyncio.create_task(filmed(tables[0], player=1, replays=replays))
    await slow.begins(1)
    with pytest.raises(Unfit, match=r"replay\.one"):
        await filmed(tables[1], player=1, replays=replays)
    others = [asyncio.create_task(filmed(table, player=n, replays=replays, tell=tell)) for n, table in enumerate(tables[1:], 2)]
    await slow.begins(2)
    assert set(slow.begun) == {tables[0].id, tables[2].id}, "the second one of the first server waits for its turn"
    slow.free.set()
    assert len({(await one).gif is None for one in (first, *others)}) == 1
    assert slow.begun.total() == 4
    assert slow.most == 2
    assert (0, 0) in told, "whoever waits is told so"


async def test_whoever_waits_reads_how_far_it_is(store, monkeypatch):
    slow = Slow(monkeypatch)
    table = await open_table(store, 2)
    await bid(table, *"12" * 20)
    told = []

    async def tell(progress) -> None:
        told.append(tuple(progress))
        slow.free.set()
        await asyncio.sleep(0.001)

    replay = await filmed(table, tell=tell)
    assert told[0] == (0, 0)
    assert all(done <= whole <= replay.pictures for done, whole in told)


async def test_what_went_wrong_can_be_asked_again(store, monkeypatch):
    table = await open_table(store, 2)
    await bid(table, "1", "2", "1", "2")
    replays, real = Replays(), painter("bids").board
    broken = iter([True])

    def board(view, look):
        if next(broken, False):
            raise RuntimeError("no paint")
        return real(view, look)

    monkeypatch.setattr("tests.painters.bids.PAINTER", type(painter("bids"))(**{**vars(painter("bids")), "board": board}))
    painter.cache_clear()
    with pytest.raises(RuntimeError):
        await filmed(table, replays=replays)
    assert (await filmed(table, replays=replays)).pictures == 3


async def test_a_game_that_is_gone_meanwhile_is_still_drawn(store, monkeypatch):
    """All that is needed has been read before the drawing begins."""
    slow, replays = Slow(monkeypatch), Replays()
    table = await open_table(store, 2)
    await bid(table, "1", "2", "1", "2")
    asking = asyncio.create_task(filmed(table, replays=replays))
    await slow.begins(1)
    async with store.transaction() as db:
        for name in ("owed", "actions", "seats", "games"):
            await db.execute(f"DELETE FROM {name}")
    slow.free.set()
    assert (await asking).pictures == 3
