"""The thread of a match reads in order: the end of a game, how the match stands, the next game. Whatever Discord refuses, loses or takes for ever."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from cogs.play.outbox_worker import FAULT, LONGEST_PAUSE, LOST, REFUSED, Trouble, Worker
from cogs.play.table_queries import Closed, Stranded
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.service import match_threads, table_messages
from cogs.service.tournament_messages import TournamentMessages
from data.store import Store
from data.store.changes import HELD, SAID, TABLE, TOURNAMENT, Message, Subject, TournamentChange
from data.store.migration_scripts import MIGRATIONS
from data.store.rows import OVER
from playground.permission_bits import ATTACH_FILES
from playground.world import ALL_RIGHTS
from rules.competition.clock import HOUR
from rules.competition.tournament import Plan
from rules.notation import AGREED
from tests.bids import KEY, known, memory
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.cogs.mortal import Mortal
from tests.cogs.test_tournaments_again import Cup
from tests.cogs.tournaments.in_chat import give_up, open_with, settle, threads
from tests.databases import FILE, SERVER
from tests.ports import FakePort, notifications
from tests.sampled import EVERYWHERE
from tests.waiting import rounds, within

CHANNEL = 7
FIRST, SECOND, THIRD = "1: began", "2: began", "3: began"
END, STANDS = "1: over", "Game 2 of 3. P0 1:0 P1"
THREE = "Game 3 of 3. P0 1:1 P1"
WHOLE = [FIRST, END, STANDS, SECOND]
"""What the thread reads when its second game has begun."""


class Chat(FakePort):
    """A chat in which `trouble` may be raised by what is sent, before or after it is there; `started` are the texts of all tries."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[int, str], None] = lambda channel, words: None
        self.after: Callable[[int, str], None] = lambda channel, words: None
        self.tried: list[str] = []

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        self.tried.append(message["content"])
        self.before(channel, message["content"])
        sent = await super().send(channel, message, nonce)
        self.after(channel, message["content"])
        return sent

    def refusing(self, *words: str) -> None:
        """Whatever says this is refused from now on."""

        def refuse(channel: int, content: str) -> None:
            if any(content.startswith(word) for word in words):
                raise Trouble(REFUSED)

        self.before = refuse


class House(Mortal):
    """A process that plays tournaments; it may be killed between any two steps."""

    def __init__(self, store: Store, chat: Chat) -> None:
        super().__init__(store)
        self.chat = chat
        self.tables = Tables(store)
        self.tournaments = Tournaments(self.tables)
        self.worker = Worker(store.outbox, store)
        table_messages.TableMessages(self.tables, self, self.worker, notifications(store))  # type: ignore[arg-type]
        TournamentMessages(self.tournaments, self, self.worker, notifications(store))  # type: ignore[arg-type]

    async def send(self, *what: Any) -> int:
        await self.point()
        sent = await self.chat.send(*what)
        await self.point()
        return sent

    def __getattr__(self, name: str) -> Any:
        return getattr(self.chat, name)

    async def end(self, table: int, *places: list[int]) -> None:
        """A game ends like this, unless it has."""
        with contextlib.suppress(Closed):
            await (await self.tables.get(table)).settle(0, AGREED, list(places))


class Street:
    """Processes one after the other on one file, with one chat and a time that passes when somebody says so."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.chat = Chat()
        self.now = 1_800_000_000.0
        self.house: House

    async def process(self) -> House:
        store = await Store.open(self.path)
        store.now = lambda: self.now
        self.house = House(store, self.chat)
        await self.house.worker.start()
        return self.house

    async def killed(self) -> None:
        """The end of the process without any of its own doing."""
        self.house.dead.set()
        await self.house.worker.close()
        await self.house.store.close()

    async def open(self, games: int = 3) -> None:
        """A match of two that has its thread, whose first game has begun."""
        self.house = await self.process()
        cup = self.house.tournaments
        await cup.create(NewTournament(1, CHANNEL, "Cup", 9, KEY, {}, "en", Plan("swiss", games=games), "hand", False))
        for player in range(2):
            await cup.enter(1, 100 + player, f"P{player}")
        await cup.start(1)
        await self.quiet()
        assert self.thread() == [FIRST]

    async def quiet(self) -> None:
        """Nothing is done any more that is due."""
        calm = 0
        async with asyncio.timeout(20):
            while calm < 4 and not self.house.dead.is_set():
                await asyncio.sleep(0.003)
                calm = 0 if self.house.worker.under_way or await self._due() else calm + 1

    async def _due(self) -> list[Any]:
        """Lanes whose first debt is due."""
        lanes: dict[Any, Any] = {}
        for row in await self.house.store.all("SELECT game, tournament, kind, next, payload FROM owed WHERE kind <> 'held' ORDER BY id"):
            kind = row[2] if row[1] else "messages" if row[2] not in ("buttons", "whisper", "call") else row[2]
            lanes.setdefault((row[0], row[1], kind), row)
        return [row for row in lanes.values() if row[3] <= self.now]

    async def later(self, seconds: float) -> None:
        """Time passes, second by second at first."""
        end, step = self.now + seconds, 1.0
        async with within("the time that was to pass"):
            while self.now < end and not self.house.dead.is_set():
                self.now, step = min(self.now + step, end), min(step * 1.5, 900.0)
                self.house.worker.look()
                await asyncio.sleep(0.003)
                await self.quiet()

    def thread(self) -> list[str]:
        """What the thread of the match reads."""
        return self.chat.said(max(self.chat.threads))


@pytest.fixture
async def street(tmp_path, monkeypatch):
    async def plain(table: Any, events: Any, *_: Any) -> dict[str, Any]:
        """The board without its picture."""
        kinds = [event.kind for event in events]
        return {"content": f"{table.id}: " + " ".join(["began"] * ("began" in kinds) + ["over"] * table.over)}

    monkeypatch.setattr(table_messages, "board_message", plain)
    monkeypatch.setattr("cogs.messages.tournaments.public_messages.scoreboard", lambda *_, **__: [])
    with known():
        made = Street(tmp_path / "games.sqlite3")
        yield made
        await made.killed()


async def test_the_end_the_score_and_the_next_game_in_this_order(street):
    """Without waiting for anything but the messages before."""
    await street.open()
    await street.house.end(1, [0], [1])
    await street.quiet()
    assert street.thread() == WHOLE
    await street.house.end(2, [0], [1])
    await street.quiet()
    assert street.thread() == [*WHOLE[:3], SECOND, "2: over", THREE, THIRD]
    await street.house.end(3, [0], [1])
    await street.quiet()
    assert street.thread()[-1] == "3: over"
    assert await street.house.store.all("SELECT * FROM owed") == []


async def test_a_slow_end_is_waited_for(street):
    """The picture of the last board takes long, and Discord takes its time with it."""
    await street.open()
    slow, send = asyncio.Event(), street.chat.send

    async def slowly(channel: int, message: Mapping[str, Any], nonce: str) -> int:
        if message["content"] == END:
            async with within("the test to let it send"):
                await slow.wait()
        return await send(channel, message, nonce)

    street.house.send = slowly  # type: ignore[method-assign]
    await street.house.end(1, [0], [1])
    await asyncio.sleep(0.2)
    assert not {STANDS, SECOND} & {*street.chat.tried}
    assert await street.house.tables.get(2), "it is dealt, and may be played"
    slow.set()
    await street.quiet()
    assert street.thread() == WHOLE


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("what", [END, STANDS, SECOND])
@pytest.mark.parametrize("kind", [REFUSED, LOST, "lost after", FAULT])
async def test_refused_or_lost_once_all_comes_in_order(street, kind, what):
    await street.open()
    left = [Trouble(LOST if kind == "lost after" else kind)]

    def once(channel: int, words: str) -> None:
        if words == what and left:
            raise left.pop()

    setattr(street.chat, "after" if kind == "lost after" else "before", once)
    await street.house.end(1, [0], [1])
    await street.quiet()
    await street.later(30)
    assert street.thread() == WHOLE
    assert not left


async def test_refused_for_an_hour_nothing_is_lost_and_the_next_game_does_not_wait(street):
    """Only the end is refused: the next game begins soon; how the match stands is told after the end all the same, and as it stood."""
    await street.open()
    street.chat.refusing(END)
    await street.house.end(1, [0], [1])
    await street.quiet()
    assert street.thread() == [FIRST]
    await street.later(60)
    assert street.thread() == [FIRST, SECOND]
    await street.later(HOUR)
    await street.house.end(2, [1], [0])
    await street.quiet()
    assert street.thread()[2:] == ["2: over"], "the match is decided"
    street.chat.before = lambda channel, words: None
    await street.house.worker.retry(channels=[max(street.chat.threads)])
    await street.quiet()
    await street.later(60)
    assert street.thread()[3:] == [END, STANDS]
    assert await street.house.store.all("SELECT * FROM owed") == []


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("how", ["a right is back", "Discord thinks again", "after a restart"])
async def test_a_thread_that_takes_nothing_for_an_hour_reads_as_if_nothing_had_been(street, how):
    """Meanwhile two games have been played."""
    await street.open()
    street.chat.refusing("")
    await street.house.end(1, [0], [1])
    await street.quiet()
    await street.later(HOUR / 2)
    await street.house.end(2, [0], [1])
    await street.quiet()
    await street.later(HOUR / 2)
    assert street.thread() == [FIRST]
    street.chat.before = lambda channel, words: None
    if how == "a right is back":
        await street.house.worker.retry(channels=[max(street.chat.threads)])
        await street.quiet()
    elif how == "after a restart":
        await street.killed()
        await street.process()
        await street.quiet()
    await street.later(8 * HOUR)
    told = street.thread()
    if how == "Discord thinks again":  # Each game is tried when its turn comes.
        assert Counter(told) == Counter([FIRST, END, STANDS, "2: began over", THREE, THIRD])
        assert (told.index(END) < told.index(STANDS), told.index("2: began over") < told.index(THREE)) == (True, True)
    else:
        assert told == [FIRST, END, STANDS, "2: began over", THREE, THIRD]


async def test_an_end_that_can_never_be_told_blocks_nothing(street, monkeypatch):
    """A fault in its picture: the match goes on to its last game, and what belongs to the end waits with it."""
    await street.open()
    painted = table_messages.board_message

    async def faulty(table: Any, *rest: Any) -> dict[str, Any]:
        if table.id == 1:
            raise RuntimeError
        return await painted(table, *rest)

    monkeypatch.setattr(table_messages, "board_message", faulty)
    await street.house.end(1, [0], [1])
    await street.quiet()
    await street.later(60)
    assert street.thread() == [FIRST, SECOND]
    await street.house.end(2, [0], [1])
    await street.quiet()
    await street.house.end(3, [0], [1])
    await street.quiet()
    assert street.thread() == [FIRST, SECOND, "2: over", THREE, THIRD, "3: over"]
    assert any("beats" in words for words in street.chat.said(CHANNEL))
    await street.later(8 * HOUR)
    assert {debt.trouble for debt in await street.house.store.outbox.of(Subject(TABLE, 1))} == {FAULT}


async def test_a_thread_that_is_deleted_meanwhile_is_followed(street):
    """The end, the score and the next game stand in the new one."""
    await street.open()
    (before,) = street.chat.threads
    street.chat.gone.add(before)
    await street.house.end(1, [0], [1])
    await street.quiet()
    assert await street.house.tournaments.replace_thread(1, before)
    await street.quiet()
    await street.later(60)
    (after,) = {*street.chat.threads} - {before}
    assert street.chat.said(after) == [END, STANDS, SECOND]
    assert await street.house.store.all("SELECT * FROM owed") == []


async def test_a_thread_that_is_being_made_anew_loses_nothing(street):
    """It is gone before the game ends: nobody knows where the match stands just then."""
    await street.open()
    (before,) = street.chat.threads
    street.chat.gone.add(before)
    opens, street.chat.happens = street.chat.happens, lambda what: _refuse(what)
    assert await street.house.tournaments.replace_thread(1, before)
    await street.quiet()
    await street.house.end(1, [0], [1])
    await street.quiet()
    street.chat.happens = opens
    await street.later(HOUR)
    (after,) = {*street.chat.threads} - {before}
    said = street.chat.said(after)
    assert sorted(said) == sorted([END, STANDS, SECOND])
    assert said.index(END) < said.index(STANDS), "the board of the next game waits for neither when they have been refused for long"


def _refuse(what: str) -> None:
    if what == "open_thread":
        raise Trouble(REFUSED)


async def test_a_round_that_is_taken_back_says_nothing_of_its_score(street):
    await street.open()
    street.chat.refusing("")
    await street.house.end(1, [0], [1])
    await street.quiet()
    cup = await street.house.tournaments.get(1)
    await street.house.store.tournaments.commit(TournamentChange(cup._replace(state=cup.state.__class__(**_without_matches(cup.state)), paused=True)))
    street.chat.before = lambda channel, words: None
    await street.later(HOUR)
    assert STANDS not in street.thread()
    assert END in street.thread()
    assert await street.house.store.outbox.of(Subject(TABLE, 1)) == []


def _without_matches(state: Any) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__} | {"fixtures": ()}


async def test_of_a_match_that_is_given_away_no_further_game_is_promised(street):
    """Somebody drops out between the end of a game and the word about it."""
    await street.open()
    street.chat.refusing(END)
    await street.house.end(1, [0], [1])
    await street.quiet()
    await street.house.tournaments.leave(1, 101)
    await street.quiet()
    street.chat.before = lambda channel, words: None
    await street.later(HOUR)
    assert street.thread() == [FIRST, END, "2: began over"]
    assert await street.house.store.all("SELECT * FROM owed") == []


async def test_a_game_that_its_rules_cannot_read_any_more_hinders_nothing(street, monkeypatch):
    """Its last board is given up; how the match stands is told, and the next game begins."""
    await street.open()
    street.chat.refusing(END)
    await street.house.end(1, [0], [1])
    await street.quiet()
    get, table = Tables.get, await street.house.tables.get(1)

    async def stranded(self: Tables, number: int) -> Any:
        if number == 1:
            raise Stranded(table.row, table.seats)
        return await get(self, number)

    monkeypatch.setattr(Tables, "get", stranded)
    await street.house.store.outbox.owe(Subject(TABLE, 1), Message(SAID, {"key": "x", "facts": {}}), Message(HELD, {"events": []}))
    monkeypatch.setattr(table_messages, "said_message", lambda payload, say: {"content": "said"})
    await street.quiet()
    await street.later(60)
    assert table.row.status == OVER
    assert street.thread() == [FIRST, "said", STANDS, SECOND]


STEP = 1 if EVERYWHERE else 5
"""Every so many places the process is killed."""


@pytest.mark.parametrize("places", [FILE, SERVER], indirect=True)
async def test_wherever_the_process_is_killed_it_reads_the_same(places, street, tmp_path):
    """From the end of the first game to the board of the second: each message once, in order."""
    await street.open()
    await street.killed()
    first = street.path
    for kill_at in rounds("a run that comes through", 1, STEP):
        street.path = tmp_path / f"{kill_at}.sqlite3"
        places.copy(first, street.path)
        street.chat = _again(street.chat)
        house = await street.process()
        house.kill_at = house.points + kill_at
        through = await house.comes_through(house.end(1, [0], [1]))
        if not through:
            await street.killed()
            house = await street.process()
            await house.end(1, [0], [1])
            await street.later(30)
        assert street.thread() == WHOLE, kill_at
        assert await house.store.all("SELECT * FROM owed") == [], kill_at
        if through:
            break
        await street.killed()
    assert kill_at > 15


def _again(chat: Chat) -> Chat:
    """The chat as it was when the first game had begun."""
    made = Chat()
    made.threads, made.invited = dict(chat.threads), dict(chat.invited)
    made.messages = {n: message for n, message in chat.messages.items() if message[1].get("content") in (FIRST,) or message[0] == CHANNEL}
    made._last, made._nonces = chat._last, {}
    return made


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("hindered", [False, True])
async def test_in_the_chat(chat, hindered):
    """With pictures: the end, the score, the board of the next game; so also after an hour without the right to show pictures."""
    await open_with(chat, ANNA, BOHUMIL, format="single", games="3", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    if hindered:
        chat.world.rights[HERE] = ALL_RIGHTS & ~ATTACH_FILES
    await give_up(chat, thread)
    if hindered:
        await chat.later(HOUR)
        assert [_kind(m["content"]) for m in chat.seen(None, thread)] == ["began"]
        chat.world.rights.clear()
        await chat.bot.worker.retry(channels=[int(HERE), int(thread)])
        await chat.settle()
        await chat.later(60)
    assert [_kind(m["content"]) for m in chat.seen(None, thread)] == ["began", "over", "next", "began"]


def _kind(words: str) -> str:
    return "next" if words.startswith("Game 2 of 3") else "over" if "The game took" in words else "began"


@pytest.mark.parametrize("places", [FILE, SERVER], indirect=True)
async def test_what_was_owed_by_an_earlier_version_is_owed_by_the_table(places, street):
    """A word about the next game that had not been sent; other words, whatever they say, are left alone."""
    await street.open()
    street.chat.refusing(END)
    await street.house.end(1, [0], [1])
    await street.quiet()
    store, cup = street.house.store, Subject(TOURNAMENT, 1)
    thread = max(street.chat.threads)
    async with store.transaction() as db:
        await db.execute("DELETE FROM owed WHERE kind = 'next'")
    others = [{"channel": CHANNEL, "over": 0}, {"channel": 5, "next": 9}, {"channel": 5, "act": [1, "drop", "x", ', "next": 0']}]
    rows = [(1, "notice", json.dumps(words), 1.0, 1e12) for words in [*others, {"channel": thread, "next": 0}]]
    async with store.transaction() as db:
        await db.executemany("INSERT INTO owed (tournament, kind, payload, created, next) VALUES (?, ?, ?, ?, ?)", rows)
        await db.execute((MIGRATIONS / "029_next.sql").read_text(encoding="utf-8").partition("\n")[2].strip().rstrip(";"))
        await db.execute("UPDATE owed SET next = 0 WHERE kind = 'next'")
    assert [debt.payload for debt in await store.outbox.of(cup)] == others
    street.chat.before = lambda channel, words: None
    street.house.worker.look()
    await street.later(60)
    assert street.thread() == WHOLE


# Where a server has no room for another thread


async def test_matches_without_room_for_a_thread_wait_are_told_once_and_begin_by_themselves():
    with known():
        async with memory() as store:
            cup = Cup(store)
            cup.port.room = 1
            await cup.tournaments.create(NewTournament(1, 1, "Cup", 9, KEY, {}, "en", Plan("swiss", rounds=2), "hand", False))
            for n in range(8):
                await cup.tournaments.enter(1, 100 + n, f"P{n}")
            await cup.tournaments.start(1)

            def told() -> int:
                return sum(one.get("key") == "tournament.no_room" for one in cup.told)

            for _ in range(3):
                await cup.go_on()
            assert (len(cup.port.threads), len(await store.tournaments.live_tables(1)), told()) == (1, 1, 1)
            assert cup.said == ["main 1"], "the round is told all the same"
            cup.begin()
            await cup.go_on()
            assert (len(cup.port.threads), told()) == (1, 1), "nor again after a start"
            cup.port.room = 8
            await cup.go_on()
            await cup.go_on()
            assert (len(cup.port.threads), len(await store.tournaments.live_tables(1)), told()) == (4, 4, 1)


async def test_threads_of_the_bots_own_that_are_not_archived_count(chat, monkeypatch):
    monkeypatch.setattr(match_threads, "OWN_THREADS", 1)
    chat.thread_in(HERE, ANNA)
    before = len(threads(chat))
    await open_with(chat, ANNA, BOHUMIL, CECILE, DARA, name="Cup", format="single")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert len(threads(chat)) == before + 1
    assert "Some matches wait for their threads" in "\n".join(m["content"] for m in chat.seen(None))
    first = threads(chat)[-1]
    await give_up(chat, first)
    await chat.later(LONGEST_PAUSE + 1)
    assert len(threads(chat)) == before + 1, "it is over, and still there"
    chat.archives(first)
    await chat.later(LONGEST_PAUSE + 1)
    assert len(threads(chat)) == before + 2
