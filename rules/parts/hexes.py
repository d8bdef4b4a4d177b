"""Hexes in axial coordinates, pointy side up: steps, opposite sides, distance. Knows nothing of pixels or labels.

Axial coordinates need no case for odd rows, and a step is one addition; r grows downwards.
"""

from __future__ import annotations

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""Clockwise from north-east: NE, E, SE, SW, W, NW."""


def opposite(direction: int) -> int:
    """The direction from the neighbour back to this hex."""
    return (direction + 3) % 6


def step(at: Hex, direction: int) -> Hex:
    """The neighbour in a direction."""
    dq, dr = DIRECTIONS[direction]
    return at[0] + dq, at[1] + dr


def distance(a: Hex, b: Hex) -> int:
    """The number of steps between two hexes."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))
