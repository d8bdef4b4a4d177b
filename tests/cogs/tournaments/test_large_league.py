"""A league of 500 in 63 divisions of one server, through a running bot: it starts, a match is played, tables are read, and the loop never stands
still."""

from __future__ import annotations

import gc

from data.store.changes import TournamentChange
from data.store.rows import LIVE, EntrantRow
from tests.chat import HERE, JUDGE
from tests.cogs.tournaments.in_chat import said, threads
from tests.cogs.tournaments.league_people import both_want, button, latest, lost_by, season
from tests.cogs.tournaments.test_desk import desk, panel
from tests.tools.bench.largest_inputs import Watch

ENTRANTS = 500
STALL = 50
"""Milliseconds that the loop may compute without a break: the limit of row W1 of the benchmark."""


async def test_five_hundred_in_sixty_three_divisions(chat):
    people = [chat.newcomer(f"Player {n:03}") for n in range(ENTRANTS)]
    await chat.set(JUDGE, "language", language="en")
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Large", format="league", clock="24h", seeding="hand", division="8")
    cup = await chat.bot.tournaments.here(int(HERE))
    rows = [EntrantRow(n, int(player), f"Player {n:03}") for n, player in enumerate(people)]
    await chat.bot.store.tournaments.commit(TournamentChange(cup, rows[:-1]))
    gc.collect()
    gc.freeze()  # What earlier tests have left in this process is not looked through meanwhile: once that took 0.2 s.
    watch, stalls = Watch(), dict[str, float]()

    async def measured(what: str, step) -> str:
        await watch.begin()
        answer = await step
        stalls[what] = watch.take()[1]
        return answer

    await measured("the last one joins", chat.press(people[-1], chat.seen(None)[0], "Join"))
    await chat.press(JUDGE, chat.seen(None)[0], "Start")
    await measured("the start", chat.press(JUDGE, chat.private(JUDGE), "Start now"))
    cup = await chat.bot.tournaments.here(int(HERE))
    assert (cup.status, len(cup.state.groups)) == (LIVE, 63)
    assert {len(group) for group in cup.state.groups} == {7, 8}
    one, other = people[0], people[1]
    thread = await measured("a match begins", both_want(chat, one, other))
    assert threads(chat) == [thread]
    await measured("a result", lost_by(chat, other, thread))
    assert "**Player 000** beats Player 001" in said(chat)
    mine = await measured("My season", season(chat, one))
    assert "1. **Player 000** 1 point · 1 of 7" in mine
    assert "Player 499" not in mine, "the other divisions are no business of theirs"
    table = await measured("the table", chat.use(people[499], "tournament standings"))
    assert "Player 000" in table
    await measured("all of it", chat.press_exactly(people[499], latest(chat, "tall"), button(chat, latest(chat, "tall"), "tall")))
    await measured("the moderators' panel", desk(chat))
    assert "Open matches: 0; over: 1." in panel(chat)["content"]
    watch.stop()
    assert max(stalls.values()) < STALL, stalls
