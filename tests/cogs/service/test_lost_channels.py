"""Channels that are deleted: who may carry a table on elsewhere, and what tournaments do about their matches."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import discord
import pytest

from playground.world import ALL_RIGHTS, CREATE_THREADS, VIEW_CHANNEL
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.cogs.tournaments.in_chat import give_up, open_with, said, settle, threads

ABROAD, OFFICE = "2500", "3501"
MANAGE_THREADS = 1 << 34


async def begin(chat, channel: str = HERE):
    await chat.use(ANNA, "game new", channel, game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    return await chat.bot.tables.here(int(channel))


async def abroad(chat) -> None:
    chat.world.add_server(ABROAD, "Abroad", {OFFICE: "office"})
    await asyncio.sleep(0.05)


async def passes(chat, what) -> None:
    """Waits until something has come about."""
    for _ in range(1000):
        if what():
            break
        await asyncio.sleep(0.02)
    assert what()
    await settle(chat)


async def test_a_table_moves_only_when_discord_says_that_its_channel_is_gone(chat):
    found = await begin(chat)
    number = str(found.id)
    assert f"<#{HERE}>" in await chat.use(ANNA, "game here", THERE, table=number)
    chat.bot.get_guild(2000)._channels.pop(int(HERE))  # What the bot remembers proves nothing.
    assert "is still there" in await chat.use(ANNA, "game here", THERE, table=number)
    chat.world.rights[HERE] = ALL_RIGHTS & ~VIEW_CHANNEL
    assert "is still there" in await chat.use(ANNA, "game here", THERE, table=number), "not seeing it is not its end"
    del chat.world.rights[HERE]
    await abroad(chat)
    chat.world.delete_channel(HERE, told=False)
    assert "no such table" in await chat.use(ANNA, "game here", OFFICE, table=number), "not even then into another server"
    await chat.use(CECILE, "game here", THERE, table=number)
    assert found.row.channel == int(HERE), "who does not play there does not move it"
    chat.world.hide(THERE, BOHUMIL)
    await asyncio.sleep(0.05)
    assert "Bohumil cannot see this channel" in await chat.use(ANNA, "game here", THERE, table=number), "nobody is left behind"
    chat.world.hide(THERE)
    await asyncio.sleep(0.05)
    await asyncio.gather(*(chat.use(member, "game here", channel, table=number) for member, channel in ((ANNA, THERE), (BOHUMIL, "3003"))))
    assert str(found.row.channel) in (THERE, "3003")
    assert sum(bool(chat.seen(None, channel)) for channel in (THERE, "3003")) == 1, "one of two moves it"
    await chat.restart()
    assert (await chat.bot.tables.get(found.id)).row[3:5] == (2000, found.row.channel)


async def test_discord_that_gives_no_answer_moves_nothing(chat):
    found = await begin(chat)
    chat.world.delete_channel(HERE, told=False)
    answer = chat.bot.fetch_channel

    async def silent(_):
        raise discord.DiscordServerError(SimpleNamespace(status=503, reason="Service Unavailable"), "trouble")

    chat.bot.fetch_channel = silent
    assert "does not say" in await chat.use(ANNA, "game here", THERE, table=str(found.id))
    chat.bot.fetch_channel = answer
    assert "posted" in await chat.use(ANNA, "game here", THERE, table=str(found.id))


async def test_a_match_gets_a_new_thread_from_its_tournament(chat):
    await open_with(chat, ANNA, BOHUMIL, CECILE, DARA, name="Cup", rounds="2")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    first, second = threads(chat)
    found = await chat.bot.tables.here(int(first))
    player = str(found.seats[found.acting[0]].player)
    await chat.set(player, "language", language="en")
    assert "still there" in await chat.use(player, "game here", THERE, table=str(found.id))
    chat.world.delete_channel(first)
    await passes(chat, lambda: len(threads(chat)) == 2)
    fresh = next(t for t in threads(chat) if t != second)
    assert found.row.channel == int(fresh)
    assert "Your move" in chat.labels(chat.board(fresh))
    assert sorted(chat.world.in_threads[fresh]) == sorted(str(s.player) for s in found.seats)
    assert f"goes on in <#{fresh}>" in said(chat)
    assert f"<#{fresh}>" in await chat.use(ANNA, "tournament pairings")
    await give_up(chat, fresh)
    await give_up(chat, second)
    assert "**Cup, round 2**" in said(chat)


@pytest.mark.parametrize("error", [discord.Forbidden, discord.HTTPException, discord.DiscordServerError])
async def test_who_hears_that_a_thread_is_gone_asks_again_where_discord_says_otherwise(chat, error):
    """Nobody can press anything there that would let us look once more."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup", rounds="1")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (first,) = threads(chat)
    answer, refused = chat.bot.fetch_channel, [3, 2, 1]

    async def refuses(channel):
        if refused:
            refused.pop()
            raise error(SimpleNamespace(status=400, reason="No"), "trouble")
        return await answer(channel)

    chat.bot.fetch_channel, chat.bot.worker.pause = refuses, 0.001
    chat.world.delete_channel(first)
    await passes(chat, lambda: threads(chat) not in ([], [first]))
    assert not refused
    assert "goes on in" in said(chat)


async def test_threads_that_went_while_the_bot_was_away_or_did_not_hear(chat):
    await open_with(chat, ANNA, BOHUMIL, CECILE, DARA, name="Cup", games="3", rounds="1")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    one, two = threads(chat)
    await give_up(chat, one)
    await chat.disconnect()
    chat.world.delete_channel(one)
    await chat.connect()
    await passes(chat, lambda: len(threads(chat)) == 2)
    fresh = next(t for t in threads(chat) if t != two)
    assert len([d for d in await chat.bot.store.tournaments.tables(1) if d.channel == int(fresh)]) == 2, "the game before goes along"
    await chat.restart()
    await settle(chat)
    assert sorted(threads(chat)) == sorted([fresh, two]), "once is enough"
    found = await chat.bot.tables.here(int(two))
    chat.world.delete_channel(two, told=False)
    await found.concede(found.acting[0])
    await passes(chat, lambda: len(threads(chat)) == 2)
    last = next(t for t in threads(chat) if t != fresh)
    await passes(chat, lambda: "Your move" in chat.labels(chat.board(last)))  # And the next game is dealt.
    assert [b["label"] for m in chat.seen(None, last) for b in chat.buttons(m)].count("Record") == 1, "what could not be sent is told there"
    chat.world.delete_channel(last, told=False)
    await chat.use(str(found.seats[0].player), "tournament leave")
    assert await chat.bot.store.outbox.subjects() == [], "nobody is left to be told how a match ended that is decided"


async def test_a_match_without_a_thread_waits_for_the_right_to_make_one(chat):
    await open_with(chat, ANNA, BOHUMIL, name="Cup")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    found = await chat.bot.tables.here(int(thread))
    chat.world.rights[HERE] = ALL_RIGHTS & ~CREATE_THREADS
    chat.world.delete_channel(thread)
    await settle(chat)
    assert "thread" in await chat.use(ANNA, "game here", THERE, table=str(found.id))
    assert found.row.channel == int(thread)
    del chat.world.rights[HERE]
    answer = await chat.use(ANNA, "game here", THERE, table=str(found.id))
    (fresh,) = threads(chat)
    assert f"own thread: <#{fresh}>" in answer


async def test_a_tournament_whose_channel_is_gone_is_over_and_its_games_may_go_on(chat):
    await open_with(chat, ANNA, BOHUMIL, name="Cup")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    found = await chat.bot.tables.here(int(thread))
    chat.world.delete_channel(HERE)
    await passes(chat, lambda: not threads(chat))
    assert (await chat.bot.tournaments.get(1)).status == "over"
    assert "posted" in await chat.use(ANNA, "game here", THERE, table=str(found.id))


async def test_an_open_table_goes_with_its_channel(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="2")
    await chat.use(ANNA, "game new", THERE, game="monster_hex", seats="2")
    chat.world.delete_channel(HERE)
    await chat.disconnect()
    chat.world.delete_channel(THERE)
    await chat.connect()
    for _ in range(100):
        if not await chat.bot.store.tables.lobbies():
            break
        await asyncio.sleep(0.02)
    assert not await chat.bot.store.tables.lobbies()


async def test_a_list_names_no_tables_that_the_asker_cannot_see(chat):
    await begin(chat)
    await begin(chat, THERE)
    await abroad(chat)
    await chat.use(CECILE, "game new", OFFICE, game="hockey_game", opponent=DARA)
    chat.world.hide(THERE, BOHUMIL, CECILE, DARA)
    secret, closed = chat.thread_in("3003", ANNA, private=True), chat.thread_in("3003", CECILE)
    chat.puts_in(secret, BOHUMIL, chat.world.bot["id"])
    await chat.restart()
    for thread in (secret, closed):
        await chat.use(ANNA, "game new", thread, game="hexygame", opponent=BOHUMIL)
    chat.locks(closed, archived=True)  # The bot does not remember it then, and does not open it.
    await chat.settle()
    assert chat.bot.get_channel(int(closed)) is None
    listed = {who: await chat.use(who, "game list") for who in (ANNA, BOHUMIL, CECILE)}
    assert [channel in listed[CECILE] for channel in (HERE, THERE, OFFICE, secret, closed)] == [True, False, True, False, True]
    assert [channel in listed[BOHUMIL] for channel in (HERE, THERE, OFFICE, secret, closed)] == [True, True, False, True, True], "one's own"
    assert THERE in listed[ANNA]
    assert HERE not in await chat.use(DARA, "game list", OFFICE), "and none of another server"


async def test_the_new_thread_of_a_match_begins_like_the_one_before(chat):
    """With what the game is, its terms and the hash of the seed, which is the same."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    begun = chat.board(thread)["content"].splitlines()
    chat.deletes(thread)
    await passes(chat, lambda: [t for t in threads(chat) if t != thread])
    (other,) = [t for t in threads(chat) if t != thread]
    await passes(chat, lambda: chat.seen(None, other))
    again = chat.board(other)["content"].splitlines()
    opening = [line for line in begun if "Monster Hex" in line or "Fair play" in line]
    assert len(opening) == 2
    assert [line for line in again if line in opening] == opening
