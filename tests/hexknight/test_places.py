"""Places of the island stand out from every ground, by day and by night."""

from __future__ import annotations

import pytest

from render.canvas import PLAIN, Canvas
from render.hexknight.places import COLOURED, ROLES, feature
from render.theme import THEMES, theme
from tests.render.test_themes import contrast

SIDE, SIZE = 90, 60
FIGURE = 3
"""The contrast of figures that WCAG asks for."""
GROUNDS = ("plains", "forest", "arid", "hills", "desert", "swamp", "mountain")


@pytest.mark.sampled(0.1)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("word", sorted({*COLOURED, *ROLES, "magic_circle"}))
def test_a_place_has_a_rim_that_can_be_seen_on_every_ground(name, word):
    look = theme(name, "hexknight")
    for role, night in ((f"{terrain}{'_night' * night}", night) for terrain in GROUNDS for night in (False, True)):
        drawn = Canvas((SIDE, SIDE), look, PLAIN, role)
        feature(drawn, word, (SIDE / 2, SIDE / 2), SIZE, night, role)
        clear = sum(n for n, colour in drawn.image.getcolors(100_000) if contrast(colour, look[role]) >= FIGURE)
        assert clear > 3 * SIZE * PLAIN, f"{role}: {clear} pixels"
