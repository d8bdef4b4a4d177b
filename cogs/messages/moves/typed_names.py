"""Parses typed actions that use the names shown on the board, such as `attack raider b outpost`.

What is typed in the game's own words is never read so: callers try that first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any

from cogs.messages.drawing import Namer, look_of, namer, unescaped
from cogs.messages.refusals import Pointing, code
from cogs.play.table import Table
from data.accents import folded
from data.language import LANGUAGES, Texts, texts, unbracketed
from data.user_text import escaped
from render.painter import painter
from rules.game import Action, Refused, Rules, Seat, View, Word, to_builtins
from rules.notation import SEPARATOR, Misread, complete, split, write
from rules.parts.ahead import FITTING

Tree = Callable[[Action], list[Word]]
Reading = Callable[[str], Action]
Namers = Sequence[Namer]
"""How words are shown in the languages in which they may be typed, in the reader's own first: it is read so wherever that can be."""
NAMES = 10_000
"""So many names are kept as they are compared: what stands on the tables of a game has the same ones again and again."""
_DIGIT = re.compile("[0-9]")
_SIGNS = re.compile(rf"[^\w{re.escape(FITTING)}-]+")


def in_all(named: Callable[[Texts], Namer], say: Texts) -> Namers:
    """Names in every language, of something that names in one."""
    return [named(say), *(named(texts(language, say.game)) for language in LANGUAGES if language != say.language)]


def naming(table: Table, seat: Seat, say: Texts) -> Namers:
    """How words are shown to a seat now; whoever reads what is typed asks for the same ones again and again."""
    paint, view = painter(table.rules.key), table.view(seat)
    return in_all(lambda said: lru_cache(None)(namer(paint, view, unescaped(table, look_of(table, said)), said)), say)


def parts(text: str) -> list[str]:
    """A name, or what somebody has typed, word by word, without capitals, accents and signs."""
    return compared(text).split()


@lru_cache(NAMES)
def compared(text: str) -> str:
    """The same in one text, by which names are compared."""
    return " ".join(_SIGNS.sub(" ", folded(text)).split())


def by_name(reading: Reading, tree: Tree, names: Namers, text: str) -> Action:
    """What is read from a text, or, where that fails, from it with words of the game in the place of names.

    Raises what `reading` raises, which is about the text as it was typed where names do not help, and Misread for a name that several things have.
    """
    try:
        return reading(text)
    except (Misread, Refused) as error:
        if isinstance(error, Misread) and error.reason == "number":
            raise
        named = spelled(tree, names, text)
        if named is None or named == split(text):
            raise
    return reading(write(tuple(named)))


def spelled(tree: Tree, names: Namers, text: str) -> list[str] | None:
    """A typed text in words of the game, where all of it can be found there, else None. Raises Misread for a name that several things have."""
    walks = [_walk(tree, some, parts(text)) for some in (names[:1], names)]
    if whole := next((action for action, rest in walks if not rest), None):
        return list(whole)
    for some, (action, rest) in zip((names[:1], names), walks, strict=True):
        if rest and action and not any(word.text in split(text) for word in tree(action)):
            alike = [word.text for word in tree(action) if any(name[:1] == rest[:1] for name in _spellings(some, action, word.text))]
            if len(alike) > 1:
                raise Misread("ambiguous", rest[0], tuple(alike), action)
    return None


def _spellings(names: Namers, action: Action, word: str) -> list[list[str]]:
    """What a word after others is called, each name word by word; what stands on a hex also without that hex, or before it."""
    found = [parts(name_of(action, word)) for name_of in names]
    bare = [name[1:] for name in found if action and len(name) > 1 and name[0] == word and _DIGIT.search(word)]
    return [*found, *bare, *([*name, word] for name in bare)]


_WORD = re.compile("[a-z0-9_.+]+")


def in_sight(rules: Rules[Any], view: View[Any]) -> Tree:
    """All verbs of a game, and after each the words of everything in a view and of all cards that there are, legal or not."""
    verbs = [Word(verb) for verb in dict.fromkeys(verb for verbs in rules.answers.values() for verb in verbs)]
    things: list[Word] = []

    def tree(prefix: Action) -> list[Word]:
        if prefix and not things:
            seen = {text for text in _texts(to_builtins(view)) if _WORD.fullmatch(text)}
            things.extend(Word(text) for text in sorted(seen | {*rules.faces}) if _DIGIT.search(text) or rules.knows(text))
        return things if prefix else verbs

    return tree


def _nothing(action: Action) -> list[Word]:
    return []


def attempted(tree: Tree, names: Namers, text: str, legal: Tree = _nothing) -> list[str] | None:
    """What somebody attempts, in words of a tree where names stand for them; what is no name of anything is left as it is.

    A name may be cut short after any of its words: what begins so and is `legal` goes before all else that does. None where no verb is named.
    Raises Misread for a name that several things have.
    """
    action: Action = ()
    typed = split(text)
    books: list[_Names] = []
    while typed:
        words = [word.text for word in tree(action)]
        found, taken = [word for word in words if word == typed[0]], 1
        if found:
            taken = _whole(_spellings(names, action, found[0]), typed)
        elif len(action) < 2:  # Things are called the same wherever they stand.
            books = [_Names(some, action, words) for some in (names[:1], names[1:])]
        if not action:
            for book in books:
                taken, found = book.longest(typed) if not found else (taken, found)
                found = found or book.begun(parts(typed[0]))
        elif not found:
            here = [word.text for word in legal(action)]
            taken, found = _meant_thing([_Names(some, action, here) for some in (names[:1], names[1:])], books, typed)
        if len(found) != 1 and not action:
            return None
        if len(found) > 1:
            raise Misread("ambiguous", " ".join(typed[:taken]), tuple(found), action)
        action, typed = (*action, *(found or typed[:1])), typed[taken:]
    return list(action)


def _meant_thing(legal: list[_Names], others: list[_Names], typed: list[str]) -> tuple[int, list[str]]:
    """How many typed words name a thing, and what is called so: as many as can be of a whole name, or of the beginning of that of a legal thing; of
    equally many, legal things before others. Where there is none of these, what begins so at all."""
    ways = [*(book.longest for book in legal), *(book.shortened for book in legal), *(book.longest for book in others)]
    said = [way(typed) for way in ways]
    begun = [book.shortened(typed) for book in others] if not any(found for _, found in said) else []
    return max((one for one in (*said, *begun) if one[1]), key=lambda one: one[0], default=(1, []))


class _Names:
    """What words after others are called, for finding them by that."""

    def __init__(self, names: Namers, action: Action, words: list[str]) -> None:
        self._called: dict[tuple[str, ...], list[str]] = {}
        for word in words:
            for name in {tuple(name) for name in _spellings(names, action, word) if name}:
                self._called.setdefault(name, []).append(word)
        self._room = max(map(len, self._called), default=0)

    def longest(self, typed: list[str]) -> tuple[int, list[str]]:
        """How many typed words the longest name takes with which they begin, and what is called so; one word and nothing where there is none."""
        found: tuple[int, list[str]] = (1, [])
        said: list[str] = []
        for n, word in enumerate(typed, 1):
            said += parts(word)
            if len(said) > self._room:  # However much has been typed, no name is longer.
                break
            found = (n, self._called[tuple(said)]) if tuple(said) in self._called else found
        return found

    def shortened(self, typed: list[str]) -> tuple[int, list[str]]:
        """How many typed words begin names, as many as do; and what is called by these. One word and nothing where none does."""
        said = [parts(word) for word in typed[: self._room]]
        begun: list[tuple[int, list[str]]] = [(1, [])]
        for n in range(1, len(said) + 1):
            if found := self._beginnings.get(tuple(part for one in said[:n] for part in one)):
                begun.append((n, [*found]))
        return begun[-1]

    @cached_property
    def _beginnings(self) -> dict[tuple[str, ...], dict[str, None]]:
        """What is called by names that begin like this, by each beginning."""
        found: dict[tuple[str, ...], dict[str, None]] = {}
        for name, called in self._called.items():
            for n in range(1, len(name) + 1):
                found.setdefault(name[:n], {}).update(dict.fromkeys(called))
        return found

    def begun(self, typed: list[str]) -> list[str]:
        """What is called by a name that begins so."""
        return [*dict.fromkeys(word for name, words in self._called.items() if list(name[:1]) == typed for word in words)]


def _whole(names: list[list[str]], typed: list[str]) -> int:
    """How many typed words stand for a word that is typed first: all those of its name where it is called that, as with `place a monster m04`."""
    return max([1, *(len(name) for name in names if parts(" ".join(typed[: len(name)])) == name)])


def _texts(value: Any) -> Iterator[str]:
    """All texts in plain JSON values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for pair in value.items():
            yield from _texts(pair)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def pointing(table: Table, seat: Seat, say: Texts, text: str) -> Pointing:
    """How words are shown that might have stood in a typed text: with the name of what a word does not tell."""
    name_of, prefix = naming(table, seat, say)[0], tuple(split(text)[:1])
    verbs = {verb for answers in table.rules.answers.values() for verb in answers}

    def shown(word: str) -> str:
        name = name_of(() if word in verbs else prefix, word)
        button = name.removesuffix(" \N{HORIZONTAL ELLIPSIS}")
        same = button.casefold() == word or (word.isdigit() and word in parts(name))
        told = same or (parts(word.replace("_", " ")) == parts(button) and not _DIGIT.search(word))
        return code(word) if told else f"{code(word)} ({escaped(unbracketed(name.removesuffix(f' {word.upper()}')))})"

    return shown


def _walk(tree: Tree, names: Namers, typed: list[str]) -> tuple[Action, list[str]]:
    """The words that typed ones mean, as far as that is clear, and what is left of these. A word itself goes before a name, a longer name before
    a shorter one, a name before the beginning of one."""
    action: Action = ()
    while typed:
        found = [w.text for w in tree(action) if w.text == typed[0]]
        taken = _whole(_spellings(names, action, found[0]), typed) if found else 1
        if not found:
            fit = [(w.text, name, _shared(name, typed)) for w in tree(action) for name in _spellings(names, action, w.text)]
            fit = [(word, name, n) for word, name, n in fit if n == len(name) > 0] or fit
            taken = max((n for _, _, n in fit), default=0)
            found = [*dict.fromkeys(word for word, _, n in fit if n and n == taken)]
        if len(found) != 1:
            break
        action, typed = (*action, found[0]), typed[taken:]
    return action, typed


def _shared(name: list[str], typed: list[str]) -> int:
    """With how many of its words a name begins what is typed."""
    return next((n for n, (one, other) in enumerate(zip(name, typed, strict=False)) if one != other), min(len(name), len(typed)))


def completed(table: Table, seat: Seat, text: str, say: Texts) -> list[tuple[str, str]]:
    """What a typed beginning may go on to, in words of the game, each with how it is shown: with the names of things that words do not tell."""
    rules, state = table.rules, table.state
    if SEPARATOR in text:
        return []
    names, decision = naming(table, seat, say), table.view(seat).decision

    def now(action: Action, word: str) -> str:
        """As the panel's buttons name it at the present question."""
        own = say.find(f"do.{decision.kind}.{word}") if decision is not None and not action else None
        return own or names[0](action, word)

    return by_beginning(complete(rules, state, seat, text), partial(rules.words, state, seat), [now, *names], text)


def by_beginning(found: list[str], tree: Tree, names: Namers, text: str) -> list[tuple[str, str]]:
    """The completions found for words of the game, or else for names by which things are called; each before how it is shown."""
    for some in (names[:1], names):
        if not found:
            action, rest = _walk(tree, some, parts(text))
            begun = [word.text for word in tree(action) if any(_goes_on(name, rest) for name in _spellings(some, action, word.text))]
            found = [write((*action, word)) for word in begun[:25]]
            if not found and not action:  # A thing may be named before what is done with it.
                inner = [(verb.text, word.text) for verb in tree(()) for word in tree((verb.text,))]
                found = [write(both) for both in inner if any(_goes_on(name, rest) for name in _spellings(some, both[:1], both[1]))][:25]
    return [(with_names(names[0], text), text) for text in found]


def _goes_on(name: list[str], typed: list[str]) -> bool:
    return " ".join(name).startswith(" ".join(typed))


def with_names(name_of: Namer, text: str) -> str:
    """An action with the names of those of its words that do not tell what they are."""
    action = tuple(text.split())
    names = [name_of(action[:n], word) for n, word in enumerate(action) if n and _DIGIT.search(word)]
    told = [name for name in names if parts(name) and name.casefold() not in action]
    if len(action) == 1 and not told:
        told = [name for name in [name_of((), text).removesuffix(" …")] if name.casefold() != text.casefold()]
    return f"{text} · {' → '.join(told)}" if told else text
