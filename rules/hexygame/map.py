"""The map: 61 hexes with labels, two Flags and the Centre (HX-2)."""

from __future__ import annotations

from rules.parts import hexes
from rules.parts.hexes import Hex

RADIUS = 4
"""Steps from the Centre to the edge (HX-2.1)."""


def _label(q: int, r: int) -> str:
    return f"{'abcdefghi'[r + RADIUS]}{q - max(-RADIUS, -RADIUS - r) + 1}"


PLACES: dict[str, Hex] = {_label(q, r): (q, r) for r in range(-RADIUS, RADIUS + 1) for q in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS}
"""Axial coordinates by label, in the order of the labels (HX-2.1)."""
ORDER = {label: i for i, label in enumerate(PLACES)}
FLAGS = ("e2", "e8")
"""The seats' own Flags (HX-2.3)."""
CENTRE = "e5"

_AT = {at: label for label, at in PLACES.items()}
NEIGHBOURS: dict[str, tuple[str, ...]] = {
    label: tuple(sorted((_AT[n] for d in range(6) if (n := hexes.step(at, d)) in _AT), key=ORDER.__getitem__)) for label, at in PLACES.items()
}
"""The hexes next to a hex, in the order of the labels (HX-2.2)."""
_DISTANCE = {a: {b: hexes.distance(PLACES[a], PLACES[b]) for b in PLACES} for a in PLACES}


def distance(a: str, b: str) -> int:
    """The number of steps between two hexes."""
    return _DISTANCE[a][b]
