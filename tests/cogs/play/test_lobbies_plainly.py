"""Open tables against a plain list of who sits there, and what moderators do to tournaments against the rows that it leaves."""

from __future__ import annotations

import asyncio
import json
import random
import threading

import pytest

from cogs.play import table_actions
from cogs.play import tables as tables_of_the_house
from cogs.play.history.record_check import check
from cogs.play.new_table import Opening, Party
from cogs.play.outbox_worker import Trouble, Worker
from cogs.play.table_queries import NoTable
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.challenge_settings import EVERYBODY, Accepting
from data.store.changes import (
    BOARD,
    CHECK_IN,
    CLOSED,
    COMPUTERS,
    ENTRIES,
    EVENT,
    GO_ON,
    LOBBY,
    NEWS,
    NOTICE,
    SAID,
    THREAD,
    TOURNAMENT,
    UNANSWERED,
    Subject,
)
from data.store.rows import Terms
from data.store.shards import EVERYTHING
from rules.competition.clock import HOUR, MOVE, Clock
from rules.competition.tournament import Plan
from rules.computer_levels import USUAL_LEVEL
from rules.computers.scripted import Scripted
from rules.notation import Record, Row
from rules.randomness import seed_hash
from tests.bids import KEY, Bids, credited, known, memory, open_table, ripened

pytestmark = pytest.mark.usefixtures("places")

WORD = Ruling(9, "why")
NOW = 1_000_000.0
USUAL, SWISS = Terms(), Plan("swiss", rounds=3)


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture
async def store():
    async with memory() as opened:
        opened.now = lambda: NOW
        yield opened


async def outcome(attempt) -> object:
    try:
        return await attempt
    except Unfit as unfit:
        return unfit.reason
    except NoTable:
        return NoTable


async def owed(store: Store, column: str = "game") -> list[tuple[str, dict]]:
    rows = await store.all(f"SELECT kind, payload FROM owed WHERE {column} IS NOT NULL ORDER BY id")
    return [(kind, json.loads(payload)) for kind, payload in rows]


async def told_of(store) -> list[str]:
    """The kinds of messages that are owed."""
    return [kind for kind, _ in await owed(store) if kind not in (COMPUTERS, UNANSWERED)]


# Open tables

Sitting = list[tuple[int | None, bool]]


class Plain:
    """An open table as a list: who sits there (None is a computer) and has said yes."""

    def __init__(self, there: Sitting, wanted: int) -> None:
        self.there, self.wanted, self.status = there, wanted, "open"
        self.look()

    def look(self) -> bool:
        """It begins when all seats are taken by those who want to play."""
        if len(self.there) == self.wanted and all(player is None or agreed for player, agreed in self.there):
            self.status = "live"
        return self.status == "live"

    def happens(self, what: str, who: int) -> object:
        if self.status != "open":
            return NoTable
        mine = next((n for n, (player, _) in enumerate(self.there) if player == who), None)
        if what == "join":
            if mine is not None and self.there[mine][1]:
                return "game.joined_already"
            if mine is None:
                if len(self.there) == self.wanted:
                    return "game.full"
                self.there.append((who, True))
            else:
                self.there[mine] = (who, True)
            return self.look()
        if what == "leave":
            if mine is None:
                return "game.not_seated"
            declined = not self.there[mine][1]
            rest = self.there[:mine] + self.there[mine + 1 :]
            people = [player for player, _ in rest if player is not None]
            if not people:
                self.status = "gone"
            elif (declined and people == [10]) or not any(player and agreed for player, agreed in rest):
                self.status = "over"
            else:
                self.there = rest
            return self.status != "open"
        if who != 10 and (10, True) in self.there and (who, False) not in self.there:  # No hour has passed.
            return "game.host_begins"
        self.there = [(player, agreed or player == who) for player, agreed in self.there]
        ready = [(player, agreed) for player, agreed in self.there if player is None or agreed]
        if len(ready) < 2:
            said, self.there = [agreed for _, agreed in self.there], [*self.there]
            return "game.too_few" if all(said) else "game.waits_for"
        self.there = ready
        self.status = "live"
        return "began"


async def test_who_sits_at_open_tables_is_what_a_list_says(store, monkeypatch):
    monkeypatch.setattr(tables_of_the_house, "PATIENCE", 60.0)
    rng, tables = random.Random(4), Tables(store)
    ended: list[str] = []
    for n in range(1, 25):
        named = rng.sample(range(11, 15), rng.randrange(3))
        computers, wanted = rng.randrange(2), rng.choice((2, 3, 4, 4, 4))
        if 1 + len(named) + computers > wanted:
            continue
        party = Party((10, "P10"), [(who, f"P{who}") for who in named], computers, "C", wanted)
        table, begun = await tables.open(Opening(KEY, 1, n, {}, "en", "light"), party)
        plain = Plain([(10, True), *((who, False) for who in named), *[(None, True)] * computers], wanted)
        assert begun == (plain.status == "live")
        for _ in range(rng.choice((3, 14))):
            what, who = rng.choice(("join", "join", "leave", "leave", "start")), rng.randrange(10, 15)
            before = len(await told_of(store))
            was = plain.status
            if what == "start":
                done = await outcome(tables.start(table, who))
                done = done if isinstance(done, str) or done is NoTable else "began"
            else:
                done = await outcome(tables.join(table, (who, f"P{who}")) if what == "join" else tables.leave(table, who))
            changed = plain.happens(what, who)
            assert done == changed, (what, who)
            if plain.status == "gone":
                assert await store.all("SELECT status FROM games WHERE id = ?", (table,)) == [("over",)], "until that has been told"
                break
            rows = await store.all("SELECT seat, player, agreed FROM seats WHERE game = ? ORDER BY seat", (table,))
            assert [tuple(row) for row in rows] == [(seat, player, agreed) for seat, (player, agreed) in enumerate(plain.there)]
            assert await store.one("SELECT status FROM games WHERE id = ?", (table,)) == (plain.status,)
            new = (await told_of(store))[before:]
            told = isinstance(changed, bool) or changed == "began"
            first = {"open": LOBBY, "live": BOARD, "over": CLOSED}[plain.status]
            assert [kind for kind in new if kind != SAID][:1] == ([] if not told or (was, plain.status) == ("over", "over") else [first])
            if plain.status == "over":
                break
        ended.append(plain.status)
    assert {*ended} == {"open", "live", "gone", "over"}


async def test_too_few_are_told_how_many_it_takes(store):
    tables = Tables(store)
    table, _ = await tables.open(Opening(KEY, 1, 1, {}, "en", "light"), Party((10, "P"), seats=4))
    with pytest.raises(Unfit) as unfit:
        await tables.start(table)
    assert (unfit.value.reason, unfit.value.facts) == ("game.too_few", {"n": 2})


async def test_to_a_rated_table_everybody_says_yes_for_themselves(store):
    tables, rated = Tables(store), Opening(KEY, 1, 1, {}, "en", "light", rated=True)
    table, begun = await tables.open(rated, Party((10, "P"), [(11, "Q")]))
    assert not begun
    assert await store.all("SELECT player, agreed FROM seats WHERE game = ? ORDER BY seat", (table,)) == [(10, 1), (11, 0)]
    await store.challenge_settings.keep(12, Accepting(EVERYBODY))
    assert not (await tables.open(rated._replace(channel=4), Party((10, "P"), [(12, "R")])))[1], "whatever they accept otherwise"
    assert await outcome(tables.open(rated._replace(channel=2), Party((10, "P"), computers=1))) == "game.rated_computers"
    assert await outcome(tables.open(rated._replace(channel=3), Party((10, "P"), [(11, "Q")], agreed=True))) == (3, True)


async def test_a_table_that_is_gone_is_in_nobodys_memory(store):
    tables = Tables(store)
    table, _ = await tables.open(Opening(KEY, 1, 1, {}, "en", "light"), Party((10, "P"), [(11, "Q")], agreed=True))
    there = await tables.get(table)
    assert await tables.get(table) is there
    async with store.transaction() as db:
        await db.execute("DELETE FROM games")
    tables.gone([table])
    assert await outcome(tables.get(table)) is NoTable


async def test_whoever_owes_nothing_yet_can_stop(store):
    """A worker that has never begun ends at once."""
    await asyncio.wait_for(Worker(store.outbox, store).close(), 5)


# Tables that have begun


async def test_orders_answer_what_the_clock_has_answered(store):
    """A turn that the clock ends is followed by whatever others have ordered, and by nothing that they have not."""
    at = [NOW]
    store.now = lambda: at[0]
    table = await open_table(store, 3, asked="one", clock=Clock(MOVE, 600, answers=5))
    await table.order(1, frozenset({"again"}))
    await table.act(0, ("think",))
    at[0] += 601
    assert await table.expiry.lapse(0)
    rows = await store.all("SELECT seat, action, auto FROM actions WHERE action LIKE 'bid%' ORDER BY number")
    assert [tuple(row) for row in rows] == [(0, "bid 1", 1)]
    assert await store.all("SELECT seat FROM dials WHERE next IS NOT NULL") == [(1,)], "a dial that stands would tell of an order"
    await ripened(table)
    rows = await store.all("SELECT seat, action, auto FROM actions WHERE action LIKE 'bid%' ORDER BY number")
    assert [tuple(row) for row in rows] == [(0, "bid 1", 1), (1, "bid 3", 1)]
    assert table.acting == (2,)
    assert await store.all("SELECT seat FROM dials WHERE next IS NOT NULL") == [(2,)]


async def test_clocks_do_not_wait_for_computers(store, monkeypatch):
    """A computer that thinks for long holds up nobody who only looks after the time."""
    free = threading.Event()
    monkeypatch.setattr(table_actions, "PATIENCE", 3600.0)
    monkeypatch.setattr(tables_of_the_house, "PATIENCE", 0.0)
    monkeypatch.setitem(Bids.opponents, USUAL_LEVEL, Scripted(lambda game, glimpse, seat, chance: free.wait(60) and ("bid", "2")))
    table = await open_table(store, 2, computers=1, clock=Clock(MOVE, 600))
    try:
        for attempt in (table.expiry.reminded(0, NOW + 599), table.clocks.recount(), credited(table, NOW - 5), table.expiry.lapse(0)):
            await asyncio.wait_for(attempt, 30)
        assert not await store.all("SELECT 1 FROM actions")
        assert [row[0] for row in await store.all("SELECT kind FROM owed WHERE kind = ?", (COMPUTERS,))] == [COMPUTERS]
    finally:
        free.set()
        await table.computers_answer()
    assert [tuple(row) for row in await store.all("SELECT seat, action FROM actions")] == [(1, "bid 2")]


def test_a_record_that_is_wrong_keeps_nothing_alive():
    """What is told of it is kept for its reader, the record itself is not."""
    header = {"game": KEY, "version": 1, "seats": 2, "names": ["A", "B"], "options": {"asked": "all"}, "seed_sha256": seed_hash(5)}
    verdict = check(Record(header, (Row(1, 0, ("bid", "7")),)).write(), f"{5:064x}")
    assert verdict.key == "check.wrong"
    assert verdict.wrong is not None
    for error in (verdict.wrong, verdict.wrong.refused):
        assert error is not None
        assert error.__traceback__ is None
        assert error.__context__ is None


# Tournaments before they begin


async def cup(store: Store, entrants: int = 4, terms: Terms = USUAL) -> Tournaments:
    tournaments = Tournaments(Tables(store))
    await tournaments.create(NewTournament(1, 1, "Cup", 9, KEY, {}, "en", SWISS, "random", False, None, terms))
    for n in range(entrants):
        await tournaments.enter(1, 100 + n, f"P{n}")
    return tournaments


async def call_is_out(store: Store) -> None:
    """The call to the check-in has been posted."""
    subject = Subject(TOURNAMENT, 1)
    await store.outbox.done([debt for debt in await store.outbox.of(subject) if debt.kind == CHECK_IN])


@pytest.mark.parametrize("hour", ["check-in", "start"])
async def test_whoever_is_quicker_than_the_hour_is_not_run_over_by_it(store, hour):
    """*Start* is pressed in the second in which the hour strikes: the check-in that begins then has its time."""
    tournaments = await cup(store, 4, Terms(starts=NOW + 3600, check_in=15))
    store.now = lambda: NOW + 2700
    assert await store.tournaments.alarmed(store.now()) == [1], "the clock has seen that it is due"
    assert await tournaments.open_check_in(1), "and somebody presses"
    if hour == "start":
        await call_is_out(store)
        store.now = lambda: NOW + 3600
        assert await store.tournaments.alarmed(store.now()) == [1]
        for player in range(100, 104):
            await tournaments.check_in(1, player)
        await tournaments.start(1)
        seed = await store.one("SELECT seed FROM tournaments")
    await tournaments.ring(1)
    if hour == "start":
        assert await store.one("SELECT seed FROM tournaments") == seed
    else:
        assert await store.one("SELECT status, checking FROM tournaments") == ("open", NOW + 3600)


async def test_a_check_in_to_which_nobody_could_be_called_goes_on(store):
    tournaments = await cup(store, 4, Terms(starts=NOW + 3600, check_in=15))
    store.now = lambda: NOW + 2700
    await tournaments.ring(1)
    for later in (3600, 4500, 9000):  # The bot may not write there.
        store.now = lambda later=later: NOW + later
        await tournaments.ring(1)
        assert await store.one("SELECT status, checking FROM tournaments") == ("open", NOW + later + 900)
    store.now = lambda: NOW + 9600
    await call_is_out(store)
    await tournaments.called(1)
    assert await store.one("SELECT checking, alarm FROM tournaments") == (NOW + 10500, NOW + 10500), "its time begins when the call is out"
    await tournaments.ring(1)
    assert await store.one("SELECT status FROM tournaments") == ("open",)


@pytest.mark.parametrize(("away", "longer"), [(600, 600), (100_000, 600), (3, 0)])
async def test_a_check_in_lasts_longer_by_the_time_in_which_nobody_was_there(store, away, longer):
    tournaments = await cup(store, 4, Terms(starts=NOW + 3600, check_in=15))
    store.now = lambda: NOW + 2700
    await tournaments.ring(1)
    store.now = lambda: NOW + 3300
    await tournaments.delay(EVERYTHING, lambda guild: NOW + 3300 - away)
    assert await store.one("SELECT checking, alarm FROM tournaments") == (NOW + 3600 + longer, NOW + 3600 + longer)


async def test_who_has_not_checked_in_is_named_and_not_in_it(store):
    tournaments = await cup(store, 5, Terms(starts=NOW + 3600, check_in=15))
    assert await store.one("SELECT alarm FROM tournaments") == (NOW + 3600 - 15 * 60,)
    await tournaments.ring(1)
    assert await store.one("SELECT alarm, checking FROM tournaments") == (NOW + 3600 - 15 * 60, None), "it is not due"
    store.now = lambda: NOW + 2700
    await tournaments.ring(1)
    assert (await owed(store, "tournament"))[-2:] == [(CHECK_IN, {"channel": 1, "entrants": [0, 1, 2, 3, 4]}), (ENTRIES, {})]
    assert await store.one("SELECT alarm, checking FROM tournaments") == (NOW + 3600, NOW + 3600)
    for player in (100, 102, 103):
        await tournaments.check_in(1, player)
        assert await outcome(tournaments.check_in(1, player)) == "tournament.here_already"
    await call_is_out(store)
    await tournaments.ring(1)
    assert await store.one("SELECT status, checking FROM tournaments") == ("open", NOW + 3600), "nor is it now"
    store.now = lambda: NOW + 3600
    await tournaments.ring(1)
    assert [row[0] for row in await store.all("SELECT player FROM tournament_players ORDER BY entrant")] == [100, 102, 103]
    kinds = await owed(store, "tournament")
    assert kinds[-4:] == [(NOTICE, {"channel": 1, "missing": {"101": "P1", "104": "P4"}}), (ENTRIES, {}), (GO_ON, {}), (EVENT, {})]
    assert await store.one("SELECT status, alarm, checking FROM tournaments") == ("live", None, None)


async def test_without_a_check_in_nobody_is_called_and_nobody_missing(store):
    tournaments = await cup(store)
    assert not await tournaments.open_check_in(1)
    await tournaments.start(1)
    assert {kind for kind, _ in await owed(store, "tournament")} == {ENTRIES, GO_ON}


async def test_what_ends_before_it_began_has_no_news(store):
    tournaments = await cup(store)
    before = len(await owed(store, "tournament"))
    await tournaments.end(1, WORD)
    new = (await owed(store, "tournament"))[before:]
    assert [kind for kind, _ in new] == [NOTICE, ENTRIES]
    assert new[0][1]["act"] == [9, "end", "", "why"]
    assert [tuple(row) for row in await store.all("SELECT by, act, round, reason, at FROM tournament_acts")] == [(9, "end", 0, "why", NOW)]
    assert await outcome(tournaments.end(1, WORD)) == "tournament.over"
    assert await outcome(tournaments.start(1)) == "tournament.begun"


async def begun(store: Store) -> Tournaments:
    """A tournament whose first round is paired, and has threads 21, 22 ..."""
    tournaments = await cup(store)
    await tournaments.start(1)
    await tournaments.go_on(1)
    await housed(store, tournaments)
    return tournaments


async def housed(store: Store, tournaments: Tournaments) -> None:
    for debt in [debt for debt in await store.outbox.of(Subject(TOURNAMENT, 1)) if debt.kind == THREAD]:
        match = await tournaments.match(1, debt.payload["fixture"])
        assert match is not None
        assert await tournaments.assign_thread(1, match, 21 + debt.payload["fixture"] + (100 if debt.payload.get("again") else 0), debt)
    await tournaments.go_on(1)


async def test_a_pause_is_one_and_an_end_has_news(store):
    tournaments = await begun(store)
    assert await outcome(tournaments.pause(1, False, WORD)) == "desk.not_paused"
    await tournaments.pause(1, True, WORD)
    assert await outcome(tournaments.pause(1, True, WORD)) == "desk.paused_already"
    await tournaments.pause(1, False, WORD)
    await tournaments.end(1, WORD)
    acts = await store.all("SELECT act, round FROM tournament_acts ORDER BY id")
    assert [tuple(row) for row in acts] == [("pause", 1), ("resume", 1), ("end", 1)]
    assert (NEWS, {"channel": 1, "news": "over", "ruled": True}) in await owed(store, "tournament")


async def test_who_does_not_come_has_lost(store):
    tournaments = await begun(store)
    ((state,),) = await store.all("SELECT state FROM tournaments")
    match = json.loads(state)["fixtures"][0]
    players = dict(await store.all("SELECT entrant, player FROM tournament_players"))
    missing, there = match["entrants"]
    await tournaments.absent(1, [players[missing]], WORD)
    await tournaments.go_on(1)
    ((state,),) = await store.all("SELECT state FROM tournaments")
    after = json.loads(state)["fixtures"][0]
    assert (after["absent"], after["places"]) == ([missing], [[there], [missing]])
    assert await outcome(tournaments.absent(1, [players[missing]], WORD)) == "desk.no_open_match"


async def test_a_substitute_is_named_beside_who_played_before(store):
    tournaments = await begun(store)
    await tournaments.substitute(1, 100, (200, "New"), WORD)
    assert [tuple(row) for row in await store.all("SELECT act, whom FROM tournament_acts")] == [("substitute", "P0 → New")]
    assert [tuple(row) for row in await store.all("SELECT player, name, at FROM tournament_left")] == [(100, "P0", NOW)]
    assert await outcome(tournaments.substitute(1, 101, (200, "New"), WORD)) == "desk.in_already"
    await tournaments.go_on(1)
    rows = await store.all("SELECT s.player FROM seats s JOIN games g ON g.id = s.game WHERE g.status = 'live' ORDER BY s.player")
    assert [row[0] for row in rows] == [101, 102, 103, 200]
    ((table, seat),) = await store.all("SELECT game, seat FROM seats WHERE player = 200")
    await (await Tables(store).get(table)).seating.sit(seat, (300, "Third"))
    await Tournaments(Tables(store)).go_on(1)
    assert await store.one("SELECT player FROM seats WHERE game = ? AND seat = ?", (table, seat)) == (300,), "somebody else has been seated since"


async def test_a_thread_that_is_gone_is_owed_once_and_the_table_goes_on_in_the_next(store):
    tournaments = await begun(store)
    ((table,),) = await store.all("SELECT id FROM games WHERE channel = 21")
    ((other,),) = await store.all("SELECT id FROM games WHERE channel = 22")
    async with store.transaction() as db:
        await db.execute("UPDATE games SET message = 77")
    for _ in range(2):
        assert await tournaments.replace_thread(1, 21)
    assert not await tournaments.replace_thread(1, 4711)
    assert [payload for kind, payload in await owed(store, "tournament") if kind == THREAD] == [{"fixture": 0, "again": True}]
    before = len(await owed(store))
    await housed(store, tournaments)
    assert {tuple(row) for row in await store.all("SELECT id, channel, message FROM games")} == {(table, 121, None), (other, 22, 77)}
    assert {row[0] for row in await store.all("SELECT channel FROM tournament_games WHERE game = ?", (table,))} == {121}
    assert (await owed(store))[before:] == [(BOARD, {"events": [], "by": None, "anew": True})]
    assert not await tournaments.replace_thread(1, 21), "it is played elsewhere"


async def test_a_match_that_cannot_be_dealt_is_a_trouble_and_holds_up_no_other(store):
    tournaments = await cup(store)
    await tournaments.start(1)
    await tournaments.go_on(1)
    await open_table(store, 2, channel=21, clock=Clock(MOVE, 600))
    with pytest.raises(Trouble, match=r"matches \[0\]"):
        await housed(store, tournaments)
    assert [tuple(row) for row in await store.all("SELECT fixture, channel FROM tournament_games")] == [(1, 22)]


@pytest.mark.parametrize(("since", "begins"), [(HOUR - 1, False), (HOUR, True)])
async def test_in_the_first_hour_only_the_host_begins(store, since, begins):
    at = store.now()
    store.now = lambda: at
    tables = Tables(store)
    made, _ = await tables.open(Opening(KEY, 1, 1, {}, "en", "light"), Party((1, "Anna"), seats=3))
    await tables.join(made, (2, "Bohumil"))
    at += since
    if not begins:
        with pytest.raises(Unfit, match="host_begins"):
            await tables.start(made, 2)
    assert [s.player for s in (await tables.start(made, 2 if begins else 1)).seats] == [1, 2]
