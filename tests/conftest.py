"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.content import build

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def monster_hex():
    return build("monster_hex")
