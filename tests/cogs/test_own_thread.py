"""A table in a thread of its own, at once or where its channel has a game; and clocks until a moment that has to be confirmed."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from playground.error_codes import Rejected
from playground.permission_bits import CREATE_THREADS
from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE

NEW = {"game": "monster_hex", "options": "seating=joined"}
FRIDAY = datetime(2026, 11, 27, 15, 30, tzinfo=ZoneInfo("Europe/Prague")).timestamp()
EVENING = int(FRIDAY + 4.5 * HOUR)
MEMBERS = (ANNA, BOHUMIL, CECILE)
OFFER = dict(zip(MEMBERS, ("In a thread of its own", "Ve vlastním vlákně", "Dans son propre fil"), strict=True))


def threads(chat) -> list[str]:
    return [thread for thread, parent in chat.world.threads.items() if parent == HERE]


async def table_in(chat, channel: str):
    """The table of a channel, begun or not."""
    return await chat.bot.store.tables.get(await chat.bot.store.tables.latest_in(int(channel)) or 0)


@pytest.mark.parametrize(("member", "told"), [*zip(MEMBERS, ("The table is in", "Stůl je v", "La table est dans"), strict=True)])
async def test_a_table_gets_a_thread_of_its_own(chat, member, told):
    words = await chat.use(member, "game new", **NEW, computers=1, thread=True)
    (thread,) = threads(chat)
    assert f"{told} <#{thread}>" in words
    assert chat.world.channels[thread].startswith("Monster Hex · ")
    assert chat.board(thread)["components"]
    assert not [m for m in chat.seen(None) if m["components"]], "the channel is free"
    assert member in chat.world.in_threads[thread]
    assert (await table_in(chat, thread)).host == int(member)
    await chat.use(member, "game new", **NEW, thread=True)
    assert len(threads(chat)) == 2


@pytest.mark.parametrize("member", MEMBERS)
async def test_where_the_channel_is_taken_a_thread_is_offered_and_nothing_is_typed_again(chat, member):
    await chat.use(DARA, "game new", **NEW)
    answer = await chat.use(member, "game new", **NEW, computers=1, level="easy", clock="24h", hints=False)
    offer = chat.private(member)
    await chat.restart()
    button = chat.button(offer, OFFER[member])
    await asyncio.gather(chat.press_exactly(member, offer, button), chat.press_exactly(member, offer, button))
    (thread,) = threads(chat)
    found = await table_in(chat, thread)
    assert (found.clock.time, found.hints, found.rated) == (DAY, False, False)
    assert answer not in chat.private(member)["content"]
    assert "easy" in (await chat.bot.store.tables.seats(found.id))[1].computer
    assert await chat.bot.store.all("SELECT id FROM drafts") == []


async def test_a_rematch_may_be_in_a_thread(chat):
    await chat.use(ANNA, "game new", **NEW, opponent=BOHUMIL)
    await chat.use(ANNA, "game resign", sure=True)
    over = chat.board()
    await chat.use(DARA, "game new", **NEW)
    await chat.press(BOHUMIL, over, "Rematch")
    await chat.press(BOHUMIL, chat.private(BOHUMIL), OFFER[BOHUMIL])
    (thread,) = threads(chat)
    seats = await chat.bot.store.tables.seats((await table_in(chat, thread)).id)
    assert {s.player for s in seats} == {int(ANNA), int(BOHUMIL)}


async def test_a_thread_is_made_once_though_nobody_hears_of_it(chat):
    """Discord answers 500 when it has made it, twice; and the library would ask again by itself."""
    make, lost = chat.world.create_thread, [2]

    def made(parent: str, body: dict) -> dict:
        shape = make(parent, body)
        if lost[0]:
            lost[0] -= 1
            raise Rejected(500, 0, "Internal Server Error")
        return shape

    chat.world.create_thread = made
    await chat.use(ANNA, "game new", **NEW, computers=1, thread=True)
    (thread,) = threads(chat)
    assert chat.board(thread)["components"]
    assert lost == [1]


async def test_what_stands_in_the_way_of_a_thread_is_said(chat):
    """A missing right is named before anything is made; a thread, and the chat of a voice channel, has none below, so the table is there."""
    chat.bot_may_not(HERE, CREATE_THREADS)
    assert "**Create Public Threads**" in await chat.use(ANNA, "game new", **NEW, thread=True)
    assert threads(chat) == []
    assert await table_in(chat, HERE) is None
    assert "or a thread" in await _taken(chat)
    assert not chat.buttons(chat.private(ANNA)), "none is offered that could not be made"


async def _taken(chat) -> str:
    await chat.use(DARA, "game new", **NEW)
    return await chat.use(ANNA, "game new", **NEW)


async def test_below_a_thread_there_is_none(chat):
    thread = chat.thread_in(HERE, ANNA)
    words = await chat.use(ANNA, "game new", thread, **NEW, thread=True)
    assert "There is no thread for it" in words
    assert (await table_in(chat, thread)).host == int(ANNA)


async def test_a_refusal_is_said_and_what_has_no_table_leaves_no_thread(chat):
    make = chat.world.create_thread

    def refused(parent: str, body: dict) -> dict:
        raise Rejected(400, 160006, "Maximum number of active threads reached")

    chat.world.create_thread = refused
    assert "no thread just now" in await chat.use(ANNA, "game new", **NEW, thread=True)
    chat.world.create_thread = make
    await chat.use(ANNA, "game new", **NEW, hints=True, rated=True, thread=True)
    assert threads(chat) == []
    assert await chat.bot.store.all("SELECT id FROM games") == []


async def test_a_thread_without_a_table_is_used_for_the_next_one(chat, monkeypatch):
    """The bot may not delete what it has made: however often somebody has too many tables, no more than one is left over."""
    monkeypatch.setattr(chat.bot.tables, "_limits", chat.bot.tables._limits._replace(**dict.fromkeys(chat.bot.tables._limits._fields, 0)))
    for _ in range(2):
        await chat.use(ANNA, "game new", **NEW, thread=True)
        assert await chat.bot.store.all("SELECT id FROM games") == []
    (left,) = threads(chat)
    await chat.restart()
    assert f"<#{left}>" in await chat.use(ANNA, "game new", **NEW, thread=True)
    assert threads(chat) == [left]


@pytest.mark.parametrize(
    ("member", "typed", "yes", "no"),
    [
        (ANNA, "until tonight 8pm", "Yes, then", "No, write it again"),
        (BOHUMIL, "do dnes 20:00", "Ano, tehdy", "Ne, napsat znovu"),
        (CECILE, "jusqu'à ce soir 20h", "Oui, à ce moment", "Non, l'écrire autrement"),
    ],
)
async def test_a_clock_until_a_moment_in_words_is_confirmed(chat, member, typed, yes, no):
    """And with it everything else that was typed counts, after a restart, once."""
    chat.ahead = FRIDAY - time.time()
    await chat.set(member, "hours", zone="Europe/Prague")
    assert f"<t:{EVENING}:f>" in await chat.use(member, "game new", **NEW, opponent=DARA, clock=typed, time_over="forfeit")
    shown = chat.private(member)
    assert await table_in(chat, HERE) is None
    await chat.restart()
    body = {"member": member, "channel": HERE, "message": shown["id"], "custom_id": chat.button(shown, no)["custom_id"]}
    form = (await chat.standin.play("component", body))["modal"]
    assert form["components"][0]["components"][0]["value"] == typed
    await chat.submit(member, form["custom_id"], beside=shown, value=typed.replace("8pm", "9pm").replace("20", "21"))
    assert f"<t:{EVENING + int(HOUR)}:f>" in chat.private(member)["content"]
    again = chat.private(member)
    button = chat.button(again, yes)
    await asyncio.gather(chat.press_exactly(member, again, button), chat.press_exactly(member, again, button))
    found = await table_in(chat, HERE)
    assert found.clock.time == EVENING + HOUR
    assert found.clock.then == "forfeit"
    assert {s.player for s in await chat.bot.store.tables.seats(found.id)} == {int(member), int(DARA)}


async def test_a_clock_with_an_offset_counts_at_once_and_utc_is_said(chat):
    chat.ahead = FRIDAY - time.time()
    at = int(datetime(2026, 11, 28, 18, tzinfo=ZoneInfo("UTC")).timestamp())
    words = await chat.use(ANNA, "game new", **NEW, clock="until 2026-11-28T18:00-02:00")
    assert f"<t:{at + 7200}:f>" in words
    assert "UTC" not in words
    words = await chat.use(BOHUMIL, "game new", THERE, **NEW, clock="until 2026-11-28 18:00")
    assert f"<t:{at}:f>" in words
    assert "UTC" in words
    assert (await table_in(chat, THERE)).clock.time == at


async def test_a_moderator_confirms_the_moment_of_another_clock_soon(chat):
    chat.ahead = FRIDAY - time.time()
    await chat.use(ANNA, "game new", **NEW, opponent=BOHUMIL)
    assert "did you mean" in await chat.use(DARA, "referee clock", clock="until tomorrow 20:00", reason="finals")
    asked = chat.private(DARA)
    await chat.press(DARA, asked, "Yes, then")
    found = await chat.bot.tables.here(int(HERE))
    assert found.row.clock.time == EVENING + DAY + HOUR, "read in UTC"
    await chat.use(DARA, "referee clock", clock="until tomorrow 22:00", reason="finals")
    chat.ahead += HOUR
    await chat.press(DARA, chat.private(DARA), "Yes, then")
    assert "no longer there" in chat.private(DARA)["content"]
    assert found.row.clock.time == EVENING + DAY + HOUR
