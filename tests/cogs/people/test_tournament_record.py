"""Finished tournaments and seasons in a profile: medals, places, and what another server reads of them."""

from __future__ import annotations

from cogs.people.tournament_record import Finish, finish
from playground.world import World
from rules.competition import tournament as t
from rules.competition.tournament import GameResult, Plan, ladders
from rules.competition.tournament import season as s
from tests.chat import ANNA, BOHUMIL, CECILE, THERE
from tests.cogs.tournaments.in_chat import open_with, threads
from tests.cogs.tournaments.league_people import lost_by
from tests.rules.competition.test_season import in_order, league


def played(plan: Plan, entrants: int) -> t.TournamentState:
    """A tournament played to its end; the lower number wins."""
    state = t.begin(plan, range(entrants), 7)
    while state.open:
        for fixture in state.open:
            state = t.report(state, fixture.number, GameResult(tuple((e,) for e in sorted(fixture.entrants))))
        state = t.advance(state)
    return state


def test_places_at_the_end_of_each_format():
    for plan in (Plan("single", third=True), Plan("double"), Plan("swiss", rounds=3), Plan("robin")):
        state = played(plan, 8)
        assert finish(state, 0) == Finish(1, 8), plan.format
        assert finish(state, 1) == Finish(2, 8) or plan.format == "swiss"
        assert finish(state, 99) is None
    begun = t.begin(Plan("robin"), range(4), 7)
    assert finish(begun, 0) is None, "it was ended early"
    left = t.drop(played(Plan("swiss", rounds=1), 4), 0)
    assert finish(left, 0) is None


def test_a_season_gives_a_place_in_a_division():
    state = in_order(league(6, 3))
    state = s.goes_on(state, state.season.ends)
    assert [finish(state, e) for e in range(6)] == [Finish(n % 3 + 1, 3, n // 3) for n in range(6)]


def test_a_ladder_gives_a_rung_while_it_goes_on():
    state = ladders.opened(t.begin(Plan("ladder", reach=3, answer=3, idle=21, at_once=2), range(5), 7), 0.0)
    assert finish(state, 3) == Finish(4, 5, rung=True)
    assert finish(ladders.ended(state, 9.0), 0) == Finish(1, 5)


async def test_a_profile_tells_of_cups_and_names_those_of_this_server_alone(chat):
    for name in ("Spring", "Summer"):
        await open_with(chat, ANNA, BOHUMIL, name=name, format="single")
        await chat.use(ANNA, "tournament start")
        await lost_by(chat, BOHUMIL, threads(chat)[-1])
    assert "Tournaments and seasons: 2 · 🥇 2\n– Summer: place 1 of 2\n– Spring: place 1 of 2" in await chat.use(ANNA, "profile")
    assert "🥈 2" in await chat.use(ANNA, "profile", player=BOHUMIL)
    assert "Tournaments" not in await chat.use(ANNA, "profile", game="hexknight")
    assert "Tournois" not in await chat.use(CECILE, "profile")
    await chat.bot.store.database.write(lambda db: db.execute("UPDATE tournaments SET guild = 2001 WHERE id = 1"))
    assert "Spring" not in await chat.use(CECILE, "profile", THERE, player=ANNA)
    await chat.set(ANNA, "profile", everywhere="true")
    answer = await chat.use(CECILE, "profile", THERE, player=ANNA)
    assert "Tournois et saisons\u00a0: 2 · 🥇 2\n– Summer\u00a0: place 1 sur 2" in answer
    assert "Spring" not in answer, "what another server has called its cup is its own"
    assert "Spring" in await chat.use(ANNA, "profile", World.direct(ANNA))
    await chat.bot.store.own_data.forget(int(ANNA))
    assert "Tournois" not in await chat.use(CECILE, "profile", THERE, player=ANNA)
