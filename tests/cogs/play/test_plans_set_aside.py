"""What becomes of plans at a table that cannot be carried out or whose time has gone by: told to their owner alone, and nobody else can tell."""

from __future__ import annotations

import logging

import pytest

from cogs.play.history.record import export
from cogs.play.new_table import Opening, Party
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.store import Store
from data.store.changes import Subject
from data.store.rows import TableAct
from rules.competition.clock import HOUR, MOVE, Clock
from rules.game import Refused
from rules.parts.ahead import BACK, FAULT, LAPSE, LEFT, kept, lapsing, sealed
from tests.bids import PLAYERS, Bids, open_table
from tests.cogs.sealed_windows import LATER, house, store, time, working
from tests.ports import FakePort
from tests.waiting import within

__all__ = ["house", "store", "time"]
ACT = TableAct(9, "timeout", "whom", "why")
ROLLED_BACK = TableAct(9, "table_rollback", "whom", "why")


async def opened(store: Store, game: str, seats: int = 2) -> Table:
    """A game of the house that has begun."""
    tables, people = Tables(store), [(player, name) for name, player in PLAYERS[:seats]]
    made, begun = await tables.open(Opening(game, 1, 1, {}, "en", "light"), Party(people[0], people[1:], seats=seats, agreed=True))
    assert begun
    return await tables.get(made)


def about_fails(monkeypatch) -> None:
    """Reading what an answer laid ready is for raises, as it did for a counterstrike without means."""

    def raises(self, state, seat, ready):
        raise IndexError("list index out of range")

    monkeypatch.setattr(Bids, "_meanings", raises)


async def told(table: Table, port: FakePort) -> list[tuple[int, str]]:
    """What single players have been told, all of whom want direct messages."""
    for _, player in PLAYERS:
        await table.store.direct_messages.set_direct(player, True)
    await working(table.store, Tables(table.store), port).work(Subject("table", table.id))
    return [(player, message["content"]) for player, message in port.whispered]


async def lapses(table: Table) -> list[tuple[int, tuple[str, ...], bool]]:
    return [(r.seat, r.action, r.auto) for r in await table.store.tables.actions(table.id) if r.action[0] == LAPSE]


@pytest.mark.parametrize("how", ["act", "time", "moderator", "resigned"])
async def test_a_plan_that_fails_is_told_to_its_owner_and_the_others_play_on(store, time, monkeypatch, caplog, how):
    table = await open_table(store, 3, asked="window", clock=Clock(MOVE, HOUR))
    await table.say(1, ("ready", "answer", "any", "top"))
    about_fails(monkeypatch)
    with caplog.at_level(logging.ERROR):
        if how == "act":
            await table.act(0, ("bid", "2"))
        elif how == "moderator":
            await table.time_out(0, ACT)
        elif how == "resigned":
            await table.act(0, ("bid", "2"))
            await table.concede(2)
        else:
            time.at += 2 * HOUR
            assert await table.expiry.lapse(0)
    assert await lapses(table) == [(1, (LAPSE, FAULT, "ready"), True)]
    assert 1 in table.awaited, "it is asked itself"
    assert all("top" not in record.getMessage() for record in caplog.records), "no word of it is in the log"
    port = FakePort()
    ((player, words),) = [one for one in await told(table, port) if "fault of ours" in one[1]]
    number = words.rsplit(" ", 1)[-1].strip(".)")
    assert player == PLAYERS[1][1]
    assert [record for record in caplog.records if number in record.getMessage()], "the log has the number that its owner reads"
    assert "lapse" not in await export(table, [0, 2]), "nobody else learns of it"
    await table.act(1, ("let",))
    again = await Tables(store).get(table.id)
    assert again.state == table.state


async def test_nobody_says_what_the_referee_says(store):
    table = await open_table(store, 2)
    for words in (lapsing(FAULT, ["draft"]), lapsing(BACK, []), ("autoseal", "let")):
        for way in (table.say, table.act):
            with pytest.raises(Refused):
                await way(1, words)
    assert not any(sealed(r.action) for r in await store.tables.actions(table.id))


async def test_a_plan_for_the_next_turn_does_not_run_in_the_turn_that_an_undo_gives_back(store, time):
    """Play, end the turn, plan the next one, take back: the plan is not for this turn."""
    table = await opened(store, "hexknight")
    rules = table.rules
    async with within("the end of the turn"):
        while table.acting == (0,):
            await table.act(0, table.rules.decision(table.state, 0).default)
    assert table.acting == (1,)
    foreseen = rules.foreseen(table.state, 0)
    assert foreseen is not None
    default = rules.decision(foreseen, 0).default
    await table.say(0, ("draft", *default, "then", "confirm"))
    done = [r for r in await store.tables.actions(table.id) if not sealed(r.action)]
    proposal = await Consent(table).undo(0)
    for seat in proposal.asked:
        await Consent(table).agree([seat], proposal.mark)
    rows = await store.tables.actions(table.id)
    assert rows[done[-1].number + 1].action == ("undo", str(done[-1].number - 1))
    assert table.awaited == (0,), "the turn is there again, and its player is asked"
    said = kept(rules, table.state, 0)
    assert (said.draft, said.lost) == ((), BACK)
    assert not [r for r in rows[done[-1].number + 2 :] if not sealed(r.action)]
    assert [player for player, words in await told(table, FakePort()) if "gone back" in words] == [table.seats[0].player]


async def test_a_moderator_gives_a_turn_back_that_a_plan_has_made(store, time):
    table = await open_table(store, 2, asked="window")
    await table.say(1, ("draft", "bid", "3"))
    await table.act(0, ("bid", "1"))
    await table.act(1, ("let",))
    time.at += LATER
    await table.ripen()
    rows = await store.tables.actions(table.id)
    ((number, _),) = [(r.number, r) for r in rows if r.action == ("bid", "3")]
    await table.go_back(0, number - 1, act=ROLLED_BACK)
    time.at += LATER
    await table.ripen()
    assert table.awaited == (1,), "it has the turn back, and the plan does not run once more"
    assert kept(table.rules, table.state, 1).lost == BACK


async def test_when_somebody_leaves_a_plan_waits_and_its_owner_is_told(store, time):
    table = await opened(store, "hexknight", 3)
    async with within("the end of the turn"):
        while table.acting == (0,):
            await table.act(0, table.rules.decision(table.state, 0).default)
    foreseen = table.rules.foreseen(table.state, 0)
    await table.say(0, ("draft", *table.rules.decision(foreseen, 0).default))
    await table.concede(2)
    said = kept(table.rules, table.state, 0)
    assert (said.waits, said.lost, bool(said.draft)) == (True, LEFT, True)
    assert [player for player, words in await told(table, FakePort()) if "left the game" in words] == [table.seats[0].player]
