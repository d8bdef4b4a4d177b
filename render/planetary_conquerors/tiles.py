"""Draws what is on planets: mines, buildings, warriors, and what is left of those that have just gone."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render import art
from render.canvas import PLAIN, Canvas, Point
from render.planetary_conquerors import stage_layout
from render.planetary_conquerors.ground import piece
from render.planetary_conquerors.icons import GAME, burst, figure, flickering, halves, health, leaning, mark, shield, spark, swords, tag
from render.planetary_conquerors.recent_events import Trace
from render.planetary_conquerors.stage_layout import Land
from render.stage import USUAL, Sizes
from render.theme import Theme

NO_ATTACK = -1
"""The attack of a warrior of which only the HP are known."""


class TileKey(NamedTuple):
    """A mine, a building or a warrior. `traps`: those before it, and whether the reader knows them; `line`: in which it attacks; `lit`: it can be
    chosen; `taken`: it is chosen; `fights`: it attacks, blocks or is attacked now; `aside`: others do."""

    kind: str
    card: str
    letter: str
    attack: int
    boost: int
    hp: int
    most: int
    shield: int
    exhausted: bool
    illusion: bool
    traps: tuple[bool, ...]
    line: int
    guards: bool
    trace: Trace
    lit: bool = False
    taken: bool = False
    fights: bool = False
    aside: bool = False


class Place(NamedTuple):
    """The box of a sprite on a planet (left, top, width, height), and the size of its letters."""

    left: int
    top: int
    width: int
    height: int
    factor: float

    @property
    def sizes(self) -> Sizes:
        """The least sizes of letters."""
        return USUAL.times(self.factor)


def _piece(look: Theme, land: Land, place: Place) -> Canvas:
    return piece(look, land, place.left, place.top, (place.width, place.height))


def empty(look: Theme, land: Land, place: Place) -> Canvas:
    """Draws an empty place."""
    return _piece(look, land, place)


def tile(look: Theme, land: Land, place: Place, thing: TileKey) -> Canvas:
    """Draws a building or a warrior: its figure, leaning if exhausted, its numbers, and its latest change."""
    s = _piece(look, land, place)
    framed(s, place, thing)
    width, side = place.width, stage_layout.figure(place.height, place.width, place.factor)
    sunk = stage_layout.sunk(land, place.left + width / 2)
    _figure(s, thing, (width / 2, 1 + sunk + side / 2), side)
    _set_back(s, land, place, thing)
    low = _plates(s, place, thing, sunk + min(side - 4, place.height - stage_layout.SINK - stage_layout.plate(width, place.factor)))
    _left_signs(s, place, thing)
    _right_signs(s, place, thing, low)
    return s


STANDS_BACK = 0.42
"""How much of the ground is seen through what stands aside while others fight."""


def _set_back(s: Canvas, land: Land, place: Place, thing: TileKey) -> None:
    """Makes the figure that has been drawn on a planet faint if it stands aside; its numbers can be read as usual."""
    if thing.aside:
        s.image.paste(Image.blend(s.image, _piece(s.theme, land, place).image, STANDS_BACK))


def framed(s: Canvas, place: Place, thing: TileKey) -> None:
    """Draws the frame of what can be chosen, is, or fights."""
    if role := "accent" if thing.taken else "legal_line" if thing.lit else "attack" if thing.fights else "":
        s.box((1, 1, place.width - 2, place.height - 2), 10, None, role, 5 if thing.fights else 4)


def _figure(s: Canvas, thing: TileKey, centre: Point, side: float) -> None:
    tired = thing.exhausted and not thing.line
    shape = leaning(thing.card) if tired else art.mask(GAME, thing.card)
    if thing.illusion:
        shape = flickering(shape)
    s.figure(shape, centre, side, "fig_tired" if tired else f"fig_{thing.kind}", None if thing.illusion else "edge")


GAP = 10
"""How far plates beside each other are apart at least."""


def _plates(s: Canvas, place: Place, thing: TileKey, y: float) -> float:
    """Draws attack and HP of a warrior as one plate of two halves, or the HP of a building; returns their top."""
    size, high = stage_layout.letters(place.width, place.factor), stage_layout.plate(place.width, place.factor)
    hp = (thing.hp, thing.most)
    fights = thing.kind == "warrior" and thing.attack != NO_ATTACK
    across = min(place.width - GAP, round(high * (2.4 if fights else 1.9)))
    box = ((place.width - across) / 2, y, across, high)
    if fights:
        halves(s, box, (str(thing.attack), thing.boost > 0), hp, size)
    else:
        health(s, box, hp, size)
    return y


def _aside(place: Place) -> float:
    """How far signs beside the figure are from the sides of a place that is wider than it."""
    return max(0.0, (place.width - stage_layout.figure(place.height, place.width, place.factor)) / 2 - 20 * place.factor)


def _left_signs(s: Canvas, place: Place, thing: TileKey) -> None:
    """Draws the letter, and the traps in front."""
    f, x, y = place.factor, _aside(place), 3.0
    if thing.letter:
        tag(s, (x + 15 * f, y + 13 * f), thing.letter, place.sizes.label)
        y += 27 * f
    if thing.traps:
        traps(s, (x + 3, y), thing.traps, place)


def traps(s: Canvas, at: Point, known: tuple[bool, ...], place: Place) -> None:
    """Draws the face-down traps in front of something; with a gold frame if the reader knows one."""
    f = place.factor
    x, y = at
    for n in range(min(3, len(known)) - 1, -1, -1):
        s.box((x + 3 * n, y + 1.5 * n, 23 * f, 29 * f), 5, "trap", "gold" if any(known) else "plate", 2.5)
    s.text((x + 11.5 * f, y + 14.5 * f), str(len(known)), place.sizes.dense, "plate")


def _right_signs(s: Canvas, place: Place, thing: TileKey, low: float) -> None:
    """Draws the latest change, the role in the attack, and Shielding: on the right, then on the left, as far as they fit above the numbers."""
    f, size, aside = place.factor, place.sizes.dense, _aside(place) + 19 * place.factor
    spots = [(place.width - aside, 20 * f)]
    if not thing.letter and not thing.traps:
        spots.append((aside, 20 * f))
    if low > 72 * f:
        spots.insert(1, (place.width - aside, 55 * f))
    if thing.trace != Trace() and spots:
        traced(s, spots.pop(0), thing.trace, place)
    if thing.line and spots:
        swords(s, spots.pop(0), 15 * f, str(thing.line), size)
    elif thing.guards and spots:
        shield(s, spots.pop(0), 13 * f, "hp", "")
    if thing.shield and spots:
        shield(s, spots.pop(0), 14 * f, "building", str(thing.shield), size)


def traced(s: Canvas, at: Point, trace: Trace, place: Place) -> None:
    """Draws the latest change of a thing: HP lost or got back, or that it is new."""
    f, size = place.factor, place.sizes.dense
    if trace.hurt:
        burst(s, at, (18 if trace.hurt < 10 else 23) * f, f"−{trace.hurt}", "attack", size)
    elif trace.healed:
        burst(s, at, (18 if trace.healed < 10 else 23) * f, f"+{trace.healed}", "hp", size)
    elif trace.new:
        spark(s, (at[0] + 3 * f, at[1] - 3 * f), 15 * f)


def mine(look: Theme, land: Land, place: Place, thing: TileKey) -> Canvas:
    """Draws a seat's mine, with its HP as a headline."""
    s = _piece(look, land, place)
    framed(s, place, thing)
    width, height, high = place.width, place.height, min(round(place.sizes.headline * 1.14), place.height - 4)
    size = place.sizes.headline
    role, left, struck = f"fig_{thing.kind}", 4.0, (width - 24 * place.factor, 22 * place.factor)
    if height < 1.9 * high:
        aside = 62 * place.factor if thing.trace.hurt or thing.trace.healed else 0  # The latest change has its place behind the number.
        side = high - 4 - aside / 3
        if width - side - 18 - aside >= high * 1.2:
            struck = (width - 29 * place.factor, height / 2)
        else:  # Or on the figure.
            low = height - 26 * place.factor if thing.traps else 26 * place.factor
            struck, side, aside = (29 * place.factor, low), min(high - 4, width - 18 - high * 1.2), 0
        figure(s, thing.card, (6 + side / 2, height / 2), side, role)
        _set_back(s, land, place, thing)
        health(s, (side + 12, (height - high) / 2, width - side - 18 - aside, high), (thing.hp, thing.most), size)
    else:
        side = min(width - 12, height - high * 0.8 - 12)
        y, across = height - high - 6, min(width - 16, round(high * 2))
        left = max(left, (width - side) / 2 - 24 * place.factor)
        figure(s, thing.card, (width / 2, y + high * 0.2 - 4 - side / 2), side, role)
        _set_back(s, land, place, thing)
        health(s, ((width - across) / 2, y, across, high), (thing.hp, thing.most), size)
    if thing.traps:
        traps(s, (left, 4), thing.traps, place)
    if thing.trace != Trace():
        traced(s, struck, thing.trace, place)
    if thing.line:
        swords(s, (width - 18 * place.factor, height - 18 * place.factor), 15 * place.factor, str(thing.line), place.sizes.dense)
    return s


def ghost(look: Theme, land: Land, place: Place, card: str, letter: str) -> Canvas:
    """Draws a card that has just left its place, crossed out, with its letter."""
    s = _piece(look, land, place)
    side = stage_layout.figure(place.height, place.width, place.factor)
    x, y = place.width / 2, 2 + stage_layout.sunk(land, place.left + place.width / 2) + side / 2
    s.figure(art.mask(GAME, card), (x, y), side * 0.86, "fig_tired", "edge")
    reach = side * 0.42
    for dx in (-1, 1):
        s.line([(x - reach * dx, y - reach), (x + reach * dx, y + reach)], "edge", 10)
        s.line([(x - reach * dx, y - reach), (x + reach * dx, y + reach)], "attack", 6)
    if letter:
        tag(s, (_aside(place) + 15 * place.factor, 3 + 13 * place.factor), letter, place.sizes.label)
    return s


def cast(look: Theme, side: int, card: str, seat: int) -> Canvas:
    """Draws a card that strikes from no planet, with the mark of the seat that played it, -1 for an unknown one."""
    s = Canvas((side, side), look, PLAIN, grows=False)
    s.glow((0, 0, side, side), ("spell_deep", "spell", "spell_glow"), 0)
    s.box((2, 2, side - 4, side - 4), 0, None, "plate", 4)
    figure(s, card, (side / 2, side / 2), side * 0.84, "plate")
    if seat >= 0:
        mark(s, side * 0.16, side * 0.16, side * 0.09, seat)
    return s


def more(look: Theme, land: Land, place: Place, n: int, lit: bool) -> Canvas:
    """Draws the number of things that have no place."""
    s = _piece(look, land, place)
    if lit:
        s.box((1, 1, place.width - 2, place.height - 2), 10, None, "legal_line", 4)
    s.text((place.width / 2, place.height / 2), f"+{n}", place.sizes.number, "ink")
    return s
