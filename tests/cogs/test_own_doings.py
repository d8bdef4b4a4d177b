"""What has been played by a plan, an order or an answer laid ready is taken back like what was done by hand, and asks the same people."""

from __future__ import annotations

import pytest

from cogs.play.history.record import export
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.rows import Proposal, TableAct
from rules.competition.clock import BANK, HOUR, MOVE, Clock
from rules.game import Action
from rules.notation import UNDO
from rules.parts.ahead import giving, sealed
from tests.bids import open_table, ripened
from tests.waiting import within

ACT = TableAct(9, "timeout", "whom", "why")
AHEAD = {
    "hand": None,
    "order": giving(("again", "let_be"), frozenset({"let_be"})),
    "ready": ("ready", "answer", "any", "let"),
}
"""How seat 1 answers a window: by hand, or by what it has said before."""


@pytest.fixture
def store(in_memory):
    return in_memory


async def answered(store: Store, ahead: Action | None, channel: int = 1) -> Table:
    """Seat 1 has let a bid of seat 0 be, and that of another turn by hand before; the last one in the round has answered, too."""
    table = await open_table(store, 3, channel=channel, asked="window", pause="off")
    await table.act(0, ("bid", "1"))
    for seat in (1, 2):
        await table.act(seat, ("let",))
    await table.act(1, ("bid", "1"))
    for seat in (2, 0):
        await table.act(seat, ("let",))
    if ahead is not None:
        await table.say(1, ahead)
    await table.act(2, ("bid", "2"))
    await table.act(0, ("let",))
    if ahead is None:
        await table.act(1, ("let",))
    return table


async def done(table: Table) -> list[tuple[int, Action]]:
    return [(row.seat, row.action) for row in await table.store.tables.actions(table.id) if not sealed(row.action)]


@pytest.mark.parametrize("how", AHEAD)
async def test_the_last_thing_done_is_taken_back_however_it_was_done(store, how):
    table = await answered(store, AHEAD[how])
    assert (await done(table))[-1] == (1, ("let",))
    proposal = await Consent(table).undo(1)
    if not proposal.accepted:
        for seat in proposal.asked:
            proposal = await Consent(table).agree([seat], table.proposal.mark if table.proposal else "")
    rows = await table.store.tables.actions(table.id)
    undone = next(row for row in rows if row.action[0] == UNDO)
    taken = [row for row in rows if int(undone.action[1]) < row.number < undone.number]
    assert [(r.seat, r.action) for r in taken if not sealed(r.action)] == [(1, ("let",))], "that, and nothing that was done by hand before"


async def test_others_are_asked_alike_however_it_was_done(store):
    asked = []
    for n, ahead in enumerate(AHEAD.values()):
        table = await answered(store, ahead, channel=n)
        await table.act(0, ("bid", "3"))
        proposal = await Consent(table).undo(1)
        asked.append((proposal.asked, proposal.accepted))
    assert asked == [((0,), False)] * 3


async def test_an_order_that_would_do_it_again_no_longer_stands(store):
    table = await answered(store, AHEAD["order"])
    proposal: Proposal | None = await Consent(table).undo(1)
    async with within("everybody to say yes"):
        while proposal is not None and not proposal.accepted:
            assert table.proposal is not None
            proposal = await Consent(table).agree(proposal.asked, table.proposal.mark)
    assert table.orders(1) == frozenset()
    assert table.awaited == (1,), "it is asked, on a table without pauses, too"
    told = await export(table, [0])
    assert "stops" not in told, "of which nobody else reads"
    assert "stops" in await export(table, [1])


async def test_orders_that_have_nothing_to_do_with_it_stand(store):
    table = await answered(store, None)
    await table.order(1, frozenset({"again"}))
    proposal = await Consent(table).undo(1)
    assert proposal.accepted or proposal.asked
    if not proposal.accepted:
        assert table.proposal is not None
        await Consent(table).agree(proposal.asked, table.proposal.mark)
    assert table.orders(1) == {"again"}


async def test_a_move_of_a_plan_is_taken_back(store):
    """It is the only thing that seat 1 has done."""
    table = await open_table(store, 2, asked="window")
    await table.say(1, ("draft", "bid", "2"))
    await table.order(1, frozenset({"let_be"}))
    await table.act(0, ("bid", "1"))
    for _ in range(3):
        await ripened(table)
    assert (await done(table))[-1] == (1, ("bid", "2"))
    proposal = await Consent(table).undo(1, alone=True)
    rows = await store.tables.actions(table.id)
    assert rows[-1].number > proposal.target >= next(r.number for r in rows if r.action == ("let",))


async def test_what_the_clock_has_answered_is_nobodys_doing(store):
    table = await open_table(store, 2, asked="window", clock=Clock(MOVE, HOUR))
    await table.act(0, ("bid", "1"))
    await table.time_out(1, ACT)
    assert (await done(table))[-1] == (1, ("let",))
    with pytest.raises(Unfit, match="nothing"):
        await Consent(table).undo(1)


async def test_an_answer_given_ahead_costs_nobody_an_increment_who_takes_something_back(store):
    """It has won none, and what the dial loses would tell of it."""
    left = []
    for channel, sealed_before in enumerate((False, True)):
        table = await open_table(store, 3, channel=channel, asked="window", clock=Clock(BANK, HOUR, 60.0))
        store.now = lambda: 1_790_000_000.0
        await table.act(0, ("bid", "1"))
        for seat in (1, 2):
            await table.act(seat, ("let",))
        await table.act(1, ("bid", "1"))
        if sealed_before:
            await table.act(0, ("let",))
        proposal = await Consent(table).undo(0)
        for seat in proposal.asked:
            assert table.proposal is not None
            await Consent(table).agree([seat], table.proposal.mark)
        assert table.awaited == (0,)
        left.append(table.dials[0].left)
    assert left[0] == left[1]
