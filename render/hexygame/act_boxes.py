"""Acts beside the map: what lies on the stack, or what has just happened, with figures and sums; what is asked, and how the game is won."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import Canvas, Point
from render.hexgrid import outline
from render.hexygame.ground import ROUND
from render.hexygame.hexes import GROUNDS, INKS
from render.hexygame.icons import figure, picture, star
from render.hexygame.side_boxes import LEADING, canvas, emblem, kept, letters, line_height
from render.stage import USUAL, factor_in
from render.text import fitted, width, wrapped
from render.theme import Theme

TALL, TALLER = 110, 140
"""From the first height on a fight has its figures above its sum, and in large type another act its words below its picture; else from the second."""
EDGE = 12
"""What lies between an act and the edge of its box at least."""
FACE, LEAST_FACE, ARROW = 86, 40, 40
"""How large the figure of a fighter is at most and at least, and how much room the arrow between two sides of a fight has."""
PICTURE, LEAST_PICTURE = 120, 44
"""How large the picture of another act is at most and at least, where its words are below it; without so much room there is none."""
SUMS = (60, 52, USUAL.headline, 36, USUAL.number)
"""The sizes of a sum, the largest first."""


class Fighter(NamedTuple):
    """Who strikes or is struck: its card, its seat, its hex as people read it; the card is empty where it is not known any more."""

    card: str
    seat: int
    at: str


class Strike(NamedTuple):
    """A blow: attack less defense; the hex and the name of what is struck, its counters before, and what is left of them after: None where they are
    not known."""

    attack: int
    defense: int
    at: str
    name: str
    was: int | None = None

    @property
    def damage(self) -> int:
        return max(0, self.attack - self.defense)

    @property
    def left(self) -> int:
        return max(0, (self.was or 0) - self.damage)


class Act(NamedTuple):
    """An act: its place on the stack (1 resolves next, 0 is done), whose it is, its picture, how many more lie below and are not shown; in words what
    it is and what it is aimed at; of a fight who strikes, who is struck, and the blows."""

    place: int
    seat: int
    card: str
    more: int
    words: str
    aims: str = ""
    strikers: tuple[Fighter, ...] = ()
    struck: Fighter | None = None
    blows: tuple[Strike, ...] = ()


def act(look: Theme, wide: int, high: int, shown: Act) -> Canvas:
    """An act, with its words beside its picture, or below it in a high place: the one that resolves next has a heavy frame in its seat's colour."""
    k = factor_in(look)
    s = canvas(look, (wide, high))
    s.box((0, 0, wide, high), ROUND, "panel", f"seat{shown.seat}" if shown.place else "line", 5 if shown.place == 1 else 2)
    more = f"+{shown.more}" if shown.more else ""
    if shown.blows:
        _fight(s, k, shown, more)
    elif high > (TALLER if k == 1 else TALL * k):
        _below(s, k, shown, more)
    else:
        _beside(s, k, shown, more)
    return s


def _plate(s: Canvas, at: Point, side: float, shown: Act) -> None:
    """Draws the picture of an act on its seat's colour."""
    s.box((at[0] - side / 2, at[1] - side / 2, side, side), 8, f"seat{shown.seat}_deep")
    emblem(s, at, side * 0.84, shown.card, "plate")


def _more(s: Canvas, at: Point, k: float, more: str) -> int:
    """Draws how many more there are, up to a place; returns how wide that is."""
    size = round(USUAL.dense * k)
    if more:
        s.text(at, more, size, "soft", "rm")
    return _more_room(k, more)


def _more_room(k: float, more: str) -> int:
    """How wide is what is said of how many more there are."""
    return round(width(more, "Bold", round(USUAL.dense * k))) + 8 if more else 0


def _beside(s: Canvas, k: float, shown: Act, more: str) -> None:
    """Draws an act with its words beside its picture."""
    wide, high = s.size
    side = min(high - 20, 62 * k)
    _plate(s, (10 + side / 2, high / 2), side, shown)
    left, y, free = side + 20, high / 2, high - 10
    size = round(USUAL.dense * k)
    rest = _more(s, (wide - EDGE, min(y + size * 0.65, high - size * 0.6) if shown.aims else y), k, more)
    room = round(wide - side - 32) - (0 if shown.aims else rest)
    for label in letters(k):  # The largest in which all of it has room.
        rows, most = list(wrapped(shown.words, "Bold", label, room)), int(free / (label * LEADING))
        aims = list(wrapped(shown.aims, "Medium", label, room - rest)) if shown.aims else []
        if len(rows) + len(aims) <= most and not any(row.endswith("…") for row in rows + aims):
            break
    rows = kept(rows, max(1, most - min(1, len(aims))), "Bold", label, room)
    aims = kept(aims, most - len(rows), "Medium", label, room - rest)
    _rows(s, (left, y), label, rows, aims, "lm")


def _rows(s: Canvas, at: Point, label: int, rows: list[str], aims: list[str], anchor: str) -> None:
    """Draws lines of words and of what they are aimed at, with the middle of all of them at a height."""
    step = label * LEADING
    top = at[1] - (len(rows) + len(aims) - 1) / 2 * step
    for n, row in enumerate(rows + aims):
        last = n >= len(rows)
        s.text((at[0], top + n * step), row, label, "soft" if last else "ink", anchor, "Medium" if last else "Bold")


def _below(s: Canvas, k: float, shown: Act, more: str) -> None:
    """Draws an act with its words below its picture, in the largest letters that leave that some room; where none do beside it, in
    large type without it."""
    (wide, high), room = s.size, round(s.size[0] - 2 * EDGE - 4)
    free = high - 2 * EDGE
    rest, corner = _more_room(k, more), (wide - EDGE, EDGE + USUAL.dense * k / 2)
    for label in letters(k):
        rows, aims = (list(wrapped(words, weight, label, room)) for words, weight in ((shown.words, "Bold"), (shown.aims, "Medium")))
        aims = aims if shown.aims else []
        tall = (len(rows) + len(aims)) * label * LEADING
        if tall + LEAST_PICTURE * k <= free and not any(row.endswith("…") for row in rows + aims):
            break
    most = int(free / (label * LEADING))
    rows = kept(rows, max(1, most - min(1, len(aims))), "Bold", label, room)
    aims = kept(aims, most - len(rows), "Medium", label, room)
    tall = (len(rows) + len(aims)) * label * LEADING
    side = min(free - tall - 4, PICTURE * k, wide - 2 * EDGE - 2 * rest)
    if side < LEAST_PICTURE * k:
        if k == 1:
            _beside(s, k, shown, more)
        else:  # Not all of the words had room there.
            _more(s, corner, k, more)
            _rows(s, (wide / 2, high / 2), label, rows, aims, "mm")
        return
    _more(s, corner, k, more)
    top = (high - side - tall - 4) / 2
    _plate(s, (wide / 2, top + side / 2), side, shown)
    _rows(s, (wide / 2, top + side + 4 + tall / 2), label, rows, aims, "mm")


# Fights


def _fight(s: Canvas, k: float, shown: Act, more: str) -> None:
    """Draws a fight: in a high place who strikes whom, then each blow; else the blows alone."""
    wide, high = s.size
    label, room = round(USUAL.label * k), wide - 2 * EDGE + 4
    lone = len(shown.blows) == 1
    sizes = [round(size * k) for size in (SUMS if lone else SUMS[3:])]
    size = next((size for size in sizes if max(_long(blow, size) for blow in shown.blows) <= room), sizes[-1])
    tall = high > TALL * k
    names, results = (label * 1.2, label * 1.5) if tall else (0.0, 0.0)
    sums = len(shown.blows) * size * 1.16
    face = min(FACE * k, high - 2 * EDGE - names - sums - results * lone)
    if tall and face < LEAST_FACE * k:  # In large type what is left of it is seen by its grave.
        face, results = min(FACE * k, high - 2 * EDGE - names - sums), 0.0
    if not tall or face < LEAST_FACE * k:
        _lines(s, k, shown, more)
        return
    y = (high - names - sums - results * lone - face) / 2
    _sides(s, k, (y, face), shown)
    _more(s, (wide - EDGE, EDGE + USUAL.dense * k / 2), k, more)
    y += face + names
    for blow in shown.blows:
        _sum(s, ((wide - _long(blow, size)) / 2, y + size * 0.58), size, blow)
        y += size * 1.16
    if lone and results:
        _left(s, (wide / 2, y + results / 2), label, shown.blows[0], room)


def _sides(s: Canvas, k: float, place: tuple[float, float], shown: Act) -> None:
    """Draws who strikes, an arrow, and whom, each above its hex, from a height on and so large at most."""
    assert shown.struck is not None
    top, face = place
    wide, label = s.size[0], round(USUAL.label * k)
    fighters = [*shown.strikers, shown.struck]
    face = min(face, (wide - 2 * EDGE - ARROW * k) / len(fighters))
    x, y = (wide - face * len(fighters) - ARROW * k) / 2 + face / 2, top + place[1] / 2
    fallen = not shown.place and any(blow.at == shown.struck.at and blow.was is not None and not blow.left for blow in shown.blows)
    for n, fighter in enumerate(fighters):
        last = n + 1 == len(fighters)
        if last:
            _arrow(s, (x - face / 2, y), k, both=len(shown.blows) > 1, back=shown.card == "counterstrike")
            x += ARROW * k
        _face(s, (x, y), face, fighter, last and fallen)
        s.text((x, top + place[1] + label * 0.55), fighter.at, label, "ink")
        x += face


def _face(s: Canvas, at: Point, size: float, of: Fighter, fallen: bool) -> None:
    """Draws a fighter on its hex, with a grave if it has fallen."""
    ground, ink = GROUNDS[of.seat], INKS[of.seat]
    s.polygon(outline(size / 2 - 2, *at), ground[0], f"seat{of.seat}_glow", 3)
    if of.card:
        figure(s, *at, size * 0.74, of.card, ink)
    if fallen or not of.card:
        figure(s, at[0] + size * 0.27, at[1] + size * 0.22, size * 0.48, "grave", "plate")


def _arrow(s: Canvas, at: Point, k: float, both: bool, back: bool) -> None:
    """Draws an arrow to the right from a place on, or one to both sides."""
    x, y, role = at[0] + 5 * k, at[1], "gold" if back else "blow"
    end, head, high = x + (ARROW - 10) * k, 14 * k, 13 * k
    tail = [(x + head, y + high), (x, y), (x + head, y - high), (x + head, y - high / 2)] if both else [(x, y + high / 2), (x, y - high / 2)]
    front = [(end - head, y - high / 2), (end - head, y - high), (end, y), (end - head, y + high), (end - head, y + high / 2)]
    s.polygon([*tail, *front, *([(x + head, y + high / 2)] if both else [])], role, "edge", 2)


def _lines(s: Canvas, k: float, shown: Act, more: str) -> None:
    """Draws the sums of a fight in a low place, below who strikes whom if there is one; with a counterstrike both, with whom each strikes if there is
    room."""
    (wide, high), label = s.size, round(USUAL.label * k)
    room = wide - 2 * EDGE - 4
    x, y = EDGE + 2, high / 2
    if len(shown.blows) == 1:
        (blow,) = shown.blows
        size = next((n for n in (round(n * k) for n in SUMS[2:]) if _long(blow, n) <= room and n + 1.1 * label < high - 14), 0)
        size = size or round(USUAL.number * k)
        top = y - (size + label * 1.1) / 2
        rest = _more(s, (wide - EDGE, top + label / 2), k, more)
        s.text((x, top + label / 2), fitted(shown.words, "Bold", label, room - rest), label, "ink", "lm")
        _sum(s, (x, top + label * 1.1 + size / 2), size, blow)
        return
    size = round((USUAL.number if high > 3.4 * label else USUAL.dense) * k)
    step = min(size * 1.6, high / 2 - 4)
    rest = _more(s, (wide - EDGE, y), k, more)
    struck = max(width(f"→ {blow.at}", "Bold", label) for blow in shown.blows) + 10
    if struck + max(_long(blow, size) for blow in shown.blows) > room - rest:
        struck = 0
    for n, blow in enumerate(shown.blows):
        below = y + (n - 0.5) * step
        if struck:
            s.text((x, below), f"→ {blow.at}", label, "ink", "lm")
        _sum(s, (x + struck, below), size, blow)


def _long(blow: Strike, size: int) -> float:
    """How wide attack less defense is."""
    return sum(width(words, "Bold", size) for words in (str(blow.attack), str(blow.defense), f"= {blow.damage}")) + 1.3 * size


def _sum(s: Canvas, at: Point, size: int, blow: Strike) -> None:
    """Draws attack less defense."""
    x, y = at
    for n, role in ((blow.attack, "attack"), (blow.defense, "defense")):
        wide = width(str(n), "Bold", size) + 0.3 * size
        s.box((x, y - size * 0.5, wide, size), 6, role)
        s.text((x + wide / 2, y), str(n), size, "plate")
        x += wide
        if role == "attack":
            s.text((x + 0.25 * size, y), "−", round(0.75 * size), "ink")
            x += 0.5 * size
    s.text((x + 0.2 * size, y), f"= {blow.damage}", size, "ink", "lm")


def _left(s: Canvas, at: Point, label: int, blow: Strike, room: float) -> None:
    """Draws the name of what is struck, and its counters before and after."""
    x, y = at
    if blow.was is None:
        return
    size = round(label * USUAL.dense / USUAL.label)
    discs = [str(blow.was), str(blow.left)]
    wides = [max(size * 1.1, width(n, "Bold", size) + size * 0.5) for n in discs]
    between = label * 1.2
    taken = sum(wides) + between
    name = fitted(blow.name, "Medium", label, round(room - taken - 8))
    x -= (taken + 8 + width(name, "Medium", label)) / 2
    s.text((x, y), name, label, "ink", "lm", "Medium")
    x += width(name, "Medium", label) + 8
    for n, (words, wide) in enumerate(zip(discs, wides, strict=True)):
        s.box((x, y - size * 0.55, wide, size * 1.1), size * 0.55, "points")
        s.text((x + wide / 2, y), words, size, "plate")
        x += wide
        if not n:
            s.text((x + between / 2, y), "→", label, "ink")
            x += between


# What is asked, and how the game is won


class Line(NamedTuple):
    """A line about a card that may be chosen: its picture, or none, and its name."""

    sign: str
    words: str


def lines(look: Theme, wide: int, high: int, size: int, shown: tuple[Line, ...]) -> Canvas:
    """Draws lines in a letter size, each with its picture."""
    k = factor_in(look)
    s = canvas(look, (wide, high), scale=1)
    s.box((0, 0, wide, high), ROUND, "panel", "line", 2)
    step = line_height(size)
    top = (high - len(shown) * step) / 2 + step / 2
    for n, line in enumerate(shown):
        y = top + n * step
        if line.sign:
            picture(s, 24 * k, y, 24 * k, line.sign, "accent")
        s.text((44 * k, y), line.words, size, "ink", "lm", "Medium")
    return s


def asked(look: Theme, wide: int, high: int, words: str) -> Canvas:
    """Draws what the viewer is asked, framed as whoever is waited for, in the largest letters in which it has room."""
    k = factor_in(look)
    s = canvas(look, (wide, high), scale=1)
    s.box((0, 0, wide, high), ROUND, "panel", "accent", 4)
    room = wide - 2 * EDGE
    for size in letters(k):
        rows = wrapped(words, "Bold", size, room)
        if len(rows) * size * 1.1 <= high - 10 and not any(row.endswith("…") for row in rows):
            break
    rows = tuple(kept(list(rows), int((high - 8) / (size * 1.1)), "Bold", size, room))
    s.lines((wide / 2, high / 2), rows, (size, size * 1.1), "ink", "mm")
    return s


def goal(look: Theme, wide: int, high: int, wordings: tuple[str, ...]) -> Canvas:
    """Draws the ways to win below a star, in the wording that has room in the largest letters."""
    k = factor_in(look)
    s = canvas(look, (wide, high), scale=1)
    s.box((0, 0, wide, high), ROUND, "panel", "line", 2)
    wraps = ((n, wrapped(words, "Medium", n, wide - 32)) for n in letters(k) for words in wordings)
    size, rows = next(((n, rows) for n, rows in wraps if len(rows) * line_height(n) <= high - 60), (round(USUAL.label * k), ()))
    step = line_height(size)
    art = min((high - len(rows) * step) * 0.32, 70)
    top = (high - len(rows) * step - 2 * art) / 2
    star(s, wide / 2, top + art, art * 0.8, "gold")
    s.lines((wide / 2, high - top - len(rows) * step / 2), rows, (size, step), "ink", "mm", "Medium")
    return s
