"""Source and target of a copy: a whole database, SQLite or PostgreSQL, as tables of plain rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

from data.store import DatabaseError

NOTES = frozenset({"migrations"})
"""Tables in which a database notes how it was made: each has its own."""
INTEGER, REAL, TEXT, BLOB = "INTEGER", "REAL", "TEXT", "BLOB"
"""What the values of a column may be, beside NULL."""
IN_USE = "{} is in use: stop the bot first."
Values = Sequence[Any]


class Unmovable(DatabaseError):
    """A database can't be copied; the text says why, and what to do."""


class Column(NamedTuple):
    """A column and the type of its values."""

    name: str
    kind: str


class Table(NamedTuple):
    """A table: its columns, its primary key (without one: all of them), and the tables that its foreign keys refer to."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    parents: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(column.name for column in self.columns)


class Side(ABC):
    """Source or target of a copy, with a connection of its own. Raises Unmovable whenever it can't be used.

    `where`: its name for people, without a password.
    """

    where: str
    takes_nul = True
    """Whether a text may hold the character NUL."""

    @abstractmethod
    def version(self) -> int:
        """The number of its latest migration; 0 for a database that the bot has not used."""

    @abstractmethod
    def tables(self) -> dict[str, Table]:
        """All tables but those of NOTES, by name."""

    @abstractmethod
    def hold(self) -> None:
        """Keeps bots from using it until it is closed. Raises Unmovable if one uses it."""

    @abstractmethod
    def count(self, table: Table) -> int:
        """The number of rows of a table."""

    @abstractmethod
    def rows(self, table: Table) -> Iterator[Values]:
        """All rows of a table, in any order."""

    @abstractmethod
    def sorted_rows(self, table: Table) -> Iterator[Values]:
        """All rows of a table by its key, texts by their code points."""

    @abstractmethod
    def clear(self, tables: Iterable[Table]) -> None:
        """Deletes all rows of tables."""

    @abstractmethod
    def fill(self, table: Table, rows: Iterable[Values]) -> None:
        """Inserts rows into a table, with values in the order of its columns."""

    @abstractmethod
    def numbered(self) -> dict[str, str]:
        """The tables that remember which numbers they have given to rows, with the columns of these."""

    @abstractmethod
    def highest(self, table: Table, column: str) -> int:
        """The highest number given to a row of a table, as far as known; 0 for none."""

    @abstractmethod
    def go_on_after(self, table: Table, column: str, number: int) -> None:
        """Makes the next row of a table get a higher number than this."""

    @abstractmethod
    def done(self) -> None:
        """Commits everything written. Until then others see nothing of it."""

    @abstractmethod
    def close(self) -> None:
        """Closes the database; without `done` nothing has been written."""


def parents_first(tables: Iterable[Table]) -> list[Table]:
    """Tables in an order in which those that rows refer to come first."""
    known = {table.name: table for table in tables}
    order = TopologicalSorter({name: sorted(table.parents - {name}) for name, table in sorted(known.items())})
    return [known[name] for name in order.static_order()]
