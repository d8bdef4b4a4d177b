"""When each person last used the bot: their personal settings expire after long absence (how long: `cogs/housekeeping.py`).

Stored only for people with such settings. Games, ratings and titles concern others, too, and stay until their player asks to be forgotten.
"""

from __future__ import annotations

from data.store.database import Connection, Database
from rules.competition.clock import DAY

THEIRS = {
    "settings": "player",
    "accepted": "player",
    "away": "player",
    "decks": "player",
    "stops": "player",
    "follows": "player",
    "blocks": "player",
    "replies": "player",
    "practice_tries": "player",
    "drafts": "host",
}
"""The tables of such settings, and the column of their owner."""
STEP = 100
"""People at a time, so that nobody waits long for the writer."""


class UnusedSettings:
    """Stores the day on which each person was last active. Days are counted from 1970, in the bot's time zone."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._day = 0
        self._met: set[int] = set()

    async def met(self, player: int) -> None:
        """Notes that a person was active; at most once a day, and only if data of theirs can expire."""
        if (day := self._today()) != self._day:
            self._day, self._met = day, set()
        if player in self._met:
            return
        self._met.add(player)
        try:
            if await self._database.one("SELECT 1 FROM seen WHERE player = ? AND day < ?", (player, day)) is not None:
                await self._database.write(lambda db: db.execute("UPDATE seen SET day = ?1 WHERE player = ?2 AND day < ?1", (day, player)))
        except BaseException:
            self._met.discard(player)
            raise

    async def tidy(self, unused: int) -> int:
        """Deletes the settings of people without any interaction for so many days, in small steps; returns for how many people.

        People not known yet count as active today.
        """
        day = self._today()
        await self._database.write(_count_in, day)
        gone = 0
        while step := await self._database.write(_step, day - unused):
            gone += step
        return gone

    def _today(self) -> int:
        return int(self._database.now() // DAY)


def _count_in(db: Connection, day: int) -> None:
    """Adds people who have stored settings and are not yet in `seen`, as active today; removes from it those who have none."""
    theirs = " UNION ".join(f"SELECT {column} AS player FROM {table}" for table, column in THEIRS.items())
    db.execute(f"INSERT INTO seen (player, day) SELECT player, {day} FROM ({theirs}) theirs WHERE player NOT IN (SELECT player FROM seen)")
    db.execute(f"DELETE FROM seen WHERE player NOT IN ({theirs})")


def _step(db: Connection, before: int) -> int:
    """Deletes the settings of some people who were last active before a day; returns their number."""
    players = [row[0] for row in db.execute("SELECT player FROM seen WHERE day < ? ORDER BY day, player LIMIT ?", (before, STEP)).fetchall()]
    # Who comes back at this moment is noted first, and keeps it all, or finds nothing.
    gone = [(player,) for player in players if db.execute("DELETE FROM seen WHERE player = ? AND day < ?", (player, before)).rowcount]
    for table, column in THEIRS.items():
        db.executemany(f"DELETE FROM {table} WHERE {column} = ?", gone)
    return len(players)
