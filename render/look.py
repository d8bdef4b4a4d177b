"""How a picture shall look to its readers: theme, language, names."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Say = Callable[..., str]
"""Makes a text in some language from a key and facts."""


class Look(NamedTuple):
    """`names` holds the seats' names in seat order."""

    theme: str
    say: Say
    names: tuple[str, ...]
