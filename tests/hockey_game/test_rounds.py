"""Faceoffs, turns, results, the referee, TIME, periods and the end (sections 5 to 9)."""

from __future__ import annotations

import pytest

from rules.hockey_game import game_flow
from rules.hockey_game.state import Goal
from tests.hockey_game.table import CONTENT, RULES, TestTable, stream

# Faceoffs


def faceoff(table: TestTable, *dice: int) -> dict:
    run = table._run()
    table.state.chance = stream(*dice)
    game_flow.faceoff(run, "c")
    return table.last("faceoff")


def test_faceoff():
    """HG-4.1, HG-4.2, HG-4.3: both refill, dice and strength, the best hero's strength, no cards and no field bonus."""
    table = TestTable("cze", "ger").side(0, hand="+1", heroes="borek vojtech").side(1, hand="+1 +1")
    facts = faceoff(table, 3, 3, 2, 2)
    assert facts["add"] == [4, 3]
    assert facts["heroes"] == ["borek", ""]
    assert (facts["sums"], facts["seat"]) == ([10, 7], 0)
    assert [len(side.hand) for side in table.state.sides] == [5, 5]
    assert (table.seat, table.stage, table.state.puck) == (0, "attack_open", "c")


def test_a_tied_faceoff_is_thrown_again():
    """HG-4.3."""
    table = TestTable("cze", "svk")
    facts = faceoff(table, 3, 3, 2, 4, 1, 1, 6, 6)
    assert len(facts["throws"]) == 2
    assert facts["seat"] == 1


# The attacker's turn


def test_opening():
    """HG-5.1: a hero, a special card that fits, or neither; one of them."""
    table = TestTable("sui", "swe").side(0, hand="reto clockwork neutral_trap +1 +2").attack(0, "c")
    assert {a for a in table.legal() if not a.startswith("time")} == {"deploy reto", "special clockwork", "go_on"}
    assert table.refusal("special neutral_trap").reason == "when_defend"
    assert table.refusal("special +1").reason == "not_a_special"
    assert table.refusal("deploy clockwork").reason == "not_a_hero"
    assert table.refusal("deploy urs").reason == "not_in_hand"
    assert table.refusal("shot").reason == "asked_otherwise"
    assert table.refusal("go_on", seat=1).reason == "not_your_turn"
    table.act("special clockwork")
    assert table.stage == "attack_declare"
    assert table.refusal("deploy reto").reason == "asked_otherwise"


def test_a_deployed_hero_is_used_at_once():
    """HG-5.2: and nothing else is played from hand."""
    table = TestTable("sui", "swe").side(0, hand="reto +1 +2").attack(0, "c").dice(3, 3)
    table.act("deploy reto", "speed bb")
    assert ("hero", "reto", 4) in table.parts(0)
    assert not any(a.startswith("bonus") for a in table.legal())
    table.act("finish")
    assert table.state.sides[0].heroes == ["reto"]


def test_a_special_comes_before_the_dice():
    """HG-5.3, HG-10.1: resolved at once, then discarded; bonus cards may follow."""
    table = TestTable("can", "swe").side(0, hand="cannon +1 shot+2").attack(0, "bb").dice(3, 3)
    table.act("special cannon")
    assert table.state.sides[0].discard == ["cannon"]
    table.act("shot")
    assert ("special", "cannon", 3) in table.parts(0)
    table.act("bonus shot+2")
    assert ("bonus", "shot+2", 2) in table.parts(0)


def test_declaring_is_public_and_final():
    """HG-5.4, HG-5.5: then two dice."""
    table = TestTable().attack(0, "c").dice(2, 5)
    table.act("go_on")
    events = table.act("pass n3")
    assert [e.kind for e in events] == ["declared", "rolled"]
    assert all(e.to is None for e in events)
    assert RULES.view(table.state, None).board.round.target == "n3"
    assert table.refusal("pass n1").reason == "asked_otherwise"
    assert table.last("rolled")["dice"] == [2, 5]


def test_after_the_dice():
    """HG-5.6: in any order, until the value is stated; then nothing more."""
    table = TestTable("cze", "swe").side(0, hand="+1 +2 pass+2r", heroes="jakub matous").attack(0, "c")
    table.act("go_on", "pass n3", "bonus +1", "hero jakub", "bonus +2", "finish")
    assert table.seat == 1
    assert table.refusal("bonus pass+2r", seat=0).reason == "not_your_turn"
    assert table.refusal("reroll", seat=1).reason == "asked_otherwise"


def test_bonus_cards():
    """HG-5.7: any number; attribute cards for the declared move, in defence too."""
    table = TestTable("cze", "swe").side(0, hand="+1 +2 pass+3r shot+2").side(1, hand="pass+2r shot+2 +1 jakub").attack(0, "c")
    table.act("go_on", "pass n3")
    assert table.refusal("bonus shot+2").reason == "other_move"
    table.act("bonus +1", "bonus +2", "finish", "go_on")
    assert table.refusal("bonus jakub").reason == "not_a_bonus"
    assert table.legal("bonus") == ["bonus +1", "bonus pass+2r"]
    table.act("bonus pass+2r")
    assert ("bonus", "pass+2r", 2) in table.parts(1)


def test_one_symbol_a_turn():
    """HG-5.8, HG-7.1: its value counts before the referee card is turned."""
    table = TestTable().side(0, hand="+2r pass+3r +1").attack(0, "c").referee("home_ice")
    table.act("go_on", "pass n3", "bonus +2r")
    assert [p[:2] for p in table.parts(0)][-2:] == [("bonus", "+2r"), ("referee", "home_ice")]
    assert (table.state.clock, table.state.turned) == (1, ["home_ice"])
    refused = table.refusal("bonus pass+3r")
    assert (refused.reason, refused.rule) == ("second_symbol", "HG-5.8")
    assert "bonus +1" in table.legal()


def test_one_hero_is_used():
    """HG-5.9: the best one is chosen, the first in the data on a tie; another, or none, may be."""
    table = TestTable("cze", "swe").side(0, heroes="jakub matous krystof").attack(0, "c").dice(3, 3)
    table.act("go_on", "pass n3")
    assert ("hero", "matous", 4) in table.parts(0)
    table.act("hero jakub")
    assert [p for p in table.parts(0) if p[0] == "hero"] == [("hero", "jakub", 1)]
    table.act("hero none")
    assert not [p for p in table.parts(0) if p[0] == "hero"]
    assert table.refusal("hero none").reason == "used_already"
    assert table.refusal("hero erik").reason == "not_deployed"
    table.act("finish")
    assert table.state.sides[0].heroes == ["jakub", "matous", "krystof"]
    tied = TestTable("cze", "swe").side(0, heroes="matous jakub").attack(0, "c")
    tied.act("go_on", "shot")
    assert [p for p in tied.parts(0) if p[0] == "hero"] == [("hero", "matous", 1)]


def test_bonus_cards_are_discarded_when_the_turn_ends():
    """HG-5.10: not before, so that TIME cannot bring them back."""
    table = TestTable().side(0, hand="+2 +1", deck="", discard="+3").attack(0, "c")
    table.act("go_on", "pass n3", "bonus +2", "time +1")
    assert "+2" not in table.state.sides[0].hand + table.state.sides[0].deck
    table.act("finish")
    assert "+2" in table.state.sides[0].discard


# The defender's turn


def test_defence():
    """HG-5.11, HG-5.12, HG-5.14: knows move and value; cards for the defence; two dice; then cards."""
    table = TestTable("cze", "ger").side(1, hand="butterfly battering_ram gernot +1").attack(0, "b1").dice(3, 3, 4, 4)
    table.act("go_on", "shot", "finish")
    shown = RULES.view(table.state, 1).board.round
    assert (shown.move, shown.turns[0].total, shown.turns[1].dice) == ("shot", table.total(0), ())
    assert {a for a in table.legal() if not a.startswith("time")} == {"deploy gernot", "special butterfly", "go_on"}
    assert table.refusal("special battering_ram").reason == "when_attack"
    goalie = CONTENT.teams["ger"].attributes["goalie"]
    table.act("special butterfly")
    assert table.total(1) == 8 + 4 + 2 * goalie
    table.act("bonus +1", "finish")
    assert table.total(1) == 9 + 4 + 2 * goalie


def test_values_may_be_negative():
    """HG-5.13, HG-5.15: two ones from the own end, with the referee against the shooter in both turns."""
    table = TestTable("swe", "can").side(0, hand="+2r +1").side(1, hand="+2r +1").attack(0, "ga").dice(1, 1, 3, 3)
    table.referee("shorthanded", "power_play").act("go_on", "shot", "bonus +2r", "finish", "go_on", "bonus +2r")
    team = CONTENT.teams["swe"].attributes
    assert table.total(0) == 2 + team["attack"] + team["shot"] - 6 + 2 - 2 - 2
    assert table.total(0) < 1
    table.state.round.turns[0].parts = [p for p in table.state.round.turns[0].parts if p.source != "attribute"]
    assert RULES.view(table.state, None).board.round.turns[0].total < 0


def test_greater_wins():
    """HG-5.16, HG-6.1: one more is enough, and the same seat attacks again; nobody refills."""
    table = TestTable("sui", "can").side(0, hand="+1").side(1, hand="+1").attack(0, "c").dice(4, 4, 4, 4).round("pass bb")
    assert table.last("moved")["values"] == [12, 11]
    assert (table.seat, table.state.puck) == (0, "bb")
    assert [len(side.hand) for side in table.state.sides] == [1, 1]


# Results


def test_goal():
    """HG-6.2, HG-4.1: a goal, and a faceoff on C."""
    table = TestTable("svk", "swe").attack(0, "b1").dice(6, 6, 1, 1).round("shot")
    assert table.state.score == (1, 0)
    assert table.last("faceoff")["field"] == "c"


def test_a_failed_move_or_long_shot():
    """HG-6.3: the defender has the puck at the origin; only who lost it refills."""
    for move in ("pass bb", "shot"):
        table = TestTable("swe", "can").side(0, hand="+1").side(1, hand="+1").attack(0, "n1").dice(1, 1, 6, 6).round(move)
        assert (table.seat, table.state.puck, table.stage) == (1, "n1", "attack_open")
        assert [len(side.hand) for side in table.state.sides] == [5, 1]


@pytest.mark.parametrize("puck", ["bb", "b1", "gb"])
def test_a_missed_shot_from_the_third(puck):
    """HG-6.4: the defender decides; from a circle there is a faceoff; the ruling for the opponent's crease."""
    table = TestTable("swe", "can").attack(0, puck).dice(1, 1, 6, 6).round("shot")
    assert (table.stage, table.seat) == ("restart_choice", 1)
    assert table.refusal("restart a1").reason == "no_restart_there"
    table.act("restart b2")
    assert table.last("faceoff")["field"] == "b2"
    assert table.state.puck == "b2"


def test_lost_on_the_own_crease():
    """HG-6.5: the opponent attacks from that crease, in his attacking third."""
    table = TestTable("swe", "can").attack(1, "gb").dice(1, 1, 6, 6).round("strength b1")
    assert (table.seat, table.state.puck) == (0, "gb")
    table.act("go_on")
    assert "pass b1" in table.legal("pass")


def test_the_end_of_a_period_comes_first():
    """HG-6.6, HG-9.1: no restart, no refill of the round; a goal counts."""
    for dice, goals in (((1, 1, 6, 6), 0), ((6, 6, 1, 1), 1)):
        table = TestTable("svk", "swe").attack(0, "b1").dice(*dice)
        table.state.clock = 5
        table.round("shot")
        assert (table.stage, table.state.period, table.state.score[0]) == ("attack_open", 2, goals)
        assert table.last("period_over")["goals"] == [goals, 0]


# The referee


@pytest.mark.parametrize(
    ("code", "own", "other"),
    [
        ("good_bounce", 1, 0),
        ("home_ice", 2, 0),
        ("roaring_crowd", 3, 0),
        ("icing", -1, 0),
        ("hooking", -2, 0),
        ("power_play", 2, -2),
        ("shorthanded", -2, 2),
        ("play_on", 0, 0),
    ],
)
def test_referee_cards(code, own, other):
    """HG-7.1, HG-7.2, HG-5.15: at once for who turned it; the other value changes even if it is still to come."""
    table = TestTable("swe", "cze").side(0, hand="+2r").attack(0, "c").dice(3, 3, 3, 3).referee(code)
    table.act("go_on", "pass n3")
    before = table.total(0)
    table.act("bonus +2r")
    assert table.total(0) == before + 2 + own
    table.act("finish", "go_on")
    assert table.total(1) == 6 + 3 + other


def test_stretcher():
    """HG-7.3: chosen among several, automatic for one, nothing for none."""
    for heroes, stage in (("", "attack_play"), ("erik", "attack_play"), ("erik torsten", "injury_target")):
        table = TestTable("cze", "swe").side(0, hand="+2r +1").side(1, heroes=heroes).attack(0, "c").referee("stretcher")
        table.act("go_on", "pass n3", "bonus +2r")
        assert table.stage == stage
        if stage == "injury_target":
            assert table.seat == 0
            assert table.refusal("injure jakub").reason == "not_on_table"
            assert table.refusal("time +1").reason == "time_not_now"
            table.act("injure torsten")
        assert table.stage == "attack_play"
        assert len(table.state.sides[1].heroes) == max(0, len(heroes.split()) - 1)


def test_an_injury_before_the_owners_turn():
    """HG-7.4: he uses another hero as usual; an attacker who has finished may not."""
    table = TestTable("cze", "swe").side(0, hand="blocked_ankle +1").side(1, heroes="erik torsten").attack(0, "c")
    table.act("special blocked_ankle", "injure erik", "strength n3", "finish", "go_on")
    assert ("hero", "torsten", 4) in table.parts(1)
    table = TestTable("cze", "swe").side(0, heroes="jakub matous").side(1, hand="twisted_knee").attack(0, "c")
    table.act("go_on", "pass n3", "finish", "special twisted_knee", "injure matous")
    assert not [p for p in table.parts(0) if p[0] == "hero"]
    assert table.last("injured")["lost"] == 4
    table = TestTable("cze", "swe").side(0, hand="two_man_rush +1", heroes="jakub matous").side(1, hand="twisted_knee").attack(0, "c")
    table.act("special two_man_rush", "pass n3")
    adds = {name: n for source, name, n in table.parts(0) if source == "hero"}
    assert set(adds) == {"jakub", "matous"}
    table.act("finish", "special twisted_knee", "injure matous")
    assert table.last("injured")["lost"] == adds["matous"]
    assert [p for p in table.parts(0) if p[0] == "hero"] == [("hero", "jakub", adds["jakub"])]


def test_an_empty_referee_deck_is_shuffled():
    """HG-7.5, HG-9.5: all 18; with three periods it never happens."""
    table = TestTable().side(0, hand="+2r").attack(0, "c")
    table.state.referee, table.state.turned = [], list(CONTENT.referee)
    table.act("go_on", "pass n3", "bonus +2r")
    assert (len(table.state.referee), len(table.state.turned)) == (17, 1)
    assert len(CONTENT.referee) >= 3 * (5 + 1)


# TIME


def test_time():
    """HG-8.1, HG-8.4: once, in all steps of the own turn; the same question goes on."""
    for steps in ([], ["go_on"], ["go_on", "pass n3"]):
        table = TestTable().side(0, hand="+1 +2 +3").attack(0, "c")
        table.act(*steps)
        stage = table.stage
        table.act("time +1 +3")
        assert (table.stage, len(table.state.sides[0].hand)) == (stage, 3)
        assert table.state.sides[0].discard == ["+1", "+3"]
        assert table.refusal("time +2").reason == "time_used"
    table = TestTable().attack(0, "c")
    table.act("go_on", "pass n3", "finish")
    for steps in ([], ["go_on"]):
        table.act(*steps)
        assert "time +1" in table.legal()


def test_time_is_refused():
    """HG-8.3: not in the opponent's turn, not in a side decision, not with an empty hand; HG-8.2 for what is discarded."""
    table = TestTable().side(0, hand="+1").attack(0, "c")
    assert table.refusal("time +1", seat=1).reason == "not_your_turn"
    assert table.refusal("time +2").reason == "not_in_hand"
    assert table.refusal("time +1 +1").reason == "not_an_action"
    table.act("go_on", "pass n3", "bonus +1")
    assert table.refusal("time +1").reason == "time_empty"
    table = TestTable("swe", "can").attack(0, "b1").dice(1, 1, 6, 6).round("shot")
    assert table.refusal("time +1").reason == "time_not_now"


# Periods and the end


def end_of_period(score: tuple[int, int], period: int = 3) -> TestTable:
    """A table one round before the end of a period."""
    table = TestTable("swe", "can").attack(0, "n1").dice(1, 1, 6, 6)
    table.state.goals = [Goal(1, 0)] * score[0] + [Goal(1, 1)] * score[1]
    table.state.period, table.state.clock = period, 5
    return table.round("pass bb")


def test_between_periods():
    """HG-9.2: heroes leave, hands stay, the clock starts again."""
    table = TestTable("swe", "can").side(0, heroes="erik").side(1, heroes="beau", hand="+1 +2 +3 +1 +1").attack(0, "n1").dice(1, 1, 6, 6)
    table.state.clock = 5
    table.round("pass bb")
    assert [side.heroes for side in table.state.sides] == [[], []]
    assert "erik" in table.state.sides[0].discard
    assert table.state.sides[1].hand == ["+1", "+2", "+3", "+1", "+1"]
    assert (table.state.period, table.state.clock, table.state.quiet) == (2, 0, 0)


def test_the_end():
    """HG-9.3: after the third period the higher score wins; a tie goes on."""
    table = end_of_period((2, 1))
    outcome = RULES.outcome(table.state)
    assert (outcome.places, outcome.reason, outcome.scores) == (((0,), (1,)), "score", (2, 1))
    assert not RULES.to_act(table.state)
    assert table.refusal("go_on", seat=0).reason == "game_over"
    assert RULES.outcome(end_of_period((1, 1)).state) is None


def test_overtime_and_golden_goal():
    """HG-9.4: the referee deck is whole again before overtime, and again before the fourth one; a goal ends the match at once."""
    table = end_of_period((1, 1))
    assert (table.state.period, len(table.state.referee), table.state.turned) == (4, 18, [])
    for period, shuffled in ((4, False), (5, False), (6, True)):
        later = end_of_period((1, 1), period)
        assert bool(later.all("referee_shuffled")) == shuffled
    table.attack(1, "a1").dice(6, 6, 1, 1).round("shot")
    outcome = RULES.outcome(table.state)
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1,), "overtime", (1, 2))
    report = table.last("over")["report"]
    assert report["periods"] == [[1, 1], [0, 0], [0, 0], [0, 1]]


def test_what_heroes_have_added():
    """The report counts what heroes added to the values of both, round by round, and nothing else."""
    table = TestTable("cze", "swe").side(0, heroes="jakub").side(1, heroes="erik").attack(0, "c")
    for move in ("pass n3", "pass c"):
        table.dice(6, 6, 1, 1).round(move)
        assert [p for seat in (0, 1) for p in table.parts(seat) if p[0] == "hero"] == [("hero", "jakub", 1), ("hero", "erik", 1)]
    report = RULES.concede(table.state, 1).events[-1].facts["report"]
    assert report["heroes"] == [[0, "jakub", 2], [1, "erik", 2]]


def test_the_stall_guard_puts_down_a_card_of_a_deck_made_anew():
    """HG-7.5, HG-9.6: the referee deck is shuffled first where it is empty, and the card lies on the new turned pile."""
    table = TestTable("swe", "can").attack(0, "c").dice(1, 1, 6, 6)
    table.state.referee, table.state.turned, table.state.quiet = [], list(CONTENT.referee), 11
    table.round("pass n1")
    assert table.state.turned == [table.last("put_down")["code"]]
    assert sorted([*table.state.turned, *table.state.referee]) == sorted(CONTENT.referee)


def test_stall_guard():
    """HG-9.6: after twelve rounds without a referee card one is put down without effect; it may end the period."""

    def idle(rounds: int, **options: str) -> TestTable:
        table = TestTable("swe", "can", **options).attack(0, "c")
        table.state.clock = 4
        for _ in range(rounds):
            table.state.chance = stream(1, 1, 6, 6)
            table.round("pass n1" if table.state.puck != "n1" else "pass c")
        return table

    assert (idle(11).state.clock, idle(11).state.quiet) == (4, 11)
    table = idle(12)
    assert (table.state.period, table.state.clock, table.state.quiet) == (2, 0, 0)
    assert [event["code"] for event in table.all("put_down")] == table.state.turned, "everybody is told which card it was"
    assert idle(12, stall_guard="off").state.clock == 4
    mixed = idle(11).side(0, hand="+2r +1").side(1, hand="+2r +1").referee("play_on", "play_on")
    mixed.state.chance = stream(1, 1, 6, 6)
    mixed.act("go_on", "pass n3", "bonus +2r")
    mixed.act("finish", "go_on", "finish")
    assert (mixed.state.period, mixed.state.quiet) == (2, 0)
    turned = TestTable("swe", "can").attack(0, "c").side(0, hand="+2r +1").referee("play_on")
    turned.state.quiet = 7
    turned.act("go_on", "pass n3", "bonus +2r", "finish", "go_on", "finish")
    assert (turned.state.clock, turned.state.quiet) == (1, 0), "the round in which a card is turned is none without one"


def test_short_periods():
    """HG-9.7: three cards end a period."""
    table = TestTable("swe", "can", period_cards="3").attack(0, "n1").dice(1, 1, 6, 6)
    table.state.clock = 3
    assert table.round("pass bb").state.period == 2


def test_resigning():
    """HG-9.8: the opponent wins, the score is kept."""
    table = TestTable().attack(0, "c")
    table.state.goals = [Goal(1, 0), Goal(1, 0)]
    outcome = RULES.outcome(RULES.concede(table.state, 0).state)
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1,), "resigned", (2, 0))
