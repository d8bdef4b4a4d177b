"""A seat that a computer has taken: who left it comes back, others ask those who play, and nobody comes back to a hand that others have seen."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.play.motions import LASTS, Motions
from cogs.play.permissions import Act
from cogs.play.presence.silent_players import PERIOD
from cogs.play.seat_takeover import LONELY, take
from cogs.play.table import Table
from cogs.play.table_queries import Stale
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.shards import EVERYTHING
from rules.competition.clock import DAY, HOUR
from tests.bids import known, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.cogs.test_play import table as table_of
from tests.databases import FILE, SERVER, drop, fresh

EVA, FRED = 501, 502


async def nothing(*_: Any) -> None:
    """What computers do in the place of acting."""


@pytest.fixture(params=[FILE, SERVER])
async def store(request, time, monkeypatch):
    monkeypatch.setattr(Table, "computers_answer", nothing)
    where = ":memory:" if request.param == FILE else fresh()
    opened = await Store.open(where)
    opened.now = time
    opened.shards = EVERYTHING
    try:
        with known():
            yield opened
    finally:
        await opened.close()
        if request.param == SERVER:
            drop(where)


class Left:
    """A table at which a computer has taken the first seat from somebody (101)."""

    def __init__(self, store: Store, table: Any) -> None:
        self.store, self.id = store, table.id
        self.tables = Tables(store)
        self.motions = Motions(self.tables, Tournaments(self.tables))

    async def table(self) -> Any:
        return await self.tables.get(self.id)

    async def silent(self, seat: int) -> None:
        table = await self.table()
        async with table.changing(0):
            await table.seating.do_hand_over(seat, "table.computer_takes")

    async def take(self, player: int) -> Any:
        return await take(self.motions, await self.table(), (player, f"P{player}"))

    async def agree(self, player: int) -> list[int]:
        mark = (await self.store.motions.of(self.id))[Act.TAKE_SEAT].mark
        return await self.motions.agree(await self.table(), player, mark)

    async def at(self, seat: int = 0) -> int | None:
        return (await self.table()).seats[seat].player

    async def open(self) -> bool:
        return Act.TAKE_SEAT in await self.store.motions.of(self.id)


async def left(store: Store, seats: int = 3, computers: int = 0, channel: int = 1) -> Left:
    here = Left(store, await open_table(store, seats, computers, channel, asked="one"))
    await here.silent(0)
    return here


async def test_whoever_left_it_comes_back_without_a_word_of_others(store):
    here = await left(store)
    assert await here.take(101) is None
    assert await here.at() == 101
    assert (await here.table()).seats[0].agreed


@pytest.mark.parametrize("seats", [3, 4])
async def test_others_need_a_yes_of_all_who_play(store, seats):
    here = await left(store, seats)
    for player in range(102, 101 + seats):
        put = await here.take(EVA)
        assert not put.done
        assert await here.at() is None, "nobody sees the hand yet"
        assert await here.agree(player) == list(range(player - 100, seats))
    assert await here.at() == EVA
    assert not await here.open()


async def test_one_who_objects_is_enough(store, time):
    here = await left(store)
    await here.take(EVA)
    await here.agree(102)
    mark = (await store.motions.of(here.id))[Act.TAKE_SEAT].mark
    await here.motions.object(await here.table(), 103, mark)
    for player in (EVA, FRED):
        with pytest.raises(Unfit, match="objected_lately"):
            await here.take(player)
    assert await here.at() is None
    assert await here.take(101) is None, "who left may come back all the same"


async def test_who_comes_back_ends_what_others_have_asked(store):
    here = await left(store)
    await here.take(EVA)
    await here.agree(102)
    assert (await here.take(FRED)).before, "one is asked about at a time"
    await here.take(101)
    assert not await here.open()
    assert await here.at() == 101
    with pytest.raises(Unfit, match=r"take\.none"):
        await here.take(EVA)


@pytest.mark.parametrize("first", ["owner", "taker"])
async def test_the_owner_comes_back_while_the_last_one_agrees(store, first):
    """Two processes: one of the two sits there, and nobody else ever has."""
    here = await left(store)
    await here.take(EVA)
    await here.agree(103)
    other = Left(store, await here.table())
    mark = (await store.motions.of(here.id))[Act.TAKE_SEAT].mark
    await other.table()

    async def agrees() -> None:
        await here.motions.agree(await here.table(), 102, mark)

    both = [other.take(101), agrees()]
    done = await asyncio.gather(*(both if first == "owner" else reversed(both)), return_exceptions=True)
    assert all(one is None or isinstance(one, (Unfit, Stale)) for one in done), done
    now = await Tables(store).get(here.id)
    sat = [s for s in await store.tables.sittings(here.id) if s.seat == 0]
    assert now.seats[0].player in (101, EVA)
    assert len(sat) == 2, "the one who left, and the computer"
    assert not await here.open()


async def test_nobody_comes_back_to_a_hand_that_somebody_else_has_seen(store):
    here = await left(store)
    await here.take(EVA)
    await here.agree(102)
    await here.agree(103)
    with pytest.raises(Unfit, match=r"take\.none"):
        await here.take(101)
    await here.silent(0)
    with pytest.raises(Unfit, match=r"take\.seen"):
        await here.take(101)
    assert await here.take(EVA) is None, "from a computer they may"


async def test_where_nobody_plays_who_could_agree_anybody_without_a_part_after_48_hours(store, time):
    """Who has sat at another seat there has seen a hand; from their own seat they may ask for no other."""
    here = await left(store, 4, computers=1)
    await (await here.table()).seating.sit(1, (FRED, "Fred"))
    await here.silent(1)
    await (await here.table()).seating.sit(1, (999, "Zoe"))
    await here.silent(1)
    await here.silent(2)
    for passed in (0, LONELY - HOUR):
        time.at += passed
        with pytest.raises(Unfit, match=r"take\.wait"):
            await here.take(EVA)
    time.at += HOUR
    with pytest.raises(Unfit, match=r"take\.part"):
        await here.take(FRED)
    assert await here.take(EVA) is None
    assert await here.at() == EVA
    assert await here.take(103) is None, "who has left comes back"


async def test_nothing_is_decided_by_those_who_have_left_meanwhile(store, time):
    """All who were asked are gone: that nobody is left to agree is no yes."""
    here = await left(store)
    await here.take(EVA)
    await here.silent(1)
    await here.silent(2)
    await here.motions.look(lambda place: None)
    time.at += PERIOD
    await here.motions.look(lambda place: None)
    assert await here.at() is None
    assert not await here.open()


async def test_a_question_that_nobody_answers_ends(store, time):
    here = await left(store)
    await here.take(EVA)
    time.at += LASTS - DAY
    await here.motions.look(lambda place: None)
    assert await here.open()
    time.at += DAY
    await here.motions.look(lambda place: None)
    assert not await here.open()
    assert await here.at() is None


async def test_a_seat_that_is_offered_goes_as_its_owner_has_said(store):
    here = await left(store)
    table = await here.table()
    await table.seating.offer(1, True)
    assert await here.take(EVA) is None
    assert await here.at(1) == EVA


async def test_who_is_blocked_there_gets_no_seat_but_comes_back_to_their_own(store):
    here = await left(store)
    for player in (EVA, 101):
        await store.blocks.add(102, player)
    with pytest.raises(Unfit, match=r"game\.no_seat"):
        await here.take(EVA)
    assert not await here.open()
    assert await here.take(101) is None
    assert await here.at() == 101


async def test_one_alone_gives_no_seat_away(store, time):
    """Not in a game of two, nor where the others have left meanwhile, nor to somebody who sits there twice."""
    here = await left(store, 2)
    with pytest.raises(Unfit, match=r"take\.alone"):
        await here.take(EVA)
    time.at += LONELY
    with pytest.raises(Unfit, match=r"take\.alone"):
        await here.take(EVA)
    assert await here.take(101) is None

    here = await left(store, channel=2)
    await here.take(EVA)
    await here.agree(102)
    await here.silent(1)
    with pytest.raises(Unfit, match=r"consent\.gone"):
        await here.agree(103)
    await here.motions.look(lambda place: None)
    assert not await here.open()
    assert await here.at() is None


EVE = "4005"


async def silenced(chat: Any, **others: str) -> Any:
    """A table of two or more in the stand-in for Discord, at which a computer has taken the first seat."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined", **others)
    found = await table_of(chat)
    async with found.changing(0):
        await found.seating.do_hand_over(0, "table.computer_takes")
    await chat.settle()
    return found


async def test_the_opponents_second_account_reads_no_hand(chat):
    """Neither in a game of two, nor before all have agreed."""
    await silenced(chat)
    assert "modérateur" in await chat.use(CECILE, "game take")
    assert "Agree" not in str([chat.labels(m) for m in chat.seen(None, HERE)])
    await chat.use(BOHUMIL, "game resign", sure="True")
    found = await silenced(chat, opponent2=EVE)
    assert "dès que" in await chat.use(CECILE, "game take")
    question = chat.board()
    assert "Agree" in chat.labels(question)
    assert {u["id"] for u in question["mentions"]} == {BOHUMIL, EVE}
    assert "n'es pas" in await chat.use(CECILE, "hand") or "assis" in chat.private(CECILE)["content"]
    await chat.press(DARA, question, "Agree")
    assert found.seats[0].computer
    await chat.restart()
    assert "seat is yours" in await chat.use(ANNA, "game take")
    for member in (BOHUMIL, EVE):
        await chat.press(member, question, "Agree")
    found = await table_of(chat)
    assert found.names[0] == "Anna"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("before", ["themselves", "by a moderator", "gone and back", "restarted"])
async def test_whoever_left_comes_back_whatever_they_are_called_and_wherever_they_were(chat, before):
    """A seat is its owner's by their account: neither by a name that somebody else has taken meanwhile, nor by a server that they have left."""
    await silenced(chat)
    if before == "themselves":
        chat.calls_themselves(ANNA, "Renate")
    elif before == "by a moderator":
        chat.renamed(ANNA, "Renate")
    elif before == "gone and back":
        chat.leaves(ANNA)
        chat.comes_back(ANNA)
    else:
        await chat.restart()
    chat.calls_themselves(DARA, "Anna")
    chat.renamed(CECILE, "Anna")
    for other in (DARA, CECILE):
        await chat.use(other, "game take")
        found = await table_of(chat)
        assert found.seats[0].computer, "a name is nobody"
    assert "seat is yours" in await chat.use(ANNA, "game take")
    found = await table_of(chat)
    assert found.seats[0].player == int(ANNA)
    assert found.names[0] == ("Renate" if before in ("themselves", "by a moderator") else "Anna")


async def test_whoever_asks_for_a_seat_and_leaves_the_server_or_is_forgotten_gets_none(chat):
    """What is put to the others goes with them who are forgotten; who is called something else sits there under their present name."""
    await silenced(chat, opponent2=EVE)
    await chat.use(CECILE, "game take")
    question = chat.board()
    await chat.set(CECILE, "data", what="forget")
    await chat.press(CECILE, chat.private(CECILE), chat.labels(chat.private(CECILE))[0])
    for member in (BOHUMIL, EVE):
        await chat.press(member, question, "Agree")
    found = await table_of(chat)
    assert found.seats[0].computer
    await chat.use(DARA, "game take")
    question = chat.board()
    chat.calls_themselves(DARA, "Renate")
    for member in (BOHUMIL, EVE):
        await chat.press(member, question, "Agree")
    found = await table_of(chat)
    assert found.seats[0].player == int(DARA)
    await chat.use(DARA, "help")
    assert found.names[0] == "Renate"


async def test_a_moderator_without_a_part_fills_a_seat_and_nobody_is_put_back(chat):
    found = await silenced(chat)
    assert "been told" in await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="gone")
    found = await table_of(chat)
    assert found.seats[0].player == int(CECILE)
    assert "has seen the hand" in await chat.use(DARA, "referee replace", player=CECILE, new=ANNA, reason="back")
    assert (await table_of(chat)).seats[0].player == int(CECILE)
