"""Texts that do not forgive: a key without a text in the very language that is asked for fails, whoever asks for it."""

from __future__ import annotations

from typing import Any

from data.language import Texts


class Strict(Texts):
    """The texts of a language without those that stand in for it. `used` are the keys that were found."""

    def __init__(self, language: str, game: str) -> None:
        super().__init__(language, game)
        self._catalogues = self._catalogues[:2]  # The game's and the house's own; English ones follow.
        self.used: set[str] = set()

    @property
    def keys(self) -> set[str]:
        """The keys of the game's own texts; those with a plural count once."""
        return {*self._catalogues[0].texts}

    def own(self, key: str) -> bool:
        """Whether the game itself has a text for a key that the house has one for, too."""
        return self._catalogues[0].find(key) is not None

    def find(self, key: str, n: Any = None) -> str | None:
        found = super().find(key, n)
        if found is not None:
            self.used.add(key)
        return found

    def __call__(self, key: str, **facts: Any) -> str:
        assert self.find(key) is not None, f"{self.game}: no text for the key {key!r} in {self.language}"
        return super().__call__(key, **facts)
