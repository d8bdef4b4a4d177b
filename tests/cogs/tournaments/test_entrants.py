"""Lists of entrants for moderators: out of a tournament, and into one."""

from __future__ import annotations

import csv
import io

import discord
import pytest

from playground.world import REGULARS
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.cogs.tournaments.in_chat import MEMBERS, open_with, settle, threads
from tests.cogs.tournaments.test_standings_files import attached


async def send(chat, content: str, name: str = "list.csv") -> str:
    return await chat.use(JUDGE, "referee tournament entrants", file={"name": name, "content": content})


async def entered(chat) -> list[int]:
    return [p.player for p in await chat.bot.store.tournaments.entrants(1)]


@pytest.fixture
async def cup(chat):
    chat.moderates(JUDGE)
    await open_with(chat, ANNA)
    return chat


async def test_a_list_goes_out_and_comes_back(cup):
    await cup.use(JUDGE, "referee tournament entrants")
    name, text = attached(cup, JUDGE)
    assert name == "entrants-1.csv"
    assert list(csv.reader(io.StringIO(text))) == [["id", "Player"], [f"<@{ANNA}>", "Anna"]]
    account = cup.world.members[CECILE]["username"]
    words = await send(cup, f"{text}<@{BOHUMIL}>,whoever\r\n@{account}\r\n")
    assert "Now in: Bohumil, Cécile." in words
    assert "In before: Anna." in words
    assert await entered(cup) == [int(m) for m in (ANNA, BOHUMIL, CECILE)]
    assert "3. Cécile" in cup.seen(None)[0]["content"], "the sign-up shows them"
    again = await send(cup, attached(cup, JUDGE)[1])
    assert "Now in" not in again
    assert "In before: Anna, Bohumil, Cécile." in again
    assert len(await entered(cup)) == 3, "nobody is in it twice"


async def test_one_person_named_in_three_ways_is_one(cup):
    account = cup.world.members[DARA]["username"]
    assert "Now in: Dara." in await send(cup, f"{DARA}\n<@!{DARA}>\n{account.upper()}\n")
    assert await entered(cup) == [int(ANNA), int(DARA)]


async def test_strangers_and_odd_cells_are_named(cup):
    odd = ["4.00E+17", "9" * 20, "9223372036854775807", "１２３４５６７８９０", "nobody_at_all", "**bold** @everyone", "=1+1", "-" * 300]
    words = await send(cup, "id;name\n" + "\n".join(odd) + f"\n{BOHUMIL};x")
    assert "Now in: Bohumil." in words
    assert "Nobody of this server: 4\\.00E+17, " in words
    assert r"\*\*bold\*\*" in words
    assert "@everyone" not in words
    assert "-" * 60 not in words
    assert await entered(cup) == [int(ANNA), int(BOHUMIL)]


async def test_a_list_that_cannot_be_read(cup):
    assert "at most 64 kB" in await send(cup, "x" * 10_000_000)
    assert "names nobody" in await send(cup, "")
    assert "names nobody" in await send(cup, "id,name\n,,\n")
    assert "names nobody" in await send(cup, '"' + "\n" * 10)
    assert "at most 128." in await send(cup, "\n".join(str(10**17 + n) for n in range(200)))
    assert "at most 40;" in await send(cup, "\n".join(f"somebody{n}" for n in range(50)))
    assert await entered(cup) == [int(ANNA)]


async def test_the_rules_of_the_sign_up_hold(chat):
    chat.moderates(JUDGE)
    await open_with(chat, ANNA, most="2")
    words = await send(chat, f"{BOHUMIL}\n{CECILE}\n")
    assert "Now in: Bohumil." in words
    assert "No room any more: Cécile." in words
    await chat.use(JUDGE, "tournament start")
    await chat.settle()
    assert "begun" in await send(chat, f"{DARA}\n")
    assert await entered(chat) == [int(ANNA), int(BOHUMIL)]


async def test_who_lacks_the_role_or_has_left_is_not_entered(chat):
    chat.moderates(JUDGE)
    await chat.use(ANNA, "tournament create", game="monster_hex", role=REGULARS)
    chat.regular(CECILE, False)
    chat.leaves(DARA)
    words = await send(chat, f"{BOHUMIL}\n{CECILE}\n{DARA}")
    assert "Now in: Bohumil." in words
    assert "Without the role that it takes: Cécile." in words
    assert f"Nobody of this server: {DARA}." in words
    assert await entered(chat) == [int(BOHUMIL)]


async def test_where_everybody_brings_a_deck_nobody_else_can(chat):
    chat.moderates(JUDGE)
    await chat.use(ANNA, "tournament create", game="hexygame", decks="True")
    assert "a deck of their own" in await send(chat, BOHUMIL)
    assert await entered(chat) == []


async def test_while_discord_does_not_say_who_is_there_nobody_is_entered(cup, monkeypatch):
    async def silence(*_, **__):
        raise TimeoutError

    monkeypatch.setattr(discord.Guild, "query_members", silence)
    assert "does not say just now" in await send(cup, BOHUMIL)
    assert await entered(cup) == [int(ANNA)]


async def test_bots_do_not_play(cup):
    assert "Bots do not play: Referee." in await send(cup, cup.world.bot["id"])
    assert await entered(cup) == [int(ANNA)]


async def test_who_may_join(chat):
    await chat.use(ANNA, "tournament create", game="monster_hex", role=REGULARS)
    assert f"Only for <@&{REGULARS}>" in chat.board()["content"]
    newcomer = list(chat.world.members)[-4]
    assert f"Only for <@&{REGULARS}>" in await chat.use(newcomer, "tournament join")
    await chat.use(ANNA, "tournament join")
    assert "1. Anna" in chat.seen(None)[0]["content"]
    assert "2. " not in chat.seen(None)[0]["content"]


async def test_a_second_press_of_start_says_who_would_be_out(chat):
    """During a check-in nobody is put out by one press, typed or not."""
    await open_with(chat, name="Autumn cup", settings="check-in:10")
    for member in MEMBERS:
        await chat.press(member, chat.board(), "Join")
    await chat.press(ANNA, chat.seen(None)[0], "Start")
    await settle(chat)
    await chat.press_verb(BOHUMIL, "tcheck")
    for told in (await chat.press(ANNA, chat.seen(None)[0], "Start"), await chat.use(ANNA, "tournament start")):
        assert "1 player is in: Bohumil" in told
        assert "Not checked in, and out if it starts now: Anna, Cécile, Dara" in told
    assert not threads(chat)
    for member in (ANNA, CECILE, DARA):
        await chat.press_verb(member, "tcheck")
    await chat.press_verb(ANNA, "tbegin")
    await settle(chat)
    assert len(threads(chat)) == 2


async def test_who_has_left_a_swiss_comes_back_by_join(chat):
    await open_with(chat, name="Autumn cup", rounds="3")
    for member in MEMBERS:
        await chat.press(member, chat.board(), "Join")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    await chat.use(DARA, "tournament leave")
    await settle(chat)
    assert "from the next round on" in await chat.use(DARA, "tournament join")
    assert "already" in await chat.use(DARA, "tournament join")
    await settle(chat)
    cup = await chat.bot.tournaments.here(int(HERE))
    assert len(cup.state.active) == 4
