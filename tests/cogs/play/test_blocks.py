"""Who is blocked reads what anybody reads, sits down nowhere beside whom has blocked them, and calls nobody."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data.store.blocks import MOST_BLOCKED, PingKey
from data.store.challenge_settings import EVERYBODY, LISTED, Accepting
from data.store.configured_limits import TooMany
from playground.world import World
from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE, Chat
from tests.cogs.play.calls_in_chat import GAME, HE, SHE, blocks, dealt, direct, drawn, his_turn, in_english, moved, named, nudged, pings
from tests.cogs.test_ahead import asked, bids, forged
from tests.cogs.tournaments.in_chat import open_with, settle, threads

__all__ = ["bids"]  # The game of `tests.bids` can be played in chat.

# Through the bot


@pytest.fixture(autouse=True)
def english(request):
    """Everybody reads English, where there is a chat."""
    if "chat" in request.fixturenames:
        in_english(request.getfixturevalue("chat"))


# Blocking


def words(chat, member: str, channel: str) -> list[str]:
    """What somebody and everybody read in a channel, but for numbers of what is told apart anyway."""
    numbers = r"\b[0-9a-f]{6,}|\d{4,}|\d+ seconds?\b"
    return [re.sub(numbers, "#", m["content"].replace(BOHUMIL, "Bohumil")) + str(chat.labels(m)) for m in chat.seen(member, channel)]


async def lies(chat, channel: str) -> None:
    chat.accepting = False
    await chat.use(ANNA, "game new", channel, **GAME, opponent=BOHUMIL)
    await chat.later(49 * HOUR)


async def plays(chat, channel: str) -> None:
    chat.accepting = True
    await chat.use(BOHUMIL, "game new", channel, **GAME, opponent=ANNA)
    table = await chat.bot.tables.here(int(channel))
    if table.acting == (1,):
        await chat.use(ANNA, "move", channel, action="faction ember")
    await chat.use(BOHUMIL, "move", channel, action="faction tide")
    await chat.use(ANNA, "move", channel, action="faction ember")
    for command in ("game nudge", "game draw", "game undo", "game offer"):
        await chat.use(ANNA, command, channel)
    await chat.use(ANNA, "game resign", channel, sure="True")
    chat.accepting = False
    await chat.press(ANNA, [m for m in chat.seen(None, channel) if "Rematch" in chat.labels(m)][-1], "Rematch")


@pytest.mark.parametrize("does", [lies, plays])
async def test_the_blocked_read_what_anybody_reads(chat, does):
    """Once by somebody who accepts nobody's challenges, once by somebody who accepts everybody's and has blocked her."""
    await does(chat, HERE)
    chat.ahead += 2 * HOUR
    await chat.bot.store.challenge_settings.keep(HE, Accepting(EVERYBODY))
    await blocks(chat)
    count = pings(chat)
    await does(chat, THERE)
    assert words(chat, ANNA, HERE) == words(chat, ANNA, THERE)
    if does is lies:
        assert pings(chat) == count


CANNOT = "Somebody at this table plays only with people of their choice."


async def test_who_is_blocked_sits_down_nowhere(chat):
    """At an open table, in a seat that is offered, in one that a moderator gives away; others may."""
    await blocks(chat)
    await chat.use(BOHUMIL, "game new", **GAME, seats="3")
    assert await chat.press(ANNA, chat.board(), "Join") == await chat.use(ANNA, "game join") == CANNOT
    assert "You sit at the table" in await chat.press(CECILE, chat.board(), "Join")
    await chat.use(BOHUMIL, "game new", THERE, **GAME, opponent=DARA)
    nothing_free = await chat.use(ANNA, "game take", THERE)
    await chat.use(BOHUMIL, "game offer", THERE, on="True")
    assert "No seat is free" in nothing_free
    assert await chat.use(ANNA, "game take", THERE) == CANNOT
    assert await chat.use(JUDGE, "referee replace", THERE, player=DARA, new=ANNA, reason="exams") == CANNOT
    assert "yours" in await chat.use(CECILE, "game take", THERE)
    assert "yours" not in await chat.use(ANNA, "game take", THERE)


async def has_blocked(chat) -> None:
    await blocks(chat)


async def has_a_list(chat) -> None:
    assert "only these sit down" in await chat.set(BOHUMIL, "challenges", add=CECILE, tables="listed")


async def refused(chat) -> list[str]:
    """All that Anna is told by the way to tables and seats of Bohumil's, and what everybody reads of it."""
    found: list[str] = []

    async def tries(member: str, command: str, channel: str, **options: Any) -> None:
        found.append(await chat.use(member, command, channel, **options))

    await chat.use(BOHUMIL, "game new", **GAME, seats="2")
    lobby = chat.board()
    button = chat.button(lobby, "Join")
    await tries(ANNA, "game join", HERE)
    found.append(await chat.press_exactly(ANNA, lobby, button))
    await chat.press(CECILE, lobby, "Join")
    await tries(ANNA, "game join", HERE)
    found.append(await forged(chat, ANNA, button["custom_id"]))
    await tries(ANNA, "game take", HERE)
    await chat.use(BOHUMIL, "game offer", HERE, on="True")
    await tries(ANNA, "game take", HERE)
    await tries(JUDGE, "referee replace", HERE, player=CECILE, new=ANNA, reason="exams")
    table = await chat.bot.tables.here(int(HERE))
    await table.seating.offer(0, False)
    async with table.changing(0):
        await table.seating.do_hand_over(1, "table.computer_takes")
    await tries(ANNA, "game take", HERE)
    chat.accepting = False
    await tries(ANNA, "game new", THERE, **GAME, opponent=BOHUMIL)
    return [*found, *words(chat, ANNA, HERE), *words(chat, ANNA, THERE)]


async def test_who_is_not_welcome_cannot_tell_why(tmp_path):
    """Whoever is blocked is told what anybody is told who is not on the list of a host, who may have one or not."""
    told = []
    for sets in (has_blocked, has_a_list):
        (tmp_path / sets.__name__).mkdir()
        async with Chat(tmp_path / sets.__name__) as chat:
            in_english(chat)
            await sets(chat)
            told.append(await refused(chat))
    assert told[0] == told[1]
    answers = told[0]
    assert answers[:2] == [CANNOT, CANNOT]
    assert "begun" in answers[2], "what everybody sees is said first"
    assert "No seat is free" in answers[4]
    assert answers[5:8] == [CANNOT] * 3
    assert "will be asked" in answers[8]


async def test_whoever_has_blocked_may_still_sit_down(chat):
    await blocks(chat)
    await chat.use(ANNA, "game new", **GAME, seats="3")
    assert "You sit at the table" in await chat.press(BOHUMIL, chat.board(), "Join")
    assert "already" in await chat.press(ANNA, chat.board(), "Join")


async def test_a_rematch_of_who_is_blocked_waits_and_calls_nobody(chat):
    await dealt(chat)
    await chat.use(ANNA, "game resign", sure="True")
    await chat.bot.store.challenge_settings.keep(HE, Accepting(EVERYBODY))
    await blocks(chat)
    count = pings(chat)
    assert "asked" in (await chat.press(ANNA, chat.board(), "Rematch")).lower()
    assert "Accept" in chat.labels(chat.board())
    assert pings(chat) == count


async def test_in_a_tournament_they_meet(chat):
    await blocks(chat)
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="robin")
    count = pings(chat)
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert pings(chat) > count, "he is brought into the thread"
    (thread,) = threads(chat)
    assert {s.player for s in (await chat.bot.tables.here(int(thread))).seats} == {HE, SHE}


async def test_a_block_is_set_listed_and_taken_back(chat):
    assert "You block nobody" in await chat.set(BOHUMIL, "block")
    await chat.bot.store.challenge_settings.keep(HE, Accepting(LISTED, frozenset({SHE})))
    assert f"<@{ANNA}>" in await chat.set(BOHUMIL, "block", add=ANNA)
    assert (await chat.bot.store.challenge_settings.of(HE)).named == frozenset()
    assert f"<@{ANNA}>" in await chat.set(BOHUMIL, "block")
    assert "yourself" in await chat.set(BOHUMIL, "block", add=BOHUMIL)
    assert "You block nobody" in await chat.set(BOHUMIL, "block", remove=ANNA)
    await named(chat)
    assert pings(chat) == 1


async def test_whoever_is_called_blocks_by_a_button(chat):
    await named(chat)
    lobby = chat.board()
    assert await chat.press(CECILE, lobby, "Block") == await chat.press(ANNA, lobby, "Block") == "Nobody calls you here."
    assert "no longer hear of **Anna**" in await chat.press(BOHUMIL, lobby, "Block")
    assert await chat.bot.store.blocks.of(HE) == [SHE]
    await chat.bot.store.blocks.remove(HE, SHE)
    await chat.press(BOHUMIL, lobby, "Accept")
    await moved(chat)
    for does in (nudged, drawn):
        await does(chat)
        assert await chat.press(ANNA, chat.board(), "Block") == "Nobody calls you here."
        assert "no longer hear of **Anna**" in await chat.press(BOHUMIL, chat.board(), "Block")
        assert await chat.bot.store.blocks.of(HE) == [SHE]
        await chat.bot.store.blocks.remove(HE, SHE)


async def test_whoever_is_nudged_alone_blocks_there(chat):
    await asked(chat)
    await direct(chat)
    await nudged(chat)
    told = chat.seen(BOHUMIL, World.direct(BOHUMIL))[-1]
    assert "no longer hear of **Anna**" in await chat.press(BOHUMIL, told, "Block")


async def test_blocks_have_a_limit(chat):
    store = chat.bot.store.blocks
    for other in range(MOST_BLOCKED):
        await store.add(HE, 9000 + other)
    assert "no more are possible" in await chat.set(BOHUMIL, "block", add=ANNA)
    with pytest.raises(TooMany):
        await store.add(HE, SHE)
    await store.add(HE, 9000)


async def test_only_who_has_blocked_finds_it_in_their_data(chat):
    await blocks(chat)
    about = chat.bot.store.own_data.about
    assert [row["other"] for row in (await about(HE))["blocks"]] == [SHE]
    assert (await about(SHE))["blocks"] == []
    await chat.bot.store.own_data.forget(SHE)
    assert await chat.bot.store.blocks.of(HE) == []
    await blocks(chat)
    await chat.bot.store.own_data.forget(HE)
    assert await chat.bot.store.all("SELECT * FROM blocks") == []


async def test_of_calls_that_no_longer_count_nothing_is_kept(chat):
    await his_turn(chat)
    chat.ahead += 2 * HOUR
    await chat.bot.store.blocks.note_pings(PingKey("turn", 7), [HE])
    assert [row[:3] for row in await chat.bot.store.all("SELECT player, what, place FROM rings")] == [(HE, "turn", 7)]
