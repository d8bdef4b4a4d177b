"""Scenes, and the canvas that sprites are drawn on; a finished sheet as PNG bytes.

A scene is a list of items; an item has a place, a key that says everything about how it looks, and a position. Sprites are drawn once per
key, enlarged, reduced and quantised, and pasted from then on. Each sprite covers all of its own place and nothing else, so
that a picture can be made from an earlier one by pasting only the items whose keys have changed (`picture_cache.py`).
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.art import LARGE, filled, mask, noise, resized
from render.large_type import Words, enlarged
from render.text import glyph, runs
from render.theme import Theme
from rules.parts.lazy import once

try:
    from isal import isal_zlib
except ImportError:  # A machine without a wheel: the standard library's level 1 is the next fastest.
    isal_zlib = None  # type: ignore[assignment]

SHARP, PLAIN = 3, 2
"""How many times as large a sprite is drawn before it is reduced: slanted edges need more than text and boxes."""
SHADOW = (0.022, 0.034)
"""How far the shadow of a figure lies to the right and below it, as shares of its size."""
HALF = 0.5 + 1 / 128
"""Where letters come to lie on the next pixel: half of one, where FreeType's 64ths of it are rounded."""
RISE = 0.27
"""How much of the brightness of a lit ground comes from below; the rest comes from its light."""
FALL = 1.85
"""How fast a light fades: it is gone where its distance is the width and height of the ground, divided by this."""
SMALL, KEPT = 40_000, 64
"""Gradients of at most so many pixels are kept, and how many of them: 2.5 MB."""
_NEAR = [round(max(0, 1 - v / 255 * FALL) * 255 * (1 - RISE)) for v in range(256)]
_BELOW = [round(v * RISE) for v in range(256)]
"""How bright the light and what comes from below make a ground, by how far the light is and how far below the top."""
Key = tuple[Hashable, ...]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Area = Box | list[Point]
"""A rectangle, or the corners of another shape."""


class Item(NamedTuple):
    """An item of a scene: its sprite key, and where its top left corner lies."""

    key: Key
    x: int
    y: int


class Scene(NamedTuple):
    """A picture to be painted: its items by place. No two items overlap."""

    size: tuple[int, int]
    items: dict[Hashable, Item]


class Rows:
    """Builds the items of a scene from top to bottom; `y` is the next free height."""

    def __init__(self) -> None:
        self.items: dict[Hashable, Item] = {}
        self.y = 0

    def put(self, place: Hashable, key: Key, height: int, x: int = 0) -> None:
        """Adds an item, the only one in its row, and moves `y` below it."""
        self.items[place] = Item(key, x, self.y)
        self.y += height

    def grid(self, place: Hashable, keys: Sequence[Key], size: tuple[int, int], across: int, x: int = 12) -> None:
        """Adds items of one size, so many beside each other."""
        wide, high = size[0] + 6, size[1] + 6
        for n, key in enumerate(keys):
            self.items[place, n] = Item(key, x + n % across * wide, self.y + n // across * high)
        self.y += -(-len(keys) // across) * high


class Frame(NamedTuple):
    """The panel of which a sprite is a part: the position of the part in it, its whole size, and the role of its frame if that is heavy."""

    left: int
    top: int
    size: tuple[int, int]
    strong: str = ""


class Canvas:
    """A surface for a sprite, in final pixels; inside it is drawn `scale` times as large."""

    def __init__(self, size: tuple[int, int], look: Theme, scale: int = SHARP, ground: str = "page", grows: bool = True) -> None:
        """`grows`: in a theme of large type its letters are enlarged where there is room; not so on a stage, which is laid out for them."""
        self.size = size
        self.theme = look
        self.grows = grows and look.letters > 1
        self.scale = scale
        self.image = Image.new("RGB", (size[0] * self.scale, size[1] * self.scale), look[ground])
        self.pen = ImageDraw.Draw(self.image)
        self.mask: Image.Image | None = None
        self.texts: list[Words] = []

    def polygon(self, points: list[tuple[float, float]], fill: str | None = None, outline: str | None = None, width: float = 1) -> None:
        """Draws a polygon, filled and framed in the colours of roles; the frame runs along the edge, half of it outside."""
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        if fill:
            self.pen.polygon(scaled, fill=self.theme[fill])
        if outline:
            self.line([*points, points[0], points[1]], outline, width)

    def line(self, points: list[tuple[float, float]], role: str, width: float = 1) -> None:
        """Draws a line through points, with round joints."""
        scaled = [(x * self.scale, y * self.scale) for x, y in points]
        self.pen.line(scaled, fill=self.theme[role], width=round(width * self.scale), joint="curve")

    def ellipse(self, centre: Point, radius: float, fill: str | None = None, outline: str | None = None, width: float = 1) -> None:
        """Draws a disc, a ring, or both, in the colours of roles; the ring lies inside."""
        x, y = centre
        box = tuple(v * self.scale for v in (x - radius, y - radius, x + radius, y + radius))
        self.pen.ellipse(
            box,
            fill=self.theme[fill] if fill else None,
            outline=self.theme[outline] if outline else None,
            width=round(width * self.scale),
        )

    def box(self, box: Box, radius: float = 0, fill: str | None = None, outline: str | None = None, line: float = 1) -> None:
        """Draws a rectangle, perhaps with round corners, filled and framed in the colours of roles; the frame lies inside."""
        x, y, width, height = box
        corners = tuple(v * self.scale for v in (x, y, x + width, y + height))
        self.pen.rounded_rectangle(
            corners,
            radius * self.scale,
            fill=self.theme[fill] if fill else None,
            outline=self.theme[outline] if outline else None,
            width=round(line * self.scale),
        )

    def figure(self, shape: Image.Image, centre: Point, size: float, role: str, shadow: str | None = None) -> None:
        """Draws a picture (`render.art.mask`) in a role's colour, with a shadow in another one's, which also lies behind its shades; a coloured
        picture keeps its colours."""
        if shape.mode == "RGBA":
            self.picture(shape, centre, size, shadow)
            return
        side = round(size * self.scale)
        fitted = resized(shape, side)
        left, top = (round(at * self.scale - side / 2) for at in centre)
        if shadow:
            right, down = (round(share * side) for share in SHADOW)
            body = filled(fitted) if shape.width == LARGE else fitted
            self.image.paste(self.theme[shadow], (left + right, top + down), body)
            if body is not fitted:
                self.image.paste(self.theme[shadow], (left, top), body)
        self.image.paste(self.theme[role], (left, top), fitted)

    def sign(self, game: str, word: str, centre: Point, size: float, role: str) -> None:
        """Draws the picture of a word that stands in many sprites, in a role's colour: in its size it is kept."""
        side = round(size * self.scale)
        left, top = (round(at * self.scale - side / 2) for at in centre)
        self.image.paste(self.theme[role], (left, top), mask(game, word, side))

    def picture(self, image: Image.Image, centre: Point, size: float, shadow: str | None = None) -> None:
        """Draws a coloured picture (`render.art.picture`) in a box of this size, with a shadow in a role's colour."""
        side = round(size * self.scale)
        small = image.resize((side, side), Image.Resampling.BICUBIC, reducing_gap=3)
        left, top = (round(at * self.scale - side / 2) for at in centre)
        shape = small.getchannel("A")
        if shadow:
            right, down = (round(share * side) for share in SHADOW)
            self.image.paste(self.theme[shadow], (left + right, top + down), shape)
        self.image.paste(small.convert("RGB"), (left, top), shape)

    def shade(self, area: Area, roles: Sequence[str], radius: float = 0) -> None:
        """Fills an area with a vertical gradient over the colours of `roles`, from the top; a rectangle may have round corners."""
        self._lit(area, _graded(self.theme, _extent(area)[2:], tuple(roles)), radius)

    def glow(self, area: Area, roles: Sequence[str], radius: float = 0, light: Point = (0.5, 0.45)) -> None:
        """Fills an area with a radial gradient: the last role's colour at `light` (shares of width and height), the first one's far from it."""
        self._lit(area, _graded(self.theme, _extent(area)[2:], tuple(roles), light), radius)

    def textured(self, area: Area, brightness: Image.Image, roles: Sequence[str]) -> None:
        """Fills an area by a brightness image resized to it: the first role's colour where it is black, the last one's where it is white."""
        self._lit(area, _dithered(self.theme, brightness.resize(_extent(area)[2:]), roles), 0)

    def _lit(self, area: Area, ground: Image.Image, radius: float) -> None:
        """Fills an area by a palette picture of final pixels."""
        left, top, width, height = _extent(area)
        large = ground.convert("RGB").resize((width * self.scale, height * self.scale), Image.Resampling.NEAREST)
        inside = Image.new("1", large.size)
        pen = ImageDraw.Draw(inside)
        if isinstance(area, list):
            pen.polygon([((x - left) * self.scale, (y - top) * self.scale) for x, y in area], fill=1)
        else:
            pen.rounded_rectangle((0, 0, large.width - 1, large.height - 1), radius * self.scale, fill=1)
        self.image.paste(large, (left * self.scale, top * self.scale), inside)

    def panel(self, box: Box, strong: str = "") -> None:
        """Draws the box of a seat or a side, with a heavy frame in the role `strong` if given; it may reach beyond the sprite."""
        x, y, width, height = box
        self.box((x + 2, y + 2, width - 4, height - 4), 16, "panel", strong or "line", 6 if strong else 2)

    def text(self, at: Point, words: str, size: float, role: str, anchor: str = "mm", weight: str = "Bold") -> None:
        """Draws words in a role's colour; `anchor` says which part of them is at the point, as in Pillow, `weight` the font (`render.text.font`). In
        a theme of large type they are set last, see `render.large_type`."""
        x, y = at
        text = Words(x * self.scale, y * self.scale, words, size * self.scale, role, anchor, weight)
        self.texts.append(text)
        if not self.grows:
            self._set(text)

    def lines(self, at: Point, rows: Sequence[str], sizes: tuple[float, float], role: str, anchor: str = "lm", weight: str = "Bold") -> None:
        """Draws lines of text, with the middle of all of them at this height; `sizes` of the letters and from line to line."""
        (x, y), (size, step) = at, sizes
        for n, words in enumerate(rows):
            self.text((x, y + (n - (len(rows) - 1) / 2) * step), words, size, role, anchor, weight)

    def _set(self, text: Words) -> None:
        """Draws words letter by letter, on the pixels where Pillow sets them as a whole: FreeType takes twenty times as long for that as it takes to
        paste letters that have been drawn before."""
        found = runs(text.words, text.weight, round(text.size))
        long = sum(run.font.getlength(run.words) for run in found)
        x = math.floor(text.x + HALF) - math.ceil(long * {"l": 0, "m": 0.5, "r": 1}[text.anchor[0]])
        for words, face in found:
            y = math.ceil(text.y - HALF) + {"m": face.middle, "s": 0}[text.anchor[1]]
            for letter in words:
                drawn = glyph(face, letter)
                if drawn.mask:
                    self.pen.bitmap((x + drawn.left, y + drawn.top), drawn.mask, self.theme[text.role])
                x += drawn.advance

    def part(self, frame: Frame) -> None:
        """Draws the part of a panel that lies on this sprite."""
        self.panel((-frame.left, -frame.top, *frame.size), frame.strong)

    def copy(self) -> Canvas:
        """Another canvas that begins with what is on this one."""
        new = Canvas.__new__(Canvas)
        new.size, new.theme, new.scale, new.mask, new.texts, new.grows = self.size, self.theme, self.scale, self.mask, list(self.texts), self.grows
        new.image = self.image.copy()
        new.pen = ImageDraw.Draw(new.image)
        return new

    def reduced(self) -> Image.Image:
        """The sprite in its final size."""
        if self.grows and self.texts:
            for text in enlarged(self.texts, self.image, self.mask, self.theme.letters):
                self._set(text)
            self.texts = []
        return self.image.reduce(self.scale)

    def clip(self, points: list[tuple[float, float]]) -> None:
        """Limits the sprite to a polygon: what is outside belongs to another sprite."""
        self.mask = Image.new("1", self.size, 0)
        ImageDraw.Draw(self.mask).polygon(points, fill=1)


@once
def _lamp() -> Image.Image:
    """A radial gradient, dark in the middle and bright at the edge."""
    return Image.radial_gradient("L")


def _extent(area: Area) -> tuple[int, int, int, int]:
    """The whole pixels that an area covers: left, top, width, height."""
    if isinstance(area, list):
        across, down = [x for x, _ in area], [y for _, y in area]
        left, top = math.floor(min(across)), math.floor(min(down))
        return left, top, math.ceil(max(across)) - left, math.ceil(max(down)) - top
    x, y, width, height = area
    return round(x), round(y), round(width), round(height)


def _falling(size: tuple[int, int]) -> Image.Image:
    """A vertical gradient of mode L, black at the top and white at the bottom."""
    return Image.linear_gradient("L").crop((0, 0, 1, 256)).resize((1, size[1])).resize(size, Image.Resampling.NEAREST)


def _graded(look: Theme, size: tuple[int, int], roles: tuple[str, ...], light: Point | None = None) -> Image.Image:
    """A gradient over the colours of roles as a palette picture: around a light, or from the top. Small ones are kept: the tiles and panels that a
    move changes have grounds that were drawn before."""
    return _kept_gradient(look, size, roles, light) if size[0] * size[1] <= SMALL else _gradient(look, size, roles, light)


def _gradient(look: Theme, size: tuple[int, int], roles: tuple[str, ...], light: Point | None) -> Image.Image:
    if light is None:
        return _dithered(look, _falling(size), roles)
    lamp = _lamp()  # The part of it, of twice the size of the ground, that has its middle where the light is.
    left, top = (round(side * (1 - share)) / side * lamp.width / 2 for side, share in zip(size, light, strict=True))
    near = lamp.resize(size, box=(left, top, left + lamp.width / 2, top + lamp.height / 2)).point(_NEAR)
    return _dithered(look, ImageChops.add(near, _falling(size).point(_BELOW)), roles)


_kept_gradient = lru_cache(KEPT)(_gradient)


def _dithered(look: Theme, brightness: Image.Image, roles: Sequence[str]) -> Image.Image:
    """A brightness image as a palette picture in the colours of roles, dithered."""
    colours = look.ramp(roles)
    steps = len(colours) - 1
    scale = 256 // (steps + 1)
    pattern = _tiled(noise().point([v * scale // 256 for v in range(256)]), brightness.size)
    level = ImageChops.add(brightness.point([v * steps * scale // 255 for v in range(256)]), pattern).point([v // scale for v in range(256)])
    level.putpalette([part for colour in colours for part in colour])
    return level


def _tiled(tile: Image.Image, size: tuple[int, int]) -> Image.Image:
    """An image of `size` filled with copies of a tile; each step doubles the filled part."""
    whole = Image.new(tile.mode, size)
    whole.paste(tile)
    width, height = tile.size
    while width < size[0]:
        whole.paste(whole.crop((0, 0, width, height)), (width, 0))
        width *= 2
    while height < size[1]:
        whole.paste(whole.crop((0, 0, size[0], height)), (0, height))
        height *= 2
    return whole


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def sheet(size: tuple[int, int], look: Theme, role: str = "page") -> Image.Image:
    """A palette picture to paste on, with a column of zeros before the first one: each row of a PNG begins with the number of its filter."""
    page = look.blank((size[0] + 1, size[1]), role)
    page.paste(0, (0, 0, 1, size[1]))
    return page


def encode(page: Image.Image, look: Theme) -> bytes:
    """A sheet as PNG, in one pass of the fastest deflate there is; rows are not filtered, which suits flat colours."""
    rows = page.tobytes()
    packed = isal_zlib.compress(rows, 2) if isal_zlib else zlib.compress(rows, 1)
    header = struct.pack(">IIBBBBB", page.width - 1, page.height, 8, 3, 0, 0, 0)
    return b"".join((b"\x89PNG\r\n\x1a\n", _chunk(b"IHDR", header), _chunk(b"PLTE", look.bytes), _chunk(b"IDAT", packed), _chunk(b"IEND", b"")))
