"""Everything HexKnight shows, drawn once per key: hexes with terrain, features and figures, cards, score lines."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas, Key, Point
from render.ending import HEIGHT, banner
from render.flatgrid import outline, sprite_size
from render.held import held, more
from render.hexknight.landscape import FEATURES, TERRAIN
from render.hexknight.pages import ART
from render.text import fitted, largest, named
from render.theme import Theme

GAP = 1.2
SHAPES = ("circle", "square", "diamond")
"""Each seat has a shape beside its colour."""
VALUES = ("attack", "defence", "speed", "meditation")
LEAST_PORTRAIT = 28
"""The radius from which a hero shows its face; below it, its letter."""
SCENERY = frozenset({"none", "mine", "lair", "dungeon"})
"""Features without any effect are left out of the picture (HK-R28)."""


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Monsters


_FAMILIES = {"orc": "speed", "dragon": "attack", "soldier": "defence", "undead": "edge"}
"""The colour of each family beside its picture."""


# Hexes


def _tag(s: Canvas, at: Point, words: str, size: float, fill: str = "plate") -> None:
    """Words on a plate, so that they stand out from any terrain."""
    x, y = at
    width = size * (0.66 * len(words) + 0.5)
    s.box((x - width / 2, y - size * 0.62, width, size * 1.24), size * 0.3, fill, "edge", size * 0.09)
    s.text((x, y), words, size, "plate_ink")


class HeroKey(NamedTuple):
    """Whose a hero is, the letter on it, whether it is its turn."""

    seat: int
    letter: str
    active: bool


def hero_mark(s: Canvas, x: float, y: float, r: float, hero: HeroKey) -> None:
    """A hero: colour, shape and letter; the one whose turn it is has a golden rim."""
    seat, letter, active = hero
    for size, role in ((1.0, "edge"), (0.9, "gold" if active else "plate"), (0.72, f"hero{seat}")):
        if SHAPES[seat] == "circle":
            s.ellipse((x, y), r * size, role)
        elif SHAPES[seat] == "square":
            s.box((x - r * size * 0.9, y - r * size * 0.9, r * size * 1.8, r * size * 1.8), r * 0.12, role)
        else:
            d = r * size * 1.2
            s.polygon([(x, y - d), (x + d, y), (x, y + d), (x - d, y)], role)
    if r < LEAST_PORTRAIT:
        s.text((x, y), letter, r * 0.85, "plate")
        return
    s.figure(mask("hexknight", f"hero{seat}"), (x, y - r * 0.06), r * 1.1, "plate", "edge")
    s.ellipse((x + r * 0.7, y + r * 0.7), r * 0.36, "edge")
    s.text((x + r * 0.7, y + r * 0.7), letter, r * 0.46, "plate")


class MonsterKey(NamedTuple):
    """A monster on a hex: its family, kind and numbers (no kind: it lies face down); `targeted` by the hero whose turn it is."""

    family: str
    kind: str
    attack: int
    defence: int
    experience: int
    targeted: bool = False


def _monster(s: Canvas, x: float, y: float, r: float, monster: MonsterKey, low: bool) -> None:
    """A monster: what it is, attack and defence on the plate, experience in the golden disc; a question mark while face down."""
    family, kind, attack, defence, experience, targeted = monster
    # In close-ups a label stands above.
    middle, size = (y - r * 0.08, r * 0.42) if low else (y - r * 0.2, r * 0.54)
    s.ellipse((x - r * 0.1, middle), size, "plate", "edge", r * 0.05)
    s.figure(mask("hexknight", kind or family), (x - r * 0.1, middle), size * 1.5, _FAMILIES[family])
    _tag(s, (x, y + r * 0.54), f"{attack}/{defence}" if kind else "?", r * 0.46, "gold" if targeted else "plate")
    if kind:
        s.ellipse((x + r * 0.54, y - r * 0.3), r * 0.26, "gold", "edge", r * 0.04)
        s.text((x + r * 0.54, y - r * 0.3), str(experience), r * 0.36, "edge")


def _heroes(s: Canvas, x: float, y: float, r: float, heroes: tuple[HeroKey, ...]) -> None:
    spots = {1: ((0, -0.08, 0.56),), 2: ((-0.42, 0, 0.38), (0.42, 0, 0.38)), 3: ((-0.42, 0.26, 0.33), (0.42, 0.26, 0.33), (0, -0.36, 0.33))}[
        len(heroes)
    ]
    for (dx, dy, size), hero in zip(spots, heroes, strict=True):
        hero_mark(s, x + dx * r, y + dy * r, size * r, hero)


class SpotKey(NamedTuple):
    """A revealed hex with whatever stands on it; `cost` is shown where one can walk to, in gold if it can be `paid` now.

    `path`: towards which neighbours a hero's last walk has crossed it, as shares of the radius from its centre. `fight`: what the latest fight here
    brought, such as `+4`; `!` where the monster stands.
    """

    terrain: str
    night: bool
    feature: str
    monster: MonsterKey | None = None
    heroes: tuple[HeroKey, ...] = ()
    cost: int = 0
    paid: bool = False
    label: str = ""
    path: tuple[tuple[float, float], ...] = ()
    fight: str = ""


def _hex(look: Theme, radius: float, spot: SpotKey) -> Canvas:
    """A revealed hex."""
    terrain, night, feature, monster, heroes, cost, paid, label, path, fight = spot
    size = sprite_size(radius)
    s = Canvas(size, look)
    x, y = size[0] / 2, size[1] / 2
    # Sprites lie on whole pixels: a place must be a little smaller than its hex, or two would share pixels.
    s.clip(outline(radius - 1.2, x, y))
    role = f"{terrain}_night" if night else terrain
    s.polygon(outline(radius - GAP, x, y), role)
    TERRAIN[terrain](s, x, y, radius, f"{role}_mark")
    for width, way in ((0.17, "edge"), (0.1, "gold")):
        for dx, dy in path:
            s.line([(x, y), (x + dx * radius, y + dy * radius)], way, radius * width)
        if path:
            s.ellipse((x, y), radius * width * 0.9, way)
    if feature not in SCENERY:
        pen = FEATURES[feature]
        if monster:
            if feature not in ("orc_camp", "dragon_lair"):
                pen(s, x - radius * 0.6, y + radius * 0.1, radius * 0.2)
        elif heroes or cost or fight:
            pen(s, x, y + radius * 0.62, radius * 0.21)
        else:
            pen(s, x, y + (radius * 0.06 if label else 0), radius * 0.46)
    if monster:
        _monster(s, x, y, radius, monster, bool(label))
    if heroes:
        _heroes(s, x, y + (radius * 0.06 if label else 0), radius, heroes)
    if cost:
        disc = 0.4 if paid else 0.3
        s.ellipse((x, y - radius * 0.02), radius * disc, "gold" if paid else "plate", "edge", radius * 0.05)
        s.text((x, y - radius * 0.02), str(cost), radius * disc * 1.3, "edge")
    if fight:
        _clash(s, x, y, radius, fight, alone=not monster and not heroes and not cost)
    if label:
        _tag(s, (x, y - radius * 0.66), label, radius * 0.27)
    return s


def _clash(s: Canvas, x: float, y: float, radius: float, fight: str, alone: bool) -> None:
    """Where the latest fight was: what it brought, or crossed swords; small in a corner unless it is `alone` there."""
    won = fight != "!"
    right, down, share = (0, -0.08, 0.48) if alone else (-0.56, -0.34, 0.3) if won else (-0.56, -0.46, 0.23)
    at, size = (x + right * radius, y + down * radius), share * radius
    rays = [(at[0] + size * far * math.sin(math.pi * i / 9), at[1] - size * far * math.cos(math.pi * i / 9)) for i, far in enumerate((1.2, 0.9) * 9)]
    s.polygon(rays, "gold" if won else "attack", "edge", radius * 0.04)
    if won:
        s.text(at, fight, size * 0.95, "edge")
    else:
        s.figure(mask("hexknight", "attack"), at, size * 1.25, "plate")


def _fog(look: Theme, radius: float) -> Canvas:
    size = sprite_size(radius)
    s = Canvas(size, look)
    x, y = size[0] / 2, size[1] / 2
    s.clip(outline(radius - 1.2, x, y))
    s.polygon(outline(radius - GAP, x, y), "fog")
    for dy in (-0.4, 0.0, 0.4):
        s.line([(x - radius * 0.45, y + dy * radius + radius * 0.1), (x + radius * 0.45, y + dy * radius - radius * 0.1)], "fog_mark", radius * 0.07)
    return s


# Cards


def _moon(s: Canvas, x: float, y: float, r: float, role: str, ground: str = "plate") -> None:
    s.ellipse((x, y), r * 0.85, role)
    s.ellipse((x + r * 0.4, y - r * 0.2), r * 0.7, ground)


class CardKey(NamedTuple):
    """So many cards of a kind with their four values. `mark` is a number or sign in the corner, `wanted` the value that counts."""

    word: str
    name: str
    colour: str
    values: tuple[int, ...]
    n: int = 1
    mark: str = ""
    wanted: str = ""


def _card(look: Theme, width: int, height: int, card: CardKey) -> Canvas:
    """A card: its name on its colour, its picture, four values with their pictures; with a foot for `mark` or how many where it is high."""
    word, name, colour, values, count, mark, wanted = card
    s = Canvas((width, height), look, PLAIN)
    band = f"card_{colour}"
    s.box((2, 2, width - 4, height - 4), 14, "plate", "gold" if mark else band, 6 if mark else 4)
    size = largest(name, "Bold", (22, 19, 16), width - 20)
    s.box((8, 8, width - 16, 40), 10, band)
    s.text((width / 2, 28), fitted(name, "Bold", size, width - 20), size, "plate")
    foot = height - 36 if count > 1 or mark or height > 220 else height
    art = foot - 148 if colour != "wound" else foot - 56
    s.glow((8, 50, width - 16, art - 4), [band, f"{band}_glow"], 8)
    s.figure(mask("hexknight", word), (width / 2, 48 + art / 2), min(art - 8, width * 0.6), "plate", "edge")
    if colour != "wound":
        half = 46
        for i, (kind, value) in enumerate(zip(VALUES, values, strict=True)):
            cx = width * (0.27 if i % 2 == 0 else 0.73)
            cy = 52 + art + half * (i // 2) + half / 2
            if kind == wanted and value:
                s.box((cx - width * 0.23, cy - half * 0.46, width * 0.46, half * 0.92), 8, "gold")
            faint = "stone" if not value else kind
            s.figure(mask("hexknight", kind), (cx - 20, cy), 34, faint)
            s.text((cx + 18, cy), str(value), 38, "stone" if not value else "plate_ink")
    if count > 1:
        s.box((width / 2 - 32, height - 40, 64, 32), 10, "edge")
        s.text((width / 2, height - 24), f"× {count}", 25, "plate")
    if mark:
        s.box((width / 2 - 32, height - 40, 64, 32), 10, "gold")
        s.text((width / 2, height - 24), mark, 25, "edge")
    return s


# Lines of text and figures


def _header(look: Theme, width: int, height: int, title: str, right: str, day: bool | None) -> Canvas:
    s = Canvas((width, height), look, PLAIN)
    middle = height / 2 + 2
    right_edge = width - 20
    if day is not None:
        if day:
            s.ellipse((width - 42, middle), 14, "gold", "edge", 2)
            for i in range(8):
                a = math.pi * i / 4
                inner, outer = (width - 42 + 18 * math.cos(a), middle + 18 * math.sin(a)), (width - 42 + 24 * math.cos(a), middle + 24 * math.sin(a))
                s.line([inner, outer], "ink", 3)
        else:
            _moon(s, width - 42, middle, 22, "ink", "page")
        right_edge = width - 80
    s.text((20, middle), fitted(title, "Bold", 36, width * 6 // 10), 36, "ink", "lm")
    s.text((right_edge, middle), fitted(right, "Medium", 30, width * 4 // 10), 30, "soft", "rm", "Medium")
    return s


class BoxKey(NamedTuple):
    """A seat's score lines; `faded` once it has left."""

    hero: HeroKey
    name: str
    lines: tuple[str, ...]
    score: str
    faded: bool


def _box(look: Theme, width: int, height: int, box: BoxKey) -> Canvas:
    """A seat's score lines."""
    hero, name, lines, score, faded = box
    active = hero.active
    s = Canvas((width, height), look, PLAIN)
    s.panel((0, 0, width, height), "accent" if active else "")
    hero_mark(s, 52, 50, 36, hero)
    words = ("▶ " if active else "") + name
    size, rows = named(words, "Bold", (34, 30, 27), (25, 23, 21), width - 212)
    s.lines((110, 44), rows, (size, size * 1.06), "soft" if faded else "ink")
    s.text((width - 22, 46), score, 52, "ink", "rm")
    left, top = (110, 94) if height < 180 else (22, 106)
    for i, line in enumerate(lines):
        size = largest(line, "Medium", (27, 24, 22), width - left - 18)
        s.text((left, top + i * 34), fitted(line, "Medium", size, width - left - 18), size, "soft" if faded else "ink", "lm", "Medium")
    return s


def _ending(look: Theme, width: int, heroes: tuple[HeroKey, ...], won: str, lines: tuple[str, ...]) -> Canvas:
    """The end of a game, with the heroes that have won."""
    s = banner(look, width, 130 * len(heroes), won, lines)
    for n, hero in enumerate(heroes):
        hero_mark(s, 96 + 130 * n, HEIGHT / 2, 54, hero)
    return s


class FightKey(NamedTuple):
    """A fight: who fought what, and where, the wounds it dealt and the points it brought (0 while the monster stands)."""

    hero: HeroKey
    monster: str
    family: str
    hex: str
    wounds: int
    points: int


def _fight(look: Theme, width: int, height: int, fight: FightKey) -> Canvas:
    """A fight as a row of figures: the hero, the monster and where, the points, the wounds."""
    s = Canvas((width, height), look)
    s.box((2, 2, width - 4, height - 4), 16, "panel", "line", 2)
    y, r = height / 2, height * 0.31
    hero_mark(s, 52, y, r * 1.05, fight.hero)
    s.figure(mask("hexknight", "attack"), (112, y), r * 1.25, "ink")
    s.ellipse((172, y - 8), r, "plate", "edge", 2)
    s.figure(mask("hexknight", fight.monster), (172, y - 8), r * 1.5, _FAMILIES[fight.family])
    if fight.points:
        for role, wide in (("edge", 9), ("attack", 6)):
            for turn in (-1, 1):
                s.line([(172 - r * 0.7, y - 8 - turn * r * 0.7), (172 + r * 0.7, y - 8 + turn * r * 0.7)], role, wide)
    _tag(s, (172, y + r * 0.82), fight.hex, 24)
    if fight.points:
        s.ellipse((250, y), r, "gold", "edge", 2)
        s.text((250, y), f"+{fight.points}", r * 0.95, "edge")
    if fight.wounds:
        left = 320 if fight.points else 246
        s.figure(mask("hexknight", "wound"), (left, y), r * 1.5, "ink")
        s.text((left + 28, y + 2), str(fight.wounds), 34, "ink", "lm")
    return s


def _mark(look: Theme, words: str) -> Canvas:
    """A letter or number beside the map."""
    s = Canvas((40, 30), look, PLAIN)
    s.text((20, 15), words, 26, "soft", weight="Medium")
    return s


def _caption(look: Theme, width: int, height: int, words: str, size: int, strong: bool) -> Canvas:
    s = Canvas((width, height), look, PLAIN)
    weight = "Bold" if strong else "Medium"
    s.text((20, height / 2), fitted(words, weight, size, width - 16), size, "ink" if strong else "soft", "lm", weight)
    return s


_SPRITES: dict[str, Any] = {
    "full": ART.full,
    "held": partial(held, ART),
    "more": more,
    "hex": _hex,
    "fog": _fog,
    "card": _card,
    "header": _header,
    "box": _box,
    "caption": _caption,
    "mark": _mark,
    "ending": _ending,
    "fight": _fight,
}
