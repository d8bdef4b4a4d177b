"""Arrays of numbers in files: little-endian on every machine."""

from __future__ import annotations

import sys
from array import array
from typing import Any


def packed(numbers: array[Any]) -> memoryview:
    """The bytes of some numbers."""
    return memoryview(_least_first(array(numbers.typecode, numbers)).tobytes())


def unpacked(kind: str, data: memoryview | bytes) -> array[Any]:
    """The numbers of a kind that `array` knows, from their bytes."""
    numbers = array(kind)
    numbers.frombytes(data)
    return _least_first(numbers)


def _least_first(numbers: array[Any]) -> array[Any]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
