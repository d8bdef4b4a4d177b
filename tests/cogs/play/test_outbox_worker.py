"""What is owed is worked off, whatever fails and wherever the process is killed: by what is stored, and what a chat without Discord received."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.messages.moves import picker
from cogs.play import table_actions
from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import AT_ONCE, FAULT, FULL, GONE, LOST, REFUSED, Trouble, Worker
from cogs.play.proposals import Consent
from cogs.play.tables import Tables
from cogs.play.thinking import pool as thinking
from cogs.service import table_messages
from data.store import Store
from data.store.changes import BOARD, BUTTONS, TABLE, Debt, Message, Subject
from data.store.database import Unreachable
from data.store.rows import TableAct
from data.store.shards import Shards
from playground.error_codes import Rejected
from rules.competition.clock import DAY, MOVE, Clock
from rules.notation import understand
from tests.bids import KEY, known, memory, open_table
from tests.chat import ANNA, DARA, HERE, Chat
from tests.cogs.mortal import Mortal
from tests.cogs.test_play import table as here
from tests.cogs.test_trouble import legal_text, past_factions
from tests.databases import FILE, SERVER
from tests.ports import FakePort, notifications
from tests.sampled import EVERYWHERE
from tests.waiting import for_ever, rounds, until, within

ACT = TableAct(9, "paused", "", "test")
STARTED, TURNED = "began", "turned"


class FakeChat:
    """What people see, in order. A message that comes again with its nonce is the same one.

    `troubles` are raised one a request; a `late` one after the request has been carried out. Afterwards all goes well.
    """

    def __init__(self) -> None:
        self.posts: list[tuple[int, dict[str, Any]]] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.edited: list[tuple[int, int]] = []
        self.troubles: list[Trouble] = []
        self.late: list[Trouble] = []
        self.closed: dict[int, str] = {}
        self._ids: dict[str, int] = {}

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        self.asked.append((nonce, dict(message)))
        if channel in self.closed:
            raise Trouble(self.closed[channel])
        if self.troubles:
            raise self.troubles.pop(0)
        if nonce not in self._ids:
            self._ids[nonce] = 500 + len(self._ids)
            self.posts.append((channel, dict(message)))
        if self.late:
            raise self.late.pop(0)
        return self._ids[nonce]

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        if self.troubles:
            raise self.troubles.pop(0)
        self.edited.append((channel, message))

    async def retire(self, channel: int, message: int) -> None:
        await self.edit(channel, message, {})

    async def open_thread(self, channel: int, title: str, besides: Collection[int] | None = None) -> int:
        raise AssertionError

    async def invite(self, thread: int, player: int) -> bool:
        raise AssertionError

    async def reopen(self, thread: int) -> None:
        raise AssertionError

    async def delete(self, thread: int) -> None:
        raise AssertionError

    async def pin(self, channel: int, message: int) -> None:
        raise AssertionError

    def told(self, channel: int = 1) -> list[list[str]]:
        """What each message of a channel tells to have happened."""
        return [message["told"] for where, message in self.posts if where == channel]


class Killed(BaseException):
    """The process is no more."""


class House(Mortal):
    """A process: everything that works on one file, and may be killed at any point between two steps."""

    def __init__(self, store: Store, chat: FakeChat, kill_at: int = 0) -> None:
        super().__init__(store, kill_at)
        self.chat = chat
        self.tables = Tables(store)
        self.worker = Worker(store.outbox, store)
        self.worker.pause = 0.01
        table_messages.TableMessages(self.tables, self, self.worker, notifications(store))

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        await self.point()
        sent = await self.chat.send(channel, message, nonce)
        await self.point()
        return sent

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        await self.point()
        await self.chat.edit(channel, message, changes)
        await self.point()

    async def retire(self, channel: int, message: int) -> None:
        await self.point()
        await self.chat.retire(channel, message)
        await self.point()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.chat, name)

    async def quiet(self, often: int = 5) -> None:
        """Waits until nothing is owed and no computer thinks."""
        calm = 0
        async with within("nothing to be owed"):
            while calm < often:
                calm = 0 if await self.store.outbox.subjects() else calm + 1
                await asyncio.sleep(0.005)

    async def debts(self, table: int = 1) -> list[Debt]:
        return await self.store.outbox.of(Subject(TABLE, table))


class Street:
    """Processes one after the other on one file, with one chat."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.chat = FakeChat()
        self.now = 1_800_000_000.0
        self._open: list[House] = []

    async def process(self, kill_at: int = 0, start: bool = True) -> House:
        """A new process; the one before is killed."""
        store = await Store.open(self.path)
        store.now = lambda: self.now
        house = House(store, self.chat, kill_at)
        self._open.append(house)
        if start:
            await house.worker.start()
        return house

    async def killed(self, house: House) -> None:
        """The end of a process, without any of its own doing: what it was about to do it does not."""
        house.dead.set()
        await house.worker.close()
        self._open.remove(house)
        await house.store.close()

    async def restart(self, house: House, kill_at: int = 0) -> House:
        await self.killed(house)
        return await self.process(kill_at)

    def passing(self, seconds: float = 0.01) -> None:
        """Time passes."""
        self.now += seconds

    async def close(self) -> None:
        for house in list(self._open):
            await self.killed(house)


@pytest.fixture
async def street(tmp_path, monkeypatch):
    async def plain(table: Any, events: Sequence[Any], extra: list[str], pinged: frozenset[int], *_: Any) -> dict[str, Any]:
        """The board without its picture."""
        return {"told": [_word(e) for e in events], "position": table.position, "called": sorted(pinged)}

    monkeypatch.setattr(table_messages, "board_message", plain)
    monkeypatch.setattr(table_messages, "said_message", lambda payload, say: {"told": ["said"], **payload})
    with known():
        made = Street(tmp_path / "games.sqlite3")
        try:
            yield made
        finally:
            await made.close()


def _word(event: Any) -> str:
    return f"{event.kind} {event.facts['n']}" if "n" in event.facts else event.kind


async def begin(house: House, channel: int = 1, seats: int = 2, computers: int = 0, asked: str = "one", clock: Clock | None = None) -> Any:
    people = [(101, "Anna"), (102, "Bohumil"), (103, "Cécile")][: seats - computers]
    party = Party(people[0], people[1:], computers, "Computer", seats, agreed=True)
    made, begun = await house.tables.open(Opening(KEY, 1, channel, {"asked": asked}, "en", "light", clock=clock), party)
    assert begun
    return await house.tables.get(made)


async def look(table: Any, seat: int) -> str:
    """An action that everybody is told of, and how."""
    acted = await table.act(seat, ("look",))
    return next(_word(e) for e in acted.events if e.kind == TURNED)


# Parcels


async def test_a_board_whose_answer_was_lost_goes_out_again_unchanged(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.late.append(Trouble(LOST))
    street.chat.troubles.clear()
    first = await look(table, 0)
    await until(lambda: len(street.chat.asked) == 2)
    await house.worker.settled(Subject(TABLE, 1))
    second = await look(table, 1)
    street.now += 5
    await house.quiet()
    (nonce, told), (again, retold), (other, rest) = street.chat.asked[1:]
    assert nonce == again != other
    assert told["told"] == retold["told"] == [first], "what has happened since does not slip into it"
    assert told["called"] == [102], "who has acted is not"
    assert rest["told"] == [second]
    assert street.chat.told() == [[STARTED], [first], [second]]


async def test_after_a_sure_refusal_all_goes_in_one(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    told = [await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    told.append(await look(table, 1))
    told.append(await look(table, 0))
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry(REFUSED)
    await house.quiet()
    assert street.chat.told() == [[STARTED], told]


async def test_who_is_refused_once_more_after_a_right_came_back_does_not_wait_as_long_as_before(street):
    house = await street.process()
    await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    await look(await house.tables.get(1), 0)
    await house.worker.settled(Subject(TABLE, 1))

    async def waits(**reason) -> float:
        """How long the next pause is, in first ones, after it has been tried for such a reason."""
        asked = len(street.chat.asked)
        await house.worker.retry(**reason)
        await until(lambda: len(street.chat.asked) > asked)
        await house.worker.settled(Subject(TABLE, 1))
        (debt,) = await house.debts()
        return (debt.next - street.now) / house.worker.pause

    assert [await waits(trouble=REFUSED) for _ in range(4)] == pytest.approx([8, 64, 512, 4096], rel=1e-6)
    assert await waits(channels=[1]) == pytest.approx(8, rel=1e-6)


async def test_after_a_restart_a_sure_refusal_is_still_one(street):
    """It is stored that nothing was sent: all that has happened goes in one."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    told = [await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    house = await street.restart(house)
    await asyncio.sleep(0.05)
    table = await house.tables.get(1)
    told += [await look(table, 1), await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry(REFUSED)
    await house.quiet()
    assert street.chat.told() == [[STARTED], told]


async def test_after_a_restart_what_may_be_there_already_is_left_as_it_was(street):
    """Though it is refused now: nobody knows how the try went in which the process was killed. What happened since goes in one."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    keep = house.send
    house.send = for_ever  # type: ignore[method-assign]
    first = await look(table, 0)
    await until(lambda: house.store.all("SELECT 1 FROM owed WHERE begun IS NOT NULL"))
    house.send = keep  # type: ignore[method-assign]
    street.chat.closed[1] = REFUSED
    house = await street.restart(house)
    await asyncio.sleep(0.05)
    table = await house.tables.get(1)
    since = [await look(table, 1), await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry(REFUSED)
    await house.quiet()
    assert street.chat.told() == [[STARTED], [first], since]


async def test_what_was_lost_stays_one_parcel_though_it_is_refused_afterwards(street):
    """The message may be there: with more in it, it would be taken for that one, and the rest never told."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.late.append(Trouble(LOST))
    first = await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed[1] = REFUSED
    second = await look(table, 1)
    await house.worker.settled(Subject(TABLE, 1))
    third = await look(table, 0)
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    await house.worker.retry()
    await house.quiet()
    assert street.chat.told() == [[STARTED], [first], [second, third]]


async def test_a_turn_that_goes_on_is_told_at_its_end(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    await table.act(0, ("think",))
    await table.act(0, ("think",))
    await asyncio.sleep(0.05)
    assert street.chat.told() == [[STARTED]]
    house = await street.restart(house)
    await asyncio.sleep(0.05)
    assert street.chat.told() == [[STARTED]], "not after a restart either"
    assert [debt.tries for debt in await house.debts()] == [0, 0], "nothing has been tried, and nothing has failed"
    table = await house.tables.get(1)
    told = await look(table, 0)
    await house.quiet()
    assert street.chat.told() == [[STARTED], [told]]
    assert await house.debts() == [], "what was held went with it"


async def test_a_parcel_from_before_a_restart_goes_out_as_it_was(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.late.append(Trouble(LOST))
    first = await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    await house.worker.settled(Subject(TABLE, 1))
    house = await street.process(start=False)
    second = await look(await house.tables.get(1), 1)
    await house.worker.start()
    await house.quiet()
    assert street.chat.told() == [[STARTED], [first], [second]]
    assert len({nonce for nonce, _ in street.chat.asked}) == 3
    assert await house.store.one("SELECT message FROM games") == (502,)
    assert (1, 501) in street.chat.edited, "the board before loses its buttons"


# Order, lanes, patience


async def test_messages_of_a_table_keep_their_order(street):
    """What failed is not overtaken, by nothing else of the table."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.troubles.append(Trouble(LOST))
    told = await look(table, 0)
    await until(lambda: not street.chat.troubles)
    await table.clocks.pause(True, ACT)
    street.now += 60
    await house.quiet()
    assert street.chat.told() == [[STARTED], [told], ["said"], []]


async def test_tables_do_not_wait_for_each_other(street):
    house = await street.process()
    here, there = await begin(house), await begin(house, 2)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    await look(here, 0)
    told = await look(there, 0)
    await until(lambda: street.chat.told(2) == [[STARTED], [told]])
    assert street.chat.told(1) == [[STARTED]]


async def test_lanes_of_one_subject_do_not_wait_for_each_other(street):
    house = await street.process(start=False)
    done: list[str] = []
    stuck = asyncio.Event()

    async def slow(debts: Sequence[Debt]) -> None:
        async with within("the test to let it work"):
            await stuck.wait()
        done.append("slow")
        await house.store.outbox.done(debts[:1])

    async def quick(debts: Sequence[Debt]) -> None:
        done.append(f"quick {debts[0].payload['n']}")
        await house.store.outbox.done(debts[:1])

    house.worker.teach("one", slow, "slow")
    house.worker.teach("thread {n}", quick, "quick")
    await begin(house)
    await house.worker.start()
    await house.store.outbox.owe(Subject(TABLE, 1), Message("slow"), *(Message("quick", {"n": n}) for n in range(3)))
    await until(lambda: len(done) == 3)
    assert sorted(done) == ["quick 0", "quick 1", "quick 2"]
    stuck.set()
    await house.quiet()
    assert done[3:] == ["slow"]


@pytest.mark.parametrize(("kind", "growth", "longest"), [(LOST, 2, 300.0), (REFUSED, 8, 6 * 3600.0), (FULL, 8, 6 * 3600.0), (FAULT, 8, 6 * 3600.0)])
async def test_patience_grows_and_is_kept_over_a_restart(street, kind, growth, longest):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = kind
    await look(table, 0)
    pauses = []
    for n in range(9):
        await until(lambda n=n: len(street.chat.asked) == n + 2)
        await house.worker.settled(Subject(TABLE, 1))
        (debt,) = await house.debts()
        assert (debt.tries, debt.trouble) == (n + 1, kind)
        pauses.append(debt.next - street.now)
        await asyncio.sleep(0.02)
        assert len(street.chat.asked) == n + 2, "not before"
        if n == 4:
            house = await street.restart(house)  # Tried at once, with the patience it had.
        else:
            street.now = debt.next
            await house.store.outbox.owe(Subject(TABLE, 1))
            house.worker._changed.set()
    assert pauses == pytest.approx([min(0.01 * growth**n, longest) for n in range(9)], rel=1e-6)


async def test_discord_says_how_long_to_wait(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.troubles.append(Trouble(FULL, "", 77.0))
    await look(table, 0)
    await until(lambda: not street.chat.troubles)
    await house.worker.settled(Subject(TABLE, 1))
    assert [debt.next for debt in await house.debts()] == [street.now + 77.0]


async def test_what_is_retried_is_what_has_a_reason_to_be(street):
    house = await street.process()
    tables = [await begin(house, channel) for channel in (1, 2, 3)]
    await house.quiet()
    street.chat.closed.update({1: REFUSED, 2: GONE, 3: REFUSED})
    for table in tables:
        await look(table, 0)
    await until(lambda: len(street.chat.asked) == 6)
    for table in tables:
        await house.worker.settled(Subject(TABLE, table.id))
    street.chat.closed.clear()
    await house.worker.retry(LOST)
    await house.worker.retry(channels=[9])
    await asyncio.sleep(0.05)
    assert len(street.chat.asked) == 6
    await house.worker.retry(channels=[3])
    await until(lambda: len(street.chat.told(3)) == 2)
    assert (len(street.chat.told(1)), len(street.chat.told(2))) == (1, 1)
    await house.worker.retry(REFUSED)
    await until(lambda: len(street.chat.told(1)) == 2)
    assert len(street.chat.told(2)) == 1
    await house.worker.retry()
    await house.quiet()
    assert len(street.chat.told(2)) == 2


async def test_what_gets_better_during_a_try_is_tried_again_at_once(street):
    """The right may have come back after Discord has refused and before we knew: no pause begins then."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    tries = 0

    async def send(channel: int, message: Mapping[str, Any], nonce: str) -> int:
        nonlocal tries
        tries += 1
        if tries == 1:
            await house.worker.retry(channels=[1])
            raise Trouble(REFUSED)
        return 900

    house.send = send  # type: ignore[method-assign]
    await look(table, 0)
    await until(lambda: tries == 2)


async def test_what_is_owed_before_the_start_waits_for_it(street):
    house = await street.process(start=False)
    done: list[str] = []

    async def step(debts: Sequence[Debt]) -> None:
        done.append(debts[0].kind)
        await house.store.outbox.done(debts)

    house.worker.teach("something", step, "something")
    await begin(house)
    await house.store.outbox.owe(Subject(TABLE, 1), Message("something"))
    await asyncio.sleep(0.02)
    await house.worker.settled(Subject(TABLE, 1))
    assert done == []
    assert street.chat.asked == []
    await house.worker.start()
    await house.quiet()
    assert done == ["something"]
    assert street.chat.told() == [[STARTED]]


async def test_whoever_has_to_know_is_told_what_could_not_be_done(street):
    """As that a channel is gone, in which nobody can be told anything."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    troubles: list[tuple[Subject, str]] = []
    house.worker.troubled = lambda subject, trouble: troubles.append((subject, trouble.kind))
    street.chat.closed[1] = GONE
    await look(table, 0)
    await house.worker.settled(Subject(TABLE, 1))
    assert troubles == [(Subject(TABLE, 1), GONE)]


async def test_what_is_heard_of_others_is_left_to_them_and_told_to_nobody(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    house.store.shards = Shards(2, frozenset())
    told: list[Subject] = []
    house.worker.elsewhere = told.append
    before = asyncio.all_tasks()
    house.worker.hear(Subject(TABLE, table.id))
    for look_there in asyncio.all_tasks() - before:
        await look_there
    assert told == []


async def test_who_moves_wakes_what_waits(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    told = [await look(table, 0)]
    await house.worker.settled(Subject(TABLE, 1))
    street.chat.closed.clear()
    told.append(await look(table, 1))
    await house.quiet()
    assert street.chat.told() == [[STARTED], told]


async def test_a_step_that_does_nothing_is_not_repeated_for_ever(street):
    house = await street.process(start=False)
    calls = 0

    async def idle(debts: Sequence[Debt]) -> None:
        nonlocal calls
        calls += 1

    house.worker.teach("idle", idle, "idle")
    await begin(house)
    await house.worker.start()
    await house.store.outbox.owe(Subject(TABLE, 1), Message("idle"))
    await until(lambda: calls > 0)
    await asyncio.sleep(0.1)
    assert calls == 1
    (debt,) = [d for d in await house.debts() if d.kind == "idle"]
    assert (debt.tries, debt.trouble) == (1, FAULT)


# Kills


async def scenario(house: House) -> None:
    """What people do; whoever is not answered does it again, as it is the same interaction to Discord, or sees that it is done."""
    done = len([row for row in await house.store.tables.actions(1) if not row.auto])
    deeds = [("look",), ("think",), ("look",), ("look",)]
    for number, action in list(enumerate(deeds))[done:]:
        table = await until(lambda: _when_asked(house), "the person's next turn", pause=0.002)
        await table.act(0, action, interaction=9000 + number)


async def _when_asked(house: House) -> Any:
    """The table as it is stored, once a person is asked there: others may have acted since it was in memory."""
    table = await house.tables.get(1)
    return table if table.acting == (0,) else None


STEP = 1 if EVERYWHERE else 5
"""Every so many places a process is killed."""


@pytest.mark.sampled(0.25, any=True)
@pytest.mark.parametrize(("places", "late"), [(FILE, False), (FILE, True), (SERVER, False)], indirect=["places"])
async def test_nothing_is_lost_or_done_twice_wherever_the_process_is_killed(places, street, tmp_path, late):
    """A game with a computer: each kill between two steps, one run each, until a run goes through. `late`: the answers of the chat are lost too."""
    for kill_at in rounds("a run that comes through", 1, STEP):
        street.path = tmp_path / f"{kill_at}.sqlite3"
        street.chat = FakeChat()
        house = await street.process()
        await begin(house, computers=1)
        await house.quiet()
        house.kill_at = house.points + kill_at
        if late:
            street.chat.late.append(Trouble(LOST))
        through = await house.comes_through(scenario(house), passing=street.passing)
        if not through:
            house = await street.restart(house)
            assert await house.comes_through(scenario(house), passing=street.passing)
        rows = await house.store.tables.actions(1)
        assert [(row.seat, row.action) for row in rows] == [
            (0, ("look",)), (1, ("bid", "2")), (0, ("think",)), (0, ("look",)), (1, ("bid", "2")), (0, ("look",)), (1, ("bid", "2")),
        ], kill_at  # fmt: skip
        shown = [word for told in street.chat.told() for word in told]
        table = await house.tables.get(1)
        pile = table.rules.setup(2, table.row.chosen, table.row.seed).state.pile
        assert shown == [STARTED, *(f"{TURNED} {n}" for n in reversed(pile[-3:]))], f"killed at {kill_at}: {street.chat.told()}"
        assert street.chat.posts[-1][1]["position"] == 7, "the last board is the one that is true"
        assert await house.debts() == []
        await street.killed(house)
        if through:
            break
    assert kill_at > 15


# Computers


@pytest.fixture
def thought(monkeypatch):
    """Computers think until this is set."""
    done = threading.Event()
    think = thinking.think

    def slow(request: Any) -> Any:
        done.wait(10)
        return think(request)

    monkeypatch.setattr(thinking, "think", slow)
    monkeypatch.setattr(table_actions, "PATIENCE", 0.1)
    monkeypatch.setattr(table_messages, "PATIENCE", 0.1)
    yield done
    done.set()


async def test_what_a_person_does_is_stored_before_a_computer_thinks(street, thought):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    person = asyncio.create_task(table.act(0, ("look",), interaction=9001))
    await until(lambda: house.store.tables.actions(1))
    await until(lambda: table._thinking is not None)
    person.cancel()
    await asyncio.gather(person, return_exceptions=True)
    house.dead.set()
    thought.set()
    house = await street.restart(house)
    await house.quiet()
    assert [(row.seat, row.auto) for row in await house.store.tables.actions(1)] == [(0, False), (1, True)]
    shown = [word for told in street.chat.told() for word in told]
    assert len(shown) == 2
    assert (await house.tables.get(1)).acting == (0,)


async def test_a_slow_computer_keeps_nobody_waiting(street, thought):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    acted = await asyncio.wait_for(table.act(0, ("look",)), 2)
    assert acted.position == 1
    await until(lambda: len(street.chat.posts) == 2)
    assert street.chat.posts[-1][1]["position"] == 1, "the board with what the person did"
    assert street.chat.posts[-1][1]["called"] == []
    assert [row.seat for row in await house.store.tables.actions(1)] == [0]
    thought.set()
    await until(lambda: len(street.chat.posts) == 3)
    assert street.chat.posts[-1][1]["position"] == 2
    assert street.chat.posts[-1][1]["called"] == [101], "who has had to wait is called"
    await house.quiet()
    assert len(street.chat.posts) == 3


async def test_a_quick_computer_is_told_with_what_it_answers(street):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    await look(table, 0)
    await house.quiet()
    assert len(street.chat.posts) == 2
    assert street.chat.posts[-1][1]["position"] == 2
    assert street.chat.posts[-1][1]["called"] == [], "who has just acted is not called"


@pytest.mark.parametrize("kind", ["computers", "board"])
async def test_computers_that_should_act_after_a_restart_do(street, kind):
    """Even one that was about to act first, and even if nobody is owed a board."""
    house = await street.process(start=False)
    house.kill_at = 3  # Opening is one transaction; the computer's answer does not happen.
    opening = asyncio.create_task(begin(house, computers=1, asked="all"))
    async with within("the moment in which the process is killed"):
        await house.dead.wait()
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    assert {debt.kind for debt in await house.debts()} == {BOARD, "computers"}
    async with house.store.transaction() as db:
        await db.execute("DELETE FROM owed WHERE kind <> ?", (kind,))
    house = await street.restart(house)
    for _ in range(100):
        if await house.store.tables.actions(1):
            break
        await asyncio.sleep(0.01)
    assert [(row.seat, row.auto) for row in await house.store.tables.actions(1)] == [(1, True)]


async def test_a_paused_game_owes_no_computer_and_goes_on_with_it(street, thought):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    await table.act(0, ("look",))
    await table.clocks.pause(True, ACT)
    thought.set()
    await house.quiet()
    assert [row.seat for row in await house.store.tables.actions(1)] == [0]
    house = await street.restart(house)
    await house.quiet()
    table = await house.tables.get(1)
    await table.clocks.pause(False, ACT)
    await house.quiet()
    assert [row.seat for row in await house.store.tables.actions(1)] == [0, 1]


async def test_a_computer_that_fails_is_tried_again_and_stops_nothing_else(street, monkeypatch):
    house = await street.process()
    table = await begin(house, computers=1)
    await house.quiet()
    keep = thinking.think

    def fail(request: Any) -> Any:
        raise OSError("no process can be started")

    monkeypatch.setattr(thinking, "think", fail)
    told = await look(table, 0)
    await until(lambda: street.chat.told() == [[STARTED], [told]])
    await house.worker.settled(Subject(TABLE, 1))
    (debt,) = await house.debts()
    assert (debt.kind, debt.trouble) == ("computers", FAULT)
    monkeypatch.setattr(thinking, "think", keep)
    street.now = debt.next + 1
    await house.worker.retry()
    await house.quiet()
    assert table.acting == (0,)


# Two who are asked together


async def test_who_answers_changes_nothing_for_who_is_asked_as_well(street):
    house = await street.process()
    table = await begin(house, asked="all", clock=Clock(MOVE, 600))
    mark, dial = table.mark(1), table.dials[1]
    street.now += 100
    await table.act(0, ("bid", "1"))
    assert table.mark(1) == mark, "their open panel is good still"
    assert table.dials[1] == dial, "and their time runs on"
    house = await street.restart(house)
    table = await house.tables.get(1)
    assert (table.mark(1), table.dials[1]) == (mark, dial)
    await table.act(1, ("bid", "1"), mark)
    assert table.mark(1) != mark
    assert table.dials[1].due == street.now + 600, "a new question has a time of its own"


async def test_a_question_that_nobody_asks_any_more_is_not_put(street):
    house = await street.process()
    table = await begin(house, seats=3)
    await house.quiet()
    street.chat.closed[1] = REFUSED
    proposal = await Consent(table).draw(0)
    await house.worker.settled(Subject(TABLE, 1))
    await Consent(table).refuse([0], proposal.mark, "Anna")
    street.chat.closed.clear()
    await house.worker.retry()
    await house.quiet()
    assert [message["told"] for _, message in street.chat.posts[1:]] == [["said"]]


# Buttons of earlier messages


@pytest.mark.parametrize(("kind", "tries"), [(LOST, 3), (FULL, 3), (GONE, 1)])
async def test_an_earlier_board_loses_its_buttons_and_holds_nothing_up(street, kind, tries):
    """As often as it takes, unless the message is gone."""
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    edits: list[int] = []

    async def retire(channel: int, message: int) -> None:
        edits.append(message)
        if len(edits) < tries or kind == GONE:
            raise Trouble(kind)

    house.retire = retire  # type: ignore[method-assign]
    first = await look(table, 0)
    await until(lambda: len(edits) == 1)
    second = await look(table, 1)
    await until(lambda: len(street.chat.posts) == 3)
    assert street.chat.told() == [[STARTED], [first], [second]]
    street.now += 60
    await house.quiet()
    assert edits == [500] * tries + [501]


async def test_buttons_that_discord_refuses_to_take_away_are_owed_for_a_day_and_hold_no_board_up(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()

    async def retire(channel: int, message: int) -> None:
        raise Trouble(REFUSED)

    house.retire = retire  # type: ignore[method-assign]
    first = await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    second = await look(table, 1)
    await until(lambda: len(street.chat.posts) == 3)
    assert street.chat.told() == [[STARTED], [first], [second]]

    async def owed() -> list[str]:
        return [debt.kind for debt in await house.store.outbox.of(Subject(TABLE, table.id))]

    async def buttons_alone() -> bool:
        return set(await owed()) == {BUTTONS}

    await until(buttons_alone, "moderators to see the buttons, and the board to be struck off")
    street.now += 2 * DAY
    for _ in rounds("the buttons to be given up", most=20):
        await house.worker.retry()
        await asyncio.sleep(0.02)
        if not await owed():
            return


async def test_buttons_are_owed_over_a_restart(street):
    house = await street.process()
    table = await begin(house)
    await house.quiet()
    house.retire = for_ever  # type: ignore[method-assign]
    await look(table, 0)
    await until(lambda: len(street.chat.posts) == 2)
    await asyncio.sleep(0.05)
    assert street.chat.edited == []
    house = await street.restart(house)
    await house.quiet()
    assert street.chat.edited == [(1, 500)]


# The lobby


@pytest.mark.parametrize("end", ["the answer is lost", "killed"])
async def test_a_lobby_of_which_nobody_knows_that_it_is_there_loses_its_buttons_when_the_game_begins(street, end):
    """It was posted and the answer never came; before it is sent again the table is full."""
    house = await street.process()
    house.worker.pause = 60.0
    street.chat.late.append(Trouble(LOST))
    party = Party((101, "Anna"), [], seats=2)
    made, begun = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), party)
    assert not begun
    await until(lambda: len(street.chat.posts) == 1)
    await house.worker.settled(Subject(TABLE, made))
    if end == "killed":
        await street.killed(house)
        house = await street.process(start=False)
    await house.tables.join(made, (102, "Bohumil"))
    if end == "killed":
        await house.worker.start()
    await house.quiet()
    lobby, board = street.chat.posts
    assert "Anna" in lobby[1]["content"]
    assert board[1]["told"] == [STARTED]
    assert street.chat.edited == [(1, 500)]


async def test_a_lobby_that_was_there_already_shows_who_has_come_since(street):
    """What is sent again is the message as it was; it is changed then."""
    house = await street.process()
    house.worker.pause = 60.0
    street.chat.late.append(Trouble(LOST))
    made, _ = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), Party((101, "Anna"), [], seats=3))
    await until(lambda: len(street.chat.posts) == 1)
    await house.worker.settled(Subject(TABLE, made))
    await house.tables.join(made, (102, "Bohumil"))
    await house.quiet()
    assert len(street.chat.posts) == 1
    assert street.chat.edited == [(1, 500)]


async def test_a_lobby_that_discord_would_not_know_any_more_is_not_posted_again_once_the_game_has_begun(street):
    house = await street.process()
    street.chat.late.append(Trouble(LOST, "", 3600.0))
    made, _ = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), Party((101, "Anna"), [], seats=2))
    await until(lambda: len(street.chat.posts) == 1)
    await house.worker.settled(Subject(TABLE, made))
    street.now += table_messages.NONCE_LIVES + 1
    street.chat._ids.clear()
    await house.tables.join(made, (102, "Bohumil"))
    await house.quiet()
    assert ["content" in message for _, message in street.chat.posts] == [True, False], "the lobby and the board"


async def test_a_lobby_that_surely_was_never_there_is_not_posted_once_the_game_has_begun(street):
    house = await street.process()
    street.chat.closed[1] = REFUSED
    made, _ = await house.tables.open(Opening(KEY, 1, 1, {"asked": "one"}, "en", "light"), Party((101, "Anna"), [], seats=2))
    await until(lambda: len(street.chat.asked) == 1)
    await house.worker.settled(Subject(TABLE, made))
    street.chat.closed.clear()
    await house.tables.join(made, (102, "Bohumil"))
    await house.quiet()
    assert street.chat.told() == [[STARTED]]
    assert street.chat.edited == []


# In the chat


async def test_the_picker_is_drawn_though_somebody_moves_at_that_moment(chat, monkeypatch):
    """Between a move and the picker that follows it the store is asked for settings: by then the table has gone on."""
    await past_factions(chat)
    table = await here(chat)
    keep = picker.theme_of

    async def slow(interaction: Any, default: str) -> str:
        monkeypatch.setattr(picker, "theme_of", keep)
        await table.act(0, understand(table.rules, table.state, 0, await legal_text(chat)))
        return await keep(interaction, default)

    monkeypatch.setattr(picker, "theme_of", slow)
    answer = await chat.press(ANNA, chat.board(), "Your move")
    assert "on our side" not in answer
    assert "Bohumil" in answer
    assert len(table.state.placed) == 1


async def about_to_place(chat: Chat) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """A table of which Anna has chosen all but *Confirm*: the table, her panel, the button."""
    await past_factions(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    async with within("a panel with all but the last word"):
        while not any(b["custom_id"].startswith("b:do:") for b in chat.buttons(chat.private(ANNA))):
            panel = chat.private(ANNA)
            if chat.menus(panel):
                await chat.pick(ANNA, panel, chat.menus(panel)[0]["options"][0]["value"])
            else:
                await chat.press(ANNA, panel, chat.labels(panel)[0])
    panel = chat.private(ANNA)
    return await here(chat), panel, chat.plays(panel)


async def press_often(chat: Chat, panel: dict[str, Any], button: dict[str, Any], often: int) -> None:
    """As quickly as a finger can: interactions of their own."""
    body = {"member": ANNA, "channel": HERE, "message": panel["id"], "custom_id": button["custom_id"]}
    await asyncio.gather(*(chat.standin.play("component", body) for _ in range(often)))
    await chat.settle()


async def test_a_double_click_does_not_write_over_the_answer(chat):
    table, panel, confirm = await about_to_place(chat)
    await press_often(chat, panel, confirm, 3)
    words = chat.private(ANNA)["content"]
    assert "✓" in words
    assert "moved on" not in words
    assert not any("moved on" in message["content"] for message in chat.seen(ANNA))
    assert len(table.state.placed) == 1


async def test_a_click_that_a_pause_has_hindered_may_be_repeated(chat):
    table, panel, confirm = await about_to_place(chat)
    await chat.use(DARA, "referee pause", reason="coffee")
    assert "paused" in await chat.press_exactly(ANNA, panel, confirm) or any("paused" in m["content"] for m in chat.seen(ANNA))
    assert len(table.state.placed) == 0
    await chat.use(DARA, "referee resume")
    await chat.press_exactly(ANNA, panel, confirm)
    assert len(table.state.placed) == 1


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_typed_move_whose_acknowledgement_fails_is_not_carried_out(chat, status, monkeypatch):
    """Whoever reads that the application did not respond types it again."""
    await past_factions(chat)
    table = await here(chat)
    before, mark = table.position, table.mark(0)
    text = await legal_text(chat)
    failing = True
    keep = discord.InteractionResponse.defer

    async def refused(self: Any, **how: Any) -> None:
        if failing:
            response: Any = SimpleNamespace(status=status, reason="no")
            raise discord.HTTPException(response, {"code": 10062, "message": "Unknown interaction"})
        await keep(self, **how)

    monkeypatch.setattr(discord.InteractionResponse, "defer", refused)
    body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": text}}
    with contextlib.suppress(Rejected, AssertionError):
        await chat.standin.play("command", body)
    await chat.settle()
    assert (table.position, table.mark(0)) == (before, mark)
    assert len(await chat.bot.store.tables.actions(table.id)) == before
    failing = False
    assert "✓" in await chat.use(ANNA, "move", action=text)
    assert table.position == before + 1


async def test_thousands_that_owe_something_are_looked_at_once_or_twice_each():
    """Not each time that any of them has been seen to; and no more are seen to at once than there are slots."""
    many, looks, running, most = 600, 0, 0, 0
    async with memory() as store:
        async with store.transaction() as db:
            columns = "id, game, version, language, theme, options, host, channel, status, created"
            tables = [(n, n) for n in range(1, many + 1)]
            await db.executemany(f"INSERT INTO games ({columns}) VALUES (?, 'x', 1, 'en', 'light', '{{}}', 1, ?, 'live', 1.0)", tables)
            await db.executemany(
                "INSERT INTO owed (game, kind, payload, created) VALUES (?, 'said', '{\"act\": []}', 1.0)", [(n,) for n, _ in tables]
            )
        worker, reading = Worker(store.outbox, store), store.outbox.of

        async def of(subject: Subject) -> list[Debt]:
            nonlocal looks
            looks += 1
            return await reading(subject)

        async def step(debts: Sequence[Debt]) -> None:
            nonlocal running, most
            running, most = running + 1, max(most, running + 1)
            await asyncio.sleep(0.01)
            running -= 1
            await store.outbox.done(debts)

        store.outbox.of = of
        worker.teach("messages", step, "said")
        await worker.start()
        async with asyncio.timeout(60):
            while await store.outbox.subjects():
                await asyncio.sleep(0.05)
        await worker.close()
    assert looks <= 5 * many
    assert 1 < most <= AT_ONCE


async def test_a_parcel_that_another_process_has_sent_is_no_fault():
    async with memory() as store:
        with known():
            found = await open_table(store)
            port, tables, worker = FakePort(), Tables(store), Worker(store.outbox, store)
            table_messages.TableMessages(tables, port, worker, notifications(store))
            (debt,) = await store.outbox.of(Subject(TABLE, found.id))
            await store.outbox.done([debt])
            await worker._lanes[BOARD].step([debt])
            assert not port.messages


@pytest.mark.parametrize("how", ["wake", "start"])
async def test_what_could_not_be_looked_at_is_looked_at_again(monkeypatch, how):
    """The database is away for a moment, just when somebody has begun to owe something, and nothing is owed afterwards."""
    async with memory() as store:
        worker, told = Worker(store.outbox, store), []
        worker.pause = 0.02
        here, failing = store.outbox.here, [Unreachable("away"), Unreachable("away")]

        async def away(subject: Subject) -> list[Debt]:
            if failing:
                raise failing.pop()
            return await here(subject)

        async def step(debts: Sequence[Debt]) -> None:
            told.append(debts[0].kind)
            await store.outbox.done(debts)

        monkeypatch.setattr(store.outbox, "here", away)
        worker.teach("messages", step, "said")
        with known():
            table = await open_table(store, 2)
        await store.outbox.done(await store.outbox.of(Subject(TABLE, table.id)))
        if how == "wake":
            await worker.start()
        await store.outbox.owe(Subject(TABLE, table.id), Message("said", {"key": "x", "facts": {}}))
        if how == "start":
            await worker.start()
        await until(lambda: told == ["said"], "what is owed to be told", seconds=10)
        await worker.close()
