"""Standings with results by round, and cross tables, in pages that stay legible on a phone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Item, Scene
from render.text import largest, named
from render.theme import Theme
from render.tournaments.player_marks import EDGE, METALS, TWO_LINES, WIDTH, Player, crossed, head_height, mark, medal, rows

ROW, ROWS = 62, 16
"""Height of a line, and how many a page holds."""
CELL = 54
"""Width of a result."""
CELLS, CROSSED = 5, 8
"""How many results a line shows: of the latest rounds, or against so many opponents."""
BREAKS = 3
"""How many tie-breaks a line shows at most; it shows as many rounds as have room beside them."""
HEADS = 62
"""Height of the heads of columns."""
PLACE, MARK, POINTS, BREAK = 76, 56, 104, 124
"""Widths of the columns of places, marks, points, and of each tie-break."""
CUT = 18
"""Height of the line below those who go on."""

WON, SHARED, LOST, NONE, SELF, PLAYING = "won", "shared", "lost", "none", "self", "playing"


class Result(NamedTuple):
    """A result: points as text, and its kind: won, shared, lost, none (bye, absent), playing, or self (in a cross table)."""

    text: str
    kind: str


class Line(NamedTuple):
    """A line of the standings. `medal`: its medal, if any; `out`: the player has left, and is crossed out."""

    place: str
    player: Player
    points: str
    results: tuple[Result, ...] = ()
    breaks: tuple[str, ...] = ()
    out: bool = False
    medal: int = 0


class Heads(NamedTuple):
    """The headings of the columns."""

    place: str
    player: str
    points: str
    results: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()


class Table(NamedTuple):
    """Standings. `cut`: how many advance, if any; `won`: the medals are won; `legend`: the name of what is lit."""

    title: str
    below: str
    heads: Heads
    lines: tuple[Line, ...]
    cut: int = 0
    won: bool = False
    legend: str = ""


Page = tuple[Scene, Table]
"""A page as a scene, with as much of the table as it shows."""


def standings(table: Table) -> Iterator[Page]:
    """Divides standings into pages with the latest rounds and the most important tie-breaks."""
    rounds = min(len(table.heads.results), CELLS)
    breaks = BREAKS if rounds < BREAKS else BREAKS - 1
    heads = table.heads._replace(results=table.heads.results[-rounds:] if rounds else (), breaks=table.heads.breaks[:breaks])
    shown = [line._replace(results=line.results[-rounds:] if rounds else (), breaks=line.breaks[:breaks]) for line in table.lines]
    for first in range(0, len(shown), ROWS):
        cut = table.cut - first if 0 < table.cut - first <= ROWS else 0
        part = table._replace(heads=heads, lines=tuple(shown[first : first + ROWS]), cut=cut)
        yield _scene(part), table._replace(lines=table.lines[first : first + ROWS])


def cross(table: Table) -> Iterator[Page]:
    """A cross table in pages: the results of each line against line 1, 2, 3 and so on. There can be many pages: each is made when it is asked for."""
    blocks = [range(n, min(n + CROSSED, len(table.lines))) for n in range(0, len(table.lines), CROSSED)]
    for first in range(0, len(table.lines), ROWS):
        for block in blocks:
            lines = tuple(line._replace(results=line.results[block.start : block.stop], breaks=()) for line in table.lines[first : first + ROWS])
            part = table._replace(heads=table.heads._replace(results=tuple(str(n + 1) for n in block), breaks=()), lines=lines, cut=0)
            yield _scene(part), part


class Columns(NamedTuple):
    """The left edges of columns: points, the results, tie-breaks; the name has what is left."""

    results: int
    points: int
    breaks: int


def _columns(heads: Heads) -> Columns:
    breaks = WIDTH - EDGE - BREAK * len(heads.breaks)
    points = breaks - POINTS
    return Columns(points - CELL * len(heads.results), points, breaks)


def _scene(table: Table) -> Scene:
    """The scene of a page; unchanged lines need not be drawn again."""
    top = head_height(table.below)
    items: dict[Hashable, Item] = {"head": Item(("head", table.title, table.below), 0, 0), "heads": Item(("heads", table.heads), 0, top)}
    columns, y = _columns(table.heads), top + HEADS
    for n, line in enumerate(table.lines):
        items[f"line{n}"] = Item(("line", line, columns, n % 2 == 0, table.won), 0, y)
        y += ROW
        if n + 1 == table.cut:
            items["cut"] = Item(("cut",), 0, y)
            y += CUT
    if table.legend and any(r.kind == PLAYING for line in table.lines for r in line.results):
        items["legend"] = Item(("legend", table.legend), 0, y)
        y += ROW
    return Scene((WIDTH, y + EDGE), items)


def heads_sprite(look: Theme, heads: Heads) -> Canvas:
    s = Canvas((WIDTH, HEADS), look, PLAIN)
    at = _columns(heads)
    low = HEADS - 24
    s.text((EDGE + 4, low), heads.place, largest(heads.place, "Medium", (23, 21, 19), PLACE), "soft", "lm", "Medium")
    s.text((EDGE + PLACE + MARK, low), heads.player, 23, "soft", "lm", "Medium")
    for n, words in enumerate(heads.results):
        s.text((at.results + CELL * (n + 0.5), low), words, 25, "soft", "mm", "Medium")
    s.text((at.points + POINTS - 10, low), heads.points, largest(heads.points, "Bold", (24, 22, 20, 18), POINTS - 14), "ink", "rm")
    for n, words in enumerate(heads.breaks):
        name = named(words, "Medium", (23, 22, 21, 20, 19), (21, 20, 19, 18), BREAK - 10)
        rows(s, (at.breaks + BREAK * (n + 1) - 12, low if len(name[1]) == 1 else low - 8), name, "soft", "Medium", "rm")
    return s


def line_sprite(look: Theme, line: Line, at: Columns, shaded: bool, won: bool) -> Canvas:
    s = Canvas((WIDTH, ROW), look, PLAIN)
    middle = ROW / 2
    if won and line.medal == 1:
        s.box((EDGE, 1, WIDTH - 2 * EDGE, ROW - 2), 10, "best_fill", "best", 3)
    elif shaded:
        s.box((EDGE, 0, WIDTH - 2 * EDGE, ROW), 10, "panel")
    role = "soft" if line.out else "ink"
    if line.medal in METALS:
        medal(s, line.medal, (EDGE + 36, middle + (7 if won else 0)), 19 if won else 23, won)
    else:
        s.text((EDGE + 36, middle), line.place, 30, "soft")
    mark(s, line.player, (EDGE + PLACE + 20, middle), 42)
    left = EDGE + PLACE + MARK
    weight = "Medium" if line.out else "Bold"
    name = named(line.player.name, weight, (31, 29, 27), TWO_LINES, at.results - left - 12)
    rows(s, (left, middle), name, role, weight)
    if line.out:
        crossed(s, (left, middle), name, weight)
    for n, result in enumerate(line.results):
        _result(s, at.results + CELL * n, result)
    s.text((at.points + POINTS - 10, middle), line.points, 36, role, "rm")
    for n, words in enumerate(line.breaks):
        s.text((at.breaks + BREAK * (n + 1) - 12, middle), words, largest(words, "Medium", (28, 25, 22), BREAK - 12), "soft", "rm", "Medium")
    return s


def _result(s: Canvas, x: float, result: Result) -> None:
    """A result: a filled box for won, a frame for shared, light for what is being played, a dash of ink for oneself, the bare figure for lost and
    for what was not played."""
    box = (x + 4, 8, CELL - 8, ROW - 16)
    if result.kind in (WON, SHARED):
        s.box(box, 8, "accent" if result.kind == WON else None, "accent", 3)
    if result.kind == PLAYING:
        lit(s, box)
        if not result.text:
            play(s, (x + CELL / 2, ROW / 2), 11)
            return
    if result.kind == SELF:
        s.box(box, 8, "line")
        return
    role = {WON: "page", SHARED: "ink", PLAYING: "ink"}.get(result.kind, "soft")
    size = 28 if len(result.text) < 3 else 22
    s.text((x + CELL / 2, ROW / 2), result.text, size, role, "mm", "Medium" if result.kind == NONE else "Bold")


def lit(s: Canvas, box: tuple[float, float, float, float]) -> None:
    """A ground with light on it, for what is being played."""
    s.glow(box, ("panel", "legal"), 8)
    s.box(box, 8, None, "legal_line", 3)


def play(s: Canvas, centre: tuple[float, float], size: float) -> None:
    """The sign for what is being played."""
    x, y = centre
    s.polygon([(x - size * 0.7, y - size), (x + size, y), (x - size * 0.7, y + size)], "legal_line")


def cut_sprite(look: Theme) -> Canvas:
    s = Canvas((WIDTH, CUT), look, PLAIN)
    for x in range(EDGE, WIDTH - EDGE, 32):
        s.line([(x, CUT / 2), (min(x + 20, WIDTH - EDGE), CUT / 2)], "accent", 4)
    return s


def legend_sprite(look: Theme, words: str) -> Canvas:
    """The legend: what the light means."""
    s = Canvas((WIDTH, ROW), look, PLAIN)
    lit(s, (EDGE + 4, 17, 44, 34))
    play(s, (EDGE + 26, 34), 9)
    s.text((EDGE + 62, 34), words, 25, "soft", "lm", "Medium")
    return s
