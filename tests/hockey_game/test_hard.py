"""The hard opponent weighs what the dice and unseen cards may bring. More games by `python -m tests.tools.strength hockey_game`."""

from __future__ import annotations

from itertools import product

import pytest

from rules.computer_levels import LEVELS, computed
from rules.game import Budget
from rules.hockey_game.computer.evaluation import NAMES, Pack, Then, features
from rules.hockey_game.computer.expert import Expert
from rules.hockey_game.computer.next_round import surprise
from rules.hockey_game.state import Goal
from rules.randomness import Chance
from tests.hockey_game.table import RULES, TestTable, stream
from tests.sampled import often
from tests.tools.strength import RANDOM, play

FEW = Budget(8)
BOTH = pytest.mark.parametrize("level", ["normal", "hard"])
THROWS = list(product(range(1, 7), repeat=2))


def wish(table: TestTable, opponent: str = "hard") -> str:
    return " ".join(computed(RULES, table.state, table.seat, opponent, Chance.of(3), FEW if opponent == "hard" else None))


def shares(state, seat: int) -> dict[str, float]:
    """What the seat may expect of its actions, if the state is as it is."""
    return {" ".join(w.action): w.share for w in Expert(RULES, [state], seat, Chance.of(5)).weigh()}


def expected(state, seat: int, action: str) -> float:
    """The best that the seat may expect after an action that throws its dice: the mean of all throws, each carried out."""
    found = 0.0
    for dice in THROWS:
        state.chance = stream(*dice)
        found += max(shares(RULES.apply(state, seat, tuple(action.split())).state, seat).values()) / len(THROWS)
    return found


def attacked(hand: str, move: str, dice: tuple[int, int], **options) -> TestTable:
    """Seat 1 has to open its defence."""
    table = TestTable("cze", "swe", **options).side(0, time=False).side(1, hand=hand, time=False).attack(0, "bb").dice(*dice)
    table.act("go_on", move, "finish")
    return table


@pytest.mark.parametrize(("hand", "move"), [("+1 +2 +3 shot+2 cold_head", "shot"), ("+1 +3 pass+2r", "pass b1"), ("+3 +2 +1 +2", "strength n3")])
def test_an_opening_is_worth_what_follows_from_all_throws(hand, move):
    """The share of going to the dice, worked out in one go, is the mean of what each of the 36 throws leads to."""
    table = attacked(hand, move, (3, 4))
    assert table.stage == "defend_open"
    assert shares(table.state, 1)["go_on"] == pytest.approx(expected(table.state, 1, "go_on"), abs=1e-9)


def test_a_declaration_is_worth_what_follows_from_all_throws():
    table = TestTable("cze", "swe").side(0, hand="+3 shot+2 +1 pass+2r", time=False).side(1, hand="+2 +1 +2r erik").attack(0, "b1")
    table.act("go_on")
    found = shares(table.state, 0)
    for action in ("shot", "pass b2"):
        assert found[action] == pytest.approx(expected(table.state, 0, action), abs=1e-9)


@pytest.mark.parametrize("hand", ["+2 +1 pass+2r +3", "erik +1 pass+3r", "iron_box +2 pass+2r"])
@pytest.mark.parametrize("turn", ["", "deploy vojtech"])
def test_an_attack_is_worth_what_the_defence_leaves(hand, turn):
    """What the attacker foresees of a hand is what its owner then finds best."""
    table = TestTable("cze", "swe").side(0, hand="vojtech +1 +3", time=False).side(1, hand=hand, time=False).attack(0, "bb").dice(4, 3)
    table.act(turn or "go_on", "pass b1")
    after = RULES.apply(table.state, 0, ("finish",)).state
    assert after.stage == "defend_open"
    assert shares(table.state, 0)["finish"] == pytest.approx(1 - max(shares(after, 1).values()), abs=1e-9)


def test_a_card_with_the_symbol_is_worth_what_follows_from_all_referee_cards():
    table = attacked("+2r pass+2r +1", "pass b1", (4, 4)).dice(3, 2)
    table.act("go_on")
    found = 0.0
    for n, code in enumerate(RULES.content.referee):
        state = table.state.copy()
        state.referee = [code, *(c for i, c in enumerate(RULES.content.referee) if i != n)]
        found += max(shares(RULES.apply(state, 1, ("bonus", "+2r")).state, 1).values()) / len(RULES.content.referee)
    assert shares(table.state, 1)["bonus +2r"] == pytest.approx(found, abs=1e-9)


def test_looks_ahead():
    """Good cards in both hands help the attacker more than their counts say, on either side of the rink."""
    attacking, defending = "shot+4 shot+3 shot+2 +3 +3", "+3 +3 +3 +3 iron_box"
    for attacks, place in ((0, "b1"), (1, "a1")):
        table = TestTable("cze", "swe")
        table.side(attacks, hand=attacking, shown=attacking).side(1 - attacks, hand=defending, shown=defending).attack(0, "n1")
        table.act("go_on")
        expert = Expert(RULES, [table.state] * 2, 0, Chance.of(1))
        news = surprise(expert, expert.worlds, (place, attacks))
        assert news > 0.1 if attacks == 0 else news < -0.1


@BOTH
def test_draws_cards_where_it_has_none(level):
    table = TestTable("fin", "swe").side(0, hand="line_change shot+2", deck="+3 +3 +2 +2 +3 +2 shot+3 +3 +2 +3").attack(0, "b1")
    assert wish(table, level) == "special line_change"


@BOTH
def test_takes_the_last_cards_from_the_other_hand(level):
    table = TestTable("usa", "swe").side(0, hand="forecheck +1 +1 +1 +1").side(1, hand="+3 +3").attack(0, "b1")
    assert wish(table, level) == "special forecheck"


def last_card(lead: int, hand: str) -> TestTable:
    """Seat 1 misses a little in the third period; with one more referee card it ends."""
    table = TestTable("cze", "swe").side(1, hand=hand, time=False)
    table.state.period, table.state.clock, table.state.goals = 3, 4, [Goal(1, 1 if lead > 0 else 0)]
    table.attack(0, "c").dice(4, 4, 5, 2)
    table.act("go_on", "pass bb", "finish", "go_on")
    assert 0 < table.total(0) - table.total(1) <= 2
    return table


@BOTH
def test_does_not_end_a_game_that_it_would_lose(level):
    """A card that stops a pass is no use where it ends the game; who leads ends it gladly."""
    assert wish(last_card(-1, "+2r"), level) == "finish"
    assert wish(last_card(1, "+2r"), level) == "bonus +2r"
    lost, won = (shares(last_card(lead, "+2r").state, 1)["bonus +2r"] for lead in (-1, 1))
    assert lost < 0.001
    assert won > 0.999


def test_only_what_may_be_known_matters():
    """The cards of the other hand and of both draw piles may be others: the answer is the same, for as many cards are unseen."""
    answers = set()
    for hand, deck in (("+1 +1 +1 +1 +1", "+3 +3 +3 iron_box"), ("+3 +3 +3 iron_box +1", "+1 +1 +1 +1")):
        for mine in ("+2 +1 +3", "+3 +1 +2"):
            table = TestTable("svk", "swe").side(0, hand="+2 shot+2 +1 +1 +1", deck=mine).side(1, hand=hand, deck=deck).attack(0, "bb")
            answers.add(wish(table))
    assert len(answers) == 1


def test_the_features_of_both_seats_say_the_same():
    """What the one is ahead in, the other is behind in; a seat's cards count where it stands."""
    table = TestTable("usa", "sui").side(0, hand="+3 shot+2").attack(0, "b1")
    rows = [dict(zip(NAMES, features(RULES.content, RULES.prospects, table.state, seat), strict=True)) for seat in (0, 1)]
    for name in ("lead", "near", "far", "later", "time"):
        assert rows[0][name] == pytest.approx(-rows[1][name])
    assert rows[0]["near"] > 0
    assert rows[0]["attacker_points"] > rows[0]["attacker_shots"] > 0 == rows[0]["defender_points"]
    assert rows[1]["attacker_cards"] == 0 < rows[1]["defender_cards"]


def test_who_draws_again_loses_nothing_by_a_poor_card():
    """A card costs what it is worth; where a better one comes in its place, having played it is a gain (HG-6.3)."""
    pack = Pack(RULES.worth, ["+1", "+3"], ["+3", "+2", "+3"])
    for attacks in (True, False):
        keeps, draws = Then(0.0, 1.0, 0.5), Then(0.0, 1.0, 0.5, (attacks, not attacks))
        assert pack.cost(keeps, attacks, "+3") > pack.cost(keeps, attacks, "+1")
        assert pack.cost(draws, attacks, "+1") < 0 < pack.cost(draws, attacks, "+3")
        assert pack.value(draws, attacks) > pack.value(keeps, attacks)


def test_it_has_an_answer_when_its_time_is_over():
    """Without any time it answers from what it sees at once."""
    table = TestTable("cze", "swe").attack(0, "b1")
    action = computed(RULES, table.state, 0, "hard", Chance.of(1), Budget(8, lambda: True))
    assert RULES.apply(table.state, 0, action)


def test_what_was_played_is_compared_with_the_best():
    """Also an action that it would not think of; whatever is legal can be weighed."""
    hard, chance = RULES.opponents["hard"], Chance.of(2)
    table = TestTable("cze", "swe").side(0, hand="+1 shot+2 jakub +3", heroes="matous vojtech").attack(0, "b1")
    for line in ("time jakub", "go_on", "pass ga", "hero none", "bonus +3", "finish", "time +1", "go_on", "finish"):
        state, seat, action = table.state, table.seat, tuple(line.split())
        found = hard.weigh(RULES, lambda chance, state=state, seat=seat: RULES.imagine(state, seat, chance), seat, chance, FEW, action)
        assert [w.share for w in found] == sorted((w.share for w in found), reverse=True)
        assert action in [w.action for w in found]
        assert all(0 <= w.share <= 1 for w in found)
        before, after = hard.glance(RULES, lambda chance, state=state, seat=seat: RULES.imagine(state, seat, chance), seat, chance, action) or (1, 0)
        assert after <= before
        if line == "pass ga":
            assert found[0].action == ("shot",)
            assert next(w.share for w in found if w.action == action) < found[0].share - 0.1
        table.act(line)


def test_any_of_the_better_teams_will_do():
    """Not every game begins alike, whatever the level, and none of them with a poor team where it is particular."""
    state = RULES.setup(2, {"mode": "teams"}, 4).state
    order = [w.action for w in Expert(RULES, [state], state.active, Chance.of(0)).weigh()]
    for level in ("normal", "hard"):
        found = {computed(RULES, state, state.active, level, Chance.of(n), FEW) for n in range(20)}
        assert found == set(order[:3])


def test_every_level_drafts_a_deck():
    for level in LEVELS:
        state = RULES.setup(2, {"mode": "draft"}, 4).state
        while state.stage == "draft_pick":
            state = RULES.apply(state, state.active, computed(RULES, state, state.active, level, Chance.of(1), Budget(1))).state
        assert all(len(side.picks) == 21 for side in state.sides)


def test_easy_beats_random_play():
    games = [play("hockey_game", "easy", RANDOM, seed) for seed in range(often(1, 4))]
    assert sum(g.won for g in games) >= 0.75 * len(games)


@pytest.mark.deep
def test_hard_beats_easy():
    games = [play("hockey_game", "hard:1", "easy", seed) for seed in range(4)]
    assert sum(g.won for g in games) >= 2.5


@pytest.mark.deep
def test_each_level_beats_the_one_below():
    assert 0.75 <= sum(play("hockey_game", "normal", "easy", seed).won for seed in range(80)) / 80 <= 0.95
    assert sum(play("hockey_game", "hard:20", "normal", seed).won for seed in range(20)) / 20 >= 0.6
