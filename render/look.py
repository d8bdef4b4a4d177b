"""The look of a picture for its readers: theme, language, names."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

BRIEF = 12
"""So many letters a name has at most where there is little room."""


class Say(Protocol):
    """Makes texts in one language (`data.language.Texts`)."""

    language: str

    def __call__(self, key: str, **facts: Any) -> str:
        """The text of a key with its facts put in; the key where there is none."""
        ...

    def find(self, key: str, n: Any = None) -> str | None:
        """The text of a key, or None."""
        ...


class Name(str):
    """A person's name in words, and how it is `drawn`: otherwise where the font lacks too much of it."""

    drawn: str

    def __new__(cls, name: str, drawn: str) -> Name:
        made = super().__new__(cls, name)
        made.drawn = drawn
        return made


class Look(NamedTuple):
    """`names` holds the seats' names in seat order."""

    theme: str
    say: Say
    names: tuple[str, ...]

    @property
    def in_pictures(self) -> Look:
        """This look with names as they are drawn; itself where that makes no difference."""
        drawn = tuple(name.drawn if isinstance(name, Name) else name for name in self.names)
        return self if drawn == self.names else self._replace(names=drawn)

    def forms(self, seat: int) -> tuple[str, str]:
        """The name of a seat, whole and in short."""
        return self.names[seat], self.in_short.names[seat]

    @property
    def all_forms(self) -> tuple[tuple[str, str], ...]:
        """The names of all seats, each whole and in short."""
        return tuple(zip(self.names, self.in_short.names, strict=True))

    @property
    def in_short(self) -> Look:
        """This look with names for sentences that have little room: the first word, or the first letters; whole where nothing else tells them
        apart."""
        short = tuple(_short(name) for name in self.names)
        return self._replace(names=short) if len({*short}) == len({*self.names}) else self


def _short(name: str) -> str:
    if len(name) <= BRIEF:
        return name
    first, *_ = name.split() or [name]
    return first if len(first) <= BRIEF else f"{first[: BRIEF - 1]}…"
