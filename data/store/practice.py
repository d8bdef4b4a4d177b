"""Stored tries at positions to solve: each person's first one at each position, and turns under way; known to nobody else."""

from __future__ import annotations

from data.store.database import Connection, Database

GOES_ON = -1
"""In the place of whether the first try has solved a position: its turn goes on."""


class PracticeRows:
    """Queries on tries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tried(self, player: int, game: str, puzzle: int, solved: bool) -> bool:
        """Stores that a try at a position has ended; returns False for a further one, of which only that is kept that no turn is under way."""
        kept = (
            "INSERT INTO practice_tries (player, game, puzzle, solved, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, game, puzzle)"
            f" DO UPDATE SET solved = excluded.solved, at = excluded.at WHERE practice_tries.solved = {GOES_ON}"
        )
        ends = "UPDATE practice_tries SET turn = '' WHERE player = ? AND game = ? AND puzzle = ?"
        key, at = (player, game, puzzle), self._database.now()

        def write(db: Connection) -> bool:
            first = bool(db.execute(kept, (*key, int(solved), at)).rowcount)
            db.execute(ends, key)
            return first

        return await self._database.write(write)

    async def went_on(self, player: int, game: str, puzzle: int, before: str, turn: str) -> bool:
        """Stores the actions of a turn under way; returns False if it was not where they went on from `before`."""
        kept = (
            f"INSERT INTO practice_tries (player, game, puzzle, solved, at, turn) VALUES (?, ?, ?, {GOES_ON}, ?, ?)"
            " ON CONFLICT (player, game, puzzle) DO UPDATE SET turn = excluded.turn WHERE practice_tries.turn = ?"
        )
        values = (player, game, puzzle, self._database.now(), turn, before)
        return bool(await self._database.write(lambda db: db.execute(kept, values).rowcount))

    async def turn(self, player: int, game: str, puzzle: int) -> str:
        """The actions of a person's turn under way in a position, as typed; "" for none."""
        row = await self._database.one("SELECT turn FROM practice_tries WHERE player = ? AND game = ? AND puzzle = ?", (player, game, puzzle))
        return str(row[0]) if row else ""

    async def of(self, player: int, game: str) -> dict[int, bool]:
        """The positions of a game that a person has tried, and whether each was solved at the first try, the earliest first."""
        sql = f"SELECT puzzle, solved FROM practice_tries WHERE player = ? AND game = ? AND solved <> {GOES_ON} ORDER BY at, puzzle"
        return {puzzle: bool(solved) for puzzle, solved in await self._database.all(sql, (player, game))}
