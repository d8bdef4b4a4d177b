"""Tables of contents of the rulebooks: all books, the chapters of one, and common questions.

`cogs.messages.rules.entry` shows single entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.rules.entry import LINKS, chapter_menu, entry_option, to_contents, unnumbered
from cogs.messages.table.intro import intro
from cogs.messages.truncation import cut
from data.content import games
from data.language import LANGUAGES, NAMES, Texts, texts
from data.rulebook import chapters, most_asked, rulebook

Items = list[Press | Choose]
LONGEST = 1200
"""Letters of answers on one page: two screens of a phone."""


def book_title(game: str, say: Texts) -> str:
    """The title of a game's rulebook."""
    return say("book.title", game=texts(say.language, game)("title"))


def shelf(say: Texts) -> dict[str, Any]:
    """The arguments of a private message with all rulebooks."""
    lines = [f"**{say('book.shelf')}**", *(line for key in games() for line in intro(texts(say.language, key))[:1])]
    items: Items = [Press("asked", say.language, say("book.asked"), row=0), *_languages("book", None, say), *_books(None, say)]
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def contents(game: str, say: Texts) -> dict[str, Any]:
    """The arguments of a private message with the chapters of a book, and buttons for questions and download."""
    lines = [f"**{book_title(game, say)}**", *(f"`{rule.number}` {rule.heading}" for rule in chapters(rulebook(game, say.language)))]
    items: Items = [
        Press("asked", f"{game}:{say.language}", say("book.asked"), discord.ButtonStyle.primary, row=0),
        _download(game, say),
        *_languages("book", game, say),
        chapter_menu(game, say, row=2),
        *_books(game, say),
    ]
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def asked(game: str, say: Texts) -> dict[str, Any]:
    """The arguments of a private message with common questions: as many answers as fit, and all of them in a menu."""
    found = most_asked(rulebook(game, say.language))
    lines = [f"**{book_title(game, say)} · {say('book.asked')}**"]
    for rule in found:
        if len("\n".join([*lines, answer := f"**{rule.heading}** {unnumbered(rule, say)}"])) > LONGEST:
            break
        lines.append(answer)
    menu = Choose("leaf", say.language, [entry_option(rule, say) for rule in found[:LINKS]], say("rules.open"), row=2)
    items: Items = [to_contents(game, say, 0), _download(game, say), *_languages("asked", game, say), menu]
    return {"content": "\n".join(lines), "view": panel(items)}


def asked_everywhere(say: Texts) -> dict[str, Any]:
    """The arguments of a private message with questions that every game's book answers."""
    basics = [rule for rule in rulebook(games()[0], say.language).values() if rule.kind == "basics"]
    options = [discord.SelectOption(label=rule.heading[:100], value=rule.number.partition("-")[2]) for rule in basics[:LINKS]]
    items: Items = [to_contents(None, say, 0), *_languages("asked", None, say), Choose("asked", say.language, options, say("book.question"), row=2)]
    return {"content": f"**{say('book.asked')}**\n{say('book.every_game')}", "view": panel(items)}


def _download(game: str, say: Texts) -> Press:
    return Press("download", f"{game}:{say.language}", say("book.download"), row=0)


def _languages(verb: str, game: str | None, say: Texts) -> Sequence[Press]:
    of = f"{game}:" if game else ""
    return [Press(verb, f"{of}{other}", NAMES[other], row=1) for other in LANGUAGES if other != say.language]


def _books(here: str | None, say: Texts) -> list[Choose]:
    """A menu of the other books."""
    options = [discord.SelectOption(label=texts(say.language, key)("title"), value=key) for key in games() if key != here][:LINKS]
    return [Choose("book", say.language, options, say("book.games" if here else "book.choose"), row=3)] if options else []
