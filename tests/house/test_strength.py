"""How strong the computers are is measured by a search of another kind, in rows that say what they do not know yet."""

from __future__ import annotations

import ast
from functools import partial
from pathlib import Path

import pytest

from data.content import build, games
from rules.legal_actions import closing
from rules.randomness import Chance
from tests.every_game.setups import Setup, spread
from tests.tools import plain_search, strength_rows
from tests.tools.must_block import Threat, stored
from tests.tools.strength import Game, play
from tests.tools.strength_rows import Pairing, decided, go_on, lines, pairings


def after(rounds: int):
    """Says that time is over at the so-manieth question."""
    left = iter(range(rounds - 1, -1, -1))
    return lambda: next(left) == 0


def test_the_plain_search_knows_nothing_but_the_contract():
    tree = ast.parse(Path(plain_search.__file__).read_text("utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    assert {name for name in modules if name.split(".")[0] == "rules"} == {"rules.game", "rules.legal_actions", "rules.randomness"}


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
def test_it_chooses_a_legal_action_in_each_game(game):
    for state, _, _, _ in spread(Setup(game, 2, {}), 3, 3):
        rules = build(game)
        seat = rules.to_act(state)[0]
        assert closing(rules, state, seat, plain_search.decide(rules, partial(rules.imagine, state, seat), seat, Chance.of(2), after(3)))


def test_it_finds_the_way_out_where_little_is_left():
    rules = build("monster_hex")
    for position in stored("monster_hex")[:3]:
        state = rules.load(position.snapshot)
        glimpse = partial(rules.imagine, state, position.seat)
        assert Threat(rules, state, position.seat).saves(plain_search.decide(rules, glimpse, position.seat, Chance.of(3), after(1500)))


def test_a_game_against_it_is_played_to_its_end():
    for number in (0, 1):
        played = play("monster_hex", "hard:8", "plain:1", number)
        assert 0 <= played.won <= 1
        assert played.thoughts


def test_rows_are_for_each_game_and_end_as_soon_as_they_are_decided():
    rows = pairings(games())
    assert {row.game for row in rows} == set(games())
    assert [row.other for row in rows if row.game == "monster_hex"] == ["hard:600", "plain:10"]
    row = Pairing("monster_hex", "plain:10", 60.0)
    won, lost = (1.0, 5.0), (0.0, 5.0)
    assert not decided(row, [])
    assert not decided(row, [won] * 9), "looked at after ten"
    assert decided(row, [won] * 20)
    assert decided(row, [lost] * 10)
    assert not decided(row, [won, lost] * 30)
    assert decided(row, [won, lost] * 50), "a hundred are enough"


def test_games_add_up_and_what_is_not_decided_names_its_hours(tmp_path, monkeypatch):
    wins = iter([1.0, 0.0] * 6)
    monkeypatch.setattr(strength_rows, "FILE", tmp_path / "rows.json")
    monkeypatch.setattr(strength_rows, "play", lambda *_: Game(next(wins), (0, 0), ()))
    monkeypatch.setattr(strength_rows, "estimated", lambda _: 72.0)
    row = pairings(["hockey_game"])[0]
    assert "| not shown | 0 | 2.0 |" in lines(["hockey_game"])[-1]
    with pytest.raises(StopIteration):
        go_on(row, 60)
    assert [won for won, _ in strength_rows.stored()[row.key]] == [1.0, 0.0] * 6
    assert "50.0 %" in lines(["hockey_game"])[-1]
    assert "| not shown | 12 |" in lines(["hockey_game"])[-1]
