"""Finding cards and decks by what people call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import app_commands

from cogs._reply import voice
from cogs._tables import Unfit
from data.content import build, games
from data.language import LANGUAGES, Texts, folded, texts
from data.store import Store
from data.typed import Typed
from rules.decks import Deck
from rules.game import Rules
from rules.notation import nearest

CHOICES = 25


class OwnDeck(NamedTuple):
    """A deck with its name: a player's own, or one that is there for everybody."""

    name: str
    cards: Deck
    preset: bool


async def find_deck(store: Store, player: int, rules: Rules[Any], name: str, say: Texts) -> OwnDeck:
    """A deck by name: the player's own, or a preset by its word or name. Raises Unfit."""
    for title, cards in (await store.decks(player, rules.key)).items():
        if folded(title) == folded(name):
            return OwnDeck(title, cards, False)
    for word, preset in rules.presets.items():
        if folded(name) in (word, folded(card_name(say, word))):
            return OwnDeck(card_name(say, word), preset, True)
    raise Unfit("deck.unknown", name=Typed(name))


async def deck_choices(store: Store, player: int, rules: Rules[Any], current: str, say: Texts, presets: bool) -> list[app_commands.Choice[str]]:
    """Decks whose names hold what is typed: the player's own first."""
    found = [(name, name) for name in await store.decks(player, rules.key)]
    if presets:
        found += [(card_name(say, word), word) for word in rules.presets]
    return [app_commands.Choice(name=name[:100], value=value) for name, value in found if folded(current) in folded(name)][:25]


class Listed(NamedTuple):
    """A card with its game: written `game:word`."""

    game: str
    word: str


def card_name(say: Texts, word: str) -> str:
    """A card's name in the reader's language."""
    return say.find(f"word.{word}") or word.upper()


def find_card(rules: Rules[Any], text: str) -> str | None:
    """The card that somebody means: by its word, its number, or its name in any language, whole or as a beginning that fits one alone."""
    wanted = folded(text)
    names: dict[str, str] = {}
    for word, face in rules.faces.items():
        names |= {folded(word): word} | ({folded(face.code): word} if face.code else {})
        names |= {folded(card_name(texts(language, rules.key), word)): word for language in LANGUAGES}
    if wanted in names:
        return names[wanted]
    fitting = {word for name, word in names.items() if name.startswith(wanted)} if wanted else set()
    return fitting.pop() if len(fitting) == 1 else None


def find_listed(text: str, among: Sequence[str]) -> Listed | None:
    """The card that somebody means, in the first of the games that has it; `game:word` names both."""
    game, colon, word = text.partition(":")
    if colon and game in among and word in build(game).faces:
        return Listed(game, word)
    found = ((key, find_card(build(key), text)) for key in among)
    return next((Listed(key, word) for key, word in found if word), None)


def card_choices(rules: Rules[Any], say: Texts, current: str) -> list[app_commands.Choice[str]]:
    """Cards whose names hold what is typed, those that begin with it first; if none does, those written most alike."""
    found = _holding(rules, say, current) or _alike(rules, say, current)
    return [app_commands.Choice(name=name[:100], value=word) for name, word in found[:CHOICES]]


def listed_choices(language: str, among: Sequence[str], current: str) -> list[app_commands.Choice[str]]:
    """The same over several games."""
    for matching in (_holding, _alike):
        found = []
        for key in among:
            say = texts(language, key)
            found += [(f"{name} · {say('title')}", f"{key}:{word}") for name, word in matching(build(key), say, current)]
        if found:
            break
    found.sort(key=lambda pair: not folded(pair[0]).startswith(folded(current)))
    return [app_commands.Choice(name=name[:100], value=value) for name, value in found[:CHOICES]]


def _holding(rules: Rules[Any], say: Texts, current: str) -> list[tuple[str, str]]:
    """Names and words of the cards whose names hold what is typed."""
    wanted = folded(current)
    found = [(name, word) for word in rules.faces if wanted in folded(name := card_name(say, word)) or wanted in word]
    return sorted(found, key=lambda pair: (not folded(pair[0]).startswith(wanted), folded(pair[0])))


def _alike(rules: Rules[Any], say: Texts, current: str) -> list[tuple[str, str]]:
    """Those whose names are written most like it."""
    named = [(card_name(say, word), word) for word in rules.faces]
    close = nearest(folded(current), [folded(name) for name, _ in named])[:5]
    return [(name, word) for name, word in named if folded(name) in close]


def with_cards() -> list[str]:
    """The games that have cards to look up."""
    return [key for key in games() if build(key).faces]


def with_decks() -> list[str]:
    """The games to which players bring decks."""
    return [key for key in games() if build(key).decks]


async def game_choices(interaction: discord.Interaction[Any], current: str, able: Sequence[str]) -> list[app_commands.Choice[str]]:
    """Games by name, for an option."""
    say = await voice(interaction)
    found = [(texts(say.language, key)("title"), key) for key in able]
    return [app_commands.Choice(name=name, value=key) for name, key in found if folded(current) in folded(name)]


async def game_meant(interaction: discord.Interaction[Any], game: str, able: Sequence[str]) -> str | None:
    """The game named, or that of this channel's newest table if it is among those. Raises Unfit for another one named."""
    if game and game not in able:
        raise Unfit("card.no_such_game", game=Typed(game))
    if not game:
        newest = await interaction.client.store.latest_in(interaction.channel_id or 0)
        row = await interaction.client.store.game(newest) if newest else None
        game = row.game if row and row.game in able else ""
    return game or None
