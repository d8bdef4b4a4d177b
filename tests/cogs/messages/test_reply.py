"""Words of exactly the length that Discord takes, and of one more; every other letter that may not be cut stands in `tests/cogs/test_trouble.py`."""

from __future__ import annotations

import pytest

from cogs.messages.reply import in_full
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
