"""The disk of the database is full: who acts is told so, nothing is half stored, and everything goes on by itself when there is room again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from data.language import LANGUAGES, texts
from rules.legal_actions import legal
from rules.notation import write
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.moved_databases import server, small_disk

SIZE = "48m"
MOMENT = [texts(language)("moment.database") for language in LANGUAGES]


@contextmanager
def placed(kind: str, disk: Path) -> Iterator[str]:
    """Where a database may be that lies on a disk: a file, or one on a server."""
    if kind == "file":
        yield str(disk / "games.sqlite3")
        return
    with server() as address, psycopg.connect(address, autocommit=True) as db:
        (disk / "space").mkdir()
        (process,) = db.execute("SELECT pg_backend_pid()").fetchone() or ()
        owner = os.stat(f"/proc/{process}")
        os.chown(disk / "space", owner.st_uid, owner.st_gid)
        db.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'space'}'")
        db.execute("CREATE DATABASE small TABLESPACE small")
        try:
            yield urlunsplit(urlsplit(address)._replace(path="/small"))
        finally:
            db.execute("DROP DATABASE small WITH (FORCE)")
            db.execute("DROP TABLESPACE small")


def fill(disk: Path) -> Path:
    """Leaves no room; gives what takes it up."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            return ballast


@pytest.mark.sampled(0.5, any=True)
@pytest.mark.parametrize("kind", ["file", "server"])
async def test_without_room_nothing_is_half_stored_and_it_goes_on_by_itself(tmp_path, kind):
    with ExitStack() as opened:
        try:
            disk = opened.enter_context(small_disk(SIZE))
        except (PermissionError, FileNotFoundError):
            pytest.skip("this user may not mount a disk")
        chat = Chat(tmp_path)
        chat.database = opened.enter_context(placed(kind, disk))
        async with chat:
            await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=CECILE, options="seating=joined")
            found = await chat.bot.tables.here(int(HERE))
            ballast, refused = fill(disk), 0
            for _ in range(400):  # Until all that had been set aside is used up, and a few times more.
                before = found.position
                seat = found.acting[0]
                action = write(next(legal(found.rules, found.state, seat)))
                answer = await chat.use(str(found.seats[seat].player), "move", action=action)
                if found.position == before:
                    refused += 1
                    assert any(words in answer for words in MOMENT), answer
                if refused == 3:
                    break
            assert refused == 3, "the disk has never been full"
            rows = await chat.bot.store.tables.actions(found.id)
            assert [row.number for row in rows] == list(range(1, found.position + 1))
            ballast.unlink()
            assert "✓" in await chat.use(str(found.seats[found.acting[0]].player), "move", action=action)
            await chat.settle()
            assert found.position == before + 1
            assert await chat.bot.store.all("SELECT 1 FROM owed") == []
            texts = [message["content"] for message in chat.seen(None) if message["attachments"]]
            assert len(texts) == len(set(texts)), "no board is posted twice"
