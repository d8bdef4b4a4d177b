"""Whole numbers as people and custom ids write them."""

from __future__ import annotations


def whole(text: str, digits: int) -> int | None:
    """The number that a text is: so many figures of ASCII at most, and nothing else; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
