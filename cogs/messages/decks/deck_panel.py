"""A deck as a private message: text, a picture with its cost curve, what is not legal yet, and menus to build on.

A message says which deck it shows by a *reference*: a mark of its name for one of the asker's own, `+` and the word for one that is for everybody.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.drawing import drawn, to_file
from cogs.messages.rules.entry import open_menu
from cogs.messages.rules.find_cards import OwnDeck, card_name, with_decks
from cogs.messages.truncation import cut, cut_lines
from cogs.play.unfit import Unfit
from data.content import build
from data.language import Texts, texts
from data.user_text import Typed
from render.look import Look
from render.painter import painter
from render.text import fitting
from rules.decks import Deck
from rules.game import Rules

OPTIONS = 25
"""The most choices of a menu."""
MOST_DECKS = 25
"""So many decks of a game somebody may keep."""
LONGEST_NAME = 40
MOST_COPIES = 999
"""As many of a card as a list may name."""
PRESET = "+"
LISTS = 4
"""So many menus of decks fit above the buttons."""


def preset_name(say: Texts, word: str) -> str:
    """The name of a preset, with its theme unless the name says it."""
    about = say.find(f"preset.{word}")
    return f"{card_name(say, word)} ({about})" if about else card_name(say, word)


# References


def mark_of(name: str) -> str:
    """A short hash of a deck's name, which tells one of somebody's decks from the others in a custom id."""
    return f"{zlib.crc32(str(name).encode()):08x}"


def version_of(cards: Deck) -> str:
    """A short hash of a deck's cards, by which a form notices that the deck has changed since it was opened."""
    return mark_of(str(sorted(cards.items())))


def reference(deck: OwnDeck) -> str:
    """How a custom id refers to a deck."""
    return PRESET + deck.word if deck.preset else mark_of(deck.name)


def marked(own: Iterable[str], mark: str) -> str:
    """The name in `own` that has a mark. Raises Unfit if that deck has been renamed or deleted."""
    found = next((name for name in own if mark_of(name) == mark), None)
    if found is None:
        raise Unfit("deck.gone")
    return found


def referred(rules: Rules[Any], own: Mapping[str, Deck], about: str, say: Texts) -> OwnDeck:
    """The deck that a reference means, with `own` the decks of who asks. Raises Unfit."""
    if about.startswith(PRESET):
        word = about.removeprefix(PRESET)
        if word not in rules.presets:
            raise Unfit("deck.gone")
        return OwnDeck(card_name(say, word), rules.presets[word], True, word)
    name = marked(own, about)
    return OwnDeck(Typed(name), own[name], False)


# Changes, for `DeckRows.change`

Decks = dict[str, dict[str, int]]


def fresh_name(decks: Iterable[str], wanted: str) -> str:
    """A name that no deck has: `wanted`, or that with the first free number."""
    taken, base = set(decks), str(Typed(wanted))
    forms = (base[:LONGEST_NAME] if n == 1 else f"{base[: LONGEST_NAME - 3].rstrip()} {n}" for n in range(1, MOST_DECKS + 3))
    return next(form for form in forms if form not in taken)


def keep(decks: Decks, name: str, cards: Deck) -> None:
    """Stores `cards` as the deck `name`. Raises Unfit if somebody would have more decks than allowed."""
    if name not in decks and len(decks) >= MOST_DECKS:
        raise Unfit("deck.too_many", n=MOST_DECKS)
    decks[str(name)] = dict(cards)


def begin(decks: Decks, wanted: str, cards: Deck) -> str:
    """Makes a new deck under a free name; returns that name."""
    name = fresh_name(decks, wanted)
    keep(decks, name, cards)
    return name


def begin_empty(decks: Decks, say: Texts) -> str:
    """Makes a deck without cards, unless there is an empty one of the default name; returns its name."""
    name = say("deck.untitled")
    return name if decks.get(name) == {} else begin(decks, name, {})


def rename(decks: Decks, mark: str, name: str) -> None:
    """Gives a deck another name. Raises Unfit where there is one of that name."""
    old = marked(decks, mark)
    if name in decks and name != old:
        raise Unfit("deck.name_taken", name=Typed(name))
    decks[str(name)] = decks.pop(old)


def put(decks: Decks, mark: str, copies: Mapping[str, int]) -> str:
    """Adds copies of cards to a deck, or removes some where the number is negative; returns the deck's name."""
    name = marked(decks, mark)
    cards = decks[name]
    for word, n in copies.items():
        cards[word] = min(cards.get(word, 0) + n, MOST_COPIES)
    decks[name] = {word: n for word, n in cards.items() if n > 0}
    return name


# In words


def listed(rules: Rules[Any], deck: Deck, say: Texts) -> str:
    """A deck as a text list."""
    return "\n".join(f"{n}x {card_name(say, word) if word in rules.faces else word}" for word, n in in_order(rules, deck))


def in_order(rules: Rules[Any], deck: Deck) -> list[tuple[str, int]]:
    """A deck's cards with their counts in the order of the game's data; last those that the game no longer has."""
    assert rules.decks is not None
    known = [(word, deck[word]) for word in rules.decks.limits if deck.get(word)]
    return known + [(word, n) for word, n in deck.items() if word not in rules.decks.limits]


def deck_words(rules: Rules[Any], name: str, deck: Deck, say: Texts) -> str:
    """A deck for an alt text: as a list; where that is too long, cards of equal count together."""

    def together() -> str:
        numbers = sorted(set(deck.values()), reverse=True)
        return "\n".join(f"{n}x {', '.join(card_name(say, word) for word in deck if deck[word] == n)}" for n in numbers)

    return fitting(lambda: f"{name!s}\n{listed(rules, deck, say)}", lambda: f"{name!s}\n{together()}")


def faults(rules: Rules[Any], deck: Deck, say: Texts) -> list[str]:
    """All faults of a deck, each on a line with its rule."""
    assert rules.decks is not None
    lines = []
    for fault in rules.decks.faults(deck):
        facts = {k: card_name(say, v) if k == "card" else v for k, v in fault.facts.items()}
        lines.append(f"- {say(f'refused.{fault.reason}', **facts)} ({fault.rule})")
    return lines


def verdict(rules: Rules[Any], deck: Deck, say: Texts) -> str:
    """How many faults a deck has, and which; or that it has none."""
    lines = faults(rules, deck, say)
    return "\n".join([say("deck.faulty", n=len(lines)), *lines]) if lines else say("deck.fine", n=sum(deck.values()))


def headed(rules: Rules[Any], name: str, say: Texts) -> str:
    """A deck's name with its game."""
    return f"**{name}** · {texts(say.language, rules.key)('title')}"


# As messages


class Offer(NamedTuple):
    """A card (`word`), and `n` copies of it, that an unreadable `line` of a deck list may have meant."""

    n: int
    word: str
    line: str


class ShownDeck(NamedTuple):
    """How a deck is shown: in which texts and theme, with a note above it, which page of its cards, and which cards unread lines may have meant."""

    say: Texts
    theme: str
    note: str = ""
    page: int = 0
    offers: Sequence[Offer] = ()


async def deck_message(rules: Rules[Any], deck: OwnDeck, shown: ShownDeck) -> dict[str, Any]:
    """The arguments of a private message with a deck: its picture, what the rules ask, and ways to change it."""
    say = shown.say
    assert rules.decks is not None
    cards = {word: n for word, n in deck.cards.items() if word in rules.faces}
    picture = await drawn(painter(rules.key).paint_deck, cards, rules.faces, Look(shown.theme, say, ()))
    fixed = "deck.count_exact" if rules.decks.least == rules.decks.most else "deck.count"
    count = say(fixed, n=sum(deck.cards.values()), least=rules.decks.least, most=rules.decks.most)
    missing = faults(rules, deck.cards, say)
    if not rules.decks.least <= sum(deck.cards.values()) <= rules.decks.most:
        count = ""  # What is missing says it.
    lines = [shown.note, headed(rules, deck.name, say), count, *([say("deck.to_do"), *missing] if missing else [say("deck.ready")])]
    lines.append("" if deck.preset else f"-# {say('deck.kept_always')}")
    items = _preset_items(rules, deck, say) if deck.preset else _own_items(rules, deck, shown)
    return {
        "content": cut("\n".join(line for line in lines if line)),
        "attachments": [to_file(picture, deck_words(rules, deck.name, cards, say), "deck")],
        "view": panel(items),
    }


def _preset_items(rules: Rules[Any], deck: OwnDeck, say: Texts) -> list[Press | Choose]:
    about = f"{rules.key}:{reference(deck)}"
    listing = in_order(rules, deck.cards)
    parts = [listing[n : n + OPTIONS] for n in range(0, len(listing), OPTIONS)][:LISTS]
    menus = [Choose("cardlook", f":{rules.key}::0:{n}:", _options(part, say), say("cards.look"), n) for n, part in enumerate(parts)]
    copy = Press("deckcopy", about, say("deck.copy"), discord.ButtonStyle.success, row=LISTS)
    return [*menus, copy, Press("decks", "", say("deck.all"), row=LISTS)]


def _options(listing: Iterable[tuple[str, int]], say: Texts) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=f"{n}× {card_name(say, word)}"[:100], value=word[:100]) for word, n in listing]


def _own_items(rules: Rules[Any], deck: OwnDeck, shown: ShownDeck) -> list[Press | Choose]:
    assert rules.decks is not None
    say, mark = shown.say, mark_of(deck.name)
    about = f"{rules.key}:{mark}"
    listing = in_order(rules, deck.cards)
    pages = max(1, -(-len(listing) // OPTIONS))
    page = min(shown.page, pages - 1)
    part = listing[page * OPTIONS :][:OPTIONS]
    menus: list[Choose] = []
    if part:
        options = _options(part, say)
        known = [option for option in options if option.value in rules.decks.limits]
        menus.append(Choose("decktake", f"{about}:{page}", options, say("deck.take"), 0, (1, len(options))))
        menus += [Choose("decklook", about, known, say("deck.look"), 1)] if known and not shown.offers else []
    else:
        options = [discord.SelectOption(label=preset_name(say, word)[:100], value=word) for word in list(rules.presets)[:OPTIONS]]
        menus.append(Choose("deckbegin", about, options, say("deck.begin"), 0))
    if shown.offers:
        offered = {f"{offer.n}:{offer.word}": offer for offer in shown.offers}
        options = [
            discord.SelectOption(label=f"{offer.n}× {card_name(say, offer.word)}"[:100], value=value, description=f"“{offer.line}”"[:100])
            for value, offer in list(offered.items())[:OPTIONS]
        ]
        menus.append(Choose("deckmend", about, options, say("deck.mend"), 1, (1, len(options))))
    presses = [
        Press("cards", f"{rules.key}:{mark}:0:0:", say("deck.add"), discord.ButtonStyle.success, row=2),
        Press("deckname", about, say("deck.rename"), row=2),
        Press("decktext", about, say("deck.as_text"), row=2),
        Press("deckcopy", about, say("deck.copy"), row=2),
        Press("decks", "", say("deck.all"), row=2),
    ]
    turning = [Press("deck", f"{about}:{(page + 1) % pages}", say("deck.page", page=page + 1, pages=pages), row=3)] if pages > 1 else []
    rule = open_menu(rules.key, [fault.rule for fault in rules.decks.faults(deck.cards)], say)
    return [*menus, *presses, *turning, *([rule] if rule else [])]


def decks_message(own: Mapping[str, Mapping[str, Deck]], say: Texts) -> dict[str, Any]:
    """The arguments of a private message with somebody's decks by game and the presets, each with its game, and menus to open them."""
    lines: list[str] = []
    mine: list[discord.SelectOption] = []
    presets: list[discord.SelectOption] = []
    for game, decks in own.items():
        rules, words = build(game), texts(say.language, game)
        assert rules.decks is not None
        title = words("title")
        lines += [f"**{title}**", f"*{say('deck.yours')}*"]
        for name, cards in decks.items():
            lines.append(f"- **{name}** · {say('deck.unfit' if rules.decks.faults(cards) else 'deck.fine', n=sum(cards.values()))}")
            mine.append(discord.SelectOption(label=str(name)[:100], value=f"{game}:{mark_of(name)}", description=title))
        lines += [f"- {say('deck.none')}"] if not decks else []
        lines += [f"*{say('deck.presets')}*", *(f"- {preset_name(words, word)}" for word in rules.presets)]
        presets += [
            discord.SelectOption(label=preset_name(words, word)[:100], value=f"{game}:{PRESET}{word}", description=title) for word in rules.presets
        ]
    menus = [(mine[n : n + OPTIONS], "deck.open") for n in range(0, len(mine), OPTIONS)][: LISTS - 1]
    menus += [(presets[:OPTIONS], "deck.open_preset")]
    items: list[Press | Choose] = [Choose("deck", str(n), options, say(key), n) for n, (options, key) in enumerate(menus) if options]
    items += [Press("decknew", game, say("deck.new", game=texts(say.language, game)("title"))[:80], row=LISTS) for game in list(own)[:5]]
    return {"content": cut_lines(lines), "attachments": [], "view": panel(items)}


def check_game(game: str) -> Rules[Any]:
    """The rules of a game with decks. Raises Unfit for any other game, which an old message may name."""
    if game not in with_decks():
        raise Unfit("error.too_old")
    return build(game)
