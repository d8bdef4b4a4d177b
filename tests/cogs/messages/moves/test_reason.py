"""Why a computer would do something, in words: each reason is about its own moment, in every language."""

from __future__ import annotations

import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.drawing import addressing
from cogs.messages.moves.reason import analysis_lines, named_lines, reason_lines
from data.language import LANGUAGES, texts
from data.practice import puzzles
from render.look import Look
from render.painter import painter
from rules.computers.reasons import OVER, Average, Named, Reason
from tests.rules.computers.test_reasons import GAMES, moments

NAMES = ("Anna", "Bohumil")
YOURS = {"en": r"\byou(r|rs)?\b", "cs": r"\bt(v[ůoéáýi]\w*|obě|ebe|y)\b", "fr": r"\b(tu|ton|ta|tes|toi)\b"}
"""Words for whoever reads."""


def picking(game: str, language: str) -> Any:
    say = texts(language, game)
    return SimpleNamespace(say=say, look=Look("light", say, NAMES), paint=painter(game))


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_fits_its_own_moment_alone(game):
    """Of ten moments not two have the same reason word for word; and what is told is told in every language."""
    found = {
        language: ["\n".join(reason_lines(picking(game, language), m.why, " ".join(m.why.other))) for m in moments(game)] for language in LANGUAGES
    }
    for told in found.values():
        assert Counter(told).most_common(1)[0][1] <= max(1, len(told) // 10)
        assert not [text for text in told if ".event." in text or "{" in text or ".." in text]
        assert sum(any(name in text for name in NAMES) for text in told) * 2 > len(told), "it names who wins or fears something"
    lines = [[text.count("\n") for text in told] for told in found.values()]
    assert lines.count(lines[0]) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_whoever_reads_their_own_reason_is_addressed_and_the_others_have_names(game, language):
    """The same facts with and without a reader: their name is in none, the other's wherever it was; nothing begins with a capital that is no name."""
    for moment in moments(game):
        here, reader, other = picking(game, language), NAMES[moment.seat], NAMES[1 - moment.seat]
        named = named_lines(here, moment.why)
        here.look = addressing(here.look, moment.seat)
        own = named_lines(here, moment.why)
        assert not [line for line in own if reader in line]
        assert not re.search(YOURS[language], " ".join(named)), "in an analysis nobody is addressed"
        assert [line.count(other) for line in own] == [line.count(other) for line in named]
        assert (own != named) == any(reader in line for line in named)
        assert not re.search(r"[:·] (Your?|Tu|Ton|Ta|Tvoje|Tvůj|[A-ZÚ]\w+[eáí]š)\b", "\n".join(own))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_reasons_of_all_positions_to_solve_are_told(game, language):
    """They are kept as they were found: a fact that sums tell only since then may be missing."""
    for puzzle in puzzles(game).values():
        text = "\n".join(named_lines(picking(game, language), puzzle.why))
        assert ".event." not in text
        assert "{" not in text


@pytest.mark.parametrize(("language", "told"), [("en", "You win"), ("cs", "Vyhraješ"), ("fr", "Tu gagnes")])
def test_who_wins_together_is_named(language, told):
    here = picking("monster_hex", language)
    here.look = addressing(here.look, 0)
    (both,) = named_lines(here, why(brings=(Named(OVER, {"seats": [0, 1]}, 16, 0),)))
    (alone,) = named_lines(here, why(brings=(Named(OVER, {"seats": [0]}, 16, 0),)))
    assert "Anna & Bohumil" in both
    assert "Anna" not in alone
    assert told.casefold().split()[-1] in alone


def why(**facts: Any) -> Reason:
    given: dict[str, Any] = {"brings": (), "prevents": (), "fears": ()} | facts
    return Reason(("finish",), 0.6, 0.52, 16, **given)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_often_it_comes_is_said_where_it_is_not_certain(language):
    here, end = picking("hockey_game", language), {"seats": [0]}
    sure, seldom, both = Named(OVER, end, 16, 0), Named(OVER, end, 12, 3), Named(OVER, end, 16, 16)
    told = [named_lines(here, why(brings=(fact,)))[0] for fact in (sure, seldom, both)]
    assert "(" not in told[0]
    assert [number in told[1] for number in ("12", "16", "3")] == [True] * 3
    assert "16" not in told[2]
    assert "Anna" in told[0]
    assert len({*told}) == 3
    assert named_lines(here, why()) == []
    assert analysis_lines(here, why()) == [here.say("analysis.unnamed")] != ["analysis.unnamed"], "a moment of an analysis says so"
    assert analysis_lines(here, why(brings=(sure,))) == told[:1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_how_much_it_is_better_or_that_nothing_can_be_told(language):
    here = picking("hockey_game", language)
    better, unnamed = reason_lines(here, why(), "X")
    (same,) = reason_lines(here, why()._replace(others=0.5999), "X")
    assert re.search(r"\b8\s%", better)
    assert re.findall(r"\d+", same) == ["60"], "the chance is the same"
    assert ("X" in better, "X" in same) == (True, True)
    assert unnamed == here.say("hint.unnamed"), "where no fact is named, it is said why not"
    _, both = reason_lines(here, why(either=(Named(OVER, {"seats": [0]}, 12, 12),)), "X")
    assert "Anna" in both
    assert "12" not in both, "that it comes after both has been said"


@pytest.mark.parametrize(("language", "first"), [("en", "7.3"), ("cs", "7,3"), ("fr", "7,3")])
def test_what_is_left_on_average_stands_as_people_write_it_and_names_whose_it_is(language, first):
    here = picking("hexknight", language)
    (told,) = named_lines(here, why(left=(Average("left_points", {"seat": 0}, 7.26, -2.0),)))
    assert first in told
    assert "−2" in told
    assert "Anna" in told
    here.look = addressing(here.look, 0)
    assert "Anna" not in named_lines(here, why(left=(Average("left_points", {"seat": 0}, 7.26, -2.0),)))[0]


def test_what_was_compared_with_nothing_names_no_other_action():
    here = picking("hockey_game", "en")
    fact = Named(OVER, {"seats": [0]}, 16, 0)
    alone = why(brings=(fact,), certain=(Named("stays", {"seat": 0, "hero": "tate"}, 16, 0),))._replace(other=())
    told = reason_lines(here, alone, "")
    assert told == named_lines(here, alone)
    assert len(told) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_as_good_and_dearer_is_named_as_such_where_it_is_as_good(language):
    here, same = picking("hexygame", language), why()._replace(others=0.5999)
    dearer, as_good, less = (reason_lines(here, found, "X", cheaper)[0] for found, cheaper in ((same, True), (same, False), (why(), True)))
    assert len({dearer, as_good, less}) == 3
    assert all("X" in line for line in (dearer, as_good, less))
    assert less == reason_lines(here, why(), "X")[0]


@pytest.mark.parametrize(("name", "told"), [("L'ordinateur", "l'ordinateur gagne"), ("Léa", "Léa gagne"), ("Anna", "Anna gagne")])
def test_an_article_has_no_capital_after_a_colon_and_a_name_keeps_its_own(name, told):
    here = picking("hockey_game", "fr")
    here.look = here.look._replace(names=(name, "Bohumil"))
    (line,) = named_lines(here, why(fears=(Named(OVER, {"seats": [0]}, 16, 0),)))
    assert line.startswith(here.say("hint.fears", what=told).split(told)[0] + told)
