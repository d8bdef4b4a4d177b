"""Random matches against the rules as they are written: slow and plain, from the content files, what was told and what the table shows."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from data.content import read
from rules.game import Refused
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, random_game
from tests.hockey_game.table import CONTENT, RULES, TestTable

SETUPS = [s for s in SETUPS if s.game == "hockey_game"]
RINK = read("hockey_game")["rink"]
FIELDS = {f["id"]: f for f in RINK["fields"]}
LINES = [line["col"] for line in RINK["lines"]]
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def goal_of(seat):
    """HG-1.1: seat 0 defends the first goal and shoots at the second."""
    return RINK["goals"][1 - seat]


def third(seat):
    goal = goal_of(seat)
    return {goal["crease"], goal["point"], *goal["circles"]}


def lane(field):
    return next(name for name, fields in RINK["lanes"].items() if field in fields)


def reasons(seat, move, puck, target):
    """HG-2.6, HG-3.1, HG-3.2, HG-3.3, HG-3.5: what stands against a move; nothing for one that may be declared."""
    if target not in FIELDS:
        return "no_such_field"
    if target == puck:
        return "same_field"
    if target == goal_of(seat)["crease"]:
        return "opponents_crease"
    if move == "speed" and lane(target) != lane(puck):
        return "other_lane"
    if move == "strength" and target not in RINK["diagonals"][puck]:
        return "not_diagonal"
    if move == "pass" and target in goal_of(seat)["circles"] and puck not in third(seat):
        return "offside"
    return None


@pytest.mark.parametrize("move", ["speed", "strength", "pass"])
@pytest.mark.parametrize("seat", [0, 1])
def test_where_a_move_may_end(seat, move):
    """HG-2.1, HG-2.6, HG-3.1, HG-3.2, HG-3.3, HG-3.5: on all fields, for both seats; the refusal names the first rule against it."""
    for puck in FIELDS:
        if puck == goal_of(seat)["crease"]:
            continue
        table = TestTable().attack(seat, puck)
        table.act("go_on")
        offered = {w.text for w in RULES.words(table.state, seat, (move,))}
        for target in [*FIELDS, "z9"]:
            reason = reasons(seat, move, puck, target)
            assert (target in offered) == (reason is None)
            if reason:
                with pytest.raises(Refused, match=reason):
                    RULES.apply(table.state, seat, (move, target))


def crossed(seat, move, puck, target):
    """HG-2.2, HG-3.4: the lines strictly between two columns; a shot goes to the end of the rink, behind the last field."""
    a = FIELDS[puck]["col"]
    b = FIELDS[target]["col"] if move != "shot" else (-1 if seat == 1 else max(f["col"] for f in FIELDS.values()) + 1)
    return sum(min(a, b) < line < max(a, b) for line in LINES)


@every_setup
def test_what_may_be_declared_and_what_it_is_worth(setup):
    """HG-2.2, HG-2.7, HG-3.1 to HG-3.4, HG-15.7: lines, price and bonus; and the value beside the dice is what it turns out to be."""
    price = {"speed": 1, "strength": 0, "pass": 1, "shot": 2}
    seen = 0
    for n, (state, seat, _, _) in enumerate(random_game(setup, 3)):
        targets = RULES.view(state, seat).board.targets
        assert bool(targets) == (state.stage in ("attack_open", "attack_declare"))
        if state.stage != "attack_declare" or n % 3:
            continue
        for view in targets:
            seen += 1
            lines = crossed(seat, view.move, state.puck, view.field)
            bonus = FIELDS[state.puck]["bonus"]
            special = RULES.view(state, seat).board.round.turns[seat].special
            free = special and CONTENT.cards[special].op == f"{view.move}_free"
            assert (view.lines, view.price) == (lines, 0 if free else lines * price[view.move])
            assert view.bonus == (bonus["value"] if bonus and bonus["attribute"] == view.move else 0)
            step = RULES.apply(state, seat, (view.move,) if view.move == "shot" else (view.move, view.field))
            rolled = next(e.facts for e in step.events if e.kind == "rolled")
            finished = next((e.facts for e in step.events if e.kind == "finished"), None)
            total = finished["total"] if finished else RULES.view(step.state, seat).board.round.turns[seat].total
            assert total - sum(rolled["counts"]) == view.own
    assert seen > 50


@every_setup
def test_the_match_in_figures(setup):
    """HG-5.16, HG-6.1 to HG-6.4, HG-7.1, HG-9.1, HG-9.3, HG-9.4: score, shots, clock and report, from what everybody was told alone."""
    ends = Counter()
    for seed in range(3):
        goals, shots, tried, won = Counter(), Counter(), [Counter(), Counter()], [Counter(), Counter()]
        period, rounds, referee, clock = 1, 0, [0, 0], 0
        for _, _, _, step in random_game(setup, seed):
            for event in step.events:
                facts = event.facts
                if event.kind == "finished":
                    assert facts["total"] == sum(p[2] for p in facts["parts"])
                elif event.kind == "referee":
                    clock += 1
                    referee[facts["seat"]] += 1
                    assert (facts["n"], facts["of"]) == (clock, step.state.period_cards)
                elif event.kind == "put_down":
                    clock += 1
                elif event.kind in ("goal", "moved", "missed", "lost"):
                    seat, move = facts["seat"], facts["move"]
                    rounds += 1
                    assert (facts["values"][0] > facts["values"][1]) == (event.kind in ("goal", "moved"))
                    assert event.kind != "missed" or (move == "shot" and facts["puck"] in third(seat))
                    assert event.kind != "lost" or move != "shot" or facts["puck"] not in third(seat)
                    tried[seat][move] += 1
                    won[seat][move] += event.kind in ("goal", "moved")
                    shots[period, seat] += move == "shot"
                    goals[period, seat] += event.kind == "goal"
                elif event.kind == "period_over":
                    ends[facts["cards"]] += 1
                    assert facts["period"] == period
                    assert facts["goals"] == [goals[period, 0], goals[period, 1]]
                    assert facts["shots"] == [shots[period, 0], shots[period, 1]]
                    clock = 0
                elif event.kind == "period":
                    period = facts["period"]
            board = RULES.view(step.state, None).board
            score = tuple(sum(goals[p, seat] for p in range(1, period + 1)) for seat in (0, 1))
            assert tuple(side.goals for side in board.sides) == score
            assert [*map(tuple, board.periods)] == [(goals[p, 0], goals[p, 1]) for p in range(1, max(period, 3) + 1)]
            assert (board.clock, board.period) == (clock, period) or board.stage == "over"
            assert board.ended_shots == (tuple(shots[board.ended, s] for s in (0, 1)) if board.ended else ())
            if board.stage not in ("choose_team", "draft_pick"):
                assert Counter(dict(board.remaining)) + Counter(board.turned) == Counter(CONTENT.referee)
                assert board.referee == sum(n for _, n in board.remaining)
        assert board.report["rounds"] == rounds
        assert [{k: v for k, v in side.items() if v} for side in board.report["won"]] == [dict(+side) for side in won]
        assert board.report["tried"] == [dict(side) for side in tried]
        assert board.report["referee"] == referee
        assert board.report["periods"] == [[goals[p, 0], goals[p, 1]] for p in range(1, period + 1)]
        outcome = RULES.outcome(step.state)
        assert outcome.places[0] == (int(score[1] > score[0]),)
        assert (outcome.reason, outcome.rule) == (("overtime", "HG-9.4") if period > 3 else ("score", "HG-9.3"))
    assert set(ends) <= {3, 5}


def test_the_three_heroes_who_added_most():
    """The report names three heroes at the most: who added most first, then seat 0's, then by name."""
    table = TestTable()
    state = table.state
    heroes = [w for w, c in CONTENT.cards.items() if c.kind == "hero"][:5]
    state.sides[0].tally.heroes = {heroes[0]: 3, heroes[1]: 5}
    state.sides[1].tally.heroes = {heroes[2]: 5, heroes[3]: 3, heroes[4]: 1}
    over = RULES.concede(state, 0)
    report = next(e.facts["report"] for e in over.events if e.kind == "over")
    assert report["heroes"] == [[0, heroes[1], 5], [1, heroes[2], 5], [0, heroes[0], 3]]


@every_setup
def test_imagined_matches_are_made_of_the_same_cards(setup):
    """Section 13, HG-1.5: hands of others, draw piles and the referee deck are drawn anew; nothing is lost or made, and what was shown stays."""
    changed = Counter()
    for n, (state, _, _, _) in enumerate(random_game(setup, 5)):
        if n % 5:
            continue
        for viewer in (0, 1, None):
            other = RULES.imagine(state, viewer, Chance.of(n))
            assert Counter(other.referee) == Counter(state.referee)
            for s, (now, then) in enumerate(zip(state.sides, other.sides, strict=True)):
                assert Counter(now.deck + now.hand) == Counter(then.deck + then.hand)
                assert (len(now.hand), now.discard, now.heroes) == (len(then.hand), then.discard, then.heroes)
                assert not Counter(now.shown) - Counter(then.hand)
                assert s != viewer or now.hand == then.hand
                changed["deck"] += now.deck != then.deck
                changed["hand"] += now.hand != then.hand
            changed["referee"] += other.referee != state.referee
    assert min(changed[k] for k in ("deck", "hand", "referee")) > 0


@pytest.mark.parametrize("kind", ["draft"])
def test_what_is_left_of_the_box(kind):
    """HG-11.1, HG-11.2, HG-11.3, HG-11.5: what each pick takes, how many of it are left, and no sixth symbol."""
    setup = next(s for s in SETUPS if kind in s.options.values())
    data = {c["id"]: c for c in read("hockey_game")["cards"]["cards"]}
    stages = ["team"] + ["hero"] * 5 + ["special"] * 3 + ["injury"] + ["bonus"] * 11
    stock = Counter()
    for card in data.values():
        stock[card.get("word") or f"{card.get('attribute') or ''}+{card['value']}" + "r" * card.get("referee", False)] += 1
    picks, first = [[], []], None
    rng = random.Random(3)
    for state, seat, action, _ in random_game(setup, 4, rng):
        if state.stage != "draft_pick":
            break
        board = RULES.view(state, seat).board
        kind = stages[len(picks[seat])]
        assert board.draft.kind == kind
        first = seat if first is None else first
        assert board.active == seat == (first + len(picks[0]) + len(picks[1])) % 2
        if kind == "team":
            assert [t for t, _ in board.draft.teams] == [t for t in CONTENT.teams if t not in (picks[0] + picks[1])]
        else:
            left = {c.word: n for c, n in board.draft.left}
            words = [w for w, c in CONTENT.cards.items() if c.kind == kind]
            assert left == {w: n for w in words if (n := stock[w] - (picks[0] + picks[1]).count(w))}
            full = sum(w.endswith("r") and "+" in w for w in picks[seat]) >= 5
            offered = {w.text for w in RULES.words(state, seat, ("pick",))}
            assert offered == {w for w in left if not (full and "+" in w and w.endswith("r"))}
        picks[seat].append(action[1])
    assert [len(p) for p in picks] == [21, 21]


def test_the_rink_as_everybody_sees_it():
    """HG-2.1, HG-2.7, HG-2.8: fields, lines half-way between columns, goals."""
    board = RULES.view(TestTable().attack(0).state, None).board
    assert board.lines == tuple((line["id"], 2 * line["col"]) for line in RINK["lines"])
    assert board.goals == tuple(goal["crease"] for goal in RINK["goals"])
    for field, shown in zip(RINK["fields"], board.fields, strict=True):
        bonus = field["bonus"] or {"attribute": "", "value": 0}
        assert shown == (field["id"], field["x"], field["y"], bonus["attribute"], bonus["value"], field["crease"])


@pytest.mark.parametrize(
    ("text", "hand", "reason", "rule"),
    [
        ("special stickhandler", "stickhandler", None, None),
        ("special +1", "+1", "not_a_special", "HG-5.1"),
        ("special stickhandler", "+1", "not_in_hand", "HG-5.1"),
        ("deploy +1", "+1", "not_a_hero", "HG-5.1"),
        ("deploy jakub", "+1", "not_in_hand", "HG-5.1"),
        ("special blocked_ankle", "blocked_ankle", "no_opposing_hero", "HG-10.1"),
        ("deploy", "+1", "no_deploy", "HG-5.1"),
        ("go_on now", "+1", "not_an_action", "HG-5.1"),
        ("time", "", "time_empty", "HG-8.3"),
        ("time +2", "+1", "not_in_hand", "HG-8.1"),
        ("finish", "+1", "asked_otherwise", "HG-5.1"),
    ],
)
def test_refusals_of_the_opening(text, hand, reason, rule):
    """HG-5.1, HG-8.1, HG-8.3, HG-10.1: each reason with its rule."""
    table = TestTable().side(0, hand=hand or "+1").attack(0)
    table.side(0, hand=hand)
    if reason is None:
        table.act(text)
        return
    refused = table.refusal(text)
    assert (refused.reason, refused.rule) == (reason, rule)


def test_specials_of_the_other_role():
    """HG-5.1, HG-5.11: a card for the attack in defence and the other way round, under the rule of the turn it is tried in."""
    words = {when: next(w for w, c in CONTENT.cards.items() if c.when == when) for when in ("attack", "defend")}
    table = TestTable().side(0, hand=f"{words['defend']} +1").side(1, hand=f"{words['attack']} +1").attack(0)
    refused = table.refusal(f"special {words['defend']}")
    assert (refused.reason, refused.rule) == ("when_defend", "HG-5.1")
    table.act("go_on", "strength n1", "finish")
    refused = table.refusal(f"special {words['attack']}")
    assert (refused.reason, refused.rule) == ("when_attack", "HG-5.11")


@pytest.mark.parametrize(("heroes", "asked"), [("", "defend_open"), ("jakub", "defend_open"), ("jakub ondrej", "attack_play")])
def test_a_turn_that_leaves_nothing_to_choose_ends_by_itself(heroes, asked):
    """HG-15.2: with an empty hand and no other hero to use, the value is stated at once; with a second hero there is a choice."""
    known = [w for w, c in CONTENT.cards.items() if c.kind == "hero"]
    names = " ".join(known[: len(heroes.split())])
    table = TestTable().side(0, hand="", heroes=names).attack(0)
    table.act("strength n1")
    assert table.stage == asked


def test_dice_that_may_be_thrown_again_are_a_choice():
    """HG-5.6, HG-15.2: without a card, too."""
    table = TestTable().side(0, hand="cold_head").attack(0)
    table.act("special cold_head", "strength n1")
    assert (table.stage, table.legal()) == ("attack_play", ["reroll", "finish"])


def test_words_after_a_whole_action():
    """A move has one field, a shot none; what was right so far is said again."""
    table = TestTable().attack(0)
    table.act("go_on")
    for text, legal in (("strength n1 n2", ("strength", "n1")), ("pass bb now please", ("pass", "bb")), ("shot n1", ("shot",))):
        refused = table.refusal(text)
        assert (refused.reason, refused.rule, refused.legal) == ("not_an_action", "HG-5.4", legal)


def test_when_a_turn_goes_on():
    """A turn begins with its opening, for attacker and defender alike; what follows, and TIME in the opening, is the same turn."""
    table = TestTable().side(0, hand="+1 +1 +1").attack(0)

    def goes_on():
        return RULES.decision(table.state, table.seat).goes_on

    assert not goes_on()
    table.act("time +1")
    assert (table.stage, goes_on()) == ("attack_open", True)
    table.act("go_on")
    assert goes_on()
    table.act("strength n1")
    assert (table.stage, goes_on()) == ("attack_play", True)
    table.act("finish")
    assert (table.stage, goes_on()) == ("defend_open", False)
    table.act("go_on")
    assert (table.stage, goes_on()) == ("defend_play", True)
    state = RULES.setup(2, {}, 1).state
    assert not RULES.decision(state, RULES.to_act(state)[0]).goes_on
