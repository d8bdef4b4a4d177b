"""Whole cards, cards in hands and lists of decks: everything that a card says stands on it, inside, in every language, beside its own picture."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

import pytest
from PIL import Image

from data.content import build
from data.language import LANGUAGES, texts
from render.art import mask
from render.canvas import Canvas, Rows
from render.cards import put_cards
from render.hexygame.scenes import shown as hexy_shown
from render.look import Look
from render.monster_hex import tiles
from render.monster_hex.tiles import MARKS
from render.painter import painter
from render.planetary_conquerors.names import shown as planetary_shown
from render.text import font
from render.theme import theme

CARDS = ("hexknight", "hexygame", "hockey_game", "monster_hex", "planetary_conquerors")
"""Games whose things to look up are whole cards."""
TEAMS = ("cze", "swe", "fin", "can", "usa", "svk", "sui", "ger")
"""These show the emblems that painters of Hockey Game have for them."""
HELD = {"hexygame": hexy_shown, "planetary_conquerors": planetary_shown}
"""How a card of a hand is made."""
every_language = pytest.mark.parametrize("language", LANGUAGES)


class Written(NamedTuple):
    """Words on a sprite and the rectangle that they cover."""

    words: str
    left: float
    top: float
    right: float
    bottom: float


class Sprite(NamedTuple):
    size: tuple[int, int]
    written: list[Written]
    figures: list[bytes]


@pytest.fixture
def drawn(monkeypatch):
    """Draws the sprites of a scene without their grounds, and tells what is written on them, and which pictures they show."""
    found: list[Sprite] = []
    whole_text, begin = Canvas.text, Canvas.__init__

    def started(self, size, *args, **named):
        begin(self, size, *args, **named)
        found.append(Sprite(size, [], []))

    def text(self, at, words, size, role, anchor="mm", weight="Bold"):
        left, top, right, bottom = font(weight, round(size * 8)).getbbox(words, anchor=anchor)
        found[-1].written.append(Written(words, at[0] + left / 8, at[1] + top / 8, at[0] + right / 8, at[1] + bottom / 8))
        whole_text(self, at, words, size, role, anchor, weight)

    monkeypatch.setattr(Canvas, "__init__", started)
    monkeypatch.setattr(Canvas, "text", text)

    def masked(game, word, side):
        found[-1].figures.append(mask(game, word).tobytes())
        return mask(game, word, side)

    monkeypatch.setattr(Canvas, "figure", lambda self, picture, *_: found[-1].figures.append(picture.tobytes()))
    monkeypatch.setattr(tiles, "mask", masked)  # Monsters are drawn in two tones.
    for ground in ("glow", "shade"):
        monkeypatch.setattr(Canvas, ground, lambda *_: None)

    def draw(game, scene):
        look = theme("light", game)
        sprites = []
        for item in scene.items.values():
            found.clear()
            painter(game).studio.draw(item.key, look)
            sprites.append(found[-1])
        return sprites

    return draw


def plain(words):
    """Letters and digits alone, to compare what is written in several lines."""
    return re.sub(r"\W", "", words)


def check(sprite, game, word, *said):
    """All that is said stands there, nothing is cut or lies beyond the edges, and the picture is that of the word."""
    lines = [w.words for w in sprite.written]
    assert not [line for line in lines if line.endswith("…")], f"{game}: {word}: {lines}"
    everything = plain("".join(lines))
    for words in said:
        assert plain(words) in everything, f"{game}: {word} does not say {words}"
    width, height = sprite.size
    for w in sprite.written:
        assert w.left >= 6, w
        assert w.top >= 6, w
        assert w.right <= width - 6, w
        assert w.bottom <= height - 6, w
    for i, one in enumerate(sprite.written):
        for other in sprite.written[i + 1 :]:
            apart = one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top
            assert apart or one.words == other.words, f"{game}: {word}: {one} lies over {other}"
    shown = [] if word in TEAMS else [f"{faction}.{word}" for faction in MARKS] if game == "monster_hex" else [word]
    assert all(mask(game, picture).tobytes() in sprite.figures for picture in shown)


@pytest.mark.sampled(0.1, any=True)
@every_language
@pytest.mark.parametrize("game", CARDS)
def test_a_whole_card_says_everything(game, language, drawn):
    paint, look = painter(game), Look("light", texts(language, game), ("Anna", "Bohumil", "Cécile", "Dara"))
    now = ("Anna: E4 " + "Bohumil " * 9,)
    for n, (word, face) in enumerate(build(game).faces.items()):
        scene = paint.cards.page(face, look, now if n % 5 == 0 else ())
        (sprite,) = drawn(game, scene)
        assert sprite.size == scene.size
        # The numbers of a card are on plates: a line that says them is for those who read.
        held = HELD[game](face, look)[4:] if game in HELD else ()
        lines = (held[0], *held[-1]) if held else () if face.numbers else paint.cards.words(face, look).splitlines()[-1:]
        check(sprite, game, word, *([now[0]] if n % 5 == 0 else []), *lines)
        for what, number in face.numbers:
            if game in ("hexygame", "planetary_conquerors"):
                assert str(number) in [w.words for w in sprite.written]
                assert mask(game, what).tobytes() in sprite.figures


@pytest.mark.sampled(0.33, any=True)
@every_language
@pytest.mark.parametrize("game", HELD)
def test_a_card_in_a_hand_says_everything(game, language, drawn):
    """Its name, type and whole text, also with a note, and each part of its cost."""
    look = Look("light", texts(language, game), ())
    for n, (word, face) in enumerate(build(game).faces.items()):
        card, rows = HELD[game](face, look), Rows()
        note = "xxxxxxxxxx" if n % 3 == 0 else ""
        put_cards(rows, [(card, n % 2 == 0, note)], look)
        (sprite,) = drawn(game, type("Hand", (), {"items": rows.items}))
        check(sprite, game, word, card.name, card.kind, *card.text, *re.findall(r"\d+[gce]", card.price), *([note] if note else []))


@pytest.mark.sampled(0.33, any=True)
@every_language
@pytest.mark.parametrize("game", HELD)
def test_a_list_of_a_deck_names_every_card(game, language, drawn):
    look, rules = Look("light", texts(language, game), ()), build(game)
    scene = painter(game).deck.scene(dict.fromkeys(rules.faces, 20), rules.faces, look)
    rows = [(item.key[3].word, sprite) for sprite, item in zip(drawn(game, scene), scene.items.values(), strict=True) if item.key[0] == "row"]
    assert sorted(word for word, _ in rows) == sorted(rules.faces)
    for word, sprite in rows:
        check(sprite, game, word, look.say(f"word.{word}"), "20×")


@pytest.mark.parametrize("game", CARDS)
def test_large_type_has_larger_text(game):
    """The longest text of a card, too, though the card grows by that."""
    for word in list(build(game).faces)[::7]:
        usual, large = (
            painter(game).cards.page(build(game).faces[word], Look(name, texts("fr", game), ())).items["card"].key[1] for name in ("dark", "large")
        )
        assert large.text >= usual.text * 1.15 or not usual.writing


def opened(game, word, theme_name="dark"):
    picture = painter(game).paint_card(build(game).faces[word], Look(theme_name, texts("en", game), ()))
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


@pytest.mark.parametrize(("game", "words"), [("hexygame", ("red_hearth", "torchrunner", "magma_slinger", "meteor"))])
def test_rarities_have_frames_of_their_own(game, words):
    assert len({opened(game, word).getpixel((360, 9)) for word in words}) == len(words)


def test_a_card_is_lit_in_its_colour():
    """The ground gets lighter from the corner towards the middle, and no part of the picture is blank."""
    picture = opened("hexygame", "wither")
    corner, middle = (sum(picture.crop((x, y, x + 24, y + 24)).resize((1, 1)).getpixel((0, 0))) for x, y in ((46, 130), (130, 330)))
    assert middle > corner + 40
    for left in range(40, 640, 120):
        for top in range(130, 640, 120):
            assert len(picture.crop((left, top, left + 40, top + 40)).getcolors(9999)) > 1


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
def test_a_deck_has_a_title_and_its_rows_follow_the_curve(game):
    """From the cheapest to the dearest, whatever their colours."""
    rules, look = build(game), Look("dark", texts("en", game), ())
    deck = next(iter(rules.presets.values()))
    scene = painter(game).deck.scene(deck, rules.faces, look)
    assert look.say("title") in str(scene.items["size"].key)
    rows = [item.key[3].word for name, item in scene.items.items() if name[0] == "row"]
    assert sorted(rows) == sorted(deck)
    costs = [int(trait.value) for word in rows for trait in painter(game).deck.traits(rules.faces[word], look) if trait.kind == "cost"]
    assert costs == sorted(costs)
    assert len(set(costs)) > 2


def test_gold_says_that_something_can_be_played_and_not_that_it_is_rare():
    """In a hand the frame of a card is gold for what can be played alone; where nothing is played it says how rare it is."""
    rules, look = build("hexygame"), Look("dark", texts("en", "hexygame"), ())
    rare = next(face for face in rules.faces.values() if face.rarity == "rare")
    (sheet,) = painter("hexygame").deck.sheet([(rare, "")], look).items.values()
    colours = theme("dark", "hexygame")

    def frame(able):
        drawn = painter("hexygame").studio.draw((*sheet.key[:5], able), colours).image
        return drawn.getpixel((drawn.width // 2, 10))

    assert sheet.key[5] is None
    assert (frame(None), frame(True), frame(False)) == (colours["gold"], colours["legal_line"], colours["line"])
