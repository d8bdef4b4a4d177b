"""Undo, agreed draws, and ending a game that cannot go on: what an undo takes back, and who must agree.

Which action ends an open proposal is `Proposal.ended_by` in `data/store/values.py`. Imports no discord.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from cogs.play.commit_builder import Way
from cogs.play.history.record_replay import since_base
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Paused, Stale
from cogs.play.unfit import Unfit
from data.store.changes import PROPOSED, SAID, Message
from data.store.values import DRAW, END, UNDO, Base, Proposal
from rules.game import Event, Refused, Rules, Seat, to_builtins
from rules.notation import ABANDONED, AGREED, RESIGN, Row, counting, play
from rules.parts.ahead import sealed
from rules.randomness import Chance

WORLDS = 12
"""How many states that a seat cannot tell apart are tried to see whether actions show it anything new."""


def reveals(rules: Rules[Any], before: Any, rows: Sequence[Row], seat: Seat) -> bool:
    """Whether actions have shown anybody what the seat that began them could not know: a draw, a die, something turned up.

    They are played in other states that the seat cannot tell from the one before; where anything differs, something was revealed.
    What a seat shows of its own accord by acting does not count.
    """
    own = _seen(rules, before, rows, seat)
    return own is None or any(_seen(rules, rules.imagine(before, seat, Chance.of(0, "undo", n)), rows, seat) != own for n in range(WORLDS))


def noticed(rules: Rules[Any], state: Any, rows: Sequence[Row], seat: Seat) -> list[Row]:
    """Those of the actions from a state on that a seat may know to have happened.

    Secret preparations of others, such as an order, are left out, unless their seat has acted visibly since; otherwise asking for consent would
    reveal them.
    """
    last: dict[Seat, int] = {}
    for n, row in enumerate(rows):
        step = play(rules, state, row)
        seen = any(e.to is None or seat in e.to for e in step.events)
        if seen or row.seat == seat or row.action == RESIGN or rules.redact(row.action) or rules.view(state, seat) != rules.view(step.state, seat):
            last[row.seat] = n
        state = step.state
    return [row for n, row in enumerate(rows) if n <= last.get(row.seat, -1)]


def meant(rules: Rules[Any], state: Any, rows: Sequence[Row]) -> set[Seat]:
    """The seats that have acted in these rows from a state on, by hand or by what they had said ahead; by which of these, nobody is to know."""
    return {row.seat for row in doings(rules, state, rows)}


def doings(rules: Rules[Any], state: Any, rows: Sequence[Row]) -> list[Row]:
    """Those of the actions from a state on that are the seat's own doing: by hand, by a plan, an order, or an answer laid ready. Answers of the
    game, the clock or a computer are not, nor is what is said ahead."""
    found = []
    for row in rows:
        if not sealed(row.action):
            said = rules.said(state, row.seat) if row.auto else None
            if not row.auto or (said is not None and said.ordered and said.action == row.action):
                found.append(row)
        state = play(rules, state, row).state
    return found


def _seen(rules: Rules[Any], state: Any, rows: Sequence[Row], seat: Seat) -> Any:
    """All that happens, and what the seat and everybody may know afterwards; None where the actions are not possible."""
    events: list[Event] = []
    try:
        for row in rows:
            step = play(rules, state, row)
            state, events = step.state, [*events, *step.events]
    except Refused:
        return None
    return to_builtins([events, rules.view(state, seat), rules.view(state, None)])


def _last_doing(table: Table, base: Base | None, rows: Sequence[Row], seat: Seat, least: int | None) -> int | None:
    """The index in `rows` of the seat's latest own action (`doings`), or of its first one from the number `least` on; resigning excepted, None if
    there is none. Of rows before the base only actions by hand count."""
    since = since_base(base, rows)
    own = [row for row in rows[: len(rows) - len(since)] if not row.auto and not sealed(row.action)]
    own += doings(table.rules, table.record.beginning(base).state, since)
    numbers = {row.number for row in own if row.seat == seat and row.action != RESIGN}
    found = [n for n, row in enumerate(rows) if row.number in numbers and row.number >= (least or 0)]
    return next(iter(found if least is not None else found[::-1]), None)


class Consent:
    """What the players of a table can agree on: undo, draw, an end without a result. `settled` are outbox messages written with the end of a
    proposal."""

    def __init__(self, table: Table, *settled: Message) -> None:
        self._table = table
        self._settled = settled

    async def undo(self, seat: Seat, interaction: int | None = None, alone: bool = False, pressed: int | None = None) -> Proposal:
        """Takes a seat's last action back, or all since the interaction `pressed`, at once where nobody else is concerned, or proposes it to exactly
        those who are; `alone`: says only that they would have to agree. While an undo is asked for, there is no second question: whose action goes
        with it agrees by asking for their own. Raises Unfit, Stale."""
        table = self._table
        self._check()
        position = table.position
        base = await table.record.base()
        rows = counting(await table.store.tables.actions(table.id))
        least = None if pressed is None else await table.store.tables.number_of(table.id, pressed)
        last = await asyncio.to_thread(_last_doing, table, base, rows, seat, least)
        if last is None:
            raise Unfit("undo.nothing")
        if base is not None and rows[last].number <= base.number:
            raise Unfit("undo.earlier_rules")
        target = rows[last - 1].number if last else 0
        before = await table.record.position_after(target)
        await self._check_beyond(rows[last:])
        since = await asyncio.to_thread(noticed, table.rules, before, rows[last:], seat)
        revealed = await asyncio.to_thread(reveals, table.rules, before, since, seat)
        acted = await asyncio.to_thread(meant, table.rules, before, since)
        asked = tuple(s for s in self._table.others(seat) if revealed or s in acted)
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
        """Proposes a draw to all others who are still in the game; a person who plays against themselves has it at once. Raises Unfit."""
        async with self._table.changing():
            self._check()
            playing = self._table.playing()
            if seat not in playing:
                raise Unfit("draw.not_now")
            if any(self._table.seats[s].computer for s in playing):
                raise Unfit("draw.computers")
            if (standing := self._table.proposal) is not None and (standing.kind, standing.seat) == (DRAW, seat):  # It has been asked.
                return standing
            return await self._propose(Proposal(DRAW, seat, self._table.position, 0, tuple(self._table.others(seat))), [seat])

    async def end(self, player: int) -> Proposal:
        """Proposes to end a game without a result in which a seat can answer nothing: it ends when all people still in it agree, except those of such
        seats. If there are no others, they may themselves. Raises Unfit.
        """
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
        """Adds the agreement of some seats to the proposal of a mark, and carries it out when all have agreed. Returns it as it stands. Raises
        Unfit, Stale."""
        async with self._table.changing():
            proposal = self._standing(seats, mark)
            agreed = tuple(sorted({*proposal.agreed, *(s for s in seats if s in proposal.asked)}))
            return await self._propose(proposal._replace(agreed=agreed), seats)

    async def refuse(self, seats: Sequence[Seat], mark: str, name: str) -> Proposal:
        """Ends a proposal, because a seat that is asked does not agree or the proposer withdraws it; everybody is told. Raises Unfit."""
        async with self._table.changing():
            proposal = self._standing(seats, mark, also_own=True)
            refusal = Message(SAID, {"key": f"consent.{proposal.kind}_refused", "facts": {"name": name}})
            await self._table.do_agree(seats)
            await self._table.do_propose(None, *self._settled, refusal)
            return proposal

    async def _propose(self, proposal: Proposal, agreed: Sequence[Seat] = (), interaction: int | None = None) -> Proposal:
        """Keeps a proposal, or carries it out when all have agreed. Who proposes or agrees plays along, if they had only been named before."""
        new = not proposal.mark
        proposal = proposal._replace(mark=proposal.mark or secrets.token_hex(4))
        await self._table.do_agree(agreed)
        if not proposal.accepted:
            await self._table.do_propose(proposal, *([Message(PROPOSED, {"mark": proposal.mark})] if new else []))
        elif proposal.kind == UNDO:
            await self._table.do_go_back(proposal.seat, proposal.target, proposal.number, Way(interaction, owed=self._settled))
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

    async def _check_beyond(self, rows: Sequence[Row]) -> None:
        """Raises Unfit where in these rows somebody has left, or a moderator has answered for a player: moderators alone take that back."""
        acts = await self._table.store.tables.acts(self._table.id)
        answered = {number for number, _, act in acts if act.act == "timeout"}
        if any(row.action == RESIGN or row.number in answered for row in rows):
            raise Unfit("undo.beyond")

    def _check(self) -> None:
        if self._table.over:
            raise Closed
        if self._table.row.paused:
            raise Paused
