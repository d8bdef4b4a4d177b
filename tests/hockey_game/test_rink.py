"""The rink in tiles: an arrow is drawn in every tile in which it can be seen."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from render.hockey_game.rink import COLUMNS, ROWS, TileKey, centre, crossed, tile
from render.theme import theme

LIGHT = theme("light", "hockey_game")
TILES = [(column, row) for column in range(len(COLUMNS) - 1) for row in range(len(ROWS) - 1)]
WAYS = [((0, 2), (16, 2)), ((2, 0), (8, 4)), ((14, 4), (4, 0)), ((8, 2), (8, 4)), ((6, 1), (4, 3)), ((15, 2), (16, 2))]


@pytest.mark.parametrize("succeeded", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_an_arrow_is_in_the_tiles_it_crosses_and_in_no_other(way, succeeded):
    start, stop = (centre(*at) for at in way)
    arrow = (*start, *stop, succeeded)
    seen = {at for at in TILES if ImageChops.difference(drawn(at, arrow), drawn(at, None)).getbbox()}
    assert seen <= crossed(arrow)
    assert len(crossed(arrow) - seen) <= 3, "few tiles are drawn anew for nothing"


def drawn(at, arrow):
    return tile(LIGHT, *at, TileKey("", None, arrow, 0, ())).reduced()
