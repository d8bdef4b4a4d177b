"""Nothing leaks: whatever is drawn anew for a seat, that seat sees the same views, pictures and texts."""

from __future__ import annotations

import random

import pytest

from data.content import build, games
from data.language import texts
from render.look import Look
from render.painter import painter
from rules.game import to_builtins
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_action, spread
from tests.every_game.test_knowledge import oracle
from tests.positions import built, seats_of
from tests.sampled import EVERYWHERE, often

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def worlds(setup, seed=11, count=24):
    """Positions, each with a seat (or everybody) and a state that this seat cannot tell from it."""
    rules = setup.rules
    for n, (state, _, _, _) in enumerate(spread(setup, seed, count)):
        for viewer in (*range(setup.seats), None):
            yield state, rules.imagine(state, viewer, Chance.of(n, "shuffle", viewer)), viewer


@every_setup
def test_something_is_unknown(setup):
    """The other tests here prove nothing unless the imagined states differ."""
    rules = setup.rules
    assert any(rules.dump(a) != rules.dump(b) for a, b, _ in worlds(setup)) or not oracle(setup.game).hidden


@every_setup
def test_views(setup):
    rules = setup.rules
    for state, other, viewer in worlds(setup):
        assert to_builtins(rules.view(state, viewer)) == to_builtins(rules.view(other, viewer))


@every_setup
def test_words_offered_to_the_viewer(setup):
    rules = setup.rules
    for state, other, viewer in worlds(setup):
        if viewer in rules.to_act(state):
            assert list(legal(rules, state, viewer)) == list(legal(rules, other, viewer))


# At positions that are built


BUILT = often(6, 60)
"""So many of them."""
every_game = pytest.mark.parametrize("game", games())


def built_worlds(game):
    """Positions that play seldom reaches, each with a seat (or everybody) and a state that this seat cannot tell from it."""
    rules = build(game)
    for number in range(BUILT):
        state = built(game, number, "leaks")
        for viewer in (*seats_of(state), None):
            yield rules, state, rules.imagine(state, viewer, Chance.of(number, "shuffle", viewer)), viewer


@every_game
def test_views_at_built_positions(game):
    for rules, state, other, viewer in built_worlds(game):
        assert to_builtins(rules.view(state, viewer)) == to_builtins(rules.view(other, viewer))
        assert rules.load(rules.dump(other)) == other
        if viewer is not None:
            assert (rules.asides(state, viewer), rules.shortcuts(state, viewer)) == (rules.asides(other, viewer), rules.shortcuts(other, viewer))


@every_game
def test_what_is_offered_at_built_positions(game):
    """Ways down what a seat may do now and say ahead, word by word: the same in worlds that it cannot tell apart."""
    rng = random.Random(4)
    for rules, state, other, viewer in built_worlds(game):
        if viewer is None:
            continue
        for ask in (rules.words, rules.words, rules.sayable, rules.sayable):
            prefix = ()
            while words := ask(state, viewer, prefix):
                assert words == ask(other, viewer, prefix), f"{viewer} after {prefix}"
                prefix = (*prefix, rng.choice(words).text)
            assert not ask(other, viewer, prefix), f"{viewer} after {prefix}"


@every_game
def test_a_turn_that_is_foreseen_at_built_positions(game):
    """It follows from what the seat knows."""
    for rules, state, other, viewer in built_worlds(game):
        if viewer is not None:
            one, two = rules.foreseen(state, viewer), rules.foreseen(other, viewer)
            assert (one is None) == (two is None)
            assert one is None or to_builtins(rules.view(one, viewer)) == to_builtins(rules.view(two, viewer))


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_pictures_and_texts(setup):
    rules = setup.rules
    paint = painter(setup.game)
    look = Look("dark", texts("cs", setup.game), tuple(f"P{i}" for i in range(setup.seats)))
    for state, other, viewer in worlds(setup, count=often(2, 4)):
        one, two = rules.view(state, viewer), rules.view(other, viewer)
        assert paint.paint(one, look).png == paint.paint(two, look).png
        for brief in (True, False):
            assert paint.describe(one, look, brief) == paint.describe(two, look, brief)
        if viewer is not None:
            assert paint.paint_hand(one, look) == paint.paint_hand(two, look)
            assert paint.paint_strip(one, look) == paint.paint_strip(two, look)
            words = [word.text for word in rules.words(state, viewer, ())]
            assert paint.paint_on_board(one, look, (), words).png == paint.paint_on_board(two, look, (), words).png


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_imagined_states_are_games(setup):
    """Computer players search them, so they must be playable to the end."""
    rules = setup.rules
    for n, (_, other, _) in enumerate(worlds(setup, count=5 if EVERYWHERE else 2)):
        rng = random.Random(n)
        while acting := rules.to_act(other):
            other = rules.apply(other, acting[0], random_action(rules, other, acting[0], rng)).state
        assert rules.outcome(other) is not None
