"""A tournament as its channel sees it: results as they come, the present state in the message of the round, threads that say how far a match is."""

from __future__ import annotations

import re

from playground.permission_bits import PIN_MESSAGES
from playground.world import ALL_RIGHTS, CREATE_THREADS
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE
from tests.cogs.tournaments.in_chat import MEMBERS, give_up, open_with, said, settle, threads
from tests.waiting import within


def told(chat) -> list[str]:
    """The messages of the tournament's channel after the sign-up, as they stand now."""
    return [m["content"] for m in chat.seen(None)][1:]


def round_message(chat, title: str) -> dict:
    """The message of a round."""
    return next(m for m in chat.seen(None) if m["content"].startswith(f"**{title}**"))


async def test_results_are_told_as_they_come(chat):
    await open_with(chat, *MEMBERS, name="Cup", rounds="2", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    first = round_message(chat, "Cup, round 1")
    assert "4 players are in; those with equal points meet." in first["content"]
    assert "Standings" not in first["content"], "nobody has played yet"
    (picture,) = first["attachments"]
    assert picture["description"].count("▶") == 5, "four players, and what the sign means"
    await give_up(chat, threads(chat)[0])
    (result,) = told(chat)[1:]
    winner, loser, playing = re.fullmatch(r"\*\*(\w+)\*\* beats (\w+)\.\nStill playing: (.+)\.", result).groups()
    there = {s.name for s in (await chat.bot.tables.here(int(threads(chat)[0]))).seats}
    others = {s.name for s in (await chat.bot.tables.here(int(threads(chat)[1]))).seats}
    assert {winner, loser} == there
    assert set(playing.split(" – ")) == others
    now = round_message(chat, "Cup, round 1")
    assert now["id"] == first["id"]
    assert f"{winner} > {loser}" in now["content"], "the message of the round is brought up to date"
    assert now["attachments"][0]["description"].count("▶") == 3, "and so is its picture"
    await chat.restart()
    await give_up(chat, threads(chat)[1])
    *_, second, third = told(chat)
    assert re.fullmatch(r"\*\*\w+\*\* beats \w+\.", second), "nobody else is playing"
    assert third.startswith("**Cup, round 2**\n4 players are in; those with equal points meet. This is the last round.")
    lines = third[third.index("Standings after round 1:") :].splitlines()[1:]
    assert [re.fullmatch(r"\d\. \*\*(\w+)\*\* (1 point|0 points), median Buchholz [01], Buchholz [01]", line) is not None for line in lines] == [
        True
    ] * 4
    assert sum(f"**{winner}** 1 point" in line for line in lines) == 1
    for thread in threads(chat)[2:]:
        await give_up(chat, thread)
    end = told(chat)[-1]
    assert "Thank you for playing: 4 players, 4 matches." in end
    assert [line[0] for line in end.splitlines()[1:4]] == ["🥇", "🥈", "🥉"]


async def test_a_match_that_is_over_offers_no_other_game_in_its_thread(chat):
    """There it would be refused."""
    await open_with(chat, *MEMBERS, format="single")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    thread = threads(chat)[0]
    await give_up(chat, thread)
    labels = [label for message in chat.seen(None, thread) for label in chat.labels(message)]
    assert "Replay" in labels
    assert not {"Rematch", "New game"} & set(labels)


async def test_a_thread_says_how_far_its_match_is(chat):
    await open_with(chat, *MEMBERS, name="Cup", format="single", games="3", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert "Semifinals: 4 players are left; whoever loses is out." in said(chat)
    thread = threads(chat)[0]
    table = await chat.bot.tables.here(int(thread))
    (seat, *_) = table.rules.to_act(table.state)
    loser = table.seats[seat].name
    (winner,) = {s.name for s in table.seats} - {loser}
    await give_up(chat, thread)
    (told_there,) = [m["content"] for m in chat.seen(None, thread) if m["content"].startswith("Game 2 of 3")]
    assert told_there in (f"Game 2 of 3. {winner} 1:0 {loser}", f"Game 2 of 3. {loser} 0:1 {winner}")
    assert len(told(chat)) == 1, "a match that goes on is no news for the channel"
    assert re.search(r"(1:0|0:1)|1 – | 1", round_message(chat, "Cup, round 1")["attachments"][0]["description"])
    async with within("the end of the game"):
        while not (await chat.bot.tables.here(int(thread))).over:
            await give_up(chat, thread)
    assert re.search(r"\*\*\w+\*\* beats \w+ 2:[01]\.\nStill playing: \w+ – \w+\.", said(chat))
    await chat.use(DARA, "tournament leave")
    await chat.use(CECILE, "tournament leave")
    await settle(chat)


async def test_a_right_that_is_missing_is_named_before_the_start(chat):
    await open_with(chat, ANNA, BOHUMIL, name="Cup")
    chat.world.rights[HERE] = ALL_RIGHTS & ~CREATE_THREADS
    assert "Create Public Threads" in await chat.use(ANNA, "tournament start")
    assert "Create Public Threads" in await chat.press(ANNA, chat.seen(None)[0], "Start")
    assert (await chat.bot.tournaments.get(1)).state is None
    chat.world.rights[HERE] = ALL_RIGHTS
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert len(threads(chat)) == 1


async def test_one_pinned_message_is_always_the_present_state(chat):
    """From the sign-up to the last place; made anew where somebody has deleted it; without the right it stands unpinned, and the host hears of it."""
    await open_with(chat, *MEMBERS, name="Cup", rounds="2", seeding="hand")
    signup = chat.seen(None)[0]
    assert signup["pinned"]
    assert "not be pinned" not in chat.private(ANNA)["content"]
    await chat.use(ANNA, "tournament start")
    await settle(chat)

    def state() -> dict:
        (found,) = [m for m in chat.seen(None) if m["content"].startswith("**Cup (Monster Hex, Swiss)**")]
        return found

    assert state()["id"] == signup["id"]
    assert all(f"<#{thread}>" in state()["content"] for thread in threads(chat))
    assert state()["attachments"]
    assert chat.labels(state()) == ["Moderators"]
    await give_up(chat, threads(chat)[0])
    assert state()["content"].count(" 1 point,") == 1
    chat.world.delete(state())
    await give_up(chat, threads(chat)[1])
    assert state()["id"] != signup["id"]
    assert state()["pinned"]
    for thread in threads(chat)[2:]:
        await give_up(chat, thread)
    assert "🥇" in state()["content"]
    assert "The tournament is over." in state()["content"]
    chat.world.rights[THERE] = ALL_RIGHTS & ~PIN_MESSAGES
    await chat.use(ANNA, "tournament create", THERE, game="monster_hex")
    assert "not be pinned" in chat.private(ANNA, THERE)["content"]
    assert not chat.seen(None, THERE)[0].get("pinned")


async def test_a_round_of_the_longest_names_ends_with_a_whole_line(chat, monkeypatch):
    """64 matches of names that are nothing but signs: neither message is cut within a name or the way to a thread."""
    match = " – ".join(["\\*" * 32] * 2) + " · <#1234567890123456789>"
    monkeypatch.setattr(
        "cogs.messages.tournaments.public_messages.round_lines", lambda cup: "\n".join([f"**Cup, round {cup.state.round}**", *[match] * 64])
    )
    await open_with(chat, *MEMBERS, name="Cup", rounds="2", seeding="hand")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    state, news = (m["content"].splitlines() for m in chat.seen(None)[:2])
    for lines in (state, news):
        assert lines.count(match) > 7
        assert f"… and {64 - lines.count(match)} more" in lines
        assert {line for line in lines if "\\*" in line} == {match}
    assert state[-2].startswith("It has begun"), "what stands below the list is there"
