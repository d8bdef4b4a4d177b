"""Which options count at a table: all that its game has, as they are called today, others refused in words; and what a rating or a prize changes."""

from __future__ import annotations

import pytest

from cogs.play.options import OPENING, PIE, check_options, for_one_game, for_stakes
from cogs.play.unfit import Unfit
from data.content import build, games
from rules.game import Option, Rules
from rules.parts.ahead import PAUSE


class Chess(Rules):
    options = (Option("board", ("small", "large"), former=(("big", "large"),)), Option("drawn", ("on", "off")))


CHESS = object.__new__(Chess)


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ({}, {"board": "small", "drawn": "on"}),
        ({"board": "large"}, {"board": "large", "drawn": "on"}),
        ({"drawn": "off", "board": "big"}, {"board": "large", "drawn": "off"}),
    ],
)
def test_what_nobody_has_chosen_is_as_usual(typed, counts):
    assert check_options(CHESS, typed) == counts


@pytest.mark.parametrize("typed", [{"colour": "red"}, {"board": "huge"}, {"board": ""}, {"": "small"}])
def test_what_the_game_does_not_have_is_said(typed):
    ((key, value),) = typed.items()
    with pytest.raises(Unfit) as caught:
        check_options(CHESS, typed)
    assert (caught.value.reason, caught.value.facts["option"]) == ("game.no_such_option", f"{key}={value}")


@pytest.mark.parametrize("game", games())
def test_with_a_prize_nobody_can_tell_orders_from_people_unless_it_was_chosen_otherwise(game):
    rules = build(game)
    options = {option.key: option.values for option in rules.options}
    usually, chosen = check_options(rules, for_stakes(rules, {})), check_options(rules, {})
    if PAUSE not in options:
        assert usually == chosen
        return
    assert chosen[PAUSE] == options[PAUSE][0] != usually[PAUSE]
    assert {**usually, PAUSE: None} == {**chosen, PAUSE: None}
    for word in options[PAUSE]:
        assert for_stakes(rules, {PAUSE: word}) == {PAUSE: word}


@pytest.mark.parametrize("game", games())
def test_a_game_that_stands_alone_settles_evenly_who_begins(game):
    """MH-1.8: where the game has a pie for so many, unless something else was chosen."""
    rules = build(game)
    values = next((option.values for option in rules.options if option.key == OPENING), ())
    for seats in rules.seats:
        assert for_one_game(rules, {}, seats) == ({OPENING: PIE} if PIE in values and seats == 2 else {})
        for value in values:
            assert for_one_game(rules, {OPENING: value}, seats) == {}
