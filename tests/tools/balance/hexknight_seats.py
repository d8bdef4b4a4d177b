"""With how many points HexKnight's later seats should begin (HK-12.5): `python -m tests.tools.balance.hexknight_seats FILE [--games N]`.

Computers play; each game adds a line to FILE, so that games add up over runs. From all of them comes, for each table of `data/hexknight/seats.json`,
with which whole points its seats win most equally often, by counting again who would have won. What stands behind ± are two standard errors.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from data.content import build
from tests.tools.balance.playing import Deal, play

PLAYER = "hard:12"
FIRST = 1000
"""The number of the first deal: the balance table counts others than those by which the points are set."""
MOST = 24
"""Nobody begins with more points."""
RESAMPLES = 400

Scores = NDArray[np.int64]
"""The points that each seat has won itself: a line for each game."""
Shares = NDArray[np.float64]


class Table(NamedTuple):
    """A kind of table: its island, number of days, and number of seats."""

    map: str
    days: int
    seats: int


class Game(msgspec.Struct, frozen=True):
    """A finished game: its table, players and deal, the points that its seats began with, and those that they won."""

    table: Table
    player: str
    number: int
    began: tuple[int, ...]
    won: tuple[int, ...]


class Fairest(NamedTuple):
    """The starting points that make seats win most equally often, their errors, and each seat's share of the victories."""

    points: tuple[int, ...]
    errors: tuple[float, ...]
    shares: tuple[float, ...]


def tables() -> dict[Table, tuple[int, ...]]:
    """All kinds of tables with the starting points that their seats have now."""
    return {Table(*key): points for key, points in build("hexknight").content.compensation.items()}


def recorded(path: Path) -> list[Game]:
    """The games in a file; none if it does not exist."""
    return [msgspec.json.decode(line, type=Game) for line in path.read_bytes().splitlines()] if path.exists() else []


def record(path: Path, chosen: Iterable[Table], count: int, player: str, processes: int | None = None) -> None:
    """Plays `count` more games at each of the `chosen` tables in turn, and appends each to the file as it ends."""
    done = [(game.table, game.number) for game in recorded(path) if game.player == player]
    begins = {table: max((n + 1 for at, n in done if at == table), default=FIRST) for table in chosen}
    deals = [(table, _deal(table, player, begins[table] + n)) for n in range(count) for table in begins]
    now = tables()
    with ProcessPoolExecutor(processes) as pool, path.open("ab") as file:
        for (table, deal), played in zip(deals, pool.map(play, [deal for _, deal in deals]), strict=True):
            began = now[table]
            won = tuple(score - points for score, points in zip(played.scores, began, strict=True))
            file.write(msgspec.json.encode(Game(table, player, deal.number, began, won)) + b"\n")
            file.flush()


def _deal(table: Table, player: str, number: int) -> Deal:
    return Deal("hexknight", (("map", table.map), ("days", str(table.days))), (), (player,) * table.seats, number)


def shares(won: Scores, points: Sequence[int]) -> Shares:
    """Each seat's share of the victory in each game, had the seats begun with these points (HK-12.2)."""
    scores = won + np.array(points)
    first = scores == scores.max(axis=1, keepdims=True)
    result: Shares = first / first.sum(axis=1, keepdims=True)
    return result


def fairest(won: Scores, resamples: int = RESAMPLES) -> Fairest:
    """The fairest starting points; their errors are estimated by bootstrap over `resamples`."""
    games, seats = won.shape
    choices = [(0, *later) for later in product(range(MOST + 1), repeat=seats - 1)]
    each = np.array([shares(won, points) for points in choices]).transpose(1, 0, 2).reshape(games, -1)

    def best(weights: Shares) -> int:
        mean = (weights @ each).reshape(len(choices), seats) / games
        return int(((mean - 1 / seats) ** 2).sum(axis=1).argmin())

    found = best(np.ones(games))
    draws = np.random.default_rng(games).multinomial(games, np.full(games, 1 / games), resamples)
    scatter = np.array([choices[best(draw.astype(float))] for draw in draws])
    errors = 2 * scatter.std(axis=0)
    return Fairest(choices[found], tuple(errors), tuple(shares(won, choices[found]).mean(axis=0)))


def line(table: Table, now: Sequence[int], won: Scores) -> str:
    """A line of text with the results of a table."""
    found, with_them = fairest(won), shares(won, now)
    error = 200 * with_them.std(axis=0) / np.sqrt(len(won))
    wins = ", ".join(f"{100 * share:.1f} ± {off:.1f}" for share, off in zip(with_them.mean(axis=0), error, strict=True))
    points = ", ".join(f"{n} ± {off:.1f}" for n, off in zip(found.points[1:], found.errors[1:], strict=True))
    then = ", ".join(f"{100 * share:.1f}" for share in found.shares)
    name = f"{table.map} island, {table.days} days, {table.seats} seats, {len(won)} games"
    return f"{name}: with {list(now)} they win {wins} %; fairest for later seats {points} ({then} %)"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.balance.hexknight_seats")
    parser.add_argument("file", type=Path, help="where games add up, a line of JSON each")
    parser.add_argument("--games", type=int, default=0, help="so many more at each table")
    parser.add_argument("--player", default=PLAYER, help="an opponent, with the positions it looks at: hard:12")
    parser.add_argument("--map", choices=("random", "fixed"))
    parser.add_argument("--days", type=int, choices=(2, 3))
    parser.add_argument("--seats", type=int, choices=(2, 3))
    parser.add_argument("--processes", type=int, help="so many at once; as many as there are processors")
    asked = parser.parse_args()
    wanted = (asked.map, asked.days, asked.seats)
    chosen = [table for table in tables() if all(value in (None, own) for own, value in zip(table, wanted, strict=True))]
    record(asked.file, chosen, asked.games, asked.player, asked.processes)
    games = [game for game in recorded(asked.file) if game.player == asked.player]
    for table in chosen:
        if won := [game.won for game in games if game.table == table]:
            print(line(table, tables()[table], np.array(won)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
