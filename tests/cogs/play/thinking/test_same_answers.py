"""Computers that think in another process answer as they do in this one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cogs.play import tables
from cogs.play.fair_queue import Asker
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.thinking.pool import HERE
from cogs.play.thinking.worker_requests import Request
from data.content import build, games
from rules.computer_levels import LEVELS, computed
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.bids import memory
from tests.minds import SHARED

SOMEBODY = Asker(1, 1)


def thought_about(game: str, most: int) -> list[tuple[Request, tuple[str, ...]]]:
    """What computers have decided in a game of their own, asked as a table asks them, with the state in memory; the one that takes longest once."""
    rules, found = build(game), []
    quick = [name for name in rules.opponents if name != LEVELS[-1]]
    for seats in (rules.seats[0], rules.seats[-1]):
        state = rules.setup(seats, {}, seed=seats).state
        for number in range(most):
            asked = [seat for seat in rules.to_act(state) if rules.said(state, seat) is None]
            if not asked:
                break
            seat, name = asked[0], LEVELS[-1] if len(found) == 2 else random.Random(number).choice(quick)
            key, before = Chance.of(number, game).key, state
            action = computed(rules, before, seat, name, Chance(key))
            found.append((Request(game, rules.dump(state), seat, name, key, seconds=60.0), action))
            state = rules.apply(state, seat, action).state
    return found


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_they_answer_as_they_do_in_this_process(game):
    for request, action in thought_about(game, 3 if game == "monster_hex" else 30):
        assert (await SHARED.think(request, SOMEBODY)).answer == action
    assert (await HERE.think(request, SOMEBODY)).answer == action


async def test_records_are_the_same(monkeypatch):
    """Of a table at which one computer thinks here and one apart: the same seed, the same rows."""
    monkeypatch.setattr(tables, "new_seed", lambda: 77)
    rows = []
    for thinker in (HERE, SHARED):
        async with memory() as store:
            here = Tables(store, thinker=thinker)
            made, _ = await here.open(Opening("hexygame", 1, 1, {}, "en", "light"), Party((1, "A"), computers=1, computer_name="C"))
            table = await here.get(made)
            for n in range(12):
                await table.computers_answer()
                await table.act(table.acting[0], random.Random(n).choice(list(legal(table.rules, table.state, table.acting[0]))[:20]))
            await table.computers_answer()
            rows.append([(row.seat, row.action) for row in await store.tables.actions(made)])
    assert rows[0] == rows[1]
    assert Counter(seat for seat, _ in rows[0])[1] > 5
