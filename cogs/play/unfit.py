"""`Unfit`: a request of a person that can't be met, with the text that says why. An action against the rules is `Refused` (`rules/game.py`)."""

from __future__ import annotations

from typing import Any


class Unfit(Exception):
    """A request can't be met, such as a table that can't be opened like this: the key of a text that says why, and its facts."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
