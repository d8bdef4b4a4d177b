"""Answers whose pictures are refused; words of exactly the length that Discord takes, and of one more. Other letters that may not be cut:
`tests/cogs/test_trouble.py`."""

from __future__ import annotations

import io
from types import SimpleNamespace

import discord
import pytest

from cogs.messages.reply import answer_with, in_full
from cogs.messages.truncation import MAX_CONTENT, cut, cut_lines, shortened


@pytest.mark.parametrize("limit", [1, 2, 10, MAX_CONTENT])
def test_what_just_fits_stays_whole(limit):
    assert cut("x" * limit, limit) == "x" * limit
    assert cut("x" * (limit - 1), limit) == "x" * (limit - 1)
    longer = cut("x" * (limit + 1), limit)
    assert len(longer) == limit
    assert longer.endswith("…")


def test_without_a_limit_it_is_what_discord_takes():
    assert MAX_CONTENT == 2000
    assert cut("x" * 2000) == "x" * 2000
    assert len(cut("x" * 2001)) == 2000


@pytest.mark.parametrize("whole", ["<@123>", "[here](https://example.org)", "\\*", "🇨🇿"])
def test_what_is_one_sign_is_kept_or_left_out(whole):
    """At the very end it fits; where one letter less is left it is gone, and nothing of it is seen."""
    words = "a" * 20 + whole
    assert cut(words, len(words)) == words
    assert cut(words + "bb", len(words) + 1) == words + "…"
    assert cut(words + "bb", len(words)) == "a" * 20 + "…"


@pytest.mark.parametrize(
    ("room", "left"), [(99, "one two three"), (13, "one two three"), (12, "one two …"), (9, "one two …"), (8, "one …"), (3, "on…")]
)
def test_whole_words_as_many_as_fit(room, left):
    assert shortened("one two three", room) == left


def test_whole_lines_as_many_as_fit():
    lines = ["a" * 10, "b" * 10, "c" * 10]
    assert cut_lines(lines, 32) == "\n".join(lines)
    assert cut_lines(lines, 31) == "\n".join([*lines[:2], "…"])


def test_a_block_that_just_fits_needs_no_file():
    room = MAX_CONTENT - len(in_full("", "log")["content"])
    assert in_full("x" * room, "log")["attachments"] == []
    longer = in_full("x" * (room + 1), "log")
    assert len(longer["attachments"]) == 1
    assert len(longer["content"]) <= MAX_CONTENT
    assert longer["content"].endswith("```")


class Refusing:
    """An interaction whose answers are taken without files alone; `pressed`: in a panel."""

    def __init__(self, status: int, pressed: bool) -> None:
        kinds = discord.InteractionResponseType
        self.response = SimpleNamespace(type=kinds.deferred_message_update if pressed else kinds.deferred_channel_message)
        self.message = SimpleNamespace(flags=SimpleNamespace(components_v2=pressed))
        self.extras: dict = {}
        self.refusal = discord.HTTPException(SimpleNamespace(status=status, reason="no"), {"code": 40005, "message": "Request entity too large"})
        self.taken: list[dict] = []

    async def edit_original_response(self, **message):
        if message["attachments"]:
            raise self.refusal
        self.taken.append(message)


def with_file(description: str | None) -> dict:
    return {"content": "The board:", "attachments": [discord.File(io.BytesIO(b"x"), "x.png", description=description)]}


@pytest.mark.parametrize("status", [403, 413])
@pytest.mark.parametrize("pressed", [False, True])
async def test_pictures_that_discord_refuses_are_told_in_words(status, pressed):
    """Too large, or not allowed here: in a message as in a panel, which is no fault of ours."""
    interaction = Refusing(status, pressed)
    await answer_with(interaction, **with_file("Anna has three points."))
    (taken,) = interaction.taken
    said = taken["view"].to_components()[0]["content"] if pressed else taken["content"]
    assert said == "The board:\nAnna has three points."


@pytest.mark.parametrize(("status", "description"), [(413, None), (500, "Anna has three points.")])
async def test_a_file_without_words_and_a_failure_of_discord_are_not_passed_over(status, description):
    interaction = Refusing(status, False)
    with pytest.raises(discord.HTTPException):
        await answer_with(interaction, **with_file(description))
    assert not interaction.taken
