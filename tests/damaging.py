"""A database that something has happened to: one column of the rows of some people and tables holds what nobody can read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from data.store import Conflict, Store
from tests.databases import tables

OWNERS = ("game", "tournament", "player", "host", "guild")
"""The columns that say whose a row is, besides the number of a table or tournament itself."""


class Column(NamedTuple):
    """A column of texts or bytes."""

    table: str
    name: str

    def __str__(self) -> str:
        return f"{self.table}.{self.name}"


async def columns(store: Store) -> list[Column]:
    """All that hold texts or bytes, in which something may be damaged."""
    found = []
    for table in await tables(store):
        found += [Column(table, name) for name, kind in await _described(store, table) if kind.lower() in ("text", "blob", "bytea")]
    return [column for column in found if column.table != "migrations"]


def spoilt(value: Any) -> Any:
    """What a cut, a bit that has turned, or a later version may have made of a value."""
    if value is None:
        return '{"kind": "later"'
    if isinstance(value, bytes):
        return value[: len(value) // 2]
    return value[:-1] + "?" if value[:1] in "{[" else f"{value}?2"


async def damage(store: Store, column: Column, own: Mapping[str, Any]) -> dict[str, Any]:
    """Spoils a column in rows of somebody's `own` (by table, or by the column that says whose they are); gives what stands there then by what
    counts it. Nothing where the database takes no such thing."""
    table, name = column
    owners = {name for name, kind in await _described(store, table) if name in OWNERS and kind.lower() in ("integer", "bigint")}
    where = (
        own.get(str(column))
        or own.get(table)
        or " OR ".join(f"{owner} IN ({own[owner]})" for owner in OWNERS if owner in owners and owner in own)
        or "1 = 1"
    )
    rows = await store.all(f"SELECT DISTINCT {name} FROM {table} WHERE {where}")
    done = {}
    for (value,) in rows:
        new, same = spoilt(value), f"{name} IS NULL" if value is None else f"{name} = ?"
        values = (new,) if value is None else (new, value)
        try:
            async with store.transaction() as db:
                if await db.execute(f"UPDATE {table} SET {name} = ? WHERE ({where}) AND {same}", values):
                    done[f"SELECT COUNT(*) FROM {table} WHERE {name} = ?"] = new
        except Conflict:
            continue
    return done


async def _described(store: Store, table: str) -> list[Any]:
    """The names and types of a table's columns."""
    if store.path is not None:
        return await store.all("SELECT name, type FROM pragma_table_info(?) ORDER BY cid", (table,))
    sql = "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ? ORDER BY ordinal_position"
    return await store.all(sql, (table,))
