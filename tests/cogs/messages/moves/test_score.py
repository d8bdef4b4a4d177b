"""What an action has counted, against the goals and points of the board."""

from __future__ import annotations

import random
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.moves.carrying_out import Carried
from cogs.messages.moves.result import _score
from cogs.messages.moves.score import score, score_changed
from cogs.play.only_answers import Answered
from data.language import LANGUAGES, texts
from data.user_text import Called
from tests.every_game.setups import Setup, random_game


def test_a_score_begins_with_ones_own():
    names = (Called("Anna"), Called("B*b"), "Computer (easy)", "Dara")
    assert score((1, 0), 0, names) == "1:0"
    assert score((1, 0), 1, names) == "0:1"
    assert score((1, 2.5, -3, 0), 2, names) == r"−3 (Anna 1, B\*b 2½, Dara 0)", "nobody knows whose figure is which of four"
    assert score((1, 2, 3), 1, names) == "2 (Anna 1, Computer, easy 3)"


@pytest.mark.parametrize("game", ["hockey_game", "monster_hex"])
def test_it_is_told_exactly_when_it_has_changed(game):
    setup = Setup(game, 2, {})
    counts = {
        "hockey_game": lambda board: {side.seat: side.goals for side in board.sides},
        "monster_hex": lambda board: {faction.seat: faction.score for faction in board.factions},
    }[game]
    table = SimpleNamespace(rules=setup.rules, seats=(0, 1), names=("Anna", "Bohumil"))
    told = 0
    for state, seat, action, step in random_game(setup, 4, random.Random(4)):
        if setup.rules.decision(state, seat).sealed:
            continue
        then, now = (counts(setup.rules.view(at, seat).board) for at in (state, step.state))
        say = texts(LANGUAGES[told % 3], game)
        found = score_changed(table, seat, [action], [state], say)
        if len(then) == len(now) == 2 and None not in (*then.values(), *now.values()) and then != now:
            (line,) = found
            assert f"{now[seat]}:{now[1 - seat]}" in line
            gained = now[1 - seat] - then[1 - seat]
            if game == "monster_hex" and now[seat] == then[seat]:
                assert f"{table.names[1 - seat]} {gained:+}" in line.replace("−", "-")
            told += 1
        else:
            assert not found
    assert told


def test_what_the_only_answers_after_an_action_have_counted_is_told_with_it():
    """A goal against that comes when there is nothing left but to finish the defence: in the first line of the panel, not after the news alone."""
    setup, told = Setup("hockey_game", 2, {}), 0
    table = SimpleNamespace(rules=setup.rules, seats=(0, 1), names=("Anna", "Bohumil"))
    game = list(random_game(setup, 4, random.Random(4)))
    for (before, seat, action, _), (then, other, only, step) in pairwise(game):
        goals = [{side.seat: side.goals for side in setup.rules.view(at, seat).board.sides} for at in (before, step.state)]
        if seat != other or goals[0] == goals[1] or any(setup.rules.decision(at, seat).sealed for at in (before, then)):
            continue
        answered: Any = Answered(only, then, None)  # type: ignore[arg-type]
        done = Carried((action,), (), 0, 2, before=(before,), only=(answered,))
        (line,) = _score(table, seat, done, texts("en", "hockey_game"))  # type: ignore[arg-type]
        assert f"{goals[1][seat]}:{goals[1][1 - seat]}" in line
        told += 1
    assert told
