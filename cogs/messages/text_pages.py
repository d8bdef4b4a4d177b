"""Long lists as text: in pages for private messages, and cut to one message for public ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from cogs.messages.buttons import Press, panel
from cogs.messages.reply import answer_with
from cogs.messages.truncation import MAX_CONTENT, cut
from data.language import Texts

A_PAGE = 25
"""Lines of a page."""


def in_pages(lines: Iterable[str], room: int = MAX_CONTENT) -> list[str]:
    """Lines divided into pages, each as long as fits into a message; at least one page."""
    pages: list[list[str]] = [[]]
    letters = 0
    for line in lines:
        shown = cut(line, room)
        if pages[-1] and (len(pages[-1]) == A_PAGE or letters + len(shown) + 1 > room):
            pages.append([])
            letters = 0
        pages[-1].append(shown)
        letters += len(shown) + 1
    return ["\n".join(page) for page in pages]


def paged(lines: Iterable[str], page: int, about: tuple[str, str], say: Texts, more: Sequence[Press] = ()) -> dict[str, Any]:
    """The arguments of a private message with page `page` of the lines (or the last page), and buttons for its neighbours. `about` is what their
    custom ids say before the number of the page, the verb first; the buttons `more` stand behind them."""
    pages, (verb, rest) = in_pages(lines), about
    page = min(page, len(pages) - 1)
    turns = [(page - 1, say("list.before")), (page + 1, say("list.after"))]
    buttons = [Press(verb, f"{rest}:{at}", label) for at, label in turns if 0 <= at < len(pages)] + list(more)
    return {"content": pages[page], "view": panel(buttons) if buttons else None}


async def say_all(interaction: discord.Interaction[Any], lines: Sequence[str], none: str) -> None:
    """Answers with all lines, in several messages if needed; with `none` if there are no lines."""
    first, *others = in_pages(lines or [none])
    await answer_with(interaction, content=first)
    for page in others:
        await interaction.followup.send(page, ephemeral=True)


def fitting(before: Sequence[str], entries: Sequence[str], after: Sequence[str], say: Texts) -> tuple[str, bool]:
    """As many whole entries as fit into a message between `before` and `after`, and the number of the others; and whether there are others."""
    whole = "\n".join([*before, *entries, *after])
    if len(whole) <= MAX_CONTENT:
        return whole, False
    room = MAX_CONTENT - len("\n".join([*before, say("list.more", n=len(entries)), *after])) - 1
    few: list[str] = []
    for entry in entries:
        room -= len(entry) + 1
        if room < 0:
            break
        few.append(entry)
    return cut("\n".join([*before, *few, say("list.more", n=len(entries) - len(few)), *after])), True


def named_few(names: Sequence[str], room: int, say: Texts) -> str:
    """As many whole names as fit into `room` letters, and how many more there are."""
    words = ", ".join(names)
    few = list(names)
    while len(words) > room and few:
        few.pop()
        words = ", ".join([*few, say("list.more", n=len(names) - len(few))])
    return words
