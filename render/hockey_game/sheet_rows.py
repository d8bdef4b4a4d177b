"""Items below each other on a sheet of any height."""

from __future__ import annotations

from collections.abc import Sequence

from render import stage
from render.canvas import Item, Key, Rows, Scene

PAD = 12
HALF = (stage.WIDTH - 3 * PAD) // 2
HEADER = 60


class SheetRows(Rows):
    """Items below each other, those of both seats among them."""

    def title(self, words: str, right: str) -> None:
        """The line above all."""
        self.put("header", ("header", stage.WIDTH, HEADER, words, right), HEADER)

    def halves(self, place: str, keys: Sequence[Sequence[Key]], height: int) -> None:
        """Items of both seats, two in a row on each side."""
        quarter = (HALF - 6) // 2
        for seat, own in enumerate(keys):
            for i, key in enumerate(own):
                x = PAD + seat * (HALF + PAD) + (i % 2) * (quarter + 6)
                self.items[place, seat, i] = Item(key, x, self.y + (i // 2) * height)
        self.y += -(-max(map(len, keys)) // 2) * height

    def scene(self) -> Scene:
        return Scene((stage.WIDTH, self.y), self.items)
