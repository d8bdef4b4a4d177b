"""The act that decided something as a short loop: a burst where it struck, and a cry across the picture, played once.

In a message, and in a replay (`render/animation.py`). Its first and its last frame are the board after the act, for clients that do not animate.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.canvas import Scene
from render.gif import still
from render.picture_cache import Studio
from render.text import fitted, font
from render.theme import Theme

LIMIT = 300_000
"""Bytes of a loop, at most: a board whose loop would be larger is posted as it is."""
STEPS = 4
"""Frames between the first one and the last."""
SECONDS = 0.12
"""For which each of them is seen."""
SCALE = 2
"""How many times as large a burst is drawn before it is reduced."""
RAYS, BEAMS, THICKEST = 10, 16, 26
CRY = (190, 150, 120, 96, 72, 56)
"""Sizes of the letters of a cry: the first one in which it fits."""


class Blow(NamedTuple):
    """What was decided: the places of a scene that it struck, or `otherwise` if none of those is visible; the words cried out, if any, and their
    font."""

    places: tuple[Hashable, ...]
    cry: str = ""
    face: str = "Bold"
    otherwise: tuple[Hashable, ...] = ()


def loop(studio: Studio, scene: Scene, theme_name: str, blow: Blow) -> bytes | None:
    """A scene with a blow as a GIF that is played once; None if it would be too large, or nothing that was struck is visible any more."""
    look = studio.theme(theme_name)
    after = studio.page(scene, theme_name).picture
    between = struck(studio, scene, after, look, blow)
    if not between:
        return None
    gif = still([after, *between, after], look, [SECONDS * 2, *[SECONDS] * STEPS, SECONDS])
    return gif if len(gif) <= LIMIT else None


def struck(studio: Studio, scene: Scene, after: Image.Image, look: Theme, blow: Blow) -> list[Image.Image]:
    """The frames of a blow over a scene, which is drawn as `after`; none if nothing that was struck is visible any more."""
    seen = ([scene.items[place] for place in places if place in scene.items] for places in (blow.places, blow.otherwise))
    hit = next(filter(None, seen), [])
    if not hit and not blow.cry:
        return []
    spots = []
    for item in hit:
        width, height = studio.sprite(item.key, look).picture.size
        spots.append((item.x + width / 2, item.y + height / 2, min(width, height) / 2))
    return [_frame(after, look, spots, blow, (n + 1) / STEPS) for n in range(STEPS)]


def _frame(after: Image.Image, look: Theme, spots: Sequence[tuple[float, float, float]], blow: Blow, share: float) -> Image.Image:
    """The picture with bursts at a share of their way, from 0 to 1."""
    frame = after.copy()
    for x, y, radius in spots:
        reach = radius * (0.7 + 0.8 * share)
        box = (math.floor(x - reach) - 3, math.floor(y - reach) - 3, math.ceil(x + reach) + 3, math.ceil(y + reach) + 3)
        part = _Part(frame, look, box)
        thick = min(radius * 0.34, THICKEST) * (1.1 - share)
        part.ring((x, y), reach, thick, look["page"])
        part.ring((x, y), reach - 2, thick - 4, look["best"])
        part.rays((x, y), (radius * (0.25 + 0.35 * share), reach * 0.92), look["best"])
        part.put()
    if blow.cry and share < 1:
        _cried(frame, look, blow, share)
    return frame


def _cried(frame: Image.Image, look: Theme, blow: Blow, share: float) -> None:
    """Draws the blow's words across the frame on a band; they grow with `share`."""
    width, height = frame.size
    size = next((size for size in CRY if font(blow.face, size).getlength(blow.cry) <= width - 80), CRY[-1])
    words = fitted(blow.cry, blow.face, size, width - 80)
    high = size * 1.6  # What the board itself says of it is hidden as long as it is cried.
    size = round(size * (0.75 + 0.25 * min(1, share * 1.5)))
    part = _Part(frame, look, (0, round(height / 2 - high / 2), width, round(height / 2 + high / 2)))
    part.band(look["best_fill"], look["page"], look["best"], share)
    part.words(words, font(blow.face, size * SCALE), look["ink"])
    part.put()


class _Part:
    """A part of a picture, enlarged, to be drawn on with smooth edges."""

    def __init__(self, frame: Image.Image, look: Theme, box: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = box
        self._box = max(0, left), max(0, top), min(frame.width, right), min(frame.height, bottom)
        self._frame, self._look = frame, look
        part = frame.crop(self._box).convert("RGB")
        self._image = part.resize((part.width * SCALE, part.height * SCALE), Image.Resampling.NEAREST)
        self._pen = ImageDraw.Draw(self._image)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self._box[0]) * SCALE, (y - self._box[1]) * SCALE

    def ring(self, centre: tuple[float, float], radius: float, width: float, colour: tuple[int, int, int]) -> None:
        (left, top), (right, bottom) = self._at(centre[0] - radius, centre[1] - radius), self._at(centre[0] + radius, centre[1] + radius)
        if width >= 1:
            self._pen.ellipse((left, top, right, bottom), outline=colour, width=round(width * SCALE))

    def rays(self, centre: tuple[float, float], reach: tuple[float, float], colour: tuple[int, int, int]) -> None:
        for n in range(RAYS):
            across, down = math.sin(math.tau * (n + 0.5) / RAYS), math.cos(math.tau * (n + 0.5) / RAYS)
            ends = [self._at(centre[0] + across * far, centre[1] + down * far) for far in reach]
            self._pen.line(ends, fill=colour, width=4 * SCALE)

    def band(self, fill: tuple[int, int, int], beam: tuple[int, int, int], edge: tuple[int, int, int], share: float) -> None:
        """Draws a band with beams from its middle to all sides, which turn from step to step."""
        (x, y), far = (self._image.width / 2, self._image.height / 2), self._image.width
        self._pen.rectangle((0, 0, self._image.width, self._image.height), fill=fill)
        for n in range(BEAMS):
            ends = [math.tau * (n + part + share * 0.5) / BEAMS for part in (0, 0.5)]
            self._pen.polygon([(x, y), *((x + far * math.cos(at), y + far * math.sin(at)) for at in ends)], fill=beam)
        for top in (0, self._image.height - 6 * SCALE):
            self._pen.rectangle((0, top, self._image.width, top + 6 * SCALE), fill=edge)

    def words(self, words: str, face: object, colour: tuple[int, int, int]) -> None:
        self._pen.text((self._image.width / 2, self._image.height / 2), words, fill=colour, font=face, anchor="mm")  # type: ignore[arg-type]

    def put(self) -> None:
        """Pastes the part back into the picture."""
        self._frame.paste(self._look.quantise(self._image.reduce(SCALE)), self._box[:2])
