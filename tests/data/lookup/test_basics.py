"""Which of the basics a question is taken to ask for."""

from __future__ import annotations

import pytest

from data.content import games
from data.lookup.answering import lookup
from data.lookup.basics import likely
from data.lookup.normalisation import split
from data.rulebook import rulebook
from tests.data.lookup.test_answering import QUESTIONS
from tests.data.lookup.test_questions import questions, sums_up
from tests.sampled import often

ENTRIES = [n.partition("-")[2] for n, rule in rulebook(games()[0], "en").items() if rule.kind == "basics"]


def test_the_basics_of_every_book_and_language_are_those_that_were_learnt():
    assert likely(split("who won")).keys() == set(ENTRIES)
    for language in ("en", "cs", "fr"):
        for game in games():
            assert [n.partition("-")[2] for n, rule in rulebook(game, language).items() if rule.kind == "basics"] == ENTRIES


def test_what_was_taught_was_learnt():
    """Examples of the basics are likeliest what they are; what only sounds like them is likely nothing of the kind."""
    rows = [row.split(" | ") for language in ("en", "cs", "fr") for row in (QUESTIONS / "taught" / f"{language}.txt").read_text("utf-8").splitlines()]
    assert {entry for entry, _ in rows} == {"x", *ENTRIES}
    right = wrong = 0
    for entry, question in rows:
        found = likely(split(question))
        best = max(found, key=lambda n: found[n])
        if entry == "x":
            wrong += found[best] > 0.5
        else:
            right += best == entry
    assert right >= 0.97 * sum(entry != "x" for entry, _ in rows)
    assert wrong <= 0.05 * sum(entry == "x" for entry, _ in rows)


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("wer beginnt", None),
        ("", None),
        ("so how would somebody even go about winning this", "0.2"),
        ("winnig conditon", "0.2"),
        ("a kdo po mne hraje?", "0.13"),
        ("on peut etre combien autour de la table", "0.4"),
    ],
)
def test_likely_at_a_glance(question, entry):
    found = likely(split(question))
    assert all(0 <= p <= 1 for p in found.values())
    assert entry is None or max(found, key=lambda n: found[n]) == entry


def test_a_rule_that_is_shown_as_one_of_the_basics_is_named_there():
    """Real questions that were written before the basics were known: where these come first, they hardly ever stand before a rule that says it and
    that they do not name."""
    missed = 0
    again = questions("again")[:: often(3, 1)]
    for language, game, numbers, question in again:
        first = lookup().find(question, language, game)[0]
        missed += first.kind == "basics" and first.number not in numbers and not numbers & {*first.cited}
    assert missed <= 0.04 * len(again)


@pytest.mark.parametrize("question", ["what do i actualy do on my go", "what do I do on my go"])
def test_a_question_without_any_telling_word(question):
    """What was learnt answers it alone, for the game at hand or for all."""
    for game in (None, *games()):
        found = lookup().answer(question, "en", game)
        assert found.sure
        assert found.rules[0].number.partition("-")[2] == "0.3"
        assert found.rules[0].game == game or {rule.game for rule in found.everywhere} == set(games())


@pytest.mark.parametrize("text", ["", "?", "qzx", "🎲"])
def test_what_is_no_question_is_answered_by_nothing(text):
    assert lookup().answer(text, "en", "hexknight").rules == lookup().answer(text, "en").rules == []


@pytest.mark.parametrize(("language", "text"), [("en", "can i"), ("en", "what"), ("en", "ok"), ("fr", "et toi"), ("en", "how do i")])
def test_words_that_say_nothing_get_no_sure_answer(language, text):
    assert not any(lookup().answer(text, language, game).sure for game in (*games(), None))


def test_who_begins_is_answered_for_every_game():
    for language, question in (("en", "who goes first"), ("cs", "kdo je na řadě po mně"), ("fr", "c'est à qui de jouer")):
        for game in games():
            assert sums_up(lookup().find(question, language, game)[0], {"0.13"}), (question, game)
        assert {rule.game for rule in lookup().answer(question, language).everywhere} == set(games())
