"""Games that add up over runs: each is kept as it ends, so that whoever stops may go on, and nothing is played twice."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path

from tests.tools.balance.playing import Deal, Played, play

LOOKS = (250, 500, 1000, 2500)
"""After so many games of a kind the figures are looked at, and no more is played where all are decided: whoever looks often deceives themselves."""


def looks(most: int) -> list[int]:
    """The looks of a run of at most so many games, the last one at its end."""
    return [n for n in LOOKS if n < most] + [most]


class Kept:
    """The games of a file, by their deals; without a file they are kept for this run alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.games = {played.deal: played for played in _read(path)} if path is not None and path.exists() else {}

    def play(self, deals: Iterable[Deal], pool: Executor) -> list[Played]:
        """The games of these deals, in their order; those that are not there yet are played, each kept as soon as it has ended."""
        wanted = list(deals)
        for played in pool.map(play, [deal for deal in wanted if deal not in self.games], chunksize=2):
            self.games[played.deal] = played
            if self.path is not None:
                with self.path.open("ab") as file:
                    pickle.dump(played, file)
        return [self.games[deal] for deal in wanted]


def _read(path: Path) -> Iterator[Played]:
    """What stands in a file; its last game may have been cut off."""
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except (EOFError, pickle.UnpicklingError):
                return
