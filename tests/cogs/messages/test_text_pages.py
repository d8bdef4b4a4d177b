"""Long lists: whole entries for everybody, and pages for whoever asks."""

from __future__ import annotations

import random
import re

import pytest

from cogs.messages.text_pages import fitting, in_pages, named_few
from cogs.messages.tournaments.public_messages import notice_message
from cogs.messages.truncation import MAX_CONTENT, cut
from data.language import texts
from data.user_text import escaped
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE

PIECES = [
    "<@400012345678901234>", "<t:1795000000:F>", "</game new:1234567890>", "[Monster Hex](https://discord.com/channels/1/2)", "\\*", "\\\\", "a",
    "e\u0301", "👨\u200d👩\u200d👧", "👍🏽", "❤\ufe0f", "\u2068דנה כהן\u2069", " ", "–",
]  # fmt: skip
SAY = texts("en")


def test_nothing_is_cut_that_means_something_only_as_a_whole():
    """Whatever stands there: what is left is made of whole pieces, and not much shorter than it may be."""
    rng = random.Random(5)
    for _ in range(3000):
        pieces = rng.choices(PIECES, k=rng.randrange(60))
        words, limit = "".join(pieces), rng.randrange(60, 200)
        left = cut(words, limit)
        assert len(left) <= limit
        if len(words) <= limit:
            assert left == words
            continue
        ends = {0}
        for piece in pieces:
            ends.add(max(ends) + len(piece))
        assert len(left) - 1 in ends, (left, words)
        assert left[-1] == "…"
        assert len(left) > limit - max(map(len, PIECES)) - 1


def test_entries_stay_whole_between_what_stands_around_them():
    entries = [f"{n}. {'x' * (n % 40)}" for n in range(128)]
    words, more = fitting(["head"], entries, ["tail"], SAY)
    lines = words.splitlines()
    assert more
    assert len(words) <= MAX_CONTENT
    assert (lines[0], lines[-1]) == ("head", "tail")
    assert lines[1:-2] == entries[: len(lines) - 3]
    assert lines[-2] == f"… and {128 - (len(lines) - 3)} more"
    assert fitting(["head"], entries[:20], ["tail"], SAY) == ("\n".join(["head", *entries[:20], "tail"]), False)
    assert "\n".join(in_pages(entries)) == "\n".join(entries)
    assert all(len(page) <= MAX_CONTENT for page in in_pages(["y" * 5000, *entries]))
    assert named_few(["ab", "cd"], 100, SAY) == "ab, cd"
    assert named_few([*map(str, range(100, 200))], 30, SAY) == "100, 101, 102, … and 97 more"


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
async def test_the_names_of_all_who_are_missing_are_whole(chat, language):
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup")
    cup = (await chat.bot.tournaments.here(int(HERE)))._replace(language=language)
    names = {str(n): f"*{n}*{'_' * 25}" for n in range(128)}
    words = notice_message(cup, {"missing": names}, {})["content"]
    assert len(words) <= MAX_CONTENT
    shown = re.findall(r"\\\*\d+\\\*(?:\\_)*", words)
    assert len(shown) > 15
    assert shown == [*map(escaped, names.values())][: len(shown)]
    assert str(128 - len(shown)) in words


@pytest.mark.parametrize(
    ("member", "language", "more", "everything", "after"),
    [
        (ANNA, "en", "more", "All of it", "Next"),
        (BOHUMIL, "cs", "a ještě", "Všechno", "Další"),
        (CECILE, "fr", "de plus", "Tout voir", "Page suivante"),
    ],
)
async def test_all_who_have_entered_can_be_read(chat, member, language, more, everything, after):
    """64 of them with the longest names: everybody reads as many as fit, with the buttons; whoever asks reads all of them, page by page."""
    chat.moderates(member)
    await chat.set_room(member, scope="channel", language=language)
    await chat.use(member, "tournament create", game="monster_hex", name="Cup", format="single")
    names = [f"{'Ž' * 28}{n:02}" for n in range(64)]
    for n, name in enumerate(names):
        await chat.bot.tournaments.enter(1, 70_000 + n, name)
    await chat.settle()
    signup = chat.seen(None)[0]
    lines = signup["content"].splitlines()
    shown = [line for line in lines if "Ž" in line]
    assert 30 < len(shown) < 64
    assert shown == [f"{n}. {name}" for n, name in enumerate(names, 1)][: len(shown)]
    assert any(more in line and str(64 - len(shown)) in line for line in lines)
    assert len(chat.buttons(signup)) == 5
    await chat.restart()
    await chat.press(member, signup, everything)
    read = []
    for _ in range(10):
        page = chat.private(member)
        read += page["content"].splitlines()
        if after not in chat.labels(page):
            break
        await chat.press(member, page, after)
    assert read == [f"{n}. {name}" for n, name in enumerate(names, 1)]
    assert len(chat.seen(member)) - len(chat.seen(None)) < 6, "pages take each other's place"


async def test_everything_that_moderators_did_can_be_read(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    for n in range(8):
        for command in ("pause", "resume"):
            await chat.use(DARA, f"referee {command}", reason=f"{n:02}{'r' * 190}")
    before = len([m for m in chat.seen(DARA) if m not in chat.seen(None)])
    await chat.use(DARA, "referee log")
    pages = [m for m in chat.seen(DARA) if m not in chat.seen(None)][before:]
    words = "\n".join(m["content"] for m in pages)
    assert len(pages) == 2
    assert len(re.findall(r"\d\dr{190}", words)) == 16
