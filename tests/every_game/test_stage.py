"""The stage: the table has one size, letters that can be read where Discord shows it, and nothing cut, covered or blank.

What a picture says is taken from what the painter writes on its sprites, and where it lies from the sprites' own masks.
"""

from __future__ import annotations

import re
from functools import lru_cache

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
from tests.sampled import sampled

ON_STAGE: tuple[str, ...] = ("hexknight", "hexygame", "hockey_game", "monster_hex", "planetary_conquerors")
"""The games whose tables are on the stage."""
NUMBER = re.compile(r"[−+-]?\d+(?:\s?[:/]\s?\d+)?")
SPRITES = 400
"""So many sprites are kept, which is those of a few tables."""
UNUSED = 0.1
"""Such a share of a picture may lie outside every place."""
on_stage = pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.game in ON_STAGE], ids=str)


@lru_cache(SPRITES)
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


@pytest.mark.sampled(0.02, any=True)
@on_stage
@pytest.mark.parametrize("name", THEMES)
def test_a_table_has_one_size_and_all_on_it_is_seen_and_can_be_read(setup, name):
    for scene, look in scenes(setup, name):
        nothing_is_cut_covered_or_blank(setup.game, name, scene)
        letters_are_large_enough_and_not_cut(setup.game, name, scene, look)


def nothing_is_cut_covered_or_blank(game, name, scene):
    assert scene.size == (stage.WIDTH, stage.HEIGHT)
    covered = Image.new("1", scene.size)
    for place, item in scene.items.items():
        _, mask = written(game, item.key, name)
        assert 0 <= item.x <= stage.WIDTH - mask.width, f"{place} is cut"
        assert 0 <= item.y <= stage.HEIGHT - mask.height, f"{place} is cut"
        here = (item.x, item.y, item.x + mask.width, item.y + mask.height)
        assert ImageChops.logical_and(covered.crop(here), mask).getbbox() is None, f"{place} covers something"
        covered.paste(255, here, mask)
    unused = 1 - covered.histogram()[255] / (stage.WIDTH * stage.HEIGHT)
    assert unused <= UNUSED, f"{unused:.0%} of the picture is blank"


def letters_are_large_enough_and_not_cut(game, name, scene, look):
    least = stage.sizes(look)
    for place, item in scene.items.items():
        texts, mask = written(game, item.key, name)
        for words, size, weight, anchor, (x, y) in texts:
            assert size >= (least.dense if NUMBER.fullmatch(words) else least.label) - 0.5, f"{place}: {words!r} is {size:.0f} high"
            left, top, right, bottom = font(weight, round(size)).getbbox(words, anchor=anchor)
            assert x + left >= 0, f"{place}: {words!r} is cut"
            assert x + right <= mask.width + 1, f"{place}: {words!r} is cut"
            assert y + top >= -1, f"{place}: {words!r} is cut"
            assert y + bottom <= mask.height + 1, f"{place}: {words!r} is cut"


@pytest.mark.sampled(0.1)
@on_stage
def test_a_long_name_is_said_in_short_before_it_is_cut(setup):
    paint, long = painter(setup.game), "Bohumil Nejdelší-Příjmení"
    *_, step = next(iter(positions(setup, 5)))
    for name in sampled(THEMES, 0.3):
        look = Look(name, Strict(LANGUAGES[0], setup.game), (NAMES[0], long, *NAMES[2:])[: setup.seats])
        scene = paint.board(setup.rules.view(step.state, None), look)
        words = [text[0] for item in scene.items.values() for text in written(setup.game, item.key, name)[0]]
        assert [word for word in words if "Bohumil" in word]
        assert not [word for word in words if word.endswith("…") and word.rstrip("…") in long], name


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", ON_STAGE)
def test_a_cover_tells_the_game(game):
    paint = painter(game)
    for name in sampled(THEMES, 0.3):
        picture = paint.paint_cover(Look(name, Strict(LANGUAGES[0], game), ()))
        assert picture is not None, "a game on the stage has a cover"
        assert picture.size == stage.COVER
        assert len(picture.png) <= 200_000
