"""What whoever has not entered is told where they press something: how to enter, or that it is too late."""

from __future__ import annotations

import pytest

from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.tournaments.teams import Newcomer
from cogs.play.unfit import Unfit
from data.store.rows import Terms
from rules.competition.tournament import ROBIN, SWISS, Plan
from tests.bids import KEY
from tests.cogs.play.tournaments.test_teams import begun
from tests.cogs.test_tournaments_again import Cup


@pytest.mark.parametrize(("plan", "why"), [(Plan(SWISS), "tournament.join_first"), (Plan(ROBIN, boards=2), "teams.in_none")])
async def test_whoever_says_that_they_are_there_without_having_entered_reads_how_to(store, plan, why):
    cup = Cup(store)
    await cup.tournaments.create(NewTournament(1, 1, "Cup", 9, KEY, {}, "en", plan, "hand", False, None, Terms(check_in=10)))
    with pytest.raises(Unfit, match=why):
        await cup.tournaments.check_in(1, 100)


async def test_nobody_types_a_teams_name_for_nothing(store):
    """Where no team can enter any more, or not by this person, the form is not opened."""
    cup = await begun(store)
    with pytest.raises(Unfit, match=r"teams\.closed"):
        await cup.tournaments.check_may_found(1, Newcomer(900, "P900"))
    with pytest.raises(Unfit, match=r"tournament\.not_in"):
        await cup.tournaments.check_in(1, 900)
