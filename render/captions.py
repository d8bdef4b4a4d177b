"""Scenes with captions above them, for pictures that tell what happens: imagined ones have a heavy frame, and imagined cards a question mark."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

from render.canvas import PLAIN, Canvas, Item, Key, Scene
from render.picture_cache import Sprite, Studio
from render.text import wrapped
from render.theme import Theme

CAPTION, QUESTIONED, MARK = "caption", "questioned", "mark"
ROWS, SMALLEST, STEP, EDGE = 3, 18, 1.35, 14
"""Lines of a caption at most, the smallest letters, how far lines are from each other in letters, and the free edge beside them."""
LETTERS = 42
"""So many letters a picture is wide, about."""


BADGE, LEAST, WIDE = 0.24, 20, 200
"""How large the question mark of a card is, as a share of its shorter side, and in pixels at least; on what is wider it stands at the right."""


class CaptionStudio(Studio):
    """A game's studio, which draws captions and question marks as well."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(_drawn, studio.game)
        self._studio = studio

    def sprite(self, key: Key, look: Theme) -> Sprite:
        if key[0] == QUESTIONED:
            return self._questioned(key[1:], look)
        return super().sprite(key, look) if key[0] in (CAPTION, MARK) else self._studio.sprite(key, look)

    def _questioned(self, key: Key, look: Theme) -> Sprite:
        """A sprite of the game with a question mark on it."""
        sprite = self._studio.sprite(key, look)
        picture, (wide, high) = sprite.picture.copy(), sprite.picture.size
        size = max(LEAST, round(BADGE * min(wide, high)))
        mark = super().sprite((MARK, size), look)
        picture.paste(mark.picture, ((wide - size) // 2 if wide < WIDE else wide - size - EDGE, 2))
        return Sprite(picture, sprite.mask)


def questioned(scene: Scene, places: Collection[Hashable]) -> Scene:
    """A scene in which the cards at some places have a question mark."""
    items = {place: item._replace(key=(QUESTIONED, *item.key)) if place in places else item for place, item in scene.items.items()}
    return Scene(scene.size, items)


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
    return _mark(look, *given) if key[0] == MARK else _caption(look, *given)


def _mark(look: Theme, size: int) -> Canvas:
    canvas = Canvas((size, size), look, PLAIN, grows=False)
    canvas.box((0, 0, size, size), 0, "panel", "accent", 2)
    canvas.text((size / 2, size / 2), "?", size * 0.75, "ink")
    return canvas


def _caption(look: Theme, size: tuple[int, int], lines: Sequence[str], letters: int, imagined: bool) -> Canvas:
    canvas = Canvas(size, look, PLAIN)
    canvas.box((3, 3, size[0] - 6, size[1] - 6), 10, "panel", "accent" if imagined else "line", 4 if imagined else 1)
    canvas.lines((EDGE, size[1] / 2), lines, (letters, letters * STEP), "ink")
    return canvas
