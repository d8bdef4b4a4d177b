"""What is stored about a person: shown, handed out, forgotten without a trace; and servers that are left."""

from __future__ import annotations

import json
import sqlite3

import pytest

from cogs.housekeeping import KEPT_DAYS, UNUSED_DAYS
from cogs.play.tables import NoTable
from data.store import Store
from data.store.changes import BOARD, HELD, SAID, Change, Message, Raced, Subject, TournamentChange
from data.store.migration_scripts import MIGRATIONS
from data.store.own_data import OWN
from data.store.rows import EVERYWHERE, EntrantRow, SeatRow, Sitting, Tournament
from data.user_text import Called
from playground.permission_bits import SEND_MESSAGES
from playground.world import World
from rules.competition.clock import DAY
from rules.competition.tournament import Plan
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.cogs.a_life import ACCOUNT, FOURTH, NEWER, a_life_of_anna, columns, holding, says, traces
from tests.data.store.test_finished_games import finished
from tests.stored import live_table, new_row
from tests.waiting import for_ever, until

OWN_TABLE = Subject("table", 1)
PERSONS = {
    *((table, "player") for table in ("seats", "sittings", "settings", "decks", "stops", "ratings", "rating_changes", "away", "tournament_players")),
    *((table, "host") for table in ("games", "tournaments", "drafts")),
    *((table, "by") for table in ("table_acts", "tournament_acts", "motions")),
    ("tournament_left", "player"),
    ("owed", "payload"),
    ("drafts", "settings"),
    ("disputes", "player"),
    *(("accepted", column) for column in ("player", "host")),
    *((table, "player") for table in ("follows", "nudges", "absences", "seen", "replies", "practice_tries", "team_invitations", "asked_messages")),
    *(("blocks", column) for column in ("player", "other")),
    *(("rings", column) for column in ("player", "by")),
}
"""Columns with the number of a person."""
NAMES = {
    *((table, "name") for table in ("seats", "sittings", "tournament_players", "tournament_left")),
    *((table, "account") for table in ("seats", "sittings", "tournament_players")),
    *((table, "whom") for table in ("table_acts", "tournament_acts")),
    ("owed", "payload"),
    ("drafts", "settings"),
}
"""Columns in which a person's name stands."""
NOBODYS = {
    "games": "id game version played guild channel message language theme options status seed position snapshot outcome created ended rated clock"
    " paused asked revision ripe hints begun stands stood edition",
    "seats": "game seat computer offered agreed proposed handicap",
    "actions": "game number seat action auto interaction at",
    "owed": "id game tournament kind created parcel next tries trouble begun",
    "settings": "language theme pings zone quiet weekends hours_at everywhere accepts accept_games accept_fastest accept_slowest accept_rated"
    " accept_servers accept_tables direct motion",
    "accepted": "",
    "follows": "game turns",
    "nudges": "game at",
    "replies": "game sealed asked hour seconds",
    "blocks": "at",
    "rings": "what place at",
    "absences": "game why since until alone",
    "facts": "key value",
    "alive": "count shard at",
    "decks": "game name cards changed",
    "stops": "game orders",
    "ratings": "game guild mu sigma games",
    "rating_changes": "game guild mu sigma",
    "tournaments": "id guild channel message name game options language plan seeding rated status seed state created ended paused clock terms"
    " checking alarm cleared told revision announced stands stood event commits",
    "tournament_players": "tournament entrant here deck team",
    "tournament_teams": "tournament team name",
    "team_invitations": "tournament team",
    "asked_messages": "tournament message asker asked until",
    "tournament_left": "id tournament entrant at",
    "tournament_games": "tournament fixture number game channel",
    "tournament_threads": "tournament fixture channel",
    "tournament_acts": "id tournament at act round reason",
    "card_seats": "tournament seat entrant packs since missed computer wishes building deck",
    "card_picks": "tournament number seat card",
    "motions": "game act seats target number made reason mark stage agreed silent counted",
    "disputes": "game seat tournament number at reason",
    "table_acts": "id game number at act reason",
    "bases": "game number version snapshot",
    "dials": "game seat remaining lapses since due nudges next spent",
    "waits": "game seat question seen sat waited counted stage computer ending mark",
    "faults": "game seat question at until number stood stuck",
    "away": "begun until",
    "sittings": "id game seat number at",
    "proposals": "game kind seat number target asked agreed mark",
    "rooms": "guild channel games starters language pings theme motion",
    "practice_tries": "game puzzle solved at turn",
    "practice_rooms": "guild channel game since",
    "practice_days": "guild day channel game puzzle claimed message pressed closed",
    "departed": "guild at",
    "drafts": "id guild channel game command made",
    "seen": "day",
    "migrations": "number at",
}
"""Columns that say nothing of who a person is."""


@pytest.fixture
async def store():
    opened = await Store.open(":memory:")
    yield opened
    await opened.close()


async def test_shown_exported_and_forgotten_without_a_trace(chat):
    assert "Nothing is stored" in await chat.set(ANNA, "data")
    await a_life_of_anna(chat)
    shown = await chat.set(ANNA, "data")
    for word in (
        "settings",
        "decks (1)",
        "usual stops (1)",
        "ratings (2)",
        "seats you have left (2)",
        "plays on for you (1)",
        "tournaments you entered (2)",
        "moderator at tables (1)",
    ):
        assert word in shown
    await chat.set(ANNA, "data", what="export")
    body = json.loads(chat.world.file(chat.private(ANNA)["attachments"][0]["id"]))
    assert body["id"] == int(ANNA)
    assert set(body) == {"id", *OWN, "leagues", "ladders", "line_ups"}
    assert all(body[kind] for kind in OWN)
    assert all("seed" not in row for rows in list(body.values())[1:] for row in rows), "no seed of a game that goes on"
    assert columns(chat) == PERSONS | NAMES | {(t, c) for t, words in NOBODYS.items() for c in words.split()}, "say of a new column whom it knows"
    assert holding(chat, ANNA) == PERSONS, "the life above leaves its trace in every column that knows persons, and in no other"
    await chat.bot.store.outbox.owe(OWN_TABLE, Message(HELD, {"events": [["table.sits", {"seat": 0, "before": "Anna"}, None]], "by": None}))
    assert holding(chat, "Anna", NEWER, ACCOUNT) == NAMES
    assert {p.name for p in chat.folder.iterdir()} <= {f"games.sqlite3{end}" for end in ("", "-wal", "-shm")}
    written = [m["content"] for m in chat.seen(None, THERE)]
    assert any("Anna" in words for words in written)
    assert "cannot be undone" in await chat.set(ANNA, "data", what="forget")
    question = chat.private(ANNA)
    await chat.press(ANNA, question, "Forget me")
    await chat.settle()
    assert traces(chat, ANNA, "Anna", NEWER, ACCOUNT) == []
    assert "Nothing is stored" in await chat.set(ANNA, "data")
    there = await chat.bot.tables.here(int(THERE))
    assert not there.over, "the others play on"
    assert there.names[0] == "—"
    over = await chat.bot.store.tables.actions(1)
    assert [row.action for row in over][-1] == ("resign",), "finished games stay"
    assert [m["content"] for m in chat.seen(None, THERE)][: len(written)] == written, "messages are Discord's"
    await chat.restart()
    await chat.use(BOHUMIL, "profile")
    assert "—" in (await chat.use(CECILE, "tournament standings", FOURTH))
    assert traces(chat, ANNA, "Anna", NEWER, ACCOUNT) == []
    await chat.use(ANNA, "game new", FOURTH, game="monster_hex", opponent=DARA)
    assert traces(chat, ANNA)


async def test_other_names_are_left_alone(chat):
    """Somebody whose name is a part of others, and of everything else."""
    chat.world.members[ANNA]["global_name"] = "e"
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="e")
    chat.bot.port.send = for_ever  # It stays owed.
    await chat.bot.store.outbox.owe(OWN_TABLE, Message(BOARD, {"events": [["table.sits", {"seat": 0, "before": "e"}, None]], "by": None}))
    await chat.bot.store.own_data.forget(int(ANNA))
    (owed,) = await chat.bot.store.outbox.of(OWN_TABLE)
    assert owed.payload == {"events": [["table.sits", {"seat": 0, "before": "—"}, None]], "by": None}
    ((_, _, act), *_) = await chat.bot.store.tables.acts(1)
    assert act.whom == "— → Cécile"
    assert act.reason == "e", "what somebody has typed"


async def test_names_within_names_and_names_with_what_stands_between_them(chat):
    """A name may hold the signs that part names in an act."""
    chat.world.members[ANNA]["global_name"] = "Anna, Queen → of Tides"
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="exams")
    await chat.bot.store.own_data.forget(int(ANNA))
    ((_, _, act), *_) = await chat.bot.store.tables.acts(1)
    assert act.whom == "— → Cécile"


async def test_who_has_declined_is_not_named_when_that_is_told_later(chat):
    """They sit nowhere, and neither does their name stand anywhere else."""
    chat.accepting = False
    await chat.use(DARA, "game new", game="monster_hex", opponent=ANNA, opponent2=CECILE)
    lobby = chat.board()
    await chat.press(CECILE, lobby, "Accept")
    chat.bot_may_not(HERE, SEND_MESSAGES)
    await chat.press(ANNA, lobby, "Decline")
    (told,) = [debt for debt in await chat.bot.store.outbox.of(OWN_TABLE) if debt.kind == SAID]
    assert told.payload["facts"] == {"who": "Anna"}
    await chat.bot.store.own_data.forget(int(ANNA))
    assert traces(chat, ANNA, "Anna") == []
    chat.bot_may(HERE)
    await chat.bot.worker.retry()
    await chat.settle()
    assert [m for m in chat.seen(None) if "— does not want to play" in m["content"]]


async def test_a_moderator_who_is_forgotten_is_not_named_later_by_what_they_did(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    chat.bot_may_not(HERE, SEND_MESSAGES)
    await chat.use(DARA, "referee pause", reason="dinner")
    assert [debt.payload["act"][0] for debt in await chat.bot.store.outbox.of(OWN_TABLE) if debt.kind == SAID] == [int(DARA)]
    await chat.bot.store.own_data.forget(int(DARA))
    assert traces(chat, DARA) == []
    chat.bot_may(HERE)
    await chat.bot.worker.retry()
    await chat.settle()
    assert [m["content"] for m in chat.seen(None) if "dinner" in m["content"]] == ["— pauses the game: dinner"]


async def export(chat, member: str) -> dict:
    await chat.set(member, "data", what="export")
    return json.loads(chat.world.file(chat.private(member)["attachments"][0]["id"]))


async def test_the_file_has_what_was_done_to_somebody_and_nothing_that_others_have_set(chat):
    await a_life_of_anna(chat)
    found = await export(chat, ANNA)
    told = {(row["act"], row["reason"]) for kind in ("acts_about_you_at_tables", "acts_about_you_in_tournaments") for row in found[kind]}
    assert told == {("replace", "exams"), ("substitute", "exams")}
    assert found["accepted"] == [{"host": int(BOHUMIL)}], "whom they have named themselves"
    others = json.dumps({kind: rows for kind, rows in found.items() if kind != "accepted"})
    assert [member for member in (BOHUMIL, CECILE, DARA, JUDGE) if says(others, member)] == []
    assert (await export(chat, CECILE))["acts_about_you_at_tables"] == [], "whose seat nobody touched"
    assert [row["act"] for row in (await export(chat, DARA))["acts_at_tables"]] == ["replace"]


async def seen(chat) -> int:
    """How many days ago Anna was here."""
    ((day,),) = await chat.bot.store.all("SELECT day FROM seen WHERE player = ?", (int(ANNA),))
    return int(chat.bot.store.now() // DAY) - day


async def test_whatever_somebody_does_counts_as_being_here(chat):
    await chat.set(ANNA, "language", language="en")
    await chat.use(BOHUMIL, "game new", game="monster_hex", opponent=CECILE)
    await chat.bot.store.unused_settings.tidy(UNUSED_DAYS)

    async def command():
        await chat.use(ANNA, "help")

    async def button():
        await chat.press(ANNA, chat.board(), "Ruka")

    async def completion():
        await chat.complete(ANNA, "rules", "topic", "m")

    for does in (command, button, completion):
        async with chat.bot.store.transaction() as db:
            await db.execute("UPDATE seen SET day = day - 700 WHERE player = ?", (int(ANNA),))
        chat.bot.store.unused_settings._met.clear()
        assert await seen(chat) == 700
        await does()
        await until(lambda: seen_today(chat), f"{does.__name__} to be noted")


async def seen_today(chat) -> bool:
    return await seen(chat) == 0


async def test_what_was_set_goes_by_itself(chat):
    await chat.set(ANNA, "language", language="fr")
    care = chat.bot.get_cog("Housekeeping")
    await care.daily.coro(care)
    assert await seen(chat) == 0
    async with chat.bot.store.transaction() as db:
        await db.execute("UPDATE seen SET day = day - 731 WHERE player = ?", (int(ANNA),))
    await care.daily.coro(care)
    assert traces(chat, ANNA) == []


async def test_actions_are_exported_for_who_sat_there_then(chat):
    last = "4005"
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="exams")
    await chat.use(DARA, "referee replace", player=CECILE, new=DARA, reason="a seat nobody acted in")
    await chat.use(JUDGE, "referee replace", player=DARA, new=last, reason="ill")
    await chat.use(BOHUMIL, "move", action="faction tide")
    found = await chat.bot.tables.here(int(HERE))
    places = []
    for member, seat in ((last, 0), (BOHUMIL, 1), (last, 0)):
        places.append(" ".join(next(legal(found.rules, found.state, seat))))
        await chat.use(member, "move", action=places[-1])
    await chat.use(BOHUMIL, "game resign", sure="true")
    done = {member: [row["action"] for row in (await export(chat, member))["actions"]] for member in (ANNA, BOHUMIL, CECILE, DARA, last)}
    assert done == {ANNA: ["faction ember"], BOHUMIL: ["faction tide", places[1], "resign"], CECILE: [], DARA: [], last: places[::2]}
    assert [len(await chat.bot.store.finished_games.answer_times(int(member))) for member in (ANNA, last)] == [0, 1]


async def test_a_server_that_is_left_is_forgotten_after_a_while(chat):
    await a_life_of_anna(chat)
    await chat.set_room(ANNA, scope="server", language="en")
    servers, care = chat.bot.store.departed_servers, chat.bot.get_cog("Housekeeping")
    now = chat.bot.store.now()
    await servers.note([], [2000], now)
    assert await servers.left_before(now - DAY) == []
    await servers.note([], [2000], now + DAY)
    await servers.note([2000], [], now + 2 * DAY)
    assert await servers.left_before(now + 3 * DAY) == [], "the bot is back"
    assert await servers.forget(2000) == []
    kept = await chat.bot.tables.here(int(THERE))
    chat.throws_out()
    await until(lambda: servers.left_before(chat.bot.store.now() + 1), "the departure to be noted")
    chat.ahead += (KEPT_DAYS - 1) * DAY
    await care.look()
    assert (await chat.bot.tables.here(int(THERE))) is kept
    chat.ahead += 2 * DAY
    await care.look()
    with pytest.raises(NoTable):
        await chat.bot.tables.get(kept.id)
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        left = {t for (t,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if db.execute(f"SELECT 1 FROM {t}").fetchone()}
    own = {"settings", "away", "decks", "stops", "accepted", "seen", "replies", "blocks", "practice_tries"}
    assert left == {*own, "facts", "alive", "migrations", "sqlite_sequence"}, "what people have set for themselves is theirs"
    assert "No rated games" in await chat.use(ANNA, "profile", World.direct(ANNA))
    assert chat.seen(None, HERE)


async def test_a_server_of_which_nothing_is_known_is_not_left(chat):
    """What Discord tells of it may not have arrived, or not been readable; only its own word counts, and it is asked again before anything goes."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    servers, care, old = chat.bot.store.departed_servers, chat.bot.get_cog("Housekeeping"), (KEPT_DAYS + 1) * DAY
    chat.bot._connection._guilds.clear()
    await care.look()
    assert await servers.left_before(chat.bot.store.now() + 1) == [], "it is there when it is asked for"
    chat.unavailable()
    await care.look()
    assert await servers.left_before(chat.bot.store.now() + 1) == [], "it gives no answer"
    await servers.note([], [2000], chat.bot.store.now() - old)
    await care.look()
    assert await servers.left_before(chat.bot.store.now() + 1) == [2000]
    assert await chat.bot.tables.here(int(HERE)), "nothing goes without an answer"
    chat.available()
    chat.bot._connection._guilds.clear()
    await care.look()
    assert await servers.left_before(chat.bot.store.now() + 1) == [], "it has been there all the time"
    await chat.disconnect()
    chat.throws_out()
    await chat.connect()
    await until(lambda: chat.bot.store.departed_servers.left_before(chat.bot.store.now() + 1), "the departure to be noted that nobody has heard of")


async def test_one_server_that_cannot_be_forgotten_keeps_no_other(chat, monkeypatch, caplog):
    servers, care = chat.bot.store.departed_servers, chat.bot.get_cog("Housekeeping")
    care.daily.cancel()  # On a busy machine it has only just begun, and notes what is put here.
    now, forget = chat.bot.store.now(), care.bot.store.departed_servers.forget
    for guild in (2001, 2002, 2003):
        await finished(chat.bot.store, (0,), (1,), guild=guild)
    await servers.note([], (2001, 2002, 2003), now - (KEPT_DAYS + 1) * DAY)

    async def stumbling(guild: int) -> list[int]:
        if guild == 2002:
            raise sqlite3.IntegrityError("FOREIGN KEY constraint failed")
        return await forget(guild)

    monkeypatch.setattr(care.bot.store.departed_servers, "forget", stumbling)
    await care.look()
    assert await servers.left_before(now) == [2002]
    assert "server 2002 could not be forgotten" in caplog.text
    monkeypatch.undo()
    await care.look()
    assert await servers.left_before(now) == []


async def test_ratings_that_forgotten_servers_have_left_are_put_right(tmp_path):
    """A database of a bot that did not know how to."""
    path = tmp_path / "old.sqlite3"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT")
        for script in sorted(MIGRATIONS.glob("00*.sql")):
            db.executescript(script.read_text(encoding="utf-8"))
            db.execute("INSERT INTO migrations VALUES (?, 0)", (int(script.name[:3]),))
        for number, ended in ((1, 20.0), (2, 10.0)):
            db.execute(
                "INSERT INTO games (id, game, version, guild, channel, language, theme, options, host, status, created, ended)"
                " VALUES (?, 'hexknight', 1, 1, 5, 'en', 'light', '{}', 7, 'over', 0, ?)",
                (number, ended),
            )
        db.executemany("INSERT INTO rating_changes VALUES (?, 7, 0, ?, 2.0)", [(1, 31.0), (2, 28.0)])
        db.executemany("INSERT INTO ratings VALUES (?, 'hexknight', ?, 40.0, 1.0, 9)", [(7, 0), (8, 0), (8, 1)])
    db.close()
    opened = await Store.open(path)
    rows = await opened.all("SELECT player, guild, mu, sigma, games FROM ratings ORDER BY player, guild")
    await opened.close()
    assert rows == [(7, 0, 31.0, 2.0, 2), (8, 1, 40.0, 1.0, 9)]


async def test_ratings_over_all_are_what_the_remaining_games_made_of_them(store):
    servers = store.departed_servers
    await finished(store, (0,), (1,), guild=1)
    after_first = {r.player: r for r in await store.ratings.ranked(EVERYWHERE, "monster_hex")}
    await finished(store, (1,), (0,), guild=2)
    await finished(store, (0,), (1,), (2,), guild=2)
    match = await finished(store, (0,), (1,), guild=2, game="hexknight")
    async with store.transaction() as db:  # A match of another server's tournament.
        await db.execute(
            "INSERT INTO tournaments (id, guild, channel, name, host, game, options, language, plan, seeding, rated, status, created)"
            " VALUES (1, 1, 5, 'Cup', 7, 'hexknight', '{}', 'en', '{}', 'random', 1, 'live', 0)"
        )
        await db.execute("INSERT INTO tournament_games VALUES (1, 0, 0, ?, 5)", (match,))
    await servers.note([1], [2], 0)
    await servers.forget(2)
    assert {r.player: r for r in await store.ratings.ranked(EVERYWHERE, "monster_hex")} == after_first
    assert await store.ratings.ranked(EVERYWHERE, "hexknight") == []
    assert await store.ratings.ranked(2) == []
    assert len(await store.ratings.ranked(1)) == 2
    for player, ranked in after_first.items():
        assert [r.rating for r in (await store.ratings.curve(player, "monster_hex", EVERYWHERE)).values()] == [ranked.rating]


async def test_who_is_told_to_be_missing_may_be_forgotten_before_that_is_sent(store):
    """They are in no tournament any more, and still named by what a channel is owed."""
    async with store.transaction() as db:
        await db.execute(
            "INSERT INTO tournaments (id, guild, channel, name, host, game, options, language, plan, seeding, rated, status, created)"
            " VALUES (1, 1, 5, 'Cup', 7, 'hexknight', '{}', 'en', '{}', 'random', 1, 'live', 0)"
        )
    cup = Subject("tournament", 1)
    await store.outbox.owe(cup, Message("notice", {"channel": 5, "missing": {"77": "Anna", "78": "Bohumil"}}), Message("go_on"))
    await store.own_data.forget(77)
    notice, _ = await store.outbox.of(cup)
    assert sorted(notice.payload["missing"].values()) == ["Bohumil", "—"]
    assert "77" not in notice.payload["missing"]


async def test_nobody_comes_back_by_a_change_that_was_thought_out_before_they_were_forgotten(store):
    row = Tournament(
        id=0, guild=1, channel=5, message=None, name="Cup", host=1, game="hexknight", options={}, language="en", plan=Plan("swiss"),
        seeding="hand", rated=False, status="open", seed=1, state=None,
    )  # fmt: skip
    made = await store.tournaments.create(TournamentChange(row, [EntrantRow(0, 77, "Anna"), EntrantRow(1, 78, "Bohumil")]))
    found, players = await store.tournaments.get(made), await store.tournaments.entrants(made)
    await store.own_data.forget(77)
    with pytest.raises(Raced):
        await store.tournaments.commit(TournamentChange(found, [*players, EntrantRow(2, 79, "Dara")]))
    assert [(p.player, p.name) for p in await store.tournaments.entrants(made)] == [(-1, "—"), (78, "Bohumil")]


async def test_a_computer_that_plays_on_for_somebody_is_not_called_like_them_when_they_are_forgotten(store):
    seats = [SeatRow(0, 77, None, Called("Anna", "queen")), SeatRow(1, 78, None, Called("Anna", "other"))]
    row = await live_table(store, new_row(), seats)
    taken = [SeatRow(0, None, "normal", "Anna"), seats[1]]
    await store.tables.commit(Change(row, seats=taken, sitting=Sitting(0, 4, 0.0, 77, seats[0].name)))
    await store.own_data.forget(77)
    assert [(s.player, s.name) for s in await store.tables.seats(row.id)] == [(None, "—"), (78, "Anna")]
    (sitting,) = await store.tables.sittings(row.id)
    assert (sitting.player, sitting.name, sitting.name.account) == (None, "—", "")
    assert [s.name.account for s in await store.tables.seats(row.id)] == ["", "other"]
