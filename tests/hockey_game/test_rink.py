"""The rink in tiles: an arrow is drawn in every tile in which it can be seen."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from render.hockey_game.rink import Field, TileKey, crossed, tile
from render.hockey_game.stage_layout import LARGE_PLAN, USUAL_PLAN
from render.theme import theme
from tests.hockey_game.table import RULES, TestTable

FIELDS = RULES.view(TestTable().state, None).board.fields
WAYS = [((0, 2), (16, 2)), ((2, 0), (8, 4)), ((14, 4), (4, 0)), ((8, 2), (8, 4)), ((6, 1), (4, 3)), ((15, 2), (16, 2))]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("plan", [USUAL_PLAN, LARGE_PLAN], ids=["usual", "large"])
@pytest.mark.parametrize("succeeded", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_an_arrow_is_in_the_tiles_it_crosses_and_in_no_other(way, succeeded, plan):
    start, stop = (plan.rink.centre(*at) for at in way)
    arrow = (*start, *stop, succeeded)
    tiles = {(sum(edge <= plan.rink.centre(f.x, 0)[0] for edge in plan.rink.columns(f.y // 2)) - 1, f.y // 2): f for f in FIELDS}
    assert len(tiles) == len(FIELDS), "a tile for each field"
    seen = {at for at, f in tiles.items() if ImageChops.difference(drawn(plan, f, arrow), drawn(plan, f, None)).getbbox()}
    assert seen <= crossed(plan.rink, arrow)
    assert len(crossed(plan.rink, arrow) - seen) <= 3, "few tiles are drawn anew for nothing"


def drawn(plan, f, arrow):
    field = Field(f.id.upper(), f.x, f.y, f.attribute, f.bonus, f.crease, "")
    return tile(theme("light", "hockey_game"), TileKey(plan.rink, field, arrow)).reduced()
