"""Leagues through the playground: a season from its sign-up over matches that begin when both want it to the next season.

What each of eight friends could read in a season is kept in `golden/season.txt`. Where it differs, what is read now stands in `tests/failed`.
"""

from __future__ import annotations

from rules.competition.clock import DAY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.cogs.tournaments.in_chat import said, threads
from tests.cogs.tournaments.league_people import LATER, Diary, both_want, button, latest, lost_by, plays, season, would_play
from tests.cogs.tournaments.test_desk import call

EMIL, FRANTISKA, GASTON, HANA, IVO = "4005", "4006", "4007", "4008", "4009"
EIGHT = (ANNA, BOHUMIL, CECILE, DARA, EMIL, FRANTISKA, GASTON, HANA)


async def begun(chat, *members: str, **settings: str) -> None:
    """A league that has begun, the members seeded in their order."""
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Friends", format="league", clock="24h", seeding="hand", **settings)
    for member in members:
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.press(JUDGE, chat.seen(None)[0], "Start")
    await chat.press(JUDGE, chat.private(JUDGE), "Start now")
    await chat.settle()


async def names(chat) -> list[list[str]]:
    """Who plays in which division."""
    cup = await chat.bot.tournaments.here(int(HERE))
    players = {p.entrant: str(p.player) for p in await chat.bot.store.tournaments.entrants(cup.id)}
    return [[players[e] for e in group] for group in cup.state.groups]


async def test_a_season_of_eight_friends_with_sick_days_and_a_quarrel(chat):
    """Two divisions of four, a restart a day: who answers nobody, who is away, who leaves for good, and who comes late for the next season."""
    diary = Diary(chat)

    async def ends(day: str) -> None:
        diary.note(day)
        await chat.restart()
        await chat.later(DAY)
        await chat.settle()

    await begun(chat, *EIGHT, division="4", weeks="1")
    assert await names(chat) == [[ANNA, BOHUMIL, CECILE, DARA], [EMIL, FRANTISKA, GASTON, HANA]]
    assert not threads(chat), "nobody is paired"
    await would_play(chat, ANNA, BOHUMIL)
    await would_play(chat, ANNA, DARA)
    await would_play(chat, BOHUMIL, DARA)
    asked = latest(chat, "twish")
    await chat.use(DARA, "mygames")
    assert not threads(chat)
    await ends("day 1: some are asked, and one never answers")
    await chat.press_exactly(DARA, asked, button(chat, asked, f"twish:1:1:{LATER}"))
    await would_play(chat, BOHUMIL, ANNA)
    (first,) = threads(chat)
    await plays(chat, EMIL, HANA)
    await ends("day 2: a match has begun, one is played")
    await lost_by(chat, BOHUMIL, first)
    chat.leaves(HANA)
    await chat.set(GASTON, "away", THERE, days="3")
    await ends("day 3: Hana has left the server, Gaston is sick")
    quarrel = await both_want(chat, CECILE, DARA)
    await call(chat, DARA, quarrel, "She takes back what she has played")
    await would_play(chat, EMIL, GASTON)
    await plays(chat, EMIL, FRANTISKA)
    await ends("day 4: a quarrel")
    assert "been told" in await chat.use(JUDGE, "referee decide", quarrel, winner=CECILE, reason="nothing was taken back")
    (agreed,) = [thread for thread in threads(chat) if "Bohumil" in chat.world.channels[thread] and "Dara" in chat.world.channels[thread]]
    await lost_by(chat, DARA, agreed)
    await chat.use(JUDGE, "referee tournament desk")
    settled = button(chat, chat.private(JUDGE), "tsettle")["custom_id"].removeprefix("b:tsettle:1:")
    await chat.submit(JUDGE, f"f:ruling:1:settle:{settled}", reason="I have looked at every move")
    await plays(chat, BOHUMIL, CECILE)
    await ends("day 5: it is settled")
    question = latest(chat, "tstay")
    for member, answer in ((ANNA, "yes"), (BOHUMIL, "yes"), (CECILE, "yes"), (EMIL, "yes"), (FRANTISKA, "no"), (GASTON, "yes")):
        await chat.press_exactly(member, question, button(chat, question, f"tstay:1:{answer}"))
    await chat.use(DARA, "mygames")
    await would_play(chat, GASTON, EMIL)
    await lost_by(chat, GASTON, threads(chat)[-1])
    await plays(chat, ANNA, CECILE)
    await plays(chat, FRANTISKA, GASTON)
    for command in ("standings", "pairings", "why"):
        await chat.use(ANNA, f"tournament {command}")
    await ends("day 6: who stays")
    await season(chat, FRANTISKA)
    assert "is over" not in said(chat)
    await ends("day 7: the last one")
    assert "🏆 **Friends, season 1** is over. Winner: **Anna**" in said(chat)
    signup = latest(chat, "tjoin")
    for member in (DARA, IVO, FRANTISKA):
        await chat.press_exactly(member, signup, button(chat, signup, "tjoin"))
    await ends("day 8: who comes, and who comes back")
    await ends("day 9")
    await ends("day 10: the next season begins")
    await ends("day 11")
    assert await names(chat) == [[ANNA, BOHUMIL, CECILE, EMIL], [DARA, FRANTISKA, GASTON, IVO]]
    message = latest(chat, "thonours")
    await chat.press_exactly(IVO, message, button(chat, message, "thonours"))
    assert "🥇 Anna 🥈 Bohumil 🥉 Cécile" in chat.private(IVO)["content"]
    diary.note("the page of honours")
    diary.check("season.txt")
