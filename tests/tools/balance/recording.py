"""Balance games kept in a file as each ends, so that an interrupted run can continue and no deal is played twice."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path

from tests.tools.balance.playing import Deal, Played, play

LOOKS = (250, 500, 1000, 2500)
"""After so many games of a kind the figures are looked at, and no more is played where all are decided: whoever looks often deceives themselves."""


def looks(most: int) -> list[int]:
    """After how many games of each kind the figures of a run of at most `most` games are looked at; the last number is `most`."""
    return [n for n in LOOKS if n < most] + [most]


class Kept:
    """The games of a file by their deals; without a file they are kept in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.games = {played.deal: played for played in _read(path)} if path is not None and path.exists() else {}

    def play(self, deals: Iterable[Deal], pool: Executor) -> list[Played]:
        """The games of `deals`, in order; those not yet in the file are played in `pool` and appended as each ends."""
        wanted = list(deals)
        for played in pool.map(play, [deal for deal in wanted if deal not in self.games], chunksize=2):
            self.games[played.deal] = played
            if self.path is not None:
                with self.path.open("ab") as file:
                    pickle.dump(played, file)
        return [self.games[deal] for deal in wanted]


def _read(path: Path) -> Iterator[Played]:
    """The games in a file; a last one that was cut off by an interruption is left out."""
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except (EOFError, pickle.UnpicklingError):
                return
