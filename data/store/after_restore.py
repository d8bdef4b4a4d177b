"""Restores from a backup: which numbers must not be used again, what has been undone, and the announcement to everybody."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from data.store.bot_facts import KEY
from data.store.changes import BACK_AT, BOARD, ENTRIES, HELD, LOBBY, NOTICE, PUT_BACK, TABLE, TOURNAMENT, UNANSWERED, Message, Subject
from data.store.database import Connection, Database
from data.store.outbox import Outbox
from data.store.rows import OPEN
from rules.parts.ahead import SEALED

NUMBERED = ("games", "tournaments", "owed", "drafts")
"""Tables whose numbers are never given twice: they stand on buttons, or nonces are made of them."""
OF = {TABLE: "games", TOURNAMENT: "tournaments"}
FACT = "put_back"
COPIED = "copied"
"""The fact that says when a backup was last made: a copy knows by it of which moment it is."""
UNREADABLE = 1_000_000
"""By how many numbers are left out where nobody knows how far those of the database had come that is no more, at least."""
KEPT = 50
"""Gaps between numbers that are remembered."""
_KNOWN = f"CASE instr(a.action, ' ') WHEN 0 THEN a.action ELSE substr(a.action, 1, instr(a.action, ' ') - 1) END NOT IN {SEALED}"
_LATEST = (
    "SELECT MAX(at) FROM alive", "SELECT MAX(created) FROM games", "SELECT MAX(begun) FROM games", "SELECT MAX(ended) FROM games",
    "SELECT MAX(created) FROM tournaments", "SELECT MAX(ended) FROM tournaments", "SELECT MAX(at) FROM table_acts",
    "SELECT MAX(at) FROM tournament_acts",
    f"SELECT MAX(a.at) FROM actions a WHERE a.game IN (SELECT id FROM games WHERE status = 'live') AND {_KNOWN}",
)  # fmt: skip
"""When something was last done that everybody may know of."""


class Gap(NamedTuple):
    """A range of numbers (after one, up to another) that must not be used again: a restore has undone their rows.

    `moment`: to which the database was restored, if known.
    """

    after: int
    until: int
    moment: float | None


class AfterRestore:
    """Queries on restores from a backup."""

    def __init__(self, database: Database, owed: Outbox) -> None:
        self._database = database
        self._owed = owed

    async def latest(self) -> float | None:
        """The latest public moment in the database; None if nothing has happened in it."""
        copied = await self._database.one("SELECT value FROM facts WHERE key = ?", (COPIED,))
        found = []
        with contextlib.suppress(ValueError):
            found += [float(copied[0])] if copied else []
        for query in _LATEST:
            ((at,),) = await self._database.all(query)
            found += [at] if at is not None else []
        return max((at for at in found if 0 < at <= self._database.now()), default=None)

    async def gap(self, kind: str, number: int) -> Gap | None:
        """The gap that contains a number of a table or tournament; None for one that may have existed and was deleted."""
        row = await self._database.one("SELECT value FROM facts WHERE key = ?", (FACT,))
        gaps = [Gap(*gap) for gap in _noted(row).get(OF[kind], ())]
        return next((gap for gap in gaps if gap.after < number <= gap.until), None)

    async def ahead(self, kind: str, number: int) -> bool:
        """Whether this database has never given a number to a table or tournament."""
        return await self._database.write(lambda db: number > db.given(OF[kind]))

    async def restored(self, moment: float | None, given: Mapping[str, int] | None) -> None:
        """Prepares a database that has just replaced another one, whose numbers had come as far as `given` (None: unknown).

        Time since the backup counts for no wait, and messages being sent at the time of the backup are sent again.
        """
        now = self._database.now()

        def write(db: Connection) -> None:
            _note(db, now, moment, given)
            db.execute("UPDATE owed SET parcel = 0, begun = NULL WHERE kind IN (?, ?, ?)", (BOARD, HELD, LOBBY))
            if moment is not None and moment < now:
                db.execute("UPDATE owed SET next = next + ? WHERE kind = ? AND next > 0", (now - moment, UNANSWERED))
                later = "UPDATE tournaments SET checking = checking + ?, alarm = alarm + ? WHERE checking IS NOT NULL AND status = 'open'"
                db.execute(later, (now - moment, now - moment))
            self._tell(db, moment, db.execute("SELECT id FROM games WHERE status <> 'over'").fetchall())

        await self._database.write(write, alone=True)

    async def noticed(self, posted: float, moment: float | None) -> bool:
        """Notes that a button, posted at `posted`, has proved an earlier restore (to `moment`, if known); everybody concerned is told. Returns
        whether that is new.

        Tables with an action since then are not told: all there have seen the state.
        """
        now = self._database.now()
        last = f"COALESCE((SELECT MAX(a.at) FROM actions a WHERE a.game = g.id AND {_KNOWN}), g.begun, g.created)"

        def write(db: Connection) -> bool:
            if _noted(db.execute("SELECT value FROM facts WHERE key = ?", (FACT,)).fetchone()).get("at", 0) >= posted:
                return False
            _note(db, now, moment, None)
            self._tell(db, moment, db.execute(f"SELECT g.id FROM games g WHERE g.status <> 'over' AND {last} < ?", (posted,)).fetchall())
            return True

        return await self._database.write(write, alone=True)

    def _tell(self, db: Connection, moment: float | None, tables: Iterable[Any]) -> None:
        """Adds outbox rows that show all `tables` and all tournaments in progress anew, within a transaction."""
        at = None if moment is None else round(moment)
        for (table,) in tables:
            ((status,),) = db.execute("SELECT status FROM games WHERE id = ?", (table,)).fetchall()
            seats = [seat for (seat,) in db.execute("SELECT seat FROM seats WHERE game = ? ORDER BY seat", (table,)).fetchall()]
            told = {"events": [[BACK_AT, {"at": at}, ""]], "by": None, "asks": seats, "turn": True}
            self._owed.put(db, Subject(TABLE, table), [Message(LOBBY, {PUT_BACK: at}) if status == OPEN else Message(BOARD, told)])
        found = db.execute("SELECT id, channel FROM tournaments WHERE status <> 'over'").fetchall()
        for tournament, channel in found:
            notice = {"channel": channel, PUT_BACK: at}
            db.execute("UPDATE tournaments SET message = NULL WHERE id = ?", (tournament,))
            self._owed.put(db, Subject(TOURNAMENT, tournament), [Message(NOTICE, notice), Message(ENTRIES)])


def _note(db: Connection, now: float, moment: float | None, given: Mapping[str, int] | None) -> None:
    """Notes a restore, and lets numbers go on beyond those that may have been given, within a transaction."""
    noted = _noted(db.execute("SELECT value FROM facts WHERE key = ?", (FACT,)).fetchone())
    before = {name: db.given(name) for name in NUMBERED}
    known = given is not None and all(given.get(name, 0) >= here for name, here in before.items())  # Else it is no later state of this one.
    for name, here in before.items():
        until = max(here, (given or {}).get(name, 0)) + (0 if known else UNREADABLE + secrets.randbelow(UNREADABLE))
        db.go_on_after(name, until)
        if until > here and name in OF.values():
            noted[name] = [*noted.get(name, ()), Gap(here, until, moment)][-KEPT:]
    put = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    db.execute(put, (FACT, json.dumps({**noted, "at": now})))
    db.execute(put, (KEY, secrets.token_hex(32)))  # Questions of the time that is undone are no questions of this one, though they arose as early.


def _noted(row: Any) -> dict[str, Any]:
    """The notes of a restore; empty if they can't be read."""
    try:
        found = json.loads(row[0]) if row else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
