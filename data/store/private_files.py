"""Files that only their owner can read, whatever the umask. On Windows a file has the rights of its folder."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-journal")
"""What the names of a database's files end with. SQLite makes the others with the rights of the first."""


def keep_private(database: Path) -> None:
    """Creates a database's file if it is missing, and makes it and those beside it private. Ignores what can't be changed."""
    with contextlib.suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, FILE))
    for path in (database.with_name(database.name + end) for end in BESIDE):
        with contextlib.suppress(OSError):
            path.chmod(FILE)


def open_to_others(path: Path) -> bool:
    """Whether other users of this machine can read or write a file. On Windows, which doesn't tell, and for a missing file: False."""
    if os.name == "nt":
        return False
    try:
        return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False


def private_folder(folder: Path) -> None:
    """Creates a private folder if it is missing; an existing one may hold other things, and stays as it is."""
    if not folder.exists():
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
