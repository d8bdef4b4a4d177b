"""Copies of the whole database: made while the bot runs, put back while it does not. Nobody but their owner may read them."""

from __future__ import annotations

import contextlib
import shutil
import time
from calendar import timegm
from pathlib import Path

from data.private import BESIDE, FOLDER, keep_private, private_folder
from data.store import Store, Unusable
from data.store.sqlite import Sqlite, damage
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
    """A copy of the database as it is at this moment, in the folder `backups` beside it. Raises OSError where there is no room, Unusable for
    one that is no file."""
    database = store.database
    if not isinstance(database, Sqlite):
        raise Unusable("a database on a server is copied there, with pg_dump")
    folder = _backups(database.path)
    private_folder(folder)
    made = folder / time.strftime(f"{database.path.stem}-{MOMENT}.sqlite3", time.gmtime(database.now()))
    await database.copy_to(made)
    for old in sorted(folder.glob(f"{database.path.stem}-*.sqlite3"))[:-KEPT]:
        _remove(old)
    return made


def restore(copy: Path, database: Path) -> Path | None:
    """Puts a copy in the place of the database, while no bot uses it; gives where the present one was put aside, if there was one.

    Raises ValueError for a file that is no sound copy, or one of a newer bot; nothing has changed then.
    """
    fault = damage(copy)
    if fault:
        raise ValueError(fault)
    fresh = database.with_name(database.name + ".new")
    keep_private(fresh)
    try:
        shutil.copyfile(copy, fresh)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    aside = None
    if database.exists():
        moment = time.time()
        while aside is None or aside.exists():
            aside = database.with_name(time.strftime(f"{database.stem}{ASIDE}{MOMENT}.sqlite3", time.gmtime(moment)))
            moment += 1
        for end in BESIDE:
            part = database.with_name(database.name + end)
            if part.exists():
                part.replace(aside.with_name(aside.name + end))
    fresh.replace(database)
    tidy(database, time.time())
    return aside


def tidy(database: Path, now: float) -> None:
    """Takes all copies from everybody but their owner, and removes databases put aside that are too many or too old."""
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
    """When a database was put aside, by its name; one that was named by hand has just been."""
    try:
        return timegm(time.strptime(path.stem.partition(ASIDE)[2], MOMENT))
    except ValueError:
        return time.time()


def _remove(path: Path) -> None:
    for end in BESIDE:
        path.with_name(path.name + end).unlink(missing_ok=True)
