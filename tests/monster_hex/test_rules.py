"""The numbered rules of Monster Hex, played through the engine."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.game import Refused
from rules.legal_actions import legal
from rules.monster_hex import capture
from rules.monster_hex.ending import first_at_seven
from rules.monster_hex.state import Capture
from rules.randomness import seating
from tests.monster_hex.table import RULES, TestTable

EXAMPLE_3 = ("0 m02 c1 r3", "1 m05 b1 r1", "0 m05 d1 r1", "1 m01 b2 r1", "0 m03 d2 r4", "1 m03 c3 r1")


@pytest.mark.parametrize(("board", "seats", "rounds", "hand", "hexes"), [("four", 4, 8, 4, 32), ("three", 3, 10, 3, 30), ("two", 2, 9, 3, 18)])
def test_boards(board, seats, rounds, hand, hexes):
    """MH-1.1: seats, rounds, hands and empty hexes of each board; the board is full when the last round ends."""
    table = TestTable(board)
    data = RULES.board(table.state)
    assert (table.state.seats, data.rounds, data.hand, len(data.hexes)) == (seats, rounds, hand, hexes)
    table.finish()
    assert len(table.state.placed) == hexes
    assert table.state.round == rounds


def test_two_seats_on_board_three():
    """MH-1.2, MH-1.4: two seats may choose board three; the first free faction is shared and has slot 2."""
    table = TestTable("three", seats=2, seed=3)
    assert table.state.shared
    assert table.state.slots == 3
    table = TestTable.__new__(TestTable)
    table.state, table.events = RULES.setup(2, {"board": "three"}, 3).state, []
    table.act("faction tide")
    table.act("faction ember")
    assert table.state.factions == ["tide", "ember", "moss"]
    assert RULES.setup(2, {}, 1).state.board == "two"
    with pytest.raises(Refused, match=r"MH-1\.1"):
        RULES.setup(2, {"board": "four"}, 1)


def test_tiles():
    """MH-1.3: every faction has the same ten tiles, one S, two A, three B, four C."""
    table = TestTable("four")
    for slot in range(4):
        assert sorted(table.state.hands[slot] + table.state.stacks[slot]) == [f"m{n:02}" for n in range(1, 11)]
    assert Counter(t.rank for t in RULES.tiles.values()) == {"S": 1, "A": 2, "B": 3, "C": 4}


def test_faction_choice():
    """MH-1.4: factions are chosen in seat order, all different; a choice without an alternative is made by the engine."""
    state = RULES.setup(4, {}, 5).state
    for seat, faction in enumerate(("dune", "moss", "tide")):
        assert RULES.to_act(state) == (seat,)
        assert RULES.decision(state, seat).kind == "choose_faction"
        state = RULES.apply(state, seat, ("faction", faction)).state
        if seat < 2:
            with pytest.raises(Refused, match="faction_taken"):
                RULES.apply(state, seat + 1, ("faction", faction))
    assert state.factions == ["dune", "moss", "tide", "ember"]
    assert state.phase == "play"


def test_shuffled_stacks():
    """MH-1.5: hands come from the tops of shuffled stacks; another seed gives other ones."""
    one, two = RULES.setup(3, {}, 1).state, RULES.setup(3, {}, 2).state
    assert one.hands != two.hands
    assert [len(h) for h in one.hands] == [3, 3, 3]
    assert [len(s) for s in one.stacks] == [7, 7, 7]
    order = {tuple(RULES.setup(2, {}, seed).state.hands[0]) for seed in range(60)}
    assert len(order) > 50


def test_fixed_order():
    """MH-1.6, MH-2.1: in every round seat 0 acts first, then the others; each places exactly one tile, passing does not exist."""
    table = TestTable("four", seed=9)
    order = []
    while RULES.to_act(table.state):
        if RULES.decision(table.state, table.seat).kind == "place":
            order.append((table.state.round, table.seat))
            assert all(w.text == "place" for w in RULES.words(table.state, table.seat, ()))
            assert table.refusal("pass").reason == "asked_otherwise"
        table.act("")
    auto = {(e["hex"]) for e in table.all("placed")}
    assert len(auto) == 32
    assert order == sorted(order)


def test_drawn_seats():
    """MH-1.7: who gets which seat is drawn; every order occurs, and the same seed gives the same order."""
    orders = Counter(tuple(seating(seed, 3)) for seed in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
    assert seating(5, 4) == seating(5, 4)


def test_refill_at_the_end_of_a_round():
    """MH-2.2: hands are refilled after the last placement of a round, and nobody draws during it."""
    table = TestTable("two", seed=2)
    table.act("")
    assert [len(h) for h in table.state.hands] == [2, 3]
    table.act("")
    assert [len(h) for h in table.state.hands] == [3, 3]
    assert table.last("refilled") == {"seats": [0, 1]}


@pytest.mark.parametrize(
    ("board", "hands", "left"),
    [("four", [4, 4, 4, 4, 4, 4, 4, 3], 2), ("three", [3] * 8 + [2, 1], 0), ("two", [3] * 8 + [2], 1)],
)
def test_hands_by_round(board, hands, left):
    """MH-2.3: how many tiles a hand has before each round, and how many stay unused."""
    table = TestTable(board, seed=4)
    seen: dict[int, int] = {}
    while RULES.to_act(table.state):
        if table.seat == 0 and table.state.turn == 0 and not table.state.queue:
            seen.setdefault(table.state.round, len(table.state.hands[0]))
        table.act("")
    expected = dict(enumerate(hands, 1))
    assert {r: n for r, n in expected.items() if r in seen} == seen
    assert len(seen) >= len(hands) - 1
    assert all(len(table.state.hands[s]) + len(table.state.stacks[s]) == left for s in range(table.state.seats))


def test_tiles_stay():
    """MH-2.4: a placed tile is neither covered nor moved."""
    table = TestTable("two")
    table.play("0 m02 c1 r3")
    table.give(1, "m05")
    refused = table.refusal("place m05 c1 r0")
    assert (refused.reason, refused.rule) == ("occupied", "MH-2.4")
    assert refused.legal[0] in ("b1", "d1")
    table.finish()
    assert table.state.placed["c1"] == (0, "m02", 3)


def test_rotation():
    """MH-3.1, worked example 1: what M01 shows at rotations 0 and 1."""
    tile = RULES.tiles["m01"]
    assert [tile.edge(d, 0) for d in range(6)] == [5, 3, 5, 4, 2, 4]
    assert [tile.edge(d, 1) for d in range(6)] == [4, 5, 3, 5, 4, 2]


def test_first_tile():
    """MH-3.2, worked example 2: the first tile goes on a starting hex, in any rotation."""
    table = TestTable("two")
    table.give(0, "m02")
    refused = table.refusal("place m02 b1 r0")
    assert (refused.reason, refused.rule, refused.legal) == ("first_on_start", "MH-3.2", ("c1", "c7"))
    assert len(table.legal("place", "m02")) == 12
    table.act("place m02 c1 r3")
    assert RULES.view(table.state, None).board.monsters[0].powers == (3, 5, 1, 5, 2, 4)


def test_matching():
    """MH-3.3: one touching edge must show the same power; factions do not matter, other edges may differ."""
    table = TestTable("two")
    table.play("0 m02 c1 r3")
    table.hold(1, "m05", "m01", "m07")
    for action in table.legal():
        _, tile, label, rotation = action.split()
        touching = [(d, n) for d, n in RULES.board(table.state).neighbours[label] if n in table.state.placed]
        equal = [RULES.tiles[tile].edge(d, int(rotation[1])) == RULES.tiles["m02"].edge((d + 3) % 6, 3) for d, _ in touching]
        assert any(equal)
    refused = table.refusal("place m05 b1 r0")
    assert (refused.reason, refused.rule) == ("no_match", "MH-3.3")
    assert "r1" in refused.legal


def test_first_fallback():
    """MH-3.4, MH-3.6, worked example 10: without any match, any tile on any free starting hex, and nothing else."""
    table = TestTable("two")
    table.play("0 m01 c1 r0")
    table.hold(1, "m05", "m07", "m09")
    assert sorted(table.legal()) == sorted(f"place {t} c7 r{k}" for t in ("m05", "m07", "m09") for k in range(6))
    refused = table.refusal("place m05 b1 r0")
    assert (refused.reason, refused.rule) == ("nothing_matches", "MH-3.4")
    table.act("place m07 c7 r2")
    assert table.last("placed")["how"] == "start"


def test_second_fallback():
    """MH-3.5: with the starting hexes taken as well, any tile on any empty hex."""
    table = TestTable("two")
    table.play("0 m01 c1 r0")
    table.lay("1 m01 c7 r3")  # All open edges show a 5.
    table.hold(1, "m05", "m07", "m09")
    hexes = {a.split()[2] for a in table.legal()}
    assert hexes == set(RULES.board(table.state).hexes) - {"c1", "c7"}
    assert len(table.legal()) == 3 * 16 * 6
    placed = next(e for e in table.act("place m05 d4 r0") if e.kind == "placed")
    assert (placed.facts["how"], placed.rule) == ("any", "MH-3.5")


def test_no_free_placement_beside_a_match():
    """MH-3.6, MH-7.2: a fallback is not open while a match exists anywhere."""
    table = TestTable("two")
    table.play("0 m02 c1 r3")
    table.hold(1, "m05", "m07", "m09")
    refused = table.refusal("place m05 c7 r0")
    assert (refused.reason, refused.rule) == ("match_elsewhere", "MH-3.6")
    assert refused.legal


def test_full_ring():
    """MH-4.1, MH-4.2, MH-4.3, worked example 3: two small stones, then the large one with 13 against 11."""
    table = TestTable("two")
    table.play(*EXAMPLE_3)
    assert [c["stone"] for c in table.all("captured")] == ["s1", "s3", "l1"]
    small = table.all("captured")
    assert (small[0]["first"], small[0]["totals"]) == (1, {"1": 4})
    assert small[1]["first"] == 0
    assert small[2]["totals"] == {"0": 11, "1": 13}
    assert (small[2]["first"], small[2]["second"]) == (1, 0)
    assert table.state.scores == [1, 1]


def test_choosing_a_value():
    """MH-4.5, MH-4.6, MH-4.7, worked example 4: the colour bonus, and the last of two values for the second."""
    table = TestTable("two")
    table.play(*EXAMPLE_3)
    values = dict(RULES.board(table.state).stones["l1"].values)
    first = RULES.to_act(table.state)
    assert first == (1,)
    assert set(table.legal()) == {f"take {v}" for v in values}
    own = next(v for v, slot in values.items() if slot == 1)
    before = table.state.scores[1]
    table.act(f"take {own}")
    assert table.state.scores[1] == before + own + 2
    assert RULES.to_act(table.state) == (0,)
    refused = table.refusal(f"take {own}")
    assert (refused.reason, refused.rule) == ("value_taken", "MH-4.5")
    table.act("take 3")
    assert table.state.scores[0] == 1 + 3


def test_last_value_is_taken_by_itself():
    """MH-4.7, MH-9.3: at a stone with two values the second place is not asked."""
    table = TestTable("two")
    stone = RULES.board(table.state).stones["l2"]
    state = table.state.copy()
    state.queue, state.captures = ["l2"], {"l2": Capture({0: 9, 1: 5}, 0, 1, {})}
    table.state = state
    table.act("take 4")
    assert table.state.captures["l2"].taken == {4: 0, 7: 1}
    assert table.state.scores == [capture.worth(stone, 4, 0), capture.worth(stone, 7, 1)]


def test_tie_for_first_two_factions():
    """MH-4.3, MH-4.4, worked example 5: 12 to 12, nobody scores."""
    table = TestTable("two")
    table.play("0 m05 c1 r5", "1 m04 b1 r4", "0 m01 d1 r0", "1 m07 b2 r0", "0 m07 d2 r5", "1 m02 c3 r0")
    last = table.last("captured")
    assert (last["stone"], last["totals"], last["first"], last["second"]) == ("l1", {"0": 12, "1": 12}, None, None)
    assert table.state.captures["l1"].taken == {}


def test_tie_for_first_someone_behind():
    """MH-4.4, MH-4.5, worked example 6: nobody first, seat 2 second with all values to choose from."""
    table = TestTable("four")
    table.lay("0 m07 d3 r0", "1 m02 c4 r1", "2 m10 e4 r1", "3 m06 c5 r3", "0 m09 e5 r1")
    state = table.state.copy()
    state.turn = 1
    table.state = state
    table.play("1 m01 d5 r1")
    last = table.last("captured")
    assert (last["stone"], last["totals"], last["first"], last["second"]) == ("l3", {"0": 6, "1": 6, "2": 5, "3": 3}, None, 2)
    assert RULES.to_act(table.state) == (2,)
    assert table.legal() == ["take 7", "take 4"]
    table.act("take 7")
    assert first_at_seven(table.state, RULES.board(table.state)) is None


def test_tie_for_second():
    """MH-4.4, worked example 7: 8, 5, 5, 2 leaves the second place empty."""
    table = TestTable("four")
    table.lay("0 m08 d3 r4", "1 m09 c4 r3", "2 m03 e4 r3", "3 m04 c5 r0", "0 m05 e5 r3")
    state = table.state.copy()
    state.turn = 1
    table.state = state
    table.play("1 m04 d5 r0")
    last = table.last("captured")
    assert (last["stone"], last["totals"], last["first"], last["second"]) == ("l3", {"0": 8, "1": 5, "2": 5, "3": 2}, 0, None)


def test_small_stone_by_rank():
    """MH-4.8, worked example 8: 4 to 4, rank A beats rank C."""
    table = TestTable("two")
    table.play("0 m06 c1 r3", "1 m02 b1 r4", "0 m07 b2 r5")
    last = table.last("captured")
    assert (last["stone"], last["totals"], last["first"]) == ("s1", {"0": 4, "1": 4}, 1)
    assert table.state.scores == [0, 1]


def test_small_stone_nobody():
    """MH-4.8, worked example 9: 4 to 4, both rank B."""
    table = TestTable("two")
    table.play("0 m10 c1 r1", "1 m06 b1 r2", "0 m04 b2 r1")
    assert table.last("captured")["first"] is None
    assert table.state.scores == [0, 0]


def test_longer_list_of_ranks_wins():
    """MH-4.8: of two equal beginnings the longer list of ranks is better."""
    table = TestTable("two")
    stone = RULES.board(table.state).stones["l1"]
    table.lay("0 m04 b2 r0", "0 m09 c3 r0", "1 m05 d2 r0")
    lists = {slot: capture.ranks(table.state, stone, RULES.tiles, slot) for slot in (0, 1)}
    assert lists == {0: [2, 3], 1: [2]}
    board = RULES.board(table.state).stones["s1"]
    assert not board.large
    board_totals = {0: 4, 1: 4}
    assert capture.places(table.state, stone_as_small(stone), RULES.tiles, board_totals) == (0, None)


def stone_as_small(stone):
    """A small stone with the ring of a large one: MH-4.8 is defined for any ring (ruling 9)."""
    import copy

    small = copy.copy(stone)
    small.large = False
    return small


def test_two_stones_at_once():
    """MH-4.1, worked example 11: one placement fills two rings; the small stone comes first."""
    table = TestTable("two")
    table.play("0 m05 c1 r1", "1 m06 b1 r4", "0 m04 d1 r0", "1 m08 d2 r3", "0 m03 c3 r0", "1 m10 b2 r1")
    captured = table.all("captured")
    assert [c["stone"] for c in captured] == ["s3", "s1", "l1"]
    assert (captured[0]["first"], captured[0]["totals"]) == (0, {"0": 3, "1": 3})
    assert captured[1]["first"] == 1
    assert captured[2]["totals"] == {"0": 12, "1": 8}
    assert RULES.to_act(table.state) == (0,)
    table.act("")
    assert RULES.to_act(table.state) == (1,)
    assert RULES.decision(table.state, 1).kind == "choose_value"


def test_captured_stones_rest():
    """MH-4.9: a captured stone keeps its result, which is public, and is never captured again."""
    table = TestTable("two", seed=6)
    table.finish()
    stones = [c["stone"] for c in table.all("captured")]
    assert sorted(stones) == sorted(RULES.board(table.state).stones)
    seen = RULES.view(table.state, None).board.stones
    assert all(s.captured for s in seen)
    for stone in seen:
        taken = {v.value: v.taken for v in stone.values if v.taken is not None}
        assert taken == table.state.captures[stone.id].taken


def test_end():
    """MH-5.1: the game ends with the last tile of the last round, all stones captured; nothing is legal afterwards."""
    table = TestTable("three", seed=8)
    table.finish()
    assert RULES.to_act(table.state) == ()
    assert RULES.outcome(table.state) is not None
    assert len(table.state.captures) == 7
    assert RULES.words(table.state, 0, ()) == []
    with pytest.raises(Refused, match="game_over"):
        RULES.apply(table.state, 0, ("place", "m01", "c1", "r0"))


@pytest.mark.parametrize(
    ("scores", "first", "places", "reason"),
    [([17, 17], 1, ((1,), (0,)), "seven"), ([17, 17], None, ((0, 1),), "shared"), ([17, 18], 0, ((1,), (0,)), "score")],
)
def test_highest_score_wins(scores, first, places, reason):
    """MH-5.2, worked example 12: the first at the 7 wins a tie, whichever value was chosen there; otherwise victory is shared."""
    table = TestTable("two")
    state = table.state.copy()
    state.phase, state.scores = "over", scores
    state.captures = {"l2": Capture({0: 5, 1: 6}, first, None, {4: first} if first is not None else {})}
    outcome = RULES.outcome(state)
    assert (outcome.places, outcome.reason) == (places, reason)


def test_shared_faction_order():
    """MH-6.1, MH-6.2, MH-6.3: seat 1 holds in odd rounds, seat 0 in even ones; the shared tile comes last and only the holder sees it."""
    table = TestTable("three", seats=2, seed=12)
    holders = {}
    while RULES.to_act(table.state):
        view = RULES.view(table.state, table.seat)
        if not table.state.queue:
            holder = 1 if table.state.round % 2 else 0
            tile = table.state.hands[2][0] if table.state.hands[2] else None
            for seat in (0, 1, None):
                shown = RULES.view(table.state, seat).board.shared_tile
                assert (shown is not None) == (seat == holder and tile is not None)
            if view.decision.kind == "place_shared":
                holders[table.state.round] = table.seat
                assert table.state.turn == 2
                assert {a.split()[1] for a in table.legal()} == {tile}
        table.act("")
    assert {r: h for r, h in holders.items() if r < 10} == {r: (1 if r % 2 else 0) for r in range(1, 10)}
    placed = [(e["slot"], e["seat"]) for e in table.all("placed")]
    assert placed[:6] == [(0, 0), (1, 1), (2, 1), (0, 0), (1, 1), (2, 0)]


def test_shared_faction_blocks():
    """MH-6.4, MH-6.5: the shared faction takes the highest value left, and nobody scores it; it is nobody for the tie-break."""
    table = TestTable("three", seats=2, seed=12)
    state = table.state.copy()
    state.queue, state.captures = ["l2"], {"l2": Capture({0: 4, 1: 6, 2: 9}, 2, 1, {})}
    events = []
    capture.settle(state, RULES.board(state), RULES.tiles, events)
    assert state.captures["l2"].taken == {7: 2, 4: 1}
    assert state.scores[0] == 0
    assert events[0].rule == "MH-6.4"
    state.phase, state.scores = "over", [5, 5]
    assert RULES.outcome(state).reason == "shared"


def test_step_by_step():
    """MH-7.1: tile, hex and rotation are picked one after another, each offering only what still leads to a legal action."""
    table = TestTable("two", seed=5)
    table.act("")
    state, seat = table.state, table.seat
    actions = set(legal(RULES, state, seat))
    for tile in RULES.words(state, seat, ("place",)):
        for label in RULES.words(state, seat, ("place", tile.text)):
            turns = RULES.words(state, seat, ("place", tile.text, label.text))
            assert turns
            assert all(w.end for w in turns)
            for turn in turns:
                actions.discard(("place", tile.text, label.text, turn.text))
    assert not actions


@pytest.mark.parametrize(
    ("action", "reason", "rule"),
    [
        ("place m01 b1 r0", "not_in_hand", "MH-3.1"),
        ("place m05 c1 r0", "occupied", "MH-2.4"),
        ("place m05 z9 r0", "no_such_hex", "MH-3.1"),
        ("place m05 c2 r0", "stone_there", "MH-3.1"),
        ("place m05 b1 r7", "no_such_rotation", "MH-3.1"),
        ("place m05 b1 r0", "no_match", "MH-3.3"),
        ("place m05 c7 r0", "match_elsewhere", "MH-3.6"),
        ("take 5", "asked_otherwise", "MH-3.1"),
        ("", "asked_otherwise", "MH-3.1"),
        ("place m05", "not_an_action", "MH-3.1"),
    ],
)
def test_refusals(action, reason, rule):
    """MH-7.2: every refusal names its reason and rule and changes nothing."""
    table = TestTable("two")
    table.play("0 m02 c1 r3")
    table.hold(1, "m05", "m07", "m09")
    refused = table.refusal(action)
    assert (refused.reason, refused.rule) == (reason, rule)


def test_not_your_turn():
    """MH-2.1, MH-7.2, MH-9.1: exactly one seat may act."""
    table = TestTable("two")
    assert table.refusal("place m01 c1 r0", seat=1).reason == "not_your_turn"
    assert RULES.words(table.state, 1, ()) == []


def test_placement_waits_for_values():
    """MH-9.1: after a capture the next placement waits until the values are chosen."""
    table = TestTable("two")
    table.play(*EXAMPLE_3)
    assert RULES.decision(table.state, 1).kind == "choose_value"
    assert table.refusal("place m01 d3 r0").reason == "asked_otherwise"
    assert table.refusal("place m01 d3 r0", seat=0).reason == "not_your_turn"


def test_standing_order():
    """MH-9.2: "take the value worth most to me" answers for its seat, and only if given."""
    table = TestTable("two")
    table.play(*EXAMPLE_3)
    stone = RULES.board(table.state).stones["l1"]
    answer = RULES.standing(table.state, 1, frozenset({"take_best"}))
    assert answer is not None
    best = max((capture.worth(stone, v, 1), v) for v, _ in stone.values)
    assert answer == ("take", str(best[1]))
    assert RULES.standing(table.state, 1, frozenset()) is None
    assert RULES.standing(table.state, 0, frozenset({"take_best"})) is None


def test_placing_is_never_automatic():
    """MH-9.4, MH-9.5: a seat with one legal placement is still asked, unless hand and stack leave a single known tile."""
    table = TestTable("two")
    table.play("0 m01 c1 r0")
    table.hold(1, "m05", "m07", "m09")
    assert RULES.to_act(table.state) == (1,)
    public = RULES.view(table.state, None)
    assert public.decision is None
    assert public.asked == ((1, "place"),)


def test_last_tile_may_lie_down_by_itself():
    """MH-9.4: with one tile, no stack and one placement everything is public, and the engine places."""
    table = TestTable("three", seed=1)
    while len(table.state.placed) < 28 or table.state.queue:
        table.act("")
    assert RULES.to_act(table.state) == (1,)
    by_itself = asked = 0
    for tile in RULES.tiles:
        state = table.state.copy()
        state.hands[2] = [tile]
        for action in legal(RULES, state, 1):
            after = RULES.apply(state, 1, action).state
            if after.queue:
                continue
            if RULES.to_act(after) == (2,):
                asked += 1
                assert len(list(legal(RULES, after, 2))) > 1
            else:
                by_itself += 1
                assert len(after.placed) == 30
    assert by_itself
    assert asked


def test_menu_sizes():
    """MH-9.6: at most four tiles, 31 hexes, six rotations."""
    table = TestTable("four", seed=3)
    while RULES.to_act(table.state):
        kind = RULES.decision(table.state, table.seat).kind
        if kind == "place":
            tiles = RULES.words(table.state, table.seat, ("place",))
            assert 1 <= len(tiles) <= 4
            hexes = RULES.words(table.state, table.seat, ("place", tiles[0].text))
            assert 1 <= len(hexes) <= 31
        table.act("")


def test_default_answers():
    """MH-9.8: the first legal placement by tile, label and rotation; the value worth most; the first free faction."""
    state = RULES.setup(2, {}, 1).state
    assert RULES.decision(state, 0).default == ("faction", "ember")
    table = TestTable("two", seed=3)
    table.act("")
    assert RULES.decision(table.state, 1).default == min(legal(RULES, table.state, 1))
    table = TestTable("two")
    table.play(*EXAMPLE_3)
    assert RULES.decision(table.state, 1).default == RULES.standing(table.state, 1, frozenset({"take_best"}))


def test_public_fallback():
    """MH-9.5: that a fallback was used is public, with its rule."""
    table = TestTable("two")
    table.play("0 m01 c1 r0")
    table.hold(1, "m05", "m07", "m09")
    events = table.act("place m05 c7 r0")
    placed = next(e for e in events if e.kind == "placed")
    assert (placed.to, placed.rule) == (None, "MH-3.4")


def test_unused_tiles_are_revealed_at_the_end():
    """Section 11: what stays unused is shown when the game is over, not before."""
    table = TestTable("two", seed=1)
    assert RULES.view(table.state, None).board.unused == ()
    table.finish()
    assert [len(u) for u in RULES.view(table.state, None).board.unused] == [1, 1]


def test_resigning_with_two_seats():
    """MH-5.2: when one of two gives up the other has won, whatever the score."""
    table = TestTable("two", seed=1)
    table.act("")
    step = RULES.concede(table.state, 1)
    outcome = RULES.outcome(step.state)
    assert (outcome.places, outcome.reason) == (((0,), (1,)), "resigned")


def test_others_play_on():
    """With more than two seats the others play on, and the engine answers for the seat that has gone (MH-9.8)."""
    table = TestTable("four", seed=1)
    table.act("")
    table.state = RULES.concede(table.state, 2).state
    while RULES.to_act(table.state):
        assert table.seat != 2
        table.act("")
    outcome = RULES.outcome(table.state)
    assert outcome.places[-1] == (2,)
    assert len(table.state.placed) == 32
    with pytest.raises(Refused):
        RULES.concede(table.state, 1)


def test_values_that_are_gone():
    """MH-4.5, MH-7.2: a value that somebody has taken and one that was never there are two reasons."""
    table = TestTable("two")
    table.play(*EXAMPLE_3)
    assert table.legal() == ["take 5", "take 4", "take 3"]
    first = table.seat
    table.act("take 5")
    assert table.seat != first
    taken, none = table.refusal("take 5"), table.refusal("take 9")
    assert (taken.reason, taken.rule, taken.legal, taken.facts) == ("value_taken", "MH-4.5", ("4", "3"), {"value": "5", "hex": "c2"})
    assert (none.reason, none.rule, none.legal, none.facts) == ("no_such_value", "MH-4.5", ("4", "3"), {"value": "9", "hex": "c2"})
    assert table.refusal("take").reason == table.refusal("take 4 3").reason == "not_an_action"


@pytest.mark.parametrize(
    ("seats", "board", "reason", "fitting"),
    [
        (1, "two", "no_such_board", ("four", "three", "two")), (5, "two", "no_such_board", ("four", "three", "two")),
        (5, "auto", "no_such_board", ("four", "three", "two")), (2, "four", "board_needs", ("three", "two")),
        (3, "two", "board_needs", ("three",)), (4, "three", "board_needs", ("four",)),
    ],
)  # fmt: skip
def test_boards_and_seats(seats, board, reason, fitting):
    """MH-1.1, MH-1.2: which board is for how many."""
    with pytest.raises(Refused) as caught:
        RULES.setup(seats, {"board": board}, 1)
    assert (caught.value.reason, caught.value.rule, caught.value.legal, caught.value.facts["seats"]) == (reason, "MH-1.1", fitting, seats)


def test_who_leaves_while_something_is_asked():
    """MH-5.2, MH-9.8: whoever leaves while choosing a value leaves the choice to the engine; nobody leaves twice."""
    table = TestTable("four", seed=4)
    while not table.state.queue:
        table.act("")
    chooser = table.seat
    left = RULES.concede(table.state, chooser)
    assert all(seat != chooser for seat in RULES.to_act(left.state))
    assert left.events[0].facts == {"seat": chooser}
    with pytest.raises(Refused, match="resigned_already"):
        RULES.concede(left.state, chooser)
    assert len(left.state.captures[table.state.queue[0]].taken) >= 1


def test_one_tile_that_matches_is_enough():
    """MH-3.6, MH-3.3: a fallback is open only when no tile of the hand matches; with one that does, the others cannot be placed."""
    table = TestTable("two")
    table.play("0 m01 c1 r0")
    table.hold(1, "m05", "m01", "m07")
    assert {action.split()[1] for action in table.legal("place")} == {"m01"}
    assert table.refusal("place m05 c7 r0").reason == "match_elsewhere"
