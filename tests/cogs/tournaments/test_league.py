"""Leagues through the playground: a season from its sign-up over matches that begin when both want it to the next season."""

from __future__ import annotations

import pytest

from rules.competition.clock import DAY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.cogs.test_tournament import said, threads
from tests.decided import decided

FOUR = (ANNA, BOHUMIL, CECILE, DARA)


@pytest.fixture(autouse=True)
def _english(chat):
    for member in chat.world.members.values():
        member["locale"] = "en-US"


async def begun(chat, *members: str, **settings: str) -> None:
    """A league that has begun, the members seeded in their order."""
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Friends", format="league", clock="24h", seeding="hand", **settings)
    for member in members:
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.press(JUDGE, chat.seen(None)[0], "Start")
    await chat.press(JUDGE, chat.private(JUDGE), "Start now")
    await chat.settle()


async def season(chat, member: str) -> str:
    """Somebody's panel, by the button below the pinned message of the season under way."""
    message = [m for m in chat.seen(None) if any(b["label"] == "My season" for b in chat.buttons(m))][-1]
    await chat.press(member, message, "My season")
    return chat.private(member)["content"]


async def would_play(chat, member: str, other: str, label: str = "Play now") -> str:
    """Says so in the panel; gives what is read then."""
    await season(chat, member)
    (menu,) = chat.menus(chat.private(member))
    name = chat.world.members[other]["global_name"]
    await chat.choose(member, chat.private(member), menu, [next(o["value"] for o in menu["options"] if o["label"].startswith(name))])
    await chat.press(member, chat.private(member), label)
    return chat.private(member)["content"]


async def lost_by(chat, member: str, thread: str) -> None:
    found = await chat.bot.tables.here(int(thread))
    await decided(found)
    await chat.use(member, "game resign", thread, sure="True")
    await chat.settle()


async def plays(chat, winner: str, loser: str) -> None:
    """A match from both wishes to its end."""
    before = {*threads(chat)}
    await would_play(chat, winner, loser)
    await would_play(chat, loser, winner)
    (thread,) = {*threads(chat)} - before
    await lost_by(chat, loser, thread)


async def test_a_season_of_one_division_and_the_next_one(chat):
    await begun(chat, *FOUR)
    assert "**Friends, season 1** has begun" in said(chat)
    assert not threads(chat), "nobody is paired"
    told = await would_play(chat, ANNA, BOHUMIL)
    assert "has been told" in told
    assert not threads(chat)
    call = chat.board()
    assert f"<@{BOHUMIL}>, **Anna** would play you" in call["content"]
    await chat.press(BOHUMIL, call, "Play now")
    assert len(threads(chat)) == 1
    assert "the match begins" in chat.private(BOHUMIL)["content"]
    await lost_by(chat, BOHUMIL, threads(chat)[0])
    assert "1. **Anna** 1 point · 1 of 3 · W" in await season(chat, CECILE)
    for winner, losers in ((ANNA, (CECILE, DARA)), (CECILE, (BOHUMIL, DARA)), (BOHUMIL, (DARA,))):
        for loser in losers:
            await plays(chat, winner, loser)
    question = next(m for m in reversed(chat.seen(None)) if "do you stay" in m["content"])
    await chat.restart()
    for member, label in ((ANNA, "I stay"), (BOHUMIL, "I stay"), (CECILE, "I stop")):
        await chat.press(member, question, label)
    assert "is over" not in said(chat), "one has not answered"
    await chat.press(DARA, question, "I stay")
    assert "🏆 **Friends** is over. Winner: **Anna**" in said(chat)
    assert "3 stay. The sign-up of the next season is open for 3 days" in said(chat)
    signup = next(m for m in reversed(chat.seen(None)) if any(b["label"] == "Join" for b in chat.buttons(m)))
    assert "Season 2" in signup["content"]
    assert [name in signup["content"] for name in ("Anna", "Bohumil", "Cécile", "Dara")] == [True, True, False, True]
    await chat.press(CECILE, signup, "Join")
    await chat.later(3 * DAY + 60)
    await chat.settle()
    cup = await chat.bot.tournaments.here(int(HERE))
    assert cup.terms.season == 2
    names = {p.entrant: str(p.player) for p in await chat.bot.store.tournaments.entrants(cup.id)}
    assert [names[e] for e in cup.state.seeds] == [ANNA, CECILE, BOHUMIL, DARA], "her place was kept"
    message = next(m for m in reversed(chat.seen(None)) if any(b["label"] == "Honours" for b in chat.buttons(m)))
    await chat.press(DARA, message, "Honours")
    assert "🥇 Anna 🥈 Cécile 🥉 Bohumil" in chat.private(DARA)["content"]
