"""Short soaks on both databases, and whether the judge sees what it should."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reading import read
from tests.tools.soak.judge import Judge
from tests.tools.soak.people import Told
from tests.tools.soak.rows import Rows
from tests.tools.soak.run import Found, Soak, silences, soak
from tests.tools.soak.stage import POSTGRESQL, SQLITE, staged
from tests.waiting import within

SECONDS, EVERY, ENOUGH = 4.0, (0.8, 1.6), 10


def played(folder: Path) -> Found:
    """A soak on SQLite."""
    return asyncio.run(soak(folder, Soak(SQLITE, 1, SECONDS, 4, 40, 8, EVERY, 3, enough=ENOUGH, first=("kill", "cut", "kill"))))


def test_nothing_is_lost_or_doubled_by_force(tmp_path):
    """And whatever were wrong, the judge would say so: each kind of wrong is done by hand to what is left."""
    found = played(tmp_path)
    assert not found.complaints, found.report()
    assert found.harm["processes killed"] >= 2, found.report()
    assert min(found.seen[kind] for kind in ("accepted", "boards", "actions")) >= 5, found.report()
    assert found.seen["lines"], found.report()
    for n, (wrong, (do, kinds)) in enumerate(WRONGS.items()):
        copy = tmp_path / str(n)
        copy.mkdir()
        left = Left(tmp_path, found, copy)
        do(left)
        seen = left.judged()
        assert kinds & seen if kinds else not seen, (wrong, seen)


def test_nothing_is_lost_or_doubled_by_two_processes_on_one_database(tmp_path):
    """Each is killed, the database too, and its connections end; whoever is left goes on for the other."""
    first = ("kill", "terminate", "kill_all", "restart_database")
    found = asyncio.run(soak(tmp_path, Soak(POSTGRESQL, 2, SECONDS, 4, 40, 8, EVERY, 3, enough=ENOUGH, first=first)))
    assert not found.complaints, found.report()
    assert found.harm["processes killed"] >= 3, found.report()
    assert found.did["sessions begun too early"] == 0, found.report()
    assert min(found.seen[kind] for kind in ("accepted", "boards", "actions")) >= 5, found.report()
    assert found.seen["lines"], found.report()


HANGS = ("lose_answers", "sleep", "start_anew")


@pytest.mark.deep
def test_sleep_real_starts_lost_answers_and_a_held_file_lose_nothing(tmp_path):
    plan = Soak(SQLITE, 1, SECONDS, 4, 40, 8, EVERY, 3, enough=ENOUGH, first=(*HANGS, "hold_file"), most=6.5)
    found = asyncio.run(soak(tmp_path, plan))
    assert not found.complaints, found.report()
    assert all(found.harm[kind] for kind in plan.first), found.report()
    assert sum(number for kind, number in found.harm.items() if kind.startswith("lost ")), found.report()


@pytest.mark.deep
def test_the_same_and_a_database_that_hangs_lose_nothing_of_two_processes(tmp_path):
    plan = Soak(POSTGRESQL, 2, SECONDS, 4, 40, 8, EVERY, 3, enough=ENOUGH, first=(*HANGS, "hang_database", "hang_connection"), most=6.5)
    found = asyncio.run(soak(tmp_path, plan))
    assert not found.complaints, found.report()
    assert all(found.harm[kind] for kind in plan.first), found.report()


def test_a_bot_that_ends_by_itself_is_told_of(tmp_path):
    """Without a word, or with a status of its own where it was started as everybody does."""

    async def ended() -> list[str]:
        async with staged(tmp_path, SQLITE, [None]) as stage:
            (bot,) = stage.bots
            bot.environment["SHARDS"] = "no number"
            for start in (stage.start, stage.start_anew):
                await start(bot)
                async with within("the end of the bot"):
                    while bot.alive:
                        await asyncio.sleep(0.05)
                await stage.end(bot)
            return stage.exits

    exits = asyncio.run(ended())
    assert ["with status 1" in words for words in exits] == [False, True], exits
    assert all("which shards" in words for words in exits), exits


def test_silence_is_from_the_first_who_is_not_answered_to_the_next_who_is():
    def tried(at: float, channel: str, error: str | None = None) -> Told:
        return Told("typed", "1", "1", channel, at, 0.0 if error else 0.5, "", None, error)

    told = [tried(0, "a"), tried(1, "a", "no"), tried(2, "b"), tried(9, "a", "no"), tried(11, "a"), tried(12, "thread", "no"), tried(13, "b", "no")]
    assert silences(told, {"a": 0, "b": 1}, 2, [(-30.0, "cut"), (0.5, "freeze"), (12.0, "kill")]) == [
        "silent for 10.5 s: shard 0; freeze at -0",
        "silent to the end: shard 1; freeze at -12, kill at -1",
    ]


class Left:
    """A copy of what a soak has left, in which something is done wrong."""

    def __init__(self, folder: Path, found: Found, copy: Path) -> None:
        self.told, self.ended = found.told, found.ended
        self.asleep: list[tuple[float, float]] = []
        self.where, self.journal = copy / "games.sqlite3", copy / "journal"
        shutil.copy(folder / "journal", self.journal)
        with sqlite3.connect(folder / "games.sqlite3") as there, sqlite3.connect(self.where) as here:
            there.backup(here)

    def sql(self, sql: str, *values: Any) -> None:
        """Changes rows, at least one."""
        with sqlite3.connect(self.where) as db:
            assert db.execute(sql, values).rowcount, sql

    def one(self, sql: str) -> Any:
        with sqlite3.connect(self.where) as db:
            return db.execute(sql).fetchone()[0]

    def board(self) -> str:
        """The nonce of a board that tells something."""
        lines = [json.loads(line) for line in self.journal.read_text().splitlines()]
        told = [read(n["message"]) for n in lines if n["event"] == "MESSAGE_CREATE" and n["only"] is None]
        return str(next(m["nonce"] for m in told if m.get("nonce") and re.search(r"^Player \d+ (leads|chooses)", m["content"], re.MULTILINE)))

    def messages(self, change: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> None:
        """Puts others in the place of every message that tells something."""
        nonce, lines = self.board(), []
        for line in self.journal.read_text().splitlines():
            noted = json.loads(line)
            mine = noted["event"] == "MESSAGE_CREATE" and noted["message"].get("nonce") == nonce
            lines += [json.dumps(n) for n in (change(noted) if mine else [noted])]
        self.journal.write_text("\n".join(lines) + "\n")

    def judged(self) -> set[str]:
        """The kinds of complaints."""
        with Rows(str(self.where)) as rows:
            judge = Judge(rows, self.journal, self.told, self.ended, self.asleep)
            judge.all()
        return {kind for kind, _ in judge.complaints}


INDEX = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%actions%interaction%'"
PLAYED = "(SELECT game FROM actions WHERE interaction IS NOT NULL LIMIT 1)"


def with_content(content: str) -> Callable[[dict[str, Any]], list[dict[str, Any]]]:
    return lambda noted: [noted | {"message": read(noted["message"]) | {"content": content, "flags": 0}}]


def again(noted: dict[str, Any]) -> list[dict[str, Any]]:
    return [noted, noted | {"message": noted["message"] | {"id": "1"}}]


def unknown(noted: dict[str, Any]) -> list[dict[str, Any]]:
    return [noted, noted | {"message": noted["message"] | {"nonce": "1"}}]


WRONGS: dict[str, tuple[Callable[[Left], object], set[str]]] = {
    "nothing": (lambda left: None, set()),
    "a row is gone": (lambda left: left.sql(f"DELETE FROM actions WHERE game = {PLAYED} AND number = 1"), {"rows"}),
    "another action": (
        lambda left: left.sql(f"UPDATE actions SET action = 'resign' WHERE game = {PLAYED} AND number = 1"),
        {"snapshot", "replay", "events"},
    ),
    "no action of the game": (lambda left: left.sql(f"UPDATE actions SET action = 'no such thing' WHERE game = {PLAYED} AND number = 1"), {"replay"}),
    "another position": (lambda left: left.sql(f"UPDATE games SET snapshot = CAST(snapshot || ' ' AS BLOB) WHERE id = {PLAYED}"), {"snapshot"}),
    "less is owed than happened": (
        lambda left: left.sql("UPDATE ledger SET payload = '{}' WHERE kind = 'board' AND payload LIKE '%[[%' AND payload NOT LIKE '%table.%'"),
        {"events"},
    ),
    "an action is not there": (lambda left: left.sql("UPDATE actions SET interaction = NULL WHERE interaction IS NOT NULL"), {"lost"}),
    "an action is there twice": (
        lambda left: [left.sql(f"DROP INDEX {left.one(INDEX)}"), left.sql("UPDATE actions SET interaction = 7 WHERE interaction IS NOT NULL")],
        {"twice"},
    ),
    "a message tells nothing": (lambda left: left.messages(with_content("")), {"untold"}),
    "a message was never sent": (lambda left: left.messages(lambda noted: []), {"unsaid"}),
    "a message was sent twice": (lambda left: left.messages(again), {"doubled"}),
    "a message was sent that nobody owed": (lambda left: left.messages(unknown), {"unowed"}),
    "somebody reads of an error": (lambda left: left.messages(with_content("Something went wrong on our side.")), {"error"}),
    "something is owed": (lambda left: left.sql("INSERT INTO owed (game, kind, payload, created) VALUES (1, 'said', '{}', 5)"), {"owed"}),
    "a clock did not ring": (
        lambda left: left.sql(
            "INSERT OR REPLACE INTO dials (game, seat, remaining, lapses, since, due, nudges, next, spent)"
            " SELECT id, 0, 1, 0, 5, 6, '[]', 6, 0 FROM games WHERE status = 'live' LIMIT 1"
        ),
        {"late"},
    ),
    "time was charged in which everybody slept": (
        lambda left: [
            left.sql(
                "INSERT INTO ledger (id, game, kind, payload, parcel, at) SELECT 900000, id, 'board',"
                """ '{"events": [["table.time_over", {"seat": 0}, null]]}', 0, created + 100 FROM games WHERE clock IS NOT NULL"""
            ),
            left.asleep.append((left.one("SELECT MAX(created) + 1 FROM games WHERE clock IS NOT NULL"), 9e9)),
        ],
        {"clock"},
    ),
    "a clock rang twice": (
        lambda left: left.sql(
            "INSERT INTO ledger (id, game, kind, payload, parcel, at) SELECT 900000 + n, id, 'board',"
            """ '{"events": [["table.time_over", {"seat": 0}, null]]}', 0, created + 100"""
            " FROM games, (SELECT 1 AS n UNION SELECT 2) WHERE clock IS NOT NULL"
        ),
        {"clock"},
    ),
}
