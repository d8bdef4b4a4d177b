"""Positions that are lost in a moment unless the right thing is done: hard does it. `python -m tests.tools.must_block GAME` searches for more."""

from __future__ import annotations

from functools import partial

import pytest

from data.content import build, games
from rules.computer_levels import LEVELS
from rules.game import Budget
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.tools.fairness_page import PAGE
from tests.tools.must_block import CHANCE, PASS, WHOLE_TURNS, Threat, finds, found, lines, missed, reaches, stored

PLACES = [(game, number) for game in games() for number in range(len(stored(game)))]


@pytest.mark.sampled(0.02, any=True)
@pytest.mark.parametrize(("game", "number"), PLACES)
def test_hard_finds_the_way_out(game, number):
    """But in those that are known to be missed."""
    assert finds(build(game), stored(game)[number], LEVELS[-1], Chance.of(number, CHANCE)) == (number not in missed().get(game, []))


def test_the_page_says_in_how_many_hard_finds_a_way_out():
    assert "\n".join(lines()) in PAGE.read_text("utf-8")


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize(("game", "number"), PLACES)
def test_a_stored_position_is_one_whatever_is_hidden(game, number):
    """In a world that was not looked at when it was found, doing nothing loses, and the way out is one."""
    rules, position = build(game), stored(game)[number]
    world = rules.imagine(rules.load(position.snapshot), position.seat, Chance.of(number, "another world"))
    assert Threat(rules, world, position.seat).does(position.way)


def test_what_is_said_to_be_lost_is_lost_by_the_solver_too():
    """Monster Hex's own solver, which knows nothing of turns, finds no share after what loses."""
    rules, compared = build("monster_hex"), 0
    search = rules.opponents[LEVELS[-1]]
    for position in stored("monster_hex")[:10]:
        state = rules.load(position.snapshot)
        for action in legal(rules, state, position.seat):
            weighed = search.weigh(rules, partial(rules.imagine, state, position.seat), position.seat, Chance.of(1), Budget(6000), action)
            share = next(found for found in weighed if found.action == action)
            if share.proven and not Threat(rules, state, position.seat).saves(action):
                assert share.share == 0.0
                compared += 1
    assert compared > 5


def test_a_goal_is_stopped_in_hockey_game_by_arithmetic():
    """Where the dice have fallen, and cards alone are played: nothing done leaves the defender below the attacker's value (HG-5.16)."""
    rules, compared = build("hockey_game"), 0
    for position in stored("hockey_game"):
        state = rules.load(position.snapshot)
        if state.stage == "defend_play":
            assert state.turn.total < state.present.turns[state.present.attacker].total
            assert position.way != (("finish",),)
            compared += 1
    assert compared > 5


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("game", WHOLE_TURNS)
def test_who_does_nothing_with_a_turn_is_beaten_in_the_game_itself(game):
    """The line that the search says wins is played by the engine to its end."""
    for position in stored(game):
        threat = Threat(build(game), build(game).load(position.snapshot), position.seat)
        node = threat.start._replace(plan=())
        while acting := threat.rules.to_act(node.state):
            mine = acting[0] == position.seat
            node = threat.after(node, threat.rules.decision(node.state, position.seat).default) if mine else threat.worst(node)
            assert len(node.turns) < 2
        assert threat.rules.outcome(node.state).shares[position.seat] == 0.0


def test_a_point_is_missing_in_hexknight_and_the_way_out_brings_it():
    """The points of the last turn, added up by hand (HK-12.1)."""
    rules = build("hexknight")
    for position in stored("hexknight"):
        state, seat = rules.load(position.snapshot), position.seat
        while rules.to_act(state):
            state = rules.apply(state, seat, rules.decision(state, seat).default).state
        nothing = [hero.score for hero in state.heroes]
        state = rules.load(position.snapshot)
        for action in position.way:
            state = rules.apply(state, seat, action).state
        mine = state.heroes[seat]
        won = mine.experience + mine.ruins + mine.cards - 16 - 2 * mine.wounds + mine.compensation
        assert nothing[seat] + 1 == nothing[1 - seat] <= won


def test_what_stands_in_the_way_to_the_flag_costs_a_choice():
    """Of HexyGame: E2 is the Flag, F4 two steps from it by E3 or F3."""
    assert reaches({"e4": 2}, {"e4"}, ["e2"], 2)
    assert not reaches({"e4": 1}, {"e4"}, ["e2"], 2), "no action is left for the last step"
    assert not reaches({"e4": 2}, {"e4"}, ["e2"], 1)
    assert not reaches({"e4": 2}, {"e4", "e2"}, ["e2"], 2), "somebody stands on the Flag"
    assert reaches({"e4": 2}, {"e4", "e2"}, ["e2"], 3)


def test_the_first_stored_position_is_found_again_in_its_game():
    assert next(found("hockey_game", 9)) == stored("hockey_game")[0]


def test_no_way_out_is_what_is_done_for_somebody_who_is_away():
    for game in games():
        rules = build(game)
        for position in stored(game):
            state = rules.load(position.snapshot)
            assert position.way not in ((), (PASS,), (rules.decision(state, position.seat).default,))
