"""Which tests belong to a room, as `make room` and `make mutants` have it from the imports."""

from __future__ import annotations

import time
from types import SimpleNamespace

from tests.tools import room as running
from tests.tools.rooms import HERE, nearest, own_place, own_tests, reached


def told(paths) -> list[str]:
    return [str(path.relative_to(HERE)) for path in paths]


def test_where_a_module_is_tested():
    """In the file of its name, or where it is said of it or of its room."""
    places = {
        "cogs/play/seat_takeover.py": "tests/cogs/play/test_seat_takeover.py",
        "cogs/play/port.py": "tests/cogs/service/test_direct_messages.py",
        "rules/hexknight/movement.py": "tests/hexknight",
    }
    for module, place in places.items():
        assert own_place(HERE / module) == HERE / place


def test_the_own_tests_of_a_room():
    assert told(own_tests("cogs/play/seat_takeover.py")) == ["tests/cogs/play/test_seat_takeover.py"]
    lookup = told(own_tests("data/lookup"))
    assert "tests/data/lookup/test_indexing.py" in lookup
    assert "tests/cogs/messages/moves/test_typed_actions.py" in lookup, "which is said to test `everyday.py`"
    assert not any(name.startswith("tests/house") for name in lookup)
    assert all(name.startswith("tests/hexknight/") for name in told(own_tests("rules/hexknight")))


def test_a_module_is_reached_directly_by_helpers_and_by_fixtures():
    """`tests/cogs/test_play.py` takes the fixture `chat`, which opens a `Chat`, which starts the bot."""
    assert reached(HERE / "tests/cogs/play/test_seat_takeover.py")["cogs.play.seat_takeover"] == 1
    known = reached(HERE / "tests/cogs/test_first_message.py")
    assert known["cogs.service.bot"] > 1
    assert "cogs.service.bot" not in reached(HERE / "tests/rules/parts/test_parts.py")


def test_a_module_named_in_a_string_is_reached():
    """As `monkeypatch.setattr("data.lookup.answering.READ", ...)` does."""
    assert reached(HERE / "tests/data/lookup/test_questions.py")["data.lookup.answering"] == 1


def test_the_nearest_tests_of_a_module():
    """Its own first; of one that has none those that reach it through its neighbours, its folder's first; those of the house never."""
    assert told(nearest(HERE / "cogs/play/clocks/claims.py"))[0] == "tests/cogs/play/clocks/test_claims.py"
    assert told(nearest(HERE / "data/lookup/ranking.py", 3))[0].startswith("tests/data/lookup/")
    assert all(name.startswith("tests/hexknight/") for name in told(nearest(HERE / "rules/hexknight/movement.py")))
    assert len(nearest(HERE / "rules/game.py")) == 8
    for module in ("cogs/play/presence/absent_players.py", "cogs/messages/table/lobby.py", "data/store/commits.py", "cogs/service/shutdown.py"):
        found = told(nearest(HERE / module))
        assert len(found) > 3
        assert not any(name.startswith("tests/house") for name in found)


def test_short_rooms_run_in_one_process():
    tests = [HERE / "tests/a.py", HERE / "tests/b.py"]
    assert not running.several(tests, {"tests/a.py::x": 2.0, "tests/a.py::y": 1.0, "tests/b.py::x": 3.0})
    assert running.several(tests, {"tests/a.py::x": 9.0, "tests/a.py::y": 9.0, "tests/b.py::x": 3.0})
    assert not running.several(tests[:1], {"tests/a.py::x": 99.0})
    assert running.several([HERE / f"tests/{n}.py" for n in range(99)], {}), "of what nothing is known: by their number"


def test_the_tests_of_all_files_take_turns_quick_ones_first():
    names = ["a.py::x", "a.py::y", "a.py::z", "b.py::x"]
    assert running.in_turn(names, {}) == ["a.py::x", "b.py::x", "a.py::y", "a.py::z"]
    assert running.in_turn(names, {"a.py::x": 9.0, "a.py::z": 0.1}) == ["a.py::z", "b.py::x", "a.py::y", "a.py::x"]


def test_when_time_is_over_no_further_test_is_begun(monkeypatch):
    assert running.pytest_runtest_protocol(None) is None
    for moment, left_out in ((time.time() - 1, True), (time.time() + 60, None)):
        monkeypatch.setenv(running.UNTIL, str(moment))
        assert running.pytest_runtest_protocol(None) is left_out


def test_how_long_tests_take_is_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(running, "KEPT", tmp_path / "cache" / "seconds.json")
    monkeypatch.setattr(running, "_taken", {})
    assert running.seconds() == {}
    for name, duration in (("a.py::x", 1.0), ("a.py::x", 2.0), ("b.py::z", 4.0)):
        running.pytest_runtest_logreport(SimpleNamespace(nodeid=name, duration=duration))
    running.pytest_sessionfinish(SimpleNamespace(config=SimpleNamespace(workerinput={})))
    assert running.seconds() == {}, "which only the first process does"
    running.pytest_sessionfinish(SimpleNamespace(config=SimpleNamespace()))
    assert running.seconds() == {"a.py::x": 3.0, "b.py::z": 4.0}
    running.KEPT.write_text("{")
    assert running.seconds() == {}


def test_what_is_left_for_want_of_time_is_told(monkeypatch):
    monkeypatch.setattr(running, "_all", {"a", "b", "c"})
    monkeypatch.setattr(running, "_taken", {"a": 1.0})
    said = []
    running.pytest_terminal_summary(SimpleNamespace(write_line=said.append))
    assert said == ["2 of 3 tests are left for want of time: ALL=1 runs them too."]


def test_a_room_that_is_none_is_told(capsys):
    assert running.main("cogs/nowhere", []) == 2
    assert "no folder or module" in capsys.readouterr().out


def test_a_room_runs_and_says_how(capfd):
    assert running.main("data/similar_names.py", ["-v"]) == 0
    said = capfd.readouterr().out
    assert "1 files of tests" in said
    assert "one process" in said
    assert " passed in " in said
