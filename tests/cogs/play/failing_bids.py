"""Games whose rules fail at a question, by a clock that a test sets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cogs.play.fault_rules import Failed
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.content import build
from data.store import Store
from data.store.rows import TableAct
from rules.competition.clock import HOUR, MOVE, Clock
from rules.game import Action, Word
from rules.legal_actions import legal
from tests.bids import KEY, known, open_table
from tests.failing import failing

ANNA, BOHUMIL, CECILE = 101, 102, 103
BEGUN = 1_790_000_000.0
ACT = TableAct(9, "timeout", "Anna", "why")
EACH = Clock(MOVE, 2 * HOUR, answers=-1)
BID = ("bid", "2")


class Hour:
    """What time it is in the stores of a test."""

    def __init__(self) -> None:
        self.now = BEGUN

    async def open(self, path: Any) -> Store:
        store = await Store.open(path)
        store.now = lambda: self.now
        return store


@pytest.fixture
def hour():
    return Hour()


@pytest.fixture
async def store(hour, tmp_path):
    opened = await hour.open(tmp_path / "games.sqlite3")
    yield opened
    await opened.close()


@pytest.fixture
def bids(monkeypatch):
    """The game of the house, whose words offer each bid."""
    with known():
        game = build(KEY)
        real = game.words

        def words(state: Any, seat: int, prefix: Action) -> list[Word]:
            bidding = prefix == ("bid",) and seat in game.to_act(state) and not state.window
            return [Word(n, True) for n in ("1", "2", "3")] if bidding else real(state, seat, prefix)

        monkeypatch.setattr(game, "words", words, raising=False)
        yield game


async def begin(store: Store, game: str, clock: Clock | None = EACH) -> Table:
    """A table of a game with two people, some way into it, at a question that can be answered in several ways."""
    tables = Tables(store)
    made, _ = await tables.open(Opening(game, 1, 1, {}, "en", "light", clock=clock), Party((ANNA, "Anna"), [(BOHUMIL, "Bohumil")], agreed=True))
    table = await tables.get(made)
    for _ in range(200):
        seat = table.awaited[0]
        decision = table.rules.decision(table.state, seat)
        if table.position > 12 and not decision.sealed and len(answers(table)) > 2:
            return table
        await table.act(seat, decision.default)
    raise AssertionError("no such question")


def answers(table: Table) -> list[Action]:
    """What the seat that is asked may answer, the game's own answer first."""
    seat = table.awaited[0]
    default = table.rules.decision(table.state, seat).default
    return [default, *(action for action in legal(table.rules, table.state, seat) if action != default)]


async def owed(table: Table, kind: str) -> list[dict[str, Any]]:
    """What a table owes of a kind, the oldest first."""
    return [json.loads(payload) for (payload,) in await table.store.all("SELECT payload FROM owed WHERE kind = ? ORDER BY id", (kind,))]


async def again(table: Table, hour: Hour, path: Any) -> Table:
    """The same table as another process reads it after this one."""
    await table.store.close()
    return await Tables(await hour.open(path)).get(table.id)


async def stuck(store: Store, bids: Any, seats: int = 3, **more: Any) -> Table:
    """A table at which the first seat can answer nothing."""
    table = await open_table(store, seats, clock=EACH, asked="one", **more)
    with failing(bids, lambda seat, action: action[0] == "bid"), pytest.raises(Failed):
        await table.time_out(0, ACT)
    return table
