"""Faceoffs, turns, results, the referee, TIME, periods, special cards, what happens by itself (sections 5 to 10, 15)."""

from __future__ import annotations

import pytest

from rules.chance import Chance
from rules.game import legal
from rules.hockey_game import course
from tests.hockey_game.table import CONTENT, RULES, TestTable, stream

# Faceoffs


def faceoff(table: TestTable, *dice: int) -> dict:
    run = table._run()
    table.state.chance = stream(*dice)
    course.faceoff(run, "c")
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
    table.state.goals = [(1, 0)] * score[0] + [(1, 1)] * score[1]
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
    assert len(table.all("put_down")) == 1
    assert idle(12, stall_guard="off").state.clock == 4
    mixed = idle(11).side(0, hand="+2r +1").side(1, hand="+2r +1").referee("play_on", "play_on")
    mixed.state.chance = stream(1, 1, 6, 6)
    mixed.act("go_on", "pass n3", "bonus +2r")
    mixed.act("finish", "go_on", "finish")
    assert (mixed.state.period, mixed.state.quiet) == (2, 0)


def test_short_periods():
    """HG-9.7: three cards end a period."""
    table = TestTable("swe", "can", period_cards="3").attack(0, "n1").dice(1, 1, 6, 6)
    table.state.clock = 3
    assert table.round("pass bb").state.period == 2


def test_resigning():
    """HG-9.8: the opponent wins, the score is kept."""
    table = TestTable().attack(0, "c")
    table.state.goals = [(1, 0), (1, 0)]
    outcome = RULES.outcome(RULES.concede(table.state, 0).state)
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1,), "resigned", (2, 0))


# Special cards


def opened(card: str, move: str, *, puck: str = "c", seat: int = 0, dice: tuple[int, ...] = (3, 3), **zones: str) -> TestTable:
    """The attacker plays a special card and declares a move."""
    table = TestTable("swe", "cze").side(seat, hand=f"{card} +1", **zones).attack(seat, puck).dice(*dice)
    table.act(f"special {card}", move)
    return table


def special_of(table: TestTable, seat: int) -> int:
    return sum(n for source, _, n in table.parts(seat) if source == "special")


def test_stickhandler():
    """Section 10: three dice, the two highest."""
    table = opened("stickhandler", "pass n3", dice=(2, 6, 5))
    assert table.parts(0)[0] == ("dice", "", 11)
    assert RULES.view(table.state, None).board.round.turns[0].dice == (2, 6, 5)


def test_stretch_pass():
    """Section 10: no offside, no deductions; spent if another move is declared (HG-10.1)."""
    table = opened("stretch_pass", "pass b1", puck="n1")
    assert all(source != "lines" for source, _, n in table.parts(0) if n)
    table = opened("stretch_pass", "speed b1", puck="n1")
    assert ("lines", "2", -2) in table.parts(0)


def test_sisu_and_cold_head():
    """Section 10, HG-5.6: dice below 3 count as 3; once both dice again."""
    assert opened("sisu", "pass n3", dice=(1, 5)).parts(0)[0] == ("dice", "", 8)
    table = opened("cold_head", "pass n3", dice=(1, 1, 6, 5))
    table.act("reroll")
    assert table.parts(0)[0] == ("dice", "", 11)
    assert table.refusal("reroll").reason == "rerolled_already"
    assert opened("sisu", "pass n3").refusal("reroll").reason == "no_reroll"


def test_line_change():
    """HG-10.3: the card has left the hand before two are drawn."""
    for hand, after in (("line_change +1 +1 +1 +1", 5), ("line_change +1 +1 +1", 5), ("line_change", 2)):
        table = TestTable().side(0, hand=hand).attack(0, "c")
        table.act("special line_change")
        assert len(table.state.sides[0].hand) == after


def test_forecheck():
    """Section 10, HG-10.1: a random card of the opponent; not against an empty hand."""
    table = TestTable().side(0, hand="forecheck").side(1, hand="+3 +3").attack(0, "c")
    events = table.act("special forecheck")
    assert (table.state.sides[1].hand, table.state.sides[1].discard) == (["+3"], ["+3"])
    assert next(e for e in events if e.kind == "forechecked").to is None
    table = TestTable().side(0, hand="forecheck").side(1, hand="").attack(0, "c")
    assert table.refusal("special forecheck").reason == "opponents_hand_empty"


def test_second_wind():
    """HG-10.4: a bonus card or hero from the own discard pile; never itself. What comes back is known to everybody."""
    table = TestTable().side(0, hand="second_wind", discard="+3 jakub sisu").attack(0, "c")
    table.act("special second_wind")
    assert (table.stage, table.legal()) == ("recover_pick", ["recover +3", "recover jakub"])
    assert table.refusal("recover sisu").reason == "not_recoverable"
    assert table.refusal("recover erik").reason == "not_in_discard"
    table.act("recover jakub")
    assert (table.stage, table.state.sides[0].hand, table.state.sides[0].shown) == ("attack_declare", ["jakub"], ["jakub"])
    assert sorted(table.state.sides[0].discard) == ["+3", "second_wind", "sisu"]
    assert all(RULES.imagine(table.state, 1, Chance.of(n)).sides[0].hand == ["jakub"] for n in range(5))
    alone = TestTable().side(0, hand="second_wind", discard="+3").attack(0, "c")
    alone.act("special second_wind")
    assert (alone.stage, alone.state.sides[0].hand) == ("attack_declare", ["+3"])
    assert TestTable().side(0, hand="second_wind", discard="sisu").attack(0, "c").refusal("special second_wind").reason == "nothing_to_recover"


def test_two_man_rush():
    """Section 10, HG-5.9: the best two, or others."""
    table = opened("two_man_rush", "pass n3", heroes="ludde erik axel")
    table.act("hero erik axel")
    assert [p[1] for p in table.parts(0) if p[0] == "hero"] == ["erik", "axel"]
    table.act("hero ludde")
    assert table.total(0) == opened("sisu", "pass n3", heroes="ludde").total(0)
    assert table.refusal("hero ludde axel erik").reason == "not_an_action"


def test_adding_specials():
    """Section 10, HG-10.1: what adds, and what only adds for its own move."""
    assert special_of(opened("clockwork", "pass n3"), 0) == 2
    assert special_of(opened("cannon", "shot"), 0) == 3
    assert special_of(opened("cannon", "pass n3"), 0) == 0
    assert special_of(opened("battering_ram", "strength n3"), 0) == 3
    assert special_of(opened("battering_ram", "speed bb"), 0) == 0
    table = opened("breakaway", "speed b1", puck="n1")
    assert special_of(table, 0) == 1
    assert ("lines", "2", 0) in table.parts(0)
    assert special_of(opened("breakaway", "pass n3"), 0) == 0


def defended(card: str, move: str, puck: str = "c", special: str = "go_on", hand: str = "") -> TestTable:
    table = TestTable("swe", "cze").side(0, hand=f"{hand} +1").side(1, hand=f"{card} +1").attack(0, puck)
    table.act(special, move, "finish", f"special {card}")
    return table


def test_iron_box_and_neutral_trap():
    """HG-10.2: +3; +4 where a line is crossed, also one that a special made free, else +1."""
    assert special_of(defended("iron_box", "pass n3"), 1) == 3
    assert special_of(defended("neutral_trap", "pass n1"), 1) == 1
    assert special_of(defended("neutral_trap", "pass n1", "b1"), 1) == 4
    assert special_of(defended("neutral_trap", "shot", "c"), 1) == 4
    assert special_of(defended("neutral_trap", "shot", "bb"), 1) == 1
    assert special_of(defended("neutral_trap", "pass b1", "n1", "special stretch_pass", "stretch_pass"), 1) == 4


def test_what_can_do_nothing_may_not_be_played():
    """HG-10.1: and the refusal says why."""
    table = TestTable().side(0, hand="+1").side(1, hand="butterfly body_check twisted_knee").attack(0, "c")
    table.act("go_on", "pass n3", "finish")
    reasons = [table.refusal(f"special {card}").reason for card in ("butterfly", "body_check", "twisted_knee")]
    assert reasons == ["not_a_shot", "no_hero_used", "no_opposing_hero"]


# Playing asynchronously


def test_nobody_is_asked_in_the_others_turn():
    """HG-15.1, HG-15.6: a round has two hand-overs, and a turn is told when it is over."""
    table = TestTable("cze", "swe").attack(0, "c")
    seats, held = [], []
    for line in ("go_on", "pass n3", "finish", "go_on", "finish"):
        seats.append(table.seat)
        held.append(RULES.decision(table.state, table.seat).goes_on)
        table.act(line)
    assert seats == [0, 0, 0, 1, 1]
    assert held == [False, True, True, False, True]
    table = TestTable().attack(0, "c")
    table.act("time +1")
    assert RULES.decision(table.state, 0).goes_on, "a turn that has begun with TIME is told as a whole too"


def test_nothing_is_skipped_because_of_a_hand():
    """HG-15.2: useless cards are asked about; an empty hand without a choice of heroes is not."""
    useless = TestTable().side(0, hand="butterfly").attack(0, "c")
    assert useless.stage == "attack_open"
    useless.act("go_on", "pass n3")
    assert useless.stage == "attack_play"
    empty = TestTable().side(0, hand="").side(1, hand="").attack(0, "c").dice(1, 1, 6, 6)
    assert empty.stage == "attack_declare"
    empty.act("pass n3")
    assert (empty.stage, empty.seat, empty.state.last.result) == ("attack_declare", 1, "lost")
    chooses = TestTable("cze", "swe").side(0, hand="", heroes="jakub matous").attack(0, "c")
    chooses.act("pass n3")
    assert (chooses.stage, chooses.seat) == ("attack_play", 0)


def test_what_happens_by_itself_and_what_never_does():
    """HG-15.3, HG-15.4: dice, heroes, refills by themselves; moves, restarts, cards, TIME never, whatever the orders."""
    table = TestTable("swe", "can").attack(0, "b1").dice(1, 1, 6, 6)
    for line in ("go_on", "shot", "finish", "go_on", "finish"):
        if table.stage != "defend_open":
            assert RULES.standing(table.state, table.seat, frozenset(RULES.orders)) is None
        table.act(line)
    assert table.stage == "restart_choice"
    assert RULES.standing(table.state, 1, frozenset(RULES.orders)) is None


def test_straight_to_the_dice():
    """HG-15.5: skips the opening of the defence, not its end."""
    table = TestTable().attack(0, "c")
    table.act("go_on", "pass n3", "finish")
    assert RULES.standing(table.state, 1, frozenset({"quick_defence"})) == ("go_on",)
    assert RULES.standing(table.state, 0, frozenset({"quick_defence"})) is None
    table.act("go_on")
    assert RULES.standing(table.state, 1, frozenset({"quick_defence"})) is None


def test_menus_fit():
    """HG-15.7: never more targets than a menu holds (twelve for a pass from the opponent's crease), with what each costs and adds."""
    for puck in RULES.ground.fields:
        for seat in (0, 1):
            table = TestTable().attack(seat, puck)
            table.act("go_on")
            for move in ("speed", "strength", "pass"):
                assert len(RULES.words(table.state, seat, (move,))) <= 12
            targets = RULES.view(table.state, seat).board.targets
            assert {(t.move, t.field) for t in targets} == {
                (a[0], a[1] if len(a) > 1 else "") for a in legal(RULES, table.state, seat) if a[0] != "time"
            }
            for t in targets:
                trial = TestTable().attack(seat, puck).dice(1, 1, 1, 1)
                trial.round(f"{t.move} {t.field}".strip())
                assert (trial.total(seat) - 2, trial.total(1 - seat) - 2) == (t.own, t.other)


def test_time_out_answers():
    """HG-15.8: what is done for a seat whose time is over."""

    def default(table: TestTable) -> str:
        return " ".join(RULES.decision(table.state, table.seat).default)

    table = TestTable().attack(0, "n2")
    assert default(table) == "go_on"
    table.act("go_on")
    assert default(table) == "strength c"
    assert [default_declared(seat, puck) for seat, puck in ((0, "c"), (1, "c"), (0, "ga"), (1, "ba"), (0, "bb"), (0, "n3"))] == [
        "strength n3", "strength n1", "strength a1", "shot", "shot", "strength bb",
    ]  # fmt: skip
    table.act("strength c")
    assert default(table) == "finish"
    missed = TestTable("swe", "can").attack(0, "b1").dice(1, 1, 6, 6).round("shot")
    assert default(missed) == "restart gb"
    injured = TestTable("cze", "swe").side(0, heroes="jakub matous").side(1, hand="twisted_knee").attack(0, "c")
    injured.act("go_on", "pass n3", "finish", "special twisted_knee")
    assert default(injured) == "injure matous"
    injured = TestTable("cze", "swe").side(0, hand="blocked_ankle").side(1, heroes="torsten erik").attack(0, "c")
    injured.act("special blocked_ankle")
    assert default(injured) == "injure erik"
    back = TestTable().side(0, hand="second_wind", discard="jakub +2 +1").attack(0, "c")
    back.act("special second_wind")
    assert default(back) == "recover +1"
    chosen = RULES.apply(RULES.setup(2, {}, 1).state, 0, ("team", "cze")).state
    assert RULES.decision(chosen, 1).default == ("team", "swe")
    drafting = RULES.setup(2, {"mode": "draft"}, 1).state
    assert RULES.decision(drafting, drafting.active).default == ("pick", "cze")


def default_declared(seat: int, puck: str) -> str:
    table = TestTable().attack(seat, puck)
    table.act("go_on")
    return " ".join(RULES.decision(table.state, seat).default)


def test_length():
    """HG-15.9: short periods make for fewer turns."""
    from tests.strength import computer

    def rounds(cards: str) -> int:
        found = 0
        for seed in range(4):
            state = RULES.setup(2, {"period_cards": cards}, seed).state
            chance = Chance.of(seed)
            while acting := RULES.to_act(state):
                state = RULES.apply(state, acting[0], computer(RULES, state, acting[0], "coach", chance)).state
            found += state.rounds
        return found

    full, short = rounds("5"), rounds("3")
    assert 4 * 25 <= full <= 4 * 60
    assert short < 0.8 * full
