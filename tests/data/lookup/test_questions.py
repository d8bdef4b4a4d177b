"""Questions in the words of players: `plain` are those that the ranking and the words of the books were made with, `kept` were written with them and
looked at once, `fresh` when the words of the books stood; `asked` were written from the rules before those words were read, which were then mended
by kinds of misses; `blind` and `again` were written from the specification by people who had read neither the books nor their words, and seen by
nobody who writes those; `hurried` likewise, in slang and haste; `usual` likewise, about what players commonly want to know, and `told` in words as
far from those of the rules as can be; `beginners` and `newcomers` likewise, about what chapter 0 answers, and two thirds of the former are `taught`,
which are examples to learn from; `last` likewise, counted once when all of this was done. Of `usual`, `told` and `newcomers` every third was counted
once, when all else was done. `basics` are asked of every game, what is `unanswered` no rule answers, and `elsewhere` are questions of no game at
all: those that the topics outside of the books were made with, and those `kept` that were written afterwards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from data.content import games
from data.language import LANGUAGES
from data.lookup.answering import Answer, lookup
from data.rulebook import Rule, outside, rulebook
from tests.data.lookup.test_answering import QUESTIONS
from tests.sampled import often, sampled

PREFIX = {game: next(iter(rulebook(game, "en"))).partition("-")[0] for game in games()}


def questions(name: str) -> list[tuple[str, str, set[str], str]]:
    """The language, the game, the rules that answer, and the words."""
    rows = [(game, row) for game in games() for row in (QUESTIONS / name / f"{game}.txt").read_text(encoding="utf-8").splitlines()]
    asked = []
    for game, row in rows:
        language, numbers, question = row.split(" | ")
        assert set(numbers.split("/")) <= rulebook(game, language).keys(), row
        asked.append((language, game, set(numbers.split("/")), question))
    return asked


@cache
def answer(question: str, language: str, game: str | None) -> Answer:
    """What is answered. Several tests look at the same answers, which are worked out once."""
    return lookup().answer(question, language, game)


def share(hits: list[bool], name: str) -> float:
    print(f"{name}: {sum(hits) / len(hits):.0%} of {len(hits)}")
    return sum(hits) / len(hits)


class Asked(NamedTuple):
    """A list of questions, whether the game is known, and how many of them at least find their rule first, and among five."""

    name: str
    here: bool
    first: float
    among: float


LISTS = [
    Asked(*one)
    for one in [
        ("plain", True, 0.92, 0.98),
        ("plain", False, 0.85, 0.95),
        ("kept", True, 0.7, 0.85),
        ("fresh", True, 0.6, 0.85),
        ("fresh", False, 0.7, 0.95),
        ("asked", True, 0.9, 0.98),
        ("asked", False, 0.85, 0.95),
        ("blind", True, 0.84, 0.95),
        ("blind", False, 0.75, 0.93),
        ("again", True, 0.85, 0.97),
        ("again", False, 0.78, 0.97),
        ("beginners", True, 0.86, 0.96),
        ("hurried", True, 0.87, 0.96),
        ("hurried", False, 0.72, 0.95),
        ("usual", True, 0.86, 0.97),
        ("usual", False, 0.8, 0.97),
        ("told", True, 0.84, 0.97),
        ("told", False, 0.72, 0.96),
        ("newcomers", True, 0.94, 0.97),
        ("last", True, 0.89, 0.98),
        ("last", False, 0.8, 0.97),
    ]
]


@pytest.mark.sampled(0.04)
@pytest.mark.parametrize("one", LISTS, ids=lambda one: f"{one.name}-{one.here}")
def test_questions_find_their_rules(one):
    """At once, or in the menu, where one of the basics is open to all games."""
    found = [(answer(question, language, game if one.here else None), numbers, question) for language, game, numbers, question in questions(one.name)]
    for answered, numbers, question in found:
        if answered.rules[0].number not in numbers:
            print(f"{question!r} is {numbers}, found {[rule.number for rule in answered.rules]}")
    assert share([answered.rules[0].number in numbers for answered, numbers, _ in found], "first") >= one.first
    among_them = [any(rule.number in numbers for rule in (*answered.rules, *answered.everywhere)) for answered, numbers, _ in found]
    assert share(among_them, "among five") >= one.among


def test_reading_the_phrases_of_all_entries_finds_nothing_else(monkeypatch):
    """Only those are read of the entries that may be the answer; the whole books say the same."""
    asked = [(question, language, here) for language, game, _, question in questions("usual")[:: often(9, 1)] for here in (game, None)]
    usual = [answer(*one).rules[0] for one in asked]
    monkeypatch.setattr("data.lookup.answering.READ", 10_000)
    missed = [one for one, found in zip(asked, usual, strict=True) if lookup().answer(*one).rules[0] != found]
    assert len(missed) <= len(asked) / 100, missed


def basics() -> list[tuple[str, set[str], str]]:
    rows = (row.split(" | ") for row in (QUESTIONS / "basics.txt").read_text(encoding="utf-8").splitlines())
    return [(language, set(numbers.split("/")), question) for language, numbers, question in rows]


def sums_up(rule: Rule, entries: set[str]) -> bool:
    """Whether this is one of the basics, or the very rule that one of them sums up."""
    prefix = PREFIX[rule.game]
    book = rulebook(rule.game, "en")
    return any(rule.number in (f"{prefix}-{entry}", *book[f"{prefix}-{entry}"].cited) for entry in entries)


def test_basics_of_every_game():
    found = [
        (lookup().find(question, language, game)[0], entries, question)
        for language, entries, question in basics()[:: often(2, 1)]
        for game in games()
    ]
    print(*(f"{question!r}: {rule.number}" for rule, entries, question in found if not sums_up(rule, entries)), sep="\n")
    assert share([sums_up(rule, entries) for rule, entries, _ in found], "first") >= 0.97


def test_basics_without_a_game_are_answered_for_all_games():
    hits = []
    for language, entries, question in basics():
        found = lookup().answer(question, language).everywhere
        hits.append({rule.game for rule in found} == set(games()) and all(sums_up(rule, entries) for rule in found))
    assert share(hits, "for all games") >= 0.85


def test_one_of_the_basics_of_every_game_takes_one_place():
    """Four are left for other answers, which say something else; of a game at hand each stands for itself."""
    for language, _, question in basics():
        found = lookup().answer(question, language)
        entries = [rule.number.partition("-")[2] for rule in found.rules if rule.kind == "basics"]
        assert len(entries) == len(set(entries)), question
        assert not found.everywhere or found.rules[0] in found.everywhere
        assert bool(found.everywhere) == (found.rules[0].kind == "basics")
        assert not lookup().answer(question, language, "hexknight").everywhere
    assert len(lookup().find("how do i win", "en")) == 5
    assert len(lookup().find("how do i win", "en", limit=25)) == 25
    assert not lookup().answer("who wins in hexknight", "en").everywhere


def outside_rows() -> list[tuple[str, set[str], str]]:
    """Questions of players that stand in no list with which anything was made or learnt."""
    return [(language, numbers, question) for name in ("last", "newcomers") for language, _, numbers, question in questions(name)]


def test_without_a_game_more_than_one_thing_is_found():
    """Where one of the basics comes first, what else there is stands behind it: hardly any question finds nothing else."""
    found = [answer(question, language, None) for language, _, question in outside_rows()[:: often(6, 1)]]
    alone = [one for one in found if one.everywhere and len(one.rules) == 1]
    assert sum(bool(one.everywhere) for one in found) > often(8, 50)
    assert len(alone) <= len(found) / 100


@pytest.mark.parametrize(
    ("language", "question", "entry"),
    [
        ("en", "where do i click to put the big one next to his", "0.11"),
        ("cs", "co mam napsat abych zautocil", "0.12"),
        ("fr", "sur quel bouton j'appuie pour piocher", "0.11"),
    ],
)
def test_where_to_click_is_no_question_about_what_is_clicked(language, question, entry):
    for game in games():
        assert lookup().find(question, language, game)[0].number == f"{PREFIX[game]}-{entry}"


def test_no_answer_is_admitted():
    """And hardly any real question is refused."""
    rows = [row.split(" | ") for row in (QUESTIONS / "unanswered.txt").read_text(encoding="utf-8").splitlines()]
    admitted = [not lookup().answer(question, language, game.strip() or None).sure for language, game, question in rows]
    assert len(rows) >= 15
    assert share(admitted, "admitted") >= 0.8
    asked = [row for name in ("kept", "fresh", "asked", "blind", "again") for row in questions(name)[:: often(24, 2)]]
    for here in (True, False):
        refused = [not answer(question, language, game if here else None).sure for language, game, _, question in asked]
        assert share(refused, "refused") <= 0.03


@pytest.mark.parametrize(("name", "least"), [("elsewhere", 0.95), ("elsewhere_kept", 0.8)])
def test_what_has_nothing_to_do_with_games_is_admitted(name, least):
    """General knowledge, small talk, other games, the chat itself, asked without a game, and of each."""
    rows = [row.split(" | ") for row in (QUESTIONS / f"{name}.txt").read_text(encoding="utf-8").splitlines()]
    for game in (None, *sampled(games(), 0.4)):
        sure = [question for language, question in rows if lookup().answer(question, language, game).sure]
        print(game, sure)
        assert share([question not in sure for _, question in rows], f"{name} {game}") >= (least if game is None else least - 0.15)


def test_topics_outside_the_books_are_never_shown_and_answer_nothing():
    topics = [(language, topic, words.strip()) for language in LANGUAGES for topic in outside(language) for words in topic.also.split(",")]
    assert {(language, topic.game) for language, topic, _ in topics} == {(language, game) for language in LANGUAGES for game in ("", *games())}
    sure, asked = [], topics[:: often(6, 1)]
    for language, topic, words in asked:
        found = answer(words, language, topic.game or "hexygame")
        assert all(rule.number for rule in found.rules), words
        sure += [words] if found.sure else []
    print(sure)
    assert len(sure) <= len(asked) // 16, "single words, most of them"


def test_a_rule_gains_by_the_rulings_about_it(monkeypatch):
    """Where nothing is shared some questions find a ruling first; where all of it is shared, the rule that it is about."""
    monkeypatch.setattr("data.lookup.answering.LEANING", 0.0)
    monkeypatch.setattr("data.lookup.answering.CITED", 0.0)
    rulings = [(row, rule) for row in questions("asked")[:: often(3, 1)] if (rule := lookup().find(row[3], row[0], row[1])[0]).kind == "ruling"]
    assert rulings
    monkeypatch.setattr("data.lookup.answering.CITED", 1.0)
    for (language, game, _, question), ruling in rulings:
        first = lookup().find(question, language, game)[0]
        assert first.kind != "ruling", (question, ruling.number)
    found = [(lookup().find(question, language, game), ruling) for (language, game, _, question), ruling in rulings]
    assert any(rules[0].number in ruling.cited for rules, ruling in found)


WALKED = {
    "hexknight": [
        ("cs", "jak prozkoumám neznámou část ostrova?", "HK-2.5"),
        ("en", "how do i uncover unexplored hexes?", "HK-2.5"),
        ("fr", "comment marche l'exploration ?", "HK-2.5"),
        ("fr", "d'où viennent les points de soin ?", "HK-9.1"),
    ],
    "monster_hex": [
        ("cs", "kdo je druhý u kamene?", "MH-4.4"),
        ("en", "who is second at a stone?", "MH-4.4"),
        ("fr", "comment trouve-t-on le deuxième à une pierre ?", "MH-4.4"),
        ("cs", "kdo je první u kamene?", "MH-4.3"),
    ],
}
"""What newcomers asked while they played, and the like in other languages; none of it is an example of the books."""


def test_what_newcomers_asked_while_they_played():
    found = {(game, question): answer(question, language, game).rules[0].number for game, rows in WALKED.items() for language, question, _ in rows}
    assert found == {(game, question): rule for game, rows in WALKED.items() for _, question, rule in rows}
