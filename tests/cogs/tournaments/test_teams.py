"""Tournaments of teams through the playground: who founds, invites and joins, and a round robin of four teams from its sign-up to the trophy.

What each of fifteen people could read in that is kept in `golden/teams.txt`. Where it differs, what is read now stands in `tests/failed`.
"""

from __future__ import annotations

import pytest

from rules.competition.clock import DAY
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.cogs.tournaments.in_chat import said, threads
from tests.cogs.tournaments.league_people import Diary, button, latest, lost_by
from tests.cogs.tournaments.team_people import begin, board_of, gathered, hand_in, invite, join, move_up, my_team, public
from tests.cogs.tournaments.test_desk import call

EMIL, FRANTISKA, GASTON, HANA, IVO, JANA, KAREL, LUCIE = (str(4005 + n) for n in range(8))
NINA, OTTO, PAVLA = "4014", "4015", "4016"
FOUR = {"Alps": [ANNA, BOHUMIL, CECILE, DARA], "Baltic": [EMIL, FRANTISKA, GASTON, HANA], "Crete": [IVO, JANA, KAREL, LUCIE], "Drava": [NINA, OTTO]}


@pytest.mark.deep
async def test_a_round_robin_of_four_teams_with_sick_days_and_a_quarrel(chat, monkeypatch):
    """A restart twice a day: a captain who never hands in, reserves who step in, one who leaves, one who does not come, one who leaves the server, a
    team of two, and a dispute."""
    monkeypatch.setattr("cogs.play.tournaments.new_tournament.new_seed", lambda: 7)  # Lots are in what is read.
    diary = Diary(chat)

    async def ends(day: str) -> None:
        diary.note(day)
        await chat.restart()
        await chat.later(DAY / 2)
        await chat.settle()

    async def plays(number: int, *losers: str) -> None:
        """Boards of a round that are still played are lost by these."""
        for loser in losers:
            thread = board_of(chat, number, loser)
            if thread and not (await chat.bot.tables.here(int(thread))).over:
                await lost_by(chat, loser, thread)
        await chat.settle()

    await gathered(chat, FOUR, 3, clock="24h")
    await invite(chat, EMIL, PAVLA)
    await invite(chat, NINA, PAVLA)
    await my_team(chat, PAVLA)
    await join(chat, PAVLA)
    assert "[Baltic]" not in await my_team(chat, PAVLA)
    await ends("day 0: teams gather, and one who is wanted by two")
    await begin(chat)
    assert not threads(chat), "line-ups are sealed"
    await hand_in(chat, NINA)
    await hand_in(chat, ANNA, CECILE)
    await my_team(chat, BOHUMIL)
    for captain in (EMIL, IVO):
        await chat.use(captain, "mygames")
    await ends("day 1, morning: two line-ups are in")
    assert len(threads(chat)) == 3, "of one match both"
    await hand_in(chat, IVO, LUCIE, KAREL)
    await ends("day 1, evening: a captain is silent")
    assert len(threads(chat)) == 6
    await plays(1, BOHUMIL, NINA, PAVLA, EMIL)
    await call(chat, KAREL, board_of(chat, 1, KAREL), "She takes back what she has played")
    await ends("day 2, morning: boards are played, and two quarrel")
    assert "been told" in await chat.use(JUDGE, "referee decide", board_of(chat, 1, KAREL), winner=KAREL, reason="I have looked at it")
    await chat.use(JUDGE, "referee tournament desk")
    settled = button(chat, chat.private(JUDGE), "tsettle")["custom_id"].removeprefix("b:tsettle:1:")
    await chat.submit(JUDGE, f"f:ruling:1:settle:{settled}", reason="nothing was taken back")
    await chat.press(IVO, latest(chat, "tteam"), "My team")
    await plays(1, GASTON, CECILE, HANA, FRANTISKA, LUCIE, ANNA)
    await ends("day 2, evening: the first round is over")
    await chat.use(IVO, "tournament leave")
    assert "**Jana**" in await my_team(chat, KAREL), "the next one is captain"
    await hand_in(chat, ANNA, DARA)
    await hand_in(chat, JANA)
    await ends("day 3, morning: a captain leaves, a reserve steps in")
    chat.leaves(PAVLA)
    for command in ("standings", "pairings", "why"):
        await chat.use(HANA, f"tournament {command}")
    await ends("day 3, evening: somebody has left the server")
    await plays(2, CECILE, JANA, EMIL)
    await ends("day 4, morning")
    absentee = next(m for m in (OTTO, NINA) if board_of(chat, 2, m))
    await chat.use(JUDGE, "referee tournament absent", player=absentee, reason="nobody came")
    await plays(2, ANNA, DARA, FRANTISKA, GASTON, KAREL, LUCIE, NINA)
    await ends("day 4, evening: the second round is over")
    for captain in (ANNA, EMIL, JANA, NINA):
        await hand_in(chat, captain)
    await ends("day 5, morning: all line-ups are in")
    await plays(3, BOHUMIL, FRANTISKA, JANA, OTTO, GASTON, KAREL, LUCIE, NINA, CECILE, DARA, EMIL, ANNA)
    await ends("day 5, evening: the end")
    assert "🏆 **Nations** is over" in said(chat)
    await chat.use(ANNA, "tournament standings")
    diary.note("the standings")
    diary.check("teams.txt")


async def test_nothing_that_everybody_sees_changes_while_a_captain_moves_members(chat):
    """Down to the ids of buttons; that a line-up is in is seen once, whatever is moved afterwards."""
    await gathered(chat, {"Alps": [ANNA, BOHUMIL, CECILE], "Baltic": [EMIL, FRANTISKA, GASTON]}, 3, clock="24h")
    await begin(chat)
    before = public(chat)
    await my_team(chat, ANNA)
    await move_up(chat, ANNA, CECILE)
    await chat.settle()
    assert public(chat) == before
    await hand_in(chat, ANNA)
    after = public(chat)
    assert after != before
    await my_team(chat, ANNA)
    await move_up(chat, ANNA, BOHUMIL)
    await chat.settle()
    assert public(chat) == after
    assert not threads(chat)


async def test_whom_a_captain_has_blocked_reads_and_invites_as_others_do(chat):
    """Whoever has blocked a captain is named without a ping; the captain reads what everybody reads."""
    await chat.set(BOHUMIL, "block", add=ANNA)
    await gathered(chat, {"Alps": [ANNA]}, 2)
    told = [await invite(chat, ANNA, member) for member in (BOHUMIL, CECILE)]
    assert told[0].replace("Bohumil", "Cécile").splitlines()[0] == told[1].splitlines()[0]
    invited = [m for m in chat.seen(None) if any(b["custom_id"].startswith("b:tjointeam") for b in chat.buttons(m))]
    assert ["<@4002>" in m["content"] for m in invited] == [False, False]
    assert ["<@4003>" in m["content"] for m in invited] == [False, True]
    assert "**Bohumil**" in invited[0]["content"]


async def test_only_who_is_meant_answers_an_invitation(chat):
    await gathered(chat, {"Alps": [ANNA]}, 2)
    await invite(chat, ANNA, BOHUMIL)
    assert "not invited you" in await join(chat, DARA)
    assert "You are in the team" not in await join(chat, CECILE)
    await join(chat, BOHUMIL)
    cup = await chat.bot.tournaments.here(int(HERE))
    assert [p.player for p in await chat.bot.store.tournaments.entrants(cup.id)] == [int(ANNA), int(BOHUMIL)]


async def test_who_has_left_the_server_cannot_be_invited(chat):
    await gathered(chat, {"Alps": [ANNA]}, 2)
    chat.leaves(DARA)
    await invite(chat, ANNA, DARA)
    assert await chat.bot.store.tournaments.invitations(1) == []


async def test_team_settings_are_offered_and_read_in_the_panel(chat):
    await chat.use(JUDGE, "tournament create", post=False, game="monster_hex", format="robin", settings="teams:3 games:3")
    assert "Teams of 3" in chat.private(JUDGE)["content"]
    await chat.use(JUDGE, "tournament create", post=False, game="monster_hex", format="single", settings="teams:3")
    assert "Teams play a Swiss or a round robin" in chat.private(JUDGE)["content"]


async def test_whoever_starts_reads_which_teams_are_too_small_and_so_does_their_captain(chat):
    """Which boards are lost for want of members is said before they are. A name on a button is as it was typed."""
    await gathered(chat, {"Alps": [ANNA, BOHUMIL], "My_team": [CECILE]}, 2, clock="24h")
    await invite(chat, CECILE, DARA)
    await my_team(chat, DARA)
    assert "Join My_team" in chat.labels(chat.private(DARA))
    await chat.press(JUDGE, latest(chat, "tstart"), "Start")
    asked = chat.private(JUDGE)["content"]
    assert "Would play: Alps (2), My\\_team (1)" in asked
    assert "lose the last ones: My\\_team" in asked
    await chat.press(JUDGE, chat.private(JUDGE), "Start now")
    assert "boards get their threads when" in chat.private(JUDGE)["content"]
    assert "cette table est perdue" in await my_team(chat, CECILE)


async def test_an_odd_number_of_teams_leaves_one_out_and_says_whom(chat):
    await gathered(chat, {"Alps": [ANNA, BOHUMIL], "Baltic": [EMIL, FRANTISKA], "Crete": [IVO, JANA]}, 2, clock="24h")
    await begin(chat)
    left = {name for name in ("Alps", "Baltic", "Crete") if f"**{name}** sits out this round." in chat.seen(None)[0]["content"]}
    (pair,) = [line for line in chat.seen(None)[0]["content"].splitlines() if line.startswith("**") and " – " in line]
    assert len(left) == 1
    assert not any(name in pair for name in left)
