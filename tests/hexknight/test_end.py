"""The end and the score, hidden information, playing asynchronously (sections 12 to 14)."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product

import pytest

from data.content import read
from data.rulebook import rulebook
from rules.game import Refused
from rules.hexknight.ending import outcome
from tests.every_game.setups import Setup, random_game
from tests.hexknight.table import RULES, TestTable, beside, cards, circle

CONTENT = RULES.content


# End and score


def test_shared_victory():
    """HK-12.2, HK-12.3: equal scores share; the table of a tournament looks at experience, wounds, ruins. HK-R33."""
    table = TestTable().hero(0, experience=5, ruins=1).hero(1, experience=6)
    table.state.step = "over"
    found = outcome(table.state)
    assert (found.places, found.reason) == (((0, 1),), "shared")
    assert found.order == ((5, 0, 1), (6, 0, 0))


def test_idle_phase_ends():
    """HK-12.4: two idle turns in a row of every seat end the phase. HK-R34."""
    table = TestTable()
    for seat in (0, 1):
        table.hero(seat, hand="5*pr", deck="11*sa")
    table.turn(0)
    for _ in range(3):
        table.pass_turn()
    assert table.state.phase == 1
    table.pass_turn()
    assert (table.state.phase, table.last("stagnation")["idle"], table.seat) == (2, True, 0)


def test_a_turn_that_spends_a_card_is_not_idle():
    """HK-12.4: discarding counts, so does healing."""
    table = TestTable()
    for seat in (0, 1):
        table.hero(seat, hand="5*pr w", deck="99*sa")
    table.turn(0)
    for _ in range(8):
        table.act("confirm", "play pr", "confirm")
    assert table.state.phase == 1


def test_thirty_turns_end_a_phase():
    """HK-12.4: whatever happens, a phase has at most 30 turns a seat."""
    table = TestTable()
    for seat in (0, 1):
        table.hero(seat, hand="5*pr", deck="99*pr")
    table.turn(0)
    turns = 0
    while table.state.phase == 1:
        table.act("confirm", "play pr", "confirm")
        turns += 1
    assert (turns, table.last("stagnation")["idle"]) == (60, False)


def test_final_score_is_told_line_by_line():
    """HK-12.1: the last event holds every part of every score."""
    *_, (_, _, _, step) = random_game(Setup("hexknight", 2, {}), 31)
    facts = next(e.facts for e in step.events if e.kind == "over")
    for line, score in zip(facts["lines"], facts["scores"], strict=True):
        assert line["experience"] + line["ruins"] + line["cards"] - 16 - 2 * line["wounds"] + line["compensation"] == line["score"] == score
    assert facts["lines"][1]["compensation"]


LATER = [(line["map"], line["days"], line["points"]) for line in read("hexknight")["seats"]["compensation"]]


def test_later_seats_begin_with_points():
    """HK-12.5: at every table, told at its beginning, shown, and counted in the end."""
    assert {(island, days, len(points)) for island, days, points in LATER} == set(product(("random", "fixed"), (2, 3), (2, 3)))
    for island, days, points in LATER:
        step = RULES.setup(len(points), {"map": island, "days": str(days)}, 5)
        told = {e.facts["seat"]: e.facts["n"] for e in step.events if e.kind == "compensated"}
        heroes = RULES.view(step.state, None).board.heroes
        assert [h.score for h in heroes] == [h.compensation for h in heroes] == [told.get(seat, 0) for seat in range(len(points))] == points
        assert not points[0]
        step.state.step = "over"
        assert RULES.outcome(step.state).scores == tuple(points)


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_the_rulebook_names_the_points_of_later_seats(language):
    """HK-12.5: the figures are those of the content, island by island, two seats before three."""
    text = rulebook("hexknight", language)["HK-12.5"].text
    wanted = [points for island in ("random", "fixed") for seats in (2, 3) for days in (2, 3) for points in only(island, days, seats)]
    assert [int(n) for n in re.findall(r"\d+", text)] == wanted


def only(island: str, days: int, seats: int) -> list[int]:
    return next(points[1:] for other, long, points in LATER if (other, long, len(points)) == (island, days, seats))


def test_a_game_of_earlier_rules_goes_on_without_such_points():
    """HK-12.5: a snapshot that does not know of them."""
    old = json.loads(RULES.dump(RULES.setup(2, {}, 5).state))
    for hero in old["heroes"]:
        del hero["compensation"]
    assert [hero.score for hero in RULES.load(json.dumps(old).encode()).heroes] == [0, 0]


def test_computers_count_the_points_of_their_seat():
    """HK-12.5: at the same table a seat with more points expects more of it."""
    few, many = TestTable(), TestTable().hero(1, compensation=9)
    guide = RULES.opponents["hard"].guide
    assert guide.shares(RULES, few.state)[1] < guide.shares(RULES, many.state)[1]


def test_resignation():
    """HK-4.4, HK-12.2: with two seats the other wins; with three the others play on without that hero."""
    step = RULES.concede(TestTable().state, 1)
    found = RULES.outcome(step.state)
    assert (found.places, found.reason) == (((0,), (1,)), "resigned")
    table = TestTable(seats=3)
    table.state = RULES.concede(table.state, 0).state
    assert table.seat == 1
    assert RULES.view(table.state, None).board.heroes[0].hex == ""
    with pytest.raises(Refused, match="resigned_already"):
        RULES.concede(table.state, 0)
    while RULES.to_act(table.state):
        assert table.seat != 0
        table.pass_turn()
    assert RULES.outcome(table.state).places[-1] == (0,)


# Hidden information


def test_what_others_see():
    """HK-13.1, HK-14.3: numbers only; the same public view whatever lies in hand, in play and in the deck."""
    table = TestTable().hero(0, hand="sa pr", deck="wc sp").turn(0)
    other = TestTable().hero(0, hand="wc sp", deck="sa pr").turn(0)
    assert table.step == "movement"
    other.act("confirm")
    for viewer in (1, None):
        assert RULES.view(table.state, viewer) == RULES.view(other.state, viewer)
    table.act("play sa")
    board = RULES.view(table.state, 1).board
    assert (board.heroes[0].play, board.heroes[0].hand, board.points, board.turn, board.hand != ()) == (1, 1, 2, None, True)


def test_skipped_and_passed_look_the_same():
    """HK-4.3, HK-13.2: nobody learns from events whether the hand held meditation or speed. HK-R31."""
    passed = TestTable().hero(0, hand="sp", deck="9*sa").turn(0)
    passed.act("confirm", "confirm", "confirm")
    skipped = TestTable().hero(0, hand="plate_armour", deck="9*sa")
    skipped.turn(0).act("confirm", "confirm")
    public = [[e for e in t.events if e.to is None and e.kind not in ("set_up", "revealed")] for t in (passed, skipped)]
    assert public[0] == public[1]


def test_records_keep_quiet():
    """HK-14.3: what only concerns the layout is left out of what others may read."""
    assert RULES.redact(("play", "oasis")) == RULES.redact(("confirm",)) == RULES.redact(("give_up",)) == ()
    assert RULES.redact(("travel", "d13")) == RULES.redact(("step", "d13")) == ("travel", "d13")


def test_after_the_end_everything_is_shown():
    """HK-13.3: the whole island, all faces, what was left over."""
    *_, (_, _, _, step) = random_game(Setup("hexknight", 2, {}), 3)
    board = RULES.view(step.state, None).board
    assert len(board.hexes) == 256
    assert all(m.kind for m in board.monsters)
    assert Counter(board.unused) == Counter(step.state.stock)


def test_every_reason_names_its_table_row():
    """HK-14.1, HK-14.2: verbs that a step does not know are told apart from cards and hexes that do not fit."""
    table = TestTable().hero(0, hand="sa", deck="sa").turn(0)
    refused = table.refusal("strike")
    assert (refused.reason, refused.legal) == ("asked_otherwise", ("play", "confirm"))
    assert table.refusal("play oasis").reason == "not_in_hand"
    assert table.refusal("take_back sa").rule == "HK-6.6"
    assert table.refusal("play").legal == ("surprise_attack",)
    assert table.refusal("").reason == "asked_otherwise"


# Playing asynchronously


def test_time_out_answers():
    """HK-14.1: an absent player spends nothing new, blocks with what lies there, heals for free, takes the first card."""
    table = beside("warrior", "4*wc")
    table.act("provoke e11")
    assert RULES.decision(table.state, 0).default == ("take_wounds",)
    table.play("2*wc")
    assert RULES.decision(table.state, 0).default == ("block",)
    laid = circle(hand="sa", deck="9*wc")
    laid.act("play sa")
    assert RULES.decision(laid.state, 0).default == ("take_back", "surprise_attack")
    walking = TestTable().hero(0, hand="2*sa", deck="sa").turn(0).play("2*sa")
    before = sorted(walking.own.hand + walking.own.play)
    assert RULES.decision(walking.state, 0).default == ("take_back", "surprise_attack")
    walking.pass_turn()
    assert walking.state.heroes[0].discard == [], "what no step has needed goes back into the hand"
    assert sorted(walking.state.heroes[0].hand)[: len(before)] == before
    resting = TestTable().hero(0, hand="w oasis", deck="9*sa").turn(0)
    resting.act("confirm", "confirm", "play oasis")
    resting.pass_turn()
    assert (resting.state.heroes[0].wounds, resting.state.heroes[0].discard) == (0, [])


def test_standing_orders():
    """HK-4.3: exchange, preparation, provocations and empty rests can be skipped for good; nothing else is."""
    orders = frozenset(RULES.orders)
    table = beside("warrior", "sp")
    assert RULES.standing(table.state, 0, orders) == ("decline",)
    assert RULES.standing(table.state, 0, frozenset()) is None
    assert RULES.standing(table.state, 1, orders) is None
    table.act("decline")
    assert RULES.standing(table.state, 0, orders) == ("confirm",)
    hurt = TestTable().hero(0, hand="w sp", deck="9*sa").turn(0)
    assert RULES.standing(hurt.state, 0, orders) == ("confirm",), "preparation"
    hurt.act("confirm")
    assert RULES.standing(hurt.state, 0, orders) is None, "movement is never skipped"
    hurt.act("confirm")
    assert RULES.standing(hurt.state, 0, orders) is None, "a wound could be healed"


def test_warnings():
    """HK-6.5, HK-7.3, HK-9.4, HK-4.5: what might be overlooked is said to the seat alone."""

    def warned(table):
        return RULES.view(table.state, 0).board.turn.warnings

    table = TestTable().hero(0, hand="2*sa", deck="sa").turn(0).play("sa")
    assert warned(table) == ("points_left",)
    assert warned(beside("warrior", "w")) == ("nothing_to_fight_with",)
    fight = beside("warrior", "4*wc")
    fight.act("provoke e11")
    assert warned(fight) == ("block_possible",)
    fight.play("wc")
    assert warned(fight) == ("block_possible",)
    fight.play("wc")
    assert warned(fight) == (), "enough is laid out"
    fight.act("take_wounds")
    assert warned(fight) == ("strike_possible",)
    fight.play("2*wc")
    assert warned(fight) == ()
    rest = TestTable().hero(0, hand="w pr", deck="").turn(0)
    rest.act("confirm")
    assert warned(rest) == ("healing_left", "declares_last_round")


def test_shortcuts_win_the_fight():
    """HK-7.1: one click provokes, blocks and strikes with the cheapest cards, and lets a face-down soldier be provoked."""
    table = TestTable().monsters(e11="warrior").hero(0, "e12", hand="wc shield sacrifice pr", deck="9*sa").turn(0)
    (row,) = RULES.shortcuts(table.state, 0)
    for action in row:
        table.act(" ".join(action))
    assert table.own.experience == 3
    assert Counter(table.own.hand) == Counter(cards("pr sacrifice"))
    night = TestTable().monsters(i12="guard").night().hero(0, "h12", hand="4*fortress", deck="9*sa").turn(0)
    assert RULES.shortcuts(night.state, 0) == [(("confirm",), ("provoke", "i12"))]
