"""Pictures for tests that do not look at how smooth they are: drawn in their own size, not several times as large, which takes a third of the time.

What is drawn so is kept apart from what is drawn finely. For tests of whole bots, which see that there is a picture, sheets of its size are enough:
scenes are composed, and nothing is drawn on them.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

from data.content import games
from render.canvas import SHARP, Canvas, Scene, encode, sheet
from render.gif import still
from render.motion import SECONDS, Blow
from render.picture_cache import Picture, Studio
from render.theme import Theme

ONCE = 1
KEPT, BOARDS = 10_000_000, 6
"""Pixels of sprites that a studio keeps, and boards: two fifths and a quarter of what a bot with many tables has room for."""
_begin, _theme, _paint = Canvas.__init__, Studio.theme, Studio.paint


class Coarse(Theme):
    """A theme in which every sprite is drawn in its own size."""


@cache
def coarse(theme: Theme) -> Theme:
    """The same theme, for coarse pictures."""
    made = copy.copy(theme)
    made.__class__ = Coarse
    made.name = f"{theme.name}, coarse"
    return made


def _coarse_theme(self: Studio, name: str) -> Theme:
    return coarse(_theme(self, name))


def _coarse_canvas(self: Canvas, size: tuple[int, int], look: Theme, scale: int = SHARP, ground: str = "page", grows: bool = True) -> None:
    _begin(self, size, look, ONCE if isinstance(look, Coarse) else scale, ground, grows)


def _coarse_paint(self: Studio, scene: Scene, theme_name: str, previous: Hashable = None) -> Picture:
    return _paint(self, scene, theme_name, None if previous is None else ("coarse", previous))


@contextmanager
def keeping_little() -> Iterator[None]:
    """While it lasts, all studios of this process keep as much as a few tables need."""
    with patch.multiple("render.picture_cache", SPRITES=KEPT, KEPT_PICTURES=BOARDS):
        yield


@contextmanager
def coarsely() -> Iterator[None]:
    """While it lasts, all studios of this process draw coarsely, and keep little."""
    with (
        keeping_little(),
        patch.multiple(Studio, theme=_coarse_theme, paint=_coarse_paint),
        patch.object(Canvas, "__init__", _coarse_canvas),
    ):
        yield


def let_go() -> None:
    """No studio of this process keeps anything any more: what the tests of one file have drawn hardly any of another one draws."""
    modules = (sys.modules.get(f"render.{name}") for name in (*games(), "tournaments", "charts"))
    for studio in [module.PAINTER.studio if hasattr(module, "PAINTER") else module.STUDIO for module in modules if module]:
        studio.__init__(studio.draw, studio.game)  # type: ignore[misc]


@cache
def _blank(size: tuple[int, int], theme: Theme) -> bytes:
    return encode(sheet(size, theme), theme)


def _unpainted(self: Studio, scene: Scene, theme_name: str, previous: Hashable = None) -> Picture:
    return Picture(_blank(scene.size, self.theme(theme_name)), scene.size)


@cache
def _unmoved(size: tuple[int, int], theme: Theme) -> bytes:
    page = theme.blank(size, "page")
    return still([page, page], theme, [SECONDS, SECONDS])


def _loop(self: Studio, scene: Scene, theme_name: str, blow: Blow) -> bytes | None:
    there = blow.cry or blow.over or any(place in scene.items for place in (*blow.places, *blow.otherwise))
    return _unmoved(scene.size, self.theme(theme_name)) if there else None


@contextmanager
def blank() -> Iterator[None]:
    """While it lasts, pictures are empty sheets of their size, and boards that would move are two of them."""
    with patch.object(Studio, "paint", _unpainted), patch("render.painter.loop", _loop):
        yield
