"""The real process: killed at any moment, a wrong token, a token for a stand-in. `bot.py` runs as it does for everybody."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from playground.http_server import Standin
from playground.world import World
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, HERE
from tests.databases import FILE, SERVER
from tests.reading import read
from tests.sampled import often
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[3]


def start(standin: Standin, folder: Path, token: str = "playground", command: Sequence[str] = ("bot.py",), **more: str) -> subprocess.Popen[str]:
    environment = (
        os.environ
        | more
        | {
            "DISCORD_TOKEN": token,
            "DISCORD_API": standin.address,
            "REFEREE_DB": str(folder / "games.sqlite3"),
            "LOG_LEVEL": "WARNING",
        }
    )
    return subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


async def connected(standin: Standin) -> None:
    def there() -> bool:
        return bool(standin.world.commands) and any(s.socket is not None and s.sequence >= 2 for s in standin.sessions.values())

    await until(there, "the bot to connect", pause=0.02)


@pytest.fixture
async def standin(tmp_path):
    opened = Standin(World(tmp_path / "world"))
    opened.gateway.starts.span = 0
    await opened.start()
    yield opened
    await opened.stop()


async def use(standin: Standin, member: str, command: str, **options: str) -> dict:
    body = {"member": member, "channel": HERE, "name": command.split(), "options": options}
    return await standin.play("command", body)


def asked_of(where: str | Path, sql: str) -> list[tuple[Any, ...]]:
    """What is stored, read by nothing of the bot's."""
    with closing(psycopg.connect(where) if isinstance(where, str) else sqlite3.connect(where)) as db:
        return db.execute(sql).fetchall()


ACTIONS = "SELECT number, action FROM actions ORDER BY number"


async def table_opened(standin, where):
    """Anna and Bohumil have a table. Whoever asks before the process has its shards asks again."""
    from data.store import Store

    for _ in range(20):
        await use(standin, ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
        await asyncio.sleep(0.5)
        await use(standin, BOHUMIL, "game join")
        await asyncio.sleep(0.5)
        store = await Store.open(where)
        there = await store.tables.get(1)
        await store.close()
        if there is not None and there.snapshot is not None:
            return


@pytest.mark.parametrize("places", [FILE, pytest.param(SERVER, marks=pytest.mark.deep)], indirect=True)
async def test_killed_at_any_moment(places, standin, tmp_path):
    """No accepted move is lost or doubled, and what was owed is sent."""
    from data.content import build
    from data.store import Store

    where = places.where(tmp_path / "games.sqlite3")
    address = {"DATABASE_URL": where} if isinstance(where, str) else {}
    process = start(standin, tmp_path, **address)
    rng = random.Random(4)
    try:
        await connected(standin)
        await table_opened(standin, where)
        rules = build("monster_hex")
        for turn in range(often(1, 6)):
            store = await Store.open(where)
            row = await store.tables.get(1)
            await store.close()
            assert row is not None
            assert row.snapshot is not None
            state = rules.load(row.snapshot)
            (seat,) = rules.to_act(state)
            action = " ".join(next(legal(rules, state, seat)))
            asked = asyncio.create_task(use(standin, (ANNA, BOHUMIL)[seat], "move", action=action))
            await asyncio.sleep(rng.uniform(0.0, 0.03))
            process.send_signal(signal.SIGKILL)
            process.wait(10)
            before = asked_of(where, ACTIONS)
            assert len(before) == len({n for n, _ in before})
            process = start(standin, tmp_path, **address)
            standin.sessions.clear()
            await connected(standin)
            await asked
            for _ in range(200):
                ((owed,),) = asked_of(where, "SELECT count(*) FROM owed")
                if not owed:
                    break
                await asyncio.sleep(0.05)
            assert not owed, f"still owed after restart {turn}"
            assert asked_of(where, ACTIONS)[: len(before)] == before
        boards = [m for m in map(read, standin.world.messages.values()) if m["_only"] is None and m["attachments"]]
        texts = [m["content"] for m in boards]
        assert len(texts) == len(set(texts)), "a board message was posted twice"
        live = [m for m in boards if m["components"]]
        assert live
        assert live[-1] is boards[-1]
    finally:
        process.kill()
        process.wait(10)


async def test_a_wrong_token_is_a_clear_line(standin, tmp_path):
    process = await asyncio.to_thread(start, standin, tmp_path, "wrong")
    output, _ = await asyncio.to_thread(process.communicate, timeout=30)
    assert process.returncode == 1
    assert "does not accept the token" in output
    assert "Traceback" not in output
