"""The game's cover: the strongest monster of each faction on the torn battlefield, a stone between them, and the title."""

from __future__ import annotations

from render import stage
from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.monster_hex.ground import lay
from render.monster_hex.stones import monolith
from render.monster_hex.tiles import GROUNDS, MARKS, Cut, figure, mark
from render.theme import Theme

RADIUS = 112
PLACES = {"ember": (112, 262), "tide": (304, 262), "moss": (696, 262), "dune": (888, 262)}
OUTLINE = ((-3, 0), (3, 0), (0, -3), (0, 3), (-2, -2), (2, 2), (-2, 2), (2, -2), (4, 5), (5, 6))
"""Where the dark edge and the shadow of the title lie."""


def cover(look: Theme, title: str) -> Canvas:
    """Draws the cover."""
    s = Canvas(stage.COVER, look, PLAIN, grows=False)
    lay(s, (0, (stage.HEIGHT - s.size[1]) // 2))
    for faction, at in PLACES.items():
        _monster(s, faction, at)
    monolith(s, (500, 272), Cut(RADIUS, 0), "stone", "stone_line", 3)
    for n, value in enumerate(("7", "5", "3")):
        size = (92, 52, 52)[n]
        at = ((500, 244), (462, 322), (538, 322))[n]
        s.text((at[0] + 2, at[1] + 3), value, size, "abyss")
        s.text(at, value, size, "stone_ink")
    size = 104
    for dx, dy in OUTLINE:
        s.text((500 + dx, 76 + dy), title, size, "stone_deep", weight="Runes")
    s.text((500, 76), title, size, "stone_ink", weight="Runes")
    return s


def _monster(s: Canvas, faction: str, at: Point) -> None:
    """Draws a monster on its tile."""
    x, y = at
    s.polygon(outline(RADIUS + 3, x + 4, y + 6), "stone_deep")
    s.glow(outline(RADIUS, x, y), GROUNDS[faction], light=(0.5, 0.45))
    s.polygon(outline(RADIUS - 4, x, y), outline=f"{faction}_glow", width=3)
    figure(s, "m01", (x, y - 6), RADIUS * 1.2, faction)
    mark(s, MARKS[faction], x, y + RADIUS * 0.74, RADIUS * 0.1, f"{faction}_ink")
