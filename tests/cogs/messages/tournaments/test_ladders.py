"""Messages of ladders fit into what Discord takes, with the longest names and two hundred people, and say nothing of blocks."""

from __future__ import annotations

import time
from dataclasses import replace

import discord
import pytest
from msgspec import structs

from cogs.messages.tournaments.ladders import Pressed, called_message, honours_lines, passed_message, rung_panel, terms_lines
from cogs.messages.tournaments.pictures import scoreboard
from cogs.messages.tournaments.public_messages import match_message, news_message, state_message
from cogs.messages.tournaments.shown_tournament import ShownTournament
from cogs.messages.truncation import MAX_CONTENT
from cogs.play.notification_rules import Pinged
from data.language import LANGUAGES, texts
from data.store.rows import LIVE, OPEN, OVER, EntrantRow, Tournament
from data.store.tournaments import SEEDINGS
from render.text import ALT
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY
from rules.competition.tournament import LADDER, GameResult, Plan, ladders

PEOPLE = 200
PLAN = Plan(LADDER, reach=20, answer=3, idle=21, at_once=5)


def large(people: int = PEOPLE) -> ShownTournament:
    """A ladder under way: every tenth has challenged the next ones, somebody plays, somebody has won, and who plays nothing is about to slide."""
    state = ladders.opened(tournament_rules.begin(PLAN, range(people), 1), 0)
    for by in range(30, people, 10):
        for other in range(by - 20, by - 16):
            state = ladders.challenge(state, by, other, 16 * DAY)
    state = ladders.answer(ladders.challenge(state, 29, 25, 16 * DAY), 25, 29, True, 16 * DAY)
    state = tournament_rules.advance(ladders.goes_on(state, 16 * DAY))
    state = tournament_rules.report(state, 0, GameResult(((29,), (25,))))
    state = ladders.answer(ladders.challenge(state, 29, 10, 16 * DAY), 10, 29, True, 16 * DAY)
    state = tournament_rules.advance(ladders.goes_on(state, 16 * DAY))
    cup = Tournament(1, 1, 1, 1, "N" * 60, 1, "monster_hex", {}, "en", PLAN, "hand", False, LIVE, 7, state)
    entrants = [EntrantRow(e, 10**18 + e, "W" * 32) for e in range(people)]
    return ShownTournament(cup, state, entrants, {f.number: 10**19 for f in state.open}, texts("en"), "dark")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mine", "chosen", "passes"), [(60, 41, None), (40, 20, 60), (0, None, None), (1, 0, None), (199, 180, None)])
def test_ones_own_rung_fits(language, mine, chosen, passes):
    panel = rung_panel(replace(large(), say=texts(language)), mine, 16 * DAY, (), Pressed("note", chosen, passes))
    assert len(panel["content"]) <= MAX_CONTENT
    for item in panel["view"].children if panel["view"] is not None else ():
        assert len(item.item.custom_id) <= 100
        assert len(getattr(item.item, "options", ())) <= 25
        assert len(getattr(item.item, "label", None) or "") <= 38


async def test_two_hundred_are_told_quickly_and_in_one_message():
    cup = large()
    begun = time.process_time()
    state = await state_message(cup)
    assert time.process_time() - begun < 2
    assert len(state["content"]) <= MAX_CONTENT
    assert "Newcomers join at the bottom" in state["content"]
    assert "All of it" in [item.item.label for item in state["view"].children]
    (rungs,) = state["files"]
    assert "1. W" in rungs.description
    assert len(rungs.description) <= ALT
    news = await news_message(cup, "main 1")
    assert len(news["content"]) <= MAX_CONTENT


async def test_the_end_has_a_podium_and_who_stood_on_top():
    cup = large()
    over = ladders.ended(cup.state, 40 * DAY)
    cup = replace(cup, state=over, tournament=cup.tournament._replace(status=OVER, state=over))
    news = await news_message(cup, OVER)
    assert len(news["content"]) <= MAX_CONTENT
    assert "Winner" in news["content"]
    assert honours_lines(cup, 99 * DAY) == ["**On the first rung**", f"🥇 {cup.names[0]}: 40 days"]


def test_the_picture_of_rungs_has_the_latest_results_and_who_plays_now():
    cup = large(30)
    (rungs,) = scoreboard(cup.pictured("dark"), everything=False)
    assert "; 11. " in rungs.description, "the first rungs"
    assert "1. W" in rungs.description
    whole = "; ".join(file.description for file in scoreboard(cup.pictured("dark")))
    lines = {line.split(".")[0].split()[-1]: line for line in whole.split("; ")}
    assert "W ▶" in lines["26"], "the winner has taken rung 26, and plays again"
    assert "(L, played 1)" in lines["27"]
    assert "(▶, played 0)" in lines["11"]


def test_a_challenge_that_is_over_calls_nobody():
    cup = large()
    tournament = cup.tournament._replace(state=cup.state)
    payload = {"ladder": "challenged", "entrants": [20], "by": 40}
    called = called_message(tournament, cup.entrants, payload, Pinged([10**18 + 20]))
    assert called is not None
    assert "rung 21" in called["content"]
    gone = ladders.withdraw(cup.state, 40, 20, 17 * DAY)
    assert called_message(tournament._replace(state=gone), cup.entrants, payload, Pinged()) is None
    assert called_message(tournament._replace(status=OVER), cup.entrants, payload, Pinged()) is None


def test_results_say_who_takes_which_rung():
    cup = large()
    message = match_message(cup, 0)
    assert message is not None
    assert "takes rung 26" in message["content"]
    passed = passed_message(cup.tournament, cup.entrants, {"what": ladders.SILENT, "who": 3, "other": 1, "rung": 2})
    assert passed is not None
    assert "takes rung 2." in passed["content"]
    assert passed_message(cup.tournament, cup.entrants, {"what": ladders.SILENT, "who": 3, "other": 999, "rung": 2}) is None


def test_whoever_is_blocked_reads_what_is_read_of_holidays():
    cup = large()
    ladder = cup.state.ladder
    assert ladder is not None
    away = replace(cup, state=structs.replace(cup.state, ladder=structs.replace(ladder, resting=(57,))))
    blocked, resting = rung_panel(cup, 60, 16 * DAY, deaf=[57]), rung_panel(away, 60, 16 * DAY)
    assert "takes no challenges at the moment" in blocked["content"]
    assert blocked["content"] == resting["content"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_name_on_a_button_says_that_it_is_cut(language):
    panel = rung_panel(replace(large(), say=texts(language)), 41, 16 * DAY)
    labels = [item.item.label for item in panel["view"].children if isinstance(item.item, discord.ui.Button)]
    named = [label for label in labels if "W" in label]
    assert named
    assert all(label.endswith("W…") for label in named)


@pytest.mark.parametrize("seeding", SEEDINGS)
def test_the_sign_up_says_who_stands_on_which_rung_at_the_start(seeding):
    cup = large().tournament._replace(seeding=seeding)
    words = [terms_lines(cup._replace(language=language, status=OPEN), texts(language))[1] for language in LANGUAGES]
    assert [texts(language)(f"ladder.start.{seeding}") in line for language, line in zip(LANGUAGES, words, strict=True)] == [True] * 3
    assert texts("en")(f"ladder.start.{seeding}") not in " ".join(terms_lines(cup, texts("en")))
