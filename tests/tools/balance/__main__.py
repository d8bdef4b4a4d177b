"""How fair and varied the games are: `python -m tests.tools.balance [GAME ...] [--games N] [--player NAME] [--cores N] [--write]`.

Computers play each other (and simple plans) with fresh seeds; each figure is held against its limits. `--write` puts the table into docs/fairness.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from data.content import build, games
from tests.tools.balance.figures import BROKEN, KEPT, OPEN, Row
from tests.tools.balance.playing import of
from tests.tools.balance.recording import Kept, looks
from tests.tools.fairness_page import put


def measured(game: str, count: int | None, player: str | None, pool: Executor, folder: Path | None = None) -> tuple[list[Row], int]:
    """Plays the deals of `game` up to the first look at which no figure is open; returns its rows and the number of games. Games already in
    `folder` are not replayed."""
    here, rules = of(game), build(game)
    player = player or here.PLAYER
    kept = Kept(folder / f"{game}-{rules.version}.games" if folder is not None else None)
    for look in looks(count or here.GAMES):
        played = kept.play(here.deals(look, player), pool)
        rows = here.rows(played, player)
        if all(row.verdict != OPEN for row in rows):
            break
    for line in here.remarks(played):
        print(line, flush=True)
    return rows, len(played)


def shown(game: str, rows: Sequence[Row], count: int) -> None:
    """Prints a game's figures as a table; `count` is the number of games played."""
    print(f"{game}: {count} games")
    width = max(len(row.what) for row in rows)
    for row in rows:
        what, value, limits, verdict = row.cells
        print(f"  {what:{width}}  {value:>26}  {limits:>14}  {verdict if verdict != KEPT else ''}", flush=True)


def written(tables: dict[str, tuple[Sequence[Row], int]]) -> None:
    """Replaces the tables of the given games, by key, in docs/fairness.md, each with its number of games."""
    for game, (rows, count) in tables.items():
        titles = ("| figure | measured | should be | shown |", "| --- | --- | --- | --- |")
        put(f"balance {game}", (f"`{game}`, {datetime.now(UTC).date()}, {count} games:", "", *titles, *row_lines(rows)))


def row_lines(rows: Iterable[Row]) -> list[str]:
    """Figures as lines of a table on a page."""
    return ["| " + " | ".join(row.cells) + " |" for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.balance")
    parser.add_argument("game", nargs="*", help=", ".join(games()))
    parser.add_argument("--games", type=int, help="of each pairing at most; they are looked at after 250, 500, 1000 and 2500")
    parser.add_argument("--player", help="an opponent, with the positions it looks at: hard:50")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="so many games at the same time")
    parser.add_argument("--folder", type=Path, help="where games are kept, so that a run that was stopped goes on")
    parser.add_argument("--write", action="store_true", help="puts the tables into docs/fairness.md")
    chosen = parser.parse_args()
    tables = {}
    with ProcessPoolExecutor(chosen.cores) as pool:
        for game in chosen.game or games():
            tables[game] = measured(game, chosen.games, chosen.player, pool, chosen.folder)
            shown(game, *tables[game])
    if chosen.write:
        written(tables)
    return int(any(row.verdict == BROKEN for rows, _ in tables.values() for row in rows))


if __name__ == "__main__":
    sys.exit(main())
