"""A game that cannot go on is ended by the others together, or by who can answer nothing."""

from __future__ import annotations

import pytest

from cogs.play.fault_rules import Failed
from cogs.play.proposals import Consent
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.store.rows import END
from rules.notation import ABANDONED
from tests.bids import open_table
from tests.cogs.play.failing_bids import ANNA, BID, BOHUMIL, EACH, bids, hour, store, stuck
from tests.failing import failing, only

__all__ = ["bids", "hour", "store"]


async def test_all_others_together_end_a_game_that_cannot_go_on(store, bids):
    table = await stuck(store, bids)
    consent = Consent(table)
    for stranger in (ANNA, 999):
        with pytest.raises(Unfit, match=r"fault\.others"):
            await consent.end(stranger)
    proposal = await consent.end(BOHUMIL)
    assert (proposal.kind, proposal.asked, proposal.accepted, table.over) == (END, (1, 2), False, False)
    assert table.proposal == (await Tables(store).get(table.id)).proposal == proposal
    with pytest.raises(Unfit):
        await consent.agree([0], proposal.mark)
    assert (await consent.end(BOHUMIL)).mark == proposal.mark, "pressed twice"
    assert not table.over
    assert (await consent.agree([2], proposal.mark)).accepted
    assert table.over
    assert table.outcome is not None
    assert (table.outcome.reason, table.outcome.places) == (ABANDONED, ((0, 1, 2),))
    assert (await store.tables.actions(table.id))[-1].action[:2] == ("settle", ABANDONED)


@pytest.mark.parametrize(("seats", "computers"), [(2, 0), (3, 1)])
async def test_one_other_person_is_enough_where_there_is_no_further_one(store, bids, seats, computers):
    table = await stuck(store, bids, seats, computers=computers)
    assert (await Consent(table).end(BOHUMIL)).accepted
    assert table.over


async def test_alone_with_computers_the_one_who_can_answer_nothing_ends_it(store, bids):
    table = await stuck(store, bids, 2, computers=1)
    assert (await Consent(table).end(ANNA)).accepted
    assert table.over


async def test_a_game_that_can_go_on_is_not_ended_so(store, hour, bids):
    table = await stuck(store, bids)
    consent = Consent(table)
    proposal = await consent.end(BOHUMIL)
    await table.act(0, BID)
    assert table.proposal is None
    for late in (consent.end(BOHUMIL), consent.agree([2], proposal.mark)):
        with pytest.raises(Unfit):
            await late
    table = await stuck(store, bids, channel=2)
    proposal = await Consent(table).end(BOHUMIL)
    await table.expiry.go_on()
    assert table.stuck == []
    with pytest.raises(Unfit):
        await Consent(table).agree([2], proposal.mark)
    assert not table.over


async def test_a_fault_alone_ends_nothing(store, bids):
    table = await open_table(store, clock=EACH, asked="one")
    with failing(bids, only(BID)), pytest.raises(Failed):
        await table.act(0, BID)
    with pytest.raises(Unfit, match=r"fault\.gone"):
        await Consent(table).end(BOHUMIL)


async def test_a_rated_game_without_a_result_changes_no_rating(store, bids):
    table = await stuck(store, bids, 2, rated=True)
    await Consent(table).end(BOHUMIL)
    assert table.over
    assert await store.all("SELECT * FROM rating_changes") == []
