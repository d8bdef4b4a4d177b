"""`python bot.py doctor` finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import sqlite3
import sys
from collections import namedtuple
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import discord
import psycopg
import pytest
from aiohttp import web

from cogs.play.thinking.worker_process import Died
from cogs.service.doctor import all_checks, application, commands, database, machine
from cogs.service.doctor.findings import Verdict, right
from data.store import Store
from data.store.migration_scripts import newest
from playground.api_address import point_at
from playground.http_server import TOKEN, Standin
from playground.permission_bits import ATTACH_FILES, INVITED
from playground.world import BOT_ROLE, World
from tests.chat import Chat
from tests.cogs.test_trouble import by_buttons, past_factions
from tests.waiting import within

Usage = namedtuple("Usage", "total used free")
_known: list[list[dict]] = []


class Visit:
    """A machine, a Discord and an application that are as they should be, until somebody changes something."""

    def __init__(self, standin: Standin, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.standin, self.folder, self.patch = standin, folder, monkeypatch
        self.file = folder / "games.sqlite3"
        self.settings = {"DISCORD_TOKEN": TOKEN}

    async def lines(self) -> list[str]:
        """What the doctor says; the exit status goes with it."""
        said: list[str] = []
        async with within("the doctor"):
            status = await all_checks.visit(self.settings, self.file, said.append, self.folder / ".env")
        assert status == int(any(line.startswith(Verdict.WRONG.value) for line in said))
        return said

    async def wrong(self) -> set[str]:
        """The subjects of what is wrong; each says what to do."""
        lines = [line for line in await self.lines() if line.startswith(Verdict.WRONG.value)]
        assert all(" What to do: " in line for line in lines), "\n".join(lines)
        return {line.removeprefix(Verdict.WRONG.value).strip().split(":")[0] for line in lines}

    def answers(self, path: str, **changed: object) -> None:
        """Discord answers a question otherwise than it does."""

        async def meddle(request, handler):
            response = await handler(request)
            if request.path != f"/api/v10{path}":
                return response
            return web.json_response(json.loads(response.body) | changed)

        self.standin.rates.meddle = meddle

    def write(self, *statements: str) -> None:
        with closing(sqlite3.connect(self.file)) as db, db:
            for statement in statements:
                db.execute(statement)


@pytest.fixture
async def seen(tmp_path, monkeypatch):
    world = World()
    standin = Standin(world)
    await standin.start()
    point_at(standin.address)
    if not _known:
        _known.append(await commands.ours())

    async def known():
        return _known[0]

    async def thinking(limits):
        return right("thinking", "somebody else tries that")

    monkeypatch.setattr(all_checks, "ours", known)
    monkeypatch.setattr(machine, "thinking", thinking)
    world.commands = [command | {"id": str(n)} for n, command in enumerate(_known[0], 1)]
    await (await Store.open(tmp_path / "games.sqlite3")).close()
    yield Visit(standin, tmp_path, monkeypatch)
    await standin.stop()


async def test_where_all_is_right_nothing_is_wrong(seen):
    lines = await seen.lines()
    assert len(lines) >= 18
    assert all(line.startswith(Verdict.RIGHT.value) for line in lines), "\n".join(lines)
    assert not [line for line in lines if TOKEN in line]


def wrong_token(v):
    v.settings["DISCORD_TOKEN"] = "somebody else's"


def no_token(v):
    v.settings["DISCORD_TOKEN"] = " "


def token_of_a_person(v):
    v.answers("/users/@me", bot=False)


def no_intent(v):
    v.patch.setattr(all_checks, "INTENTS", discord.Intents(guilds=True, members=True))


def no_server_heard(v):
    v.patch.setattr(all_checks, "INTENTS", discord.Intents.none())


def endpoint(v):
    v.standin.rest.installed["interactions_endpoint_url"] = "https://example.org"


def code_grant(v):
    v.standin.rest.installed["bot_require_code_grant"] = True


def no_guild_install(v):
    v.standin.rest.installed["integration_types_config"] = {"1": {}}


def installs(v, scopes, permissions):
    v.standin.rest.installed["install_params"] = {"scopes": scopes, "permissions": str(permissions)}
    v.standin.rest.installed["integration_types_config"] = {"0": {}}


def no_bot_scope(v):
    installs(v, ["applications.commands"], INVITED)


def no_commands_scope(v):
    installs(v, ["bot"], INVITED)


def install_without_files(v):
    installs(v, ["bot", "applications.commands"], INVITED & ~ATTACH_FILES)


def no_right_to_attach(v):
    v.standin.world.role_rights[BOT_ROLE] = INVITED & ~ATTACH_FILES


def invited_without_commands(v):
    v.standin.rest.without_commands.add(v.standin.world.guild)


def in_no_server(v):
    v.standin.world.out.add(v.standin.world.guild)


def stale_commands(v):
    v.standin.world.commands.pop()


def another_text(v):
    v.standin.world.commands[0] = v.standin.world.commands[0] | {"description": "of an older version"}


def a_command_too_many(v):
    v.standin.world.commands.append({"id": "99", "name": "gone", "description": "of an older version"})


def no_sessions(v):
    v.standin.gateway.starts.leave(1)


def unreadable_shards(v):
    v.settings["SHARDS"] = "the first two"


def shards_on_a_file(v):
    v.settings["SHARDS"] = "0/2"


def too_few_shards(v):
    v.settings["SHARDS"] = "0/1"
    v.standin.rest.installed["approximate_guild_count"] = 2501


def unreadable_limit(v):
    v.settings["COMPUTER_WORKERS"] = "many"


def no_address(v):
    v.settings["DATABASE_URL"] = "mysql://here"


def postgresql_away(v):
    v.settings["DATABASE_URL"] = "postgresql://referee@127.0.0.1:9/referee"


def no_psycopg(v):
    v.settings["DATABASE_URL"] = "postgresql://referee@127.0.0.1:9/referee"
    v.patch.delitem(sys.modules, "data.store.postgres.checkup", raising=False)
    v.patch.setitem(sys.modules, "psycopg", None)


def damaged(v):
    v.file.write_bytes(b"something else than a database" * 200)


def newer_schema(v):
    v.write(f"INSERT INTO migrations VALUES ({newest() + 1}, 0)")


def read_only(v):
    connected = sqlite3.connect
    v.patch.setattr("data.store.checkup.sqlite3.connect", lambda where, **more: connected(str(where).replace("mode=rw", "mode=ro"), **more))


def full_disk(v):
    v.patch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9, 1 << 20))


def no_folder(v):
    v.file = v.folder / "nowhere" / "games.sqlite3"


def a_page_is_damaged(v):
    v.write(*(f"INSERT INTO facts VALUES ('{n}', '{'x' * 900}')" for n in range(60)))
    whole = bytearray(v.file.read_bytes())
    spot = whole.index(b"x" * 900)
    page = spot // 4096 * 4096
    whole[page : page + 200] = b"\xff" * 200
    v.file.write_bytes(whole)


def old_zones(v):
    zoned = machine.ZoneInfo
    v.patch.setattr(machine, "ZoneInfo", lambda name: zoned("America/Santiago" if name == "America/Coyhaique" else name))


def no_zones(v):
    v.patch.setattr(machine, "ZoneInfo", _missing)


def _missing(name):
    raise KeyError(name)


def no_fonts(v):
    v.patch.setattr("render.text._FOLDER", v.folder)


def secrets_for_everybody(v):
    (v.folder / ".env").touch()
    (v.folder / ".env").chmod(0o640)


def little_memory(v):
    told = v.folder / "meminfo"
    told.write_text("MemTotal: 1000000 kB\nMemAvailable: 100000 kB\n")
    v.patch.setattr(machine, "MEMINFO", told)


def little_memory_in_a_container(v):
    (v.folder / "memory.max").write_text("104857600\n")
    (v.folder / "memory.current").write_text("94857600\n")
    v.patch.setattr(machine, "GROUP", v.folder)


def clock_off(v):
    moment = datetime.now(UTC) + timedelta(minutes=2)

    async def meddle(request, handler):
        response = await handler(request)
        response.headers["Date"] = format_datetime(moment, usegmt=True)
        return response

    v.standin.rates.meddle = meddle


FAULTS = {
    wrong_token: "token",
    no_token: "token",
    token_of_a_person: "token",
    no_intent: "intents",
    no_server_heard: "intents",
    endpoint: "interactions",
    code_grant: "installation",
    no_guild_install: "installation",
    no_bot_scope: "scopes",
    no_commands_scope: "scopes",
    install_without_files: "permissions",
    no_right_to_attach: "servers",
    invited_without_commands: "servers",
    in_no_server: "servers",
    stale_commands: "commands",
    another_text: "commands",
    a_command_too_many: "commands",
    no_sessions: "sessions",
    unreadable_shards: "shards",
    shards_on_a_file: "shards",
    too_few_shards: "shards",
    unreadable_limit: "settings",
    no_address: "database",
    postgresql_away: "PostgreSQL",
    no_psycopg: "PostgreSQL",
    damaged: "database",
    newer_schema: "version",
    read_only: "database",
    full_disk: "room",
    no_folder: "database",
    a_page_is_damaged: "copy",
    old_zones: "time zones",
    no_zones: "time zones",
    no_fonts: "fonts",
    secrets_for_everybody: "secrets",
    little_memory: "memory",
    little_memory_in_a_container: "memory",
    clock_off: "clock",
}
ALONG = {newer_schema: {"copy"}, read_only: set()}
"""What else a fault makes wrong."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
async def test_each_fault_is_found(seen, fault):
    fault(seen)
    found = await seen.wrong()
    assert found == {FAULTS[fault]} | ALONG.get(fault, set())


async def test_secrets_for_their_owner_alone_are_right(seen):
    (seen.folder / ".env").touch()
    (seen.folder / ".env").chmod(0o600)
    assert await seen.wrong() == set()


async def test_a_discord_that_cannot_be_reached_is_no_fault_of_anybody(seen):
    await seen.standin.stop()
    lines = await seen.lines()
    assert [line for line in lines if line.startswith(Verdict.UNTOLD.value)], lines
    assert not [line for line in lines if line.startswith(Verdict.WRONG.value)]


async def test_without_room_for_two_copies_none_is_made(seen, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, database.ROOM + seen.file.stat().st_size * 3 // 2))
    monkeypatch.setattr(database, "copy", lambda *_: pytest.fail("a copy is made"))
    (line,) = [line for line in await seen.lines() if " copy:" in line]
    assert line.startswith(Verdict.UNTOLD.value)


@pytest.mark.parametrize("error", [Died(-9), OSError("no more processes")])
async def test_a_process_that_does_not_think_is_found(monkeypatch, error):
    def ask(self, message):
        raise error

    monkeypatch.setattr(machine.Mind, "ask", ask)
    assert (await machine.thinking(machine.Limits())).verdict is Verdict.WRONG


async def test_processes_that_think_are_right():
    found = await machine.thinking(machine.Limits(computer_workers=2))
    assert found.verdict is Verdict.RIGHT
    assert found.words.startswith("2 of them")


def holds(chat: Chat) -> dict[str, str]:
    """All that is stored, by table."""
    with closing(sqlite3.connect(chat.database)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: hashlib.sha256(repr(db.execute(f'SELECT * FROM "{name}"').fetchall()).encode()).hexdigest() for name in names}


async def test_beside_a_running_bot_nothing_changes(chat, tmp_path):
    await past_factions(chat)
    asked: list[str] = []

    async def meddle(request, handler):
        asked.append(request.method)
        return await handler(request)

    sessions, messages = len(chat.standin.sessions), len(chat.world.messages)
    before, files = holds(chat), {path.name for path in tmp_path.iterdir()}
    chat.standin.rates.meddle = meddle
    said: list[str] = []
    await all_checks.visit({"DISCORD_TOKEN": TOKEN}, Path(chat.database), said.append, chat.folder / ".env")
    chat.standin.rates.meddle = None
    assert any(line.startswith(Verdict.RIGHT.value) and " copy:" in line for line in said), said
    assert {*asked} == {"GET"}, "nothing is answered, and nothing written"
    assert (len(chat.standin.sessions), len(chat.world.messages)) == (sessions, messages)
    after = holds(chat)
    assert {name for name in before if before[name] != after[name]} <= {"alive"}, "the bot's own heartbeat"
    assert {path.name for path in tmp_path.iterdir()} == files
    assert not await chat.bot.store.all("SELECT 1 FROM facts WHERE key LIKE '%put_back%'")
    await by_buttons(chat)


async def test_a_database_on_a_server(seen, where):
    await (await Store.open(where)).close()
    seen.settings["DATABASE_URL"] = where
    assert await seen.wrong() == set()
    with psycopg.connect(where, autocommit=True) as db:
        db.execute("ALTER DATABASE " + db.info.dbname + " SET default_transaction_read_only = on")
    assert await seen.wrong() == {"database"}
    with psycopg.connect(where, autocommit=True) as db:
        db.execute("SET default_transaction_read_only = off")
        db.execute("INSERT INTO migrations VALUES (%s, 0)", (newest() + 1,))
        db.execute("ALTER DATABASE " + db.info.dbname + " RESET default_transaction_read_only")
    assert "version" in await seen.wrong()


def test_the_command_line_says_it_all(tmp_path):
    """Without a token everything else is looked at, and the exit status says that something is missing."""

    async def run() -> tuple[int, str]:
        known = os.environ | {"DISCORD_TOKEN": "", "REFEREE_DB": str(tmp_path / "games.sqlite3"), "DATABASE_URL": ""}
        root = Path(__file__).resolve().parents[4]
        process = await asyncio.create_subprocess_exec(sys.executable, root / "bot.py", "doctor", env=known, stdout=asyncio.subprocess.PIPE)
        async with within("the doctor", 60):
            said, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, said.decode()

    status, said = asyncio.run(run())
    assert status == 1
    assert said.startswith(f"{Verdict.WRONG.value} token: there is none.")
    assert " fonts: " in said
    assert " thinking: " in said


def test_a_clock_is_right_within_some_seconds():
    assert application.clock(4.0).verdict is application.clock(-4.0).verdict is Verdict.RIGHT
    assert application.clock(None).verdict is Verdict.UNTOLD
    assert "behind" in application.clock(60.0).words
