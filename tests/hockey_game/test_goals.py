"""The log of goals: what it tells of each goal, and which goal decided a match."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.language import texts
from render.hockey_game.names import decision, decisive, goal_line
from render.look import Look
from render.painter import painter
from rules.hockey_game.state import Goal
from rules.notation import Record, play
from tests.hockey_game.table import RULES, TestTable

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
LOOK = Look("dark", texts("en", "hockey_game"), ("Anna", "Bohumil"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_goal_is_kept_as_it_was_told(path):
    record = Record.read(path.read_text(encoding="utf-8"))
    state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    told, rounds = [], 0
    for row in record.rows:
        step = play(RULES, state, row)
        state = step.state
        for event in step.events:
            rounds += event.kind in ("goal", "moved", "lost", "missed")
            if event.kind == "goal":
                facts = event.facts
                told.append((facts["period"], rounds, facts["seat"], facts["puck"], tuple(facts["values"]), tuple(facts["score"])))
    assert told, "a match with goals"
    assert [(g.period, g.round, g.seat, g.puck, g.values, g.score) for g in RULES.view(state, None).board.scored] == told


def test_a_goal_tells_who_helped():
    table = TestTable("svk", "can").side(0, heroes="radovan").attack(0, "b1").dice(6, 5, 2, 1).round("shot")
    (goal,) = RULES.view(table.state, None).board.scored
    assert goal_line(goal, LOOK) == f"1:0 Anna (Period 1 · round 1), shot from B1, {goal.values[0]} > {goal.values[1]}, Radovan"


def scored(*seats):
    """A board after goals of seats, all in the first period."""
    table = TestTable()
    table.state.goals = [Goal(1, seat) for seat in seats]
    return RULES.view(table.state, None).board


@pytest.mark.parametrize(
    ("seats", "which"), [((0,), 0), ((0, 1, 0), 2), ((1, 0, 0, 0, 1), 3), ((0, 0, 1), 1), ((0, 0, 1, 0), 1), ((0, 1, 1), None), ((), None)]
)
def test_the_goal_that_decided_is_one_more_than_the_other_side_had_at_the_end(seats, which):
    """As hockey counts a game-winning goal."""
    board = scored(*seats)
    assert decisive(board, 0) == (None if which is None else board.scored[which])


def test_goals_of_an_earlier_version_are_read_and_say_what_is_known():
    before = RULES.dump(TestTable().state).replace(b'"goals":[]', b'"goals":[[2,1]]')
    board = RULES.view(RULES.load(before), None).board
    assert goal_line(board.scored[0], LOOK) == "0:1 Bohumil (Period 2)"


def test_the_log_is_in_the_picture_and_in_its_words():
    table = TestTable()
    table.state.goals = [Goal(1, 0, 3, "b1", (12, 9), ("radovan",)), Goal(1, 1, 5, "a2", (8, 7))]
    paint, view = painter("hockey_game"), RULES.view(table.state, None)
    ((_, closer),) = paint.closer(view, LOOK, RULES.faces)
    shown = [item.key[-1] for place, item in closer.items.items() if place[0] == "logged"]
    assert [(goal.score, goal.helped) for goal in shown] == [("1:0", "Radovan"), ("1:1", "")]
    for brief in (False, True):
        assert "1:0 Anna" in paint.describe(view, LOOK, brief)
        assert "1:1 Bohumil" in paint.describe(view, LOOK, brief)


def test_the_goal_that_decided_is_told_without_a_score():
    """The winner's goals first are in another order than on the board, and those of the board read as if the winner had been behind."""
    board = scored(1, 1, 0, 1)
    assert decision(board, LOOK, 1) == "In period 1 Bohumil scored the goal that decided it."
