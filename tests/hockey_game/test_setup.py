"""Components, setup, the rink, the draft, and the content behind them (sections 2, 3, 11, 12)."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy

import pytest

from data.content import read
from rules.game import Refused
from rules.hockey_game import build
from rules.hockey_game.all_stars_draft import PICKS
from rules.parts.engine import Faults
from tests.every_game.setups import Setup, random_game
from tests.hockey_game.table import CONTENT, RULES, TestTable

GROUND = RULES.ground


def start(**options: str):
    return RULES.setup(2, options, 3).state


def cards_of(state, seat: int) -> Counter:
    """All cards of a seat, wherever they are."""
    side = state.sides[seat]
    turn = state.round.turns[seat] if state.round else None
    played = [p.name for p in turn.parts if p.source == "bonus"] if turn and not turn.finished else []
    waiting = [turn.special] if turn and state.stage == "recover_pick" and seat == state.active else []
    return Counter([*side.deck, *side.hand, *side.heroes, *side.discard, *played, *waiting])


# Components and setup


def test_seats_and_sides():
    """HG-1.1: two seats; the first attacks to the right, the second to the left."""
    assert list(RULES.seats) == [2]
    with pytest.raises(Refused, match="wrong_seats"):
        RULES.setup(3, {}, 1)
    assert (GROUND.own_goal(0).crease, GROUND.enemy_goal(0).crease) == ("ga", "gb")
    assert (GROUND.own_goal(1).crease, GROUND.enemy_goal(1).crease) == ("gb", "ga")


def test_what_there_is():
    """HG-1.2: decks, hands, heroes, discard piles, TIME; the rink, the referee deck, period, clock and score."""
    board = RULES.view(TestTable().attack().state, None).board
    assert [(s.hand, s.deck, s.heroes, s.discard, s.time) for s in board.sides] == [(5, 15, (), (), True)] * 2
    assert len(board.sides[0].attributes) == 7
    assert (board.period, board.clock, board.referee, [s.goals for s in board.sides]) == (1, 0, 18, [0, 0])


def test_teams_are_chosen_and_differ():
    """HG-1.3: seat 0 first, eight teams, not the same twice; the deck is the team's twenty cards."""
    state = start()
    assert (RULES.to_act(state), RULES.decision(state, 0).kind, len(RULES.words(state, 0, ("team",)))) == ((0,), "choose_team", 8)
    state = RULES.apply(state, 0, ("team", "fin")).state
    with pytest.raises(Refused, match="team_taken"):
        RULES.apply(state, 1, ("team", "fin"))
    with pytest.raises(Refused, match="no_such_card"):
        RULES.apply(state, 1, ("team", "lat"))
    state = RULES.apply(state, 1, ("team", "ger")).state
    assert cards_of(state, 0) == Counter(CONTENT.decks["fin"])
    assert cards_of(state, 1).total() == 20


def test_the_match_begins():
    """HG-1.4: shuffled decks, five cards each, puck on C, first period, a faceoff."""
    state = start()
    state = RULES.apply(state, 0, ("team", "fin")).state
    step = RULES.apply(state, 1, ("team", "ger"))
    state = step.state
    assert [len(side.hand) for side in state.sides] == [5, 5]
    assert (state.puck, state.period, state.score, len(state.referee)) == ("c", 1, (0, 0), 18)
    assert [e.facts["field"] for e in step.events if e.kind == "faceoff"] == ["c"]
    assert state.referee != list(CONTENT.referee)
    assert [e.to for e in step.events if e.kind == "drew"] == [(0,), (1,)]


def test_nothing_is_lost_and_hands_stay_small():
    """HG-1.5, HG-1.6: twenty cards a seat through whole games, five in hand at most; the draw pile is made anew."""
    shuffled = 0
    for seed in range(6):
        decks = None
        for _, _, _, step in random_game(Setup("hockey_game", 2, {}), seed, random.Random(seed)):
            state = step.state
            shuffled += sum(e.kind == "reshuffled" for e in step.events)
            if state.stage == "choose_team":
                continue
            decks = decks or [Counter(CONTENT.decks[side.team]) for side in state.sides]
            assert [cards_of(state, seat) for seat in (0, 1)] == decks
            assert all(len(side.hand) <= 5 for side in state.sides)
            assert len(state.referee) + len(state.turned) == 18
    assert shuffled > 10


# The rink


def test_the_rink_turned_around_is_the_same():
    """HG-2.1: by 180 degrees, with bonuses, creases and diagonals."""
    fields = CONTENT.rink.fields
    places = {(f.col, f.y): f for f in fields}
    for f in fields:
        other = places[8 - f.col, 4 - f.y]
        assert (other.bonus, other.crease) == (f.bonus, f.crease)
        turned = {places[8 - GROUND.fields[n].col, 4 - GROUND.fields[n].y].id for n in CONTENT.rink.diagonals[f.id]}
        assert turned == set(CONTENT.rink.diagonals[other.id])
    assert len(fields) == 13


def test_crossing_lines():
    """HG-2.2: only lines strictly between; on a line is not across it."""
    cases = {("n1", "b1"): 2, ("c", "bb"): 0, ("bb", "gb"): 0, ("ba", "bb"): 1, ("a1", "b1"): 3, ("ga", "gb"): 3, ("n3", "bb"): 0, ("n1", "c"): 0}
    assert {pair: GROUND.crossed(0, "pass", *pair) for pair in cases} == cases


def test_attacking_thirds():
    """HG-2.3: with the point."""
    assert {f for f in GROUND.fields if GROUND.in_third(0, f)} == {"bb", "b1", "b2", "gb"}
    assert {f for f in GROUND.fields if GROUND.in_third(1, f)} == {"ba", "a1", "a2", "ga"}


def test_diagonals_and_lanes():
    """HG-2.4, HG-2.5, HG-3.1, HG-3.2: strength to diagonal neighbours, speed along a lane in both directions."""
    assert set(GROUND.targets(0, "strength", "c")) == {"n1", "n2", "n3", "n4"}
    assert set(GROUND.targets(0, "strength", "a1")) == {"ga", "ba"}
    assert set(GROUND.targets(0, "speed", "n3")) == {"a1", "n1", "b1"}
    assert set(GROUND.targets(1, "speed", "c")) == {"ba", "bb", "gb"}
    table = TestTable().attack(0, "n1")
    table.act("go_on")
    assert (table.refusal("strength bb").reason, table.refusal("speed n2").reason) == ("not_diagonal", "other_lane")
    assert table.refusal("pass xx").reason == "no_such_field"


def test_the_opponents_crease_is_closed():
    """HG-2.6, HG-3.5: no move ends there, nor where it began; the own crease is open (a pass back is legal)."""
    for seat, closed, own in ((0, "gb", "ga"), (1, "ga", "gb")):
        table = TestTable().attack(seat, "c")
        table.act("go_on")
        for move in ("speed", "pass"):
            assert table.refusal(f"{move} {closed}").rule == "HG-2.6"
            assert f"{move} {own}" in table.legal(move)
        assert table.refusal("pass c").rule == "HG-3.5"


def test_field_bonus():
    """HG-2.7: for the attacker, if the move uses that attribute; never for the defender."""
    table = TestTable().attack(0, "n1").dice(3, 3, 3, 3)
    table.act("go_on", "speed n3", "finish", "go_on")
    assert ("field", "n1", 3) in table.parts(0)
    assert all(source != "field" for source, _, _ in table.parts(1))
    table = TestTable().attack(0, "n1")
    table.act("go_on", "pass c")
    assert all(source != "field" for source, _, _ in table.parts(0))


@pytest.mark.parametrize(("seat", "crease"), [(0, "ga"), (0, "gb"), (1, "ga"), (1, "gb")])
def test_no_defence_on_a_crease(seat, crease):
    """HG-2.8: for any move, whoever owns the crease, neither the team's nor a hero's."""
    table = TestTable("cze", "svk").side(1 - seat, heroes="borek").attack(seat, crease)
    table.act("go_on", "strength a1" if crease == "ga" else "strength b1", "finish", "go_on")
    assert ("attribute", "strength", 2) in table.parts(1 - seat)
    assert ("hero", "borek", 2) in table.parts(1 - seat)
    assert all(name != "defence" for _, name, _ in table.parts(1 - seat))


def test_lines_cost_more_for_a_shot():
    """HG-3.4: -6, -4, -2, 0, the same for both sides."""
    prices = {"ga": 6, "a1": 6, "a2": 6, "ba": 4, "n1": 4, "n2": 4, "c": 2, "n3": 2, "n4": 2, "bb": 0, "b1": 0, "b2": 0, "gb": 0}
    mirror = {"ga": "gb", "a1": "b2", "a2": "b1", "ba": "bb", "n1": "n4", "n2": "n3", "c": "c"}
    mirror |= {other: one for one, other in mirror.items()}
    for puck, price in prices.items():
        for seat, field in ((0, puck), (1, mirror[puck])):
            table = TestTable().attack(seat, field)
            table.act("go_on", "shot")
            lost = -sum(n for source, _, n in table.parts(seat) if source == "lines")
            assert lost == price, (seat, field)


# Draft


def drafted(state, count: int):
    """Picks the first thing offered, so often."""
    for _ in range(count):
        (seat,) = RULES.to_act(state)
        word = RULES.words(state, seat, ("pick",))[0].text
        state = RULES.apply(state, seat, ("pick", word)).state
    return state


def test_draft_in_turn():
    """HG-11.1, HG-1.3: a coin, then one pick each through five stages."""
    firsts = {RULES.setup(2, {"mode": "draft"}, seed).state.active for seed in range(12)}
    assert firsts == {0, 1}
    state = start(mode="draft")
    order = []
    kinds = []
    for _ in range(2 * PICKS):
        order += RULES.to_act(state)
        kinds.append(RULES.view(state, None).board.draft.kind)
        state = drafted(state, 1)
    first = order[0]
    assert order == [first, 1 - first] * PICKS
    assert kinds == [k for k, n in (("team", 2), ("hero", 10), ("special", 6), ("injury", 2), ("bonus", 22)) for _ in range(n)]
    assert state.stage == "attack_open"


def test_draft_pool():
    """HG-11.2, HG-11.5: everything in the box, public picks, a taken card is gone; bonus cards by kind with the number left."""
    assert (len(CONTENT.teams), *(len(CONTENT.by_kind[k]) for k in ("hero", "special", "injury"))) == (8, 40, 16, 8)
    assert sum(CONTENT.stock[w] for w in CONTENT.by_kind["bonus"]) == 96
    state = start(mode="draft")
    (seat,) = RULES.to_act(state)
    state = RULES.apply(state, seat, ("pick", "fin")).state
    with pytest.raises(Refused, match="taken"):
        RULES.apply(state, 1 - seat, ("pick", "fin"))
    with pytest.raises(Refused, match="other_stage"):
        RULES.apply(state, 1 - seat, ("pick", "jakub"))
    with pytest.raises(Refused, match="no_such_card"):
        RULES.apply(state, 1 - seat, ("pick", "nobody"))
    state = drafted(state, 20)
    board = RULES.view(state, None).board
    assert len(board.draft.left) <= 25
    counts = {card.word: n for card, n in board.draft.left}
    word = RULES.words(state, RULES.to_act(state)[0], ("pick",))[0]
    state = RULES.apply(state, RULES.to_act(state)[0], ("pick", word.text)).state
    assert {c.word: n for c, n in RULES.view(state, None).board.draft.left}[word.text] == counts[word.text] - 1


def test_five_symbols_at_most():
    """HG-11.3: a sixth is refused, and not offered."""
    state = drafted(start(mode="draft"), 20)
    (seat,) = RULES.to_act(state)
    for _ in range(5):
        symbol = next(w.text for w in RULES.words(state, seat, ("pick",)) if CONTENT.cards[w.text].referee)
        state = RULES.apply(state, seat, ("pick", symbol)).state
        state = drafted(state, 1)
    offered = [w.text for w in RULES.words(state, seat, ("pick",))]
    assert offered
    assert not any(CONTENT.cards[w].referee for w in offered)
    left = next(c.word for c, _ in RULES.view(state, None).board.draft.left if c.referee)
    with pytest.raises(Refused, match="too_many_symbols"):
        RULES.apply(state, seat, ("pick", left))


def test_the_picks_are_the_deck():
    """HG-11.4: twenty cards, of whatever team; then the match is set up as always."""
    state = drafted(start(mode="draft"), 2 * PICKS)
    for seat, side in enumerate(state.sides):
        assert cards_of(state, seat) == Counter(side.picks[1:])
        assert cards_of(state, seat).total() == 20
        assert len(side.hand) == 5


# Content


def test_content_keeps_the_constraints():
    """Section 12: what the loader holds is what the specification asks for."""
    assert all(card.value for card in CONTENT.cards.values() if card.kind == "bonus")
    assert Counter(CONTENT.referee) == {
        "good_bounce": 3, "home_ice": 3, "roaring_crowd": 1, "icing": 2, "hooking": 2, "power_play": 2,
        "shorthanded": 1, "stretcher": 2, "play_on": 2,
    }  # fmt: skip
    team = CONTENT.teams["cze"].attributes, CONTENT.teams["swe"].attributes
    assert (team[0]["attack"], team[0]["speed"], team[1]["defence"], team[1]["speed"]) == (2, 2, 3, 2)


def test_content_that_is_wrong_is_refused():
    """All faults at once, with the file."""
    broken = deepcopy(read("hockey_game"))
    broken["teams"]["teams"][0]["attributes"] = dict(broken["teams"]["teams"][1]["attributes"], shot=9)
    broken["cards"]["cards"][12]["attributes"] = {"speed": 3}
    broken["rink"]["diagonals"]["c"] = ["n1", "n2", "n3"]
    broken["referee"]["referee"].pop()
    with pytest.raises(Faults) as error:
        build(broken)
    text = " ".join(error.value.faults)
    assert all(part in text for part in ("cze is better", "attributes from 0 to 5", "CZE-H1", "n4-c", "18 cards"))
    with pytest.raises(Faults, match="cards"):
        build({})
