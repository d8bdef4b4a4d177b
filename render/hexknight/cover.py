"""The game's cover: an island of hexes under the evening sky, heroes on one side, a dragon on the other."""

from __future__ import annotations

from PIL import Image

from render import stage
from render.canvas import PLAIN, Canvas, Item, Scene
from render.flat_hexgrid import FlatLayout, outline, tile
from render.hexknight.ground import FOG, LAND, SEA, Spot, ground, veil
from render.hexknight.marks import HeroKey, hero_mark, monster_mark, tag
from render.hexknight.places import feature
from render.hexknight.vegetation import scattered
from render.look import Look
from render.theme import Theme
from rules.hexknight.island import neighbour

ISLAND = (
    "ssssssssssssss",
    "ssfpssshfmssss",
    "sphfppphpphmfs",
    "fpdpfpwpfpdpps",
    "dfpphpmpfphpfp",
)
"""Terrain by rows, a letter each."""
NAMES = {"s": "sea", "m": "mountain", "f": "forest", "p": "plains", "h": "hills", "d": "desert", "w": "swamp"}
PLACES = {(6, 2): "castle", (4, 3): "village", (9, 3): "ruins", (8, 1): "monastery", (12, 3): "magic_circle", (11, 3): "tomb"}
WALK = ((3, 2), (4, 2), (5, 2), (6, 3), (7, 2), (8, 2), (9, 2), (10, 2))
"""The hexes over which a knight goes."""
HEROES = (((3, 2), 44), ((1, 2), 38), ((2, 3), 38))
"""Where they stand, and how large they are."""
LAIR = (10, 2)
RADIUS, LEFT, TOP = 50, 25, 100


def cover_scene(look: Look) -> Scene:
    """The cover."""
    return Scene(stage.COVER, {"cover": Item(("cover", look.say("title")), 0, 0)})


def cover(look: Theme, title: str) -> Canvas:
    """Draws the whole cover."""
    s = Canvas(stage.COVER, look, PLAIN, grows=False)
    s.shade((0, 0, *stage.COVER), ("sea_night_mark", "sea_night", "foam_night"))
    layout = FlatLayout(RADIUS, LEFT, TOP)
    for column in range(len(ISLAND[0])):
        for row, letters in enumerate(ISLAND):
            _hex(s, layout, column, row, NAMES[letters[column]])
    walk = [layout.centre(*place) for place in WALK]
    for role, wide in (("edge", 11), ("gold", 6)):
        s.line([(float(x), float(y)) for x, y in walk], role, wide)
    for n, (dx, dy) in enumerate(((4, 5), (0, 0))):
        s.text((stage.COVER[0] / 2 + dx, 78 + dy), title, 116, ("edge", "plate")[n], "mm", "Inscription")
    for seat, (place, r) in enumerate(HEROES):
        hero_mark(s, *layout.centre(*place), r, HeroKey(seat, seat == 0))
    x, y = layout.centre(*LAIR)
    monster_mark(s, x, y - 14, 60, "dragon", "red_dragon")
    tag(s, (x, y + 50), "7/7", 40)
    return s


def _hex(s: Canvas, layout: FlatLayout, column: int, row: int, terrain: str) -> None:
    """A hex of the island, on the canvas."""
    around = ""
    for way in range(6):
        x, y = neighbour(column, row, way)
        inside = 0 <= y < len(ISLAND) and 0 <= x < len(ISLAND[0])
        around += LAND if (inside and ISLAND[y][x] != "s") or y >= len(ISLAND) else SEA
    spot, radius = Spot(column, row, around), layout.radius
    one = Canvas(tile(radius).size, s.theme, PLAIN, grows=False)
    one.image.paste(ground(s.theme, radius, terrain, False, spot).resize(one.image.size, Image.Resampling.NEAREST), (0, 0))
    place = PLACES.get((column, row), "")
    scattered(one, radius, terrain, False, spot, bool(place))
    one.polygon(outline(radius, one.size[0] / 2, one.size[1] / 2, one.size[1]), None, f"{terrain}_mark", 2)
    if place:
        feature(one, place, (one.size[0] / 2, one.size[1] / 2), radius * 1.3, False, f"{terrain}_mark")
    veil(one, radius, spot._replace(around=around.replace(FOG, SEA)))
    left, top = layout.corner(column, row)
    s.image.paste(one.image, (left * s.scale, top * s.scale), tile(radius).resize(one.image.size, Image.Resampling.NEAREST))
