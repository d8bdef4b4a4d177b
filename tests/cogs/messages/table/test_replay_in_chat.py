"""Replays and earlier positions in a whole chat."""

from __future__ import annotations

import asyncio
import io
import random
import time
from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest
from PIL import Image, ImageChops

from cogs.messages.drawing import look_of, unescaped
from cogs.messages.table import replay as making
from cogs.play.history.earlier_positions import retrospect
from data.language import texts
from data.store.channel_settings import Room
from data.store.personal_settings import Settings
from playground.permission_bits import ALL_RIGHTS, ATTACH_FILES
from render.animation import SLOWEST
from render.motion import STEPS, Blow
from render.painter import painter
from rules.legal_actions import legal
from rules.notation import Row
from tests.bids import open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.cogs.messages.table.filmed_games import ACT, filmed, pictures, shown, store
from tests.every_game.test_knowledge import oracle
from tests.stored import acted
from tests.waiting import within

__all__ = ["store"]
pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""
EN = texts("en")


# In chat


async def begun(chat: Chat, moves: int = 6, **options: str):
    """A game of Anna and Bohumil under way."""
    options = {"game": "monster_hex", "opponent": BOHUMIL, "options": "seating=joined"} | options
    await chat.use(ANNA, "game new", **options)
    table = await chat.bot.tables.here(int(HERE))
    rng = random.Random(5)
    for _ in range(moves):
        seat = table.awaited[0]
        await table.act(seat, oracle(table.rules.key).acts(table.rules, table.state, seat, rng))
    await chat.settle()
    return table


async def ended(chat: Chat, moves: int = 6):
    table = await begun(chat, moves)
    await table.concede(table.acting[0])
    await chat.settle()
    return table


def animation(chat: Chat, message, briefest: float = SLOWEST) -> list[Image.Image]:
    """The boards of a replay; with what is seen for less time also what strikes in them."""
    (file,) = message["attachments"]
    assert file["filename"] == "replay.gif"
    assert file["content_type"] == "image/gif"
    return pictures(chat.world.file(file["id"]), briefest)


async def test_the_end_of_a_game_offers_its_replay(chat):
    table = await ended(chat)
    end, public = chat.board(), len(chat.seen(None))
    assert "Replay" in chat.labels(end)
    assert await chat.press(ANNA, end, "Replay") == "**The game** up to action 7:"
    mine = chat.private(ANNA)
    assert len(animation(chat, mine)) == 8
    words = mine["attachments"][0]["description"]
    assert words.startswith("Animated: Monster Hex, Anna, Bohumil. Pictures: 8, the last one after action 7:\n")
    assert painter("monster_hex").describe(table.view(None), unescaped(table, look_of(table)), brief=True).splitlines()[0] in words
    assert len(chat.seen(None)) == public, "nobody else sees anything"
    assert await chat.use(ANNA, "game replay", turns="1") == "**The game** from action 6 to action 7:"
    assert len(animation(chat, chat.private(ANNA))) == 2
    # Somebody who only watches may, too, in their own language.
    assert "jusqu'à l'action 7" in await chat.press(CECILE, end, "Revoir" if "Revoir" in chat.labels(end) else "Replay")


@pytest.mark.sampled(0.6, any=True)
@pytest.mark.parametrize(("motion", "own"), [(True, True), (False, True), (True, False)])
async def test_boards_that_do_not_move_do_not_move_in_a_replay_either(chat, monkeypatch, motion, own):
    """Nor, in their own, for whoever has set that; what all are shown is as the channel has it."""
    painted = replace(painter("monster_hex"), blow=lambda view, look, events: Blow((), "Ha!"))
    monkeypatch.setattr(making, "painter", lambda game: painted)
    await begun(chat, 3)
    await chat.bot.store.channel_settings.change(int(chat.world.guild), int(HERE), Room(motion=motion))
    await chat.bot.store.personal_settings.set_settings(int(ANNA), Settings(motion=own))
    await chat.use(ANNA, "game replay")
    mine = chat.private(ANNA)
    assert len(animation(chat, mine, 0)) == 4 + 3 * STEPS * (motion and own)
    await chat.press(ANNA, mine, "Show to all")
    assert len(animation(chat, chat.board(), 0)) == 4 + 3 * STEPS * motion


async def test_it_may_be_shown_to_all_even_after_a_restart(chat):
    await ended(chat)
    await chat.press(ANNA, chat.board(), "Replay")
    mine = chat.private(ANNA)
    await chat.restart()
    await chat.press(ANNA, mine, "Show to all")
    everybody = chat.board()
    assert everybody["content"] == "**The game** up to action 7:\nShown by Anna"
    assert len(animation(chat, everybody)) == len(animation(chat, mine))
    assert not chat.labels(everybody)


async def test_a_running_game_is_replayed_as_far_as_it_has_come(chat):
    table = await begun(chat, 4)
    assert await chat.use(CECILE, "game replay") == "**La partie** jusqu'à l'action 4\u00a0:"
    assert len(animation(chat, chat.private(CECILE))) == 5
    seat = table.awaited[0]
    await table.act(seat, next(legal(table.rules, table.state, seat)))
    await chat.use(CECILE, "game replay")
    assert len(animation(chat, chat.private(CECILE))) == 6
    assert "Replay" not in chat.labels(chat.board())


async def test_earlier_positions_step_by_step(chat):
    """Whoever watches sees what was posted then, forwards and backwards."""
    table = await begun(chat, 0)
    look, rng, then = unescaped(table, look_of(table, texts("en", "monster_hex"), table.row.theme)), random.Random(5), []
    paint = painter("monster_hex")
    then.append(paint.paint(table.view(None), look).png)
    for _ in range(5):
        seat = table.awaited[0]
        await table.act(seat, oracle("monster_hex").acts(table.rules, table.state, seat, rng))
        then.append(paint.paint(table.view(None), look).png)
    await chat.settle()
    public = len(chat.seen(None))
    assert (await chat.use(DARA, "board", at="3")).startswith("**After action 3** of 5\n")
    mine = chat.private(DARA)
    assert shown(chat, mine) == [then[3]]
    assert "·" not in mine["content"].splitlines()[0]
    assert mine["attachments"][0]["description"]
    assert chat.labels(mine) == ["Back", "Next", "Play"]
    for label, number in (("Back", 2), ("Back", 1), ("Back", 0), ("Next", 1), ("Next", 2), ("Next", 3), ("Next", 4), ("Next", 5), ("Back", 4)):
        said = await chat.press(DARA, mine, label)
        mine = chat.private(DARA)
        assert said.startswith(f"**After action {number}** of 5" if number else "**The deal**; 5 actions so far")
        assert shown(chat, mine) == [then[number]], number
        disabled = [b["label"] for b in chat.buttons(mine) if b.get("disabled")]
        assert disabled == {0: ["Back"], 5: ["Next", "Play"]}.get(number, []), number
    await chat.press(DARA, mine, "Back")
    assert await chat.press(DARA, chat.private(DARA), "Play") == "**The game** from action 3 to action 5:"
    frames = animation(chat, chat.private(DARA))
    assert len(frames) == 3
    assert all(ImageChops.difference(f, Image.open(io.BytesIO(p)).convert("RGB")).getbbox() is None for f, p in zip(frames, then[3:], strict=True))
    assert len(chat.seen(None)) == public


async def test_numbers_that_are_no_positions_are_explained(chat):
    table = await begun(chat, 4)
    await table.go_back(0, 2, act=ACT)
    await chat.settle()
    plainly = await chat.use(DARA, "board", at="2")
    assert plainly.startswith("**After action 2** of 2\n")
    note = "Action 4 no longer counts. This is the position before it.\n"
    assert (await chat.use(DARA, "board", at="4")).replace(note, "", 1) == plainly
    assert "**After action 2** of 2" in await chat.use(DARA, "board", at="5")
    assert "There is no action 99 yet. This is the latest position." in await chat.use(DARA, "board", at="99")
    assert await chat.complete(DARA, "board", "at", "") == ["1.1", "0.1", "0"]
    assert await chat.complete(DARA, "board", "at", "1.") == ["1.1"]
    assert (await chat.use(DARA, "board", at="1.1")).startswith("**As it was:** before Anna's turn 1\n")
    assert "no such point as `1.9`" in await chat.use(DARA, "board", at="1.9")
    assert "Only the present board" in await chat.use(DARA, "board", at="1", show="post")


async def test_in_words_and_close_up(chat):
    await begun(chat, 4)
    words = await chat.use(DARA, "board", at="2", show="text")
    assert words.startswith("**After action 2** of 4")
    assert "```" in words
    assert not chat.private(DARA)["attachments"]
    await chat.use(DARA, "board", at="2", show="closer")
    assert chat.private(DARA)["attachments"]


async def test_a_seat_sees_its_hand_of_then_and_nobody_else_does(chat):
    chat.world.members[BOHUMIL]["locale"] = "en-US"
    table = await begun(chat, 30, game="hexygame")
    hands = {seat: painter("hexygame").describe_hand(table.view(seat), look_of(table)) for seat in (0, 1)}
    at = str((await retrospect(table)).last)
    for _ in range(12):
        seat = table.awaited[0]
        await table.act(seat, oracle("hexygame").acts(table.rules, table.state, seat, random.Random(table.position)))
    await chat.settle()

    async def seen(member: str) -> dict[str, str]:
        await chat.use(member, "board", at=at)
        return {file["filename"]: file["description"] for file in chat.private(member)["attachments"]}

    names = {seat: {line.partition(" · ")[0] for line in hand.splitlines()} for seat, hand in hands.items()}
    mine, theirs = await seen(ANNA), await seen(BOHUMIL)
    assert set(mine) == set(theirs) == {"board.png", "hand.png"}
    assert all(name in mine["hand.png"] for name in names[0])
    assert not any(name in mine["hand.png"] for name in names[1] - names[0])
    assert not any(name in theirs["hand.png"] for name in names[0] - names[1])
    assert all(name in theirs["hand.png"] for name in names[1])
    assert names[0] != names[1]
    assert set(await seen(DARA)) == {"board.png"}
    # Who has left sees what everybody sees; who has come sees what the seat has seen.
    await table.seating.sit(0, (int(DARA), "Dara"), ACT)
    await chat.settle()
    assert set(await seen(ANNA)) == {"board.png"}
    assert await seen(DARA) == mine


async def test_who_asks_from_elsewhere_is_told_nothing(chat):
    await ended(chat)
    end = chat.board()
    await chat.press(ANNA, end, "Replay")
    replay = chat.private(ANNA)
    await chat.use(ANNA, "board", at="2")
    board = chat.private(ANNA)
    chat.world.add_server("2500", "Abroad", {"3501": "office"})
    for message, labels in ((end, ["Replay"]), (replay, ["Show to all"]), (board, ["Back", "Next", "Play"])):
        for label in labels:
            button = chat.button(message, label)
            for channel in (THERE, "3501"):
                parts = [{"type": 2, "custom_id": button["custom_id"], "style": 2, "label": "x"}]
                forged = chat.world.post(channel, {"content": "x", "components": [{"type": 1, "components": parts}]}, {}, chat.standin.address)
                await chat.press_exactly(DARA, forged, button)
                told = chat.private(DARA, channel)
                assert (told["content"], told["attachments"]) == (EN("error.no_table"), []), (label, channel)


async def test_what_is_deleted_meanwhile_is_said_to_be(chat):
    await ended(chat)
    end = chat.board()
    await chat.press(ANNA, end, "Replay")
    mine = chat.private(ANNA)
    table = await chat.bot.tables.here(int(HERE))
    async with chat.bot.store.transaction() as db:
        for name in ("owed", "actions", "seats", "games"):
            await db.execute(f"DELETE FROM {name}")
    chat.bot.tables.gone([table.id])
    assert await chat.press(ANNA, end, "Replay") == EN("error.no_table")
    await chat.press(ANNA, mine, "Show to all")
    assert EN("error.no_table") in [m["content"] for m in chat.seen(ANNA)]


async def test_what_discord_refuses_is_said_kindly(chat, monkeypatch, caplog):
    """A picture that is not taken, and somebody who has put the message away meanwhile."""
    await ended(chat)
    end, real = chat.board(), discord.Interaction.edit_original_response
    answers = iter([(413, 40005, "Request entity too large"), (404, 10008, "Unknown Message")])

    async def edit(interaction, **message):
        if message.get("attachments") and (answer := next(answers, None)):
            response = SimpleNamespace(status=answer[0], reason=answer[2])
            kind = discord.NotFound if answer[0] == 404 else discord.HTTPException
            raise kind(response, {"code": answer[1], "message": answer[2]})
        return await real(interaction, **message)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", edit)
    assert await chat.press(ANNA, end, "Replay") == EN("replay.refused")
    caplog.clear()
    await chat.standin.play(
        "component", {"member": ANNA, "channel": HERE, "message": end["id"], "custom_id": chat.button(end, "Replay")["custom_id"]}
    )
    await asyncio.sleep(0.3)
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    assert await chat.press(ANNA, end, "Replay") == "**The game** up to action 7:"


async def test_it_is_not_shown_where_the_bot_may_not_attach_files(chat):
    await ended(chat)
    await chat.press(ANNA, chat.board(), "Replay")
    mine, public = chat.private(ANNA), len(chat.seen(None))
    chat.world.rights[HERE] = ALL_RIGHTS & ~ATTACH_FILES
    await chat.press(ANNA, mine, "Show to all")
    assert "Attach Files" in str([m["content"] for m in chat.seen(ANNA)])
    assert not any(m["attachments"] for m in chat.seen(None)[public:])


async def test_three_thousand_actions(store, monkeypatch):
    """A game that was taken back again and again, and went on: it is seen turn by turn, and the event loop has its turns, too."""
    monkeypatch.setattr("tests.bids.LONGEST", 5000)
    table = await open_table(store, 2)
    state, rows = table.state, []
    for number in range(1, 3001):
        row = Row(number, table.rules.to_act(state)[0], ("bid", str(1 + number % 3)))
        state = table.rules.apply(state, row.seat, row.action).state
        rows.append(row)
    table.row = await store.tables.commit(acted(table.row, rows, table.rules.dump(state)))
    await table.reread()
    past = await retrospect(table)
    assert (past.first, past.last, len(past.positions)) == (0, 3000, 3001)
    assert past.past.view(past.stage(1500), None).board.points == {0: 1500, 1: 1500}
    late, stop = [], False

    async def watch() -> None:
        async with within("the end of the replay"):
            while not stop:
                began = time.perf_counter()
                await asyncio.sleep(0.001)
                late.append(time.perf_counter() - began - 0.001)

    watching = asyncio.create_task(watch())
    replay = await filmed(table)
    stop = True
    await watching
    assert 2 <= replay.pictures <= making.MOST
    assert (replay.first, replay.last) == (0, 3000)
    assert len(replay.gif) < making.LARGEST
    assert sorted(late)[len(late) // 2] < 0.1
