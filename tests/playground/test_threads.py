"""Whose threads are, and what follows: by Discord's pages *Threads*, *Modify Channel* and *Permissions*, and reports in its issue tracker."""

from __future__ import annotations

import pytest

from playground.error_codes import Rejected
from playground.permission_bits import CONNECT, MANAGE_THREADS, SEND_IN_THREADS, VIEW_CHANNEL
from playground.stored_state import ANNOUNCEMENT, TEXT
from playground.world import COMMAND, COMPONENT, PRIVATE_THREAD
from tests.playground.api import HERE, Api

ANNA, BOHUMIL, CECILE, DARA = "4001", "4002", "4003", "4004"
LOCKED, ARCHIVED, MISSING, ACCESS, NO_TEXT, KIND = (403, 160005), (400, 50083), (403, 50013), (403, 50001), (400, 50008), (400, 50024)


@pytest.fixture
async def api():
    async with Api() as opened:
        yield opened


def owned(api: Api, by: str) -> str:
    return api.thread_in(HERE, by, minutes=60)


@pytest.mark.parametrize("where", ["thread", "post"])
async def test_a_member_owns_what_they_have_made_and_it_opens_for_who_may_write_there(api, where):
    """{"archived": false} alone wants no more than to write there; time and name want the owner or who manages threads."""
    thread = owned(api, BOHUMIL) if where == "thread" else api.post_in(api.forum(), BOHUMIL)
    path = f"/channels/{thread}"
    assert (await api.ask("GET", path))[1]["owner_id"] == BOHUMIL
    api.archives(thread)
    for body in ({"archived": False, "auto_archive_duration": 10080}, {"auto_archive_duration": 10080}, {"archived": False, "name": "x"}):
        assert await api.refused("PATCH", path, body) == MISSING
    assert (await api.ask("PATCH", path, {"archived": False}))[0] == 200
    for body in ({"auto_archive_duration": 10080}, {"name": "x"}, {"locked": True}, {"archived": True}):
        assert await api.refused("PATCH", path, body) == MISSING
    assert await api.refused("DELETE", path) == MISSING
    api.role_may(MANAGE_THREADS)
    for body in ({"auto_archive_duration": 10080}, {"name": "x"}, {"archived": True}, {"archived": False, "auto_archive_duration": 60}):
        assert (await api.ask("PATCH", path, body))[0] == 200
    assert (await api.ask("DELETE", path))[0] == 200


async def test_of_its_own_threads_the_bot_changes_name_and_time_and_neither_locks_nor_deletes_them(api):
    thread = await api.thread()
    path = f"/channels/{thread}"
    for body in ({"auto_archive_duration": 10080}, {"name": "x"}, {"archived": True}, {"archived": False, "auto_archive_duration": 60}):
        assert (await api.ask("PATCH", path, body))[0] == 200
    assert await api.refused("PATCH", path, {"locked": True}) == MISSING
    assert await api.refused("DELETE", path) == MISSING


async def test_who_may_not_write_opens_nothing(api):
    thread = owned(api, BOHUMIL)
    api.archives(thread)
    api.bot_lacks(SEND_IN_THREADS)
    assert await api.refused("PATCH", f"/channels/{thread}", {"archived": False}) == MISSING
    api.bot_may_not(HERE, VIEW_CHANNEL)
    assert await api.refused("PATCH", f"/channels/{thread}", {"archived": False}) == ACCESS


@pytest.mark.parametrize("by", ["the bot", BOHUMIL])
async def test_a_locked_thread_is_closed_to_edits_and_messages_while_it_is_open_too(api, by):
    """discord.js #9216, discord-api-docs #6928; once it is archived as well, answers to interactions are refused (#5517)."""
    thread = await api.thread() if by == "the bot" else owned(api, by)
    said = await api.say(thread)
    api.locks(thread)
    assert await api.refused("POST", f"/channels/{thread}/messages", {"content": "x"}) == LOCKED
    assert await api.refused("PATCH", f"/channels/{thread}/messages/{said['id']}", {"content": "y"}) == LOCKED
    assert await api.refused("PATCH", f"/channels/{thread}", {"archived": False}) == MISSING
    assert await api.refused("PATCH", f"/channels/{thread}", {"auto_archive_duration": 60}) == MISSING
    with pytest.raises(Rejected, match="403 160005"):
        api.world.interact(COMMAND, BOHUMIL, thread, {})
    with pytest.raises(Rejected, match="403 160005"):
        api.writes(BOHUMIL, thread)
    pressed, _ = api.world.interact(COMPONENT, BOHUMIL, thread, {})
    assert (await api.ask("POST", f"/interactions/{pressed.id}/{pressed.token}/callback", {"type": 5, "data": {"flags": 64}}))[0] == 204
    api.locks(thread, archived=True)
    asked, _ = api.world.interact(COMMAND, DARA, thread, {})
    assert await api.refused("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5}) == ARCHIVED
    api.role_may(MANAGE_THREADS)
    await api.say(thread)
    api.unlocks(thread)
    api.writes(BOHUMIL, thread)


async def test_a_member_who_writes_opens_a_thread_and_owns_the_message(api):
    thread = owned(api, BOHUMIL)
    api.archives(thread)
    number = api.writes(CECILE, thread)
    assert not api.world.note(thread).archived
    assert await api.refused("PATCH", f"/channels/{thread}/messages/{number}", {"content": "y"}) == (403, 50005)
    assert await api.refused("DELETE", f"/channels/{thread}/messages/{number}") == MISSING


async def test_in_a_forum_there_are_posts_and_nothing_else(api):
    forum = api.forum()
    assert await api.refused("POST", f"/channels/{forum}/messages", {"content": "x"}) == NO_TEXT
    assert await api.refused("POST", f"/channels/{forum}/threads", {"name": "x", "type": 11}) == (400, 50035)
    with pytest.raises(Rejected, match="400 50008"):
        api.world.interact(COMMAND, ANNA, forum, {})
    post = api.post_in(forum, BOHUMIL, "Who plays?")
    shown, first = (await api.ask("GET", f"/channels/{post}"))[1], (await api.ask("GET", f"/channels/{post}/messages/{post}"))[1]
    assert (shown["type"], shown["parent_id"], first["author"]["id"], first["content"]) == (11, forum, BOHUMIL, "Who plays?")
    await api.say(post)
    status, own = await api.ask("POST", f"/channels/{forum}/threads", {"name": "Ours", "message": {"content": "Begin"}})
    assert (status, own["owner_id"], own["message"]["id"], own["message"]["content"]) == (201, api.world.bot["id"], own["id"], "Begin")
    assert api.told("THREAD_CREATE")[0]["newly_created"]


async def test_kinds_of_channels_have_kinds_of_threads(api):
    """Announcements have threads of their own kind, channels to talk in and threads none; without a kind a thread is private."""
    news, voice, thread = api.announcements(), api.voice(), await api.thread()
    for channel in (news, voice, thread):
        assert await api.refused("POST", f"/channels/{channel}/threads", {"name": "x", "type": 11}) == KIND
    assert (await api.ask("POST", f"/channels/{news}/threads", {"name": "x", "type": 10}))[1]["type"] == 10
    assert (await api.ask("POST", f"/channels/{HERE}/threads", {"name": "x"}))[1]["type"] == PRIVATE_THREAD


async def test_in_a_channel_to_talk_in_one_writes_who_may_connect(api):
    voice = api.voice()
    await api.say(voice)
    _, payload = api.world.interact(COMMAND, BOHUMIL, voice, {})
    assert payload["channel"]["type"] == 2
    api.bot_may_not(voice, CONNECT)
    assert await api.refused("POST", f"/channels/{voice}/messages", {"content": "x"}) == ACCESS


async def test_an_ordinary_channel_becomes_one_of_announcements_and_back(api):
    for kind in (ANNOUNCEMENT, TEXT):
        api.becomes(HERE, kind)
        assert api.told("CHANNEL_UPDATE")[-1]["type"] == (await api.ask("GET", f"/channels/{HERE}"))[1]["type"] == kind
    await api.thread()


async def test_a_private_thread_is_for_those_in_it_and_who_manages_threads(api):
    thread = api.thread_in(HERE, BOHUMIL, private=True)
    assert api.told("THREAD_CREATE") == []
    assert await api.refused("POST", f"/channels/{thread}/messages", {"content": "x"}) == ACCESS
    assert [api.world.sees(member, thread) for member in (ANNA, BOHUMIL, CECILE, DARA)] == [True, True, False, True]
    api.puts_in(thread, CECILE)
    assert await api.refused("POST", f"/channels/{thread}/messages", {"content": "x"}) == ACCESS
    api.puts_in(thread)
    assert "newly_created" not in api.told("THREAD_CREATE")[-1]
    await api.say(thread)
    assert api.world.sees(CECILE, thread)
    own = (await api.ask("POST", f"/channels/{HERE}/threads", {"name": "Ours"}))[1]
    assert own["type"] == PRIVATE_THREAD, "unless it says otherwise"
    await api.say(own["id"])


async def test_who_comes_to_see_a_channel_is_told_of_its_threads(api):
    """THREAD_LIST_SYNC; of threads in a channel that it does not see, the bot hears nothing."""
    api.bot_may_not(HERE, VIEW_CHANNEL)
    thread = owned(api, BOHUMIL)
    api.archives(thread)
    api.writes(BOHUMIL, thread)
    assert api.told("THREAD_CREATE") == api.told("THREAD_UPDATE") == api.world.guild_object()["threads"] == []
    api.bot_may(HERE)
    (shown,) = api.told("THREAD_LIST_SYNC")
    assert (shown["channel_ids"], [t["id"] for t in shown["threads"]]) == ([HERE], [thread])


async def test_what_is_deleted_is_told_with_its_kind(api):
    forum = api.forum()
    post, more = api.post_in(forum, BOHUMIL), api.post_in(forum, BOHUMIL)
    api.deletes(post)
    assert [t["id"] for t in api.told("THREAD_DELETE")] == [post]
    api.deletes(forum)
    assert [c["id"] for c in api.told("CHANNEL_DELETE")] == [forum]
    for gone in (post, more, forum):
        assert await api.refused("GET", f"/channels/{gone}") == (404, 10003)
