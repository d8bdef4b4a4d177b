"""Who comes, goes and is called what, and what a bot without privileged intents hears of it: by Discord's pages *Guild*,
*Gateway* and *Permissions*."""

from __future__ import annotations

import pytest

from playground.error_codes import Rejected
from playground.permission_bits import ALL_RIGHTS, MANAGE_THREADS, ORDINARY, USE_COMMANDS, VIEW_CHANNEL
from playground.world import COMMAND, COMPONENT
from tests.chat import Chat
from tests.playground.api import HERE, Api

ANNA, BOHUMIL, CECILE = "4001", "4002", "4003"
FOREIGN = "2500", "3501"


@pytest.fixture
async def api():
    async with Api() as opened:
        yield opened


def asks(api: Api, member: str = BOHUMIL, channel: str = HERE, kind: int = COMMAND) -> dict:
    return api.world.interact(kind, member, channel, {"name": "move"})[1]


async def test_who_has_left_is_a_user_and_no_member(api):
    path = f"/guilds/{api.world.guild}/members/{BOHUMIL}"
    assert (await api.ask("GET", path))[1]["user"]["id"] == BOHUMIL
    api.leaves(BOHUMIL)
    assert await api.refused("GET", path) == (404, 10007)
    assert await api.refused("GET", f"/guilds/{api.world.guild}/members/99") == (404, 10013)
    assert (await api.ask("GET", f"/users/{BOHUMIL}"))[1]["id"] == BOHUMIL
    thread = await api.thread()
    assert await api.refused("PUT", f"/channels/{thread}/thread-members/{BOHUMIL}") == (404, 10007)
    with pytest.raises(Rejected, match="403 50001"):
        asks(api)
    api.comes_back(BOHUMIL)
    assert (await api.ask("PUT", f"/channels/{thread}/thread-members/{BOHUMIL}"))[0] == 204
    asks(api)


async def test_one_leaves_one_server_and_is_written_to_while_another_is_shared(api):
    api.world.add_server(FOREIGN[0], "Abroad", {FOREIGN[1]: "office"})
    direct = f"/channels/{api.world.direct(BOHUMIL)}/messages"
    api.leaves(BOHUMIL)
    asks(api, channel=FOREIGN[1])
    assert (await api.ask("POST", direct, {"content": "x"}))[0] == 200
    api.leaves(BOHUMIL, FOREIGN[0])
    assert await api.refused("POST", direct, {"content": "x"}) == (403, 50278)
    api.comes_back(BOHUMIL)
    api.throws_out()
    assert await api.refused("POST", direct, {"content": "x"}) == (403, 50278), "a server that has thrown the bot out is not shared"


async def test_an_option_may_hold_a_user_without_a_member(tmp_path):
    async with Chat(tmp_path) as chat:
        chat.leaves(CECILE)
        body = {"member": ANNA, "channel": HERE, "name": ["game", "new"], "options": {"opponent": CECILE, "opponent2": BOHUMIL}}
        resolved = chat.standin.members._command_data(body)["resolved"]
        assert {*resolved["users"]} == {BOHUMIL, CECILE}
        assert {*resolved["members"]} == {BOHUMIL}


async def test_of_members_the_bot_hears_nothing_but_of_itself(tmp_path):
    async with Chat(tmp_path) as chat:
        heard: list[str] = []
        chat.bot.add_listener(_note(heard), "on_socket_event_type")
        chat.leaves(BOHUMIL)
        chat.renamed(ANNA, "Somebody")
        chat.calls_themselves(CECILE, "Somebody")
        chat.timed_out(CECILE, 60)
        chat.regular(CECILE, False)
        chat.comes_back(BOHUMIL)
        chat.writes(ANNA, HERE)
        await chat.settle()
        assert heard == []
        chat.world.give_bot_role(False)
        await chat.settle()
        assert heard == ["GUILD_MEMBER_UPDATE"]


def _note(heard: list[str]):
    async def note(event: str) -> None:
        heard.append(event)

    return note


async def test_names_are_of_today_and_of_one_server(api):
    api.world.add_server(FOREIGN[0], "Abroad", {FOREIGN[1]: "office"})
    api.renamed(BOHUMIL, "Foul Name")
    assert asks(api)["member"]["nick"] == "Foul Name"
    assert asks(api, channel=FOREIGN[1])["member"]["nick"] is None
    api.renamed(BOHUMIL, "Member 1")
    assert (await api.ask("GET", f"/guilds/{api.world.guild}/members/{BOHUMIL}"))[1]["nick"] == "Member 1"
    api.renamed(BOHUMIL, None)
    api.calls_themselves(BOHUMIL, "Bob")
    assert (asks(api)["member"]["nick"], asks(api)["member"]["user"]["global_name"]) == (None, "Bob")


@pytest.mark.parametrize("name", ["Anna", "Анна", "🦊🔥", "أنا", "דנה", "Z̸̢͝a̵l̷g̶o̷", "日本", "\u202eevil", "Nguyễn Thị Hằng"])
async def test_names_are_in_any_script_and_two_may_be_alike_while_accounts_are_not(api, name):
    first, second = api.newcomer(name), api.newcomer(name)
    people = [(await api.ask("GET", f"/users/{number}"))[1] for number in (first, second)]
    assert [p["global_name"] for p in people] == [name, name]
    accounts = [p["username"] for p in people] + [api.world.members[ANNA]["username"]]
    assert len({*accounts}) == 3
    assert all(account.isascii() and account == account.lower() for account in accounts)


async def test_who_is_timed_out_reads_and_does_nothing_until_it_is_over(api):
    """communication_disabled_until: all rights are lost but to see and to read; the owner of a server cannot be timed out."""
    api.timed_out(BOHUMIL, 600)
    found = (await api.ask("GET", f"/guilds/{api.world.guild}/members/{BOHUMIL}"))[1]
    assert found["communication_disabled_until"]
    for kind in (COMMAND, COMPONENT):
        with pytest.raises(Rejected, match="403 50013"):
            asks(api, kind=kind)
    api.timed_out(ANNA, 600)
    asks(api, ANNA)
    api.world.ahead += 601
    asks(api)


async def test_members_are_ordinary_but_for_the_owner_and_a_moderator(api):
    rights = {m: int(asks(api, m)["member"]["permissions"]) for m in api.world.members}
    assert rights[ANNA] == ALL_RIGHTS
    assert [m for m, held in rights.items() if held & MANAGE_THREADS] == [ANNA, "4004"]
    api.moderates(BOHUMIL)
    assert int(asks(api)["member"]["permissions"]) & MANAGE_THREADS
    api.may(BOHUMIL, ORDINARY & ~USE_COMMANDS)
    with pytest.raises(Rejected, match="403 50013"):
        asks(api)
    asks(api, kind=COMPONENT)


async def test_commands_that_a_server_has_switched_off_are_never_sent_and_buttons_go_on(tmp_path):
    async with Chat(tmp_path) as chat:
        await chat.use(ANNA, "game new", game="monster_hex")
        chat.commands_off("game")
        with pytest.raises(Rejected, match="403 50013"):
            await chat.use(ANNA, "game list")
        await chat.use(ANNA, "help")
        chat.commands_off()
        with pytest.raises(Rejected, match="403 50013"):
            await chat.use(ANNA, "help")
        await chat.press(BOHUMIL, chat.board(), "Join")
        chat.commands_on()
        await chat.use(ANNA, "game list")


async def test_a_role_that_the_bot_loses_takes_its_rights(tmp_path):
    async with Chat(tmp_path) as chat:
        chat.world.set_role_rights(chat.world.guild, ORDINARY & ~VIEW_CHANNEL)
        assert int(asks_in(chat)["app_permissions"]) & VIEW_CHANNEL
        chat.world.give_bot_role(False)
        assert not int(asks_in(chat)["app_permissions"]) & VIEW_CHANNEL
        await chat.settle()
        guild = chat.bot.get_guild(int(chat.world.guild))
        assert guild is not None
        assert [role.name for role in guild.me.roles] == ["@everyone"]


def asks_in(chat: Chat) -> dict:
    return chat.world.interact(COMMAND, ANNA, HERE, {"name": "move"})[1]
