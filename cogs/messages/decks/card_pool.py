"""The card pool of a game as private messages: a filtered list, page by page, and single cards.

The custom ids of a message hold its whole filter and page (`Browsing`), so that its buttons work after a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.decks.deck_panel import MOST_DECKS, OPTIONS, check_game, headed, mark_of
from cogs.messages.drawing import drawn, to_file
from cogs.messages.rules.find_cards import card_name, near_cards
from cogs.messages.truncation import cut, shortened
from cogs.play.fair_share import in_thread
from cogs.play.unfit import Unfit
from data.accents import folded
from data.content import build
from data.language import LANGUAGES, Texts, texts
from data.lookup.normalisation import split
from data.user_text import Typed
from render.look import Look
from render.painter import TRAITS, Trait, painter
from render.text import fitting
from rules.decks import Deck
from rules.game import Rules
from rules.parts.lazy import once
from rules.printed_cards import Face

PAGE = 6
"""So many cards are shown at a time."""
LONGEST_SEARCH = 30
MORE = 5
"""So many copies a card gets at once of which there may be any number."""
NEW = "new"


class Browsing(NamedTuple):
    """What a person browses: the cards of a game, for one of their decks (its mark) or none, filtered by traits (a bit each, in the order of
    `traits_of`) and search words, and on which page."""

    game: str
    deck: str = ""
    traits: int = 0
    page: int = 0
    text: str = ""

    def written(self) -> str:
        """The text for a custom id."""
        return f"{self.game}:{self.deck}:{self.traits:x}:{self.page}:{self.text}"


def browsing(rest: str) -> Browsing:
    """Parses a custom id. Raises Unfit for a game without decks."""
    game, deck, traits, page, text = rest.split(":", 4)
    check_game(game)
    return Browsing(game, deck, int(traits, 16), int(page), str(Typed(text))[:LONGEST_SEARCH] if text else "")


# Filters


@once
def _traits(game: str, language: str) -> tuple[dict[str, list[Trait]], tuple[Trait, ...]]:
    rules, deck = build(game), painter(game).deck
    assert rules.decks is not None
    assert deck is not None
    look = Look("light", texts(language, game), ())
    by_card = {word: list(deck.traits(rules.faces[word], look)) for word in rules.decks.limits}
    known = dict.fromkeys(trait for kind in TRAITS for traits in by_card.values() for trait in traits if trait.kind == kind)
    several = [trait for trait in known if sum(other.kind == trait.kind for other in known) > 1]
    numbered = sorted(several, key=lambda t: (TRAITS.index(t.kind), int(t.value) if t.value.isdecimal() else 0))
    return by_card, tuple(numbered)


def traits_of(game: str, language: str) -> tuple[Trait, ...]:
    """The traits to filter a game's cards by, kind by kind."""
    return _traits(game, language)[1]


def kinds_of(game: str, language: str) -> list[list[str]]:
    """The kinds of traits, divided among two menus at most."""
    kinds = list(dict.fromkeys(trait.kind for trait in traits_of(game, language)))
    half = -(-len(kinds) // 2)
    return [part for part in (kinds[:half], kinds[half:]) if part]


def menu_bits(game: str, language: str, menu: int) -> list[int]:
    """Which bits of `Browsing.traits` the choices of a menu of filters set."""
    parts = kinds_of(game, language)
    kinds = parts[menu] if menu < len(parts) else []
    return [n for n, trait in enumerate(traits_of(game, language)) if trait.kind in kinds][:OPTIONS]


@once
def _wording(game: str, language: str) -> dict[str, str]:
    """For each card its whole text in a language, and its names in the others, folded for searching."""
    rules, cards = build(game), painter(game).cards
    assert rules.decks is not None
    assert cards is not None
    look = Look("light", texts(language, game), ())

    def said(word: str) -> str:
        face = rules.faces[word]
        return cards.words(face, look).replace(f" ({cards.price(face, look)})", "", 1)  # It would be found by the names of what it costs.

    return {word: folded("\n".join([said(word), *(card_name(texts(lang, game), word) for lang in LANGUAGES)])) for word in rules.decks.limits}


def cards_matching(browsed: Browsing, language: str) -> list[str]:
    """The cards that match filters and words: of each kind of trait one of those chosen, and all words."""
    by_card, known = _traits(browsed.game, language)
    wanted: dict[str, set[str]] = {}
    for n, trait in enumerate(known):
        if browsed.traits >> n & 1:
            wanted.setdefault(trait.kind, set()).add(trait.value)
    words = split(browsed.text)
    wording = _wording(browsed.game, language) if words else {}
    return [
        card
        for card, traits in by_card.items()
        if all(any(t.kind == kind and t.value in values for t in traits) for kind, values in wanted.items())
        and all(word in wording[card] for word in words)
    ]


def _near(browsed: Browsing, language: str) -> list[str]:
    """Cards with names like the search words, where no card has these words; none where it is the filters that leave nothing."""
    said = not browsed.text or cards_matching(Browsing(browsed.game, text=browsed.text), language)
    return [] if said else near_cards(browsed.game, browsed.text, language)


# Messages


class Reader(NamedTuple):
    """The person who browses: their texts with the game's words, their theme, and their decks of the game by name."""

    say: Texts
    theme: str
    own: Mapping[str, Deck]

    def deck(self, mark: str) -> tuple[str, Deck] | None:
        """The deck with a mark, and its name; None for no mark, or a deck that is gone."""
        return next(((name, cards) for name, cards in self.own.items() if mark_of(name) == mark), None)


async def pool_message(browsed: Browsing, reader: Reader, note: str = "") -> dict[str, Any]:
    """The arguments of a private message with a page of cards."""
    say, rules = reader.say, build(browsed.game)
    words = await in_thread(cards_matching, browsed, say.language)
    pages = max(1, -(-len(words) // PAGE))
    browsed = browsed._replace(page=min(browsed.page, pages - 1))
    shown = words[browsed.page * PAGE :][:PAGE]
    deck = reader.deck(browsed.deck)
    copies = deck[1] if deck else {}
    look = Look(reader.theme, say, ())
    head = [say("cards.head", game=say("title"), n=len(words))]
    if browsed.text:
        head.append(say("cards.with", text=Typed(browsed.text)))
    if pages > 1:
        head.append(say("cards.page", page=browsed.page + 1, pages=pages))
    lines = [note, " · ".join(head), headed(rules, deck[0], say) + f" · {say('cards.number', n=sum(copies.values()))}" if deck else ""]
    near = [] if shown else await in_thread(_near, browsed, say.language)
    if not shown:
        names = ", ".join(card_name(say, word) for word in near)
        lines.append(say("cards.near", text=Typed(browsed.text), cards=names) if near else say("cards.nothing"))
    files = []
    if shown:
        notes = [(rules.faces[word], say("cards.held", n=copies[word]) if copies.get(word) else "") for word in shown]
        picture = await drawn(painter(browsed.game).paint_sheet, notes, look)
        files = [to_file(picture, _alt(rules.key, notes, look), "cards")]
    return {
        "content": cut("\n".join(line for line in lines if line)),
        "attachments": files,
        "view": panel(_items(browsed, shown or near, pages, reader)),
    }


def _about(rules: Rules[Any], word: str, say: Texts) -> str:
    """One line about a card: its cost and its traits."""
    cards = painter(rules.key).cards
    assert cards is not None
    cost = cards.price(rules.faces[word], Look("light", say, ()))
    return " · ".join([*([say("trait.cost", value=cost)] if cost else []), *_kinds(rules, word, say)])


def _kinds(rules: Rules[Any], word: str, say: Texts) -> list[str]:
    by_card, known = _traits(rules.key, say.language)
    return [trait.name for trait in by_card[word] if trait in known and trait.kind != "cost"]


def _alt(game: str, noted: Sequence[tuple[Face, str]], look: Look) -> str:
    """An alt text of cards with their notes: with their whole texts, or only their first lines where room is short."""
    cards = painter(game).cards
    assert cards is not None

    def worded(whole: bool) -> str:
        said = [(cards.words(face, look).replace("**", ""), note) for face, note in noted]
        return "\n\n".join("\n".join(filter(None, (words if whole else words.splitlines()[0], note))) for words, note in said)

    return fitting(lambda: worded(True), lambda: worded(False))


def _items(browsed: Browsing, shown: Sequence[str], pages: int, reader: Reader) -> list[Press | Choose]:
    say, rules = reader.say, build(browsed.game)
    items: list[Press | Choose] = []
    known = traits_of(browsed.game, say.language)
    for n, kinds in enumerate(kinds_of(browsed.game, say.language)):
        bits = menu_bits(browsed.game, say.language, n)
        options = [
            discord.SelectOption(
                label=say(f"trait.{known[bit].kind}", value=known[bit].name)[:100], value=str(bit), default=bool(browsed.traits >> bit & 1)
            )
            for bit in bits
        ]
        title = ", ".join(say(f"trait.{kind}.name") for kind in kinds)
        items.append(Choose("cardsift", f"{n}:{browsed.written()}", options, say("cards.sift", kinds=title)[:150], n, (0, len(options))))
    choices = [
        discord.SelectOption(label=card_name(say, word)[:100], value=word, description=shortened(_about(rules, word, say), 100) or None)
        for word in shown
    ]
    deck = reader.deck(browsed.deck)
    if choices:
        items.append(Choose("cardlook", f":{browsed.written()}", choices, say("cards.look"), 2))
    if choices and deck:
        title = say("cards.add", name=str(deck[0]))
        items.append(Choose("cardadd", browsed.written(), choices, title[:150], 3, (1, len(choices))))
    turns = [("◀", browsed.page - 1), ("▶", browsed.page + 1)]
    items += [Press("cards", browsed._replace(page=page).written(), arrow, row=4) for arrow, page in turns if 0 <= page < pages]
    items.append(Press("cardseek", browsed.written(), say("cards.search"), row=4))
    if browsed.text:
        items.append(Press("cards", browsed._replace(text="", page=0).written(), say("cards.anything"), row=4))
    if deck:
        items.append(Press("deck", f"{browsed.game}:{browsed.deck}:0", say("cards.deck"), discord.ButtonStyle.primary, row=4))
    return items


async def card_message(browsed: Browsing, word: str, reader: Reader, note: str = "") -> dict[str, Any]:
    """The arguments of a private message with one card of a pool, whole, and how many of it are in the deck."""
    rules, say = build(browsed.game), reader.say
    paint = painter(browsed.game)
    assert paint.cards is not None
    assert rules.decks is not None
    look, face, limit = Look(reader.theme, say, ()), rules.faces[word], rules.decks.limits[word]
    deck = reader.deck(browsed.deck)
    n = deck[1].get(word, 0) if deck else 0
    held = say("cards.in", name=Typed(deck[0]), n=n) if deck else ""
    held += f" ({say('cards.at_most', n=limit)})" if deck and limit is not None else ""
    picture = await drawn(paint.paint_card, face, look)
    about = f"{rules.decks.numbers[word]}:{browsed.written()}"
    items: list[Press | Choose] = []
    if deck:
        room = MORE if limit is None else limit - n
        items = [
            Press("cardcount", f"-1:{about}", "− 1", disabled=n < 1, row=0),
            Press("cardcount", f"1:{about}", "+ 1", discord.ButtonStyle.success, room < 1, row=0),
        ]
        items += [Press("cardcount", f"{room}:{about}", f"+ {room}", row=0)] if room > 1 else []
        items.append(Press("deck", f"{browsed.game}:{browsed.deck}:0", say("cards.deck"), discord.ButtonStyle.primary, row=1))
    else:
        options = [discord.SelectOption(label=str(name)[:100], value=mark_of(name)) for name in reader.own][:OPTIONS]
        options += [discord.SelectOption(label=say("cards.new"), value=NEW)] if len(options) < min(OPTIONS, MOST_DECKS) else []
        items = [Choose("cardinto", about, options, say("cards.into"), 0)]
    items.append(Press("cards", browsed.written(), say("cards.back"), row=1))
    return {
        "content": cut("\n".join(line for line in (note, paint.cards.words(face, look), held) if line)),
        "attachments": [to_file(picture, paint.cards.words(face, look).replace("**", ""), "card")],
        "view": panel(items),
    }


def card_numbered(game: str, number: str) -> str:
    """The card of a number in the game's data. Raises Unfit for one that the game no longer has."""
    decks = build(game).decks
    assert decks is not None
    word = next((word for word, n in decks.numbers.items() if str(n) == number and word in decks.limits), None)
    if word is None:
        raise Unfit("error.too_old")
    return word
