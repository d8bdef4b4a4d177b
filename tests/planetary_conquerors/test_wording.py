"""What a newcomer reads on panels: names in the reader's language, one's own mine, decks that say what they are like, texts of cards in the hand."""

from __future__ import annotations

import pytest

from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import painter
from render.planetary_conquerors.names import window_line
from tests.planetary_conquerors.table import RULES, TestTable

PAINT = painter("planetary_conquerors")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def look(language: str = "en") -> Look:
    return Look("dark", texts(language, "planetary_conquerors"), ("Anna", "Bob"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Spike Pit in front of your mine, end the turn"),
        ("cs", "tvůj důl, konec tahu"),
        ("fr", "devant ta mine, fin du tour"),
    ],
)
def test_ones_own_mine_is_yours(language, said):
    """A trap before one's own mine, in one click (PC-12.1)."""
    view = RULES.view(TestTable().state, 0)
    row = [("place", "spike_pit", "m1", "1"), ("end",)]
    assert PAINT.shortcut(view, look(language), row).endswith(said)
    others = RULES.view(TestTable().state, 1)
    assert "Anna" in PAINT.shortcut(others, look(language), row)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Players may react before the turn ends"), ("cs", "než tah skončí"), ("fr", "On peut réagir avant la fin du tour")],
)
def test_what_a_reaction_comes_before(language, said):
    """PC-19.7: plainly, without the word for what is open."""
    board = RULES.view(TestTable().state, None).board
    assert window_line(board._replace(window="phase:start"), look(language)).endswith(said)
    assert "kuk" not in window_line(board._replace(window="phase:kuk"), look("en")).lower()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_czech_word_is_only_in_czech(language):
    """PC-13.2: `kuk` is the word of the game in Czech; keys and typed actions keep it."""
    say = texts(language, "planetary_conquerors")
    keys = ("pc.phase.kuk", "pick.kuk", "ready.kuk", "moment.kuk", "order.ask_kuk", "order.ask_own_kuk", "word.kuk_oracle", "learn.2")
    assert not [key for key in keys if "kuk" in say(key).lower()]
    told = [PAINT.cards.words(face, look(language)) for face in RULES.faces.values()]
    assert not [words for words in told if "kuk" in words.lower()]


@every_language
def test_a_ready_deck_says_what_it_is_like(language):
    """PC-3.1: as short as a button."""
    view = RULES.view(RULES.setup(2, {}, 1).state, 0)
    names = [PAINT.label(view, look(language), ("deck",), deck) for deck in RULES.presets]
    assert len(names) == 4
    assert all(name.endswith(")") and "(" in name and len(name) <= 38 for name in names)


def test_what_enters_is_called_by_its_name():
    told = PAINT.narrate("entered", {"seat": 0, "card": "gold_miner", "thing": "c12", "letters": {"c12": "c"}, "illusion": False}, look())
    assert told == "Gold Miner enters."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Regrowing Ogre (Selfheal): +2 HP, now 4"),
        ("cs", "(Samoléčba): +2, teď životů: 4"),
        ("fr", "(Autosoin)\N{NO-BREAK SPACE}: +2 PV, il en reste 4"),
    ],
)
def test_what_a_keyword_does_at_the_end_of_a_turn_names_it(language, said):
    """PC-13.7: a number alone left open why; a card that has just been named needs no second name."""
    facts = {"card": "regrowing_ogre", "thing": "a1", "seat": 0, "n": 2, "left": 4}
    told = PAINT.narrate("healed", facts | {"keyword": "selfheal"}, look(language))
    assert told.endswith(said)
    assert "(" not in PAINT.narrate("healed", facts | {"keyword": ""}, look(language))
    fallen = facts | {"keyword": "selfdestroy", "left": -1}
    words = PAINT.narrate("hp_lost", fallen, look(language))
    assert "0" in words
    assert "-1" not in words
