"""Tournaments: tables of standings with the results round by round, and brackets, in pages that stay legible on a phone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from render.canvas import PLAIN, Canvas, Item, Key, Picture, Scene, Studio
from render.text import fitted
from render.theme import Theme

WIDTH = 1000
EDGE = 20
TITLE = 84
"""Height of a page's title."""
ROW, ROWS = 58, 16
"""Height of a line of standings, and how many a page holds."""
CELL, CELLS = 56, 9
"""Width of a result, and how many a line shows: of the latest rounds, or against so many opponents."""
HEADS = 46
"""Height of the numbers of opponents above a cross table."""
PLACE, POINTS = 74, 100
"""Widths of the columns of places and points."""
BOX, SLOT = 84, 104
"""Height of a match in a bracket, and of what it takes up in its column."""
HEADING = 44
"""Height of the names of rounds above a bracket."""
COLUMNS = 3
"""Rounds of a bracket on a page."""
MATCHES = 8
"""Matches on a page in the first of its rounds."""

WON, SHARED, LOST, NONE, SELF = "won", "shared", "lost", "none", "self"


class Result(NamedTuple):
    """Points as text, and how it went: won, shared, lost, none (sat out, did not come), or self: nobody meets oneself."""

    text: str
    kind: str


class Line(NamedTuple):
    """A line of standings; `out` crosses out who has left."""

    place: str
    name: str
    points: str
    results: tuple[Result, ...]
    out: bool = False


class Box(NamedTuple):
    """A match of a bracket: what its entrants are called, games won by each, which of them goes on (None: open), and where they come from."""

    number: int
    names: tuple[str, str]
    figures: tuple[str, str] = ("", "")
    won: int | None = None
    sources: tuple[int, ...] = ()


class Round(NamedTuple):
    """A round of a bracket."""

    title: str
    boxes: tuple[Box, ...]


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key."""
    return _SPRITES[str(key[0])](look, *key[1:])


def paint_standings(title: str, lines: Sequence[Line], theme: str) -> list[tuple[Picture, tuple[Line, ...]]]:
    """Standings in pages, each with its lines; of the rounds the latest ones are shown."""
    pages = [tuple(lines[n : n + ROWS]) for n in range(0, len(lines), ROWS)]
    return [(_table(title, [line._replace(results=line.results[-CELLS:]) for line in page], (), theme), page) for page in pages]


def paint_cross(title: str, lines: Sequence[Line], theme: str) -> Iterator[tuple[Picture, tuple[Line, ...]]]:
    """A cross table in pages, each with its lines: the results of each line against line 1, 2, 3 and so on.

    There can be many pages: each is drawn when it is asked for.
    """
    blocks = [range(n, min(n + CELLS, len(lines))) for n in range(0, len(lines), CELLS)]
    for first in range(0, len(lines), ROWS):
        for block in blocks:
            page = [line._replace(results=line.results[block.start : block.stop]) for line in lines[first : first + ROWS]]
            yield _table(title, page, tuple(str(n + 1) for n in block), theme), tuple(page)


def _table(title: str, lines: Sequence[Line], heads: tuple[str, ...], theme: str) -> Picture:
    """A page of lines, with heads above their results; lines that stay as they are need not be drawn anew."""
    top = TITLE + (HEADS if heads else 0)
    items: dict[Hashable, Item] = {"title": Item(("title", title), 0, 0)}
    if heads:
        items["heads"] = Item(("heads", heads), 0, TITLE)
    for n, line in enumerate(lines):
        items[f"line{n}"] = Item(("line", line, n % 2 == 0), 0, top + n * ROW)
    return STUDIO.paint(Scene((WIDTH, top + ROW * len(lines) + EDGE), items), theme)


def paint_bracket(title: str, rounds: Sequence[Round], theme: str) -> list[tuple[Picture, tuple[Round, ...]]]:
    """One side of a bracket in pages of a few rounds, each with its part; a page has as many matches as lead to each other."""
    found = []
    pages = -(-len(rounds) // COLUMNS)
    for n in range(pages):
        columns = rounds[-(-n * len(rounds) // pages) : -(-(n + 1) * len(rounds) // pages)]
        blocks = max(1, -(-len(columns[0].boxes) // MATCHES))
        for block in range(blocks):
            part = tuple(Round(c.title, tuple(_share(c.boxes, block, blocks))) for c in columns)
            height = TITLE + HEADING + SLOT * len(part[0].boxes) + EDGE
            found.append((_page(("bracket", title, part), height, theme), part))
    return found


def _share(boxes: Sequence[Box], block: int, blocks: int) -> Sequence[Box]:
    """A page's share of a round."""
    size = -(-len(boxes) // blocks)
    return boxes[block * size : (block + 1) * size]


def _page(key: Key, height: int, theme: str) -> Picture:
    return STUDIO.paint(Scene((WIDTH, height), {"page": Item(key, 0, 0)}), theme)


def _titled(look: Theme, height: int, title: str) -> Canvas:
    s = Canvas((WIDTH, height), look, PLAIN)
    s.text((EDGE + 4, TITLE / 2), fitted(title, "Bold", 36, WIDTH - 2 * EDGE), 36, "ink", "lm")
    return s


def _title(look: Theme, title: str) -> Canvas:
    return _titled(look, TITLE, title)


def _heads(look: Theme, heads: tuple[str, ...]) -> Canvas:
    s = Canvas((WIDTH, HEADS), look, PLAIN)
    for i, head in enumerate(heads):
        s.text((_cells(len(heads)) + CELL * (i + 0.5), HEADS / 2), head, 26, "soft")
    return s


def _cells(shown: int) -> float:
    """Where the results of a line begin."""
    return WIDTH - EDGE - POINTS - CELL * shown


def _line(look: Theme, line: Line, shaded: bool) -> Canvas:
    s = Canvas((WIDTH, ROW), look, PLAIN)
    middle, right = ROW / 2, _cells(len(line.results))
    if shaded:
        s.box((EDGE, 0, WIDTH - 2 * EDGE, ROW), 10, "panel")
    role = "soft" if line.out else "ink"
    s.text((EDGE + PLACE - 18, middle), line.place, 30, "soft", "rm")
    name = fitted(line.name, "Bold", 30, round(right - EDGE - PLACE - 12))
    s.text((EDGE + PLACE, middle), name, 30, role, "lm", "Medium" if line.out else "Bold")
    if line.out:
        s.line([(EDGE + PLACE, middle), (EDGE + PLACE + 16 * len(name), middle)], "soft", 3)
    for i, result in enumerate(line.results):
        _result(s, right + CELL * i, result)
    s.text((WIDTH - EDGE - 20, middle), line.points, 34, role, "rm")
    return s


def _result(s: Canvas, x: float, result: Result) -> None:
    """A result: a filled box for won, a frame for shared, a dash of ink for oneself, the bare figure for lost and for what was not played."""
    if result.kind in (WON, SHARED):
        s.box((x + 6, 8, CELL - 12, ROW - 16), 8, "accent" if result.kind == WON else None, "accent", 3)
    if result.kind == SELF:
        s.box((x + 6, 8, CELL - 12, ROW - 16), 8, "line")
        return
    role = {WON: "page", SHARED: "ink"}.get(result.kind, "soft")
    size = 28 if len(result.text) < 3 else 22
    s.text((x + CELL / 2, ROW / 2), result.text, size, role, "mm", "Medium" if result.kind == NONE else "Bold")


def _bracket(look: Theme, title: str, rounds: tuple[Round, ...]) -> Canvas:
    s = _titled(look, TITLE + HEADING + SLOT * len(rounds[0].boxes) + EDGE, title)
    width = (WIDTH - 2 * EDGE) / len(rounds)
    gap = 26
    centre: dict[int, float] = {}
    for n, column in enumerate(rounds):
        left = EDGE + width * n
        s.text((left + 4, TITLE + HEADING / 2 - 6), fitted(column.title, "Medium", 27, round(width - gap)), 27, "soft", "lm", "Medium")
        for i, box in enumerate(column.boxes):
            before = [centre[m] for m in box.sources if m in centre]
            slot = SLOT * len(rounds[0].boxes) / len(column.boxes)
            middle = sum(before) / len(before) if before else TITLE + HEADING + slot * (i + 0.5)
            centre[box.number] = middle
            for y in before:
                turn = left - gap / 2
                s.line([(left - gap, y), (turn, y)], "line", 3)
                s.line([(turn, y), (turn, middle)], "line", 3)
                s.line([(turn, middle), (left, middle)], "line", 3)
            _box(s, left, middle - BOX / 2, width - gap, box)
    return s


def _box(s: Canvas, x: float, y: float, width: float, box: Box) -> None:
    """A match: two lines of names; who goes on is bold with a mark, who does not is paler."""
    s.box((x, y, width, BOX), 10, "panel", "line", 2)
    s.line([(x + 8, y + BOX / 2), (x + width - 8, y + BOX / 2)], "line", 2)
    for n, (name, text) in enumerate(zip(box.names, box.figures, strict=True)):
        middle = y + BOX * (0.27 if n == 0 else 0.75)
        ahead, behind = box.won == n, box.won == 1 - n
        if ahead:
            s.box((x, middle - 15, 8, 30), 3, "accent")
        weight = "Bold" if ahead else "Medium"
        s.text((x + 18, middle), fitted(name, weight, 27, round(width - 62)), 27, "soft" if behind else "ink", "lm", weight)
        s.text((x + width - 14, middle), text, 27, "soft" if behind else "ink", "rm", weight)


_SPRITES: dict[str, Any] = {"title": _title, "heads": _heads, "line": _line, "bracket": _bracket}
STUDIO = Studio(draw, "house")
