"""Why a computer does something: each fact that is named is held against the lines that were followed, played again by the rules."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from data.content import build
from rules.computer_levels import computed, opponent_of
from rules.computers import reasons, tree_search
from rules.computers.reasons import CERTAIN, CLEARLY, OTHERS_CERTAIN, OVER, Fact, Line, Measure, Reason, ShownLine, reason, shown
from rules.computers.tree_search import Search
from rules.computers.weighed import Weighed, thrifty
from rules.game import Action, Budget, Event, Refused, Seat
from rules.hockey_game.computer import guide as hockey
from rules.randomness import Chance
from tests.hexknight import sums as knight_sums
from tests.hexygame import sums as hexy_sums
from tests.hockey_game import sums as hockey_sums
from tests.monster_hex import sums as monster_sums
from tests.monster_hex.sums import stands
from tests.once_a_run import once_a_run
from tests.planetary_conquerors import sums as planetary_sums
from tests.sampled import often

GAMES = ("monster_hex", "hexknight", "hexygame", "planetary_conquerors", "hockey_game")
MOMENTS, EACH, NODES, WORLDS = 7, {"hexygame": 6, "hockey_game": 5, "monster_hex": 2, "planetary_conquerors": 3}, {"hockey_game": 4}, 4
"""So many moments of a game are looked at, one decision of so many, with so many positions, in so many worlds."""
BEHIND = {
    "beats": ("beaten",), "takes": ("selected",), "explores": ("revealed",), "goes": ("moved",), "enters": ("entered",),
    "centre": ("moved", "shifted"), "nears": ("moved", "shifted"), "scores": ("goal",), "advances": ("moved",), "spends": ("bonus", "special"),
    "no_room": ("gained",), "scores_then": ("goal",),
}  # fmt: skip
"""The events of which facts speak that have a name of their own; all others are the events themselves."""

SUMS = {
    "hockey_game": hockey_sums.adds_up,
    "planetary_conquerors": planetary_sums.adds_up,
    "hexygame": hexy_sums.adds_up,
    "hexknight": knight_sums.adds_up,
    "monster_hex": monster_sums.adds_up,
}
"""What adds up anew what is told as certain."""
LEFT = {
    "hockey_game": hockey_sums.LEFT,
    "planetary_conquerors": planetary_sums.LEFT,
    "hexygame": hexy_sums.LEFT,
    "hexknight": knight_sums.LEFT,
    "monster_hex": monster_sums.LEFT,
}
"""What counts anew what is left."""


class Moment(NamedTuple):
    """A decision, what was followed for it as (world, actions, facts) after either action, and the reason."""

    state: Any
    seat: Seat
    best: Action
    pairs: tuple[list[Line], list[Line]]
    why: Reason


def noted(lines: list[Line], *given: Any) -> Line:
    """A line that is followed to its end, noted down."""
    rules, world, rows, *rest = given
    done = tuple(rows)
    lines.append(reasons.followed(rules, world, done, *rest))
    assert lines[-1].done == done
    return lines[-1]


@once_a_run
def moments(game: str) -> list[Moment]:
    """Moments of a game between easy computers."""
    rules, found, number = build(game), list[Moment](), 0
    state, _ = rules.setup(2, {}, 11)
    search = opponent_of(rules, "hard")
    assert isinstance(search, Search)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search.guide, "worlds", WORLDS)
        patch.setattr(hockey, "WORLDS", WORLDS)
        while (acting := rules.to_act(state)) and len(found) < MOMENTS:
            number += 1
            chance = Chance.of(11, game, number)
            if number % EACH.get(game, 9) == 0:
                lines = list[Line]()
                with pytest.MonkeyPatch.context() as spy:
                    for where in (tree_search, hockey):
                        spy.setattr(where, "followed", partial(noted, lines))
                    weighed, why = search.explained(rules, partial(rules.imagine, state, acting[0]), acting[0], chance, Budget(NODES.get(game, 24)))
                if why is not None and why.other and lines:
                    halves = (lines[::2], lines[1::2])
                    turned = lines[0].done[0][1] != weighed[0].action  # Of two as good ones the other has come first.
                    found.append(Moment(state, acting[0], weighed[0].action, halves[::-1] if turned else halves, why))
            state = rules.apply(state, acting[0], computed(rules, state, acting[0], "easy", chance)).state
    assert len(found) >= MOMENTS - 2
    return found


def replayed(game: str, line: Line) -> tuple[list[tuple[Any, list[Event]]], Any]:
    """A line by the contract alone, step by step: whoever else is asked in a window lets things pass. The states with what then happened, and the
    last one."""
    rules, state, found, done = build(game), line.world, [], [*line.done]
    for _ in range(400):
        if not done:
            break
        seat = rules.to_act(state)[0]
        try:
            if seat != done[0][0]:
                raise Refused("not_asked", "")
            step = rules.apply(state, *done[0])
            done.pop(0)
        except Refused:
            assert game == "planetary_conquerors", (seat, done)
            step = rules.apply(state, seat, ("pass",))
        found.append((state, list(step.events)))
        state = step.state
    assert not done
    return found, state


def comes(game: str, fact: Any, story: list[tuple[Any, list[Event]]], end: Any) -> bool:
    """Whether a fact is true of what happened."""
    rules = build(game)
    if fact.kind == OVER:
        outcome = rules.outcome(end)
        return outcome is not None and list(outcome.winners) == fact.facts["seats"]
    if game == "monster_hex" and fact.kind in ("leads", "level", "overtakes"):
        states = [state for state, _ in story] + [end]
        return any(stands(rules, fact, after) for _, after in pairwise(states))
    if fact.kind.endswith("_then"):
        story = story[next((n for n, (_, events) in enumerate(story, 1) if any(e.kind == "moved" for e in events)), len(story)) :]
    if fact.kind in ("stops", "stops_then"):
        return any(e.kind in ("lost", "missed") and e.facts["seat"] != fact.facts["seat"] for _, events in story for e in events)
    told = (e for _, events in story for e in events if e.kind in BEHIND.get(fact.kind, (fact.kind,)))
    if fact.kind == "goes":
        own = {"seat": fact.facts["seat"], "hex": fact.facts["hex"]}
        going = ((state, e.facts) for state, events in story for e in events if e.kind == "moved")
        return any(own == {"seat": e["seat"], "hex": e["path"][-1]} and stands_by(rules, fact, state) for state, e in going)
    if fact.kind in ("centre", "nears", "injured", "gained"):
        return any(all(e.facts[k] == v for k, v in fact.facts.items() if k not in ("n", "lost")) for e in told)
    return any(fact.facts.items() <= e.facts.items() if fact.kind in BEHIND else fact.facts == e.facts for e in told)


def always(game: str, fact: Any, story: Any) -> bool:
    """Whether what is told as certain is true of a line."""
    return SUMS[game](build(game), fact, *story)


def stands_by(rules: Any, fact: Any, state: Any) -> bool:
    """By what the seat sees before it goes: the feature of the hex, and the monsters beside it, those face down by their family alone."""
    board = rules.view(state, fact.facts["seat"]).board
    place = next(found.feature for found in board.hexes if found.label == fact.facts["hex"])
    grid = rules.island(state).grid
    around = {grid.labels[n] for n in grid.around[grid.index[fact.facts["hex"]]] if n >= 0}
    seen = sorted([m.hex, m.kind or m.family] for m in board.monsters if m.hex in around)
    return (place or "none", seen) == (fact.facts["place"], sorted(fact.facts["by"]))


@pytest.mark.parametrize("game", GAMES)
def test_each_named_fact_is_true_of_as_many_lines_as_it_says(game):
    rules, named = build(game), 0
    for moment in moments(game):
        stories = [[replayed(game, line) for line in lines] for lines in moment.pairs]
        assert all(
            line.done[0] == (moment.seat, action)
            for action, lines in zip((moment.best, moment.why.other), moment.pairs, strict=True)
            for line in lines
        )
        for fact in (*moment.why.brings, *moment.why.prevents, *moment.why.fears, *moment.why.either, *moment.why.instead):
            named += 1
            counted = [sum(comes(game, fact, *story) for story in half) for half in stories]
            if game == "monster_hex" and fact.kind in ("leads", "level", "overtakes"):  # It may come about by more than one step.
                assert (counted[0] >= fact.better, counted[1] >= fact.other) == (True, True), (fact, counted)
            else:
                assert counted == [fact.better, fact.other], fact
        certain = (moment.why.certain, moment.why.others_certain)
        for kept, half in zip(certain, stories, strict=True):
            assert all(always(game, fact, story) for fact in kept for story in half)
        for average in moment.why.left:
            counted = [sum(LEFT[game][average.kind](rules, end, average.facts["seat"]) for _, end in half) / len(half) for half in stories]
            assert counted == pytest.approx([average.better, average.other]), average
        assert all(fact.better * 4 >= moment.why.worlds for fact in (*moment.why.brings, *moment.why.fears))
    assert named >= MOMENTS


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_known_to_the_seat_alone_by_what_it_may_see(game):
    """The world is imagined: for the seat it looks like the true one, and what others hide there need not be theirs. No event for other eyes is
    named."""
    rules = build(game)
    for moment in moments(game):
        for lines in moment.pairs:
            for line in lines:
                if game != "planetary_conquerors":  # Others in a window have let it pass.
                    assert rules.view(line.world, moment.seat) == rules.view(moment.state, moment.seat)
                told = [e for _, events in replayed(game, line)[0] for e in events if e.to is not None and moment.seat not in e.to]
                assert not [f for f in line.facts if any(f.kind == e.kind and f.facts == e.facts for e in told)]


def test_the_only_action_that_was_looked_at_is_explained_alone():
    """A mulligan of Planetary Conquerors with one candidate: what is certain of it, and no other action. What is known of others stands nowhere."""
    rules = build("planetary_conquerors")
    search = opponent_of(rules, "hard")
    assert isinstance(search, Search)
    state, _ = rules.setup(2, {}, 3)
    for seat in (0, 1):
        state = rules.apply(state, seat, ("deck", "first_settlers")).state
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search.guide, "alternative", lambda *given: None)
        found, why = search.explained(rules, partial(rules.imagine, state, 0), 0, Chance.of(3), Budget(4))
    assert len(found) == 1
    assert why is not None
    assert (why.other, why.others_certain, why.instead, why.prevents) == ((), (), (), ())
    assert [fact.kind for fact in why.certain] == ["holds"]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", GAMES)
def test_a_reason_is_the_same_whatever_others_hide(game):
    """By the same chance, in the true state and in others that the seat cannot tell from it: it says nothing of what is true there."""
    rules = build(game)
    search = opponent_of(rules, "hard")
    assert isinstance(search, Search)
    for number, moment in enumerate(moments(game)[:: often(6, 3)]):
        found = []
        for state in (moment.state, *(rules.imagine(moment.state, moment.seat, Chance.of(number, "other", n)) for n in range(2))):
            glimpse = partial(rules.imagine, state, moment.seat)
            weighed, why = search.explained(rules, glimpse, moment.seat, Chance.of(number, "reason"), Budget(4))
            assert why is not None
            found.append((weighed[0], why))
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("game", GAMES)
def test_the_second_best_line_in_its_place_is_another_reason(game):
    """Wherever the lines differ in a fact: what comes, what is feared, and what is certain each belong to their own line."""
    changed = 0
    for moment in moments(game):
        better, worse, why = *moment.pairs, moment.why
        turned = reason(moment.best, why.others, why.share, worse, better)
        if why.brings or why.prevents or turned.brings or turned.prevents:
            assert (turned.brings, turned.prevents, turned.fears) != (why.brings, why.prevents, why.fears)
            assert why.either == () or not (why.brings or why.prevents or why.fears)
            changed += 1
        own, theirs = (surely(half) for half in moment.pairs)
        assert (len(why.certain), len(why.others_certain)) == (min(len(own), CERTAIN), min(len(theirs - own), OTHERS_CERTAIN))
        assert {fact.kind for fact in why.certain} <= {kind for kind, _ in own}
        assert {str(fact.facts) for fact in turned.certain} <= {facts for _, facts in theirs}
        if theirs - own:
            assert (turned.certain, turned.others_certain) != (why.certain, why.others_certain)
            assert {(fact.kind, str(fact.facts)) for fact in why.others_certain} <= theirs - own
        assert turned.other != why.other
        assert not {(one.kind, str(one.facts)) for one in turned.left} & {(one.kind, str(one.facts)) for one in why.left}, "what speaks for both"
        if why.share <= why.others and moment.pairs[0][0].left:  # Of what is as good that comes first which ends better.
            assert worth(better) + CLEARLY * len(better) >= worth(worse)
    assert changed * 2 > len(moments(game))


def worth(lines: list[Line]) -> float:
    return sum(fact.worth for line in lines for fact in line.facts if not fact.certain) + sum(m.n * m.worth for line in lines for m in line.left)


def surely(lines: list[Line]) -> set[tuple[str, str]]:
    """The sums that are the same in all lines, counted one by one."""
    each = [{(fact.kind, str(dict(fact.facts))) for fact in line.facts if fact.certain} for line in lines]
    return set.intersection(*each)


# What is named, of which facts


def line(*facts: tuple[str, float]) -> Line:
    return Line(None, (), tuple(Fact(kind, {}, worth) for kind, worth in facts))


def of(named: Any) -> list[tuple[str, int, int]]:
    return [(fact.kind, fact.better, fact.other) for fact in named]


def test_what_makes_the_difference_is_told_and_not_what_comes_anyway():
    """Both always bring the larger prize: that is no reason for one of them. That one wins is told all the same."""
    better = [line(("prize", 9), ("mine", 1), (OVER, 25)), line(("prize", 9), ("mine", 1), (OVER, 25))]
    worse = [line(("prize", 9), (OVER, 25)), line(("prize", 9), ("hurt", -2), (OVER, 25))]
    why = reason(("b",), 0.6, 0.5, better, worse)
    assert of(why.brings) == [("mine", 2, 0), (OVER, 2, 2)]
    assert of(why.prevents) == [("hurt", 0, 1)]
    assert why.fears == ()
    assert not why.same


def left(cards: float, steps: float) -> Line:
    return Line(None, (), (), (), (Measure("cards", {"seat": 0}, cards, 0.5), Measure("steps", {"seat": 1}, steps, -0.2)))


@pytest.mark.parametrize(
    ("better", "worse", "told"),
    [
        ([left(3, 4), left(4, 4)], [left(2, 4), left(3, 4)], [("cards", 3.5, 2.5)]),
        ([left(3, 4), left(4, 4)], [left(4, 9), left(4, 9)], [("steps", 4, 9)]),
        ([left(3, 4), left(3, 4)], [left(3, 4), left(3, 5)], []),
        ([left(2, 4), left(2, 4)], [left(3, 4), left(3, 4)], []),
        ([left(3, 4)], [left(1, 4)], []),
    ],
    ids=["more of one's own", "less of the other's", "hardly less", "it speaks for the other action", "one world is no average"],
)
def test_what_is_left_on_average_is_told_where_it_is_plainly_better(better, worse, told):
    assert [(one.kind, one.better, one.other) for one in reason(("b",), 0.5, 0.4, better, worse).left] == told


def test_where_nothing_makes_a_difference_it_is_told_what_comes_of_both():
    """The gravest of what comes in most worlds; nothing of that kind where something else is named."""
    both = [line(("stops", 2), ("spends", -0.1), ("goal", -10))] * 2 + [line(("stops", 2)), line()]
    why = reason(("b",), 0.6, 0.58, both, [*both[::-1]])
    assert of(why.fears) == [("goal", 2, 2)]
    assert why.either == ()
    mild = [line(("stops", 2), ("seldom", 5), ("spends", -0.1)), line(("stops", 2)), line(("stops", 2)), line()]
    why = reason(("b",), 0.6, 0.58, mild, mild)
    assert (why.brings, why.prevents, why.fears) == ((), (), ())
    assert of(why.either) == [("stops", 3, 3)]


def test_what_only_the_other_action_brings_is_told_as_its_merit():
    """Not what comes of both, even with another number, and neither trifles nor the end of the game."""
    better = [line(("both", 2), ("own", 1))] * 4
    worse = [line(("both", 2), ("prize", 3), ("lesser", 1), ("trifle", 0.1), (OVER, 25))] * 4
    assert of(reason(("b",), 0.6, 0.5, better, worse).instead) == [("prize", 0, 4)]
    more, less = ([Line(None, (), (Fact("uncovered", {"n": n}, n),))] * 4 for n in (2, 5))
    assert reason(("b",), 0.6, 0.5, more, less).instead == ()


def gains(n: int, other: int) -> list[list[tuple[str, dict[str, Any]]]]:
    """What either action brings as income, in two worlds each."""
    return [[("gained", {"seat": 0, "n": [amount, 0, 1], "lost": [0, 0, 0]})] * 2 for amount in (n, other)]


@pytest.mark.parametrize(("own", "other", "told"), [(2, 2, 0), (2, 3, 0), (3, 2, 1)])
def test_an_income_is_told_only_where_it_is_larger(own, other, told):
    better, worse = ([Line(None, (), (Fact(kind, facts, sum(facts["n"])),)) for kind, facts in half] for half in gains(own, other))
    assert len(reason(("b",), 0.6, 0.5, better, worse).brings) == told


def test_the_action_itself_is_no_reason_for_it():
    """That a card is played that is to be played says nothing; what comes of it, and of other cards, does."""
    facts = (
        Fact("played", {"seat": 0, "card": "guard"}, 2.0),
        Fact("played", {"seat": 0, "card": "scout"}, 1.5),
        Fact("damaged", {"seat": 1, "card": "guard", "n": 2}, 1.0),
    )
    line = Line(None, ((0, ("play", "guard")),), facts)
    why = reason(("b",), 0.6, 0.5, [line], [Line(None, ((0, ("b",)),), ())])
    assert [(fact.kind, fact.facts["card"]) for fact in why.brings] == [("played", "scout"), ("damaged", "guard")]


def test_what_is_feared_is_not_told_as_prevented_and_trifles_are_not_feared():
    better = [line(("hurt", -3)), line(("trifle", -0.1)), line(), line()]
    worse = [line(("hurt", -3))] * 4
    why = reason(("b",), 0.5, 0.4999, better, worse)
    assert of(why.fears) == [("hurt", 1, 4)]
    assert why.prevents == ()
    assert why.same


@pytest.mark.parametrize(("harm", "here", "there", "told"), [(-1, 3, 1, 1), (-1, 2, 2, 0), (-1, 2, 3, 0), (-4, 2, 2, 1), (-4, 1, 4, 1)])
def test_what_comes_of_the_other_action_as_well_is_feared_only_where_it_is_grave(harm, here, there, told):
    better, worse = ([line(("hurt", harm))] * n + [line()] * (4 - n) for n in (here, there))
    assert len(reason(("b",), 0.5, 0.4, better, worse).fears) == told


def test_what_is_feared_is_not_told_as_prevented_in_the_same_words():
    """Traps before two things alike: the same words, one of which would be feared and the other prevented."""
    traps = [Line(None, (), (Fact("placed", {"seat": 1, "thing": thing}, -0.6),)) for thing in ("c1", "c2")]
    why = reason(("b",), 0.6, 0.5, [traps[0]] * 4, [traps[1]] * 4)
    assert (len(why.fears), why.prevents) == (1, ())


def test_what_comes_in_few_worlds_is_not_told():
    rare = [line(("prize", 9), ("hurt", -9)), *[line()] * 4]
    assert reason(("b",), 0.5, 0.4, rare, [line()] * 5)[4:7] == ((), (), ())


class Cards:
    """Each action is seen by all; `look` shows a card that is another one in each world."""

    def step(self, rules: Any, state: Any, seat: Seat, action: Action) -> Any:
        return SimpleNamespace(state=(*state, state[0] if action == ("look",) else action))

    def notable(self, *given: Any) -> Any:
        return ()

    def dump(self, state: Any) -> bytes:
        return str(state[0]).encode()

    def view(self, state: Any, seat: Seat | None) -> Any:
        return state[1:]


def test_a_film_ends_where_most_worlds_part_or_with_the_last_fact_that_comes_in_most():
    """Of three worlds two go on alike for two actions; in two there comes a fact with the third one."""
    fact, cards = Fact("prize", {}, 3.0), Cards()
    go, look = (0, ("go",)), (0, ("look",))
    rows = [(go, (1, ("a",)), (1, ("x",)), (1, ("y",))), (go, (1, ("a",)), (1, ("z",)), (1, ("y",))), (go, (1, ("b",)), (1, ("z",)), (1, ("y",)))]
    plain = [Line((n,), row, ()) for n, row in enumerate(rows)]
    film = shown(cards, plain, reason(("b",), 0.6, 0.5, plain, [line()] * 3), 0, cards)
    assert film == ShownLine(b"0", rows[0][:2], 1)
    facts = [Line((n,), row, (fact,) * (n < 2), (3,) * (n < 2)) for n, row in enumerate(rows)]
    film = shown(cards, facts, reason(("b",), 0.6, 0.5, facts, [line()] * 3), 0, cards)
    assert film == ShownLine(b"0", rows[0][:3], 1)
    peeking = [Line((n,), (go, look, go), ()) for n in range(3)]
    film = shown(cards, peeking, reason(("b",), 0.6, 0.5, peeking, [line()] * 3), 0, cards)
    assert film == ShownLine(b"0", (go, look, go), 1), "what it looks at is another card in each"
    assert shown(cards, [], reason(("b",), 0.6, 0.5, [], []), 0, cards) is None


def test_a_position_that_is_counted_is_followed_to_its_end():
    """The last placements of Monster Hex, where nothing is hidden: one world, and who wins is among the facts where that is certain."""
    rules, number = build("monster_hex"), 0
    state, _ = rules.setup(2, {}, 5)
    search = opponent_of(rules, "hard")
    assert isinstance(search, Search)
    ends = []
    while acting := rules.to_act(state):
        number += 1
        if search.guide.last_moves(rules, state) is not None:
            weighed, why = search.explained(rules, partial(rules.imagine, state, acting[0]), acting[0], Chance.of(1), Budget(4000))
            if why is not None and weighed[0].proven:
                assert why.worlds == 1
                ends += [(weighed[0].share, fact.facts["seats"] == [acting[0]]) for fact in (*why.brings, *why.fears) if fact.kind == OVER]
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], "easy", Chance.of(5, number))).state
    assert ends
    assert all((share == 1.0) == wins for share, wins in ends)


def weighed(**shares: float) -> list[Weighed]:
    """Actions of one letter with their shares, the first choice first; what costs more has a later letter."""
    return [Weighed((name,), share, 40) for name, share in shares.items()]


class Priced:
    """What an action costs is its letter's place in the alphabet."""

    def cost(self, rules: Any, action: Action) -> float:
        return float(ord(action[0]) - ord("a"))


@pytest.mark.parametrize(
    ("found", "told", "cheaper"),
    [
        (weighed(c=0.6, a=0.598, b=0.597), "acb", True),
        (weighed(c=0.6, a=0.56, b=0.598), "bca", True),
        (weighed(a=0.6, c=0.599, b=0.5), "acb", True),
        (weighed(a=0.6, b=0.5, c=0.599), "acb", True),
        (weighed(b=0.6, a=0.59), "ba", False),
        (weighed(a=0.6, b=0.59), "ab", False),
        (weighed(c=0.6), "c", False),
    ],
    ids=["cheapest", "not what is worse", "it was so already", "the dearer one is named next", "worth it", "better anyway", "alone"],
)
def test_of_what_is_as_good_as_far_as_known_the_cheapest_is_told_before_the_dearer(found, told, cheaper):
    seen = thrifty(object(), Priced(), found, 32)
    assert "".join(w.action[0] for w in seen) == told
    assert [w.cheaper for w in seen] == [cheaper, *[False] * (len(told) - 1)]


def test_what_was_hardly_looked_at_or_is_proven_changes_nothing():
    hardly = [Weighed(("b",), 0.6, 40), Weighed(("a",), 0.6, 31)]
    proven = [Weighed(("b",), 1.0, 40, True), Weighed(("a",), 1.0, 40, True)]
    assert [thrifty(object(), Priced(), found, 32) for found in (hardly, proven)] == [hardly, proven]


@pytest.mark.parametrize(
    ("game", "free", "dear"),
    [
        ("hockey_game", "finish", "bonus +1 +2"),
        ("hockey_game", "hero none", "deploy gernot"),
        ("hockey_game", "bonus shot+2", "bonus +2"),
        ("hockey_game", "bonus +1", "bonus strength+4r"),
        ("hexknight", "confirm", "play protection"),
        ("hexygame", "pass", "cast yellow_hall d5"),
        ("hexygame", "cast yellow_hall d5 d4x1", "cast yellow_hall d5 d4x1+e2x1"),
        ("planetary_conquerors", "end", "play martyr"),
        ("planetary_conquerors", "play gold_miner", "play habitat_dome"),
        ("monster_hex", "place m01 d2 r1", ""),
    ],
)
def test_what_can_be_kept_for_later_costs_something(game, free, dear):
    rules: Any = build(game)
    cost = rules.opponents["hard"].guide.cost
    assert cost(rules, tuple(free.split())) < (cost(rules, tuple(dear.split())) if dear else 1)
