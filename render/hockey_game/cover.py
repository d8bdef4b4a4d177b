"""The cover: two teams at the faceoff under the lights, a goalkeeper behind each."""

from __future__ import annotations

import math

from PIL import Image

from render.canvas import Canvas, Item, Scene
from render.hockey_game.figures import KEEPER, SKATER, player, puck
from render.hockey_game.ice import ground
from render.hockey_game.side_boxes import FACE
from render.hockey_game.stage_layout import Rink
from render.look import Look
from render.stage import COVER
from render.theme import Theme

RINK = Rink(1000, 620, 150, 60, 40)
"""Of which the cover shows the upper part."""
TEAMS = ("can", "swe")
TITLE = 118


def cover_scene(look: Look) -> Scene:
    """The cover with the game's name."""
    return Scene(COVER, {"cover": Item(("cover", look.say("title")), 0, 0)})


def cover(look: Theme, title: str) -> Canvas:
    """Draws the cover."""
    s = Canvas(COVER, look, grows=False)
    wide, high = COVER
    s.image.paste(ground(look, RINK, bare=True).crop((0, 0, wide, high)).resize(s.image.size, Image.Resampling.NEAREST))
    for x in (76, 924):
        for n in range(3):
            s.ellipse((x + (n - 1) * 46, 22), 15, "plate", "board_line", 4)
    s.box((150, 16, wide - 300, 138), 18, "board", "board_line", 6)
    s.text((wide / 2, 84), title.upper(), TITLE, "led", "mm", FACE)
    s.ellipse((wide / 2, 352), 70, None, "blue", 8)
    for side, team in zip((-1, 1), TEAMS, strict=True):
        player(s, (wide / 2 + side * 375, 262, 76), team, KEEPER, -side)
        player(s, (wide / 2 + side * 168, 272, 112), team, SKATER, -side)
    puck(s, (wide / 2, 374), 17)
    for angle in range(200, 341, 28):
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        s.line([(wide / 2 + 36 * dx, 366 + 26 * dy), (wide / 2 + 52 * dx, 366 + 38 * dy)], "ice_mark", 4)
    return s
