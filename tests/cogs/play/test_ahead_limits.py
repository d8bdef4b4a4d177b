"""What is said ahead has its limit: the saying alone is refused, whatever takes back, answers or resigns fits, and the record stays one of ours."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from cogs.play import ahead_limits
from cogs.play.ahead_limits import LARGEST_RECORD, LEAST, MOST_SEATS, ROOM, TAKING_BACK, room_taken
from cogs.play.history.record import export
from cogs.play.history.record_check import check
from cogs.play.table import Table
from data.content import build, games
from data.store import Store
from data.store.rows import TableAct
from rules.game import Refused
from rules.notation import RESIGN, Row
from rules.parts.ahead import ANY, DRAFT, MOST_ACTIONS, MOST_LETTERS, MOST_READY, READY, SEAL, STOPS, drafting, sealed, spoken
from rules.parts.planned_turns import kept
from tests.bids import known, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, Chat
from tests.cogs.test_play import table

ACT = TableAct(9, "act", "whom", "why")


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture
async def store(places):
    opened = await Store.open(":memory:")
    yield opened
    await opened.close()


async def rows_of(found: Table, seat: int) -> list[Row]:
    return [row for row in await found.store.tables.actions(found.id) if row.seat == seat and sealed(row.action)]


async def is_refused(found: Table, seat: int, action: tuple[str, ...]) -> None:
    """The saying is, and nothing at all has happened."""
    before = found.row
    with pytest.raises(Refused, match="said_too_much"):
        await found.say(seat, action)
    assert found.row == before
    assert (await found.store.tables.get(found.id)).revision == before.revision


async def until_refused(say: Callable[[], Awaitable[object]]) -> None:
    """Something is said again and again until there is no room."""
    refused = None
    for _ in range(2000):
        try:
            await say()
        except Refused as error:
            refused = error.reason
            break
    assert refused == "said_too_much"


async def filled(found: Table, seat: int) -> None:
    """A seat says so much that there is no room left for the least."""
    await until_refused(lambda: found.say(seat, (STOPS, "again")))


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(ahead_limits, "ROOM", 20 * LEAST)


async def test_the_saying_alone_is_refused(store, small):
    found = await open_table(store, 3, asked="window")
    await found.say(1, (READY, "answer", "by0", "top"))
    await found.say(1, (READY, "answer", ANY, "let"))
    await found.say(1, drafting([("look",), ("bid", "2")]))
    await filled(found, 1)
    await found.say(1, (STOPS,))
    await found.say(2, (STOPS, "again"))
    for action in ((STOPS, "let_be"), (STOPS,), (READY, "answer", "by2", "top"), (READY, "answer", "by2"), drafting([("bid", "3")]), (SEAL,)):
        await is_refused(found, 1, action)
    for action in (drafting([("look",)]), (DRAFT,), (READY, "answer", "by0"), (READY,)):
        await found.say(1, action)
    assert spoken(found.rules, found.state, 1) == []
    await found.act(0, ("bid", "1"))
    await found.act(1, ("let",))
    await found.concede(1)
    assert (await found.store.tables.actions(found.id))[-1].action == RESIGN
    await found.say(2, (STOPS,))


async def test_of_an_answer_that_is_sealed_the_changes_count_and_the_first_one_fits(store, small):
    found = await open_table(store, 3, asked="window")
    await found.act(0, ("bid", "2"))
    answers = [("let",), ("top",)] * 50
    await until_refused(lambda: found.act(2, answers.pop()))
    assert len(await rows_of(found, 2)) == 21, "the first one is free"
    assert kept(found.rules, found.state, 2).answer == ("top",), "what was said stands"
    await found.say(2, (SEAL,))
    await is_refused(found, 2, (SEAL, "let"))
    await found.act(1, ("let",))
    assert 2 in found.acting, "its answer is the last one, and is carried out at once"
    await found.act(2, ("top",))
    assert not found.state.ahead
    assert found.state.owner == 2
    await found.act(0, ("let",))
    await found.act(1, ("let",))
    await found.act(1, ("bid", "1"))
    await found.act(2, ("let",))
    assert kept(found.rules, found.state, 2).answer == ("let",), "another question, another answer"


async def test_what_is_done_for_a_seat_takes_no_room(store, small):
    """Time over, a moderator's rollback, another player."""
    found = await open_table(store, 2, asked="window")
    await filled(found, 1)
    await found.act(0, ("bid", "2"))
    await found.time_out(1, ACT)
    await found.go_back(0, 0, act=ACT)
    await found.seating.sit(1, (105, "Emil"))
    assert not found.orders(1)


def longest(rules) -> int:
    """Letters of the rows by which all is taken back one by one that a seat can have said at most."""
    orders = sorted(rules.orders, key=len)
    stops = [(STOPS, *orders[-n:]) for n in range(1, len(orders))] + [(STOPS,)]
    kinds = max((*rules.kinds, ""), key=len)
    ready = [(READY, kinds, "x" * 20)] * MOST_READY
    step = "x" * ((MOST_LETTERS - 6 * MOST_ACTIONS) // MOST_ACTIONS)
    drafts = [drafting([(step,)] * n) for n in range(MOST_ACTIONS)]
    return sum(room_taken(Row(10**8, 3, action)) for action in [*stops, *ready, *drafts, (SEAL,)])


@pytest.mark.parametrize("game", games())
def test_there_is_room_for_taking_everything_back(game):
    rules = build(game)
    assert longest(rules) <= TAKING_BACK
    assert max(rules.seats) <= MOST_SEATS


async def test_the_largest_record_is_one_of_ours(store):
    """Four seats that say all they can, and take it back step by step."""
    found = await open_table(store, 4, asked="one")
    for seat in range(4):
        draft = [(f"{'x' * 36}{n:02}",) for n in range(MOST_ACTIONS)]
        await until_refused(lambda draft=draft, seat=seat: found.say(seat, drafting(draft)))
        await filled(found, seat)
        for steps in range(len(kept(found.rules, found.state, seat).draft) - 1, -1, -1):
            await found.say(seat, drafting(draft[:steps]))
        for verb in spoken(found.rules, found.state, seat):
            await found.say(seat, (verb,))
        size = sum(map(room_taken, await rows_of(found, seat)))
        assert ROOM < size <= ROOM + TAKING_BACK
    for seat in range(1, 4):
        await found.concede(seat)
    record = await export(found, [])
    assert 3.9 * ROOM < len(record.encode()) <= LARGEST_RECORD
    assert check(record).key == "check.right"


def test_rows_of_any_length_are_counted_as_they_are_written():
    for words in (("stops",), ("draft", *["abc"] * 200)):
        row = Row(random.Random(1).randrange(10**6), 1, words)
        assert room_taken(row) == max(LEAST, len(f"{row.number}. 1 {' '.join(words)}\n"))


async def test_who_is_refused_hears_so_alone_and_in_their_language(chat: Chat, monkeypatch):
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL, options="seating=joined")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="deck iron_tide")
    monkeypatch.setattr(ahead_limits, "ROOM", 3 * LEAST)
    public, rows = len(chat.seen(None)), (await table(chat)).position
    for text in ("stops pass_play", "stops ask_play_any", "stops pass_play"):
        await chat.use(BOHUMIL, "ahead", action=text)
    said = {"en": "no more room", "cs": "není místo", "fr": "plus de place"}
    for language, words in said.items():
        await chat.set(BOHUMIL, "language", language=language)
        assert words in await chat.use(BOHUMIL, "ahead", action="stops ask_play_any")
        assert words in await chat.set(BOHUMIL, "order", order="ask_play_any", on="true")
    found = await table(chat)
    assert found.position == rows + 3
    assert len(chat.seen(None)) == public
    assert "no more room" not in str([m for m in chat.seen(ANNA) if m["_only"] == ANNA])
    await chat.use(CECILE, "game export")
    await chat.use(BOHUMIL, "ahead", action="stops")
    assert not found.orders(1)
    await chat.use(BOHUMIL, "game resign", sure="true")
    assert (await table(chat)).over
