"""Everything HexyGame shows, drawn once per key: hexes with realities, seats, energies, the stack, cards."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Frame, Key, Point
from render.cards import TEXT_ONLY, Art, header
from render.hexgrid import outline, sprite_size
from render.text import fitted
from render.theme import Theme

COLOUR = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "V": "violet", "C": "grey"}
"""Roles of the colours of cards and energies; everywhere a letter stands beside the colour."""
NAME = 62
"""The height of the head of a seat's panel."""
GAP = 1.2
"""Between hexes, so that no two share a pixel."""
FRAMES = 48
"""So many realities are kept without their numbers; each takes 170 KB."""
NUMBERS = ("attack", "defense", "points")
ICONS = ("flying", "reach", "range", "combat_priority", "regeneration", "haste", "settling", "bound")
"""Keywords in the order in which there is room for them on a hex; `bound` cannot declare something."""
COUNTERSTRUCK = 6


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Small signs


def around(x: float, y: float, r: float, *points: Point) -> list[Point]:
    """Points given as shares of a radius around a centre."""
    return [(x + dx * r, y + dy * r) for dx, dy in points]


def mark(s: Canvas, x: float, y: float, r: float, seat: int) -> None:
    """A seat's mark: a circle for the first, a square for the second."""
    if seat == 0:
        s.ellipse((x, y), r, "seat0", "edge", r * 0.14)
    else:
        s.box((x - r, y - r, 2 * r, 2 * r), r * 0.25, "seat1", "edge", r * 0.14)


def number(s: Canvas, x: float, y: float, r: float, what: str, n: int) -> None:
    """A number in its shape: attack in a circle, defense in a shield, counters in a drop."""
    if what == "attack":
        s.ellipse((x, y), r, "attack")
    elif what == "defense":
        s.polygon(around(x, y, r, (-1, -1), (1, -1), (1, 0.15), (0, 1.1), (-1, 0.15)), "defense")
    else:
        s.polygon(
            [(x, y - r * 1.15), (x + r * 1.05, y - r * 0.05), (x + r * 0.7, y + r), (x - r * 0.7, y + r), (x - r * 1.05, y - r * 0.05)], "points"
        )
    s.text((x, y - (r * 0.08 if what == "defense" else 0)), str(n), r * 1.45 if n < 10 else r * 1.15, "plate")


def die(s: Canvas, x: float, y: float, r: float, value: int, actions: int) -> None:
    """The Action Dice: filled with what is left on it, a six crossed out after a counterstrike; hollow with the actions of the card without."""
    if not value:
        s.box((x - r, y - r, 2 * r, 2 * r), r * 0.35, "plate", "die", r * 0.16)
        s.text((x, y), str(actions), r * 1.35, "die")
        return
    s.box((x - r, y - r, 2 * r, 2 * r), r * 0.35, "die")
    s.text((x, y), str(value), r * 1.4, "gold" if value != COUNTERSTRUCK else "plate")
    if value == COUNTERSTRUCK:
        s.line([(x - r * 0.8, y + r * 0.8), (x + r * 0.8, y - r * 0.8)], "attack", r * 0.24)


def star(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    """A star with five points."""
    points = []
    for i in range(10):
        size, angle = (r if i % 2 == 0 else r * 0.42), math.pi * i / 5
        points.append((x + size * math.sin(angle), y - size * math.cos(angle)))
    s.polygon(points, role)


def flag(s: Canvas, x: float, y: float, r: float, seat: int) -> None:
    """A seat's Flag."""
    s.line([(x - r * 0.6, y - r), (x - r * 0.6, y + r)], "edge", r * 0.22)
    s.polygon([(x - r * 0.5, y - r), (x + r, y - r * 0.5), (x - r * 0.5, y)], f"seat{seat}")


def icon(s: Canvas, x: float, y: float, r: float, name: str, role: str = "edge") -> None:
    """A keyword's sign; `range3` has its number."""
    if name == "flying":
        for dy in (-0.35, 0.35):
            s.line([(x - r, y + r * (dy + 0.35)), (x, y + r * (dy - 0.35)), (x + r, y + r * (dy + 0.35))], role, r * 0.3)
    elif name == "haste":
        s.polygon(around(x, y, r, (0.3, -1), (-0.7, 0.15), (0, 0.15), (-0.3, 1), (0.7, -0.15), (0, -0.15)), role)
    elif name == "reach":
        s.line([(x, y + r), (x, y - r * 0.6)], role, r * 0.3)
        s.polygon([(x - r * 0.6, y - r * 0.3), (x, y - r * 1.1), (x + r * 0.6, y - r * 0.3)], role)
    elif name == "combat_priority":
        s.line([(x - r * 0.8, y + r * 0.8), (x + r * 0.8, y - r * 0.8)], role, r * 0.32)
        s.line([(x - r * 0.7, y), (x, y + r * 0.7)], role, r * 0.32)
    elif name == "regeneration":
        s.line([(x - r * 0.9, y), (x + r * 0.9, y)], role, r * 0.5)
        s.line([(x, y - r * 0.9), (x, y + r * 0.9)], role, r * 0.5)
    elif name == "settling":
        s.polygon([(x - r * 0.75, y - r), (x + r * 0.75, y - r), (x, y)], role)
        s.polygon([(x - r * 0.75, y + r), (x + r * 0.75, y + r), (x, y)], role)
    elif name == "bound":
        s.ellipse((x, y), r * 0.9, None, role, r * 0.28)
        s.line([(x - r * 0.6, y + r * 0.6), (x + r * 0.6, y - r * 0.6)], role, r * 0.28)
    else:
        s.ellipse((x, y), r, None, role, r * 0.22)
        s.text((x, y), name.removeprefix("range"), r * 1.4, role)


def energy(s: Canvas, x: float, y: float, r: float, letter: str) -> None:
    """One energy, or a part of a cost: a drop of its colour with its letter or number."""
    s.ellipse((x, y), r, COLOUR.get(letter, "grey"))
    s.text((x, y), letter, r * 1.25, "plate")


# Hexes


def _hex(look: Theme, radius: float, label: str, special: str, spheres: tuple[bool, bool], lit: bool) -> Canvas:
    """An empty hex: label, Flag or Centre, and a small mark for each Sphere it lies in."""
    s, x, y = _land(look, radius, lit, None)
    if special.startswith("flag"):
        flag(s, x, y - radius * 0.05, radius * 0.34, int(special[-1]))
    elif special:
        star(s, x, y, radius * 0.42, "gold")
    s.text((x, y - radius * 0.62), label, radius * 0.38, "ink" if lit else "land_ink", weight="Medium")
    for seat, inside in enumerate(spheres):
        if inside:
            mark(s, x + (seat - 0.5) * radius * 0.5, y + radius * 0.5, radius * 0.1, seat)
    return s


def _land(look: Theme, radius: float, lit: bool, owner: int | None) -> tuple[Canvas, float, float]:
    """The ground of a hex, lit where it may be chosen, with a frame in the owner's colour; and its middle."""
    size = sprite_size(radius)
    s = Canvas(size, look, PLAIN)
    x, y = size[0] / 2, size[1] / 2
    ground = "legal" if lit else "land"
    s.polygon(outline(radius - 1, x, y), ground)
    if owner is not None:
        s.polygon(outline(radius - 5, x, y), None, f"seat{owner}", 7)
    if lit:
        s.polygon(outline(radius - 3, x, y), None, "legal_line", 5)
    elif owner is None:
        s.polygon(outline(radius - 1.5, x, y), None, "land_line", 2)
    s.clip(outline(radius - GAP, x, y))
    return s, x, y


class StandingKey(NamedTuple):
    """What does not change so often of a reality on its hex: where and whose it is, its keywords, how many enchantments lie `under` it."""

    label: str
    special: str
    owner: int
    colour: str
    name: str
    icons: tuple[str, ...]
    under: int
    lit: bool


def _reality(look: Theme, radius: float, numbers: tuple[int, int, int], value: int, actions: int, standing: StandingKey) -> Canvas:
    """A reality on its hex: its numbers and its die, on what does not change so often."""
    s = _standing(look, radius, standing).copy()
    x, y, u = s.size[0] / 2, s.size[1] / 2, radius / 63
    attack, defense, points = numbers
    number(s, x - 34 * u, y + 18 * u, 13 * u, "attack", attack)
    number(s, x + 34 * u, y + 18 * u, 13 * u, "defense", defense)
    number(s, x - 14 * u, y + 38 * u, 12 * u, "points", points)
    if actions or value:
        die(s, x + 14 * u, y + 37 * u, 11 * u, value, actions)
    return s


@lru_cache(FRAMES)
def _standing(look: Theme, radius: float, standing: StandingKey) -> Canvas:
    """Whose a reality is, where it stands, its name on its colour, keywords, enchantments."""
    label, special, owner, colour, name, icons, under, lit = standing
    s, x, y = _land(look, radius, lit, owner)
    u = radius / 63
    mark(s, x - 29 * u, y - 35 * u, 7.5 * u, owner)
    if special.startswith("flag"):
        s.line([(x + 20 * u, y - 46 * u), (x + 20 * u, y - 27 * u)], "ink", 2.5 * u)
        s.polygon([(x + 21 * u, y - 46 * u), (x + 37 * u, y - 40 * u), (x + 21 * u, y - 34 * u)], "gold")
    elif special:
        star(s, x + 28 * u, y - 35 * u, 11 * u, "gold")
    elif under:
        s.polygon([(x + 27 * u, y - 47 * u), (x + 37 * u, y - 37 * u), (x + 27 * u, y - 27 * u), (x + 17 * u, y - 37 * u)], "violet")
        s.text((x + 27 * u, y - 37 * u), str(under), 14 * u, "plate")
    s.text((x - 1 * u, y - 37 * u), label, 22 * u, "ink", weight="Bold")
    s.box((x - 49 * u, y - 25 * u, 98 * u, 26 * u), 4 * u, COLOUR[colour])
    s.text((x, y - 12 * u), fitted(name, "Bold", round(20 * u), round(94 * u)), 20 * u, "plate")
    for i, one in enumerate(icons[:2]):
        width = 11 * u if len(icons) > 1 else 0
        icon(s, x - width + 2 * width * i, y + 14 * u, 8.5 * u, one, "ink")
    if special and under:
        s.polygon(around(x + 34 * u, y + 38 * u, 7 * u, (0, -1), (1, 0), (0, 1), (-1, 0)), "violet")
    return s


# Seats


def _name(look: Theme, width: int, height: int, frame: Frame, seat: int, words: str) -> Canvas:
    """The head of a seat's panel: mark and name."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    mark(s, 36, 34, 15, seat)
    s.text((64, 34), fitted(words, "Bold", 32, width - 72), 32, "ink", "lm")
    return s


def _dice(look: Theme, width: int, height: int, frame: Frame, n: int) -> Canvas:
    """The Winning Dice, at the end of the head of a seat's panel."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    s.box((0, 12, width - 18, 46), 10, "gold")
    star(s, 24, 35, 15, "edge")
    s.text((66, 36), str(n), 32, "edge")
    return s


def _zone(look: Theme, width: int, height: int, frame: Frame | None, words: str) -> Canvas:
    """The count of one of a seat's zones; without a `frame` where it does not touch that of the panel."""
    s = Canvas((width, height), look, PLAIN if frame else TEXT_ONLY, "page" if frame else "panel")
    if frame:
        s.part(frame)
    s.text((24 if frame and not frame.left else 6, height / 2), fitted(words, "Medium", 25, width - 12), 25, "soft", "lm", "Medium")
    return s


def _pool(look: Theme, width: int, height: int, frame: Frame, label: str, energies: str) -> Canvas:
    """A seat's energy pool."""
    s = Canvas((width, height), look, PLAIN)
    s.part(frame)
    s.text((24, height / 2 - 4), label, 25, "soft", "lm", "Medium")
    x = 46 + _width(label, 25)
    for i, letter in enumerate(energies[:9]):
        energy(s, x + 34 * i, height / 2 - 4, 15, letter)
    if len(energies) > 9:
        s.text((x + 34 * 9, height / 2 - 4), f"+{len(energies) - 9}", 25, "ink", "lm")
    return s


def _width(words: str, size: int) -> float:
    from render.text import font

    return font("Medium", size).getlength(words)


def _place(look: Theme, width: int, height: int, place: int, seat: int) -> Canvas:
    """Where an item of the stack stands, and whose it is: 1 resolves next."""
    s = Canvas((width, height), look, PLAIN)
    s.box((12, 3, width + 40, height - 6), 10, "panel", f"seat{seat}", 4 if place == 1 else 2)
    s.text((40, height / 2), str(place), 28, "ink")
    mark(s, 82, height / 2, 12, seat)
    return s


def _item(look: Theme, width: int, height: int, first: bool, seat: int, lines: tuple[str, str]) -> Canvas:
    """What an item of the stack is, in one line or two."""
    words, more = lines
    s = Canvas((width, height), look, TEXT_ONLY)
    s.box((-40, 3, width + 27, height - 7), 0, "panel", f"seat{seat}", 4 if first else 2)
    s.text((6, height * (0.32 if more else 0.5)), fitted(words, "Bold", 27, width - 30), 27, "ink", "lm")
    if more:
        s.text((6, height * 0.72), fitted(more, "Medium", 24, width - 30), 24, "soft", "lm", "Medium")
    return s


# Cards


def cost_parts(text: str) -> list[str]:
    """A cost such as `2RR` in its parts: the number of any kind, and a letter for each coloured energy."""
    return [text] if text.isdigit() else [p for p in (text.rstrip("RBGYV"), *text.lstrip("0123456789")) if p]


ART = Art(
    "hexygame",
    lambda colour: COLOUR[colour],
    cost_parts,
    energy,
    {"attack": "attack", "defense": "defense", "actions": "die", "hitpoints": "points", "potency": "points", "range": "edge"},
    {"creature": "land", "building": "town", "artifact": "works", "wizardry": "rays", "sorcery": "rays", "enchantment": "rings"},
    {"basic": "grey", "common": "bronze", "uncommon": "silver", "rare": "gold"},
)

_SPRITES: dict[str, Callable[..., Canvas]] = {
    "hex": _hex,
    "reality": _reality,
    "name": _name,
    "dice": _dice,
    "zone": _zone,
    "pool": _pool,
    "header": header,
    "place": _place,
    "item": _item,
    **ART.sprites(),
}
