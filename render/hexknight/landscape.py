"""What stands on HexKnight's island: the same pictures as on the cards of the places."""

from __future__ import annotations

from render.art import mask
from render.canvas import Canvas
from render.hexknight.growth import put, shadow

COLOURED = frozenset({"castle", "village", "monastery", "tomb", "ruins", "orc_camp"})
"""Features with a picture in colours."""
ROLES = {"portal": "plate", "magic_circle": "plate", "dragon_lair": "edge", "tower": "plate"}
"""The colours of the others."""
GROUNDS = {"portal": "card_blue", "magic_circle": "meditation", "dragon_lair": "stone", "tower": "stone"}
"""The colours of the discs on which they stand."""


def feature(s: Canvas, word: str, at: tuple[float, float], size: float, night: bool, shade: str) -> None:
    """A feature in a box of a size; `shade` is the role of its shadow."""
    x, y = at
    if word in COLOURED:
        put(s, word, at, size, night, shade)
        return
    shadow(s, x + size * 0.06, y + size * 0.42, size * 0.5, shade)
    s.ellipse(at, size * 0.5, "edge")
    s.ellipse(at, size * 0.46, GROUNDS[word])
    s.figure(mask("hexknight", word), at, size * 0.74, ROLES[word], "edge" if ROLES[word] == "plate" else None)
