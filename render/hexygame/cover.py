"""HexyGame's cover and opening picture: two hosts facing each other over the Centre."""

from __future__ import annotations

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.hexygame.ground import FRAME, halo
from render.hexygame.hexes import GROUNDS, INKS
from render.hexygame.icons import figure, flag, star
from render.text import width as width_of
from render.theme import Theme

LEFT_HOST = ("goblin_warcaller", "kiln_drake", "sun_lancer", "firewatch_tower", "griffin_rider")
RIGHT_HOST = ("lich_of_the_ninth_bell", "cloud_serpent", "moss_troll", "black_obelisk", "bone_walker")
"""Cards that stand on each side, from the front to the back."""
FIELD = ((-1, 0), (-1, -1), (-1, 1), (-2, 0), (-2, 1))
LINE = ((-1, 0), (-1, -1), (-2, -1), (-2, 0), (-3, -1))
"""Where they stand, as columns and rows from the Centre, the others mirrored: all around it, and in two rows."""


def cover(look: Theme, wide: int, high: int, title: str) -> Canvas:
    """The cover: the hosts, and the game's name below."""
    s = _ground(look, wide, high)
    _hosts(s, (wide / 2, high * 0.485), high * 0.19, LINE)
    _name(s, title, 118, 92)
    return s


def opening(look: Theme, wide: int, high: int, title: str) -> Canvas:
    """The picture in the place of the map before the first turn."""
    s = _ground(look, wide, high)
    _hosts(s, (wide / 2, high * 0.41), wide / 5 / 1.74, FIELD)
    _name(s, title, 112, 76)
    return s


def _name(s: Canvas, title: str, high: int, size: int) -> None:
    """Draws the game's name across the lower edge."""
    wide, whole = s.size
    while width_of(title, "Inscription", size) > wide * 0.8:
        size -= 4
    s.box((0, whole - high, wide, high), 0, "edge")
    s.line([(0, whole - high), (wide, whole - high)], "gold", 4)
    s.text((wide / 2, whole - high / 2 + size * 0.08), title, size, "gold", weight="Inscription")


def _ground(look: Theme, wide: int, high: int) -> Canvas:
    s = Canvas((wide, high), look, PLAIN, "page", grows=False)
    s.glow((0, 0, wide, high), FRAME, light=(0.5, 0.42))
    return s


def _hosts(s: Canvas, middle: Point, radius: float, stand: tuple[tuple[int, int], ...]) -> None:
    """Draws both hosts with their Flags behind them and the Centre between them."""
    x, y = middle
    wide, row = radius * 1.732, radius * 1.5
    places = [(a, b) for b in (-2, -1, 0, 1, 2) for a in range(-5, 6)]
    for across, down in places:
        at = (x + (across + down % 2 / 2) * wide, y + down * row)
        s.polygon(outline(radius - 2, *at), "land_low" if (across + down) % 2 else "land", "land_edge", 3)
    for seat, hosts, way in ((0, LEFT_HOST, 1), (1, RIGHT_HOST, -1)):
        for card, (across, down) in zip(hosts, stand, strict=True):
            at = (x + way * (across + (abs(down) % 2) / 2) * wide, y + down * row)
            _unit(s, at, radius, seat, card)
        at = (x - way * 3 * wide, y)
        s.polygon(outline(radius - 3, *at), f"seat{seat}_deep", f"seat{seat}", 5)
        flag(s, *at, radius * 0.5, f"seat{seat}_glow", 3)
    s.polygon(outline(radius - 3, x, y), "edge", "gold", 6)
    star(s, x, y, radius * 0.66, "gold")


def _unit(s: Canvas, at: Point, radius: float, seat: int, card: str) -> None:
    halo(s, outline(radius - 2, *at), (at[0], at[1] - 0.3 * radius), radius * 1.2, GROUNDS[seat])
    s.polygon(outline(radius - 3, *at), None, "edge", 6)
    s.polygon(outline(radius - 6, *at), None, f"seat{seat}_glow", 3)
    figure(s, *at, radius * 1.25, card, INKS[seat])
