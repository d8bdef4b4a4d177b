"""The structure: imports point one way, cogs are found by looking, and a sixth game is added by folders alone."""

from __future__ import annotations

import ast
import importlib
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest
from discord import app_commands

from cogs.service.bot import Referee, cog_names
from data.commands import without_mentions
from data.language import LANGUAGES, texts
from data.store import Store
from playground.command_checks import check_commands
from tests import syntax
from tests.syntax import statements

ROOT = Path(__file__).resolve().parents[2]
MAY_IMPORT = {
    "rules": {"rules"},
    "render": {"render", "rules"},
    "data": {"data", "rules"},
    "cogs": {"cogs", "rules", "render", "data"},
    "playground": {"playground", "cogs", "rules", "render", "data"},
}
ROOMS = {*MAY_IMPORT, "tests"}
HEAD = re.compile(r"\bdef \w+\(.*?:\n", re.DOTALL)
"""The head of a function."""
PURE = {"discord", "aiosqlite", "sqlite3", "random", "time", "datetime", "PIL", "os", "asyncio", "socket"}

TOP = {
    "bot.py", "cogs", "rules", "render", "data", "tests", "playground", "docs", "requirements.txt", ".env.example", "README.md",
    "CHANGELOG.md", "CONTRIBUTING.md", "NOTICE", "PRIVACY.md", "TERMS.md", "Dockerfile", "compose.yaml", "Makefile", "pyproject.toml",
}  # fmt: skip
"""What stands at the top level, beside lists of requirements and hidden files of tools."""

Imports = tuple[tuple[str, tuple[str, ...]], ...]
"""The modules that one imports, wherever that stands, each with the names that it takes from it."""


@cache
def imported(path: Path) -> Imports:
    return tuple(syntax.imports(path.read_text(encoding="utf-8")))


def imports(path: Path) -> set[str]:
    return {module.split(".")[0] for module, _ in imported(path)}


def test_nothing_is_left_lying_about_at_the_top_level():
    """Among what is kept: pictures that somebody has looked at are not."""
    git = shutil.which("git")
    listed = subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60) if git else None
    if listed is None or listed.returncode or not listed.stdout:
        pytest.skip("no history can be read here")
    top = {Path(name).parts[0] for name in listed.stdout.splitlines()}
    assert {name for name in top - TOP if not name.startswith((".", "requirements-"))} == set()


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room):
    for path in (ROOT / room).rglob("*.py"):
        wrong = (imports(path) & ROOMS) - MAY_IMPORT[room]
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


def paths() -> list[Path]:
    return [path for room in MAY_IMPORT for path in (ROOT / room).rglob("*.py")]


def modules() -> dict[str, Imports]:
    """All modules of the rooms, by name."""
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): imported(path) for path in paths()}


def needed(module: Imports, known: Collection[str]) -> set[str]:
    """The project's modules that one imports, those for types alone included."""
    found = set()
    for other, names in module:
        found |= {name if (name := f"{other}.{taken}") in known else other for taken in names} or {other}
    return found & {*known}


def test_no_module_needs_itself():
    """Taking away again and again what needs nothing that is left takes away everything, unless there is a circle."""
    known = modules()
    left = {name: needed(module, known) - {name} for name, module in known.items()}
    while free := {name for name, needs in left.items() if not needs & {*left}}:
        left = {name: needs for name, needs in left.items() if name not in free}
    assert not left, f"in circles, or in need of one: {sorted(left)}"


def test_cogs_have_layers():
    """Tables and tournaments know of nothing that people see, and nothing that people see knows of the bot at work."""
    known = modules()
    for name, module in known.items():
        above = {"cogs.play": ("cogs.messages", "cogs.service"), "cogs.messages": ("cogs.service",)}
        for layer in (layer for room, layers in above.items() if name.startswith(room) for layer in layers):
            assert not [other for other in needed(module, known) if other.startswith(layer)], f"{name} imports from {layer}"


def test_the_contract_rests_on_no_part_of_a_game():
    """What games are built from knows the contract, never the other way round: whatever that needs stands beside it."""
    known = modules()
    found, waiting = set(), {"rules.game"}
    while waiting:
        found |= waiting
        waiting = {other for name in waiting for other in needed(known[name], known)} - found
    assert {name.count(".") for name in found} == {1}, f"the contract rests on {sorted(found)}"


def test_engines_know_nothing_of_computers():
    """What plays a game stands apart from its rules: whoever gives an engine its opponents is told of them from outside."""
    known = modules()
    engines = [name for name in known if name.startswith("rules.") and not {"computer", "computers"} & {*name.split(".")}]
    assert len(engines) > 100
    for name in engines:
        found = {other for other in needed(known[name], known) if {"computer", "computers"} & {*other.split(".")}}
        assert not found, f"{name} imports {sorted(found)}"


def test_modules_and_lists_of_parameters_stay_short():
    """Discord's commands alone have as many parameters as they have options."""
    for room in ("cogs", "data"):
        for path in (ROOT / room).rglob("*.py"):
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
    for path in paths():
        text = path.read_text(encoding="utf-8")
        for node in statements(ast.parse(text)) if any(head.count(",") > 5 for head in HEAD.findall(text)) else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                takes = node.args
                given = [a.arg for a in (*takes.posonlyargs, *takes.args, *takes.kwonlyargs) if a.arg not in ("self", "cls")]
                assert len(given) <= 6 or "interaction" in given, f"{path}: {node.name} takes {len(given)} things"


LONG = {"tests/monster_hex/test_rules.py": 639, "tests/planetary_conquerors/test_sealed.py": 553}
"""Files of tests that were longer when the bound was set. They may become shorter, and no other may become as long."""


def test_files_of_tests_stay_short():
    """Whoever looks for a test reads few names."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        lines, name = len(path.read_text(encoding="utf-8").splitlines()), path.relative_to(ROOT).as_posix()
        assert lines <= LONG.get(name, 550), f"{name} has {lines} lines: split it by subject"


UNNAMED = {
    "before_identify_hook", "emit", "interaction_check", "on_shard_connect", "on_shard_disconnect", "on_shard_ready", "on_shard_resumed",
    "setup_hook",  # The libraries call these.
    "Scripted",  # For small games that have no guide, and those of tests.
}  # fmt: skip
"""What only others than the bot's own code ask for."""


def test_nothing_stays_that_nobody_asks_for():
    """Each function, method and class is named somewhere besides where it is defined; what a decorator takes is named by that."""
    paths = [path for room in ("rules", "render", "data", "cogs") for path in (ROOT / room).rglob("*.py")]
    named = Counter(word for path in (*paths, ROOT / "bot.py") for word in re.findall(r"[A-Za-z_]\w+", path.read_text(encoding="utf-8")))
    once = (path for path in paths if any(named[name] == 1 for name in re.findall(r"\b(?:def|class) (\w+)", path.read_text(encoding="utf-8"))))
    defined = [
        (path.relative_to(ROOT).as_posix(), node.name)
        for path in once
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.decorator_list and not node.name.startswith("__")
    ]
    assert [(where, name) for where, name in defined if named[name] == 1 and name not in UNNAMED] == []


def test_rules_are_pure():
    for path in (ROOT / "rules").rglob("*.py"):
        assert not imports(path) & PURE, path


def test_only_store_and_lookup_speak_sql_and_only_the_shell_speaks_discord():
    for room in ("rules", "render", "data"):
        for path in (ROOT / room).rglob("*.py"):
            assert "discord" not in imports(path), path
            if ROOT / "data" / "store" not in path.parents and path.name != "answering.py":
                assert not imports(path) & {"aiosqlite", "sqlite3"}, path
    for path in (ROOT / "cogs" / "play").rglob("*.py"):
        assert "discord" not in imports(path), path


def test_cogs_are_found():
    assert "cogs.game" in cog_names()
    assert not any(name.split(".")[1].startswith("_") for name in cog_names())
    assert all(hasattr(importlib.import_module(name), "setup") for name in cog_names()), "each can be loaded"


async def test_commands_are_sound_in_every_language(tmp_path):
    """No two commands alike, every name and description in three languages, all within Discord's limits."""
    store = await Store.open(tmp_path / "g.sqlite3")
    bot = Referee(store)
    for name in cog_names():
        await bot.load_extension(name)
    from cogs.service.bot import Translator

    await bot.tree.set_translator(Translator())
    assert bot.tree.translator is not None
    payload = [await c.get_translated_payload(bot.tree, bot.tree.translator) for c in bot.tree.get_commands()]
    check_commands(payload)
    names = [c.qualified_name for c in bot.tree.walk_commands()]
    assert len(set(names)) == len(names)

    def look(node, path):
        for key in ("name", "description"):
            assert set(node.get(f"{key}_localizations") or {}) == {"cs", "fr"}, f"{path} {node['name']} {key}"
        for child in node.get("options") or ():
            look(child, f"{path} {node['name']}")

    for command in payload:
        look(command, "")
    everywhere = {"rules", "card", "cards", "learn", "practice", "help", "settings", "deck", "mygames"}
    for node in payload:
        installs, contexts = ([0, 1], [0, 1, 2]) if node["name"] in everywhere else ([0], [0, 1] if node["name"] == "profile" else [0])
        assert (node["integration_types"], node["contexts"]) == (installs, contexts), node["name"]
    for command in bot.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            assert command.description
    for lang in LANGUAGES:
        say = texts(lang)
        for group in ("/game new", "/move", "/hand", "/board", "/settings"):
            shown = "\n".join(say(key, games="") for key in ("welcome.text", "help.page.1", "help.page.2", "help.page.3", "help.page.4"))
            assert without_mentions(group, say.find) in shown
    await bot.close()
    await store.close()
