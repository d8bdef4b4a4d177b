"""Draws the boxes around the map on the stage: its frame, the time of day, seats, the small map, cards, and the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PIL import Image

from render.art import clouds, mask, picture
from render.canvas import PLAIN, Canvas
from render.flat_hexgrid import Extent, FlatLayout, outline
from render.hexknight.marks import FAMILIES, PLATE, TITLE, HeroKey, hero_mark, price, price_width
from render.hexknight.stage_layout import MAP, opening
from render.stage import WAITS, Sizes
from render.text import fitted, font, laid_out, largest, width, wrapped
from render.theme import Theme

BOARD = "frame"
"""The colour of the wood on which boxes lie."""


def panel(look: Theme, size: tuple[int, int], strong: str = "") -> Canvas:
    """An empty box, with a heavy frame in the role `strong` if given."""
    s = Canvas(size, look, PLAIN, BOARD, grows=False)
    s.box((1, 1, size[0] - 2, size[1] - 2), 12, "panel", strong or "line", 5 if strong else 2)
    return s


def named_lines(name: str, size: Sizes, wide: int, most: int = 0) -> tuple[int, tuple[str, ...]]:
    """A name in a line, in letters of a size at `most`, or in two of the least size, with an ellipsis where it is longer."""
    for one in range(most or round(size.label * 1.4), size.label, -2):
        if width(name, "Bold", one) <= wide:
            return one, (name,)
    rows = wrapped(name, "Bold", size.label, wide)
    if rows[0].endswith("…"):
        return size.label, (fitted(name, "Bold", size.label, wide),)
    return size.label, rows if len(rows) < 3 else (rows[0], fitted(" ".join((*rows[1:], "")), "Bold", size.label, wide))


# The map's frame


def _frame(look: Theme, whole: tuple[int, int], seen: tuple[FlatLayout, Extent], size: Sizes) -> Canvas:
    """The frame of the map, with letters of columns and numbers of rows."""
    layout, window = seen
    s = Canvas(whole, look, 1, grows=False)
    _wood(s)
    left, top, across, down = opening(layout, window)
    s.box((left - 6, top - 6, across + 12, down + 12), 8, "frame_deep")
    s.box((left - 4, top - 4, across + 8, down + 8), 6, None, "sand", 2)
    for column in range(window.left, window.right + 1, 1 if layout.step > 1.3 * size.label else 2):
        s.text(
            (layout.centre(column, 0)[0], max(size.label * 0.62, top - size.label * 0.8)), chr(65 + column), size.label + 2, "frame_ink", "mm", TITLE
        )
    for row in range(window.top, window.bottom + 1):  # Halfway between what columns of both kinds have there.
        y = layout.centre(0, row)[1] + layout.height / 4
        s.text((left - 7, y), str(row), size.dense, "frame_ink", "rm")
        if row < window.bottom:
            s.line([(left - 5 - width("00", "Bold", size.dense) * 0.9, y + layout.height / 2), (left - 8, y + layout.height / 2)], "sand", 2)
    s.mask = Image.new("1", s.size, 1)
    s.mask.paste(0, (left, top, left + across, top + down))
    return s


def _wood(s: Canvas) -> None:
    """Covers a sprite with a texture of old wood."""
    grain = clouds().crop((0, 0, 40, 256)).resize(s.image.size, Image.Resampling.BICUBIC)
    colours = s.theme.ramp(("frame_deep", "frame"))
    level = grain.point([min(len(colours) - 1, (70 + v * 185 // 255) * len(colours) // 256) for v in range(256)])
    level.putpalette([part for colour in colours for part in colour])
    s.image.paste(level.convert("RGB"), (0, 0))


# The column at the side


def _column(look: Theme, size: tuple[int, int], boxes: tuple[tuple[int, int, int, int], ...]) -> Canvas:
    """The wood between the boxes beside the map."""
    s = Canvas(size, look, 1, grows=False)
    _wood(s)
    s.mask = Image.new("1", size, 1)
    for left, top, wide, high in boxes:
        s.mask.paste(0, (left, top, left + wide, top + high))
    return s


class TimeKey(NamedTuple):
    """The time of day in words, a line below it, and whether it is day; None in a game that is over."""

    words: str
    below: str
    day: bool | None


def _time(look: Theme, wide: int, high: int, size: Sizes, time: TimeKey) -> Canvas:
    """The time of day, and below it that the last round goes on."""
    words, below, day = time
    s = Canvas((wide, high), look, PLAIN, grows=False)
    _wood(s)
    left = 4
    if day is not None:
        s.ellipse((left + 23, high / 2 + 1), 23, "sea" if day else "sea_night")
        s.picture(picture("hexknight", "prop.sun" if day else "prop.moon"), (left + 23, high / 2 + 1), 36)
        left += 58
    if below and size.label * 2.3 > high:  # One line alone has room.
        words, below = below, ""
    big = largest(words, TITLE, (size.number, size.dense, size.label), wide - left)
    face = TITLE if width(words, TITLE, big) <= wide - left else "Bold"
    s.text((left, high / 2 + 2 - (size.label * 0.55 if below else 0)), fitted(words, face, big, wide - left), big, "frame_ink", "lm", face)
    if below:
        s.text((left, high / 2 + size.label * 0.58), fitted(below, "Bold", size.label, wide - left), size.label, "frame_ink", "lm")
    return s


class SeatKey(NamedTuple):
    """A seat: its hero, its name whole and in short, its score, figures with their signs: armour, cards in hand and wounds, or in a game that is over
    what the score is made of, with `words` for each; `sign` says whose turn it is (`render.stage`), `below` that it has left. `all_names` are those
    of every seat, which are of one size beside a score as wide as the `widest`."""

    hero: HeroKey
    names: tuple[str, str]
    score: str
    figures: tuple[tuple[str, str], ...]
    below: str
    sign: str
    all_names: tuple[tuple[str, str], ...]
    widest: str
    words: tuple[str, ...] = ()


_SIGNS = {WAITS: "accent"}


def _seat(look: Theme, wide: int, high: int, size: Sizes, seat: SeatKey) -> Canvas:
    """A seat's box, with a heavy frame where the game waits for it."""
    s = panel(look, (wide, high), "accent" if seat.sign == WAITS else "")
    ink, tight, large = "soft" if seat.below else "ink", high < 110, size.label > 20
    r = 26 if large else 30 if tight else 33
    left = 2 * round(r * 1.15) + 18
    line = (6 if tight else 14) + size.headline / 2
    under = large or not tight  # The sign stands below the hero, or before the name.
    hero_mark(s, left / 2, r + 14 if large else high * 0.4 if under else high / 2, r, seat.hero)
    mark = 0 if under else round(width(WAITS, "Bold", size.label)) + 6
    low = high - (9 if tight else 14) - size.number / 2
    if seat.sign:
        s.text((left / 2, low) if under else (left, line), seat.sign, size.label, _SIGNS.get(seat.sign, "soft"), "mm" if under else "lm")
    name_and_score(s, (left + mark, line), seat, size)
    if seat.below:
        s.text((left, line + size.headline / 2 + size.number * 0.75), seat.below, size.number, ink, "lm", "Medium")
        return s
    step, icon = (wide - left - 8) / 3, size.number * (0.85 if large else 0.95)
    for n, (what, value) in enumerate(seat.figures):
        x = left + n * step
        s.sign("hexknight", what, (x + icon / 2, low), icon, "accent" if what == "wound" and value != "0" else "soft")
        s.text((x + icon + 5, low), value, size.number, ink, "lm")
    return s


def name_and_score(s: Canvas, at: tuple[float, float], seat: SeatKey, size: Sizes, most: int = 0) -> None:
    """Writes a seat's name from a point on, in the size of all names, `most` at most: whole if it fits into a line, else in short; and its score at
    the right."""
    (x, y), ink, wide = at, "soft" if seat.below else "ink", s.size[0]
    s.text((wide - 14, y), seat.score, size.headline, ink, "rm")
    room = round(wide - 24 - width(seat.widest, "Bold", size.headline) - x)
    big = min(_name(names, size, room, most)[0] for names in seat.all_names)
    s.lines((x, y), _name(seat.names, size, room, most)[1], (big, big * 1.04), ink)


def _name(names: tuple[str, str], size: Sizes, room: int, most: int) -> tuple[int, tuple[str, ...]]:
    """The size and the lines of a name: whole if it fits into one in letters that are no label's, else in short."""
    for name in names:
        big, rows = named_lines(name, size, room, most)
        if big >= size.dense and len(rows) == 1 and not rows[0].endswith("…"):
            break
    return big, rows


def _hero_row(look: Theme, wide: int, high: int, hero: HeroKey) -> tuple[Canvas, bool, float, float]:
    """A panel that begins with a hero's mark: whether what follows stands below it, since the panel is narrow, and the mark's radius and middle."""
    s = panel(look, (wide, high))
    two = wide < 240
    r = min(wide, high) * (0.2 if two else 0.38)
    y = high * 0.34 if two else high / 2
    hero_mark(s, 14 + r, y, r * 0.92, hero)
    return s, two, r, y


class WalkKey(NamedTuple):
    """A walk: whose, with the name whole and in short, and from where to where; or the movement points for one; or, with the `sign` of a hand, how
    many cards are laid out. `laid`: so many cards lie there beside that."""

    hero: HeroKey
    names: tuple[str, str]
    way: str
    sign: str = "speed"
    laid: int = 0


def _walk(look: Theme, wide: int, high: int, size: Sizes, walk: WalkKey) -> Canvas:
    """The latest walk: whose it was above from where to where; the name is left out where the box is narrow and has no room for it."""
    s, two, r, y = _hero_row(look, wide, high, walk.hero)
    words, left = walk.way, 8 if two else 2 * r + 28
    room = round(wide - left - 10)
    laid = size.dense * 1.1 + width(str(walk.laid), "Bold", size.dense) if walk.laid and not two else 0
    name = next((name for name in walk.names if width(name, "Bold", size.label) <= room - laid * 1.2), "")
    named = bool(name) and not (two and high < 3.4 * size.number + 2 * r)
    if two:
        s.sign("hexknight", walk.sign, ((wide + 2 * r + 14) / 2, y), r * 1.25, "ink")
        sizes: tuple[int, ...] = size.number, size.dense, size.label
        big = largest(words, "Bold", sizes, room)
        if width(words, "Bold", big) <= room:
            sizes = (big,)  # In one line, smaller before it is broken.
        big, rows = laid_out(words, room, round(high * 0.44), sizes)
        s.lines((wide / 2, high * (0.82 if named else 0.76)), rows, (big, big * 1.04), "ink", "mm")
    else:
        y = high * (0.69 if named else 0.5)
        s.sign("hexknight", walk.sign, (left + size.number / 2, y), size.number, "ink")
        big = largest(words, "Bold", (size.number, size.dense, size.label), room - size.number - 8)
        s.text((left + size.number + 8, y), words, big, "ink", "lm")
    if laid:
        y = high * 0.28
        s.sign("hexknight", "hand", (left + room - laid + size.dense * 0.46, y), size.dense * 0.92, "soft")
        s.text((left + room, y), str(walk.laid), size.dense, "ink", "rm")
    if named:
        big = largest(name, "Bold", (size.dense, size.label), room - round(laid * 1.2))
        s.text((wide / 2, high * 0.62) if two else (left, high * 0.28), name, big, "ink", "mm" if two else "lm")
    return s


class LevelKey(NamedTuple):
    """How far a hero has come: the experience, the level in words, and the experience of the next one; None at the last one."""

    hero: HeroKey
    experience: int
    level: str
    following: int | None


def _level(look: Theme, wide: int, high: int, size: Sizes, key: LevelKey) -> Canvas:
    """A hero's level above a bar with the experience and that of the next level; below the hero where the panel is narrow."""
    s, two, r, _ = _hero_row(look, wide, high, key.hero)
    left = 12 if two else 2 * r + 30
    following = str(key.following or "")
    room = wide - left - 14 - (round(width(following, "Bold", size.dense)) + 8 if following else 0)
    line, bar = (high * 0.62, high * 0.84) if two else (high * 0.28, high * 0.68)
    s.text((left, line), fitted(key.level, "Bold", size.label, wide - left - 14), size.label, "ink", "lm")
    thick = size.dense * 1.25
    box = (left, bar - thick / 2, room, thick)
    s.box(box, thick / 2, "page", "soft", 2)
    share = min(1.0, key.experience / key.following) if key.following else 1.0
    s.box((*box[:2], max(room * share, thick), thick), thick / 2, "gold", "edge", 2)
    s.text((left + max(thick, room * share) / 2, bar), str(key.experience), size.dense, "edge")
    s.text((wide - 14, bar), following, size.dense, "ink", "rm")
    return s


class StepKey(NamedTuple):
    """The step of a turn, the value that counts in it, and its sum, with the one that is needed; nothing where there is none. `hand` is what the hand
    would add to the sum; `paid` whether the map shows what can be paid with it; `said` what can be done, in a sentence."""

    title: str
    value: str
    total: str
    hand: tuple[str, str] = ("", "")
    paid: bool = False
    said: str = ""


def _step(look: Theme, wide: int, high: int, size: Sizes, step: StepKey) -> Canvas:
    """Draws what the reader is asked: its title with the sum, and below what the hand would add, or what can be done; the title is left out where a
    low box has no room for all."""
    s = Canvas((wide, high), look, PLAIN, BOARD, grows=False)
    s.box((1, 1, wide - 2, high - 2), 12, "legal", "legal_line", 4)
    digits = size.number if high >= 2 * size.number * PLATE + 14 else size.dense
    room, plate = wide - 22, digits * PLATE
    two = bool(step.hand[0] or step.said) and high >= size.label * 1.15 + plate + 14
    tall = high - plate - 14 if two else high - 8
    tries = [*(big for big in (size.headline, size.number) if big * PLATE <= tall + 2), size.dense]
    total = next((big for big in tries if width(step.title, "Bold", size.label) + _sum_width(step, big) <= room), tries[-1])
    sums = _sum_width(step, total)
    letters = tuple(one for one in (size.number, size.dense, size.label) if one <= max(tall, size.label))
    title = largest(step.title, "Bold", letters, round(room - sums))
    y = 6 + tall / 2 if two else high / 2
    if step.said:
        y = 8 + max(title, total if step.total else 0) * 0.58
        top = y + title * 0.58
        big, rows = laid_out(step.said, room, round(high - 4 - top), (size.number, size.dense, size.label))
        titled = top + len(rows) * big * 1.04 <= high - 4
        if not titled:  # It says more than the title.
            big, rows = laid_out(step.said, room, high - 12, (size.number, size.dense, size.label))
        s.lines((11, (top + high - 6) / 2 if titled else high / 2), rows, (big, big * 1.04), "ink")
        if not titled:
            return s
    if step.total:
        _total(s, (wide - 11 - sums, y), step, total)
    if step.hand[0]:
        _in_hand(s, (11, high - 8 - plate / 2 if two else y), room if two else room - sums, step.hand, (digits, size))
    if (two or not step.hand[0]) and width(step.title, "Bold", title) <= room - sums:  # Else the sign of the value says it.
        middle = not step.total and not two
        s.text((wide / 2 if middle else 11, y), step.title, title, "ink", "mm" if middle else "lm")
    return s


def _sum_width(step: StepKey, size: int) -> float:
    """How wide the sum of a step is, with what is free beside it; nothing without one."""
    if not step.total:
        return 0
    return 6 + (price_width(step.total, size, step.value) if step.paid else size * 0.8 + 6 + width(step.total, "Bold", size))


def _total(s: Canvas, left: tuple[float, float], step: StepKey, size: int) -> None:
    """Draws the sum of a step: on a plate as on the map where that shows what can be paid with it."""
    (x, y), icon = left, size * 0.8
    if step.paid:
        price(s, (x + 6 + price_width(step.total, size, step.value) / 2, y), step.total, size, True, step.value)
        return
    s.sign("hexknight", step.value, (x + 6 + icon / 2, y), icon, "ink")
    s.text((x + 12 + icon, y), step.total, size, "ink", "lm")


def _in_hand(s: Canvas, left: tuple[float, float], room: float, hand: tuple[str, str], letters: tuple[int, Sizes]) -> None:
    """Draws what the hand would add to a sum in digits of a size on a white plate, and says so where there is room."""
    (x, y), (number, words), (digits, size) = left, hand, letters
    wide = price_width(number, digits)
    price(s, (x + wide / 2, y), number, digits, False)
    if fitting := next(((words, big) for big in (size.dense, size.label) if width(words, "Bold", big) <= room - wide - 8), None):
        s.text((x + wide + 8, y), *fitting, "ink", "lm")


class MapKey(NamedTuple):
    """The whole island in small: for each column its hexes, a letter each (`?` for one that is not known); the heroes and the monsters with their
    places; what the camera sees; the last walk."""

    columns: tuple[str, ...]
    heroes: tuple[tuple[HeroKey, int, int], ...]
    monsters: tuple[tuple[str, int, int], ...]
    window: Extent
    night: bool
    trail: tuple[tuple[int, int], ...] = ()


LETTERS = {"p": "plains", "f": "forest", "a": "arid", "h": "hills", "d": "desert", "w": "swamp", "m": "mountain", "s": "sea"}


def _small(look: Theme, wide: int, high: int, island: MapKey) -> Canvas:
    """Draws the small map."""
    s = Canvas((wide, high), look, PLAIN, grows=False)
    _wood(s)
    columns, rows = len(island.columns), len(island.columns[0])
    radius = min((wide - 12) / (1.5 * columns + 0.5), (high - 12) / (1.732 * (rows + 0.5)))
    left, top = (wide - radius * (1.5 * columns + 0.5)) / 2, (high - 1.732 * radius * (rows + 0.5)) / 2
    x, y = round(left) - 5, round(top) - 5  # On whole pixels: the palette has no blend of frame and sand.
    s.box((x, y, wide - 2 * x - 1 / PLAIN, high - 2 * y - 1 / PLAIN), 6, "frame_deep", "sand", 2)

    def centre(x: int, y: int) -> tuple[float, float]:
        return left + radius * (1 + 1.5 * x), top + 1.732 * radius * (y + 0.5 + x % 2 / 2)

    for x, column in enumerate(island.columns):
        for y, letter in enumerate(column):
            role = f"{LETTERS[letter]}{'_night' * island.night}" if letter != "?" else "fog"
            s.polygon(outline(radius, *centre(x, y)), role)
    window = island.window
    corner, other = centre(window.left, window.top), centre(window.right, window.bottom)
    box = (corner[0] - radius, corner[1] - radius * 0.9, other[0] - corner[0] + 2 * radius, other[1] - corner[1] + 2.6 * radius)
    s.box(box, 4, None, "edge", 5)
    s.box((box[0] + 1, box[1] + 1, box[2] - 2, box[3] - 2), 4, None, "plate", 2.5)
    for role, thick in (("edge", 7), ("gold", 4)):
        if len(island.trail) > 1:
            s.line([centre(*at) for at in island.trail], role, thick)
    for family, x, y in island.monsters:
        s.ellipse(centre(x, y), 4.5, "plate")
        s.ellipse(centre(x, y), 3.4, FAMILIES[family])
    for hero, x, y in island.heroes:
        hero_mark(s, *centre(x, y), 12, hero)
    return s


class SmallCard(NamedTuple):
    """A card in small: its word, the role of its colour, the values to be seen, and a sign in their place, if any."""

    word: str
    colour: str
    values: tuple[tuple[str, int], ...]
    sign: str = ""


class FewKey(NamedTuple):
    """A few cards, perhaps below a title; and how many more there are."""

    title: str
    cards: tuple[SmallCard, ...]
    more: int = 0


def _cards(look: Theme, wide: int, high: int, size: Sizes, few: FewKey) -> Canvas:
    """A few cards, below a title in a row each, or two beside each other without one, or where many have a value each."""
    title, cards, more = few
    s = Canvas((wide, high), look, PLAIN, BOARD, grows=False)
    top = round(size.label * 1.35) if title else 0
    if title:
        s.text((2, top / 2), fitted(title, "Bold", size.label, wide), size.label, "frame_ink", "lm")
    places = len(cards) + bool(more)
    two = not title or (places > 3 and all(len(card.values) < 2 for card in cards))
    rows = -(-places // 2) if two else max(3, places)
    tall, across = min(size.dense * 3, (high - top) / rows), wide / 2 if two else wide
    *corners, after = [((n % 2 * across, top + n // 2 * tall) if two else (0, top + n * tall)) for n in range(len(cards) + 1)]
    for card, (x, y) in zip(cards, corners, strict=True):
        band = f"card_{card.colour}"
        s.box((x, y, across - 4, tall - 4), 9, "panel", band, 3)
        values = [(i, *one) for i, one in enumerate(card.values) if one[1] or len(card.values) == 1]  # Each has a place of its own.
        number = size.dense if two else size.number
        icon = min(24, size.dense * 0.8)
        digits = icon + 3 + width("0", "Bold", number) + 4
        side = min(tall - 4, 60, across - 10 - digits * min(2, max(1, len(values))))
        s.box((x, y, side, tall - 4), 9, band)
        s.figure(mask("hexknight", card.word), (x + side / 2, y + (tall - 4) / 2), side * 0.82, "plate", "edge")
        if card.sign:
            s.text(((x + side + x + across - 4) / 2, y + (tall - 4) / 2), card.sign, number, "ink")
        for i, what, value in values:
            cell = (across - side - 8) / 2
            cx = x + side + 6 + (i % 2) * cell
            cy = y + (tall - 4) * ((0.28 if i < 2 else 0.73) if len(card.values) > 2 else 0.5)
            s.sign("hexknight", what, (cx + icon / 2, cy), icon, "ink" if two else f"{what}_ink")
            s.text((cx + icon + 3, cy), str(value), number, "ink", "lm")
    if more:
        s.text((after[0] + across / 2, after[1] + tall / 2 - 2), f"+{more}", size.dense, "frame_ink")
    return s


def _pick(s: Canvas, size: Sizes, name: str, card: SmallCard, one: int) -> None:
    """A card to choose: its name in letters of a size, or in two lines, its picture, and all values in large."""
    wide, high = s.size
    band = f"card_{card.colour}"
    s.box((0, 0, wide, high), 16, "plate", "edge", 3)
    s.box((6, 6, wide - 12, 78), 12, band)
    rows = (name,) if font("Bold", one).getlength(name) <= wide - 24 else wrapped(name, "Bold", size.label, wide - 24)[:2]
    s.lines((wide / 2, 45), rows, (one, one * 1.1), "plate", "mm")
    tall = high * 0.42
    s.glow((6, 88, wide - 12, tall), [band, f"{band}_glow"], 10)
    s.figure(mask("hexknight", card.word), (wide / 2, 88 + tall / 2), min(wide - 40, tall - 20), "plate", "edge")
    top = 88 + tall + 8
    for i, (what, value) in enumerate(card.values):
        y = top + (high - top - 8) * (0.26 if i < 2 else 0.76)
        digits = width(str(value), "Bold", size.headline)
        icon = min(48, wide / 2 - digits - 16)
        x = wide * (0.25 if i % 2 == 0 else 0.75) - (icon + 6 + digits) / 2
        s.sign("hexknight", what, (x + icon / 2, y), icon, what if value else "stone")
        s.text((x + icon + 6, y), str(value), size.headline, "plate_ink" if value else "stone", "lm")


def _table(look: Theme, size: Sizes, title: str, cards: tuple[tuple[str, SmallCard], ...]) -> Canvas:
    """A table instead of the map, on which cards lie to choose from."""
    s = Canvas(MAP[2:], look, PLAIN, grows=False)
    _wood(s)
    s.box((10, 10, MAP[2] - 20, MAP[3] - 20), 18, None, "frame_deep", 6)
    s.text((MAP[2] / 2, 58), title, size.headline, "frame_ink", "mm", TITLE)
    wide, high = min(204, (MAP[2] - 48) // max(1, len(cards)) - 12), 480
    left = (MAP[2] - len(cards) * (wide + 12) + 12) // 2
    letters = min((largest(name, "Bold", (size.number, size.dense, size.label), wide - 24) for name, _ in cards), default=0)
    for n, (name, card) in enumerate(cards):
        one = Canvas((wide, high), look, PLAIN, grows=False)
        _pick(one, size, name, card, letters)
        s.image.paste(one.image, ((left + n * (wide + 12)) * s.scale, 112 * s.scale))
        s.texts += [text._replace(x=text.x + (left + n * (wide + 12)) * s.scale, y=text.y + 112 * s.scale) for text in one.texts]
    return s


PANELS: dict[str, Callable[..., Canvas]] = {
    "frame": _frame,
    "column": _column,
    "time": _time,
    "seat": _seat,
    "step": _step,
    "walk": _walk,
    "level": _level,
    "small": _small,
    "few": _cards,
    "table": _table,
}
