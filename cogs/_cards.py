"""Finding cards and decks by what people call them."""

from __future__ import annotations

from typing import Any, NamedTuple

import discord
from discord import app_commands

from cogs._reply import voice
from cogs._tables import Unfit
from data.content import build, games
from data.language import LANGUAGES, Texts, folded, texts
from rules.decks import Deck
from rules.game import Rules
from rules.notation import nearest

CHOICES = 25


class OwnDeck(NamedTuple):
    """A deck with its name: a player's own, or one that is there for everybody."""

    name: str
    cards: Deck
    preset: bool


def card_name(say: Texts, word: str) -> str:
    """A card's name in the reader's language."""
    return say.find(f"word.{word}") or word


def find_card(rules: Rules[Any], text: str) -> str | None:
    """The card that somebody means: by its word, its number, or its name in any language, whole or as a beginning that fits one alone."""
    wanted = folded(text)
    names: dict[str, str] = {}
    for word, face in rules.faces.items():
        names |= {folded(word): word, folded(face.code): word}
        names |= {folded(card_name(texts(language, rules.key), word)): word for language in LANGUAGES}
    if wanted in names:
        return names[wanted]
    fitting = {word for name, word in names.items() if name.startswith(wanted)} if wanted else set()
    return fitting.pop() if len(fitting) == 1 else None


def card_choices(rules: Rules[Any], say: Texts, current: str) -> list[app_commands.Choice[str]]:
    """Cards whose names hold what is typed, those that begin with it first."""
    wanted = folded(current)
    named = [(card_name(say, word), word) for word in rules.faces]
    found = [(name, word) for name, word in named if wanted in folded(name) or wanted in word]
    if not found:
        close = nearest(wanted, [folded(name) for name, _ in named])[:5]
        found = [(name, word) for name, word in named if folded(name) in close]
    found.sort(key=lambda pair: (not folded(pair[0]).startswith(wanted), folded(pair[0])))
    return [app_commands.Choice(name=name[:100], value=word) for name, word in found[:CHOICES]]


def with_cards(need_decks: bool = False) -> list[str]:
    """The games that have cards to look up, or decks to bring."""
    return [key for key in games() if (build(key).decks if need_decks else build(key).faces)]


async def game_choices(interaction: discord.Interaction[Any], current: str, need_decks: bool = False) -> list[app_commands.Choice[str]]:
    """Games by name, for an option."""
    say = await voice(interaction)
    found = [(texts(say.language, key)("title"), key) for key in with_cards(need_decks)]
    return [app_commands.Choice(name=name, value=key) for name, key in found if folded(current) in folded(name)]


async def game_meant(interaction: discord.Interaction[Any], game: str, need_decks: bool = False) -> str:
    """The game named, or that of this channel's table, or the only one there is. Raises Unfit."""
    able = with_cards(need_decks)
    if game:
        if game not in able:
            raise Unfit("card.no_such_game", game=game)
        return game
    here = await game_here(interaction)
    return here if here in able else able[0]


async def game_here(interaction: discord.Interaction[Any]) -> str | None:
    """The game of this channel's newest table, if there is one."""
    newest = await interaction.client.store.latest_in(interaction.channel_id or 0)
    row = await interaction.client.store.game(newest) if newest else None
    return row.game if row else None
