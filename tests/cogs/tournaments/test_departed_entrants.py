"""Entrants who have left the server: asked for when something is paired; dropped before the start, else not paired, and their host decides."""

from __future__ import annotations

import asyncio
import re

import pytest

from cogs.messages.mentions import NOBODY
from cogs.messages.tournaments.departed_entrants import away_message
from cogs.play.presence import membership as asking
from cogs.play.presence.membership import attendance
from cogs.play.presence.whereabouts import BLIND, GONE, HERE, MUTED, UNKNOWN, Whereabouts
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from data.store import Store
from data.store.changes import TOURNAMENT, Subject
from data.store.rows import Terms
from playground.error_codes import UNKNOWN_USER, Rejected
from rules.competition import tournament as tournament_rules
from rules.competition.clock import HOUR
from rules.competition.tournament import Plan
from rules.notation import RULED
from tests.bids import KEY, known
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, JUDGE
from tests.cogs.test_tournaments_again import USUAL, Cup
from tests.cogs.tournaments.in_chat import open_with, said, threads
from tests.databases import drop, fresh
from tests.waiting import within

LEFT = Whereabouts(GONE)
PLANS = {
    "swiss": Plan("swiss", rounds=3),
    "single": Plan("single"),
    "double": Plan("double"),
    "robin": Plan("robin"),
    "groups": Plan("groups", groups=2, cut=2),
    "pods": Plan("pods", seats=3, rounds=3),
}


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request, tmp_path):
    where = tmp_path / "games.sqlite3" if request.param == "sqlite" else fresh()
    opened = await Store.open(where)
    with known():
        yield opened
    await opened.close()
    if request.param == "postgresql":
        drop(where)


async def opened(store: Store, plan: Plan, entrants: int, terms: Terms = USUAL) -> Cup:
    """A tournament with its entrants, 100 and those after it."""
    cup = Cup(store)
    await cup.tournaments.create(NewTournament(1, 1, "Cup", 9, KEY, {}, "en", plan, "hand", False, None, terms))
    for n in range(entrants):
        await cup.tournaments.enter(1, 100 + n, f"P{n}")
    return cup


async def round_over(cup: Cup) -> None:
    """All tables that are there end: whoever is first of the entrants wins."""
    await cup.go_on()
    for (game,) in await cup.store.all("SELECT id FROM games WHERE status = 'live' ORDER BY id"):
        table = await cup.tables.get(game)
        order = sorted((s.seat for s in table.seats), key=lambda seat: table.seats[seat].player or 0)
        await table.settle(0, RULED, [[seat] for seat in order])
    await cup.go_on()


def gone(cup: Cup, *players: int) -> None:
    """These have left the server, and nobody else."""
    cup.port.where = dict.fromkeys(players, LEFT)


async def dealt(cup: Cup) -> set[int]:
    """Who sits at a table that is being played."""
    live = await cup.store.all("SELECT DISTINCT s.player FROM seats s JOIN games g ON g.id = s.game WHERE g.status = 'live'")
    return {row[0] for row in live}


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("name", PLANS)
async def test_who_has_left_is_dealt_nothing_more_and_the_tournament_ends(store, name):
    cup = await opened(store, PLANS[name], 8)
    await cup.tournaments.start(1)
    await round_over(cup)
    gone(cup, 101, 104)
    away: list[int] = []
    for _ in range(20):
        await round_over(cup)
        state = (await cup.tournaments.get(1)).state
        assert state is not None
        if not state.open:
            break
        before = await store.all("SELECT COUNT(*) FROM games")
        away = [*state.away]
        gone(cup, 101, 104)
        assert not {101, 104} & await dealt(cup) or before[0][0] <= 8
    found = await cup.tournaments.get(1)
    assert found.status == "over"
    assert found.state is not None
    assert not found.state.dropped, "whoever has left has not been dropped by anybody"
    told = [entrant for payload in cup.told for entrant in payload.get("away", ())]
    assert set(told) <= {1, 4}
    assert len(told) == len(set(told)), "each of them is told of once"
    assert set(away) <= {1, 4}


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("silence", [UNKNOWN, BLIND, MUTED, HERE])
async def test_nobody_is_gone_of_whom_that_is_not_known(store, name, silence):
    cup = await opened(store, PLANS[name], 8)
    cup.port.where = {100 + n: Whereabouts(silence) for n in range(8)}
    await cup.tournaments.start(1)
    for _ in range(12):
        await round_over(cup)
    found = await cup.tournaments.get(1)
    assert found.status == "over"
    assert found.state is not None
    assert len(found.state.seeds) == 8
    assert not found.state.away
    assert not any(f.absent for f in found.state.fixtures)
    assert not [payload for payload in cup.told if "away" in payload or "missing" in payload]


async def test_before_the_start_the_gone_are_dropped_with_a_word(store):
    cup = await opened(store, PLANS["swiss"], 6)
    gone(cup, 102, 103)
    await cup.tournaments.start(1)
    await cup.go_on()
    assert [p.player for p in await store.tournaments.entrants(1)] == [100, 101, 104, 105]
    assert {"channel": 1, "missing": {"102": "P2", "103": "P3"}, "left": True} in cup.told
    assert await dealt(cup) == {100, 101, 104, 105}


@pytest.mark.parametrize("by", ["hand", "the hour"])
async def test_with_too_few_left_nothing_is_lost(store, by):
    cup = await opened(store, PLANS["swiss"], 4, Terms(starts=1_000_000.0 + HOUR))
    gone(cup, 101, 102, 103)
    if by == "hand":
        with pytest.raises(Unfit) as unfit:
            await cup.tournaments.start(1)
        assert (unfit.value.reason, unfit.value.facts) == ("tournament.unplayable_left", {"n": 1})
    else:
        cup.at += HOUR
        await cup.tournaments.ring(1)
        assert await store.one("SELECT status, alarm FROM tournaments") == ("open", None)
        await cup.worker.work(Subject(TOURNAMENT, 1))
        assert cup.told == [{"channel": 1, "key": "tournament.unplayable_left", "facts": {"n": 1}}]
    assert len(await store.tournaments.entrants(1)) == 4
    gone(cup)
    await cup.tournaments.start(1)
    assert await store.one("SELECT status FROM tournaments") == ("live",)


async def test_at_its_hour_it_starts_without_those_who_have_left(store):
    cup = await opened(store, PLANS["swiss"], 5, Terms(starts=1_000_000.0 + HOUR))
    gone(cup, 104)
    cup.at += HOUR
    await cup.tournaments.ring(1)
    assert not cup.port.asked_for, "clocks do not wait for the answers"
    await cup.worker.work(Subject(TOURNAMENT, 1))
    assert await store.one("SELECT status FROM tournaments") == ("live",)
    assert len(await store.tournaments.entrants(1)) == 4


@pytest.mark.parametrize("name", ["swiss", "robin", "pods", "groups"])
async def test_a_round_waits_where_too_few_are_there_and_goes_on_by_itself(store, name):
    cup = await opened(store, PLANS[name], 6)
    await cup.tournaments.start(1)
    await cup.go_on()
    gone(cup, *range(101, 106))
    await round_over(cup)
    found = await cup.tournaments.get(1)
    assert (found.status, found.news, await dealt(cup)) == ("live", "short 1", set())
    assert found.alarm == cup.at + 15 * 60
    asked = len(cup.port.asked_for)
    await cup.go_on()
    assert cup.said.count("short 1") == 1, "it is told once"
    gone(cup)
    cup.at += 15 * 60
    assert await store.tournaments.alarmed(cup.at) == [1]
    await cup.tournaments.ring(1)
    await cup.worker.work(Subject(TOURNAMENT, 1))
    found = await cup.tournaments.get(1)
    assert len(cup.port.asked_for) > asked
    assert (found.news, found.alarm) == ("main 2", None)
    assert len(await dealt(cup)) == (4 if name == "groups" else 6), "in groups of three somebody sits out"


async def test_sixty_four_entrants_of_whom_half_have_left(store):
    cup = await opened(store, Plan("swiss", rounds=4), 64)
    most = under_way = 0
    usual = cup.port.whereabouts

    async def slow(*what: int) -> Whereabouts:
        nonlocal most, under_way
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return await usual(*what)

    cup.port.whereabouts = slow  # type: ignore[method-assign, assignment]
    await cup.tournaments.start(1)
    await cup.go_on()
    gone(cup, *range(132, 164))
    await round_over(cup)
    state = (await cup.tournaments.get(1)).state
    assert state is not None
    assert (state.round, len(state.away), len(state.open)) == (2, 32, 16)
    assert await dealt(cup) == {*range(100, 132)}
    assert [len(payload["away"]) for payload in cup.told if "away" in payload] == [25, 7], "as many in a message as a menu holds"
    assert most == asking.AT_ONCE
    assert len(cup.port.asked_for) == 64 + 64


async def test_the_lock_is_free_while_discord_is_asked(store):
    cup = await opened(store, PLANS["swiss"], 4)
    await cup.tournaments.start(1)
    await cup.go_on()
    silent, asked = asyncio.Event(), asyncio.Event()

    async def waits(*what: int) -> Whereabouts:
        asked.set()
        async with within("the answer"):
            await silent.wait()
        return Whereabouts(UNKNOWN)

    cup.port.whereabouts = waits  # type: ignore[method-assign, assignment]
    for (game,) in await store.all("SELECT id FROM games WHERE status = 'live'"):
        await (await cup.tables.get(game)).settle(0, RULED, [[0], [1]])
    going = asyncio.create_task(cup.tournaments.go_on(1))
    async with within("the round to be made"):
        await asked.wait()
        await cup.tournaments.leave(1, 103)
        silent.set()
        await going
    state = (await cup.tournaments.get(1)).state
    assert state is not None
    assert (state.round, state.active) == (2, [0, 1, 2])


async def test_silence_is_not_waited_for_long(monkeypatch):
    monkeypatch.setattr(asking, "LONGEST", 0.05)

    class Chat:
        async def whereabouts(self, guild: int, player: int, channel: int | None = None) -> Whereabouts:
            if player % 2:
                await asyncio.sleep(60)
            return LEFT

    async with within("nothing more to be waited for"):
        assert await attendance(Chat(), 1, [2, 4, 1, 3]) == {2: False, 4: False}


# In a chat


async def played(chat) -> None:
    """All games that are open end: whoever has entered first wins."""
    for thread in threads(chat):
        table = await chat.bot.tables.here(int(thread))
        if not table.over:
            order = sorted((s.seat for s in table.seats), key=lambda seat: table.seats[seat].player or 0)
            await table.settle(0, RULED, [[seat] for seat in order])
            await chat.settle()


def asked(chat) -> dict:
    """The message that asks the host."""
    return [m for m in chat.seen(None) if "drop them, or keep them" in m["content"]][-1]


async def state_of(chat) -> tournament_rules.TournamentState:
    found = (await chat.bot.tournaments.get(1)).state
    assert found is not None
    return found


async def begun(chat, **settings: str) -> None:
    await open_with(chat, ANNA, BOHUMIL, CECILE, DARA, **{"format": "robin"} | settings)
    await chat.use(ANNA, "tournament start")
    await chat.settle()


async def test_the_host_drops_who_has_left(chat):
    await begun(chat)
    chat.leaves(DARA)
    await played(chat)
    message = asked(chat)
    assert "No longer on this server, and not paired until they are back: Dara." in message["content"]
    assert [m["id"] for m in message["mentions"]] == [ANNA], "the host is called"
    assert chat.labels(message) == ["Drop", "Keep"]
    assert "Spravovat události" in await chat.press(BOHUMIL, message, "Drop")
    assert not (await state_of(chat)).dropped
    await chat.restart()
    await chat.press(ANNA, message, "Drop")
    assert list((await state_of(chat)).dropped) == [3]
    assert "takes Dara out of the tournament: no longer on this server" in said(chat)
    assert "not in this tournament" in await chat.press(ANNA, message, "Keep")
    await played(chat)
    await played(chat)
    assert "🏆" in said(chat)


async def test_who_is_kept_is_dealt_again(chat):
    await begun(chat)
    chat.leaves(DARA)
    await played(chat)
    before = len(threads(chat))
    await chat.press(ANNA, asked(chat), "Keep")
    assert "keeps Dara in the tournament" in said(chat)
    await played(chat)
    assert len(threads(chat)) == before + 2, "both matches of the third round are played"
    assert "ould not be invited" not in said(chat), "nobody is asked again about who is kept"


async def test_who_comes_back_is_paired_again_by_themselves(chat):
    await begun(chat)
    chat.leaves(DARA)
    await played(chat)
    assert (await state_of(chat)).away == (3,)
    chat.comes_back(DARA)
    await played(chat)
    state = await state_of(chat)
    assert (state.away, len(state.open)) == ((), 2)


async def test_in_a_knockout_the_opponent_goes_on(chat):
    await begun(chat, format="single", seeding="hand")
    chat.leaves(ANNA)
    await played(chat)
    (final,) = [f for f in (await state_of(chat)).fixtures if f.round == 2]
    assert (sorted(final.entrants), final.absent, final.places) == ([0, 1], (0,), ((1,), (0,)))
    assert "so that their opponents go on without a game: Anna." in said(chat)
    assert "🏆" in said(chat)


async def test_a_final_of_two_who_have_left_waits_for_the_host(chat):
    await begun(chat, format="single", seeding="hand")
    chat.leaves(ANNA)
    chat.leaves(BOHUMIL)
    await played(chat)
    assert [f.round for f in (await state_of(chat)).fixtures] == [1, 1]
    assert "too few entrants are still on this server" in said(chat)
    assert "🏆" not in said(chat)
    await chat.choose(CECILE, asked(chat), chat.menus(asked(chat))[0], ["0"])
    assert not (await state_of(chat)).dropped, "not for everybody"
    chat.comes_back(BOHUMIL)
    await chat.choose(DARA, asked(chat), chat.menus(asked(chat))[0], ["0"])
    assert "Bohumil" in said(chat)[said(chat).index("🏆") :]


async def test_several_are_chosen_from_menus(chat):
    await begun(chat, format="swiss", rounds="3")
    chat.leaves(DARA)
    chat.leaves(CECILE)
    await played(chat)
    message = asked(chat)
    drop_menu, keep_menu = chat.menus(message)
    assert [o["label"] for o in drop_menu["options"]] == ["Cécile", "Dara"]
    await chat.choose(ANNA, message, drop_menu, ["2"])
    await chat.choose(ANNA, message, keep_menu, ["3"])
    state = await state_of(chat)
    assert (list(state.dropped), state.kept) == ([2], (3,))
    assert "not in this tournament" in await chat.choose(ANNA, message, keep_menu, ["2"])
    assert await state_of(chat) == state


async def test_who_leaves_before_the_invitation_is_told_of(chat, monkeypatch):
    """The round was made when they were there."""
    await begun(chat)

    async def everybody(guild: int, player: int, channel: int | None = None) -> Whereabouts:
        return Whereabouts(HERE)

    monkeypatch.setattr(chat.bot.port, "whereabouts", everybody)
    chat.leaves(DARA)
    await played(chat)
    message = asked(chat)
    assert "Could not be invited to <#" in message["content"]
    await chat.press(JUDGE, message, "Drop")
    state = await state_of(chat)
    assert list(state.dropped) == [3]
    assert [f.absent for f in state.fixtures if 3 in f.entrants and f.round == 2] == [(3,)]


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("refusal", [(403, 50001), (404, UNKNOWN_USER), (400, 0)])
async def test_a_refusal_drops_nobody(chat, monkeypatch, refusal):
    status, code = refusal

    def refuse(*what: str) -> None:
        raise Rejected(status, code, "no")

    await open_with(chat, ANNA, BOHUMIL, CECILE, DARA, format="robin")
    monkeypatch.setattr(chat.world, "member_of", refuse)
    chat.leaves(DARA)
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    for opened in (2, 4):
        assert len(threads(chat)) == opened
        await played(chat)
    state = await state_of(chat)
    assert (len(state.seeds), state.away, state.dropped) == (4, (), {})


async def test_who_is_forgotten_is_not_named_to_the_host(store):
    cup = await opened(store, PLANS["robin"], 4)
    await cup.tournaments.start(1)
    await cup.go_on()
    gone(cup, 103)
    await round_over(cup)
    (payload,) = [payload for payload in cup.told if "away" in payload]
    for name in ("P3", "—"):
        message = away_message(await cup.tournaments.get(1), await store.tournaments.entrants(1), payload, NOBODY)
        assert message is not None
        assert f"until they are back: {name}." in message["content"]
        await store.own_data.forget(103)
    assert not await store.all("SELECT 1 FROM tournament_players WHERE player = 103")
    await round_over(cup)
    state = (await cup.tournaments.get(1)).state
    assert state is not None
    assert len(state.open) == 1, "nobody is asked for who cannot be known"


async def test_two_of_one_name_are_told_apart(chat):
    anna = chat.newcomer("Anna")
    await chat.use(ANNA, "tournament create", game="monster_hex", format="robin")
    for member in (ANNA, anna, BOHUMIL, DARA):
        await chat.use(member, "tournament join")
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    chat.leaves(anna)
    await played(chat)
    assert re.search(r"until they are back: Anna \(.+\)\.", asked(chat)["content"]), asked(chat)["content"]


async def test_before_the_start_who_has_left_is_named_in_every_language(chat):
    chat.world.members[ANNA]["locale"] = "cs"
    await chat.use(ANNA, "tournament create", game="monster_hex", format="robin")
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        await chat.use(member, "tournament join")
    chat.leaves(DARA)
    chat.leaves(CECILE)
    chat.leaves(BOHUMIL)
    answer = await chat.use(ANNA, "tournament start")
    assert "Těch, kdo zbývají, je na začátek málo: 1" in answer
    chat.comes_back(BOHUMIL)
    chat.comes_back(CECILE)
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    assert "Už nejsou na tomto serveru, a proto nehrají: Dara." in said(chat)
    assert len((await state_of(chat)).seeds) == 3
