"""What an action has counted, against the goals and points of the board."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from cogs.messages.moves.score import score, score_changed
from data.language import LANGUAGES, texts
from tests.every_game.setups import Setup, random_game


def test_a_score_begins_with_ones_own():
    assert score((1, 0), 0) == "1:0"
    assert score((1, 0), 1) == "0:1"
    assert score((1, 2, 3), 1) == "2:1:3"


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
