"""Copies of the whole database: made while the bot runs, put back while it does not."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from data.store import MIGRATIONS, Store, damage

KEPT = 20
"""Copies that are kept; older ones go."""


async def backup(store: Store) -> Path:
    """A copy of the database as it is at this moment, in the folder `backups` beside it. Raises OSError where there is no room."""
    folder = store.path.parent / "backups"
    folder.mkdir(exist_ok=True)
    made = folder / time.strftime(f"{store.path.stem}-%Y%m%d-%H%M%S.sqlite3", time.gmtime(store.now()))
    await store.copy_to(made)
    for old in sorted(folder.glob(f"{store.path.stem}-*.sqlite3"))[:-KEPT]:
        old.unlink()
    return made


def restore(copy: Path, database: Path) -> Path | None:
    """Puts a copy in the place of the database, while no bot uses it; gives where the present one was put aside, if there was one.

    Raises ValueError for a file that is no sound copy, or one of a newer bot; nothing has changed then.
    """
    fault = damage(copy, max(int(p.name.split("_")[0]) for p in MIGRATIONS.glob("*.sql")))
    if fault:
        raise ValueError(fault)
    aside = None
    if database.exists():
        aside = database.with_name(time.strftime(f"{database.stem}.before-restore-%Y%m%d-%H%M%S.sqlite3"))
        fresh = database.with_name(database.name + ".new")
        shutil.copyfile(copy, fresh)
        database.replace(aside)
        for part in ("-wal", "-shm"):
            beside = database.with_name(database.name + part)
            if beside.exists():
                beside.replace(aside.with_name(aside.name + part))
        fresh.replace(database)
    else:
        shutil.copyfile(copy, database)
    return aside
