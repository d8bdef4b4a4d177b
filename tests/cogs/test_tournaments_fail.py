"""Tournaments played through once for every place at which a request or a commit can fail: refused, lost on the way there or back, or killed.

In the end the same has happened as without a fault, everybody has been told the same, once, and each match has one thread. Tried again is only
what people saw that nothing had come of.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cogs.play.outbox_worker import LOST, REFUSED, Trouble, Worker
from cogs.play.table_queries import Closed
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.service.tournament_messages import TournamentMessages
from data.store import Store
from data.store.changes import BOARD, TOURNAMENT, Subject
from data.store.rows import Terms
from rules.competition.tournament import Plan
from rules.notation import AGREED
from tests.bids import KEY, known
from tests.ports import ByHand, FakePort, notifications
from tests.sampled import sampled
from tests.waiting import within

CHANNEL, CUP, HOST = 7, Subject(TOURNAMENT, 1), Ruling(9, "because")
KINDS = BEFORE, AFTER, NO, KILLED_BEFORE, KILLED_AFTER, UNCOMMITTED, COMMITTED = (
    *("lost before", "lost after", "refused"),
    *("killed before", "killed after", "killed before a commit", "killed after a commit"),
)
SHARE = 0.1
"""Of all places at which a kind of fault is tried in an ordinary run; each kind has other ones."""


class Killed(BaseException):
    """The process is no more."""


class Fault(NamedTuple):
    """What goes wrong, at which request or commit; NONE counts them."""

    kind: str = ""
    place: int = -1


NONE = Fault()


class Played:
    """A tournament in one database file, with a port at which something goes wrong once."""

    def __init__(self, folder: Path, fault: Fault) -> None:
        self.path = folder / "games.sqlite3"
        self.fault = fault
        self.at = 1_000_000.0
        self.requests = self.commits = 0
        self.port = FakePort(self.happens)

    def happens(self, what: str) -> None:
        after = what.endswith("done")
        if not after:
            self.requests += 1
        if self.fault.place != self.requests:
            return
        kind = self.fault.kind
        if kind == (AFTER if after else BEFORE):
            raise Trouble(LOST)
        if kind == NO and not after:
            raise Trouble(REFUSED)
        if kind == (KILLED_AFTER if after else KILLED_BEFORE):
            raise Killed

    async def start(self) -> None:
        """A process begins."""
        self.store = await Store.open(self.path)
        self.store.now = lambda: self.at
        write = self.store.database.write

        async def counted(*args: Any, **kwargs: Any) -> Any:
            self.commits += 1
            here = self.fault.place == self.commits
            if here and self.fault.kind == UNCOMMITTED:
                raise Killed
            done = await write(*args, **kwargs)
            if here and self.fault.kind == COMMITTED:
                raise Killed
            return done

        self.store.database.write = counted
        self.tables = Tables(self.store)
        self.tournaments = Tournaments(self.tables)
        self.worker = ByHand(self.store)
        TournamentMessages(self.tournaments, self.port, self.worker, notifications(self.store))

    async def surviving(self, act: Callable[[], Awaitable[Any]]) -> bool:
        """Does something; if the process dies of it, another one begins. Says whether it lived."""
        try:
            await act()
        except Killed:
            self.fault = NONE
            await self.store.close()
            await self.start()
            return False
        return True

    async def work(self) -> None:
        """What is owed is done; what Discord has refused is tried once more, as when a right is back."""
        for _ in range(2):
            async with within("what is owed to be done"):
                while not await self.surviving(lambda: self.worker.work(CUP)):
                    pass

    async def step(self, act: Callable[[], Awaitable[Any]], done: Callable[[], Awaitable[bool]]) -> None:
        """Somebody does something, again if nothing has come of it."""
        async with within("the step to be done"):
            while not await done():
                await self.surviving(act)
        await self.work()

    # What people do

    async def row(self, table: str = "tournaments") -> dict[str, Any]:
        rows = await self.store.records(f"SELECT * FROM {table}")
        return rows[0] if rows else {}

    async def count(self, sql: str, *values: Any) -> int:
        row = await self.store.one(f"SELECT COUNT(*) FROM {sql}", values)
        assert row is not None
        return int(row[0])

    async def acted(self, act: str) -> bool:
        return await self.count("tournament_acts WHERE act = ?", act) > 0

    async def create(self, plan: Plan, terms: Terms) -> None:
        new = NewTournament(1, CHANNEL, "Cup", 9, KEY, {}, "en", plan, "hand", True, None, terms)

        async def there() -> bool:
            return await self.count("tournaments") > 0

        await self.step(lambda: self.tournaments.create(new), there)

    async def enter(self, player: int) -> None:
        async def there() -> bool:
            return await self.count("tournament_players WHERE player = ?", player) > 0

        await self.step(lambda: self.tournaments.enter(1, player, f"P{player}"), there)

    async def check_in(self, player: int) -> None:
        async def there() -> bool:
            return await self.count("tournament_players WHERE player = ? AND here = 1", player) > 0

        await self.step(lambda: self.tournaments.check_in(1, player), there)

    async def is_open(self) -> bool:
        return (await self.row())["checking"] is not None

    async def has_begun(self) -> bool:
        return (await self.row())["status"] != "open"

    async def rule(self, name: str, *what: Any, act: str = "") -> None:
        await self.step(lambda: getattr(self.tournaments, name)(1, *what, HOST), lambda: self.acted(act or name))

    async def table_of(self, fixture: int) -> int:
        """The live table of a match."""
        row = await self.store.one(
            "SELECT g.id FROM tournament_games m JOIN games g ON g.id = m.game WHERE m.fixture = ? AND g.status = 'live'", (fixture,)
        )
        assert row is not None, f"match {fixture} is not played"
        return int(row[0])

    async def settle(self, fixture: int, *places: list[int]) -> None:
        """The game of a match ends like this."""
        table = await self.table_of(fixture)

        async def over() -> bool:
            return await self.count("games WHERE id = ? AND status = 'over'", table) > 0

        async def end() -> None:
            with contextlib.suppress(Closed):
                await (await self.tables.get(table)).settle(0, AGREED, list(places))

        await self.step(end, over)

    async def loses_thread(self, fixture: int) -> None:
        """The thread of a match is deleted, and the bot hears of it."""
        row = await self.store.one("SELECT channel FROM tournament_threads WHERE fixture = ?", (fixture,))
        assert row is not None
        thread = row[0]
        del self.port.threads[thread]
        self.port.gone.add(thread)

        async def moved() -> bool:
            return not await self.count("tournament_threads WHERE channel = ?", thread)

        await self.step(lambda: self.tournaments.replace_thread(1, thread), moved)

    # What has come of it

    async def outcome(self) -> dict[str, Any]:
        """What is stored, without numbers that may be others after a fault."""
        row = await self.row()
        assert await self.store.outbox.of(CUP) == [], "nothing is owed any more"
        titles = {str(n): title for n, title in self.port.threads.items()}
        games = await self.store.all(
            "SELECT m.fixture, m.number, g.status, g.outcome, m.channel = g.channel, m.channel = t.channel FROM tournament_games m"
            " JOIN games g ON g.id = m.game JOIN tournament_threads t USING (tournament, fixture) ORDER BY m.fixture, m.number"
        )
        everything = await self.store.all("SELECT status, COUNT(*) FROM games GROUP BY status")
        own = await self.store.all("SELECT fixture, channel FROM tournament_threads ORDER BY fixture")
        seats = await self.store.all("SELECT m.fixture, s.seat, s.player FROM seats s JOIN tournament_games m ON m.game = s.game ORDER BY 1, 2")
        named = Counter(match for words in self.said() for match in re.findall(r"<#(\d+)>", words) if match in titles)
        assert {str(n) for _, n in own if n in self.port.threads} <= set(named), "the channel has been told of each thread"
        return {
            "state": json.loads(row["state"]), "row": [row[name] for name in ("status", "seed", "told", "paused", "channel", "message")][:4],
            "players": await self.store.all("SELECT entrant, player, name, here FROM tournament_players ORDER BY entrant"),
            "left": await self.store.all("SELECT entrant, player, name FROM tournament_left"),
            "acts": await self.store.all("SELECT act, round, whom, reason FROM tournament_acts"), "games": games, "all games": everything,
            "seats": seats, "threads": [(fixture, titles.get(str(thread))) for fixture, thread in own], "titles": Counter(titles.values()),
            "invited": Counter(tuple(self.port.invited[n]) for n in self.port.threads),
        }  # fmt: skip

    def said(self, channel: int = CHANNEL) -> list[str]:
        return self.port.said(channel)

    def story(self) -> list[str]:
        """What the channel reads in the end, with the titles of threads in the place of their numbers."""
        titles = {str(n): title for n, title in self.port.threads.items()}
        return [re.sub(r"<#(\d+)>", lambda match: f"<#{titles.get(match[1])}>", words) for words in self.said()]

    def in_threads(self) -> Counter[str]:
        """What the threads of matches read that are not boards."""
        return Counter(words for channel, message in self.port.messages.values() if channel != CHANNEL for words in [message["content"]])


async def swiss(cup: Played) -> None:
    """Check-in with somebody missing, a substitute, a round that is taken back, a thread that is deleted, somebody who is dropped, the end."""
    await cup.create(Plan("swiss", rounds=2), Terms(check_in=30))
    for player in range(100, 105):
        await cup.enter(player)
    await cup.step(lambda: cup.tournaments.open_check_in(1), cup.is_open)
    for player in range(100, 104):
        await cup.check_in(player)
    await cup.step(lambda: cup.tournaments.start(1), cup.has_begun)
    await cup.settle(0, [0], [1])
    state = json.loads((await cup.row())["state"])
    await cup.rule("substitute", 100 + state["fixtures"][1]["entrants"][0], (150, "Sub"))
    await cup.settle(1, [1], [0])
    await cup.rule("take_back", act="rollback")
    await cup.rule("pause", False, act="resume")
    await cup.loses_thread(2)
    state = json.loads((await cup.row())["state"])
    players = dict(await cup.store.all("SELECT entrant, player FROM tournament_players"))
    await cup.rule("drop", players[state["fixtures"][3]["entrants"][0]])
    await cup.settle(2, [0, 1])


async def pods(cup: Played) -> None:
    """Tables of three: somebody does not come, somebody leaves, and a moderator ends it."""
    await cup.create(Plan("pods", seats=3, rounds=2), Terms(by_hand=True))
    for player in range(100, 106):
        await cup.enter(player)
    await cup.step(lambda: cup.tournaments.start(1), cup.has_begun)
    state = json.loads((await cup.row())["state"])
    first, second = (f["entrants"] for f in state["fixtures"])
    await cup.rule("absent", [100 + first[0]])

    async def left() -> bool:
        return bool(json.loads((await cup.row())["state"])["dropped"])

    await cup.step(lambda: cup.tournaments.leave(1, 100 + second[1]), left)
    await cup.settle(0, [1], [2], [0])
    await cup.settle(1, [0], [2], [1])

    async def cleared() -> bool:
        return (await cup.row())["cleared"] > 2

    await cup.step(lambda: cup.tournaments.next_round(1), cleared)
    await cup.rule("end")


Scenario = Callable[[Played], Awaitable[None]]
SCENARIOS: dict[str, Scenario] = {"swiss": swiss, "pods": pods}


@pytest.fixture(autouse=True)
def _bids(monkeypatch):
    monkeypatch.setattr("cogs.messages.tournaments.public_messages.scoreboard", lambda *_, **__: [])
    monkeypatch.setattr("data.store.sqlite.WRITING", ("foreign_keys = ON", "synchronous = OFF"))
    with known():
        yield


@asynccontextmanager
async def opened(folder: Path, fault: Fault = NONE) -> AsyncIterator[Played]:
    """A tournament's process, whose store is closed whatever happens."""
    cup = Played(folder, fault)
    await cup.start()
    try:
        yield cup
    finally:
        await cup.store.close()


async def signed_up(cup: Played, players: range) -> None:
    """An ordinary tournament that some have entered."""
    await cup.tournaments.create(NewTournament(1, CHANNEL, "Cup", 9, KEY, {}, "en", Plan("swiss"), "hand", False))
    for player in players:
        await cup.tournaments.enter(1, player, f"P{player}")


async def played(name: str, folder: Path, fault: Fault, monkeypatch: Any) -> tuple[Played, dict[str, Any]]:
    monkeypatch.setattr("rules.randomness.secrets.randbits", lambda bits: 7 << bits - 8)
    folder.mkdir(parents=True, exist_ok=True)
    async with opened(folder, fault) as cup:
        await SCENARIOS[name](cup)
        return cup, await cup.outcome()


_PLAIN: dict[str, tuple[Played, dict[str, Any]]] = {}


async def plainly(name: str, folder: Path, monkeypatch: Any) -> tuple[Played, dict[str, Any]]:
    """Without a fault: played once for all kinds of faults."""
    if name not in _PLAIN:
        _PLAIN[name] = await played(name, folder, NONE, monkeypatch)
    return _PLAIN[name]


@pytest.mark.sampled(0.12, any=True)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SCENARIOS)
async def test_a_fault_anywhere_changes_nothing(name, kind, tmp_path, monkeypatch):
    plain, wanted = await plainly(name, tmp_path / "plain", monkeypatch)
    places = plain.commits if kind in (UNCOMMITTED, COMMITTED) else plain.requests
    for place in sampled(range(1, places + 1), SHARE, KINDS.index(kind)):
        cup, found = await played(name, tmp_path / str(place), Fault(kind, place), monkeypatch)
        for what, value in wanted.items():
            assert found[what] == value, (kind, place, what)
        assert cup.story() == plain.story(), (kind, place)
        assert cup.in_threads() == plain.in_threads(), (kind, place)


async def test_entries_that_come_while_the_message_is_under_way_are_shown(tmp_path):
    """The message was posted, but the answer was lost; it is known by its nonce when it is sent again, and then is as it was."""
    async with opened(tmp_path, Fault(AFTER, 1)) as cup:
        await cup.tournaments.create(NewTournament(1, CHANNEL, "Cup", 9, KEY, {}, "en", Plan("swiss"), "hand", False))
        await cup.worker.work(CUP)
        assert await cup.store.outbox.of(CUP)
        await cup.tournaments.enter(1, 100, "Late")
        await cup.worker.work(CUP)
        (words,) = cup.said()
        assert "1. Late" in words


async def test_a_round_is_told_though_its_threads_are_refused_and_each_thread_when_it_is_there(tmp_path):
    """Three matches: one thread at once, one after it was refused, one that is refused until a right is back."""
    async with opened(tmp_path) as cup:
        await signed_up(cup, range(100, 106))
        refused = [False, True, True, True]

        def happens(what: str) -> None:
            if what == "open_thread" and refused and refused.pop(0):
                raise Trouble(REFUSED)

        cup.port.happens = happens
        await cup.tournaments.start(1)
        await cup.worker.work(CUP)
        assert (len(cup.port.threads), await cup.count("games")) == (1, 1), "what can be played is played"
        news = cup.said()[-1].splitlines()
        assert news[0] == "**Cup, round 1**"
        assert [("<#" in line) for line in news[2:]] == [True, False, False]
        await cup.worker.work(CUP)
        await cup.worker.work(CUP)
        threads = await cup.store.tournaments.threads(1)
        assert len(cup.port.threads) == await cup.count("games") == 3
        assert [words.count("round 1") for words in cup.said()] == [0, 1]
        assert re.findall(r"<#(\d+)>", cup.said()[-1]) == [str(threads[n]) for n in range(3)], "the same message, brought up to date"


async def test_a_round_that_could_not_be_told_while_it_was_played_is_told_with_its_results(tmp_path):
    """The channel takes no messages for all of the first round. It reads afterwards who has met whom, then how each match ended, then the next."""
    async with opened(tmp_path) as cup:
        await signed_up(cup, range(100, 104))
        await cup.worker.work(CUP)
        send = cup.port.send

        async def refuses(channel: int, message: Any, nonce: str) -> int:
            if channel == CHANNEL:
                raise Trouble(REFUSED)
            return await send(channel, message, nonce)

        cup.port.send = refuses
        await cup.tournaments.start(1)
        await cup.worker.work(CUP)
        for fixture in (0, 1):
            await cup.settle(fixture, [0], [1])
        before = len(cup.said())
        cup.port.send = send
        for _ in range(8):
            cup.at += 3600
            await cup.worker.work(CUP)
        told = cup.said()[before:]
        assert told[0].splitlines()[0] == "**Cup, round 1**"
        assert len(re.findall("<#", told[0])) == 2
        state = json.loads((await cup.row())["state"])
        names = {n: f"P{100 + n}" for n in range(4)}
        for fixture in state["fixtures"][:2]:
            winner, loser = (names[group[0]] for group in fixture["places"])
            assert f"{winner} > {loser}" in told[0]
        assert [words.count("round 1**") for words in told] == [1, *[0] * (len(told) - 1)], "once"
        assert "**Cup, round 2**" in told[-1]
        assert [words.count("round 2**") for words in told][-1] == 1


async def test_news_waits_for_threads_but_not_for_long(tmp_path):
    """A thread that takes for ever does not keep the round from being told; until then it waits, since one message is better than two."""
    async with opened(tmp_path) as cup:
        await signed_up(cup, range(100, 104))
        await cup.tournaments.start(1)
        await cup.tournaments.go_on(1)
        (news,) = [debt for debt in await cup.store.outbox.of(CUP) if debt.kind == "news"]
        assert cup.at < news.next <= cup.at + 120
        threads = [debt for debt in await cup.store.outbox.of(CUP) if debt.kind == "thread"]
        await cup.store.outbox.failed(threads[:1], REFUSED, cup.at + 5000)
        await cup.tournaments.go_on(1)
        (news,) = [debt for debt in await cup.store.outbox.of(CUP) if debt.kind == "news"]
        assert news.next > cup.at, "one has not even been tried"
        await cup.store.outbox.failed(threads[1:], REFUSED, cup.at + 5000)
        await cup.tournaments.go_on(1)
        (news,) = [debt for debt in await cup.store.outbox.of(CUP) if debt.kind == "news"]
        assert news.next == 0


async def test_nobody_is_dealt_a_match_of_a_round_that_has_been_taken_back_meanwhile(tmp_path, monkeypatch):
    """The dealing is conditional: the number of the match is another one's by then."""
    async with opened(tmp_path) as cup:
        await signed_up(cup, range(100, 104))
        await cup.tournaments.start(1)
        await cup.tournaments.go_on(1)
        other = Tournaments(cup.tables)  # Another process: no lock is shared.
        open_table = cup.tables.open

        async def late(*what: Any) -> Any:
            monkeypatch.setattr(cup.tables, "open", open_table)
            await other.take_back(1, HOST)
            return await open_table(*what)

        match = await cup.tournaments.match(1, 0)
        assert match is not None
        (debt, *_) = [debt for debt in await cup.store.outbox.of(CUP) if debt.kind == "thread"]
        assert await cup.tournaments.assign_thread(1, match, 99, debt)
        monkeypatch.setattr(cup.tables, "open", late)
        await cup.tournaments.go_on(1)
        assert await cup.count("games") == await cup.count("tournament_games") == 0
        assert (await cup.row())["paused"]


async def test_a_thread_for_a_match_that_has_gone_is_deleted(tmp_path):
    """The round is taken back while its thread is being opened."""
    async with opened(tmp_path) as cup:
        await signed_up(cup, range(100, 102))
        await cup.tournaments.start(1)
        opens = cup.port.open_thread

        async def slow(*what: Any) -> int:
            thread = await opens(*what)
            await cup.tournaments.take_back(1, HOST)
            return thread

        cup.port.open_thread = slow
        await cup.worker.work(CUP)
        assert cup.port.threads == {}
        assert await cup.store.outbox.of(CUP) == []
        assert "round 1" not in "".join(cup.said())
        cup.port.open_thread = opens
        await cup.tournaments.pause(1, False, HOST)
        await cup.work()
        assert (len(cup.port.threads), await cup.count("games")) == (1, 1)


async def test_one_slow_tournament_keeps_nobody_of_another_waiting(tmp_path):
    """With the real worker: a thread is never made, and in another channel somebody joins, starts and plays."""
    async with opened(tmp_path) as cup:
        hangs, opens = asyncio.Event(), cup.port.open_thread

        async def open_thread(channel: int, *rest: Any) -> int:
            if channel == CHANNEL:
                async with within("the test to let it answer"):
                    await hangs.wait()
            return await opens(channel, *rest)

        cup.port.open_thread = open_thread
        worker = Worker(cup.store.outbox, cup.store)
        TournamentMessages(cup.tournaments, cup.port, worker, notifications(cup.store))
        worker.teach("boards", cup.store.outbox.done, BOARD)
        await worker.start()
        try:
            for number, channel in ((1, CHANNEL), (2, 8)):
                await cup.tournaments.create(NewTournament(1, channel, "Cup", 9, KEY, {}, "en", Plan("swiss", late=2, rounds=2), "hand", False))
                for player in range(2):
                    await cup.tournaments.enter(number, 100 * number + player, "P")
                await asyncio.wait_for(cup.tournaments.start(number), 2)
            async with asyncio.timeout(5):
                while not await cup.count("games"):
                    await asyncio.sleep(0.01)
            await asyncio.wait_for(cup.tournaments.enter(1, 103, "Late"), 2)
            assert await cup.count("tournament_games WHERE tournament = 2") == 1
            hangs.set()
            async with asyncio.timeout(5):
                while await cup.count("tournament_games") < 2 or await cup.count("owed WHERE tournament IS NOT NULL"):
                    await asyncio.sleep(0.01)
            assert sum("round 1" in words for words in cup.said()) == 1
        finally:
            await worker.close()
