"""What a tournament does by itself may be done any number of times, by several at once and after any failure: the rows are the same.

Its rows are looked at after each step: every result stands in the tournament as its table has it, once, and nothing is left of a round that
was taken back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from itertools import product
from typing import Any

import pytest

from cogs.play.outbox_worker import LOST, Trouble
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from cogs.service.tournament_messages import TournamentMessages
from data.store import Store
from data.store.changes import BOARD, ENTRIES, NEWS, NOTICE, TABLE, THREAD, TOURNAMENT, Debt, Subject
from data.store.channel_settings import Room
from data.store.rows import TableAct, Terms
from render.theme import USUAL_THEME
from rules.competition.clock import COMPUTER, FORFEIT, MOVE, Clock
from rules.competition.tournament import Plan
from rules.notation import ABANDONED, AGREED, RULED
from tests.bids import KEY, known, memory
from tests.databases import FILE, SERVER
from tests.ports import ByHand, FakePort, nothing, notifications
from tests.waiting import within

HOST = 9
USUAL = Terms()
CUP = Subject(TOURNAMENT, 1)
ALL_ROWS = (
    "tournaments", "tournament_players", "tournament_games", "tournament_threads", "tournament_acts", "tournament_left", "games", "seats",
    "actions", "owed", "dials", "ratings", "rating_changes", "sittings", "table_acts", "proposals",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


class Cup:
    """A tournament in a chat of a few lines; of what its channel is told, the news is kept."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.at = 1_000_000.0
        store.now = lambda: self.at
        self.port = FakePort()
        self.said: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.lock = asyncio.Lock()
        self.begin()

    def begin(self) -> None:
        """As after a start of the process."""
        self.tables = Tables(self.store)
        self.tournaments = Tournaments(self.tables)
        self.worker = ByHand(self.store)
        TournamentMessages(self.tournaments, self.port, self.worker, notifications(self.store))
        self.worker.teach("channel", self._tell, NEWS, NOTICE)
        self.worker.teach("entries", self._show, ENTRIES)

    async def _tell(self, debts: Sequence[Debt]) -> None:
        cup = await self.tournaments.get(1)
        if debts[0].kind == NEWS and "message" not in debts[0].payload:
            if debts[0].payload["news"] == cup.news and cup.announced is None:
                self.said.append(debts[0].payload["news"])
            return await self.store.tournaments.posted(1, debts[:1], announced=1)
        if debts[0].kind == NOTICE:
            self.told.append(debts[0].payload)
        await self.store.outbox.done(debts[:1])

    async def _show(self, debts: Sequence[Debt]) -> None:
        await self.store.outbox.done(debts)

    async def go_on(self) -> None:
        """Does what is owed."""
        async with self.lock:
            await self.tournaments.go_on(1)
            await self.worker.work(CUP)

    async def rows(self) -> dict[str, list[Any]]:
        found = {table: sorted((tuple(row) for row in await self.store.all(f"SELECT * FROM {table}")), key=str) for table in ALL_ROWS}
        owed = "SELECT game, tournament, kind, payload, created, tries FROM owed ORDER BY id"  # After a start parcels are others.
        return {**found, "owed": [tuple(row) for row in await self.store.all(owed)]}

    async def state(self) -> dict[str, Any]:
        """What is stored, as plain data."""
        row = await self.store.one("SELECT state FROM tournaments")
        assert row is not None
        return json.loads(row[0])


Goes = Callable[[Cup], Awaitable[None]]


async def once(cup: Cup) -> None:
    await cup.go_on()


async def often(cup: Cup) -> None:
    """Several times, and several at the same moment."""
    await asyncio.gather(cup.go_on(), cup.tournaments.go_on(1), cup.go_on())
    await cup.go_on()


async def after_failures(cup: Cup) -> None:
    """Threads that cannot be made, made without anybody hearing of it, or not noted; deaths at every place."""
    for trouble in ("open_thread", "open_thread done"):

        def happens(what: str, trouble: str = trouble) -> None:
            if what == trouble:
                raise Trouble(LOST)

        cup.port.happens = happens
        await cup.go_on()
    cup.port.happens = nothing
    for owner, name in ((cup.tournaments, "assign_thread"), (cup.store.outbox, "done"), (cup.tournaments, "_reseat"), (cup.store.tables, "create")):
        original = getattr(owner, name)

        async def dies(*_: Any) -> None:
            raise InterruptedError

        setattr(owner, name, dies)
        with contextlib.suppress(InterruptedError):
            await cup.go_on()
        setattr(owner, name, original)
        cup.begin()
        await cup.go_on()


PLANS = {
    "swiss": (Plan("swiss", games=3, rounds=3, late=2), 6),
    "cut": (Plan("swiss", rounds=2, cut=4, third=True), 6),
    "double": (Plan("double", games=3), 5),
    "groups": (Plan("groups", groups=2, cut=2), 6),
    "pods": (Plan("pods", seats=3, rounds=2), 6),
}


async def begun(store: Store, plan: Plan, entrants: int, rated: bool = True, terms: Terms = USUAL, clock: Clock | None = None) -> Cup:
    cup = Cup(store)
    made = await cup.tournaments.create(NewTournament(1, 1, "Cup", HOST, KEY, {}, "en", plan, "random", rated, clock, terms))
    assert made == 1
    for n in range(entrants):
        await cup.tournaments.enter(1, 100 + n, f"P{n}")
    await cup.tournaments.start(1)
    return cup


async def result(cup: Cup, rng: random.Random, game: int) -> None:
    """A table ends somehow: played out, a draw agreed on, by a moderator's word, or given up."""
    table = await cup.tables.get(game)
    seats = [s.seat for s in table.seats]
    rng.shuffle(seats)
    groups = [[seats[0], seats[1]], *([s] for s in seats[2:])] if rng.random() < 0.4 else [[s] for s in seats]
    how = rng.randrange(4)
    if how == 0:
        for seat in list(table.acting):
            await table.act(seat, ("bid", str(1 + seat)))
        await table.act(rng.choice(table.acting), ("finish", *("+".join(map(str, group)) for group in groups)))
    elif how < 3:
        await table.settle(0, (AGREED, RULED)[how - 1], groups)
    else:
        await table.concede(seats[0])


async def step(cup: Cup, rng: random.Random, trouble: bool) -> None:
    """Something happens to the tournament, by chance and by its rows alone."""
    live = [
        row[0] for row in await cup.store.all("SELECT id FROM games WHERE status = 'live' AND id IN (SELECT game FROM tournament_games) ORDER BY id")
    ]
    ((paused,),) = await cup.store.all("SELECT paused FROM tournaments")
    tournaments, kind = cup.tournaments, rng.random()
    who = 100 + rng.randrange(6)
    with contextlib.suppress(Unfit):
        if paused:
            await tournaments.pause(1, False, Ruling(HOST, "on"))
        elif trouble and kind < 0.05:
            await tournaments.drop(1, who, Ruling(HOST, "gone"))
        elif trouble and kind < 0.1:
            await tournaments.absent(1, [who], Ruling(HOST, "not there"))
        elif trouble and kind < 0.13:
            await tournaments.leave(1, who)
        elif trouble and kind < 0.2:
            await tournaments.pause(1, True, Ruling(HOST, "wait"))
        elif trouble and kind < 0.28:
            await taken_back(cup)
        elif trouble and kind < 0.36:
            await tournaments.substitute(1, who, (who + 50, f"S{who}"), Ruling(HOST, "ill"))
        elif trouble and kind < 0.41:
            await tournaments.enter(1, 200 + rng.randrange(9), "Late")
        elif live:
            await result(cup, rng, rng.choice(live))


async def taken_back(cup: Cup) -> None:
    """The latest round goes: none of its rows is left, its live tables end without a result, and those that were over are as they were."""
    before, rows = await cup.state(), await cup.rows()
    stage = "cut" if before["finalists"] else "main"
    last = max((f["round"] for f in before["fixtures"] if f["stage"] == stage), default=0)
    kept = [f for f in before["fixtures"] if (f["stage"], f["round"]) != (stage, last)]
    said = len(cup.told)
    await cup.tournaments.take_back(1, Ruling(HOST, "wrong"))
    await cup.go_on()
    after, now = await cup.state(), await cup.rows()
    assert after["fixtures"] == kept
    gone = [row for row in rows["tournament_games"] if row[1] >= len(kept)]
    assert now["tournament_games"] == [row for row in rows["tournament_games"] if row not in gone]
    assert now["tournament_threads"] == [row for row in rows["tournament_threads"] if row[1] < len(kept)]
    assert {told["channel"] for told in cup.told[said:] if told.get("key") == "desk.not_counted"} == {row[4] for row in gone}
    for _, _, _, game, _ in gone:
        assert await cup.store.tournaments.of_table(game) is None
        was = await cup.store.all("SELECT 1 FROM games WHERE id = ? AND status = 'live'", (game,))
        assert not was
        old = next(row for row in rows["games"] if row[0] == game)
        new = next(row for row in now["games"] if row[0] == game)
        assert ABANDONED in str(new) if "live" in old else new == old
    assert await cup.store.all("SELECT paused, told FROM tournaments") == [(1, "rollback")]
    assert now["ratings"] == rows["ratings"], "a game without a result changes nobody's rating"


async def audited(cup: Cup) -> None:
    """The tournament is what its tables say, and each table belongs to a match that is there."""
    state = await cup.state()
    fixtures = state["fixtures"]
    dealt = await cup.store.all("SELECT m.fixture, m.number, m.game, m.channel, g.status, g.outcome, g.channel FROM tournament_games m"
                                " JOIN games g ON g.id = m.game ORDER BY m.fixture, m.number")  # fmt: skip
    threads = await cup.store.all("SELECT fixture, channel FROM tournament_threads")
    players = dict(await cup.store.all("SELECT entrant, player FROM tournament_players"))
    assert len({fixture for fixture, _ in threads}) == len({channel for _, channel in threads}) == len(threads)
    for f in fixtures:
        own = [row for row in dealt if row[0] == f["number"]]
        assert [row[1] for row in own] == list(range(len(own))), "each game of a match was dealt once"
        assert {(row[0], row[3]) for row in own} <= {tuple(row) for row in threads}
        assert all(row[3] == row[6] for row in own)
        ended = [json.loads(row[5]) for row in own if row[4] == "over"]
        games, n = f.get("games", []), len(f["entrants"])
        assert len(games) <= len(ended), "no result without a table"
        if not f.get("absent"):
            assert len(games) == len(ended), "each result once"
            assert len(own) - len(ended) == (0 if f["places"] else 1), "an open match is being played, at one table"
        for number, (game, outcome) in enumerate(zip(games, ended, strict=False)):
            seating = [f["entrants"][(number + seat) % n] for seat in range(n)]
            assert game["places"] == [[seating[seat] for seat in group] for group in outcome["places"]]
            assert game["scores"] == {str(seating[seat]): score for seat, score in enumerate(outcome["scores"])}
        for _, number, game, _, status, *_ in own:
            sitting = [row[0] for row in await cup.store.all("SELECT player FROM seats WHERE game = ? ORDER BY seat", (game,))]
            now = [players[f["entrants"][(number + seat) % n]] for seat in range(n)]
            assert status == "over" or sitting == now, "the first seat goes round, and substitutes sit where they should"
    assert all(row[0] < len(fixtures) for row in dealt)


async def played(goes: Goes, plan: Plan, entrants: int, seed: int, trouble: bool) -> tuple[dict[str, list[Any]], list[str]]:
    rng = random.Random(seed)
    async with memory() as store:
        cup = await begun(store, plan, entrants)
        for _ in range(200):
            await goes(cup)
            ((status,),) = await store.all("SELECT status FROM tournaments")
            ((paused,),) = await store.all("SELECT paused FROM tournaments")
            if not paused:
                await audited(cup)
            if status == "over":
                break
            cup.at += 60
            await step(cup, rng, trouble)
        else:
            raise AssertionError("the tournament does not end")
        before = await cup.rows()
        await goes(cup)
        assert await cup.rows() == before, "when it is over nothing more happens"
        return before, cup.said


CASES = [
    *product(PLANS, [True], [FILE]),
    *(pytest.param(*case, marks=pytest.mark.deep) for case in product(PLANS, [False], [FILE])),
    pytest.param("double", True, SERVER, marks=pytest.mark.deep),
]


@pytest.mark.sampled(0.15, any=True)
@pytest.mark.parametrize(("name", "trouble", "places"), CASES, indirect=["places"])
async def test_the_same_rows_however_often_it_is_looked_after(name, trouble, places, monkeypatch):
    plan, entrants = PLANS[name]
    found = []
    for goes in (once, often, after_failures):
        monkeypatch.setattr("rules.randomness.secrets.randbits", random.Random(7).getrandbits)
        found.append(await played(goes, plan, entrants, 5 + trouble, trouble))
    rows, said = found[0]
    for other, told in found[1:]:
        for table in ALL_ROWS:
            assert other[table] == rows[table], table
        assert told == said
    assert len(said) == len(set(said)) or trouble
    assert said[-1] == "over"


async def test_results_may_come_in_any_order(monkeypatch):
    """The tables of a round, finished in this order or that one: the same matches, and the same standings."""
    stored = []
    for order in range(3):
        monkeypatch.setattr("rules.randomness.secrets.randbits", random.Random(3).getrandbits)
        async with memory() as store:
            cup = await begun(store, Plan("swiss", games=3, rounds=3), 6)
            rng = random.Random(order)
            async with within("the end of the tournament"):
                while True:
                    await cup.go_on()
                    played = "SELECT m.fixture, m.number, m.game FROM tournament_games m JOIN games g ON g.id = m.game"
                    live = await store.all(f"{played} WHERE g.status = 'live' ORDER BY m.game")
                    if not live:
                        break
                    fixture, number, game = rng.choice(live)
                    places = (((0,), (1,)), ((0, 1),), ((1,), (0,)))[(fixture * 5 + number * 7) % 3]
                    await (await cup.tables.get(game)).settle(0, AGREED, places)
                    if rng.random() < 0.5:
                        await cup.go_on()
            stored.append(await cup.state())
    assert stored[0] == stored[1] == stored[2]


async def test_rounds_that_wait_for_a_word_begin_once():
    async with memory() as store:
        cup = await begun(store, Plan("swiss", rounds=2), 4, terms=Terms(by_hand=True))
        await often(cup)
        for number in (1, 2):
            if number > 1:
                await cup.tournaments.next_round(1)
                with pytest.raises(Unfit):
                    await cup.tournaments.next_round(1)
                await often(cup)
            live = await store.all("SELECT id FROM games WHERE status = 'live'")
            assert len(live) == 2
            with pytest.raises(Unfit):
                await cup.tournaments.next_round(1)
            for (game,) in live:
                await (await cup.tables.get(game)).settle(0, AGREED, [[0], [1]])
                await often(cup)
            assert len((await cup.state())["fixtures"]) == 2 * number
        assert cup.said == ["main 1", "waiting 1", "main 2", "over"]


async def test_rounds_of_a_single_match_begin_at_a_word_as_well():
    """So that there is one match more when the word is given than when the one before was."""
    async with memory() as store:
        cup = await begun(store, Plan("robin", rounds=2), 2, terms=Terms(by_hand=True))
        for number in (1, 2):
            await cup.go_on()
            ((game,),) = await store.all("SELECT id FROM games WHERE status = 'live'")
            with pytest.raises(Unfit, match="not_waiting"):
                await cup.tournaments.next_round(1)
            await (await cup.tables.get(game)).settle(0, AGREED, [[0], [1]])
            await cup.go_on()
            if number == 1:
                await cup.tournaments.next_round(1)
        assert cup.said == ["main 1", "waiting 1", "main 2", "over"]


async def test_matches_are_played_in_the_theme_of_their_channel():
    async with memory() as store:
        cup = await begun(store, Plan("swiss", games=3, rounds=1), 2)
        for theme in ("dark", "light", None):
            await store.channel_settings.set(1, 1, Room(theme=theme))
            await cup.go_on()
            ((game, shown),) = await store.all("SELECT id, theme FROM games WHERE status = 'live'")
            assert shown == (theme or USUAL_THEME)
            if theme is not None:
                await (await cup.tables.get(game)).settle(0, AGREED, [[0, 1]])


@pytest.mark.parametrize("game", [0, 1, 2])
async def test_a_substitute_sits_where_the_turn_of_the_match_has_put_the_one_before(game):
    async with memory() as store:
        cup = await begun(store, Plan("swiss", games=5, rounds=1), 2)
        await cup.go_on()
        for _ in range(game):
            ((live,),) = await store.all("SELECT id FROM games WHERE status = 'live'")
            await (await cup.tables.get(live)).settle(0, AGREED, [[0, 1]])
            await cup.go_on()
        sitting = "SELECT s.player FROM seats s JOIN games g ON g.id = s.game WHERE g.status = 'live' ORDER BY s.seat"
        before = [player for (player,) in await store.all(sitting)]
        for player in (100, 101):
            await cup.tournaments.substitute(1, player, (player + 50, f"S{player}"), Ruling(HOST, "ill"))
            await cup.go_on()
        assert [player for (player,) in await store.all(sitting)] == [player + 50 for player in before]


@pytest.mark.parametrize("paused", [False, True])
async def test_who_is_out_of_a_tournament_has_not_resigned(paused):
    """Nobody reads that they did it themselves, nor finds it among what they have done; even while their game is paused."""
    async with memory() as store:
        cup = await begun(store, Plan("swiss", rounds=1), 2)
        await cup.go_on()
        table = await cup.tables.get(1)
        if paused:
            await table.clocks.pause(True, TableAct(HOST, "pause", "", "why"))
        await cup.tournaments.leave(1, table.seats[1].player)
        await cup.go_on()
        assert table.over
        assert await store.all("SELECT seat, action, auto FROM actions") == [(1, "resign", 1)]
        told = [debt.payload for debt in await store.outbox.of(Subject(TABLE, 1)) if debt.kind == BOARD]
        assert [kind for payload in told for kind, *_ in payload["events"] if kind.startswith("table.")] == ["table.out"]


async def test_a_thread_that_is_missing_is_owed_again():
    """However that may have come about; and not twice."""
    async with memory() as store:
        cup = await begun(store, Plan("swiss", rounds=1), 4)
        await cup.tournaments.go_on(1)
        async with store.transaction() as db:
            await db.execute("DELETE FROM owed WHERE kind = 'thread' AND payload LIKE '%1%'")
        for _ in range(2):
            await cup.tournaments.go_on(1)
        threads = [debt.payload["fixture"] for debt in await store.outbox.of(CUP) if debt.kind == THREAD]
        assert sorted(threads) == [0, 1]


@pytest.mark.parametrize(("after", "tries", "again"), [(59.0, 0, False), (61.0, 0, True), (5.0, 1, True)])
async def test_the_news_of_a_round_are_brought_up_to_date_by_a_thread_that_comes_late(after, tries, again):
    """Late is who comes when the news did not wait any longer, or has been tried in vain before."""
    async with memory() as store:
        cup = await begun(store, Plan("swiss", rounds=1), 2)
        await cup.tournaments.go_on(1)
        debts = {debt.kind: debt for debt in await store.outbox.of(CUP)}
        cup.at += after
        match = await cup.tournaments.match(1, 0)
        assert match is not None
        assert await cup.tournaments.assign_thread(1, match, 77, debts[THREAD]._replace(tries=tries))
        news = [debt.payload for debt in await store.outbox.of(CUP) if debt.kind == NEWS]
        assert news == [debts[NEWS].payload, *([{**debts[NEWS].payload, "again": True}] if again else [])]


async def test_who_withdraws_leaves_the_others_as_they_are():
    async with memory() as store:
        cup = Cup(store)
        await cup.tournaments.create(NewTournament(1, 1, "Cup", HOST, KEY, {}, "en", Plan("swiss"), "hand", False))
        for n in range(3):
            await cup.tournaments.enter(1, 100 + n, "P")
        await cup.tournaments.leave(1, 101)
        with pytest.raises(Unfit):
            await cup.tournaments.enter(1, 102, "P")
        await cup.tournaments.enter(1, 103, "P")
        assert [(p.entrant, p.player) for p in await cup.store.tournaments.entrants(1)] == [(0, 100), (2, 102), (3, 103)]


async def test_while_it_pauses_results_count_and_nothing_is_dealt():
    async with memory() as store:
        cup = await begun(store, Plan("swiss", games=3, rounds=1), 4)
        await cup.go_on()
        for paused in (True, False):
            if paused:
                await cup.tournaments.pause(1, True, Ruling(HOST, "wait"))
            with pytest.raises(Unfit):
                await cup.tournaments.pause(1, True, Ruling(HOST, "wait"))
            for (game,) in await store.all("SELECT id FROM games WHERE status = 'live'"):
                await (await cup.tables.get(game)).settle(0, AGREED, [[0], [1]] if paused else [[1], [0]])
                await often(cup)
            assert [len(f["games"]) for f in (await cup.state())["fixtures"]] == ([1, 1] if paused else [2, 2])
            assert len(await store.all("SELECT 1 FROM tournament_games")) == (2 if paused else 4)
            if paused:
                await cup.tournaments.pause(1, False, Ruling(HOST, "on"))
                await often(cup)
                await cup.tournaments.pause(1, True, Ruling(HOST, "wait"))
        assert await store.all("SELECT status FROM tournaments") == [("live",)], "it does not end while it pauses"
        await cup.tournaments.pause(1, False, Ruling(HOST, "on"))
        await often(cup)
        assert await store.all("SELECT status FROM tournaments") == [("over",)]


async def test_who_has_dropped_out_gives_up_though_the_process_died_then():
    async with memory() as store:
        cup = await begun(store, Plan("pods", seats=3, rounds=1), 6)
        await cup.go_on()
        (game, *_) = [row[0] for row in await store.all("SELECT id FROM games ORDER BY id")]
        table, get = await cup.tables.get(game), cup.tables.get

        async def dies(_: int) -> Any:
            raise InterruptedError

        cup.tables.get = dies
        await cup.tournaments.leave(1, table.seats[2].player)
        with pytest.raises(InterruptedError):
            await cup.go_on()
        cup.tables.get = get
        assert table.playing() == [0, 1, 2]
        await often(cup)
        assert table.playing() == [0, 1], "the others play on"
        assert len(await store.all("SELECT 1 FROM actions")) == 1


async def test_who_drops_out_gives_up_exactly_the_tables_of_open_matches():
    async with memory() as store:
        cup = await begun(store, Plan("swiss", games=3, rounds=2), 4)
        await cup.go_on()
        games = [row[0] for row in await store.all("SELECT game FROM tournament_games ORDER BY fixture")]
        mine, other = [await cup.tables.get(game) for game in games]
        player = mine.seats[1].player
        assert player is not None
        await cup.tournaments.leave(1, player)
        await cup.go_on()
        assert mine.over
        assert not other.over
        with pytest.raises(Unfit):
            await cup.tournaments.leave(1, player)
        await often(cup)
        assert [row[0] for row in await store.all("SELECT game FROM tournament_games ORDER BY fixture")] == games, (
            "no second game of a match given up"
        )


async def test_a_rated_tournament_seats_no_computer():
    async with memory() as store:
        clock = Clock(MOVE, 3600, answers=1, then=COMPUTER)
        cup = await begun(store, Plan("swiss", games=3, rounds=1), 4, clock=clock)
        await cup.go_on()
        for _ in range(12):
            for (game,) in await store.all("SELECT id FROM games WHERE status = 'live'"):
                table = await cup.tables.get(game)
                assert table.row.clock.then == FORFEIT
                cup.at += 3601
                for seat in list(table.acting):
                    await table.expiry.lapse(seat)
            await cup.go_on()
        assert not await store.all("SELECT 1 FROM seats WHERE computer IS NOT NULL OR player IS NULL")
        ((status,),) = await store.all("SELECT status FROM tournaments")
        assert status == "over"
