"""With which materials Planetary Conquerors' later seats should begin (PC-4.6): `python -m tests.tools.balance.planetary_conquerors_seats FILE`.

`--amounts 0 1 2+1 --games 10` plays games of three in which the second seat begins with 1 gold, the third with 2 gold and 1 cosmium. Each adds a line
to FILE, so that games add up over runs. From all of them, with whatever amounts, comes how often each seat would win with those of `seats.json` and
with those named. A logit model is fitted in which every gold or cosmium is worth the same. What stands behind ± are two standard errors.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from data.content import build
from tests.tools.balance.levels import LEVELS, Place, play

GAME = "planetary_conquerors"
FIRST = 10_000
"""The number of the first deal: tables of fairness count others than those by which the amounts are set."""
STEPS = 50
"""Newton's method is near enough after so many steps."""

Amounts = tuple[tuple[int, int, int], ...]
"""What each seat begins with, in the order of play: gold, cosmium, electricity."""
Numbers = NDArray[np.float64]


class Game(msgspec.Struct, frozen=True):
    """A finished game: the level that played, what its seats began with, its deal, and their shares of the victory, from whoever began."""

    level: str
    amounts: Amounts
    number: int
    won: tuple[float, ...]


class Model(msgspec.Struct, frozen=True):
    """What makes seats win: the worth of each later place in the order of play, then that of a unit of material, with their covariances."""

    worth: Numbers
    covariance: Numbers

    def shares(self, amounts: Amounts) -> tuple[Numbers, Numbers]:
        """How often each seat wins with such amounts, and the standard errors of that."""
        facts = _facts(amounts)
        share = _softmax(facts @ self.worth)
        change = (np.diag(share) - np.outer(share, share)) @ facts
        return share, np.sqrt(np.einsum("ia,ab,ib->i", change, self.covariance, change))


def amounts_of(words: Sequence[str]) -> Amounts:
    """Amounts as they are written, `2+1` for 2 gold and 1 cosmium. Raises ValueError for what is no number."""
    return tuple((gold, cosmium, 0) for gold, cosmium in (([int(n) for n in word.split("+")] + [0])[:2] for word in words))


@contextmanager
def beginning(amounts: Amounts) -> Iterator[None]:
    """Games that are dealt meanwhile begin with these amounts."""
    stores, seats = _stores(), len(amounts)
    before, stores[seats] = stores[seats], amounts
    try:
        yield
    finally:
        stores[seats] = before


def _stores() -> dict[int, Amounts]:
    """What seats begin with, by how many they are: those of the content itself."""
    rules: Any = build(GAME)
    stores: dict[int, Amounts] = rules.content.stores
    return stores


def recorded(path: Path) -> list[Game]:
    """The games in a file; none if it does not exist."""
    return [msgspec.json.decode(line, type=Game) for line in path.read_bytes().splitlines()] if path.exists() else []


def record(path: Path, level: str, amounts: Amounts, count: int) -> None:
    """Plays `count` more games with such amounts, the same deals with all of them, and appends each to the file as it ends."""
    begun = sum((game.level, game.amounts) == (level, amounts) for game in recorded(path))
    place = Place(GAME, (("quick", "off"),), len(amounts), level)
    with path.open("ab") as file, beginning(amounts):
        for number in range(FIRST + begun, FIRST + begun + count):
            file.write(msgspec.json.encode(Game(level, amounts, number, play(place, number))) + b"\n")
            file.flush()


def fitted(games: Sequence[Game]) -> Model:
    """The model by which such victories are likeliest. Raises ValueError for games with the same amounts: these do not tell what a unit is worth."""
    if len({game.amounts for game in games}) < 2:
        raise ValueError("there have to be games with other amounts as well")
    found = [(_facts(game.amounts), np.array(game.won)) for game in games]
    worth = np.zeros(found[0][0].shape[1])
    for _ in range(STEPS):
        slope, bend = np.zeros_like(worth), np.zeros((len(worth), len(worth)))
        for facts, won in found:
            share = _softmax(facts @ worth)
            slope += facts.T @ (won - share)
            bend += facts.T @ (np.diag(share) - np.outer(share, share)) @ facts
        worth = worth + np.linalg.solve(bend, slope)
    return Model(worth, np.linalg.inv(bend))


def _facts(amounts: Amounts) -> Numbers:
    """A line for each seat: which of the later places it has, and with how many units it begins."""
    return np.column_stack([np.eye(len(amounts))[:, 1:], [sum(store) for store in amounts]])


def _softmax(worth: Numbers) -> Numbers:
    raised: Numbers = np.exp(worth - worth.max())
    return raised / raised.sum()


def line(model: Model, amounts: Amounts) -> str:
    """A line of text: how often each seat wins with such amounts."""
    wins = ", ".join(f"{100 * share:.1f} ± {200 * error:.1f}" for share, error in zip(*model.shares(amounts), strict=True))
    return f"{' '.join('+'.join(map(str, store)) for store in amounts)}: they win {wins} %"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.balance.planetary_conquerors_seats")
    parser.add_argument("file", type=Path, help="where games add up, a line of JSON each")
    parser.add_argument("--amounts", nargs="+", default=["0", "1", "2+1"], help="of each seat, in the order of play: gold, or gold+cosmium")
    parser.add_argument("--level", choices=tuple(LEVELS), default="easy")
    parser.add_argument("--games", type=int, default=0, help="so many more with these amounts")
    asked = parser.parse_args()
    amounts = amounts_of(asked.amounts)
    record(asked.file, asked.level, amounts, asked.games)
    games = [game for game in recorded(asked.file) if (game.level, len(game.amounts)) == (asked.level, len(amounts))]
    model = fitted(games)
    print(f"{len(games)} games of {len(amounts)} {asked.level} computers; a unit is worth {model.worth[-1]:.3f} in log odds")
    for one in dict.fromkeys((_stores()[len(amounts)], amounts)):
        print(line(model, one))
    return 0


if __name__ == "__main__":
    sys.exit(main())
