"""Names that must not be renamed: they stand in rows, in messages of years ago, in settings, and in what others watch.

`python -m tests.house.test_lasting_names` notes those that have come since. One that nothing old can hold any more is taken out of the list by hand.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
from pathlib import Path

import pytest

from cogs.messages.buttons import SHAPES
from data.content import build, games
from data.store import Store, changes
from rules import notation

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("lasting_names.json")
CAPITALS = re.compile(r"[A-Z][A-Z_]+")


def constants(module: object) -> set[str]:
    """The words that a module gives names in capitals."""
    return {value for name, value in vars(module).items() if CAPITALS.fullmatch(name) and isinstance(value, str)}


def forms() -> set[str]:
    """How the custom ids of forms begin. Each is written out, since one that is put together would be missed here."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "cogs").rglob("*.py")}
    assert not [path for path, text in sources.items() if re.search(r"""f["']f:[a-z]*{""", text)]
    return {found for text in sources.values() for found in re.findall(r'"(f:[a-z]+:|rehearsed:)"', text)}


def said() -> set[str]:
    """The keys of texts that are stored with what is to be said."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "cogs").rglob("*.py"))
    pairs = ((k, v) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Dict) for k, v in zip(node.keys, node.values, strict=True))
    return {
        v.value for k, v in pairs if isinstance(k, ast.Constant) and k.value == "key" and isinstance(v, ast.Constant) and isinstance(v.value, str)
    }


def metrics() -> set[str]:
    text = (ROOT / "cogs" / "service" / "metrics.py").read_text(encoding="utf-8")
    return set(re.findall(r'\(\s*"(?:referee_)?([a-z_]+)", "[A-Z]', text))


async def columns() -> set[str]:
    """Tables and their columns."""
    store = await Store.open(":memory:")
    try:
        tables = [name for (name,) in await store.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        return {f"{table}.{column}" for table in tables for (column,) in await store.all(f"SELECT name FROM pragma_table_info('{table}')")}
    finally:
        await store.close()


def logs() -> set[str]:
    """The names under which lines are logged, which are labels of the metric of errors as well."""
    sources = (path.read_text(encoding="utf-8") for room in ("cogs", "data") for path in (ROOT / room).rglob("*.py"))
    return {name for text in sources for name in re.findall(r'logging\.getLogger\("(referee[a-z._]*)"\)', text)}


def present() -> dict[str, set[str]]:
    """All that is there now, by kind."""
    found = {
        "buttons and menus": {*SHAPES},
        "forms": forms(),
        "outbox and rows": constants(changes) | constants(notation),
        "texts that are stored": said(),
        "metrics": metrics(),
        "logs": logs(),
        "settings": set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)),
        "tables and columns": asyncio.run(columns()),
    }
    for game in games():
        rules = build(game)
        found[f"opponents of {game}"] = {*rules.opponents}
        found[f"options of {game}"] = {f"{option.key} {word}" for option in rules.options for word in (*option.values, *dict(option.former))}
        found[f"words of {game}"] = {*rules.verbs}
    return found


NOTED: dict[str, list[str]] = json.loads(LIST.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def there() -> dict[str, set[str]]:
    return present()


@pytest.mark.parametrize("kind", NOTED)
def test_names_that_last_are_there(there, kind):
    gone = {*NOTED[kind]} - there.get(kind, set())
    assert not gone, f"{kind}: old rows, messages or settings hold these names, and nothing answers to them any more: {sorted(gone)}"


def test_what_has_come_since_is_noted(there):
    fresh = {kind: sorted(names - {*NOTED.get(kind, ())}) for kind, names in there.items()}
    assert not any(fresh.values()), f"run `python -m tests.house.test_lasting_names`: { {k: v for k, v in fresh.items() if v} }"


def note() -> None:
    """Adds what has come since."""
    known: dict[str, list[str]] = json.loads(LIST.read_text(encoding="utf-8")) if LIST.exists() else {}
    kept = {kind: sorted({*known.get(kind, ()), *names}) for kind, names in present().items()}
    LIST.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    note()
