"""What a moderator who plays puts to the others, as people see it: the call with its buttons, who may press them, silence, a restart between."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.play.motions import NOTICE, SILENCE
from cogs.play.presence.silent_players import PERIOD
from cogs.play.tournaments.moderation import Ruling
from cogs.play.unfit import Unfit
from data.store.changes import Raced, TournamentChange
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, Chat
from tests.cogs.tournaments.in_chat import open_with, settle, threads
from tests.looks import looks, seldom
from tests.waiting import rounds, within

ACTS = {"timeout": {"player": BOHUMIL}, "pause": {}, "resume": {}, "end": {}}
DONE = {"timeout": "answers for", "pause": "pauses the game", "resume": "lets the game go on", "end": "without a result"}
LOOK = 2 * PERIOD


async def deal(chat: Chat, *others: str, **how: Any) -> Any:
    """A game of Anna, who is a moderator, and others, in which Bohumil is asked."""
    named = dict(zip(("opponent", "opponent2"), others or (BOHUMIL,), strict=False))
    for member in (ANNA, BOHUMIL, CECILE, DARA, JUDGE):
        chat.world.members[member]["locale"] = "en-GB"
    await chat.use(ANNA, "game new", game="hexknight" if len(others) > 1 else "monster_hex", options="seating=joined", **named, **how)
    chat.moderates(ANNA)
    return await chat.bot.tables.here(int(HERE))


async def put(chat: Chat, act: str, member: str = ANNA, channel: str = HERE) -> str:
    if act == "timeout":
        await chat.use(ANNA, "move", channel, action="faction ember")
    if act == "resume":
        await chat.use(JUDGE, "referee pause", channel, reason="dinner")
    return await chat.use(member, f"referee {act}", channel, reason="rain", **ACTS[act])


def call(chat: Chat, channel: str = HERE) -> dict[str, Any]:
    """The latest message that somebody may object to."""
    return next(m for m in reversed(chat.seen(None, channel)) if "Object" in chat.labels(m) or "Mám námitky" in chat.labels(m))


GONE = ("no longer stands", "is over", "has paused")
"""What the button of something says that is not put to anybody any more."""


def gone(answer: str) -> bool:
    return any(words in answer for words in GONE)


async def pass_by(chat: Chat, seconds: float) -> None:
    """Time goes by, and the bot looks at what waits for answers."""
    await chat.bot.motion_waits.settle()
    with seldom():
        for at in looks(chat.ahead, chat.ahead + seconds):
            chat.ahead = at
            await chat.bot.motion_waits.settle()
    await chat.settle()


async def acts(chat: Chat, table: int = 1) -> list[str]:
    return [act.act for _, _, act in await chat.bot.store.tables.acts(table) if act.by == int(ANNA)]


@pytest.mark.parametrize("act", ACTS)
async def test_each_act_is_put_to_the_other_and_done_when_they_agree(chat, act):
    await deal(chat)
    answer = await put(chat, act)
    assert "the others decide" in answer
    message = call(chat)
    assert chat.labels(message) == ["Agree", "Object"]
    assert f"<@{ANNA}>" in message["content"]
    assert "Reason: rain" in message["content"]
    assert f"<@{BOHUMIL}>" in message["content"]
    assert await acts(chat) == []
    assert "Agreed" in await chat.press(BOHUMIL, message, "Agree")
    assert await acts(chat) == ["timeout" if act == "timeout" else f"table_{act}"]
    assert any(DONE[act] in m["content"] for m in chat.seen(None))
    assert "rain" in await chat.use(JUDGE, "referee log")
    assert gone(await chat.press(BOHUMIL, message, "Agree"))
    assert len(await acts(chat)) == 1


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("act", ACTS)
async def test_each_act_is_not_done_when_somebody_objects(chat, act):
    await deal(chat)
    await put(chat, act)
    message = call(chat)
    assert "Refused" in await chat.press(BOHUMIL, message, "Object")
    assert "**Bohumil** objects" in chat.board()["content"]
    again = next(m for m in chat.seen(None) if m["id"] == message["id"])
    assert chat.labels(again) == []
    assert "can ask again" in await chat.use(ANNA, f"referee {act}", reason="rain", **ACTS[act])
    await pass_by(chat, SILENCE + NOTICE + 3 * LOOK)
    assert await acts(chat) == []


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("act", ACTS)
async def test_each_act_is_announced_and_done_after_silence_also_by_a_bot_that_was_started_again(chat, act):
    await deal(chat)
    await put(chat, act)
    await pass_by(chat, SILENCE - LOOK)
    await chat.restart()
    await pass_by(chat, 3 * LOOK)
    announced = call(chat)
    assert "will be done in a day" in announced["content"]
    assert f"<@{BOHUMIL}>" in announced["content"]
    await pass_by(chat, NOTICE - 3 * LOOK)
    await chat.restart()
    assert await acts(chat) == []
    await pass_by(chat, 4 * LOOK)
    assert len(await acts(chat)) == 1
    assert gone(await chat.press(BOHUMIL, announced, "Object"))


async def test_who_may_press(chat):
    await deal(chat, BOHUMIL, CECILE)
    await put(chat, "pause")
    message = call(chat)
    for member, words in ((ANNA, "not needed"), (DARA, "not needed"), (JUDGE, "not needed")):
        assert words in await chat.press(member, message, "Agree"), member
    assert "Others still have to agree" in await chat.press(BOHUMIL, message, "Agree")
    await chat.use(JUDGE, "referee replace", player=BOHUMIL, new=DARA, reason="exams")
    assert "not needed" in await chat.press(BOHUMIL, message, "Object"), "who has left has no word any more"
    assert "Refused" in await chat.press(DARA, message, "Object")
    assert await acts(chat) == []


async def test_whoever_has_asked_may_take_it_back(chat):
    await deal(chat)
    await put(chat, "end")
    await chat.press(ANNA, call(chat), "Object")
    assert "no longer asks for it" in chat.board()["content"]


async def test_who_asks_again_is_shown_what_is_open(chat):
    await deal(chat, BOHUMIL, CECILE)
    await put(chat, "pause")
    await chat.press(BOHUMIL, call(chat), "Agree")
    calls = len(chat.seen(None))
    answer = await put(chat, "pause")
    assert "asked already" in answer
    assert "Cécile" in answer
    assert "Bohumil" not in answer
    assert len(chat.seen(None)) == calls, "nobody is called twice"


async def test_the_call_is_in_the_tables_language_and_calls_nobody_who_has_turned_that_off(chat):
    await chat.set(BOHUMIL, "pings", on="False")
    await chat.set(ANNA, "language", language="cs")
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    chat.moderates(ANNA)
    await chat.use(ANNA, "referee pause", reason="déšť")
    message = call(chat)
    assert "Důvod: déšť" in message["content"]
    assert chat.labels(message) == ["Souhlasím", "Mám námitky"]
    assert f"<@{BOHUMIL}>" not in message["content"]
    assert "**Bohumil**" in message["content"]


async def cup(chat: Chat, *, third: bool = False) -> str:
    """A match of Anna, who is a moderator, and Bohumil, or of others in her cup; gives its thread."""
    await open_with(chat, *((ANNA, BOHUMIL) if not third else (ANNA, BOHUMIL, CECILE, DARA)), name="Cup", format="single")
    for member in (ANNA, BOHUMIL, CECILE, DARA, JUDGE):
        chat.world.members[member]["locale"] = "en-GB"
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    chat.moderates(ANNA)
    return threads(chat)[0]


async def absent(chat: Chat, member: str, player: str) -> str:
    return await chat.use(member, "referee tournament absent", player=player, reason="he did not come")


async def test_who_did_not_come_is_asked_and_loses_by_silence(chat):
    thread = await cup(chat)
    assert "the others decide" in await absent(chat, ANNA, BOHUMIL)
    message = call(chat, thread)
    assert "did not come" in message["content"]
    await pass_by(chat, SILENCE + LOOK)
    await chat.restart()
    assert await chat.bot.store.tournaments.acts(1) == []
    await pass_by(chat, NOTICE + 3 * LOOK)
    await settle(chat)
    assert [act.act for act in await chat.bot.store.tournaments.acts(1)] == ["absent"]
    assert any("🏆" in m["content"] and "Anna" in m["content"] for m in chat.seen(None))
    assert gone(await chat.press(BOHUMIL, message, "Object"))
    await pass_by(chat, SILENCE + NOTICE)
    assert len(await chat.bot.store.tournaments.acts(1)) == 1


async def test_who_is_there_after_all_objects(chat):
    thread = await cup(chat)
    await absent(chat, ANNA, BOHUMIL)
    await chat.press(BOHUMIL, call(chat, thread), "Object")
    assert "can ask again" in await absent(chat, ANNA, BOHUMIL)
    await pass_by(chat, SILENCE + NOTICE + 3 * LOOK)
    assert await chat.bot.store.tournaments.acts(1) == []


async def test_both_of_another_match_are_asked(chat):
    """Whoever is entered in a tournament has a part in each of its matches."""
    await cup(chat, third=True)
    found = [await chat.bot.tables.here(int(thread)) for thread in threads(chat)]
    other = next(table for table in found if not table.seats_of(int(ANNA)))
    first, second = (str(seat.player) for seat in other.seats)
    assert "the others decide" in await absent(chat, ANNA, first)
    message = call(chat, str(other.row.channel))
    assert "Others still" in await chat.press(second, message, "Agree")
    assert await chat.bot.store.tournaments.acts(1) == []
    assert "done" in await chat.press(first, message, "Agree")
    await settle(chat)
    assert [act.act for act in await chat.bot.store.tournaments.acts(1)] == ["absent"]
    assert other.over


@pytest.mark.parametrize("how", ["a second moderator", "the end of the game"])
async def test_what_happens_in_between_ends_it(chat, how):
    thread = await cup(chat)
    await absent(chat, ANNA, BOHUMIL)
    message = call(chat, thread)
    if how == "a second moderator":
        assert "been told" in await absent(chat, JUDGE, BOHUMIL)
    else:
        await chat.use(ANNA, "game resign", thread, sure="true")
    await settle(chat)
    before = len(await chat.bot.store.tournaments.acts(1))
    assert gone(await chat.press(BOHUMIL, message, "Agree"))
    await pass_by(chat, SILENCE + NOTICE + 3 * LOOK)
    assert len(await chat.bot.store.tournaments.acts(1)) == before


async def test_a_match_needs_a_result_and_is_paused_with_consent(chat):
    thread = await cup(chat)
    assert "needs a result" in await put(chat, "end", channel=thread)
    assert "the others decide" in await put(chat, "pause", channel=thread)
    await chat.press(BOHUMIL, call(chat, thread), "Agree")
    assert (await chat.bot.tables.here(int(thread))).row.paused


async def test_who_plays_in_the_match_has_come(chat):
    thread = await cup(chat)
    await absent(chat, ANNA, BOHUMIL)
    table = await chat.bot.tables.here(int(thread))
    for _ in rounds("Bohumil to act"):
        seat = table.acting[0]
        await table.act(seat, next(legal(table.rules, table.state, seat)))
        if str(table.seats[seat].player) == BOHUMIL:
            break
    assert gone(await chat.press(BOHUMIL, call(chat, thread), "Agree"))
    await pass_by(chat, SILENCE + NOTICE + 3 * LOOK)
    assert await chat.bot.store.tournaments.acts(1) == []


async def test_what_is_not_put_to_anybody_any_more_is_not_done(chat):
    """An objection that comes between the look and the commit."""
    await cup(chat)
    await absent(chat, ANNA, BOHUMIL)
    cups = chat.bot.tournaments
    table = await chat.bot.tables.here(int(threads(chat)[0]))
    (motion,) = (await chat.bot.store.motions.of(table.id)).values()
    await chat.bot.motions.object(table, int(BOHUMIL), motion.mark)
    ruling = Ruling(int(ANNA), "rain", (table.id, motion.mark))
    async with within("an answer"):
        with pytest.raises(Unfit, match="gone"):
            await cups.absent(1, [int(BOHUMIL)], ruling)
    found = await cups.get(1)
    with pytest.raises(Raced):
        await chat.bot.store.tournaments.commit(TournamentChange(found, motion=ruling.motion))
    assert await chat.bot.store.tournaments.acts(1) == []
