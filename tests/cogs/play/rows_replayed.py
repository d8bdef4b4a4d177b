"""What the rows of a table amount to, told once more by replaying them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.store.rows import DRAW, TableAct
from rules.competition.clock import BANK, MOVE, Clock
from rules.notation import Row, play
from tests.bids import Bids, credited, memory

RULES = Bids()
ACT = TableAct(9, "act", "whom", "why")


@pytest.fixture
async def store():
    async with memory() as opened:
        opened.now = lambda: 1_000_000.0
        yield opened


async def rows_of(table: Table) -> list[Row]:
    found = await table.store.all("SELECT number, seat, action, auto FROM actions WHERE game = ? ORDER BY number", (table.id,))
    return [Row(number, seat, tuple(words.split()), bool(auto)) for number, seat, words, auto in found]


async def answers(table: Table) -> list[tuple[int, bool]]:
    """Who has answered, and whether by hand: all rows but those that give orders."""
    return [(row.seat, row.auto) for row in await rows_of(table) if row.action[0] != "stops"]


def standing(rows: Sequence[Row]) -> list[Row]:
    """Those that count: an undo brings back what counted after the action that it names."""
    after: dict[int, list[Row]] = {0: []}
    now: list[Row] = []
    for row in rows:
        now = after[int(row.action[1])] if row.action[0] == "undo" else [*now, row]
        after[row.number] = now
    return now


async def replayed(table: Table) -> Any:
    """The state that the rows lead to."""
    ((seed, options),) = await table.store.all("SELECT seed, options FROM games WHERE id = ?", (table.id,))
    state = RULES.setup(len(table.seats), {"asked": "one"} if '"one"' in options else {}, int(seed, 16)).state
    for row in standing(await rows_of(table)):
        if row.action[0] != "settle":
            state = play(RULES, state, row).state
    return state


async def audited(table: Table) -> None:
    """What is in memory is what the rows say, and what another process would read from disk. Computers have answered before."""
    await table.computers_answer()
    rows = await rows_of(table)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert table.position == len(rows)
    assert table.state == await replayed(table)
    read = await Tables(table.store).get(table.id)
    assert read is not table
    for name in ("state", "position", "asked", "dials", "proposal", "settled", "acting", "over", "outcome"):
        assert getattr(read, name) == getattr(table, name), name
    assert [s._replace(name="") for s in read.seats] == [s._replace(name="") for s in table.seats]
    for name in ("channel", "paused", "clock", "rated", "guild", "host", "options"):
        assert getattr(read.row, name) == getattr(table.row, name), name
    assert [read.mark(s.seat) for s in read.seats] == [table.mark(s.seat) for s in table.seats]
    assert [read.orders(s.seat) for s in read.seats] == [table.orders(s.seat) for s in table.seats]
    ((status, outcome),) = await table.store.all("SELECT status, outcome FROM games WHERE id = ?", (table.id,))
    assert (status == "over") == table.over == (outcome is not None)
    if table.over:
        assert table.dials == {}
        assert table.proposal is None


async def counted(table: Table) -> list[int]:
    return [row.number for row in standing(await rows_of(table))]


async def happens(table: Table, consent: Consent, rng: random.Random, tick: list[float]) -> str:
    """Something by chance; says what."""
    seat, kind = rng.randrange(len(table.seats)), rng.random()
    who = table.seats[seat]
    if kind < 0.4 and table.acting:
        seat = rng.choice(table.acting)
        await table.act(seat, rng.choice([("bid", "1"), ("bid", "2"), ("think",), ("look",), ("whisper",)]))
        return "act"
    if kind < 0.45:
        await table.act(seat, ("nod",))
        return "act"
    if kind < 0.5:
        await table.order(seat, frozenset({"again"}) if rng.random() < 0.4 else frozenset())
        return "order"
    if kind < 0.6 and who.player:
        await consent.undo(seat)
    elif kind < 0.63:
        await consent.draw(seat)
    elif kind < 0.72 and table.proposal:
        proposal = table.proposal
        if rng.random() < 0.3 or proposal.kind == DRAW:
            await consent.refuse([rng.choice(proposal.asked)], proposal.mark, "Somebody")
        else:
            await consent.agree([rng.choice(proposal.asked)], proposal.mark)
    elif kind < 0.75:
        await table.go_back(seat, rng.choice([0, *await counted(table)]), act=ACT)
    elif kind < 0.82:
        await table.clocks.pause(rng.random() < 0.5, ACT)
    elif kind < 0.85:
        await table.seating.sit(seat, (rng.randrange(300, 400), "New"), ACT if rng.random() < 0.5 else None)
    elif kind < 0.88:
        await table.seating.offer(seat, rng.random() < 0.5)
    elif kind < 0.9:
        await table.time_out(seat, ACT)
    elif kind < 0.92:
        await credited(table, tick[0] - 60)
    elif kind < 0.94:
        await table.clocks.set_clock(rng.choice([None, Clock(MOVE, 600), Clock(BANK, 900, 60, 1000)]), ACT)
    elif kind < 0.96:
        await table.agree(seat)
    elif kind < 0.97:
        await table.concede(seat)
    else:
        tick[0] += 500
        await table.expiry.lapse(seat)
    return "other"
