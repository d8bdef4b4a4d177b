"""The renderer's machinery: palettes, scenes, PNG."""

from __future__ import annotations

import io
import math
import random
import zlib

import pytest
from PIL import Image

from render.canvas import Canvas, Item, Scene, encode, sheet
from render.hexgrid import HexLayout, outline, sprite_size, towards
from render.monster_hex.tiles import MARKS
from render.picture_cache import Studio
from render.text import fitted
from render.theme import theme
from rules.parts.hexes import DIRECTIONS


def squint(colour, kind):
    """Roughly how a colour looks without red (protan) or green (deutan) receptors."""
    r, g, b = colour
    matrix = {
        "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    }[kind]
    return tuple(row[0] * r + row[1] * g + row[2] * b for row in matrix)


@pytest.mark.parametrize("name", ["dark", "light"])
@pytest.mark.parametrize("kind", ["protan", "deutan"])
def test_factions_can_be_told_apart_without_red_or_green(name, kind):
    """Also in the themes that are not made for it, and their marks differ in shape in any case."""
    look = theme(name, "monster_hex")
    seen = [squint(look[f], kind) for f in MARKS]
    for i, one in enumerate(seen):
        for other in seen[i + 1 :]:
            assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 30
    assert len(set(MARKS.values())) == len(MARKS)


def test_png_is_what_was_drawn():
    look = theme("dark")
    canvas = sheet((37, 11), look, "accent")
    picture = Image.open(io.BytesIO(encode(canvas, look)))
    picture.load()
    assert picture.size == (37, 11)
    assert picture.convert("RGB").getpixel((36, 10)) == look["accent"]
    body = encode(canvas, look)
    assert zlib.crc32(body[12:29]) == int.from_bytes(body[29:33], "big")


def test_only_changed_places_are_drawn():
    drawn = []

    def draw(key, look):
        drawn.append(key)
        return Canvas((10, 10), look, ground=key[1])

    studio = Studio(draw, "monster_hex")
    first = Scene((20, 10), {"a": Item(("x", "ember"), 0, 0), "b": Item(("x", "tide"), 10, 0)})
    studio.paint(first, "light", "series")
    second = Scene((20, 10), {**first.items, "b": Item(("x", "moss"), 10, 0)})
    again = studio.paint(second, "light", "series")
    assert drawn == [("x", "ember"), ("x", "tide"), ("x", "moss")]
    assert again.png == studio.paint(second, "light").png


def test_sprites_are_kept_as_long_as_there_is_room(monkeypatch):
    """The ones that were used last stay; what is gone is drawn again, and never more is kept than there is room for."""
    drawn = []

    def draw(key, look):
        drawn.append(key[0])
        return Canvas((10, 10 * key[0]), look)

    monkeypatch.setattr("render.picture_cache.SPRITES", 1000)
    studio, look = Studio(draw), theme("dark")
    for n in (1, 2, 3, 1, 4, 1, 2, 2, 9, 9):
        studio.sprite((n,), look)
    assert drawn == [1, 2, 3, 4, 9]
    studio.sprite((4,), look)
    studio.sprite((20,), look)
    studio.sprite((20,), look)
    assert drawn == [1, 2, 3, 4, 9, 4, 20]


@pytest.mark.parametrize("flat", [False, True])
def test_hexes_fill_a_width_and_never_share_pixels(flat):
    hexes = [(q, r) for q in range(-3, 4) for r in range(-3, 4)]
    layout, height = HexLayout.fit(hexes, 900, 80, flat=flat)
    width, tall = sprite_size(layout.radius, flat)
    seen = Image.new("L", (900, height))
    from PIL import ImageDraw

    for at in hexes:
        x, y = layout.corner(at)
        assert x >= 0
        assert x + width <= 900 + 1
        assert 0 <= y <= height + 1 - tall
        mask = Image.new("1", (width, tall))
        ImageDraw.Draw(mask).polygon(outline(layout.radius - 1.2, width / 2, tall / 2, flat), fill=1)
        before = seen.crop((x, y, x + width, y + tall))
        assert not any(b and m for b, m in zip(before.tobytes(), mask.convert("L").tobytes(), strict=True))
        seen.paste(255, (x, y), mask)


def test_a_grid_that_lies_flat_is_the_other_one_turned_to_the_left():
    for direction, (q, r) in enumerate(DIRECTIONS):
        (x, y), (turned_x, turned_y) = (HexLayout(10, 0, 0, flat).centre((q, r)) for flat in (False, True))
        assert (turned_x, turned_y) == pytest.approx((y, -x))
        assert towards(direction, math.hypot(x, y)) == pytest.approx((x, y)), "a side lies towards its neighbour"
        assert towards(direction, math.hypot(x, y), flat=True) == pytest.approx((turned_x, turned_y))


def test_text_is_cut_and_unknown_letters_are_shown():
    assert fitted("Příliš žluťoučký kůň", "Bold", 30, 1000) == "Příliš žluťoučký kůň"
    assert fitted("Příliš žluťoučký kůň", "Bold", 30, 120).endswith("…")
    assert fitted("a🐉b", "Medium", 30, 500) == "a·b"
    assert fitted("Computer 2 (hard)", "Bold", 36, 500) == "Computer 2 (hard)"
    assert fitted("Computer 2 (hard)", "Bold", 36, 276) == "Computer 2"
    assert fitted("Computer 2 (hard)", "Bold", 36, 120).endswith("…")


@pytest.mark.parametrize("name", ["light", "dark", "tritanopia"])
def test_a_colour_becomes_the_nearest_of_the_palette_to_either_side(name):
    """Within two levels of a channel; what is in the palette stays as it is."""
    look, rng = theme(name, "planetary_conquerors"), random.Random(3)
    wanted = [tuple(rng.randrange(256) for _ in range(3)) for _ in range(1500)]
    colours = [*wanted, *look.palette]
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    found = list(look.quantise(row).convert("RGB").get_flattened_data())
    assert found[len(wanted) :] == look.palette
    for one, given in zip(wanted, found, strict=False):
        assert math.dist(one, given) <= min(math.dist(one, colour) for colour in look.palette) + 2 * math.sqrt(3 * 2**2), one
