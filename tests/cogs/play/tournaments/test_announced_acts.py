"""What a moderator who is entered announces before they do it to the whole tournament: two days, one objection, and nobody else's word."""

from __future__ import annotations

import re

import pytest

from cogs.play.permissions import WHOLE_TOURNAMENT, Act
from cogs.play.tournaments.announced_acts import AGAIN, ANNOUNCED, OBJECTED, SILENCE, STANDS, Announcement, announced, announcement
from data.store.rows import OVER, TournamentAct
from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, JUDGE
from tests.cogs.tournaments.in_chat import open_with, settle

EMIL = "4005"


def acts(*words: str) -> list[TournamentAct]:
    """What has been done, an hour apart, the latest first."""
    return [TournamentAct(n * HOUR, 1, word, 1, "", "why") for n, word in reversed([*enumerate(words, 1)])]


@pytest.mark.parametrize(
    ("done", "found"),
    [
        ((), Announcement()),
        (("announced_end",), Announcement(HOUR, 1)),
        (("announced_pause",), Announcement()),
        (("announced_end", "objected_end"), Announcement(objected=2 * HOUR)),
        (("objected_end", "announced_end", "pause", "drop"), Announcement(2 * HOUR, 1)),
        (("announced_end", "end"), Announcement()),
    ],
)
def test_how_it_stands_is_what_was_done_last(done, found):
    assert announcement(acts(*done), Act.END) == found


def test_it_is_ripe_after_two_days_for_a_week_and_for_who_has_announced_it():
    found = Announcement(HOUR, 1)
    assert [found.ripe(1, HOUR + t) for t in (0, SILENCE - 1, SILENCE, STANDS - 1, STANDS)] == [False, False, True, True, False]
    assert not found.ripe(2, HOUR + SILENCE)
    assert not Announcement(objected=HOUR).ripe(1, HOUR + SILENCE)
    assert {announced(ANNOUNCED + act) for act in WHOLE_TOURNAMENT} == WHOLE_TOURNAMENT
    assert announced(OBJECTED + Act.END) is announced("end") is announced("announced_decide") is None


async def begun(chat):
    await open_with(chat, ANNA, BOHUMIL, CECILE, name="Cup", format="robin", games="3")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    chat.moderates(BOHUMIL)
    for member in (BOHUMIL, CECILE):
        await chat.set(member, "language", language="en")


async def cup(chat):
    return await chat.bot.store.tournaments.get(1)


async def test_it_is_done_by_the_same_command_two_days_later(chat):
    await begun(chat)
    first = await chat.use(ANNA, "referee tournament end", reason="exams")
    assert "If nobody objects" in first
    chat.ahead += SILENCE - HOUR
    again = await chat.use(ANNA, "referee tournament end", reason="exams")
    assert "announced already" in again
    assert re.findall(r"<t:\d+", again) == re.findall(r"<t:\d+", first) != [], "that it has been asked again changes nothing"
    await chat.restart()
    chat.ahead += 2 * HOUR
    assert "announced already" in await chat.use(BOHUMIL, "referee tournament end", reason="exams"), "it is not theirs"
    assert (await cup(chat)).status != OVER
    assert "been told" in await chat.use(ANNA, "referee tournament end", reason="exams")
    assert (await cup(chat)).status == OVER


@pytest.mark.parametrize("who", [CECILE, BOHUMIL, ANNA, JUDGE])
async def test_whoever_is_entered_objects_and_it_is_not_announced_again_at_once(chat, who):
    await begun(chat)
    await chat.use(ANNA, "referee tournament pause", reason="exams")
    told = chat.board()
    assert "not needed" in await chat.press(EMIL, told, "Object")
    await chat.press(who, told, "Object")
    assert "objects to pausing" in chat.board()["content"]
    assert "no longer stands" in await chat.press(CECILE, told, "Object")
    assert "objected to" in await chat.use(ANNA, "referee tournament pause", reason="exams")
    chat.ahead += SILENCE + HOUR
    assert "If nobody objects" in await chat.use(ANNA, "referee tournament pause", reason="exams"), "it begins anew"
    assert not (await cup(chat)).paused
    assert SILENCE > AGAIN


async def test_what_a_second_moderator_does_takes_its_place(chat):
    """What was announced before it is not done after it."""
    await begun(chat)
    await chat.use(ANNA, "referee tournament pause", reason="exams")
    chat.ahead += SILENCE + HOUR
    assert "been told" in await chat.use(JUDGE, "referee tournament pause", reason="rain")
    assert "been told" in await chat.use(JUDGE, "referee tournament resume", reason="sun")
    assert "If nobody objects" in await chat.use(ANNA, "referee tournament pause", reason="exams")
    assert not (await cup(chat)).paused


async def test_who_has_dropped_out_or_was_substituted_has_a_part_still(chat):
    await begun(chat)
    assert "been told" in await chat.use(JUDGE, "referee tournament substitute", player=BOHUMIL, new=EMIL, reason="ill")
    assert "If nobody objects" in await chat.use(BOHUMIL, "referee tournament end", reason="mine")
    await chat.press(EMIL, chat.board(), "Objec")
    assert "objected to" in await chat.use(BOHUMIL, "referee tournament end", reason="mine")
    assert (await cup(chat)).status != OVER
