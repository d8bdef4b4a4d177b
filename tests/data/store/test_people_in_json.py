"""A mark in every place of every table in which somebody's name or number can stand: when they are forgotten, it is found nowhere."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from data.store import Store
from data.store.changes import BOARD, CALL, CLOSED, SAID, Message, Subject
from data.store.people_in_json import NOBODY, NUMBERS, in_names
from tests.cogs.a_life import says
from tests.databases import tables

pytestmark = pytest.mark.usefixtures("places")

MARK, OTHER, NAME, BEFORE = 700_000_000_000_000_077, 700_000_000_000_000_078, "Anna, Queen → of \\1 Tides", "Anička"
PERSONS, NAMES = {"player", "host", "by", "other"}, {"name", "account", "whom"}
"""Columns in which a person's number, or a name, stands, whatever table they are of."""
PLAIN = {
    "games": "game language theme status seed clock stands",
    "seats": "computer",
    "actions": "action",
    "owed": "kind trouble",
    "facts": "key",
    "tournaments": "name game language seeding status seed clock told stands",
    "tournament_acts": "act reason",
    "disputes": "reason",
    "tournament_teams": "name",
    "table_acts": "act reason",
    "dials": "nudges",
    "faults": "number",
    "proposals": "kind asked agreed mark",
    "rooms": "games starters language theme",
    "practice_rooms": "game",
    "practice_days": "game",
}
"""Columns of text in which words of the bot stand, numbers of seats, and reasons and titles, which stay as they were typed."""
OWN = {
    "settings", "accepted", "away", "decks", "stops", "ratings", "rating_changes", "follows", "nudges", "absences", "waits", "drafts", "motions",
    "blocks", "rings", "replies", "practice_tries",
}  # fmt: skip
"""Tables whose rows are about somebody alone, or about what they have a part in for the moment, and go as a whole."""


class Column(NamedTuple):
    """A column as the database describes it."""

    table: str
    name: str
    kind: str
    needed: bool

    @property
    def text(self) -> bool:
        return self.kind == "text"

    @property
    def number(self) -> bool:
        return self.kind in ("integer", "bigint")


async def columns(store: Store) -> list[Column]:
    """Every column of every table, those aside that the database fills by itself."""
    if store.path is None:
        rows = await store.all(
            "SELECT table_name, column_name, data_type, is_nullable = 'NO' FROM information_schema.columns WHERE table_schema = 'public'"
        )
        kinds = [(table, name, kind, needed) for table, name, kind, needed in rows]
    else:
        kinds = []
        for table in await tables(store):
            kinds += [(table, name, kind, needed) for _, name, kind, needed, *_ in await store.all(f"PRAGMA table_info({table})")]
    known = {*await tables(store)} - {"migrations", "alive", "departed"}
    return [Column(t, n, k.lower(), bool(w)) for t, n, k, w in kinds if t in known and n != "id"]


def fact(name: str, number: int) -> dict[str, Any]:
    """A message in which somebody stands in every way, beside others, several times in one fact, and by a name of which nothing else tells."""
    return {
        "who": name,
        "facts": {"who": f"Bohumil, {name}, {name}", "name": f"{name} → Bohumil", "before": BEFORE, "several": [name, ["Bohumil", {"by": name}]]},
        "act": [number, "drop", f"Bohumil, {name} → Cécile", "because"],
        "missing": {str(number): name, str(OTHER): "Bohumil"},
        "named": {str(number): BEFORE, str(OTHER): "Bohumil"},
        "by": number,
        "seen": [number, OTHER, [str(number)], f"<@{number}>"],
        "events": [["table.sits", {"seat": 0, "before": name, "after": f"{BEFORE}, Bohumil"}, None]],
    }


def shape(number: int) -> dict[str, Any]:
    """What the bot keeps for itself, with somebody's number in it."""
    return {"seats": 2, "a": number, "b": [number, {str(number): str(number)}], "others": [OTHER]}


def value(column: Column, person: str, name: str, number: int) -> Any:
    """What stands in a column, where it is `person` that is somebody."""
    table, key = column.table, column.name
    if key in PERSONS:
        return number if key == person else OTHER
    if key in NAMES and key not in PLAIN.get(table, "").split():
        return f"Bohumil, {name} → Cécile" if key == "whom" else name if person else "Bohumil"
    if (table, key) == ("owed", "payload"):
        return json.dumps(fact(name, number))
    if key in NUMBERS.get(table, ()):
        return json.dumps(shape(number))
    if table == "drafts" and key == "settings":
        return json.dumps({"opponent": f"seated:{number}"})
    if key == "status":
        return "over"
    if key in ("game", "tournament", "begun", "parcel", "seat", "entrant") and column.number:
        return 1
    if not column.needed:
        return None
    return "x" if column.text else 1 if column.number else b"x" if column.kind in ("blob", "bytea") else 1.0


async def a_mark_everywhere(store: Store) -> None:
    """Rows of every table in which somebody may stand: each of its columns that is a person, in turn, is them."""
    known = await columns(store)
    order = ["games", "tournaments", *sorted({c.table for c in known} - {"games", "tournaments"})]
    async with store.transaction() as db:
        for table in order:
            own = [c for c in known if c.table == table]
            people = [c.name for c in own if c.name in PERSONS] or [""]
            subjects = ("game", "tournament") if table == "owed" else ("",)
            for n, (person, subject) in enumerate((p, s) for p in people for s in subjects):
                values = {c.name: value(c, person, NAME, MARK) for c in own}
                values |= {"tournament" if subject == "game" else "game": None} if subject else {}
                values |= {"entrant": n + 1} if table == "tournament_players" else {}
                if table == "facts":
                    values["key"] = "mark"
                names, places = ", ".join(values), ", ".join("?" * len(values))
                await db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(values.values()))


def spelled(value: object) -> object:
    """A value; JSON with all its letters as they are."""
    try:
        return json.dumps(json.loads(value), ensure_ascii=False).replace("\\\\", "\\") if isinstance(value, str) else value
    except ValueError:
        return value


async def traces(store: Store, *words: str) -> set[str]:
    """The columns of all tables that hold one of the words."""
    rows = [(table, row) for table in await tables(store) for row in await store.records(f"SELECT * FROM {table}")]
    return {f"{table}.{key}" for table, row in rows for key, value in row.items() for word in words if says(spelled(value), word)}


async def test_every_place_is_known():
    store = await Store.open(":memory:")
    known = await columns(store)
    await store.close()
    walked = {("owed", "payload"), *((table, column) for table, columns in NUMBERS.items() for column in columns)}
    plain = {(table, column) for table, words in PLAIN.items() for column in words.split()}
    texts = {(c.table, c.name) for c in known if c.text and c.table not in OWN}
    named = {(table, name) for table, name in texts if name in NAMES} - plain
    cards = {("card_picks", "card"), *(("card_seats", name) for name in ("packs", "wishes", "building", "deck"))}
    secret = {("tournament_players", "deck"), *cards}
    assert texts == walked | plain | named | secret, "say of a new column of text whether somebody may stand in it"


async def test_a_mark_in_every_place_is_found_nowhere_when_its_person_is_forgotten():
    store = await Store.open(":memory:")
    await a_mark_everywhere(store)
    marked = await traces(store, str(MARK), NAME, BEFORE)
    people = {
        f"{c.table}.{c.name}" for c in await columns(store) if c.name in PERSONS | (NAMES - {"name"}) or (c.name == "name" and c.table in NAMED)
    }
    walked = {f"{table}.{column}" for table, columns in NUMBERS.items() for column in columns}
    assert marked >= people | walked | {"owed.payload", "drafts.settings"}, "the mark is everywhere"
    await store.own_data.forget(MARK)
    assert await traces(store, str(MARK), NAME, BEFORE) == set()
    assert await traces(store, str(OTHER)) >= {"games.options", "tournaments.state", "facts.value", "owed.payload"}, "others stay"
    assert await traces(store, "Bohumil") >= {"owed.payload", "table_acts.whom", "tournament_acts.whom"}
    await store.close()


NAMED = {"seats", "sittings", "tournament_players", "tournament_left"}
"""Tables with names of people."""


async def test_what_is_told_later_says_the_rest_as_it_was():
    store = await Store.open(":memory:")
    await a_mark_everywhere(store)
    await store.own_data.forget(MARK)
    for subject in (Subject("table", 1), Subject("tournament", 1)):
        ((text,),) = await store.all(f"SELECT payload FROM owed WHERE {'game' if subject.kind == 'table' else 'tournament'} = 1")
        told = json.loads(text)
        assert told["facts"]["who"] == f"Bohumil, {NOBODY}, {NOBODY}"
        assert told["facts"]["several"] == [NOBODY, ["Bohumil", {"by": NOBODY}]]
        assert told["act"] == [0, "drop", f"Bohumil, {NOBODY} → Cécile", "because"]
        assert told["missing"] == {"0": NOBODY, str(OTHER): "Bohumil"}
        assert told["seen"] == [0, OTHER, [NOBODY], NOBODY]
        assert told["events"] == [["table.sits", {"seat": 0, "before": NOBODY, "after": f"{NOBODY}, Bohumil"}, None]]
    await store.close()


@pytest.mark.parametrize("called", ["lost", "drop", "gone", "table.sits", "warned", "robin", "ember", "3.1"])
async def test_a_name_that_is_a_word_of_ours_breaks_nothing(called):
    """A message says as before what it is about; only who is meant is blotted."""
    store = await Store.open(":memory:")
    sits, laid = ["table.sits", {"seat": 0, "before": called}, "3.1"], ["mh.faction", {"faction": called, "seat": 0}, called]
    said = {"key": called, "facts": {"name": called, "level": called}, "why": called, "what": called, "act": [MARK, called, called, called]}
    table = Subject("table", 1)
    async with store.transaction() as db:
        columns = "id, game, version, channel, language, theme, options, host, status, created"
        await db.execute(
            f"INSERT INTO games ({columns}) VALUES (1, 'monster_hex', 1, 5, 'en', 'dark', ?, 7, 'over', 0)", (json.dumps({"a": called}),)
        )
        await db.execute("INSERT INTO seats (game, seat, player, name) VALUES (1, 0, ?, ?)", (MARK, called))
    await store.outbox.owe(
        table, Message(SAID, said), Message(BOARD, {"events": [sits, laid], "by": None}), Message(CLOSED, {"why": called, "facts": {}})
    )
    await store.own_data.forget(MARK)
    told, board, closed = await store.outbox.of(table)
    assert told.payload == said | {"facts": {"name": NOBODY, "level": called}, "act": [0, called, NOBODY, called]}
    assert board.payload["events"] == [["table.sits", {"seat": 0, "before": NOBODY}, "3.1"], laid]
    assert closed.payload == {"why": called, "facts": {}}
    assert json.loads((await store.one("SELECT options FROM games"))[0]) == {"a": called}
    await store.close()


async def test_what_is_for_them_alone_or_cannot_be_read_goes():
    store = await Store.open(":memory:")
    await a_mark_everywhere(store)
    table = Subject("table", 1)
    await store.outbox.owe(table, Message(CALL, {"player": MARK}), Message(CALL, {"player": OTHER}))
    async with store.transaction() as db:
        await db.execute("INSERT INTO owed (game, kind, payload, created) VALUES (1, 'said', ?, 0)", ('{"key": "' + NAME,))
    await store.own_data.forget(MARK)
    rows = await store.all("SELECT kind, payload FROM owed WHERE game = 1 AND kind <> 'x'")
    assert [(kind, json.loads(text)) for kind, text in rows] == [(CALL, {"player": OTHER})]
    await store.close()


async def test_whoever_is_called_otherwise_is_so_among_several_too():
    assert in_names("Bohumil, Anna → Anna", {"Anna": "\\2, x"}) == "Bohumil, \\2, x → \\2, x"
    assert in_names("Annabel, Hanna", {"Anna": "—"}) == "Annabel, Hanna"
