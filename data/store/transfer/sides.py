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
    """The exception for a database that cannot be copied; its text says why, and what to do."""


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
    """Source or target of a copy, with a connection of its own. Raises Unmovable wherever it cannot be used.

    `where` is what people are told it is, without a password.
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
        """No bot begins to use it until it is closed. Raises Unmovable where one uses it."""

    @abstractmethod
    def count(self, table: Table) -> int:
        """How many rows a table has."""

    @abstractmethod
    def rows(self, table: Table) -> Iterator[Values]:
        """All rows of a table, in any order."""

    @abstractmethod
    def sorted_rows(self, table: Table) -> Iterator[Values]:
        """All rows of a table by its key, texts by their code points."""

    @abstractmethod
    def clear(self, tables: Iterable[Table]) -> None:
        """Takes all rows out of tables."""

    @abstractmethod
    def fill(self, table: Table, rows: Iterable[Values]) -> None:
        """Puts rows into a table, their values in the order of its columns."""

    @abstractmethod
    def numbered(self) -> dict[str, str]:
        """The tables that remember which numbers they have given to rows, and the columns that hold these."""

    @abstractmethod
    def highest(self, table: Table, column: str) -> int:
        """The highest number that has been given to a row of a table, as far as is known; 0 for none."""

    @abstractmethod
    def go_on_after(self, table: Table, column: str, number: int) -> None:
        """The next row of a table gets a higher number than this."""

    @abstractmethod
    def done(self) -> None:
        """Keeps all that has been written. Until then nothing of it is there for others."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of the database; what was not `done` has never been written."""


def parents_first(tables: Iterable[Table]) -> list[Table]:
    """Tables in an order in which all that rows refer to is there before them."""
    known = {table.name: table for table in tables}
    order = TopologicalSorter({name: sorted(table.parents - {name}) for name, table in sorted(known.items())})
    return [known[name] for name in order.static_order()]
