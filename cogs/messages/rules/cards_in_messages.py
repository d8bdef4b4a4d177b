"""Finds the cards that a table's message names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import discord

from cogs.messages.moves.picker_context import capital
from cogs.messages.rules.find_cards import Listed, card_name, with_cards
from data.content import build
from data.language import LANGUAGES, texts

LEAST = 4
"""So many letters a name has at least: "+2" is on many things."""


def cards_in(message: discord.Message, game: str) -> list[Listed]:
    """The cards of a game that a message names in any language, in their order."""
    if game not in with_cards() or not _named(game):
        return []
    words, names = "\n".join([message.content, *texts_in(message.components)]), _named(game)
    found = (names[match] for match in re.findall(_any(game), words))
    return [Listed(game, word) for word in dict.fromkeys(found)]


@lru_cache(None)
def _named(game: str) -> dict[str, str]:
    """The cards of a game by their names in all languages."""
    every = [texts(language, game) for language in LANGUAGES]
    return {name: word for word in build(game).faces for say in every if len(name := capital(card_name(say, word))) >= LEAST}


@lru_cache(None)
def _any(game: str) -> re.Pattern[str]:
    """A pattern that matches any card's name, the longest first."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(_named(game), key=len, reverse=True)))})(?!\w)")


def texts_in(components: Iterable[Any]) -> Iterator[str]:
    """All texts in the components of a layout."""
    for part in components:
        if isinstance(part, discord.TextDisplay):
            yield part.content
        yield from texts_in(getattr(part, "children", ()))
