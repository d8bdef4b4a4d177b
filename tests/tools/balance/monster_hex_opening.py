"""How many half points make Monster Hex even (MH-1.8): `python -m tests.tools.balance.monster_hex_opening FILE [--games N] [--write]`.

Computers of a level play; whoever begins has one of a few numbers of half points. Each game adds a line to FILE, so that games add up over runs.
The curve of `data/monster_hex/seats.json` is fitted to them, each half of the deals held against the other half; `--write` puts it there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path

import msgspec
import numpy as np

from data.content import build
from data.language import DATA
from rules.computer_levels import LEVELS, computed
from rules.game import Budget
from rules.monster_hex.content import Even
from rules.monster_hex.opening import BEGIN, MOST, SPLIT
from rules.randomness import Chance

BOARDS = ("two", "three")
POSITIONS = {"hard": 400}
"""What a level looks at here: above this, whoever begins wins as often as at a table; at 60 it says the opposite."""
TRIED = (0, 2, 4, 6, 8, 10)
"""The half points that are tried, all on the same deals."""
ROUNDS = 30
"""Steps of Newton's method, more than enough."""
FILE = DATA / "monster_hex" / "seats.json"


class Game(msgspec.Struct, frozen=True):
    """A finished game: its board, level, half points and deal, and the share of the victory of the seat that began."""

    board: str
    level: str
    halves: int
    number: int
    share: float


def played(board: str, level: str, halves: int, number: int) -> Game:
    """Plays a deal to its end."""
    rules = build("monster_hex")
    state = rules.setup(2, {"board": board, "opening": "pie"}, number).state
    state = rules.apply(state, 1, (SPLIT, str(halves))).state
    state = rules.apply(state, 0, (BEGIN,)).state
    chance, budget = Chance.of(number, level), Budget(POSITIONS[level]) if level in POSITIONS else None
    while acting := rules.to_act(state):
        state = rules.apply(state, acting[0], computed(rules, state, acting[0], level, chance, budget)).state
    outcome = rules.outcome(state)
    assert outcome is not None
    return Game(board, level, halves, number, outcome.shares[0])


def recorded(path: Path) -> list[Game]:
    """The games in a file; none if it does not exist."""
    return [msgspec.json.decode(line, type=Game) for line in path.read_bytes().splitlines()] if path.exists() else []


def record(path: Path, board: str, level: str, tried: Iterable[int], count: int, cores: int) -> None:
    """Plays `count` more deals with each of `tried` half points, and appends each to the file as it ends."""
    before = [game.number for game in recorded(path) if (game.board, game.level) == (board, level)]
    first = max(before, default=-1) + 1
    deals = [(board, level, halves, first + n) for n in range(count) for halves in tried]
    with ProcessPoolExecutor(cores) as pool, path.open("ab") as file:
        for game in pool.map(played, *zip(*deals, strict=True)):
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()


def fitted(games: Sequence[Game]) -> tuple[float, float]:
    """The half points at which both turns are even, and the slope of the curve, by logistic regression."""
    rows = np.array([[1.0, game.halves] for game in games])
    won = np.array([game.share for game in games])
    weights = np.zeros(2)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-rows @ weights))
        weights += np.linalg.solve((rows * (chance * (1 - chance))[:, None]).T @ rows + 1e-9 * np.eye(2), rows.T @ (won - chance))
    return float(-weights[0] / weights[1]), float(weights[1])


def even(games: Sequence[Game]) -> Even:
    """The curve fitted to all games. Its `share` is the cross-check: what the beginner would win on one half of the deals by the other half's
    curve."""
    curves = [fitted([game for game in games if game.number % 2 == odd]) for odd in (0, 1)]
    shown = [1 / (1 + np.exp(slope * (level - whole(number)))) for (number, _), (level, slope) in (curves, curves[::-1])]
    halves, slope = fitted(games)
    return Even(round(min(max(halves, 0.0), float(MOST)), 2), round(slope, 3), len(games), round(float(np.mean(shown)), 3))


def whole(halves: float) -> int:
    """The nearest allowed whole number of half points to a fitted one."""
    return round(min(max(halves, 0.0), float(MOST)))


def line(board: str, level: str, games: Sequence[Game]) -> str:
    """A line of text with the results of a board and a level."""
    found = even(games)
    at = {n: [g.share for g in games if g.halves == n] for n in sorted({g.halves for g in games})}
    seen = ", ".join(f"{n}: {100 * np.mean(shares):.1f} ± {100 / sqrt(len(shares)):.1f}" for n, shares in at.items())
    held = f"even at {found.halves:.1f} half points ({found.games} games), each half shown on the other {100 * found.share:.1f} %"
    return f"board {board}, {level}: {held}; {seen}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.balance.monster_hex_opening")
    parser.add_argument("file", type=Path, help="where games add up, a line of JSON each")
    parser.add_argument("--games", type=int, default=0, help="so many more deals with each number of half points")
    parser.add_argument("--board", choices=BOARDS)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--tried", type=int, nargs="*", default=TRIED)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"into {FILE.name}")
    asked = parser.parse_args()
    found: dict[str, dict[str, Even]] = {}
    for board in [asked.board] if asked.board else BOARDS:
        for level in [asked.level] if asked.level else LEVELS:
            if asked.games:
                record(asked.file, board, level, asked.tried, asked.games, asked.cores)
            if games := [game for game in recorded(asked.file) if (game.board, game.level) == (board, level)]:
                print(line(board, level, games), flush=True)
                found.setdefault(board, {})[level] = even(games)
    if asked.write:
        before = msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, Even]])
        FILE.write_bytes(
            msgspec.json.format(msgspec.json.encode({board: before[board] | found.get(board, {}) for board in before}), indent=1) + b"\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
