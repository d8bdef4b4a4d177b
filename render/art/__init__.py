"""Small pictures of a game's things (monsters, cards, heroes, places), each a mask to be drawn in any colour, or in colours of its own.

`<game>.json` maps the word by which the rules call a thing to its picture.
`shapes.json` holds the outlines of these pictures, most of them from Game Icons
(CREDITS.md). `python -m render.art` draws them into atlases, `<game>.zip`: a mask for each word, packed by itself, so that a board
unpacks what it shows and nothing else stays in memory.
"""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from rules.parts.lazy import once

if TYPE_CHECKING:
    from zipfile import ZipFile

COLOURED = ("noto:", "fluent-emoji-flat:")
"""How the names of shapes in colours begin, by the set that they are of (CREDITS.md)."""
CELL, LARGE = 256, 512
"""How wide and high masks are in their atlas, and those with shades: blurred edges can be made steep again, blurred shades cannot."""
KEPT = 24
"""How many masks are kept; sprites are drawn once, so that few are asked for again."""
SMALL, RESIZED = 192, 256
"""Masks up to such a size are kept in it, so many of them: they stand in one sprite after the other."""
_FOLDER = Path(__file__).parent


def mask(game: str, word: str, size: int | None = None) -> Image.Image:
    """The picture of a word: how much of each pixel it covers, as an image of mode L, `size` pixels wide and high, or as large as it lies
    in the atlas, which `Canvas.figure` makes the best of.

    Raises KeyError for a word that has none.
    """
    if size is None:
        return _mask(game, word)
    return _resized(game, word, size) if size <= SMALL else resized(_mask(game, word), size)


def picture(game: str, word: str) -> Image.Image:
    """The coloured picture of a word, of mode RGBA: one whose shape is of a set in colours (`COLOURED`). Raises KeyError for a word without one."""
    found = _mask(game, word)
    if found.mode != "RGBA":
        raise KeyError(f"{game}: {word} has no colours")
    return found


@once
def noise() -> Image.Image:
    """Blue noise, 64 x 64 pixels of mode L in which each value is as frequent as others and lies far from its like: a ground dithered with it shows
    no pattern."""
    found = Image.open(_FOLDER / "noise.png")
    found.load()
    return found


@once
def clouds() -> Image.Image:
    """Soft noise, 256 x 256 pixels of mode L, that goes on at its edges: the texture of a ground, or clouds."""
    found = Image.open(_FOLDER / "clouds.png")
    found.load()
    return found


def has(game: str, word: str) -> bool:
    """Whether a word has a picture."""
    return word in words(game)


@once
def words(game: str) -> frozenset[str]:
    """All words of a game that have a picture; none for a game without an atlas."""
    return frozenset(_atlas(game).namelist()) if _path(game).exists() else frozenset()


def resized(whole: Image.Image, size: int) -> Image.Image:
    """A mask in another size. What is enlarged gets its edges back: blurred ones are made as steep as they were."""
    small = whole.resize((size, size), Image.Resampling.BICUBIC, reducing_gap=3 if whole.width == LARGE else None)
    steep = size / whole.width
    if steep <= 1 or whole.width == LARGE:
        return small
    return small.point([min(255, max(0, round((v - 127.5) * steep + 127.5))) for v in range(256)])


def filled(shape: Image.Image) -> Image.Image:
    """A solid mask of all pixels that a shaded mask covers at least a little."""
    return shape.point([min(255, v * 15) for v in range(256)])


@lru_cache(KEPT)
def _mask(game: str, word: str) -> Image.Image:
    if not has(game, word):
        raise KeyError(f"{game}: {word}")
    picture = Image.open(io.BytesIO(_atlas(game).read(word)))
    picture.load()
    return picture


@lru_cache(RESIZED)
def _resized(game: str, word: str, size: int) -> Image.Image:
    return resized(_mask(game, word), size)


@once
def _atlas(game: str) -> ZipFile:
    from zipfile import ZipFile

    return ZipFile(_path(game))


def _path(game: str) -> Path:
    return _FOLDER / f"{game}.zip"
