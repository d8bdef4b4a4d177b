"""The computer opponents: each stronger than the one below, right where all can be counted. More by `python -m tests.tools.strength monster_hex`."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.computer_levels import computed
from rules.game import Budget
from rules.legal_actions import legal
from rules.monster_hex.computer.evaluation import NAMES
from rules.monster_hex.computer.guide import GUIDE, WIDEST, best_value
from rules.randomness import Chance
from tests.every_game.setups import Setup, random_action, random_game
from tests.monster_hex.table import RULES, TestTable
from tests.sampled import often, sampled
from tests.tools.strength import RANDOM, play

QUICK = Budget(200)


def wish(state: Any, opponent: str = "hard", key: int = 3) -> tuple[str, ...]:
    return computed(RULES, state, RULES.to_act(state)[0], opponent, Chance.of(key), QUICK if opponent == "hard" else None)


def begun(seed: int, seats: int = 2, until: int = 1, **options: str) -> Any:
    """A game played at random until so many tiles lie, and everybody is to place one."""
    rng, state = random.Random(seed), RULES.setup(seats, options, seed).state
    while len(state.placed) < until or state.queue or state.looking or state.bold:
        state = RULES.apply(state, RULES.to_act(state)[0], random_action(RULES, state, RULES.to_act(state)[0], rng)).state
    return state


def counted(state: Any, seat: int) -> float:
    """What a seat gets of a game that everybody plays to its end as well as can be, by trying everything: its share of the victory."""
    acting = RULES.to_act(state)
    if not acting:
        winners = RULES.outcome(state).winners
        return (seat in winners) / len(winners)
    mine, best = acting[0] == seat, 0.0 if acting[0] == seat else 1.0
    for action in legal(RULES, state, acting[0]):
        value = counted(RULES.apply(state, acting[0], action).state, seat)
        best = max(best, value) if mine else min(best, value)
        if best == float(mine):
            break
    return best


def test_the_weights_are_those_of_the_features():
    assert RULES.judgement.fits(NAMES)


CLOSE = (19, 20, 38, 40, 41, 56, 59, 81, 86)
"""The games of the first ninety that are still to be won when two rounds are left, and that normal does not win then."""


def test_the_last_two_rounds_are_played_right():
    """Which tiles are where is known by then, so that all can be counted: in most of these games only one placement of many wins."""
    best, got = 0.0, {"hard": 0.0, "normal": 0.0}
    games = sampled(CLOSE, 0.4)
    for seed in games:
        state = begun(seed, until=14)
        assert RULES.to_act(state) == (0,)
        best += counted(state, 0)
        for name in got:
            got[name] += counted(RULES.apply(state, 0, computed(RULES, state, 0, name, Chance.of(3))).state, 0)
    assert got["hard"] == best == len(games)
    assert got["normal"] <= 0.5


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("seed", range(24))
def test_what_is_proven_is_what_trying_everything_says(seed):
    """A win, a draw or a loss, of the best action and of one that was played; a proven loss is no hope."""
    state = begun(seed, until=15)
    (seat,) = RULES.to_act(state)
    actions = list(legal(RULES, state, seat))
    worth = {action: counted(RULES.apply(state, seat, action).state, seat) for action in actions}
    played = actions[seed % len(actions)]
    found = RULES.opponents["hard"].weigh(RULES, lambda chance: RULES.imagine(state, seat, chance), seat, Chance.of(seed), Budget(6000), played)
    assert all(w.proven for w in found)
    assert found[0].share == max(worth.values())
    assert {w.action: w.share for w in found}.items() <= worth.items()
    assert played in {w.action for w in found}


def test_nothing_is_proven_where_something_is_hidden_or_abilities_are_in_play():
    for state in (begun(1, until=6), begun(1, until=14, abilities="on")):
        (seat,) = RULES.to_act(state)
        found = RULES.opponents["hard"].weigh(RULES, lambda chance, s=state, n=seat: RULES.imagine(s, n, chance), seat, Chance.of(1), Budget(60))
        assert not any(w.proven for w in found)


def test_whoever_chooses_a_value_thinks_of_who_chooses_next():
    """What everybody is taken to choose leaves the two seats furthest apart, as trying everything says; not always what is worth most to oneself."""
    greedy, seen = 0, 0
    for seed in range(20):
        for state, seat, action, _ in random_game(Setup("monster_hex", 2, {}), seed):
            if action[0] != "take":
                continue

            def ahead(state, seat, value):
                stone = state.queue[0]
                after = RULES.apply(state, seat, ("take", value)).state
                if after.queue[:1] == [stone]:
                    rival = RULES.to_act(after)[0]
                    return -max(ahead(after, rival, word.text) for word in RULES.words(after, rival, ("take",)))
                return after.scores[seat] - after.scores[1 - seat]

            worth = {word.text: ahead(state, seat, word.text) for word in RULES.words(state, seat, ("take",))}
            assert worth[best_value(RULES, state, seat)] == max(worth.values())
            greedy += worth[RULES.decision(state, seat).default[1]] == max(worth.values())
            seen += 1
    assert 0 < greedy < seen


def test_what_was_played_last_is_compared_with_what_was_best():
    """As the analysis asks: the shares are those of the whole tree, not guesses."""
    hard = RULES.opponents["hard"]
    for seed in CLOSE[:4]:
        state = begun(seed, until=14)
        played = computed(RULES, state, 0, "normal", Chance.of(3))
        best, other = hard.weigh(RULES, lambda chance, state=state: RULES.imagine(state, 0, chance), 0, Chance.of(1), Budget(6000), played)
        assert (best.share, other.share) == tuple(counted(RULES.apply(state, 0, w.action).state, 0) for w in (best, other))
        assert other.action == played
        assert best.share > other.share


@pytest.mark.parametrize(("seats", "options"), [(2, {"abilities": "on"}), (2, {"board": "three"}), (3, {}), (4, {"abilities": "on"})])
def test_looks_at_legal_placements_and_at_all_of_a_small_hand(seats, options):
    rng = random.Random(seats)
    for seed in range(6):
        state = begun(seed, seats, **options)
        while acting := RULES.to_act(state):
            allowed = set(legal(RULES, state, acting[0]))
            tried = {c.action for c in GUIDE.candidates(RULES, state, acting[0])}
            assert tried <= allowed
            assert len(allowed) > WIDEST or {a for a in allowed if a[0] == "place" and len(a) == 4} <= tried
            state = RULES.apply(state, acting[0], random_action(RULES, state, acting[0], rng)).state


def won(first: str, second: str, games: int) -> float:
    return sum(play("monster_hex", first, second, seed).won for seed in range(games))


def test_how_strong_the_levels_are():
    assert won("hard:30", "normal", often(12, 40)) >= often(7, 24)
    assert won("normal", "easy", often(40, 100)) >= often(30, 75)
    assert won("easy", RANDOM, often(20, 40)) >= often(13, 26)


@pytest.mark.deep
def test_each_level_beats_the_one_below():
    assert won("hard:400", "normal", 12) >= 9
    assert 0.75 <= won("normal", "easy", 400) / 400 <= 0.95


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize(("seats", "options"), [(2, {}), (2, {"board": "three"}), (3, {}), (4, {"abilities": "on"})])
def test_knows_nothing_that_is_hidden(seats, options):
    """Whatever others hold and whatever the stacks' order is, the answer is the same."""
    for seed in range(3):
        state = begun(seed, seats, 4 + 4 * seed, **options)
        seat = RULES.to_act(state)[0]
        for other in range(2):
            assert wish(RULES.imagine(state, seat, Chance.of(other))) == wish(state)


def test_looks_at_its_stack_before_it_places():
    table = TestTable(abilities="on")
    table.act("ability champion")
    table.act("ability insight")
    assert wish(table.state) == ("insight",)
    table.act("insight")
    assert wish(table.state)[0] == "order"


def test_takes_an_ability_that_is_left():
    table = TestTable("four", abilities="on")
    for ability in ("twist", "insight"):
        table.act(f"ability {ability}")
    for opponent in RULES.opponents:
        assert wish(table.state, opponent) in (("ability", "champion"), ("ability", "bold"))
