"""A sixth game is added by its folders alone, and whoever forgets a part of it is told which."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.house.toys import LONGEST, TOYS, copied, run
from tests.house.without import PARTS
from tests.sampled import sampled

LOST = sampled(PARTS, 1 / 24)
SUITES = (
    *("tests/every_game", "tests/data", "tests/cogs/test_card.py", "tests/cogs/test_learn.py", "tests/cogs/test_malformed.py"),
    *(f"tests/toy_{toy}" for toy in TOYS),
)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """A copy of the project with the toy games."""
    folder = tmp_path_factory.mktemp("sixth")
    copied(folder)
    return folder


@pytest.mark.timeout(LONGEST + 50)
def test_toy_games_pass_every_suite_that_a_real_game_passes(project):
    done = run(project, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k", "toy", *SUITES, "tests/house/toy_in_chat.py")
    assert done.returncode == 0, done.stdout[-3000:]
    assert done.stdout.count(".") > 200


@pytest.fixture(scope="module")
def said(project) -> dict[str, str]:
    """What is said of the game without each of its parts."""
    done = run(project, "-m", "tests.house.without", *LOST)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, str] = json.loads(done.stdout)
    assert found.pop("") == "", "nothing is missing"
    return found


@pytest.mark.parametrize("part", LOST)
def test_whoever_forgets_a_part_is_told_which(said, part):
    assert PARTS[part].told in said[part]
