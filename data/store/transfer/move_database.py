"""Moves a whole database into another one, SQLite or PostgreSQL, all or nothing, and verifies the copy independently."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from data.store import Store, is_address
from data.store.migration_scripts import newest
from data.store.private_files import BESIDE, keep_private
from data.store.transfer.copying import Summary, Told, copy, same
from data.store.transfer.side_sqlite import SQLiteSide, in_use, plainly
from data.store.transfer.sides import Side, Unmovable

FRESH = ".new"
"""What the name of a file ends with that is to take another one's place."""
OF_EVERY_BOT = frozenset({"facts", "alive"})
"""Tables with rows that every database has from its first day."""


class Moved(NamedTuple):
    """The result of a move: the number of rows by table; or that everything was there already."""

    tables: dict[str, Summary]
    already: bool = False


def move(source: str, target: str, told: Told) -> Moved:
    """Copies everything of a database into one that is empty or not there yet; both are paths of files or addresses of PostgreSQL.

    Raises Unmovable with the reason, and what to do; the target is as it was then. After a kill it can be repeated.
    """
    _check_name(source)
    _check_name(target)
    if _same_place(source, target):
        raise Unmovable(f"{shown(source)} and {shown(target)} are the same database.")
    with sound(source) as ours:
        with ExitStack() as opened:
            if is_address(target) or Path(target).exists():
                theirs = opened.enter_context(closing(_side(target)))
                if not _empty(theirs):
                    if theirs.version() == ours.version() and same(ours, theirs, told):
                        return Moved({}, already=True)
                    raise Unmovable(f"{theirs.where} is not empty. Name a database that is, or a file that is not there yet.")
                theirs.hold()
                if is_address(target):
                    return Moved(into_server(ours, target, told))
        return Moved(into_file(ours, Path(target), told))


@contextlib.contextmanager
def sound(where: str) -> Iterator[Side]:
    """A database to copy from, of this version of the bot and used by no bot; for a file of an earlier version, a migrated copy.

    Raises Unmovable.
    """
    with ExitStack() as opened:
        side = opened.enter_context(closing(_side(where, reading=True)))
        side.hold()
        version = side.version()
        if version == 0:
            raise Unmovable(f"{side.where} is no database of the bot.")
        if version > newest():
            raise Unmovable(f"{side.where} is of a newer version of the bot (migration {version}): update the bot first.")
        if version < newest():
            if not isinstance(side, SQLiteSide):
                raise Unmovable(f"{side.where} is of an earlier version of the bot: start this one with it once, which brings it up to date.")
            side = opened.enter_context(
                closing(_brought_up_to_date(side, Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="referee-")))))
            )
        yield side


@contextlib.contextmanager
def held(address: str) -> Iterator[bool]:
    """Locks a migrated database on a server, so that no bot uses it; yields whether one has ever used it. Raises Unmovable."""
    with closing(_side(address)) as side:
        side.hold()
        used = side.version() > 0 or not _empty(side)
        side.hold()
        _prepare(address)
        yield used


def copy_to_file(address: str, made: Path) -> None:
    """Makes a file with the present content of a database on a server, while bots may use it. Raises Unmovable."""
    with closing(_side(address, reading=True)) as source:
        into_file(source, made, lambda progress: None)


def into_file(source: Side, target: Path, told: Told) -> dict[str, Summary]:
    """Makes a file with the content of a source; the file appears only when complete. Raises Unmovable."""
    fresh = target.with_name(target.name + FRESH)
    if fresh.exists() and in_use(fresh):  # Else it is of somebody who was killed.
        raise Unmovable(f"Somebody else is just making {target}.")
    try:
        _remove(fresh)
        _prepare(fresh)
        with closing(SQLiteSide(fresh)) as side:
            found = copy(source, side, told)
            side.done()
        _settle(fresh, target)
    except BaseException:
        _remove(fresh)
        raise
    return found


def into_server(source: Side, target: str, told: Told) -> dict[str, Summary]:
    """Replaces the content of a PostgreSQL database by that of a source. Raises Unmovable."""
    _prepare(target)
    with closing(_side(target)) as side:
        found = copy(source, side, told)
        side.done()
    return found


def _side(where: str, reading: bool = False) -> Side:
    if not is_address(where):
        return SQLiteSide(Path(where))
    try:
        from data.store.transfer.side_postgres import PostgresSide
    except ImportError as error:
        raise Unmovable(f"PostgreSQL needs psycopg ({error}): pip install --require-hashes -r requirements-server-lock.txt.") from error
    return PostgresSide(where, reading)


def shown(where: str) -> str:
    """A database's name for people, without a password. Raises Unmovable."""
    if not is_address(where):
        return where
    from data.store.transfer import side_postgres

    return side_postgres.shown(where)


def _check_name(where: str) -> None:
    scheme, between, _ = where.partition("://")
    if between and not is_address(where):
        raise Unmovable(f"{scheme}:// is no address of a database: it is the path of a file, or begins with postgresql://.")
    if not where or Path(where).is_dir():
        raise Unmovable(f"{where or 'Nothing'} is no database: it is the path of a file, or begins with postgresql://.")


def _same_place(source: str, target: str) -> bool:
    if is_address(source) or is_address(target):
        return source == target
    return Path(source).resolve() == Path(target).resolve()


def _empty(side: Side) -> bool:
    """Whether a database has nothing but what every bot notes at first. Raises Unmovable for one with foreign content."""
    tables = side.tables()
    if tables and side.version() == 0:
        raise Unmovable(f"{side.where} holds something else ({', '.join(sorted(tables)[:3])}): name a database of the bot's own.")
    return not any(side.count(table) for name, table in tables.items() if name not in OF_EVERY_BOT)


def _brought_up_to_date(side: SQLiteSide, folder: Path) -> Side:
    """A migrated copy of a file, in a folder."""
    path = folder / "copy.sqlite3"
    keep_private(path)
    side.copy_to(path)
    _prepare(path)
    return SQLiteSide(path)


def _prepare(where: str | Path) -> None:
    """Creates the tables of a database, as the bot does when it opens it."""

    async def opened() -> None:
        await (await Store.open(where)).close()

    with plainly(shown(str(where))):
        asyncio.run(opened())


def _settle(fresh: Path, target: Path) -> None:
    """Moves a file into its place durably."""
    with plainly(str(target)):
        for path in (fresh, target.parent):
            if path is fresh or os.name != "nt":  # Windows opens no folders.
                handle = os.open(path, os.O_RDWR if path is fresh else os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)
            if path is fresh:
                fresh.replace(target)


def _remove(path: Path) -> None:
    for end in BESIDE:
        with contextlib.suppress(OSError):
            path.with_name(path.name + end).unlink()
