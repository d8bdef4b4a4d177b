"""Positions that are lost in a moment but for a few actions: hard finds a way out. `python -m tests.tools.must_block GAME` searches for more."""

from __future__ import annotations

from functools import partial

import pytest

from data.content import build, games
from rules.computer_levels import LEVELS, computed
from rules.game import Budget
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.tools.must_block import FEW, Threat, found, must_block, stored

PLACES = [(game, number) for game in games() for number in range(len(stored(game)))]


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.parametrize(("game", "number"), PLACES)
def test_hard_finds_the_way_out(game, number):
    rules, position = build(game), stored(game)[number]
    state = rules.load(position.snapshot)
    assert computed(rules, state, position.seat, LEVELS[-1], Chance.of(number, "way out")) in position.ways


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize(("game", "number"), PLACES)
def test_a_stored_position_is_one_whatever_is_hidden(game, number):
    """In a world that was not looked at when it was found, the same few actions are ways out."""
    rules, position = build(game), stored(game)[number]
    world = rules.imagine(rules.load(position.snapshot), position.seat, Chance.of(number, "another world"))
    assert Threat(rules, world, position.seat).ways(world) == position.ways
    assert 0 < len(position.ways) <= FEW * len(list(legal(rules, world, position.seat)))


def test_what_is_said_to_be_lost_is_lost_by_the_solver_too():
    """Monster Hex's own solver, which knows nothing of turns, finds no share after what loses, and one after a way out that is the last action."""
    rules, compared = build("monster_hex"), 0
    search = rules.opponents[LEVELS[-1]]
    for position in stored("monster_hex")[:10]:
        state = rules.load(position.snapshot)
        for action in legal(rules, state, position.seat):
            weighed = search.weigh(rules, partial(rules.imagine, state, position.seat), position.seat, Chance.of(1), Budget(6000), action)
            share = next(found for found in weighed if found.action == action)
            if share.proven and action not in position.ways:
                assert share.share == 0.0
                compared += 1
    assert compared > 5


def test_positions_are_found_in_games_of_computers():
    position = next(position for number in range(40) for position in found("monster_hex", number))
    rules = build("monster_hex")
    again = must_block(rules, rules.load(position.snapshot), position.seat, Chance.of(7))
    assert again == position
