"""The column of seats: how far the game is, a panel for each faction, and who has won."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Point
from render.hexgrid import outline
from render.monster_hex.tiles import GROUNDS, MARKS, NOBODYS, ROOT, figure, mark
from render.stage import Sizes
from render.text import balanced, fitted, font, largest, uncut, wrapped
from render.theme import Theme

EDGE = 12
GAP, CLOSE = 8, 1.12
"""What is left between the last tile and what is told of it, and from one line of that to the next, as a share of the size of its letters."""
TOLD = 0.5
"""How wide what is told beside it is at most, as a share of the width."""
UNDER = 100
"""How high the last tile has to be for the game's progress to stand above it."""
ROW = 36.0
"""How high the rows of names and counts are at least."""
CAPITAL = 0.73
"""How high a digit is beside the size of its letters."""
UNKNOWN = 28
"""The least size of the sign for a faction that has not been chosen."""
SMALLEST = 16
"""How large a portrait has to be to be shown; a low panel with large type may have no room for one."""
FACE = 40
"""How large it is at least beside a score in large type."""
TALL = 240
"""From this height on a panel has a line of its own for what was just gained."""
WIDE, LARGER = 400, 1.3
"""From this width on a panel has its figures beside each other, and counts are so many times as large."""


class Seat(NamedTuple):
    """What is shown of a faction: who plays it (whole, and in short), its score, what it has just gained (with its stones, and in short; nothing
    otherwise), how many tiles are in hand and on the stack; what stands instead where somebody has resigned; its ability. `waits`: the game waits for
    it; `turn`: it has the turn."""

    faction: str
    names: tuple[str, ...]
    score: str
    gain: tuple[str, ...]
    hand: str
    stack: str
    note: str
    ability: str
    waits: bool
    turn: bool
    won: bool


class Last(NamedTuple):
    """The tile that was placed last: its faction, its word, where, its name if any."""

    faction: str
    word: str
    placed: str
    name: str


def header(look: Theme, size: tuple[int, int], sizes: Sizes, words: tuple[str, ...], last: Last | None) -> Canvas:
    """Draws the tile that was placed last, where, and how far the game is, in the first of its wordings that has room: above all of it where there is
    room for that, with the tile's name below its place if it is not too long."""
    s = Canvas(size, look, PLAIN, grows=False)
    width, height = size
    room, tries = width - 2 * EDGE, (sizes.number, sizes.dense, sizes.label)
    if last is None:
        shown = uncut(words, "Bold", sizes.label, room)
        s.text((width / 2, height / 2), shown, largest(shown, "Bold", tries, room), "ink")
        return s
    above = sizes.number * 1.3 if height - sizes.number * 1.3 >= UNDER else 0
    if above:
        shown = uncut(words, "Bold", sizes.label, room)
        s.text((width / 2, 6 + above / 2), shown, largest(shown, "Bold", tries, room), "ink")
    told = max(
        font("Bold", size).getlength(word) for size, word in ((sizes.number, last.placed), *((sizes.label, word) for word in last.name.split()))
    )
    radius = min((height - above - 12) / 2, (room - min(told, width * TOLD) - GAP) / 2 / ROOT)
    x, y = EDGE + radius * ROOT, above + (height - above) / 2
    begin = x + radius * ROOT + GAP
    room = round(width - EDGE / 2 - begin)
    bold = largest(last.placed, "Bold", tuple(range(sizes.headline, sizes.number - 1, -1)), room)
    small = largest(last.name if above else words[-1], "Bold", tries, room)
    rows = wrapped(last.name, "Bold", small, room) if above else words[-1:]
    rows = rows if _whole(*rows) else ()
    lines = [(last.placed, bold, "ink"), *((row, small, "soft") for row in rows)]
    down = y - sum(line[1] for line in lines) * CLOSE / 2
    for text, letters, role in lines if above else reversed(lines):
        s.text((begin, down + letters * CLOSE / 2), text, letters, role, "lm")
        down += letters * CLOSE
    s.polygon(outline(radius, x, y), last.faction or "stone")
    if last.faction:
        figure(s, last.word, (x, y), radius * 1.36, last.faction)
    s.polygon(outline(radius - 1.5, x, y), None, "last", 3)
    return s


def panel(look: Theme, size: tuple[int, int], sizes: Sizes, seat: Seat) -> Canvas:
    """A faction's panel: the frame is heavy where the game waits for it."""
    s = Canvas(size, look, PLAIN, grows=False)
    width, height = size
    s.panel((0, 0, width, height), "accent" if seat.waits else "best" if seat.won else "")
    wide = width >= WIDE
    line = max(ROW, sizes.dense * 1.25)
    if not wide and height < TALL and seat.stack and not seat.note and _low(s, sizes, line, seat):
        return s
    low = height - 10 - line / 2
    above = low - (line / 2 if seat.note or seat.stack else -line / 2)
    if seat.ability and not wide:
        above -= sizes.label * 1.2
    tall = height >= TALL and not wide
    if tall:
        above -= sizes.number * 1.9
    art = min(height - 24, 150.0) if wide else min(width * 0.52, above - 10 - line)
    left = EDGE + art + 12 if wide else EDGE
    middle = height / 2 if wide else (10 + line + above) / 2
    headline = sizes.headline * 1.5 if wide else max(sizes.headline, min(sizes.headline * 1.4, art * 0.8))
    if not wide:
        headline = max(sizes.dense, min(headline, (above - 10 - line - (line - ROW)) / CAPITAL))  # Large rows keep away from it.
        headline = largest(seat.score, "Bold", (round(headline), round(min(headline, sizes.headline))), round(width * 0.45))
    score = font("Bold", round(headline)).getlength(seat.score) + 12 if seat.score else 0
    if not wide:  # A half point takes the room of a digit.
        art = min(art, width - 2 * EDGE - 2 - score)
    if art >= SMALLEST:
        portrait(s, (EDGE + 2 + art / 2, middle), art, seat.faction)
    beside = wide and not seat.stack
    _name(s, left, width - EDGE - (score if beside else 0), middle if beside else 12 + line / 2, sizes, seat)
    s.text((width - EDGE - 4, middle), seat.score, headline, "ink", "rm")
    if seat.note:
        s.text((left + 4, low), fitted(seat.note, "Medium", sizes.label, round(width - left - EDGE - 4)), sizes.label, "soft", "lm", "Medium")
    elif seat.stack:
        larger = sizes.times(LARGER)
        if not wide and (not tall or _count_end(_count_end(left + 12, seat.hand, larger), seat.stack, larger) > width - EDGE):
            larger = sizes
        x = _count(s, "held", (left + 4, low), seat.hand, larger) if seat.hand else left + 4
        if not seat.gain or tall or width - EDGE - _count_end(x, seat.stack, larger) >= _pill(seat.gain[-1], sizes.dense):
            x = _count(s, "stack", (x, low), seat.stack, larger)
        if seat.gain and tall:
            _gained(s, (EDGE, above + sizes.number * 0.95), width - 2 * EDGE, seat.gain, sizes.number + 8)
        elif seat.gain:
            _gained(s, (x, low), width - EDGE - x, seat.gain, sizes.dense)
    if seat.ability and wide:
        words = fitted(seat.ability, "Medium", sizes.label, round(width - left - score - EDGE))
        s.text((left + 4, height / 2), words, sizes.label, "soft", "lm", "Medium")
    elif seat.ability:
        s.text(
            (EDGE + 4, above + sizes.label * 0.6), fitted(seat.ability, "Medium", sizes.label, width - 2 * EDGE), sizes.label, "soft", "lm", "Medium"
        )
    return s


def _low(s: Canvas, sizes: Sizes, line: float, seat: Seat) -> bool:
    """Draws a low panel: below the name a portrait as high as there is room, beside it the score, and below that what is in hand and on the stack;
    False if these have no room there."""
    width, height = s.size
    top = 8 + line
    foot = height - 8 - (sizes.label * 1.25 if seat.ability else 0)
    row = max(ROW, sizes.dense * 1.25)
    if not seat.ability and foot - row - top < sizes.headline * CAPITAL + 8 and _lowest(s, (top, foot), sizes, seat):
        _name(s, EDGE, width - EDGE, 12 + line / 2, sizes, seat)
        return True
    counts = _count_end(_count_end(0, seat.hand, sizes) + 2 if seat.hand else 0, seat.stack, sizes) - 8
    if width - 2 * EDGE - 6 - counts < SMALLEST * 2:  # What is on the stack is left to the text.
        counts = _count_end(0, seat.hand, sizes) - 8
    score = font("Bold", sizes.headline).getlength(seat.score)
    art = min(foot - top, width * 0.46, (width - 2 * EDGE - 6 - max(counts, score + 4)) / ROOT)
    left = EDGE + art * ROOT + 6
    middle, low = (top + foot - row) / 2, foot - row / 2
    if art < SMALLEST or foot - row - top < sizes.number * CAPITAL:
        return False
    high = round(max(sizes.number, min(sizes.headline * 1.4, (foot - row - top) / CAPITAL - 6)))
    headline = largest(seat.score, "Bold", (high, min(high, sizes.headline), sizes.number), round(width - EDGE - 4 - left))
    portrait(s, (EDGE + art * ROOT / 2, (top + foot) / 2), art, seat.faction)
    _name(s, EDGE, width - EDGE, 12 + line / 2, sizes, seat)
    s.text((width - EDGE - 4, middle), seat.score, headline, "ink", "rm")
    x, right = left, width - EDGE + (8 - _pill(seat.gain[-1], sizes.dense) - 4 if seat.gain else 8)
    for word, number in (("held", seat.hand), ("stack", seat.stack)):  # What was just gained comes before the stack.
        if number and round(_count_end(x, number, sizes)) <= right:
            x = _count(s, word, (x, low), number, sizes) - 6
    if seat.gain:
        _gained(s, (x, low), width - EDGE - x, seat.gain, sizes.dense)
    if seat.ability:
        words = fitted(seat.ability, "Medium", sizes.label, width - 2 * EDGE)
        s.text((EDGE + 4, height - 8 - sizes.label * 0.62), words, sizes.label, "soft", "lm", "Medium")
    return True


def _lowest(s: Canvas, between: tuple[float, float], sizes: Sizes, seat: Seat) -> bool:
    """Draws a portrait, what was just gained, and the score beside each other: what is in hand and on the stack is left to the text; False if that
    leaves too little of the portrait."""
    top, foot = between
    room, pill = s.size[0] - 2 * EDGE - 6, _pill(seat.gain[-1], sizes.dense) + 6 if seat.gain else 0
    tries = tuple(range(round(min(sizes.headline * 1.3, (foot - top) / CAPITAL - 12)), sizes.number - 1, -3))
    headline = largest(seat.score, "Bold", tries or (sizes.number,), round(room - pill - FACE * ROOT - 8))
    score = font("Bold", headline).getlength(seat.score) if seat.score else 0
    art, middle = min(foot - top, (room - pill - score - 8) / ROOT), (top + foot) / 2
    if art < FACE or not tries:
        return False
    portrait(s, (EDGE + art * ROOT / 2, middle), art, seat.faction)
    s.text((s.size[0] - EDGE - 4, middle), seat.score, headline, "ink", "rm")
    if seat.gain:
        _gained(s, (EDGE, middle), room - score, seat.gain[-1:], sizes.dense)
    return True


def _name(s: Canvas, left: float, right: float, middle: float, sizes: Sizes, seat: Seat) -> None:
    """Draws a player's name, after the sign of waiting, turn or victory."""
    if seat.waits or seat.turn:
        high = sizes.label * 0.42
        points = [(left + 4, middle - high), (left + 4 + high * 1.5, middle), (left + 4, middle + high)]
        s.polygon(points, "accent" if seat.waits else None, None if seat.waits else "soft", 2)
        left += high * 1.5 + 10
    room, least = round(right - left - 4), round(sizes.label * 1.1)
    words = uncut(tuple(f"★ {name}" if seat.won else name for name in seat.names), "Bold", least, room)
    size = largest(words, "Bold", (sizes.number, sizes.dense, least), room)
    s.text((left + 4, middle), words, size, "soft" if seat.note else "ink", "lm")


def portrait(s: Canvas, at: Point, size: float, faction: str) -> None:
    """The strongest monster of a faction on its ground, with its shape; an empty place before it is chosen."""
    x, y = at
    radius = size / 2
    s.glow(outline(radius, x, y), GROUNDS.get(faction, NOBODYS), light=(0.5, 0.5))
    if not faction:
        s.polygon(outline(radius - 2, x, y), outline="line", width=3)
        s.text(at, "?", max(round(size * 0.56), UNKNOWN), "stone_ink")
    else:
        figure(s, "m01", at, size * 0.62, faction)
        mark(s, MARKS[faction], x, y + radius * 0.76, radius * 0.15, f"{faction}_ink")


def _pill(words: str, size: int) -> float:
    """The width of a plate for what was gained."""
    return font("Bold", size).getlength(words) + size * 0.6


def _gained(s: Canvas, at: Point, room: float, forms: tuple[str, ...], size: int) -> None:
    """Draws what was just gained on a golden plate, at the right of a room whose left middle is `at`: the longest wording that fits."""
    words = next((form for form in forms if _pill(form, size) <= room), forms[-1])
    wide, high = _pill(words, size), size * 1.22
    right, y = at[0] + room, at[1]
    s.box((right - wide, y - high / 2, wide, high), high * 0.3, "best_fill", "best", 3)
    s.text((right - wide / 2, y), words, size, "ink")


def _count_end(x: float, number: str, sizes: Sizes) -> float:
    """Where a sign and its number end that begin at x."""
    return x + sizes.dense * 1.1 + 7 + font("Bold", sizes.dense).getlength(number) + 8


def _count(s: Canvas, word: str, at: Point, number: str, sizes: Sizes) -> float:
    """Draws a sign and a number; returns the x at which the next sign begins."""
    side = sizes.dense * 1.1
    s.sign("monster_hex", word, (at[0] + side / 2, at[1]), side, "soft")
    s.text((at[0] + side + 7, at[1]), number, sizes.dense, "ink", "lm")
    return at[0] + side + 7 + font("Bold", sizes.dense).getlength(number) + 16


HEAD = "Runes"
"""The face of who has won."""
FEW, MANY = 5, 9
"""In so few lines an end is told if it can be, and in so many, of smaller letters, at most."""
LEADING = 1.25
"""From one line of a text to the next, as a share of the size of its letters."""

Told = tuple[str, tuple[str, ...]]
"""Who has won, and lines on how it came about, the most telling one last."""


def ending(look: Theme, size: tuple[int, int], sizes: Sizes, factions: tuple[str, ...], score: str, forms: tuple[Told, ...]) -> Canvas:
    """The end of a game: who has won, the most telling line on how it came about, in the largest letters and the longest of its wordings that have
    room, and the strongest monster of each faction that has won, where there is room left; the `score` of a single one beside it, or below."""
    s = Canvas(size, look, PLAIN, grows=False)
    width, height = size
    s.box((4, 4, width - 8, height - 8), 18, "best_fill", "best", 5)
    room = width - 2 * EDGE - 8
    heads = tuple(round(sizes.headline * times) for times in (1.5, 1.3, 1.1, 0.9))
    head = largest(score, "Bold", heads, room) if score else 0
    large, small, rows, told = _laid(forms, sizes, room, height - 52 - round(head * 1.1))
    used = len(rows) * large * 1.1 + len(told) * small * LEADING
    left, wide = height - 52 - used, font("Bold", head).getlength(score) + 10 if score else 0
    below = wide > 0 and left - head > width * 0.5
    art = min(220.0, (room - (0 if below else wide)) / max(1, len(factions)), left - (head if below else 0))
    shown = factions if art > 40 else ()
    above = max(art if shown else 0, 0 if below else head) + (head if below else 0)
    y = 16 + max(0.0, (left - above) / 2)
    middle = y + (above - (head if below else 0)) / 2
    for n, faction in enumerate(shown):
        portrait(s, ((width - (0 if below else wide)) / 2 + (n - (len(factions) - 1) / 2) * (art + 4), middle), art, faction)
    if below:
        s.text((width / 2, y + above - head * 0.45), score, head, "ink")
    elif score:
        s.text((width / 2 + (art + 10) / 2 if shown else width / 2, middle), score, head, "ink")
    y += 8 + large * 0.55 + above
    for row in rows:
        s.text((width / 2, y), row, large, "ink", weight=HEAD)
        y += large * 1.1
    y += small * 0.6 - large * 0.55 + 8
    for row in told:
        s.text((width / 2, y), row, small, "ink", weight="Medium")
        y += small * LEADING
    return s


def _laid(forms: tuple[Told, ...], sizes: Sizes, room: int, high: float) -> tuple[int, int, tuple[str, ...], tuple[str, ...]]:
    """The sizes of letters and the lines in which an end is written: who has won, and how, in few lines if there is such a wording; the winner alone
    where none has room."""
    heads = (round(sizes.headline * 1.15), sizes.headline, sizes.number + 8, sizes.number)
    tries = [*product((FEW,), (sizes.number, sizes.dense), forms), *product((MANY,), (sizes.dense, sizes.label), forms)]
    for (most, small, (won, lines)), large in product(tries, heads):
        rows = wrapped(won, HEAD, large, room)
        told = balanced(lines[-1], "Medium", small, room)
        alone = small < sizes.dense and any(not any(map(str.isalpha, row)) for row in told)  # Too small for a number.
        if len(told) <= most and not alone and _whole(*rows, *told) and len(rows) * large * 1.1 + len(told) * small * LEADING <= high:
            return large, small, rows, told
    won = forms[-1][0]
    large = next((size for size in heads if _whole(*(rows := wrapped(won, HEAD, size, room))) and len(rows) * size * 1.1 <= high), sizes.dense)
    return large, sizes.label, wrapped(won, HEAD, large, room), ()


def _whole(*rows: str) -> bool:
    """Whether no line is cut."""
    return not any(row.endswith("…") for row in rows)
