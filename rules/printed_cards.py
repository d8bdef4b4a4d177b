"""Printed cards: what can be looked up about a card, whatever it does in a game."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """An ability's data without its numbers, and the numbers in the order in which they stand there."""

    key: str
    numbers: tuple[int, ...]


class AbilityLine(NamedTuple):
    """An ability as printed: its kind, and the shape from which its text is made."""

    kind: str
    shape: Shape


class Face(NamedTuple):
    """A card as printed. `numbers`: the game's own, by name; `code`: its number in the data."""

    word: str
    code: str
    type: str
    subtypes: tuple[str, ...]
    color: str
    rarity: str
    cost: str
    numbers: tuple[tuple[str, int], ...]
    keywords: tuple[str, ...]
    lines: tuple[AbilityLine, ...]
