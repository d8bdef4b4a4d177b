"""Sketches beside rulebook entries: a card, a page of the lesson, or a position of its own (`data/<game>/sketches/`).

Positions are states of the real engine; `python -m tests.sketches` writes them from the builders of the tests.
"""

from __future__ import annotations

from typing import Any

import msgspec

from data.content import build
from data.language import DATA
from data.lesson import stand
from data.rulebook import Rule, rulebook, touching
from rules.parts.lazy import decoder, once


class Sketch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sketch: of a card; else of the board, or, with `choice`, of the choices after the words of `prefix`."""

    card: str = ""
    choice: bool = False
    prefix: tuple[str, ...] = ()
    page: int = -1
    state: msgspec.Raw = msgspec.Raw(b"null")

    def position(self, game: str) -> Any:
        """The state to draw. Raises ValueError for one that the game's engine can't read."""
        return stand(game, self.page).state if self.page >= 0 else build(game).load(bytes(self.state))


@once
def sketch(game: str, number: str) -> Sketch | None:
    """The sketch of just this entry."""
    path = DATA / game / "sketches" / f"{number}.json"
    return decoder(Sketch).decode(path.read_bytes()) if path.exists() else None


def sketch_for(rule: Rule) -> Sketch | None:
    """The sketch to show with an entry: its own, or that of the first example with one."""
    examples = [r for r in touching(rulebook(rule.game, "en"), rule.number) if r.kind == "example"]
    found = (sketch(rule.game, entry.number) for entry in (rule, *examples))
    return next((one for one in found if one), None)
