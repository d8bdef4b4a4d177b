"""Draws the latest fight: as a box beside the map, and blow by blow in large over a moving picture."""

from __future__ import annotations

from typing import NamedTuple

from render.canvas import Canvas
from render.hexknight.marks import HeroKey, hero_mark, monster_mark, rays, tag
from render.hexknight.side_boxes import panel
from render.stage import Sizes
from render.text import largest, width
from render.theme import Theme

LOW, NARROW = 200, 240
"""Below which a box has no room for large marks, and from how wide on it has its figures in a row."""
MARK = 27
"""The radius of the marks of who fights beside words."""
DUEL = 620, 190
"""The size of a fight in large."""
PARTS = 2
"""Of a fight in large: the monster's attack, and the hero's."""


class FightKey(NamedTuple):
    """A fight: who fought what, as it is called, and where, the sum with which it was blocked or the wounds that it dealt, the sum that struck it and
    the points it brought (0 while the monster stands)."""

    hero: HeroKey
    monster: str
    name: str
    family: str
    hex: str
    block: int
    wounds: int
    strike: int
    points: int


def fight_box(look: Theme, wide: int, high: int, size: Sizes, fight: FightKey) -> Canvas:
    """The latest fight: the hero and the monster, what that is called and where, the strike, and what that brought; below each other where the box is
    narrow, without the name where it is low, too."""
    s = panel(look, (wide, high))
    narrow, low = wide < NARROW, high < LOW
    number = size.dense if narrow and low else size.number
    r = (26 if low else 36) if narrow else MARK
    x, y = (wide - r - 10 if narrow else 3 * r + 14), (r + 9 if narrow else high / 2)
    hero_mark(s, r + 10, y, r, fight.hero)
    _monster(s, (x, y), r, fight, fight.points > 0)
    if narrow:
        one, two, three = 10.0, y + r + (6 if low else 16) + number * 0.56, high - number * 0.84 - (6 if low else 12)
        if not low and fight.name and width(fight.name, "Bold", size.label) <= wide - 20:
            s.text((wide / 2, y + r + 8 + size.label * 0.6), fight.name, size.label, "ink")
            two = (y + r + 8 + size.label * 1.2 + three) / 2
        tag(s, (wide - 12 - width(fight.hex, "Bold", size.label) / 2 - size.label * 0.25, two), fight.hex, size.label)
    else:
        one, two, three = x + r + 8, high * 0.7, high * 0.7
        _called(s, (one, high * 0.28), wide - one - 10, fight, size)
    _figure(s, (one, two), "attack", "ink", str(fight.strike or ""), number)
    left = 10 if narrow else one + number * 1.1 + (width(str(fight.strike), "Bold", number) + 2 if fight.strike else 6)
    if fight.points:
        _points(s, (left + number * 0.84, three), fight.points, number)
        left += number * 1.82
    if fight.wounds:
        _figure(s, (left, three), "wound", "accent", str(fight.wounds), number)
    elif fight.block:
        _figure(s, (left, three), "defence", "ink", str(fight.block), number)
    return s


def _monster(s: Canvas, at: tuple[float, float], r: float, fight: FightKey, beaten: bool) -> None:
    """Draws a fight's monster, struck out where it is `beaten`."""
    x, y = at
    monster_mark(s, x, y, r, fight.family, fight.monster)
    for role, line in (("plate", 0.28), ("attack", 0.17)) if beaten else ():
        s.line([(x - r * 0.62, y - r * 0.62), (x + r * 0.62, y + r * 0.62)], role, r * line)


def _called(s: Canvas, at: tuple[float, float], room: float, fight: FightKey, size: Sizes) -> None:
    """Writes what a fight's monster is called, and its hex: both in a line, or the hex alone where they have no room."""
    for words in (f"{fight.name} {fight.hex}".strip(), fight.hex):
        if width(words, "Bold", size.label) <= room or words == fight.hex:
            s.text(at, words, largest(words, "Bold", (size.dense, size.label), round(room)), "ink", "lm")
            return


def _points(s: Canvas, at: tuple[float, float], points: int, size: int) -> None:
    """Draws what a victory brought as a golden disc."""
    s.ellipse(at, size * 0.84, "gold", "edge", 2)
    s.text(at, f"+{points}", size, "edge")


def _figure(s: Canvas, corner: tuple[float, float], what: str, role: str, words: str, size: int) -> None:
    """Draws a value's sign and a number beside it, from the middle of their left edge on."""
    x, y = corner
    s.sign("hexknight", what, (x + size * 0.46, y), size * 0.92, role)
    s.text((x + size * 0.98, y), words, size, "ink", "lm")


class DuelKey(NamedTuple):
    """A won fight in large, one of its `PARTS`: with the attack and the defence of the monster."""

    fight: FightKey
    attack: int
    defence: int
    part: int


def duel(look: Theme, size: Sizes, key: DuelKey) -> Canvas:
    """The hero and the monster face to face, between them the blow of this part with its sums."""
    (fight, attack, defence, part), (wide, high) = key, DUEL
    s = panel(look, DUEL, "gold")
    r, y, struck = high * 0.36, high / 2, part == 0
    lunge = 0 if struck else 16
    hero, monster = (r + 24 + lunge, y), (wide - r - 24 - (16 if struck else 0), y)
    if not (struck and fight.block):
        rays(s, hero if struck else monster, r * 1.05, "attack")
    hero_mark(s, *hero, r, fight.hero)
    _monster(s, monster, r, fight, False)
    big = min(round(size.headline * 1.15), 60)
    left, right = 2 * r + 50, wide - 2 * r - 50
    if not struck:
        own, role, theirs = ("attack", fight.strike), "ink", ("defence", defence)
    elif fight.block:
        own, role, theirs = ("defence", fight.block), "ink", ("attack", attack)
    else:
        own, role, theirs = ("wound", fight.wounds), "accent", ("attack", attack)
    _figure(s, (left + lunge * 0.6, y), own[0], role, str(own[1]), big)
    _figure(s, (right - big * 0.98 - width(str(theirs[1]), "Bold", big), y), theirs[0], "ink", str(theirs[1]), big)
    tip = -20 if struck else 20
    arrow = [(wide / 2 + tip, y), (wide / 2 - tip, y - 26), (wide / 2 - tip, y + 26)]
    s.polygon(arrow, "attack" if struck else "gold", "edge", 3)
    return s
