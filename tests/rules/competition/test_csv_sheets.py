"""Standings as CSV: read back, nobody missing, and no cell that a spreadsheet would reckon with."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from rules.competition import tournament as t
from rules.competition.csv_sheets import MARK, csv_text, first_cells, rows
from tests.rules.competition.test_tournament import PLANS, play


def cells(text: str) -> list[list[str]]:
    assert text.startswith(MARK)
    return list(csv.reader(io.StringIO(text.removeprefix(MARK), newline="")))


def test_no_cell_is_a_formula():
    names = ["=1+1", "+1", "-1", "@SUM(A1)", "  =HYPERLINK(1)", "\t=1", "＝1", "a,b", 'say "hi"', "two\nlines", "1-1", "Anna", ""]
    ((*found,),) = cells(csv_text([names]))
    assert [name.removeprefix("'") for name in found] == names
    assert [name for name in found if name.startswith("'")] == [f"'{name}" for name in names[:7]]


def test_numbers_are_read_everywhere():
    assert cells(csv_text([[1, Fraction(7, 2), Fraction(4), Fraction(1, 3), None]])) == [["1", "3.5", "4", "0.3333", ""]]


@pytest.mark.parametrize("name", PLANS)
def test_everybody_stands_in_it_once(name):
    state = play(PLANS[name], 8, 3)
    chain, found = rows(state)
    assert [row.place for row in found] == [at for group, at in starts(t.places(state)) for _ in group]
    assert [{row.entrant for row in found if row.place == at} for _, at in starts(t.places(state))] == [
        set(group) for group, _ in starts(t.places(state))
    ]
    assert "lot" not in chain
    assert all(len(row.breaks) == len(chain) for row in found)
    points = t.standings(state).points
    assert all(row.points == (None if name.startswith(("single", "double")) else points[row.entrant]) for row in found)


def starts(groups):
    """Groups of equals, each with its place."""
    at = 1
    for group in groups:
        yield group, at
        at += len(group)


def test_groups_stand_apart_until_all_is_over():
    state = t.advance(t.begin(PLANS["groups"], range(8), 1))
    _, found = rows(state)
    assert [row.group for row in found] == [0] * 4 + [1] * 4
    assert [row.entrant for row in found if row.group == 0] == [line.entrant for line in t.group_standings(state, 0).lines]


def test_an_elimination_that_goes_on_has_no_rows():
    assert rows(t.advance(t.begin(PLANS["single"], range(8), 1))) == ((), [])


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_list_comes_back(between):
    text = csv_text([["id", "name"], ["<@1>", "Anna; and, more"], ["=bob", "x"], ["", ""], [None, "carol"]])
    lines = [between.join(f'"{cell}"' for cell in line) for line in cells(text)]
    assert first_cells(MARK + "\r\n".join(lines)) == ["id", "<@1>", "=bob", "carol"]


def test_what_is_no_list():
    assert first_cells("") == first_cells("\n , ,\n") == []
    with pytest.raises(ValueError, match="field larger"):
        first_cells("x" * 200_000)
