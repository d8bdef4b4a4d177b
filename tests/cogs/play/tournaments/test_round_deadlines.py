"""Days for a round, by rows: reminders, what ends, and where time stands."""

from __future__ import annotations

import asyncio

import pytest

from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.rows import OVER, Terms
from rules.competition.clock import DAY, HOUR
from rules.competition.tournament import LEAGUE, Plan
from tests.bids import KEY, memory
from tests.cogs.mortal import Mortal
from tests.cogs.play.tournaments.test_leagues import CLOCK, passes
from tests.cogs.test_tournaments_again import HOST, Cup
from tests.sampled import often
from tests.waiting import rounds, until


def new(plan: Plan, days: int, clock=None) -> NewTournament:
    terms = Terms(most=8, round_days=days)
    return NewTournament(1, 1, "Cup", HOST, KEY, {"asked": "one"}, "en", plan, "hand", False, clock, terms)


async def begun(store: Store, plan: Plan = Plan("swiss", rounds=3), days: int = 3, entrants: int = 4) -> Cup:  # noqa: B008
    """A tournament under way, of players 100 and those after it."""
    cup = Cup(store)
    await cup.tournaments.create(new(plan, days))
    for n in range(entrants):
        await cup.tournaments.enter(1, 100 + n, f"P{n}")
    await cup.tournaments.start(1)
    await cup.go_on()
    return cup


async def state(cup: Cup):
    return (await cup.tournaments.get(1)).state


async def moves(cup: Cup, fixture: int) -> None:
    """Whoever is asked in a match does something."""
    dealt = next(d.table for d in await cup.store.tournaments.live_tables(1) if d.fixture == fixture)
    table = await cup.tables.get(dealt)
    await table.act(table.acting[0], ("bid", "1"))


def why(cup: Cup) -> list[str]:
    return [told["why"] for told in cup.told if "why" in told]


async def test_those_who_play_are_reminded_a_day_before_and_then_it_is_decided(store):
    cup = await begun(store)
    assert (await cup.tournaments.get(1)).alarm == cup.at + 2 * DAY
    await passes(cup, 2 * DAY)
    (reminder,) = [told for told in cup.told if told.get("key") == "deadline.reminder"]
    assert sorted(reminder["entrants"]) == [0, 1, 2, 3]
    assert reminder["moments"]["until"] == cup.at + DAY
    await moves(cup, 0)
    await passes(cup, DAY - HOUR)
    await moves(cup, 0)
    assert why(cup) == []
    await passes(cup, HOUR)
    assert why(cup) == ["shared", "late"], "in one somebody has just moved, in the other nobody has ever"
    after = await state(cup)
    assert after.round == 2
    first = after.fixtures[1]
    assert first.absent == (first.entrants[0],), "whoever is asked was waited for"
    assert {d.fixture for d in await store.tournaments.live_tables(1)} == {2, 3}, "no game of before is left"
    assert {n: d.at for n, d in after.deadlines.items()} == dict.fromkeys((2, 3), cup.at + 3 * DAY)


async def test_a_cup_in_which_nobody_ever_comes_ends_all_the_same(store):
    cup = await begun(store, Plan("double"), days=1, entrants=8)
    for _ in range(20):
        await passes(cup, DAY / 2)
    assert (await cup.tournaments.get(1)).status == OVER


async def test_a_pause_and_time_in_which_nobody_can_write_are_added(store):
    cup = await begun(store)
    before = (await state(cup)).deadlines[0].at
    await cup.tournaments.pause(1, True, Ruling(9, "rain"))
    await passes(cup, 5 * DAY)
    assert why(cup) == []
    await cup.tournaments.pause(1, False, Ruling(9, "sun"))
    await cup.go_on()
    assert (await state(cup)).deadlines[0].at == before + 5 * DAY
    await cup.tournaments.stand(1, "blind", cup.at)
    await passes(cup, 9 * DAY)
    assert why(cup) == []
    await cup.tournaments.run(1)
    await cup.go_on()
    assert (await state(cup)).deadlines[0].at == before + 14 * DAY
    await cup.tournaments.delay(store.shards, lambda guild: cup.at - 2 * HOUR)
    assert (await state(cup)).deadlines[0].at == before + 14 * DAY + 2 * HOUR


async def test_holidays_put_a_match_off_but_not_for_ever(store):
    cup = await begun(store)
    pairs = [f.entrants for f in (await state(cup)).open]
    gone = 100 + pairs[0][0]
    await store.personal_settings.go_away(gone, cup.at + 2 * DAY, cup.at + 30 * DAY)
    await passes(cup, 3 * DAY)
    assert why(cup) == ["late"], "only the other match is over"
    assert (await state(cup)).deadlines[0].at == cup.at + 3 * DAY
    await passes(cup, 3 * DAY)
    assert why(cup) == ["late", "late"]


async def test_a_game_that_a_moderator_has_paused_ends_at_no_deadline(store):
    cup = await begun(store)
    dealt = next(d.table for d in await store.tournaments.live_tables(1) if d.fixture == 0)
    table = await cup.tables.get(dealt)
    await table.clocks.pause(True, None)
    await passes(cup, 3 * DAY)
    assert [f.number for f in (await state(cup)).open] == [0]


async def test_without_days_there_is_no_deadline(store):
    cup = await begun(store, days=0)
    await passes(cup, 90 * DAY)
    found = await cup.tournaments.get(1)
    assert (found.state.round, found.state.deadlines, found.alarm) == (1, {}, None)


async def test_a_league_has_its_last_day_instead(store):
    cup = Cup(store)
    with pytest.raises(Unfit, match=r"league\.round_days"):
        await cup.tournaments.create(new(Plan(LEAGUE, division=4), 3, CLOCK))


async def test_whatever_dies_between_each_match_ends_once():
    for kill_at in rounds("a deadline without being killed", step=often(3, 1)):
        async with memory() as store:
            cup = await begun(store)
            cup.at += 3 * DAY + 1
            mortal = Mortal(store, kill_at + 1)
            done = asyncio.ensure_future(cup.go_on())
            await until(lambda done=done, mortal=mortal: done.done() or mortal.dead.is_set(), "the end of either", pause=0.001)
            done.cancel()
            await asyncio.gather(done, return_exceptions=True)
            killed = mortal.dead.is_set()
            mortal.dead.clear()
            mortal.kill_at = 0
            cup.begin()
            cup.lock = asyncio.Lock()
            await cup.go_on()
            found = await state(cup)
            assert (found.round, len(found.fixtures), len(await store.tournaments.live_tables(1))) == (2, 4, 2)
            assert {told["over"] for told in cup.told if "why" in told} == {0, 1}
        if not killed:
            break
    assert kill_at > 2
