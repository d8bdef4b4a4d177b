"""Who has not seen a game sees its cover: in a lobby, in a sign-up, where games are chosen; and motion where something is decided."""

from __future__ import annotations

import pytest

from cogs.messages import drawing
from render.stage import COVER
from tests.chat import ANNA, BOHUMIL, DARA, HERE

GAME = "planetary_conquerors"


def pictures(message):
    return [(file["filename"], file.get("description", "")) for file in message["attachments"]]


def now(chat, message):
    """A message as it is now."""
    return next(m for m in chat.seen(None) if m["id"] == message["id"])


async def test_a_lobby_has_a_cover_until_it_has_begun(chat):
    await chat.use(ANNA, "game new", game=GAME, seats="3")
    lobby = chat.seen(None)[-1]
    ((name, alt),) = pictures(lobby)
    assert name == "cover.png"
    assert alt.startswith("Planetary Conquerors")
    await chat.press(BOHUMIL, lobby, "Join")
    assert pictures(now(chat, lobby)) == [(name, alt)], "a change leaves the picture where it is"
    await chat.press(ANNA, now(chat, lobby), "Start")
    assert pictures(now(chat, lobby)) == [], "the board below says it better"


async def test_a_sign_up_has_a_cover(chat):
    await chat.use(ANNA, "tournament create", game=GAME, name="Cup")
    assert [name for name, _ in pictures(chat.board())] == ["cover.png"]
    await chat.press(BOHUMIL, chat.board(), "Join")
    assert [name for name, _ in pictures(chat.board())] == ["cover.png"]


async def test_a_cover_that_cannot_be_drawn_keeps_nobody_from_playing(chat, monkeypatch, caplog):
    def broken(*args):
        raise ValueError("no paint")

    monkeypatch.setattr(drawing, "cover_file", broken)
    await chat.use(ANNA, "game new", game=GAME, seats="2")
    assert pictures(chat.seen(None)[-1]) == []
    assert "no paint" in caplog.text
    caplog.clear()


def test_covers_have_their_size():
    assert COVER == (1000, 400)


@pytest.mark.parametrize(("press", "motion"), [("still", False), ("motion", True)])
async def test_motion_is_set_for_a_channel(chat, press, motion):
    await chat.use(DARA, "referee settings")
    panel = chat.private(DARA)
    button = next(b for b in chat.buttons(panel) if b["custom_id"].endswith(":still"))
    await chat.press_exactly(DARA, panel, button)
    if press == "motion":
        panel = chat.private(DARA)
        await chat.press_exactly(DARA, panel, next(b for b in chat.buttons(panel) if b["custom_id"].endswith(":motion")))
    assert (await chat.bot.room(int(chat.world.guild), int(HERE))).motion is motion
