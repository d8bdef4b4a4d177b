"""What is said of a final, and of places that a lot decides."""

from __future__ import annotations

import pytest

from cogs.messages.tournaments.public_messages import news_message
from cogs.messages.tournaments.shown_tournament import ShownTournament, finished_round
from cogs.tournament import _reasons
from data.language import LANGUAGES, texts
from data.store.rows import LIVE, EntrantRow, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import SINGLE, SWISS, GameResult, Plan, TournamentState


def cup_of(state: TournamentState, language: str = "en") -> ShownTournament:
    row = Tournament(1, 1, 1, 1, "Cup", 1, "monster_hex", {}, language, state.plan, "hand", False, LIVE, 7, state)
    entrants = [EntrantRow(e, 10**18 + e, f"P{e}") for e in state.seeds]
    return ShownTournament(row, state, entrants, {}, texts(language), "dark")


def played(state: TournamentState) -> TournamentState:
    """The open matches are won by whoever has the first seat."""
    for f in state.open:
        state = tournament_rules.report(state, f.number, GameResult(tuple((e,) for e in f.entrants)))
    return tournament_rules.advance(state)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_final_is_no_round_of_which_two_are_left(language):
    say = texts(language)
    semifinals = tournament_rules.advance(tournament_rules.begin(Plan(SINGLE), range(4), 1))
    final = played(semifinals)
    assert say("tournament.about.final") not in (await news_message(cup_of(semifinals, language), "main 1"))["content"]
    words = (await news_message(cup_of(final, language), "main 2"))["content"].splitlines()[1]
    assert words == f"{say('tournament.final.1')}{say('colon')}{say('tournament.about.final')}"


async def test_how_many_are_left_is_of_the_beginning_of_a_round_also_when_it_is_over():
    begun = tournament_rules.advance(tournament_rules.begin(Plan(SINGLE), range(8), 1))
    over = finished_round(cup_of(played(begun)), "main 1")
    assert over is not None
    told = [(await news_message(cup, "main 1"))["content"].splitlines()[1] for cup in (cup_of(begun), over)]
    assert told == ["Quarter-finals: 8 players are left; whoever loses is out."] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lot_decides_without_its_number(language):
    """Of four who have drawn twice, nothing but the lot tells who is ahead."""
    say = texts(language)
    state = tournament_rules.advance(tournament_rules.begin(Plan(SWISS, rounds=1, chain=("lot",)), range(4), 1))
    for f in state.open:
        state = tournament_rules.report(state, f.number, GameResult((f.entrants,)))
    cup = cup_of(state, language)
    told = ["\n".join(_reasons(cup, p.player, p.player)) for p in cup.entrants]
    lots = [sum(say(f"tournament.{side}_lot", who=f"P{e}") in words for side in ("ahead", "behind") for e in range(4)) for words in told]
    assert sorted(lots) == [1, 1, 2, 2]
    assert all(f"{say('tournament.break.lot')} " not in words for words in told if language == "en")
