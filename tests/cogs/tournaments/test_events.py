"""The scheduled event of a server that is made with a tournament, changed with it, and gone with it."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

from playground.permission_bits import CREATE_EVENTS
from playground.scheduled_events import ACTIVE, COMPLETED
from playground.unreliable_network import Way
from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, HERE, JUDGE
from tests.cogs.tournaments.in_chat import open_with, said
from tests.waiting import for_ever, until

NOW = datetime(2026, 11, 27, 14, 28, tzinfo=UTC).timestamp()
STARTS = {"starts": "2026-11-27T20:00Z"}


async def opened(chat, **options: str) -> dict:
    """A tournament with a start; gives the only event there is."""
    chat.ahead = NOW - time.time()
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="single", **{**STARTS, **options})
    (event,) = chat.world.events.values()
    return event


async def test_it_is_made_where_the_bot_may_with_place_start_and_end(chat):
    chat.role_may(CREATE_EVENTS)
    event = await opened(chat, clock="30m")
    assert event["name"] == "Cup (Monster Hex, single elimination)"
    assert event["scheduled_start_time"] == "2026-11-27T20:00:00+00:00"
    assert event["scheduled_end_time"] == "2026-11-27T23:00:00+00:00"
    assert event["entity_metadata"]["location"].endswith(f"/{HERE}")
    assert "event of the server" not in chat.private(ANNA)["content"]
    await chat.restart()
    assert len(chat.world.events) == 1


async def test_it_goes_along_to_the_end(chat):
    chat.role_may(CREATE_EVENTS)
    event = await opened(chat)
    await chat.later(6 * HOUR)
    assert (await chat.bot.tournaments.get(1)).status == "live"
    assert event["status"] == ACTIVE
    (thread,) = chat.world.threads
    table = await chat.bot.tables.here(int(thread))
    await table.concede(table.acting[0], anyway=True)
    await chat.settle()
    assert event["status"] == COMPLETED


async def test_it_is_changed_with_the_settings_and_made_anew_where_somebody_has_deleted_it(chat):
    chat.role_may(CREATE_EVENTS)
    event = await opened(chat)
    await chat.set(JUDGE, "language", language="en")
    for n, hour in enumerate((21, 22)):
        await chat.press(JUDGE, chat.seen(None)[0], "Moderators")
        await chat.press(JUDGE, chat.private(JUDGE), "Change settings")
        number = chat.menus(chat.private(JUDGE))[0]["custom_id"].rpartition(":")[2]
        await chat.submit(JUDGE, f"f:draft:{number}:starts", beside=chat.private(JUDGE), value=f"2026-11-27T{hour}:00Z")
        await chat.press(JUDGE, chat.private(JUDGE), "Save")
        (now,) = chat.world.events.values()
        assert now["scheduled_start_time"] == f"2026-11-27T{hour}:00:00+00:00"
        assert (now is event) == (n == 0)
        chat.world.events.clear()


async def test_it_goes_where_nothing_comes_of_the_tournament(chat):
    chat.role_may(CREATE_EVENTS)
    await opened(chat)
    await chat.use(JUDGE, "referee tournament end", reason="rain")
    await chat.settle()
    assert not chat.world.events


async def test_without_the_right_it_is_said_once_and_nothing_waits(chat):
    chat.ahead = NOW - time.time()
    await open_with(chat, BOHUMIL, name="Cup", **STARTS)
    assert "No event of the server is made for it, since I may not *Create Events* here." in chat.private(ANNA)["content"]
    assert not chat.world.events
    assert "event" not in said(chat)
    assert await chat.bot.store.all("SELECT kind FROM owed WHERE kind = 'event'") == []


async def test_a_server_with_a_hundred_events_gets_no_further_one(chat):
    chat.role_may(CREATE_EVENTS)
    chat.world.most_events = 0
    chat.ahead = NOW - time.time()
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup", format="single", **STARTS)
    for member in (ANNA, BOHUMIL):
        await chat.press_verb(member, "tjoin")
    assert said(chat).count("there are too many") == 1
    await chat.later(6 * HOUR)
    assert (await chat.bot.tournaments.get(1)).status == "live", "it begins all the same"
    assert said(chat).count("there are too many") == 1


async def test_an_answer_that_is_lost_makes_no_second_event(chat):
    chat.role_may(CREATE_EVENTS)
    way = Way()
    way.loses = 1
    lost = {"on": True}

    async def meddle(request, handler):
        if lost["on"] and request.path.endswith("/scheduled-events") and request.method == "POST":
            lost["on"] = False
            return await way(request, handler)
        return await handler(request)

    chat.standin.rates.meddle = meddle
    await opened(chat)
    assert way.lost["events"] == 1
    await chat.restart()
    await chat.later(60)
    (event,) = chat.world.events.values()
    assert (await chat.bot.tournaments.get(1)).event == int(event["id"])


async def test_a_kill_between_the_event_and_its_row_makes_no_second_event(chat, monkeypatch):
    """Discord has it, and the process dies before it has noted that."""
    chat.role_may(CREATE_EVENTS)
    posted = chat.bot.store.tournaments.posted

    async def dies(*args, event=None, **more):
        await (for_ever() if event is not None else posted(*args, **more))

    monkeypatch.setattr(chat.bot.store.tournaments, "posted", dies)
    opening = asyncio.ensure_future(opened(chat))
    await until(lambda: chat.world.events, "the event")
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    assert (await chat.bot.tournaments.get(1)).event is None
    await chat.restart()
    await chat.settle()
    (event,) = chat.world.events.values()
    assert (await chat.bot.tournaments.get(1)).event == int(event["id"])


async def test_without_a_start_there_is_nothing_to_schedule(chat):
    chat.role_may(CREATE_EVENTS)
    await open_with(chat, ANNA, name="Cup")
    assert not chat.world.events
    assert "Create Events" not in chat.private(ANNA)["content"]
