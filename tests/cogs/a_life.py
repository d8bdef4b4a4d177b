"""A member of whom the bot has something of everything that it remembers of people, and where that is found."""

from __future__ import annotations

import re
import sqlite3

from cogs.housekeeping import UNUSED_DAYS
from cogs.play.tournaments.teams import Newcomer
from data.store.changes import Change
from data.store.rows import Absence
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.decided import decided

THIRD, FOURTH, FIFTH, SIXTH, SEVENTH = "3003", "3004", "3005", "3006", "3007"
"""More channels."""
STRANGER = "4005"
NEWER, ACCOUNT = "Mistress of Tides", "queen.of.tides"
"""A later name of Anna, and that of her account."""


def columns(chat) -> set[tuple[str, str]]:
    """Every column of every table."""
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        return {(t, c[1]) for t in tables for c in db.execute(f"PRAGMA table_info({t})")}


def says(value: object, word: str) -> bool:
    """Whether a value of the database holds a word; a number only as a whole one, since seeds and times hold any digits."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return re.search(rf"(?<![\w.]){word}(?![\w.])", text) is not None if word.isdigit() else word in text


def holding(chat, *words: str) -> set[tuple[str, str]]:
    """The columns that hold one of the words."""
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        return {(t, c) for t, c in columns(chat) for (value,) in db.execute(f"SELECT {c} FROM {t}") if any(says(value, word) for word in words)}


def traces(chat, *words: str) -> list[str]:
    """Every value of the database that holds one of the words."""
    found = []
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f"SELECT * FROM {table}").fetchall():
                found += [f"{table}: {row}" for word in words if any(says(value, word) for value in row)]
    return found


async def a_life_of_anna(chat) -> None:
    """Something of everything that the bot remembers of people."""
    new = {"game": "monster_hex", "options": "seating=joined"}
    chat.world.members[ANNA]["username"] = ACCOUNT
    await chat.set(ANNA, "language", language="en")
    await chat.set(ANNA, "away", days="2")
    await chat.set(ANNA, "away", days="0")
    await chat.bot.store.decks.save(int(ANNA), "hexygame", "Mine", {"c01": 2})
    await chat.bot.store.practice.tried(int(ANNA), "monster_hex", 7, True)
    for member, host in ((ANNA, BOHUMIL), (CECILE, ANNA)):
        await chat.set(member, "challenges", add=host)
    await chat.set(ANNA, "direct", on="True")
    for member, other in ((ANNA, STRANGER), (STRANGER, ANNA)):
        await chat.set(member, "block", add=other)
    await chat.set(ANNA, "stops", game="hexygame")
    await chat.choose(ANNA, chat.private(ANNA), chat.menus(chat.private(ANNA))[0], ["pass_move"])
    await chat.use(ANNA, "game new", **new, rated="true")
    await chat.press(BOHUMIL, chat.board(), "Join")
    await decided(await chat.bot.tables.here(int(HERE)), 5)
    await chat.use(BOHUMIL, "game resign", sure="true")
    await chat.use(ANNA, "game new", **new, opponent=CECILE)
    chat.world.members[ANNA]["global_name"] = NEWER
    await chat.use(DARA, "referee replace", player=ANNA, new=BOHUMIL, reason="exams")
    chat.world.members[ANNA]["global_name"] = "Anna"
    await chat.use(JUDGE, "referee end", reason="enough")
    await chat.use(BOHUMIL, "game new", **new, opponent=CECILE)
    await chat.use(ANNA, "referee end", reason="enough")
    await chat.use(ANNA, "game new", SIXTH, **new, opponent=BOHUMIL)
    await chat.use(BOHUMIL, "game nudge", SIXTH)
    await chat.use(ANNA, "referee pause", SIXTH, reason="dinner")
    table = await chat.bot.tables.here(int(SIXTH))
    async with table.changing(0):
        await table.commit(Change(table.row, absences={int(ANNA): Absence(int(ANNA), "gone", 1.0)}))
    await chat.set(ANNA, "hours", zone="Europe/Prague", start="22", end="7")  # After it: at night nobody is nudged.
    chat.world.add_channel(SEVENTH, "seventh-table")
    await chat.use(BOHUMIL, "game new", SEVENTH, **new, opponent=CECILE)
    await chat.use(ANNA, "game follow", SEVENTH)
    await chat.use(ANNA, "game new", THERE, **new, opponent=BOHUMIL, opponent2=CECILE, clock="24h")
    await chat.use(ANNA, "move", THERE, action="faction ember")
    await chat.use(DARA, "game new", THIRD, game="monster_hex", seats="3")
    await chat.use(ANNA, "game join", THIRD)
    await chat.use(ANNA, "tournament create", FOURTH, game="monster_hex")
    await chat.use(ANNA, "referee tournament end", FOURTH, reason="rain")
    await chat.use(ANNA, "tournament create", FOURTH, game="monster_hex", format="robin")
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.use(member, "tournament join", FOURTH)
    await chat.use(ANNA, "tournament start", FOURTH)
    await chat.settle()
    await chat.use(ANNA, "tournament create", FIFTH, game="monster_hex", format="single")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "tournament join", FIFTH)
    await chat.use(ANNA, "tournament start", FIFTH)
    await chat.settle()
    await chat.use(ANNA, "tournament create", "3006", post=False, game="monster_hex", name="Maybe")
    await chat.use(DARA, "game new", THERE, **new, opponent=ANNA, clock="until tomorrow 20:00")
    (match,) = await chat.bot.store.tournaments.live_tables(3)
    await chat.submit(ANNA, f"f:call:{match.table}", str(match.channel), reason="a doubt")
    await chat.use(DARA, "referee tournament substitute", FIFTH, player=ANNA, new=CECILE, reason="exams")
    await chat.use(JUDGE, "referee tournament pause", FOURTH, reason="rain")
    await chat.use(JUDGE, "referee tournament resume", FOURTH)
    await chat.settle()
    drafted = chat.new_channel("draft")
    await chat.use(ANNA, "tournament create", drafted, game="hexygame", settings="cards:draft")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "tournament join", drafted)
    await chat.use(ANNA, "tournament start", drafted)
    await chat.settle()
    there = await chat.bot.tournaments.drafting(await chat.bot.tournaments.here(int(drafted)))
    await chat.bot.tournaments.pick(there.tournament.id, int(ANNA), there.table.draft.view(there.seat(0)).pack[0])
    nations = chat.new_channel("nations")
    await chat.use(JUDGE, "tournament create", nations, game="monster_hex", format="robin", settings="teams:2")
    cup = await chat.bot.tournaments.here(int(nations))
    await chat.bot.tournaments.found_team(cup.id, Newcomer(int(BOHUMIL), "Bohumil"), "Alps")
    await chat.bot.tournaments.invite_to_team(cup.id, int(BOHUMIL), int(ANNA), "Anna")
    await chat.settle()
    await chat.bot.store.unused_settings.tidy(UNUSED_DAYS)
