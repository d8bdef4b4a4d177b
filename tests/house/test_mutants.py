"""What `make mutants` makes of a program, and which files it looks at."""

from __future__ import annotations

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests.tools.mutants import __main__ as drawing
from tests.tools.mutants import covering as measuring
from tests.tools.mutants import rooms as changing
from tests.tools.mutants.changes import mutants
from tests.tools.mutants.covering import BEFORE, TIMES, Covering, named
from tests.tools.mutants.rooms import HERE, changed, faulty, room, rooms, since

SOURCE = '''
"""A page: 1 < 2."""
LIMIT = 3


def first(rows: list[int | None], log=None) -> int | None:
    """Nothing here: 1 < 2."""
    found: int | None = None
    assert rows is not None
    log.info("so many: %s", len(rows) + 1)
    for row in rows:
        if row is None:
            continue
        if 0 < row <= 3 and not log:
            raise ValueError(f"{row + 1}")
        found = row
    return found if any(rows) else -1


class Thing:
    def __repr__(self) -> str:
        return "a" if self.n < 1 else "b"

    def inner(self):
        def most(n):
            return n >= 2

        if self.off:
            raise AssertionError("never")
        self.n += 1
        return most(self.n)
'''


def test_the_faults_of_a_page(tmp_path):
    """Each is a program, each is another one; nothing is made of what cannot matter."""
    path = tmp_path / "page.py"
    path.write_text(SOURCE, encoding="utf-8")
    found = mutants(path, "page.py")
    said = [f"{m.old} -> {m.new}" for m in found]
    for wanted in (
        "row is None -> row is not None", "continue -> pass", "0 -> 1", "3 -> 4", "3 -> 2", "not log -> log", "row + 1 -> row - 1", "any -> all",
        "n >= 2 -> n > 2", "n >= 2 -> n <= 2", "self.n += 1 -> pass", "return most(self.n) -> return None",
    ):  # fmt: skip
        assert said.count(wanted) == 1, wanted
    assert not any(word in text for text in said for word in ("int |", "rows is", "many", "'a'", "never", "LIMIT"))
    assert len({m.compiled(path) for m in found} | {compile(SOURCE, str(path), "exec")}) == len(found) + 1
    assert len({m.name for m in found}) == len(found)


def test_every_file_of_the_rules_is_in_one_room():
    """But for how computers judge positions."""
    listed = [path for parts in rooms().values() for path in faulty(parts)]
    assert len(listed) == len(set(listed))
    left_out = {path for path in (HERE / "rules").rglob("*.py") if path not in listed and path.name != "__init__.py"}
    judging = {"card_costs.py", "automatic_answers.py", "attack_and_defence_values.py"}
    assert {path.name for path in left_out if path.parent.name != "computer"} == judging


def test_a_room_of_any_size():
    alone = room("data/lookup/normalisation.py")
    assert [path.name for path in alone.files] == ["normalisation.py"]
    assert "tests/data/lookup/test_lookup_plainly.py" in alone.tests
    assert alone.own == ("tests/data/lookup/test_basics.py",)
    game = room("rules/hexygame")
    assert all((HERE / word).exists() for word in game.tests if word.startswith("tests"))
    assert "tests/every_game" in game.tests
    assert game.tests[-1].startswith("hexygame and not ")
    assert all(test.startswith("tests/hexygame/") for test in game.own)
    for nothing in ("data/nowhere", "tests", "", "cogs/play/table.txt"):
        with pytest.raises(ValueError, match="no folder or module"):
            room(nothing)


DIFF = """\
diff --git a/rules/game.py b/rules/game.py
--- a/rules/game.py
+++ b/rules/game.py
@@ -10,2 +10,3 @@ def words():
-a
-b
+c
+d
+e
@@ -40 +41 @@
-f
+g
@@ -50,2 +50,0 @@
-h
-i
diff --git a/data/a.py b/data/old.py
--- a/data/a.py
+++ /dev/null
@@ -1 +0,0 @@
-x
"""


def test_which_lines_have_changed():
    """Those that are new; of what was taken away there is nothing to look at."""
    assert changed(DIFF) == {"rules/game.py": {10, 11, 12, 41}}


def test_faults_only_in_lines_that_have_changed(tmp_path, monkeypatch):
    path = tmp_path / "page.py"
    path.write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(drawing, "HERE", tmp_path)
    line = SOURCE.splitlines().index("        found = row") + 1
    found = drawing.drawn([path], 99, 1, {path: {line - 1, line}})
    assert {m.line for m in found} == {line - 1}
    assert all(m in drawing.drawn([path], 99, 1) for m in found)
    assert len(drawing.drawn([path], 1, 1)) == 1


def test_a_revision_that_is_none():
    with pytest.raises(ValueError, match="nowhere"):
        since("nowhere")


def test_changed_lines_of_one_room(monkeypatch):
    """A file of another room has changed as well; of the room the files count that have changed, and those that never get faults do not."""
    monkeypatch.setattr(changing.subprocess, "run", lambda *given, **kept: SimpleNamespace(stdout=DIFF_OF_ROOMS, returncode=0))
    everywhere = {"rules/game.py": {3}, "cogs/play/button_marks.py": {5, 6}}
    assert {str(path.relative_to(HERE)): lines for path, lines in since("HEAD").items()} == everywhere
    assert since("HEAD", ["cogs/play", "data/store"]) == {HERE / "cogs/play/button_marks.py": {5, 6}}
    with pytest.raises(ValueError, match="no folder or module"):
        since("HEAD", ["cogs/nowhere"])


DIFF_OF_ROOMS = "".join(
    f"+++ b/{name}\n@@ -1 +{lines} @@\n"
    for name, lines in {
        "rules/game.py": "3",
        "rules/hexknight/computer/hints.py": "1",
        "cogs/play/button_marks.py": "5,2",
        "tests/waiting.py": "1",
    }.items()
)


def test_which_tests_look_for_a_fault():
    """Those that run its lines, own ones first, then quick ones; then those that run the file; all, for what runs before any test."""
    seconds = {"tests/a/x": 3.0, "tests/a/y": 1.0, "tests/b/z": 0.5, "tests/b/w": 2.0, "tests/b/v": 1.0}
    lines = {"f": {1: {BEFORE}, 4: {"tests/b/z", "tests/a/x"}, 5: {"tests/a/y"}, 0: {"tests/a/x", "tests/a/y", "tests/b/z", "tests/b/w"}}}
    covering = Covering(lines, seconds, ("tests/a",))
    assert covering.tests("f", 4, 4, 99) == ["tests/a/x", "tests/b/z", "tests/a/y", "tests/b/w"]
    assert covering.tests("f", 4, 5, 4) == ["tests/a/y", "tests/a/x"]
    assert covering.tests("f", 1, 1, 99) == ["tests/a/y", "tests/a/x", "tests/b/z", "tests/b/v", "tests/b/w"]
    assert covering.tests("g", 1, 9, 99) == []
    assert [named(c) for c in ("t.py::test_x|run", "t.py::test_x[a | b]|setup", BEFORE)] == ["t.py::test_x", "t.py::test_x[a | b]", BEFORE]


def test_a_fault_is_found_in_a_process_of_its_own():
    """Where a test fails that passes without it; a test that has nothing to do with it lets it live."""
    made = "from tests.tools.mutants.changes import *; from tests.tools.mutants.trying import *\n"
    fault = "next(m for m in mutants(HERE / 'rules/parts/hexes.py', 'rules/parts/hexes.py') if m.old == 'dq + dr')"
    told = "print([t.found for t in tried([(FAULT, [ONE], 9), (FAULT, [OTHER], 9)], 1)])"
    one, other = (
        "tests/rules/parts/test_parts.py::test_distances_and_steps",
        "tests/rules/parts/test_parts.py::test_seeds_are_published_by_their_hash",
    )
    script = made + told.replace("FAULT", fault).replace("ONE", repr(one)).replace("OTHER", repr(other))
    done = subprocess.run([sys.executable, "-c", script], cwd=HERE, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "[True, False]"


def test_what_fails_as_it_is_says_nothing_about_a_fault(tmp_path, monkeypatch):
    monkeypatch.setenv(TIMES, str(tmp_path))
    monkeypatch.setattr(measuring, "_taken", {"tests/a.py::sound": 1.0, "tests/a.py::too_slow_today": 2.0})
    monkeypatch.setattr(measuring, "_failed", set())
    for name, failed in (("sound", False), ("too_slow_today", True), ("sound", False)):
        measuring.pytest_runtest_logreport(SimpleNamespace(nodeid=f"tests/a.py::{name}", failed=failed))
    measuring.pytest_sessionfinish()
    (told,) = tmp_path.glob("*.json")
    assert json.loads(told.read_text(encoding="utf-8")) == {"tests/a.py::sound": 1.0}
