"""Draws the hexes of the map: what stands on them, and marks of the latest events."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.hexygame.arrows import Arrow, draw_arrow
from render.hexygame.ground import Ground, dimmed, halo, ink, slab
from render.hexygame.hex_sizes import Tile, cut
from render.hexygame.icons import COLOUR, energy, figure, flag, picture, star
from render.hexygame.number_chips import Badge, Figures, draw_chips, draw_die, row
from render.text import fitted, largest, width
from render.theme import Theme

FRAMES = 40
"""So many hexes are kept without their numbers."""
NAMES = (24, 22, 20, 18, 16)
"""The sizes of a name close up, best first."""
LEFT, RIGHT = ((-52, -24), (-36, -46)), ((52, -24), (36, -46))
"""Where signs stand beside the picture close up."""
MIDST = 0.7
"""Arrows that begin or end nearer to the middle than at this share of the way to an edge lie where the label of an empty hex does."""
LEVEL, OUTER, INNER = 1.2, 0.6, 0.15
"""An arrow crosses the left or right edge of a hex where it is so much more beside its middle than above or below; marks that lie further out than at
this share of half the width make room for it by that share."""
BARE = 1.25
"""How large the label of a hex is where nothing stands, beside that of another one."""
SHIFT, INSIDE = 5, 3
"""How far a picture makes room for what lies on one side of it, and how far marks stay away from the edge of a hex."""
GROUNDS = (("seat0_deep", "seat0"), ("seat1", "seat1_glow"))
INKS = ("plate", "edge")
WON, WON_INK = ("gold", "plate"), "edge"
"""The grounds of realities and the pictures on them: light ones on dark ground for one seat, dark ones on light ground for the other, as
in chess, so that owners are told apart by more than a colour."""


class Standing(NamedTuple):
    """The lasting facts about a reality: its seat, its card, the number of enchantments `under` it; the letter of the energy that a building gives;
    close up its colour, name, signs."""

    owner: int
    card: str
    under: int
    gives: str = ""
    colour: str = ""
    name: str = ""
    icons: tuple[str, ...] = ()


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
    """Draws an empty hex; what lies on one without a label has all its room."""
    busy = marks.coming or marks.gone
    s = slab(look, tile, ground._replace(special="") if busy else ground).copy()
    x, y = tile.middle
    u = tile.unit
    _arrows(s, tile, marks.arrows)
    _, down, size = tile.layout.art
    at, side = (x, y + (down + 3) * tile.scale), size * tile.scale
    if not ground.label:
        at, side = (x, y), tile.radius * 1.1
    if marks.coming:
        card, seat = marks.coming
        s.polygon(outline(tile.radius - 6 * u, x, y), f"seat{seat}_deep", f"seat{seat}", 3 * u)
        picture(s, *at, side, card, f"seat{seat}_glow")
    elif marks.gone:
        picture(s, at[0] - 12 * u, at[1], side, marks.gone, "land_ink")
        figure(s, at[0] + 17 * u, at[1] + 2 * u, 0.75 * side, "grave", "plate")
    ways = [arrow for arrow in marks.arrows if not arrow.passes(MIDST * tile.half)]
    if ways:
        _tab(s, tile, bare=True)
    _label(s, tile, ground, "plate" if marks.coming or ways else ink(ground), bare=True)
    _happened(s, tile, marks._replace(change="") if marks.gone else marks, _badges(tile, marks.arrows)[1])
    return cut(dimmed(s, ground), tile)


def _label(s: Canvas, tile: Tile, ground: Ground, role: str, bare: bool = False) -> None:
    """The label of a hex, whatever else is there."""
    down, size = _labelled(tile, bare)
    s.text((tile.half, tile.middle[1] + down), ground.label, size, role, weight="Bold")


def _labelled(tile: Tile, bare: bool) -> tuple[float, float]:
    """How far below the middle of a hex its label lies, and its size: larger where nothing stands."""
    return tile.layout.labels[0 if bare else 1] * tile.scale, round(tile.layout.label * tile.scale * (BARE if bare else 1))


def _tab(s: Canvas, tile: Tile, bare: bool = False) -> None:
    """The ground of a label where arrows come near, so that none runs behind letters."""
    down, size = _labelled(tile, bare)
    y = tile.middle[1] + down
    s.box((tile.half - 0.75 * size, y - 0.45 * size, 1.5 * size, 0.95 * size), 0.2 * size, "edge")


# What stands there


def reality(look: Theme, tile: Tile, ground: Ground, standing: Standing, figures: Figures, marks: Marks) -> Canvas:
    """A reality on its hex: its picture on the ground of its owner, its die and one mark beside that, its numbers and its label below; close up its
    name on its colour, too."""
    if wins := _wins(ground, standing):  # Nothing else there matters any more.
        figures, marks = figures._replace(die=0, actions=0), Marks(tuple(arrow for arrow in marks.arrows if arrow.kind == "move"))
    lasting = "attack" if row(tile, figures).lifts else "now" if marks.change or marks.spells else _badge(ground, standing)
    aside = 0 if tile.layout.name else bool(lasting) - bool(figures.die or figures.actions)
    s = pictured(look, tile, ground, standing, _Around(marks.arrows, marks.came, aside, wins)).copy()
    die, at = _badges(tile, marks.arrows)
    if tile.layout.name:
        slots = (() if marks.change or marks.spells or lasting == "attack" else LEFT) + (() if figures.die or figures.actions else RIGHT)
        _signs(s, tile.scale, ground.special, standing, slots)
    else:
        _mark(s, at, lasting, "edge" if wins else "gold")
    draw_chips(s, tile, figures, at)
    draw_die(s, tile, figures, die)
    if lasting != "attack":
        _happened(s, tile, marks, at)
    return cut(dimmed(s, ground), tile)


def _badges(tile: Tile, arrows: Iterable[Arrow]) -> tuple[Badge, Badge]:
    """Where the die and the one mark of a hex lie: at its right and left edge, but further in where an arrow crosses that edge."""
    found = []
    ends = [end for arrow in arrows for end in (arrow.start, arrow.end) if abs(end[0]) > LEVEL * abs(end[1])]
    for right, down, size in (tile.layout.die, tile.layout.mark):
        crossed = abs(right) > OUTER * tile.layout.half and any(end[0] * right > 0 for end in ends)
        by = INNER * tile.layout.half if crossed else 0
        found.append(Badge(tile.half + (right - math.copysign(by, right)) * tile.scale, tile.middle[1] + (down - by) * tile.scale, size * tile.scale))
    return found[0], found[1]


class _Around(NamedTuple):
    """What is around the picture of a reality: arrows, whether it has just come, to which side it makes room (-1, 0, 1), whether it wins."""

    arrows: tuple[Arrow, ...]
    came: bool
    aside: int
    wins: bool


@lru_cache(FRAMES)
def pictured(look: Theme, tile: Tile, ground: Ground, standing: Standing, around: _Around) -> Canvas:
    """A reality on its hex with its label, and its name close up, before its numbers."""
    k = tile.scale
    x, y = tile.middle
    s = _seat_ground(look, tile, standing.owner, around.wins).copy()
    _arrows(s, tile, [arrow for arrow in around.arrows if arrow.passes(tile.half)])
    _edge(s, tile, ground, standing, around)
    _arrows(s, tile, [arrow for arrow in around.arrows if not arrow.passes(tile.half)])
    right, down, size = tile.layout.art
    right += around.aside * round(SHIFT * tile.unit)
    figure(s, x + right * k, y + down * k, size * k, standing.card, WON_INK if around.wins else INKS[standing.owner])
    if tile.layout.name:
        _name(s, tile, standing)
    if around.arrows or ground.lit:
        _tab(s, tile)
    _label(s, tile, ground, "plate")
    return s


def _arrows(s: Canvas, tile: Tile, arrows: Iterable[Arrow]) -> None:
    for arrow in arrows:
        draw_arrow(s, arrow, *tile.middle, tile.unit)


@lru_cache(16)
def _seat_ground(look: Theme, tile: Tile, seat: int, wins: bool) -> Canvas:
    """The ground of a seat's reality: lit behind its picture, golden if it wins, and quiet below, where its numbers and its label lie."""
    s = Canvas((2 * tile.half, tile.tall), look, PLAIN, "edge", grows=False)
    x, y = tile.middle
    halo(s, outline(tile.radius, x, y), (x, y - 0.35 * tile.radius), tile.radius * 1.15, WON if wins else GROUNDS[seat])
    top = y + (tile.layout.row[0] + tile.layout.row[1] * 0.5) * tile.scale
    s.box((0, top, 2 * tile.half, tile.tall), 0, f"seat{seat}_deep")
    return s


def _edge(s: Canvas, tile: Tile, ground: Ground, standing: Standing, around: _Around) -> None:
    """The frame of a reality: lit where it can be chosen, red where it is struck, gold where games are won, else its owner's."""
    x, y = tile.middle
    u = tile.unit
    struck = any(arrow.struck for arrow in around.arrows)
    role, wide = f"seat{standing.owner}_glow", 2.6
    if ground.lit:
        role, wide = "legal_line", 7.5
    elif around.wins:
        role, wide = "gold", 6.5
    elif struck:
        role, wide = "blow", 4
    elif ground.special == "centre":
        role = "gold"
    s.polygon(outline(tile.radius - u, x, y), None, "edge", 2.4 * u)
    s.polygon(outline(tile.radius - (1.6 + wide / 2) * u, x, y), None, role, wide * u)
    if around.came:
        s.polygon(outline(tile.radius - (3.4 + wide) * u, x, y), None, "plate", 1.8 * u)


def _wins(ground: Ground, standing: Standing) -> bool:
    """Whether a reality wins where it stands: on the other seat's Flag (HX-12.1)."""
    return ground.special == f"flag{1 - standing.owner}"


def _badge(ground: Ground, standing: Standing) -> str:
    """The lasting mark of a reality: it stands on a Flag or the Centre, enchantments lie under it, or the letter of the energy that it gives; empty
    for none."""
    return ground.special or ("under" if standing.under else standing.gives)


def _mark(s: Canvas, place: Badge, badge: str, role: str) -> None:
    """Draws the lasting mark of a reality, a Flag in a role's colour."""
    at, size = place[:2], place.size
    if badge.startswith("flag"):
        flag(s, *at, 0.42 * size, role, 0.05 * size)
    elif badge == "centre":
        star(s, *at, 0.5 * size, "edge")
        star(s, *at, 0.4 * size, "gold")
    elif badge == "under":
        _diamond(s, at, 0.4 * size)
    elif badge:
        s.ellipse(at, 0.52 * size, "plate")
        energy(s, *at, 0.46 * size, badge)


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


def _signs(s: Canvas, u: float, special: str, standing: Standing, slots: Iterable[Point]) -> None:
    """Close up: Flag or Centre, enchantments, keywords, as many as there are slots for."""
    x, y = s.size[0] / 2, s.size[1] / 2
    shown = [special] if special else []
    shown += [f"under{standing.under}"] if standing.under else []
    for (right, down), sign in zip(slots, [*shown, *standing.icons], strict=False):
        at = (x + right * u, y + down * u)
        if sign.startswith("flag"):
            flag(s, *at, 11 * u, "gold", u)
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


def _happened(s: Canvas, tile: Tile, marks: Marks, place: Badge) -> None:
    """One mark beside the picture: the change of counters, else the last spell."""
    at, size = place[:2], place.size
    if marks.change:
        role = {"−": "attack", "0": "defense", "★": "gold"}.get(marks.change[0], "points")
        wide, high = width(marks.change, "Bold", round(size)) + 0.3 * size, 0.88 * size
        at = max(at[0], wide / 2 + INSIDE * tile.unit), at[1]
        s.box((at[0] - wide / 2, at[1] - high / 2, wide, high), 0.3 * size, role, "plate", 0.06 * size)
        s.text(at, marks.change, size, "edge" if role == "gold" else "plate")
    elif marks.spells:
        card, seat = marks.spells[-1]
        s.ellipse(at, 0.58 * size, "accent")
        s.ellipse(at, 0.5 * size, f"seat{seat}_deep")
        picture(s, *at, 0.76 * size, card, "plate")
