"""Animated GIFs of scenes shown one after the other.

Each picture holds what has changed since the one before, all else of it is transparent, and all share the palette of their theme.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from PIL import GifImagePlugin, Image, ImageChops

from render.canvas import Page, Scene, Studio
from render.theme import Theme

T = TypeVar("T")
WHOLE = 90.0
"""Seconds that an animation may last, if its pictures need not follow each other too fast."""
FASTEST, SLOWEST, LAST = 0.3, 1.0, 4.0
"""Seconds for which a picture is seen at the least and at the most, and the last one before it begins again."""
_COLOURS = 256
_CHANGED = [0] + [255] * (_COLOURS - 1)


class Clear(NamedTuple):
    """The number that means transparent in the pictures of a theme. Where colours have all of them, `table` gives the one that had it its nearest."""

    number: int
    table: tuple[int, ...] | None = None


class Progress(NamedTuple):
    """How many pictures have been drawn, of how many in all."""

    done: int
    whole: int


class Animation:
    """Scenes as a GIF of at most so many bytes, drawn one after the other as long as it is asked on; then it is there as `gif`.

    Where it would be larger its pictures are half as large, then fewer; the first and the last one are always there.
    """

    def __init__(self, studio: Studio, scenes: Sequence[Scene], theme_name: str, limit: int) -> None:
        self._studio, self._theme, self._limit = studio, theme_name, limit
        self._size = max(scene.size[0] for scene in scenes), max(scene.size[1] for scene in scenes)
        self._scenes = [Scene(self._size, scene.items) for scene in scenes]
        self.gif = b""

    def __iter__(self) -> Iterator[Progress]:
        for halved, every in _plans(len(self._scenes)):
            shown = thinned(self._scenes, math.ceil(len(self._scenes) / every))
            gif = _Gif(self._studio, self._theme, self._size, halved)
            for n, scene in enumerate(shown, 1):
                gif.add(scene, LAST if n == len(shown) else min(max(WHOLE / len(shown), FASTEST), SLOWEST))
                yield Progress(n, len(shown))
                if gif.size >= self._limit:
                    break
            else:
                break
        self.gif = gif.bytes()


def still(frames: Sequence[Image.Image], look: Theme, seconds: Sequence[float]) -> bytes:
    """Palette pictures of one size as a GIF that is played once and stays at its last one."""
    unused = clear(look)
    before: Image.Image | None = None
    parts = [_header(*frames[0].size, look, forever=False)]
    for frame, shown in zip(frames, seconds, strict=True):
        now = frame.point(list(unused.table)) if unused.table else frame
        parts += _packed(before, now, unused.number, shown)
        before = now
    return b"".join((*parts, b";"))


def thinned(all_of_them: Sequence[T], most: int) -> list[T]:
    """So many of some things at equal steps, always with the first and the last one (of at least two)."""
    steps, most = len(all_of_them) - 1, max(most, 2)
    return list(all_of_them) if steps < most else [all_of_them[round(n * steps / (most - 1))] for n in range(most)]


def _plans(count: int) -> Iterator[tuple[bool, int]]:
    """Whether pictures are halved, and that there is only one of so many: what is tried one after the other."""
    yield False, 1
    every = 1
    while every <= count:
        yield True, every
        every *= 2


class _Gif:
    """An animation under way: what has been drawn, packed."""

    def __init__(self, studio: Studio, theme_name: str, size: tuple[int, int], halved: bool) -> None:
        self._studio, self._name, self._halved = studio, theme_name, halved
        self._theme = studio.theme(theme_name)
        self._clear = clear(self._theme)
        self._page: Page | None = None
        self._before: Image.Image | None = None
        width, height = (math.ceil(side / 2) for side in size) if halved else size
        self._parts = [_header(width, height, self._theme)]
        self.size = len(self._parts[0])

    def add(self, scene: Scene, seconds: float) -> None:
        """One more picture, which is seen for so long."""
        self._page = self._studio.page(scene, self._name, self._page)
        now = self._picture(self._page.sheet)
        packed = _packed(self._before, now, self._clear.number, seconds)
        self._before = now
        self._parts += packed
        self.size += sum(map(len, packed))

    def _picture(self, sheet: Image.Image) -> Image.Image:
        """A sheet without its column of filters, in the size of the animation, the index that means transparent unused."""
        picture = sheet.crop((1, 0, *sheet.size))
        if self._halved:
            picture = self._theme.quantise(picture.convert("RGB").reduce(2))
        return picture.point(list(self._clear.table)) if self._clear.table else picture

    def bytes(self) -> bytes:
        """All of it as a GIF that begins again at its end."""
        return b"".join((*self._parts, b";"))


def _packed(before: Image.Image | None, now: Image.Image, unused: int, seconds: float) -> list[bytes]:
    """A frame after another one: what has changed, all else transparent."""
    box, part = (0, 0), now
    if before is not None:
        difference = ImageChops.difference(before, now)
        area = difference.getbbox() or (0, 0, 1, 1)
        box, part = area[:2], Image.new("P", (area[2] - area[0], area[3] - area[1]), unused)
        part.paste(now.crop(area), (0, 0), difference.crop(area).point(_CHANGED, "1"))
    return GifImagePlugin.getdata(part, box, duration=round(seconds * 1000), disposal=1, transparency=unused)


def _header(width: int, height: int, look: Theme, forever: bool = True) -> bytes:
    """How a GIF with 256 colours begins, which is repeated `forever` or played once."""
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
