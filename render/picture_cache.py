"""The picture cache: a game's sprites and last pictures are kept, and of the next picture only what has changed is drawn (`Studio`)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas, Key, Scene, encode, sheet
from render.theme import Theme, theme

SPRITES = 25_000_000
"""How many pixels of sprites are kept, a byte each: some thousands of hexes and lines, or as many whole cards as fit."""
KEPT_PICTURES = 24
"""How many last pictures are kept to draw the next ones from."""

Draw = Callable[[Key, Theme], Canvas]


class Sprite(NamedTuple):
    """A sprite, ready to paste."""

    picture: Image.Image
    mask: Image.Image | None


def _pixels(sprite: Sprite) -> int:
    return sprite.picture.width * sprite.picture.height


class Picture(NamedTuple):
    """A finished picture: the PNG, its size in pixels, and what the next one can be made from."""

    png: bytes
    size: tuple[int, int]


class Page(NamedTuple):
    """A drawn scene, with the sheet from which the next one can be made."""

    theme: str
    scene: Scene
    sheet: Image.Image

    @property
    def picture(self) -> Image.Image:
        """The sheet without its column of filters."""
        return self.sheet.crop((1, 0, *self.sheet.size))


class Studio:
    """Draws scenes of one game, with its colours. Keeps sprites and the last pictures; may be used from several threads."""

    def __init__(self, draw: Draw, game: str | None = None) -> None:
        self.draw = draw
        self.game = game
        self._sprites: OrderedDict[Key, Sprite] = OrderedDict()
        self._pixels = 0
        self._last: OrderedDict[Hashable, Page] = OrderedDict()
        self._lock = threading.Lock()

    def sprite(self, key: Key, look: Theme) -> Sprite:
        """The sprite of a key, drawn now or taken from the cache."""
        whole = (look.name, *key)
        with self._lock:
            found = self._sprites.get(whole)
            if found:
                self._sprites.move_to_end(whole)
                return found
        drawn = self.draw(key, look)
        made = Sprite(look.quantise(drawn.reduced()), drawn.mask)
        with self._lock:
            if whole not in self._sprites:
                self._pixels += _pixels(made)
            self._sprites[whole] = made
            while self._pixels > SPRITES and len(self._sprites) > 1:
                self._pixels -= _pixels(self._sprites.popitem(last=False)[1])
        return made

    def theme(self, name: str) -> Theme:
        """A theme by name, with the colours of the game."""
        return theme(name, self.game)

    def page(self, scene: Scene, theme_name: str, before: Page | None = None) -> Page:
        """A drawn scene; if an earlier one is given, only the changes are drawn."""
        look = self.theme(theme_name)
        if before and before.theme == theme_name:
            drawn = self._continued(before.scene, before.sheet, scene, look)
            old = before.scene.items
        else:
            drawn, old = sheet(scene.size, look), {}
        for place, item in scene.items.items():
            if old.get(place) != item:
                sprite = self.sprite(item.key, look)
                drawn.paste(sprite.picture, (item.x + 1, item.y), sprite.mask)
        return Page(theme_name, scene, drawn)

    def paint(self, scene: Scene, theme_name: str, previous: Hashable = None) -> Picture:
        """A scene as a picture. `previous` names a series of pictures of which only the changes are drawn."""
        with self._lock:
            kept = self._last.get(previous) if previous is not None else None
        page = self.page(scene, theme_name, kept)
        if previous is not None:
            with self._lock:
                self._last[previous] = page
                self._last.move_to_end(previous)
                while len(self._last) > KEPT_PICTURES:
                    self._last.popitem(last=False)
        return Picture(encode(page.sheet, self.theme(theme_name)), scene.size)

    def _continued(self, old: Scene, picture: Image.Image, new: Scene, look: Theme) -> Image.Image:
        """The last picture in the next one's size, with changed and removed items wiped off. No two items share a pixel, so others stay intact."""
        if old.size == new.size:
            page = picture.copy()
        else:
            page = sheet(new.size, look)
            page.paste(picture, (0, 0))
        ground = look.index[look["page"]]
        for place, item in old.items.items():
            stays = new.items.get(place)
            if stays is None or stays[1:] != item[1:] or (stays.key != item.key and self._size(stays.key, look) != self._size(item.key, look)):
                sprite = self.sprite(item.key, look)
                left, width, height = item.x + 1, *sprite.picture.size
                page.paste(ground, (left, item.y, left + width, item.y + height), sprite.mask)
        return page

    def _size(self, key: Key, look: Theme) -> tuple[int, int]:
        return self.sprite(key, look).picture.size
