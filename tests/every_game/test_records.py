"""Tables over their store, in every game: random play with undo, rollback, seats that change hands and settled ends, reloaded and replayed."""

from __future__ import annotations

import contextlib
import random

import pytest

from cogs.play.history.record import events_seen, export
from cogs.play.history.record_check import check
from cogs.play.new_table import Opening, Party
from cogs.play.proposals import Consent
from cogs.play.table_queries import Closed, Stale
from cogs.play.tables import Tables
from cogs.play.thinking import pool as thinking
from cogs.play.thinking.worker import Thought
from cogs.play.unfit import Unfit
from data.content import build, games
from data.store import Store
from data.store.rows import TableAct
from rules.competition.clock import COMPUTER, FORFEIT, Clock
from rules.legal_actions import legal
from rules.notation import RULED, counting
from tests.databases import at_once

ACT = TableAct(1, "table_rollback", "", "why not")


async def opened(store: Store, game: str, seats: int, computers: int = 0, clock: Clock | None = None) -> int:
    opening = Opening(game, 1, 7, {}, "en", "light", clock=clock or Clock("bank", 1000, 10))
    party = Party((100, "P0"), [(100 + n, f"P{n}") for n in range(1, seats - computers)], computers, "C", seats, agreed=True)
    made, started = await Tables(store).open(opening, party)
    assert started
    return made


async def step(tables: Tables, game: int, chance: random.Random) -> bool:
    """Something that may happen at a table; says whether the game goes on."""
    table = await tables.get(game)
    if table.over:
        return False
    seat = chance.choice(table.acting)
    what = chance.random()
    if what < 0.75:
        await table.act(seat, chance.choice(list(legal(table.rules, table.state, seat))[:60]))
    elif what < 0.82:
        people = [s.seat for s in table.seats if s.player and any(r.seat == s.seat for r in counting(await table.store.tables.actions(game)))]
        if people:
            proposal = None
            with contextlib.suppress(Unfit):  # Nothing of their own to take back.
                proposal = await Consent(table).undo(chance.choice(people))
            if proposal is not None and not proposal.accepted:
                await Consent(table).agree(proposal.asked, proposal.mark)
    elif what < 0.88 and table.position > 1:
        kept = [0, *(r.number for r in counting(await table.store.tables.actions(game)))]
        await table.go_back(0, chance.choice([n for n in kept if n < table.position]), act=ACT)
    elif what < 0.91:
        await table.seating.sit(seat, (chance.randrange(500, 600), "New"))
    elif what < 0.93:
        assert await table.clocks.pause(True, ACT)
        assert await table.clocks.pause(False, ACT)
    elif what < 0.95:
        await table.clocks.set_clock(Clock("move", 500), ACT)
    elif what < 0.955:
        await table.settle(seat, RULED, [[seat], [s.seat for s in table.seats if s.seat != seat]], ACT)
    return True


async def same_again(store: Store, tables: Tables, game: int) -> None:
    """What is in memory is what is stored."""
    now, again = await tables.get(game), await Tables(store).get(game)
    assert again.rules.dump(again.state) == now.rules.dump(now.state)
    assert (again.position, again.acting, again.outcome and again.outcome.places) == (now.position, now.acting, now.outcome and now.outcome.places)
    assert again.dials == now.dials
    assert again.seats == now.seats
    assert not any(dial.due for seat, dial in now.dials.items() if seat not in now.awaited)
    assert all(now.dials[seat].due for seat in now.awaited if now.seats[seat].player is not None and now.seats[seat].agreed)
    assert all(now.seats[seat].agreed for seat in now.dials), "no time runs against who has not agreed to play"


@pytest.mark.sampled(0.1, any=True)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("computers", [0, 1])
async def test_whatever_happens_the_record_tells_it(game, computers):
    await life(game, computers, computers)


async def life(game: str, computers: int, seed: int) -> None:
    """A table's life of random events, and everything that must hold of it."""
    store = await at_once()
    rules, chance = build(game), random.Random(seed)
    made = await opened(store, game, min(rules.seats), computers)
    tables = Tables(store)
    for n in range(70):
        if not await step(tables, made, chance):
            break
        if n % 5 == 0:
            await same_again(store, tables, made)
    table = await tables.get(made)
    assert await events_seen(table, [0]) or not counting(await store.tables.actions(made)), "all may have been taken back"
    secret = await export(table, [])
    assert table.over or "seed:" not in secret
    if not table.over:
        await table.settle(0, RULED, [[s.seat for s in table.seats]], ACT)
    await same_again(store, tables, made)
    verdict = check(await export(table, [0, 1]))
    assert verdict.key == "check.right", verdict.facts
    for late in (table.settle(0, RULED, [[0]]), table.go_back(0, 0), table.clocks.pause(True, ACT), table.seating.sit(0, (1, "x"))):
        with pytest.raises(Closed):
            await late
    await store.close()


async def test_an_undo_does_not_swallow_what_has_happened_since():
    store = await at_once()
    made = await opened(store, "monster_hex", 2)
    table = await Tables(store).get(made)
    for seat in (table.acting[0], 1 - table.acting[0]):
        await table.act(seat, next(legal(table.rules, table.state, seat)))
    with pytest.raises(Stale):
        await table.go_back(0, 0, position=1)
    await store.close()


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_a_table_goes_on_without_whoever_leaves(game, monkeypatch):
    """They resign, are removed, let their time run out, hand their seat over or lose it to a computer, at any decision, the first included."""
    monkeypatch.setattr(thinking, "think", by_default)
    for seats in build(game).seats:
        for seed in range(4):
            await deserted(game, seats, random.Random(seed))


def by_default(request):
    """Thinks of nothing but what the game itself would answer."""
    rules = build(request.game)
    return Thought(rules.decision(rules.load(request.snapshot), request.seat).default)


async def still(table):
    """Until somebody acts nothing happens: a computer may be about to do something, or in the middle of its commit."""
    await table.stop()
    await table.reread()


async def deserted(game: str, seats: int, chance: random.Random) -> None:
    """A table whose people leave one after the other until the game is over."""
    store = await at_once()
    clock = Clock("move", 500, answers=chance.choice((0, 1, -1)), then=chance.choice((FORFEIT, COMPUTER)), strict=True)
    made = await opened(store, game, seats, clock=clock)
    tables = Tables(store)
    table = await tables.get(made)
    now, out, often = store.now(), set[int](), chance.choice((0.1, 0.5))
    for n in range(60):
        await still(table)
        playing = table.playing()
        assert table.over == (table.outcome is not None), "stuck"
        if table.over:
            break
        assert set(table.acting) <= set(playing)
        assert not out & set(playing), "nobody comes back into the game"
        seat, what = chance.choice(playing), chance.random()
        if what > often:
            await table.act(table.acting[0], chance.choice(list(legal(table.rules, table.state, table.acting[0]))[:60]))
        elif what < often * 0.4:
            await table.concede(seat, act=chance.choice((ACT, None)))
            out.add(seat)
        elif what < often * 0.6:
            await table.time_out(chance.choice(table.acting), ACT)
        elif what < often * 0.8:
            now += 600
            store.now = lambda moment=now: moment
            for late in table.acting:
                await table.expiry.lapse(late)
        else:
            await table.seating.sit(seat, (500 + n, "New"))
        if n % 9 == 0:
            await still(table)
            await same_again(store, tables, made)
    verdict = check(await export(table, list(range(seats))))
    assert not table.over or verdict.key == "check.right", verdict.facts
    await store.close()
