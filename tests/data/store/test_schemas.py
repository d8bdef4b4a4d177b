"""The schema of both databases is one: told by what each of them says of itself."""

from __future__ import annotations

import re
import sqlite3

import psycopg
import pytest

from data.store import Store, Unusable, migration_scripts
from tests.databases import Places, drop, fresh

SAME = {"bigint": "INTEGER", "double precision": "REAL", "bytea": "BLOB", "text": "TEXT"}


def plain(text: str | None) -> str | None:
    """An expression without what each writes in its own way: quotes, types, brackets, spaces."""
    if text is None:
        return None
    text = re.sub(r"::\w+(\[\])?", "", text.replace('"', "")).replace("!=", "<>")
    text = re.sub(r"= ANY \(ARRAY\[(.*?)\]\)", r"IN \1", text)
    return re.sub(r"[\s()]", "", text).upper()


def of_sqlite(path) -> dict[str, object]:
    with sqlite3.connect(path) as db:
        made = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall())
        found: dict[str, object] = {}
        for table, sql in made.items():
            columns = db.execute(f"PRAGMA table_info({table})").fetchall()
            found[table, "columns"] = {(name, kind, bool(full or key), plain(default)) for _, name, kind, full, default, key in columns}
            found[table, "order"] = [column[1] for column in columns]
            found[table, "key"] = [name for _, name, *_, key in sorted(columns, key=lambda c: c[5]) if key]
            keys = db.execute(f"PRAGMA foreign_key_list({table})").fetchall()
            found[table, "refers"] = {(column, other, theirs, deleted) for _, _, other, column, theirs, _, deleted, _ in keys}
            checks = re.findall(r"CHECK \((.*?\)?)\)(?=[,\n])", sql)
            found[table, "checks"] = {plain(check) for check in checks}
            indexes = set()
            for _, name, unique, origin, partial in db.execute(f"PRAGMA index_list({table})").fetchall():
                if origin == "pk":
                    continue
                parts = tuple(part for _, _, part in db.execute(f"PRAGMA index_info({name})").fetchall())
                (text,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
                indexes.add((parts, bool(unique), plain(text.partition(" WHERE ")[2]) if partial else ""))
            found[table, "indexes"] = indexes
        found["views"] = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'")}
    return found


COLUMNS = """SELECT column_name, data_type, is_nullable = 'NO', column_default FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = %s ORDER BY ordinal_position"""
INDEXES = """SELECT i.indisunique, i.indisprimary, pg_get_expr(i.indpred, i.indrelid),
    ARRAY(SELECT a.attname FROM unnest(i.indkey) WITH ORDINALITY k (number, place)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number ORDER BY k.place)
FROM pg_index i WHERE i.indrelid = %s::regclass"""
DELETED = {"c": "CASCADE", "a": "NO ACTION"}


def of_postgresql(address: str) -> dict[str, object]:
    with psycopg.connect(address) as db:
        tables = db.execute("SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = 'public'").fetchall()
        found: dict[str, object] = {}
        for table in (name for name, kind in tables if kind == "BASE TABLE"):
            columns = db.execute(COLUMNS, (table,)).fetchall()
            found[table, "columns"] = {(name, SAME[kind], full, plain(default)) for name, kind, full, default in columns}
            found[table, "order"] = [name for name, *_ in columns]
            found[table, "key"] = []
            indexes = set()
            for unique, primary, where, parts in db.execute(INDEXES, (table,)).fetchall():
                if primary:
                    found[table, "key"] = parts
                else:
                    indexes.add((tuple(parts), unique, plain(where) or ""))
            found[table, "indexes"] = indexes
            keys = db.execute(
                "SELECT a.attname, c.confrelid::regclass::text, b.attname, c.confdeltype FROM pg_constraint c"
                " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]"
                " JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1] WHERE c.conrelid = %s::regclass AND c.contype = 'f'",
                (table,),
            ).fetchall()
            found[table, "refers"] = {(column, other, theirs, DELETED[deleted]) for column, other, theirs, deleted in keys}
            checks = db.execute("SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'c'", (table,))
            found[table, "checks"] = {plain(check) for (check,) in checks.fetchall()}
        found["views"] = {name for name, kind in tables if kind == "VIEW"}
    return found


async def test_both_have_the_same_schema(tmp_path):
    await (await Store.open(tmp_path / "g.sqlite3")).close()
    address = fresh("template1")
    try:
        await (await Store.open(address)).close()
        one, other = of_sqlite(tmp_path / "g.sqlite3"), of_postgresql(address)
    finally:
        drop(address)
    assert len(one) > 100
    assert {key: (one.get(key), other.get(key)) for key in {*one, *other} if one.get(key) != other.get(key)} == {}


async def test_several_may_make_the_schema_at_the_same_moment():
    import asyncio

    address = fresh("template1")
    try:
        stores = await asyncio.gather(*(Store.open(address) for _ in range(4)))
        assert len({store.key for store in stores}) == 1
        assert len(stores[0].key) == 32
        for store in stores:
            await store.close()
    finally:
        drop(address)


async def test_a_database_of_a_newer_version_is_refused(places: Places, tmp_path):
    store = await Store.open(tmp_path / "g.sqlite3")
    async with store.transaction() as db:
        await db.execute("INSERT INTO migrations VALUES (?, 1.0)", (migration_scripts.newest() + 1,))
    await store.close()
    with pytest.raises(Unusable, match=r"newer version of the bot \(migration \d+\)"):
        await Store.open(tmp_path / "g.sqlite3")


async def test_who_may_make_no_tables_hears_so_and_nothing_is_left():
    address = fresh("template0")
    try:
        with psycopg.connect(address, autocommit=True) as db:
            db.execute("DROP ROLE IF EXISTS guest")
            db.execute("CREATE ROLE guest LOGIN")
            db.execute("REVOKE CREATE ON SCHEMA public FROM public")
        with pytest.raises(Unusable, match="no right to make tables"):
            await Store.open(address.replace("postgres@", "guest@").replace("postgres:@", "guest@"))
        with psycopg.connect(address, autocommit=True) as db:
            assert db.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
            db.execute("DROP ROLE guest")
    finally:
        drop(address)


async def test_a_migration_that_fails_leaves_nothing_on_a_server(tmp_path, monkeypatch):
    import shutil

    folder = tmp_path / "migrations"
    shutil.copytree(migration_scripts.MIGRATIONS, folder)
    (folder / "999_broken.sql").write_text("CREATE TABLE half (a INTEGER) STRICT; SELECT * FROM nowhere;", encoding="utf-8")
    monkeypatch.setattr(migration_scripts, "MIGRATIONS", folder)
    address = fresh("template1")
    try:
        with pytest.raises(Unusable, match="nowhere"):
            await Store.open(address)
        monkeypatch.undo()
        store = await Store.open(address)
        assert await store.one("SELECT to_regclass('half')") == (None,)
        await store.close()
    finally:
        drop(address)


def test_a_migration_for_both_is_written_once():
    """What SQLite calls real is no single precision on the server."""
    from data.store.postgres.dialect import schema

    script = "CREATE TABLE n (a INTEGER PRIMARY KEY AUTOINCREMENT, b REAL NOT NULL, c BLOB, realm TEXT) STRICT, WITHOUT ROWID;"
    assert schema(script) == (
        "CREATE TABLE n (a BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, b DOUBLE PRECISION NOT NULL, c BYTEA, realm TEXT);"
    )
