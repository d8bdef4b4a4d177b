"""Seasons of leagues by their rows: the next one is made once, time stands where nobody can play, and places are kept on the ladder."""

from __future__ import annotations

import asyncio
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.messages.tournaments.edited_settings import settings_of
from cogs.messages.tournaments.leagues import PastSeason, honours_lines
from cogs.play.presence.whereabouts import GONE, Whereabouts
from cogs.play.table import Table
from cogs.play.tournaments.leagues_and_ladders import BUSY
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from data.language import texts
from data.rest_hours import Hours
from data.store import Store
from data.store.changes import TOURNAMENT, Subject
from data.store.rows import LIVE, OPEN, OVER, Terms, Tournament
from rules.competition.clock import DAY, FORFEIT, HOUR, MOVE, UNTIL, Clock
from rules.competition.tournament import LEAGUE, Plan
from rules.competition.tournament.season import ASK
from rules.notation import RULED
from tests.bids import KEY, Bids, memory
from tests.cogs.mortal import Mortal
from tests.cogs.test_tournaments_again import HOST, Cup
from tests.sampled import often
from tests.waiting import rounds, until

PRAGUE = ZoneInfo("Europe/Prague")
AUTUMN = datetime(2026, 10, 19, 18, 0, tzinfo=PRAGUE).timestamp()
"""A week in which the clocks are put back."""
CLOCK = Clock(MOVE, DAY, then=FORFEIT)


def new(plan: Plan | None = None, clock: Clock | None = CLOCK, **terms: object) -> NewTournament:
    kept = Terms(most=640, **{"weeks": 1, **terms})  # type: ignore[arg-type]
    return NewTournament(1, 1, "League", HOST, KEY, {}, "en", plan or Plan(LEAGUE, division=4), "hand", False, clock, kept)


async def begun(store: Store, entrants: int = 3, at: float = AUTUMN) -> Cup:
    """A season under way, of players 100 and those after it."""
    cup = Cup(store)
    cup.at = at
    await cup.tournaments.create(new())
    for n in range(entrants):
        await cup.tournaments.enter(1, 100 + n, f"P{n}")
    await cup.tournaments.start(1)
    await cup.go_on()
    return cup


async def passes(cup: Cup, seconds: float) -> None:
    """Time goes by, and what is due happens."""
    cup.at += seconds
    for tournament in await cup.store.tournaments.alarmed(cup.at):
        await cup.tournaments.ring(tournament)
    await cup.go_on()


async def asked(store: Store, *staying: int, entrants: int = 3) -> Cup:
    """A season of which everybody has been asked whether they stay, and some do."""
    cup = await begun(store, entrants)
    await passes(cup, 3 * DAY)
    for player in staying:
        await cup.tournaments.stays(1, player, True)
    return cup


async def following(store: Store) -> list[Tournament]:
    return [
        row for (number,) in await store.all("SELECT id FROM tournaments WHERE id > 1 ORDER BY id") if (row := await store.tournaments.get(number))
    ]


async def names(store: Store, number: int) -> list[tuple[int, int]]:
    return [(p.entrant, p.player) for p in await store.tournaments.entrants(number)]


async def test_the_next_season_has_those_who_stay_and_keeps_the_places_of_others(store):
    cup = await asked(store, 100, 102)
    await cup.tournaments.would_play(1, 102, 0)
    await cup.tournaments.would_play(1, 100, 2)
    await cup.go_on()
    (dealt,) = await store.tournaments.live_tables(1)
    table = await cup.tables.get(dealt.table)
    loser = next(s.seat for s in table.seats if s.player == 100)
    await table.settle(0, RULED, [[1 - loser], [loser]])
    await passes(cup, 4 * DAY)
    (row,) = await following(store)
    assert (row.status, row.terms.season, row.terms.follows, row.state) == (OPEN, 2, 1, None)
    winner = (await names(store, 2))[0]
    assert winner == (0, 102), "who has won is the first of the next season"
    kept = {player: entrant for entrant, player in await names(store, 2)}
    await cup.tournaments.enter(2, 555, "New")
    await cup.tournaments.enter(2, 101, "P1")
    found = {player: entrant for entrant, player in await names(store, 2)}
    assert found == kept | {101: next(n for n in range(3) if n not in kept.values()), 555: 3}, "a place was kept; who is new is behind all"
    await cup.tournaments.leave(2, 102)
    await cup.tournaments.enter(2, 102, "P2")
    assert (await names(store, 2))[0] == (0, 102)
    assert row.terms.starts == cup.at + 3 * DAY
    cup.at += 3 * DAY
    await cup.tournaments.ring(2)
    await cup.tournaments.go_on(2, await store.outbox.of(next(s for s in await store.outbox.subjects(cup.at) if s.id == 2)))
    second = await cup.tournaments.get(2)
    assert second.status == LIVE
    players = dict(await names(store, 2))
    assert [players[e] for e in second.state.seeds] == [102, 100, 101, 555]


async def test_settings_of_the_next_season_may_be_changed_and_it_stays_the_next_one(store):
    cup = await asked(store, 100, 101, 102)
    await passes(cup, 4 * DAY)
    (row,) = await following(store)
    settings = settings_of(row)
    assert (settings["format"], settings["weeks"], settings["division"]) == ("league", "1", "4")
    await cup.tournaments.edit(row, new(Plan(LEAGUE, division=5), weeks=2, starts=row.terms.starts), ["weeks", "division"])
    changed = await cup.tournaments.get(2)
    assert (changed.plan.division, changed.terms.weeks, changed.terms.season, changed.terms.follows) == (5, 2, 2, 1)


async def test_a_season_goes_on_by_other_rules_of_its_game(store, monkeypatch):
    cup = await begun(store)

    async def match(player: int, other: int) -> Table:
        before = {dealt.table for dealt in await store.tournaments.live_tables(1)}
        await cup.tournaments.would_play(1, player, other - 100)
        await cup.tournaments.would_play(1, other, player - 100)
        await cup.go_on()
        (dealt,) = {dealt.table for dealt in await store.tournaments.live_tables(1)} - before
        return await cup.tables.get(dealt)

    first = await match(100, 101)
    monkeypatch.setattr(Bids, "version", Bids.version + 1)
    cup.begin()
    second = await match(100, 102)
    assert (first.row.version, second.row.version) == (1, 2)
    for number in (first.id, second.id):
        table = await cup.tables.get(number)
        winner = next(s.seat for s in table.seats if s.player == 100)
        await table.settle(0, RULED, [[winner], [1 - winner]])
    await cup.go_on()
    state = (await cup.tournaments.get(1)).state
    assert [f.places[0] for f in state.fixtures] == [(0,), (0,)]


async def test_where_nobody_stays_the_league_is_over(store):
    cup = await asked(store)
    await passes(cup, 4 * DAY)
    assert (await cup.tournaments.get(1)).status == OVER
    assert await following(store) == []


async def test_several_at_once_make_one_season(store):
    cup = await asked(store, 100)
    other = Cup(store)
    other.at = cup.at
    cup.at = other.at = cup.at + 4 * DAY
    store.now = lambda: cup.at
    await asyncio.gather(*(one.tournaments.go_on(1) for one in (cup, other, cup)), return_exceptions=True)
    await cup.go_on()
    assert len(await following(store)) == 1


async def test_whatever_dies_between_there_is_one_next_season():
    for kill_at in rounds("a season that ends without being killed", step=often(3, 1)):
        async with memory() as store:
            cup = await asked(store, 100, 101)
            cup.at += 4 * DAY
            mortal = Mortal(store, kill_at + 1)
            done = asyncio.ensure_future(cup.go_on())
            await until(
                lambda done=done, mortal=mortal: done.done() or mortal.dead.is_set(), "the end of what is owed, or of the process", pause=0.001
            )
            done.cancel()
            await asyncio.gather(done, return_exceptions=True)
            killed = mortal.dead.is_set()
            mortal.dead.clear()
            mortal.kill_at = 0
            cup.begin()
            cup.lock = asyncio.Lock()
            await cup.go_on()
            assert len(await following(store)) == 1
            assert (await cup.tournaments.get(1)).status == OVER
        if not killed:
            break
    assert kill_at > 2


async def test_whoever_plays_two_matches_elsewhere_in_the_server_begins_none(store):
    cup = await begun(store)
    for number, channel in ((2, 2), (3, 3), (4, 4)):
        other = NewTournament(1 if number < 4 else 2, channel, "Cup", HOST, KEY, {}, "en", Plan("single"), "hand", False)
        await cup.tournaments.create(other)
        for player in (100, 300 + number):
            await cup.tournaments.enter(number, player, "P")
    for number in (2, 3, 4):
        await cup.tournaments.start(number)
        await cup.tournaments.go_on(number)
        await cup.worker.work(Subject(TOURNAMENT, number))
    assert await store.tournaments.playing(1, besides=1) == {100: 2, 302: 1, 303: 1}
    for player, entrant in ((100, 1), (101, 0)):
        await cup.tournaments.would_play(1, player, entrant)
    await cup.go_on()
    found = await cup.tournaments.get(1)
    assert (found.state.fixtures, found.alarm) == ((), cup.at + BUSY)
    (dealt,) = await store.tournaments.live_tables(2)
    await (await cup.tables.get(dealt.table)).settle(0, RULED, [[0], [1]])
    await cup.tournaments.go_on(2)
    await passes(cup, BUSY)
    found = await cup.tournaments.get(1)
    assert [{*f.entrants} for f in found.state.open] == [{0, 1}]
    assert found.alarm == found.state.season.ends - ASK


async def test_where_fewer_than_three_stay_entries_stay_open(store):
    cup = await asked(store, 100, 102)
    await passes(cup, 4 * DAY)
    cup.at += 3 * DAY
    await cup.tournaments.ring(2)
    await cup.tournaments.start_by_itself(2)
    row = await cup.tournaments.get(2)
    assert (row.status, row.alarm) == (OPEN, None)
    await cup.tournaments.enter(2, 555, "New")
    await cup.tournaments.start(2)
    assert (await cup.tournaments.get(2)).status == LIVE


async def test_two_who_say_the_same_at_once_are_both_heard(store):
    cup = await begun(store)
    await asyncio.gather(cup.tournaments.would_play(1, 100, 1), cup.tournaments.would_play(1, 101, 0), cup.tournaments.would_play(1, 102, 0))
    await cup.go_on()
    state = (await cup.tournaments.get(1)).state
    assert [{*f.entrants} for f in state.fixtures] == [{0, 1}]
    assert [(w.by, w.other) for w in state.season.wishes] == [(2, 0)]
    assert len([told for told in cup.told if told.get("league") == "wish"]) >= 1


async def test_whoever_asks_again_calls_again_a_day_later(store):
    cup = await begun(store)

    def calls() -> int:
        return len([told for told in cup.told if told.get("league") == "wish"])

    for _ in range(3):
        await cup.tournaments.would_play(1, 100, 1)
    await cup.go_on()
    assert calls() == 1
    cup.at += DAY
    for _ in range(3):
        await cup.tournaments.would_play(1, 100, 1)
    await cup.go_on()
    assert calls() == 2


async def test_a_season_ends_at_the_hour_at_which_it_began_also_where_clocks_are_put_back(store):
    await store.personal_settings.set_hours(HOST, Hours("Europe/Prague"))
    cup = await begun(store)
    ends = (await cup.tournaments.get(1)).state.season.ends
    assert datetime.fromtimestamp(ends, PRAGUE) == datetime(2026, 10, 26, 18, 0, tzinfo=PRAGUE)
    assert ends - AUTUMN == 7 * DAY + HOUR


async def test_while_nobody_can_play_there_no_season_ends(store):
    cup = await begun(store)
    await cup.tournaments.would_play(1, 100, 1, 2)
    ends = (await cup.tournaments.get(1)).state.season.ends
    assert await cup.tournaments.stand(1, "server", cup.at)
    await passes(cup, 30 * DAY)
    found = await cup.tournaments.get(1)
    assert found.status == LIVE
    assert not found.state.season.closed
    assert await cup.tournaments.run(1)
    await cup.go_on()
    found = await cup.tournaments.get(1)
    assert (found.stands, found.state.season.ends, found.state.season.asked) == (None, ends + 30 * DAY, False)
    assert not await cup.tournaments.run(1)


async def test_a_pause_makes_a_season_longer(store):
    cup = await begun(store)
    ends = (await cup.tournaments.get(1)).state.season.ends
    await cup.tournaments.pause(1, True, Ruling(HOST, "holidays"))
    with pytest.raises(Unfit, match="paused"):
        await cup.tournaments.would_play(1, 100, 1)
    await passes(cup, 10 * DAY)
    assert not (await cup.tournaments.get(1)).state.season.closed
    await cup.tournaments.pause(1, False, Ruling(HOST, "on"))
    await cup.go_on()
    assert (await cup.tournaments.get(1)).state.season.ends == ends + 10 * DAY


async def test_a_substitute_is_asked_anew(store):
    cup = await asked(store, 100)
    await cup.tournaments.would_play(1, 100, 1)
    await cup.tournaments.substitute(1, 100, (200, "S"), Ruling(HOST, "ill"))
    season = (await cup.tournaments.get(1)).state.season
    assert not season.staying
    assert not season.wishes
    await passes(cup, 4 * DAY)
    assert await following(store) == []


async def test_who_has_left_the_server_is_out_at_the_end(store):
    cup = await asked(store, 100, 101, 102)
    cup.port.where = {102: Whereabouts(GONE)}
    await passes(cup, 4 * DAY)
    assert (await cup.tournaments.get(1)).state.dropped.keys() == {2}
    assert [player for _, player in await names(store, 2)] == [100, 101]


async def test_what_somebody_says_in_a_league_is_in_their_file_and_goes_with_the_season(store):
    cup = await asked(store, 100)
    await cup.tournaments.would_play(1, 100, 1)
    said = {"tournament": 1, "would_play": [{"entrant": 1, "asked": cup.at, "from": cup.at}], "stays": True}
    assert (await store.own_data.about(100))["leagues"] == [said]
    assert (await store.own_data.about(101))["leagues"] == []
    await passes(cup, 4 * DAY)
    assert (await store.own_data.about(100))["leagues"] == [said | {"would_play": []}]


async def test_whoever_is_forgotten_stays_nobody_in_the_page_of_honours(store):
    cup = await asked(store, 100, 101)
    await store.own_data.forget(100)
    await passes(cup, 4 * DAY)
    assert [player for _, player in await names(store, 2)] == [101]
    past = PastSeason(await cup.tournaments.get(1), await store.tournaments.entrants(1))
    words = "\n".join(honours_lines([past], texts("en", "monster_hex")))
    assert "P0" not in words
    assert "P1" in words
    assert "**League, season 1**" in words


@pytest.mark.parametrize(("clock", "terms", "why"), [
    (None, {}, "clock"), (Clock(UNTIL, AUTUMN + DAY, then=FORFEIT), {}, "clock"), (CLOCK, {"by_hand": True}, "by_hand"),
])  # fmt: skip
async def test_what_a_league_cannot_be(clock, terms, why):
    async with memory() as store:
        cup = Cup(store)
        with pytest.raises(Unfit, match=why):
            await cup.tournaments.create(new(clock=clock, **terms))
        with pytest.raises(Unfit, match="division"):
            await cup.tournaments.create(new(Plan(LEAGUE)))
