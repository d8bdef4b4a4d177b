"""Animated GIFs of scenes shown one after the other, made smaller until they have few enough bytes.

Each picture holds what has changed since the one before, all else of it is transparent, and all share the palette of their theme.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from PIL import Image

from render import motion
from render.canvas import Scene
from render.gif import clear, header, packed
from render.motion import Blow
from render.picture_cache import Page, Studio

T = TypeVar("T")
WHOLE = 90.0
"""Seconds that an animation lasts at most; longer only where its pictures would be seen for less than `FASTEST`."""
FASTEST, SLOWEST, LAST = 0.3, 1.0, 4.0
"""Seconds for which a picture is seen at the least and at the most, and the last one before it begins again."""
MOTION = 0.25
"""The share of an animation's bytes that its blows (`render.motion.Blow`) may take."""


class PictureProgress(NamedTuple):
    """How many pictures have been drawn (`done`) of how many (`whole`)."""

    done: int
    whole: int


class Shot(NamedTuple):
    """A scene, and the blow, if any, that is animated before it."""

    scene: Scene
    blow: Blow | None


class Animation:
    """A GIF of scenes, of at most `limit` bytes. Iterating draws a picture at each step and yields the progress; then the result is `gif`.

    `blows` are animated before the scenes of their numbers, as long as there are bytes for it. A GIF that is too large is drawn again at half the
    size, then with fewer pictures; the first and the last one are always there.
    """

    def __init__(
        self, studio: Studio, scenes: Sequence[Scene], theme_name: str, limit: int, blows: Mapping[int, Blow] | None = None, slowest: float = SLOWEST
    ) -> None:
        """`slowest`: the most seconds for which a picture is shown."""
        self._studio, self._theme, self._limit, self._slowest = studio, theme_name, limit, slowest
        self._size = max(scene.size[0] for scene in scenes), max(scene.size[1] for scene in scenes)
        self._shots = [Shot(Scene(self._size, scene.items), (blows or {}).get(n)) for n, scene in enumerate(scenes)]
        self.gif = b""

    def __iter__(self) -> Iterator[PictureProgress]:
        for halved, every in _plans(len(self._shots)):
            shown = thinned(self._shots, math.ceil(len(self._shots) / every))
            gif = _Gif(self._studio, self._theme, self._size, halved)
            for n, (scene, blow) in enumerate(shown, 1):
                struck = blow if gif.moved < MOTION * self._limit else None
                gif.add(scene, LAST if n == len(shown) else min(max(WHOLE / len(shown), FASTEST), self._slowest), struck)
                yield PictureProgress(n, len(shown))
                if gif.size >= self._limit:
                    break
            else:
                break
        self.gif = gif.bytes()


def thinned(all_of_them: Sequence[T], most: int) -> list[T]:
    """At most `most` of the items at equal steps, always with the first and the last one (at least two if there are two)."""
    steps, most = len(all_of_them) - 1, max(most, 2)
    return list(all_of_them) if steps < most else [all_of_them[round(n * steps / (most - 1))] for n in range(most)]


def _plans(count: int) -> Iterator[tuple[bool, int]]:
    """The reductions to try in turn: whether pictures are halved, and that only every n-th one is kept."""
    yield False, 1
    every = 1
    while every <= count:
        yield True, every
        every *= 2


class _Gif:
    """An animation in progress: the frames packed so far. `moved` counts the bytes of the frames of blows."""

    def __init__(self, studio: Studio, theme_name: str, size: tuple[int, int], halved: bool) -> None:
        self._studio, self._name, self._halved = studio, theme_name, halved
        self._theme = studio.theme(theme_name)
        self._clear = clear(self._theme)
        self._page: Page | None = None
        self._before: Image.Image | None = None
        width, height = (math.ceil(side / 2) for side in size) if halved else size
        self._parts = [header(width, height, self._theme)]
        self.size, self.moved = len(self._parts[0]), 0

    def add(self, scene: Scene, seconds: float, blow: Blow | None) -> None:
        """Appends a scene that is shown for `seconds`, after the frames of its `blow`."""
        self._page = self._studio.page(scene, self._name, self._page)
        board = self._page.picture
        begun = self.size
        for frame in motion.struck(self._studio, scene, board, self._name, blow) if blow else ():
            self._put(*frame)
        self.moved += self.size - begun
        self._put(board, seconds)

    def _put(self, frame: Image.Image, seconds: float) -> None:
        now = self._picture(frame)
        part = packed(self._before, now, self._clear.number, seconds)
        self._before = now
        self._parts += part
        self.size += sum(map(len, part))

    def _picture(self, picture: Image.Image) -> Image.Image:
        """A picture in the animation's size, with the index for transparent unused."""
        if self._halved:
            picture = self._theme.quantise(picture.convert("RGB").reduce(2))
        return picture.point(list(self._clear.table)) if self._clear.table else picture

    def bytes(self) -> bytes:
        """The whole GIF, which repeats."""
        return b"".join((*self._parts, b";"))
