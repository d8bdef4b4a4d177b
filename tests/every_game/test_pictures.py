"""Every game's pictures and words, at every stage, in every language and theme."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from data.language import LANGUAGES, texts
from data.rulebook import rulebook
from render.look import Look
from render.painting import painter
from render.theme import THEMES
from tests.every_game.setups import SETUPS, random_game

UNSAID = re.compile(r"[{}]|None|\b(word|asked|[mh][hkgx]|pc)\.")
"""What stands in a text where a key has no words, or a fact is missing."""
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def looks(setup):
    names = ("Anna", "Bohumil Nejdelší-Příjmení z Příbrami", "Cécile 🐉", "D")[: setup.seats]
    for n, theme in enumerate(THEMES):
        yield Look(theme, texts(LANGUAGES[n], setup.game), names)
    yield Look("light", texts("fr", setup.game), names)


@every_setup
def test_boards_hands_and_choices(setup):
    rules = setup.rules
    paint = painter(setup.game)
    whole = list(random_game(setup, 21))
    for state, seat, action, _ in whole[:: max(1, len(whole) // 4)]:
        for look in looks(setup):
            picture = paint.paint(rules.view(state, None), look)
            image = Image.open(io.BytesIO(picture.png))
            image.load()
            assert image.size == picture.size
            assert 400 <= image.width <= 1200
            assert len(paint.describe(rules.view(state, None), look, brief=True)) <= 1024
            view = rules.view(state, seat)
            for length in range(len(action)):
                words = [w.text for w in rules.words(state, seat, action[:length])]
                paint.paint_choice(view, look, action[:length], words)
                assert all(isinstance(paint.hint(view, look, action[:length], w), str) for w in words)


@every_setup
def test_a_difference_is_the_same_as_a_whole_picture(setup):
    """A picture made from the last one equals one drawn from nothing."""
    rules = setup.rules
    paint = painter(setup.game)
    look = next(looks(setup))
    for _, _, _, step in list(random_game(setup, 22))[:25]:
        view = rules.view(step.state, None)
        assert paint.paint(view, look, previous=str(setup)).png == paint.paint(view, look).png


@every_setup
def test_every_event_has_words_or_is_silent_in_all_languages(setup):
    paint = painter(setup.game)
    book = rulebook(setup.game, "en")
    for _, _, _, step in random_game(setup, 23):
        for event in step.events:
            lines = [
                paint.narrate(event.kind, event.facts, Look("light", texts(lang, setup.game), ("A", "B", "C", "D")[: setup.seats]))
                for lang in LANGUAGES
            ]
            assert len({line is None for line in lines}) == 1
            for line in lines:
                assert line is None or not UNSAID.search(line), line
            assert lines[0] is None or event.rule in book, f"nobody can ask why {event.kind}"


@every_setup
def test_a_game_that_is_given_up_has_words_and_a_picture(setup):
    """At the very beginning too, when nobody has chosen anything yet."""
    rules = setup.rules
    paint = painter(setup.game)
    states = [state for state, _, _, _ in random_game(setup, 24)]
    for state in (states[0], states[1], states[len(states) // 2]):
        for look in looks(setup):
            step = rules.concede(state, 0)
            view = rules.view(step.state, None)
            paint.paint(view, look)
            lines = [paint.describe(view, look), *(paint.narrate(e.kind, e.facts, look) or "" for e in step.events)]
            assert not [line for line in lines if UNSAID.search(line)]
