"""Replays and earlier positions: what they show and to whom, how many are made at a time, and what becomes of them when something goes wrong."""

from __future__ import annotations

import asyncio
import io
import random
import threading
import time
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest
from PIL import Image, ImageChops

from cogs.messages.drawing import look_of, unescaped
from cogs.messages.table import replay as making
from cogs.messages.table.replay import Film, Replays, Span, Wish, chosen
from cogs.play.history.earlier_positions import ShownMoment, retrospect
from cogs.play.history.record_replay import EarlierRules
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.content import games
from data.language import texts
from data.store import Store
from data.store.channel_settings import Room
from data.store.personal_settings import Settings
from data.store.rows import TableAct
from playground.permission_bits import ALL_RIGHTS, ATTACH_FILES
from render.animation import FASTEST
from render.motion import STEPS, Blow
from render.painter import painter
from rules.game import to_builtins
from rules.legal_actions import legal
from rules.notation import Row
from tests.bids import PLAYERS, Bids, known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.every_game.test_knowledge import oracle
from tests.stored import acted
from tests.two_worlds import painted
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

EN = texts("en")
ACT = TableAct(9, "pause", "", "why")
WHOLE = Span()
LOST = 8
"""By so much of 255 a colour may be off where a palette is full: one of its colours stands for *transparent* in a GIF."""


@pytest.fixture
async def store():
    with known(), painted():
        async with memory() as opened:
            yield opened


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


# How they are made


def wish_of(table, span=WHOLE, limit=making.LARGEST, moving=True) -> Wish:
    return Wish(table.id, table.row.revision, span, "light", "en", limit, moving)


async def quiet(progress) -> None:
    """Nobody wants to know how far it is."""


async def filmed(table, span=WHOLE, player=1, replays=None, tell=quiet, moving=True):
    look = unescaped(table, look_of(table))
    return await (replays or Replays()).of(table, wish_of(table, span, moving=moving), look, player, tell)


async def bid(table, *bids: str) -> None:
    for one in bids:
        await table.act(table.acting[0], ("bid", one))


def pictures(gif: bytes, briefest: float = 0) -> list[Image.Image]:
    """The frames that are seen for so many seconds at least."""
    image = Image.open(io.BytesIO(gif))
    found = []
    for n in range(image.n_frames):
        image.seek(n)
        if image.info["duration"] >= 1000 * briefest:
            found.append(image.convert("RGB"))
    return found


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


# In chat


async def begun(chat: Chat, moves: int = 6, **options: str):
    """A game of Anna and Bohumil under way."""
    options = {"game": "monster_hex", "opponent": BOHUMIL, "options": "seating=joined"} | options
    await chat.use(ANNA, "game new", **options)
    table = await chat.bot.tables.here(int(HERE))
    rng = random.Random(5)
    for _ in range(moves):
        seat = table.awaited[0]
        await table.act(seat, oracle(table.rules.key).acts(table.rules, table.state, seat, rng))
    await chat.settle()
    return table


async def ended(chat: Chat, moves: int = 6):
    table = await begun(chat, moves)
    await table.concede(table.acting[0])
    await chat.settle()
    return table


def animation(chat: Chat, message, briefest: float = FASTEST) -> list[Image.Image]:
    """The boards of a replay; with what is seen for less time also what strikes in them."""
    (file,) = message["attachments"]
    assert file["filename"] == "replay.gif"
    assert file["content_type"] == "image/gif"
    return pictures(chat.world.file(file["id"]), briefest)


def shown(chat: Chat, message) -> list[bytes]:
    return [chat.world.file(file["id"]) for file in message["attachments"]]


async def test_the_end_of_a_game_offers_its_replay(chat):
    table = await ended(chat)
    end, public = chat.board(), len(chat.seen(None))
    assert "Replay" in chat.labels(end)
    assert await chat.press(ANNA, end, "Replay") == "**The game** up to action 7:"
    mine = chat.private(ANNA)
    assert len(animation(chat, mine)) == 8
    words = mine["attachments"][0]["description"]
    assert words.startswith("Animated: Monster Hex, Anna, Bohumil. Pictures: 8, the last one after action 7:\n")
    assert painter("monster_hex").describe(table.view(None), unescaped(table, look_of(table)), brief=True).splitlines()[0] in words
    assert len(chat.seen(None)) == public, "nobody else sees anything"
    assert await chat.use(ANNA, "game replay", turns="1") == "**The game** from action 6 to action 7:"
    assert len(animation(chat, chat.private(ANNA))) == 2
    # Somebody who only watches may, too, in their own language.
    assert "jusqu'à l'action 7" in await chat.press(CECILE, end, "Revoir" if "Revoir" in chat.labels(end) else "Replay")


@pytest.mark.parametrize(("motion", "own"), [(True, True), (False, True), (True, False)])
async def test_boards_that_do_not_move_do_not_move_in_a_replay_either(chat, monkeypatch, motion, own):
    """Nor, in their own, for whoever has set that; what all are shown is as the channel has it."""
    painted = replace(painter("monster_hex"), blow=lambda view, look, events: Blow((), "Ha!"))
    monkeypatch.setattr(making, "painter", lambda game: painted)
    await begun(chat, 3)
    await chat.bot.store.channel_settings.change(int(chat.world.guild), int(HERE), Room(motion=motion))
    await chat.bot.store.personal_settings.set_settings(int(ANNA), Settings(motion=own))
    await chat.use(ANNA, "game replay")
    mine = chat.private(ANNA)
    assert len(animation(chat, mine, 0)) == 4 + 3 * STEPS * (motion and own)
    await chat.press(ANNA, mine, "Show to all")
    assert len(animation(chat, chat.board(), 0)) == 4 + 3 * STEPS * motion


async def test_it_may_be_shown_to_all_even_after_a_restart(chat):
    await ended(chat)
    await chat.press(ANNA, chat.board(), "Replay")
    mine = chat.private(ANNA)
    await chat.restart()
    await chat.press(ANNA, mine, "Show to all")
    everybody = chat.board()
    assert everybody["content"] == "**The game** up to action 7:\nShown by Anna"
    assert len(animation(chat, everybody)) == len(animation(chat, mine))
    assert not chat.labels(everybody)


async def test_a_running_game_is_replayed_as_far_as_it_has_come(chat):
    table = await begun(chat, 4)
    assert await chat.use(CECILE, "game replay") == "**La partie** jusqu'à l'action 4\u00a0:"
    assert len(animation(chat, chat.private(CECILE))) == 5
    seat = table.awaited[0]
    await table.act(seat, next(legal(table.rules, table.state, seat)))
    await chat.use(CECILE, "game replay")
    assert len(animation(chat, chat.private(CECILE))) == 6
    assert "Replay" not in chat.labels(chat.board())


async def test_earlier_positions_step_by_step(chat):
    """Whoever watches sees what was posted then, forwards and backwards."""
    table = await begun(chat, 0)
    look, rng, then = unescaped(table, look_of(table, texts("en", "monster_hex"), table.row.theme)), random.Random(5), []
    paint = painter("monster_hex")
    then.append(paint.paint(table.view(None), look).png)
    for _ in range(5):
        seat = table.awaited[0]
        await table.act(seat, oracle("monster_hex").acts(table.rules, table.state, seat, rng))
        then.append(paint.paint(table.view(None), look).png)
    await chat.settle()
    public = len(chat.seen(None))
    assert (await chat.use(DARA, "board", at="3")).startswith("**After action 3** of 5\n")
    mine = chat.private(DARA)
    assert shown(chat, mine) == [then[3]]
    assert "·" not in mine["content"].splitlines()[0]
    assert mine["attachments"][0]["description"]
    assert chat.labels(mine) == ["Back", "Next", "Play"]
    for label, number in (("Back", 2), ("Back", 1), ("Back", 0), ("Next", 1), ("Next", 2), ("Next", 3), ("Next", 4), ("Next", 5), ("Back", 4)):
        said = await chat.press(DARA, mine, label)
        mine = chat.private(DARA)
        assert said.startswith(f"**After action {number}** of 5" if number else "**The deal**; 5 actions so far")
        assert shown(chat, mine) == [then[number]], number
        disabled = [b["label"] for b in chat.buttons(mine) if b.get("disabled")]
        assert disabled == {0: ["Back"], 5: ["Next", "Play"]}.get(number, []), number
    await chat.press(DARA, mine, "Back")
    assert await chat.press(DARA, chat.private(DARA), "Play") == "**The game** from action 3 to action 5:"
    frames = animation(chat, chat.private(DARA))
    assert len(frames) == 3
    assert all(ImageChops.difference(f, Image.open(io.BytesIO(p)).convert("RGB")).getbbox() is None for f, p in zip(frames, then[3:], strict=True))
    assert len(chat.seen(None)) == public


async def test_numbers_that_are_no_positions_are_explained(chat):
    table = await begun(chat, 4)
    await table.go_back(0, 2, act=ACT)
    await chat.settle()
    plainly = await chat.use(DARA, "board", at="2")
    assert plainly.startswith("**After action 2** of 2\n")
    note = "Action 4 no longer counts. This is the position before it.\n"
    assert (await chat.use(DARA, "board", at="4")).replace(note, "", 1) == plainly
    assert "**After action 2** of 2" in await chat.use(DARA, "board", at="5")
    assert "There is no action 99 yet. This is the latest position." in await chat.use(DARA, "board", at="99")
    assert await chat.complete(DARA, "board", "at", "") == ["1.1", "0.1", "0"]
    assert await chat.complete(DARA, "board", "at", "1.") == ["1.1"]
    assert (await chat.use(DARA, "board", at="1.1")).startswith("**As it was:** before Anna's turn 1\n")
    assert "no such point as `1.9`" in await chat.use(DARA, "board", at="1.9")
    assert "Only the present board" in await chat.use(DARA, "board", at="1", show="post")


async def test_in_words_and_close_up(chat):
    await begun(chat, 4)
    words = await chat.use(DARA, "board", at="2", show="text")
    assert words.startswith("**After action 2** of 4")
    assert "```" in words
    assert not chat.private(DARA)["attachments"]
    await chat.use(DARA, "board", at="2", show="closer")
    assert chat.private(DARA)["attachments"]


async def test_a_seat_sees_its_hand_of_then_and_nobody_else_does(chat):
    chat.world.members[BOHUMIL]["locale"] = "en-US"
    table = await begun(chat, 30, game="hexygame")
    hands = {seat: painter("hexygame").describe_hand(table.view(seat), look_of(table)) for seat in (0, 1)}
    at = str((await retrospect(table)).last)
    for _ in range(12):
        seat = table.awaited[0]
        await table.act(seat, oracle("hexygame").acts(table.rules, table.state, seat, random.Random(table.position)))
    await chat.settle()

    async def seen(member: str) -> dict[str, str]:
        await chat.use(member, "board", at=at)
        return {file["filename"]: file["description"] for file in chat.private(member)["attachments"]}

    names = {seat: {line.partition(" · ")[0] for line in hand.splitlines()} for seat, hand in hands.items()}
    mine, theirs = await seen(ANNA), await seen(BOHUMIL)
    assert set(mine) == set(theirs) == {"board.png", "hand.png"}
    assert all(name in mine["hand.png"] for name in names[0])
    assert not any(name in mine["hand.png"] for name in names[1] - names[0])
    assert not any(name in theirs["hand.png"] for name in names[0] - names[1])
    assert all(name in theirs["hand.png"] for name in names[1])
    assert names[0] != names[1]
    assert set(await seen(DARA)) == {"board.png"}
    # Who has left sees what everybody sees; who has come sees what the seat has seen.
    await table.seating.sit(0, (int(DARA), "Dara"), ACT)
    await chat.settle()
    assert set(await seen(ANNA)) == {"board.png"}
    assert await seen(DARA) == mine


async def test_who_asks_from_elsewhere_is_told_nothing(chat):
    await ended(chat)
    end = chat.board()
    await chat.press(ANNA, end, "Replay")
    replay = chat.private(ANNA)
    await chat.use(ANNA, "board", at="2")
    board = chat.private(ANNA)
    chat.world.add_server("2500", "Abroad", {"3501": "office"})
    for message, labels in ((end, ["Replay"]), (replay, ["Show to all"]), (board, ["Back", "Next", "Play"])):
        for label in labels:
            button = chat.button(message, label)
            for channel in (THERE, "3501"):
                parts = [{"type": 2, "custom_id": button["custom_id"], "style": 2, "label": "x"}]
                forged = chat.world.post(channel, {"content": "x", "components": [{"type": 1, "components": parts}]}, {}, chat.standin.address)
                await chat.press_exactly(DARA, forged, button)
                told = chat.private(DARA, channel)
                assert (told["content"], told["attachments"]) == (EN("error.no_table"), []), (label, channel)


async def test_what_is_deleted_meanwhile_is_said_to_be(chat):
    await ended(chat)
    end = chat.board()
    await chat.press(ANNA, end, "Replay")
    mine = chat.private(ANNA)
    table = await chat.bot.tables.here(int(HERE))
    async with chat.bot.store.transaction() as db:
        for name in ("owed", "actions", "seats", "games"):
            await db.execute(f"DELETE FROM {name}")
    chat.bot.tables.gone([table.id])
    assert await chat.press(ANNA, end, "Replay") == EN("error.no_table")
    await chat.press(ANNA, mine, "Show to all")
    assert EN("error.no_table") in [m["content"] for m in chat.seen(ANNA)]


async def test_what_discord_refuses_is_said_kindly(chat, monkeypatch, caplog):
    """A picture that is not taken, and somebody who has put the message away meanwhile."""
    await ended(chat)
    end, real = chat.board(), discord.Interaction.edit_original_response
    answers = iter([(413, 40005, "Request entity too large"), (404, 10008, "Unknown Message")])

    async def edit(interaction, **message):
        if message.get("attachments") and (answer := next(answers, None)):
            response = SimpleNamespace(status=answer[0], reason=answer[2])
            kind = discord.NotFound if answer[0] == 404 else discord.HTTPException
            raise kind(response, {"code": answer[1], "message": answer[2]})
        return await real(interaction, **message)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", edit)
    assert await chat.press(ANNA, end, "Replay") == EN("replay.refused")
    caplog.clear()
    await chat.standin.play(
        "component", {"member": ANNA, "channel": HERE, "message": end["id"], "custom_id": chat.button(end, "Replay")["custom_id"]}
    )
    await asyncio.sleep(0.3)
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    assert await chat.press(ANNA, end, "Replay") == "**The game** up to action 7:"


async def test_it_is_not_shown_where_the_bot_may_not_attach_files(chat):
    await ended(chat)
    await chat.press(ANNA, chat.board(), "Replay")
    mine, public = chat.private(ANNA), len(chat.seen(None))
    chat.world.rights[HERE] = ALL_RIGHTS & ~ATTACH_FILES
    await chat.press(ANNA, mine, "Show to all")
    assert "Attach Files" in str([m["content"] for m in chat.seen(ANNA)])
    assert not any(m["attachments"] for m in chat.seen(None)[public:])


async def test_three_thousand_actions(store, monkeypatch):
    """A game that was taken back again and again, and went on: it is seen turn by turn, and the event loop has its turns, too."""
    monkeypatch.setattr("tests.bids.LONGEST", 5000)
    table = await open_table(store, 2)
    state, rows = table.state, []
    for number in range(1, 3001):
        row = Row(number, table.rules.to_act(state)[0], ("bid", str(1 + number % 3)))
        state = table.rules.apply(state, row.seat, row.action).state
        rows.append(row)
    table.row = await store.tables.commit(acted(table.row, rows, table.rules.dump(state)))
    await table.reread()
    past = await retrospect(table)
    assert (past.first, past.last, len(past.positions)) == (0, 3000, 3001)
    assert past.past.view(past.stage(1500), None).board.points == {0: 1500, 1: 1500}
    late, stop = [], False

    async def watch() -> None:
        async with within("the end of the replay"):
            while not stop:
                began = time.perf_counter()
                await asyncio.sleep(0.001)
                late.append(time.perf_counter() - began - 0.001)

    watching = asyncio.create_task(watch())
    replay = await filmed(table)
    stop = True
    await watching
    assert 2 <= replay.pictures <= making.MOST
    assert (replay.first, replay.last) == (0, 3000)
    assert len(replay.gif) < making.LARGEST
    assert sorted(late)[len(late) // 2] < 0.1
