"""The numbers of a reality: each on a chip of its own shape and colour, in a row with ground between, so that none reads on into the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Canvas, Point
from render.hexygame.hex_sizes import Tile
from render.hexygame.icons import COUNTERSTRUCK, energy
from render.text import width

POINT = 0.18
"""How far the blade's point rises above its chip and the shield's lies below it, as a share of its height."""
APART = 2
"""What is between chips at least, in units of a hex."""
EDGE = 3
"""How far the outer chips are from the edge of a hex, in units of one."""
LESS = 0.88
"""How high a chip between two others is beside these."""
ROUND = 0.94
"""How wide a chip is at least, as a share of its height."""
SIDES, TIGHT = 0.18, 0.1
"""What is at both sides of digits in a chip, as a share of their size; and where there is little room."""


CHIPS = 64
"""So many shapes of chips are kept."""


class Figures(NamedTuple):
    """The numbers of a reality, as they change; None of what has gone where nobody knows any more."""

    attack: int | None
    defense: int | None
    points: int | None
    die: int
    actions: int


class Chip(NamedTuple):
    """What stands on a chip, and its role: of a number, or of the letter of an energy."""

    words: str
    role: str


def chips(figures: Figures, gives: str = "") -> list[Chip]:
    """What is shown of the numbers: of what does not strike or has no defense no zero; in the place of an attack the letter of the energy that a
    building `gives`."""
    shown = ((figures.attack, "attack"), (figures.defense, "defense"), (figures.points, "points"))
    numbers = [Chip(str(number), role) for number, role in shown if number or (number == 0 and role == "points")]
    return [Chip(gives, "energy"), *numbers] if gives and not figures.attack else numbers


class Badge(NamedTuple):
    """The place of a die or another mark on a hex: its middle and its size."""

    x: float
    y: float
    size: float


class Row(NamedTuple):
    """The chips that lie side by side: the size of their digits, how wide each is; and whether the first one has no room there and lies above."""

    size: int
    widths: tuple[float, ...]
    lifts: bool = False


def row(tile: Tile, shown: Sequence[Chip]) -> Row:
    """The chips of a reality in a row, with digits as large as there is room for; where there is none even for the smallest, but for one."""
    sizes = [round(digits * tile.scale) for digits in tile.layout.digits]
    ways = [(size, ROUND * tile.layout.row[1] * tile.scale, SIDES) for size in sizes] + [(sizes[-1], 0.0, TIGHT)]
    for lifts in (False, True):
        for size, least, sides in ways:
            widths = tuple(max(least, width(words, "Bold", size) + sides * size) for words, _ in shown[lifts:])
            if sum(widths) + APART * tile.unit * (len(widths) - 1) <= 2 * (tile.half - APART * tile.unit):
                return Row(size, widths, lifts)
    return Row(sizes[-1], widths, True)


def draw_chips(s: Canvas, tile: Tile, numbers: Sequence[Chip], mark: Badge) -> None:
    """Draws attack on a blade, defense on a shield, counters on a disc, in the lower corners of a hex and between them; what has no room in their row
    lies in the place of the mark."""
    shown, (size, widths, lifts) = list(numbers), row(tile, numbers)
    u, high = tile.unit, tile.layout.row[1] * tile.scale
    y = tile.middle[1] + tile.layout.row[0] * tile.scale
    if lifts:
        words, role = shown.pop(0)
        wide = width(words, "Bold", size) + TIGHT * size
        left = max(mark.x - wide / 2, 2 * APART * u)
        _draw(s, (left, mark.y - high / 2), (wide, high), (words, role, size), 1.6 * u)
    room = 2 * (tile.half - EDGE * u)
    free = room - sum(widths)
    x = tile.half - room / 2 if len(shown) > 1 else tile.half + room / 2 - widths[0]
    if free < 0:
        x += free / 2
    for n, ((words, role), wide) in enumerate(zip(shown, widths, strict=True)):
        if 0 < n < len(shown) - 1:
            _between(s, tile, Chip(words, role), (x + wide / 2, y + high))
            x += wide + free / (len(shown) - 1)
            continue
        letters = tile.layout.label[1] * tile.scale if role == "energy" else size
        _draw(s, (x, y), (wide, high), (words, role, round(letters)), 1.6 * u)
        x += wide + free / max(1, len(shown) - 1)


def _between(s: Canvas, tile: Tile, chip: Chip, foot: Point) -> None:
    """Draws a chip between two others smaller, on its foot: above it more of the figure is seen."""
    size = round(tile.layout.digits[-1] * tile.scale)
    wide, high = width(chip.words, "Bold", size) + SIDES * size, LESS * tile.layout.row[1] * tile.scale
    _draw(s, (foot[0] - wide / 2, foot[1] - high), (wide, high), (*chip, size), 1.6 * tile.unit)


def _draw(s: Canvas, at: Point, box: tuple[float, float], number: tuple[str, str, int], rim: float) -> None:
    words, role, size = number
    if role == "energy":
        middle, r = (at[0] + box[0] / 2, at[1] + box[1] / 2), box[1] / 2 - rim
        s.ellipse(middle, r + rim, "plate")
        energy(s, *middle, r, words, size)
        return
    wide, high = (round(side * s.scale) for side in box)
    for more, colour in ((round(rim * s.scale), "edge"), (0, role)):
        chip = _chip(role, wide + 2 * more, high + 2 * more)
        left, top = (round(side * s.scale) - more for side in at)
        s.image.paste(s.theme[colour], (left, top - (chip.height - high - 2 * more) // 2), chip)
    s.text((at[0] + box[0] / 2, at[1] + box[1] / 2), words, size, "plate")


@lru_cache(CHIPS)
def _chip(role: str, wide: int, high: int) -> Image.Image:
    """A mask of a chip: a blade, a shield or a disc, with room above and below it for their points."""
    tip, corner = round(POINT * high), 0.2 * high
    found = Image.new("1", (wide, high + 2 * tip))
    pen = ImageDraw.Draw(found)
    top, bottom = tip, tip + high - 1
    pen.rounded_rectangle((0, top, wide - 1, bottom), high / 2 if role == "points" else corner, fill=1)
    if role == "attack":
        pen.polygon([(0, top + corner), (wide / 2, 0), (wide - 1, top + corner)], fill=1)
    elif role == "defense":
        pen.polygon([(0, bottom - corner), (wide / 2, bottom + tip), (wide - 1, bottom - corner)], fill=1)
    return found


def draw_die(s: Canvas, tile: Tile, figures: Figures, place: Badge) -> None:
    """Draws the die: black while it is there, grey after a counterstrike, white with the card's actions without; who has no actions has none."""
    if not (figures.die or figures.actions):
        return
    size = place.size
    fill, role = ("grey", "plate") if figures.die == COUNTERSTRUCK else ("die", "gold") if figures.die else ("plate", "die")
    words = str(figures.die or figures.actions)
    wide, high = max(0.86 * size, width(words, "Bold", round(size)) + 0.16 * size), 0.92 * size
    rim = 1.8 * tile.unit
    x, y = place.x - wide / 2, place.y - high / 2
    s.box((x - rim, y - rim, wide + 2 * rim, high + 2 * rim), 0.3 * size, "plate" if fill != "plate" else "edge")
    s.box((x, y, wide, high), 0.24 * size, fill)
    s.text((x + wide / 2, y + high / 2), words, size, role)
