"""The real process, started with a database that cannot be used, is not there yet, or wherever else something is set wrongly."""

from __future__ import annotations

import ast
import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit, urlunsplit

import aiohttp
import psycopg
import pytest

from playground.http_server import Standin
from playground.world import World
from tests.cogs.service.test_kill import ROOT, connected
from tests.tools.soak.proxy import Proxy
from tests.waiting import until

PASSWORD = "open-sesame"


@pytest.fixture
async def standin(tmp_path):
    opened = Standin(World(tmp_path / "world"))
    await opened.start()
    yield opened
    await opened.stop()


def start(folder: Path, **settings: str) -> subprocess.Popen[str]:
    """The bot, with what is set beside the ordinary."""
    known = {"DISCORD_TOKEN": "playground", "DISCORD_API": "http://127.0.0.1:9", "REFEREE_DB": str(folder / "games.sqlite3"), "LOG_LEVEL": "INFO"}
    for name in ("DATABASE_URL", "METRICS", "SHARDS", "LOG_FORMAT"):
        known[name] = ""
    return subprocess.Popen(
        [sys.executable, "bot.py"], cwd=ROOT, env=os.environ | known | settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


async def refused(folder: Path, **settings: str) -> str:
    """What a process says that does not start; it ends with status 1, and nothing looks as if it had failed."""
    process = await asyncio.to_thread(start, folder, **settings)
    try:
        said, _ = await asyncio.to_thread(process.communicate, timeout=60)
    finally:
        process.kill()
    assert process.returncode == 1, said
    assert "Traceback" not in said
    assert PASSWORD not in said
    (line,) = (line for line in said.strip().splitlines() if "starting: reads" not in line)
    return line


def starts_with(secrets: Path) -> str:
    """What the bot says first, with its settings in a file by which it does not start."""
    secrets.write_text("DATABASE_URL=mysql://nobody\n", encoding="utf-8")
    start = "import bot, pathlib, sys; bot.SECRETS = pathlib.Path(sys.argv.pop()); sys.exit(bot.main())"
    known = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run([sys.executable, "-c", start, str(secrets)], cwd=ROOT, env=known, capture_output=True, text=True, timeout=60)
    assert "must be postgresql://" in done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("token", ["", "playground"])
def test_a_start_says_what_it_does_before_it_does_it(tmp_path, token):
    """Before anything is read that takes long: discord.py and the rules of the games."""
    look = """
import sys, bot, logging
said = []
def note(line): said.append((line, "discord" in sys.modules, "rules.hexygame.engine" in sys.modules))
bot.print = lambda line, **_: note(line)
bot.log.info = lambda line, *_: note(line)
def halted(coroutine):
    coroutine.close()
    raise KeyboardInterrupt
bot.asyncio.run = halted
class Halt:
    def find_spec(self, name, *_):
        if name == "playground.run":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Halt())
bot.main()
print(said)
"""
    known = os.environ | {"DISCORD_TOKEN": token, "DATABASE_URL": "", "SHARDS": "", "METRICS": "", "REFEREE_DB": str(tmp_path / "games.sqlite3")}
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, env=known, capture_output=True, text=True, timeout=60)
    said = ast.literal_eval(done.stdout.strip())
    assert [(discord, rules) for _, discord, rules in said[:1]] == [(False, False)], done.stderr
    assert "read" in said[0][0]


@pytest.mark.sampled(0.4)
@pytest.mark.skipif(os.name == "nt", reason="there a file has the rights of its folder")
@pytest.mark.parametrize(("mode", "warned"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True), (0o622, True)])
def test_whoever_leaves_the_token_open_to_others_is_told_at_the_start(tmp_path, mode, warned):
    secrets = tmp_path / "settings.env"
    secrets.touch()
    secrets.chmod(mode)
    assert ("chmod 600 .env" in starts_with(secrets)) is warned


def named(url: str, **changes: str) -> str:
    """The same server by another user or another database."""
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    netloc = f"{changes.get('user', user)}@{host}"
    return urlunsplit(parts._replace(netloc=netloc, path=changes.get("path", parts.path)))


@pytest.mark.sampled(0.25)
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://u@h/d", "must be postgresql://"),
        (f"postgresql://u:{PASSWORD} x@h:1/d", "cannot be read"),
        (f"postgresql://u:{PASSWORD}@h:54x2/d", "cannot be"),
        (f"postgresql://u:{PASSWORD}@nowhere.invalid/d", "nowhere.invalid"),
    ],
)
async def test_an_address_that_leads_nowhere(tmp_path, url, words):
    assert words in await refused(tmp_path, DATABASE_URL=url)


async def test_a_server_that_lets_nobody_in(tmp_path, where):
    assert "does not exist" in await refused(tmp_path, DATABASE_URL=named(where, path="/nothing_here"))
    assert "does not exist" in await refused(tmp_path, DATABASE_URL=named(where, user=f"nobody:{PASSWORD}"))


async def test_a_user_without_rights(tmp_path, where):
    role = f"guest_{os.getpid()}"
    with psycopg.connect(where, autocommit=True) as db:
        db.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'")
        db.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        try:
            said = await refused(tmp_path, DATABASE_URL=named(where, user=f"{role}:{PASSWORD}"))
        finally:
            db.execute(f"DROP OWNED BY {role}")
            db.execute(f"DROP ROLE {role}")
        assert "no right to make tables" in said
        assert db.execute("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


async def test_a_database_of_a_newer_version(tmp_path, where):
    from data.store import Store

    for url in (where, str(tmp_path / "games.sqlite3")):
        await (await Store.open(url)).close()
    with psycopg.connect(where) as db:
        db.execute("INSERT INTO migrations VALUES (9999, 0)")
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
        db.execute("INSERT INTO migrations VALUES (9999, 0)")
        db.commit()
    for url in (where, ""):
        assert "newer version" in await refused(tmp_path, DATABASE_URL=url)


async def test_a_file_that_is_none(tmp_path):
    (tmp_path / "games.sqlite3").write_text("this is a letter to my aunt, and not short enough to be anything else" * 20)
    assert "not a database" in await refused(tmp_path)
    (tmp_path / "a file").write_text("")
    assert "cannot" in await refused(tmp_path, REFEREE_DB=str(tmp_path / "a file" / "games.sqlite3"))


@pytest.mark.sampled(0.34, any=True)
@pytest.mark.parametrize(
    ("setting", "words"), [({"METRICS": "yes"}, "METRICS"), ({"SHARDS": "one"}, "0-3/16"), ({"TABLES_BY_PERSON": "-1"}, "TABLES_BY_PERSON")]
)
async def test_other_settings(tmp_path, setting, words):
    assert words in await refused(tmp_path, **setting)


async def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "cannot start" in await refused(tmp_path, METRICS=str(taken.getsockname()[1]))


@asynccontextmanager
async def through(where: str) -> AsyncIterator[tuple[Proxy, str]]:
    """A network before a database, and the address of that there."""
    parts = urlsplit(where)
    folder = parse_qs(parts.query).get("host")
    proxy = Proxy(next(Path(folder[0]).glob(".s.PGSQL.*[0-9]")) if folder else parts.port or 5432)
    port = await proxy.start()
    try:
        yield proxy, f"postgresql://{parts.netloc.rpartition('@')[0]}@127.0.0.1:{port}{parts.path}"
    finally:
        await proxy.stop()


@pytest.mark.deep
async def test_a_database_that_has_fallen_silent_does_not_keep_it_from_stopping(tmp_path, standin, where):
    async with through(where) as (proxy, url):
        process = await asyncio.to_thread(start, tmp_path, DISCORD_API=standin.address, DATABASE_URL=url)
        try:
            await connected(standin)
            async with asyncio.timeout(60):
                while not standin.world.commands:
                    await asyncio.sleep(0.05)
            proxy.silence(True)
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(process.wait, 15) == 0
            assert time.monotonic() - began < 10
        finally:
            process.kill()
            process.wait(10)


async def test_a_database_that_is_down_is_waited_for(tmp_path, standin, where):
    """It says so, goes on by itself, and is told to stop meanwhile as ever."""
    async with through(where) as (proxy, url):
        proxy.refuses = True
        await waited_for(tmp_path, standin, proxy, url)


async def waited_for(tmp_path: Path, standin: Standin, proxy: Proxy, url: str) -> None:
    short = "import data.store.postgres.database as p, bot; p.PATIENCE = 0.3; raise SystemExit(bot.main())"
    environment = os.environ | {"DISCORD_TOKEN": "playground", "DISCORD_API": standin.address, "DATABASE_URL": url, "METRICS": "", "SHARDS": ""}
    log = tmp_path / "log"

    def begin() -> subprocess.Popen[bytes]:
        with log.open("wb") as written:
            return subprocess.Popen([sys.executable, "-c", short], cwd=ROOT, env=environment, stdout=written, stderr=written)

    async def waits() -> None:
        async with asyncio.timeout(60):
            while b"waiting for it" not in log.read_bytes():
                await asyncio.sleep(0.05)

    for status in (0, None):
        process = await asyncio.to_thread(begin)
        try:
            await waits()
            assert process.poll() is None
            if status is None:
                proxy.refuses = False
                await connected(standin)
            process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(process.wait, 15) == 0, log.read_text()
        finally:
            process.kill()
            process.wait(10)
    assert "Traceback" not in log.read_text()


@pytest.mark.deep
async def test_figures_of_a_real_process(tmp_path, standin):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = await asyncio.to_thread(start, tmp_path, DISCORD_API=standin.address, METRICS=str(port))
    try:
        await connected(standin)
        async with aiohttp.ClientSession() as session, asyncio.timeout(30):
            while True:
                async with session.get(f"http://127.0.0.1:{port}/health") as answer:
                    if answer.status == 200:
                        break
                await asyncio.sleep(0.1)
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                assert "referee_ready 1.0" in await answer.text()
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 15) == 0
    finally:
        process.kill()
        process.wait(10)


SLOW = """
import sys, time, pathlib, bot
import cogs.service.start_up as running
folder, usual = pathlib.Path(sys.argv.pop()), running.read_all
def slowly():
    (folder / "reads").touch()
    while not (folder / "go on").exists():
        time.sleep(0.02)
    usual()
running.read_all = slowly
raise SystemExit(bot.main())
"""


async def test_it_reads_then_connects_and_is_well_only_then(tmp_path, standin):
    """Nobody asks a process that is still reading: it is not connected, and says so."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"DISCORD_TOKEN": "playground", "DISCORD_API": standin.address, "REFEREE_DB": str(tmp_path / "games.sqlite3"), "METRICS": str(port)}
    environment = os.environ | settings | {"DATABASE_URL": "", "SHARDS": "", "LOG_FORMAT": ""}
    process = await asyncio.to_thread(lambda: subprocess.Popen([sys.executable, "-c", SLOW, str(tmp_path)], cwd=ROOT, env=environment))
    try:
        async with aiohttp.ClientSession() as session:

            async def health() -> int:
                try:
                    async with session.get(f"http://127.0.0.1:{port}/health") as answer:
                        return answer.status
                except aiohttp.ClientError:
                    return 0

            await until(lambda: (tmp_path / "reads").exists())
            await until(lambda: health(), "somebody to listen")
            for _ in range(10):
                assert await health() == 503
                assert not standin.sessions
                await asyncio.sleep(0.05)
            (tmp_path / "go on").touch()
            await connected(standin)

            async def well() -> bool:
                return await health() == 200

            await until(well, pause=0.05)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 15) == 0
    finally:
        process.kill()
        process.wait(10)


async def test_of_two_processes_on_one_file_the_second_waits_until_the_first_has_ended(tmp_path, standin):
    """Both would answer whatever Discord sends, since it sends all to both."""
    first = await asyncio.to_thread(start, tmp_path, DISCORD_API=standin.address)
    second = None
    try:
        await connected(standin)
        second = await asyncio.to_thread(start, tmp_path, DISCORD_API=standin.address)
        assert second.stdout is not None
        async with asyncio.timeout(60):
            while "waiting until it has ended" not in (line := await asyncio.to_thread(second.stdout.readline)):
                assert line
        assert len(standin.sessions) == 1
        first.kill()
        await asyncio.to_thread(first.wait, 10)
        async with asyncio.timeout(60):
            while "it has ended" not in (line := await asyncio.to_thread(second.stdout.readline)):
                assert line
        await until(lambda: len(standin.sessions) == 2, "the second one to connect")
        second.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(second.wait, 15) == 0
    finally:
        for process in (first, second):
            if process is not None:
                process.kill()
                process.wait(10)
