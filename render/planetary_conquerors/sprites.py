"""Everything Planetary Conquerors shows, drawn once per key: seats, storages, things on planets, attacks, windows, cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Key
from render.cards import TEXT_ONLY, Art, header
from render.text import fitted
from render.theme import Theme

ROLE = {"miner": "miner", "building": "building", "warrior": "warrior", "trap": "trap", "spell": "spell", "mine": "mine"}
"""Roles of the types of cards; everywhere the type is also said or shown by a shape."""
MATERIAL = {"g": "gold", "c": "cosmium", "e": "electricity"}


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key; see the functions below for the keys."""
    return _SPRITES[str(key[0])](look, *key[1:])


# Small signs


def mark(s: Canvas, x: float, y: float, r: float, seat: int) -> None:
    """A seat's mark: circle, square, triangle, diamond."""
    role, line = f"seat{seat}", r * 0.14
    if seat == 0:
        s.ellipse((x, y), r, role, "edge", line)
    elif seat == 1:
        s.box((x - r, y - r, 2 * r, 2 * r), r * 0.25, role, "edge", line)
    elif seat == 2:
        s.polygon([(x, y - r * 1.15), (x + r * 1.15, y + r * 0.9), (x - r * 1.15, y + r * 0.9)], role, "edge", line)
    else:
        s.polygon([(x, y - r * 1.2), (x + r * 1.2, y), (x, y + r * 1.2), (x - r * 1.2, y)], role, "edge", line)


def sign(s: Canvas, x: float, y: float, r: float, what: str, n: int) -> None:
    """A number in its shape: attack in a circle, HP in a shield."""
    if what == "attack":
        s.ellipse((x, y), r, "attack")
    else:
        s.polygon([(x - r, y - r), (x + r, y - r), (x + r, y + r * 0.25), (x, y + r * 1.15), (x - r, y + r * 0.25)], "hp")
    s.text((x, y - (0 if what == "attack" else r * 0.06)), str(n), r * (1.45 if n < 10 else 1.15), "plate")


def pick(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    """A pick: the mine."""
    s.line([(x - r * 0.7, y + r), (x + r * 0.4, y - r * 0.35)], role, r * 0.28)
    s.line([(x - r * 0.45, y - r * 0.75), (x + r * 0.45, y - r * 0.5), (x + r * 0.95, y + r * 0.35)], role, r * 0.32)


def house(s: Canvas, x: float, y: float, r: float, role: str) -> None:
    """A dome: buildings."""
    s.polygon([(x - r, y + r * 0.8), (x - r, y - r * 0.1), (x, y - r), (x + r, y - r * 0.1), (x + r, y + r * 0.8)], role)


def back(s: Canvas, x: float, y: float, n: int, known: bool) -> None:
    """So many face-down traps, framed where the reader knows one of them."""
    s.box((x, y, 22, 28), 4, "trap", "gold" if known else None, 3)
    s.text((x + 11, y + 14), str(n), 20, "plate")


def parts(text: str) -> list[str]:
    """A cost such as `2g1c` in its parts; nothing for a card without cost."""
    return [] if not text else re.findall(r"\d+[gce]", text) or [text]


def part(s: Canvas, x: float, y: float, r: float, text: str) -> None:
    """One material of a cost: how much, in its colour, with its letter."""
    letter = text[-1]
    if letter not in MATERIAL:
        s.ellipse((x, y), r, "hp")
        s.text((x, y), text, r * 1.2, "plate")
        return
    material(s, x, y, r, letter)
    s.text((x, y), text, r * 1.05, "edge" if letter == "g" else "plate")


def material(s: Canvas, x: float, y: float, r: float, letter: str) -> None:
    """The shape of a material: gold round, cosmium a diamond, electricity a square."""
    if letter == "g":
        s.ellipse((x, y), r, "gold")
    elif letter == "c":
        s.polygon([(x, y - r * 1.15), (x + r * 1.15, y), (x, y + r * 1.15), (x - r * 1.15, y)], "cosmium")
    else:
        s.box((x - r * 0.95, y - r * 0.95, r * 1.9, r * 1.9), r * 0.3, "electricity")


ART = Art(
    "planetary_conquerors",
    lambda kind: ROLE[kind],
    parts,
    part,
    {"attack": "attack", "hp": "hp"},
    {"warrior": "land", "miner": "works", "building": "town", "trap": "teeth", "spell": "rays"},
    {"1": "bronze", "2": "silver", "3": "gold"},
)


# Seats


class HeadKey(NamedTuple):
    """Who sits at a seat: whether it is their turn, whether they have to decide, whether they are out."""

    name: str
    active: bool
    asked: bool
    out: bool


def _seat(look: Theme, width: int, height: int, seat: int, head: HeadKey) -> Canvas:
    """The left half of a seat's head: mark, name, an arrow for who has to decide."""
    name, active, asked, out = head
    s = Canvas((width, height), look, PLAIN)
    s.box((4, 4, width + 40, height - 4), 14, "panel", f"seat{seat}" if active else "line", 6 if active else 2)
    mark(s, 38, height / 2 + 2, 15, seat)
    words = fitted(("▶ " if asked else "") + name, "Bold", 32, width - 76)
    s.text((66, height / 2 + 2), words, 32, "soft" if out else "ink", "lm")
    return s


class ScoreKey(NamedTuple):
    """HP of a seat's mine and of all its buildings, with those that there may be, and are needed; a note stands in their place."""

    mine: int
    most: int
    buildings: int
    goal: int
    note: str


def _score(look: Theme, width: int, height: int, seat: int, active: bool, score: ScoreKey) -> Canvas:
    """The right half: HP of the mine and of all buildings, or that the seat is out."""
    mine, most, buildings, goal, note = score
    s = Canvas((width, height), look, PLAIN)
    s.box((-40, 4, width + 36, height - 4), 14, "panel", f"seat{seat}" if active else "line", 6 if active else 2)
    y = height / 2 + 2
    if note:
        s.text((width - 26, y), note, 28, "soft", "rm", "Medium")
        return s
    pick(s, width - 376, y, 16, "ink")
    s.text((width - 350, y), f"{mine}/{most}", 30, "ink", "lm")
    house(s, width - 206, y, 15, "building")
    s.text((width - 180, y), f"{buildings}/{goal}", 30, "ink", "lm")
    return s


def _stock(look: Theme, width: int, height: int, stock: tuple[int, ...], limits: tuple[int, ...]) -> Canvas:
    """A seat's storages: what is there of what there is room for."""
    s = Canvas((width, height), look, PLAIN)
    for i, (letter, n, most) in enumerate(zip("gce", stock, limits, strict=True)):
        x = 36 + i * 122
        material(s, x, height / 2, 16, letter)
        s.text((x, height / 2), letter.upper(), 19, "edge" if letter == "g" else "plate")
        s.text((x + 26, height / 2), f"{n}/{most}", 28, "ink" if n else "soft", "lm")
    return s


def _text(look: Theme, width: int, height: int, words: str) -> Canvas:
    """Counts of a seat's zones."""
    s = Canvas((width, height), look, TEXT_ONLY)
    s.text((width - 24, height / 2), fitted(words, "Medium", 26, width - 34), 26, "soft", "rm", "Medium")
    return s


# Things on planets


class TileKey(NamedTuple):
    """A mine, a building or a warrior. `traps` are those before it, and whether the reader knows them, `aim` what it attacks."""

    kind: str
    name: str
    tag: str
    attack: int
    hp: int
    most: int
    shield: int
    exhausted: bool
    illusion: bool
    spent: bool
    traps: tuple[bool, ...]
    aim: str


def _tile(look: Theme, width: int, height: int, tile: TileKey, seat: int, lit: bool) -> Canvas:
    """A mine, a building or a warrior: tag, name on the colour of its type, numbers, traps in front of it."""
    kind, name, tag, attack, hp, most, shield, exhausted, illusion, spent, traps, aim = tile
    s = Canvas((width, height), look, PLAIN)
    ground = "legal" if lit else "tired" if exhausted and not aim else "panel"
    outline, line = ("legal_line", 5) if lit else (f"seat{seat}", 5) if aim else ("line", 2)
    s.box((3, 3, width - 6, height - 6), 10, ground, outline, line)
    s.text((12, 20), tag, 20, "soft", "lm", "Bold")
    x = width - 22.0
    if shield:
        s.polygon([(x - 11, 9), (x + 11, 9), (x + 11, 22), (x, 32), (x - 11, 22)], None, "ink", 2.5)
        s.text((x, 19), str(shield), 17, "ink")
        x -= 28
    if illusion:
        for dy in (-4, 4):
            s.line([(x - 10, 20 + dy), (x - 4, 15 + dy), (x + 4, 22 + dy), (x + 10, 17 + dy)], "ink", 2.5)
        x -= 28
    if spent:
        s.ellipse((x, 20), 8, "ink")
    s.box((8, 34, width - 16, 30), 5, ROLE[kind])
    s.text((width / 2, 49), fitted(name, "Bold", 21, width - 24), 21, "plate")
    y = height - 22
    if kind == "mine":
        pick(s, 28, y, 13, "ink")
    elif kind == "building":
        house(s, 28, y, 12, "building")
    else:
        sign(s, 26, y - 1, 15, "attack", attack)
    left = 54
    s.text((left, y), f"{hp}", 26, "ink", "lm")
    s.text((left + (17 if hp < 10 else 33), y + 2), f"/{most}", 19, "soft", "lm", "Medium")
    if aim:
        s.text((width - 12, y), f"→{aim}", 21, "ink", "rm")
    elif exhausted:
        s.text((width - 14, y), "zz", 22, "ink", "rm")
    if traps:
        back(s, width - 34, y - 15, len(traps), any(traps))
    return s


class ChipKey(NamedTuple):
    """So many miners of a name, or one by its tag."""

    n: int
    name: str
    tag: str
    spent: bool = False


def _chip(look: Theme, width: int, height: int, chip: ChipKey, lit: bool) -> Canvas:
    """Miners: how many of a kind, or one by its tag."""
    n, name, tag, spent = chip
    s = Canvas((width, height), look, PLAIN)
    s.box((3, 3, width - 6, height - 6), 8, "legal" if lit else "panel", "legal_line" if lit else "miner", 4 if lit else 2)
    s.box((8, 8, 40, height - 16), 5, "miner")
    s.text((28, height / 2), f"{n}×" if n > 1 else "1", 21, "plate")
    if spent:
        s.ellipse((width - 22, height / 2), 7, "ink")
    room = width - 72 - (52 if tag else 0) - (22 if spent else 0)
    s.text((58, height / 2), fitted(name, "Medium", 22, room), 22, "ink", "lm", "Medium")
    if tag:
        s.text((width - 12 - (26 if spent else 0), height / 2), tag, 19, "soft", "rm")
    return s


# What is going on


def _act(look: Theme, width: int, height: int, seat: int, words: str, first: bool) -> Canvas:
    """Something that is being carried out; the first one is next."""
    s = Canvas((width, height), look, PLAIN)
    s.box((8, 3, width - 16, height - 6), 10, "panel", f"seat{seat}", 4 if first else 2)
    mark(s, 38, height / 2, 12, seat)
    s.text((66, height / 2), fitted(words, "Bold", 26, width - 90), 26, "ink", "lm")
    return s


def _window(look: Theme, width: int, height: int, words: str) -> Canvas:
    """The reaction window that is open."""
    s = Canvas((width, height), look, TEXT_ONLY)
    s.box((8, 3, width - 16, height - 6), 0, "legal", "legal_line", 4)
    s.text((24, height / 2), fitted(words, "Bold", 26, width - 48), 26, "ink", "lm")
    return s


class AttackKey(NamedTuple):
    """An attacker in its line, with what it attacks and its blocker; whether it attacks now, or has done so."""

    line: int
    now: bool
    seat: int
    attacker: str
    target: str
    blocker: str
    done: bool


def _assault(look: Theme, width: int, height: int, attack: AttackKey) -> Canvas:
    """An attacker with an arrow to its target; its blocker stands between them."""
    line, now, seat, attacker, target, blocker, done = attack
    s = Canvas((width, height), look, PLAIN)
    s.box((8, 3, width - 16, height - 6), 10, "panel", f"seat{seat}" if now else "line", 4 if now else 2)
    s.ellipse((38, height / 2), 15, "attack")
    s.text((38, height / 2), str(line), 22, "plate")
    s.text((64, height / 2), fitted(attacker, "Bold", 24, 330), 24, "ink", "lm")
    middle = height / 2
    start, end = 408, 560
    s.line([(start, middle), (end - 14, middle)], "attack", 5)
    s.polygon([(end, middle), (end - 20, middle - 12), (end - 20, middle + 12)], "attack")
    if blocker:
        s.polygon([(start + 40, 8), (start + 92, 8), (start + 92, middle + 4), (start + 66, height - 6), (start + 40, middle + 4)], "hp")
        s.text((start + 66, middle - 3), blocker, 20, "plate")
    elif done:
        s.ellipse((start + 66, middle), 16, "hp")
        s.line([(start + 58, middle), (start + 64, middle + 7), (start + 75, middle - 7)], "plate", 4)
    s.text((end + 14, middle), fitted(target, "Medium", 24, width - end - 36), 24, "ink", "lm", "Medium")
    return s


_SPRITES: dict[str, Callable[..., Canvas]] = {
    "header": header,
    "seat": _seat,
    "score": _score,
    "stock": _stock,
    "text": _text,
    "tile": _tile,
    "chip": _chip,
    "act": _act,
    "window": _window,
    "assault": _assault,
    **ART.sprites(),
}
