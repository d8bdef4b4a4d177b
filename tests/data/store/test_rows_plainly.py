"""What is stored comes back as it was, by chance and field by field; what people and channels have set, against plain lists."""

from __future__ import annotations

import asyncio
import json
import random
from time import gmtime

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from data.rest_hours import AWAY_DAYS, Hours, night_length, zones
from data.store import Store, channel_settings
from data.store.changes import BOARD, ENTRIES, GO_ON, HELD, SAID, TABLE, TOURNAMENT, Change, Message, Subject, TournamentChange
from data.store.channel_settings import EVERYBODY, MODERATORS, WHOLE_SERVER, Room
from data.store.people_in_json import NOBODY
from data.store.personal_settings import Settings
from data.store.rows import DRAW, LIVE, OPEN, Base, EntrantRow, Proposal, TableAct, Terms, Tournament, TournamentAct
from rules.competition.clock import DAY, MOVE, Clock
from rules.competition.tournament import Plan, begin
from tests.bids import KEY, known, memory, open_table
from tests.databases import tables
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("places")

NOW = 1_000_000.0
HERE = Subject(TABLE, 1)


@pytest.fixture
async def store():
    async with memory() as opened:
        opened.now = lambda: NOW
        yield opened


# Tournaments


def drawn(rng: random.Random, channel: int) -> Tournament:
    """A tournament that has not begun, of values that are all different."""
    terms = Terms(rng.randrange(900), rng.randrange(2, 128), rng.random(), rng.randrange(60), rng.random() < 0.5, rng.random() < 0.5)
    return Tournament(
        id=0, guild=rng.choice((None, channel)), channel=channel, message=None, name=f"Cup {channel}", host=rng.randrange(1000), game=KEY,
        options={"asked": rng.choice(("all", "one"))}, language=rng.choice(("en", "cs")), plan=Plan("swiss", rounds=rng.randrange(1, 5)),
        seeding=rng.choice(("random", "rating")), rated=rng.random() < 0.5, status=OPEN, seed=rng.choice((None, 0, rng.getrandbits(256))), state=None,
        clock=rng.choice((None, Clock(MOVE, rng.randrange(60, 900)))), terms=terms, alarm=rng.choice((None, rng.random())),
    )  # fmt: skip


@pytest.fixture
def bids():
    """The small game is there."""
    with known():
        yield


async def test_a_tournament_is_read_as_it_was_written(store, bids):
    rng, alarms = random.Random(1), {}
    assert await store.tournaments.next_alarm() is None
    for number in range(1, 13):
        new = drawn(rng, number)
        made = await store.tournaments.create(TournamentChange(new))
        row = new._replace(id=made, revision=1, commits=1, created=NOW)
        assert await store.tournaments.get(made) == row
        entrants = [EntrantRow(n, 100 * number + n, f"P{n}", rng.random() < 0.5, rng.choice((None, "code"))) for n in rng.sample(range(9), 4)]
        state = begin(row.plan, sorted(e.entrant for e in entrants), 5, {})
        later = row._replace(
            status=LIVE, seed=rng.getrandbits(256), state=state, paused=rng.random() < 0.5, checking=rng.choice((None, 5.5)), cleared=number,
            news=f"main {number}", alarm=rng.choice((None, rng.random())),
        )  # fmt: skip
        threads = {f.number: 1000 * number + f.number for f in state.fixtures}
        act = TournamentAct(NOW, 9, f"act {number}", number, "whom", "why")
        assert await store.tournaments.commit(TournamentChange(later, entrants, threads, entrants[0], act)) == later._replace(revision=2, commits=2)
        assert await store.tournaments.get(made) == later._replace(revision=2, commits=2)
        assert await store.tournaments.entrants(made) == sorted(entrants)
        assert await store.tournaments.threads(made) == threads
        assert await store.tournaments.replaced(made) == {entrants[0].entrant: {entrants[0].player}}
        assert await store.tournaments.silent(made) == {entrants[0].player}, "who plays in somebody's place and has done nothing"
        assert await store.tournaments.acts(made) == [act]
        left = dict(list(threads.items())[:1])
        await store.tournaments.commit(TournamentChange(later._replace(revision=2, commits=2), entrants[1:], left))
        assert await store.tournaments.entrants(made) == sorted(entrants[1:])
        assert await store.tournaments.threads(made) == left
        alarms |= {made: later.alarm} if later.alarm is not None else {}
        assert await store.tournaments.next_alarm() == min(alarms.values(), default=None)
        assert await store.tournaments.alarmed(0.5) == sorted((n for n, at in alarms.items() if at <= 0.5), key=alarms.__getitem__)
        latest = await store.tournaments.latest_in(number)
        assert latest is not None
        assert latest.id == made
    assert await store.tournaments.live() == list(range(1, 13))
    assert await store.tournaments.known_threads() == {1000 * n + fixture for n in range(1, 13) for fixture in await store.tournaments.threads(n)}


# What is owed


async def parcels(store: Store) -> list[int]:
    return [row[0] for row in await store.all("SELECT parcel FROM owed WHERE game = 1 ORDER BY id")]


async def test_what_happens_goes_into_a_parcel_when_it_is_sent_and_not_before(store):
    """A parcel bears the number of its first board, until nobody owes it any more; what surely was not sent is in none."""
    with known():
        await open_table(store, 2, asked="one")
        assert await parcels(store) == [0]
        await store.outbox.owe(HERE, Message(HELD), Message(BOARD))
        assert await parcels(store) == [0, 0, 0]
        first = await store.outbox.seal(1)
        assert ([debt.id for debt in first.debts], first.again) == ([1, 2, 3], False)
        await store.outbox.owe(HERE, Message(BOARD))
        assert await parcels(store) == [1, 1, 1, 0]
        assert [debt.begun is None for debt in await store.outbox.of(HERE)] == [False] * 3 + [True]
        again = await store.outbox.seal(1)
        assert (again.debts, again.again) == (first.debts, True)
        await store.outbox.unbegun(first.debts)
        assert await parcels(store) == [0] * 4
        assert all(debt.begun is None for debt in await store.outbox.of(HERE))
        whole = await store.outbox.seal(1)
        assert ([debt.id for debt in whole.debts], whole.again) == ([1, 2, 3, 4], False)
        await store.outbox.done(whole.debts)
        await store.outbox.owe(HERE, Message(HELD))
        assert (await store.outbox.seal(1)).debts == [], "what is held waits for something else"


async def test_a_commit_says_who_owes_and_rings_where_a_dial_has_changed(store):
    woken: list[Subject] = []
    store.outbox.woken = woken.append
    with known():
        table = await open_table(store, 2, asked="one", clock=Clock(MOVE, 600))
        assert store.due_changed.is_set()
        assert woken == [HERE]
        store.due_changed.clear()
        await table.do_propose(Proposal(DRAW, 0, 0, 0, (1,), (), "mark"))
        assert not store.due_changed.is_set()
        assert woken == [HERE]
        await table.act(0, ("bid", "1"))
        assert store.due_changed.is_set()
        assert woken == [HERE, HERE]
        cup = await store.tournaments.create(TournamentChange(drawn(random.Random(2), 7), owed=[Message(ENTRIES)]))
        async with store.transaction() as db:
            await db.execute("INSERT INTO tournament_games VALUES (?, 0, 0, 1, 1)", (cup,))
        del woken[:]
        await table.concede(0)
        assert woken == [HERE, Subject(TOURNAMENT, cup)], "its table is over"
        assert [debt.kind for debt in await store.outbox.of(Subject(TOURNAMENT, cup))] == [ENTRIES, GO_ON]
        assert await store.outbox.subjects() == [HERE, Subject(TOURNAMENT, cup)]
        other = await open_table(store, 2, channel=2)
        async with store.transaction() as db:
            await db.execute("INSERT INTO tournament_games VALUES (?, 0, 1, ?, 2)", (cup, other.id))
        await store.tables.commit(Change(other.row, base=Base(0, 2, b"{}")))
        assert [debt.kind for debt in await store.outbox.of(Subject(TOURNAMENT, cup))] == [ENTRIES, GO_ON, GO_ON], "it can be read again"


# People


async def test_days_away_are_those_of_a_calendar(store):
    """Minute by minute: somebody is away then if the latest that they have said of it says so."""
    rng = random.Random(3)
    for player in range(1, 9):
        away: set[int] = set()
        for _ in range(6):
            begun = rng.randrange(60)
            until = begun + rng.randrange(25)
            await store.personal_settings.go_away(player, begun, until)
            away = {minute for minute in away if minute < begun} | set(range(begun, until))
            rows = await store.personal_settings.away(player)
            assert {minute for a, b in rows for minute in range(int(a), int(b))} == away
            assert (await store.personal_settings.hours(player)).away == tuple(rows)
            assert all(a < b for a, b in rows)


async def test_settings_are_kept_one_by_one(store):
    assert await store.personal_settings.settings(5) == Settings()
    for settings in (Settings("cs", None, False, True), Settings(None, "dark", True, False), Settings("fr", "light", True, True)):
        await store.personal_settings.set_settings(5, settings)
        assert await store.personal_settings.settings(5) == settings
        assert await store.personal_settings.shown_everywhere([4, 5]) == ({5} if settings.everywhere else set())


async def test_hours_are_kept_and_the_moment_they_were_set(store):
    assert await store.personal_settings.hours_changed(5) == 0
    await store.personal_settings.set_settings(5, Settings("cs"))
    assert await store.personal_settings.hours_changed(5) == 0
    assert await store.personal_settings.hours(5) == Hours()
    for hours in (Hours("Europe/Prague", (22, 7), True), Hours("America/New_York", None, False), Hours("UTC", (0, 6), False)):
        await store.personal_settings.set_hours(5, hours)
        assert await store.personal_settings.hours(5) == hours
        assert await store.personal_settings.hours_changed(5) == NOW
    assert await store.personal_settings.hours(6) == Hours()
    assert [night_length((begin, end)) for begin, end in ((22, 7), (7, 22), (0, 6), (23, 0))] == [9, 15, 6, 1]
    assert AWAY_DAYS * DAY == 30 * 24 * 3600


def test_weekends_begin_on_saturday():
    week, start = Hours("UTC", None, True), 1_800_000_000.0
    for day in range(14):
        at = start + day * DAY
        assert week.resting(at) == (gmtime(at).tm_wday in (5, 6))


def test_places_that_begin_with_what_is_typed_come_first():
    for text, mixed in (("prag", False), ("st", True), ("lo", True)):
        begins = [zone.rpartition("/")[2].casefold().startswith(text) for zone in zones(text)]
        assert begins == sorted(begins, reverse=True)
        assert begins[0]
        assert mixed == (not all(begins))


# Channels


async def test_what_is_set_for_a_channel_leaves_the_rest_of_it(store):
    """However many set something at the same moment, and nothing chosen changes nothing."""
    told = []
    store.channel_settings.changed = told.append
    await asyncio.gather(*(store.channel_settings.change(1, 2, one) for one in (Room(language="cs"), Room(pings=False), Room(theme="dark"), Room())))
    assert await store.channel_settings.own(1, 2) == Room(None, None, "cs", False, "dark")
    assert told == [1, 1, 1]
    await store.channel_settings.change(1, 2, Room(games=("a", "b"), language="fr"))
    assert await store.channel_settings.own(1, 2) == Room(("a", "b"), None, "fr", False, "dark")
    await store.channel_settings.set(1, 2, Room(starters=MODERATORS))
    assert await store.channel_settings.own(1, 2) == Room(starters=MODERATORS)
    await store.channel_settings.set(1, 2, Room())
    assert await store.all("SELECT * FROM rooms") == []


@pytest.mark.parametrize("changes", [lambda rooms: rooms.change(1, 2, Room(theme="dark")), lambda rooms: rooms.set(1, 2, Room(theme="dark"))])
async def test_what_is_set_while_a_room_is_being_read_is_what_holds(store, monkeypatch, changes):
    """Whoever began to read before may show what was; nobody later does."""
    read, reads, goes_on = store.channel_settings._read, asyncio.Event(), asyncio.Event()

    async def slowly(*where: int) -> Room:
        found = await read(*where)
        reads.set()
        async with within("somebody else"):
            await goes_on.wait()
        return found

    monkeypatch.setattr(store.channel_settings, "_read", slowly)
    first = asyncio.create_task(store.channel_settings.own(1, 2))
    async with within("the room"):
        await reads.wait()
        await changes(store.channel_settings)
        goes_on.set()
        assert await first == Room()
        assert await store.channel_settings.own(1, 2) == Room(theme="dark")


async def test_what_holds_in_a_channel_is_the_nearest_that_is_set(store, monkeypatch):
    """Field by field, whatever is kept in memory, and no more is kept than there is room for."""
    rng, said = random.Random(6), {}
    monkeypatch.setattr(channel_settings, "KEPT", 3)
    for _ in range(300):
        guild, channel = rng.randrange(1, 3), rng.randrange(0, 4)
        if rng.random() < 0.3:
            room = Room(
                rng.choice((None, (), ("a",), ("a", "b"))), rng.choice((None, EVERYBODY, MODERATORS)), rng.choice((None, "cs")),
                rng.choice((None, True, False)), rng.choice((None, "dark")),
            )  # fmt: skip
            await store.channel_settings.set(guild, channel, room)
            said[guild, channel] = room
        parent = rng.choice((None, *range(1, 4)))
        near = [said.get((guild, where), Room()) for where in (channel, parent, WHOLE_SERVER) if where is not None]
        expected = Room(*(next((value for value in values if value is not None), None) for values in zip(*near, strict=True)))
        assert await store.channel_settings.here(guild, channel, parent) == expected
        assert len(store.channel_settings._known) <= 3
    assert await store.channel_settings.here(None, 1) == Room()
    rows = await store.all("SELECT guild, channel FROM rooms")
    assert {tuple(row) for row in rows} == {where for where, room in said.items() if room != Room()}


async def test_facts_are_the_latest(store):
    assert await store.bot_facts.get("x") is None
    for value in ("1", "2"):
        await store.bot_facts.set("x", value)
        assert await store.bot_facts.get("x") == value


async def test_a_table_is_where_it_says(store):
    with known():
        tables = Tables(store)
        for channel, begins in ((1, True), (2, False), (3, True)):
            await tables.open(Opening(KEY, 1, channel, {}, "en", "light"), Party((10, "P"), [(11, "Q")], seats=2 if begins else 3, agreed=True))
        assert (await store.tables.lobbies(), await store.tables.played_in()) == ([2], [1, 3])
        assert [await store.tables.live_in(channel) for channel in (1, 2, 3, 4)] == [1, 2, 3, None]
        assert [row.id for row in await store.tables.live_of(11)] == [3, 2, 1]
        await (await tables.get(3)).concede(0)
        assert (await store.tables.live_in(3), await store.tables.latest_in(3)) == (None, 3)
        assert [row.id for row in await store.tables.tables_of(1, 0, 2)] == [2, 1]
        assert await store.tables.last_action(3) == NOW
        assert await store.tables.last_action(1) is None


async def test_what_is_yet_to_be_told_names_nobody_who_has_been_forgotten(store):
    """Whoever is forgotten is in no row any more: neither alone, nor between others, nor in words that have not been sent."""
    with known():
        table = await open_table(store, 3, players=(("Anna", 101), ("Annabel", 102), ("Cy", 103)))
        await table.concede(0, act=TableAct(9, "out", "Anna → Annabel, Cy", "why"))
        await table.do_propose(None, Message(SAID, {"key": "x", "facts": {"name": "Anna", "other": "Annabel"}}))
        new = drawn(random.Random(3), 7)._replace(name="Cup")
        act = TournamentAct(NOW, 9, "drop", 1, "Anna", "why")
        cup = await store.tournaments.create(TournamentChange(new, [EntrantRow(0, 101, "Anna")], act=act))
        await table.concede(1)
    await store.own_data.forget(101)
    words = [str(value) for name in await tables(store) for row in await store.all(f"SELECT * FROM {name}") for value in row]
    assert not any(value in ("Anna", "101") or '"Anna"' in value or "Anna →" in value for value in words)
    owed = [json.loads(payload) for (payload,) in await store.all("SELECT payload FROM owed ORDER BY id")]
    assert [9, "out", f"{NOBODY} → Annabel, Cy", "why"] in [body.get("act") for body in owed]
    assert {"name": NOBODY, "other": "Annabel"} in [body.get("facts") for body in owed]
    assert [debt.payload["act"] for debt in await store.outbox.of(Subject(TOURNAMENT, cup))] == [[9, "drop", NOBODY, "why"]]
