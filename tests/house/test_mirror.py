"""The tests stand beside the rooms: every module has a test of its name, or it is said here where it is tested."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.syntax import imports

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("bot.py", "cogs", "data", "playground", "render", "rules")
ELSEWHERE = Path(__file__).with_name("tested_by.txt")
"""Lines of a module, or of a room whose modules are tested together, and of the test in `tests/` (a file or a folder) that would see it break."""


def said() -> dict[str, str]:
    return dict(line.split() for line in ELSEWHERE.read_text(encoding="utf-8").splitlines())


def modules() -> list[str]:
    found = [path for room in ROOMS for path in ([ROOT / room] if room.endswith(".py") else (ROOT / room).rglob("*.py"))]
    return sorted(str(path.relative_to(ROOT)) for path in found if path.name != "__init__.py")


def own(module: str) -> Path:
    """The test of a module's name."""
    path = Path(module)
    return ROOT / "tests" / path.parent / f"test_{path.stem.strip('_')}.py"


FOUND = {"cogs/service/bot.py": "cogs/*.py", "data/content.py": "rules/*/*.py"}
"""What is found by looking, and by whom: commands, and the rooms of games."""


@cache
def files() -> frozenset[str]:
    """All that may be imported, as paths."""
    return frozenset(path.relative_to(ROOT).as_posix() for room in (*ROOMS, "tests") for path in [ROOT / "bot.py", *(ROOT / room).rglob("*.py")])


@cache
def imported(name: str) -> frozenset[str]:
    """The modules of the project that a file names in its imports, and those that it finds by looking, as paths."""
    names = set()
    for module, taken in imports((ROOT / name).read_text(encoding="utf-8")):
        names |= {module, *(f"{module}.{one}" for one in taken)}
    paths = {name.replace(".", "/") for name in names}
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT.glob(FOUND[name]) if name in FOUND else ())}
    return frozenset(found | ({f"{path}{end}" for path in paths for end in (".py", "/__init__.py")} & files()))


@cache
def reached(test: Path) -> frozenset[str]:
    """All that a test may run: what it imports, and what that imports."""
    seen: set[str] = set()
    waiting = [test.relative_to(ROOT).as_posix()]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += imported(name)
    return frozenset(seen)


def test_every_module_has_a_test_of_its_name_or_says_where_it_is_tested():
    rooms = {name for name in said() if name.endswith("/")}
    without = [m for m in modules() if not own(m).is_file() and m not in said() and not any(m.startswith(room) for room in rooms)]
    assert not without, f"write tests/<room>/test_<module>.py, or say in {ELSEWHERE.name} which test would see it break: {without}"


def test_what_is_said_of_it_is_true():
    known, wrong = modules(), []
    for what, where in said().items():
        test = ROOT / "tests" / where
        if what.endswith("/"):
            if not (ROOT / what).is_dir() or not list(test.rglob("test_*.py") if test.is_dir() else [test]):
                wrong.append(f"{what}: nothing in {where}")
        elif what not in known:
            wrong.append(f"{what} is not there")
        elif own(what).is_file():
            wrong.append(f"{what} has a test of its name")
        elif not test.is_file() or what not in reached(test):
            wrong.append(f"{what}: {where} does not reach it")
    assert not wrong, wrong
