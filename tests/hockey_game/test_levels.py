"""The computer opponent: sensible, quick, seeing only what its seat may. More games by `python -m tests.tools.strength hockey_game`."""

from __future__ import annotations

import pytest

from rules.computer_levels import computed
from rules.computers.weighed import Weighed
from rules.game import Budget
from rules.hockey_game.computer.dice import wins
from rules.hockey_game.state import State
from rules.randomness import Chance
from tests.hockey_game.table import RULES, TestTable
from tests.sampled import often
from tests.tools.strength import RANDOM, play


def wish(table: TestTable, opponent: str = "normal") -> str:
    return " ".join(computed(RULES, table.state, table.seat, opponent, Chance.of(3)))


def test_beats_random_play():
    games = [play("hockey_game", "normal", RANDOM, seed) for seed in range(often(2, 12))]
    assert sum(g.won for g in games) >= len(games) - 0.5
    assert max(g.slowest for g in games) < 1


def test_chances():
    """The dice are weighed exactly."""
    assert abs(wins(0) - (1 - 146 / 1296) / 2) < 1e-9
    assert (wins(-11), wins(11)) == (0, 1)


def test_shoots_in_front_of_an_open_goal():
    table = TestTable("svk", "sui").attack(0, "gb")
    table.act("go_on")
    assert wish(table) == "shot"


def test_keeps_its_cards_for_shots_that_matter():
    """The same miss is worth cards against a shot, and heavy ones are kept when it is only a pass far from the goal."""
    shot = TestTable("can", "swe").side(1, hand="+3 +3 +2 +2 +1").attack(0, "b1").dice(6, 4, 4, 4)
    shot.act("go_on", "shot", "finish", "go_on")
    assert wish(shot).startswith("bonus")
    harmless = TestTable("can", "swe").side(1, hand="+3 +3 +2 +2 +1").attack(0, "n2").dice(6, 6, 1, 1)
    harmless.act("go_on", "pass a1", "finish", "go_on")
    assert wish(harmless) == "finish"


def test_spends_nothing_on_what_is_reached_or_hopeless():
    for dice in ((1, 1, 6, 6), (6, 6, 1, 1)):
        table = TestTable("svk", "sui").side(1, hand="+1 +1 +1 +1 +1", time=False).attack(0, "b1").dice(*dice)
        table.act("go_on", "shot", "finish", "go_on")
        assert wish(table) == "finish"


def test_takes_the_cheapest_cards_that_reach():
    table = TestTable("svk", "sui").side(1, hand="+3 +1 shot+2 +2 jakub").attack(0, "b1").dice(3, 3, 6, 2)
    table.act("go_on", "shot", "finish", "go_on")
    missing = table.total(0) - table.total(1)
    while table.stage == "defend_play":
        table.act(wish(table))
    played = [n for source, _, n in table.parts(1) if source == "bonus"]
    assert missing <= sum(played) <= missing + 1


def test_deploys_when_the_round_is_lost_anyway():
    table = TestTable("svk", "sui").side(1, hand="reto +1 +1 +1 +1").attack(0, "n1").dice(6, 6)
    table.act("go_on", "speed n3", "finish")
    assert wish(table) == "deploy reto"


def test_injures_the_hero_who_decides_the_round():
    table = TestTable("svk", "cze").side(0, heroes="samo dusan").side(1, hand="blocked_ankle +1").attack(0, "c").dice(3, 3)
    table.act("go_on", "pass n3", "finish", "special blocked_ankle")
    assert wish(table) == "injure samo"


def test_the_other_hand_changes_nothing():
    """What it does depends on no card it may not see."""
    for hand in ("+1 +1 +1 +1 +1", "+3 +3 +3 shot+3 iron_box"):
        table = TestTable("svk", "swe").side(0, hand="+2 shot+2 +1 +1 +1").side(1, hand=hand, deck="+1 +1 +1 +1 +1 +3 +3 +3 shot+3 iron_box")
        table.attack(0, "bb").dice(3, 3)
        assert wish(table) == "go_on"
        table.act("go_on")
        first = wish(table)
        assert first == "shot" or first.startswith(("pass", "strength"))


def test_drafts_a_deck():
    state = RULES.setup(2, {"mode": "draft"}, 4).state
    while state.stage == "draft_pick":
        state = RULES.apply(state, state.active, computed(RULES, state, state.active, "normal", Chance.of(1))).state
    assert all(len(side.picks) == 21 for side in state.sides)


@pytest.mark.parametrize(
    ("dice", "spending", "wanted", "cheaper"),
    [
        ((1, 1, 6, 6), 0.611, "finish", True),
        ((1, 1, 6, 6), 0.63, "bonus +1", False),
        ((6, 6, 1, 1), 0.611, "bonus +1", False),
    ],
    ids=["equal within the error", "worth it", "not stopped yet"],
)
def test_keeps_its_cards_where_the_attack_is_stopped_and_they_bring_nothing_that_can_be_told(monkeypatch, dice, spending, wanted, cheaper):
    """The cheaper of what is as good, which the hint says."""
    table = TestTable("svk", "sui").side(1, hand="+1 +1 +1 +1 +1", time=False).attack(0, "b1").dice(*dice)
    table.act("go_on", "shot", "finish", "go_on")
    hard = RULES.opponents["hard"]
    shares = [Weighed(("bonus", "+1"), spending, 9), Weighed(("finish",), 0.598, 9)]
    monkeypatch.setattr(type(hard), "weigh", lambda *_: shares)
    found = hard.advise(RULES, lambda chance: RULES.imagine(table.state, 1, chance), 1, Chance.of(1), Budget(60))
    assert (" ".join(found.action), found.cheaper) == (wanted, cheaper)


@pytest.mark.parametrize(("dice", "wanted"), [((6, 6, 1, 1), "finish"), ((2, 2, 5, 5), "bonus +1")], ids=["out of reach", "all cards may be enough"])
def test_a_hint_spends_no_card_on_what_all_cards_cannot_reach(monkeypatch, dice, wanted):
    table = TestTable("svk", "sui").side(1, hand="+1 +1 +1", time=False).attack(0, "b1").dice(*dice)
    table.act("go_on", "shot", "finish", "go_on")
    hard = RULES.opponents["hard"]
    shares = [Weighed(("bonus", "+1"), 0.611, 9), Weighed(("finish",), 0.598, 9)]
    monkeypatch.setattr(type(hard), "weigh", lambda *_: shares)

    def glimpse(chance: Chance) -> State:
        return RULES.imagine(table.state, 1, chance)

    found, _ = hard.explained(RULES, glimpse, 1, Chance.of(1), Budget(60))
    assert " ".join(found[0].action) == wanted
    assert hard.advise(RULES, glimpse, 1, Chance.of(1), Budget(60)).action == ("bonus", "+1"), "what it plays itself is not changed"
