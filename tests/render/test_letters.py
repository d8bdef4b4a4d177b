"""Names in any script: what the font has is drawn, what it lacks is told, and no two names become one picture without that."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from PIL import ImageChops, ImageDraw, ImageFont

from render.canvas import Canvas
from render.text import DISPLAY, WEIGHTS, balanced, fitted, font, legible, named, runs, width
from render.theme import theme

ALPHABETS = {
    "Russian": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "Ukrainian": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "Belarusian": "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
    "Serbian": "абвгдђежзијклљмнњопрстћуфхцчџш",
    "Macedonian": "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
    "Kazakh": "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя",
    "Greek": "αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ",
    "Greek of before": "ἀἁᾶᾳὀὠῷἐἠῆἰῖὖῥ",
    "Vietnamese": "aăâbcdđeêghiklmnoôơpqrstuưvxyàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ",
    "Yoruba": "abdeẹfgghijklmnoọprsṣtuwy",
    "Azerbaijani": "abcçdeəfgğhxıijkqlmnoöprsştuüvyz",
    "Hausa": "abɓcdɗefghijkƙlmnorstuwyƴz",
    "Pinyin": "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ",
}
FOLDER = Path(__file__).parents[2] / "render" / "fonts"


@pytest.mark.parametrize("weight", ["Bold", "Medium"])
def test_the_font_has_the_letters_that_it_says(weight):
    face = font(weight, 40)
    lacking = bytes(face.getmask("\uffff"))
    known = json.loads((FOLDER / "letters.json").read_text(encoding="utf-8"))
    assert len(known) == len(set(known))
    assert [c for c in known if bytes(face.getmask(c)) == lacking and not c.isspace()] == []
    assert bytes(face.getmask("ש")) == lacking, "so that there is something to find"


@pytest.mark.parametrize("language", ALPHABETS)
def test_alphabets_of_three_scripts_are_drawn_whole(language):
    letters = ALPHABETS[language]
    for text in (letters, "".join(c.upper() for c in letters if len(c.upper()) == 1)):
        assert fitted(text, "Bold", 20, 10_000) == text
        assert legible(text)


@pytest.mark.parametrize("letter", "яжЩωΩễẩɓ")
def test_letters_of_other_scripts_are_as_large_as_their_neighbours(letter):
    """They are of the same typeface: no mask is higher than one with a mark above and one below."""
    face = font("Bold", 60)
    above, below = face.getbbox("Ẫ")[1], face.getbbox("ạçj")[3]
    box = face.getbbox(letter)
    assert above <= box[1] < box[3] <= below + 2


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Ａｎｎａ　Ｂ", "Anna B"),
        ("Z̸a̷l̶g̵o̴", "Zalgo"),
        ("Ne\u0301mec", "Némec"),
        ("\u2068Anna\u2069", "Anna"),
        ("a🐉b", "a·b"),
        ("👨\u200d👩", "··"),
        ("דנה", "···"),
    ],
)
def test_what_the_font_lacks(name, drawn):
    assert fitted(name, "Bold", 20, 10_000) == drawn
    assert "".join(named(name, "Bold", (20,), (16,), 10_000)[1]) == drawn


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Анастасія", True),
        ("Αλέξανδρος", True),
        ("Nguyễn Thị Phượng", True),
        ("Anna 🔥", True),
        ("ab🐉", True),
        ("a🐉", False),
        ("דנה", False),
        ("さくら", False),
        ("김철수", False),
        ("علي", False),
        ("🔥🔥🔥", False),
        ("\u200d", False),
    ],
)
def test_whether_a_name_can_be_told_from_others(name, told):
    """No more than a third of its letters may be missing."""
    assert legible(name) == told


@pytest.mark.parametrize("face", DISPLAY)
def test_a_face_for_display_has_czech_and_french_and_the_rest_comes_from_inter(face):
    letters = "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýžÀÂÇÈÊËÎÏÔŒÙÛÜàâçèêëîïôœùûü0123456789:/+"
    lacking = bytes(font(face, 40).getmask("\uffff"))
    assert [c for c in letters if bytes(font(face, 40).getmask(c)) == lacking] == []
    assert [run.words for run in runs(letters, face, 40)] == [letters]
    mixed = runs("Anna Ж 7", face, 40)
    assert [(run.words, run.font == font(face, 40)) for run in mixed] == [("Anna ", True), ("Ж", False), (" 7", True)]
    assert width("Anna Ж 7", face, 40) == sum(run.font.getlength(run.words) for run in mixed)


@pytest.mark.parametrize("face", [*WEIGHTS, *DISPLAY])
def test_letters_set_one_by_one_lie_where_pillow_sets_the_whole_text(face):
    """To the pixel, at any part of a pixel, in each size and from each side; and a text is as wide as its letters."""
    rng, look = random.Random(7), theme("light")
    for _ in range(60):
        size, anchor, words = rng.randint(15, 90), rng.choice(("lm", "mm", "rm")), rng.choice(("Aj 24", "To. AVA", "1", "Éfi"))
        at = 300 + rng.choice((0, 0.2, 1 / 3, 0.4999, 0.5, 0.51, 0.8)), 80 + rng.choice((0, 0.3, 0.5, 0.508, 2 / 3, 0.9))
        drawn = Canvas((600, 160), look, 1, grows=False)
        whole = drawn.image.copy()
        drawn.text(at, words, size, "ink", anchor, face)
        usual = ImageFont.truetype(font(face, size).path, size, layout_engine=ImageFont.Layout.BASIC)
        assert font(face, size).getlength(words) == usual.getlength(words)
        if len(runs(words, face, size)) == 1:
            ImageDraw.Draw(whole).text(at, words, fill=look["ink"], font=usual, anchor=anchor)
            assert ImageChops.difference(drawn.image, whole).getbbox() is None, (size, anchor, words, at)


@pytest.mark.parametrize(("words", "rows"), [("The Winning Dice shows 12.", ("The Winning", "Dice shows 12.")), ("Short", ("Short",))])
def test_balanced_lines_leave_no_word_alone(words, rows):
    assert balanced(words, "Medium", 20, 242) == rows
    assert balanced("", "Medium", 20, 242) == ()
