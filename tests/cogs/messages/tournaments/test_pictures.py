"""The pictures of a tournament, for every format and at every hour: pages, alt texts, nothing left out."""

from __future__ import annotations

import io
import random
import re
from fractions import Fraction

import pytest
from PIL import Image

from cogs.messages.tournaments.bracket import Pictured
from cogs.messages.tournaments.pictures import MOST, Ended, cross_line, figure, halves, podium, points_words, scoreboard
from data.language import texts
from render.tournaments.standings import SELF
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import GameResult, Plan, TournamentState

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

PLANS = {
    "swiss_with_cut": (Plan("swiss", rounds=3, cut=4), 9),
    "single_with_third": (Plan("single", games=3, third=True), 11),
    "double": (Plan("double"), 8),
    "robin": (Plan("robin", rounds=2), 6),
    "groups": (Plan("groups", groups=2, cut=2), 9),
    "pods": (Plan("pods", seats=4, rounds=3), 10),
}


def names(entrants: int) -> dict[int, str]:
    return {n: f"Player {n}" for n in range(entrants)}


def hours(plan: Plan, entrants: int) -> list[TournamentState]:
    """A tournament after each game."""
    chance = random.Random(entrants)
    found = [tournament_rules.begin(plan, range(entrants), 1)]
    while found[-1].open:
        fixture = chance.choice(found[-1].open)
        order = chance.sample(fixture.entrants, len(fixture.entrants))
        places = (tuple(order),) if chance.random() < 0.2 and fixture.node is None else tuple((e,) for e in order)
        found.append(tournament_rules.advance(tournament_rules.report(found[-1], fixture.number, GameResult(places))))
    return found


def pictured(state: TournamentState, language: str = "en", theme: str = "light") -> Pictured:
    return Pictured(state, "Cup", names(len(state.seeds)), texts(language), theme)


def words(state: TournamentState, language: str = "en", everything: bool = True) -> list[str]:
    return [file.description or "" for file in scoreboard(pictured(state, language), everything)]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("name", PLANS)
def test_every_format_at_every_hour(name):
    plan, entrants = PLANS[name]
    states = hours(plan, entrants)
    for state in states[:: len(states) // 6] + states[-1:]:
        files = scoreboard(pictured(state, "cs", "dark"))
        assert files
        for file in files:
            assert Image.open(io.BytesIO(file.fp.read())).width == 1000
    seen = " ".join(words(states[-1]))
    assert all(f"Player {n}" in seen for n in range(entrants))
    if name == "swiss_with_cut":
        winner = tournament_rules.places(states[-1])[0][0]
        assert f"Final: Player {winner} > " in seen


def test_a_second_final_is_shown_only_if_it_is_played():
    found = [words(hours(Plan("double"), n)[-1])[-1] for n in range(4, 12)]
    assert all("Final: Player" in one for one in found)
    assert {"Second final" in one for one in found} == {True, False}


def test_byes_absence_and_leaving():
    state = tournament_rules.begin(Plan("swiss"), range(3), 1)
    state = tournament_rules.absent(state, state.open[0].number, [state.open[0].entrants[0]])
    gone = state.fixtures[0].entrants[0]
    (line,) = words(state)
    assert f"Player {gone} 0 (–, " in line
    assert "1 (+, " in line
    assert "1 (1, " in line
    single = words(tournament_rules.begin(Plan("single"), range(3), 1))
    assert "Semifinals: Player 0 (sits out), Player 1 – Player 2 ▶; Final: Player 0 – ?. ▶: being played now" in single[0], "a bye goes on"


def test_a_message_carries_them_and_the_final_is_among_them():
    pages = words(hours(Plan("double"), 64)[-1])
    assert len(pages) == MOST
    assert "Final: " in pages[-1]
    assert len(words(tournament_rules.begin(Plan("swiss"), range(128), 1))) == 8


def test_half_points():
    assert [halves(n) for n in range(4)] == ["0", "½", "1", "1½"]
    assert [points_words(n, texts("cs")) for n in (2, 3, 4, 10)] == ["1 bod", "1½ bodu", "2 body", "5 bodů"]
    assert [points_words(n, texts("fr")) for n in (1, 2, 3, 5)] == ["½ point", "1 point", "1½ point", "2½ points"]


def test_a_cross_table_agrees_with_itself():
    """Each result stands against its opponent's: what one has won the other has lost, and lines add up to their points."""
    state = hours(Plan("robin", rounds=2), 6)[-1]
    table = tournament_rules.standings(state)
    lines = [cross_line(pictured(state), table, n) for n in range(6)]
    value = {"0": 0, "½": 1, "1": 2}
    for a, line in enumerate(lines):
        assert line.results[a].kind == SELF
        for b, other in enumerate(lines):
            if a != b:
                pairs = zip(line.results[b].text.split("/"), other.results[a].text.split("/"), strict=True)
                assert all(value[mine] + value[theirs] == 2 for mine, theirs in pairs)
        scored = sum(value[part] for n, r in enumerate(line.results) if n != a for part in r.text.split("/"))
        assert scored == table.lines[a].points
    pages = words(hours(Plan("robin"), 14)[-1], "cs")
    assert len(pages) == 2, "nine opponents to a page"
    assert "výsledky proti 1, 2, 3" in pages[0]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize(("plan", "entrants"), [(Plan("single"), 64), (Plan("double"), 32), (Plan("robin"), 16), (Plan("swiss", rounds=9), 40)])
def test_the_longest_names_in_the_largest_fields(plan, entrants):
    """Alt texts of whole pages: nobody is left out, and no sentence is cut."""
    long = {n: f"{n:03} {'W' * 27}" for n in range(entrants)}
    state = hours(plan, entrants)[-1]
    for language in ("en", "cs", "fr"):
        said = [file.description or "" for file in scoreboard(Pictured(state, "C" * 60, long, texts(language), "light"))]
        assert all(len(text) <= 1024 and not re.search(r"[;,\s]…$", text) for text in said)
        assert all(any(f"{n:03} WW" in text for text in said) for n in range(entrants))


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("name", PLANS)
def test_what_is_being_played_is_lit_and_nothing_else(name):
    """Counted in the words: each open match stands there once in a tree, and once for each of its players in standings."""
    plan, entrants = PLANS[name]
    for state in hours(plan, entrants)[:-1]:
        said = " ".join(words(state)).replace("▶: being played now", "")
        tree = state.finalists or plan.format in ("single", "double")
        assert said.count("▶") == (len(state.open) if tree else sum(len(f.entrants) for f in state.open))


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize(("entrants", "most"), [(4, 1), (8, 1), (16, 1), (32, 2), (64, 4)])
def test_of_a_large_tree_the_part_that_matters_is_shown(entrants, most):
    """Every match that is being played can be seen, unless its round begins long after others; whatever is left out is said to be."""
    for state in hours(Plan("single"), entrants)[:: max(1, entrants // 6)]:
        said = words(state, everything=False)
        assert 1 <= len(said) <= most
        first = min((f.round for f in state.open), default=None)
        for fixture in state.open:
            if fixture.round <= first + 2:
                a, b = (f"Player {e}" for e in fixture.entrants)
                assert any(re.search(rf"({a} – {b}|{b} – {a}) ▶", text) for text in said)
        rounds = entrants.bit_length() - 1
        assert all((f"of {rounds}" in text) == (rounds > 3) for text in said)


def test_rounds_have_their_names():
    (said,) = words(tournament_rules.begin(Plan("single"), range(8), 1), everything=False)
    assert re.search(r"Quarter-finals: .+; Semifinals: .+; Final: ", said)
    said = words(tournament_rules.begin(Plan("single"), range(64), 1), "fr")
    assert "Tour des 64: " in said[0]
    assert [name for name in ("Seizièmes", "Huitièmes", "Quarts", "Demi", "Finale") if not any(name in text for text in said)] == []
    winners, losers, final = words(tournament_rules.begin(Plan("double"), range(8), 1), "cs")[:3]
    assert "Finále vítězů: ? – ?" in winners
    assert "Finále" not in losers or "Finále poražených: " in losers + final


def test_the_end_says_who_won_and_what_it_was():
    for name, (plan, entrants) in PLANS.items():
        state = hours(plan, entrants)[-1]
        words = podium(pictured(state), Ended("Monster Hex", "3 Nov 2026", "monster_hex")).description
        places = tournament_rules.places(state)
        first = f"1. Player {places[0][0]}"
        assert f"Player {places[0][0]} wins. {first}" in words, name
        assert f"{entrants} players · " in words
        assert "3 Nov 2026" in words
        medals = [e for n, group in enumerate(places) if sum(map(len, places[:n])) < 3 for e in group]
        assert [int(e) for e in re.findall(r"Player (\d+)", words.split("wins. ")[1])] == medals
    shared = tournament_rules.begin(Plan("swiss", rounds=1, chain=()), range(4), 1)
    for fixture in shared.open:
        shared = tournament_rules.report(shared, fixture.number, GameResult((fixture.entrants,)))
    words = podium(pictured(shared), Ended("Monster Hex", "", "monster_hex")).description
    assert "share the victory. 1. Player " in words
    assert words.count("½ points") == 1, "all four share the first place"


def test_a_fraction_has_the_sign_of_its_language():
    assert [figure(Fraction(1, 4), texts(language)) for language in ("en", "cs", "fr")] == ["0.25", "0,25", "0,25"]
    assert {figure(Fraction(3, 2), texts(language)) for language in ("en", "cs", "fr")} == {"1½"}
