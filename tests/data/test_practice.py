"""The kept positions to solve: each is what the present rules lead to, and its solution is one legal action that changes something."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import msgspec
import pytest

from data.content import build, games
from data.language import DATA, LANGUAGES, texts
from data.practice import GAP, SOLVER, Puzzle, position, puzzles, solved, wins
from rules.game import Outcome, Refused
from rules.legal_actions import legal
from rules.notation import write
from tests.sampled import often

EACH = [(game, number) for game in games() for number in puzzles(game)]
"""All positions."""
SOLVED = [game for game in games() if puzzles(game)]
"""The games that have positions to solve."""
FEW = random.Random(11).sample(EACH, min(len(EACH), often(20, len(EACH))))


def known(game: str, number: int) -> Puzzle:
    return puzzles(game)[number]


@pytest.mark.parametrize("game", games())
def test_all_are_of_the_present_rules_and_each_is_of_another_game(game):
    """`python -m tests.tools.practice GAME` makes those anew that are of earlier ones."""
    path = DATA / game / "practice.json"
    kept = msgspec.json.decode(path.read_bytes()) if path.exists() else []
    assert len(kept) == len(puzzles(game)), "none is left out, and no two have one number"
    assert len({puzzle.seed for puzzle in puzzles(game).values()}) == len(kept)


def test_there_are_some():
    assert len(SOLVED) >= 2


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize(("game", "number"), FEW, ids=str)
def test_its_solver_is_asked_and_one_answer_alone_solves_it(game, number):
    rules, state, puzzle = build(game), position(game, number), known(game, number)
    assert rules.to_act(state) == (SOLVER,)
    assert solved(game, number, puzzle.solution)
    assert puzzle.why.share - puzzle.why.others >= GAP
    with pytest.raises(Refused):
        solved(game, number, "nonsense")
    if puzzle.whole:
        return
    right = [action for action in legal(rules, state, SOLVER) if solved(game, number, write(action))]
    assert puzzle.row[0] in right
    assert puzzle.why.other not in right
    ends = {rules.dump(rules.apply(state, SOLVER, action).state) for action in right}
    assert len(ends) == 1, "what else solves it comes to the same"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize(("game", "number"), FEW, ids=str)
def test_the_line_to_be_shown_begins_with_the_solution_and_can_be_played(game, number):
    rules, puzzle = build(game), known(game, number)
    line = puzzle.line
    if line is None:
        return
    assert line.done[0] == (SOLVER, puzzle.row[0])
    world = rules.load(line.world)
    assert rules.view(world, SOLVER) == rules.view(position(game, number), SOLVER), "a world that the solver cannot tell from the true one"
    for seat, action in line.done:
        world = rules.opponents["hard"].guide.step(rules, world, seat, action).state


@pytest.mark.parametrize(("game", "number"), EACH, ids=str)
def test_the_task_has_words_in_each_language(game, number):
    for language in LANGUAGES:
        say, theme = texts(language, game), known(game, number).theme
        words = say.find(f"practice.{theme}")
        assert words, (language, theme)
        assert re.fullmatch(r"[^{}]+[.!?]", words)


def test_a_position_of_earlier_rules_is_left_out(monkeypatch):
    puzzles.cache_clear()
    monkeypatch.setattr(type(build("monster_hex")), "version", 999)
    try:
        assert puzzles("monster_hex") == {}
    finally:
        monkeypatch.undo()
        puzzles.cache_clear()


@pytest.mark.parametrize(("places", "won"), [(((SOLVER,), (1,)), True), (((1,), (SOLVER,)), False), (((SOLVER, 1),), False), (None, False)])
def test_a_turn_wins_if_its_solver_wins_alone(places, won):
    outcome = places and Outcome(places, "score", "")
    rules = SimpleNamespace(outcome=lambda state: outcome)
    assert wins(rules, None) is won
