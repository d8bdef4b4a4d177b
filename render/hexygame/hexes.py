"""Draws the hexes of the map: what stands on them, and marks of the latest events."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.hexygame.arrows import Arrow, draw_arrow
from render.hexygame.ground import Ground, halo, ink, slab
from render.hexygame.hex_sizes import Tile, cut
from render.hexygame.icons import COLOUR, COUNTERSTRUCK, figure, flag, mark, picture, star
from render.text import fitted, largest, width
from render.theme import Theme

FRAMES = 40
"""So many hexes are kept without their numbers."""
NAMES = (24, 22, 20, 18, 16)
"""The sizes of a name close up, best first."""
SLOTS = ((47, -32), (-47, -32), (47, -12), (-47, -12))
"""Where signs stand beside the picture close up."""
MARK = 5.5
"""Half the width of the mark of a seat."""
PLATE = 0.88
"""So much of a hex's width the plate of its numbers has, so that rows do not run together; only what has no room there has more."""


class Standing(NamedTuple):
    """The lasting facts about a reality: its seat, its card, the number of enchantments `under` it; close up its colour, name, signs."""

    owner: int
    card: str
    under: int
    colour: str = ""
    name: str = ""
    icons: tuple[str, ...] = ()


class Figures(NamedTuple):
    """The numbers of a reality, as they change; None of what has gone where nobody knows any more."""

    attack: int | None
    defense: int | None
    points: int | None
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


# What lies below


def hexagon(look: Theme, tile: Tile, ground: Ground, marks: Marks) -> Canvas:
    """Draws an empty hex."""
    busy = marks.coming or marks.gone
    s = slab(look, tile, ground._replace(special="") if busy else ground).copy()
    x, y = tile.middle
    u = tile.unit
    _arrows(s, tile, marks.arrows)
    _, down, size = tile.layout.art
    at, side = (x, y + (down + 3) * tile.scale), size * tile.scale
    if marks.coming:
        card, seat = marks.coming
        s.polygon(outline(tile.radius - 6 * u, x, y), f"seat{seat}_deep", f"seat{seat}", 3 * u)
        picture(s, *at, side, card, f"seat{seat}_glow")
    elif marks.gone:
        picture(s, at[0] - 8 * u, at[1], side, marks.gone, "land_ink")
        figure(s, at[0] + 16 * u, at[1] + 8 * u, 0.6 * side, "grave", "plate")
    below = busy or ground.special or marks.change or marks.spells
    role = "plate" if marks.coming else ink(ground)
    _label(s, tile, ground, role, (0, tile.layout.bare if below else 0))
    _happened(s, tile, marks)
    return cut(s, tile)


def _label(s: Canvas, tile: Tile, ground: Ground, role: str, at: tuple[int, int] = (0, 0)) -> None:
    """The label of a hex: in its middle, or where what lies there leaves room."""
    x, y = tile.middle
    s.text((x + at[0] * tile.scale, y + at[1] * tile.scale), ground.label, tile.layout.label[2] * tile.scale, role, weight="Bold")


# What stands there


def reality(look: Theme, tile: Tile, ground: Ground, standing: Standing, figures: Figures, marks: Marks) -> Canvas:
    """A reality on its hex: its picture on the ground of its owner, its numbers and its die; close up its name on its colour, too."""
    k = tile.scale
    x, y = tile.middle
    s = _seat_ground(look, tile, standing.owner).copy()
    _arrows(s, tile, [arrow for arrow in marks.arrows if arrow.passes(tile.half)])
    _edge(s, tile, ground, standing, marks)
    _arrows(s, tile, [arrow for arrow in marks.arrows if not arrow.passes(tile.half)])
    right, down, size = tile.layout.art
    touched = any(not arrow.passes(tile.half) for arrow in marks.arrows)
    share = 0.85 if touched else 1  # The picture makes room at the edges.
    figure(s, x + right * k, y + (down + (1 - share) * size * 0.4) * k, size * k * share, standing.card, "plate")
    if tile.layout.name:
        _name(s, tile, standing)
        _signs(s, k, ground.special, standing)
        mark(s, x - 28 * k, y + tile.layout.label[1] * k, 7 * k, standing.owner)
    else:
        _tab(s, tile, standing.owner)
        _corners(s, tile, ground, standing, alone=not (marks.change or marks.spells or touched))
    _numbers(s, tile, figures)
    _label(s, tile, ground, "plate", tile.layout.label[:2])
    _happened(s, tile, marks)
    return cut(s, tile)


def _arrows(s: Canvas, tile: Tile, arrows: Iterable[Arrow]) -> None:
    for arrow in arrows:
        draw_arrow(s, arrow, *tile.middle, tile.unit)


@lru_cache(16)
def _seat_ground(look: Theme, tile: Tile, seat: int) -> Canvas:
    s = Canvas((2 * tile.half, tile.tall), look, PLAIN, "edge", grows=False)
    x, y = tile.middle
    halo(s, outline(tile.radius, x, y), (x, y - 0.45 * tile.radius), tile.radius * 1.15, seat)
    s.box((0, y + sum(tile.layout.plate) * tile.scale, 2 * tile.half, tile.tall), 0, f"seat{seat}_deep")
    return s


def _tab(s: Canvas, tile: Tile, seat: int) -> None:
    """The ground of a label at the corner of the plate of numbers, so that no arrow runs behind letters."""
    x, y = tile.middle
    k = tile.scale
    right, down, size = tile.layout.label
    s.box((x + (right - 0.8 * size) * k, y + (down - 0.45 * size) * k, 1.5 * size * k, 1.2 * size * k), 5 * k, f"seat{seat}_deep")


def _edge(s: Canvas, tile: Tile, ground: Ground, standing: Standing, marks: Marks) -> None:
    """The frame of a reality: lit where it can be chosen, red where it is struck, gold where games are won, else its owner's."""
    x, y = tile.middle
    u = tile.unit
    golden = ground.special in ("centre", f"flag{1 - standing.owner}")
    struck = any(arrow.struck for arrow in marks.arrows)
    role, wide = ("legal_line", 7.5) if ground.lit else ("blow", 4) if struck else ("gold" if golden else f"seat{standing.owner}_glow", 2.6)
    s.polygon(outline(tile.radius - u, x, y), None, "edge", 2.4 * u)
    s.polygon(outline(tile.radius - (1.6 + wide / 2) * u, x, y), None, role, wide * u)
    if marks.came:
        s.polygon(outline(tile.radius - (3.4 + wide) * u, x, y), None, "plate", 1.8 * u)


def _corners(s: Canvas, tile: Tile, ground: Ground, standing: Standing, *, alone: bool) -> None:
    """The mark of whose it is: above the label, or below the numbers where something else is there; and below these whether it stands on a Flag or
    the Centre, or whether enchantments lie under it."""
    x, y = tile.middle
    u = tile.unit
    if alone:
        mark(s, x - 20 * u, y - 22 * u, MARK * u, standing.owner, "plate")
    at = (x, y + 33.5 * u)
    if ground.special.startswith("flag"):
        flag(s, at[0] + u, at[1], 6.5 * u, f"seat{ground.special[-1]}_glow", 0.8 * u)
    elif ground.special:
        star(s, *at, 9 * u, "edge")
        star(s, *at, 7.5 * u, "gold")
    elif standing.under:
        _diamond(s, at, 6.5 * u)
    elif not alone:
        mark(s, *at, MARK * u, standing.owner, "plate")


def _diamond(s: Canvas, at: Point, r: float) -> None:
    x, y = at
    s.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], "violet", "plate", r * 0.2)


def _name(s: Canvas, tile: Tile, standing: Standing) -> None:
    """The name of a reality on the colour of its card."""
    x, y = tile.middle
    k = tile.scale
    assert tile.layout.name
    down, _ = tile.layout.name
    s.box((0, y + (down - 14) * k, 2 * tile.half, 29 * k), 0, "edge")
    s.box((0, y + (down - 13) * k, 2 * tile.half, 27 * k), 0, COLOUR[standing.colour])
    room = round(124 * k)
    size = largest(standing.name, "Bold", tuple(round(n * k) for n in NAMES), room)
    s.text((x, y + down * k), fitted(standing.name, "Bold", size, room), size, "plate")


def _numbers(s: Canvas, tile: Tile, figures: Figures) -> None:
    """Attack, defense, counters and die in a row, each on its colour: the die black while it is there, grey after a counterstrike, white with the
    card's actions without; who has no actions has none."""
    top, high = (n * tile.scale for n in tile.layout.plate)
    numbers = ((figures.attack, "attack"), (figures.defense, "defense"), (figures.points, "points"))
    cells = [(str(number), role, "plate") for number, role in numbers if number is not None]
    if figures.die == COUNTERSTRUCK:
        cells.append((str(figures.die), "grey", "plate"))
    elif figures.die:
        cells.append((str(figures.die), "die", "gold"))
    elif figures.actions:
        cells.append((str(figures.actions), "plate", "die"))
    if not cells:
        return
    sizes = [round(digits * tile.scale) for digits in tile.layout.digits]
    inset = PLATE * 2 * tile.half
    size = next((size for size in sizes if sum(_widths(cells, size)) <= inset), sizes[-1])
    widths = _widths(cells, size)
    if sum(widths) > 2.06 * tile.half:  # Four of two digits: the last one is close up.
        cells, widths = cells[:3], widths[:3]
    alike = len(cells) * max(widths) + 2 * tile.unit
    if alike <= inset:
        widths = [alike / len(cells)] * len(cells)
    else:
        spare = min(max(inset, sum(widths)), 2 * tile.half - 2) - sum(widths)
        widths = [wide + spare / len(cells) for wide in widths]
    y, left, rim = tile.middle[1], tile.half - sum(widths) / 2, 2 * tile.unit
    s.box((left - rim, y + top - rim, sum(widths) + 2 * rim, high + 2 * rim), 7 * tile.unit, "edge")
    for n, ((words, fill, role), wide) in enumerate(zip(cells, widths, strict=True)):
        s.box((left, y + top, wide, high), 5 * tile.unit, fill)
        if n:
            s.box((left, y + top, wide / 2, high), 0, fill)
        if n < len(cells) - 1:
            s.box((left + wide / 2, y + top, wide / 2, high), 0, fill)
        s.text((left + wide / 2, y + top + high / 2), words, size, role)
        left += wide


def _widths(cells: Iterable[tuple[str, str, str]], size: int) -> list[float]:
    """The widths of numbers in a letter size."""
    return [width(words, "Bold", size) for words, _, _ in cells]


def _signs(s: Canvas, u: float, special: str, standing: Standing) -> None:
    """Close up: Flag or Centre, enchantments, keywords, as many as there is room for."""
    x, y = s.size[0] / 2, s.size[1] / 2
    shown = [special] if special else []
    shown += [f"under{standing.under}"] if standing.under else []
    for (right, down), sign in zip(SLOTS, [*shown, *standing.icons], strict=False):
        at = (x + right * u, y + down * u)
        if sign.startswith("flag"):
            flag(s, at[0] - 4 * u, at[1], 12 * u, f"seat{sign[-1]}_glow", u)
        elif sign == "centre":
            star(s, *at, 15 * u, "edge")
            star(s, *at, 12 * u, "gold")
        elif sign.startswith("under"):
            _diamond(s, at, 12 * u)
            s.text(at, sign.removeprefix("under"), 16 * u, "plate")
        elif sign.startswith("range"):
            s.ellipse(at, 11 * u, "edge", "plate", 2 * u)
            s.text(at, sign.removeprefix("range"), 16 * u, "plate")
        else:
            figure(s, *at, 22 * u, sign, "plate")


# What has just happened


def _happened(s: Canvas, tile: Tile, marks: Marks) -> None:
    """One mark beside the picture: the change of counters, else the last spell."""
    x, y = tile.middle
    right, down, size = (n * tile.scale for n in tile.layout.mark)
    at = (x + right, y + down)
    if marks.change:
        role = {"−": "attack", "0": "defense", "★": "gold"}.get(marks.change[0], "points")
        wide, high = width(marks.change, "Bold", round(size)) + 0.3 * size, 0.88 * size
        s.box((at[0] - wide / 2, at[1] - high / 2, wide, high), 0.3 * size, role, "plate", 0.06 * size)
        s.text(at, marks.change, size, "edge" if role == "gold" else "plate")
    elif marks.spells:
        card, seat = marks.spells[-1]
        s.ellipse(at, 0.58 * size, "accent")
        s.ellipse(at, 0.5 * size, f"seat{seat}_deep")
        picture(s, *at, 0.76 * size, card, "plate")
