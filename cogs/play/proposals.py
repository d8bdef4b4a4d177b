"""Proposals at a table (undo, an agreed draw, that computers resign, ending a game that cannot go on): says who must agree, and carries them out.

What an undo takes back is in `cogs/play/undo.py`; that computers resign is proposed by `cogs/play/giving_up.py`. Which action ends an open proposal
is `Proposal.ended_by` in `data/store/rows.py`. Imports no discord.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cogs.play.commit_builder import Way
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Paused, Stale
from cogs.play.undo import taken_back
from cogs.play.unfit import Unfit
from data.store.changes import PROPOSED, SAID, Message
from data.store.rows import DRAW, END, GIVE_UP, UNDO, Proposal
from rules.game import Seat
from rules.notation import ABANDONED, AGREED
from rules.parts.ahead import sealed


class Consent:
    """What the players of a table can agree on: undo, draw, an end without a result. `settled` are outbox messages stored with the end of a
    proposal."""

    def __init__(self, table: Table, *settled: Message) -> None:
        self._table = table
        self._settled = settled

    async def undo(self, seat: Seat, interaction: int | None = None, alone: bool = False, pressed: int | None = None) -> Proposal:
        """Takes back a seat's last action, or all since the interaction `pressed`: at once if nobody else is concerned, else proposes it to those
        who are; `alone`: then only tells that they would have to agree. While an undo is proposed there is no second one: a seat whose action
        goes with it agrees by asking for its own. Raises Unfit, Stale."""
        table = self._table
        self._check()
        position = table.position
        target, asked = await taken_back(table, seat, pressed)
        if alone and asked:
            return Proposal(UNDO, seat, position, target, asked)
        async with table.changing():
            self._check()
            if any(row.number > position and not sealed(row.action) for row in await table.store.tables.actions(table.id)):
                raise Stale
            standing = table.proposal
            if asked and standing is not None and standing.kind == UNDO:
                if (standing.seat, standing.target) == (seat, target):  # It has been asked.
                    return standing
                if seat in standing.asked and standing.target <= target:  # It takes back this one, too.
                    return await self._propose(standing._replace(agreed=tuple(sorted({*standing.agreed, seat}))), [seat], interaction)
                if standing.seat != seat:
                    raise Unfit("undo.asked_already")
            return await self._propose(Proposal(UNDO, seat, position, target, asked), interaction=interaction)

    async def draw(self, seat: Seat) -> Proposal:
        """Proposes a draw to all other people still in the game. A person alone with computers that agree, or with themselves, gets it at once.
        Raises Unfit."""
        async with self._table.changing():
            self._check()
            playing = self._table.playing()
            if seat not in playing:
                raise Unfit("draw.not_now")
            if (standing := self._table.proposal) is not None and (standing.kind, standing.seat) == (DRAW, seat):  # It has been asked.
                return standing
            return await self._propose(Proposal(DRAW, seat, self._table.position, 0, tuple(self._table.others(seat))), [seat])

    async def declined(self, seat: Seat) -> None:
        """Tells everybody that a computer doesn't agree to a draw."""
        async with self._table.changing():
            self._check()
            name = str(self._table.seats[seat].name)
            await self._table.do_propose(self._table.proposal, Message(SAID, {"key": "consent.draw_refused", "facts": {"name": name}}))

    async def end(self, player: int) -> Proposal:
        """Proposes to end a game without a result in which a seat has no possible answer: it ends when all people still in it agree, except those
        at such seats; these may decide if there are no others. Raises Unfit."""
        async with self._table.changing():
            self._check()
            table, proposal = self._table, self._table.proposal
            if not table.stuck:
                raise Unfit("fault.gone")
            people = [s for s in table.playing() if table.seats[s].player is not None]
            held = {table.seats[s].player for s in table.stuck}
            asked = [s for s in people if table.seats[s].player not in held] or people
            mine = [s for s in asked if table.seats[s].player == player]
            if not mine:
                raise Unfit("fault.others")
            if proposal is None or proposal.kind != END:
                proposal = Proposal(END, mine[0], table.position, 0, tuple(asked))
            return await self._propose(proposal._replace(agreed=tuple(sorted({*proposal.agreed, *mine}))))

    async def agree(self, seats: Sequence[Seat], mark: str) -> Proposal:
        """Adds the agreement of `seats` to the proposal with this mark; carries it out when all have agreed. Returns its state. Raises Unfit,
        Stale."""
        async with self._table.changing():
            proposal = self._standing(seats, mark)
            agreed = tuple(sorted({*proposal.agreed, *(s for s in seats if s in proposal.asked)}))
            return await self._propose(proposal._replace(agreed=agreed), seats)

    async def refuse(self, seats: Sequence[Seat], mark: str, name: str) -> Proposal:
        """Ends a proposal because an asked seat refuses, or its proposer withdraws it; everybody is told. Raises Unfit."""
        async with self._table.changing():
            proposal = self._standing(seats, mark, also_own=True)
            refusal = Message(SAID, {"key": f"consent.{proposal.kind}_refused", "facts": {"name": name}})
            await self._table.do_agree(seats)
            await self._table.do_propose(None, *self._settled, refusal)
            return proposal

    async def _propose(self, proposal: Proposal, agreed: Sequence[Seat] = (), interaction: int | None = None) -> Proposal:
        """Stores a proposal, or carries it out when all have agreed. People who propose or agree count as having agreed to play."""
        new = not proposal.mark
        proposal = proposal._replace(mark=proposal.mark or secrets.token_hex(4))
        await self._table.do_agree(agreed)
        if not proposal.accepted:
            await self._table.do_propose(proposal, *([Message(PROPOSED, {"mark": proposal.mark})] if new else []))
        elif proposal.kind == UNDO:
            await self._table.do_go_back(proposal.seat, proposal.target, proposal.number, Way(interaction, owed=self._settled))
        elif proposal.kind == GIVE_UP:
            await self._table.do_concede([s for s in self._table.playing() if self._table.seats[s].computer], Way(owed=self._settled))
        elif proposal.kind == END:
            await self._table.do_settle(proposal.seat, ABANDONED, [[s.seat for s in self._table.seats]], owed=self._settled, agreed=True)
        else:
            playing = self._table.playing()
            out = [s.seat for s in self._table.seats if s.seat not in playing]
            await self._table.do_settle(proposal.seat, AGREED, [playing, out] if out else [playing], owed=self._settled)
        return proposal

    def _standing(self, seats: Sequence[Seat], mark: str, also_own: bool = False) -> Proposal:
        self._check()
        proposal = self._table.proposal
        if proposal is None or proposal.mark != mark or (proposal.kind == END and not self._table.stuck):
            raise Unfit("consent.gone")
        if not any(s in proposal.asked or (also_own and s == proposal.seat) for s in seats):
            raise Unfit("consent.not_asked")
        return proposal

    def _check(self) -> None:
        if self._table.over:
            raise Closed
        if self._table.row.paused:
            raise Paused
