"""What stands on the hexes of the map: the energy of buildings, and labels at places that stay."""

from __future__ import annotations

import math

import pytest

from render.hexygame.arrows import Arrow, between
from render.hexygame.ground import Ground
from render.hexygame.hex_sizes import FAR, LARGE, LARGE_NEAR, MIDDLE, Tile
from render.hexygame.hexes import INKS, Marks, Standing, hexagon, reality
from render.hexygame.icons import COLOUR
from render.hexygame.number_chips import Figures
from render.theme import theme
from tests.hexygame.table import RULES
from tests.hexygame.test_pictures import NAMED, fight, scene


@pytest.mark.parametrize("layout", [FAR, MIDDLE, LARGE, LARGE_NEAR], ids=NAMED[:4])
def test_a_building_says_which_energy_it_gives(layout):
    """In a letter beside its numbers, also on a Flag; no creature does."""
    table, tile = fight(), Tile(layout.half, layout in (LARGE, LARGE_NEAR))
    for at in ("d3", "e2", "e4", "e8"):
        kind, _, *rest = scene(table).items["hex", at].key
        assert kind == "reality"
        written = [text.words for text in reality(theme("dark", "hexygame"), tile, *rest).texts]
        produced = RULES.content.cards[table.at(at).card].produces
        assert rest[1].gives == (produced or "")
        assert [letter for letter in written if letter in COLOUR] == [produced] * bool(produced)


def test_a_label_stays_where_it_is_whatever_happens_on_an_empty_hex():
    tile, colours = Tile(47), theme("dark", "hexygame")
    ways = [Arrow("move", True, (0, 6), (20, 40)), Arrow("attack", False, (-20, -40), (0, -6))]
    marks = [Marks(), *(Marks((way,)) for way in ways), Marks(gone="moss_troll"), Marks(coming=("moss_troll", 0)), Marks(change="−1")]
    places = {(text.x, text.y) for one in marks for text in hexagon(colours, tile, Ground("E4", "", (), (), False), one).texts if text.words == "E4"}
    places |= {(text.x, text.y) for text in hexagon(colours, tile, Ground("E5", "centre", (), (), False), Marks()).texts}
    assert len(places) == 1


@pytest.mark.parametrize("layout", [FAR, MIDDLE, LARGE_NEAR], ids=["far", "middle", "large near"])
@pytest.mark.parametrize("side", [1, -1], ids=["right", "left"])
@pytest.mark.parametrize("comes", [False, True], ids=["goes", "comes"])
def test_an_arrow_to_the_side_is_seen_beside_the_die_and_the_mark(layout, side, comes):
    """They lie at the edge that it crosses, and covered it: more than half of it is seen."""
    tile, colours = Tile(layout.half, layout is LARGE_NEAR), theme("dark", "hexygame")
    standing, figures = Standing(0, "sun_lancer", 0), Figures(2, 1, 3, 2, 2)
    start, end = between((side * 2 * tile.half, 0), tile.unit, both=False)
    begin = -side * 2 * tile.half if comes else 0
    way = Arrow("attack", False, (round(start[0] + begin), round(start[1])), (round(end[0] + begin), round(end[1])))

    def seen(special, figures):
        drawn = reality(colours, tile, Ground("E5", special, (), (), False), standing, figures, Marks((way,))).reduced()
        upper = drawn.crop((0, 0, drawn.width, drawn.height // 2))
        return {colour: n for n, colour in upper.getcolors(upper.width * upper.height)}[colours["blow"]]

    assert seen("centre", figures) > seen("", figures._replace(die=0, actions=0)) * 0.5 > 10


@pytest.mark.parametrize("layout", [FAR, MIDDLE, LARGE, LARGE_NEAR], ids=NAMED[:4])
@pytest.mark.parametrize("card", ["griffin_rider", "gulf_leviathan", "goblin_warcaller", "lich_of_the_ninth_bell", "yellow_hall"])
@pytest.mark.parametrize("owner", [0, 1])
def test_a_figure_is_seen_beside_its_numbers_and_marks(layout, card, owner):
    """A griffin was a wing behind five badges: above its numbers nearly all of it is seen, and it is as wide as most of its hex."""
    tile, colours = Tile(layout.half, layout in (LARGE, LARGE_NEAR)), theme("dark", "hexygame")
    ground, standing = Ground("E5", "centre", (), (), False), Standing(owner, card, 1)
    drawn = [
        reality(colours, tile, ground, standing, figures, marks).reduced().crop((0, 0, 2 * tile.half, round(tile.tall / 2 + layout.row[0] - 4)))
        for figures, marks in ((Figures(0, 0, 4, 0, 0), Marks()), (Figures(3, 1, 4, 2, 2), Marks(spells=(("mend", 0),))))
    ]
    bare, full = ({colour: n for n, colour in one.getcolors(one.width * one.height)}[colours[INKS[owner]]] for one in drawn)
    assert full >= 0.8 * bare > 0
    assert layout.art[2] >= 1.15 * layout.half


@pytest.mark.parametrize("layout", [FAR, MIDDLE, LARGE_NEAR], ids=["far", "middle", "large near"])
@pytest.mark.parametrize("side", range(6))
@pytest.mark.parametrize("comes", [False, True], ids=["goes", "comes"])
def test_an_arrow_runs_beside_the_label_of_an_empty_hex(layout, side, comes):
    """Its two ends stuck out of the label's ground like shards."""
    tile, angle = Tile(layout.half, layout is LARGE_NEAR), math.radians(60 * side + 30)
    way = (2 * tile.half * math.sin(angle), -2 * tile.half * math.cos(angle))
    start, end = between(way, tile.unit, False, leaves=not comes, enters=comes)
    ends = [(x - way[0] * comes, y - way[1] * comes) for x, y in (start, end)]
    wide, high = layout.label[0] * 0.62, layout.label[0] * 0.3
    for n in range(101):
        x, y = (one + (other - one) * n / 100 for one, other in zip(*ends, strict=True))
        assert abs(x) > wide or abs(y - layout.labels[0]) > high
