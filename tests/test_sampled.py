"""Which cases of a test an ordinary run has."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from tests import conftest
from tests.every_game.setups import SETUPS
from tests.sampled import covering

GAMES, LANGUAGES, DATABASES = ("a", "b", "c", "d", "e"), ("en", "cs", "fr"), ("sqlite", "postgresql")


def cases(**parts) -> list[dict]:
    return [dict(zip(parts, values, strict=True)) for values in product(*parts.values())]


@pytest.mark.parametrize("seed", ["x", "y", "z"])
def test_each_game_language_and_database_is_met(seed):
    every = cases(game=GAMES, language=LANGUAGES, places=DATABASES)
    found = [every[n] for n in covering(every, 0.2, seed)]
    assert len(found) <= 8
    for name, values in (("game", GAMES), ("language", LANGUAGES), ("places", DATABASES)):
        assert {case[name] for case in found} == {*values}


def test_they_are_always_the_same_and_others_for_other_tests():
    every = cases(game=GAMES, language=LANGUAGES)
    assert covering(every, 0.4, "x") == covering(every, 0.4, "x")
    assert len({tuple(covering(every, 0.4, f"test {n}")) for n in range(9)}) > 4


def test_at_least_one_and_at_most_all():
    assert len(covering(cases(game=GAMES), 0.01, "x")) == 1
    assert len(covering(cases(game=GAMES), 0.4, "x")) == 2
    assert covering(cases(game=GAMES), 1, "x") == [0, 1, 2, 3, 4]
    assert covering([{}], 0.3, "x") == [0]


def test_setups_are_of_every_game_that_has_more_than_one():
    found = [SETUPS[n] for n in covering([{"setup": setup} for setup in SETUPS], 0.3, "x")]
    assert {setup.game for setup in found} == {setup.game for setup in SETUPS}
    assert len(found) < len(SETUPS) / 2


class _Item:
    """As much of a test as is looked at."""

    def __init__(self, name: str, mark: pytest.Mark | None, **params) -> None:
        self.nodeid, self.mark = f"{name}[{'-'.join(map(str, params.values()))}]", mark
        if params:
            self.callspec = self
        self.params = params

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if name == "sampled" else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        if mark.name == "sampled":
            self.mark = mark.mark


def test_what_is_left_out_is_told_and_nothing_else_is(pytestconfig, monkeypatch):
    few = pytest.mark.sampled(0.4).mark
    items = [_Item(name, mark, game=game) for name, mark in (("t.py::few", few), ("t.py::all", None)) for game in GAMES]
    told = []
    monkeypatch.setattr(pytestconfig.hook, "pytest_deselected", lambda items: told.extend(items))
    conftest._leave_out(pytestconfig, left := [*items])
    assert [item for item in left if item.mark is None] == items[5:]
    assert len([item for item in left if item.mark]) == 2
    assert {*told} == {*items} - {*left}


def test_where_any_of_them_will_do_no_game_has_to_be_met(pytestconfig, monkeypatch):
    met = pytest.mark.sampled(0.2).mark, pytest.mark.sampled(0.2, any=True).mark
    counts = [
        len(left_of(pytestconfig, monkeypatch, [_Item("t.py::dear", mark, **case) for case in cases(game=GAMES, language=LANGUAGES)])) for mark in met
    ]
    assert counts[0] >= 5
    assert counts[1] == 3


def left_of(pytestconfig, monkeypatch, items: list) -> list:
    monkeypatch.setattr(pytestconfig.hook, "pytest_deselected", lambda items: None)
    monkeypatch.setattr(conftest, "WHOLE", False)
    conftest.pytest_collection_modifyitems(pytestconfig, items)
    return items


def test_of_what_runs_over_all_setups_each_game_is_met_and_no_more_than_a_part(pytestconfig, monkeypatch):
    items = [_Item("t.py::all_setups", None, setup=setup) for setup in SETUPS]
    left = left_of(pytestconfig, monkeypatch, [*items])
    assert {item.params["setup"].game for item in left} == {setup.game for setup in SETUPS}
    assert len(left) < len(SETUPS) / 2
    own = [_Item("t.py::half", pytest.mark.sampled(1.0).mark, setup=setup) for setup in SETUPS]
    assert left_of(pytestconfig, monkeypatch, [*own]) == own, "what has a share of its own keeps it"


def test_on_a_server_some_of_each_module_are_run_and_all_tests_of_the_store(pytestconfig, monkeypatch):
    rooms = [_Item(f"tests/cogs/{module}.py::{test}", None, places=where) for module in "ab" for test in range(8) for where in DATABASES]
    store = [_Item(f"tests/data/store/c.py::{test}", None, places=where) for test in range(8) for where in DATABASES]
    left = left_of(pytestconfig, monkeypatch, [*rooms, *store])
    assert [item for item in left if item in store] == store
    for module in "ab":
        where = [item.params["places"] for item in left if item.nodeid.startswith(f"tests/cogs/{module}")]
        assert (where.count("sqlite"), where.count("postgresql")) == (8, 2)


def test_of_several_languages_each_test_has_one_and_those_of_texts_have_all(pytestconfig, monkeypatch):
    items = [_Item(f"tests/{room}/a.py::{test}", None, language=language) for room in ("cogs", "data") for test in range(6) for language in LANGUAGES]
    left = left_of(pytestconfig, monkeypatch, [*items])
    assert [item for item in left if item.nodeid.startswith("tests/data")] == items[18:]
    assert len([item for item in left if item.nodeid.startswith("tests/cogs")]) == 6
    assert len({item.params["language"] for item in left if item.nodeid.startswith("tests/cogs")}) > 1


def test_make_deep_runs_all_that_an_ordinary_run_plays_in_a_smaller_size():
    """By its folder or file in the Makefile, or by a mark."""
    root = Path(__file__).parents[1]
    commands = (root / "Makefile").read_text("utf-8").split("\ndeep:")[1].split("\nsoak:")[0]
    listed = {root / path for path in re.findall(r"tests/[\w/.]+", commands)}
    smaller = re.compile(r"from tests\.sampled import .*\b(often|sampled|EVERYWHERE|in_one_language)\b")
    files = [(path, path.read_text("utf-8")) for path in root.glob("tests/**/test_*.py")]
    found = [path for path, text in files if smaller.search(text) and not re.search(r"mark\.(sampled|deep)\b", text)]
    assert found
    assert not [path for path in found if not {path, *path.parents} & listed]
