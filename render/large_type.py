"""Large type for readers who need it: letters of a sprite grow where the ground around them is plain and free.

A painter lays its letters out for their default size. In a theme with larger `letters` they are set after everything else has been drawn, so that the
room for them can be seen. Letters of one size in a sprite grow together, at most by the `letters` of a theme (`render/themes/house.json`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from PIL import Image, ImageChops

from render.text import font

STEPS = 3
"""In so many steps letters are tried between the largest and their usual size."""
PLAIN_GROUND = 64
"""A channel may be off by so much below letters of the usual size before their ground is a picture, over which they stay as they are."""
OFF = 12
"""By so much more it may be off where only the larger ones lie."""
GAP = (0.3, 0.12)
"""How far larger letters stay from others, from edges and from another ground where they come nearer to them: beside them, and above and below, as
shares of their size."""

Box = tuple[int, int, int, int]


class Words(NamedTuple):
    """Words to be set, in pixels of the enlarged sprite: where, how large, in which role's colour; see `Canvas.text`."""

    x: float
    y: float
    words: str
    size: float
    role: str
    anchor: str
    weight: str

    def times(self, factor: float) -> Words:
        """The words with letters in another size."""
        return self._replace(size=self.size * factor)

    def box(self, gap: tuple[float, float] = (0, 0)) -> Box:
        """The box of the letters, with a gap of shares of their size around."""
        left, top, right, bottom = font(self.weight, round(self.size)).getbbox(self.words, anchor=self.anchor)
        wide, high = (share * self.size for share in gap)
        return round(self.x + left - wide), round(self.y + top - high), round(self.x + right + wide), round(self.y + bottom + high)


def enlarged(texts: Sequence[Words], ground: Image.Image, mask: Image.Image | None, most: float) -> list[Words]:
    """The texts of a sprite, each up to `most` times as large as it was meant to be. `ground` is the sprite without them, `mask` what shows of it."""
    if mask is not None:
        mask = mask.convert("L").resize(ground.size)
    done = list(texts)
    order = sorted(range(len(texts)), key=lambda n: (texts[n].size, texts[n].weight))
    for _, group in groupby(order, lambda n: (texts[n].size, texts[n].weight)):
        same = list(group)
        for step in range(STEPS):
            factor = most - (most - 1) * step / STEPS
            tried = {n: texts[n].times(factor) for n in same}
            if all(_fits(texts[n], larger, ground, mask) for n, larger in tried.items()) and not _meet(done, tried):
                for n, larger in tried.items():
                    done[n] = larger
                break
    return done


def _meet(texts: Sequence[Words], tried: dict[int, Words]) -> bool:
    """Whether enlarged letters would come near others. Words and their shadow overlap, and grow together."""
    others = [tried.get(n, text) for n, text in enumerate(texts)]
    shadowed = {(n, m) for n in tried for m in tried if texts[n].words == texts[m].words and _overlap(texts[n].box(), texts[m].box())}
    around = {n: _around(texts[n], larger) for n, larger in tried.items()}
    return any(_overlap(box, other.box()) for n, box in around.items() for m, other in enumerate(others) if m != n and (n, m) not in shadowed)


def _around(usual: Words, larger: Words) -> Box:
    """The box that enlarged letters cover, with a gap at the sides to which they grow."""
    was, now, wide = usual.box(), larger.box(), larger.box(GAP)
    left, top = (wide[n] if now[n] < was[n] else now[n] for n in (0, 1))
    right, bottom = (wide[n] if now[n] > was[n] else now[n] for n in (2, 3))
    return left, top, right, bottom


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _fits(usual: Words, larger: Words, ground: Image.Image, mask: Image.Image | None) -> bool:
    """Whether enlarged letters lie within the sprite, on ground as plain as that of the default ones."""
    around = _around(usual, larger)
    if around[0] < 0 or around[1] < 0 or around[2] > ground.width or around[3] > ground.height:
        return False
    if mask is not None and mask.crop(around).getextrema()[0] == 0:
        return False
    colour, spread = _ground(ground.crop(usual.box()))
    return spread <= PLAIN_GROUND and _off(ground.crop(around), colour) <= spread + OFF


def _ground(part: Image.Image) -> tuple[tuple[int, ...], int]:
    """The most frequent colour of a part, and how far others are from it."""
    colours = part.getcolors(part.width * part.height) or []
    colour: tuple[int, ...] = max(colours)[1] if colours else (0, 0, 0)  # type: ignore[assignment]
    return colour, _off(part, colour)


def _off(part: Image.Image, colour: tuple[int, ...]) -> int:
    """The greatest distance of a pixel from a colour in any channel."""
    if not part.width or not part.height:
        return 0
    red, green, blue = ImageChops.difference(part, Image.new("RGB", part.size, colour)).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return max(n for n, pixels in enumerate(worst.histogram()) if pixels)
