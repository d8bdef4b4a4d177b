"""Here pictures are looked at as people see them."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _fine(fine):
    """Nothing is drawn coarsely."""
