"""The hexes of the map: the ground, whose it is, what stands there, and what has just happened there.

Hexes lie side by side without a gap, so that arrows and borders run on from one to the next: each pixel belongs to the hex whose middle is
nearest.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.hexygame.arrows import Arrow, draw_arrow
from render.hexygame.icons import COLOUR, die, figure, flag, number, picture, star
from render.text import fitted, largest
from render.theme import Theme
from rules.parts.lazy import once

USUAL = 71
"""Half the width of a hex for which the measures below are made, in pixels."""
FRAMES = 40
"""So many hexes are kept without their numbers; each takes 140 KB."""
NAMES = (24, 22, 20, 18, 16)
"""The sizes of a name, best first."""
ICONS = ("flying", "reach", "range", "combat_priority", "regeneration", "haste", "settling", "bound")
"""Keywords in the order in which there is room for them on a hex; `bound` cannot declare something."""
SLOTS = ((50, -35), (-50, -35), (50, -18), (-50, -18))
"""Where signs stand beside the figure."""
FIGURE = (0, -42, 68)
"""Where the middle of a figure is, and its size."""
SHARE = 0.34
"""How much of the seat's colour the ground of its Sphere has."""


class Tile(NamedTuple):
    """The measures of a hex: half its width, how far rows are apart, the height of its sprite; and which half of it is in the picture if it is not
    whole, `left` or `right`."""

    half: int
    side: str = ""

    @property
    def whole(self) -> Tile:
        return Tile(self.half)

    @property
    def row(self) -> int:
        return round(self.half * math.sqrt(3))

    @property
    def tall(self) -> int:
        return 2 * math.ceil(self.row * 2 / 3)

    @property
    def radius(self) -> float:
        return self.half * 2 / math.sqrt(3)

    @property
    def middle(self) -> Point:
        """The middle of a hex in its sprite."""
        return self.half, self.tall / 2


class Ground(NamedTuple):
    """A hex before anything stands on it.

    `special` is `flag0`, `flag1` or `centre`, `spheres` the seats in whose Sphere it lies, `borders` for each of them the sides (0 NE,
    clockwise) at which that ends.
    """

    label: str
    special: str
    spheres: tuple[int, ...]
    borders: tuple[tuple[int, ...], ...]
    lit: bool


class Standing(NamedTuple):
    """What does not change so often of a reality: whose it is, its card and colour, its name, signs, how many enchantments lie `under` it, and
    whether its points are potency."""

    owner: int
    card: str
    colour: str
    name: str
    icons: tuple[str, ...]
    under: int
    building: bool


class Figures(NamedTuple):
    """The numbers of a reality, as they change."""

    attack: int
    defense: int
    points: int
    die: int
    actions: int


class Marks(NamedTuple):
    """What has just happened on a hex, or is about to: arrows that touch it, a change of counters (`""` for none), spells cast on it, whether
    something has just come (`came`), and a card that has gone from it (`gone`) or is yet to come (`coming`, with its seat)."""

    arrows: tuple[Arrow, ...] = ()
    change: str = ""
    spells: tuple[tuple[str, int], ...] = ()
    came: bool = False
    gone: str = ""
    coming: tuple[str, int] | None = None


@once
def shape(tile: Tile) -> Image.Image:
    """The pixels of a hex: those nearer to its middle than to any neighbour's, so that hexes share none and leave none out."""
    half, row, tall = tile.half, tile.row, tile.tall
    found = Image.new("1", (2 * half, tall), 0)
    pen = ImageDraw.Draw(found)
    for line in range(tall):
        y = line + 0.5 - tall / 2
        # Nearer to the middle than to the neighbour (half, row) away: x * half + |y| * row < (half² + row²) / 2.
        reach = min(half, ((half**2 + row**2) / 2 - abs(y) * row) / half)
        left, right = math.ceil(half - reach - 0.5), math.ceil(half + reach - 0.5) - 1
        if left <= right:
            pen.line((left, line, right, line), fill=1)
    return found


def tinted(look: Theme, one: str, other: str, share: float) -> tuple[int, int, int]:
    """The colour of the palette that lies between two roles' colours, at a share of the way."""
    ramp = look.ramp((one, other))
    return ramp[round(share * (len(ramp) - 1))]


def cut(s: Canvas, tile: Tile) -> Canvas:
    """The whole hex, or the half of it that lies in the picture."""
    s.mask = shape(tile.whole)
    if tile.side:
        left = 0 if tile.side == "left" else tile.half
        s.mask = s.mask.crop((left, 0, left + tile.half, tile.tall))
        s.image = s.image.crop((left * s.scale, 0, (left + tile.half) * s.scale, tile.tall * s.scale))
        s.texts = [text._replace(x=text.x - left * s.scale) for text in s.texts]
        s.size = (tile.half, tile.tall)
        s.pen = ImageDraw.Draw(s.image)
    return s


# What lies below


def hexagon(look: Theme, tile: Tile, ground: Ground, marks: Marks) -> Canvas:
    """An empty hex."""
    s = _land(look, tile.whole, ground._replace(special="") if marks.coming or marks.gone else ground).copy()
    x, y = tile.middle
    u = tile.half / USUAL
    if marks.coming:
        card, seat = marks.coming
        s.polygon(outline(tile.radius - 8 * u, x, y), f"seat{seat}_deep", f"seat{seat}", 3 * u)
        picture(s, x, y + 4 * u, 88 * u, card, f"seat{seat}_glow")
    elif marks.gone:
        picture(s, x - 8 * u, y - 4 * u, 76 * u, marks.gone, "land_ink")
        figure(s, x + 24 * u, y + 18 * u, 50 * u, "grave", "plate")
    for arrow in marks.arrows:
        draw_arrow(s, arrow, x, y, u)
    lines = "plate" if marks.coming else "ink" if ground.lit else "land_ink"
    at = {"left": x - 36 * u, "right": x + 36 * u}.get(tile.side, x)
    s.text((at, y - 56 * u if not tile.side else y - 30 * u), ground.label, 21 * u, lines, weight="Medium")
    _happened(s, tile, marks)
    return cut(s, tile)


@lru_cache(FRAMES)
def _land(look: Theme, tile: Tile, ground: Ground) -> Canvas:
    """The ground of an empty hex: lit, in a Sphere or in both, with their borders; a Flag, or the Centre's star."""
    s = Canvas((2 * tile.half, tile.tall), look, PLAIN, "land")
    x, y = tile.middle
    u = tile.half / USUAL
    whole = outline(tile.radius + 2, x, y)
    if ground.lit:
        s.polygon(whole, "legal")
    else:
        _spheres(s, tile, ground)
    s.polygon(outline(tile.radius, x, y), None, "land_line", 2)
    if ground.special.startswith("flag"):
        flag(s, x, y + 10 * u, 36 * u, f"seat{ground.special[-1]}", 1.6 * u)
    elif ground.special:
        star(s, x, y + 8 * u, 44 * u, "edge")
        star(s, x, y + 8 * u, 39 * u, "gold")
    if ground.lit:
        s.polygon(outline(tile.radius - 5 * u, x, y), None, "legal_line", 5 * u)
    return s


def _spheres(s: Canvas, tile: Tile, ground: Ground) -> None:
    x, y = tile.middle
    for n, seat in enumerate(ground.spheres):
        corners = [(px * s.scale, py * s.scale) for px, py in outline(tile.radius + 2, x, y)]
        if len(ground.spheres) > 1:
            corners = corners[3:] + corners[:1] if n == 0 else corners[:4]
        s.pen.polygon(corners, fill=tinted(s.theme, "land", f"seat{seat}", SHARE))
    for n, (seat, sides) in enumerate(zip(ground.spheres, ground.borders, strict=True)):
        corners = outline(tile.radius - 4 - 6 * n, x, y)
        for side in sides:
            s.line([corners[side], corners[(side + 1) % 6]], f"seat{seat}", 5)


# What stands there


def reality(look: Theme, tile: Tile, ground: Ground, standing: Standing, figures: Figures, marks: Marks) -> Canvas:
    """A reality on its hex: its picture on the ground of its owner, its name on its colour, its numbers and its die."""
    s = _figure(look, tile.whole, ground.special, ground.lit, standing).copy()
    x, y = tile.middle
    u = tile.half / USUAL
    if marks.came:
        s.polygon(outline(tile.radius - 11 * u, x, y), None, "plate", 2.5 * u)
    for arrow in marks.arrows:
        draw_arrow(s, arrow, x, y, u)
    if tile.side:  # Half a hex has no room for names and numbers: they stand on the whole map.
        return cut(s, tile)
    s.box((x - 80 * u, y - 8 * u, 160 * u, 28 * u), 0, "edge")
    s.box((x - 80 * u, y - 6 * u, 160 * u, 24 * u), 0, COLOUR[standing.colour])
    room = round(134 * u)
    size = largest(standing.name, "Bold", tuple(round(n * u) for n in NAMES), room)
    s.text((x, y + 6 * u), fitted(standing.name, "Bold", size, room), size, "plate")
    _figures(s, x, y + 36 * u, u, figures, "potency" if standing.building else "hitpoints")
    _label(s, x, y + 64 * u, u, ground.label, standing.owner)
    _signs(s, u, _slots(tile, marks), ground.special, standing)
    _happened(s, tile, marks)
    return cut(s, tile)


def _figures(s: Canvas, x: float, y: float, u: float, figures: Figures, points: str) -> None:
    """Attack, defense, counters and die in a row; who has no actions has no die."""
    r = 15 * u
    acts = bool(figures.actions or figures.die)
    left = x - (46.5 if acts else 33) * u
    number(s, left, y, r, "attack", figures.attack)
    number(s, left + 32 * u, y + u, r * 0.94, "defense", figures.defense)
    number(s, left + 64 * u, y, r * 0.94, points, figures.points)
    if acts:
        die(s, left + 94 * u, y, r * 0.9, figures.die, figures.actions)


def _label(s: Canvas, x: float, y: float, u: float, words: str, seat: int) -> None:
    """The label of a hex on the mark of whose reality stands there: round for the first seat, square for the second."""
    s.box((x - 20 * u, y - 12 * u, 40 * u, 24 * u), (12 if seat == 0 else 3) * u, f"seat{seat}", "edge", 2 * u)
    s.text((x, y), words, 19 * u, "plate")


def _signs(s: Canvas, u: float, slots: list[Point], special: str, standing: Standing) -> None:
    """Flag or Centre, enchantments, keywords: as many as there is room for."""
    x, y = s.size[0] / 2, s.size[1] / 2
    shown = [special] if special else []
    shown += [f"under{standing.under}"] if standing.under else []
    for (right, down), sign in zip(slots, [*shown, *standing.icons], strict=False):
        at = (x + right * u, y + down * u)
        if sign.startswith("flag"):
            flag(s, at[0] - 4 * u, at[1], 13 * u, f"seat{sign[-1]}_glow", u)
        elif sign == "centre":
            star(s, *at, 17 * u, "edge")
            star(s, *at, 13 * u, "gold")
        elif sign.startswith("under"):
            s.polygon([(at[0], at[1] - 13 * u), (at[0] + 13 * u, at[1]), (at[0], at[1] + 13 * u), (at[0] - 13 * u, at[1])], "violet", "plate", 2 * u)
            s.text(at, sign.removeprefix("under"), 16 * u, "plate")
        elif sign.startswith("range"):
            s.ellipse(at, 11.5 * u, "edge", "plate", 2 * u)
            s.text(at, sign.removeprefix("range"), 16 * u, "plate")
        else:
            figure(s, *at, 24 * u, sign, "plate")


@lru_cache(FRAMES)
def _figure(look: Theme, tile: Tile, special: str, lit: bool, standing: Standing) -> Canvas:
    """The picture of a reality on its ground, with the frame of its owner."""
    s = _seat_ground(look, tile, standing.owner).copy()
    x, y = tile.middle
    u = tile.half / USUAL
    right, down, size = FIGURE
    figure(s, x + right * u, y + down * u, size * u, standing.card, "plate")
    golden = special in ("centre", f"flag{1 - standing.owner}")  # Where games are won.
    frame = "legal_line" if lit else "gold" if golden else f"seat{standing.owner}_glow"
    s.polygon(outline(tile.radius - 2.5, x, y), None, "edge", 4)
    s.polygon(outline(tile.radius - 6 * u, x, y), None, frame, (7 if lit else 4) * u)
    return s


@lru_cache(16)
def _seat_ground(look: Theme, tile: Tile, seat: int) -> Canvas:
    s = Canvas((2 * tile.half, tile.tall), look, PLAIN, "edge")
    x, y = tile.middle
    roles = [f"seat{seat}_deep", f"seat{seat}"]
    s.glow(outline(tile.radius, x, y), roles, light=(0.5, 0.3))
    return s


# What has just happened


def _happened(s: Canvas, tile: Tile, marks: Marks) -> None:
    """Over everything else: spells with their arrows, and how counters have changed."""
    x, y = tile.middle
    u = tile.half / USUAL
    ways = _ways(tile, marks)
    for spell, way in zip(marks.spells[-2:], ways, strict=False):
        _spell(s, (x + way * 46 * u, y - 31 * u), u, way, spell)
    if marks.change:
        at = (x + ways[min(len(marks.spells), 1)] * 42 * u, y - 36 * u)
        role = {"−": "attack", "0": "defense", "★": "gold"}.get(marks.change[0], "points")
        _burst(s, *at, 23 * u, role)
        s.text(at, marks.change, 24 * u, "edge" if role == "gold" else "plate")


def _ways(tile: Tile, marks: Marks) -> list[int]:
    """The sides of a figure, to its left (-1) and to its right, in the order in which there is room for marks: none where an arrow is."""
    busy = _crossed(tile, marks)
    first = [-1, 1] if marks.spells else [1, -1]
    return [way for way in first if way not in busy] + busy


def _crossed(tile: Tile, marks: Marks) -> list[int]:
    """The sides of a figure at which an arrow begins or ends."""
    ends = [at for arrow in marks.arrows for at in (arrow.start, arrow.end) if max(map(abs, at)) < tile.half]
    return [way for way in (1, -1) if any(way * across > 15 * tile.half / USUAL for across, _ in ends)]


def _slots(tile: Tile, marks: Marks) -> list[Point]:
    """Where signs may stand: beside the figure where neither an arrow nor another mark is."""
    taken = [*_crossed(tile, marks), *_ways(tile, marks)[: len(marks.spells) + bool(marks.change)]]
    return [slot for slot in SLOTS if (1 if slot[0] > 0 else -1) not in taken]


def _spell(s: Canvas, at: Point, u: float, way: int, spell: tuple[str, int]) -> None:
    """A card that is cast on a hex: its picture, with an arrow to what stands there."""
    (x, y), (card, seat) = at, spell
    tip = x - way * 36 * u
    s.polygon([(x, y - 17 * u), (tip, y), (x, y + 17 * u)], "accent", "edge", 2 * u)
    s.ellipse((x, y), 21 * u, "accent")
    s.ellipse((x, y), 18.5 * u, f"seat{seat}_deep")
    picture(s, x, y, 27 * u, card, "plate")


def _burst(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    points = []
    for i in range(22):
        size, angle = (r * 1.12 if i % 2 == 0 else r * 0.86), math.pi * i / 11
        points.append((x + size * math.sin(angle), y - size * math.cos(angle)))
    s.polygon(points, role, "plate", r * 0.1)
