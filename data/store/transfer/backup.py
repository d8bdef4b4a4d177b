"""Backup and restore of the whole database: backups while the bot runs, restores while it does not.

Only their owner can read the copies. Out of PostgreSQL: `copy_to_file` in `move_database`.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from calendar import timegm
from pathlib import Path

from data.store import Database, Store
from data.store.after_restore import COPIED, NUMBERED
from data.store.private_files import BESIDE, FOLDER, keep_private, private_folder
from data.store.sqlite import Sqlite, damage, given_in
from data.store.transfer.copying import Told
from data.store.transfer.side_sqlite import in_use, plainly
from rules.competition.clock import DAY

KEPT = 20
"""Copies that are kept; older ones go."""
ASIDE_KEPT, ASIDE_DAYS = 3, 30
"""How many databases are kept that a copy was put in the place of, and for how many days."""
MOMENT = "%Y%m%d-%H%M%S"
ASIDE = ".before-restore-"


def _backups(database: Path) -> Path:
    return database.parent / "backups"


async def backup(store: Store) -> Path:
    """Copies the present database into a file in the folder `backups` beside it, while play goes on.

    Raises data.store.DatabaseError, OSError; there is no file then.
    """
    assert store.beside is not None, "somebody has to say where copies are put"
    folder = _backups(store.beside)
    private_folder(folder)
    made = folder / time.strftime(f"{store.beside.stem}-{MOMENT}.sqlite3", time.gmtime(store.now()))
    try:
        await store.bot_facts.set(COPIED, str(store.now()))
        with plainly(str(made)):
            await _copy(store.database, made)
    except BaseException:
        _remove(made)
        raise
    for old in sorted(folder.glob(f"{store.beside.stem}-*.sqlite3"))[:-KEPT]:
        _remove(old)
    return made


async def _copy(database: Database, made: Path) -> None:
    if isinstance(database, Sqlite):
        await database.copy_to(made)
    else:
        from data.store.postgres.database import Postgres

        assert isinstance(database, Postgres)
        await asyncio.to_thread(_copy_apart, database.address, made)


def _copy_apart(address: str, made: Path) -> None:
    """Copies in a process of its own, since it would keep the interpreter's lock busy."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    from data.store.transfer.move_database import Unmovable, copy_to_file

    try:
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            process.submit(copy_to_file, address, made).result()
    except BrokenExecutor as error:
        raise Unmovable("Whoever made the copy was stopped.") from error


def restore(copy: Path, database: Path) -> Path | None:
    """Puts a copy in the place of a database in a file, while no bot uses it; gives where the present one was put aside, if there was one.

    Everybody is told when the bot starts, and no number is given again that the present one has given. At every moment one of the two is there whole.

    Raises ValueError for a file that is no sound copy, or one of a newer bot, OSError, data.store.DatabaseError; nothing has changed then.
    """
    fresh, aside = _sound(copy, database), None
    try:
        if database.exists():
            if in_use(database):
                raise ValueError("a bot uses the database: stop it first")
            aside = _aside(database)
        _put_back(fresh, database if aside else None)
        if aside is not None:
            for end in BESIDE:
                if (part := database.with_name(database.name + end)).exists():
                    _also_called(part, aside.with_name(aside.name + end))
            for end in filter(None, BESIDE):  # Of a sound one there are none any more, since somebody has just closed it.
                database.with_name(database.name + end).unlink(missing_ok=True)
        fresh.replace(database)
    except BaseException:
        _remove(fresh)
        if aside is not None and database.exists():
            _remove(aside)
        raise
    tidy(database, time.time())
    return aside


def restore_on_server(copy: Path, address: str, beside: Path, progress: Told) -> Path | None:
    """Restores a database on a server, with copies `beside` a path: the present one is copied into a file first."""
    from data.store.transfer.move_database import copy_to_file, held, into_server, sound

    fresh, aside = _sound(copy, beside), None
    try:
        with held(address) as used:
            if used:
                aside = _aside(beside)
                copy_to_file(address, aside)
            _put_back(fresh, aside)
            with sound(str(fresh)) as source:
                into_server(source, address, progress)
    except BaseException:
        if aside is not None:
            _remove(aside)
        raise
    finally:
        _remove(fresh)
    tidy(beside, time.time())
    return aside


def _put_back(fresh: Path, before: Path | None) -> None:
    """Migrates a copy, and notes in it that it replaces a database whose numbers were `before`, if known."""

    async def written() -> None:
        store = Store(await Sqlite.open(fresh))
        try:
            given = given_in(before, NUMBERED) if before is not None else None
            await store.after_restore.restored(await store.after_restore.latest(), given)
        finally:
            await store.close()

    with plainly(str(fresh)):
        asyncio.run(written())


def rehearse_restore(copy: Path, target: Path) -> None:
    """Restores a copy to a new place, as `restore` would, and tells nobody.

    Raises ValueError for a file that is no sound copy, OSError, data.store.DatabaseError.
    """
    fresh = _sound(copy, target)

    async def opened() -> None:
        store = Store(await Sqlite.open(fresh))
        await store.close()

    with plainly(str(fresh)):
        asyncio.run(opened())
    fresh.replace(target)


def _also_called(part: Path, name: Path) -> None:
    """Gives a file another name, too, or copies it if the file system has no links."""
    try:
        name.hardlink_to(part)
    except OSError:
        shutil.copyfile(part, name)


def _sound(copy: Path, database: Path) -> Path:
    """A checked copy of a copy, beside the database that it is to replace. Raises ValueError, OSError."""
    fault = damage(copy)
    if fault:
        raise ValueError(fault)
    fresh = database.with_name(database.name + ".new")
    private_folder(fresh.parent)
    _remove(fresh)
    keep_private(fresh)
    try:
        shutil.copyfile(copy, fresh)
    except OSError:
        _remove(fresh)
        raise
    return fresh


def _aside(database: Path) -> Path:
    """The free path at which a database is put aside."""
    moment = time.time()
    while (aside := database.with_name(time.strftime(f"{database.stem}{ASIDE}{MOMENT}.sqlite3", time.gmtime(moment)))).exists():
        moment += 1
    return aside


def tidy(database: Path, now: float) -> None:
    """Makes all copies private, and deletes databases put aside that are too many or too old."""
    folder = _backups(database)
    if folder.exists():
        with contextlib.suppress(OSError):
            folder.chmod(FOLDER)
        for copy in folder.glob(f"{database.stem}-*.sqlite3"):
            keep_private(copy)
    aside = sorted(database.parent.glob(f"{database.stem}{ASIDE}*.sqlite3"), reverse=True)
    for number, old in enumerate(aside):
        if number >= ASIDE_KEPT or _put_aside(old) < now - ASIDE_DAYS * DAY:
            _remove(old)
        else:
            keep_private(old)


def _put_aside(path: Path) -> float:
    """When a database was put aside, by its name; now for one that was named by hand."""
    try:
        return timegm(time.strptime(path.stem.partition(ASIDE)[2], MOMENT))
    except ValueError:
        return time.time()


def _remove(path: Path) -> None:
    for end in BESIDE:
        path.with_name(path.name + end).unlink(missing_ok=True)
