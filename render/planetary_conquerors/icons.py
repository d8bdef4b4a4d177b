"""Small signs of Planetary Conquerors: seats, numbers, materials, costs, bars; and its figures."""

from __future__ import annotations

import re
from math import cos, pi, sin

from PIL import Image, ImageChops

from render import art
from render.canvas import Box, Canvas, Point
from render.cards import Art
from render.text import laid_out, largest

GAME = "planetary_conquerors"
ROLE = {"miner": "miner", "building": "building", "warrior": "warrior", "trap": "trap", "spell": "spell", "mine": "mine"}
"""Roles of the types of cards; everywhere the type is also said or shown by a shape."""
MATERIAL = {"g": "gold", "c": "cosmium", "e": "electricity"}
SIZES = (28, 26, 24, 22, 20, 18, 16)
"""Sizes of names, the largest that fits."""


def mark(s: Canvas, x: float, y: float, r: float, seat: int, role: str = "") -> None:
    """A seat's mark: circle, square, triangle, diamond, in its colour or that of a role."""
    role, line = role or f"seat{seat}", r * 0.14
    if seat == 0:
        s.ellipse((x, y), r, role, "edge", line)
    elif seat == 1:
        s.box((x - r, y - r, 2 * r, 2 * r), r * 0.25, role, "edge", line)
    elif seat == 2:
        s.polygon([(x, y - r * 1.15), (x + r * 1.15, y + r * 0.9), (x - r * 1.15, y + r * 0.9)], role, "edge", line)
    else:
        s.polygon([(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)], role, "edge", line)


def parts(text: str) -> list[str]:
    """A cost such as `2g1c` in its parts; nothing for a card without cost."""
    return [] if not text else re.findall(r"\d+[gce]", text) or [text]


def part(s: Canvas, x: float, y: float, r: float, text: str) -> None:
    """One material of a cost: how much, in its colour, with its letter."""
    letter = text[-1]
    if letter not in MATERIAL:
        s.ellipse((x, y), r, "hp")
        s.text((x, y), text, r * 1.2, "plate")
        return
    material(s, x, y, r, letter)
    s.text((x, y), text, r * 1.05, "edge" if letter == "g" else "plate")


def material(s: Canvas, x: float, y: float, r: float, letter: str) -> None:
    """The shape of a material: gold round, cosmium a diamond, electricity a square."""
    if letter == "g":
        s.ellipse((x, y), r, "gold")
    elif letter == "c":
        s.polygon([(x, y - r * 1.15), (x + r * 1.15, y), (x, y + r * 1.15), (x - r * 1.15, y)], "cosmium")
    else:
        s.box((x - r * 0.95, y - r * 0.95, r * 1.9, r * 1.9), r * 0.3, "electricity")


ART = Art(
    GAME,
    lambda kind: ROLE[kind],
    parts,
    part,
    {"attack": "attack", "hp": "hp"},
    {"warrior": "land", "miner": "works", "building": "town", "trap": "teeth", "spell": "rays"},
    {"1": "bronze", "2": "silver", "3": "gold"},
    "well",
)


# Figures


def figure(s: Canvas, word: str, centre: Point, size: float, role: str, shadow: str | None = "edge") -> None:
    """The picture of a card or of another word of the game."""
    if shadow:
        s.figure(art.mask(GAME, word), centre, size, role, shadow)
    else:
        s.sign(GAME, word, centre, size, role)


def leaning(word: str) -> Image.Image:
    """A figure that leans to its side: exhausted."""
    whole = art.mask(GAME, word)
    return whole.rotate(-25, Image.Resampling.BICUBIC, expand=True).resize(whole.size, Image.Resampling.BICUBIC)


def wrecked(word: str) -> Image.Image:
    """A figure that has broken in two: one half of it leans, the other one has sunk."""
    whole = art.mask(GAME, word)
    half, size = Image.new("L", whole.size), whole.width
    half.paste(whole.crop((0, 0, size // 2, size)), (0, size // 12))
    half = half.rotate(14, Image.Resampling.BICUBIC)
    half.paste(whole.crop((size // 2, 0, size, size * 3 // 4)).rotate(-20, Image.Resampling.BICUBIC, expand=False), (size // 2, size // 4))
    return half


def flickering(shape: Image.Image) -> Image.Image:
    """A figure of light: an illusion, as lines that do not quite hold together."""
    lines = Image.new("L", (1, shape.height))
    lines.putdata([255 if y // 10 % 2 else 60 for y in range(shape.height)])
    return ImageChops.multiply(shape, lines.resize(shape.size))


# Names and numbers


def named(s: Canvas, words: str, box: Box, role: str, sizes: tuple[int, ...] = SIZES) -> None:
    """A name in the middle of a box, as large as it can be in one line or two."""
    x, y, width, height = box
    size, lines = laid_out(words, round(width), round(height), sizes)
    s.lines((x + width / 2, y + height / 2), lines, (size, size * 1.04), role, "mm")


def bar(s: Canvas, box: Box, share: tuple[int, int], words: str, role: str = "", size: float = 0) -> None:
    """A bar for a part of a whole; in the colour of a role, else in a colour for how bad it is."""
    x, y, width, height = box
    s.box(box, height / 2, "well")
    full = max(0, min(1, share[0] / share[1]))
    role = role or _level(share)
    if full:
        s.box((x, y, max(height, width * full), height), height / 2, role)
    s.text((x + width / 2, y + height / 2), words, size or height * 0.8, "plate")


def health(s: Canvas, box: Box, share: tuple[int, int], size: float) -> None:
    """The HP that a building or a mine has of what it may have: on a plate in a colour for how bad it is, at whose foot a line says what is left."""
    x, y, width, height = box
    role = _level(share)
    s.box(box, height / 2, role)
    _left(s, (x + height * 0.36, y + height, width - height * 0.72), share, height)
    above = _thick(height) * 0.45 if share[0] < share[1] else 0  # The line lies below the digits.
    s.text((x + width / 2, y + height / 2 - above), str(max(0, share[0])), size, "plate")


def _thick(height: float) -> float:
    """How thick the line at the foot of a plate is."""
    return max(5.0, height * 0.16)


def _level(share: tuple[int, int], worst: str = "attack") -> str:
    """The role of a colour for how bad a part of a whole is."""
    full = share[0] / share[1]
    return "hp" if full > 0.5 else "warn" if full > 0.25 else worst


def _left(s: Canvas, foot: tuple[float, float, float], share: tuple[int, int], height: float) -> None:
    """Draws a line at the foot of a plate of a height, given by its left end, its bottom and its width: what is left of what has been hurt."""
    if share[0] >= share[1]:
        return
    (x, y, width), thick = foot, _thick(height)
    s.box((x, y - thick, width, thick), thick / 2, "edge")
    if share[0] > 0:
        s.box((x + 1, y - thick + 1, max(thick - 2, (width - 2) * share[0] / share[1]), thick - 2), thick / 2 - 1, "plate")


def halves(s: Canvas, box: Box, attack: tuple[str, bool], hp: tuple[int, int], size: float) -> None:
    """The numbers of a warrior as one plate: on the left its attack, framed if it is `raised`, on the right its HP, with a line
    for what is left of them."""
    (x, y, width, high), (words, raised) = box, attack
    half, r = width / 2, high / 3
    s.box((x - 2, y - 2, width + 4, high + 4), r + 2, "edge")
    s.box((x, y, width, high), r, _level(hp, "warn"))  # Red is the other half.
    s.box((x, y, half, high), r, "attack")
    s.box((x + half - r, y, r, high), 0, "attack")
    _left(s, (x + half + 4, y + high + 1, half - 8), hp, high)
    if raised:
        s.box((x, y, half, high), r, None, "gold", 3)
    for n, told in enumerate((words, str(max(0, hp[0])))):
        s.text((x + half * (n + 0.5), y + high / 2), told, largest(told, "Bold", (round(size), round(size * 0.86)), round(half - 1)), "plate")


def progress(s: Canvas, edges: tuple[float, float], y: float, seat: int, found: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """The HP of a seat's mine, and of its buildings towards victory, as bars between two edges; each as what it has of what it may have."""
    (left, right), ((mine, most), (buildings, goal)) = edges, found
    figure(s, "mine", (left, y), 39, "fig_mine", None)
    bar(s, (left + 27, y - 16, 172, 33), (mine, most), f"{mine}/{most}")
    figure(s, "planet", (left + 233, y), 43, f"seat{seat}", None)
    bar(s, (left + 262, y - 16, right - left - 262, 33), (buildings, goal), f"{buildings}/{goal}", "building")


def burst(s: Canvas, centre: Point, r: float, words: str, role: str, size: float) -> None:
    """A blow, or a gift: a star with a number."""
    x, y = centre
    points = [(x + cos(pi * i / 9) * r * (1.22 if i % 2 else 0.9), y + sin(pi * i / 9) * r * (1.22 if i % 2 else 0.9)) for i in range(18)]
    s.polygon(points, role, "edge", 2)
    s.text((x, y), words, size, "plate")


def spark(s: Canvas, centre: Point, r: float) -> None:
    """A spark with four points, for something new."""
    x, y = centre
    points = [(x, y - r), (x + r * 0.26, y - r * 0.26), (x + r, y), (x + r * 0.26, y + r * 0.26), (x, y + r)]
    points += [(x - r * 0.26, y + r * 0.26), (x - r, y), (x - r * 0.26, y - r * 0.26)]
    s.polygon(points, "gold", "edge", 2)


def tag(s: Canvas, centre: Point, letter: str, size: float) -> None:
    """The letter of a thing where two are alike."""
    x, y = centre
    half = size * (0.64 if len(letter) == 1 else 0.95)
    s.box((x - half, y - size * 0.64, 2 * half, size * 1.28), size * 0.38, "edge", "plate", 2)
    s.text((x, y - 1), letter, size, "plate")


def shield(s: Canvas, centre: Point, r: float, role: str, words: str, size: float = 0) -> None:
    """A shield with a number, or nothing, on it."""
    x, y = centre
    s.polygon([(x - r, y - r), (x + r, y - r), (x + r, y + r * 0.3), (x, y + r * 1.2), (x - r, y + r * 0.3)], role, "plate", 2.5)
    if words:
        s.text((x, y - r * 0.06), words, size, "plate")


def swords(s: Canvas, centre: Point, r: float, words: str, size: float) -> None:
    """An attacker's line in a red disc."""
    s.ellipse(centre, r, "attack", "plate", 2.5)
    s.text(centre, words, size, "plate")


def arrow(s: Canvas, x: float, y: float, f: float, loud: bool) -> None:
    """An arrow for a seat: full where the game waits for it, hollow where it only has the turn."""
    points = [(x, y - 12 * f), (x + 19 * f, y), (x, y + 12 * f)]
    if loud:
        s.polygon(points, "accent")
    else:
        s.polygon(points, None, "ink", 3)
