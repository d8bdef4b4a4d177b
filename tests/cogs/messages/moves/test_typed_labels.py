"""The labels of buttons, typed: whatever a panel calls an action is understood as that action."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cogs.messages.lesson_panel import picking_of
from cogs.messages.moves.picker import choices_at
from cogs.messages.moves.picker_context import Picking, Place
from cogs.messages.moves.typed_actions import meant
from cogs.messages.moves.typed_names import named_in
from cogs.messages.refusals import misread
from data.content import build, games
from data.language import Texts, texts
from render.look import Look
from rules.game import Action
from rules.legal_actions import legal
from rules.notation import Misread
from tests.sampled import in_one_language

QUESTIONS, SEEDS = 40, 3
"""So many questions of so many games are looked at."""


def questions(game: str, look: Look, say: Texts, seed: int) -> Iterator[Picking]:
    """Each question of the first seat in a game in which chance plays, as its panel is built."""
    rules, chance = build(game), random.Random(seed)
    state = rules.setup(2 if 2 in rules.seats else 1, {}, seed).state
    while seats := rules.to_act(state):
        if seats[0] == 0:
            yield picking_of(game, state, look, say)
        state = rules.apply(state, seats[0], chance.choice([*islice(legal(rules, state, seats[0]), 200)])).state


def labels(picking: Picking) -> Iterator[tuple[str, Action]]:
    """What the panel calls each whole action that it offers on a button, on it or in the line beside it."""
    for item in choices_at(picking, Place(0, 0, 0, ())).items:
        if item.verb == "do":
            for label in (item.item.label or "", item.beside.partition("**")[2].partition("**")[0]):
                if label and not label.endswith("…") and label != picking.say("pick.play"):
                    yield label, Place.read(item.rest).prefix


@pytest.mark.parametrize(("game", "language"), in_one_language(games()))
def test_what_a_button_says_can_be_typed(game, language):
    """Without a question back: in the language of the reader, whatever is asked."""
    say, rules, seen = texts(language, game), build(game), set[tuple[str, Action]]()
    look = Look("dark", say, ("Anna", "Bohumil"))
    for seed in range(SEEDS):
        for picking in islice(questions(game, look, say, seed), QUESTIONS):
            state: Any = picking.state
            names = named_in(rules, picking.view, lambda said: look._replace(say=said), say)
            for label, action in labels(picking):
                if (label, action) not in seen:
                    read = meant(rules, state, 0, names, label)
                    assert read == action or rules.apply(state, 0, read) == rules.apply(state, 0, action), (label, action, read)
                seen.add((label, action))
    assert len(seen) > 5, seen


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
@pytest.mark.parametrize("game", games())
def test_the_end_of_a_turn_is_called_as_on_its_button(game, language):
    """In all languages, whichever the reader's is: `ukončit tah` to an English reader, too."""
    english, say, rules = texts("en", game), texts(language, game), build(game)
    look = Look("dark", english, ("Anna", "Bohumil"))
    for picking in islice(questions(game, look, english, 1), QUESTIONS):
        own = [(word.text, label) for word in picking.words(()) if word.end and (label := say.find(f"do.{picking.kind()}.{word.text}"))]
        names = named_in(rules, picking.view, lambda said: look._replace(say=said), english)
        for word, label in own:
            assert meant(rules, picking.state, 0, names, label.upper()) == (word,)


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_an_everyday_word_for_a_whole_action_leaves_no_sentence_open(language):
    """Nothing follows `end`: neither dots nor an empty list are promised."""
    say, rules = texts(language, "planetary_conquerors"), build("planetary_conquerors")
    look = Look("dark", say, ("Anna", "Bohumil"))
    picking = next(p for p in questions("planetary_conquerors", look, say, 1) if any(word.text == "end" and word.end for word in p.words(())))
    with pytest.raises(Misread) as found:
        meant(rules, picking.state, 0, named_in(rules, picking.view, lambda said: look._replace(say=said), say), "finish abracadabra")
    told = misread(found.value, say)
    assert "`end`" in told
    assert told.endswith(".")
