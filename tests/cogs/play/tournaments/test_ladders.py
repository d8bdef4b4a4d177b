"""Ladders by their rows: several who press at once, deaths in between, holidays, blocks, and time that stands where nobody can act."""

from __future__ import annotations

import asyncio

import pytest

from cogs.messages.tournaments.edited_settings import settings_of
from cogs.play.presence.whereabouts import GONE, Whereabouts
from cogs.play.tournaments.leagues_and_ladders import BUSY
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.changes import TOURNAMENT, Subject
from data.store.rows import LIVE, OPEN, OVER, Terms
from data.store.shards import EVERYTHING
from rules.competition.clock import DAY, FORFEIT, HOUR, MOVE, UNTIL, Clock
from rules.competition.tournament import LADDER, Plan
from rules.competition.tournament.ladders import APART
from rules.notation import RULED
from tests.bids import KEY, memory
from tests.cogs.mortal import Mortal
from tests.cogs.play.tournaments.test_leagues import passes
from tests.cogs.test_tournaments_again import HOST, Cup
from tests.sampled import often
from tests.waiting import rounds, until

CLOCK = Clock(MOVE, DAY, then=FORFEIT)
PLAN = Plan(LADDER, reach=3, answer=3, idle=21, at_once=2)


def new(plan: Plan = PLAN, clock: Clock | None = CLOCK, **terms: object) -> NewTournament:
    return NewTournament(1, 1, "Stairs", HOST, KEY, {}, "en", plan, "hand", False, clock, Terms(most=640, **terms))  # type: ignore[arg-type]


async def begun(store: Store, entrants: int = 5, plan: Plan = PLAN) -> Cup:
    """A ladder under way, of players 100 and those after it."""
    cup = Cup(store)
    await cup.tournaments.create(new(plan))
    for n in range(entrants):
        await cup.tournaments.enter(1, 100 + n, f"P{n}")
    await cup.tournaments.start(1)
    await cup.go_on()
    return cup


async def rungs(cup: Cup) -> list[int]:
    state = (await cup.tournaments.get(1)).state
    return [*state.ladder.rungs]


async def accepted(cup: Cup, by: int, other: int) -> None:
    """A challenge whose match begins."""
    await cup.tournaments.challenge(1, 100 + by, other)
    await cup.tournaments.answer(1, 100 + other, by, True)
    await cup.go_on()


async def won_by(cup: Cup, player: int) -> None:
    """Whoever plays wins their only match."""
    for dealt in await cup.store.tournaments.live_tables(1):
        table = await cup.tables.get(dealt.table)
        winner = next((s.seat for s in table.seats if s.player == player), None)
        if winner is not None:
            await table.settle(0, RULED, [[winner], [1 - winner]])
    await cup.go_on()


def told(cup: Cup, what: str) -> list[dict]:
    return [one for one in cup.told if one.get("ladder") == what]


async def test_a_challenge_a_match_and_a_rung(store):
    cup = await begun(store)
    await accepted(cup, 3, 1)
    assert len(told(cup, "challenged")) == 1
    await won_by(cup, 103)
    assert await rungs(cup) == [0, 3, 1, 2, 4]
    with pytest.raises(Unfit, match="too_soon"):
        await cup.tournaments.challenge(1, 101, 3)
    cup.at += APART
    await cup.tournaments.challenge(1, 101, 3)


async def test_who_is_challenged_by_several_at_once_has_no_more_than_they_may(store):
    cup = await begun(store)
    done = await asyncio.gather(*(cup.tournaments.challenge(1, 100 + by, 1) for by in (2, 3, 4)), return_exceptions=True)
    assert sorted(str(one) if one else "" for one in done) == ["", "", "ladder.they_full"]
    await cup.go_on()
    assert len(told(cup, "challenged")) == 2


async def test_an_answer_and_a_challenge_taken_back_at_once_are_one_of_both(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    both = (cup.tournaments.answer(1, 101, 3, False), cup.tournaments.withdraw(1, 103, 1), cup.tournaments.answer(1, 101, 3, True))
    done = await asyncio.gather(*both, return_exceptions=True)
    assert [str(one) for one in done if one] == ["ladder.no_challenge"] * 2
    await cup.go_on()


async def test_where_nobody_answers_the_rung_is_passed_on_and_told_once(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    await passes(cup, 3 * DAY - 1)
    assert await rungs(cup) == [0, 1, 2, 3, 4]
    await passes(cup, 1)
    await cup.go_on()
    assert await rungs(cup) == [0, 3, 1, 2, 4]
    assert [(one["who"], one["other"], one["rung"]) for one in told(cup, "passed")] == [(3, 1, 2)]
    with pytest.raises(Unfit, match="no_challenge"):
        await cup.tournaments.answer(1, 101, 3, True)


async def test_whatever_dies_between_a_rung_is_passed_on_once():
    for kill_at in rounds("a challenge that is due without being killed", step=often(3, 1)):
        async with memory() as store:
            cup = await begun(store)
            await cup.tournaments.challenge(1, 103, 1)
            cup.at += 3 * DAY
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
            assert await rungs(cup) == [0, 3, 1, 2, 4]
            assert len(told(cup, "passed")) in (1, 2), "told again at most where it is not known whether it was"
        if not killed:
            break
    assert kill_at > 2


async def test_two_processes_at_once_pass_a_rung_on_once(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    other = Cup(store)
    cup.at = other.at = cup.at + 3 * DAY
    store.now = lambda: cup.at
    await asyncio.gather(*(one.tournaments.go_on(1) for one in (cup, other, cup)), return_exceptions=True)
    await cup.go_on()
    assert await rungs(cup) == [0, 3, 1, 2, 4]
    assert len(told(cup, "passed")) == 1


async def test_who_has_left_the_server_gets_no_rung(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    cup.port.where = {103: Whereabouts(GONE)}
    await passes(cup, 3 * DAY)
    found = await cup.tournaments.get(1)
    assert (await rungs(cup), found.state.ladder.challenges, found.state.away) == ([0, 1, 2, 3, 4], (), (3,))
    with pytest.raises(Unfit, match="takes_none"):
        await cup.tournaments.challenge(1, 104, 3)
    cup.port.where = {}
    await cup.tournaments.challenge(1, 103, 2)
    await cup.tournaments.challenge(1, 104, 3)


async def test_holidays_stop_the_time_to_answer_and_nobody_is_challenged_then(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    await store.personal_settings.go_away(101, cup.at + DAY, cup.at + 11 * DAY)
    for _ in range(12):
        await passes(cup, DAY)
        assert await rungs(cup) == [0, 1, 2, 3, 4]
    with pytest.raises(Unfit, match="waits_already"):
        await cup.tournaments.challenge(1, 103, 1)
    await passes(cup, DAY)
    assert await rungs(cup) == [0, 3, 1, 2, 4]
    await store.personal_settings.go_away(102, cup.at, cup.at + DAY)
    with pytest.raises(Unfit, match="takes_none"):
        await cup.tournaments.challenge(1, 104, 2)


async def test_whoever_is_blocked_reads_what_is_read_of_holidays(store):
    cup = await begun(store)
    await store.blocks.add(101, 103)
    with pytest.raises(Unfit, match="takes_none"):
        await cup.tournaments.challenge(1, 103, 1)
    await cup.tournaments.challenge(1, 104, 1)
    await cup.tournaments.challenge(1, 103, 0)
    await store.personal_settings.go_away(102, cup.at, cup.at + DAY)
    seen = await cup.tournaments.on_ladder(1, 103)
    assert (seen.deaf, seen.state.ladder.resting) == ([1], (2,))


async def test_whoever_plays_enough_elsewhere_begins_none_until_that_is_over(store):
    cup = await begun(store, plan=Plan(LADDER, reach=3, answer=3, idle=21, at_once=1))
    other = NewTournament(1, 2, "Cup", HOST, KEY, {}, "en", Plan("single"), "hand", False)
    await cup.tournaments.create(other)
    for player in (101, 300):
        await cup.tournaments.enter(2, player, "P")
    await cup.tournaments.start(2)
    await cup.tournaments.go_on(2)
    await cup.worker.work(Subject(TOURNAMENT, 2))
    await accepted(cup, 3, 1)
    found = await cup.tournaments.get(1)
    assert (found.state.fixtures, found.alarm) == ((), cup.at + BUSY)
    (dealt,) = await store.tournaments.live_tables(2)
    await (await cup.tables.get(dealt.table)).settle(0, RULED, [[0], [1]])
    await cup.tournaments.go_on(2)
    await passes(cup, BUSY)
    assert [{*f.entrants} for f in (await cup.tournaments.get(1)).state.open] == [{1, 3}]


async def test_while_nobody_can_act_there_no_time_runs(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    assert await cup.tournaments.stand(1, "server", cup.at)
    await passes(cup, 30 * DAY)
    assert await rungs(cup) == [0, 1, 2, 3, 4]
    with pytest.raises(Unfit, match="paused"):
        await cup.tournaments.answer(1, 101, 3, False)
    assert await cup.tournaments.run(1)
    await passes(cup, 3 * DAY - 1)
    assert await rungs(cup) == [0, 1, 2, 3, 4]
    await passes(cup, 1)
    assert await rungs(cup) == [0, 3, 1, 2, 4]


@pytest.mark.parametrize(("away", "credited"), [(2 * HOUR, True), (HOUR / 2, False)])
async def test_a_bot_that_was_away_for_long_costs_nobody_their_rung(store, away, credited):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    cup.at += 3 * DAY
    await cup.tournaments.delay(EVERYTHING, lambda guild: cup.at - away)
    await cup.go_on()
    assert (await rungs(cup) == [0, 1, 2, 3, 4]) == credited


async def test_a_pause_stops_everything(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    await cup.tournaments.pause(1, True, Ruling(HOST, "holidays"))
    for act in (cup.tournaments.challenge(1, 104, 1), cup.tournaments.answer(1, 101, 3, True), cup.tournaments.withdraw(1, 103, 1)):
        with pytest.raises(Unfit, match="paused"):
            await act
    await passes(cup, 30 * DAY)
    await cup.tournaments.pause(1, False, Ruling(HOST, "on"))
    await passes(cup, 2 * DAY)
    assert await rungs(cup) == [0, 1, 2, 3, 4]
    await passes(cup, DAY)
    assert await rungs(cup) == [0, 3, 1, 2, 4]


async def test_a_substitute_has_the_rung_and_time_to_answer(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 101, 0)
    await cup.tournaments.challenge(1, 103, 1)
    cup.at += 2 * DAY
    await cup.tournaments.substitute(1, 101, (200, "S"), Ruling(HOST, "ill"))
    ladder = (await cup.tournaments.get(1)).state.ladder
    assert [(c.by, c.due) for c in ladder.challenges] == [(3, cup.at + 3 * DAY)]
    await cup.tournaments.answer(1, 200, 3, True)
    await cup.go_on()
    (dealt,) = await store.tournaments.live_tables(1)
    assert {s.player for s in (await cup.tables.get(dealt.table)).seats} == {200, 103}


async def test_one_comes_at_any_time_and_leaves_and_comes_back_at_the_bottom(store):
    cup = await begun(store)
    await cup.tournaments.enter(1, 555, "New")
    await cup.go_on()
    assert await rungs(cup) == [0, 1, 2, 3, 4, 5]
    await cup.tournaments.challenge(1, 555, 2)
    await accepted(cup, 3, 1)
    await cup.tournaments.leave(1, 101)
    await cup.go_on()
    assert await rungs(cup) == [0, 3, 2, 4, 5], "whoever they played has their rung"
    assert await cup.tournaments.enter(1, 101, "P1")
    await cup.go_on()
    assert await rungs(cup) == [0, 3, 2, 4, 5, 1]
    with pytest.raises(Unfit, match="entered_already"):
        await cup.tournaments.enter(1, 101, "P1")


async def test_it_ends_by_its_host_and_what_is_played_then_counts_for_nothing(store):
    cup = await begun(store)
    await accepted(cup, 3, 1)
    await cup.tournaments.challenge(1, 104, 2)
    await cup.tournaments.end(1, Ruling(HOST, "the year is over"))
    found = await cup.tournaments.get(1)
    assert (found.status, found.state.ladder.closed, found.state.ladder.challenges) == (OVER, cup.at, ())
    (dealt,) = await store.tournaments.live_tables(1)
    table = await cup.tables.get(dealt.table)
    await table.settle(0, RULED, [[next(s.seat for s in table.seats if s.player == 103)], [next(s.seat for s in table.seats if s.player == 101)]])
    await cup.go_on()
    assert await rungs(cup) == [0, 1, 2, 3, 4]
    with pytest.raises(Unfit, match="no_ladder"):
        await cup.tournaments.challenge(1, 103, 1)


async def test_somebody_from_elsewhere_can_do_nothing(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    for act in (cup.tournaments.challenge(1, 999, 1), cup.tournaments.answer(1, 999, 3, True), cup.tournaments.withdraw(1, 999, 1)):
        with pytest.raises(Unfit, match="not_on"):
            await act
    for act in (cup.tournaments.answer(1, 102, 3, True), cup.tournaments.withdraw(1, 104, 1), cup.tournaments.answer(1, 101, 77, True)):
        with pytest.raises(Unfit, match="no_challenge"):
            await act


async def test_what_somebody_says_on_a_ladder_is_in_their_file_and_goes_with_the_answer(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    said = {"tournament": 1, "rung": 4, "challenges": [{"entrant": 1, "until": cup.at + 3 * DAY}]}
    assert (await store.own_data.about(103))["ladders"] == [said]
    await cup.tournaments.answer(1, 101, 3, False)
    assert (await store.own_data.about(103))["ladders"] == [{"tournament": 1, "rung": 2, "challenges": []}]
    assert (await store.own_data.about(999))["ladders"] == []


async def test_whoever_is_forgotten_stays_nobody_on_their_rung(store):
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    await cup.tournaments.leave(1, 101)
    await store.own_data.forget(101)
    await cup.go_on()
    assert await rungs(cup) == [0, 2, 3, 4]
    assert "P1" not in [p.name for p in await store.tournaments.entrants(1)]
    await cup.tournaments.enter(1, 101, "P1")
    await cup.go_on()
    assert await rungs(cup) == [0, 2, 3, 4, 5], "as somebody new"


async def test_settings_may_be_changed_before_it_begins(store):
    cup = Cup(store)
    await cup.tournaments.create(new(Plan(LADDER, reach=5, answer=3, idle=21, at_once=2)))
    row = await cup.tournaments.get(1)
    settings = settings_of(row)
    assert (settings["format"], settings["reach"], settings.get("answer")) == ("ladder", "5", None)
    await cup.tournaments.edit(row, new(), ["reach"])
    changed = await cup.tournaments.get(1)
    assert (changed.status, changed.plan) == (OPEN, PLAN)


async def test_it_needs_two(store):
    cup = Cup(store)
    await cup.tournaments.create(new())
    await cup.tournaments.enter(1, 100, "P0")
    with pytest.raises(Unfit):
        await cup.tournaments.start(1)
    await cup.tournaments.enter(1, 101, "P1")
    await cup.tournaments.start(1)
    assert (await cup.tournaments.get(1)).status == LIVE


@pytest.mark.parametrize(("plan", "clock", "terms", "why"), [
    (PLAN, None, {}, "clock"), (PLAN, Clock(UNTIL, 2_000_000.0, then=FORFEIT), {}, "clock"), (PLAN, CLOCK, {"by_hand": True}, "by_hand"),
    (Plan(LADDER), CLOCK, {}, "ladder"), (Plan("swiss", reach=1), CLOCK, {}, "ladder"),
])  # fmt: skip
async def test_what_a_ladder_cannot_be(plan, clock, terms, why):
    async with memory() as store:
        cup = Cup(store)
        with pytest.raises(Unfit, match=why):
            await cup.tournaments.create(new(plan, clock, **terms))


async def test_a_moderator_puts_somebody_on_another_rung_and_back(store):
    """With a reason that the channel reads; challenges that have no sense then are over, and who stood on top is known."""
    cup = await begun(store)
    await cup.tournaments.challenge(1, 103, 1)
    await cup.tournaments.challenge(1, 104, 2)
    cup.at += DAY
    await cup.tournaments.put_on_rung(1, 3, 1, Ruling(9, "typed wrongly"))
    await cup.go_on()
    assert await rungs(cup) == [3, 0, 1, 2, 4]
    state = (await cup.tournaments.get(1)).state
    assert [(c.by, c.other) for c in state.ladder.challenges] == [(4, 2)]
    assert [one["act"] for one in cup.told if "act" in one] == [[9, "rung", "P3, 4 → 1", "typed wrongly"]]
    cup.at += DAY
    await cup.tournaments.put_on_rung(1, 3, 4, Ruling(9, "it was right"))
    await cup.go_on()
    state = (await cup.tournaments.get(1)).state
    assert await rungs(cup) == [0, 1, 2, 3, 4]
    assert [r.who for r in state.ladder.reigns] == [0, 3, 0]
    assert [(m.what, m.who, m.rung) for m in state.ladder.moves] == [("put", 3, 1), ("put", 3, 4)]


@pytest.mark.parametrize(("entrant", "rung", "why"), [(3, 0, "no_such_rung"), (3, 6, "no_such_rung"), (3, 4, "no_such_rung"), (9, 1, "not_in")])
async def test_there_are_rungs_on_which_nobody_is_put(store, entrant, rung, why):
    cup = await begun(store)
    with pytest.raises(Unfit, match=why):
        await cup.tournaments.put_on_rung(1, entrant, rung, Ruling(9, "because"))
    with pytest.raises(Unfit, match="own_game"):
        await cup.tournaments.put_on_rung(1, 3, 1, Ruling(104, "who plays does not rule"))
    await cup.tournaments.drop(1, 103, Ruling(9, "because"))
    await cup.go_on()
    with pytest.raises(Unfit, match="not_in"):
        await cup.tournaments.put_on_rung(1, 3, 1, Ruling(9, "because"))
    assert await rungs(cup) == [0, 1, 2, 4]
