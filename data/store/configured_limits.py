"""Configured limits: how much may be open, and be computed, at the same time.

Fixed limits are beside what they limit, such as `MOST_DECKS` in `cogs/messages/decks/deck_panel.py` and `MOST` in `data/store/setups.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

HIGHEST = 1_000_000


class TooMany(Exception):
    """A limit has been reached: the name of the field of Limits, and the limit."""

    def __init__(self, limit: str, n: int) -> None:
        super().__init__(f"{limit}: {n}")
        self.limit = limit
        self.n = n


class Limits(NamedTuple):
    """The configured limits: open tables, by opener and by server, and open tournaments by server.

    Matches of tournaments don't count as tables. A channel has one tournament at most, which the database itself enforces. `computer_workers`: the
    number of worker processes of computers; 0: one fewer than there are cores.
    """

    tables_by_person: int = 25
    tables_by_server: int = 250
    tournaments_by_server: int = 10
    computer_workers: int = 0

    @classmethod
    def read(cls, settings: Mapping[str, str]) -> Limits:
        """Reads the limits from an environment, by the names of the fields in capitals. Raises ValueError with a sentence for the operator."""
        found = {}
        for name in cls._fields:
            text = settings.get(name.upper(), "").strip()
            if not text:
                continue
            lowest = min(cls._field_defaults[name], 1)
            if not (text.isascii() and text.isdecimal() and len(text) <= len(str(HIGHEST)) and lowest <= int(text) <= HIGHEST):
                raise ValueError(f"{name.upper()} (.env) must be a whole number from {lowest} to {HIGHEST}, not {text!r}")
            found[name] = int(text)
        return cls(**found)


USUAL = Limits()
