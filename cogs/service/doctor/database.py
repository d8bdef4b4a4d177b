"""Checks the database: can it be read and written, is there room, can a backup be restored?

Nothing in it is changed, also while a bot uses it. The backup is restored into a temporary file, which tells nobody anything.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from cogs.service.doctor.findings import Finding, right, untold, wrong
from data.store import DatabaseError, Unusable
from data.store.checkup import State, copy, rows, state, write_nothing
from data.store.migration_scripts import newest
from data.store.transfer.backup import rehearse_restore

MIB = 1 << 20
ROOM = 100 * MIB
"""Bytes that have to be free for what is played in the next time."""
UPDATE = "update the bot: what is stored is of a newer version."
CONNECTIONS = 12
"""Connections that one process of the bot may have to a server."""


def _room(folder: Path, size: int) -> tuple[Finding, bool]:
    """Whether the disk has room enough to go on; and whether for two copies."""
    free = shutil.disk_usage(folder).free
    words = f"{free // MIB:,} MB are free, the database takes {max(size // MIB, 1):,} MB."
    if free < ROOM + size:
        return wrong("room", words, "delete something on that disk, or give it more: a full disk stops all games."), free > 2 * size + ROOM
    return right("room", words), free > 2 * size + ROOM


def _version(number: int) -> Finding:
    """Whether the database has the schema of this version."""
    if number > newest():
        return wrong("version", f"the database is of migration {number}, this version of the bot knows {newest()}.", UPDATE)
    if number == newest():
        return right("version", f"the database is of migration {number}, the newest.")
    words = "no bot has used it yet" if not number else f"it is of migration {number} of {newest()}"
    return right("version", f"{words}; the bot brings it up to date when it starts.")


def _put_back(folder: Path, made: Callable[[Path], None]) -> Finding:
    """Whether a copy can be made and restored."""
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".doctor-") as found:
            first, second = Path(found) / "copy.sqlite3", Path(found) / "back.sqlite3"
            made(first)
            before = rows(first)
            rehearse_restore(first, second)
            after = rows(second)
    except (DatabaseError, OSError, ValueError) as error:
        remedy = "keep the copies that you have, and find out what is wrong with that file, its disk or its folder's rights."
        return wrong("copy", f"no copy can be made and put back ({str(error).rstrip('.')}).", remedy)
    lost = [name for name, number in before.items() if name != "migrations" and after.get(name, 0) < number]
    if lost:
        return wrong("copy", f"a copy that was put back lacks rows of {', '.join(lost)}.", "tell whoever maintains the bot; keep this database.")
    return right("copy", f"one was made and put back into a temporary file: {sum(before.values()):,} rows of {len(before)} tables.")


def _copied(folder: Path, room: bool, made: Callable[[Path], None]) -> Finding:
    if not room:
        return untold("copy", "none was made: there is no room for two.")
    return _put_back(folder, made)


def file(path: Path) -> list[Finding]:
    """The findings about a database in a file."""
    folder = path.parent
    if not path.exists():
        try:
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            remedy = f"make the folder {folder}, for the user of the bot to write into."
            return [wrong("database", f"there is none yet, and none can be made ({error.strerror}).", remedy)]
        return [right("database", "there is none yet; the bot makes it when it starts."), _room(folder, 0)[0]]
    try:
        known: State = state(path)
    except Unusable as error:
        remedy = "put a copy back (`python bot.py restore COPY`), or name another file in REFEREE_DB (.env)."
        return [wrong("database", f"{path.name} cannot be read: {error}.", remedy)]
    found = []
    try:
        write_nothing(path)
        found.append(right("database", f"{path.name} can be read and written."))
    except Unusable as error:
        remedy = f"let the user of the bot write {path} and its folder, and look that its disk is writable."
        found.append(wrong("database", f"{path.name} cannot be written: {error}.", remedy))
    finding, room = _room(folder, known.size)
    return [*found, _version(known.version), finding, _copied(folder, room, lambda made: copy(path, made))]


def server(address: str, beside: Path) -> list[Finding]:
    """The findings about a database on a server, with copies `beside` a path."""
    try:
        from data.store.postgres.checkup import OLDEST
        from data.store.postgres.checkup import server as looked_at
    except ModuleNotFoundError as error:
        return [wrong("PostgreSQL", f"{error.name} is missing.", "pip install --require-hashes -r requirements-server-lock.txt")]
    try:
        known = looked_at(address)
    except Unusable as error:
        return [wrong("PostgreSQL", f"{str(error).rstrip('.')}.", "look whether the server runs, and at DATABASE_URL (.env).")]
    found = []
    if known.major < OLDEST:
        found.append(wrong("PostgreSQL", f"it is version {known.major}.", f"update it to {OLDEST} or later."))
    elif known.used + CONNECTIONS > known.most:
        words = f"{known.used} of {known.most} connections are in use, a process of the bot needs {CONNECTIONS}."
        found.append(wrong("PostgreSQL", words, "set max_connections higher on the server."))
    else:
        found.append(right("PostgreSQL", f"version {known.major}, {known.used} of {known.most} connections in use."))
    if not known.writable:
        found.append(wrong("database", "it can only be read.", "connect to the primary server, and look at default_transaction_read_only."))
    elif not known.makes_tables and known.version < newest():
        found.append(wrong("database", "this user may not make tables there.", "GRANT CREATE ON SCHEMA public to the bot's user."))
    else:
        found.append(right("database", "it can be read and written."))
    found.append(_version(known.version))
    finding, room = _room(beside.parent, known.size)
    found.append(finding._replace(subject="room for copies"))
    if not known.version:
        return [*found, untold("copy", "there is nothing yet to make one of.")]

    def made(path: Path) -> None:
        from data.store.transfer.move_database import copy_to_file

        copy_to_file(address, path)

    return [*found, _copied(beside.parent, room, made)]
