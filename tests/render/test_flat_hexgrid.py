"""Hexes on whole pixels: each pixel between them belongs to one of them, and what lies around a hex is where its neighbours are."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render.flat_hexgrid import Extent, FlatLayout, height_of, tile
from render.hexknight.ground import ways
from rules.hexknight.island import neighbour

RADII = (22, 34, 42, 46, 50, 52, 54, 58, 62)


@pytest.mark.parametrize("radius", RADII)
def test_hexes_share_no_pixel_and_leave_none(radius):
    layout = FlatLayout(radius, 2 * radius, 2 * radius)
    size = (radius * 10, radius * 10)
    covered = Image.new("1", size)
    for column in range(5):
        for row in range(4):
            here = Image.new("1", size)
            here.paste(tile(radius), layout.corner(column, row))
            assert ImageChops.logical_and(covered, here).getbbox() is None
            covered = ImageChops.logical_or(covered, here)
    (left, top), (right, bottom) = layout.centre(1, 1), layout.centre(3, 2)
    assert covered.crop((left, top, right, bottom)).convert("L").getextrema() == (255, 255)


@pytest.mark.parametrize("radius", RADII)
def test_the_way_to_a_neighbour_leads_to_its_middle(radius):
    layout = FlatLayout(radius, 0, 0)
    for place in ((4, 4), (5, 4)):
        x, y = layout.centre(*place)
        for way, (dx, dy) in enumerate(ways(radius)):
            assert layout.centre(*neighbour(*place, way)) == (x + dx, y + dy)


def test_a_window_lies_in_the_middle_of_a_box():
    window = Extent(2, 3, 6, 5)
    layout = FlatLayout(46, 0, 0).within(window, (100, 50, 700, 500))
    wide, high = layout.span(window)
    left, top = layout.corner(2, 3)
    assert (left - 100, top - 50) == ((700 - wide) // 2, (500 - high) // 2)
    assert layout.corner(6, 5)[0] + 2 * 46 == left + wide
    assert layout.corner(5, 5)[1] + height_of(46) == top + high
