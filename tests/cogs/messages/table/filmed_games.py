"""Games whose past is looked at, and pictures of an animation."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cogs.messages.drawing import look_of, unescaped
from cogs.messages.table import replay as making
from cogs.messages.table.replay import Replays, Span, Wish
from data.store.rows import TableAct
from tests.bids import known, memory
from tests.chat import Chat
from tests.two_worlds import painted

ACT = TableAct(9, "pause", "", "why")
WHOLE = Span()


@pytest.fixture
async def store():
    with known(), painted():
        async with memory() as opened:
            yield opened


def wish_of(table, span=WHOLE, limit=making.LARGEST, moving=True) -> Wish:
    return Wish(table.id, table.row.revision, span, "light", "en", limit, moving)


async def quiet(progress) -> None:
    """Nobody wants to know how far it is."""


async def filmed(table, span=WHOLE, player=1, replays=None, tell=quiet, moving=True):
    look = unescaped(table, look_of(table))
    return await (replays or Replays()).of(table, wish_of(table, span, moving=moving), look, player, tell)


async def bid(table, *bids: str) -> None:
    for one in bids:
        await table.act(table.acting[0], ("bid", one))


def pictures(gif: bytes, briefest: float = 0) -> list[Image.Image]:
    """The frames that are seen for so many seconds at least."""
    image = Image.open(io.BytesIO(gif))
    found = []
    for n in range(image.n_frames):
        image.seek(n)
        if image.info["duration"] >= 1000 * briefest:
            found.append(image.convert("RGB"))
    return found


def shown(chat: Chat, message) -> list[bytes]:
    return [chat.world.file(file["id"]) for file in message["attachments"]]
