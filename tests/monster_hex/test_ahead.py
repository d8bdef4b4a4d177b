"""What is said ahead in Monster Hex: a draft of the next placement, values laid ready (MH-9.1, MH-9.2)."""

from __future__ import annotations

import pytest

from rules.legal_actions import legal
from rules.parts.ahead import NOTHING
from rules.randomness import Chance
from tests.monster_hex.table import RULES, TestTable

RING = ("0 m02 c1 r3", "1 m05 b1 r1", "0 m05 d1 r1", "1 m01 b2 r1", "0 m03 d2 r4")
"""All of worked example 3 but the last placement, with which seat 1 fills the ring of the large stone C2: 5, 4 and 3 are printed there."""


def holding(*plays: str, board: str = "two", **options: str) -> TestTable:
    """A game with these placements, after which seat 1 has M03, M05 and M07 in hand."""
    table = TestTable(board, **options)
    table.play(*plays)
    table.hold(1, "m03", "m05", "m07")
    return table


def test_a_draft_is_carried_out_when_its_turn_has_come_and_then_it_is_gone():
    """MH-9.2: nobody is asked, and nobody else can see it before."""
    table = holding()
    before = [RULES.view(table.state, seat) for seat in (0, None)]
    table.act("draft place m05 b1 r1", 1)
    assert [RULES.view(table.state, seat) for seat in (0, None)] == before
    assert table.due == "", "it is not the turn yet"
    table.play("0 m02 c1 r3")
    assert RULES.said(table.state, 1).ordered
    assert table.follow() == ["1 place m05 b1 r1"]
    assert table.state.placed["b1"] == (1, "m05", 1)
    assert table.state.ahead == {}


def test_a_hex_that_is_taken_means_the_next_choice_or_a_question():
    """MH-9.2: "M05 on D1, else M05 on B1, else ask"."""
    table = holding()
    table.act("draft place m05 c1 r0 else place m05 b1 r1", 1)
    table.play("0 m02 c1 r3")
    assert table.follow() == ["1 place m05 b1 r1"]
    table = holding()
    table.act("draft place m05 c1 r0 else place m07 c1 r0", 1)
    table.play("0 m02 c1 r3")
    assert table.due == ""
    assert table.seat == 1
    assert table.state.ahead[1].draft, "the draft stays"
    table.act("place m05 b1 r1", 1)
    assert table.state.ahead == {}, "with the turn the draft is over"


def test_a_draft_that_waits_after_another_placement_ends_with_the_turn():
    table = holding("0 m02 c1 r3")
    table.act("draft place m05 b1 r1 then place m03 d1 r0", 0)
    table.act("place m05 b1 r1", 1)
    assert table.due == "", "seat 0 has drafted a place that is taken now"


def test_values_of_the_turn_are_drafted_with_the_placement():
    """MH-4.5: after the placement that fills the ring its seat chooses, then the other one."""
    table = holding(*RING[:-1])
    table.act("draft place m03 c3 r1 then take 7 else take 4", 1)
    table.play(RING[-1])
    assert table.follow() == ["1 place m03 c3 r1", "1 take 4"]
    assert table.state.captures["l1"].taken == {4: 1}
    assert (table.seat, RULES.turn(table.state)) == (0, 1), "seat 0 takes a value in the turn of seat 1"
    assert table.state.ahead.get(1, NOTHING) == NOTHING


def test_a_value_taken_by_another_leaves_a_draft_and_what_is_laid_ready():
    """MH-9.1: a capture asks somebody else in the middle of a turn."""
    table = TestTable("two")
    table.play(*RING[:-1])
    table.hold(0, "m03", "m06", "m07")
    table.state = table.state.copy()
    # Seat 0 fills the ring, seat 1 is first there.
    table.lay("1 m03 c3 r1")
    table.hold(0, "m03", "m06", "m07")
    table.act("draft place m03 d2 r4 then take 5 else take 3", 0)
    assert table.follow() == ["0 place m03 d2 r4"]
    assert (table.seat, RULES.decision(table.state, 1).kind) == (1, "choose_value")
    assert not table.state.ahead[0].waits
    table.act("take 5", 1)
    assert table.follow() == ["0 take 3"], "5 is gone"


def test_a_value_is_laid_ready_for_a_stone_or_for_any():
    table = holding(*RING)
    table.act("ready choose_value c4 take 4", 0)
    table.act("ready choose_value c2 take 4 else take 5", 0)
    table.act("place m03 c3 r1", 1)
    assert table.due == "", "seat 1 comes first"
    table.act("take 4", 1)
    assert table.follow() == ["0 take 5"]
    assert [ready.about for ready in table.state.ahead[0].ready] == ["c4"], "each is used once"
    for said, taken in (("c2 take 5", "5"), ("any take 3", "3"), ("any take 7", "")):
        table = holding(*RING, "1 m03 c3 r1")
        table.act(f"ready choose_value {said}", 0)
        table.act("take 4", 1)
        assert table.due == (taken and f"0 take {taken}")


@pytest.mark.parametrize("first", [0, 1])
def test_the_value_for_a_stone_comes_before_the_one_for_any(first):
    """MH-9.2: whichever was said first; the one for any is there for another stone."""
    table = holding(*RING, "1 m03 c3 r1")
    lines = ["ready choose_value any take 4", "ready choose_value c2 take 3"]
    for line in (lines[first], lines[1 - first]):
        table.act(line, 0)
    table.act("take 5", 1)
    assert table.due == "0 take 3"
    table.follow()
    assert [ready.about for ready in table.state.ahead[0].ready] == ["any"]


def test_where_the_value_for_a_stone_is_taken_the_one_for_any_answers():
    table = holding(*RING, "1 m03 c3 r1")
    table.act("ready choose_value any take 4", 0)
    table.act("ready choose_value c2 take 5", 0)
    table.act("take 5", 1)
    assert table.due == "0 take 4"


def test_what_lies_ready_for_a_stone_ends_when_it_is_captured():
    """MH-4.8: nobody is asked about it any more."""
    table = holding(*RING, "1 m03 c3 r1")
    for seat in (0, 1):
        table.act("ready choose_value c2 take 3", seat)
        table.act("ready choose_value c4 take 4", seat)
    table.act("take 5", 1)
    assert table.state.ahead.keys() == {0, 1}
    assert [r.about for r in table.state.ahead[1].ready] == ["c2", "c4"], "seat 0 chooses yet"
    table.act("take 4", 0)
    assert [[r.about for r in table.state.ahead[seat].ready] for seat in (0, 1)] == [["c4"], ["c4"]]


@pytest.mark.parametrize(
    ("text", "word", "nearest"),
    [
        ("ready choose_value c3 take 5", "c3", {"c2", "c4"}),
        ("ready choose_value z9 take 5", "z9", {"c2", "c4", "c6", "any"}),
        ("ready choose_value c2 take 7", "7", {"5", "4", "3"}),
        ("ready choose_value c2 take 5 else take 5", "5", {"4", "3"}),
        ("ready choose_value c2 take *", "*", {"5", "4", "3"}),
        ("ready choose_value c2 place 5", "place", {"take"}),
        ("ready place c2 take 5", "place", {"choose_value"}),
        ("ready choose_value c2 take 5 then take 4", "then", {"else"}),
    ],
)
def test_what_is_not_offered_cannot_be_laid_ready(text, word, nearest):
    """MH-9.2: the refusal names the word, and what could stand there."""
    refused = holding(*RING).refusal(text, 0)
    assert (refused.reason, refused.rule, refused.facts["word"]) == ("never_asked", "MH-9.2", word)
    assert refused.legal[0] in nearest


def test_what_may_be_laid_ready_are_values_of_stones_that_are_open():
    """MH-4.8: a small stone has one value; a captured stone has none left to choose."""
    table = holding(*RING)

    def offered(*words: str) -> list[str]:
        return [w.text for w in RULES.sayable(table.state, 0, ("ready", *words))]

    assert [w.text for w in RULES.sayable(table.state, 0, ())] == ["ready"]
    assert offered() == ["choose_value"]
    assert offered("choose_value")[0] == "any"
    large = [stone.label for stone in RULES.board(table.state).stones.values() if stone.large]
    assert offered("choose_value")[1:] == large
    assert offered("choose_value", "c2") == ["take"]
    assert offered("choose_value", "c2", "take") == ["5", "4", "3"]
    assert all(w.end for w in RULES.sayable(table.state, 0, ("ready", "choose_value", "c2", "take")))
    assert set(offered("choose_value", "any", "take")) > {"5", "4", "3"}
    assert offered("choose_value", "c2", "take", "4") == ["else"]
    assert offered("choose_value", "c2", "take", "4", "else", "take") == ["5", "3"]
    assert offered("choose_value", "c2", "take", "4", "else", "take", "5", "else", "take", "3") == []
    for words in (("place",), ("choose_value", "z9"), ("choose_value", "c2", "order"), ("choose_value", "z9", "take")):
        assert offered(*words) == []
    table.act("place m03 c3 r1", 1)
    assert "c2" in offered("choose_value"), "still to be chosen by seat 0"
    table.act("take 4", 1)
    table.act("take 5", 0)
    assert offered("choose_value")[1:] == [label for label in large if label != "c2"]
    assert RULES.sayable(RULES.setup(2, {}, 1).state, 0, ("ready",)) == []


def test_abilities_are_drafted_and_insight_stops_a_draft():
    """MH-8.2, MH-8.3: a twist shows nothing, Insight shows tiles."""
    for ability, first, goes_on in (("twist", "twist c1 r4", True), ("insight", "insight", False), ("bold", "bold", True)):
        table = TestTable.__new__(TestTable)
        table.state, table.events = RULES.setup(2, {"abilities": "on"}, 1).state, []
        while table.state.phase == "faction":
            table.act("")
        table.act(f"ability {ability}", 1)
        table.act("", 0)
        table.hold(1, "m03", "m05", "m07")
        table.act(f"draft {first} then {' else '.join(f'place m05 b1 r{k}' for k in range(6))}", 1)
        table.give(0, "m02")
        table.act("place m02 c1 r3", 0)
        done = table.follow()
        assert done[0] == f"1 {first}"
        assert (len(done) == 2) == goes_on, ability
        if not goes_on:
            assert table.state.ahead[1].waits
            assert table.state.ahead[1].draft[0][:3] == ("place", "m05", "b1")
            assert RULES.decision(table.state, 1).kind == "put_back"


def test_the_shared_tile_follows_in_the_same_draft():
    """MH-6.1, MH-6.3: in round 1 seat 1 places its own tile and then the shared one."""
    table = TestTable("three", seats=2, seed=3)
    opening = " ".join(next(legal(RULES, table.state, 0, ("place",))))
    after = RULES.apply(table.state, 0, tuple(opening.split())).state
    own = next(legal(RULES, after, 1, ("place",)))
    after = RULES.apply(after, 1, own).state
    shared = next(legal(RULES, after, 1, ("place",)))
    assert RULES.decision(after, 1).kind == "place_shared"
    table.act(f"draft {' '.join(own)} then {' '.join(shared)}", 1)
    table.act(opening, 0)
    assert table.follow() == [f"1 {' '.join(own)}", f"1 {' '.join(shared)}"]
    assert table.state.ahead == {}


def test_whose_tile_comes_next_is_foreseen():
    """MH-2.1, MH-6.1: seat 0 in round 2 places first and last, seat 1 between; in round 1 seat 1 twice."""
    table = TestTable("three", seats=2, seed=3)
    kinds = []
    while table.state.round < 4:
        seat = table.seat
        for other in (0, 1):
            foreseen = RULES.foreseen(table.state, other)
            if RULES.turn(table.state) == other or not table.state.placed:
                assert foreseen is None
            elif RULES.decision(table.state, seat).kind.startswith("place"):
                assert RULES.to_act(foreseen) == (other,)
                kinds.append((foreseen.round, other, RULES.decision(foreseen, other).kind))
        table.act("")
    assert set(kinds) == {(2, 0, "place"), (2, 0, "place_shared"), (2, 1, "place"), (3, 1, "place"), (4, 0, "place")}


def test_the_shared_tile_of_a_round_to_come_is_not_known():
    """MH-6.2: it is drawn when the round begins. Seat 0 foresees round 2, in which it places first its own tile, then the shared one."""
    table = TestTable("three", seats=2, seed=3)
    while (table.state.round, table.seat) != (1, 1):
        table.act("")
    foreseen = RULES.foreseen(table.state, 0)
    assert (foreseen.round, RULES.decision(foreseen, 0).kind) == (2, "place")
    assert RULES.view(foreseen, 0).board.shared_tile is None
    assert sorted(foreseen.hands[2] + foreseen.stacks[2]) == sorted(table.state.hands[2] + table.state.stacks[2]), "no tile is lost"
    placed = RULES.apply(foreseen, 0, RULES.decision(foreseen, 0).default).state
    assert RULES.drafting_on(placed, 0) is None
    other = RULES.foreseen(table.state, 1)
    assert other is None, "it is the turn of seat 1"


def test_a_draft_is_made_with_the_tiles_that_are_known():
    """MH-2.2: what the refill brings is unknown, but for tiles seen by Insight (MH-8.3)."""
    table = holding("0 m02 c1 r3")
    table.act("place m05 b1 r1", 1)
    foreseen = RULES.foreseen(table.state, 1)
    assert table.state.round == 2, "the hand was refilled"
    assert sorted(foreseen.hands[1]) == sorted(table.state.hands[1])
    table.play("0 m05 d1 r1")
    assert RULES.foreseen(table.state, 1) is None, "it is the turn of seat 1"
    foreseen = RULES.foreseen(table.state, 0)
    assert (foreseen.round, sorted(foreseen.hands[0])) == (3, sorted(table.state.hands[0])), "one tile less"
    table.state = table.state.copy()
    table.state.known[0] = 2
    top = table.state.stacks[0][0]
    assert sorted(RULES.foreseen(table.state, 0).hands[0]) == sorted([*table.state.hands[0], top])


def test_what_is_foreseen_tells_a_seat_nothing():
    """MH-1.5: it is the same for all states that the seat cannot tell from each other."""
    for board, seats in (("two", 2), ("three", 2), ("four", 4)):
        table, found = TestTable(board, seats=seats, seed=8, abilities="off"), 0
        while RULES.to_act(table.state):
            for seat in range(seats):
                foreseen = RULES.foreseen(table.state, seat)
                for n in range(2):
                    other = RULES.foreseen(RULES.imagine(table.state, seat, Chance.of(n)), seat)
                    assert (foreseen and RULES.dump(foreseen)) == (other and RULES.dump(other))
                found += foreseen is not None
                if foreseen is not None:
                    assert list(legal(RULES, foreseen, seat))
            table.act("")
        assert found > 20


@pytest.mark.parametrize("text", ["draft place m05 b1 r1 then", "draft else place m05 b1 r1", "ready choose_value", "ready no_such_kind any take 5"])
def test_a_plan_that_is_not_whole_is_refused(text):
    refused = holding().refusal(text, 1)
    assert (refused.reason, refused.rule) == ("plan_unfinished", "MH-9.2")


def test_there_is_nothing_to_seal_and_no_more_turn_at_the_end():
    """MH-9.1: strictly one is asked; after the last placement nothing can be drafted any more."""
    table = holding()
    assert table.refusal("seal place m02 c1 r3", 0).reason == "not_an_action"
    while table.state.round < 9:
        table.act("")
    assert RULES.foreseen(table.state, 1) is not None
    while table.seat == 0:
        table.act("")
    assert RULES.foreseen(table.state, 0) is None


def test_whoever_leaves_takes_drafts_along():
    table = TestTable("three", seats=3)
    table.play("0 m02 " + RULES.board(table.state).starts[0] + " r3")
    table.act("draft place m05 b1 r1", 2)
    table.act("draft place m05 b1 r1", 0)
    state = RULES.concede(table.state, 2).state
    assert set(state.ahead) == {0}
    assert RULES.foreseen(state, 2) is None
    assert RULES.sayable(state, 2, ("ready",)) == []
    assert RULES.redact(("draft", "place", "m05")) == RULES.redact(("ready", "choose_value")) == ()
