"""What becomes of drafts and sealed answers when the rules are others than those they were given under."""

from __future__ import annotations

from cogs.play.tables import Tables
from data.content import build
from data.store.changes import Subject
from tests.bids import open_table
from tests.cogs.sealed_windows import LATER, done, house, store, time, window, working
from tests.ports import FakePort

__all__ = ["house", "store", "time"]


async def test_a_draft_outlives_a_change_of_rules_as_far_as_it_is_legal(store, time, monkeypatch):
    table = await open_table(store, 2, asked="window")
    await table.say(1, ("draft", "look", "then", "bid", "3"))
    await table.act(0, ("bid", "2"))
    rules = build("bids")
    monkeypatch.setattr(rules, "version", 2)
    tables = Tables(store)
    found = await tables.get(table.id)
    await found.act(1, ("let",))
    time.at += LATER
    await working(store, tables, FakePort()).work(Subject("table", table.id))
    assert (await store.tables.actions(table.id))[-1].action == ("look",)
    assert found.awaited == (1,)


async def test_a_sealed_answer_that_other_rules_do_not_know_is_asked_for_again(store, time, monkeypatch):
    table = await window(store)
    await table.act(2, ("top",))
    rules = build("bids")
    words = type(rules).words
    monkeypatch.setattr(rules, "version", 2)
    monkeypatch.setattr(type(rules), "words", lambda self, state, seat, prefix: [w for w in words(self, state, seat, prefix) if w.text != "top"])
    tables = Tables(store)
    found = await tables.get(table.id)
    assert found.awaited == (2,)
    await found.act(2, ("let",))
    time.at += LATER
    await found.ripen()
    assert (await done(found))[-2:] == ["1* let", "2 let"]
