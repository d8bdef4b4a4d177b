"""Guided first games: every page can be reached, every choice is judged by the engine, every text is there."""

from __future__ import annotations

import pytest

from data.content import build, games
from data.language import LANGUAGES, texts
from data.lesson import LEARNER, actions, done, lesson, stand
from data.rulebook import NUMBER, rulebook
from rules.computers.characters import teacher_of
from rules.game import Refused


def reason(rules, state, text):
    """Why a row of actions is refused; empty if it is legal."""
    try:
        done(rules, state, actions(text))
    except Refused as error:
        return error.reason
    return ""


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_lesson_that_plays(game):
    script, rules = lesson(game), build(game)
    assert script
    assert len(script.pages) >= 6
    reasons = []
    for number, page in enumerate(script.pages):
        here = stand(game, number)
        assert all(event.to is None or LEARNER in event.to for event in here.events)
        if page.do:
            assert LEARNER in rules.to_act(here.state)
            done(rules, here.state, actions(page.do))
        for other in page.others:
            assert actions(other) != actions(page.do)
            reasons.append(reason(rules, here.state, other))
    assert not {"not_an_action", "asked_otherwise"} & set(reasons), reasons
    assert len([r for r in reasons if r]) >= 2, "a lesson shows what the referee says to a mistake"
    end = rules.outcome(stand(game, len(script.pages) - 1).state)
    assert end is None or end.winners == (LEARNER,)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_every_page_has_its_text(game, language):
    script, say = lesson(game), texts(language, game)
    assert script
    for number in range(1, len(script.pages) + 1):
        text = say.find(f"learn.{number}")
        assert text, f"data/{game}/locale/{language}.po has no text for learn.{number}"
        cited = NUMBER.findall(text)
        assert cited
        assert set(cited) <= rulebook(game, language).keys()
    assert say.find(f"learn.{len(script.pages) + 1}") is None


@pytest.mark.parametrize("game", games())
def test_the_opponent_has_the_name_under_which_it_is_announced(game):
    """Whoever teaches is named on the first page and as a player, so no page speaks of a computer, nor of another game's teacher."""
    names = {other: found[1].name for other in games() if (found := teacher_of(build(other)))}
    for language, computer in zip(("en", "cs", "fr"), ("computer", "počítač", "ordinateur"), strict=True):
        pages = [texts(language, game)(f"learn.{number}") for number in range(1, len(lesson(game).pages) + 1)]
        assert not [page for page in pages if computer in page.lower()]
        assert not [page for page in pages if any(name in page for other, name in names.items() if other != game)]


def test_a_page_that_does_not_exist():
    with pytest.raises(IndexError):
        stand("monster_hex", 99)
    with pytest.raises(IndexError):
        stand("no_such_game", 0)
