"""What answers to typed actions name can be read on the board and typed: no thing by a number of which no picture knows."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from cogs.messages.moves.typed_actions import understood
from cogs.messages.moves.typed_names import attempted, in_sight, naming, parts, pointing, readable
from cogs.messages.moves.without_verb import taking
from cogs.messages.refusals import explain, misread
from data.content import games
from data.language import LANGUAGES, Texts, texts
from data.rulebook import rulebook
from rules.game import Refused, to_builtins
from rules.notation import Misread
from tests.every_game.attempts import GRAMMAR, Attempt, Played, attempts, played
from tests.every_game.setups import random_action
from tests.positions import built, seats_of
from tests.sampled import often
from tests.table_stand_in import desk

POSITIONS, TRIED = often(4, 40), 12
CODE = re.compile(r"`([^`]*)`")
QUOTED = re.compile(r"^>.*$", re.MULTILINE)
"""A rule, which says how things are written."""


def positions(known: Played) -> Iterator[tuple[Any, int, int, tuple[str, ...]]]:
    """Some that were played, with what was done there, and some that were built."""
    yield from random.Random(4).sample(known.positions, min(POSITIONS, len(known.positions)))
    for number in range(POSITIONS):
        state = built(known.rules.key, number, "listed words")
        for seat in known.rules.to_act(state)[:1]:
            yield state, seat, len(seats_of(state)), ("",)


def unreadable(table: Any, seat: int, names: Any) -> set[str]:
    """The words with numbers of what a seat sees that stand in no name of theirs, so that no picture has them, nor in the rules."""
    verbs = {verb for answers in table.rules.answers.values() for verb in answers}
    words = {text for text in _texts(to_builtins(table.view(seat))) if re.fullmatch("[a-z]+[0-9][a-z0-9.]*", text)}
    written = {re.sub("[0-9]", "", word) for rule in rulebook(table.rules.key, "en").values() for word in CODE.findall(rule.text)}
    words = {word for word in words - {*table.rules.faces} if re.sub("[0-9]", "", word) not in written}
    return {word for word in words if not any(word in parts(names[0]((verb,), word)) for verb in verbs)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.items() if isinstance(value, dict) else value:
            yield from _texts(part)


def answers(table: Any, seat: int, attempt: Attempt, say: Texts) -> tuple[str, tuple[str, ...]] | None:
    """What is said to an attempt, without rules, and the words that it lists; None where it could be done."""
    point = pointing(table, seat, say, attempt.text)
    try:
        table.rules.apply(table.state, seat, understood(table, seat, attempt.text, say))
    except Misread as error:
        return misread(error, say, point, only_asked=True), error.candidates
    except Refused as error:
        return QUOTED.sub("", explain(error, say, table.rules.key, True, point)), error.legal
    return None


def typed_as(table: Any, seat: int, names: Any, said: str, word: str) -> bool:
    """Whether what a list names is understood as a word where that could stand."""
    wider, tree = in_sight(table.rules, table.view(seat)), partial(table.rules.words, table.state, seat)
    ways = [way for verb in tree(()) for way in [(verb.text,), *((verb.text, after.text) for after in tree((verb.text,)))]]
    here = [way for way in ways if any(after.text == word for after in tree(way))]
    for way in here:
        with contextlib.suppress(Misread):
            if attempted(wider, names, " ".join([*way, said]), tree) == [*way, word]:
                return True
    return not here


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
def test_what_is_named_can_be_read_and_typed(game):
    known, rng, listed = played(game), random.Random(9), 0
    for n, position in enumerate(positions(known)):
        state, seat, seats, _ = position
        table, say = desk(known.rules, state, seats), texts(LANGUAGES[n % 3], game)
        names = naming(table, seat, say)
        hidden = unreadable(table, seat, names)
        every = [*attempts(known, position, rng)]
        for attempt in rng.sample(every, min(TRIED, len(every))):
            if (found := answers(table, seat, attempt, say)) is None:
                continue
            told, named = found
            unread = {word for code in CODE.findall(told) for word in code.split()} | {*re.findall("[a-z]+[0-9]+", told.lower())}
            assert not unread & hidden - {*attempt.text.lower().split()}, f"{attempt.text!r}: {told}"
            point = pointing(table, seat, say, attempt.text)
            for word in named:
                listed += 1
                (said, *_) = CODE.findall(point(word))
                assert said == word or typed_as(table, seat, names, said, word), f"{said!r} is not understood as {word}: {attempt.text!r}: {told}"
    assert listed > 5 or game not in GRAMMAR


@pytest.mark.sampled(0.34)
@pytest.mark.parametrize("game", games())
def test_an_action_that_is_shown_can_be_typed(game):
    """As it is shown beside what it does: with names in the place of words that no picture has."""
    known, rng = played(game), random.Random(10)
    for n, (state, seat, seats, _) in enumerate(positions(known)):
        table, say = desk(known.rules, state, seats), texts(LANGUAGES[n % 3], game)
        names = naming(table, seat, say)
        hidden = unreadable(table, seat, names)
        for _ in range(6):
            action = random_action(known.rules, state, seat, rng)
            shown = readable(known.rules, state, seat, names, action)
            assert not {*shown.split()} & hidden
            try:
                meant = understood(table, seat, shown, say)
            except Misread as asked_back:
                meant = asked_back.attempt
            assert meant == action, shown


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
def test_a_card_and_a_place_are_understood_without_a_verb(game):
    """Held or not: what is said is about the card or the place, and names nothing twice."""
    known, rng, tried = played(game), random.Random(11), 0
    for n, (state, seat, seats, _) in enumerate(positions(known)):
        table, say = desk(known.rules, state, seats), texts(LANGUAGES[n % 3], game)
        names, here = naming(table, seat, say)[0], known.rules.answers[known.rules.decision(state, seat).kind]
        cards = [word for word in known.rules.faces if taking(known.rules, word, here)]
        lying = sorted({text for text in _texts(to_builtins(table.view(seat))) if re.fullmatch("[a-z]{1,2}[0-9]{1,2}", text)})
        for card in rng.sample(cards, min(4, len(cards))):
            text = " ".join([names(("",), card), *(names(("",), rng.choice(lying)).split(" ") if lying else ())])
            if not re.search(r"[a-z]{4}", card) or re.search(r"[0-9+]", names(("",), card)):
                continue
            tried += 1
            misunderstood: Misread | None = None
            try:
                understood(table, seat, text, say)
            except Misread as error:
                misunderstood = error
            except Refused:
                continue
            if misunderstood is not None:
                assert misunderstood.reason not in ("strange", "unknown"), f"{text!r}: {misread(misunderstood, say)}"
                assert len({*misunderstood.candidates}) == len(misunderstood.candidates), text
    assert tried or game not in ("hexygame", "hexknight", "planetary_conquerors")
