"""A tile to look up, as a whole card: the monsters of all factions that have it, its rank, its edges in every rotation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.canvas import PLAIN, Canvas, Item, Point, Scene
from render.cards import EDGE, FULL, LEADING, NOW, TITLE, Measures, below, paragraphs, tall
from render.hexgrid import outline, towards
from render.look import Look
from render.monster_hex.tiles import GROUNDS, MARKS, ROOT, figure, mark
from render.text import fitted, font, largest
from render.theme import Theme, theme
from rules.printed_cards import Face

INNER, GAP, PICTURE = FULL - 2 * EDGE, 12, 300
"""The width of what is on the card, the gap between two pictures, and how high one is."""
TURNED = 53
"""The radius of a tile that is shown with its edges alone."""
TEXT = 30


class WholeKey(NamedTuple):
    """A tile: its word and code, its rank, its powers, and its monsters, each as its faction, its name and the faction's name."""

    word: str
    code: str
    rank: str
    powers: tuple[int, ...]
    monsters: tuple[tuple[str, str, str], ...]


def card_scene(face: Face, look: Look, lines: Sequence[str], now: Sequence[str] = ()) -> Scene:
    """A tile as printed for each faction; `lines` about it, `now` its state in a game."""
    word, say = face.code.lower(), look.say
    monsters = tuple((faction, say(f"mh.monster.{faction}.{word}"), say(f"mh.faction.{faction}")) for faction in MARKS)
    tile = WholeKey(word, face.code, face.rarity, tuple(n for _, n in face.numbers), monsters)
    m = _measured(lines, theme(look.theme).letters)
    return Scene((FULL, m.whole + below(now)), {"card": Item(("whole", m, tile, tuple(lines), tuple(now)), 0, 0)})


def _measured(lines: Sequence[str], letters: float) -> Measures:
    """The parts of the card for text so many times as large as usual."""
    text = round(TEXT * letters)
    writing = round(tall(lines, INNER - 44, text)) + 32
    return Measures(PICTURE, text, writing, 16 + TITLE + 2 * (PICTURE + GAP) + 2 * (TURNED + GAP) + writing + EDGE)


def whole(look: Theme, m: Measures, tile: WholeKey, lines: tuple[str, ...], now: tuple[str, ...]) -> Canvas:
    """Draws the card, and the tile's state in a game."""
    height = m.whole + below(now)
    s = Canvas((FULL, height), look, PLAIN)
    s.box((6, 6, FULL - 12, m.whole - 12), 34, "stone_line")
    s.shade((16, 16, FULL - 32, m.whole - 32), ("stone", "stone_deep"), 26)
    y = 16.0 + TITLE
    s.text((EDGE + 6, 16 + TITLE / 2), tile.code, 50, "stone_ink", "lm")
    _rank(s, (FULL - EDGE - 46, 16 + TITLE / 2), tile.rank)
    wide = (INNER - GAP) // 2
    for n, (faction, name, of) in enumerate(tile.monsters):
        left, top = EDGE + (n % 2) * (wide + GAP), y + (n // 2) * (PICTURE + GAP)
        s.glow((left, top, wide, PICTURE), GROUNDS[faction], 16, (0.5, 0.42))
        figure(s, tile.word, (left + wide / 2, top + 112), 190, faction)
        size = largest(name, "Bold", (34, 31, 28, 25), wide - 24)
        s.text((left + wide / 2, top + PICTURE - 66), fitted(name, "Bold", size, wide - 16), size, f"{faction}_ink")
        s.text((left + wide / 2 + 14, top + PICTURE - 28), of, 25, f"{faction}_ink", "mm", "Medium")
        mark(s, MARKS[faction], left + wide / 2 - font("Medium", 25).getlength(of) / 2 - 12, top + PICTURE - 28, 11, f"{faction}_ink")
    y += 2 * (PICTURE + GAP) + TURNED
    step = INNER / 6
    for turn in range(6):
        _edges(s, (EDGE + step * (turn + 0.5), y), tile.powers, turn)
    y += TURNED + GAP
    s.box((EDGE, y, INNER, m.writing), 14, "panel")
    paragraphs(s, lines, (EDGE + 22, y + 16 + m.text * LEADING / 2), INNER - 44, m.text)
    if now:
        s.box((6, m.whole + 8, FULL - 12, height - m.whole - 14), 20, "panel", "line", 2)
        paragraphs(s, now, (EDGE, m.whole + 44), INNER, NOW)
    return s


def _rank(s: Canvas, at: Point, rank: str) -> None:
    """Draws the rank on a golden plate."""
    s.box((at[0] - 40, at[1] - 36, 80, 72), 16, "best_fill", "best", 4)
    s.text(at, rank, 48, "ink")


def _edges(s: Canvas, at: Point, powers: Sequence[int], turn: int) -> None:
    """Draws a tile turned clockwise so many times: its powers around the word of the rotation."""
    s.polygon(outline(TURNED, *at), "cell")
    s.polygon(outline(TURNED - 1.5, *at), outline="cell_line", width=3)
    for direction in range(6):
        dx, dy = towards(direction, TURNED * ROOT * 0.72)
        s.text((at[0] + dx, at[1] + dy), str(powers[(direction - turn) % 6]), 25, "cell_ink")
    s.text(at, f"R{turn}", 22, "cell_ink", "mm", "Medium")
