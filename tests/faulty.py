"""What a game says of content that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from data.content import read
from rules.parts.engine import Faults


def faults(game: str, build: Callable[[Any], Any], spoil: Callable[[dict[str, Any]], Any]) -> list[str]:
    """The faults of a game's content after something in it was changed; none if it still builds."""
    content = deepcopy(read(game))
    spoil(content)
    try:
        build(content)
    except Faults as error:
        return error.faults
    return []


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Writes the last of some keys and indexes into the place that the others lead to: `put("boards", "boards", 0, "rounds", 9)`."""

    def spoil(content: dict[str, Any]) -> None:
        place: Any = content
        for step in path[:-2]:
            place = place[step]
        place[path[-2]] = path[-1]

    return spoil


def both(*spoils: Callable[[dict[str, Any]], Any]) -> Callable[[dict[str, Any]], None]:
    """Several changes."""

    def spoil(content: dict[str, Any]) -> None:
        for one in spoils:
            one(content)

    return spoil


def card(id: str, *path: Any) -> Callable[[dict[str, Any]], None]:
    """The same in a card of `cards.json`, found by its id; `None` at the end takes a field away."""

    def spoil(content: dict[str, Any]) -> None:
        place: Any = next(c for c in content["cards"]["cards"] if c["id"] == id)
        for step in path[:-2]:
            place = place[step]
        if path[-1] is None:
            del place[path[-2]]
        else:
            place[path[-2]] = path[-1]

    return spoil
