"""What decided a game, as a sentence: in all languages, in the alt text as well, and nothing where a game was given up."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from data.content import build, games
from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import nothing_decided, painter
from render.theme import USUAL_THEME
from rules.computer_levels import computed
from rules.game import View
from rules.randomness import Chance

NAMES = ("Anna", "Bohumil")
TIED = 81
"""Two of Monster Hex have as many points at the end of this one, and the 7 decides."""
TELLING = [key for key in games() if painter(key).decided is not nothing_decided]
"""The games that say what decided them."""


@cache
def played(key: str, seed: int) -> list[tuple[Any, tuple[str, ...]]]:
    """The states of a game of computers, each with the action that led to it."""
    rules, found = build(key), []
    state, _ = rules.setup(2, {}, seed)
    while acting := rules.to_act(state):
        action = computed(rules, state, acting[0], "easy", Chance.of(seed, "decided", len(found)))
        state, _ = rules.apply(state, acting[0], action)
        found.append((state, action))
    return found


@cache
def decided(key: str) -> View[Any]:
    """The end of a game of which something is known to have decided it."""
    rules = build(key)
    for seed in range(20):
        view = rules.view(played(key, seed)[-1][0], None)
        if painter(key).decided(view, Look(USUAL_THEME, texts("en", key), NAMES)):
            return view
    raise AssertionError(key)


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TELLING)
def test_it_is_one_sentence_which_the_picture_says_as_well(key, language):
    look = Look(USUAL_THEME, texts(language, key), NAMES)
    view = decided(key)
    words = painter(key).decided(view, look)
    assert words.endswith(".")
    assert "\n" not in words
    assert words.partition(look.say("colon"))[2].rstrip(".") in painter(key).describe(view, look)


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("key", games())
def test_who_wins_since_the_other_has_resigned_has_been_decided_for_by_that(key):
    rules = build(key)
    states = played(key, 0)
    state = rules.concede(states[len(states) // 2][0], 0).state
    view = rules.view(state, None)
    words = painter(key).decided(view, Look(USUAL_THEME, texts("en", key), NAMES))
    assert "Turning point" not in words
    assert "Decided by" not in words


def test_the_turning_point_is_the_monster_after_which_the_winner_was_ahead_for_good():
    """As the scores stood after all that a monster brought; who wins by a tie-break or shares the victory was never ahead for good."""
    rules, found = build("monster_hex"), set()
    for seed in (*range(30), TIED):
        turn = ""
        states = played("monster_hex", seed)
        end = rules.view(states[-1][0], None)
        assert end.outcome
        words = painter("monster_hex").decided(end, Look(USUAL_THEME, texts("en", "monster_hex"), NAMES))
        winner, *others = end.outcome.winners
        if others:
            assert not words
            continue
        for state, action in states:
            scores = {f.seat: f.score for f in rules.view(state, None).board.factions if f.seat is not None}
            if action[0] == "place":
                placed = action[2].upper()
            if any(word.text == "take" for seat in rules.to_act(state) for word in rules.words(state, seat, ())):
                continue  # In the middle of a capture.
            if scores[winner] <= max(n for seat, n in scores.items() if seat != winner):
                turn = ""
            elif not turn:
                turn = placed
        assert f" on {turn} surrounds " in words if turn else not words
        found.add(bool(turn))
    assert found == {True, False}
