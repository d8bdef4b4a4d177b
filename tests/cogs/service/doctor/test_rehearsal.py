"""`/referee doctor` says what the bot may do, and rehearses all that it ever sends."""

from __future__ import annotations

import json

import pytest
from aiohttp import web

from cogs.service.doctor.expected_responses import EXPECTED
from cogs.service.doctor.rehearsal import HOUR
from data.duration_listeners import listen, unlisten
from playground.error_codes import Rejected
from playground.permission_bits import ALL_RIGHTS, ATTACH_FILES, MANAGE_THREADS, PIN_MESSAGES
from playground.world import BOT_ROLE
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.waiting import until

DARA = "4004"


async def begun(chat: Chat, member: str = ANNA) -> dict:
    """A rehearsal that waits for its moderator: the private panel."""
    await chat.use(member, "referee doctor")
    return await rehearsed(chat, member)


async def rehearsed(chat: Chat, member: str = ANNA) -> dict:
    """*Rehearse here* is pressed."""
    await chat.press(member, chat.private(member), rehearse(chat, member))
    return chat.private(member)


def rehearse(chat: Chat, member: str) -> str:
    return chat.labels(chat.private(member))[0]


async def pressed(chat: Chat, panel: dict, member: str = ANNA) -> str:
    """The moderator presses all that is named; gives the report."""
    first, second = chat.buttons(panel)
    await chat.press_exactly(member, panel, first)
    await chat.choose(member, panel, chat.menus(panel)[0], ["1"])
    assert await chat.press_exactly(member, panel, second) == "modal"
    await chat.submit(member, f"rehearsed:{chat.world.guild}", beside=panel, words="1")
    (file,) = [a for a in chat.private(member)["attachments"] if a["filename"] == "rehearsal.txt"]
    return chat.world.files[file["id"]].decode()


def left(chat: Chat) -> list[dict]:
    """What everybody sees of it, in any channel."""
    return [m for m in chat.world.messages.values() if m["_only"] is None]


async def test_rights_are_told_one_by_one(chat):
    words = await chat.use(ANNA, "referee doctor")
    assert "❌" not in words
    assert words.count("✅") == 9 - words.count("➖")
    chat.world.set_rights(HERE, ALL_RIGHTS & ~ATTACH_FILES & ~PIN_MESSAGES)
    await chat.settle()
    words = await chat.use(ANNA, "referee doctor")
    assert "❌ **Attach Files** is missing" in words
    assert "➖ **Pin Messages** is missing" in words


async def test_only_moderators_have_it(chat):
    with pytest.raises(Rejected):
        await chat.use(BOHUMIL, "referee doctor")
    assert "✅" in await chat.use(DARA, "referee doctor")


async def test_a_rehearsal_finds_nothing_in_the_stand_in_and_leaves_nothing(chat):
    panel = await begun(chat)
    (board, *_) = left(chat)
    assert board["pinned"]
    assert [user["id"] for user in board["mentions"]] == [ANNA]
    (thread,) = chat.world.threads
    assert chat.world.in_threads[thread] == [ANNA]
    report = await pressed(chat, panel)
    assert f"{len(EXPECTED)} requests, 0 not as expected" in report, report
    assert "not tried" not in report
    assert left(chat) == []
    assert thread not in chat.world.threads or chat.world.note(thread).archived
    assert not await chat.bot.store.all("SELECT 1 FROM facts WHERE key LIKE 'rehearsal %'")
    assert not await chat.bot.store.all("SELECT 1 FROM games")
    assert not await chat.bot.store.all("SELECT 1 FROM owed")


async def test_a_thread_that_may_be_deleted_is(chat):
    chat.world.set_role_rights(BOT_ROLE, ALL_RIGHTS | MANAGE_THREADS)
    await chat.settle()
    await pressed(chat, await begun(chat))
    assert not chat.world.threads


async def test_in_a_thread_the_other_one_is_made_beside_it(chat):
    thread = chat.world.open_thread(ANNA, HERE, "games")["id"]
    await chat.settle()
    await chat.use(ANNA, "referee doctor", channel=thread)
    panel = chat.private(ANNA, thread)
    await chat.press_exactly(ANNA, panel, chat.buttons(panel)[0])
    (other,) = [t for t in chat.world.threads if t != thread]
    assert chat.world.threads[other] == HERE
    held, *_ = next(iter(chat.bot.cogs["RefereeCommands"].doctor_desk._open.values()))
    assert held.wrong == []


async def test_in_a_post_of_a_forum_no_thread_is_tried(chat):
    post = chat.world.post_in(chat.forum(), ANNA, "games")["id"]
    await chat.settle()
    await chat.use(ANNA, "referee doctor", channel=post)
    panel = chat.private(ANNA, post)
    await chat.press_exactly(ANNA, panel, chat.buttons(panel)[0])
    assert set(chat.world.threads) == {post}
    held, *_ = next(iter(chat.bot.cogs["RefereeCommands"].doctor_desk._open.values()))
    assert held.wrong == []
    assert "not tried" in held.report()
    assert "thread" in held.report().partition("not tried")[2]


async def test_what_discord_answers_otherwise_is_found(chat):
    async def meddle(request, handler):
        response = await handler(request)
        if request.method == "POST" and request.path.endswith(f"/channels/{HERE}/messages"):
            return web.json_response(json.loads(response.body) | {"flags": 0, "edited_timestamp": "2026-01-01T00:00:00+00:00"})
        if request.method == "PUT" and "/thread-members/" in request.path:
            return web.json_response({"message": "Missing Access", "code": 50001}, status=403)
        return response

    chat.standin.rates.meddle = meddle
    report = await pressed(chat, await begun(chat))
    assert "request: board" in report
    assert "answer: flags is 0\nexpected: flags is 32768" in report
    assert "answer: edited_timestamp is some text\nexpected: edited_timestamp is None" in report
    assert "request: member\nanswer: refused (403, code 50001)" in report
    assert "2 not as expected" in report
    assert not [secret for secret in (ANNA, "Anna", HERE, "2026-01") if secret in report]


async def test_after_a_kill_in_the_midst_the_next_start_cleans_up(chat):
    panel = await begun(chat)
    assert left(chat)
    await chat.restart()
    await chat.settle()
    assert left(chat) == []
    (thread,) = chat.world.threads
    assert chat.world.note(thread).archived
    assert "over" in await chat.press_exactly(ANNA, panel, chat.buttons(panel)[0])


async def test_there_is_one_an_hour(chat):
    await pressed(chat, await begun(chat))
    count = len(chat.world.messages)
    await begun(chat)
    assert "one rehearsal an hour" in chat.private(ANNA)["content"]
    assert len(left(chat)) == 0
    assert len(chat.world.messages) > count, "an answer"
    await chat.later(HOUR)
    assert "still to do" in (await begun(chat))["content"]


async def test_nobody_else_may_answer_for_the_moderator(chat):
    await begun(chat)
    assert "somebody else" in await chat.submit(DARA, f"rehearsed:{chat.world.guild}", words="1")


async def test_who_presses_nothing_for_long_has_the_report_of_what_was_tried(chat, monkeypatch):
    monkeypatch.setattr("cogs.moderation.doctor.PATIENCE", 0.3)
    panel = await begun(chat)
    await until(lambda: any(a["filename"] == "rehearsal.txt" for a in chat.private(ANNA)["attachments"]))
    assert chat.private(ANNA)["id"] == panel["id"]
    (file,) = chat.private(ANNA)["attachments"]
    assert "not tried: late, press, choose, form" in chat.world.files[file["id"]].decode()
    assert not chat.buttons(chat.private(ANNA))
    assert left(chat) == []


async def test_a_rehearsal_is_measured_nowhere(chat):
    measured = []

    def hear(what: str, kind: str, seconds: float) -> None:
        measured.append((what, kind))

    await chat.use(ANNA, "referee doctor")
    listen(hear)
    try:
        await pressed(chat, await rehearsed(chat))
        assert not [found for found in measured if found[0] in ("interaction", "acknowledgement", "silence")], measured
        await chat.use(ANNA, "help")
        assert {("interaction", "command"), ("silence", "command")} & {*measured}, "what is none is"
    finally:
        unlisten(hear)
