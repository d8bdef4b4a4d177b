"""A cup of sixteen through the playground, from its check-in to the trophy; and how many presses it takes to open a tournament.

What each of its people could read is kept in `golden/cup.txt`. Where it differs, what is read now stands in `tests/failed`.
"""

from __future__ import annotations

import pytest

from rules.competition.clock import DAY, HOUR, MINUTE
from tests.chat import ANNA, BOHUMIL, CECILE, JUDGE, THERE
from tests.cogs.tournaments.in_chat import MEMBERS, said, threads
from tests.cogs.tournaments.league_people import Diary, button, latest, lost_by
from tests.cogs.tournaments.test_desk import call, desk, match_of, panel, press, rule, send

GASTON, HANA, IVO = "4007", "4008", "4009"
QUARREL, LEFT, UPSET = CECILE, HANA, BOHUMIL
"""Who calls a moderator, who leaves the server, and who wins against the first seed."""


async def matches(chat) -> dict[str, list[str]]:
    """The threads of open matches, each with its players, the stronger first."""
    found = {}
    for thread in threads(chat):
        table = await chat.bot.tables.here(int(thread))
        if not table.over:
            found[thread] = sorted((str(s.player) for s in table.seats), key=lambda player: (len(player), player))
    return found


async def plays(chat, but: set[str] = frozenset()) -> None:
    """All open matches in which nobody of `but` plays are won by the stronger, but that Bohumil wins against Anna."""
    for thread, (one, two) in (await matches(chat)).items():
        if not but & {one, two}:
            await lost_by(chat, one if (one, two) == (ANNA, UPSET) else two, thread)


@pytest.mark.deep
async def test_a_cup_of_sixteen_with_sick_days_a_quarrel_and_who_does_not_come(chat):
    """Double elimination, a restart a day: who does not check in, who never moves, who is sick, who leaves, and who plays for somebody else."""
    diary = Diary(chat)
    more = [chat.newcomer(name, locale) for name, locale in (("Quido", "cs"), ("Renée", "fr"), ("Simon", "en-US"))]
    _, asleep, substitute = more
    people = [member for member in chat.world.members if member not in (JUDGE, substitute)]

    async def ends(day: str) -> None:
        diary.note(day)
        await chat.restart()
        await chat.later(DAY)
        await chat.settle()

    await chat.set(JUDGE, "language", language="en")
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Sixteen", format="double", clock="3d", check_in="60", seeding="hand")
    for member in people:
        await chat.press(member, chat.seen(None)[0], "Join")
    await ends("day 1: seventeen are in")
    await chat.press(JUDGE, chat.seen(None)[0], "Start")
    for member in people:
        if member != asleep:
            message = latest(chat, "tcheck")
            await chat.press_exactly(member, message, button(chat, message, "tcheck"))
    await chat.later(HOUR + MINUTE)
    await chat.settle()
    assert len(threads(chat)) == 8
    diary.note("day 1: one of them does not check in, the first matches begin")
    await chat.set(GASTON, "away", THERE, days="2")
    quarrel = next(thread for thread, who in (await matches(chat)).items() if QUARREL in who)
    await call(chat, QUARREL, quarrel, "He takes back what he has played")
    await plays(chat, {GASTON, IVO, QUARREL})
    await ends("day 2: a quarrel, one is sick, one does not come")
    await match_of(chat, QUARREL)
    assert "Done" in await rule(chat, "Decide", "Cécile", "nothing may be taken back")
    await desk(chat)
    settled = button(chat, panel(chat), "tsettle")["custom_id"].removeprefix("b:tsettle:")
    assert "Done" in await send(chat, JUDGE, f"f:ruling:{settled.replace(':', ':settle:', 1)}", "I have looked at every move")
    await match_of(chat, IVO)
    await press(chat, JUDGE, "Remind")
    await match_of(chat, GASTON)
    assert "Done" in await rule(chat, "Extend", "3 days", "get well")
    await plays(chat, {GASTON, IVO, LEFT})
    await ends("day 3: what the moderator has done")
    await match_of(chat, IVO)
    assert "Done" in await rule(chat, "Absent", "Ivo", "nobody has heard of him")
    chat.leaves(LEFT)
    await chat.use(JUDGE, "referee tournament substitute", player=GASTON, new=substitute, reason="still sick")
    await plays(chat, {LEFT})
    await ends("day 4: a substitute, and one who leaves the server")
    if any(LEFT in who for who in (await matches(chat)).values()):
        await match_of(chat, LEFT)
        assert "Done" in await rule(chat, "Absent", "Hana", "she has left")
    for command in ("standings", "pairings", "why"):
        await chat.use(CECILE, f"tournament {command}")
    for day in range(5, 20):
        await plays(chat)
        await ends(f"day {day}")
        if "is over. Winner" in said(chat):
            break
    assert "🏆 **Sixteen** is over. Winner: **" in said(chat)
    diary.check("cup.txt")


async def test_whoever_has_never_seen_it_opens_a_tournament_tonight_and_never_types(chat):
    """From the command to *Start now* a moderator presses five times, and is told each time what comes next. No form opens."""
    presses, moderator = [], JUDGE
    await chat.set(moderator, "language", language="en")

    async def pressed(message, label: str) -> str:
        presses.append(label)
        answer = await chat.press(moderator, message, label)
        assert answer != "modal", label
        return answer

    await chat.use(moderator, "tournament create", post=False, game="monster_hex")
    shown = chat.private(moderator)
    assert {"Tonight", "Post the sign-up"} <= {*chat.labels(shown)}
    await pressed(shown, "Tonight")
    await pressed(chat.private(moderator), "Post the sign-up")
    for member in MEMBERS:
        await chat.press(member, chat.seen(None)[0], "Join")
    assert "press *Start* and then *Start now*" in await pressed(chat.seen(None)[0], "Start")
    for member in MEMBERS:
        message = latest(chat, "tcheck")
        await chat.press_exactly(member, message, button(chat, message, "tcheck"))
    await pressed(chat.seen(None)[0], "Start")
    await pressed(chat.private(moderator), "Start now")
    await chat.settle()
    assert len(threads(chat)) == 2
    assert len(presses) == 5
    found = await chat.bot.tournaments.get(1)
    assert (found.plan.rounds, found.clock.time) == (3, 30 * MINUTE)


async def test_a_cup_with_two_days_for_a_round_goes_on_without_anybody(chat):
    """It is told beforehand, shown beside each match, reminded of, moved by a moderator, and decided, across restarts."""
    for member in (ANNA, JUDGE):
        await chat.set(member, "language", language="en")
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Quick", format="single", seeding="hand", round_days="2")
    assert "Each match has 2 days; then whoever leads wins" in said(chat)
    for member in MEMBERS:
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.use(JUDGE, "tournament start")
    assert said(chat).count("⏳ <t:") >= 4, "beside each match, in both messages"
    first, second = threads(chat)
    name = next(n for n in ("Anna", "Bohumil") if n in chat.world.channels[first])
    await match_of(chat, {"Anna": ANNA, "Bohumil": BOHUMIL}[name])
    assert "Done" in await rule(chat, "Extend", "24 hours", "a wedding")
    assert "gives more time" in said(chat)
    await chat.restart()
    await chat.later(DAY + HOUR)
    reminded = next(m for m in chat.seen(None) if "your match has to be over by" in m["content"])
    assert reminded["content"].count("<@") == 2, "those whose match ends in a day"
    await chat.later(DAY)
    assert said(chat).count("time is over, after a day of waiting for") == 1
    assert len(await matches(chat)) == 1
    await chat.restart()
    await chat.later(DAY)
    assert said(chat).count("time is over, after a day of waiting for") == 2
    await chat.later(3 * DAY)
    assert "🏆 **Quick** is over. Winner: **" in said(chat)
    assert second in chat.world.channels
