"""Animated pictures: every frame is what the scene would be alone, whatever the palette, and they fit into what they may take."""

from __future__ import annotations

import io
import random
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from render import animation, motion
from render.animation import Animation, thinned
from render.canvas import Canvas, Item, Scene
from render.gif import clear
from render.motion import STEPS, Blow
from render.picture_cache import Studio
from render.theme import Theme, theme

SIDE = 40


def draw(key, look):
    """A field of a colour with a letter; or noise, which cannot be packed."""
    sketch = Canvas((SIDE, SIDE), look)
    if key[0] == "noise":
        sketch.image = Image.frombytes("RGB", sketch.image.size, random.Random(key[1]).randbytes(3 * sketch.image.width * sketch.image.height))
    else:
        sketch.box((0, 0, SIDE, SIDE), 4, key[1], "line")
        sketch.text((SIDE / 2, SIDE / 2), key[2], 20, "ink")
    return sketch


def scene(width: int, *items: Item) -> Scene:
    return Scene((width * SIDE, SIDE), dict(enumerate(items)))


def field(x: int, role: str, letter: str = "a") -> Item:
    return Item(("field", role, letter), x * SIDE, 0)


STORY = [
    scene(3, field(0, "panel"), field(1, "accent")),
    scene(3, field(0, "panel"), field(1, "panel", "b"), field(2, "accent")),
    scene(4, field(0, "panel"), field(3, "accent", "d")),
    scene(2, field(0, "accent", "z")),
    scene(4, field(0, "panel"), field(3, "accent", "d")),
]


def made(scenes, name="light", limit=10**9, blows=None) -> tuple[bytes, list[tuple[int, int]]]:
    film = Animation(Studio(draw), scenes, name, limit, blows)
    steps = [(p.done, p.whole) for p in film]
    return film.gif, steps


def frames(gif: bytes) -> list[tuple[Image.Image, int]]:
    """The frames as a reader sees them, and for how many milliseconds."""
    picture = Image.open(io.BytesIO(gif))
    found = []
    for n in range(picture.n_frames):
        picture.seek(n)
        found.append((picture.convert("RGB"), picture.info["duration"]))
    return found


def alone(one: Scene, size: tuple[int, int], name: str) -> Image.Image:
    """A scene as a picture of its own, on a ground of a size."""
    look = theme(name)
    whole = Image.new("RGB", size, look["page"])
    whole.paste(Image.open(io.BytesIO(Studio(draw).paint(one, name).png)).convert("RGB"), (0, 0))
    return whole


@pytest.mark.parametrize("name", ["light", "dark"])
def test_each_frame_is_its_scene(name):
    gif, steps = made(STORY, name)
    assert steps == [(n, len(STORY)) for n in range(1, len(STORY) + 1)]
    shown = frames(gif)
    assert len(shown) == len(STORY)
    for (picture, _), one in zip(shown, STORY, strict=True):
        assert picture.size == (4 * SIDE, SIDE)
        assert ImageChops.difference(picture, alone(one, picture.size, name)).getbbox() is None


def test_it_begins_again_and_rests_at_the_end():
    gif, _ = made(STORY)
    assert Image.open(io.BytesIO(gif)).info["loop"] == 0
    assert [ms for _, ms in frames(gif)] == [1000] * 4 + [4000]
    many = [STORY[n % 2] for n in range(180)]
    assert {ms for _, ms in frames(made(many)[0])} == {500, 4000}
    assert {ms for _, ms in frames(made([*many, *many, *many])[0])} == {300, 4000}


@pytest.mark.parametrize("name", ["light", "dark"])
def test_what_struck_is_shown_before_its_scene_comes_to_rest(name):
    """Nothing else of the replay changes: without the frames of the blow it is the same, and they change nothing but the place that was struck."""
    blow = Blow((0,))
    gif, steps = made(STORY, name, blows={2: blow})
    assert steps == made(STORY, name)[1]
    shown = frames(gif)
    moving, rest = shown[2 : 2 + STEPS], shown[:2] + shown[2 + STEPS :]
    assert [ms for _, ms in moving] == [round(motion.SECONDS * 1000)] * STEPS
    still = frames(made(STORY, name)[0])
    assert [ms for _, ms in rest] == [ms for _, ms in still]
    assert all(ImageChops.difference(one, other).getbbox() is None for (one, _), (other, _) in zip(rest, still, strict=True))
    for picture, _ in moving:
        changed = ImageChops.difference(picture, still[2][0]).getbbox()
        assert changed, "it is seen"
        assert changed[2] <= 2 * SIDE, "and only where it struck"


def test_what_struck_takes_a_share_of_the_bytes_and_no_more():
    scenes = [scene(4, field(0, "panel"), field(1 + n % 3, "accent", "abc"[n % 3])) for n in range(40)]
    alone = len(made(scenes)[0])
    blows = {n: Blow((0,), "Goal!") for n in range(1, 40)}
    everything = len(made(scenes, blows=blows)[0])
    limit = round(alone / (1 - animation.MOTION) * 1.2)
    assert everything > 2 * limit, "else this says nothing"
    gif, _ = made(scenes, limit=limit, blows=blows)
    shown = frames(gif)
    assert len(gif) < limit
    assert shown[0][0].size == scenes[0].size, "the boards are as large as without it"
    assert len(scenes) < len(shown) < len(scenes) + STEPS * len(blows)


def full_theme() -> Theme:
    """A theme of which every number is a colour; the last one is nearly the first."""
    grid = [(36 * r, 36 * g, 85 * b) for r in range(8) for g in range(8) for b in range(4)][1:254]
    colours = {f"c{n}": "#{:02x}{:02x}{:02x}".format(*colour) for n, colour in enumerate(grid)}
    return Theme("full", {"page": "#ffffff", "ink": "#000000", "line": "#000000", **colours, "twin": "#fffff0"}, [])


def test_a_full_palette_gives_up_the_colour_that_is_missed_least(monkeypatch):
    full = full_theme()
    assert len(full.palette) == 256
    found = clear(full)
    assert full.palette[found.number] == (255, 255, 240)
    assert full.palette[found.table[found.number]] == (255, 255, 255)
    assert [n for n, to in enumerate(found.table) if n != to] == [found.number]
    monkeypatch.setattr("render.picture_cache.theme", lambda name, game=None: full)
    gif, _ = made([scene(2, field(0, "twin"), field(1, "c7")), scene(2, field(0, "c90"), field(1, "twin"))], "full")
    (one, _), (two, _) = frames(gif)
    middle = SIDE // 4
    assert one.getpixel((middle, middle)) == (255, 255, 255)
    assert one.getpixel((SIDE + middle, middle)) == full["c7"]
    assert two.getpixel((middle, middle)) == full["c90"]
    assert two.getpixel((SIDE + middle, middle)) == (255, 255, 255)


def noisy(count: int) -> list[Scene]:
    return [scene(4, *(Item(("noise", 10 * n + x), x * SIDE, 0) for x in range(4))) for n in range(count)]


def test_what_does_not_fit_is_halved_then_thinned():
    scenes = noisy(16)
    whole = len(made(scenes)[0])
    large, small = (4 * SIDE, SIDE), (2 * SIDE, SIDE // 2)
    for share, size, most in ((2, large, 16), (0.6, small, 16), (0.2, small, 8), (0.1, small, 4)):
        gif, _ = made(scenes, limit=int(share * whole))
        shown = frames(gif)
        assert len(gif) <= share * whole, share
        assert shown[0][0].size == size, share
        assert 2 <= len(shown) <= most, share
        reference = frames(made([scenes[0], scenes[-1]])[0])
        for at in (0, -1):  # The first and the last picture are always there.
            exact = reference[at][0].resize(size, Image.Resampling.BOX)
            off = ImageChops.difference(shown[at][0], exact).convert("L")
            assert sum(off.tobytes()) / len(off.tobytes()) < 20, (share, at)


def test_nothing_fits_but_two_pictures_are_there():
    assert len(frames(made(noisy(9), limit=256)[0])) >= 1


@pytest.mark.parametrize(("count", "most"), [(1, 2), (2, 2), (5, 2), (5, 3), (100, 7), (7, 7), (7, 100), (3000, 240)])
def test_thinned_in_equal_steps(count, most):
    found = thinned(range(count), most)
    assert len(found) == min(count, max(most, 2))
    assert (found[0], found[-1]) == (0, count - 1)
    steps = {b - a for a, b in pairwise(found)}
    assert not steps or max(steps) - min(steps) <= 1
