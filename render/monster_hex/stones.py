"""Magic stones: monoliths with engraved prizes, and the strength of the factions around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import Canvas, Point
from render.hexgrid import outline
from render.monster_hex.ground import lay
from render.monster_hex.tiles import Cut, hexagon, plate
from render.text import font
from render.theme import Theme

CORNERS = (
    (0, 0.97),
    (0.2, 0.93),
    (1, 0.99),
    (1.3, 0.93),
    (2, 0.96),
    (2.7, 0.93),
    (3, 0.985),
    (3.6, 0.95),
    (4, 0.99),
    (4.4, 0.92),
    (5, 0.96),
    (5.8, 0.94),
)
"""The outline of a monolith: how far around a hex from its first corner, in sixths, and how far out."""

LABEL = 0.36
"""How large a stone's own label is, as a share of its radius."""
TIGHT = 0.78, 0.88
"""How wide and how high plates are in a tight place, as shares of the size of letters."""


class StoneKey(NamedTuple):
    """A stone: `values` are (value, faction of the colour, faction of the taker), `totals` (faction, power). `new`: it has just been captured;
    `asked`: the viewer takes one of its values."""

    label: str
    values: tuple[tuple[int, str | None, str | None], ...]
    totals: tuple[tuple[str, int], ...]
    done: bool
    choosing: bool
    new: bool
    asked: bool = False


def stone(look: Theme, sizes: Cut, key: StoneKey, corner: tuple[int, int]) -> Canvas:
    """A stone with its prizes, those of a colour framed in it, those that are taken on a plate of the taker's colour; and the strongest factions
    around it. It is worn once nobody has a prize to take."""
    done = key.done and not key.choosing
    if sizes.named:
        sizes = sizes._replace(power=round(sizes.radius * 0.36))
    s, x, y = hexagon(look, sizes)
    lay(s, corner)
    body = "done" if done else "stone"
    edge = "legal_line" if key.asked else "accent" if key.choosing else "best" if key.new else "stone_line"
    monolith(s, (x, y), sizes, body, edge, 8 if key.asked else 5 if key.choosing or key.new else 2)
    if sizes.label:
        s.text((x, y - sizes.radius * (0.58 if sizes.flat else 0.6)), key.label, max(sizes.label, round(sizes.radius * LABEL)), f"{body}_ink")
    totals = () if done else _shown(key.totals, sizes)
    rows = [totals[:2], totals[2:]] if len(totals) > 2 else [totals] if totals else []
    high = sizes.power * (1.06 if sizes.ranked else TIGHT[1])
    top = y - (high * (1 + 1.12 * len(rows)) / 2 if rows else high / 2) + (sizes.radius * 0.14 if sizes.label else 0)
    if rows and sizes.flat and not sizes.ranked and len(key.values) > 2:  # A hex that lies is narrow above and below.
        _prizes(s, (x, y - sizes.power * 0.36), key, sizes, body, tight=True)
        _strengths(s, (x, y + sizes.power * 0.64), totals, sizes, tight=True)
        return s
    _prizes(s, (x, top + high / 2), key, sizes, body, tight=not sizes.ranked and bool(rows))
    for n, row in enumerate(rows):
        _strengths(s, (x, top + high * (1.66 + 1.12 * n)), row, sizes)
    return s


def _shown(totals: Sequence[tuple[str, int]], sizes: Cut) -> Sequence[tuple[str, int]]:
    """The strengths for which there is room, the highest first: two beside each other, or one; close up all."""
    best = sorted(totals, key=lambda total: -total[1])
    wide = sum(_wide(str(power), sizes.power) + 3 for _, power in best[:2])
    return best if sizes.named else best[: 2 if wide <= sizes.radius * 1.66 else 1]


def _wide(number: str, size: int) -> float:
    """The width of a plate for a number in a letter size."""
    return font("Bold", size).getlength(number) + size * 0.3


def _prizes(s: Canvas, at: Point, key: StoneKey, sizes: Cut, body: str, tight: bool = False) -> None:
    """Draws the values of a stone beside each other; a single one is large, and in a `tight` place plates are hardly larger than their numbers."""
    alone = len(key.values) == 1 and not key.totals
    size = round(sizes.power * (1.5 if alone else 1.08 if len(key.values) < 3 else 1))
    wide, high = (size * part for part in (TIGHT if tight else (0.96 if len(key.values) > 2 else 1.1, 1.06)))
    step = min(wide + (1 if tight and sizes.flat else 5), (sizes.radius * 1.72 - wide) / max(1, len(key.values) - 1))
    for n, (value, colour, taker) in enumerate(key.values):
        x = at[0] + (n - (len(key.values) - 1) / 2) * step
        box = (x - wide / 2, at[1] - high / 2, wide, high)
        owner = taker or (colour if body == "stone" else None)
        if owner:
            plate(s, owner, box, owner)
        if not taker and body == "stone":
            plate(s, owner or "", (box[0] + 3, box[1] + 3, wide - 6, high - 6), f"{owner}_deep" if owner else "stone_deep")
        ink = f"{taker}_ink" if taker else f"{body}_ink"
        s.text((x, at[1]), str(value), size, ink)


def _strengths(s: Canvas, at: Point, totals: Sequence[tuple[str, int]], sizes: Cut, tight: bool = False) -> None:
    """The strengths of factions beside each other on a dark strip, which tells them from prizes, each on a plate of its faction."""
    gap, closer = (2, sizes.power * 0.2) if tight else (5, 0)
    widths = [_wide(str(power), sizes.power) - closer for _, power in totals]
    high = sizes.power * (TIGHT[1] if tight else 0.98)
    whole = sum(widths) + gap * (len(widths) - 1)
    x = at[0] - whole / 2
    if not tight:
        s.box((x - 6, at[1] - high * 0.58, whole + 12, high * 1.16), high * 0.3, "rim")
    for (faction, power), wide in zip(totals, widths, strict=True):
        plate(s, faction, (x, at[1] - high / 2, wide, high), faction or "stone_line")
        s.text((x + wide / 2, at[1]), str(power), sizes.power, f"{faction or 'stone'}_ink")
        x += wide + gap


def monolith(s: Canvas, at: Point, sizes: Cut, body: str, edge: str, width: float) -> None:
    """A standing stone that fills its hex, chipped at its edges, lit from above."""
    radius, around = sizes.radius, outline(sizes.radius, *at, sizes.flat)
    points = []
    for turn, out in CORNERS:
        whole, part = int(turn), turn % 1
        ax, ay = around[whole]
        bx, by = around[(whole + 1) % 6]
        px, py = ax + (bx - ax) * part, ay + (by - ay) * part
        points.append((at[0] + (px - at[0]) * out, at[1] + (py - at[1]) * out))
    s.polygon([(x + 2, y + 3) for x, y in points], "abyss")
    if body == "done":
        s.polygon(points, body)
    else:
        s.shade(points, (body, f"{body}_deep"))
    for n in (-4, -3, -2, -1, 0, 1):  # Its upper left edges are in the light.
        (ax, ay), (bx, by) = points[n], points[n + 1]
        s.line([(ax + 3, ay + 4), (bx + 3, by + 4)], f"{body}_glow", max(2.0, radius * 0.045))
    s.polygon(points, outline=edge, width=width)
