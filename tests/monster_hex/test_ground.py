"""The torn battlefield: every land in its corner, a colour for each of its values, and props that stand beside the board."""

from __future__ import annotations

from collections import Counter

import pytest
from PIL import Image, ImageChops

from data.language import texts
from render import stage
from render.art import picture
from render.art.battlefield import LANDS, LEVELS, PATH, SIZE
from render.look import Look
from render.monster_hex.ground import DIM, ROLES, around
from render.monster_hex.scenes import board_scene
from render.theme import THEMES, theme
from tests.monster_hex.table import RULES

BOARDS = (("two", 2), ("three", 3), ("four", 4))


def test_every_land_lies_in_its_corner():
    ground = Image.open(PATH)
    assert ground.size == SIZE == (stage.WIDTH, stage.HEIGHT)
    assert max(ground.tobytes()) < len(ROLES) == len(DIM)
    width, height = 300, 200
    for n, land in enumerate(LANDS):
        left, top = (n % 2) * (SIZE[0] - width), n // 2 * (SIZE[1] - height)
        values = Counter(ground.crop((left, top, left + width, top + height)).tobytes())
        assert {value // LEVELS for value in values} == {n}, land
        assert len(values) == LEVELS, "a land has lights and shadows"


@pytest.mark.parametrize("name", THEMES)
def test_lands_look_different_in_the_light_and_keep_their_lights_from_letters(name):
    look = theme(name, "monster_hex")
    assert len({look[role] for role in ROLES}) == len(ROLES)
    assert not {ROLES[n] for n in DIM} & {f"{land}_{LEVELS - 1}" for land in LANDS}


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_props_stand_whole_beside_the_board(board, seats):
    view = RULES.view(RULES.setup(seats, {"board": board}, 1).state, None)
    _, field = board_scene(view, Look("dark", texts("en", "monster_hex"), ("A", "B", "C", "D")[:seats])).items["ground"].key
    free = around((field.width, stage.HEIGHT), field.layout, field.spots)
    assert {prop.word for prop in field.props} >= {"volcano", "coral", "tree", "cactus"}, "one for each land"
    for prop in field.props:
        shape = picture("monster_hex", prop.word).getchannel("A").resize((prop.size, prop.size)).point([255 * (v > 127) for v in range(256)])
        there = Image.new("1", free.size)
        there.paste(1, (prop.x - prop.size // 2, prop.y - prop.size // 2), shape)
        seen = ImageChops.logical_and(there, free).histogram()[255]
        assert seen >= 0.93 * shape.histogram()[255], f"{prop.word} is hidden"
