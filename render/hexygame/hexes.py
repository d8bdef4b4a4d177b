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
from render.hexygame.icons import COLOUR, COUNTERSTRUCK, figure, flag, picture, star
from render.hexygame.number_chips import Badge, Figures, chips, draw_chips, draw_die, row
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
LEVEL, OUTER, INNER, UP = 1.2, 0.6, 0.18, 0.36
"""An arrow crosses the left or right edge of a hex where it is so much more beside its middle than above or below; marks that lie further out than at
this share of half the width make room for it by those shares, inwards and upwards."""
PIPS, ASIDE = ((0.8, -0.17), (0.8, -0.43), (0.64, -0.66), (0.42, -0.8), (0.2, -0.93), (-0.02, -0.98), (-0.24, -0.91)), 2
"""Where pips lie along the upper right edge of a hex, as shares of half its width from its middle: as many as a die shows at most, and two more, for
the first two are left out where an arrow crosses the right edge."""
PIP = 4.6
"""Their radius, in units of a hex."""
INSIDE = 3
"""How far marks stay away from the edge of a hex."""
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
        figure(s, *at, 0.9 * side, "grave", "plate")
    ways = [arrow for arrow in marks.arrows if not arrow.passes(MIDST * tile.half)]
    if ways:
        _tab(s, tile, bare=True)
    _label(s, tile, ground, "plate" if marks.coming or ways else ink(ground), bare=True)
    right, left = _sides(tile, marks.arrows)
    _happened(s, tile, marks._replace(change="") if marks.gone else marks, right, left)
    return cut(dimmed(s, ground), tile)


def _label(s: Canvas, tile: Tile, ground: Ground, role: str, bare: bool = False) -> None:
    """The label of a hex, whatever else is there."""
    down, size = _labelled(tile, bare)
    s.text((tile.half, tile.middle[1] + down), ground.label, size, role, weight="Bold")


def _labelled(tile: Tile, bare: bool) -> tuple[float, float]:
    """How far below the middle of a hex its label lies, and its size: larger where nothing stands."""
    n = 0 if bare else 1
    return tile.layout.labels[n] * tile.scale, round(tile.layout.label[n] * tile.scale)


def _tab(s: Canvas, tile: Tile, bare: bool = False) -> None:
    """The ground of a label where arrows come near, so that none runs behind letters."""
    down, size = _labelled(tile, bare)
    y = tile.middle[1] + down
    s.box((tile.half - 0.75 * size, y - 0.45 * size, 1.5 * size, 0.95 * size), 0.2 * size, "edge")


# What stands there


def reality(look: Theme, tile: Tile, ground: Ground, standing: Standing, figures: Figures, marks: Marks) -> Canvas:
    """A reality on its hex: its picture on the ground of its owner, below that its numbers and its label; at the left a lasting mark or the last
    spell; at the right what has just happened to its counters, else pips for the actions that its die leaves it. Close up its name on its colour, and
    its die as a number."""
    near = tile.layout.name is not None
    if wins := _wins(ground, standing):  # Nothing else there matters any more.
        figures, marks = figures._replace(die=0, actions=0), Marks(tuple(arrow for arrow in marks.arrows if arrow.kind == "move"))
    s = pictured(look, tile, ground, standing, _Around(marks.arrows, marks.came, wins)).copy()
    numbers = chips(figures, "" if near else standing.gives)
    lifts = row(tile, numbers).lifts
    right, left = _sides(tile, marks.arrows)
    if near:
        slots = (() if marks.change or marks.spells or lifts else LEFT) + (() if figures.die or figures.actions else RIGHT)
        _signs(s, tile.scale, ground.special, standing, slots)
        draw_die(s, tile, figures, right)
    elif not lifts and not marks.spells:
        _mark(s, left, _lasting(ground, standing), f"seat{1 - standing.owner}_glow" if wins else "gold")
    draw_chips(s, tile, numbers, left)
    if not near and not marks.change:
        _pips(s, tile, figures, ASIDE if _crossed(marks.arrows, 1) else 0)
    if not near and (marks.change == "0" or any(arrow.struck for arrow in marks.arrows)):  # The sum beside the map tells it.
        marks = marks._replace(change="")
    if not lifts:
        _happened(s, tile, marks, left if near else right, left)
    return cut(dimmed(s, ground), tile)


def _sides(tile: Tile, arrows: Iterable[Arrow]) -> tuple[Badge, Badge]:
    """Where marks lie at the right and at the left of a hex: at its edge, but further in where an arrow crosses that."""
    found = []
    for right, down, size in (tile.layout.right, tile.layout.left):
        crossed = abs(right) > OUTER * tile.layout.half and _crossed(arrows, 1 if right > 0 else -1)
        by, up = (INNER * tile.layout.half, UP * tile.layout.half) if crossed else (0, 0)
        found.append(Badge(tile.half + (right - math.copysign(by, right)) * tile.scale, tile.middle[1] + (down - up) * tile.scale, size * tile.scale))
    return found[0], found[1]


def _crossed(arrows: Iterable[Arrow], side: int) -> bool:
    """Whether an arrow crosses the edge at a side of a hex, 1 the right and -1 the left one."""
    return any(end[0] * side > LEVEL * abs(end[1]) for arrow in arrows for end in (arrow.start, arrow.end))


def _pips(s: Canvas, tile: Tile, figures: Figures, first: int) -> None:
    """Draws the actions that are left as pips along the upper right edge; a single grey one after a counterstrike."""
    (x, y), half, r = tile.middle, tile.half, PIP * tile.unit
    spent = figures.die == COUNTERSTRUCK
    for right, down in PIPS[first:][: 1 if spent else figures.die]:
        s.ellipse((x + right * half, y + down * half), r, "grey" if spent else "gold", "edge", 0.45 * r)


class _Around(NamedTuple):
    """What is around the picture of a reality: arrows, whether it has just come, whether it wins."""

    arrows: tuple[Arrow, ...]
    came: bool
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


def _lasting(ground: Ground, standing: Standing) -> str:
    """The lasting mark of a reality: it stands on a Flag or the Centre, or enchantments lie under it; empty for none."""
    return ground.special or ("under" if standing.under else "")


def _mark(s: Canvas, place: Badge, badge: str, role: str) -> None:
    """Draws the lasting mark of a reality, a Flag in a role's colour."""
    at, size = place[:2], place.size
    if badge.startswith("flag"):
        flag(s, *at, 0.42 * size, role, 0.05 * size)
    elif badge == "centre":
        star(s, *at, 0.5 * size, "edge")
        star(s, *at, 0.4 * size, "gold")
    elif badge:
        _diamond(s, at, 0.4 * size)


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


def _happened(s: Canvas, tile: Tile, marks: Marks, change: Badge, spell: Badge) -> None:
    """What has just happened, at the places for it: the change of counters, the last spell; the change alone where both have one place."""
    if marks.change:
        size = change.size
        role = {"−": "attack", "0": "defense", "★": "gold"}.get(marks.change[0], "points")
        wide, high = width(marks.change, "Bold", round(size)) + 0.3 * size, 0.88 * size
        room = wide / 2 + INSIDE * tile.unit
        at = min(max(change.x, room), 2 * tile.half - room), change.y
        s.box((at[0] - wide / 2, at[1] - high / 2, wide, high), 0.3 * size, role, "plate", 0.06 * size)
        s.text(at, marks.change, size, "edge" if role == "gold" else "plate")
    if marks.spells and not (marks.change and change == spell):
        card, seat = marks.spells[-1]
        at, size = spell[:2], max(spell.size, change.size)
        s.ellipse(at, 0.58 * size, "accent")
        s.ellipse(at, 0.5 * size, f"seat{seat}_deep")
        picture(s, *at, 0.76 * size, card, "plate")
