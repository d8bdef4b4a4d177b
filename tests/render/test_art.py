"""Pictures of words, and how light and figures are drawn in a fixed palette."""

from __future__ import annotations

import io
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import render.art
from data.content import build, games
from data.language import LANGUAGES, texts
from render.art import CELL, COLOURED, LARGE, SMALL, clouds, has, mask, noise
from render.art import picture as coloured
from render.art.hockey_plays import PLAYS
from render.art.portraits import FACES, portrait
from render.canvas import Canvas
from render.hockey_game.emblems import EMBLEMS
from render.theme import THEMES, theme
from rules.monster_hex.content import EDGES
from tests.sampled import sampled

FOLDER = Path(render.art.__file__).parent
SHAPES = json.loads((FOLDER / "shapes.json").read_text(encoding="utf-8"))
CHOSEN = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json") if path.name != "shapes.json"}
RED = ("red_deep", "red", "red_glow")


def black(picture):
    """How much of a mask is covered, from 0 to 1."""
    return ImageStat.Stat(picture).mean[0] / 255


@pytest.mark.parametrize("game", CHOSEN)
def test_every_word_has_its_mask_and_every_shape_is_used(game):
    """The atlas holds what was chosen, each in its own size, neither empty nor a blot."""
    assert render.art.words(game) == CHOSEN[game].keys()
    for word in CHOSEN[game]:
        picture = mask(game, word)
        if CHOSEN[game][word].startswith(COLOURED):
            assert (picture.mode, picture.size) == ("RGBA", (CELL, CELL))
            assert picture == coloured(game, word)
            picture = picture.getchannel("A")
        side = LARGE if CHOSEN[game][word].startswith("face-") else CELL
        assert (picture.mode, picture.size) == ("L", (side, side))
        assert 0.02 < black(picture) < 0.95, word
        left, top, right, bottom = picture.getbbox()
        assert max(right - left, bottom - top) == side, f"{word} does not fill its box"


def test_noise_has_each_value_equally_often_and_like_values_apart():
    found = noise()
    assert set(found.histogram()) == {64 * 64 // 256}
    dark = found.point([255 * (v < 16) for v in range(256)])
    for across, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        assert ImageChops.multiply(dark, ImageChops.offset(dark, across, down)).getbbox() is None, "no two dark ones beside each other"


def test_every_outline_is_used():
    """Those of the set, the portraits, a face for each hero, none twice, and the plays."""
    used = {name for words in CHOSEN.values() for name in words.values()}
    assert used == SHAPES.keys() | {f"face-{name}" for name in FACES} | {f"play-{name}" for name in PLAYS}
    assert len({portrait(face) for face in FACES.values()}) == len(FACES)
    assert {word for word, face in build("hockey_game").faces.items() if face.type == "hero"} == FACES.keys()


def pool(game):
    """The words of everything that can be looked up or lies on a board, each with its family: members of one may look alike."""
    rules = build(game)
    if game == "monster_hex":
        return {f"{faction}.{tile}": (faction, tile) for faction in ("ember", "tide", "moss", "dune") for tile in rules.faces}
    drawn = {word: face for word, face in rules.faces.items() if word not in EMBLEMS}
    return {word: (face.type, face.subtypes) if face.type == "bonus" else word for word, face in drawn.items()}


def test_every_team_has_an_emblem_and_no_picture():
    assert {word for word, face in build("hockey_game").faces.items() if face.type == "team"} == EMBLEMS.keys()
    assert not EMBLEMS.keys() & CHOSEN["hockey_game"].keys()


@pytest.mark.parametrize("game", games())
def test_every_word_of_every_pool_has_a_picture_and_none_is_doubled(game):
    families = defaultdict(set)
    for word, family in pool(game).items():
        assert has(game, word), f"{game}: {word} has no picture: render/art/{game}.json"
        families[mask(game, word).tobytes()].add(family)
    doubled = [alike for alike in families.values() if len(alike) > 1]
    assert not doubled, f"{game}: with the same picture: {doubled}"


@pytest.mark.parametrize("game", games())
def test_every_figure_has_a_picture(game):
    """What a card's numbers are, and what its keywords are."""
    faces = build(game).faces.values()
    figures = {what for face in faces for what, _ in face.numbers} | {k.partition(":")[0] for face in faces for k in face.keywords}
    unseen = {"value", "own", "opponent", "copies", "referee", "cost_day", "cost_night", "view_day", "view_night", "height", *EDGES}
    assert {figure for figure in figures - unseen if not has(game, figure)} == set()


def test_the_forty_monsters_have_names():
    """In each language one of their own, as short as a hex wants."""
    for language in LANGUAGES:
        names = [texts(language, "monster_hex")(f"mh.monster.{word}") for word in pool("monster_hex")]
        assert len({*names}) == 40, language
        assert not [name for name in names if name.startswith("mh.") or len(name) > 11]


def test_masks_are_those_of_their_shapes():
    """Drawn again from its outline, a picture is the same: nobody has forgotten to draw the atlas anew."""
    from render.art.__main__ import _made

    shapes = SHAPES | {f"face-{name}": portrait(face) for name, face in FACES.items()} | {f"play-{name}": play for name, play in PLAYS.items()}
    for game, words in CHOSEN.items():
        for word in sampled(sorted(words), 0.04):
            again = Image.open(io.BytesIO(_made(words[word], shapes[words[word]])))
            assert max(ImageStat.Stat(ImageChops.difference(again, mask(game, word))).mean) < 6, f"{game}: {word}"


def test_a_word_without_a_picture():
    assert has("hexygame", "torchrunner")
    assert not has("hexygame", "nobody")
    assert not has("chess", "king")
    with pytest.raises(KeyError):
        mask("hexygame", "nobody")
    with pytest.raises(KeyError):
        mask("chess", "king")


@pytest.mark.parametrize("size", [24, 100, CELL, 700])
def test_a_mask_in_any_size_covers_the_same_share(size):
    """And its edges are thin: few pixels are neither in nor out."""
    picture = mask("hexygame", "gulf_leviathan", size)
    assert picture.size == (size, size)
    assert abs(black(picture) - black(mask("hexygame", "gulf_leviathan"))) < 0.01
    between = sum(picture.histogram()[32:224])
    assert between < 14 * size


def test_portraits_keep_their_shades_in_any_size():
    """Skin, cloth and hair are as light in a large picture as in a small one."""
    for size in (90, LARGE, 900):
        picture = mask("hockey_game", "torsten", size)
        skin, cloth, beard = (picture.getpixel((round(x * size), round(y * size))) for x, y in ((0.5, 0.15), (0.15, 0.93), (0.5, 0.74)))
        assert skin > 240
        assert 130 < cloth < 180
        assert 50 < beard < 110


def lit(theme_name, draw):
    look = theme(theme_name, "hexygame")
    s = Canvas((120, 90), look, 2)
    draw(s)
    return look, s.reduced()


def lightness(picture, box):
    return ImageStat.Stat(picture.crop(box).convert("L")).mean[0]


@pytest.mark.parametrize("name", THEMES)
def test_light_uses_the_colours_of_the_palette_alone(name):
    """So that nothing is lost when the sprite is quantised; and it is brightest where the light is."""
    look, picture = lit(name, lambda s: s.glow((0, 0, 120, 90), RED, light=(0.75, 0.5)))
    ramp = set(look.ramp(RED))
    assert len(ramp) > 4
    assert {picture.getpixel((x, y)) for x in range(120) for y in range(90)} <= ramp
    sizes = [lightness(picture, (left, 40, left + 16, 56)) for left in (0, 40, 82)]
    assert sizes == sorted(sizes)
    assert sizes[2] > sizes[0] + 30
    assert ImageChops.difference(look.quantise(picture).convert("RGB"), picture).convert("L").getextrema()[1] <= 9


def test_a_gradient_goes_from_role_to_role_in_small_steps():
    """Line by line it never gets darker by more than the pattern, and each colour is at most one step from its neighbours'."""
    look, picture = lit("dark", lambda s: s.shade((0, 0, 120, 90), RED))
    ramp = look.ramp(RED)
    assert picture.getpixel((0, 0)) == ramp[0]
    lines = [Counter(ramp.index(picture.getpixel((x, y))) for x in range(120)) for y in range(90)]
    assert {max(line) for line in lines} == set(range(len(ramp)))
    assert all(max(line) - min(line) <= 1 for line in lines)
    assert sum(len(line) == 2 for line in lines) > 40, "what lies between two colours is dithered"
    means = [sum(n * level for level, n in line.items()) / 120 for line in lines]
    assert all(later >= sooner - 0.5 for sooner, later in zip(means, means[4:], strict=False))


def test_light_stays_inside_its_corners():
    _, picture = lit("light", lambda s: s.glow([(60, 5), (110, 80), (10, 80)], RED))
    page = theme("light", "hexygame")["page"]
    assert picture.getpixel((12, 10)) == page == picture.getpixel((60, 85))
    assert picture.getpixel((60, 50)) != page
    _, picture = lit("light", lambda s: s.shade((10, 10, 100, 70), RED, 30))
    assert picture.getpixel((11, 11)) == page
    assert picture.getpixel((60, 11)) != page


def test_a_figure_with_its_shadow():
    """In its role's colour where the mask covers, in the shadow's a little to the right and below."""
    whole = Image.new("L", (64, 64), 255)
    look, picture = lit("dark", lambda s: s.figure(whole, (60, 45), 50, "plate", "edge"))
    assert picture.getpixel((60, 45)) == look["plate"]
    assert picture.getpixel((34, 45)) == look["page"]
    assert picture.getpixel((60, 70)) == look["edge"]
    assert picture.getpixel((60, 73)) == look["page"]


def test_clouds_go_on_at_their_edges_and_have_each_level_equally_often():
    found = clouds()
    counts = [n for n in found.histogram() if n]
    assert len(counts) == 32
    assert max(counts) - min(counts) <= 1
    steps = {way: ImageStat.Stat(ImageChops.difference(found, ImageChops.offset(found, *way))) for way in ((1, 0), (0, 1))}
    assert all(step.extrema[0][1] < 64 for step in steps.values()), "no edge is seen, neither within nor where it begins anew"


@pytest.mark.parametrize("size", [13.5, 40, 90])
def test_a_sign_is_the_figure_that_is_drawn_anew(size):
    """Masks are kept in their size, small ones only; what is kept is not drawn upon."""
    look = theme("light", "hexygame")
    for _ in range(2):
        one, other = Canvas((100, 100), look), Canvas((100, 100), look)
        one.sign("hexygame", "hand", (48.5, 51), size, "ink")
        other.figure(mask("hexygame", "hand"), (48.5, 51), size, "ink")
        assert one.image == other.image
    assert (mask("hexygame", "hand", round(3 * size)) is mask("hexygame", "hand", round(3 * size))) == (3 * size <= SMALL)
