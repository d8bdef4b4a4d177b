"""The colours of buttons over the questions of whole games, in every language: green and red play what the label says, blue leads on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.messages.buttons import BRIEF, Press
from cogs.messages.moves.button_colours import BLUE, GREEN, GREY, RED, coloured, finals, plays
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Picking, Place
from data.content import games
from data.language import LANGUAGES
from rules.legal_actions import closing
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.test_menus import picking
from tests.sampled import often

QUESTIONS, DEEP, WIDE = often(15, 40), 3, 4
"""So many questions of a game are looked at, so many words far, by so many of the words at each place."""


def panels(asked: Picking, rng: random.Random, prefix: tuple[str, ...] = ()) -> Any:
    """The buttons of a question, and of the places that its words lead to."""
    shown = _shown(asked, Place(1, 1, 0, prefix), 0)
    yield shown.place.prefix, [item for item in shown.items if isinstance(item, Press)]
    words = [word for word in shown.words if not word.end]
    for word in rng.sample(words, min(WIDE, len(words))) if len(prefix) < DEEP else ():
        yield from panels(asked, rng, (*shown.place.prefix, word.text))


@pytest.mark.sampled(0.13, any=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
async def test_what_plays_is_green_or_red_and_says_so_and_what_leads_on_is_blue(game, language):
    setup, rng = next(s for s in SETUPS if s.game == game), random.Random(3)
    questions, met = whole_game(setup), set()
    for state, seat, *_ in questions[:: max(1, len(questions) // QUESTIONS)]:
        asked = picking(setup.rules, state, seat, language)
        for prefix, presses in panels(asked, rng):
            await coloured(asked, presses)
            for press in presses:
                style, row = press.item.style, plays(asked, press)
                met.add(style)
                if press.verb == "step":
                    chosen = Place.read(press.rest).prefix
                    forward = len(chosen) > len(prefix)
                    assert style == (BLUE if forward else GREY)
                    assert not forward or setup.rules.words(state, seat, chosen), "it leads on"
                    continue
                assert style in (GREEN, RED)
                assert row
                assert closing(setup.rules, state, seat, row[0]), "it plays"
                label = press.item.label or ""
                assert label
                if press.verb == "do" and len(row[0]) > 1:
                    last = asked.name_of(row[0][:-1], row[0][-1]).removesuffix(" …")
                    assert last.casefold() in label.casefold(), (label, row)
    assert GREEN in met


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
def test_red_is_the_same_in_worlds_that_a_seat_cannot_tell_apart(game):
    """Whatever others hold or have answered: the worlds are imagined, and what is red in one is red in all of them."""
    setup, rng, reds = next(s for s in SETUPS if s.game == game), random.Random(5), 0
    questions = whole_game(setup)
    for n, (state, seat, *_) in enumerate(questions[:: max(1, len(questions) // QUESTIONS)]):
        asked = picking(setup.rules, state, seat, "en")
        rows = [row for _, presses in panels(asked, rng) for press in presses if (row := plays(asked, press))]
        if setup.rules.decision(state, seat).sealed:
            continue
        found = finals(setup.rules, state, seat, n, rows)
        reds += sum(found)
        for other in range(2):
            world = setup.rules.imagine(state, seat, Chance.of(other, "another world"))
            assert finals(setup.rules, world, seat, n, rows) == found
    assert reds


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
def test_what_is_not_red_shows_nothing_that_one_did_not_know(game):
    """By another road: an action that is green brings the same in whatever world it is played, the true one among them."""
    setup, rng = next(s for s in SETUPS if s.game == game), random.Random(7)
    rules, questions = setup.rules, whole_game(setup)
    wrong = looked = 0
    for n, (state, seat, *_) in enumerate(questions[:: max(1, len(questions) // QUESTIONS)]):
        if rules.decision(state, seat).sealed:
            continue
        asked = picking(rules, state, seat, "en")
        rows = [row for _, presses in panels(asked, rng) for press in presses if len(row := plays(asked, press)) == 1]
        for (action,), red in zip(rows, finals(rules, state, seat, n, rows), strict=True):
            looked += 1
            other = rules.imagine(state, seat, Chance.of(n, "elsewhere"))
            there, here = (rules.view(rules.apply(world, seat, action).state, seat) for world in (other, state))
            wrong += not red and there != here
    assert looked
    assert wrong <= looked // 100, "what is rarely shown may be missed, now and then"


def test_what_can_be_read_on_a_phone():
    assert BRIEF == 38
