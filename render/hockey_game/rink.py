"""The rink in tiles, one for each field: its label and bonus, goalkeepers, the skater who has the puck, the arrow of a move, what can be chosen."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas, Point
from render.hockey_game.figures import KEEPER, SKATER, player, puck, red_light, tilted
from render.hockey_game.ice import ground
from render.hockey_game.icons import cross, icon
from render.hockey_game.names import compared
from render.hockey_game.stage_layout import Rink, sizes
from render.text import largest
from render.theme import Theme

SHAFT, HEAD, CROSS = 11, 34, 20
"""How far an arrow reaches beside its course: its shaft, its head, the cross at the end of a broken one."""

BEFORE_NET = 42
"""How far a skater stands before the goalkeeper."""
FLYING, TRAIL = 15, 190
"""The radius of the puck on its way, and how long its trail is."""

Arrow = tuple[float, float, float, float, bool]
"""From point to point in the rink's own coordinates, and whether the move has succeeded."""
Value = tuple[str, int, int]
"""A move, with one's own value and the other one before the dice."""


class Field(NamedTuple):
    """A field: its label, where it is drawn, its bonus; a crease has the word of the team that defends it in `keeper`."""

    label: str
    x: int
    y: int
    attribute: str
    bonus: int
    crease: bool
    keeper: str


class TileKey(NamedTuple):
    """The contents of a tile: the field, the arrow where something of it can be seen here, and the skater with the puck (seat and team).

    `chosen` has what can be declared with this field as target; None where nothing is chosen on the rink; empty where this field cannot be.
    """

    rink: Rink
    field: Field
    arrow: Arrow | None = None
    skater: tuple[int, str] | None = None
    chosen: tuple[Value, ...] | None = None
    open: bool = False
    """Whether the field can be chosen."""
    best: bool = False
    """Whether no other field that can be chosen has a better value."""
    aimed: bool = False
    """Whether the move that is declared leads to this field."""
    flying: bool = False
    """Whether the puck is on its way, at the tip of the arrow, which is its trail then."""
    dive: int = 0
    """By how many degrees the goalkeeper has thrown himself over."""
    lamp: bool = False
    """Whether the lamp behind the goal is alight."""


class _Tile:
    """A part of the rink: draws in the rink's own coordinates."""

    def __init__(self, look: Theme, key: TileKey) -> None:
        lane = key.field.y // 2
        columns, rows = key.rink.columns(lane), key.rink.rows
        column = _between(columns, key.rink.centre(key.field.x, 0)[0])
        self.left, self.top = columns[column], rows[lane]
        size = columns[column + 1] - self.left, rows[lane + 1] - self.top
        self.canvas = Canvas(size, look, grows=False)
        part = ground(look, key.rink, key.chosen is not None).crop((self.left, self.top, self.left + size[0], self.top + size[1]))
        self.canvas.image.paste(part.resize(self.canvas.image.size, Image.Resampling.NEAREST))

    def at(self, x: float, y: float) -> Point:
        return x - self.left, y - self.top


def tile(look: Theme, key: TileKey) -> Canvas:
    """A tile of the rink."""
    part = _Tile(look, key)
    at = part.at(*key.rink.centre(key.field.x, key.field.y))
    if key.arrow and not key.flying:
        _arrow(part, key.arrow)
        if key.arrow[4] and not key.field.crease and not key.aimed:  # It goes below the names of fields that lie on its way.
            part.canvas.ellipse(at, key.rink.radius - 2, "plate")
    if key.open:
        _spot(part.canvas, at, key)
        return part.canvas
    if key.field.crease and key.field.keeper:
        _keeper(part.canvas, at, key)
    if key.aimed:
        part.canvas.ellipse(at, key.rink.radius + 4, "plate", "gold", 9)
    if key.skater:
        _skater(part.canvas, at, key)
    else:
        _label(part.canvas, at, key)
    if key.aimed and key.arrow and not key.flying:
        _arrow(part, key.arrow)
    if key.flying and key.arrow:  # Over all that lies on its way.
        _flight(part, key.arrow)
    return part.canvas


def _flight(part: _Tile, arrow: Arrow) -> None:
    """The puck on its way, with its trail."""
    x1, y1, x2, y2, _ = arrow
    long = math.hypot(x2 - x1, y2 - y1)
    if long:
        share = min(1.0, TRAIL / long)
        start = x2 - (x2 - x1) * share, y2 - (y2 - y1) * share
        across, down = -(y2 - y1) / long, (x2 - x1) / long
        for role, wide in (("edge", FLYING + 1.5), ("gold", FLYING - 1.5)):
            ends = [(x2 + across * wide, y2 + down * wide), start, (x2 - across * wide, y2 - down * wide)]
            part.canvas.polygon([part.at(*end) for end in ends], role)
    puck(part.canvas, part.at(x2, y2), FLYING)


def _ink(key: TileKey) -> str:
    return "plate_ink" if key.chosen is None else "dim_ink"


def _rim(key: TileKey) -> str:
    """The colour of the edge of a figure."""
    return "edge" if key.chosen is None else "dim_ink"


def _label(s: Canvas, at: Point, key: TileKey) -> None:
    """A field's name and bonus; where an arrow ends in large type, the name, as it is the shorter one, is at the side of
    it, and a little away."""
    field, (x, y), z = key.field, at, sizes(s.theme)
    if field.crease:
        side = 1 if field.x == 0 else -1
        where = (x - side * 8, y + key.rink.radius + 4) if key.rink.stands else (x + side * 38, y)
        if key.rink.stands:  # The line of the crease does not go through its name.
            s.box((where[0] - 23, where[1] - 14, 46, 28), 14, "plate" if key.chosen is None else "dim")
        return s.text(where, field.label, z.number - 4, _ink(key))
    if not field.bonus:
        return s.text((x, y), field.label, z.number, _ink(key))
    step, shift = z.number * 0.55, 0.0
    if key.aimed and key.arrow and not key.rink.stands:
        x1, y1, x2, y2, _ = key.arrow
        step *= -0.8 if y2 < y1 else 1
        shift = 9 * (abs(y2 - y1) > 9) * (1 if x2 > x1 else -1)
    s.text((x + shift, y - step), field.label, z.number - 4, _ink(key))
    role = "" if key.chosen is None else "dim_ink"
    icon(s, (x - z.number * 0.62, y + step), z.number * 0.42, field.attribute, "plate" if key.chosen is None else "dim", role)
    s.text((x + z.number * 0.48, y + step), f"+{field.bonus}", z.number, role or field.attribute)


def _keeper(s: Canvas, at: Point, key: TileKey) -> None:
    """The goalkeeper before his net."""
    side = 1 if key.field.x == 0 else -1
    high = key.rink.radius * (0.86 if key.rink.stands else 0.74)
    back = 44 if not key.rink.stands else 22 if key.skater else 6
    middle = at[0] - side * back, at[1] - (8 if key.rink.stands else 0)
    if key.lamp:
        red_light(s, (at[0] - side * (key.rink.margin - 31), at[1]), s.size[1] / 2)
    low = middle[1] + high * 0.5 * key.dive / 90
    player(s, (middle[0] + side * high * 0.7 * key.dive / 90, low, high), key.field.keeper, tilted(KEEPER, key.dive), side, _rim(key))


def _skater(s: Canvas, at: Point, key: TileKey) -> None:
    """The skater who has the puck, and on what field he is, with its bonus: below him, or where letters are large before him."""
    assert key.skater
    seat, team = key.skater
    forward = 1 if seat == 0 else -1
    field, (x, y), r, z = key.field, at, key.rink.radius, sizes(s.theme)
    if key.rink.stands or field.crease:
        x += (BEFORE_NET if field.x == 0 else -BEFORE_NET) if field.crease else 0
        size = r * (1.02 if not field.crease else 0.78 if key.rink.stands else 0.54)
        low = r + 7 if key.rink.stands else r - 20
        foot = y + low - z.dense * 0.67
        _pill(s, (x, y + low), field)
        player(s, (x - forward * 4, foot - size * 1.06, size), team, SKATER, forward, _rim(key))
        if not key.flying:
            puck(s, (x + forward * size * 1.12, foot - size * 0.14), 10)
        return
    disc = aside(key.rink, (x, y), forward, bool(field.bonus)), y
    s.ellipse(disc, r + 5, "plate", "gold", 4)
    _label(s, disc, key._replace(chosen=None))  # Its disc is light, also while others are chosen.
    size = r * (0.72 if field.bonus else 0.82)
    x -= forward * (70 if field.bonus else 74)
    player(s, (x, y - 4, size), team, SKATER, forward, _rim(key))
    if not key.flying:
        puck(s, (x + forward * size * 1.0, y + size * 0.82), 9)


def aside(rink: Rink, at: Point, forward: int, bonus: bool) -> float:
    """Where the disc of a field stands on which a skater is: in large type a row of a bonus leaves him no room beside it."""
    return at[0] + (forward * 20 if bonus and not rink.stands else 0)


def _pill(s: Canvas, at: Point, field: Field) -> None:
    """A field's name and bonus in a row."""
    (x, y), z = at, sizes(s.theme)
    wide, high = (118 if field.bonus else z.dense * 2.1), z.dense * 1.34
    s.box((x - wide / 2, y - high / 2, wide, high), high / 2, "plate", "gold", 3)
    s.text((x - (34 if field.bonus else 0), y), field.label, z.dense, "plate_ink")
    if field.bonus:
        icon(s, (x + 2, y), 11, field.attribute)
        s.text((x + 33, y), f"+{field.bonus}", z.number - 3, field.attribute)


def _spot(s: Canvas, at: Point, key: TileKey) -> None:
    """A field that can be chosen: light falls on it, with both values before the dice for each move."""
    z, values = sizes(s.theme), key.chosen or ()
    x, y = at
    step = z.number * 1.08
    rows = max(1, len(values))
    half_wide = z.number * 2.0
    half_high = (z.dense + rows * step + 14) / 2 if values else z.number
    x = min(max(x, half_wide + 3), s.size[0] - half_wide - 3)
    behind = bool(values) and lead(values) < 0
    frame, thick = ("grey", 3) if behind else ("gold", 8 if key.best else 4)
    s.box((x - half_wide, y - half_high, 2 * half_wide, 2 * half_high), z.number * 0.7, "ice" if behind else "plate", frame, thick)
    if not values:
        s.text((x, y), key.field.label, z.number, "plate_ink")
        return
    top = y - half_high + 8 + z.dense * 0.5
    s.text((x, top), key.field.label, z.dense, "plate_ink")
    if key.skater:
        puck(s, (x - half_wide + z.number * 0.72, top), z.number * 0.28)
    for n, (move, own, other) in enumerate(values):
        line = top + z.dense * 0.42 + step * (n + 0.55)
        icon(s, (x - half_wide + z.number * 0.72, line), z.number * 0.4, move)
        words = compared(own, other)
        s.text((x + z.number * 0.5, line), words, largest(words, "Bold", (z.number, z.dense), round(z.number * 2.8)), "plate_ink")


def lead(values: Sequence[Value]) -> int:
    """By how much one's own value is above the other one, in the best of the moves with a field as target; below 0: it is behind."""
    return max(own - other for _, own, other in values)


def _course(arrow: Arrow) -> tuple[float, float, float]:
    """The direction of an arrow, and how long its shaft is: up to its head where it succeeded, else up to the cross that ends it."""
    x1, y1, x2, y2, succeeded = arrow
    length = math.hypot(x2 - x1, y2 - y1) or 1
    return (x2 - x1) / length, (y2 - y1) / length, length - 20 if succeeded else min(length / 2, 36)


@lru_cache(None)
def crossed(rink: Rink, arrow: Arrow) -> frozenset[tuple[int, int]]:
    """The tiles, by column and lane, in which something of an arrow can be seen."""
    ux, uy, end = _course(arrow)
    ends = [(at, SHAFT) for at in (*range(0, round(end), 8), end)]
    spots = [(arrow[0] + ux * at, arrow[1] + uy * at, near) for at, near in (*ends, (end + 16, HEAD if arrow[4] else CROSS))]
    found = set()
    for x, y, near in spots:
        for dx in (-near, near):
            for dy in (-near, near):
                lane = _between(rink.rows, y + dy)
                found.add((_between(rink.columns(lane), x + dx), lane))
    return frozenset(found)


def _between(edges: Sequence[float], at: float) -> int:
    """The index of the two edges between which a number lies."""
    return min(max(bisect_right(edges, at) - 1, 0), len(edges) - 2)


def _arrow(tile: _Tile, arrow: Arrow) -> None:
    """The last move: whole with a head where it succeeded, broken and crossed out where it did not."""
    x1, y1, x2, y2, succeeded = arrow
    ux, uy, end = _course(arrow)
    s = tile.canvas

    def line(points: Sequence[Point], role: str, width: float) -> None:
        s.line([tile.at(*p) for p in points], role, width)

    if succeeded:
        side = 20
        head = [(x2, y2), (x2 - ux * 30 - uy * side, y2 - uy * 30 + ux * side), (x2 - ux * 30 + uy * side, y2 - uy * 30 - ux * side)]
        line([(x1, y1), (x1 + ux * end, y1 + uy * end)], "edge", 19)
        s.polygon([tile.at(*p) for p in head], "edge", "edge", 7)
        line([(x1, y1), (x1 + ux * end, y1 + uy * end)], "gold", 13)
        s.polygon([tile.at(*p) for p in head], "gold")
        return
    at = 0.0
    while at < end:
        stop = min(at + 18, end)
        line([(x1 + ux * at, y1 + uy * at), (x1 + ux * stop, y1 + uy * stop)], "grey", 11)
        at += 28
    mx, my = tile.at(x1 + ux * (end + 14), y1 + uy * (end + 14))
    cross(s, mx, my, 12, "red", 8)
