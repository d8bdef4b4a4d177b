"""Each way to be out of reach against everything that happens by itself: none of it happens while nobody can act, and all of it does afterwards."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import pytest

from cogs.messages.table.board import board_message
from cogs.play.table import Table
from playground.world import SEND_MESSAGES, VIEW_CHANNEL
from rules.competition.clock import HOUR, MOVE, Clock
from tests.bids import KEY, known, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.waiting import rounds, until

CUP, LATER, NEW, NEWER = "6001", "6002", "6003", "6004"
LONG = 30 * HOUR


class At(NamedTuple):
    """Where the games go on."""

    table: str
    cards: str


class Way(NamedTuple):
    """A way to be out of reach, and back; whether tournaments, too, are out of it, and whether the games are in threads."""

    out: Callable[[Chat, At], Awaitable[Any] | None]
    back: Callable[[Chat, At], Awaitable[Any] | None]
    cups: bool = True
    threads: bool = False


def may_not(*rights: int) -> Callable[[Chat, At], None]:
    """The bot has no such rights in any of the places, or all."""

    def change(chat: Chat, at: At) -> None:
        for place in (*at, CUP, LATER):
            chat.bot_may_not(place, *rights) if rights else chat.bot_may(place)

    return change


async def stands_still(chat: Chat, at: At) -> None:
    """The process does nothing for as long as that, while the clock on the wall goes on."""
    chat.ahead += LONG
    chat.bot.clockwork._beat._last = tuple(there - LONG for there in chat.bot.clockwork._beat._last)


async def down(chat: Chat, at: At) -> None:
    await chat.disconnect()
    chat.ahead += LONG


async def deaf(chat: Chat, at: At) -> None:
    chat.deaf(lasting=True)
    chat.ahead += 400
    chat.bot.worker.look()
    await chat.bot.hearing.settle()
    assert chat.bot.hearing.deaf


async def hears(chat: Chat, at: At) -> None:
    chat.deaf(False)
    for _ in rounds("the gateway to be heard", most=20):
        await chat.bot.hearing.settle()
        if not chat.bot.hearing.deaf:  # Having heard of nobody for hours, it connects anew.
            await chat.settle()
            return await until(lambda: not chat.bot.store.away(int(chat.world.guild)), "the shard to be connected again")
        chat.ahead += 60


async def deleted(chat: Chat, at: At) -> None:
    for place in at:
        chat.deletes(place)


async def elsewhere(chat: Chat, at: At) -> None:
    for place, new in zip(at, (NEW, NEWER), strict=True):
        chat.world.add_channel(new, f"new-{place}")
        await (await chat.bot.tables.here(int(place))).move(int(place), int(new))


def locked(chat: Chat, at: At) -> None:
    for place in at:
        chat.locks(place)


def closed(chat: Chat, at: At) -> None:
    """The bot may not open what a moderator has locked and archived."""
    for place in at:
        chat.locks(place, archived=True)


def unlocked(chat: Chat, at: At) -> None:
    for place in at:
        chat.unlocks(place)


WAYS = {
    "thrown out": Way(lambda chat, at: chat.throws_out(), lambda chat, at: chat.asks_in()),
    "unavailable": Way(lambda chat, at: chat.unavailable(), lambda chat, at: chat.available()),
    "may not write": Way(may_not(SEND_MESSAGES), may_not()),
    "does not see": Way(may_not(VIEW_CHANNEL), may_not()),
    "stands still": Way(stands_still, lambda chat, at: None),
    "down": Way(down, lambda chat, at: chat.connect()),
    "deaf": Way(deaf, hears),
    "disconnected": Way(lambda chat, at: chat.bot.clockwork.lost(0), lambda chat, at: chat.bot.clockwork.found(0)),
    "deleted": Way(deleted, elsewhere, cups=False),
    "locked": Way(locked, unlocked, cups=False, threads=True),
    "locked and archived": Way(closed, unlocked, cups=False, threads=True),
}
ABSENT = ("stands still", "down")
"""Those in which the bot itself does nothing."""


async def open_cup(chat: Chat, channel: str, **terms: Any) -> int:
    await chat.use(ANNA, "tournament create", channel, game="monster_hex", name=f"Cup {channel}", format="swiss", clock="24h", **terms)
    signup = chat.seen(None, channel)[0]
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.press(member, signup, "Join")
    return (await chat.bot.tournaments.here(int(channel))).id


@pytest.fixture
def toy(monkeypatch):
    """A game with a secret question, which has no picture."""

    async def words(table: Table, *rest: Any) -> dict[str, Any]:
        return {"content": "A toy."} if table.rules.key == KEY else await board_message(table, *rest)

    monkeypatch.setattr("cogs.service.table_messages.board_message", words)
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: 900.0)
    monkeypatch.setattr("cogs.service.deaf_gateway.PATIENCE", 1.0)
    monkeypatch.setattr("cogs.service.shard_starts.CALM", (0.0, 0.0))
    monkeypatch.setattr("cogs.service.shard_starts.SPAN", 0.1)
    with known():
        yield


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("way", WAYS)
async def test_nothing_happens_while_nobody_can_act_and_everything_afterwards(chat, way):
    out, back, cups, threads = WAYS[way]
    for place in (CUP, LATER, "6005"):
        chat.world.add_channel(place, f"place-{place}")
    at = At(*(chat.thread_in(HERE, ANNA), chat.thread_in(HERE, ANNA)) if threads else (HERE, "6005"))
    soon = time.time() + 2 * HOUR
    checking = await open_cup(chat, CUP, starts=written(soon), check_in="60")
    later = await open_cup(chat, LATER, starts=written(soon + 10 * HOUR))
    await chat.later(1.1 * HOUR)
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.press(member, chat.board(CUP), "I am here")
    cards = await table_with_an_order(chat, at.cards)
    await chat.set(BOHUMIL, "direct", on="true")
    await chat.use(ANNA, "game new", at.table, game="monster_hex", seats="2", options="seating=joined", clock="24h")
    await chat.use(BOHUMIL, "game join", at.table)
    await chat.use(ANNA, "move", at.table, action="faction ember")
    table = await chat.bot.tables.here(int(at.table))
    everything = Everything(chat, at.table, table.id, cards.id, (checking, later) if cups else ())

    await done(out(chat, at))
    if way not in ABSENT:
        await chat.settle()
        await chat.bot.reach.settle()
        called = len(everything.letters)
        await long(chat)
        assert len(everything.letters) == called, "nobody is called who could not act"
        assert not called or way == "deaf", "which is noticed after some minutes"
        await everything.waits()
        assert not cups or (await chat.bot.tournaments.get(later)).status == "open", "nothing starts"
    await done(back(chat, at))
    await chat.settle()
    await chat.bot.reach.settle()
    await chat.bot.worker.retry()
    await chat.settle()
    await chat.bot.clockwork.tick()
    await chat.settle()
    await everything.waits()
    found = await chat.bot.tables.get(table.id)
    assert found.row.stands is None
    assert found.dials[1].due - chat.bot.store.now() == pytest.approx(24 * HOUR, abs=900)

    await chat.later(1.2 * HOUR)
    await everything.goes_on()
    assert not everything.reminders
    await chat.later(19 * HOUR)
    assert everything.reminders
    await chat.later(6 * HOUR)
    assert (await chat.bot.tables.get(table.id)).acting != (1,), "time runs again, and is over in the end"


def written(moment: float) -> str:
    """A moment as it is typed."""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment))


async def done(what: Awaitable[Any] | None) -> None:
    if what is not None:
        await what


async def long(chat: Chat) -> None:
    """Time passes, and whatever is tried by itself is tried every hour."""
    for _ in range(int(LONG / HOUR)):
        chat.ahead += HOUR
        await chat.bot.reach.settle()
        for subject in await chat.bot.store.outbox.subjects(chat.bot.store.now()):
            chat.bot.worker.wake(subject)
        await chat.bot.clockwork.tick()
        await chat.settle()


async def table_with_an_order(chat: Chat, channel: str) -> Table:
    """A table at which an order of somebody's answers a secret question after a pause."""
    table = await open_table(chat.bot.store, 3, clock=Clock(MOVE, 50 * HOUR), asked="window", channel=int(channel), guild=int(chat.world.guild))
    table = await chat.bot.tables.get(table.id)
    await table.order(1, frozenset({"let_be"}))
    await table.act(0, ("bid", "2"))
    assert table.row.ripe > chat.bot.store.now()
    await chat.settle()
    return table


class Everything(NamedTuple):
    """All that happens by itself: a clock with its reminders, a direct message, an order, a check-in and a start."""

    chat: Chat
    place: str
    table: int
    cards: int
    cups: tuple[int, ...]

    async def waits(self) -> None:
        """Nothing of it has happened yet. (A start without a check-in may, as soon as people are back.)"""
        tables = self.chat.bot.tables
        assert (await tables.get(self.table)).acting == (1,), "nobody's time is over"
        assert (await tables.get(self.cards)).row.ripe, "what was said ahead waits"
        assert not self.reminders
        if self.cups:
            assert (await self.chat.bot.tournaments.get(self.cups[0])).status == "open", "the check-in goes on"

    async def goes_on(self) -> None:
        """After an hour all of it has happened but for what the clock does."""
        assert not (await self.chat.bot.tables.get(self.cards)).row.ripe, "what was said ahead is carried out"
        moved = (await self.chat.bot.tables.get(self.table)).row.channel != int(self.place)
        assert self.letters or moved, "who is asked is told by direct message, or called anew"
        for cup in self.cups:
            assert (await self.chat.bot.tournaments.get(cup)).status == "live"

    @property
    def reminders(self) -> list[Any]:
        return [m for place in (self.place, NEW) for m in self.chat.seen(None, place) if m["content"].startswith("⏱ <@")]

    @property
    def letters(self) -> list[Any]:
        """What Bohumil has been told of his turn by direct message."""
        return [m for m in self.chat.seen(None, self.chat.world.direct(BOHUMIL)) if f"/{self.place}/" in m["content"] or f"/{NEW}/" in m["content"]]
