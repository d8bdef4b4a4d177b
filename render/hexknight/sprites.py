"""Everything HexKnight shows, drawn once per key: hexes with terrain, features and figures, and cards."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from render.art import mask
from render.canvas import PLAIN, Canvas, Key, Point
from render.flat_hexgrid import outline, sprite_size, tile
from render.hand_cards import held, held_row, more
from render.hexknight.card_pages import ART
from render.hexknight.cover import cover
from render.hexknight.ending import end_box, final_seat
from render.hexknight.fight_boxes import duel, fight_box
from render.hexknight.ground import Spot, fog, ground, veil, ways
from render.hexknight.marks import PLATE, HeroKey, Pointer, hero_mark, monster_mark, pointer_mark, price, rays, tag
from render.hexknight.places import feature
from render.hexknight.side_boxes import PANELS
from render.hexknight.vegetation import scattered
from render.text import fitted, width
from render.theme import Theme

VALUES = ("attack", "defence", "speed", "meditation")
SCENERY = frozenset({"none", "mine", "lair", "dungeon"})
"""Features without any effect are left out of the picture (HK-R28)."""
GUARDED = frozenset({"orc_camp", "dragon_lair"})
"""Features that say no more than the monster which stands there."""
STRENGTHS, POINTS, COST = 0.66, 0.58, 0.6
"""How large a monster's attack and defence are, its experience, and the cost of a way, as shares of a hex's radius."""
FIGURES = 1.22
"""The radius from which a hex has room for a monster's figures, as a share of the size of numbers."""


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Hexes


class MonsterKey(NamedTuple):
    """A monster on a hex: its family, kind and numbers (no kind: it lies face down); `targeted` by the hero whose turn it is."""

    family: str
    kind: str
    attack: int
    defence: int
    experience: int
    targeted: bool = False


def _monster(s: Canvas, x: float, y: float, r: float, monster: MonsterKey, dense: int) -> None:
    """A monster with attack and defence on a plate, experience in a golden disc; a question mark while face down."""
    family, kind, attack, defence, experience, targeted = monster
    if r < FIGURES * dense:
        if targeted:
            s.ellipse((x, y), r * 0.78, "gold")
        monster_mark(s, x, y, r * 0.7, family, kind)
        return
    big, strong, won = r * 0.56, max(dense, round(r * STRENGTHS)), max(dense, round(r * POINTS))
    monster_mark(s, x - r * 0.16, y - r * 0.84 + big + 1, big, family, kind)
    if not kind:
        tag(s, (x, y + r * 0.82 - strong * 0.56), "?", strong, "gold" if targeted else "plate")
    else:
        _strengths(s, (x, y + r * 0.85), attack, defence, strong, targeted)
        at = x + r * 0.45, y - r * 0.42
        s.ellipse(at, won * 0.57, "gold", "edge", 2)
        s.text(at, str(experience), won, "edge")


def _strengths(s: Canvas, foot: Point, attack: int, defence: int, size: int, targeted: bool) -> None:
    """Draws a monster's attack and defence beside each other above a point, on plates in the colours that they have on cards; with golden frames
    where the hero attacks it."""
    (x, y), high = foot, size * 1.08
    wides = [width(str(n), "Bold", size) + size * 0.44 for n in (attack, defence)]
    left = x - sum(wides) / 2
    for n, role, wide in zip((attack, defence), ("attack", "defence"), wides, strict=True):
        s.box((left, y - high, wide, high), size * 0.2, role, "gold" if targeted else "plate", size * (0.12 if targeted else 0.07))
        s.text((left + wide / 2, y - high / 2), str(n), size, "plate")
        left += wide


_SPOTS = {
    1: ((0, 0.02, 0.58),),
    2: ((-0.46, 0, 0.45), (0.46, 0, 0.45)),
    3: ((-0.44, 0.32, 0.4), (0.44, 0.32, 0.4), (0, -0.36, 0.4)),
}
"""Where heroes on one hex stand, and how large they are, as shares of the radius."""
_BESIDE, _FAR = (0.24, 0.2, 0.5), ((0, 0, 0.82),)
"""The same for a hero beside a feature, which can be seen whole behind it, and for one that is seen from far away."""
ACTING = 1.2
"""How many times as large as others the hero is whose turn it is, alone on a hex."""


POINTER = 0.52
"""The radius of a sign that points at a hero, as a share of a hex's."""


class SpotKey(NamedTuple):
    """A revealed hex with whatever stands on it; `cost` is shown where one can walk to; whether it can be `paid` now.

    `path`: towards which neighbours a hero's last walk has crossed it, as directions clockwise from the north. `fight`: what the latest fight here
    brought, such as `+4`; `!` where the monster stands. `pointer`: at a hero beyond the edge. `frame`: of a
    monster that may be provoked, in FRAMES.
    """

    spot: Spot
    terrain: str
    night: bool
    feature: str
    monster: MonsterKey | None = None
    heroes: tuple[HeroKey, ...] = ()
    cost: int = 0
    paid: bool = False
    path: tuple[int, ...] = ()
    fight: str = ""
    frame: str = ""
    pointer: Pointer | None = None


def _hex(look: Theme, radius: int, dense: int, key: SpotKey) -> Canvas:
    """A revealed hex; numbers on it have the size `dense`."""
    spot, terrain, night, feature, monster, heroes, cost, paid, path, fight, frame, pointer = key
    role = f"{terrain}_night" if night else terrain
    s = _ground(look, radius, ground(look, radius, terrain, night, spot))
    x, y = s.size[0] / 2, s.size[1] / 2
    there = feature not in SCENERY and not (monster and feature in GUARDED)
    scattered(s, radius, terrain, night, spot, there or bool(monster or heroes or cost or fight or key.pointer))
    s.polygon(outline(radius, x, y, s.size[1]), None, f"{role}_mark", 2)
    if there:
        _feature(s, (x, y), radius, key)
    veil(s, radius, spot)
    for wide, way in ((0.19, "edge"), (0.11, "gold")):
        for side in path:
            dx, dy = ways(radius)[side]
            s.line([(x, y), (x + dx / 2, y + dy / 2)], way, radius * wide)
        if path:
            s.ellipse((x, y), radius * wide * 0.9, way)
    if monster:
        if fight:
            for role, wide in (("edge", 0.17), ("attack", 0.11)):
                s.polygon(outline(radius * 0.9, x, y, s.size[1] * 0.9), None, role, radius * wide)
        if frame:
            _framed(s, (x, y), radius, frame)
        _monster(s, x, y, radius, monster, dense)
    if heroes:
        alone = len(heroes) == 1
        far = radius < FIGURES * dense
        for (dx, dy, size), hero in zip(_FAR if alone and far else (_BESIDE,) if there and alone else _SPOTS[len(heroes)], heroes, strict=True):
            hero_mark(s, x + dx * radius, y + dy * radius, size * (ACTING if alone and hero.active and not far else 1) * radius, hero)
    if cost:
        _cost(s, (x, y), radius, dense, cost, paid)
    elif fight not in ("", "!"):
        _won(s, (x, y), radius, dense, fight, alone=not heroes)
    if pointer:
        pointer_mark(s, x, y, radius * POINTER, pointer)
    return s


def _feature(s: Canvas, centre: Point, radius: int, key: SpotKey) -> None:
    """A feature: in the middle, or behind what stands there."""
    (x, y), shade = centre, f"{key.terrain}_night_mark" if key.night else f"{key.terrain}_mark"
    if key.monster:
        right, down, size = -0.54, -0.18, 0.6
    elif key.heroes or key.fight:
        right, down, size = -0.4, -0.4, 0.66
    elif key.cost:
        right, down, size = 0, -0.22, 1.06
    else:
        right, down, size = 0, 0, 1.2
    feature(s, key.feature, (x + right * radius, y + down * radius), size * radius, key.night, shade)


def _cost(s: Canvas, centre: Point, radius: int, dense: int, cost: int, paid: bool) -> None:
    """Draws what the way to a hex costs on a plate at its foot, and frames the hex: in green with gold where it can be `paid` now, in white where the
    hand pays for it."""
    _framed(s, centre, radius, "now" if paid else "perhaps")
    (x, y), size = centre, max(dense, round(radius * COST))
    if radius >= FIGURES * dense:
        y += radius * 0.84 - size * PLATE / 2
    price(s, (x, y), str(cost), size, paid)


FRAMES = {"now": (("edge", 0.16), ("gold", 0.1)), "perhaps": (("edge", 0.1), ("plate", 0.05))}
"""The frames of hexes that can be chosen: `now`, or only with more cards, or at a risk. Roles, and widths as shares of the radius."""


def _framed(s: Canvas, centre: Point, radius: int, frame: str) -> None:
    """Draws the frame of a hex that can be chosen."""
    for role, wide in FRAMES[frame]:
        s.polygon(outline(radius * 0.92, *centre, s.size[1] * 0.92), None, role, radius * wide)


def _won(s: Canvas, centre: Point, radius: int, dense: int, points: str, alone: bool) -> None:
    """Draws what the latest fight brought, or crossed swords where there is no room; in a corner unless it is `alone` on its hex."""
    (x, y), roomy = centre, radius >= FIGURES * dense
    if not roomy and alone:
        s.polygon(outline(radius * 0.94, x, y, s.size[1] * 0.94), "gold", "edge", radius * 0.12)
        if width(points, "Bold", dense) <= radius * 1.8:
            s.text((x, y), points, dense, "edge")
        else:
            s.figure(mask("hexknight", "attack"), (x, y), radius * 1.3, "edge")
        return
    size = max(dense * 0.86, radius * 0.4) if roomy else radius * 0.5
    if not alone:
        x, y = x - radius * 0.42, y - radius * 0.4
    rays(s, (x, y), size)
    if roomy:
        s.text((x, y), points, dense, "edge")
    else:
        s.figure(mask("hexknight", "attack"), (x, y), size * 1.25, "edge")


def _fog(look: Theme, radius: int, spot: Spot, pointer: Pointer | None = None) -> Canvas:
    """A cloud: without a hex's edge, for what is known has to be seen first; perhaps with a pointer at a hero beyond the edge."""
    s = _ground(look, radius, fog(look, radius, spot))
    if pointer:
        pointer_mark(s, s.size[0] / 2, s.size[1] / 2, radius * POINTER, pointer)
    return s


def _edge(look: Theme, radius: int, box: tuple[int, int, int, int], spot: Spot, terrain: str, night: bool) -> Canvas:
    """Draws a hex at the map's edge: only its bare ground, in the dusk; an unknown `terrain` is a cloud."""
    whole = _ground(look, radius, ground(look, radius, terrain, night, spot) if terrain else fog(look, radius, spot))
    if terrain:
        veil(whole, radius, spot)
    left, top, right, bottom = box
    s = Canvas((right - left, bottom - top), look, PLAIN, grows=False)
    part = whole.image.crop((left * whole.scale, top * whole.scale, right * whole.scale, bottom * whole.scale))
    s.image = Image.blend(part, Image.new("RGB", part.size, look["frame_deep"]), 0.55)
    s.pen = ImageDraw.Draw(s.image)
    s.mask = tile(radius).crop(box)
    return s


def _ground(look: Theme, radius: int, painted: Image.Image) -> Canvas:
    """A hex with its ground, in whose pixels nobody else has a share."""
    s = Canvas(sprite_size(radius), look, PLAIN, grows=False)
    s.image.paste(painted.resize(s.image.size, Image.Resampling.NEAREST), (0, 0))
    s.mask = tile(radius)
    return s


# Cards


def _caption(look: Theme, width: int, height: int, words: str, size: int, strong: bool) -> Canvas:
    s = Canvas((width, height), look, PLAIN)
    weight = "Bold" if strong else "Medium"
    s.text((20, height / 2), fitted(words, weight, size, width - 16), size, "ink" if strong else "soft", "lm", weight)
    return s


_SPRITES: dict[str, Any] = {
    "full": ART.full,
    "held": partial(held, ART),
    "held_row": partial(held_row, ART),
    "more": more,
    "hex": _hex,
    "fog": _fog,
    "edge": _edge,
    "caption": _caption,
    "cover": cover,
    "fight": fight_box,
    "duel": duel,
    "end": end_box,
    "final": final_seat,
    **PANELS,
}
