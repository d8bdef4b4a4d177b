"""The commitment hash of a game: one hash over its whole record, so that no move can be changed afterwards.

It covers the game, its version, the seats, the options, the hash of the seed and all rows with their stars, and nothing else: names may change or
be forgotten, and the result follows from the rest. A move has so few possible words that it could be guessed from a hash, so no hash is told
before the game is over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from rules.notation import HEADER, Record, Row

MOVES = "moves_sha256"
"""The line of a header that tells the hash, once the game is over."""


def committed(header: Mapping[str, Any], rows: Iterable[Row]) -> str:
    """The text that is hashed: the record with only the header lines of HEADER, in that order, and options sorted by key. Raises KeyError for a
    missing line."""
    kept = {key: header[key] for key in HEADER} | {"options": dict(sorted(header["options"].items()))}
    return Record(kept, tuple(rows)).write()


def moves_hash(header: Mapping[str, Any], rows: Iterable[Row]) -> str:
    """The SHA-256 of `committed` in UTF-8, as published beside the seed."""
    return hashlib.sha256(committed(header, rows).encode("utf-8", "surrogatepass")).hexdigest()
