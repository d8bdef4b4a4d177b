"""Pictures for tests that do not look at how smooth they are: drawn in their own size, not several times as large, which takes a third of the time.

What is drawn so is kept apart from what is drawn finely. For tests of whole bots, which see that there is a picture, sheets of its size are enough:
scenes are composed, and nothing is drawn on them.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

from data.content import games
from render import painter, picture_cache
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


LITTLE = ((picture_cache, "SPRITES", KEPT), (picture_cache, "KEPT_PICTURES", BOARDS))
COARSE = ((Studio, "theme", _coarse_theme), (Studio, "paint", _coarse_paint), (Canvas, "__init__", _coarse_canvas))


@contextmanager
def put(*other: tuple[Any, str, Any]) -> Iterator[None]:
    """While it lasts, parts of modules and classes are others: as `unittest.mock` does it, in a fifth of the time, since it is done for each test."""
    usual = [(owner, name, getattr(owner, name)) for owner, name, _ in other]
    for owner, name, value in other:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in usual:
            setattr(owner, name, value)


def keeping_little() -> AbstractContextManager[None]:
    """While it lasts, all studios of this process keep as much as a few tables need."""
    return put(*LITTLE)


def coarsely() -> AbstractContextManager[None]:
    """While it lasts, all studios of this process draw coarsely, and keep little."""
    return put(*LITTLE, *COARSE)


def let_go() -> None:
    """No studio of this process keeps anything any more: what the tests of one file have drawn hardly any of another one draws."""
    modules = (sys.modules.get(f"render.{name}") for name in (*games(), "tournaments", "charts"))
    for studio in [module.PAINTER.studio if hasattr(module, "PAINTER") else module.STUDIO for module in modules if module]:
        studio.__init__(studio.draw, studio.game)  # type: ignore[misc]


def forget_tools() -> None:
    """No module of this process keeps anything any more that it draws with, such as letters, grounds and masks: themes alone, by which all are told
    apart. Whoever needs one makes it anew."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("render.") and name != "render.theme":
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear") and getattr(kept, "__module__", "") == name:
                    kept.cache_clear()


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


def blank() -> AbstractContextManager[None]:
    """While it lasts, pictures are empty sheets of their size, and boards that would move are two of them."""
    return put((Studio, "paint", _unpainted), (painter, "loop", _loop))
