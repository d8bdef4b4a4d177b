"""The stand-in refuses what Discord refuses, with Discord's codes, and shows an ephemeral message to its member alone."""

from __future__ import annotations

import json

import aiohttp
import discord
import pytest

from playground.command_checks import check_choices, check_commands
from playground.error_codes import Rejected
from playground.forms import check_modal
from playground.http_server import Standin
from playground.message_bodies import check_message
from playground.world import VIEW_CHANNEL, World
from tests.chat import Chat

ANNA, BOHUMIL, HERE = "4001", "4002", "3001"


class Clock:
    now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def world():
    return World(clock=Clock())


def code(call, *args) -> int:
    with pytest.raises(Rejected) as refused:
        call(*args)
    return refused.value.code


def row(*children):
    return {"type": 1, "components": list(children)}


def button(custom_id="x", label="y"):
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label}


def menu(count, custom_id="m"):
    return {"type": 3, "custom_id": custom_id, "options": [{"label": str(i), "value": str(i)} for i in range(count)]}


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2001},
        {"content": "x", "components": [row(button())] * 6},
        {"content": "x", "components": [row(*(button(str(i)) for i in range(6)))]},
        {"content": "x", "components": [row(button("a")), row(button("a"))]},
        {"content": "x", "components": [row(button("x" * 101))]},
        {"content": "x", "components": [row(button(label="x" * 81))]},
        {"content": "x", "components": [row(button(label=""))]},
        {"content": "x", "components": [row(menu(26))]},
        {"content": "x", "components": [row(menu(0))]},
        {"content": "x", "components": [row(menu(1), button())]},
        {"content": "x", "components": [row()]},
        {"content": "x", "nonce": "1" * 26},
        {"embeds": [{"title": "x" * 257}]},
        {"embeds": [{"description": "x" * 4097}]},
        {"embeds": [{"description": "x" * 4000}, {"description": "y" * 2001}]},
    ],
)
def test_messages_that_discord_refuses(body):
    assert code(check_message, body, 0, True) == 50035


def test_messages_that_discord_takes():
    check_message({"content": "x" * 2000, "components": [row(*(button(str(i)) for i in range(5))), row(menu(25))]}, 1, True)
    assert code(check_message, {}, 0, True) == 50006
    check_message({}, 0, False)


def test_choices_modals_commands():
    assert code(check_choices, [{"name": "x", "value": "x"}] * 26) == 50035
    assert code(check_choices, [{"name": "x" * 101, "value": "x"}]) == 50035
    assert code(check_modal, {"title": "x" * 46, "custom_id": "x", "components": [row()]}) == 50035
    command = {"name": "fine", "description": "x", "options": []}
    check_commands([command])
    for wrong in ({"name": "Loud"}, {"name": "with space"}, {"description": ""}, {"description": "x" * 101}):
        assert code(check_commands, [command | wrong]) == 50035
    assert code(check_commands, [command, command]) == 50035


def test_answers_once_and_in_time(world):
    found, _ = world.interact(2, ANNA, HERE, {"name": "move"})
    assert code(world.answer, found.id, "wrong", {"type": 5}, {}, "") == 10062
    world.answer(found.id, found.token, {"type": 5, "data": {"flags": 64}}, {}, "")
    assert code(world.answer, found.id, found.token, {"type": 5}, {}, "") == 40060
    late, _ = world.interact(2, ANNA, HERE, {"name": "move"})
    world.clock.now += 3.1
    assert code(world.answer, late.id, late.token, {"type": 5}, {}, "") == 10062
    assert world.by_token(found.token) is found
    world.clock.now += 15 * 60
    assert code(world.by_token, found.token) == 50027
    assert code(world.by_token, "nothing") == 10015


def test_unknown_things(world):
    assert code(world.find, HERE, "1") == 10008
    assert code(world.channel, "1") == 10003
    world.rights[HERE] = VIEW_CHANNEL
    assert code(world.need_rights, HERE) == 50013
    world.rights[HERE] = 0
    assert code(world.need_rights, HERE) == 50001
    found, _ = world.interact(3, ANNA, HERE, {})
    assert code(world.original, found) == 10008


def test_nonces_keep_a_message_from_being_posted_twice(world):
    first = world.post(HERE, {"content": "x", "nonce": "1", "enforce_nonce": True}, {}, "")
    assert world.post(HERE, {"content": "x", "nonce": "1", "enforce_nonce": True}, {}, "") is first
    world.clock.now += 301
    assert world.post(HERE, {"content": "x", "nonce": "1", "enforce_nonce": True}, {}, "") is not first


def test_everything_is_back_after_a_restart(tmp_path):
    world = World(tmp_path)
    message = world.post(HERE, {"content": "kept"}, {0: ("a.png", b"png", "image/png")}, "http://x")
    again = World(tmp_path)
    assert again.messages[message["id"]]["content"] == "kept"
    assert again.file(message["attachments"][0]["id"]) == b"png"
    again.delete(again.messages[message["id"]])
    assert World(tmp_path).messages == {}
    assert again.file(message["attachments"][0]["id"]) is None
    assert again.file("../world.json") is None


async def test_over_http():
    standin = Standin(World())
    address = await standin.start()
    assert address.startswith("http://127.0.0.1:")
    good = {"Authorization": "Bot playground"}
    try:
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{address}/api/v10/users/@me", headers={"Authorization": "Bot wrong"}) as answer:
                assert answer.status == 401
            async with session.get(f"{address}/api/v10/users/@me", headers=good) as answer:
                assert (await answer.json())["username"] == "Referee"
            standin.trouble.append(429)
            async with session.get(f"{address}/api/v10/users/@me", headers=good) as answer:
                assert answer.status == 429
                assert answer.headers["Via"]
            async with session.get(f"{address}/page/..%2Fserver.py") as answer:
                assert answer.status == 404
            hidden, _ = standin.world.interact(2, ANNA, HERE, {})
            standin.world.answer(hidden.id, hidden.token, {"type": 4, "data": {"content": "secret", "flags": 64}}, {}, address)
            for member, sees in ((ANNA, True), (BOHUMIL, False)):
                async with session.get(f"{address}/play/state?member={member}") as answer:
                    assert ("secret" in await answer.text()) == sees
    finally:
        await standin.stop()


@pytest.mark.parametrize(
    ("headers", "taken"),
    [
        ({}, True),  # The bot, and whoever asks from a terminal.
        ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),  # Typed into the address bar.
        ({"Host": "evil.example:{port}"}, False),  # A name that was made to lead here.
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}", "Sec-Fetch-Site": "same-origin"}, False),
        ({"Host": "127.0.0.1"}, False),
        ({"Host": "127.0.0.1:1"}, False),
        ({"Host": "127.0.0.1:{port}.evil.example"}, False),
        ({"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, False),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),  # A page in a box, or a file.
        ({"Origin": "http://127.0.0.1:1"}, False),  # Another program on this machine.
        ({"Origin": "https://127.0.0.1:{port}"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
    ],
)
async def test_only_its_own_page_may_play_and_read(headers, taken):
    standin = Standin(World())
    address = await standin.start()
    sent = {key: value.format(port=address.rpartition(":")[2]) for key, value in headers.items()}
    told = {"member": ANNA, "locale": "fr"}
    before = standin.world.members[ANNA]["locale"]
    try:
        async with aiohttp.ClientSession(headers=sent) as session:
            for path in ("/play/state", "/api/v10/gateway", "/files/1/x.png"):
                async with session.get(address + path, headers={"Authorization": "Bot playground"}) as answer:
                    assert (answer.status != 403) == taken, path
            async with session.post(f"{address}/play/locale", data=json.dumps(told), headers={"Content-Type": "text/plain"}) as answer:
                assert (answer.status, standin.world.members[ANNA]["locale"]) == ((200, "fr") if taken else (403, before))
            for path in ("/play/socket", "/gateway"):
                if taken:
                    await (await session.ws_connect(address + path)).close()
                    continue
                with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                    await session.ws_connect(address + path)
    finally:
        await standin.stop()


async def test_a_link_elsewhere_leads_to_the_page():
    standin = Standin(World())
    address = await standin.start()
    try:
        async with aiohttp.ClientSession(headers={"Sec-Fetch-Site": "cross-site"}) as session, session.get(address) as answer:
            assert answer.status == 200
    finally:
        await standin.stop()


async def test_threads(tmp_path):
    """A thread is a channel of its own below another one, known to the bot at once and after a restart."""
    async with Chat(tmp_path) as chat:
        channel = chat.bot.get_channel(3001)
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="Round 1, table 1", type=discord.ChannelType.public_thread)
        await thread.send("hello")
        with pytest.raises(Rejected):
            chat.world.create_thread("3001", {"name": ""})
        assert chat.board(str(thread.id))["content"] == "hello"
        await chat.use(ANNA, "game new", str(thread.id), game="monster_hex", opponent=BOHUMIL)
        assert "Monster Hex" in await chat.use(ANNA, "game list")
        await chat.restart()
        found = chat.bot.get_channel(thread.id)
        assert isinstance(found, discord.Thread)
        assert found.parent_id == 3001
