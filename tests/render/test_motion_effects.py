"""Rings, balls and sparks: where they are drawn, and above all where not."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.motion_effects import BALL, BURST, RIM, RINGS, ROCKET, Shape, fly, hole, ring, rocket
from render.theme import theme

SIZE = 400, 300


def hexagon(x, y, side=90):
    picture, mask = Image.new("P", (side, side)), Image.new("1", (side, side))
    ImageDraw.Draw(mask).polygon(
        [(side / 2, 0), (side - 1, side / 4), (side - 1, side * 3 / 4), (side / 2, side - 1), (0, side * 3 / 4), (0, side / 4)], 1
    )
    return Shape(picture, mask, x, y)


def box(x, y, wide=90, high=60):
    return Shape(Image.new("P", (wide, high)), None, x, y)


def changed(look, draws):
    """Where drawing changes a bare picture, as a mask."""
    bare = look.blank(SIZE)
    frame = bare.copy()
    draws(frame)
    return ImageChops.difference(frame.convert("RGB"), bare.convert("RGB")).convert("L").point(lambda v: 255 if v else 0)


def around(shape, by):
    """The outline of a shape, wider or narrower by so many pixels, in a picture."""
    outline = Image.new("L", SIZE)
    outline.paste(255, (shape.x, shape.y, shape.x + shape.picture.width, shape.y + shape.picture.height), shape.mask and shape.mask.convert("L"))
    for _ in range(abs(by)):
        outline = outline.filter(ImageFilter.MaxFilter(3) if by > 0 else ImageFilter.MinFilter(3))
    return outline


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
@pytest.mark.parametrize("step", range(len(RINGS)))
@pytest.mark.parametrize("shape", [hexagon(120, 80), box(120, 80), hexagon(-20, 250)], ids=["hexagon", "box", "cut"])
def test_a_ring_lies_around_a_shape_and_leaves_what_is_in_it(name, step, shape):
    look = theme(name)
    found = changed(look, lambda frame: ring(frame, look, shape, step))
    begins, ends = RINGS[step]
    assert found.getbbox()
    assert not ImageChops.multiply(found, around(shape, -(4 + RIM + 2))).getbbox(), "numbers can be read"
    assert not ImageChops.subtract(found, around(shape, ends + RIM + 4)).getbbox()
    if begins > RIM + 2:
        assert not ImageChops.multiply(found, around(shape, 2)).getbbox()


def test_rings_grow():
    look = theme("dark")
    widths = [(b := changed(look, lambda frame, n=n: ring(frame, look, box(120, 80), n)).getbbox())[2] - b[0] for n in range(len(RINGS))]
    assert widths == sorted({*widths})


@pytest.mark.parametrize("target", [hexagon(290, 200), box(290, 10), hexagon(30, 200)])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_what_flies_stays_between_the_edges(target, share):
    look, source = theme("dark"), box(20, 20)
    found = changed(look, lambda frame: fly(frame, look, source, target, share))
    assert found.getbbox()
    for shape in (source, target):
        assert not ImageChops.multiply(found, around(shape, -2)).getbbox()


def test_it_comes_nearer():
    look, source, target = theme("dark"), box(10, 20), box(300, 20)
    ends = [changed(look, lambda frame, s=s: fly(frame, look, source, target, s)).getbbox()[2] for s in (0.2, 0.6, 1.0)]
    assert ends == sorted({*ends})
    assert 300 - BALL < ends[-1] <= 300


def test_nothing_flies_between_what_touches():
    look = theme("dark")
    assert not changed(look, lambda frame: fly(frame, look, hexagon(20, 20), hexagon(110, 20), 0.5)).getbbox()
    assert not changed(look, lambda frame: fly(frame, look, box(20, 20), box(20, 20), 0.5)).getbbox()


def test_a_firework_begins_when_it_is_its_turn_and_stays_in_its_circle():
    look, middle = theme("light"), (200, 150)
    assert not changed(look, lambda frame: rocket(frame, look, middle, -1)).getbbox()
    assert not changed(look, lambda frame: rocket(frame, look, middle, len(BURST))).getbbox()
    for n in range(len(BURST)):
        left, top, right, bottom = changed(look, lambda frame, n=n: rocket(frame, look, middle, n)).getbbox()
        assert max(200 - left, right - 200, 150 - top, bottom - 150) <= ROCKET + BURST[n][2] + RIM + 1


def test_a_shape_on_a_known_ground_moves_without_it():
    """What differs from the ground is the shape; where it was the ground is seen."""
    look = theme("dark")
    ground, standing = (Image.new("P", (60, 60), look.index[look[role]]) for role in ("panel", "panel"))
    standing.paste(look.index[look["accent"]], (20, 20, 40, 40))
    shape = Shape(standing, None, 100, 100).on(ground)
    frame = look.blank((300, 300), "page")
    frame.paste(standing, (100, 100))
    hole(frame, look, shape)
    assert {frame.getpixel((100 + x, 130)) for x in range(60)} == {look.index[look["panel"]]}
    shape._replace(x=200).put(frame)
    assert frame.getpixel((230, 130)) == look.index[look["accent"]]
    assert frame.getpixel((210, 130)) == look.index[look["page"]], "its ground stays behind"
