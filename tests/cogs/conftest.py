"""The chat that whole-bot tests are held in."""

from __future__ import annotations

import pytest

from tests.chat import Chat


@pytest.fixture
async def chat(tmp_path):
    async with Chat(tmp_path) as opened:
        yield opened
