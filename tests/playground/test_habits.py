"""Habits of Discord that are easily forgotten, as the bot meets them over HTTP: threads that close, rights, limits. Time is put ahead by hand."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from playground.error_codes import Rejected
from playground.permission_bits import (
    ALL_RIGHTS,
    ATTACH_FILES,
    CREATE_THREADS,
    EMBED_LINKS,
    INVITED,
    MANAGE_THREADS,
    ORDINARY,
    READ_HISTORY,
    SEND_IN_THREADS,
    SEND_MESSAGES,
    VIEW_CHANNEL,
)
from playground.world import BOT_ROLE, COMMAND, COMPONENT, World
from tests.chat import Chat
from tests.playground.api import HERE, Api
from tests.waiting import until

ANNA = "4001"
MINUTE, HOUR, DAY = 60, 3600, 86400


@pytest.fixture
async def api():
    async with Api() as opened:
        yield opened


def archived(api: Api) -> list[bool]:
    return [t["thread_metadata"]["archived"] for t in api.told("THREAD_UPDATE")]


@pytest.mark.parametrize("minutes", [60, 1440, 4320, 10080])
async def test_a_thread_archives_itself_after_its_time_of_silence(api, minutes):
    thread = await api.thread(auto_archive_duration=minutes)
    api.world.ahead += minutes * MINUTE / 2
    await api.say(thread)
    api.world.ahead += minutes * MINUTE - 60
    assert not archived(api), "half of it, something said, and nearly all of it"
    api.world.ahead += 120
    assert archived(api) == [True]
    shown = (await api.ask("GET", f"/channels/{thread}"))[1]["thread_metadata"]
    assert (shown["archived"], shown["auto_archive_duration"]) == (True, minutes)


async def test_only_four_times_of_silence_are_known(api):
    body = {"name": "Match", "type": 11, "auto_archive_duration": 30}
    assert await api.refused("POST", f"/channels/{HERE}/threads", body) == (400, 50035)


async def test_in_an_archived_thread_nothing_can_be_edited_until_something_is_sent(api):
    thread = await api.thread()
    said = await api.say(thread)
    path = f"/channels/{thread}/messages/{said['id']}"
    assert (await api.ask("PATCH", path, {"content": "y"}))[0] == 200
    api.world.ahead += 2 * DAY
    assert await api.refused("PATCH", path, {"content": "z"}) == (400, 50083)
    assert await api.refused("PUT", f"/channels/{thread}/thread-members/{ANNA}") == (400, 50083)
    assert api.world.messages[said["id"]]["content"] == "y"
    await api.say(thread)
    assert archived(api) == [True, False]
    assert (await api.ask("PATCH", path, {"content": "z"}))[0] == 200


async def test_the_bot_opens_a_thread_it_has_made_and_gives_it_more_time(api):
    thread = await api.thread(auto_archive_duration=60)
    api.world.archive(thread)
    assert await api.refused("PATCH", f"/channels/{thread}", {"auto_archive_duration": 10080}) == (400, 50083)
    status, shown = await api.ask("PATCH", f"/channels/{thread}", {"archived": False, "auto_archive_duration": 10080})
    assert (status, shown["thread_metadata"]["archived"], shown["thread_metadata"]["auto_archive_duration"]) == (200, False, 10080)
    api.world.ahead += DAY
    assert archived(api) == [True, False]


async def test_a_locked_thread_is_for_those_who_manage_threads(api):
    thread = await api.thread()
    said = await api.say(thread)
    api.world.archive(thread, locked=True)
    assert await api.refused("POST", f"/channels/{thread}/messages", {"content": "x"}) == (403, 160005)
    assert await api.refused("PATCH", f"/channels/{thread}", {"archived": False}) == (403, 50013)
    assert await api.refused("PATCH", f"/channels/{thread}/messages/{said['id']}", {"content": "y"}) == (400, 50083)
    asked, _ = api.world.interact(COMMAND, ANNA, thread, {"name": "move"})
    assert await api.refused("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 5}) == (400, 50083)
    api.world.set_role_rights(BOT_ROLE, INVITED | MANAGE_THREADS)
    await api.say(thread)
    assert archived(api) == [True, False]


async def test_buttons_in_an_archived_thread_do_not_arrive_from_those_who_may_not_open_it(api):
    thread = await api.thread()
    api.world.ahead += 2 * DAY
    api.world.member_rights[ANNA] = ALL_RIGHTS & ~MANAGE_THREADS
    with pytest.raises(Rejected, match="403 50013"):
        api.world.interact(COMPONENT, ANNA, thread, {})
    api.world.interact(COMMAND, ANNA, thread, {"name": "move"})
    api.world.member_rights.clear()
    api.world.interact(COMPONENT, ANNA, thread, {})
    assert archived(api) == [True, False], "the client opens it first"
    api.world.ahead += 2 * DAY
    asked, _ = api.world.interact(COMMAND, ANNA, thread, {"name": "move"})
    api.world.ahead += 1
    assert (await api.ask("POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": 4, "data": {"content": "x"}}))[0] == 204


async def test_threads_that_are_open_are_listed_for_who_may_see_them(api):
    here, other = await api.thread(auto_archive_duration=60), await api.thread(auto_archive_duration=10080)
    status, found = await api.ask("GET", f"/guilds/{api.world.guild}/threads/active")
    assert (status, sorted(t["id"] for t in found["threads"])) == (200, sorted([here, other]))
    api.world.ahead += DAY
    assert [t["id"] for t in (await api.ask("GET", f"/guilds/{api.world.guild}/threads/active"))[1]["threads"]] == [other]
    api.world.rights[HERE] = ALL_RIGHTS & ~VIEW_CHANNEL
    assert (await api.ask("GET", f"/guilds/{api.world.guild}/threads/active"))[1]["threads"] == []
    assert await api.refused("GET", "/guilds/1/threads/active") == (404, 10004)


async def test_a_server_has_so_many_open_threads_and_no_more(api):
    api.world.most_active = 2
    first = await api.thread()
    await api.thread()
    more = {"name": "One more", "type": 11}
    assert await api.refused("POST", f"/channels/{HERE}/threads", more) == (400, 160006)
    api.world.archive(first)
    await api.thread()
    assert await api.refused("POST", f"/channels/{first}/messages", {"content": "x"}) == (400, 160006), "nor does one open again"


async def test_threads_made_fast_have_to_wait_for_minutes(api):
    api.world.threads_at_once = 3
    for _ in range(3):
        await api.thread()
    body = {"name": "One more", "type": 11}
    async with api.http.post(f"{api.base}/channels/{HERE}/threads", json=body) as answer:
        told = await answer.json()
        assert (answer.status, answer.headers["X-RateLimit-Scope"]) == (429, "shared")
        assert answer.headers["Via"]
    assert 219 <= told["retry_after"] <= 280
    assert api.standin.rates.invalid == 0, "a shared limit is nobody's fault"
    assert len(api.world.threads) == 3
    api.world.ahead += told["retry_after"] + 1
    await api.thread()


async def test_a_thread_is_renamed_twice_in_ten_minutes(api):
    thread = await api.thread()
    for name in "ab":
        assert (await api.ask("PATCH", f"/channels/{thread}", {"name": name}))[0] == 200
    status, told = await api.ask("PATCH", f"/channels/{thread}", {"name": "c"})
    assert (status, api.world.channels[thread]) == (429, "b")
    assert told["retry_after"] > 500


@pytest.mark.parametrize(
    ("lost", "channel", "body"),
    [
        (SEND_MESSAGES, HERE, {"content": "x"}),
        (EMBED_LINKS, HERE, {"embeds": [{"title": "x"}]}),
        (SEND_IN_THREADS, "thread", {"content": "x"}),
        (EMBED_LINKS, "thread", {"embeds": [{"title": "x"}]}),
    ],
)
async def test_what_a_message_needs(api, lost, channel, body):
    channel = await api.thread() if channel == "thread" else channel
    api.world.set_rights(HERE, ALL_RIGHTS & ~lost)
    assert await api.refused("POST", f"/channels/{channel}/messages", body) == (403, 50013)
    api.world.set_rights(HERE, lost | VIEW_CHANNEL | (SEND_IN_THREADS if channel in api.world.threads else SEND_MESSAGES))
    assert (await api.ask("POST", f"/channels/{channel}/messages", body))[0] == 200
    api.world.set_rights(HERE, 0)
    assert await api.refused("POST", f"/channels/{channel}/messages", body) == (403, 50001)


async def test_files_threads_and_looking_back_need_rights_of_their_own(api):
    api.world.set_rights(HERE, ALL_RIGHTS & ~ATTACH_FILES & ~CREATE_THREADS & ~READ_HISTORY)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", '{"content": "x"}')
    form.add_field("files[0]", b"png", filename="a.png")
    async with api.http.post(f"{api.base}/channels/{HERE}/messages", data=form) as answer:
        assert (answer.status, (await answer.json())["code"]) == (403, 50013)
    assert await api.refused("POST", f"/channels/{HERE}/threads", {"name": "x", "type": 11}) == (403, 50013)
    assert await api.refused("GET", f"/channels/{HERE}/messages") == (403, 50013)
    api.world.set_rights(HERE)
    said = [(await api.say(content=str(n)))["id"] for n in range(3)]
    found = (await api.ask("GET", f"/channels/{HERE}/messages?limit=2"))[1]
    assert [m["id"] for m in found] == said[:0:-1]
    assert [m["id"] for m in (await api.ask("GET", f"/channels/{HERE}/messages?after={said[0]}"))[1]] == said[:0:-1]


async def test_the_bot_is_told_of_its_rights_and_an_interaction_says_them(tmp_path):
    async with Chat(tmp_path) as chat:
        channel = chat.bot.get_channel(int(HERE))
        assert isinstance(channel, discord.TextChannel)
        assert channel.permissions_for(channel.guild.me).attach_files
        chat.world.set_rights(HERE, ALL_RIGHTS & ~ATTACH_FILES)
        await until(lambda: not channel.permissions_for(channel.guild.me).attach_files)
        _, payload = chat.world.interact(COMMAND, ANNA, HERE, {"name": "move"})
        assert not int(payload["app_permissions"]) & ATTACH_FILES
        chat.world.set_rights(HERE)
        await until(lambda: channel.permissions_for(channel.guild.me).attach_files)
        chat.world.set_role_rights(BOT_ROLE, INVITED & ~SEND_MESSAGES)
        _, payload = chat.world.interact(COMMAND, ANNA, "3002", {"name": "move"})
        assert int(payload["app_permissions"]) & SEND_MESSAGES, "everybody may"
        chat.world.set_role_rights(chat.world.guild, ORDINARY & ~SEND_MESSAGES)
        role = channel.guild.get_role(int(BOT_ROLE))
        assert role is not None
        await until(lambda: not role.permissions.send_messages)
        _, payload = chat.world.interact(COMMAND, ANNA, "3002", {"name": "move"})
        assert not int(payload["app_permissions"]) & SEND_MESSAGES


async def test_a_thread_that_closes_is_forgotten_by_the_library_and_known_again_when_it_opens(tmp_path):
    async with Chat(tmp_path) as chat:
        channel = chat.bot.get_channel(int(HERE))
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="Match", type=discord.ChannelType.public_thread, auto_archive_duration=60)
        chat.ahead += 2 * HOUR
        await until(lambda: chat.bot.get_channel(thread.id) is None)
        await chat.restart()
        assert chat.bot.get_channel(thread.id) is None, "nor is it among those that a start tells of"
        await chat.bot.get_partial_messageable(thread.id).send("hello")
        await until(lambda: chat.bot.get_channel(thread.id) is not None)


async def test_a_new_channel_is_told(tmp_path):
    async with Chat(tmp_path) as chat:
        chat.world.add_channel("3077", "fresh")
        await until(lambda: chat.bot.get_channel(3077) is not None)


async def test_what_is_gone(api):
    said, thread = await api.say("3002"), await api.thread()
    await api.say(thread)
    api.world.set_role_rights(BOT_ROLE, INVITED | MANAGE_THREADS)
    api.world.delete(api.world.messages[said["id"]])
    assert await api.refused("PATCH", f"/channels/3002/messages/{said['id']}", {"content": "y"}) == (404, 10008)
    assert await api.refused("DELETE", f"/channels/3002/messages/{said['id']}") == (404, 10008)
    assert (await api.ask("DELETE", f"/channels/{thread}"))[0] == 200
    for method, path in (("POST", "messages"), ("PATCH", f"messages/{said['id']}"), ("POST", "threads")):
        assert await api.refused(method, f"/channels/{thread}/{path}", {"content": "x", "name": "x"}) == (404, 10003)
    with pytest.raises(Rejected, match="404 10003"):
        api.world.interact(COMMAND, ANNA, thread, {"name": "move"})


async def test_a_nonce_keeps_a_message_from_being_doubled_for_some_minutes_only(api):
    said = await api.say(nonce="n", enforce_nonce=True)
    api.world.ahead += 4 * MINUTE
    assert (await api.say(nonce="n", enforce_nonce=True))["id"] == said["id"]
    api.world.ahead += 4 * MINUTE
    assert (await api.say(nonce="n", enforce_nonce=True))["id"] != said["id"]


async def test_old_messages_are_edited_a_few_times_only(api):
    said = await api.say()
    path = f"/channels/{HERE}/messages/{said['id']}"
    api.world.old_edits = 2
    for _ in range(5):
        assert (await api.ask("PATCH", path, {"content": "young"}))[0] == 200
    api.world.ahead += HOUR + 60
    for n in range(2):
        assert (await api.ask("PATCH", path, {"content": str(n)}))[0] == 200
    assert await api.refused("PATCH", path, {"content": "too much"}) == (429, 30046)
    assert (await api.ask("PATCH", f"/channels/{HERE}/messages/{(await api.say())['id']}", {"content": "another"}))[0] == 200
    api.world.ahead += HOUR
    assert (await api.ask("PATCH", path, {"content": "later"}))[0] == 200


async def test_too_many_invalid_requests_ban_the_address(api):
    api.standin.rates.most_invalid = 3
    api.world.set_rights(HERE, 0)
    assert (await api.ask("GET", "/channels/1"))[0] == 404
    assert api.standin.rates.invalid == 0, "404 is not among them"
    for _ in range(3):
        assert (await api.ask("POST", f"/channels/{HERE}/messages", {"content": "x"}))[0] == 403
    assert await api.ask("GET", "/users/@me") == (429, None)


async def test_an_acknowledgement_comes_once_and_within_three_seconds(api):
    asked, _ = api.world.interact(COMMAND, ANNA, HERE, {"name": "move"})
    path = f"/interactions/{asked.id}/{asked.token}/callback"
    assert (await api.ask("POST", path, {"type": 5}))[0] == 204
    assert await api.refused("POST", path, {"type": 5}) == (400, 40060)
    late, _ = api.world.interact(COMMAND, ANNA, HERE, {"name": "move"})
    late.created -= 3.1
    assert await api.refused("POST", f"/interactions/{late.id}/{late.token}/callback", {"type": 5}) == (404, 10062)


async def test_how_threads_stand_is_known_after_a_restart(tmp_path):
    world = World(tmp_path)
    thread = world.create_thread(HERE, {"name": "Match", "auto_archive_duration": 10080})["id"]
    world.archive(thread, locked=True)
    again = World(tmp_path)
    assert again.channel(thread)["thread_metadata"] == world.channel(thread)["thread_metadata"]
    assert (again.note(thread).archived, again.note(thread).locked, again.note(thread).minutes) == (True, True, 10080)
