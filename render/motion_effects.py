"""What is drawn over the frames of a loop: rings around what is struck, what flies there, what goes, signs, fireworks, and a cry.

Rings lie around a shape and a ball ends before it, so that its numbers can be read all the time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from render.text import fitted, font
from render.theme import Theme

Point = tuple[float, float]
Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""
RINGS = ((1, 11), (5, 14), (10, 16))
"""From where to where a ring reaches in each frame, in pixels from the edge of what was struck."""
KEPT = 24
"""So many rings and signs are kept: most of what is struck in a game has one shape."""
RIM = 3
"""How wide the edge around rings, balls and sparks is, in pixels, in the colour of the page."""
BALL, TAIL = 13, 130
"""The radius of what flies, and how long its tail is at most, in pixels."""
ONE_DEVIATION, STEEP = 40, 4.2
"""A straight edge that is blurred by some pixels: how bright it is that far outside, of 255, and by how many pixels to divide the slope there."""
ROCKET, SPARKS = 66, 10
"""The radius of a firework, in pixels, and how many sparks it has."""
BURST = ((0.45, 0.35, 7.0), (0.8, 0.5, 6.0), (1.0, 0.3, 4.0))
"""In each frame how far sparks have come and how long their tails are, as shares of that, and their radius in pixels."""
SIGN, RIMMED, APART = 76, 7, 6
"""The size of the letters of a sign, how wide their edge is, and how far from a shape they are, in pixels."""
CRY = (190, 150, 120, 96, 72, 56)
"""Sizes of the letters of a cry: the first one in which it fits."""
BEAMS = 16
"""So many beams come from the middle of a cry's band."""
DIFFERS = [0] + [255] * 255
"""Which pixels of a difference are any."""
SCALE = 2
"""How many times as large is drawn what is reduced then."""


class Shape(NamedTuple):
    """What is seen at a place: its picture, its outline if that is no rectangle, where its top left corner lies, and the ground behind it if that is
    known."""

    picture: Image.Image
    mask: Image.Image | None
    x: int
    y: int
    ground: Image.Image | None = None

    @property
    def middle(self) -> Point:
        return self.x + self.picture.width / 2, self.y + self.picture.height / 2

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.picture.width, self.y + self.picture.height

    def put(self, frame: Image.Image) -> None:
        """Pastes it into a frame."""
        frame.paste(self.picture, (self.x, self.y), self.mask)

    def on(self, ground: Image.Image) -> Shape:
        """It without the ground behind it, which is of the same size: what differs from that alone."""
        return self._replace(mask=ImageChops.difference(self.picture, ground).point(DIFFERS, "1"), ground=ground)

    def towards(self, other: Shape, by: float) -> Shape:
        """It by so many pixels nearer to another shape; where it is if that has the same middle."""
        (x, y), (to_x, to_y) = self.middle, other.middle
        far = math.hypot(to_x - x, to_y - y) or math.inf
        return self._replace(x=self.x + round((to_x - x) / far * by), y=self.y + round((to_y - y) / far * by))


def hole(frame: Image.Image, look: Theme, shape: Shape) -> None:
    """Draws the place that a shape has left: its ground, if that is known; nothing for a rectangle, whose ground goes on around it."""
    if shape.ground:
        frame.paste(shape.ground, shape.box)
    elif shape.mask:
        frame.paste(look.index[look["page"]], shape.box, shape.mask)


def going(frame: Image.Image, look: Theme, shape: Shape, left: float, tilted: float) -> None:
    """Draws what is left of a shape that goes, smaller in its place, by so many degrees tilted."""
    whole = shape.picture.convert("RGBA")
    if shape.mask:
        whole.putalpha(shape.mask.convert("L"))
    size = max(1, round(whole.width * left)), max(1, round(whole.height * left))
    small = whole.resize(size, Image.Resampling.BICUBIC).rotate(-tilted, Image.Resampling.BICUBIC, expand=True)
    at = round(shape.middle[0] - small.width / 2), round(shape.middle[1] - small.height / 2)
    part = frame.crop((*at, at[0] + small.width, at[1] + small.height)).convert("RGB")
    part.paste(small, (0, 0), small)
    _put(frame, look, part, at)


class Sign(NamedTuple):
    """What happened, in a few letters in a box."""

    words: str
    box: Box

    def put(self, frame: Image.Image, look: Theme) -> None:
        """Draws it into a frame."""
        part = frame.crop(self.box).convert("RGB")
        for colour, letters in zip((look["page"], _colour(look, tone(self.words))), _letters(self.words, part.size), strict=True):
            part.paste(colour, (0, 0), letters)
        _put(frame, look, part, self.box[:2])


@lru_cache(KEPT)
def _letters(words: str, size: tuple[int, int]) -> tuple[Image.Image, ...]:
    """The masks of the edge of letters and of themselves, in the middle of so many pixels."""
    found = []
    for wide in (RIMMED, 0):
        found.append(Image.new("L", size))
        ImageDraw.Draw(found[-1]).text((size[0] / 2, size[1] / 2), words, fill=255, font=font("Bold", SIGN), anchor="mm", stroke_width=wide)
    return tuple(found)


def beside(board: Image.Image, shape: Shape, words: str, taken: Sequence[Box]) -> Sign:
    """A sign right above, below, at the left or at the right of a shape, where it hides least of a board and of the boxes that are `taken`."""
    wide, high = round(font("Bold", SIGN).getlength(words)) + 2 * RIMMED, SIGN + 2 * RIMMED
    (x, y), (left, top, right, bottom) = shape.middle, shape.box
    columns, rows = (left - APART - wide, round(x - wide / 2), right + APART), (top - APART - high, round(y - high / 2), bottom + APART)
    boxes = [(at, to, at + wide, to + high) for at in columns for to in rows if (at == columns[1]) != (to == rows[1])]
    free = [box for box in boxes if min(box) >= 0 and box[2] <= board.width and box[3] <= board.height] or boxes

    def hidden(box: Box) -> tuple[int, float]:
        over = sum(max(0, min(box[2], one[2]) - max(box[0], one[0])) * max(0, min(box[3], one[3]) - max(box[1], one[1])) for one in taken)
        return over, ImageStat.Stat(board.crop(box).convert("L").filter(ImageFilter.FIND_EDGES)).sum[0]

    return Sign(words, min(free, key=hidden))


def tone(words: str) -> str:
    """The role of what happened to something, by its sign: of a blow for a loss, or without a sign, else of what is best."""
    return "best" if words and not words.startswith("−") else "blow"


def _colour(look: Theme, role: str) -> Colour:
    """The colour of a role; of `blow` that of what stands out in games that have none of their own."""
    return look.colours.get(role, look["accent"])


def ring(frame: Image.Image, look: Theme, shape: Shape, n: int, role: str = "best") -> None:
    """Draws the ring of step `n` around a shape in a role's colour."""
    room = RINGS[n][1] + RIM + 2
    wide, high = shape.picture.size
    left, top = shape.x - room, shape.y - room
    part = frame.crop((left, top, left + wide + 2 * room, top + high + 2 * room)).convert("RGB")
    bands = _bands((wide, high), shape.mask.convert("1").tobytes() if shape.mask else b"", n)
    for colour, band in zip((look["page"], _colour(look, role)), bands, strict=True):
        part.paste(colour, (0, 0), band)
    _put(frame, look, part, (left, top))


@lru_cache(KEPT)
def _bands(size: tuple[int, int], outline: bytes, n: int) -> tuple[Image.Image, Image.Image]:
    """The masks of the edge of ring `n` and of that itself, around a shape of this size whose mask has these bytes, none for a rectangle."""
    begins, ends = RINGS[n]
    room = ends + RIM + 2
    whole = Image.new("L", (size[0] + 2 * room, size[1] + 2 * room))
    inside = Image.frombytes("1", size, outline).convert("L") if outline else 255
    whole.paste(inside, (room, room, room + size[0], room + size[1]))
    edge, itself = (ImageChops.subtract(_grown(whole, ends + wider), _grown(whole, begins - wider)) for wider in (RIM, 0))
    return edge, itself


def _grown(outline: Image.Image, by: float) -> Image.Image:
    """An outline that is wider by so many pixels on all sides, or narrower."""
    if not by:
        return outline
    far, level = abs(by), ONE_DEVIATION if by > 0 else 255 - ONE_DEVIATION
    sharp = far * STEEP
    return outline.filter(ImageFilter.GaussianBlur(far)).point([min(255, max(0, round(128 + (v - level) * sharp))) for v in range(256)])


def fly(frame: Image.Image, look: Theme, source: Shape, target: Shape, share: float) -> None:
    """Draws a ball with its tail, which has come so far from the edge of one shape to that of another; nothing where these touch."""
    (x, y), (to_x, to_y) = source.middle, target.middle
    across, down = to_x - x, to_y - y
    far = math.hypot(across, down)
    begins, ends = (_inside(shape, across, down) + BALL + RIM for shape in (source, target)) if far else (0, 0)
    if far - begins - ends < BALL:
        return
    angle = math.atan2(across, -down)
    part = _Part(frame, look, (round(min(x, to_x)) - 40, round(min(y, to_y)) - 40, round(max(x, to_x)) + 40, round(max(y, to_y)) + 40))
    head = begins + (far - begins - ends) * share
    tail, at = max(begins - BALL, head - TAIL), (x + across * head / far, y + down * head / far)
    for role, edge in (("page", RIM), ("best", 0)):
        part.comet(at, angle, head - tail, BALL + edge, look[role])
    part.disc(at, BALL * 0.5, look["ink"])
    part.put()


def _inside(shape: Shape, across: float, down: float) -> float:
    """How far it is from the middle of a shape to its edge in a direction, in pixels."""
    wide, high = shape.picture.size
    return min(wide / 2 / abs(across) if across else math.inf, high / 2 / abs(down) if down else math.inf) * math.hypot(across, down)


def rocket(frame: Image.Image, look: Theme, middle: Point, n: int) -> None:
    """Draws a firework, `n` frames after it began; nothing before that."""
    if not 0 <= n < len(BURST):
        return
    far, long, radius = BURST[n]
    x, y = middle
    reach = ROCKET + 12
    part = _Part(frame, look, (round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
    for role, edge in (("page", RIM), ("best", 0)):
        for spark in range(SPARKS):
            angle = math.tau * (spark + n / 4) / SPARKS
            head = x + math.sin(angle) * far * ROCKET, y - math.cos(angle) * far * ROCKET
            part.comet(head, angle, long * ROCKET, radius + edge, look[role])
    part.put()


def cry(frame: Image.Image, look: Theme, words: str, face: str, share: float) -> None:
    """Draws words across the frame on a band; they grow with `share`."""
    width, height = frame.size
    size = next((size for size in CRY if font(face, size).getlength(words) <= width - 80), CRY[-1])
    words = fitted(words, face, size, width - 80)
    high = size * 1.6  # What the board itself says of it is hidden as long as it is cried.
    size = round(size * (0.75 + 0.25 * min(1, share * 1.5)))
    part = _Part(frame, look, (0, round(height / 2 - high / 2), width, round(height / 2 + high / 2)))
    part.band(look["best_fill"], look["page"], look["best"], share)
    part.words(words, font(face, size * SCALE), look["ink"])
    part.put()


def _put(frame: Image.Image, look: Theme, part: Image.Image, at: tuple[int, int]) -> None:
    """Pastes a part into a frame, which may reach beyond it."""
    frame.paste(look.quantise(part), at)


class _Part:
    """A part of a picture, enlarged, to be drawn on with smooth edges."""

    def __init__(self, frame: Image.Image, look: Theme, box: Box) -> None:
        left, top, right, bottom = box
        self._box = max(0, left), max(0, top), min(frame.width, right), min(frame.height, bottom)
        self._frame, self._look = frame, look
        part = frame.crop(self._box).convert("RGB")
        self._image = part.resize((part.width * SCALE, part.height * SCALE), Image.Resampling.NEAREST)
        self._pen = ImageDraw.Draw(self._image)

    def _at(self, x: float, y: float) -> Point:
        return (x - self._box[0]) * SCALE, (y - self._box[1]) * SCALE

    def disc(self, middle: Point, radius: float, colour: Colour) -> None:
        (left, top), (right, bottom) = self._at(middle[0] - radius, middle[1] - radius), self._at(middle[0] + radius, middle[1] + radius)
        self._pen.ellipse((left, top, right, bottom), fill=colour)

    def comet(self, head: Point, angle: float, long: float, radius: float, colour: Colour) -> None:
        """Draws a ball that flies at an `angle`, with a tail so `long` that narrows to nothing."""
        (x, y), (right, up) = head, (math.sin(angle), math.cos(angle))
        corners = ((0, radius), (-long, 0), (0, -radius))
        self._pen.polygon([self._at(x + on * right + aside * up, y - on * up + aside * right) for on, aside in corners], fill=colour)
        self.disc(head, radius, colour)

    def band(self, fill: Colour, beam: Colour, edge: Colour, share: float) -> None:
        """Draws a band with beams from its middle to all sides, which turn from step to step."""
        (x, y), far = (self._image.width / 2, self._image.height / 2), self._image.width
        self._pen.rectangle((0, 0, self._image.width, self._image.height), fill=fill)
        for n in range(BEAMS):
            ends = [math.tau * (n + part + share * 0.5) / BEAMS for part in (0, 0.5)]
            self._pen.polygon([(x, y), *((x + far * math.cos(at), y + far * math.sin(at)) for at in ends)], fill=beam)
        for top in (0, self._image.height - 6 * SCALE):
            self._pen.rectangle((0, top, self._image.width, top + 6 * SCALE), fill=edge)

    def words(self, words: str, face: object, colour: Colour) -> None:
        self._pen.text((self._image.width / 2, self._image.height / 2), words, fill=colour, font=face, anchor="mm")  # type: ignore[arg-type]

    def put(self) -> None:
        """Pastes the part back into the picture."""
        _put(self._frame, self._look, self._image.reduce(SCALE), self._box[:2])
