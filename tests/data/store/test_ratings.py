"""Ratings, worked out anew from all games that are over, in the order in which they ended; and what tables owe, with its nonces."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

from cogs.play.button_marks import nonce
from cogs.play.table_queries import Closed
from cogs.play.tables import Tables
from data.store import Store
from data.store.changes import BOARD, HELD, TABLE, TOURNAMENT, Debt, Subject
from data.store.rows import EVERYWHERE
from rules.competition.clock import DAY
from rules.competition.ratings import Rating, rate
from rules.notation import ABANDONED, AGREED, RULED
from tests.bids import PLAYERS, known, memory, open_table
from tests.decided import decided
from tests.sampled import EVERYWHERE as ALL
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("places")


@pytest.fixture
async def store():
    async with memory() as opened:
        yield opened


def close(one: Rating, other: Rating) -> bool:
    """Whether two ratings are the same, but for how they were rounded."""
    return one == pytest.approx(other)


DECIDED = "SELECT seat, COUNT(*) FROM actions WHERE game = ? AND auto = 0 AND (action LIKE 'bid%' OR action LIKE 'finish%') GROUP BY seat"
"""How many decisions each seat has made itself."""


async def anew(store: Store) -> tuple[dict[Any, tuple[Rating, int]], dict[Any, Rating]]:
    """Ratings with numbers of games, and each change, from nothing but tables that are over and their seats."""
    ratings: dict[Any, tuple[Rating, int]] = {}
    changes: dict[Any, Rating] = {}
    meetings: dict[Any, list[float]] = {}
    for game, key, guild, outcome, ended in await store.all(
        "SELECT id, game, guild, outcome, ended FROM games WHERE rated = 1 AND status = 'over' ORDER BY ended, id"
    ):
        found = json.loads(outcome)
        seats = dict(await store.all("SELECT seat, player FROM seats WHERE game = ?", (game,)))
        own = dict(await store.all(DECIDED, (game,)))
        if found["reason"] == ABANDONED or None in seats.values() or len({*seats.values()}) < len(seats) or {*own} != {*seats}:
            continue
        for scope in {*([EVERYWHERE] if min(own.values()) >= 5 else []), *([guild] if guild else [])}:
            before = {who: ratings.get((who, key, scope), (Rating(), 0))[0] for who in seats.values()}
            counted = {}
            for who, rating in rate([[seats[seat] for seat in group] for group in found["places"]], before).items():
                parts = []
                for other in {*seats.values()} - {who}:
                    met = [at for at in meetings.get((who, other, key, scope), []) if at > ended - 30 * 86400]
                    parts.append((not met) * 1.0 if scope == EVERYWHERE else 1.0 if len(met) < 4 else 1 / 2 ** (len(met) - 3))
                if part := sum(parts) / len(parts):
                    old = before[who]
                    counted[who] = Rating(old.mu + (rating.mu - old.mu) * part, old.sigma + (rating.sigma - old.sigma) * part)
            for who, rating in counted.items():
                ratings[who, key, scope] = rating, ratings.get((who, key, scope), (None, 0))[1] + 1
                changes[game, who, scope] = rating
                for other in counted.keys() - {who}:
                    meetings.setdefault((who, other, key, scope), []).append(ended)
    return ratings, changes


async def test_ratings_are_those_of_all_games_in_order(store):
    rng, tick = random.Random(5), [1000.0]
    store.now = lambda: tick[0]
    with known():
        live = []
        for n in range(120 if ALL else 20):
            tick[0] += rng.choice((0, 1, 100, 2 * DAY))
            seats = rng.choice((2, 3, 4))
            people = tuple(rng.sample(PLAYERS, seats))
            guild, rated = rng.choice((1, 2, None)), rng.random() < 0.8
            live.append(await open_table(store, seats, channel=n + 1, rated=rated, guild=guild, players=people))
            async with within("the games that end"):
                while len(live) > 3:
                    table = live.pop(rng.randrange(len(live)))
                    order = rng.sample(range(seats := len(table.seats)), seats)
                    groups = [order[:2], *([s] for s in order[2:])] if rng.random() < 0.3 else [[s] for s in order]
                    how = rng.randrange(6)
                    tick[0] += 1
                    if times := rng.choice((0, 1, 1, 5)):
                        await decided(table, times)
                    if how == 0:
                        await table.settle(0, ABANDONED, [order])
                    elif how == 1:
                        await table.settle(0, rng.choice((AGREED, RULED)), groups)
                    elif how == 2:
                        for seat in order[1:]:
                            await table.concede(seat)
                    else:
                        if how == 3:
                            await table.seating.sit(order[0], (900 + n, "New"))
                        await table.act(order[0], ("finish", *("+".join(map(str, group)) for group in groups)))
                    for again in (table.settle(0, RULED, [order]), Tables(store).get(table.id)):
                        with contextlib.suppress(Closed):
                            await again
    ratings, changes = await anew(store)
    rows = await store.all("SELECT player, game, guild, mu, sigma, games FROM ratings")
    assert {(who, key, scope): games for who, key, scope, *_, games in rows} == {which: games for which, (_, games) in ratings.items()}
    assert all(close(Rating(mu, sigma), ratings[who, key, scope][0]) for who, key, scope, mu, sigma, _ in rows)
    rows = await store.all("SELECT game, player, guild, mu, sigma FROM rating_changes")
    stored = {(game, who, scope): Rating(mu, sigma) for game, who, scope, mu, sigma in rows}
    assert stored.keys() == changes.keys()
    assert {scope for *_, scope in ratings} == {EVERYWHERE, 1, 2}
    for (who, key, scope), (rating, games) in ratings.items():
        curve = {game: one.rating for game, one in (await store.ratings.curve(who, key, scope)).items()}
        assert len(curve) == games
        assert close(list(curve.values())[-1], rating)
        assert all(close(one, changes[game, who, scope]) for game, one in curve.items())


async def test_an_action_owes_one_message_and_what_is_held_goes_with_the_next(store):
    with known():
        table = await open_table(store, 2, asked="one")
        own = Subject(TABLE, table.id)

        async def owed() -> list[str]:
            return [kind for (kind,) in await store.all("SELECT kind FROM owed ORDER BY id")]

        assert await owed() == [BOARD]
        first = await store.outbox.of(own)
        await store.outbox.done(first, table.id, 77)
        await table.act(0, ("think",))
        await table.act(0, ("think",))
        assert await owed() == [HELD, HELD]
        assert await store.outbox.subjects() == [], "nobody has anything to tell yet"
        await table.act(0, ("bid", "1"))
        assert await owed() == [HELD, HELD, BOARD]
        parcel = (await store.outbox.seal(table.id)).debts
        assert [o.kind for o in parcel] == [HELD, HELD, BOARD]
        assert await store.outbox.subjects() == [own]
        await table.act(1, ("bid", "1"))
        await store.outbox.done(parcel, table.id)
        assert await owed() == [BOARD], "what came meanwhile is owed still"
        assert await store.one("SELECT message FROM games") == (77,)


@pytest.mark.parametrize("key", [b"a", b"b"])
def test_the_same_parcel_has_the_same_nonce_and_another_one_another(key):
    def debt(subject: Subject, number: int, tries: int = 0) -> Debt:
        return Debt(number, subject, BOARD, {"events": []}, 0.0, number, tries=tries)

    subjects = [Subject(kind, game) for kind in (TABLE, TOURNAMENT) for game in (1, 2, 12)]
    parcels = [(subject, first) for subject in subjects for first in (1, 2, 12, 21, 212, 213)]
    found = {}
    for subject, first in parcels:
        made = nonce(key, debt(subject, first))
        assert made == nonce(key, debt(subject, first, tries=3)), "however often it has been tried"
        assert len(made) == 25
        found[made] = subject, first
    assert len(found) == len(parcels)
    assert not {nonce(key + b"x", debt(*parcel)) for parcel in parcels} & {*found}
