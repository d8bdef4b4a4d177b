"""The layout of the stage: the board to the left, a column of seats to the right. The places of a board never move; with large letters a part is seen
near."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from render import stage
from render.hexgrid import HexLayout
from render.monster_hex.ground import Beyond, Field, Prop, left_of
from render.monster_hex.tiles import Cut, cut
from render.monster_hex.viewport import camera
from rules.monster_hex.view import BoardView
from rules.parts.hexes import Hex


class Place(NamedTuple):
    """The radius of the hexes of a board, as a whole and `near`, and how wide it is: where the column of seats begins. A board that is higher than
    wide lies on its side, on `flat` hexes: they are larger there. Near ones are as large as leaves all stones, or all but a row at an edge."""

    radius: float
    near: float
    width: int
    flat: bool = False


PLACES = {"two": Place(64, 75, 788), "three": Place(52.6, 61, 744, flat=True), "four": Place(56.2, 64, 788)}
PROPS = {
    "two": (
        Prop("volcano", 62, 44, 84), Prop("rock", 150, 36, 44), Prop("coral", 726, 44, 78), Prop("shell", 640, 40, 44),
        Prop("tree", 58, 586, 86), Prop("leafy", 130, 600, 66), Prop("cactus", 734, 590, 78), Prop("skull", 650, 604, 46),
    ),
    "three": (
        Prop("volcano", 62, 56, 100), Prop("rock", 140, 36, 46), Prop("coral", 684, 54, 92), Prop("shell", 606, 36, 46),
        Prop("tree", 58, 574, 96), Prop("leafy", 132, 598, 66), Prop("cactus", 690, 576, 92), Prop("skull", 612, 604, 48),
    ),
    "four": (
        Prop("volcano", 58, 48, 88), Prop("rock", 138, 42, 46), Prop("skull", 340, 34, 40), Prop("coral", 726, 48, 82), Prop("shell", 650, 44, 44),
        Prop("tree", 56, 590, 88), Prop("leafy", 136, 598, 62), Prop("cactus", 730, 590, 82), Prop("rock", 648, 604, 40),
    ),
}  # fmt: skip
"""What stands in the corners of a board, where it has no hexes."""


class Table(NamedTuple):
    """A board on the stage: where its hexes lie, how large things are on them, and where the column of seats begins."""

    hexes: HexLayout
    cut: Cut
    width: int
    props: tuple[Prop, ...]
    field: int
    """Where the ground begins that lies to the left of the column."""
    zoom: float = 1
    """How large the ground is beside the board."""
    seen: frozenset[Hex] | None = None
    """The hexes that are seen; None for all of them."""

    def has(self, at: Hex) -> bool:
        """Whether a hex is seen."""
        return self.seen is None or at in self.seen

    def ground(self, at: Hex) -> tuple[int, int]:
        """The corner of a hex's sprite in the whole ground."""
        x, y = self.hexes.corner(at)
        return self.field + round(x * self.zoom), round(y * self.zoom)

    def beside(self, spots: Iterable[Hex], beyond: tuple[Beyond, ...] = ()) -> Field:
        """The ground around hexes, with what lies beyond its edges."""
        return Field(self.width, self.props, self.hexes, tuple(sorted(spots)), beyond)


def table(board: BoardView, sizes: stage.Sizes) -> Table:
    """The layout of a whole board on the stage."""
    place = PLACES[board.board]
    hexes = HexLayout(place.radius, place.width / 2, stage.HEIGHT / 2, place.flat)
    return Table(hexes, _cut(sizes, place.radius, place.flat), place.width, PROPS[board.board], left_of(place.width))


def near_table(board: BoardView, sizes: stage.Sizes, lit: Iterable[str] = ()) -> Table:
    """The layout of the part of a board on the stage where it goes on, with all hexes that are `lit`; of the whole one where that is not possible."""
    place = PLACES[board.board]
    window = camera(board, place.near, place.width, place.flat, lit)
    if window is None:
        return table(board, sizes)
    return Table(window.hexes, _cut(sizes, place.near, place.flat), place.width, (), left_of(place.width), seen=window.spots)


def _cut(sizes: stage.Sizes, radius: float, flat: bool) -> Cut:
    return cut(radius, (sizes.dense, sizes.label), flat=flat)


def lies_flat(board: BoardView) -> bool:
    """Whether the hexes of a board, and so the tiles in a hand, have flat tops."""
    return PLACES[board.board].flat
