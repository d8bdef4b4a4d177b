"""In a whole chat: why and until when somebody is absent, what Discord says of it, and moderators who play themselves."""

from __future__ import annotations

import pytest

from cogs.play.presence.whereabouts import BLIND, GONE, HERE, MUTED, UNKNOWN, Whereabouts
from playground.permission_bits import VIEW_AUDIT_LOG
from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, THERE
from tests.chat import HERE as CHANNEL
from tests.cogs.service.test_timer import begin
from tests.cogs.test_play import table as table_of

GUILD = 2000


# Through the whole bot


async def test_the_others_and_moderators_read_why_and_until_when(chat):
    await begin(chat, "10h")
    await chat.use(ANNA, "move", action="faction ember")
    chat.leaves(BOHUMIL)
    await chat.later(9.5 * HOUR)
    told = [message["content"] for message in chat.seen(None)]
    assert any("**Bohumil** has left the server. Their time stands until <t:" in words for words in told)
    assert "**Bohumil** has left the server" in await chat.use(ANNA, "game clock")
    assert "**Bohumil** has left the server" in await chat.use(DARA, "referee tables")
    chat.comes_back(BOHUMIL)
    await chat.use(BOHUMIL, "game clock")
    await chat.bot.noticing.settle()
    await chat.settle()
    found = await table_of(chat)
    assert found.dials[1].due is not None
    assert chat.seen(None)[-1]["content"] == "⏱ The time of **Bohumil** runs again."
    assert "has left" not in await chat.use(ANNA, "game clock")
    assert "has left" not in await chat.use(DARA, "referee tables")


# What Discord says


async def where(chat, member: str, channel: str = CHANNEL) -> str:
    return (await chat.bot.port.whereabouts(GUILD, int(member), int(channel))).what


async def test_only_that_somebody_is_no_member_means_that_they_are_gone(chat):
    assert await where(chat, BOHUMIL) == HERE
    chat.leaves(BOHUMIL)
    assert await where(chat, BOHUMIL) == GONE
    assert await where(chat, CECILE) == HERE
    assert await where(chat, "99") == UNKNOWN, "there is no such person: 10013"
    chat.unavailable()
    await chat.settle()
    assert await where(chat, BOHUMIL) == UNKNOWN
    chat.available()
    chat.comes_back(BOHUMIL)
    await chat.settle()
    assert await where(chat, BOHUMIL) == HERE
    chat.leaves(BOHUMIL)
    chat.throws_out()
    await chat.settle()
    assert await where(chat, BOHUMIL) == UNKNOWN, "whoever is not there themselves cannot know"


@pytest.mark.parametrize("trouble", [500, 403, "silence"])
async def test_a_refusal_or_silence_says_nothing(chat, trouble, monkeypatch):
    chat.leaves(BOHUMIL)
    with monkeypatch.context() as broken:
        broken.setattr(chat.bot.http, "get_member", _failing(trouble))
        assert await where(chat, BOHUMIL) == UNKNOWN
    assert await where(chat, BOHUMIL) == GONE


def _failing(trouble):
    from tests.cogs.service.test_discord_port import refused

    async def get_member(*_):
        raise TimeoutError if trouble == "silence" else refused(trouble)

    return get_member


async def test_the_channel_is_hidden_from_a_member_or_from_a_role_that_they_have_lost(chat):
    chat.hides(CHANNEL, BOHUMIL)
    await chat.settle()
    assert await where(chat, BOHUMIL) == BLIND
    assert await where(chat, BOHUMIL, THERE) == HERE
    assert await where(chat, CECILE) == HERE
    thread = chat.thread_in(CHANNEL, CECILE)
    await chat.settle()
    assert await where(chat, BOHUMIL, thread) == BLIND
    chat.archives(thread)
    await chat.settle()
    assert await where(chat, BOHUMIL, thread) == BLIND
    chat.hides(CHANNEL)
    await chat.settle()
    assert await where(chat, BOHUMIL) == HERE
    private = chat.thread_in(CHANNEL, ANNA, private=True)
    assert await where(chat, BOHUMIL, private) == HERE, "who is in a private thread is not known"
    assert (await chat.bot.port.whereabouts(GUILD, int(BOHUMIL), 99)).what == HERE, "of that channel nothing is told"


async def test_a_time_out_is_known_with_its_end(chat):
    chat.timed_out(BOHUMIL, 3600)
    found = await chat.bot.port.whereabouts(GUILD, int(BOHUMIL), int(CHANNEL))
    assert found == Whereabouts(MUTED, pytest.approx(chat.bot.store.now() + 3600, abs=5))
    chat.ahead += 3700
    assert await where(chat, BOHUMIL) == HERE


# Moderators who play themselves

UNKNOWN_DOER = "Who did this is not known, since I may not read the audit log. <@4001> could have, and plays at this table."
DOER = "<@4001> did this, and plays at this table."


async def locked(chat) -> tuple[int, str]:
    thread = chat.thread_in(CHANNEL, CECILE)
    await begin(chat, "10h", thread)
    chat.locks(thread)
    await chat.settle()
    await chat.bot.reach.settle()
    return 111, thread


async def deleted(chat) -> tuple[int, str]:
    place = chat.new_channel()
    await begin(chat, "10h", place)
    chat.deletes(place)
    await chat.settle()
    await chat.bot.reach.settle()
    return 12, place


async def thrown_out(chat) -> tuple[int, str]:
    await begin(chat, "10h")
    await chat.use(ANNA, "move", action="faction ember")
    chat.leaves(BOHUMIL)
    await chat.later(9.5 * HOUR)
    return 20, BOHUMIL


async def muted(chat) -> tuple[int, str]:
    await begin(chat, "10h")
    await chat.use(ANNA, "move", action="faction ember")
    chat.timed_out(BOHUMIL, 20 * HOUR)
    await chat.later(9.5 * HOUR)
    return 24, BOHUMIL


@pytest.mark.parametrize("done", [locked, deleted, thrown_out, muted])
async def test_a_moderator_who_plays_there_is_named_for_what_they_did(chat, done):
    """Anna owns the server, and plays."""
    action, target = await done(chat)
    assert UNKNOWN_DOER in await chat.use(DARA, "referee tables")
    changed = {111: "locked", 24: "communication_disabled_until"}.get(action, "whatever")
    chat.role_may(VIEW_AUDIT_LOG)
    await chat.settle()
    read = await chat.use(DARA, "referee tables")
    assert "audit log" not in read
    assert DOER not in read, "somebody has done it to themselves, or it was long ago"
    chat.logged(ANNA, action, target, changed)
    assert DOER in await chat.use(DARA, "referee tables")
    if done in (thrown_out, muted):
        assert DOER in await chat.use(DARA, "referee log")
    chat.logged(DARA, action, target, changed)
    assert "plays at this table" not in await chat.use(DARA, "referee tables"), "she does not play"


async def test_where_nobody_plays_who_could_have_nobody_is_named(chat):
    await chat.use(BOHUMIL, "game new", game="monster_hex", seats="2", options="seating=joined", clock="10h")
    await chat.use(CECILE, "game join")
    await chat.use(BOHUMIL, "move", action="faction ember")
    chat.leaves(CECILE)
    await chat.later(9.5 * HOUR)
    read = await chat.use(DARA, "referee tables")
    assert "has left the server" in read
    assert "plays at this table" not in read


# Threads


async def test_an_archived_thread_stops_time_only_while_it_cannot_be_opened(chat):
    """Who has made a thread may archive it, which wins no time; a moderator who locks it keeps everybody out."""
    thread = chat.thread_in(CHANNEL, BOHUMIL)
    await begin(chat, "10h", thread)
    table = await chat.bot.tables.here(int(thread))
    await chat.use(ANNA, "move", thread, action="faction ember")
    due = table.dials[1].due
    chat.archives(thread)
    await chat.settle()
    await chat.bot.worker.retry()
    await chat.settle()
    await chat.bot.reach.settle()
    assert table.row.stands is None
    assert table.dials[1].due == due
    assert not chat.world.note(thread).archived, "it is opened"
    chat.locks(thread, archived=True)
    await chat.settle()
    await chat.bot.worker.retry()
    await chat.settle()
    await chat.bot.reach.settle()
    assert table.row.stands == "locked"
    assert table.dials[1].due is None
