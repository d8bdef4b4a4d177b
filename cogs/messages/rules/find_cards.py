"""Finds cards and decks by the name that a person typed, also for completion."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from discord import app_commands

from cogs.messages.moves.picker_context import capital
from cogs.messages.typed_again import Typo, near
from cogs.play.unfit import Unfit
from data.accents import folded
from data.content import build, games
from data.language import LANGUAGES, Texts, texts
from data.lookup.answering import Lookup
from data.lookup.name_matching import meant, offered
from data.lookup.normalisation import idle_anywhere, split
from data.lookup.spelling import closest
from data.rulebook import Rule, rulebook, touching
from data.store import Store
from data.user_text import Typed
from render.look import Look
from render.painter import painter
from rules.decks import Deck
from rules.game import Rules
from rules.parts.lazy import once

CHOICES = 25
ALIKE = 5
"""So many cards are offered for a name that no card has."""
NEAR = 3
"""So many are named to whoever has misspelled one."""
LIKE = 75
"""How alike, of 100, a name must be written to be meant."""
NICKNAME = 4
"""How many letters a single word of a name must have to stand for it."""
_CAPITAL = re.compile(r"(?<=\w[ ,(])[A-ZÀ-Ž][^\W\d_]*[a-zß-ž]\b")
"""Words with a capital within a sentence."""
LONGEST = 5
"""The most words of a name."""


class OwnDeck(NamedTuple):
    """A deck with its title: a player's own, or a preset with its `word`."""

    name: str
    cards: Deck
    preset: bool
    word: str = ""


class Titled(NamedTuple):
    """The name of a deck: a player's own name, or the word of a preset."""

    name: str
    preset: bool

    def title(self, say: Texts) -> str:
        """The title that the reader sees."""
        return card_name(say, self.name) if self.preset else self.name


def _decks_named(own: Iterable[str], rules: Rules[Any] | None) -> dict[Titled, list[str]]:
    """All decks with their possible names: a player's own first, then a game's presets by word and by name in any language."""
    named = {Titled(name, False): [name] for name in own}
    if rules is not None:
        languages = [texts(language, rules.key) for language in LANGUAGES]
        named |= {Titled(word, True): [word, *(card_name(say, word) for say in languages)] for word in rules.presets}
    return named


async def find_deck(store: Store, player: int, rules: Rules[Any], name: str, say: Texts) -> OwnDeck:
    """The deck called `name`: the player's own, or a preset. Raises Typo, and Unfit, which names the likely ones."""
    name, key = told_apart(name, rules.key)
    own = await store.decks.of(player, rules.key)
    named = _decks_named(own, rules)
    bare = name.partition("(")[0].strip() or name  # Where a deck is chosen, what it is like stands in brackets behind its name.
    found = (meant(name, named) or meant(bare, named)) if key == rules.key else []
    if not found and (other := await _game_of_deck(store, player, rules, name) or await _game_of_deck(store, player, rules, bare)):
        raise Unfit("deck.other_game", name=Typed(name), game=texts(say.language, other)("title"), here=texts(say.language, rules.key)("title"))
    if not found and key == rules.key and (wanted := near(name, named)):
        raise Typo(name, wanted.title(say))
    if len(found) != 1:
        others = ", ".join(f"{Typed(deck.title(say))}" for deck in offered(name, named))
        raise Unfit("deck.ambiguous" if found else "deck.unknown", name=Typed(name), decks=others)
    deck = found[0]
    if deck.preset:
        return OwnDeck(deck.title(say), rules.presets[deck.name], True, deck.name)
    return OwnDeck(deck.title(say), own[deck.name], False)


async def _game_of_deck(store: Store, player: int, rules: Rules[Any], name: str) -> str | None:
    """Another game in which the player has a deck called `name`; None if there is none."""
    for key in with_decks():
        if key != rules.key and name in {
            called for names in _decks_named(await store.decks.of(player, key), build(key)).values() for called in names
        }:
            return key
    return None


async def deck_choices(store: Store, player: int, rules: Rules[Any], current: str, say: Texts, presets: bool) -> list[app_commands.Choice[str]]:
    """Completions of a deck's name in one game, the player's own first."""
    named = _decks_named(await store.decks.of(player, rules.key), rules if presets else None)
    return [app_commands.Choice(name=deck.title(say)[:100], value=deck.name) for deck in offered(current, named)][:CHOICES]


async def decks_choices(store: Store, player: int, current: str, language: str, presets: bool) -> list[app_commands.Choice[str]]:
    """The completions of deck names over all games: each named with its game, and filled in as `game:name`."""
    named: dict[tuple[str, Titled], list[str]] = {}
    for key in with_decks():
        own = await store.decks.of(player, key)
        named |= {(key, deck): names for deck, names in _decks_named(own, build(key) if presets else None).items()}
    found = []
    for key, deck in offered(current, named)[:CHOICES]:
        say = texts(language, key)
        title = say("title")
        found.append(app_commands.Choice(name=f"{deck.title(say)[: 97 - len(title)]} · {title}", value=f"{key}:{deck.name}"))
    return found


def told_apart(name: str, game: str) -> tuple[str, str]:
    """Splits `game:name`, as completions fill it in, into a deck's name and its game."""
    key, _, rest = name.partition(":")
    return (rest, key) if rest and key in with_decks() else (name, game)


class Listed(NamedTuple):
    """A card with its game; as text `game:word`."""

    game: str
    word: str


def card_name(say: Texts, word: str) -> str:
    """A card's name in the reader's language."""
    return say.find(f"word.{word}") or word.upper()


class Index(NamedTuple):
    """The names of a game's cards: each folded name, word and number with its card, and all names in order."""

    words: dict[str, str]
    order: list[str]


@once
def _index(game: str) -> Index:
    rules = build(game)
    words: dict[str, str] = {}
    for word, face in rules.faces.items():
        words |= {folded(word): word} | ({folded(face.code): word} if face.code else {})
        words |= {folded(card_name(texts(language, game), word)): word for language in LANGUAGES}
    return Index(words, sorted(words))


def find_card(game: str, text: str) -> str | None:
    """The card called `text`: by its word, its number, or a name in any language, whole or its beginning if only one card has that."""
    wanted, index = folded(text), _index(game)
    if wanted in index.words or not wanted:
        return index.words.get(wanted)
    fitting: set[str] = set()
    for name in index.order[bisect_left(index.order, wanted) :]:
        if not name.startswith(wanted) or len(fitting) > 1:
            break
        fitting.add(index.words[name])
    return fitting.pop() if len(fitting) == 1 else None


def find_offered(text: str, language: str, here: str | None, among: Sequence[str]) -> Listed | None:
    """The card that a text means, or else the first completion of it: `game:word` or a whole name in any language, then a part of a name, of the
    game at hand before the others; then the most similar one."""
    game, colon, word = text.partition(":")
    if colon and game in among and word in build(game).faces:
        return Listed(game, word)
    for keys in ([here], among) if here else (among,):
        whole = [(key, own) for key in keys if (own := _index(key).words.get(folded(text)))]
        held = ((key, card.word) for holding in (_holding, _elsewhere) for key in keys for card in holding(key, language, text)[:1])
        found = next((Listed(*one) for one in (*whole, *held)), None)
        if found:
            return found
    close = ((likeness, key == here, Listed(key, word)) for key in among for word, likeness in _misspelled(key, language, text))
    return max(close, default=(0, False, None), key=lambda found: found[:2])[2]


def _misspelled(game: str, language: str, text: str) -> list[tuple[str, float]]:
    """Cards with a name, or a word of a name, spelled almost like `text`, with their likeness: in the reader's language, or else in another."""
    for languages in ((language,), LANGUAGES):
        named: dict[str, list[str]] = {}
        for lang in languages:
            for name, cards in _words(game, lang).items():
                named.setdefault(name, []).extend(cards)
        close = closest(" ".join(split(text)), named, ALIKE, LIKE)
        if close:
            return [(word, likeness) for name, likeness in close for word in dict.fromkeys(named[name])]
    return []


def near_cards(game: str, text: str, language: str) -> list[str]:
    """Deck cards with a name like `text`, which no card has, the likeliest first."""
    decks = build(game).decks
    held = [card.word for card in _holding(game, language, text)] if len(folded(text)) >= NICKNAME else []
    found = dict.fromkeys([*held, *(word for word, _ in _misspelled(game, language, text))])
    return [word for word in found if decks is None or word in decks.limits][:NEAR]


@once
def _words(game: str, language: str) -> dict[str, list[str]]:
    """The names of a game's cards in a language, and all longer words in these, each with its cards in order."""
    named: dict[str, list[str]] = {}
    for card in _named(game, language):
        words = split(card.name)
        for name in dict.fromkeys((" ".join(words), *(word for word in words if len(word) >= NICKNAME))):
            named.setdefault(name, []).append(card.word)
    return named


@once
def _names(game: str) -> dict[str, str]:
    """The names, and words of names, that only one card has, in all languages together."""
    named: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for name, cards in _words(game, language).items():
            named.setdefault(name, set()).update(cards)
    return {name: min(cards) for name, cards in named.items() if len(cards) == 1}


class Spoken(NamedTuple):
    """The cards that a question names; `alone` if it has no other words."""

    cards: list[Listed]
    alone: bool


def spoken_of(question: str, here: str | None, index: Lookup) -> Spoken:
    """The cards that a question names: of the game at hand, if any; of another game only if the question is nothing but its name."""
    if here not in with_cards():
        return _spoken(question, with_cards(), index)
    ours = _spoken(question, [here], index)
    if ours.cards:
        return ours
    name = " ".join(split(question))
    others = _spoken(question, with_cards(), index)
    return others if " " in name and others.alone and _whole(others.cards[0], name) else ours


def _spoken(question: str, among: Sequence[str], index: Lookup) -> Spoken:
    """The cards of these games that a question names: by a whole name, or by a single word of it that no rulebook uses. A name that is also a word of
    the rules counts only with a capital, or if the question is nothing else: "tower", but not "past" in "may I walk past it"."""
    words, cards, alone = split(question), [], True
    telling = [word for word in words if word not in idle_anywhere()]
    written = set(split(" ".join(_CAPITAL.findall(question))))

    def meant(card: Listed, word: str) -> bool:
        return not index.knows(word) or (_whole(card, word) and (not index.ruled(word) or word in written or telling == [word]))

    at = 0
    while at < len(words):
        span, card = next(_spans(words, at, among, meant), (1, None))
        if card:
            cards.append(card)
        else:
            alone = False
        at += span
    return Spoken(list(dict.fromkeys(cards)), alone)


def _spans(words: Sequence[str], at: int, among: Sequence[str], meant: Callable[[Listed, str], bool]) -> Iterator[tuple[int, Listed]]:
    """How many words from `at` on name a card, and which card, the longest first; a single word only if `meant` accepts it."""
    for length in range(min(LONGEST, len(words) - at), 0, -1):
        text = " ".join(words[at : at + length])
        if length == 1 and len(text) < NICKNAME:
            return
        for key in among:
            word = _names(key).get(text)
            if word and (length > 1 or meant(Listed(key, word), text)):
                yield length, Listed(key, word)


def _whole(card: Listed, text: str) -> bool:
    return any(" ".join(split(card_name(texts(language, card.game), card.word))) == text for language in LANGUAGES)


def card_text(card: Listed, say: Texts, theme: str) -> str:
    """A card in words."""
    cards = painter(card.game).cards
    assert cards
    return cards.words(build(card.game).faces[card.word], Look(theme, texts(say.language, card.game), ()))


def rules_of(game: str, word: str, say: Texts) -> list[Rule]:
    """The entries of a rulebook about a card: its rules, then rulings and examples that name it, and rulings on its rules."""
    cards = painter(game).cards
    assert cards
    book = rulebook(game, say.language)
    numbers = cards.rules(build(game).faces[word])
    named = re.compile(rf"\b{re.escape(capital(card_name(say, word)))}\b")
    naming = [rule for rule in book.values() if rule.kind in ("ruling", "example") and named.search(rule.text)]
    further = [rule for number in numbers for rule in touching(book, number) if rule.kind == "ruling"]
    return list(dict.fromkeys([*(book[number] for number in numbers), *naming, *further]))


def card_choices(game: str, language: str, current: str) -> list[app_commands.Choice[str]]:
    """Completions of a card's name: names that contain what is typed, first those that begin with it; if there are none, such names in another
    language, or similar ones."""
    found = next(filter(None, (matching(game, language, current) for matching in MATCHING)), [])
    return [app_commands.Choice(name=card.name[:100], value=card.word) for card in found[:CHOICES]]


def listed_choices(language: str, among: Sequence[str], current: str) -> list[app_commands.Choice[str]]:
    """Completions of card names over several games."""
    found = next(filter(None, ([(key, card) for key in among for card in matching(key, language, current)] for matching in MATCHING)), [])
    wanted = folded(current)
    found.sort(key=lambda pair: not pair[1].plain.startswith(wanted))
    titled = [(f"{card.name} · {texts(language, key)('title')}", f"{key}:{card.word}") for key, card in found[:CHOICES]]
    return [app_commands.Choice(name=name[:100], value=value) for name, value in titled]


class Named(NamedTuple):
    """A card with its name in a language, as written and folded."""

    word: str
    name: str
    plain: str


@once
def _named(game: str, language: str) -> list[Named]:
    """The cards of a game, sorted by their names."""
    names = [(word, card_name(texts(language, game), word)) for word in build(game).faces]
    return sorted((Named(word, name, folded(name)) for word, name in names), key=lambda card: card.plain)


def _holding(game: str, language: str, current: str) -> list[Named]:
    """The cards of which the name, or a word of it, contains what is typed."""
    wanted = folded(current)
    found = [card for card in _named(game, language) if wanted in card.plain or wanted in card.word]
    return sorted(found, key=lambda card: not card.plain.startswith(wanted))


def _elsewhere(game: str, language: str, current: str) -> list[Named]:
    """The cards whose names in another language contain what is typed, with their names in this one."""
    words = [card.word for other in LANGUAGES if other != language for card in _holding(game, other, current)]
    named = {card.word: card for card in _named(game, language)}
    return [named[word] for word in dict.fromkeys(words)]


def _close(game: str, language: str, current: str) -> list[Named]:
    """The cards with a name, or a word of one, spelled almost like what is typed."""
    named = {card.word: card for card in _named(game, language)}
    return [named[word] for word in dict.fromkeys(word for word, _ in _misspelled(game, language, current))]


def _alike(game: str, language: str, current: str) -> list[Named]:
    """The cards whose names are most similar to what is typed."""
    named: dict[str, list[Named]] = {}
    for card in _named(game, language):
        named.setdefault(card.plain, []).append(card)
    return [card for name, _ in closest(folded(current), named, ALIKE) for card in named[name]]


MATCHING = (_holding, _elsewhere, _close, _alike)
"""How cards may be meant by what is typed, surest first."""


def with_cards() -> list[str]:
    """The games that have cards to look up."""
    return [key for key in games() if build(key).faces]


def with_decks() -> list[str]:
    """The games to which players bring decks."""
    return [key for key in games() if build(key).decks]
