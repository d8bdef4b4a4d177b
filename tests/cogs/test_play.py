"""Whole games through the playground: real discord.py over real sockets, by buttons and by typing."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat
from tests.sampled import often
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("drawn")
"""Whole games with all that belongs to them."""


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))


async def actor(chat: Chat) -> str:
    """The member who is to act."""
    found = await table(chat)
    (seat,) = found.rules.to_act(found.state)
    return str(found.seats[seat].player)


async def by_buttons(chat: Chat) -> int:
    """One decision of whoever is to act, by the first button or menu entry each time; returns the number of interactions."""
    member = await actor(chat)
    before = (await table(chat)).position
    await chat.press(member, chat.board(), "Your move")
    clicks = 1
    async with within("the end of the decision"):
        while (await table(chat)).position == before:
            message = chat.private(member)
            menus = [c for row in message["components"] for c in row["components"] if c["type"] == 3 and c["custom_id"].startswith("m:pick:")]
            clicks += 1
            if menus:
                await chat.pick(member, message, menus[0]["options"][0]["value"])
            else:
                await chat.press(member, message, chat.buttons(message)[0]["label"])
            assert clicks < 8
    return clicks


async def test_a_whole_game_by_buttons_with_three_members(chat):
    """In an ordinary run what is between its beginning and its end is played without buttons."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=CECILE)
    assert "Fair play" in chat.board()["content"]
    assert chat.board()["attachments"]
    most, between = 0, often(24, 0)
    async with within("the end of the game"):
        for _ in range(5):
            most = max(most, await by_buttons(chat))
        for _ in range(between):
            found = await table(chat)
            (seat,) = found.rules.to_act(found.state)
            await found.act(seat, found.rules.decision(found.state, seat).default)
        await chat.settle()
        while not (await table(chat)).over:
            most = max(most, await by_buttons(chat))
    assert most <= 4
    final = chat.board()
    assert "wins" in final["content"] or "share" in final["content"]
    assert "the seed was `" in final["content"]
    assert len((await table(chat)).state.placed) == 30
    assert [b["label"] for b in chat.buttons(final)] == ["Rematch", "New game", "Replay", "Record", "Log", "Analysis", "Seed", "Why?"]


async def test_a_whole_game_by_typing(chat):
    await chat.use(BOHUMIL, "game new", game="monster_hex", opponent=ANNA, options="board=two seating=joined")
    assert "semínko" in chat.board()["content"]
    async with within("the end of the game"):
        while not (await table(chat)).over:
            member = await actor(chat)
            text = ""
            for _ in range(8):
                offered = await chat.complete(member, "move", "action", text)
                assert offered
                found = await table(chat)
                action = tuple(offered[-1].split())
                seat = found.seat_of(int(member))
                if any(w.text == action[-1] and w.end for w in found.rules.words(found.state, seat, action[:-1])):
                    text = offered[-1]
                    break
                text = offered[-1] + " "
            answer = await chat.use(member, "move", action=text)
            assert "`" in answer
    assert "Vítěz" in chat.board()["content"] or "dělí" in chat.board()["content"] or "vítězí" in chat.board()["content"]


EMBERS = ("Dragon", "Ifrit", "Minotaur", "Demon", "Gargoyle", "Wyvern", "Salamander", "Imp", "Wisp", "Firefly")


async def test_a_monster_has_one_name_on_buttons_in_answers_and_in_the_news(chat):
    """That of its faction, without the number by which it is typed; typing finds it by the name, too."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="board=two seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    held = sorted((await table(chat)).state.hands[0])
    names = [EMBERS[int(tile[1:]) - 1] for tile in held]
    await chat.press(ANNA, chat.board(), "Your move")
    assert chat.labels(chat.private(ANNA))[: len(names)] == names
    answer = await chat.use(ANNA, "move", action=f"place {names[0]} c1 r0")
    assert answer.splitlines()[0] == f"✓ **You place {names[0]} on C1.**"
    assert f"Anna places {names[0]} on C1." in chat.board()["content"]
