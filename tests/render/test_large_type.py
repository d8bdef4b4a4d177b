"""Large type: letters grow where there is room, and never into the edge, other letters or pictures."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.canvas import PLAIN, Canvas
from render.large_type import Words
from render.painter import painter
from render.text import font
from render.theme import theme
from tests.every_game.setups import SETUPS
from tests.every_game.test_pictures import NAMES, Look, Strict, positions
from tests.every_game.test_stage import ON_STAGE

every_setup = pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game not in ON_STAGE], ids=str)
"""A stage is laid out for large letters: nothing grows there."""
LARGE, USUAL = theme("large"), theme("contrast")


def heights(*texts, look=LARGE, draw=lambda s: None, size=(300, 80)):
    """How high each of some texts comes out, drawn in different colours on a sprite."""
    s = Canvas(size, look, PLAIN)
    draw(s)
    for (at, words, letters, anchor), role in zip(texts, ("ink", "accent", "legal_line"), strict=False):
        s.text(at, words, letters, role, anchor)
    image = s.reduced()
    found = []
    for _, role in zip(texts, ("ink", "accent", "legal_line"), strict=False):
        off = ImageChops.difference(image, Image.new("RGB", image.size, look[role])).convert("L").point(lambda v: 255 * (v == 0))
        box = off.getbbox()
        assert box, "nothing is written"
        found.append(box[3] - box[1])
    return found


def test_letters_grow_where_there_is_room():
    (usual,) = heights(((150, 40), "Anna", 24, "mm"), look=USUAL)
    (large,) = heights(((150, 40), "Anna", 24, "mm"))
    assert 1.2 * usual < large < 1.4 * usual


def test_letters_stay_in_their_sprite_and_off_each_other():
    long = "Bohumil Nejdelší-Příjmení"
    assert heights(((4, 40), long, 22, "lm")) == heights(((4, 40), long, 22, "lm"), look=USUAL)
    beside = ((4, 40), "stack 1", 28, "lm"), ((296, 40), "Champion ✓", 28, "rm")
    assert heights(*beside) == heights(*beside, look=USUAL)
    far = ((4, 40), "stack", 28, "lm"), ((296, 40), "7", 28, "rm")
    assert all(large > usual for large, usual in zip(heights(*far), heights(*far, look=USUAL), strict=True))


def test_letters_of_one_size_grow_together():
    one, other = heights(((10, 20), "xxx", 20, "lm"), ((10, 60), "x" * 26, 20, "lm"))
    assert one == other
    usual, _ = heights(((10, 20), "xxx", 20, "lm"), ((10, 60), "x" * 26, 20, "lm"), look=USUAL)
    assert one == usual


def test_words_grow_with_their_shadow():
    shadowed = ((20, 40), "Anna", 24, "lm"), ((22, 42), "Anna", 24, "lm")
    assert heights(*shadowed)[1] > 1.2 * heights(*shadowed, look=USUAL)[1]
    crossed = ((20, 40), "Anna", 24, "lm"), ((22, 42), "Enno", 24, "lm")
    assert heights(*crossed)[1] == heights(*crossed, look=USUAL)[1]


def test_letters_stay_on_their_ground():
    """A number on a disc that it fills stays as it is, and so do letters over a picture; on a plain disc with room they grow."""

    def disc(radius):
        return lambda s: s.ellipse((150, 40), radius, "legal")

    def picture(s):
        for x in range(0, 300, 12):
            s.line([(x, 0), (x, 80)], "soft", 4)

    seven = ((150, 40), "77", 26, "mm")
    assert heights(seven, draw=disc(20)) == heights(seven, draw=disc(20), look=USUAL)
    assert heights(seven, draw=disc(36)) > heights(seven, draw=disc(36), look=USUAL)
    assert heights(seven, draw=picture) == heights(seven, draw=picture, look=USUAL)


def test_letters_stay_within_what_shows_of_a_sprite():
    narrow = [(110, 0), (190, 0), (190, 80), (110, 80)]
    wide = ((150, 40), "xxxxxx", 24, "mm")
    assert heights(wide, draw=lambda s: s.clip(narrow)) == heights(wide, look=USUAL)
    assert heights(wide, draw=lambda s: s.clip([(60, 0), (240, 0), (240, 80), (60, 80)])) == heights(wide)


def test_a_copy_has_the_letters_of_its_original():
    first = Canvas((100, 40), LARGE, PLAIN)
    first.text((50, 20), "A", 20, "ink")
    second = first.copy()
    second.text((80, 20), "B", 20, "ink")
    one, other = first.reduced(), second.reduced()
    assert ImageChops.difference(one, other.copy()).crop((0, 0, 66, 40)).getbbox() is None
    assert ImageChops.difference(one, other).getbbox()


def ink(text: Words, size: tuple[int, int]) -> Image.Image:
    """What the letters of a text cover on a sheet of a size."""
    sheet = Image.new("L", size)
    face = font(text.weight, round(text.size))
    ImageDraw.Draw(sheet).text((text.x, text.y), text.words, 255, face, text.anchor)
    return sheet


@pytest.mark.sampled(0.3)
@every_setup
def test_larger_letters_never_touch_on_a_board(setup, monkeypatch):
    """Drawn text by text: what has grown touches no other letters and no edge."""
    rules, paint = setup.rules, painter(setup.game)
    look = Look("large", Strict("fr", setup.game), NAMES[: setup.seats])
    colours = theme("large", setup.game)
    written: list[Words] = []
    monkeypatch.setattr(Canvas, "_set", lambda self, text: written.append(text))
    grown, seen = 0, set()
    for state, seat, action, _ in positions(setup, 3):
        own = rules.view(state, seat)
        words = [w.text for w in rules.words(state, seat, action[:1])]
        scenes = [paint.board(rules.view(state, None), look), *([paint.choice(own, look, action[:1], words)] if paint.choice else [])]
        for key in {item.key for scene in scenes for item in scene.items.values()} - seen:
            seen.add(key)
            sprite = paint.studio.draw(key, colours)
            if not sprite.grows:
                continue  # Laid out for large letters by its scene: `tests.every_game.test_stage`.
            usual, size = list(sprite.texts), sprite.image.size
            written.clear()
            sprite.reduced()
            assert [text.words for text in written] == [text.words for text in usual]
            bigger = {n for n, (was, now) in enumerate(zip(usual, written, strict=True)) if now.size > was.size}
            grown += len(bigger)
            for n in bigger:
                left, top, right, bottom = font(written[n].weight, round(written[n].size)).getbbox(written[n].words, anchor=written[n].anchor)
                x, y = written[n].x, written[n].y
                assert 0 <= x + left <= x + right <= size[0], key
                assert 0 <= y + top <= y + bottom <= size[1], key
            for n, m in combinations(range(len(written)), 2):
                if bigger & {n, m} and written[n].words != written[m].words:  # A shadow lies below its words.
                    both = ImageChops.multiply(ink(written[n], size), ink(written[m], size))
                    assert both.getbbox() is None, (key, written[n].words, written[m].words)
    assert grown > 3 or setup.game in ON_STAGE, "large type shows"
