"""Standings as rows of a table, and rows as CSV (RFC 4180), which spreadsheets open as text and nothing else; and lists that come back from there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.competition import Entrant
from rules.competition.standings import Standings
from rules.competition.tournament.ranking import group_standings, places, standings
from rules.competition.tournament.rounds import over
from rules.competition.tournament.state import DOUBLE, GROUPS, LADDER, LEAGUE, SINGLE, TournamentState

MARK = "\ufeff"
"""By what spreadsheets know that a file is UTF-8."""
FORMULA = "=+-@＝＋－＠"
"""With what a cell begins that spreadsheets would reckon with."""
LOT = "lot"


class Row(NamedTuple):
    """An entrant's line: group (if the tournament has groups that are not over), half points, and tie-breaks without the lot. An elimination and a
    ladder have no points."""

    group: int | None
    place: int
    entrant: Entrant
    points: int | None
    breaks: tuple[Fraction, ...]


def rows(state: TournamentState) -> tuple[tuple[str, ...], list[Row]]:
    """The names of the tie-breaks, and the rows, best first; none during an elimination. Slow: call it in a worker thread."""
    if state.plan.format in (SINGLE, DOUBLE):
        return (), [Row(None, place, e, None, ()) for place, e in _placed(state)] if over(state) else []
    if state.plan.format == LADDER:
        return (), [Row(None, place, e, None, ()) for place, e in _placed(state)]
    if state.plan.format == LEAGUE or (state.plan.format == GROUPS and not over(state)):
        tables = [(n, group_standings(state, n)) for n in range(len(state.groups))]
        return _chain(tables[0][1]), [row for n, table in tables for row in _rows(table, n)]
    table = standings(state)
    found = list(_rows(table, None))
    if over(state):
        by = {row.entrant: row for row in found}
        found = [by[e]._replace(place=place) for place, e in _placed(state)]
    return _chain(table), found


def csv_text(lines: Iterable[Sequence[str | int | Fraction | None]]) -> str:
    """Lines of cells as CSV. A text that looks like a formula gets an apostrophe in front. Fractions have a decimal point."""
    written = io.StringIO()
    csv.writer(written).writerows([_cell(cell) for cell in line] for line in lines)
    return MARK + written.getvalue()


def first_cells(text: str) -> list[str]:
    """The first cell of each line of a CSV, if it isn't empty, without an apostrophe that `csv_text` has added; commas, semicolons or tabs may
    separate cells. Raises ValueError for text that is no CSV."""
    text = text.removeprefix(MARK)
    between = max(",;\t", key=text.count)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=between))
    except csv.Error as error:
        raise ValueError(str(error)) from None
    found = (next((cell.strip() for cell in line if cell.strip()), "") for line in lines)
    return [cell.removeprefix("'") for cell in found if cell]


def _cell(cell: str | int | Fraction | None) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell.lstrip()[:1] in tuple(FORMULA) else cell
    return str(cell) if cell == int(cell) else f"{float(cell):.4f}".rstrip("0")


def _placed(state: TournamentState) -> list[tuple[int, Entrant]]:
    placed: list[tuple[int, Entrant]] = []
    for together in places(state):
        at = len(placed) + 1
        placed += [(at, e) for e in together]
    return placed


def _chain(table: Standings) -> tuple[str, ...]:
    return tuple(name for name in table.chain if name != LOT)


def _rows(table: Standings, group: int | None) -> Iterable[Row]:
    for line in table.lines:
        breaks = tuple(value for name, value in zip(table.chain, line.breaks, strict=True) if name != LOT)
        yield Row(group, line.place, line.entrant, line.points, breaks)
