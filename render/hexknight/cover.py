"""The game's cover: an island of hexes under the evening sky, heroes on one side, a dragon on the other."""

from __future__ import annotations

from PIL import Image

from render import stage
from render.art import mask
from render.canvas import PLAIN, Canvas, Item, Scene
from render.flatgrid import FlatLayout, outline, tile
from render.hexknight.ground import FOG, LAND, SEA, Spot, ground, veil
from render.hexknight.growth import scattered
from render.hexknight.landscape import feature
from render.hexknight.marks import HeroKey, hero_mark, monster_mark, tag
from render.look import Look
from render.theme import Theme
from rules.hexknight.island import neighbour

ISLAND = (
    "ssssssssssssss",
    "ssmfpsshmfpsss",
    "sfhpphfphdfmss",
    "fpdpfpwpfpphfs",
)
"""Terrain by rows, a letter each."""
NAMES = {"s": "sea", "m": "mountain", "f": "forest", "p": "plains", "h": "hills", "d": "desert", "w": "swamp"}
PLACES = {(3, 2): "castle", (6, 3): "village", (9, 2): "ruins", (7, 2): "monastery", (2, 3): "tomb"}
RADIUS, LEFT, TOP = 52, 10, 150


def cover_scene(look: Look) -> Scene:
    """The cover."""
    return Scene(stage.COVER, {"cover": Item(("cover", look.say("title")), 0, 0)})


def cover(look: Theme, title: str) -> Canvas:
    """Everything on the cover."""
    s = Canvas(stage.COVER, look, PLAIN, grows=False)
    s.shade((0, 0, *stage.COVER), ("sea_night_mark", "sea_night", "foam_night"))
    layout = FlatLayout(RADIUS, LEFT, TOP)
    for column in range(len(ISLAND[0])):
        for row, letters in enumerate(ISLAND):
            _hex(s, layout, column, row, NAMES[letters[column]])
    x, y = stage.COVER[0] / 2, 92
    for n, (dx, dy) in enumerate(((4, 5), (0, 0))):
        s.text((x + dx, y + dy), title, 120, ("edge", "plate")[n], "mm", "Inscription")
    for seat, at in enumerate(((150, 268), (262, 316), (60, 330))):
        hero_mark(s, *at, 50, HeroKey(seat, seat == 0))
    monster_mark(s, 828, 262, 66, "dragon", "red_dragon")
    tag(s, (828, 332), "7/7", 44)
    s.figure(mask("hexknight", "attack"), (500, 300), 96, "gold", "edge")
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
