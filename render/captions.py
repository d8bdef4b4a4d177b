"""Scenes with captions above them, for pictures that tell what happens: imagined ones have a heavy frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from render.canvas import PLAIN, Canvas, Item, Key, Scene
from render.picture_cache import Sprite, Studio
from render.text import wrapped
from render.theme import Theme

CAPTION = "caption"
ROWS, SMALLEST, STEP, EDGE = 3, 18, 1.35, 14
"""Lines of a caption at most, the smallest letters, how far lines are from each other in letters, and the free edge beside them."""
LETTERS = 42
"""So many letters a picture is wide, about."""


class CaptionStudio(Studio):
    """A game's studio, which draws captions as well."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(_drawn, studio.game)
        self._studio = studio

    def sprite(self, key: Key, look: Theme) -> Sprite:
        return super().sprite(key, look) if key[0] == CAPTION else self._studio.sprite(key, look)


def captioned(scenes: Sequence[Scene], captions: Sequence[tuple[str, bool]]) -> list[Scene]:
    """Scenes below captions, each with whether it is imagined; all of one height."""
    width = max(scene.size[0] for scene in scenes)
    size = max(SMALLEST, width // LETTERS)
    rows = [wrapped(words, "Bold", size, width - 2 * EDGE)[:ROWS] for words, _ in captions]
    high = round(max(map(len, rows)) * size * STEP) + 2 * EDGE
    return [
        Scene(
            (width, scene.size[1] + high),
            {place: item._replace(y=item.y + high) for place, item in scene.items.items()}
            | {CAPTION: Item((CAPTION, (width, high), lines, size, imagined), 0, 0)},
        )
        for scene, lines, (_, imagined) in zip(scenes, rows, captions, strict=True)
    ]


def _drawn(key: Key, look: Theme) -> Canvas:
    given: Any = key[1:]
    return _caption(look, *given)


def _caption(look: Theme, size: tuple[int, int], lines: Sequence[str], letters: int, imagined: bool) -> Canvas:
    canvas = Canvas(size, look, PLAIN)
    canvas.box((3, 3, size[0] - 6, size[1] - 6), 10, "panel", "accent" if imagined else "line", 4 if imagined else 1)
    canvas.lines((EDGE, size[1] / 2), lines, (letters, letters * STEP), "ink")
    return canvas
