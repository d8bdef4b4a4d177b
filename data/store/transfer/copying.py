"""Copies all rows of one database into another, and verifies the copy in a second, independent way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple

from data.store.transfer.sides import Side, Table, Unmovable, Values, parents_first
from data.user_text import storable

STEP = 10_000
"""Rows between two words about how far it has come."""


class CopyProgress(NamedTuple):
    """The progress of a copy: what is done with which table, and how many of all rows are done."""

    doing: str
    table: str
    done: int
    rows: int


class Summary(NamedTuple):
    """The checksum of a table: its number of rows, and the SHA-256 of their values in the order of the key."""

    rows: int
    digest: str


Told = Callable[[CopyProgress], None]


def copy(source: Side, target: Side, told: Told) -> dict[str, Summary]:
    """Replaces all rows of a target by those of a source, and returns the checksums of both. It is kept when the target is `done`.

    If the target accepts no NUL in texts, replacement characters take its place. Raises Unmovable where the two have not the same tables, or where
    the target does not hold afterwards what the source holds.
    """
    tables = common(source, target)
    counter = _Counter(told, sum(source.count(table) for table in tables))
    target.clear(tables)
    for table in tables:
        target.fill(table, counter.counted("copying", table, _taken(target, source.rows(table))))
    numbered = target.numbered()
    for table in tables:
        if table.name in numbered:
            column = numbered[table.name]
            target.go_on_after(table, column, source.highest(table, column))
    counter = _Counter(told, 2 * counter.rows)
    found = {table.name: _summary(table, counter, _taken(target, source.sorted_rows(table))) for table in tables}
    for table in tables:
        if (there := _summary(table, counter, target.sorted_rows(table))) != found[table.name]:
            raise Unmovable(
                f"The table {table.name} came over with other contents ({found[table.name].rows} rows in {source.where}, {there.rows} in"
                f" {target.where}); that is a fault of the bot."
            )
    return found


def same(source: Side, target: Side, told: Told) -> bool:
    """Whether both have the same rows in all tables."""
    tables = common(source, target)
    counts = [source.count(table) for table in tables]
    if counts != [target.count(table) for table in tables]:
        return False
    counter = _Counter(told, 2 * sum(counts))
    return all(
        _summary(table, counter, _taken(target, source.sorted_rows(table))) == _summary(table, counter, target.sorted_rows(table)) for table in tables
    )


def common(source: Side, target: Side) -> list[Table]:
    """The tables of both, parents first. Raises Unmovable where they are not the same."""
    ours, theirs = source.tables(), target.tables()
    for name in sorted({*ours, *theirs}):
        if name not in ours or name not in theirs:
            has, lacks = (source, target) if name in ours else (target, source)
            raise Unmovable(
                f"{has.where} has a table {name} that {lacks.where} does not have: it is not one that the bot has made, or not unchanged."
            )
        if {*ours[name].columns} != {*theirs[name].columns} or ours[name].key != theirs[name].key:
            raise Unmovable(
                f"The table {name} has other columns in {source.where} than in {target.where}: one of them is not as the bot has made it."
            )
    return parents_first(ours.values())


def _taken(target: Side, rows: Iterator[Values]) -> Iterator[Values]:
    """Rows as a target accepts them."""
    return rows if target.takes_nul else (tuple(storable(v) if isinstance(v, str) else v for v in row) for row in rows)


def _summary(table: Table, counter: _Counter, rows: Iterator[Values]) -> Summary:
    """The checksum of rows: each is hashed as Python's `repr` of its values, which is exact also for floats, and distinguishes texts from numbers."""
    digest, before = sha256(), counter.done
    for row in counter.counted("checking", table, rows):
        digest.update(repr(tuple(row)).encode())
    return Summary(counter.done - before, digest.hexdigest())


class _Counter:
    """Counts rows as they pass, and reports progress now and then."""

    def __init__(self, told: Told, rows: int) -> None:
        self._told = told
        self.rows = rows
        self.done = 0

    def counted(self, doing: str, table: Table, rows: Iterator[Values]) -> Iterator[Values]:
        """Yields the rows unchanged."""
        self._told(CopyProgress(doing, table.name, self.done, self.rows))
        for row in rows:
            self.done += 1
            if not self.done % STEP:
                self._told(CopyProgress(doing, table.name, self.done, self.rows))
            yield row
