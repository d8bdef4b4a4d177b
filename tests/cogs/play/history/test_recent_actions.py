"""Since when a game goes on: from the moment it was dealt, however that came about. Before its first action nothing else has happened there."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from data.store import Store, migration_scripts
from data.store.rows import LIVE, OPEN
from rules.competition.clock import DAY, HOUR
from tests.bids import KEY, known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.cogs.service.test_direct_messages import pick, written
from tests.cogs.tournaments.in_chat import give_up, open_with, settle, threads
from tests.stored import live_table, new_row

GAME = {"game": "monster_hex", "options": "seating=joined"}
NEAR = 120
"""Seconds that a test may take."""


def moments(words: str) -> list[int]:
    """The moments that a text names."""
    return [int(at) for at in re.findall(r"<t:(\d+):", words)]


@pytest.fixture(autouse=True)
def english(request):
    if "chat" in request.fixturenames:
        for member in request.getfixturevalue("chat").world.members.values():
            member["locale"] = "en-US"


async def waited(chat, **options) -> float:
    """Anna's table waits for three days; then Bohumil joins, and it is dealt. When that was."""
    await chat.set(BOHUMIL, "direct", on="True")
    await chat.use(ANNA, "game new", **GAME | {"seats": "2"} | options)
    chat.ahead += 3 * DAY
    await chat.press(BOHUMIL, chat.board(), "Join")
    return chat.bot.store.now()


async def old(chat) -> None:
    """The game has been dealt by a version of the bot that did not say when."""
    async with chat.bot.store.transaction() as db:
        await db.execute("UPDATE games SET begun = NULL")
    await chat.restart()


async def row(chat):
    return (await chat.bot.tables.here(int(HERE))).row


# What is told


async def test_before_the_first_action_all_say_when_it_was_dealt(chat):
    """*Your move* off turn, the list of one's games, a nudge, a direct message: not when the lobby was opened."""
    dealt = await waited(chat)
    chat.ahead += 2 * HOUR
    told = {}
    for member in (BOHUMIL, CECILE):
        await chat.press(member, chat.board(), "Your move")
        told[member] = chat.private(member)["content"]
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "mygames")
        told[f"games of {member}"] = chat.private(member)["content"]
    await chat.use(BOHUMIL, "game nudge")
    told["nudge"] = chat.board()["content"]
    assert {who: [abs(at - dealt) < NEAR for at in moments(words)] for who, words in told.items()} == {who: [True] for who in told}


async def test_who_is_asked_first_is_written_to_since_when(chat):
    await chat.set(ANNA, "direct", on="True")
    dealt = await waited(chat)
    await chat.later(HOUR)
    (told,) = [words for words in written(chat, ANNA) if "Your turn, asked" in words]
    (since,) = moments(told)
    assert abs(since - dealt) < NEAR


async def test_from_the_first_action_on_that_is_what_has_happened_last(chat):
    await waited(chat)
    chat.ahead += 2 * HOUR
    await pick(chat, ANNA, "ember")
    acted = chat.bot.store.now()
    await chat.later(HOUR)
    await chat.press(ANNA, chat.board(), "Your move")
    (since,) = moments(chat.private(ANNA)["content"])
    assert abs(since - acted) < NEAR


async def test_how_long_it_took_does_not_count_the_lobby(chat):
    await waited(chat)
    chat.ahead += 5 * HOUR
    await chat.use(ANNA, "game resign", sure="True")
    assert re.search(r"The game took \d+ actions?, 5 hours in all\.", chat.board()["content"])


async def test_moderators_are_shown_what_has_stood_since_it_was_dealt(chat):
    """A lobby that has waited for long is no game that nobody plays."""
    dealt = await waited(chat)
    assert "nothing has happened" not in await chat.use(DARA, "referee tables")
    chat.ahead += 8 * DAY
    shown = await chat.use(DARA, "referee tables")
    assert "nothing has happened" in shown
    assert abs(moments(shown)[-1] - dealt) < NEAR


async def test_of_a_game_of_before_is_told_what_was_told_before(chat):
    """The list and a nudge speak of the lobby, *Your move* says nothing; it ends like others."""
    await waited(chat)
    opened = (await row(chat)).created
    await old(chat)
    chat.ahead += HOUR
    await chat.press(BOHUMIL, chat.board(), "Your move")
    assert moments(chat.private(BOHUMIL)["content"]) == []
    await chat.use(BOHUMIL, "mygames")
    assert moments(chat.private(BOHUMIL)["content"]) == [int(opened)]
    await chat.use(BOHUMIL, "game nudge")
    assert moments(chat.board()["content"]) == [int(opened)]
    await pick(chat, ANNA, "ember")
    assert (await row(chat)).begun is None, "nothing is made up"
    await chat.use(ANNA, "game resign", sure="True")
    assert "3 days in all" in chat.board()["content"]


# However it is dealt


async def test_accepted_started_or_opened_full_it_has_its_moment(chat):
    for begin in ("accept", "start", "computer", "accepted before"):
        if begin == "accept":
            chat.accepting = False
            await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
            chat.ahead += HOUR
            await chat.press(BOHUMIL, chat.board(), "Accept")
        elif begin == "start":
            await chat.use(ANNA, "game new", **GAME, seats="3")
            await chat.press(BOHUMIL, chat.board(), "Join")
            chat.ahead += HOUR
            await chat.press(ANNA, chat.seen(None)[-1], "Start")
        elif begin == "computer":
            await chat.use(ANNA, "game new", **GAME, computers="1")
        else:
            await chat.set(BOHUMIL, "challenges", servers="everywhere", **{"from": "everybody"})
            await chat.use(ANNA, "game new", **GAME, opponent=BOHUMIL)
        found = await row(chat)
        assert found.status == LIVE, begin
        assert abs(found.begun - chat.bot.store.now()) < NEAR, begin
        assert (found.begun - found.created > HOUR - NEAR) == (begin in ("accept", "start")), begin
        await chat.use(ANNA, "game resign", sure="True")


async def test_a_rematch_begins_anew(chat):
    """Its lobby says nothing of the game before, nor does its end."""
    await waited(chat)
    before = (await row(chat)).begun
    await chat.use(ANNA, "game resign", sure="True")
    async with chat.bot.store.transaction() as db:  # Time stood when it ended.
        await db.execute("UPDATE games SET stands = 'absent', stood = 5")
    await chat.bot.tables.reread([1])
    chat.ahead += DAY
    await chat.press(ANNA, chat.board(), "Rematch")
    lobby = await chat.bot.store.tables.get(2)
    assert (lobby.status, lobby.begun, lobby.stands, lobby.stood) == (OPEN, None, None, 0)
    chat.ahead += DAY
    await chat.press(BOHUMIL, chat.board(), "Accept")
    after = await row(chat)
    assert abs(after.begun - chat.bot.store.now()) < NEAR
    assert (await chat.bot.store.tables.get(1)).begun == before
    await chat.use(ANNA, "game resign", sure="True")
    assert "day" not in chat.board()["content"]


async def test_each_game_of_a_match_begins_when_it_is_dealt(chat):
    await open_with(chat, ANNA, BOHUMIL, format="single", games="3", seeding="hand")
    chat.ahead += DAY
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    begun = []
    for _ in range(2):
        found = (await chat.bot.tables.here(int(thread))).row
        assert abs(found.begun - chat.bot.store.now()) < NEAR
        begun.append(found.begun)
        chat.ahead += HOUR
        await give_up(chat, thread)
    assert begun[1] - begun[0] > HOUR - NEAR
    first, last = await chat.bot.store.tournaments.span(1)
    assert (first, last - first > HOUR) == (begun[0], True)


# However it goes on


@pytest.fixture
async def store(places):
    async with memory() as opened:
        yield opened


async def test_the_moment_stays_whatever_happens_at_the_table(store):
    with known():
        table = await open_table(store)
        begun, now = table.row.begun, store.now()
        assert abs(begun - now) < NEAR
        store.now = lambda: now + DAY
        assert await store.tables.last_action(table.id) is None
        assert await store.tables.since(table.row) == begun
        await table.act(0, ("look",))
        assert await store.tables.since(table.row) == now + DAY
        await table.concede(0)
        assert (await store.tables.get(table.id)).begun == begun
        tables = Tables(store)
        made, dealt = await tables.open(Opening(KEY, 1, 2, {}, "en", "light"), Party((1, "A"), seats=2))
        assert not dealt
        lobby = await store.tables.get(made)
        assert (lobby.begun, await store.tables.since(lobby)) == (None, None)
        store.now = lambda: now + 3 * DAY
        await tables.join(made, (2, "B"))
        assert (await store.tables.get(made)).begun == now + 3 * DAY


async def test_it_is_in_what_somebody_takes_along(store):
    with known():
        table = await open_table(store)
        player = table.seats[0].player
        (game,) = (await store.own_data.about(player))["games"]
        assert game["begun"] == table.row.begun


@asynccontextmanager
async def earlier(number: int, tmp_path, monkeypatch):
    """A store as it was before a migration."""
    found = migration_scripts.scripts
    with monkeypatch.context() as patch:
        patch.setattr("data.store.sqlite.scripts", lambda dialect: [(n, body) for n, body in found(dialect) if n < number])
        opened = await Store.open(tmp_path / "g.sqlite3")
    yield opened
    await opened.close()


async def test_games_of_before_have_none(tmp_path, monkeypatch):
    async with earlier(28, tmp_path, monkeypatch) as before:
        columns = "id, game, version, channel, language, theme, options, host, status, created"
        for number, status in enumerate(("open", "live", "over"), 1):
            await before.database.write(
                lambda db, *values: db.execute(f"INSERT INTO games ({columns}) VALUES (?, 'x', 1, ?, 'en', 'light', '{{}}', 1, ?, 5.0)", values),
                number, number, status,
            )  # fmt: skip
    after = await Store.open(tmp_path / "g.sqlite3")
    try:
        assert [(await after.tables.get(number)).begun for number in (1, 2, 3)] == [None] * 3
        row = await live_table(after, new_row(channel=9, begun=7.0), [])
        assert row.begun == 7.0
    finally:
        await after.close()
