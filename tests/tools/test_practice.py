"""Which positions are kept to be solved: those of whose answer the search is sure against all others, each time that it looks."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from data.content import build
from data.practice import SOLVER, dealt, position, puzzles
from rules.computers.reasons import OVER, Named, Reason
from rules.computers.tree_search import Weighed
from rules.game import Action
from rules.legal_actions import legal
from rules.notation import write
from tests.tools.practice import LEAST, MOST, candidates, of_present_rules, solved, theme

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
    return puzzles(GAME)[NUMBER].action


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


def test_positions_are_looked_at_where_the_solver_has_a_choice():
    rules, found = build(GAME), 0
    for state, _, rows in candidates(GAME, 3):
        found += 1
        assert rules.to_act(state) == (SOLVER,)
        assert LEAST <= len([*legal(rules, state, SOLVER)]) <= MOST
        assert rows
    assert found


def test_what_a_solution_does_is_its_first_fact_and_the_end_before_all():
    def why(brings: list[str], prevents: list[str]) -> Reason:
        def named(kinds: list[str]) -> tuple[Named, ...]:
            return tuple(Named(kind, {}, 1, 0) for kind in kinds)

        return Reason(("x",), 1.0, 0.0, 1, named(brings), named(prevents), ())

    assert theme(why(["scored", OVER], [])) == "wins"
    assert theme(why(["scored"], [OVER])) == "saves"
    assert theme(why(["scored", "leads"], ["x"])) == "brings.scored"
    assert theme(why([], ["overtakes"])) == "prevents.overtakes"
    assert theme(why([], [])) is None


def test_one_of_earlier_rules_whose_actions_are_not_legal_any_more_goes():
    puzzle = puzzles(GAME)[NUMBER]
    rules = build(GAME)
    assert of_present_rules(rules, puzzle) is puzzle
    broken = msgspec.structs.replace(puzzle, version=0, rows=("0 place nowhere",))
    assert of_present_rules(rules, broken) is None
    assert rules.dump(dealt(rules, puzzle)) == rules.dump(position(GAME, NUMBER))
