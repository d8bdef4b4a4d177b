"""A database moved into another one holds the same to the last bit, or nothing has changed and a sentence says why."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from data.store import Store, is_address
from data.store.migration_scripts import MIGRATIONS
from data.store.postgres.peers import JOINING, PostgresPeers, lock
from data.store.transfer.copying import CopyProgress
from data.store.transfer.move_database import Unmovable, move, shown
from data.store.transfer.side_postgres import PostgresSide
from data.store.transfer.side_sqlite import SQLiteSide
from tests.moved_databases import ROWS, contents, database, strange
from tests.sampled import often, sampled

T = TypeVar("T", str, Path)
ROOT = Path(__file__).resolve().parents[4]


def silent(progress: CopyProgress) -> None:
    """Nobody looks on."""


def made(where: T) -> T:
    """A new database, with nothing in it."""

    async def opened() -> None:
        await (await Store.open(where)).close()

    asyncio.run(opened())
    return where


@pytest.fixture(scope="module")
def filled(tmp_path_factory) -> Path:
    """A database with strange values in all tables."""
    path = made(tmp_path_factory.mktemp("filled") / "games.sqlite3")
    strange(path)
    return path


@pytest.fixture
def file(filled, tmp_path) -> Path:
    """A database with strange values, to be spoilt."""
    return Path(shutil.copy(filled, tmp_path / "source.sqlite3"))


@pytest.fixture(params=["file", "server"])
def source(request, file) -> Iterator[str]:
    """The same, of either kind."""
    if request.param == "file":
        yield str(file)
    else:
        with database(request.getfixturevalue("machine")) as address:
            move(str(file), address, silent)
            yield address


@pytest.fixture(params=["file", "server"])
def target(request, tmp_path) -> str:
    """Where there is nothing yet."""
    return str(tmp_path / "target.sqlite3") if request.param == "file" else request.getfixturevalue("elsewhere")


def nothing_at(target: str) -> bool:
    """Whether there is still nothing."""
    if is_address(target):
        return not any(rows for table, rows in contents(target).items() if table != "facts")
    return not list(Path(target).parent.glob(Path(target).name + "*"))


def run(where: str | Path, *statements: str) -> list[tuple[Any, ...]]:
    """Statements in a database; gives the rows of the last one."""
    if is_address(str(where)):
        with psycopg.connect(str(where)) as db:
            cursor: Any = None
            for statement in statements:
                cursor = db.execute(statement)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(where)) as db:
        for statement in statements:
            cursor = db.execute(statement)
        rows = cursor.fetchall()
        db.commit()
        return rows


def refused(source: str | Path, target: str | Path) -> str:
    """The sentence with which a move is refused."""
    with pytest.raises(Unmovable) as found:
        move(str(source), str(target), silent)
    assert str(found.value).endswith(".")
    return str(found.value)


@pytest.mark.sampled(0.5)
def test_all_values_come_over_as_they_are(source, target, file):
    before = contents(file)
    assert all(before.values()), "no table is left out"
    moved = move(source, target, silent)
    assert contents(target) == before == contents(source)
    assert {name: summary.rows for name, summary in moved.tables.items()} == {name: len(rows) for name, rows in before.items()}
    if not is_address(target):
        assert Path(target).stat().st_mode & 0o777 == 0o600


def test_a_new_row_never_gets_the_number_of_one_that_is_gone(source, target):
    move(source, target, silent)
    ((added,),) = run(target, "INSERT INTO owed (game, kind, payload, created) VALUES (1, 'board', '{}', 0) RETURNING id")
    assert added == ROWS + 1, "8 to 12 have been given and are gone"
    columns = "game, version, channel, language, theme, options, host, status, created"
    ((added,),) = run(target, f"INSERT INTO games ({columns}) VALUES ('x', 1, 99, 'en', 'light', '{{}}', 1, 'over', 0) RETURNING id")
    assert added == ROWS + 1


def test_progress_is_told_table_by_table_and_ends_at_all_rows(source, target):
    told: list[CopyProgress] = []
    move(source, target, told.append)
    assert [p.table for p in told if p.doing == "copying"] == [p.table for p in told if p.doing == "checking"][: len(contents(source))]
    assert {p.table for p in told} == set(contents(source))
    done = [p.done for p in told if p.doing == "checking"]
    assert done == sorted(done)
    assert max(done) < told[-1].rows == 2 * sum(map(len, contents(source).values()))


@pytest.mark.sampled(0.5)
def test_what_is_moved_twice_is_there_already(source, target):
    move(source, target, silent)
    assert move(source, target, silent).already
    run(source, "UPDATE seats SET name = name || '.' WHERE game = 1")
    before = contents(target)
    assert "is not empty" in refused(source, target)
    assert contents(target) == before


@pytest.mark.parametrize("spoilt", [lambda rows: rows[1:], lambda rows: [*rows[:-1], (*rows[-1][:-1], "x")], lambda rows: rows[:-1] + rows[:1]])
def test_what_is_lost_or_changed_on_the_way_is_found_out(file, target, monkeypatch, spoilt):
    """Nothing of it is kept."""
    side = PostgresSide if is_address(target) else SQLiteSide
    fill = side.fill

    def faulty(self, table, rows) -> None:
        found = list(rows)
        fill(self, table, spoilt(found) if table.name == "facts" else found)

    with monkeypatch.context() as patch:
        patch.setattr(side, "fill", faulty)
        said = refused(file, target)
    assert "The table facts came over with other contents" in said or "cannot be used" in said
    assert nothing_at(target)
    move(str(file), target, silent)


def test_a_database_that_the_bot_has_only_just_made_is_empty(source, target):
    made(target)
    move(source, target, silent)
    assert contents(target) == contents(source)


def killed(source: Path, target: str, at: int) -> bool:
    """Whether a move has been killed as it told for the `at`-th time where it is."""
    child = os.fork()
    if not child:
        told = iter(range(at))

        def last(progress: CopyProgress) -> None:
            if next(told, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        move(str(source), target, last)
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.sampled(0.5)
def test_killed_at_every_table(filled, target):
    """Nothing is there then, and whoever is killed may say the same again."""
    before = contents(filled)
    tells = 3 * len(before)  # It tells before it copies and checks each table, and checks it in both.
    for at in (*range(0, len(before), often(4, 1)), *range(len(before), tells, often(20, 5)), tells - 1):
        assert killed(filled, target, at)
        assert nothing_at(target) if is_address(target) else not Path(target).exists()
    assert not killed(filled, target, tells)
    assert contents(target) == before == contents(filled)
    assert move(str(filled), target, silent).already
    assert is_address(target) or not list(Path(target).parent.glob("*.new*"))


def unprivileged(source: Path, target: Path) -> str:
    """The sentence with which a move is refused to somebody who owns nothing."""
    if os.geteuid():
        return refused(source, target)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setuid(65534)
        try:
            os.write(writing, refused(source, target).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read()


def test_what_is_no_database_is_refused(file, tmp_path):
    source, target = file, str(tmp_path / "target.sqlite3")
    assert "There is no file" in refused(tmp_path / "none.sqlite3", target)
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at" * 40)
    assert "is no database" in refused(tmp_path / "text", target)
    (tmp_path / "cut").write_bytes(source.read_bytes()[:9000])
    assert "damaged" in refused(tmp_path / "cut", target)
    with closing(sqlite3.connect(tmp_path / "other")) as db:
        db.execute("CREATE TABLE notes (a)")
    assert "is no database of the bot" in refused(tmp_path / "other", target)
    assert "holds something else (notes)" in refused(source, tmp_path / "other")
    assert "mysql:// is no address" in refused(source, "mysql://somebody@host/base")
    assert "mysql:// is no address" in refused("mysql://somebody@host/base", target)
    assert "is no database" in refused(source, tmp_path)
    assert "are the same" in refused(source, tmp_path / "." / source.name)
    assert nothing_at(target)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cut", "other", "source.sqlite3", "text"]


def test_a_file_that_somebody_uses_is_left_alone(file, tmp_path):
    target = str(tmp_path / "target.sqlite3")
    with closing(sqlite3.connect(file)) as bot:
        bot.execute("SELECT * FROM games").fetchone()
        assert "is in use: stop the bot first" in refused(file, target)
    assert nothing_at(target)
    made(target)
    with closing(sqlite3.connect(target)) as bot:
        bot.execute("SELECT * FROM games").fetchone()
        assert "is in use: stop the bot first" in refused(file, target)
    move(str(file), target, silent)


def test_two_do_not_make_the_same_file(file, tmp_path):
    """The second one leaves that of the first alone."""
    target, said = str(tmp_path / "target.sqlite3"), []

    def told(progress: CopyProgress) -> None:
        if (progress.doing, progress.table) == ("copying", "seats"):
            said.append(refused(shutil.copy(file, tmp_path / "other.sqlite3"), target))

    move(str(file), target, told)
    assert said == [f"Somebody else is just making {target}."]
    assert contents(target) == contents(tmp_path / "other.sqlite3")


def test_no_bot_begins_while_its_file_is_moved(file, target):
    """It would play on in the one that nobody looks at any more."""
    said = []

    def told(progress: CopyProgress) -> None:
        with closing(sqlite3.connect(file, timeout=0)) as bot, pytest.raises(sqlite3.OperationalError) as found:
            bot.execute("SELECT * FROM games").fetchone()
        said.append(str(found.value))

    move(str(file), target, told)
    assert set(said) == {"database is locked"}


def test_versions(source, target):
    run(source, "INSERT INTO migrations VALUES (999, 0)")
    assert "newer version of the bot (migration 999)" in refused(source, target)
    assert nothing_at(target)
    if is_address(source):
        run(source, "DELETE FROM migrations WHERE number >= 20", "INSERT INTO migrations VALUES (19, 0)")
        assert "is of an earlier version of the bot: start this one with it once" in refused(source, target)
        assert nothing_at(target)


def test_a_database_of_an_earlier_version_is_moved_as_the_bot_would_bring_it_up_to_date(tmp_path, target):
    old = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(old)) as db:
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT")
        for path in sorted(MIGRATIONS.glob("*.sql"))[:14]:
            db.executescript(path.read_text(encoding="utf-8"))
            db.execute("INSERT INTO migrations VALUES (?, 1.5)", (int(path.name[:3]),))
        db.execute(
            "INSERT INTO games (id, channel, status, seed, game, version, language, theme, options, host, created)"
            " VALUES (1, 5, 'live', '07', 'hexygame', 1, 'en', 'light', '{}', 1, 1.0)"
        )
        db.execute("INSERT INTO seats (game, seat, player, name, orders) VALUES (1, 0, 7, 'Žofie', 'ask_own')")
        db.commit()
    before = old.read_bytes()
    move(str(old), target, silent)
    assert old.read_bytes() == before
    made(old)
    at = re.compile(r"\('at', [0-9.]+\)")  # One of these notes when it has happened.
    assert at.sub("", str(sorted(contents(old).items()))) == at.sub("", str(sorted(contents(target).items())))
    assert "stops ask_own" in str(contents(target)["actions"])


def test_a_table_that_is_not_the_bots_is_not_left_behind_in_silence(source, target):
    run(source, "CREATE TABLE notes (a INTEGER PRIMARY KEY)")
    assert "has a table notes" in refused(source, target)
    run(source, "DROP TABLE notes", "ALTER TABLE seats ADD COLUMN mood TEXT")
    assert "other columns" in refused(source, target)
    assert nothing_at(target)


def test_rows_that_refer_to_nothing_are_no_sound_database(file, target):
    run(file, "DELETE FROM games WHERE id = 2")
    assert "refer to others that are not there" in refused(file, target)
    assert nothing_at(target)


def limited(size: int) -> None:
    """No file may grow beyond this."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def told_by_bot(*arguments: str, size: int | None = None) -> tuple[int, str]:
    """What `bot.py move` says at its end, and its status."""
    done = subprocess.run(
        [sys.executable, "bot.py", "move", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        preexec_fn=None if size is None else lambda: limited(size),
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout.strip()


@pytest.mark.sampled(0.25, any=True)
def test_the_command(source, target):
    assert told_by_bot(str(source)) == (2, "python bot.py move FROM TO: each is the path of a database file, or postgresql://user@host/database")
    rows = sum(map(len, contents(source).values()))
    assert told_by_bot(str(source), target) == (
        0,
        f"Moved {rows:,} rows of {len(contents(source))} tables, and looked at each of them again. {shown(source)} is as it was.",
    )
    assert told_by_bot(str(source), target) == (0, "It is all there already: both databases hold the same.")
    assert told_by_bot(str(source), str(source)) == (1, f"{shown(source)} and {shown(source)} are the same database. Nothing has been moved.")


@pytest.mark.sampled(0.5)
def test_no_room_for_a_file(source, tmp_path):
    """At any moment: files may grow so far and no further."""
    target = str(tmp_path / "target.sqlite3")
    run(source, f"UPDATE games SET options = '{'x' * 60_000}'")
    before = contents(source)
    for size in sampled((50_000, 200_000, 300_000, 500_000), 0.5):
        status, said = told_by_bot(str(source), target, size=size)
        assert status == 1, said
        assert "There is no room left for" in said
        assert nothing_at(target)
    assert told_by_bot(str(source), target)[0] == 0
    assert contents(target) == before == contents(source)


def backend(address: str) -> int:
    """The number of the process on the server that carries rows over."""
    moving = "SELECT pid FROM pg_stat_activity WHERE application_name = 'referee move' AND datname = current_database()"
    ((process,),) = run(address, f"{moving} ORDER BY backend_start DESC LIMIT 1")
    number: int = process
    return number


def hemmed_in(process: int) -> None:
    """From now on a process may write no longer files than this. Its own user may say so."""
    owner, child = os.stat(f"/proc/{process}"), os.fork()
    if not child:
        os.setgid(owner.st_gid)
        os.setuid(owner.st_uid)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (8192, 8192))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_no_room_on_a_server(file, elsewhere):
    """The process that serves the move may not write any longer files than they are."""
    run(file, f"UPDATE games SET options = '{'x' * 60_000}'")
    before = contents(file)

    def told(progress: CopyProgress) -> None:
        if progress.table == "games":
            hemmed_in(backend(elsewhere))

    with pytest.raises(Unmovable, match="There is no room left on the server of"):
        move(str(file), elsewhere, told)
    assert nothing_at(elsewhere)
    move(str(file), elsewhere, silent)
    assert contents(elsewhere) == before


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize(("source", "target"), [("file", "server"), ("server", "file")], indirect=True)
@pytest.mark.parametrize(("doing", "table"), [("copying", "games"), ("copying", "owed"), ("checking", "games")])
def test_the_connection_is_lost_in_between(source, target, table, doing):
    """Nothing is half there, and what to do is said."""
    before = contents(source)
    server = source if is_address(source) else target

    cut = iter([True])

    def told(progress: CopyProgress) -> None:
        if (progress.doing, progress.table) == (doing, table) and next(cut, False):
            run(server, f"SELECT pg_terminate_backend({backend(server)})")

    with pytest.raises(Unmovable, match="There is no connection to postgresql://"):
        move(source, target, told)
    assert nothing_at(target)
    move(source, target, silent)
    assert contents(target) == before == contents(source)


def test_a_server_may_take_a_moment_to_let_a_stopped_bot_go(file, elsewhere):
    with psycopg.connect(elsewhere, autocommit=True) as stopping:
        stopping.execute("SELECT pg_advisory_lock(%s)", (lock("public", JOINING),))
        going = threading.Timer(0.5, stopping.execute, ("SELECT pg_advisory_unlock(%s)", (lock("public", JOINING),)))
        going.start()
        move(str(file), elsewhere, silent)
        going.join(10)


async def test_a_server_that_a_bot_uses_is_left_alone_and_none_begins_meanwhile(file, elsewhere, tmp_path):
    target = str(tmp_path / "target.sqlite3")
    await (await Store.open(elsewhere)).close()
    bot = PostgresPeers(elsewhere)
    try:
        await bot.start()
        await bot.join(1)
        assert "is in use: stop the bot first" in await asyncio.to_thread(refused, file, elsewhere)
        assert "is in use: stop the bot first" in await asyncio.to_thread(refused, elsewhere, target)
    finally:
        await bot.close()
    with psycopg.connect(elsewhere, autocommit=True) as beginning:
        beginning.execute("SELECT pg_advisory_lock(%s)", (lock("public", JOINING),))
        assert "is in use: stop the bot first" in await asyncio.to_thread(refused, file, elsewhere)
    joined = []

    def told(progress: CopyProgress) -> None:
        with psycopg.connect(elsewhere) as db:
            joined.append(db.execute("SELECT pg_try_advisory_lock(%s)", (lock("public", JOINING),)).fetchone())

    await asyncio.to_thread(move, str(file), elsewhere, told)
    assert set(joined) == {(False,)}
    await asyncio.to_thread(move, elsewhere, target, told)
    assert set(joined) == {(False,)}
    again = PostgresPeers(elsewhere)
    try:
        await again.start()
        await asyncio.wait_for(again.join(1), 30)
    finally:
        await again.close()


def test_what_is_wrong_with_an_address(file, elsewhere):
    def said(**parts: str) -> str:
        return refused(file, urlunsplit(urlsplit(elsewhere)._replace(**parts)))

    assert 'database "none" does not exist' in said(path="/none")
    assert "There is no connection to postgresql://somebody@127.0.0.1:1/x" in said(netloc="somebody:secret@127.0.0.1:1", path="/x", query="")
    for wrong in ("postgresql://[secret", "postgresql://a:secret@b:port/x", "postgresql://a:secret@b/x?colour=red"):
        sentence = refused(file, wrong)
        assert "secret" not in sentence
        assert "no address of a database" in sentence or "no connection" in sentence
    run(elsewhere, "DROP ROLE IF EXISTS nobody_moving", "CREATE ROLE nobody_moving LOGIN")
    try:
        assert "no right" in said(netloc="nobody_moving@")
    finally:
        run(elsewhere, "DROP ROLE nobody_moving")
    assert nothing_at(elsewhere)


def test_no_right(filled):
    """To write into the folder, or to the file, or to read it."""
    with tempfile.TemporaryDirectory() as name:  # Where somebody else may look.
        folder = Path(name)
        source, target = Path(shutil.copy(filled, folder / "source.sqlite3")), folder / "target.sqlite3"
        before = source.read_bytes()
        for rights in (0o000, 0o444):
            source.chmod(rights)
            folder.chmod(0o555)
            said = unprivileged(source, target)
            folder.chmod(0o755)
            assert f"There is no right to read and write {source}" in said
        source.chmod(0o666)
        folder.chmod(0o555)
        assert "There is no right to read and write" in unprivileged(source, target)
        folder.chmod(0o755)
        assert sorted(p.name for p in folder.iterdir()) == ["source.sqlite3"]
        assert source.read_bytes() == before
