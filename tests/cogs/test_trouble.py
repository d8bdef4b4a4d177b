"""What goes wrong in chat: stale, doubled and foreign clicks, restarts, a Discord in trouble, things deleted, rights missing."""

from __future__ import annotations

import asyncio

import pytest

from cogs.messages.channel_rights import NEEDED
from cogs.play.outbox_worker import REFUSED
from cogs.service.thread_places import MATCHES
from data.language import LANGUAGES, texts
from playground.error_codes import Rejected
from playground.world import ALL_RIGHTS, SEND_MESSAGES
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.cogs.driving import skip
from tests.cogs.test_play import actor, by_buttons, table
from tests.waiting import for_ever, until, within


async def begin(chat: Chat, member: str = ANNA, opponent: str = BOHUMIL, channel: str = HERE) -> None:
    await chat.use(member, "game new", channel, game="monster_hex", opponent=opponent, options="seating=joined")


async def past_factions(chat: Chat) -> None:
    """Anna to place the first tile."""
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")


async def test_illegal_moves_are_refused_with_rule_and_alternatives(chat):
    await past_factions(chat)
    found = await table(chat)
    tile = sorted(found.state.hands[0])[0]
    before = found.position
    answer = await chat.use(ANNA, "move", action=f"place {tile} b1 r0")
    assert "The first tile must be on a starting hex" in answer
    assert "MH-3.2" in answer
    assert "`c1`" in answer
    assert "M99 is no tile" in await chat.use(ANNA, "move", action="place m99 c1 r0")
    elsewhere = next(f"m{n:02}" for n in range(1, 11) if f"m{n:02}" not in found.state.hands[0])
    assert "is not in your hand" in await chat.use(ANNA, "move", action=f"place {elsewhere} c1 r0")
    answer = await chat.use(BOHUMIL, "move", action=f"place {tile} c1 r0")
    assert "Nejsi na řadě" in answer
    assert "Anna" in answer
    answer = await chat.use(ANNA, "move", action="dance")
    assert "`place`" in answer or "nearest" in answer.lower()
    answer = await chat.use(ANNA, "move", action=f"place {tile}")
    assert "missing" in answer
    answer = await chat.use(CECILE, "move", action=f"place {tile} c1 r0")
    assert "n'es pas à cette table" in answer
    assert found.position == before
    assert len(chat.seen(None)) == 4


async def test_stale_buttons_get_the_present_question(chat):
    await past_factions(chat)
    board = chat.board()
    await chat.press(ANNA, board, "Your move")
    old = chat.private(ANNA)
    await by_buttons(chat)
    answer = await chat.press(ANNA, old, chat.buttons(old)[0]["label"])
    assert "moved on" in answer
    assert "Bohumil" in answer
    assert len((await table(chat)).state.placed) == 1
    old_board = next(m for m in chat.seen(None) if m["id"] == board["id"])
    assert old_board["components"] == []


async def test_somebody_elses_and_strangers_clicks(chat):
    await past_factions(chat)
    answer = await chat.press(BOHUMIL, chat.board(), "Your move")
    assert "Anna" in answer
    answer = await chat.press(DARA, chat.board(), "Hand")
    assert "do not sit" in answer
    await chat.press(ANNA, chat.board(), "Hand")
    hand = chat.private(ANNA)
    assert hand["attachments"][0]["description"]
    assert all(hand["id"] != m["id"] for m in chat.seen(BOHUMIL))
    body = {"member": BOHUMIL, "channel": HERE, "message": hand["id"], "custom_id": "b:do:x"}
    with pytest.raises(Rejected):
        await chat.standin.play("component", body)


async def test_hands_reach_nobody_else(chat):
    await past_factions(chat)
    found = await table(chat)
    tiles = [t.upper() for t in found.state.hands[0]]
    await chat.press(ANNA, chat.board(), "Hand")
    await chat.press(ANNA, chat.board(), "Your move")
    public = str(chat.seen(None))
    assert not any(t in public for t in tiles)
    assert await chat.complete(BOHUMIL, "move", "action", "") == []
    offered = await chat.complete(ANNA, "move", "action", "")
    assert sorted(o.split()[1].upper() for o in offered) == sorted(tiles)


async def test_a_doubled_delivery_is_no_second_move(chat):
    await past_factions(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    message = chat.private(ANNA)
    for _ in range(2):
        await chat.press(ANNA, message, chat.buttons(message)[0]["label"]) if chat.buttons(message) else None
        message = chat.private(ANNA)
    menus = [c for row in message["components"] for c in row["components"] if c["type"] == 3]
    assert not menus
    label = next(b for b in chat.buttons(message) if b["custom_id"].startswith("b:do:"))
    data = {"custom_id": label["custom_id"], "component_type": 2}
    interaction, payload = chat.world.interact(3, ANNA, HERE, data, chat.world.messages[message["id"]])
    (session,) = [s for s in chat.standin.sessions.values() if s.socket]
    await asyncio.gather(session.dispatch("INTERACTION_CREATE", payload), session.dispatch("INTERACTION_CREATE", payload))
    await asyncio.wait_for(interaction.answered.wait(), 5)
    await asyncio.sleep(0.2)
    await chat.settle()
    assert len((await table(chat)).state.placed) == 1


async def test_restart_in_the_middle(chat):
    await past_factions(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    picker = chat.private(ANNA)
    await chat.restart()
    answer = await chat.press(ANNA, picker, chat.buttons(picker)[0]["label"])
    assert "hex" in answer.lower()
    async with within("the end of the game"):
        while not (await table(chat)).over:
            await by_buttons(chat)
            if (await table(chat)).position == 6:
                await skip(chat, 6)
                await chat.restart()
    assert "wins" in chat.board()["content"] or "share" in chat.board()["content"]


async def test_owed_messages_are_sent_after_a_restart(chat):
    await past_factions(chat)
    count = len(chat.seen(None))
    chat.bot.port.send = for_ever  # Killed before it could speak.
    await chat.standin.play("command", {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": (await legal_text(chat))}})
    await asyncio.sleep(0.3)
    assert len(chat.seen(None)) == count
    await chat.restart()
    await chat.settle()
    assert len(chat.seen(None)) == count + 1
    assert "places" in chat.board()["content"]


async def legal_text(chat: Chat) -> str:
    from rules.legal_actions import legal

    found = await table(chat)
    (seat,) = found.rules.to_act(found.state)
    return " ".join(next(legal(found.rules, found.state, seat)))


async def test_discord_in_trouble(chat):
    await past_factions(chat)
    for status in (429, 500):
        before = (await table(chat)).position
        body = {"member": await actor(chat), "channel": HERE, "name": ["move"], "options": {"action": await legal_text(chat)}}
        result = await chat.standin.play("command", body)
        assert "error" not in result
        chat.standin.trouble.append(status)
        await chat.settle()
        assert (await table(chat)).position == before + 1
    boards = [m["content"] for m in chat.seen(None)]
    assert len(boards) == len(set(boards))


async def test_gateway_reconnects(chat):
    await past_factions(chat)
    await chat.standin.drop()
    for _ in range(200):
        if any(s.socket for s in chat.standin.sessions.values()):
            break
        await asyncio.sleep(0.05)
    await by_buttons(chat)
    assert len((await table(chat)).state.placed) == 1


async def test_deleted_board_message(chat):
    await past_factions(chat)
    chat.world.delete(chat.board())
    answer = await chat.use(ANNA, "board", show="post")
    assert "posted" in answer
    await by_buttons(chat)
    assert len((await table(chat)).state.placed) == 1


async def test_deleted_channel_and_going_on_elsewhere(chat):
    await past_factions(chat)
    found = await table(chat)
    chat.world.delete_channel(HERE)
    await asyncio.sleep(0.1)
    assert f"#{found.id}" in await chat.use(ANNA, "game list", THERE)
    await chat.use(ANNA, "game here", THERE, table=str(found.id))
    assert chat.buttons(chat.board(THERE))
    await chat.press(ANNA, chat.board(THERE), "Your move")
    assert "Which monster" in chat.private(ANNA, THERE)["content"]


async def test_missing_rights(chat):
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    answer = await chat.use(ANNA, "game new", game="monster_hex", computers="1")
    assert answer == "I lack rights in this channel: **Send Messages**."
    assert await chat.bot.store.tables.latest_in(int(HERE)) is None


@pytest.mark.parametrize(("language", "name"), [("cs", "Odesílání zpráv"), ("fr", "Envoyer des messages")])
async def test_rights_are_called_as_discord_calls_them_to_whoever_reads(chat, language, name):
    chat.world.members[ANNA]["locale"] = language
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    assert f"**{name}**" in await chat.use(ANNA, "game new", game="monster_hex", computers="1")


def test_every_right_that_may_be_missing_has_its_name():
    for language in LANGUAGES:
        for name in (*NEEDED, *MATCHES):
            assert texts(language).find(f"right.{name}") not in (None, name.replace("_", " "))


async def test_rights_lost_later_lose_nothing(chat):
    await past_factions(chat)
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": await legal_text(chat)}}
    assert "error" not in await chat.standin.play("command", body)
    await asyncio.sleep(0.3)
    assert (await table(chat)).position == 3
    assert await chat.bot.store.outbox.subjects()
    chat.world.rights.clear()
    await chat.bot.worker.retry(REFUSED)
    await chat.settle()
    assert "places" in chat.board()["content"]


async def test_who_moves_is_told_that_the_others_cannot_be_told(chat):
    """By typing and by clicking; it is no longer said when the right is back."""
    await past_factions(chat)
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    mover = ANNA if (await table(chat)).acting == (0,) else BOHUMIL
    answer = await chat.use(mover, "move", action=await legal_text(chat))
    assert "✓ " in answer
    assert "The others cannot be told: I lack rights in this channel (**Send Messages**)." in answer
    chat.world.rights.clear()
    await chat.bot.worker.retry(REFUSED)
    await chat.settle()
    other = BOHUMIL if mover == ANNA else ANNA
    assert "cannot be told" not in await chat.use(other, "move", action=await legal_text(chat))


async def test_faults_of_ours_get_a_number(chat, caplog):
    await past_factions(chat)

    async def fail(*_: object, **__: object) -> None:
        raise OSError("no space left on device")

    keep, chat.bot.store.tables.commit = chat.bot.store.tables.commit, fail
    body = {"member": ANNA, "channel": HERE, "name": ["move"], "options": {"action": await legal_text(chat)}}
    await chat.standin.play("command", body)
    answers = await until(lambda: [m["content"] for m in chat.seen(ANNA) if "our side" in m["content"]])
    number = answers[-1].split()[-1].rstrip(".")
    assert number in caplog.text
    assert "no space left" not in answers[-1]
    chat.bot.store.tables.commit = keep
    assert (await table(chat)).position == 2
    await by_buttons(chat)
    assert len((await table(chat)).state.placed) == 1


@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_who_presses_when_the_connection_to_discord_breaks_reads_no_number(chat, method):
    """Whether the acknowledgement gets lost or the answer: what is said then is no fault of ours, and can be acted upon."""
    await past_factions(chat)
    broken: list[str] = []

    async def meddle(request, handler):
        if request.method == method and ("/callback" in request.path or "@original" in request.path) and not broken:
            broken.append(request.path)
            request.transport.close()
        return await handler(request)

    chat.standin.rates.meddle = meddle
    result = await chat.standin.play("component", pressing(chat, ANNA, "Your move"))
    await chat.settle()
    assert broken
    read = [m["content"] for m in chat.seen(ANNA) if m["_only"] == ANNA]
    assert not any("on our side" in words for words in read), read
    if method == "PATCH":
        assert "error" not in result
        assert "my connection to Discord broke off" in read[-1]


def pressing(chat: Chat, member: str, label: str) -> dict[str, str]:
    """A press of a button of the board."""
    board = chat.board()
    return {"member": member, "channel": HERE, "message": board["id"], "custom_id": chat.button(board, label)["custom_id"]}
