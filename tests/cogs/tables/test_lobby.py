"""A lobby says that its game has begun, whatever Discord refuses or loses, and wherever the process dies; and no board waits for that."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import FAULT, FULL, GONE, LOST, REFUSED, Trouble
from cogs.play.table_queries import NoTable
from cogs.play.unfit import Unfit
from cogs.service import table_messages
from data.store.changes import BUTTONS, STARTED, TABLE, Subject
from data.store.rows import LIVE
from rules.competition.clock import DAY, HOUR
from tests.bids import KEY, known
from tests.chat import ANNA, BOHUMIL
from tests.cogs.service.test_match_threads import STEP, Chat, House, Street
from tests.databases import FILE, SERVER
from tests.waiting import rounds, within

CHANNEL = 5
BEGUN, BOARD = "The game has begun", "1: began"


@pytest.fixture
async def street(tmp_path, monkeypatch):
    async def plain(table: Any, events: Any, *_: Any) -> dict[str, Any]:
        """The board without its picture."""
        return {"content": f"{table.id}: " + " ".join(event.kind for event in events)}

    monkeypatch.setattr(table_messages, "board_message", plain)
    with known():
        made = Street(tmp_path / "games.sqlite3")
        made.house = await made.process()
        yield made
        await made.killed()


async def waiting(street: Street) -> None:
    """A table at which Anna waits for Bohumil."""
    await street.house.tables.open(Opening(KEY, 1, CHANNEL, {"asked": "one"}, "en", "light"), Party((1, "Anna"), [], seats=2))
    await street.quiet()
    assert len(said(street)) == 1


async def join(house: House) -> None:
    """Bohumil joins, unless he has."""
    with contextlib.suppress(NoTable, Unfit):
        await house.tables.join(1, (2, "Bohumil"))


def said(street: Street) -> list[str]:
    return street.chat.said(CHANNEL)


def begun(street: Street) -> bool:
    """Whether the lobby says so, and has no buttons."""
    _, lobby = next(iter(street.chat.messages.values()))
    return BEGUN in lobby["content"] and "2. Bohumil" in lobby["content"] and lobby["view"] is None


def hindering(street: Street, kind: str, times: int = 1) -> list[int]:
    """So many edits fail; those that have been tried."""
    tried: list[int] = []

    def happens(what: str) -> None:
        if what == ("edit done" if kind == "lost after" else "edit"):
            tried.append(len(tried))
            if len(tried) <= times:
                raise Trouble(LOST if kind == "lost after" else kind)

    street.chat.happens = happens
    return tried


async def owed(street: Street) -> list[Any]:
    return await street.house.store.all("SELECT * FROM owed")


@pytest.mark.parametrize(("kind", "times"), [*((kind, 1) for kind in (REFUSED, FULL, LOST, "lost after", FAULT)), (REFUSED, 4)])
async def test_failed_it_is_changed_all_the_same_and_the_board_does_not_wait(street, kind, times):
    await waiting(street)
    hindering(street, kind, times)
    await join(street.house)
    await street.quiet()
    assert len(said(street)) == 2
    assert said(street)[1].startswith(BOARD)
    await street.later(10 if times == 1 else 2 * HOUR)
    assert begun(street)
    assert (len(said(street)), await owed(street)) == (2, [])


async def test_refused_for_ever_nothing_waits_for_it_and_it_is_given_up(street):
    """Boards come at once, for days; Discord is not asked for ever."""
    await waiting(street)
    tried = hindering(street, REFUSED, 10**9)
    await join(street.house)
    await street.quiet()
    table = await street.house.tables.get(1)
    for number in range(3):
        await table.act(table.acting[0], ("look",))
        await street.quiet()
        assert len(said(street)) == number + 3
    refused = await street.house.store.all("SELECT DISTINCT kind FROM owed")
    assert {kind for (kind,) in refused} == {STARTED, BUTTONS}, "moderators see it for a day"
    await street.later(HOUR)
    assert len(said(street)) == 5
    await street.later(2 * DAY)
    assert await owed(street) == []
    assert len(tried) < 30


@pytest.mark.parametrize("kind", [REFUSED, GONE])
@pytest.mark.parametrize("word", [True, False], ids=["by a moderator", "by whoever leaves"])
async def test_where_nothing_may_be_written_it_closes_all_the_same(street, kind, word):
    """The channel is another game's then, and nothing is tried any more."""
    await waiting(street)

    def happens(what: str) -> None:
        if what in ("edit", "send"):
            raise Trouble(kind)

    street.chat.happens = happens
    if word:
        await street.house.tables.close_open(1, (9, "Moderator"), "enough")
    else:
        await street.house.tables.leave(1, 1)
    await street.quiet()
    assert await street.house.store.tables.get(1) is None
    assert await owed(street) == []
    street.chat.happens = lambda what: None
    await street.house.tables.open(Opening(KEY, 1, CHANNEL, {"asked": "one"}, "en", "light"), Party((2, "Bohumil"), [], seats=2))
    await street.quiet()
    assert len(said(street)) == 2


async def test_a_lobby_that_is_deleted_is_not_posted_again(street):
    await waiting(street)
    street.chat.messages.clear()
    await join(street.house)
    await street.quiet()
    (board,) = said(street)
    assert board.startswith(BOARD)
    assert await owed(street) == []


async def test_whoever_joins_while_it_is_being_posted_is_in_it(street):
    """Its answer takes long, and the table is full before it comes: nobody knows of the message yet."""
    there, send = asyncio.Event(), street.chat.send

    async def slowly(channel: int, message: Mapping[str, Any], nonce: str) -> int:
        sent = await send(channel, message, nonce)
        async with within("the test to let it answer"):
            await there.wait()
        return sent

    street.house.send = slowly
    await street.house.tables.open(Opening(KEY, 1, CHANNEL, {"asked": "one"}, "en", "light"), Party((1, "Anna"), [], seats=2))
    await asyncio.sleep(0.1)
    assert len(said(street)) == 1
    await join(street.house)
    there.set()
    await street.quiet()
    assert begun(street)
    assert said(street)[1].startswith(BOARD)
    assert (len(said(street)), await owed(street)) == (2, [])


async def test_it_is_changed_where_it_stands_though_the_game_has_gone_elsewhere_or_is_over(street):
    await waiting(street)
    hindering(street, REFUSED, 2)
    await join(street.house)
    await street.quiet()
    table = await street.house.tables.get(1)
    await table.move(CHANNEL, 9)
    await table.concede(0)
    await street.quiet()
    await street.later(HOUR)
    assert begun(street)
    assert await owed(street) == []


async def test_a_table_that_is_dealt_when_it_is_opened_has_no_lobby(street):
    edits = hindering(street, REFUSED, 0)
    opening = Opening(KEY, 1, CHANNEL, {"asked": "one"}, "en", "light")
    await street.house.tables.open(opening, Party((1, "Anna"), [(2, "Bohumil")], seats=2, agreed=True))
    await street.quiet()
    assert len(said(street)) == 1
    assert edits == []


@pytest.mark.parametrize("places", [FILE, SERVER], indirect=True)
async def test_wherever_the_process_is_killed_the_lobby_says_so_and_the_board_is_one(places, street, tmp_path):
    """From the moment in which somebody joins to the one in which all is told."""
    await waiting(street)
    await street.killed()
    first, before = street.path, street.chat
    for kill_at in rounds("a run that comes through", 1, STEP):
        street.path = tmp_path / f"{kill_at}.sqlite3"
        places.copy(first, street.path)
        street.chat = _again(before)
        house = await street.process()
        house.kill_at = house.points + kill_at
        through = await house.comes_through(join(house))
        if not through:
            await street.killed()
            house = await street.process()
            await join(house)
            await street.later(10)
        assert begun(street), kill_at
        assert [words[:8] for words in said(street)[1:]] == [BOARD], kill_at
        assert await owed(street) == [], kill_at
        row = await house.store.tables.get(1)
        assert (row.status, len(await house.store.outbox.of(Subject(TABLE, 1)))) == (LIVE, 0)
        if through:
            break
        await street.killed()
    assert kill_at > 10


def _again(chat: Chat) -> Chat:
    """The chat as it was when somebody waited."""
    made = Chat()
    made.messages = {number: (channel, dict(message)) for number, (channel, message) in chat.messages.items()}
    made._last, made._nonces = chat._last, dict(chat._nonces)
    return made


async def test_in_the_chat(chat):
    """Discord refuses once that it is changed."""
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined")
    lobby = chat.board()
    edit, left = chat.bot.port.edit, [Trouble(REFUSED)]

    async def refused(*what: Any) -> None:
        if left:
            raise left.pop(0)
        await edit(*what)

    chat.bot.port.edit = refused
    await chat.press(BOHUMIL, lobby, "Join")
    await chat.later(10)
    shown = chat.seen(None)
    assert BEGUN in shown[0]["content"]
    assert not chat.buttons(shown[0])
    assert len(shown) == 2
