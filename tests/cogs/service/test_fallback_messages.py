"""Messages that Discord does not take for what they are, not for where they go: what they tell comes through in plain words, with their buttons."""

from __future__ import annotations

import discord
import pytest
from aiohttp import web
from discord import ui

from cogs.service.fallback_messages import LONGEST, malformed, plainer
from playground.error_codes import INVALID_FORM, UNKNOWN_CHANNEL, Rejected
from tests.chat import ANNA, BOHUMIL
from tests.cogs.service.test_timer import begin
from tests.cogs.test_play import table as table_of


def refusing(*, only_files: bool, status: int = 400, code: int = INVALID_FORM):
    """Refuses new messages: those with files, or whatever has buttons as well."""

    async def meddle(request: web.Request, handler):
        if request.method == "POST" and request.path.endswith("/messages"):
            body = await request.read()
            if request.content_type.startswith("multipart/") or (not only_files and b'"components":[{' in body.replace(b" ", b"")):
                raise Rejected(status, code, "Invalid Form Body")
        return await handler(request)

    return meddle


@pytest.mark.parametrize("status", [400, 413])
async def test_a_board_whose_picture_is_refused_is_told_in_words_with_its_buttons(chat, status):
    await begin(chat, "24h")
    chat.standin.rates.meddle = refusing(only_files=True, status=status, code=INVALID_FORM if status == 400 else 40005)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.settle()
    board = chat.board()
    assert f"Your turn, <@{BOHUMIL}>" in board["content"]
    assert not board["attachments"]
    await chat.press(BOHUMIL, board, "Your move")
    assert "MH-1.4" in chat.private(BOHUMIL)["content"]
    await chat.bot.reach.settle()
    assert (await table_of(chat)).row.stands is None, "whoever is asked has been told"


async def test_where_buttons_are_refused_as_well_the_words_come_alone(chat):
    await begin(chat, "24h")
    chat.standin.rates.meddle = refusing(only_files=False)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.settle()
    assert f"Your turn, <@{BOHUMIL}>" in chat.board()["content"]
    assert not chat.board()["components"]
    chat.standin.rates.meddle = None
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.settle()
    assert chat.board()["attachments"], "the next board is tried as usual"


def test_only_what_is_wrong_with_the_message_itself_is_said_again():
    class Answer:
        def __init__(self, status):
            self.status, self.reason = status, "no"

    def refused(status, code):
        return discord.HTTPException(Answer(status), {"code": code, "message": ""})

    assert malformed(refused(400, 50035))
    assert malformed(refused(413, 40005))
    for status, code in [(400, 50083), (403, 50013), (404, UNKNOWN_CHANNEL), (400, 0), (429, 0), (500, 0), (400, 160006), (400, 50007), (400, 40003)]:
        assert not malformed(refused(status, code)), code
    assert not malformed(TimeoutError())
    assert not malformed(None)


async def test_long_words_keep_their_end_which_says_who_is_asked():
    view = ui.LayoutView(timeout=None).add_item(ui.TextDisplay("a" * 1900)).add_item(ui.TextDisplay("b" * 500 + "you"))
    (plain,) = plainer({"view": view})
    assert len(plain["content"]) == LONGEST
    assert plain["content"].endswith("you")


async def test_menus_come_along():
    menu = ui.Select(
        custom_id="x", options=[discord.SelectOption(label="one", value="1"), discord.SelectOption(label="two", value="2")], max_values=2
    )
    view = ui.View(timeout=None).add_item(menu).add_item(ui.Button(label="go", custom_id="y", row=1))
    with_menu, without = plainer({"content": "Which?", "view": view})
    kept, button = with_menu["view"].children
    assert ([o.value for o in kept.options], kept.max_values, button.custom_id) == (["1", "2"], 2, "y")
    assert without == {"content": "Which?"}
