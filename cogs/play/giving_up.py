"""Computers that give up: where all that play judge themselves lost, they propose to the one person who is left to end the game.

Each judges by what its own seat may know, where a turn of its own has ended, as often as TURNS in a row. The judgement is worked out anew from the
record each time, so that an undo takes it back, and a restart changes nothing; when a seat has proposed last is stored with it (`SeatRow.proposed`).
A look that is lost with its process is made up for after the next turn. Imports no discord.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cogs.play.fair_queue import Asker
from cogs.play.history.record_replay import EarlierRules, Past
from cogs.play.table_actions import Acting
from cogs.play.table_queries import Stale
from cogs.play.thinking.pool import Ceased, NoAnswer, Thinker
from cogs.play.thinking.worker_requests import Judge
from cogs.play.worker_threads import apart
from data.store.changes import PROPOSED, Change, Message
from data.store.rows import GIVE_UP, Proposal
from rules.game import Seat
from rules.randomness import Chance

log = logging.getLogger("referee.giving_up")
HOPELESS = 0.02
"""Below this share of the victory a computer takes the game for lost."""
TURNS = 3
"""So many turns of its own in a row it does so before it proposes to end."""
APART = 5
"""So many turns of its own end until it proposes that again."""


class Ended(NamedTuple):
    """The position where a turn of a seat had ended, and the number of the action before it."""

    number: int
    snapshot: bytes


class GivingUp:
    """Looks after a turn of computers whether they give a table's game up. A part of `cogs.play.table.Table`."""

    def __init__(self, table: Acting, thinker: Thinker) -> None:
        self._table = table
        self._thinker = thinker
        self._looked: tuple[int, ...] | None = None
        self._judged: dict[tuple[int, Seat, str], bool] = {}
        self._task: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Begins to look, once in each turn of the person, unless it can be seen at once that nothing is to be proposed."""
        turn = self._table.rules.present_turn(self._table.state)
        if turn is None or turn == self._looked or self._table.seats[turn[0]].computer or not self.computers or self._busy:
            return
        self._looked = turn
        self._task = asyncio.create_task(self._look())

    @property
    def _busy(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def computers(self) -> list[Seat]:
        """The computers at a table at which they might give up now, with one person; else none."""
        table = self._table
        if table.over or table.row.paused or table.row.rated or table.proposal is not None or table.stuck:
            return []
        if not any(seat.computer for seat in table.seats) or not table.store.shards.holds(table.row.guild):
            return []
        playing = table.playing()
        found = {seat: name for seat in playing if (name := table.seats[seat].computer) is not None}
        judging = all(hasattr(table.rules.opponents.get(name), "guide") for name in found.values())
        return [*found] if judging and len(playing) - len(found) == 1 else []

    async def stop(self) -> None:
        """Stops looking; after a restart it is looked anew."""
        self.forsake()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def forsake(self) -> None:
        """Stops looking at a table that no longer exists."""
        if self._task is not None:
            self._task.cancel()

    async def settled(self) -> None:
        """Waits until it has been looked."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _look(self) -> None:
        table, computers, revision = self._table, self.computers, self._table.row.revision
        try:
            if await table.store.tournaments.of_table(table.id) is None and await self._given_up(computers):
                await self._propose(computers, revision)
        except (Ceased, EarlierRules, Stale):  # There is nothing to be proposed any more, or nothing can be known.
            pass
        except NoAnswer as error:
            log.error("table %d (%s): no answer whether it is given up: %s", table.id, table.row.game, error)
        except Exception:  # The game goes on without a proposal.
            log.exception("table %d (%s): it cannot be looked whether it is given up", table.id, table.row.game)

    async def _propose(self, computers: Sequence[Seat], revision: int) -> None:
        """Proposes to the person who still plays that `computers` resign, unless the table has gone on from a `revision`. Raises Stale."""
        table = self._table
        async with table.changing(0):
            if table.row.revision != revision:
                return
            asked = tuple(seat for seat in table.playing() if seat not in computers)
            proposal = Proposal(GIVE_UP, computers[0], table.position, 0, asked, mark=secrets.token_hex(4))
            seats = [s._replace(proposed=table.position) if s.seat in computers else s for s in table.seats]
            owed = [Message(PROPOSED, {"mark": proposal.mark})]
            await table.commit(Change(table.row, seats=seats, proposed=(proposal,), owed=owed))

    async def _given_up(self, computers: Sequence[Seat]) -> bool:
        """Whether all of these computers give up in the present position. The record is replayed only where they take this one for lost."""
        row = self._table.row
        assert row.snapshot is not None
        now = Ended(row.position, row.snapshot)
        for seat in computers:
            if not await self._lost(seat, now):
                return False
        ended = await self._ended()
        for seat in computers:
            before = self._table.seats[seat].proposed
            lately = before and sum(turn.number > before for turn in ended[seat]) < APART
            if lately or len(ended[seat]) < TURNS:
                return False
            for turn in ended[seat][-TURNS:]:
                if not await self._lost(seat, turn):
                    return False
        return True

    async def _lost(self, seat: Seat, turn: Ended) -> bool:
        """Whether a computer takes a position for lost, by what its seat may know there. Each is judged once: it comes up in several looks."""
        table = self._table
        level = table.seats[seat].computer or ""
        at = turn.number, seat, level
        if at in self._judged:
            return self._judged[at]
        key = Chance.of(turn.number, "give up", table.id, seat).key
        judge = Judge(table.row.game, turn.snapshot, seat, level, key, own=True)
        share = (await self._thinker.think(judge, Asker.at(table.row.guild, table.row.host))).answer
        self._judged[at] = lost = share is not None and share < HOPELESS
        return lost

    async def _ended(self) -> Mapping[Seat, Sequence[Ended]]:
        """The turns of each seat that have ended, in order. Raises EarlierRules."""
        table = self._table
        base, rows = await table.record.base(), await table.store.tables.actions(table.id)

        def found() -> Mapping[Seat, Sequence[Ended]]:
            turns = defaultdict[Seat, list[Ended]](list)
            for seat, turn in _ended(table.record.past(base, rows)):
                turns[seat].append(turn)
            return turns

        return await apart(found)


def _ended(past: Past) -> Iterator[tuple[Seat, Ended]]:
    """Yields each turn that has ended, with its seat: where another one has begun."""
    playing: tuple[int, ...] | None = None
    for stage in past.stages():
        turn = past.rules.present_turn(stage.state)
        if turn is not None and turn != playing:
            if playing is not None and stage.row is not None:
                yield playing[0], Ended(stage.row.number, past.rules.dump(stage.state))
            playing = turn
