"""Stamps on buttons: to which table or tournament, and to which edition of it, a button belongs. If it is later than what is stored, a backup has
been restored since.

A stamp holds only public facts. An answer to an outdated *question* is something else: `check_fresh` in `cogs/play/table_queries.py`.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from data.store.rows import TableRow, Tournament

_STAMPED = re.compile(r"(?s:(.*))~([0-9a-f]{6})\.([0-9]{1,9})")


class Stamp(NamedTuple):
    """The stamp of a button: `which` distinguishes tables (or tournaments) that have had the same number, `edition` counts how often it had been
    shown."""

    which: str
    edition: int

    def __str__(self) -> str:
        return f"~{self.which}.{self.edition}"


def stamp(row: TableRow | Tournament) -> Stamp:
    """The stamp for what is shown now of a table or tournament."""
    edition = row.edition if isinstance(row, TableRow) else row.revision
    return Stamp(sha256(repr(float(row.created)).encode()).hexdigest()[:6], edition)


def numbered(row: TableRow | Tournament) -> str:
    """The number of a table or tournament with its stamp, for a custom id."""
    return f"{row.id}{stamp(row)}"


def parted(rest: str) -> tuple[str, Stamp | None]:
    """Splits a custom id into its content and its stamp; None for one without, as in earlier versions and in answers to one person."""
    found = _STAMPED.fullmatch(rest)
    return (found[1], Stamp(found[2], int(found[3]))) if found else (rest, None)
