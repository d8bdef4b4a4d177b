"""Requests that do not fit. Imports no discord."""

from __future__ import annotations

from typing import Any


class Unfit(Exception):
    """The exception for a request that does not fit, such as a table that cannot be opened like this: a text key and its facts."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
