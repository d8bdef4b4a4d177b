"""Parses and completes typed actions that use the names shown on the board, such as `attack raider b outpost`.

Callers first try the text as words of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any

from cogs.messages.drawing import Namer, look_of, namer, unescaped
from cogs.messages.refusals import Pointing, as_called, code
from cogs.play.table import Table
from data.accents import folded
from data.language import DEFAULT, LANGUAGES, Texts, texts, unbracketed
from data.rulebook import rulebook
from data.user_text import Typed, escaped
from render.look import Look
from render.painter import painter
from rules.game import Action, Refused, Rules, Seat, View, Word, to_builtins
from rules.legal_actions import unchosen
from rules.notation import SEPARATOR, Misread, complete, split, write
from rules.parts.ahead import FITTING

Tree = Callable[[Action], list[Word]]
Reading = Callable[[str], Action]
Namers = Sequence[Namer]
"""How words are shown in the languages in which they may be typed, in the reader's own first: it is read so wherever that can be."""
NAMES = 10_000
"""So many names are kept as they are compared: what stands on the tables of a game has the same ones again and again."""
_DIGIT = re.compile("[0-9]")
_CODE = re.compile("`([^` ]+)`")
_SIGNS = re.compile(rf"[^\w{re.escape(FITTING)}-]+")


def in_all(named: Callable[[Texts], Namer], say: Texts) -> Namers:
    """Naming functions for all languages, the reader's first, from one that takes texts."""
    return [named(say), *(named(texts(language, say.game)) for language in LANGUAGES if language != say.language)]


def naming(table: Table, seat: Seat, say: Texts) -> Namers:
    """How words are named for a seat now; kept, since each letter typed asks for it again."""
    return named_in(table.rules, table.view(seat), lambda said: unescaped(table, look_of(table, said)), say)


def named_in(rules: Rules[Any], view: View[Any], look: Callable[[Texts], Look], say: Texts) -> Namers:
    """A function that names words in a view, as `look` shows it in a language; and then the labels of buttons that play an action of one word at the
    present question, which have no names behind a verb."""
    paint, kind = painter(rules.key), view.decision.kind if view.decision is not None else ""

    def label(said: Texts, words: Action, word: str) -> str:
        return "" if words else said.find(f"do.{kind}.{word}") or ""

    names = in_all(lambda said: lru_cache(None)(namer(paint, view, look(said), said)), say)
    return [*names, *in_all(lambda said: partial(label, said), say)]


def parts(text: str) -> list[str]:
    """The words of a name or text, without capitals, accents and signs."""
    return compared(text).split()


@lru_cache(NAMES)
def compared(text: str) -> str:
    """A text without capitals, accents and signs, for comparing names."""
    return " ".join(_SIGNS.sub(" ", folded(text)).split())


def by_name(reading: Reading, tree: Tree, names: Namers, text: str) -> Action:
    """The action read from a text, or else from the text with names replaced by words of the game.

    Raises what `reading` raises (for the text as typed, where names don't help), and Misread for a name that several things have.
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
    """A text in words of the game, if each of its parts is one or a name of one, else None. Raises Misread for a name that several things have."""
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
    """All names of a word after `action`, each split into words; a name that begins with a hex also without it, and with it at its end."""
    found = [parts(name_of(action, word)) for name_of in names]
    bare = [name[1:] for name in found if action and len(name) > 1 and name[0] == word and _DIGIT.search(word)]
    return [*found, *bare, *([*name, word] for name in bare)]


_WORD = re.compile("[a-z0-9_.+]+")


def in_sight(rules: Rules[Any], view: View[Any]) -> Tree:
    """All verbs of a game, and after each the words of all things in a view and of all cards, legal or not."""
    verbs = [Word(verb) for verb in dict.fromkeys(verb for verbs in rules.answers.values() for verb in verbs)]
    things: list[Word] = []

    def tree(prefix: Action) -> list[Word]:
        if prefix and not things:
            seen = {text for text in _texts(to_builtins(view)) if _WORD.fullmatch(text)}
            things.extend(Word(text) for text in sorted(seen | {*rules.faces}) if _DIGIT.search(text) or rules.knows(text))
        return things if prefix else verbs

    return tree


def nothing(action: Action) -> list[Word]:
    """A tree without words."""
    return []


def attempted(tree: Tree, names: Namers, text: str, legal: Tree = nothing) -> list[str] | None:
    """A text with names replaced by words of `tree`; what names nothing is left as it is. None where it has no verb.

    A name may be cut short after any of its words; then `legal` things go before others. Raises Misread for a name that several things have.
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
        if len(found) > 1 and len(action) > 1:  # What lies there is meant sooner than any card of that name.
            found = [word for word in found if _DIGIT.search(word)] or found
        if len(found) > 1:
            raise Misread("ambiguous", " ".join(typed[:taken]), tuple(found), action)
        action, typed = (*action, *(found or typed[:1])), typed[taken:]
    return list(action)


def _meant_thing(legal: list[_Names], others: list[_Names], typed: list[str]) -> tuple[int, list[str]]:
    """How many typed words name a thing, and which things. The longest match wins: a whole name, or the beginning of a legal thing's name; of equal
    ones, legal things first. If nothing matches, the beginning of any name."""
    ways = [*(book.longest for book in legal), *(book.shortened for book in legal), *(book.longest for book in others)]
    said = [way(typed) for way in ways]
    begun = [book.shortened(typed) for book in others] if not any(found for _, found in said) else []
    return max((one for one in (*said, *begun) if one[1]), key=lambda one: one[0], default=(1, []))


class _Names:
    """An index of words by their names."""

    def __init__(self, names: Namers, action: Action, words: list[str]) -> None:
        self._called: dict[tuple[str, ...], list[str]] = {}
        for word in dict.fromkeys(words):
            for name in {tuple(name) for name in _spellings(names, action, word) if name}:
                self._called.setdefault(name, []).append(word)
        self._room = max(map(len, self._called), default=0)

    def longest(self, typed: list[str]) -> tuple[int, list[str]]:
        """The longest name at the beginning of the typed words: its length, and the words called so; (1, []) for none."""
        found: tuple[int, list[str]] = (1, [])
        said: list[str] = []
        for n, word in enumerate(typed, 1):
            said += parts(word)
            if len(said) > self._room:  # However much has been typed, no name is longer.
                break
            found = (n, self._called[tuple(said)]) if tuple(said) in self._called else found
        return found

    def shortened(self, typed: list[str]) -> tuple[int, list[str]]:
        """The longest beginning of a name at the beginning of the typed words: its length, and the words with such names; (1, []) for none."""
        said = [parts(word) for word in typed[: self._room]]
        begun: list[tuple[int, list[str]]] = [(1, [])]
        for n in range(1, len(said) + 1):
            if found := self._beginnings.get(tuple(part for one in said[:n] for part in one)):
                begun.append((n, [*found]))
        return begun[-1]

    @cached_property
    def _beginnings(self) -> dict[tuple[str, ...], dict[str, None]]:
        """The words whose names begin with each tuple of parts."""
        found: dict[tuple[str, ...], dict[str, None]] = {}
        for name, called in self._called.items():
            for n in range(1, len(name) + 1):
                found.setdefault(name[:n], {}).update(dict.fromkeys(called))
        return found

    def begun(self, typed: list[str]) -> list[str]:
        """The words with a name whose first part is `typed`."""
        return [*dict.fromkeys(word for name, words in self._called.items() if list(name[:1]) == typed for word in words)]


def _whole(names: list[list[str]], typed: list[str]) -> int:
    """How many typed words name a thing whose word was typed first: `place a monster m04` names it in two words; else 1."""
    return max([1, *(len(name) for name in names if parts(" ".join(typed[: len(name)])) == name)])


def whole_name(tree: Tree, names: Namers, text: str) -> int:
    """The number of words of the longest name of a thing with which a text begins; 0 for none."""
    book = _Names(names, ("",), [word.text for word in tree(("",))])
    taken, found = book.longest(split(text))
    return taken if found else 0


def held(rules: Rules[Any], state: Any, seat: Seat, words: Sequence[str]) -> list[str]:
    """Those of `words` that a seat sees more often than everybody, such as cards in its hand."""
    own, public = (Counter(_texts(to_builtins(rules.view(state, who)))) for who in (seat, None))
    return [word for word in words if own[word] > public[word]]


def _texts(value: Any) -> Iterator[str]:
    """All strings in a plain JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for pair in value.items():
            yield from _texts(pair)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def pointing(table: Table, seat: Seat, say: Texts, text: str) -> Pointing:
    """A function that writes a word in an explanation: as code, with its name in brackets where the word doesn't say it. A thing in sight whose word
    nobody can read there, such as `c16`, is written by its name alone."""
    names = naming(table, seat, say)
    return pointing_in(table.rules, table.state, seat, [_now(table, seat, say, names[0]), *names[1:]], text)


def pointing_in(rules: Rules[Any], state: Any, seat: Seat, names: Namers, text: str) -> Pointing:
    """Like `pointing`, in a position of no table."""
    name_of, place_of = names[0], _places(rules, state, seat, names, text)
    verbs = {verb for answers in rules.answers.values() for verb in answers}
    seen = lru_cache(None)(lambda: {*_texts(to_builtins(rules.view(state, seat)))})

    def shown(word: str) -> str:
        name = name_of(() if word in verbs else place_of(word), word)
        button = name.removesuffix(" \N{HORIZONTAL ELLIPSIS}")
        same = button.casefold() == word or (word.isdigit() and word in parts(name))
        told = same or (parts(word.replace("_", " ")) == parts(button) and not _DIGIT.search(word))
        known = told or not _DIGIT.search(word) or word in rules.faces or word in parts(name) or _shape(word) in _written(rules.key)
        if not known and word.partition(".")[0] in seen():
            return code(Typed(button).in_code())
        return code(word) if told else f"{code(word)} ({escaped(unbracketed(name.removesuffix(f' {word.upper()}')))})"

    return shown


def _shape(word: str) -> str:
    """A word without its numbers: `r0` and `r5` have one shape."""
    return re.sub("[0-9]+", "0", word)


@lru_cache(None)
def _written(game: str) -> frozenset[str]:
    """The patterns of words that a game's rules write as they are typed, such as `r0` for the turns of a tile."""
    return frozenset(_shape(word) for rule in rulebook(game, DEFAULT).values() for word in _CODE.findall(rule.text))


def readable(rules: Rules[Any], state: Any, seat: Seat, names: Namers, action: Action) -> str:
    """An action as it can be typed by somebody who reads the board: with names in the place of words that nobody can read there."""
    return as_called(write(action), pointing_in(rules, state, seat, names, write(action)))


def _places(rules: Rules[Any], state: Any, seat: Seat, names: Namers, text: str) -> Callable[[str], Action]:
    """The words after which a word would stand in a typed text: as many as there are after which it is legal, whatever the verb where none is named;
    words that alone are possible may have been left out."""
    wider, tree = in_sight(rules, rules.view(state, seat)), partial(rules.words, state, seat)

    def tried(typed: str) -> Action | None:
        try:
            found = attempted(wider, names, typed, tree)
        except Misread:
            return tuple(split(typed))
        return tuple(found) if found else None

    @lru_cache(None)
    def ways() -> list[tuple[Action, set[str]]]:
        verbs = [word.text for word in tree(())]
        whole, things = tried(text), (tried(f"{verbs[0]} {text}") or ())[1:] if verbs else ()
        begun = [attempt[:n] for attempt in ([whole] if whole else [(verb, *things) for verb in verbs]) for n in range(len(attempt), 0, -1)]
        found = [after for way in [*begun, *((verb,) for verb in verbs)] for after in ((way, tree(way)), unchosen(tree, way))]
        return [(way, {word.text for word in here}) for way, here in found] or [((), set())]

    def place_of(word: str) -> Action:
        return next((way for way, here in ways() if word in here), ways()[0][0][:1])

    return place_of


def _walk(tree: Tree, names: Namers, typed: list[str]) -> tuple[Action, list[str]]:
    """The words of the game that the typed words mean, as far as that is clear, and the rest. A word goes before a name, a longer name before a
    shorter one, a whole name before the beginning of one."""
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
    """How many words at the beginning of `name` and `typed` are equal."""
    return next((n for n, (one, other) in enumerate(zip(name, typed, strict=False)) if one != other), min(len(name), len(typed)))


def completed(table: Table, seat: Seat, text: str, say: Texts) -> list[tuple[str, str]]:
    """Completions of a text in words of the game, each as shown (with names of things) and as typed."""
    rules, state = table.rules, table.state
    if SEPARATOR in text:
        return []
    names = naming(table, seat, say)
    return by_beginning(complete(rules, state, seat, text), partial(rules.words, state, seat), [_now(table, seat, say, names[0]), *names], text)


def _now(table: Table, seat: Seat, say: Texts, name_of: Namer) -> Namer:
    """Names words as the panel's buttons do at the present question."""
    decision = table.view(seat).decision

    def now(action: Action, word: str) -> str:
        own = say.find(f"do.{decision.kind}.{word}") if decision is not None and not action else None
        return own or name_of(action, word)

    return now


def by_beginning(found: list[str], tree: Tree, names: Namers, text: str) -> list[tuple[str, str]]:
    """The completions `found` for words of the game; else those for names that begin so. Each as shown and as typed."""
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


def _letters(name: str) -> str:
    """The letters of a word or name, however it is spelled."""
    return re.sub(r"[\W_]", "", compared(name))


def with_names(name_of: Namer, text: str) -> str:
    """A written action, followed by the names of those of its words that don't say what they are: numbered ones, and those of another language."""
    action = tuple(text.split())
    named = [(word, name_of(action[:n], word)) for n, word in enumerate(action) if n]
    shown = [name for word, name in named if _DIGIT.search(word) or _letters(word) != _letters(name)]
    told = [name for name in shown if parts(name) and name.casefold() not in action]
    if len(action) == 1 and not told:
        told = [name for name in [name_of((), text).removesuffix(" …")] if name.casefold() != text.casefold()]
    return f"{text} · {' → '.join(told)}" if told else text
