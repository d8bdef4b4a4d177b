"""Fonts, and fitting text to a width. Fonts are part of the project, so that pictures are the same everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageFont

from rules.parts.lazy import once

_FOLDER = Path(__file__).parent / "fonts"
WEIGHTS = ("Bold", "Medium")
DISPLAY = ("Inscription", "Runes", "Scoreboard", "Console")
"""Faces for titles and headlines, a game has one at most; letters that they lack come from Inter (`runs`)."""
_FILES = {weight: f"Inter-{weight}.otf" for weight in WEIGHTS} | {face: f"{face}.ttf" for face in DISPLAY}
_UNKNOWN = "·"
_ORNAMENT = re.compile(r"[*\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u2B50]+")
"""What stands in messages beside letters: emoji, and stars for bold type."""
_UNPLACED = frozenset(("Mn", "Me", "Cf"))
"""Categories of marks over other letters, and of letters that nobody sees."""


APART = frozenset(":;!?»–·→✓")
"""Signs with which no line begins."""
ALT = 1024
"""How many letters an alt text may have."""
BALANCE = 8
"""By so many pixels lines become shorter at a time until they are about as long as each other."""
GLYPHS = 4096
"""How many drawn letters are kept, most of one or two kilobytes: those that two games use at a time."""


def number(word: str) -> int | None:
    """The number that a word of an action is; None for any other word, however long it is."""
    return int(word) if len(word) < 4 and word.isascii() and word.isdecimal() else None


def fitting(*forms: Callable[[], str]) -> str:
    """The first of several wordings, the fullest first, that fits into an alt text; of the last one as much as fits."""
    for form in forms:
        words = form()
        if len(words) <= ALT:
            return words
    return shortened(words)


def shortened(words: str) -> str:
    """A text cut to the length of an alt text, with an ellipsis after a whole line, or at a pause in its first line."""
    if len(words) <= ALT:
        return words
    kept = words[: ALT - 1]
    for pause in ("\n", "; ", ", ", " "):
        if pause in kept:
            return kept[: kept.rindex(pause) + 1].rstrip(" ") + "…"
    return kept + "…"


class Face(ImageFont.FreeTypeFont):
    """A font in a size. Its letters stand side by side without kerning, so that each is measured and drawn once (`glyph`), and words are made of
    them."""

    def getlength(self, text: str | bytes, *args: Any, **kwargs: Any) -> float:
        """The width of a text in pixels."""
        return sum(_advance(self, letter) for letter in (text if isinstance(text, str) else text.decode("latin-1")))

    @property
    def middle(self) -> int:
        """How far the baseline lies below the middle of a line."""
        above, below = self.getmetrics()
        return (above - below + 1) // 2


class Glyph(NamedTuple):
    """A drawn letter: its mask, where that lies from the pen and the baseline, and how far the pen goes on."""

    mask: Image.Image | None
    left: int
    top: int
    advance: int


@once
def font(weight: str, size: int) -> Face:
    """A font in a size in pixels: Inter in a weight ("Bold", "Medium"), or a display face."""
    return Face(str(_FOLDER / _FILES[weight]), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(GLYPHS)
def glyph(face: Face, letter: str) -> Glyph:
    """A letter of a font, drawn now or taken from those kept."""
    core, (left, top) = face.getmask2(letter, "L", anchor="ls")
    mask = Image.frombytes("L", core.size, bytes(core)) if all(core.size) else None
    return Glyph(mask, left, top, _advance(face, letter))


@lru_cache(4 * GLYPHS)
def _advance(face: Face, letter: str) -> int:
    return round(ImageFont.FreeTypeFont.getlength(face, letter))


class Run(NamedTuple):
    """Neighbouring letters that one font draws."""

    words: str
    font: Face


def runs(words: str, weight: str, size: int) -> list[Run]:
    """A text divided by fonts, left to right: what a display face lacks is drawn in bold Inter."""
    face = font(weight, size)
    if weight in WEIGHTS:
        return [Run(words, face)]
    parts = groupby(words, _letters_of(weight).__contains__)
    return [Run("".join(letters), face if known else font("Bold", size)) for known, letters in parts]


def width(words: str, weight: str, size: int) -> float:
    """The width of a text in pixels."""
    return sum(run.font.getlength(run.words) for run in runs(words, weight, size))


def broken_fonts() -> list[str]:
    """The files of fonts that cannot be read."""
    found = []
    for name in _FILES.values():
        try:
            ImageFont.truetype(str(_FOLDER / name), 20, layout_engine=ImageFont.Layout.BASIC).getlength("Aé")
        except OSError:
            found.append(name)
    return found if (_FOLDER / "letters.json").is_file() else [*found, "letters.json"]


@once
def _letters() -> frozenset[str]:
    import json

    return frozenset(json.loads((_FOLDER / "letters.json").read_text(encoding="utf-8")))


@once
def _letters_of(face: str) -> frozenset[str]:
    import json

    found: dict[str, str] = json.loads((_FOLDER / "display.json").read_text(encoding="utf-8"))
    return frozenset(found[face])


def _known(words: str) -> str:
    """The text with letters that the font lacks replaced."""
    return words if _letters().issuperset(words) else "".join(map(_drawn, unicodedata.normalize("NFC", words)))


@lru_cache(4096)
def _drawn(letter: str) -> str:
    """The letter or letters drawn for a letter: itself, the plain one that it is a form of, or a sign if the font lacks it; "" if it has no place of
    its own."""
    known, plain = _letters(), unicodedata.normalize("NFKC", letter)
    if letter in known:
        return letter
    if unicodedata.category(letter) in _UNPLACED:
        return ""
    return plain if known.issuperset(plain) else _UNKNOWN


def legible(name: str) -> bool:
    """Whether a name is legible in a picture: the font lacks no more than a third of its letters."""
    if _letters().issuperset(name):
        return True
    drawn = [_drawn(c) for c in unicodedata.normalize("NFC", name) if c not in _letters() or not c.isspace()]
    seen = [c for c in drawn if c]
    return bool(seen) and seen.count(_UNKNOWN) * 3 <= len(seen)


@lru_cache(4096)
def fitted(words: str, weight: str, size: int, width: int) -> str:
    """The text with letters that the font lacks replaced. If it is wider than `width` pixels, it loses the brackets at its end, or is cut with an
    ellipsis."""
    shown = _known(words)
    face = font(weight, size)
    bare = shown[: shown.rindex(" (")] if shown.endswith(")") and " (" in shown else shown
    for form in (shown, bare):
        if face.getlength(form) <= width:
            return form
    while shown and face.getlength(shown + "…") > width:
        shown = shown[:-1]
    return shown.rstrip() + "…"


def uncut(forms: tuple[str, ...], weight: str, size: int, width: int) -> str:
    """The first of several forms of a name, the fullest first, that has room; of the last one as much as has room (`fitted`)."""
    shown = [fitted(form, weight, size, width) for form in forms]
    return next((form for form in shown if not form.endswith("…")), shown[-1])


def largest(words: str, weight: str, sizes: tuple[int, ...], width: int) -> int:
    """The first of the sizes in which the text is at most `width` pixels wide; the last one if none is."""
    return next((size for size in sizes if font(weight, size).getlength(words) <= width), sizes[-1])


@lru_cache(4096)
def laid_out(words: str, width: int, height: int, sizes: tuple[int, ...]) -> tuple[int, tuple[str, ...]]:
    """The size and the lines of a name in a box: as large as possible; in the last size it may overflow."""
    for size in sizes:
        lines = wrapped(words, "Bold", size, width)
        if (len(lines) == 1 or len(lines) * size * 1.04 <= height) and not any(row.endswith("…") for row in lines):
            return size, lines
    return sizes[-1], lines


@lru_cache(1024)
def wrapped(words: str, weight: str, size: int, width: int) -> tuple[str, ...]:
    """The text as lines of at most `width` pixels, broken between words, and not before a sign that stands apart, as French ones do."""
    face = font(weight, size)
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and face.getlength(longer) <= width:
            lines[-1] = longer
        elif lines and word in APART and " " in lines[-1]:
            kept, _, last = lines[-1].rpartition(" ")
            lines[-1:] = [kept, f"{last} {word}"]
        else:
            lines.append(word)
    return tuple(fitted(line, weight, size, width) for line in lines)


def balanced(words: str, weight: str, size: int, width: int) -> tuple[str, ...]:
    """The text in as few lines as `wrapped` needs, about as long as each other, so that no word is alone in the last one."""
    rows = wrapped(words, weight, size, width)
    for narrower in range(width - BALANCE, 0, -BALANCE):
        closer = wrapped(words, weight, size, narrower)
        if len(closer) > len(rows) or any(row.endswith("…") for row in closer):
            break
        rows = closer
    return rows


@lru_cache(4096)
def named(name: str, weight: str, one: tuple[int, ...], two: tuple[int, ...], width: int) -> tuple[int, tuple[str, ...]]:
    """The size and the lines of a name: in one line in the first of the sizes `one` that it fits in, else in at most two of `two`, broken between
    words, or after signs, which may stand out, or before capitals. One that is too long for that is cut in its second line, and the first one ends at
    such a place if it can."""
    shown = _known(name)
    for size in one:
        if font(weight, size).getlength(shown) <= width:
            return size, (shown,)
    for pieces in _PIECES[0 if " " in shown else 1 :]:
        for size in two:
            rows = _broken(pieces.findall(shown), weight, size, width)
            if len(rows) <= 2 and all(_length(row, weight, size) <= width for row in rows):
                return size, rows
    firsts = (_broken(pieces.findall(shown), weight, two[-1], width)[0] for pieces in _PIECES)
    cut = next((len(row) for row in firsts if row and _length(row, weight, two[-1]) <= width), len(shown))
    while _length(shown[:cut], weight, two[-1]) > width:
        cut -= 1
    return two[-1], (shown[:cut].rstrip(), fitted(shown[cut:].lstrip(), weight, two[-1], width))


_PIECES = (
    re.compile(r"\S+\s*"),
    re.compile(r"[^\s._-]*[._-]+\s*|[^\s._-]+\s*"),
    re.compile(r"(?:[^\s._-](?![A-Z][a-z]))*(?:[._-]+\s*|[^\s._-]\s*)"),
)
"""What a name is made of: its words; what stands between signs; and what begins with a capital."""


def _broken(pieces: Iterable[str], weight: str, size: int, width: int) -> tuple[str, ...]:
    """The pieces of a text in lines; one that is wider than a line has a line of its own."""
    rows: list[str] = []
    for piece in pieces:
        if rows and _length(rows[-1] + piece, weight, size) <= width:
            rows[-1] += piece
        else:
            rows.append(piece)
    return tuple(row.rstrip() for row in rows)


def _length(row: str, weight: str, size: int) -> float:
    """The width of a line without a sign at its end."""
    return font(weight, size).getlength(row.rstrip(" ._-"))


def bare(words: str) -> str:
    """The words of a message for a picture, without emoji and the stars of bold type."""
    return _ORNAMENT.sub("", words).strip()
