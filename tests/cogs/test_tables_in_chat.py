"""Tables in chat: opening, lobby, computers, languages, settings, records."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cogs.play.order_pauses import LONGEST_PAUSE
from playground.permission_bits import SEND_MESSAGES, VIEW_CHANNEL
from rules.competition.clock import HOUR, MINUTE
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, PATIENCE, THERE
from tests.cogs.driving import skip
from tests.cogs.test_play import actor, by_buttons, table
from tests.waiting import within


async def test_lobby_with_buttons(chat):
    assert "open" in await chat.use(ANNA, "game new", game="monster_hex", seats="3", options="seating=joined")
    lobby = chat.board()
    assert "Anna" in lobby["content"]
    leave, start = (chat.button(lobby, label)["custom_id"] for label in ("Leave", "Start"))
    await chat.press(CECILE, lobby, "Join")
    await chat.press(BOHUMIL, lobby, "Join")
    found = await table(chat)
    assert found.names == ("Anna", "Cécile", "Bohumil")
    assert "Your move" in [b["label"] for b in chat.buttons(chat.board())]
    begun = "The game has begun"
    for old, player, stranger in ((leave, f"{begun}: to give it up", "do not sit"), (start, begun, begun)):
        assert player in await chat.press_old(ANNA, old), "not that there is no table, beside its board"
        assert stranger in await chat.press_old(DARA, old)


async def test_leaving_and_starting_early(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="4")
    lobby = chat.board()
    await chat.press(BOHUMIL, lobby, "Join")
    await chat.press(DARA, lobby, "Join")
    assert "already" in await chat.use(DARA, "game join")
    await chat.use(DARA, "game leave")
    assert "Dara" not in chat.board()["content"]
    assert "do not sit" in await chat.press(DARA, lobby, "Start")
    await chat.set(BOHUMIL, "language", language="en")
    assert "Whoever has opened this table begins" in await chat.press(BOHUMIL, lobby, "Start"), "she knows for whom she waits"
    await chat.later(HOUR)
    await chat.press(BOHUMIL, lobby, "Start")
    assert len((await table(chat)).seats) == 2


@pytest.mark.parametrize("who", ["the host", "after the host"])
async def test_before_an_hour_has_passed_the_host_alone_begins_early_as_long_as_they_are_there(chat, who):
    await chat.use(ANNA, "game new", game="monster_hex", seats="4")
    lobby = chat.board()
    for member in (BOHUMIL, DARA):
        await chat.press(member, lobby, "Join")
    if who == "after the host":
        await chat.press(ANNA, lobby, "Leave")
    assert "begins" in await chat.press(ANNA if who == "the host" else DARA, lobby, "Start")
    assert len((await table(chat)).seats) == (3 if who == "the host" else 2)


async def test_a_moderator_closes_a_table_that_nobody_begins(chat):
    """Whoever has opened it has gone, and would keep the channel for ever."""
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    lobby = chat.board()
    chat.leaves(ANNA)
    assert "has a game already" in await chat.use(DARA, "game new", game="hexknight", computers="1")
    assert "been told" in await chat.use(JUDGE, "referee end", reason="she *left*")
    (message,) = [m for m in chat.seen(None) if m["id"] == lobby["id"]]
    assert "closes this table. Reason: she \\*left\\*" in message["content"]
    assert chat.buttons(message) == []
    assert await chat.bot.store.all("SELECT * FROM games") == []
    assert await chat.bot.store.all("SELECT * FROM owed") == []
    await chat.use(DARA, "game new", game="hexknight", computers="1")
    assert (await table(chat)).row.game == "hexknight"


@pytest.mark.parametrize("right", [SEND_MESSAGES, VIEW_CHANNEL])
async def test_a_table_that_waits_where_the_bot_has_no_rights_is_closed_without_a_word(chat, right):
    chat.accepting = False
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    chat.bot_may_not(HERE, right)
    await chat.use(JUDGE, "referee end", reason="nobody can play here")
    await chat.later(MINUTE)
    assert await chat.bot.store.all("SELECT * FROM games") == []
    assert await chat.bot.store.all("SELECT * FROM owed") == []


async def test_the_last_one_closes_the_table(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="2")
    assert "closed" in await chat.use(ANNA, "game leave")
    assert "closed" in chat.board()["content"]
    assert chat.buttons(chat.board()) == []
    assert len(chat.seen(None)) == 1, "whoever was there knows it"
    assert await chat.bot.store.tables.live_in(int(HERE)) is None
    assert await chat.bot.store.all("SELECT * FROM games") == []


async def test_one_live_game_a_channel(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    assert "already" in await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(ANNA, "game new", THERE, game="monster_hex", opponent=BOHUMIL)
    listed = await chat.use(CECILE, "game list")
    assert listed.count("Monster Hex") == 2


async def test_dealt_after_one_interaction_when_all_are_named(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=CECILE)
    assert chat.board()["attachments"]
    assert [len(h) for h in (await table(chat)).state.hands] == [3, 3, 3]


async def test_whoever_is_named_twice_or_names_themselves_is_told_so(chat):
    assert "named Bohumil twice" in await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=BOHUMIL)
    assert "named yourself" in await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=ANNA)
    assert await chat.bot.store.tables.latest_in(int(HERE)) is None


async def test_alone_against_computers(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    found = await table(chat)
    async with within("the end of the game"):
        while not found.over:
            assert await actor(chat) == ANNA
            await by_buttons(chat)
    rows = await chat.bot.store.tables.actions(found.id)
    assert any(r.auto for r in rows)
    assert {r.seat for r in rows} == {0, 1}


async def test_bad_input_to_new(chat):
    assert "no game called" in await chat.use(ANNA, "game new", game="chess")
    assert "no option" in await chat.use(ANNA, "game new", game="monster_hex", options="board=nine")
    assert "no option" in await chat.use(ANNA, "game new", game="monster_hex", options="nonsense")
    assert "not made for" in await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="board=four")
    assert "only 2 seats" in await chat.use(ANNA, "game new", game="monster_hex", seats="2", opponent=BOHUMIL, opponent2=CECILE)
    assert await chat.bot.store.tables.latest_in(int(HERE)) is None
    offered = await chat.complete(ANNA, "game new", "options", "bo", game="monster_hex")
    assert "board=three" in offered
    offered = await chat.complete(ANNA, "game new", "options", "board=two ab", game="monster_hex")
    assert offered == ["board=two abilities=off", "board=two abilities=on"]


async def test_each_in_their_language(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=CECILE, options="seating=joined")
    for member, word in ((ANNA, "Which faction"), (BOHUMIL, "vyber si"), (CECILE, "choisis")):
        assert word in await chat.press(member, chat.board(), "Your move")
    assert "choose a faction" in chat.board()["content"]
    await chat.set(CECILE, "language", language="cs")
    assert "vyber si" in await chat.press(CECILE, chat.board(), "Your move")
    names = {c["name"]: c.get("name_localizations") or {} for c in chat.world.commands}
    assert names["move"] == {"cs": "tah", "fr": "coup"}


async def test_pings_once_and_only_who_must_act(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    assert [u["id"] for u in chat.board()["mentions"]] == [BOHUMIL]
    await chat.set(BOHUMIL, "pings", on="false")
    await chat.use(BOHUMIL, "move", action="faction tide")
    assert [u["id"] for u in chat.board()["mentions"]] == [ANNA]
    await by_buttons(chat)
    assert chat.board()["mentions"] == []
    assert "Bohumil" in chat.board()["content"]


async def test_standing_order(chat):
    """MH-9.2 at the table: given in advance, it answers for its seat."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    for member in (ANNA, BOHUMIL):
        await chat.set(member, "order", order="take_best", on="true")
    await chat.restart()
    async with within("the end of the game"):
        while not (await table(chat)).over:
            found = await table(chat)
            if found.row.ripe:
                assert {k for _, k in found.view(None).asked} == {"choose_value"}
                await chat.later(LONGEST_PAUSE)
            else:
                assert {k for _, k in found.view(None).asked} <= {"choose_faction", "place"}
                await by_buttons(chat)
    rows = await chat.bot.store.tables.actions((await table(chat)).id)
    assert any(r.auto and r.action[0] == "take" for r in rows)


async def test_resigning(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    assert "Nothing" in await chat.use(ANNA, "game resign", sure="false")
    await chat.use(ANNA, "game resign", sure="true")
    assert "Bohumil wins" in chat.board()["content"]
    assert "over" in await chat.use(ANNA, "game resign", sure="true")
    await chat.use(BOHUMIL, "game new", game="monster_hex", opponent=ANNA)


async def test_board_hand_log_rules_help(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined abilities=on")
    await by_buttons(chat)
    assert "Stones" in await chat.use(DARA, "board", show="text")
    await chat.use(DARA, "board")
    assert chat.private(DARA)["attachments"]
    await chat.use(ANNA, "hand")
    assert "M0" in chat.private(ANNA)["content"]
    assert "MH-1.4" in await chat.press(ANNA, chat.board(), "Log")
    assert "You draw" in await chat.use(ANNA, "game log")
    assert "MH-" in await chat.press(BOHUMIL, chat.board(), "Rules")
    assert "MH-" in await chat.press(DARA, chat.board(), "Rules")
    assert "</game new:" in await chat.use(DARA, "help")
    assert "no such table" in await chat.use(DARA, "hand", THERE)


async def test_record_of_a_running_game_tells_no_secrets(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined abilities=on")
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.use(BOHUMIL, "move", action="ability twist")
    await chat.use(ANNA, "move", action="ability insight")
    await chat.use(ANNA, "move", action="insight")
    found = await table(chat)
    top = sorted(found.state.stacks[0][:3], reverse=True)
    await chat.use(ANNA, "move", action="order " + " ".join(top))
    await chat.use(BOHUMIL, "game export")
    record = text_of(chat, BOHUMIL)
    assert "order ?" in record
    row = await chat.bot.store.tables.get(found.id)
    assert f"{row.seed:064x}" not in record
    await chat.use(ANNA, "game export")
    assert "order " + " ".join(top) in text_of(chat, ANNA)
    verdict = await chat.use(ANNA, "game check", record={"name": "r.txt", "content": text_of(chat, ANNA)})
    assert "secret" in verdict


def text_of(chat, member: str) -> str:
    attachment = chat.private(member)["attachments"][0]
    body = chat.world.file(attachment["id"])
    assert body is not None
    return body.decode()


async def test_record_of_a_finished_game_can_be_checked(chat, tmp_path: Path):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await by_buttons(chat)
    await skip(chat, 4)
    async with within("the end of the game"):
        while not (await table(chat)).over:
            await by_buttons(chat)
    await chat.press(CECILE, chat.board(), "Record")
    record = text_of(chat, CECILE)
    assert "est juste" in await chat.use(CECILE, "game check", record={"name": "r.txt", "content": record})
    lines = record.splitlines()
    seed = next(n for n, line in enumerate(lines) if line.startswith("seed: "))
    lines[seed] = 'seed: "' + "0" * 64 + '"'
    assert "hash" in await chat.use(ANNA, "game check", record={"name": "r.txt", "content": "\n".join(lines)})
    lines = record.replace(" r", " r9").splitlines()
    assert "does not hold" in await chat.use(ANNA, "game check", record={"name": "r.txt", "content": "\n".join(lines)})
    assert "does not hold" in await chat.use(ANNA, "game check", record={"name": "r.txt", "content": "seed: nonsense"})
    import subprocess
    import sys

    path = tmp_path / "record.txt"
    path.write_text(record, encoding="utf-8")
    done = subprocess.run([sys.executable, "bot.py", "check", str(path)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "right" in done.stdout


async def test_two_who_press_at_the_same_moment(chat):
    """Join and Start at once: nobody is lost, and the game begins once."""
    import asyncio

    await chat.use(ANNA, "game new", game="monster_hex", seats="4")
    lobby = chat.board()
    pressed = [(BOHUMIL, "Join"), (CECILE, "Join"), (ANNA, "Start"), (ANNA, "Start")]
    bodies = [{"member": m, "channel": HERE, "message": lobby["id"], "custom_id": chat.button(lobby, label)["custom_id"]} for m, label in pressed]
    await asyncio.gather(*(chat.standin.play("component", body) for body in bodies))
    await chat.settle()
    found = await table(chat)
    assert set(found.names) >= {"Anna", "Bohumil"}
    starts = [m for m in chat.seen(None) if "Fair play" in m["content"]]
    assert len(starts) == 1


async def test_the_commands_are_told_once_and_again_when_a_text_has_changed(chat, monkeypatch):
    told = [command["name"] for command in chat.world.commands]
    assert "move" in told
    chat.world.commands = []
    await chat.restart()
    await asyncio.wait_for(chat.bot.registering.done.wait(), PATIENCE)
    assert chat.world.commands == []
    monkeypatch.setattr("cogs.service.command_sync.house_texts", lambda: [b"other texts"])
    await chat.restart()
    await asyncio.wait_for(chat.bot.registering.done.wait(), PATIENCE)
    assert [command["name"] for command in chat.world.commands] == told
