"""Whole numbers as people and custom ids write them."""

from __future__ import annotations


def whole_number(text: str, digits: int) -> int | None:
    """Parses a whole number of at most `digits` ASCII digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
