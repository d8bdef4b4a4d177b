"""A game to measure: as `SUBJECT` in its `tests/<game>/measured.py` says, else its largest table with random play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from data.content import build, games
from data.language import texts
from render.look import Look
from render.painter import Painter, painter
from rules.game import Action
from rules.notation import Record
from tests.every_game.setups import Setup, random_game
from tests.own import own

ROOT = Path(__file__).resolve().parents[3]
Move = tuple[Any, int, Action, Any]


class Subject(NamedTuple):
    """A game to measure: with how many seats, its goals for a decision, and records of sensible games if random ones say little."""

    key: str
    seats: int
    row: str = "E1"
    must: str = "2"
    good: str = "1"
    records: str = ""

    @property
    def rules(self) -> Any:
        return build(self.key)

    @property
    def paint(self) -> Painter[Any]:
        return painter(self.key)

    @property
    def look(self) -> Look:
        return Look("light", texts("en", self.key), ("Anna", "Bohumil", "Cécile", "Dara")[: self.seats])

    def record(self, number: int) -> Record:
        """One of the records of sensible games."""
        found = _records(self.records, self.seats)
        return found[number % len(found)]

    def begin(self, number: int) -> Any:
        """The first state of a game."""
        if not self.records:
            return self.rules.setup(self.seats, {}, number).state
        header = self.record(number).header
        return self.rules.setup(self.seats, header["options"], int(header["seed"], 16)).state

    def game(self, number: int) -> list[Move]:
        """A whole game as (state, seat, action, step)."""
        if not self.records:
            return list(random_game(Setup(self.key, self.seats, {}), number))
        return list(self._played(number))

    def _played(self, number: int) -> Iterator[Move]:
        state = self.begin(number)
        for row in self.record(number).rows:
            step = self.rules.apply(state, row.seat, row.action)
            yield state, row.seat, row.action, step
            state = step.state

    def posted(self, number: int) -> list[Any]:
        """The public views of a game for which a board is posted: those after which somebody else is to act, or nobody."""
        rules = self.rules
        found = []
        for _, seat, _, step in self.game(number):
            acting = rules.to_act(step.state)
            if any(rules.standing(step.state, s, frozenset()) for s in acting):
                continue
            if acting != (seat,) or not rules.decision(step.state, seat).goes_on:
                found.append(rules.view(step.state, None))
        return found


@cache
def _records(folder: str, seats: int) -> list[Record]:
    found = [Record.read(path.read_text(encoding="utf-8")) for path in sorted((ROOT / folder).glob("*.txt"))]
    return [record for record in found if record.header["seats"] == seats]


def subjects() -> dict[str, Subject]:
    """All games by key."""
    return {key: own(key, "measured", "SUBJECT") or Subject(key, build(key).seats[-1]) for key in games()}
