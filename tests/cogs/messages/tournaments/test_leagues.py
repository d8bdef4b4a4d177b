"""Messages of leagues fit into what Discord takes, with the longest names and in leagues of sixty divisions, and do not take long."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from cogs.messages.tournaments.leagues import called_message, division_lines, season_panel
from cogs.messages.tournaments.public_messages import state_message
from cogs.messages.tournaments.shown_tournament import ShownTournament
from cogs.messages.truncation import MAX_CONTENT
from cogs.play.notification_rules import Pinged
from data.language import LANGUAGES, texts
from data.store.rows import LIVE, EntrantRow, Terms, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.clock import DAY
from rules.competition.tournament import LEAGUE, Plan
from rules.competition.tournament import season as seasons

PEOPLE = 480


def large(most: int = 8, people: int = PEOPLE) -> ShownTournament:
    """A league under way: everybody would play everybody, and some do."""
    plan = Plan(LEAGUE, division=most)
    state = seasons.opened(tournament_rules.begin(plan, range(people), 1), 42 * DAY)
    pairs = [pair for _, pair in seasons.left(state)][:: people // 8]
    for a, b in pairs:
        state = seasons.would_play(seasons.would_play(state, a, b, 0, 0), b, a, 0, DAY)
    state = tournament_rules.advance(seasons.goes_on(state, DAY))
    state = tournament_rules.drop(seasons.goes_on(state, 40 * DAY), 5)
    cup = Tournament(1, 1, 1, 1, "N" * 60, 1, "monster_hex", {}, "en", plan, "hand", False, LIVE, 7, state, terms=Terms(weeks=6))
    entrants = [EntrantRow(e, 10**18 + e, "W" * 32) for e in range(people)]
    return ShownTournament(cup, state, entrants, {f.number: 10**19 for f in state.open}, texts("en"), "dark")


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own_season_fits(language):
    cup = replace(large(12, 12), say=texts(language))
    panel = season_panel(cup, 0, DAY, "note", chosen=3)
    assert len(panel["content"]) <= MAX_CONTENT
    for item in panel["view"].children:
        assert len(item.item.custom_id) <= 100
        assert len(getattr(item.item, "options", ())) <= 25


async def test_sixty_divisions_are_told_quickly_and_in_one_message():
    cup = large()
    begun = time.process_time()
    assert len(division_lines(cup)) == PEOPLE + 60
    assert time.process_time() - begun < 2
    season = cup.tournament._replace(state=cup.state)
    told = called_message(season, cup.entrants, {"league": "stay", "entrants": [*range(60)]}, Pinged(p.player for p in cup.entrants))
    assert told is not None
    assert len(told["content"]) <= MAX_CONTENT
    state = await state_message(cup)
    assert len(state["content"]) <= MAX_CONTENT
    assert len(state["files"]) <= 1
