"""Renames and removes people in JSON columns: by name when they are renamed, by name and number when forgotten.

Names stand in outbox messages and in moderators' acts, numbers anywhere. Keys and other fixed words are never taken for a name, whatever somebody
calls themselves, and typed reasons stay as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from data.store import parsing
from data.store.changes import TABLE, TOURNAMENT, Subject
from data.store.database import Connection

NOBODY = "—"
"""The name of somebody who has been forgotten."""
NOBODYS_ID = 0
"""The number in the place of a forgotten host or moderator."""
NAMED = "named"
"""Under what a message says whom its facts name who may sit nowhere any more: their names by their numbers."""
WORDS = frozenset(("key", "why", "what", "stage", "mark", "news", "lost", "id", "number", "level", "reason"))
"""What of a message is a word of ours, or typed."""
OURS = "table."
"""How events begin that are not the game's. Its own name nobody: rules know seats."""
_OWNER = {TABLE: "game", TOURNAMENT: "tournament"}
NUMBERS = {
    "games": ("options", "outcome", "asked"),
    "tournaments": ("options", "plan", "terms", "state"),
    "facts": ("value",),
}
"""Where else JSON stands, of the bot's own making: nobody's name is in it, and their number is not to be."""
_KEYS = {"facts": "key"}
"""By what rows are told apart, where it is not their number."""


def named(people: Mapping[int | None, str]) -> dict[str, str]:
    """Names by id, as a message stores whom its facts name."""
    return {str(player): str(name) for player, name in people.items() if player is not None}


def write_name(db: Connection, where: Subject, old: str, new: str) -> None:
    """Replaces a name at a table or in a tournament: in moderators' acts, and in unsent messages."""
    _write_acts(db, where, {old: new})
    for row, text in db.execute(f"SELECT id, payload FROM owed WHERE {_OWNER[where.kind]} = ?", (where.id,)).fetchall():
        _write(db, row, text, _Walk({old: new}))


def blot(db: Connection, player: int) -> None:
    """Removes a person from all JSON columns and from moderators' acts. Must run before they are taken out of their seats and entries, which tell
    their names. What may name them and cannot be parsed is deleted."""
    names = _names(db, player)
    for where, own in names.items():
        _write_acts(db, where, dict.fromkeys(own, NOBODY))
    number = re.compile(rf"(?<!\d){player}(?!\d)")
    for row, table, tournament, text in db.execute("SELECT id, game, tournament, payload FROM owed").fetchall():
        own = names.get(Subject(TABLE, table) if table is not None else Subject(TOURNAMENT, tournament), set[str]())
        if own or number.search(text):
            _write(db, row, text, _Walk(dict.fromkeys(own, NOBODY), player))
    for table, columns in NUMBERS.items():
        key = _KEYS.get(table, "id")
        holding = " OR ".join(f"{column} LIKE ?1" for column in columns)  # Tables are large: each is gone through once.
        for row, *texts in db.execute(f"SELECT {key}, {', '.join(columns)} FROM {table} WHERE {holding}", (f"%{player}%",)).fetchall():
            blotted = [text and _without_number(text, player) for text in texts]
            if blotted != texts:
                changed = ", ".join(f"{column} = ?" for column in columns)
                db.execute(f"UPDATE {table} SET {changed} WHERE {key} = ?", (*blotted, row))


def _names(db: Connection, player: int) -> dict[Subject, set[str]]:
    """A person's present and former names at each table and in each tournament."""
    sat = "SELECT game, name FROM seats WHERE player = ?1 UNION SELECT game, name FROM sittings WHERE player = ?1"
    played = (
        "SELECT tournament, name FROM tournament_players WHERE player = ?1 UNION SELECT tournament, name FROM tournament_left WHERE player = ?1"
        f" UNION SELECT t.tournament, s.name FROM tournament_games t JOIN ({sat}) s ON s.game = t.game"
    )
    found: dict[Subject, set[str]] = {}
    for kind, sql in ((TABLE, sat), (TOURNAMENT, played)):
        for number, name in db.execute(sql, (player,)).fetchall():
            found.setdefault(Subject(kind, number), set()).add(name)
    return found


def _write_acts(db: Connection, where: Subject, names: Mapping[str, str]) -> None:
    table = f"{where.kind}_acts"
    for row, whom in db.execute(f"SELECT id, whom FROM {table} WHERE {_OWNER[where.kind]} = ?", (where.id,)).fetchall():
        if (written := in_names(whom, names)) != whom:
            db.execute(f"UPDATE {table} SET whom = ? WHERE id = ?", (written, row))


def _write(db: Connection, row: int, text: str, walk: _Walk) -> None:
    """Rewrites an unsent message without a person's names and id. Deletes it if it is for them alone, or unreadable, since it may name them."""
    try:
        body = parsing.mapping(text)
    except parsing.Unreadable:
        body = None
    if body is None or (walk.player is not None and body.get("player") == walk.player):
        db.execute("DELETE FROM owed WHERE id = ?", (row,))
    elif (written := walk.message(body)) != body:
        db.execute("UPDATE owed SET payload = ? WHERE id = ?", (json.dumps(written), row))


def in_names(text: str, names: Mapping[str, str]) -> str:
    """One or several names, as acts and facts store them, with some replaced by others. A name may contain what separates names."""
    for old in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?:^|(?<= → )|(?<=, )){re.escape(old)}(?= → |, |$)", names[old].replace("\\", r"\\"), text)
    return text


class _Walk:
    """Walks through a message: replaces names, and blots an id, if one is given."""

    def __init__(self, names: Mapping[str, str], player: int | None = None) -> None:
        self._names, self.player = dict(names), player

    def message(self, body: Mapping[str, Any]) -> dict[str, Any]:
        if self.player is not None:
            self._names |= dict.fromkeys(_under(body, str(self.player)), NOBODY)
        return {self._key(key): self._act(value) if key == "act" else self._events(value) if key == "events" else self._fact(key, value)
                for key, value in body.items()}  # fmt: skip

    def _events(self, events: Any) -> Any:
        if not isinstance(events, list):
            return self._value(events)
        return [
            [event[0], self._value(event[1]), *event[2:]] if isinstance(event, list) and len(event) > 1 and str(event[0]).startswith(OURS) else event
            for event in events
        ]

    def _act(self, act: Any) -> Any:
        """A moderator's act: by whom, which, to whom, why."""
        return [self._value(act[0]), act[1], self._value(act[2]), *act[3:]] if isinstance(act, list) and len(act) > 2 else self._value(act)

    def _fact(self, key: str, value: Any) -> Any:
        return value if key in WORDS and isinstance(value, str) else self._value(value)

    def _key(self, key: str) -> str:
        return str(NOBODYS_ID) if self.player is not None and key == str(self.player) else key

    def _value(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {self._key(key): self._fact(key, inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self._value(inner) for inner in value]
        if isinstance(value, str):
            return NOBODY if self.player is not None and value in _spelled(self.player) else in_names(value, self._names)
        return NOBODYS_ID if self.player is not None and type(value) is int and value == self.player else value


def _spelled(player: int) -> Iterable[str]:
    return str(player), f"<@{player}>"


def _under(value: Any, key: str) -> Iterator[str]:
    """All texts under a key, at any depth."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inner:
        if name == key and isinstance(one, str):
            yield one
        yield from _under(one, key)


def _without_number(text: str, player: int) -> str:
    """JSON without a person's id. Unreadable text stays."""
    try:
        found = parsing.decoded(text, Any)
    except parsing.Unreadable:
        return text
    written = _Walk({}, player)._value(found)
    return text if written == found else json.dumps(written)
