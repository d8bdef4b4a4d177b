"""The net itself: a fault does what its name says, and what is wrong with what was told is seen."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections import Counter
from types import SimpleNamespace

import aiohttp
import pytest

from data.store import Store
from playground.http_server import Standin
from playground.permission_bits import SEND_MESSAGES
from playground.world import World
from tests.tools.faults.faults import (
    AWAY,
    COMMITTED,
    KILLED_AFTER,
    KILLED_BEFORE,
    LIFE,
    LOST_AFTER,
    LOST_BEFORE,
    REFUSED,
    TROUBLE,
    UNCOMMITTED,
    Fault,
    Faults,
    Life,
    hooks,
)
from tests.tools.faults.net import BUTTONS, DOUBLED, LOST, STUCK, THREADS, Broken, Net, Told

HERE = "3001"


async def four(kind: str) -> tuple[list[object], Faults, World]:
    """Four messages of which the second is sent in vain, once; what came of each."""
    standin = Standin(World())
    faults = Faults(Fault(kind, 2), standin.world)
    standin.rates.meddle = faults.meddle
    faults.counting, faults.life = True, Life()
    url = await standin.start() + f"/api/v10/channels/{HERE}/messages"
    came: list[object] = []
    async with aiohttp.ClientSession(headers={"Authorization": "Bot playground"}) as http:
        for n in range(4):
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", f'{{"content": "{n}"}}')
            form.add_field("files[0]", b"png", filename="a.png")
            try:
                async with http.post(url, data=form) as answer:
                    came.append(answer.status)
            except aiohttp.ClientError as error:
                came.append(type(error))
    await standin.stop()
    return came, faults, standin.world


GONE = aiohttp.ServerDisconnectedError


@pytest.mark.parametrize(
    ("kind", "came", "taken"),
    [
        (LOST_BEFORE, [200, GONE, 200, 200], "023"),
        (LOST_AFTER, [200, GONE, 200, 200], "0123"),
        *((status, [200, code, 200, 200], "023") for status, (code, _) in REFUSED.items()),
        (TROUBLE, [200, 500, 500, 500], "0"),
        (AWAY, [200, 403, 403, 403], "0"),
        (KILLED_BEFORE, [200, GONE, GONE, GONE], "0"),
        (KILLED_AFTER, [200, GONE, GONE, GONE], "01"),
    ],
)
async def test_a_fault_at_a_request(kind, came, taken):
    got, faults, world = await four(kind)
    assert got == came
    assert "".join(m["content"] for m in world.messages.values()) == taken
    assert all(m["attachments"] for m in world.messages.values())
    assert faults.hit == "POST channels/…/messages"
    assert faults.life.dead == (kind in (KILLED_BEFORE, KILLED_AFTER))


async def test_rights_that_were_taken_come_back():
    _, faults, world = await four(AWAY)
    assert not world.bot_rights(HERE) & SEND_MESSAGES
    assert faults.give_back()
    assert world.bot_rights(HERE) == World().bot_rights(HERE)
    assert not faults.give_back()


@pytest.mark.parametrize(("kind", "stored"), [(UNCOMMITTED, ["n1"]), (COMMITTED, ["n1", "n2"])])
async def test_a_fault_at_a_commit(tmp_path, kind, stored):
    """After its second commit, or in the place of it, nothing of a process reaches the file, whatever it still tries."""
    faults = Faults(Fault(kind, 2), World())
    faults.counting = True
    path = tmp_path / "x.sqlite3"

    async def write(store: Store) -> None:
        for n in range(1, 5):
            with contextlib.suppress(asyncio.CancelledError):
                await store.bot_facts.set(f"n{n}", "")

    with hooks(faults):
        life = Life()
        store = await Store.open(path)
        token = LIFE.set(life)
        task = asyncio.create_task(write(store))
        LIFE.reset(token)
        assert task in life.tasks
        await task
        await store.close()
    assert life.dead
    with sqlite3.connect(path) as check:
        assert [n for (n,) in check.execute("SELECT key FROM facts WHERE key LIKE 'n_' ORDER BY key")] == stored


class Judged(Net):
    """A net without a bot: what everybody was told is put there by hand."""

    def __init__(self, folder, told: Told, fault: Fault) -> None:
        super().__init__(folder, fault, told)
        self._life = Life()

    def say(self, text: str, *buttons: str) -> None:
        parts = [{"type": 2, "style": 1, "custom_id": f"{len(self.world.messages)}{label}", "label": label} for label in buttons]
        self.world.post(HERE, {"content": text, "components": [{"type": 1, "components": parts}] if parts else []}, {}, "")


async def judged(tmp_path, *changes) -> list[str]:
    """The kinds of complaint about a run that differs from the one without a fault."""
    told = Told()
    for fault in (Fault(), Fault(LOST_AFTER, 1)):
        net = Judged(tmp_path, told, fault)
        net.say("Anna leads Ember.\nYour turn, <@4002>: choose a faction", "Log")
        net.say("Bohumil leads Tide.\nYour turn, <@4001>: place a monster", "Your move")
        if not net.first:
            for change in changes:
                change(net)
        await net.judge()
    return [kind for kind, _ in net.complaints]


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (lambda net: None, []),
        (lambda net: net.say("Anna leads Ember."), [DOUBLED]),
        (lambda net: net.world.delete(next(iter(net.world.messages.values()))), [LOST, BUTTONS]),
        (lambda net: net.world.create_thread(HERE, {"name": "Match"}), [THREADS]),
        (lambda net: net.say("Your turn, <@4001>: place a monster", "Your move"), [BUTTONS]),
        (lambda net: net.say("Your turn, <@4001>: place a monster"), []),
    ],
)
async def test_what_was_told_is_judged(tmp_path, change, kinds):
    assert await judged(tmp_path, change) == kinds


async def test_who_sees_nothing_tries_again_and_then_it_is_stuck(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.tools.faults.net.QUIET", 0.02)
    told = Told({"step 1": Counter({("game-table", "Anna leads Ember."): 1})})
    net = Judged(tmp_path, told, Fault(LOST_BEFORE, 1))
    tried = []

    async def restart() -> None:
        tried.append("restart")

    async def doing() -> str:
        tried.append("move")
        return ""

    net.restart = restart
    net._asked = SimpleNamespace(answer=4, followed=False, original=None)
    net._failed = lambda answer: False
    with pytest.raises(Broken):
        await net.step(doing)
    assert tried == ["move", "restart"] * 3
    assert [kind for kind, _ in net.complaints] == [STUCK]
