"""What ends a proposal, and which tables are rated."""

from __future__ import annotations

import pytest

from cogs.play.history.record import export
from cogs.play.history.record_check import check
from cogs.play.proposals import Consent
from cogs.play.table_queries import Closed
from cogs.play.unfit import Unfit
from data.store.changes import Change
from data.store.rows import DRAW, UNDO, Proposal
from rules.competition.clock import BANK, COMPUTER, FORFEIT, MOVE, UNTIL, WITHIN, Clock
from rules.notation import ABANDONED, RULED
from tests.bids import credited, known, open_table, ripened
from tests.cogs.play.rows_replayed import ACT, answers, audited, store
from tests.decided import decided

__all__ = ["store"]


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


# Proposals


def proposed(kind: str) -> Proposal:
    return Proposal(kind, 0, 1, 0, (1, 2), (1,), "m")


AFTER = {
    "the proposer acts": (lambda t: t.act(0, ("bid", "1")), True, False),
    "the proposer nods": (lambda t: t.act(0, ("nod",)), True, False),
    "somebody asked acts": (lambda t: t.act(2, ("bid", "1")), False, False),
    "who has agreed acts": (lambda t: t.act(1, ("nod",)), False, False),
    "who is not asked acts": (lambda t: t.act(3, ("look",)), True, False),
    "who is not asked gives up": (lambda t: t.concede(3), True, False),
    "somebody asked gives up": (lambda t: t.concede(1), False, False),
    "the proposer gives up": (lambda t: t.concede(0), True, False),
    "time of somebody asked": (lambda t: t.time_out(1, ACT), False, False),
    "time of who is not asked": (lambda t: t.time_out(3, ACT), True, False),
    "an order of somebody asked": (lambda t: t.order(2, frozenset({"again"})), False, False),
    "an order of the proposer": (lambda t: t.order(0, frozenset({"again"})), True, False),
    "a moderator takes back": (lambda t: t.go_back(3, 0, act=ACT), True, False),
    "the game ends": (lambda t: t.act(3, ("finish", "3", "0+1+2")), False, False),
    "the game is settled": (lambda t: t.settle(3, RULED, [[0, 1, 2, 3]], ACT), False, False),
    "a pause": (lambda t: t.clocks.pause(True, ACT), True, True),
    "a seat is offered": (lambda t: t.seating.offer(1, True), True, True),
    "another clock": (lambda t: t.clocks.set_clock(Clock(MOVE, 600), ACT), True, True),
    "somebody takes over": (lambda t: t.seating.sit(3, (300, "New")), False, False),
    "no time is charged": (lambda t: credited(t, 0), True, True),
}
"""What happens, whether a draw is still proposed then, and whether an undo is."""


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("kind", [DRAW, UNDO])
@pytest.mark.parametrize("what", AFTER)
async def test_what_ends_a_proposal(store, kind, what):
    happens, *stays = AFTER[what]
    table = await open_table(store, 4)
    await table.act(3, ("nod",))
    async with table.changing():
        await table.do_propose(proposed(kind))
    assert await store.tables.proposal(table.id) == proposed(kind)
    await happens(table)
    expected = proposed(kind) if stays[kind == UNDO] else None
    assert table.proposal == expected
    assert await store.tables.proposal(table.id) == expected
    await audited(table)


async def test_who_plays_on_refuses_a_draw_by_hand_or_by_an_order(store):
    """Else the draw that still stands would tell by which of these."""
    table = await open_table(store, 3, asked="one")
    await table.order(1, frozenset({"again"}))
    found = await Consent(table).draw(0)
    await table.act(0, ("bid", "1"))
    await ripened(table)
    assert await answers(table) == [(0, False), (1, True)]
    assert found is not None
    assert table.proposal is None
    await audited(table)


@pytest.mark.parametrize("places", [((2,), (0, 1)), ((1,), (0,), (2,)), ((0, 1, 2),)])
async def test_a_settled_end_has_the_places_it_was_given(store, places):
    table = await open_table(store, 3)
    await table.settle(1, RULED, [list(reversed(group)) for group in places], ACT)
    assert table.outcome is not None
    assert table.outcome.places == places
    await audited(table)
    assert check(await export(table, [])).key == "check.right"


async def test_a_draw_needs_everybody_and_comes_once(store):
    table = await decided(await open_table(store, 4, rated=True))
    consent = Consent(table)
    await table.concede(3)
    found = await consent.draw(0)
    assert found.asked == (1, 2)
    await consent.agree([1], found.mark)
    with pytest.raises(Unfit):
        await consent.agree([3], found.mark)
    with pytest.raises(Unfit):
        await consent.agree([2], "another")
    assert not table.over
    await audited(table)
    await consent.agree([2], found.mark)
    assert table.outcome is not None
    assert table.outcome.places == ((0, 1, 2), (3,))
    with pytest.raises(Closed):
        await consent.agree([2], found.mark)
    await audited(table)
    assert len(await store.all("SELECT 1 FROM rating_changes WHERE guild = 1")) == 4


async def test_a_draw_is_proposed_to_people_alone(store):
    """Computers have answered before (`cogs/play/thinking`)."""
    table = await open_table(store, 3, computers=1)
    found = await Consent(table).draw(0)
    assert found.asked == (1,)
    await Consent(table).agree([1], found.mark)
    assert table.over
    await audited(table)


# Ratings know no computers


@pytest.mark.parametrize("kind", [MOVE, BANK, WITHIN, UNTIL])
@pytest.mark.parametrize("later", [False, True])
async def test_a_rated_table_never_seats_a_computer(store, kind, later):
    tick = [1_000_000.0]
    store.now = lambda: tick[0]
    rule = Clock(kind, tick[0] + 600 if kind == UNTIL else 600, answers=1, then=COMPUTER)
    table = await open_table(store, 3, rated=True, clock=None if later else rule)
    if later:
        await table.clocks.set_clock(rule, ACT)
    assert table.row.clock is not None
    assert table.row.clock.then == FORFEIT
    await decided(table)
    for _ in range(12):
        tick[0] += 700
        for seat in list(table.acting):
            await table.expiry.lapse(seat)
            await audited(table)
    assert table.over
    assert not await store.all("SELECT 1 FROM seats WHERE computer IS NOT NULL OR player IS NULL")
    assert len(await store.all("SELECT 1 FROM rating_changes WHERE guild = 1")) == 3
    with pytest.raises(Unfit):
        await open_table(store, 3, computers=1, rated=True, channel=2)


async def test_a_friendly_table_does(store):
    """As many answers by the clock as its rule says, then a computer, which has taken the seat from its person."""
    tick = [1_000_000.0]
    store.now = lambda: tick[0]
    table = await open_table(store, 2, clock=Clock(MOVE, 600, answers=2, then=COMPUTER), asked="one")
    for lapse in (1, 2, 3):
        tick[0] += 600
        assert await table.expiry.lapse(0)
        assert not await table.expiry.lapse(0)
        if lapse < 3:
            assert table.dials[0].lapses == lapse
            await table.act(1, ("bid", "1"))
        await audited(table)
    assert (table.seats[0].player, table.seats[0].computer) == (None, "normal")
    assert [tuple(row) for row in await store.all("SELECT seat, number, player FROM sittings")] == [(0, 4, 101)]
    assert table.free_seats(await store.tables.sittings(table.id)) == [0]
    assert await store.tables.running(101) == []


async def test_a_game_without_a_result_is_not_rated(store):
    table = await decided(await open_table(store, 2, rated=True))
    await table.settle(0, ABANDONED, [[0, 1]])
    other = await open_table(store, 2, rated=True, channel=2)
    await decided(other)
    await other.seating.sit(1, (300, "New"))
    await other.settle(0, RULED, [[0], [1]])
    assert not await store.all("SELECT 1 FROM ratings")
    with pytest.raises(Closed):
        await table.settle(0, RULED, [[0], [1]])
    with pytest.raises(Closed):
        await table.act(0, ("bid", "1"))
    assert not await store.all("SELECT 1 FROM ratings")


async def test_who_has_two_seats_is_not_rated(store):
    table = await open_table(store, 3, rated=True, players=(("A", 1), ("B", 2), ("C", 3)))
    seats = [*table.seats[:2], table.seats[2]._replace(player=2)]  # However that may have come about.
    await store.tables.commit(Change(table.row, seats=seats))
    await table.reread()
    await decided(table)
    await table.act(0, ("finish", "0", "1", "2"))
    assert table.over
    await audited(table)
    assert not await store.all("SELECT 1 FROM ratings")
