"""Files that only their owner may read, whatever the umask. On Windows a file has the rights of its folder."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

FILE, FOLDER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-journal")
"""What the names of a database's files end with. SQLite makes the others with the rights of the first."""


def keep_private(database: Path) -> None:
    """Makes a database's file if there is none, and takes it and those beside it from everybody else. What cannot be changed stays as it is."""
    with contextlib.suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, FILE))
    for path in (database.with_name(database.name + end) for end in BESIDE):
        with contextlib.suppress(OSError):
            path.chmod(FILE)


def open_to_others(path: Path) -> bool:
    """Whether others on this machine than its owner may read a file or write to it. On Windows nobody knows: no. Nor where there is none."""
    if os.name == "nt":
        return False
    try:
        return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False


def private_folder(folder: Path) -> None:
    """Makes a folder for such files where there is none; one that is there may hold other things, too, and stays as it is."""
    if not folder.exists():
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
