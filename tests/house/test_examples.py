"""Examples in docstrings are run: what they print is what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cogs", "data", "playground", "render", "rules")


def examples() -> list[str]:
    """The modules that have any."""
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    found = [path for path in paths if "\n>>> " in path.read_text(encoding="utf-8").replace("    >>> ", ">>> ")]
    return sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found)


def test_the_contract_has_one():
    assert "rules.game" in examples()


@pytest.mark.parametrize("module", examples())
def test_examples(module):
    result = doctest.testmod(import_module(module))
    assert result.attempted
    assert not result.failed
