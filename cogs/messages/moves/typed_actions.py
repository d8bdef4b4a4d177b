"""Parses a typed action: exact words of the game, names, everyday words; and explains why one cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any

from cogs.messages.moves.typed_everyday_words import plainly
from cogs.messages.moves.typed_names import Namers, Reading, Tree, attempted, by_name, held, in_sight, naming, nothing, parts, whole_name
from cogs.messages.moves.typos import slip
from cogs.messages.moves.without_verb import Alone, taking, without_verb
from cogs.play.table import Table
from data.language import Texts
from data.lookup.everyday_verbs import BESIDE, Everyday, everyday
from rules.game import Action, Refused, Rules, Seat, Word
from rules.legal_actions import belonging
from rules.notation import Misread, split, understand, write

UNFIT = ("unknown", "strange")
"""Reasons of a `Misread` that say no more than that a word cannot stand where it does."""


def understood(table: Table, seat: Seat, text: str, say: Texts) -> Action:
    """The action that a text means for a seat of a table (see `meant`). Raises what `meant` raises."""
    return meant(table.rules, table.state, seat, naming(table, seat, say), text)


def meant(rules: Rules[Any], state: Any, seat: Seat, names: Namers, text: str) -> Action:
    """The action that a text means, in words of the game or with names in their place, of any language.

    Filler words are skipped. Names of things that can't be chosen are explained as if they had been typed in words of the game, and so are
    everyday words; if the action is legal, it has to be confirmed first. A player who isn't asked reads when such an action is possible.

    Raises what `rules.notation.understand` raises; Misread with a reason of `data.lookup.everyday_verbs.BESIDE` for what is no action of the game,
    with "instead" for an everyday word with too little after it; Slip where one letter is wrong.
    """
    wider = _sight(rules, state, seat)
    try:
        return plainly(partial(_meant, rules, state, seat, names, wider), rules, text)
    except (Misread, Refused) as error:
        sure = error.reason in ("number", "not_your_turn", "instead", *BESIDE)
        slipped = None if sure else slip(wider, names, text)
        if slipped:
            raise slipped from None
        if isinstance(error, Misread) and error.reason in ("unknown", "instead") and (action := _by_places(rules, state, seat, names, wider, text)):
            raise Misread("number", text, (), action) from None
        raise


def _by_places(rules: Rules[Any], state: Any, seat: Seat, names: Namers, wider: Tree, text: str) -> Action | None:
    """The action of a text whose places have descriptions, such as `go to the village d10`, read without these; None where none or several fit."""
    typed = split(text)
    places = [word for word in typed if any(c.isdigit() for c in word)]
    found = set()
    for verb in (typed[:1], typed[:2]):
        with suppress(Misread, Refused):
            if places and not {*verb} & {*places}:
                found.add(_meant_or_shown(partial(_meant, rules, state, seat, names, wider), " ".join([*verb, *places])))
    return found.pop() if len(found) == 1 else None


def _meant_or_shown(reading: Reading, text: str) -> Action:
    """The action read from a text, also one that has to be confirmed first."""
    try:
        return reading(text)
    except Misread as shown:
        if shown.reason != "number":
            raise
        return shown.attempt


def _sight(rules: Rules[Any], state: Any, seat: Seat) -> Tree:
    """Everything that a seat has `in_sight`, looked up when it is first asked for."""
    seen = lru_cache(None)(lambda: in_sight(rules, rules.view(state, seat)))
    return lambda prefix: seen()(prefix)


def _meant(rules: Rules[Any], state: Any, seat: Seat, names: Namers, wider: Tree, text: str) -> Action:
    """Does the work of `meant`, without correcting letters."""
    reading, tree = partial(understand, rules, state, seat), partial(rules.words, state, seat)
    try:
        return by_name(reading, tree, names, text)
    except (Misread, Refused) as error:
        if isinstance(error, Misread) and error.reason == "number":
            raise
        said = _meant_by(rules, names, wider, text)
        if said and said.verbs[0] in BESIDE:
            raise Misread(said.verbs[0], said.said, (), ()) from None
        if isinstance(error, Refused) and error.reason == "not_your_turn":
            raise _early(rules, error, _verb(wider, names, text, said) or _verb_of_things(rules, names, wider, text)) from None
        if said:
            raise _instead(partial(_named, rules, reading, wider, names, tree), [word.text for word in tree(())], said, text) from None
        if not _names_verb(wider, names, text) and (alone := _things_alone(rules, state, seat, names, wider, text)):
            raise alone.error from None
        tried = _attempted(rules, reading, wider, names, text, tree)
        if tried is None or tried == split(text):
            raise
        raise Misread("number", text, (), _called(reading, names, text, tried)) from None


def _called(reading: Reading, names: Namers, text: str, tried: list[str]) -> Action:
    """The action read from `tried`, the text in words of the game. A refusal that speaks of the verb also says what `text` called it."""
    try:
        return reading(write(tuple(tried)))
    except Refused as refused:
        verb, typed = tried[0], parts(text)
        called = [len(name) for name_of in names if (name := parts(name_of((), verb))) and name == typed[: len(name)]]
        if called and typed[0] != verb and refused.facts.get("verb") == verb:
            refused.others = (Refused("called", refused.rule, verb=verb, typed=" ".join(split(text)[: max(called)])), *refused.others)
        raise


def _meant_by(rules: Rules[Any], names: Namers, wider: Tree, text: str) -> Everyday | None:
    """The meaning of everyday words that begin a text; None where a verb of the game, by its name, matches at least as many words, or the name of a
    thing, such as a card, more."""
    said, typed = everyday(rules.key, text), parts(text)
    if said is None or whole_name(wider, names, text) > len(said.said.split()):
        return None
    verbs = {verb for answers in rules.answers.values() for verb in answers}
    called = [name for verb in verbs for name in ([verb], *(parts(name_of((), verb)) for name_of in names)) if name and name == typed[: len(name)]]
    return said if max(map(len, called), default=0) < len(parts(said.said)) else None


def _names_verb(wider: Tree, names: Namers, text: str) -> bool:
    """Whether a text begins with a verb of the game, by word or name."""
    try:
        return attempted(wider, names, text) is not None
    except Misread as several:
        return bool(several.attempt)


def _things_alone(rules: Rules[Any], state: Any, seat: Seat, names: Namers, wider: Tree, text: str) -> Alone | None:
    """The answer to things typed without a verb (`without_verb`), tried with the verbs of the present question, or else with all others that take
    such a thing."""
    here = rules.answers.get(rules.decision(state, seat).kind, ())
    thing = _first_thing(rules, names, wider, text, partial(_chosen, rules, state, seat), partial(_likeliest, rules, state, seat, here))
    reading, verbs = partial(_meant, rules, state, seat, names, wider), taking(rules, thing, here) or taking(rules, thing, _verbs(wider))
    alone = without_verb(reading, verbs, text)
    unfit = alone and isinstance(alone.error, Misread) and alone.error.reason in UNFIT and alone.error.word
    if unfit and thing not in rules.faces and any(word.text == unfit for word in wider(("",))):
        card = _first_thing(rules, names, wider, text, likeliest=partial(_face, rules))  # Of that name there is a card, too, which may fit.
        return without_verb(reading, taking(rules, card, here), text) or alone
    return alone


def _verbs(wider: Tree) -> list[str]:
    return [word.text for word in wider(())]


def _face(rules: Rules[Any], alike: Sequence[str]) -> str:
    """Of several things with one name, the card itself; "" for none."""
    return next((word for word in alike if word in rules.faces), "")


def _chosen(rules: Rules[Any], state: Any, seat: Seat, action: Action) -> list[Word]:
    """All words that may follow any of the verbs that are legal now."""
    verbs = rules.words(state, seat, ()) if len(action) == 1 else []
    return [word for verb in verbs for word in rules.words(state, seat, (verb.text,))]


def _likeliest(rules: Rules[Any], state: Any, seat: Seat, here: Sequence[str], alike: Sequence[str]) -> str:
    """Of several things with one name, the one meant without a verb: of those that a verb `here` takes, the one that the seat holds, else the one on
    the table."""
    fit = [word for word in alike if taking(rules, word, here)] or alike
    found = [*held(rules, state, seat, fit), *(word for word in fit if any(c.isdigit() for c in word)), *fit]
    return found[0]


def _first_thing(
    rules: Rules[Any], names: Namers, wider: Tree, text: str, legal: Tree = nothing, likeliest: Callable[[Sequence[str]], str] | None = None
) -> str:
    """The first thing in a text without a verb, as a word of the game; "" where it names none. Raises Misread for a name that several things have,
    unless `likeliest` chooses one of them."""
    verb = wider(())[0].text
    try:
        words = attempted(wider, names, f"{verb} {text}", legal) or []
    except Misread as several:
        if likeliest is None or len(several.attempt) != 1:
            raise
        words = [verb, likeliest(several.candidates)]
    thing = words[1] if len(words) > 1 else ""  # A text of spaces names nothing.
    named = thing not in _verbs(wider) and any(word.text == thing for word in wider(("",)))  # `end` is called `fin`, and is nothing on the table.
    placed = any(c.isdigit() for c in thing) and not thing.lstrip("-").isdigit()  # A number alone names nothing, unless it can be chosen.
    known = thing in rules.faces or placed or named or any(word.text == thing for word in legal((verb,)))
    return thing if known else ""


def _verb_of_things(rules: Rules[Any], names: Namers, wider: Tree, text: str) -> str:
    """The first verb of the game that takes the things typed by a player who isn't asked; "" for none."""
    try:
        thing = _first_thing(rules, names, wider, text)
    except Misread:
        return ""
    return next(iter(taking(rules, thing, _verbs(wider))), "")


def _named(rules: Rules[Any], reading: Reading, wider: Tree, names: Namers, legal: Tree, text: str) -> Action:
    """The action of a text that begins with a verb, with names replaced by words of the game, also of things that can't be chosen."""
    try:
        return by_name(reading, legal, names, text)
    except (Misread, Refused):
        tried = _attempted(rules, reading, wider, names, text, legal)
        if tried is None or tried == split(text):
            raise
    return reading(write(tuple(tried)))


def _attempted(rules: Rules[Any], reading: Reading, wider: Tree, names: Namers, text: str, legal: Tree) -> list[str] | None:
    """The text in words of the game (`attempted`); of several things with one name, the one that the verb takes. Raises Refused if it is the wrong
    time for the verb, whichever of several things is meant."""
    try:
        return attempted(wider, names, text, legal)
    except Misread as several:
        fit = [word for word in several.candidates if taking(rules, word, several.attempt[:1])]
        if len(several.attempt) == len(fit) == 1:
            others = {*several.candidates} - {*fit}
            return attempted(lambda prefix: [word for word in wider(prefix) if word.text not in others], names, text, legal)
        with suppress(Misread):
            reading(write(several.attempt))
        raise


def _verb(wider: Tree, names: Namers, text: str, said: Everyday | None) -> str:
    """The verb of the game that a player who isn't asked means; "" where that is not clear."""
    if said:
        return said.verbs[0]
    try:
        return next(iter(attempted(wider, names, text) or ()), "")
    except Misread as several:
        return next(iter(several.attempt), "")


def _early(rules: Rules[Any], refused: Refused, verb: str) -> Refused:
    """A refusal that it isn't the player's turn, with the moments at which `verb` is possible; they depend on nothing hidden."""
    when, rule = belonging(rules, verb)
    if not when:
        return refused
    found = Refused(refused.reason, rule)
    found.others = (Refused("its_moment", rule, verb=verb, when=when),)
    return found


def _instead(reading: Reading, here: list[str], said: Everyday, text: str) -> Misread | Refused:
    """The answer to everyday words: a legal action to confirm, why it is refused now, or which verb of the game to type."""
    verb = next((verb for verb in said.verbs if verb in here), said.verbs[0])
    try:
        return Misread("number", text, (), reading(f"{verb} {said.rest}"))
    except Misread as error:
        return error if error.reason == "number" else Misread("instead", said.said, error.candidates, (verb,))
    except Refused as refused:
        refused.others = (Refused("called", refused.rule, verb=verb, typed=said.said), *refused.others)
        return refused
