"""GIF files of palette pictures: frames of which each holds what has changed since the one before, all else of it transparent, with the palette of
their theme. How an animation is kept below a size: `render/animation.py`."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from render.theme import Theme

_COLOURS = 256
_CHANGED = [0] + [255] * (_COLOURS - 1)


class Clear(NamedTuple):
    """The number that means transparent in the pictures of a theme. Where colours have all of them, `table` gives the one that had it its nearest."""

    number: int
    table: tuple[int, ...] | None = None


def still(frames: Sequence[Image.Image], look: Theme, seconds: Sequence[float]) -> bytes:
    """Palette pictures of one size as a GIF that is played once and stays at its last one."""
    unused = clear(look)
    before: Image.Image | None = None
    parts = [header(*frames[0].size, look, forever=False)]
    for frame, shown in zip(frames, seconds, strict=True):
        now = frame.point(list(unused.table)) if unused.table else frame
        parts += packed(before, now, unused.number, shown)
        before = now
    return b"".join((*parts, b";"))


def packed(before: Image.Image | None, now: Image.Image, unused: int, seconds: float) -> list[bytes]:
    """A frame after another one: what has changed, all else transparent."""
    box, part = (0, 0), now
    if before is not None:
        difference = ImageChops.difference(before, now)
        area = difference.getbbox() or (0, 0, 1, 1)
        box, part = area[:2], Image.new("P", (area[2] - area[0], area[3] - area[1]), unused)
        part.paste(now.crop(area), (0, 0), difference.crop(area).point(_CHANGED, "1"))
    return GifImagePlugin.getdata(part, box, duration=round(seconds * 1000), disposal=1, transparency=unused)


def header(width: int, height: int, look: Theme, forever: bool = True) -> bytes:
    """The beginning of a GIF with 256 colours, which is repeated `forever` or played once."""
    palette = look.bytes.ljust(3 * _COLOURS, b"\0")
    repeated = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0" if forever else b""
    return b"".join((b"GIF89a", struct.pack("<HHBBB", width, height, 0xF7, 0, 0), palette, repeated))


@lru_cache(16)
def clear(look: Theme) -> Clear:
    """The colour that stands for *transparent* in the pictures of a theme: a free index, or that of the colour missed least."""
    colours = look.palette
    if len(colours) < _COLOURS:
        return Clear(len(colours))
    pairs = [(math.dist(colours[lost], colours[kept]), lost, kept) for lost in range(_COLOURS) for kept in range(lost)]
    _, lost, kept = min(pairs)
    return Clear(lost, tuple(kept if n == lost else n for n in range(_COLOURS)))
