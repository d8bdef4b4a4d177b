"""The numbers on a hex: as large as they fit, apart from each other, and told apart by more than a colour."""

from __future__ import annotations

import pytest
from PIL import Image

from render.hexygame.ground import Ground
from render.hexygame.hex_sizes import FAR, LARGE, LARGE_NEAR, MIDDLE, Layout, Tile
from render.hexygame.hexes import Marks, Standing, reality
from render.hexygame.number_chips import Figures, chips, row
from render.stage import LARGER, USUAL
from render.theme import theme

ON_STAGE = pytest.mark.parametrize("layout", [FAR, MIDDLE, LARGE, LARGE_NEAR], ids=["far", "middle", "large", "large near"])
"""The layouts of hexes on the stage."""
FOR_LARGE = (LARGE, LARGE_NEAR)
NUMBERS = ("attack", "defense", "points")


@ON_STAGE
def test_numbers_are_as_large_as_they_fit(layout):
    """Never smaller than numbers in a dense place are, nor wider than the hex: else the first one lies above them."""
    tile, sizes = Tile(layout.half, layout in FOR_LARGE), []
    for figures in (Figures(0, 1, 2, 0, 0), Figures(6, 2, 8, 2, 2), Figures(11, 2, 8, 2, 2), Figures(11, 12, 10, 2, 2)):
        found = row(tile, chips(figures))
        assert sum(found.widths) + 2 * (len(found.widths) - 1) <= 2 * tile.half
        assert len(found.widths) + found.lifts == len(chips(figures))
        sizes.append(found.size)
    assert sizes[0] == layout.digits[0]
    assert min(sizes) >= USUAL.dense * (LARGER if layout in FOR_LARGE else 1) - 0.5
    assert row(tile, chips(Figures(11, 12, 10, 2, 2))).lifts


def test_no_zero_is_shown_but_of_counters():
    """What cannot strike has no attack to read, and what has no defense none of that."""
    assert chips(Figures(0, 1, 5, 0, 0)) == [("1", "defense"), ("5", "points")]
    assert chips(Figures(2, 0, 3, 0, 2)) == [("2", "attack"), ("3", "points")]
    assert chips(Figures(0, 0, 0, 0, 0)) == [("0", "points")]
    assert chips(Figures(None, 3, None, 0, 0)) == [("3", "defense")]


def plain(layout: Layout, figures: Figures) -> tuple[Tile, Image.Image]:
    """A reality on a hex of a layout."""
    tile = Tile(layout.half, layout in FOR_LARGE)
    ground, standing = Ground("E5", "", (), (), False), Standing(0, "cinder_hound", 0)
    return tile, reality(theme("dark", "hexygame"), tile, ground, standing, figures, Marks()).reduced()


@ON_STAGE
@pytest.mark.parametrize("figures", [Figures(0, 1, 5, 0, 0), Figures(4, 1, 5, 0, 2)], ids=["two", "three"])
def test_numbers_do_not_run_together(layout, figures):
    """At 400 wide 014 beside 025 was read as one number: ground lies at both sides of each."""
    tile, drawn = plain(layout, figures)
    colours = theme("dark", "hexygame")
    top, high = layout.row
    row = [drawn.getpixel((x, round(tile.tall / 2 + top + high / 2))) for x in range(drawn.width)]
    of = [[n for n, colour in enumerate(row) if colour == colours[role]] for role in NUMBERS]
    spans = [(min(found), max(found)) for found in of if found]
    assert len(spans) == len(chips(figures))
    edges = [-1, *(at for span in spans for at in span), drawn.width]
    assert all(after - before >= 3 for before, after in zip(edges[::2], edges[1::2], strict=True)), edges


@ON_STAGE
def test_numbers_are_told_apart_by_their_shapes(layout):
    """A blade is pointed above, a shield below, a disc is round: who sees no colours knows which is which."""
    tile, drawn = plain(layout, Figures(4, 1, 5, 0, 0))
    top, high = layout.row
    above, below = (round(tile.tall / 2 + top + at) for at in (-0.1 * high, 1.08 * high))
    for y, role in ((above, "attack"), (below, "defense")):
        line = [drawn.getpixel((x, y)) for x in range(drawn.width)]
        assert [other for other in NUMBERS if theme("dark", "hexygame")[other] in line] == [role]
