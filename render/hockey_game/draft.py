"""Draws the choices before the match (teams, heroes, other cards), and what each seat has picked."""

from __future__ import annotations

from typing import NamedTuple

from render.art import mask
from render.canvas import PLAIN, Canvas
from render.hockey_game.emblems import emblem
from render.hockey_game.figures import SKATER, player
from render.hockey_game.icons import badge, icon, symbol
from render.hockey_game.stage_layout import sizes
from render.text import fitted, font, largest, wrapped
from render.theme import Theme


def team(look: Theme, wide: int, high: int, word: str, name: str, attributes: tuple[tuple[str, int], ...]) -> Canvas:
    """Draws a team that can be chosen."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high))
    side = high * 0.46
    emblem(s, 16, 10, side, word)
    s.text((30 + side, 10 + side / 2), fitted(name, "Bold", z.number, round(wide - side - 150)), z.number, "ink", "lm")
    player(s, (wide - 64, high * 0.29, high * 0.24), word, SKATER, -1, "plate")
    step = (wide - 28) / 7
    for n, (attribute, value) in enumerate(attributes):
        r = min(z.number * 0.5, step * 0.22)
        size = z.number if step > 2 * z.number else z.dense
        x = 14 + step * n + r
        badge(s, (x, high * 0.76), r, attribute)
        s.text((x + r + 5 + size * 0.3, high * 0.76), str(value), size, "ink")
    return s


ROW = 2.4
"""From so many letters' height on a hero has two lines."""


class PickKey(NamedTuple):
    """A card to pick, with the number left: word, kind and name; attribute, value and sign of a bonus card, attributes of a hero."""

    word: str
    kind: str
    name: str
    attribute: str
    value: int
    referee: bool
    attributes: tuple[tuple[str, int], ...]
    left: int


def pick(look: Theme, wide: int, high: int, key: PickKey) -> Canvas:
    """Draws a card that can be picked: its picture, its name, what it adds, the number left."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    band = key.attribute or key.kind
    s.box((2, 2, wide - 4, high - 4), 10, "plate", band, 3)
    side = 0.0
    row = bool(key.attributes) and high < ROW * z.label
    if not row and not _bare(key, wide, z.label):
        side = min(high - 12, wide * 0.36)
        s.glow((6, 6, side, high - 12), (f"{band}_deep", band, f"{band}_glow"), 7)
        s.figure(
            mask("hockey_game", key.word), (6 + side / 2, high / 2), min(side, high - 12) * (0.96 if key.kind == "hero" else 0.84), "plate", "edge"
        )
    left, room = 6 + side + 8, round(wide - side - 20)
    if key.kind == "bonus":
        s.text((left, high * 0.42), f"+{key.value}", z.headline if high > z.headline * 1.4 else z.number, "plate_ink", "lm")
        if key.referee:
            symbol(s, wide - 26, high * 0.3, z.label * 0.6)
        s.text((wide - 12, high - 10 - z.dense / 2), f"× {key.left}", z.dense, "plate_ink", "rm")
    elif row:
        across = z.dense * 1.72
        start = wide - 10 - across * len(key.attributes)
        name = largest(key.name, "Bold", (z.label, z.label - 2, z.label - 4), round(start - 14))
        s.text((12, high / 2), fitted(key.name, "Bold", name, round(start - 14)), name, "plate_ink", "lm")
        for n, (attribute, value) in enumerate(key.attributes):
            icon(s, (start + across * n + z.dense * 0.5, high / 2), z.dense * 0.42, attribute)
            s.text((start + across * n + z.dense * 1.28, high / 2), str(value), z.dense, "plate_ink")
    elif key.attributes:
        s.text((left, high * 0.3), fitted(key.name, "Bold", z.label, room), z.label, "plate_ink", "lm")
        step = room / 2
        for n, (attribute, value) in enumerate(key.attributes):
            x = left + step * n
            icon(s, (x + z.dense * 0.5, high * 0.7), z.dense * 0.44, attribute)
            s.text((x + z.dense * 1.4, high * 0.7), str(value), z.dense, "plate_ink")
    else:
        size = next(
            (size for size in (z.number, z.dense) if len(fits := wrapped(key.name, "Bold", size, room)) < 3 and "…" not in "".join(fits)), z.label
        )
        s.lines((left, high / 2), wrapped(key.name, "Bold", size, room)[:3], (size, size * 1.15), "plate_ink", "lm")
    return s


def _bare(key: PickKey, wide: int, label: int) -> bool:
    """Whether a card's name needs the room of its picture."""
    words = (key.name,) if key.kind == "hero" else key.name.split()
    beside = 4.6 * label if key.kind == "hero" else wide * 0.64 - 22
    return key.kind != "bonus" and (
        wide * 0.6 < beside if key.kind == "hero" else any(font("Bold", label).getlength(word) > beside for word in words)
    )


def roster(look: Theme, wide: int, high: int, words: tuple[tuple[str, str], ...], bonus: int, said: str) -> Canvas:
    """Draws a seat's picks: heroes and other cards as pictures (word and kind), the number of bonus cards, and a text below."""
    s, z = Canvas((wide, high), look, PLAIN, grows=False), sizes(look)
    s.panel((0, 0, wide, high))
    side = min(40.0, high - 16)
    x, y = 14.0, high / 2
    for word, kind in words:
        s.glow((x, y - side / 2, side, side), (f"{kind}_deep", kind, f"{kind}_glow"), 6)
        s.figure(mask("hockey_game", word), (x + side / 2, y), side - 2, "plate", "edge")
        x += side + 4
    if bonus:
        s.text((x + 6, y), f"+{bonus}", z.dense, "ink", "lm")
    elif not words:
        s.text((14, y), fitted(said, "Medium", z.label, wide - 28), z.label, "soft", "lm", "Medium")
    return s


SPRITES = {"team": team, "pick": pick, "roster": roster}
