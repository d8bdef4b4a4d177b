"""Which turn a teacher explains, and by what the chance is drawn with which it does: plainly, by rows of a made-up game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play.history.record_replay import Stage
from cogs.play.thinking.teaching import PASS, latest_turn, public_number
from rules.notation import Row
from rules.parts.ahead import LAPSE

TEACHER, OTHER = 0, 1


def played(*turns: tuple[int, int, tuple[str, ...]]) -> list[Stage]:
    """A game as rows, each with the turn in which it is done (a state is the number of its turn), the seat that acts, and its action. The last turn
    goes on."""
    rows = [Row(n, seat, action) for n, (_, seat, action) in enumerate(turns, 1)]
    states = [turn for turn, *_ in turns]
    return [Stage(row, turn, ()) for row, turn in zip([None, *rows], [*states, states[-1]], strict=True)]


def at(stages: list[Stage], goes_on: bool) -> Any:
    """A table after these stages, at which the teacher is asked; turns with even numbers are its own."""
    rules = SimpleNamespace(
        present_turn=lambda turn: (turn % 2, turn), turn=lambda turn: turn % 2, decision=lambda state, seat: SimpleNamespace(goes_on=goes_on)
    )
    return SimpleNamespace(rules=rules, state=stages[-1].state, acting=(TEACHER,))


TWO = played((0, TEACHER, ("place",)), (0, TEACHER, ("turn",)), (1, OTHER, ("place",)), (2, TEACHER, ("place",)))


@pytest.mark.parametrize(("goes_on", "actions"), [(True, [("place",), ("turn",)]), (False, [("place",)])])
def test_a_turn_is_explained_once_it_has_ended(goes_on, actions):
    """What is begun only, and may still be otherwise, is not told to whoever it concerns."""
    turn = latest_turn(at(TWO, goes_on), TWO, [TEACHER])
    assert turn is not None
    assert [row.action for row in turn.rows] == actions
    assert turn.before == (0 if goes_on else 2)


def test_a_pass_in_somebody_else_s_turn_is_none_of_its_turns():
    stages = played((0, TEACHER, ("place",)), (1, OTHER, ("place",)), (1, TEACHER, PASS))
    turn = latest_turn(at(stages, False), stages, [TEACHER])
    assert turn is not None
    assert [row.number for row in turn.rows] == [1]
    assert latest_turn(at(stages, False), stages, [2]) is None


def test_what_has_been_said_ahead_changes_no_chance():
    """Or the same turn would be explained in other words after a plan of which nobody knows."""
    said = played((0, OTHER, (LAPSE, "x")), (0, TEACHER, ("place",)), (1, OTHER, (LAPSE, "x")), (1, OTHER, ("place",)))
    plain = played((0, TEACHER, ("place",)), (1, OTHER, ("place",)))
    assert public_number(said, Row(2, TEACHER, ("place",))) == public_number(plain, Row(1, TEACHER, ("place",))) == 1
