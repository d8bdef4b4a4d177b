"""The stage: the table has one size, letters that can be read where Discord shows it, and nothing cut, covered or blank.

What a picture says is taken from what the painter writes on its sprites, and where it lies from the sprites' own masks.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from PIL import Image, ImageChops

from data.language import LANGUAGES
from render import stage
from render.look import Look
from render.painter import painter
from render.text import font
from render.theme import THEMES, theme
from tests.every_game.setups import SETUPS
from tests.every_game.strict import Strict
from tests.every_game.test_pictures import NAMES, positions

ON_STAGE: tuple[str, ...] = ("hexknight", "hexygame", "hockey_game", "monster_hex", "planetary_conquerors")
"""The games whose tables are on the stage."""
NUMBER = re.compile(r"[−+-]?\d+(?:\s?[:/]\s?\d+)?")
UNUSED = 0.1
"""Such a share of a picture may lie outside every place."""
on_stage = pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game in ON_STAGE], ids=str)


@cache
def written(game, key, name):
    """What is written on a sprite, by size, and its mask: which of its pixels are its own."""
    canvas = painter(game).studio.draw(key, theme(name, game))
    times = canvas.scale
    texts = [(text.words, text.size / times, text.weight, text.anchor, (text.x / times, text.y / times)) for text in canvas.texts]
    return texts, canvas.mask or Image.new("1", canvas.size, 1)


def scenes(setup, name):
    """Tables of a whole game: for everybody, for who acts, and what the next word of an action is chosen from, with the language of each."""
    rules, paint = setup.rules, painter(setup.game)
    for n, (state, seat, action, step) in enumerate(positions(setup, 5)):
        look = Look(name, Strict(LANGUAGES[(n + THEMES.index(name)) % len(LANGUAGES)], setup.game), NAMES[: setup.seats]).in_pictures
        yield paint.board(rules.view(step.state, None), look), look
        view = rules.view(state, seat)
        on_board = paint.on_board or paint.choice
        for length in range(len(action)) if on_board else ():
            words = [w.text for w in rules.words(state, seat, action[:length])]
            yield on_board(view, look, action[:length], words), look


@pytest.mark.sampled(0.5)
@on_stage
@pytest.mark.parametrize("name", THEMES)
def test_a_table_has_one_size_and_nothing_on_it_is_cut_covered_or_blank(setup, name):
    for scene, _ in scenes(setup, name):
        assert scene.size == (stage.WIDTH, stage.HEIGHT)
        covered = Image.new("1", scene.size)
        for place, item in scene.items.items():
            _, mask = written(setup.game, item.key, name)
            assert 0 <= item.x <= stage.WIDTH - mask.width, f"{place} is cut"
            assert 0 <= item.y <= stage.HEIGHT - mask.height, f"{place} is cut"
            here = Image.new("1", scene.size)
            here.paste(mask, (item.x, item.y))
            assert ImageChops.logical_and(covered, here).getbbox() is None, f"{place} covers something"
            covered = ImageChops.logical_or(covered, here)
        unused = 1 - covered.histogram()[255] / (stage.WIDTH * stage.HEIGHT)
        assert unused <= UNUSED, f"{unused:.0%} of the picture is blank"


@pytest.mark.sampled(0.5)
@on_stage
@pytest.mark.parametrize("name", THEMES)
def test_letters_can_be_read_and_are_not_cut(setup, name):
    for scene, look in scenes(setup, name):
        least = stage.sizes(look)
        for place, item in scene.items.items():
            texts, mask = written(setup.game, item.key, name)
            for words, size, weight, anchor, (x, y) in texts:
                assert size >= (least.dense if NUMBER.fullmatch(words) else least.label) - 0.5, f"{place}: {words!r} is {size:.0f} high"
                left, top, right, bottom = font(weight, round(size)).getbbox(words, anchor=anchor)
                assert x + left >= 0, f"{place}: {words!r} is cut"
                assert x + right <= mask.width + 1, f"{place}: {words!r} is cut"
                assert y + top >= -1, f"{place}: {words!r} is cut"
                assert y + bottom <= mask.height + 1, f"{place}: {words!r} is cut"


@pytest.mark.parametrize("game", ON_STAGE)
def test_a_cover_tells_the_game(game):
    paint = painter(game)
    for name in THEMES:
        picture = paint.paint_cover(Look(name, Strict(LANGUAGES[0], game), ()))
        assert picture is not None, "a game on the stage has a cover"
        assert picture.size == stage.COVER
        assert len(picture.png) <= 200_000
