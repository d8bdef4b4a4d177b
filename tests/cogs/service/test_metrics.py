"""Figures of a bot at work, scraped as Prometheus does it: they say what has happened, and nothing about anybody."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.service import metrics
from cogs.service.bot import Referee
from cogs.service.metrics import served
from cogs.service.metrics_address import Address
from playground.world import ALL_RIGHTS, SEND_MESSAGES
from tests.chat import ANNA, BOHUMIL, DARA, HERE, THERE, Chat
from tests.cogs.test_trouble import legal_text, past_factions
from tests.reading import read
from tests.waiting import for_ever

LABELS = {"kind", "le", "logger", "status", "shard", "state", "where"}
FIGURES = {
    "acknowledgement_seconds", "clocks", "clocks_late_seconds", "computers", "database_seconds", "database_up", "errors", "event_loop_held_up",
    "event_loop_lag_seconds", "gateway_latency_seconds", "interaction_seconds", "interactions_under_way", "owed", "owed_oldest_seconds",
    "picture_seconds", "ready", "reconnections", "shards_held", "tables", "thought_seconds", "unacknowledged", "unreadable",
}  # fmt: skip


@pytest.fixture
async def watched(tmp_path, monkeypatch):
    """A chat with a bot that is watched from its start, and counts anew whenever somebody looks."""
    begin, where = Referee.start, list[Address]()

    async def start(bot: Referee, token: str) -> None:
        await bot._async_setup_hook()  # Somebody waits for it to become ready already.
        async with served(bot, Address("127.0.0.1", 0)) as address:
            where.append(address)
            await begin(bot, token)

    monkeypatch.setattr(Referee, "start", start)
    monkeypatch.setattr(metrics, "PRESSING_KEPT", 0.0)
    monkeypatch.setattr(metrics, "TABLES_KEPT", 0.0)
    async with Chat(tmp_path) as chat:
        yield chat, where[0]


async def get(where: Address, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://{where.host}:{where.port}{path}") as response:
        return response.status, await response.text()


async def scraped(where: Address) -> dict[str, float]:
    """Figures by their names, those with a label as `name label`."""
    status, text = await get(where, "/metrics")
    assert status == 200
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            assert set(sample.labels) <= LABELS, sample
            found[" ".join([sample.name.removeprefix("referee_"), *sample.labels.values()])] = sample.value
    return found


async def test_what_happens_is_counted(watched):
    chat, where = watched
    await past_factions(chat)
    before = await scraped(where)
    await chat.press(ANNA, chat.board(), "Hand")
    await chat.use(ANNA, "move", action=await legal_text(chat))
    await chat.complete(BOHUMIL, "move", "action", "")
    await chat.submit(ANNA, "f:deck:hexygame:mine", cards="2 c01")
    await chat.use(ANNA, "game new", THERE, game="monster_hex", opponent=BOHUMIL, options="seating=joined", clock="24h")
    await chat.use(DARA, "game new", "3003", game="monster_hex", seats="3")
    after = await scraped(where)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    for kind, n in {"command": 3, "component": 2, "completion": 1, "form": 1}.items():  # Bohumil accepts, by a button.
        assert more(f"interaction_seconds_count {kind}") == n
        assert more(f"acknowledgement_seconds_count {kind}") == n
        assert 0 < more(f"acknowledgement_seconds_sum {kind}") <= more(f"interaction_seconds_sum {kind}")
        assert f"unacknowledged_total {kind}" not in after
    boards = [m for m in map(read, chat.world.messages.values()) if m["attachments"]]
    assert more("picture_seconds_count") >= 4
    assert after["picture_seconds_count"] >= len(boards)
    assert (after["tables live"], after["tables open"]) == (2, 1)
    assert after["clocks"] == 1
    assert after["clocks_late_seconds"] == 0
    assert after["owed"] == 0
    assert more("database_seconds_count read") > 10
    assert more("database_seconds_count write") >= 4
    assert after["database_seconds_sum write"] > 0
    assert after["database_up"] == after["ready"] == after["shards_held"] == 1
    assert after["interactions_under_way"] == 0
    assert not [name for name in after if name.startswith("errors")]
    assert after["process_resident_memory_bytes"] > 1e6


async def test_every_figure_is_there_and_none_tells_of_anybody(watched):
    chat, where = watched
    await past_factions(chat)
    _, text = await get(where, "/metrics")
    names = set(re.findall(r"^# TYPE referee_(\w+)", text, re.MULTILINE))
    assert {name.removesuffix("_total") for name in names if not name.endswith("_created")} == FIGURES
    for who in chat.world.members.values():
        assert str(who.get("global_name")) not in text
    for number in (*chat.world.members, *chat.world.servers, *chat.world.channels, *(i.id for i in chat.world.interactions.values())):
        assert not re.search(rf"(?<![\d.]){number}(?!\d)", text)


async def test_what_is_owed_grows_old(watched):
    chat, where = watched
    await past_factions(chat)
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    await chat.standin.play("command", {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": await legal_text(chat)}})
    await asyncio.sleep(0.3)
    chat.ahead = 120.0
    found = await scraped(where)
    assert found["owed"] == 1
    assert 120 <= found["owed_oldest_seconds"] < 140


async def test_errors_are_counted_and_late_answers(watched):
    chat, where = watched
    await past_factions(chat)

    async def stumble(*_: Any) -> None:
        raise KeyError

    async def silent(*_: Any) -> None:
        await asyncio.sleep(0.1)

    chat.bot.handlers["hand"] = stumble
    await chat.press(ANNA, chat.board(), "Hand")
    chat.bot.handlers["log"], chat.standin.members.patience = silent, 0.3
    body = {"member": ANNA, "channel": HERE, "message": chat.board()["id"], "custom_id": chat.button(chat.board(), "Log")["custom_id"]}
    assert "error" in await chat.standin.play("component", body)
    found = await scraped(where)
    assert found["errors_total referee"] == 1
    assert found["unacknowledged_total component"] == 1


async def test_a_loop_that_is_held_up_is_seen(watched):
    _, where = watched
    before = await scraped(where)
    time.sleep(1.2)
    await asyncio.sleep(0.1)
    after = await scraped(where)
    slow = after["event_loop_lag_seconds_count"] - after["event_loop_lag_seconds_bucket 0.25"]
    assert slow > before["event_loop_lag_seconds_count"] - before["event_loop_lag_seconds_bucket 0.25"]


async def test_health(watched, monkeypatch):
    chat, where = watched
    status, text = await get(where, "/health")
    assert (status, json.loads(text)) == (200, {"ready": True, "database": True, "shards": {"0": True}})

    async def never(*_: Any) -> None:
        await for_ever()

    monkeypatch.setattr(metrics, "PATIENCE", 0.2)
    monkeypatch.setattr(chat.bot.store.counts, "answers", never)
    monkeypatch.setattr(chat.bot.store.counts, "pressing", never)
    status, text = await get(where, "/health")
    assert (status, json.loads(text)["database"]) == (503, False)
    assert (await scraped(where))["database_up"] == 0
    chat.bot.store.shards = chat.bot.store.shards.some(())
    assert json.loads((await get(where, "/health"))[1])["shards"] == {"0": False}


async def test_looking_often_asks_the_database_seldom(watched, monkeypatch):
    chat, where = watched
    monkeypatch.setattr(metrics, "PRESSING_KEPT", 60.0)
    monkeypatch.setattr(metrics, "TABLES_KEPT", 60.0)
    asked = []
    pressing = chat.bot.store.counts.pressing

    async def counted() -> Any:
        asked.append(1)
        return await pressing()

    monkeypatch.setattr(chat.bot.store.counts, "pressing", counted)
    for _ in range(20):
        await scraped(where)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [("9464", ("127.0.0.1", 9464)), ("127.0.0.1:9464", ("127.0.0.1", 9464)), ("0.0.0.0:80", ("0.0.0.0", 80)), ("[::1]:9464", ("::1", 9464))],
)
def test_where_they_are_shown(text, meant):
    assert Address.read(text) == meant


@pytest.mark.parametrize("text", ["", "yes", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "1:99999", "-1"])
def test_where_they_cannot_be_shown(text):
    with pytest.raises(ValueError, match="METRICS"):
        Address.read(text)
