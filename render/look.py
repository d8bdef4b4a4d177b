"""How a picture shall look to its readers: theme, language, names."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol


class Say(Protocol):
    """Makes texts in one language (`data.language.Texts`)."""

    language: str

    def __call__(self, key: str, **facts: Any) -> str:
        """The text of a key with its facts put in; the key where there is none."""
        ...

    def find(self, key: str, n: Any = None) -> str | None:
        """The text of a key, or None."""
        ...


class Look(NamedTuple):
    """`names` holds the seats' names in seat order."""

    theme: str
    say: Say
    names: tuple[str, ...]
