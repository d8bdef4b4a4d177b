"""What is stored about a person: shown, handed out, forgotten without a trace; and servers that are left."""

from __future__ import annotations

import json
import sqlite3

from cogs.housekeeping import KEPT_DAYS
from data.desk import Desk
from data.people import OWN, People
from rules.clock import DAY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE

THIRD, FOURTH = "3003", "3004"


def traces(chat, *words: str) -> list[str]:
    """Every value of the database that holds one of the words."""
    found = []
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f"SELECT * FROM {table}").fetchall():
                text = " ".join(v.decode(errors="replace") if isinstance(v, bytes) else str(v) for v in row)
                found += [f"{table}: {text}" for word in words if word in text]
    return found


async def a_life_of_anna(chat) -> None:
    """Something of everything that the bot remembers of people."""
    new = {"game": "monster_hex", "options": "seating=joined"}
    await chat.use(ANNA, "settings language", language="en")
    await chat.use(ANNA, "settings hours", zone="Europe/Prague", start="22", end="7")
    await chat.use(ANNA, "settings away", days="2")
    await chat.use(ANNA, "settings away", days="0")
    await chat.bot.store.save_deck(int(ANNA), "hexygame", "Mine", {"c01": 2})
    await chat.use(ANNA, "game new", **new, rated="true")
    await chat.press(BOHUMIL, chat.board(), "Join")
    await chat.use(BOHUMIL, "game resign", sure="true")
    await chat.use(ANNA, "game new", **new, opponent=CECILE)
    await chat.use(DARA, "referee replace", player=ANNA, new=BOHUMIL, reason="exams")
    await chat.use(ANNA, "referee end", reason="enough")
    await chat.use(ANNA, "game new", THERE, **new, opponent=BOHUMIL, opponent2=CECILE, clock="24h")
    await chat.use(ANNA, "move", THERE, action="faction ember")
    await chat.use(DARA, "game new", THIRD, game="monster_hex", seats="3")
    await chat.use(ANNA, "game join", THIRD)
    await chat.use(ANNA, "tournament create", FOURTH, game="monster_hex", format="robin")
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.use(member, "tournament join", FOURTH)
    await chat.use(ANNA, "tournament start", FOURTH)
    await chat.settle()
    await chat.use(ANNA, "referee tournament pause", FOURTH, reason="rain")
    await chat.use(ANNA, "referee tournament resume", FOURTH)
    await chat.settle()


async def test_shown_exported_and_forgotten_without_a_trace(chat):
    assert "Nothing is stored" in await chat.use(ANNA, "settings data")
    await a_life_of_anna(chat)
    shown = await chat.use(ANNA, "settings data")
    for word in ("settings", "decks (1)", "ratings (2)", "seats you have left (1)", "tournaments you entered (1)", "moderator at tables (1)"):
        assert word in shown
    await chat.use(ANNA, "settings data", what="export")
    body = json.loads(chat.world.file(chat.private(ANNA)["attachments"][0]["id"]))
    assert body["id"] == int(ANNA)
    assert set(body) == {"id", *OWN}
    assert all(body[kind] for kind in OWN)
    assert all("seed" not in row for rows in list(body.values())[1:] for row in rows), "no seed of a game that goes on"
    assert traces(chat, ANNA, "Anna")
    assert "cannot be undone" in await chat.use(ANNA, "settings data", what="forget")
    question = chat.private(ANNA)
    await chat.press(ANNA, question, "Forget me")
    await chat.settle()
    assert traces(chat, ANNA, "Anna") == []
    assert "Nothing is stored" in await chat.use(ANNA, "settings data")
    there = await chat.bot.tables.here(int(THERE))
    assert not there.over, "the others play on"
    assert there.names[0] == "—"
    await chat.restart()
    await chat.use(BOHUMIL, "profile")
    assert "—" in (await chat.use(CECILE, "tournament standings", FOURTH))
    assert traces(chat, ANNA, "Anna") == []
    await chat.use(ANNA, "game new", FOURTH, game="monster_hex", opponent=DARA)
    assert traces(chat, ANNA)


async def test_other_names_are_left_alone(chat):
    """Somebody whose name is a part of others, and of everything else."""
    chat.world.members[ANNA]["global_name"] = "e"
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="e")
    await chat.bot.store.owe(1, "board", {"events": [["table.sits", {"seat": 0, "before": "e"}, None]], "by": None})
    await People(chat.bot.store).forget(int(ANNA))
    (owed,) = await chat.bot.store.owed(1)
    assert owed.payload == {"events": [["table.sits", {"seat": 0, "before": "—"}, None]], "by": None}
    ((_, _, act), *_) = await Desk(chat.bot.store).acts(1)
    assert act.whom == "— → Cécile"
    await chat.bot.outbox.send(1)


async def test_forgetting_needs_a_table_of_every_kind_covered(chat):
    """A column for a person that nobody thought of would be found here."""
    await a_life_of_anna(chat)
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {(t, c[1]) for t in tables for c in db.execute(f"PRAGMA table_info({t})") if c[1] in ("player", "host", "by")}
        held = {(t, c) for t, c in columns if db.execute(f"SELECT 1 FROM {t} WHERE {c} = ?", (int(ANNA),)).fetchone()}
    assert held == columns, "the life above leaves its trace in every table that knows persons"


async def test_a_server_that_is_left_is_forgotten_after_a_while(chat):
    await a_life_of_anna(chat)
    await chat.use(ANNA, "referee settings", scope="server", language="en")
    people = People(chat.bot.store)
    now = chat.bot.store.now()
    await people.note_servers([], now)
    assert await people.forget_servers(now - DAY) == []
    await people.note_servers([], now + DAY)
    await people.note_servers([2000], now + 2 * DAY)
    assert await people.forget_servers(now + 3 * DAY) == [], "the bot is back"
    await people.note_servers([], now)
    assert await people.forget_servers(now + (KEPT_DAYS + 1) * DAY) == [2000]
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        for table in ("games", "seats", "actions", "owed", "tournaments", "tournament_players", "dials", "rooms", "departed", "table_acts"):
            assert db.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,), table
        assert db.execute("SELECT COUNT(*) FROM settings").fetchone() == (1,), "what people have set for themselves is theirs"
    assert chat.seen(None, HERE)
