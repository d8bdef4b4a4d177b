"""Which positions are kept to be solved: those of whose answer the search is sure against all others, each time that it looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from data.content import build
from data.practice import SOLVER, dealt, position, puzzles, wins
from rules.computers.reasons import OVER, Named, Reason
from rules.computers.weighed import Weighed
from rules.game import Action
from rules.legal_actions import legal
from rules.notation import write
from rules.randomness import Chance
from tests.tools.practice import Game, forced, has_choice, of_present_rules, own_turns, played, shortest, solved, theme, tried, won_by, won_turn

GAME = "monster_hex"
NUMBER = next(iter(puzzles(GAME)))


class Oracle:
    """A search that says what it is told to say: how much each action is worth, the how-manieth time it is asked."""

    nodes = 320

    def __init__(self, worth: Callable[[Action, int], float]) -> None:
        self.worth, self.asked = worth, 0

    def weigh(self, rules: Any, glimpse: Any, seat: int, chance: Any, budget: Any, played: Action | None = None) -> list[Weighed]:
        self.asked += 1
        found = [Weighed(action, self.worth(action, self.asked), 10) for action in legal(rules, glimpse(chance), seat)]
        return sorted(found, key=lambda weighed: -weighed.share)

    def explained(self, *args: Any) -> tuple[list[Weighed], Reason]:
        found = self.weigh(*args[:5])
        other = next(weighed for weighed in found if weighed.action == args[5])
        return found, Reason(other.action, found[0].share, other.share, 1, (), (), ())


def asked(worth: Callable[[Action, int], float]) -> tuple[Action, Reason] | None:
    """What is made of a position where the search says this."""
    rules = build(GAME)
    told = SimpleNamespace(
        opponents={"hard": Oracle(worth)}, **{name: getattr(rules, name) for name in ("apply", "dump", "imagine", "words", "decision")}
    )
    return solved(told, position(GAME, NUMBER), 1)


def right() -> Action:
    """The solution of the position."""
    return puzzles(GAME)[NUMBER].row[0]


def test_a_position_is_kept_whose_answer_is_better_than_every_other_one_each_time():
    found = asked(lambda action, n: 0.8 if action == right() else 0.5)
    assert found is not None
    assert found[0] == right()


@pytest.mark.parametrize(
    "worth",
    [
        lambda action, n: 0.8 if action == right() else 0.7,
        lambda action, n: 0.8 if action == right() else 0.65 if write(action) == write(puzzles(GAME)[NUMBER].why.other) else 0.3,
        lambda action, n: 0.3 if action == right() else 0.0,
        lambda action, n: 0.8 if action == right() else 0.5 if n < 8 else 0.9,
    ],
    ids=["all are nearly as good", "another one is nearly as good", "all is nearly lost", "a longer look says otherwise"],
)
def test_and_no_other_one(worth):
    assert asked(worth) is None


def test_decisions_are_the_solvers_in_a_game_that_is_played_to_its_end():
    rules, found = build(GAME), played(GAME, 3)
    assert not rules.to_act(found.end)
    assert any(has_choice(rules, asked.state) for asked in found.asked)
    for state, before in found.asked:
        assert rules.to_act(state) == (SOLVER,)
        assert found.rows[before].startswith(f"{SOLVER} ")
    turns = [rules.present_turn(asked.state) for asked in own_turns(rules, found)]
    assert len(turns) == len({*turns}) > 5


@lru_cache(None)
def a_won_game() -> tuple[Any, Game, list[Action], Any]:
    """A game whose last turn of the solver can be won: its rules, what wins, and the end."""
    rules, game = build("hexygame"), played("hexygame", 106)
    row, end = tried(rules, own_turns(rules, game)[-1].state, "normal", Chance.of(1))
    assert wins(rules, end)
    return rules, game, row, end


def test_a_turn_that_wins_is_told_without_what_it_can_do_without():
    """Whatever a computer did besides: what is left are some of its actions, in their order, and they win."""
    rules, game, row, _ = a_won_game()
    state = own_turns(rules, game)[-1].state
    kept, left = shortest(rules, state, row, Chance.of(1)), iter(row)
    assert len(kept) < len(row)
    assert all(action in left for action in kept)
    assert won_by(rules, state, kept, "normal", Chance.of(2))


@pytest.mark.parametrize(
    ("won", "share", "kept"), [(1, 0.5, True), (0, 0.5, False), (9, 0.5, False), (1, 0.85, False)], ids=["rare", "never", "easy", "no matter"]
)
def test_a_whole_turn_is_kept_that_a_beginner_misses_and_that_matters(monkeypatch, won, share, kept):
    rules, game, row, end = a_won_game()
    begin = own_turns(rules, game)[-1]
    tries = iter([(row, end)] * won + [([], begin.state)] * 100)
    expected = iter([0.5] + [share] * 100)
    monkeypatch.setattr("tests.tools.practice.LATE", 1)
    monkeypatch.setattr("tests.tools.practice.tried", lambda *_: next(tries))
    monkeypatch.setattr(type(rules.opponents["hard"].guide), "expected", lambda *_: [next(expected)])
    found = won_turn(rules, game)
    assert (found is not None) == kept
    if found is not None:
        asked, left, why = found
        assert asked == begin
        assert (why.share, why.others) == (1.0, share)
        assert why.shown is not None
        assert [action for seat, action in why.shown.done if seat == SOLVER] == left


def test_what_wins_only_against_one_hand_or_a_bad_answer_is_not_forced(monkeypatch):
    rules, game, row, _ = a_won_game()
    state = own_turns(rules, game)[-1].state
    assert forced(rules, state, row, Chance.of(1))
    for where in (1, 5):
        answers = iter([*[True] * where, *[False] * 100])
        monkeypatch.setattr("tests.tools.practice.won_by", lambda *_, answers=answers: next(answers))
        assert not forced(rules, state, row, Chance.of(1))


def test_what_a_solution_does_is_its_first_fact_and_the_end_before_all():
    def why(brings: list[str], prevents: list[str]) -> Reason:
        def named(kinds: list[str]) -> tuple[Named, ...]:
            return tuple(Named(kind, {}, 1, 0) for kind in kinds)

        return Reason(("x",), 1.0, 0.0, 1, named(brings), named(prevents), ())

    assert theme(GAME, why(["scored", OVER], [])) == "wins"
    assert theme(GAME, why(["scored"], [OVER])) == "saves"
    assert theme(GAME, why(["scored", "leads"], ["x"])) == "brings.scored"
    assert theme(GAME, why([], ["overtakes"])) == "prevents.overtakes"
    assert theme(GAME, why(["x", "leads"], [])) == "brings.leads", "what has no words is no task"
    assert theme(GAME, why(["leads"], ["scored"])) == "prevents.scored", "points stay, a lead may be lost"
    assert theme(GAME, why(["x"], [])) is None


def test_one_of_earlier_rules_whose_actions_are_not_legal_any_more_goes():
    puzzle = puzzles(GAME)[NUMBER]
    rules = build(GAME)
    assert of_present_rules(rules, puzzle) is puzzle
    broken = msgspec.structs.replace(puzzle, version=0, rows=("0 place nowhere",))
    assert of_present_rules(rules, broken) is None
    assert rules.dump(dealt(rules, puzzle)) == rules.dump(position(GAME, NUMBER))
