"""Numbers of whole and half points, as people read them."""

from __future__ import annotations


class Half(int):
    """A whole number and a half. As an int it is the next whole one, whose plural form it takes in sentences."""

    def __str__(self) -> str:
        return f"{self - 1 or ''}½"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def written(number: float) -> int:
    """A number (at least 0) of whole or half points, which reads as people write it: 3 or 2½."""
    whole = int(number)
    return whole if whole == number else Half(whole + 1)
