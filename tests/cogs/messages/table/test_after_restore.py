"""A database that was put back to an earlier moment: numbers do not come twice, what is undone says so, and everybody is told how things stand."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal

import pytest

from data.store import Store, is_address
from data.store.after_restore import UNREADABLE
from data.store.transfer.backup import backup, restore, restore_on_server
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.cogs.test_play import by_buttons
from tests.databases import FILE, SERVER, Places
from tests.sampled import often

GAME = {"game": "monster_hex", "opponent": BOHUMIL, "options": "seating=joined"}


@pytest.fixture(params=[FILE, SERVER])
async def chat(request, tmp_path):
    places, opened = Places(request.param == SERVER), Chat(tmp_path)
    opened.places, opened.database = places, places.where(tmp_path / "games.sqlite3")
    async with opened:
        yield opened
    places.close()


def file(chat):
    return chat.folder / "games.sqlite3"


def silent(progress) -> None:
    """Nobody looks on."""


async def kept(chat):
    """A backup of how it is now."""
    made = await backup(chat.bot.store)
    return made.rename(chat.folder / "kept.sqlite3")


def put_back(chat, copy):
    where = chat.database
    return restore_on_server(copy, where, file(chat), silent) if is_address(where) else restore(copy, where)


async def restored(chat, copy) -> None:
    await chat.disconnect()
    await asyncio.to_thread(put_back, chat, copy)
    await chat.connect()
    await chat.settle()


async def copied(chat, path) -> None:
    """The database as it is, copied while the bot stands still."""
    await chat.disconnect()
    chat.places.copy(file(chat), path)
    await chat.connect()


async def copied_back(chat, path) -> None:
    """The copy in the place of the database, by nobody who would say so."""
    await chat.disconnect()
    chat.places.copy(path, file(chat))
    chat.database = chat.places.where(file(chat))
    await chat.connect()
    await chat.settle()


def said(chat, channel=HERE, since=0) -> str:
    return "\n".join(m["content"] for m in chat.seen(None, channel)[since:])


async def join(chat, member, message) -> str:
    """*Join*, in whatever language."""
    return await chat.press_exactly(member, message, chat.buttons(message)[0])


def number_on(chat, message) -> int:
    """The number of the table that a message is of."""
    return next(int(found[1]) for b in chat.buttons(message) if (found := re.match(r"b:(?:move|join|tjoin):(\d+)", b["custom_id"])))


async def test_everybody_is_told_after_a_restore_and_nobody_loses_time(chat):
    await chat.use(ANNA, "game new", clock="1 h", **GAME)
    await by_buttons(chat)
    await chat.use(CECILE, "game new", THERE, game="monster_hex")
    copy = await kept(chat)
    moment = await chat.bot.store.after_restore.latest()
    position = (await chat.bot.tables.here(int(HERE))).position
    left = {seat: dial.left for seat, dial in (await chat.bot.store.tables.dials(1)).items()}
    await by_buttons(chat)
    await join(chat, DARA, chat.board(THERE))
    undone, before, there = chat.board(), len(chat.seen(None)), len(chat.seen(None, THERE))
    await chat.disconnect()
    await asyncio.to_thread(put_back, chat, copy)
    chat.ahead += 7200
    await chat.connect()
    await chat.settle()
    told = said(chat, since=before)
    assert f"put back to <t:{round(moment)}:f>" in told
    assert chat.labels(chat.board())[0] == "Your move", "with the present question"
    table = await chat.bot.tables.here(int(HERE))
    (seat,) = table.acting
    assert table.position == position
    assert f"<@{table.seats[seat].player}>" in told, "who is asked is called"
    assert all(abs(dial.left - left[s]) < 120 for s, dial in table.dials.items()), "two hours are charged to nobody"
    assert f"ramenée au <t:{round(moment)}:f>" in said(chat, THERE, there)
    assert "2. —" in chat.board(THERE)["content"], "the lobby as it stands"
    await chat.press(str(table.seats[seat].player), undone, "Your move")
    assert (await chat.bot.tables.here(int(HERE))).position == position, "the present question answers"
    told = len(chat.seen(None))
    await chat.restart()
    await chat.settle()
    assert len(chat.seen(None)) == told, "once"
    await join(chat, DARA, chat.board(THERE))
    assert (await chat.bot.tables.here(int(THERE))).row.status == "live"


@pytest.mark.sampled(0.5, any=True)
async def test_a_table_that_a_restore_has_undone_says_so_and_its_number_is_not_given_again(chat):
    copy = await kept(chat)
    moment = await chat.bot.store.after_restore.latest()
    await chat.use(ANNA, "game new", **GAME)
    await chat.use(DARA, "tournament create", THERE, game="monster_hex", name="Cup")
    board, signup = chat.board(), chat.board(THERE)
    await restored(chat, copy)
    for member, word in ((DARA, "put back to"), (BOHUMIL, "do okamžiku"), (CECILE, "ramenée au")):
        for message, label in ((board, 0), (signup, 0)):
            answer = await chat.press_exactly(member, message, chat.buttons(message)[label])
            assert word in answer, answer
            assert f"<t:{round(moment)}:f>" in answer
    await chat.use(DARA, "game new", game="monster_hex", opponent=CECILE)
    await chat.use(DARA, "tournament create", THERE, game="monster_hex", name="Cup")
    assert number_on(chat, chat.board()) == 2
    assert number_on(chat, chat.board(THERE)) == 2
    assert "put back to" in await chat.press(DARA, board, "Your move"), "though she sits at another one there"
    copies = [await kept(chat)]
    await restored(chat, copies[0])
    await restored(chat, copies[0])
    assert "put back to" in await chat.press(DARA, board, "Your move"), "also after further ones"


async def test_a_question_of_the_time_that_is_undone_answers_none_of_now(chat):
    """Though it arose as early, and was asked of the same seat."""
    await chat.use(ANNA, "game new", **GAME)
    copy = await kept(chat)
    await by_buttons(chat)
    table = await chat.bot.tables.here(int(HERE))
    asked = str(table.seats[table.acting[0]].player)
    await chat.press(asked, chat.board(), "Your move")
    picker = chat.private(asked)
    await restored(chat, copy)
    await by_buttons(chat)
    table = await chat.bot.tables.here(int(HERE))
    position = table.position
    assert str(table.seats[table.acting[0]].player) == asked
    await chat.press_exactly(asked, picker, chat.buttons(picker)[0])
    assert (await chat.bot.tables.here(int(HERE))).position == position
    await by_buttons(chat)
    assert (await chat.bot.tables.here(int(HERE))).position > position


@pytest.mark.sampled(0.5, any=True)
async def test_where_the_database_is_lost_numbers_go_on_far_ahead(chat):
    await chat.use(ANNA, "game new", **GAME)
    copy = await kept(chat)
    await chat.disconnect()
    chat.places.lose(file(chat))
    chat.database = chat.places.where(file(chat))
    await asyncio.to_thread(put_back, chat, copy)
    await chat.connect()
    await chat.settle()
    await chat.use(CECILE, "game new", THERE, game="monster_hex")
    assert UNREADABLE < number_on(chat, chat.board(THERE)) < 3 * UNREADABLE


async def test_a_button_that_knows_more_than_a_copied_file_starts_the_notice(chat):
    await chat.use(ANNA, "game new", **GAME)
    await chat.use(CECILE, "game new", THERE, game="monster_hex")
    await copied(chat, chat.folder / "kept.sqlite3")
    position = (await chat.bot.tables.here(int(HERE))).position
    for _ in range(2):
        await by_buttons(chat)
    undone, before, there = chat.board(), len(chat.seen(None)), len(chat.seen(None, THERE))
    await copied_back(chat, chat.folder / "kept.sqlite3")
    assert len(chat.seen(None)) == before, "nobody knows yet"
    await chat.press_exactly(DARA, chat.board(THERE), chat.buttons(chat.board(THERE))[1])
    assert len(chat.seen(None)) == before, "what it was told before the copy proves nothing"
    answer = await chat.press(DARA, undone, "Your move")
    assert "put back to an earlier moment" in answer, "also to a stranger"
    await chat.settle()
    told = said(chat, since=before)
    assert "The bot's memory was put back" in told
    assert (await chat.bot.tables.here(int(HERE))).position == position
    assert "La mémoire du bot a été ramenée" in said(chat, THERE, there)
    count = len(chat.seen(None))
    await chat.press(ANNA, undone, "Your move")
    await chat.settle()
    assert len(chat.seen(None)) == count, "everybody has been told"
    await by_buttons(chat)
    assert (await chat.bot.tables.here(int(HERE))).position > position


async def test_a_number_that_a_copied_file_gives_again_is_told_apart(chat):
    """Below a message of before nobody sits down at a stranger's table."""
    await copied(chat, chat.folder / "kept.sqlite3")
    await chat.use(ANNA, "game new", game="monster_hex")
    await chat.use(ANNA, "tournament create", THERE, game="monster_hex", name="Cup")
    lobby, signup = chat.board(), chat.board(THERE)
    await copied_back(chat, chat.folder / "kept.sqlite3")
    await chat.use(CECILE, "game new", game="monster_hex")
    await chat.use(DARA, "tournament create", THERE, game="monster_hex", name="Cup")
    assert number_on(chat, chat.board()) == number_on(chat, lobby)
    for message in (lobby, signup):
        assert "gone" in await chat.press(DARA, message, "Join")
    table = await chat.bot.tables.lobby(int(HERE))
    assert [s.player for s in table[1]] == [int(CECILE)]
    assert await chat.bot.store.tournaments.entrants(1) == []
    await join(chat, DARA, chat.board())
    assert (await chat.bot.tables.here(int(HERE))).row.status == "live"


async def test_a_tournament_goes_on_from_where_it_was_put_back_to(chat):
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup", rounds="2")
    signup = chat.board()
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.press(member, signup, "Join")
    copy = await kept(chat)
    await chat.press(DARA, signup, "Join")
    await chat.press(ANNA, signup, "Start")
    await chat.press(ANNA, chat.private(ANNA), "Start now")
    await chat.settle()
    threads, before = list(chat.world.threads), len(chat.seen(None))
    assert len(threads) == 2
    boards = [chat.board(thread) for thread in threads]
    await restored(chat, copy)
    assert "put back to" in said(chat, since=before)
    now = next(m for m in reversed(chat.seen(None)) if "Join" in chat.labels(m))
    assert "3. " in now["content"]
    assert "4. " not in now["content"]
    for thread, board in zip(threads, boards, strict=True):
        assert "put back to" in await chat.press(DARA, board, "Your move")
        assert chat.board(thread)["id"] == board["id"]
    await chat.press(DARA, now, "Join")
    await chat.press(ANNA, now, "Start")
    await chat.press(ANNA, chat.private(ANNA), "Start now")
    await chat.settle()
    fresh = [thread for thread in chat.world.threads if thread not in threads]
    assert len(fresh) == 2
    before = {thread: len(chat.seen(None, thread)) for thread in fresh}
    await restored(chat, await kept(chat))
    assert all("put back to" in said(chat, thread, before[thread]) for thread in fresh), "tables of matches too"


@pytest.mark.sampled(0.5)
async def test_killed_between_the_steps_of_a_restore_one_of_the_two_is_there_whole(chat):
    await chat.use(ANNA, "game new", **GAME)
    copy = await kept(chat)
    await by_buttons(chat)
    await chat.disconnect()
    before = await _position(chat)
    for step in range(1, 40, often(3, 1)):
        child = os.fork()
        if not child:
            _die_at(step)
            try:
                put_back(chat, copy)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        assert await _position(chat) in (before, before - 1)
        if not os.WIFSIGNALED(status):
            break
    else:
        raise AssertionError("it never comes to its end")
    assert step > 3
    assert await _position(chat) == before - 1
    await chat.connect()
    await chat.settle()
    assert said(chat).count("put back to") == 1
    await chat.use(CECILE, "game new", THERE, game="monster_hex")
    assert number_on(chat, chat.board(THERE)) == 2


async def _position(chat) -> int:
    """How far the game has come, as a bot reads it that is started now."""
    store = await Store.open(chat.database)
    try:
        row = await store.tables.get(1)
        return row.position
    finally:
        await store.close()


def _die_at(step: int) -> None:
    """This process is killed at some call of those that change files."""
    left = iter(range(1, step))

    def dying(done):
        def counted(*args, **kwargs):
            if next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)
            return done(*args, **kwargs)

        return counted

    shutil.copyfile = dying(shutil.copyfile)
    for name in ("link", "replace", "rename", "unlink"):
        setattr(os, name, dying(getattr(os, name)))
