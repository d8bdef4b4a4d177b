"""Stored tries at positions to solve: each person's first one at each position, known to nobody else."""

from __future__ import annotations

from data.store.database import Database


class PracticeRows:
    """Queries on tries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tried(self, player: int, game: str, puzzle: int, solved: bool) -> bool:
        """Stores a person's first try at a position; returns False for a further one, which changes nothing."""
        kept = "INSERT INTO practice_tries VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, game, puzzle) DO NOTHING"
        values = (player, game, puzzle, int(solved), self._database.now())
        return bool(await self._database.write(lambda db: db.execute(kept, values).rowcount))

    async def of(self, player: int, game: str) -> dict[int, bool]:
        """The positions of a game that a person has tried, and whether each was solved at the first try, the earliest first."""
        sql = "SELECT puzzle, solved FROM practice_tries WHERE player = ? AND game = ? ORDER BY at, puzzle"
        return {puzzle: bool(solved) for puzzle, solved in await self._database.all(sql, (player, game))}
