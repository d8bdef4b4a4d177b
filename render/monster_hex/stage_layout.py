"""Where everything lies on the stage: the board to the left, a column of seats to the right of it. The places of a board never move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render import stage
from render.hexgrid import PointyLayout, sprite_size
from render.monster_hex.ground import Field, Prop, left_of
from render.monster_hex.tiles import Cut, cut
from rules.monster_hex.view import BoardView
from rules.parts.hexes import Hex


class Place(NamedTuple):
    """The radius of the hexes of a board, and how wide it is: where the column of seats begins."""

    radius: float
    width: int


PLACES = {"two": Place(64.6, 788), "three": Place(45.4, 556), "four": Place(56.6, 788)}
CLOSER = {"three": Place(56.6, 700)}
"""A board of which there is a part only where letters are large."""
CAMERAS = (-1, 0, 1)
"""How many rows below the middle of the board the middle of its part lies: three steps."""
PROPS = {
    "two": (
        Prop("volcano", 62, 44, 84), Prop("rock", 150, 36, 44), Prop("coral", 726, 44, 78), Prop("shell", 640, 40, 44),
        Prop("tree", 58, 586, 86), Prop("leafy", 130, 600, 66), Prop("cactus", 734, 590, 78), Prop("skull", 650, 604, 46),
    ),
    "three": (
        Prop("volcano", 78, 62, 108), Prop("rock", 150, 108, 48), Prop("coral", 482, 60, 96), Prop("shell", 410, 44, 50),
        Prop("tree", 56, 560, 100), Prop("leafy", 130, 592, 70), Prop("cactus", 486, 568, 104), Prop("skull", 410, 600, 54),
    ),
    "four": (
        Prop("volcano", 58, 48, 88), Prop("rock", 138, 42, 46), Prop("skull", 340, 34, 40), Prop("coral", 726, 48, 82), Prop("shell", 650, 44, 44),
        Prop("tree", 56, 590, 88), Prop("leafy", 136, 598, 62), Prop("cactus", 730, 590, 82), Prop("rock", 648, 604, 40),
    ),
}  # fmt: skip
"""What stands in the corners of a board, where it has no hexes."""


class Table(NamedTuple):
    """A board on the stage: where its hexes lie, how large things are on them, and where the column of seats begins."""

    hexes: PointyLayout
    cut: Cut
    width: int
    props: tuple[Prop, ...]
    field: int
    """Where the ground begins that lies to the left of the column."""
    zoom: float = 1
    """How large the ground is beside the board."""

    def shows(self, at: Hex) -> bool:
        """Whether a hex lies on the stage."""
        top = self.hexes.corner(at)[1]
        return 0 <= top <= stage.HEIGHT - sprite_size(self.hexes.radius)[1]

    def ground(self, at: Hex) -> tuple[int, int]:
        """The corner of a hex's sprite in the whole ground."""
        x, y = self.hexes.corner(at)
        return self.field + round(x * self.zoom), round(y * self.zoom)

    def beside(self, spots: Iterable[Hex]) -> Field:
        """The ground around hexes."""
        shown = sorted(spot for spot in spots if self.shows(spot))
        return Field(self.width, self.props, self.hexes.radius, tuple(self.hexes.corner(spot) for spot in shown))


def table(board: BoardView, sizes: stage.Sizes, large: bool, focus: Iterable[Hex] = ()) -> Table:
    """The places of a board; `focus` is what must be seen where there is a part of it only, else that is the last tile."""
    closer = large and board.board in CLOSER
    radius, width = (CLOSER if closer else PLACES)[board.board]
    down = camera(board, focus) if closer else 0
    hexes = PointyLayout(radius, width / 2, stage.HEIGHT / 2 - 1.5 * radius * down)
    return Table(hexes, cut(radius, (sizes.dense, sizes.label)), width, () if closer else PROPS[board.board], left_of(width))


def camera(board: BoardView, focus: Iterable[Hex] = ()) -> int:
    """Which of the steps shows most of some hexes, or the last tile: one that stays in the middle if that will do."""
    rows = [r for _, r in focus] or ([board.hexes[board.last][1]] if board.last else [0])
    return max(CAMERAS, key=lambda step: (sum(abs(row - step) <= 3 for row in rows), -abs(step)))
