"""Finding cards and decks by what people call them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import discord
from discord import app_commands
from rapidfuzz import fuzz, process

from cogs.playing.tables import Unfit
from cogs.showing.reply import voice
from data.content import build, games
from data.language import LANGUAGES, Texts, folded, texts
from data.store import Store
from data.typed import Typed
from rules.game import Rules
from rules.parts.decks import Deck

CHOICES = 25
ALIKE = 5
"""So many cards are offered for a name that no card has."""


GameName = app_commands.Range[str, 0, 40]
"""An option that names a game."""


class OwnDeck(NamedTuple):
    """A deck with its name: a player's own, or one that is there for everybody."""

    name: str
    cards: Deck
    preset: bool


async def find_deck(store: Store, player: int, rules: Rules[Any], name: str, say: Texts) -> OwnDeck:
    """A deck by name: the player's own, or a preset by its word or name. Raises Unfit."""
    for title, cards in (await store.decks(player, rules.key)).items():
        if folded(title) == folded(Typed(name)):
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


class Index(NamedTuple):
    """What the cards of a game are called: every folded name, word and number with its card, and the names in order."""

    words: dict[str, str]
    order: list[str]


@cache
def _index(game: str) -> Index:
    rules = build(game)
    words: dict[str, str] = {}
    for word, face in rules.faces.items():
        words |= {folded(word): word} | ({folded(face.code): word} if face.code else {})
        words |= {folded(card_name(texts(language, game), word)): word for language in LANGUAGES}
    return Index(words, sorted(words))


def find_card(game: str, text: str) -> str | None:
    """The card that somebody means: by its word, its number, or its name in any language, whole or as a beginning that fits one alone."""
    wanted, index = folded(text), _index(game)
    if wanted in index.words or not wanted:
        return index.words.get(wanted)
    fitting: set[str] = set()
    for name in index.order[bisect_left(index.order, wanted) :]:
        if not name.startswith(wanted) or len(fitting) > 1:
            break
        fitting.add(index.words[name])
    return fitting.pop() if len(fitting) == 1 else None


def find_listed(text: str, among: Sequence[str]) -> Listed | None:
    """The card that somebody means, in the first of the games that has it; `game:word` names both."""
    game, colon, word = text.partition(":")
    if colon and game in among and word in build(game).faces:
        return Listed(game, word)
    found = ((key, find_card(key, text)) for key in among)
    return next((Listed(key, word) for key, word in found if word), None)


def card_choices(game: str, language: str, current: str) -> list[app_commands.Choice[str]]:
    """Cards whose names hold what is typed, those that begin with it first; if none does, those written most alike."""
    found = _holding(game, language, current) or _alike(game, language, current)
    return [app_commands.Choice(name=card.name[:100], value=card.word) for card in found[:CHOICES]]


def listed_choices(language: str, among: Sequence[str], current: str) -> list[app_commands.Choice[str]]:
    """The same over several games."""
    for matching in (_holding, _alike):
        found = [(key, card) for key in among for card in matching(key, language, current)]
        if found:
            break
    wanted = folded(current)
    found.sort(key=lambda pair: not pair[1].plain.startswith(wanted))
    titled = [(f"{card.name} · {texts(language, key)('title')}", f"{key}:{card.word}") for key, card in found[:CHOICES]]
    return [app_commands.Choice(name=name[:100], value=value) for name, value in titled]


class Named(NamedTuple):
    """A card with its name in a language, as written and folded."""

    word: str
    name: str
    plain: str


@cache
def _named(game: str, language: str) -> list[Named]:
    """The cards of a game by their names."""
    names = [(word, card_name(texts(language, game), word)) for word in build(game).faces]
    return sorted((Named(word, name, folded(name)) for word, name in names), key=lambda card: card.plain)


def _holding(game: str, language: str, current: str) -> list[Named]:
    """The cards whose names or words hold what is typed."""
    wanted = folded(current)
    found = [card for card in _named(game, language) if wanted in card.plain or wanted in card.word]
    return sorted(found, key=lambda card: not card.plain.startswith(wanted))


def _alike(game: str, language: str, current: str) -> list[Named]:
    """Those whose names are written most like it."""
    cards = _named(game, language)
    close = process.extract(folded(current), [card.plain for card in cards], scorer=fuzz.ratio, limit=ALIKE)
    return [cards[at] for _, _, at in close]


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
