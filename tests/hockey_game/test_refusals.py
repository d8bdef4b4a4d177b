"""A position for each stage of a round, and much that cannot be done in it: the reason, the rule, and what could be said instead."""

from __future__ import annotations

import random

import pytest

from rules.legal_actions import legal
from tests.every_game.test_contract import broken
from tests.every_game.test_words import branches
from tests.hockey_game.table import RULES, TestTable
from tests.played_game import refusal

ROWS = """
    open | special +1 | not_a_special HG-5.1 | stickhandler
    open | special jakub | not_a_special HG-5.1 | stickhandler
    open | deploy stickhandler | not_a_hero HG-5.1 | jakub
    open | deploy erik | not_in_hand HG-5.1 | jakub
    open | special second_wind | nothing_to_recover HG-10.1 | stickhandler
    open | special | not_an_action HG-5.1 | stickhandler
    open | deploy | not_an_action HG-5.1 | jakub
    open | time +1 +1 +1 | not_in_hand HG-8.1 | jakub stickhandler second_wind
    open | time +2 | not_in_hand HG-8.1 | +1 jakub stickhandler second_wind
    open | time +1 +2 | not_in_hand HG-8.1 | jakub stickhandler second_wind
    open | go_on now | not_an_action HG-5.1 | go_on
    open | finish | asked_otherwise HG-5.1 | deploy special go_on time
    open | pass n3 | asked_otherwise HG-5.1 | deploy special go_on time
    open | bonus +1 | asked_otherwise HG-5.1 | deploy special go_on time
    open |  | asked_otherwise HG-5.1 | deploy special go_on time
    open | time | not_an_action HG-5.1 | +1 jakub stickhandler second_wind
    declare | pass | not_an_action HG-5.4 | ga a1 a2 ba n1 n2 n3 n4 bb
    declare | pass c | same_field HG-3.5 | ga a1 a2 ba n1 n2 n3 n4 bb
    declare | pass zz | no_such_field HG-2.1 | ga a1 a2 ba n1 n2 n3 n4 bb
    declare | pass n3 n3 | not_an_action HG-5.4 | pass n3
    declare | speed n1 | other_lane HG-3.1 | ga ba bb
    declare | shot now | not_an_action HG-5.4 | shot
    declare | go_on | asked_otherwise HG-5.4 | speed strength pass shot time
    declare | time | not_an_action HG-5.4 | +1 jakub stickhandler second_wind
    declare | deploy jakub | asked_otherwise HG-5.4 | speed strength pass shot time
    play | bonus | not_an_action HG-5.6 | +1
    play | bonus +1 +1 | not_an_action HG-5.6 | bonus +1
    play | bonus +2 | not_in_hand HG-5.6 | +1
    play | bonus jakub | not_a_bonus HG-5.6 | +1
    play | bonus stickhandler | not_a_bonus HG-5.6 | +1
    play | hero matous | used_already HG-5.9 | none
    play | hero none none | not_an_action HG-5.6 | hero none
    play | hero erik | not_deployed HG-5.9 | none
    play | hero jakub | not_deployed HG-5.9 | none
    play | hero matous jakub | used_already HG-5.9 | none
    play | reroll | no_reroll HG-5.6 |
    play | reroll now | no_reroll HG-5.6 |
    play | finish now | not_an_action HG-5.6 | finish
    play | restart c | asked_otherwise HG-5.6 | bonus hero finish time
    play | deploy jakub | asked_otherwise HG-5.6 | bonus hero finish time
    defend | deploy jakub | not_in_hand HG-5.11 |
    defend | special +1 | not_a_special HG-5.11 |
    defend | pass n3 | asked_otherwise HG-5.11 | go_on time
    defend | time +1 +1 +1 | not_an_action HG-5.11 | time +1 +1
    defend | hero erik | asked_otherwise HG-5.11 | go_on time
    defend | go_on go_on | not_an_action HG-5.11 | go_on
"""


def opening() -> TestTable:
    """The attacker begins with a hero on the table and one in hand, and with a special that has nothing to take back."""
    table = TestTable("cze", "swe").side(0, hand="+1 stickhandler jakub second_wind", heroes="matous", discard="sisu").side(1, heroes="erik")
    return table.attack(0, "c")


def at(stage: str) -> TestTable:
    """The first attack, so far."""
    table = opening()
    for name, action in (("open", "go_on"), ("declare", "pass n3"), ("play", "finish")):
        if name == stage:
            return table
        table.act(action)
    return table


def stretcher() -> TestTable:
    """The attacker chooses one of two heroes."""
    table = TestTable("cze", "swe").side(0, hand="+2r +1").side(1, heroes="erik torsten").attack(0, "c").referee("stretcher")
    table.act("go_on", "pass n3", "bonus +2r")
    return table


def second_wind() -> TestTable:
    """The attacker takes one of three cards back."""
    table = TestTable("cze", "swe").side(0, hand="second_wind +1", discard="+2 +2 jakub sisu").attack(0, "c")
    table.act("special second_wind")
    return table


def two_heroes() -> TestTable:
    """The attacker may use two of three heroes."""
    table = TestTable("cze", "swe").side(0, hand="two_man_rush +1 +1 +2r +2r", heroes="jakub matous vojtech").attack(0, "c")
    table.act("special two_man_rush", "pass n3")
    return table


def restart() -> TestTable:
    """A shot has missed."""
    return TestTable("swe", "can").attack(0, "b1").dice(1, 1, 6, 6).round("shot")


QUESTIONS = {
    "attack_open": opening,
    "attack_declare": lambda: at("declare"),
    "attack_play": lambda: at("play"),
    "attack_play with two heroes": two_heroes,
    "defend_open": lambda: at("defend"),
    "injury_target": stretcher,
    "recover_pick": second_wind,
    "restart_choice": restart,
}


@pytest.mark.parametrize("row", [row.strip() for row in ROWS.strip().splitlines()])
def test_reasons(row):
    """HG-2.1, HG-3.1, HG-3.5, HG-5.1, HG-5.4, HG-5.6, HG-5.9, HG-5.11, HG-8.1, HG-10.1: each under its own rule."""
    stage, action, told, *could = (part.strip() for part in row.split("|"))
    refused = at(stage).refusal(action)
    assert f"{refused.reason} {refused.rule}" == told
    assert refused.legal == tuple(" ".join(could).split())


@pytest.mark.parametrize("stage", QUESTIONS)
def test_words_and_refusals(stage):
    """HG-15.1: words follow a beginning exactly if a legal action begins so, and each is carried out; anything else is refused."""
    table, rng = QUESTIONS[stage](), random.Random(1)
    assert table.stage == stage.split()[0]
    listed = set(legal(RULES, table.state, table.seat))
    assert RULES.decision(table.state, table.seat).default in listed
    for action in listed:
        RULES.apply(table.state, table.seat, action)
    tree = branches(listed)
    others = {said for _ in range(8) for said in broken((), listed, rng)}
    for said in others:
        refusal(RULES, table.state, table.seat, said)
    for said in others | set(tree):
        assert {w.text: w.end for w in RULES.words(table.state, table.seat, said)} == tree.get(said, {}), said


def test_how_often_a_card_may_be_played():
    """HG-5.7, HG-5.8: as often as it is in the hand, but with the symbol once; all of them together as often as that allows."""
    table = two_heroes()
    assert {w.text: w.times for w in RULES.words(table.state, 0, ("bonus",))} == {"+1": 2, "+2r": 1}
    assert {w.text: w.times for w in RULES.words(table.state, 0, ())}["bonus"] == 3
