"""Which tests belong to which modules, read from the imports.

A room is a folder of the program or one module, such as `cogs/play` or `data/lookup/answering.py`. Its own tests stand below `tests` where it stands
below the top, or where `tests/house/tested_by.txt` says. A test *reaches* a module that it imports or names (`"data.lookup.answering.READ"`), by
itself, by what it is helped by (modules of `tests` that are no tests), or by fixtures of a `conftest.py` that it asks for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.syntax import imports, nodes

HERE = Path(__file__).resolve().parents[2]
PROGRAM = ("rules", "render", "data", "cogs", "playground")
NEAREST = 8
"""So many files of tests are asked about one module, where more reach it."""
NAMED = re.compile(r"[\"']([a-z_]+(?:\.[a-z_0-9]+)+)[\"']")
WORD = re.compile(r"[\"'](\w+)[\"']")
HEAD = re.compile(r"\bdef \w+\((.*?):\n", re.DOTALL)
"""Names of modules and of fixtures in quotes, and what stands in the head of a function."""


class Read(NamedTuple):
    """The facts about a file: the project's modules that it imports or names, the names that its functions may take, and of a
    `conftest.py` the modules that each fixture uses."""

    imports: frozenset[str]
    takes: frozenset[str]
    fixtures: Mapping[str, frozenset[str]]


def name_of(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.relative_to(HERE).with_suffix("").parts).removesuffix(".__init__")


@cache
def modules() -> dict[str, Path]:
    """The files of the program and its tests, by import name."""
    paths = [HERE / "bot.py", *(path for top in (*PROGRAM, "tests") for path in sorted((HERE / top).rglob("*.py")))]
    return {name_of(path): path for path in paths}


def module_of(text: str) -> str | None:
    """The longest module name with which a dotted name begins; None if there is none."""
    while text and text not in modules():
        text = text.rpartition(".")[0]
    return text or None


@cache
def read(path: Path) -> Read:
    """Reads a file by its lines; only of a `conftest.py`, where it matters which fixture uses what, by its tree."""
    text = path.read_text(encoding="utf-8")
    bound = {found for module, names in imports(text) for name in names or ("",) if (found := module_of(f"{module}.{name}".rstrip(".")))}
    named = {found for word in NAMED.findall(text) if (found := module_of(word))}
    heads = {word for head in HEAD.findall(text) for word in re.findall(r"\w+", head)}
    return Read(frozenset(bound | named), frozenset(heads | {*WORD.findall(text)}), _fixtures(text) if path.name == "conftest.py" else {})


def _fixtures(text: str) -> Mapping[str, frozenset[str]]:
    every = nodes(ast.parse(text))
    bound = dict(_bound(every))
    functions = [node for node in every if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {f.name: _used(f, bound) for f in functions if any("fixture" in ast.unparse(by) for by in f.decorator_list)}


def _bound(every: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The names bound by imports of the project's modules or of their contents, with the module of each."""
    for node in every:
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name.partition(".")[0], found) for alias in node.names if (found := module_of(alias.name)))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.asname or alias.name, found) for alias in node.names if (found := module_of(f"{node.module}.{alias.name}")))


def _used(function: ast.AST, bound: Mapping[str, str]) -> frozenset[str]:
    return frozenset(bound[node.id] for node in nodes(function) if isinstance(node, ast.Name) and node.id in bound)


def is_test(path: Path) -> bool:
    return path.name.startswith("test_")


@cache
def test_files() -> tuple[Path, ...]:
    """All files of tests."""
    return tuple(sorted(path for path in modules().values() if is_test(path)))


@cache
def reached(test: Path) -> Mapping[str, int]:
    """The program's modules that a test reaches, each with the number of steps: 1 for its own imports."""
    found: dict[str, int] = {}
    helped = dict.fromkeys(read(test).imports, 1)
    for folder in test.parents:
        shared = folder / "conftest.py"
        if shared.exists():
            for fixture, uses in read(shared).fixtures.items():
                if fixture in read(test).takes:
                    helped |= {name: 2 for name in uses if name not in helped}
        if folder == HERE:
            break
    while helped:
        name, steps = min(helped.items(), key=lambda item: item[1])
        del helped[name]
        if name in found:
            continue
        found[name] = steps
        path = modules()[name]
        if name.startswith("tests") and not is_test(path):
            for further in read(path).imports - found.keys():
                helped[further] = min(steps + 1, helped.get(further, steps + 1))
    return {name: steps for name, steps in found.items() if not name.startswith("tests")}


def files_of(room: str) -> list[Path]:
    """The modules of a room. Raises ValueError where there is none."""
    where = HERE / room
    found = [where] if where.suffix == ".py" and where.is_file() else sorted(where.rglob("*.py"))
    if not found or room.partition("/")[0] not in PROGRAM:
        raise ValueError(f"{room} is no folder or module of {', '.join(PROGRAM)}.")
    return found


@cache
def said() -> dict[str, Path]:
    """The file or folder that tests modules without a test of their name, and rooms that are tested together."""
    rows = (HERE / "tests/house/tested_by.txt").read_text(encoding="utf-8").splitlines()
    return {what.rstrip("/"): HERE / "tests" / where for what, where in map(str.split, rows)}


def own_place(module: Path) -> Path:
    """The place where a module is tested: the file of its name, or the one that `said` names."""
    named = HERE / "tests" / module.relative_to(HERE).with_name(f"test_{module.stem.strip('_')}.py")
    return next((said()[name] for one in (module, *module.parents) if (name := _named(one)) in said()), named)


def own_tests(room: str) -> list[Path]:
    """The tests in a room's own place, and those that `said` names for it or one of its modules."""
    places = {HERE / "tests" / room, *(own_place(module) for module in files_of(room))}
    return [test for test in test_files() if not places.isdisjoint(above(test))]


@cache
def above(path: Path) -> frozenset[Path]:
    """A file and all folders above it."""
    return frozenset((path, *path.parents))


def _named(path: Path) -> str:
    return str(path.relative_to(HERE)) if path.is_relative_to(HERE) else ""


def nearest(module: Path, most: int = NEAREST) -> list[Path]:
    """The tests that are likeliest to notice a fault in a module: its own, then those that reach it in fewer steps, then those of its folder, then
    those that reach less else. Where few reach it, those that reach what needs it; tests of the house itself do not count."""
    place, house = own_place(module), HERE / "tests" / "house"
    own, folder = own_tests(_named(module)), place.parent if place.suffix else place
    steps = {test: AWAY for test in test_files() if folder in above(test)} | dict.fromkeys(own, 0)
    for name, further in needing(module):
        if further and sum(far < AWAY for far in steps.values()) >= most:
            break
        for test, known in _reaching().get(name, {}).items():
            steps[test] = min(steps.get(test, AWAY), known + further)

    def far(test: Path) -> tuple[bool, int, bool, int, Path]:
        return test not in own, steps[test], folder not in above(test), len(reached(test)), test

    return sorted((test for test in steps if house not in above(test)), key=far)[:most]


AWAY = 6
"""Tests that reach a module in so many steps hardly look at it."""


def needing(module: Path) -> Iterator[tuple[str, int]]:
    """A module, and those of the program that import it, directly or not, with the number of further steps by them."""
    layer, seen = [name_of(module)], {name_of(module)}
    for steps in (0, 2, 3, 4):
        yield from ((name, steps) for name in layer)
        layer = sorted({name for one in layer for name in _importers().get(one, ())} - seen)
        seen.update(layer)


@cache
def _importers() -> dict[str, set[str]]:
    """For each module those of the program that import it."""
    found: dict[str, set[str]] = {}
    for name, path in modules().items():
        if not name.startswith("tests"):
            for needed in read(path).imports:
                found.setdefault(needed, set()).add(name)
    return found


@cache
def _reaching() -> dict[str, dict[Path, int]]:
    """For each module the tests that reach it, with the number of steps."""
    found: dict[str, dict[Path, int]] = {}
    for test in test_files():
        for name, steps in reached(test).items():
            found.setdefault(name, {})[test] = steps
    return found
