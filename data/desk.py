"""What is remembered of tables beside their games: acts of moderators, who sat when, what players propose. SQL on the store's connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from data.clocks import clock_text, write_dials
from rules.competition.clock import Dial
from rules.game import Seat

if TYPE_CHECKING:
    from data.store import Connection, GameRow, SeatRow, Store


UNDO, DRAW = "undo", "draw"
"""What may be proposed."""


class TableAct(NamedTuple):
    """What a moderator did at a table: by whom, what, to whom, why. Whom: names as the table has them, so that they can be forgotten with it."""

    by: int
    act: str
    whom: str
    reason: str


class Sitting(NamedTuple):
    """Who sat at a seat until the action of a number; None was a computer."""

    seat: Seat
    number: int
    at: float
    player: int | None
    name: str


class Proposal(NamedTuple):
    """A draw or an undo that waits for others: proposed by a seat after an action; an undo goes back to `target`.

    It holds when all seats of `asked` are among `agreed`. `mark` tells it from others, and says nothing of the game.
    """

    kind: str
    seat: Seat
    number: int
    target: int
    asked: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()
    mark: str = ""

    def ended_by(self, seat: Seat) -> bool:
        """Whether an action of a seat ends it: any for an undo, that of somebody asked for a draw, since moving on is an answer."""
        return self.kind == UNDO or seat in self.asked

    @property
    def accepted(self) -> bool:
        return set(self.agreed) >= set(self.asked)


class Needing(NamedTuple):
    """A table that needs a look: when something last happened, whether it is paused or could not send a message."""

    id: int
    game: str
    channel: int
    last: float
    paused: bool
    unsent: bool


class Desk:
    """Acts, sittings and proposals in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def acts(self, game: int) -> list[tuple[int, float, TableAct]]:
        """What moderators did at a table, the latest first: the number of the action, when, and what."""
        rows = await self._store.all("SELECT number, at, by, act, whom, reason FROM table_acts WHERE game = ? ORDER BY id DESC", (game,))
        return [(number, at, TableAct(*act)) for number, at, *act in rows]

    async def sittings(self, game: int) -> list[Sitting]:
        """Who sat at a table before others took over, in order."""
        rows = await self._store.all("SELECT seat, number, at, player, name FROM sittings WHERE game = ? ORDER BY id", (game,))
        return [Sitting(*row) for row in rows]

    async def proposal(self, game: int) -> Proposal | None:
        """What somebody proposes at a table."""
        row = await self._store.one("SELECT kind, seat, number, target, asked, agreed, mark FROM proposals WHERE game = ?", (game,))
        return Proposal(row[0], row[1], row[2], row[3], _seats(row[4]), _seats(row[5]), row[6]) if row else None

    async def propose(self, game: int, proposal: Proposal | None) -> None:
        """Keeps what is proposed at a table, in the place of anything before; None for nothing."""
        async with self._store.transaction() as db:
            await db.execute("DELETE FROM proposals WHERE game = ?", (game,))
            if proposal is not None:
                values = (*proposal[:4], " ".join(map(str, proposal.asked)), " ".join(map(str, proposal.agreed)), proposal.mark)
                await db.execute("INSERT INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (game, *values))

    async def alter(
        self,
        game: GameRow,
        payload: Mapping[str, Any] | None,
        seats: Sequence[SeatRow],
        dials: Mapping[Seat, Dial],
        sitting: Sitting | None = None,
        act: tuple[int, TableAct] | None = None,
    ) -> None:
        """Something about a table that is no action of its game, in one transaction: who sits there, its clock and dials, a pause.

        `payload` is owed as a board message; None for nothing to tell. `act` is a moderator's, with the number of the latest action.
        With a `sitting`, nothing stands any more that was proposed: the one or the other had a part in it.
        """
        async with self._store.transaction() as db:
            await self._store.seat(db, game.id, seats)
            await db.execute(
                "UPDATE games SET clock = ?, paused = ?, rated = ? WHERE id = ?", (clock_text(game.clock), game.paused, game.rated, game.id)
            )
            await write_dials(db, game.id, dials)
            if sitting is not None:
                await write_sitting(db, game.id, sitting)
                await db.execute("DELETE FROM proposals WHERE game = ?", (game.id,))
            if act is not None:
                await write_act(db, game.id, act[0], self._store.now(), act[1])
            if payload is not None:
                await self._store.put_owed(db, game.id, "board", payload)
        self._store.rung.set()

    async def needing_attention(self, guild: int, idle_since: float, unsent_since: float) -> list[Needing]:
        """Live tables of a server that are paused, at which nothing has happened since a moment, or that owe a message since another one."""
        rows = await self._store.all(
            "SELECT g.id, g.game, g.channel, MAX(g.created, COALESCE((SELECT MAX(at) FROM actions a WHERE a.game = g.id), 0),"
            " COALESCE((SELECT MAX(at) FROM table_acts t WHERE t.game = g.id), 0)) AS last, g.paused > 0,"
            " EXISTS (SELECT 1 FROM owed o WHERE o.game = g.id AND o.kind <> 'held' AND o.created < ?) AS unsent"
            " FROM games g WHERE g.guild = ? AND g.status = 'live' AND (g.paused > 0 OR last < ? OR unsent) ORDER BY last LIMIT 50",
            (unsent_since, guild, idle_since),
        )
        return [Needing(game, key, channel, last, bool(paused), bool(unsent)) for game, key, channel, last, paused, unsent in rows]


async def write_act(db: Connection, game: int, number: int, at: float, act: TableAct) -> None:
    """An act of a moderator, within a transaction."""
    await db.execute("INSERT INTO table_acts (game, number, at, by, act, whom, reason) VALUES (?, ?, ?, ?, ?, ?, ?)", (game, number, at, *act))


async def write_sitting(db: Connection, game: int, sitting: Sitting) -> None:
    """Who sat at a seat until now, within a transaction."""
    await db.execute("INSERT INTO sittings (game, seat, number, at, player, name) VALUES (?, ?, ?, ?, ?, ?)", (game, *sitting))


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(map(int, text.split()))
