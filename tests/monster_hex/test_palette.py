"""Tiles in the palette of a theme are nearly what was drawn: figures and letters lie on gradients."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from render.monster_hex.sprites import draw
from render.monster_hex.tiles import MARKS, TileKey, cut
from render.theme import THEMES, theme

OFF, MOST = 16, 0.5
"""By how much a channel of a pixel may be off, and of how many pixels more may be, in percent."""


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("faction", MARKS)
def test_tiles_are_nearly_what_was_drawn(faction, name):
    look = theme(name, "monster_hex")
    far = pixels = 0
    for word in ("m01", "m04", "m07"):
        for ring in ("", "last", "best"):
            true = draw(("monster", cut(78), TileKey(faction, word, (5, 3, 5, 4, 2, 4), "S"), ring), look).reduced()
            red, green, blue = ImageChops.difference(true, look.quantise(true).convert("RGB")).split()
            histogram = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
            far, pixels = far + sum(histogram[OFF + 1 :]), pixels + sum(histogram)
    assert 100 * far / pixels <= MOST
