"""The layout of the stage: a planet for each seat in its frame, the clock, and the story."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from render.stage import HEIGHT, LARGER, WIDTH

EDGE = 6
"""How wide the frame of a planet is."""
CLOCK, LARGE_CLOCK = 310, 330
"""How wide the place of the turn and of what is asked is, usually and in large type."""
_BAR, _FALLEN, _LARGE_FALLEN = 84, 44, 50
_CLOCK = 60
_HEAD, _ROCK, _ONE_ROCK, _WIDE_ROCK = 45, 32, 40, 54
_UP = 108
"""The horizon lies so far below the tops of figures at most: the largest ones stand in front of it, as the mine does."""
_MINE, _WIDE_MINE, _STRIP_MINE = 88, 130, 160
_STEPS, _TALL_STEPS, _LARGE_STEPS = ((1, 3), (1, 4), (1, 5), (1, 6)), ((1, 4), (1, 5), (2, 4), (2, 5)), ((1, 3), (2, 3))
"""The cameras of four seats, as rows and columns of places, of three, and of large letters."""
SPARE, SPARE_OF_OTHERS = 2, 1
"""How many places are kept for what comes in a turn: on the planet of the seat whose turn it is, and on others."""
_WIDE_STEPS = (1, 4), (1, 6), (1, 9)
"""The cameras of two seats, and of the last two of several."""

MINERS = 0.37
"""The share of a wide planet's rock that miners have, beside what is stored."""

Box = tuple[int, int, int, int]
"""Left, top, width, height."""


class Land(NamedTuple):
    """A planet as it lies in its place: whose it is, how large the place is, how far down the horizon is in its middle, how much lower at its edges,
    where the rock under the ground begins, down to where the sky is clear for letters, and
    whether its mine has fallen (`dead`)."""

    seat: int
    width: int
    height: int
    horizon: int
    bend: int
    floor: int
    clear: int = 0
    dead: bool = False


class Plot(NamedTuple):
    """The place of a planet, inside its frame.

    The `head` is the sky with name and score. Below it stand the mine, to its left and right `rows` of `columns` of places of the size `tile`; under
    the ground lies the rock. A planet without rows is a strip: head, mine, and what is stored.
    """

    land: Land
    x: int
    y: int
    head: int
    mine: int
    columns: int
    rows: int
    tile: tuple[int, int]

    @property
    def frame(self) -> Box:
        """The plot with its frame."""
        return self.x - EDGE, self.y - EDGE, self.land.width + 2 * EDGE, self.land.height + 2 * EDGE

    @property
    def rock(self) -> int:
        """How wide the place of miners is, if that of what is stored lies beside it."""
        return round(self.land.width * (MINERS if self.land.width > WIDTH / 2 else 0.5))

    def outwards(self, left: bool) -> list[int]:
        """The numbers of all places: those of the left half, or of the right one, from the middle on, then those of the other half likewise."""
        found = self.nearest()
        near, far = ([n for n in found if (n % self.columns < self.columns // 2) == half] for half in (left, not left))
        return [*near, *far]

    def nearest(self) -> list[int]:
        """The numbers of all places: those of the nearest row first, beside the foot of the mine, and of a row those in the middle."""
        return sorted(range(self.rows * self.columns), key=lambda n: (-(n // self.columns), abs(n % self.columns - self.columns // 2 + 0.5)))

    def at(self, n: int) -> tuple[int, int]:
        """The left upper corner of a place, counted from that of the plot, row after row."""
        row, column = divmod(n, self.columns)
        return column * self.tile[0] + self.mine * (column >= self.columns // 2), self.head + row * self.tile[1]

    @property
    def amid(self) -> int:
        """Where the mine's place begins: between the halves of the others; at the left of a strip."""
        return self.columns // 2 * self.tile[0]


class Layout(NamedTuple):
    """The plots of all seats, and the boxes of clock and story."""

    plots: tuple[Plot, ...]
    clock: Box
    story: Box


def layout(things: Sequence[int], fallen: Collection[int] = (), near: Sequence[int] | None = None) -> Layout:
    """The places on the stage, each planet so close that there is room for so many `things` there. Whoever had `fallen` when the turn began has a
    line, and the others what three have, or two. On the stage of large letters the two planets `near` are in full, the others strips."""
    living = [seat for seat in range(len(things)) if seat not in fallen]
    if len(living) == 2:
        return _two(things, living, 1 if near is None else LARGER)
    if near is not None:
        return _large(things, living, near)
    half = WIDTH // 2
    if len(living) == 3:
        tall = HEIGHT // 2
        found = {n: _plot(n, (k % 2 * half, k // 2 * tall, half, tall), 1, (*_step(_TALL_STEPS, things[n]), 2)) for k, n in enumerate(living)}
        return _with_corner(found, len(things), tall, _CLOCK, _FALLEN)
    tall = (HEIGHT - _BAR) // 2
    return _with_bar([_plot(n, (n % 2 * half, n // 2 * tall, half, tall), 1, (*_step(_STEPS, things[n]), 2)) for n in living], 2 * tall, 1)


def _two(things: Sequence[int], living: Sequence[int], factor: float) -> Layout:
    """Two planets above each other, and a line for all others below them."""
    fallen = [seat for seat in range(len(things)) if seat not in living]
    line = (_FALLEN if factor == 1 else _LARGE_FALLEN) if fallen else 0
    tall = (HEIGHT - _BAR - line) // 2
    found = {n: _plot(n, (0, k * tall, WIDTH, tall), factor, (*_step(_WIDE_STEPS, things[n]), 1)) for k, n in enumerate(living)}
    for k, seat in enumerate(fallen):
        across = WIDTH // len(fallen)
        found[seat] = _line(seat, (k * across, 2 * tall, across, line))
    return _with_bar([found[seat] for seat in range(len(things))], 2 * tall + line, factor)


def _line(seat: int, box: Box) -> Plot:
    """The line of a seat that has fallen."""
    x, y, across, high = box
    low = high - 2 * EDGE
    return Plot(Land(seat, across - 2 * EDGE, low, low - 3, 0, low, low), x + EDGE, y + EDGE, 0, 0, 1, 0, (0, 0))


def _step(steps: Sequence[tuple[int, int]], things: int) -> tuple[int, int]:
    """The closest of some cameras with room for so many things."""
    return next((step for step in steps if step[0] * step[1] >= things), steps[-1])


def _large(things: Sequence[int], living: Sequence[int], near: Sequence[int]) -> Layout:
    half, whole, low = WIDTH // 2, 414, HEIGHT - 414
    strip, grid = (low, (1, 4, 0)) if len(living) == 3 else (low - _BAR, (0, 1, 2))
    found = {n: _plot(n, (k * half, 0, half, whole), LARGER, (*_step(_LARGE_STEPS, things[n]), 2)) for k, n in enumerate(sorted(near))}
    for k, seat in enumerate(seat for seat in living if seat not in near):
        found[seat] = _plot(seat, (k * half, whole, half, strip), LARGER, grid)
    if len(living) == 3:
        return _with_corner(found, len(things), whole, _BAR, _LARGE_FALLEN)
    return _with_bar([found[seat] for seat in living], whole + strip, LARGER)


def _with_corner(found: dict[int, Plot], seats: int, top: int, clock: int, line: int) -> Layout:
    """Three planets, and in the right lower corner the clock, a line for a fourth seat that has fallen, and the story."""
    half, y = WIDTH // 2, top + clock
    for seat in range(seats):
        if seat not in found:
            found[seat] = _line(seat, (half, y, half, line))
            y += line
    return Layout(tuple(found[seat] for seat in range(seats)), (half, top, half, clock), (half, y, half, HEIGHT - y))


def _with_bar(plots: Sequence[Plot], top: int, factor: float) -> Layout:
    """Planets, and below them clock and story."""
    clock = CLOCK if factor == 1 else LARGE_CLOCK
    return Layout(tuple(plots), (0, top, clock, HEIGHT - top), (clock, top, WIDTH - clock, HEIGHT - top))


def _plot(seat: int, box: Box, factor: float, grid: tuple[int, int, int]) -> Plot:
    """A plot in a box, with rows and columns of places, and lines in the rock."""
    rows, columns, lines = grid
    width, height = box[2] - 2 * EDGE, box[3] - 2 * EDGE
    head = round(_HEAD * factor)
    if not rows:
        return Plot(Land(seat, width, height, head, 12, height, head), box[0] + EDGE, box[1] + EDGE, head, round(_STRIP_MINE * factor), 1, 0, (0, 0))
    one = _WIDE_ROCK if box[2] == WIDTH and factor == 1 else _ONE_ROCK
    floor = height - round((one if lines == 1 else _ROCK * lines) * factor)
    mine = round(_WIDE_MINE * factor) if box[2] == WIDTH else max(round(_MINE * factor), width // (columns + 1))
    across = (width - mine) // columns
    down = min((floor - head) // rows, round(across * WIDE) + plate(across, factor) + SINK + round(BELOW * factor))
    head = floor - rows * down
    land = Land(
        seat,
        width,
        height,
        head + min(round(_UP * factor), figure(down, across, factor) - 12),
        34 if box[2] == WIDTH else 28,
        floor,
        round(42 * factor),
    )
    return Plot(land, box[0] + EDGE, box[1] + EDGE, head, width - columns * across, columns, rows, (across, down))


def letters(across: int, factor: float) -> int:
    """The size of the numbers in a place of a width."""
    return max(round(28 * factor), 34 if across > 100 else 0)


BELOW = 26
"""How much ground there is below the numbers of a place at most."""
LOW = 85
"""In how low a room figures are larger than that."""
WIDE = 0.95
"""How wide a figure is in its place at most, as a share."""
SINK = 6
"""How much lower things stand at the edges of a planet than in its middle."""


def figure(down: int, across: int, factor: float) -> int:
    """The size of the figure in a place of a height and a width: over its numbers, which hide its feet a little, and more of them where a place is
    low."""
    room = down - SINK - plate(across, factor)
    return min(room + max(3, round((LOW * factor - room) / 2)), round(across * WIDE))


def plate(across: int, factor: float) -> int:
    """The height of the plates of numbers in a place of a width."""
    return round(letters(across, factor) * 1.14)


def sunk(land: Land, x: float) -> float:
    """How much lower things are at a distance from a planet's left edge than in its middle."""
    return SINK * ((2 * x - land.width) / land.width) ** 2
