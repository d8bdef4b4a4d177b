"""Typed actions in which things are called as they are shown, such as `attack raider b outpost`: the words of the game are found by their names.

What is typed in the game's own words is never read so: whoever asks tries that first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from cogs.playing.table import Table
from cogs.showing.drawing import Namer, look_of, namer, unescaped
from cogs.showing.reply import Pointing, code
from data.language import Texts, folded
from data.typed import escaped
from render.painting import painter
from rules.game import Action, Refused, Seat, Word, to_builtins
from rules.notation import SEPARATOR, Misread, complete, split, understand, write
from rules.parts.ahead import FITTING

Tree = Callable[[Action], list[Word]]
_DIGIT = re.compile("[0-9]")


def naming(table: Table, seat: Seat, say: Texts) -> Namer:
    """How words are shown to a seat now, in its language."""
    return namer(painter(table.rules.key), table.view(seat), unescaped(table, look_of(table, say)), say)


def parts(text: str) -> list[str]:
    """A name, or what somebody has typed, word by word, without capitals, accents and signs."""
    return re.sub(rf"[^\w{re.escape(FITTING)}-]+", " ", folded(text)).split()


def understood(table: Table, seat: Seat, text: str, say: Texts) -> Action:
    """The action that a text means, in words of the game or with names in their place. Raises what `rules.notation.understand` raises.

    What is clear from names of things that cannot be chosen is explained as if it had been typed in words; were it legal, it is shown first.
    """
    rules, state = table.rules, table.state
    reading, name_of = partial(understand, rules, state, seat), naming(table, seat, say)
    return by_name(reading, partial(rules.words, state, seat), name_of, text, in_sight(table, seat))


def by_name(reading: Callable[[str], Action], tree: Tree, name_of: Namer, text: str, wider: Tree | None = None) -> Action:
    """What is read from a text, or, where that fails, from it with words of the game in the place of names, of what may be chosen or else of what a
    `wider` tree has. Raises what `reading` raises, which is about the text as it was typed where names do not help, and Misread for a name that
    several things have."""
    try:
        return reading(text)
    except (Misread, Refused) as error:
        if isinstance(error, Misread) and error.reason == "number":
            raise
        named = spelled(tree, name_of, text)
        if named == split(text):
            raise
        if named is None:
            meant = _meant(reading, wider, name_of, text) if wider is not None else None
            if meant is None or meant == split(text):
                raise
            raise Misread("number", text, (), reading(write(tuple(meant)))) from None
    return reading(write(tuple(named)))


def _meant(reading: Callable[[str], Action], wider: Tree, name_of: Namer, text: str) -> list[str] | None:
    """What somebody attempts (`attempted`). Raises Refused where it is the wrong time for the verb, whichever of several things is meant."""
    try:
        return attempted(wider, name_of, text)
    except Misread as several:
        with suppress(Misread):
            reading(write(several.attempt))
        raise


def spelled(tree: Tree, name_of: Namer, text: str) -> list[str] | None:
    """A typed text in words of the game, where all of it can be found there, else None. Raises Misread for a name that several things have."""
    action, rest = _walk(tree, name_of, parts(text))
    if rest and action and not any(word.text in split(text) for word in tree(action)):
        alike = [word.text for word in tree(action) if parts(name_of(action, word.text))[:1] == rest[:1]]
        if len(alike) > 1:
            raise Misread("ambiguous", rest[0], tuple(alike), action)
    return None if rest else list(action)


_WORD = re.compile("[a-z0-9_.+]+")


def in_sight(table: Table, seat: Seat) -> Tree:
    """All verbs of a game, and after each the words of everything that a seat sees and of all cards that there are, legal or not."""
    rules = table.rules
    verbs = [Word(verb) for verb in dict.fromkeys(verb for verbs in rules.answers.values() for verb in verbs)]
    things: list[Word] = []

    def tree(prefix: Action) -> list[Word]:
        if prefix and not things:
            seen = {text for text in _texts(to_builtins(table.view(seat))) if _WORD.fullmatch(text)}
            things.extend(Word(text) for text in sorted(seen | {*rules.faces}) if _DIGIT.search(text) or rules.knows(text))
        return things if prefix else verbs

    return tree


def attempted(tree: Tree, name_of: Namer, text: str) -> list[str] | None:
    """What somebody attempts, in words of a tree where names stand for them; what is no name of anything is left as it is.

    None where no verb is named. Raises Misread for a name that several things have.
    """
    action: Action = ()
    typed = split(text)
    names: dict[str, list[str]] = {}
    while typed:
        words = [word.text for word in tree(action)]
        found, taken = [word for word in words if word == typed[0]], 1
        if found:
            taken = _whole(name_of(action, found[0]), typed)
        else:
            if len(action) < 2:  # Things are called the same wherever they stand.
                names = {word: parts(name_of(action[:1], word)) for word in words}
            taken, name = _longest(names.values(), typed)
            found = [word for word in names if name and names[word] == name]
        if not action and not found:
            found = [word for word, name in names.items() if name[:1] == parts(typed[0])]
        if len(found) != 1 and not action:
            return None
        if len(found) > 1:
            raise Misread("ambiguous", " ".join(typed[:taken]), tuple(found), action)
        action, typed = (*action, *(found or typed[:1])), typed[taken:]
    return list(action)


def _longest(names: Collection[list[str]], typed: list[str]) -> tuple[int, list[str]]:
    """How many typed words the longest name takes with which they begin, and that name; one word and nothing where there is none."""
    known, room = {tuple(name) for name in names if name}, max(map(len, names), default=0)
    found: tuple[int, list[str]] = (1, [])
    said: list[str] = []
    for n, word in enumerate(typed, 1):
        said += parts(word)
        if len(said) > room:  # However much has been typed, no name is longer.
            break
        if tuple(said) in known:
            found = (n, [*said])
    return found


def _whole(name: str, typed: list[str]) -> int:
    """How many typed words stand for a word that is typed first: all those of its name where it is called that, as with `place a monster m04`."""
    known = parts(name)
    return max(1, len(known)) if parts(" ".join(typed[: len(known)])) == known else 1


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
    name_of, prefix = naming(table, seat, say), tuple(split(text)[:1])

    def shown(word: str) -> str:
        name = name_of(prefix, word)
        told = set(parts(word.replace("_", " "))) <= set(parts(name)) and (not _DIGIT.search(word) or name.casefold() == word)
        return code(word) if told else f"{code(word)} ({escaped(name.removesuffix(f' {word.upper()}'))})"

    return shown


def _walk(tree: Tree, name_of: Namer, typed: list[str]) -> tuple[Action, list[str]]:
    """The words that typed ones mean, as far as that is clear, and what is left of these. A word itself goes before a name, a longer name before
    a shorter one, a name before the beginning of one."""
    action: Action = ()
    while typed:
        found = [w.text for w in tree(action) if w.text == typed[0]]
        taken = _whole(name_of(action, found[0]), typed) if found else 1
        if not found:
            names = {w.text: parts(name_of(action, w.text)) for w in tree(action)}
            fit = {word: _shared(name, typed) for word, name in names.items()}
            whole = {word: n for word, n in fit.items() if n and n == len(names[word])}
            taken = max((whole or fit).values(), default=0)
            found = [word for word, n in (whole or fit).items() if n and n == taken]
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
    return by_beginning(complete(rules, state, seat, text), partial(rules.words, state, seat), naming(table, seat, say), text)


def by_beginning(found: list[str], tree: Tree, name_of: Namer, text: str) -> list[tuple[str, str]]:
    """The completions found for words of the game, or else for names by which things are called; each before how it is shown."""
    if not found:
        action, rest = _walk(tree, name_of, parts(text))
        spelling = " ".join(rest)
        fit = [word.text for word in tree(action) if " ".join(parts(name_of(action, word.text))).startswith(spelling)]
        found = [write((*action, word)) for word in fit[:25]] if action else []
    return [(with_names(name_of, text), text) for text in found]


def with_names(name_of: Namer, text: str) -> str:
    """An action with the names of those of its words that do not tell what they are."""
    action = tuple(text.split())
    names = [name_of(action[:n], word) for n, word in enumerate(action) if n and _DIGIT.search(word)]
    told = [name for name in names if parts(name) and name.casefold() not in action]
    return f"{text} · {' → '.join(told)}" if told else text
