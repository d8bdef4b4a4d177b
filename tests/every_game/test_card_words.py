"""Cards say the same in all languages, and what the engine does: words that one of them once lacked, by the kind of sentence they belong to."""

from __future__ import annotations

import re

import pytest

from data.content import build, games
from data.language import LANGUAGES, texts
from render.look import Look
from render.painter import painter
from rules.decks import DeckRules

NOW = {"en": "now", "cs": "hned", "fr": "tout de suite"}
ONLY = {"en": "only", "cs": "jen", "fr": "seulement"}
ONE_CARD = {"en": r"\bdraws? 1 card\b", "cs": r"\blízni 1 kartu\b", "fr": r"\bpioche 1 carte\b"}
CHOICE = {"en": ("you choose which", "before declaring", "before the dice"), "cs": ("vybíráš ty", "před ohlášením", "před kostkami")}
CHOICE |= {"fr": ("tu choisis lequel", "avant d'annoncer", "avant les dés")}


def words(game: str, word: str, language: str) -> str:
    paint = painter(game)
    assert paint.cards is not None
    return paint.cards.words(build(game).faces[word], Look("dark", texts(language, game), ()))


def shaped(game: str, shape: str) -> list[str]:
    """The cards with an ability that has something in its shape."""
    return [word for word, face in build(game).faces.items() if any(shape in line.shape.key for line in face.lines if line.shape is not None)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_spell_gives_it_gives_now(language):
    cards = [word for word in shaped("hexygame", "add_actions") if build("hexygame").faces[word].type in ("sorcery", "wizardry")]
    assert {"headlong_charge", "second_tide", "stampede"} <= set(cards)
    assert [word for word in cards if NOW[language] not in words("hexygame", word, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_possible_at_sorcery_speed_is_possible_only_then(language):
    cards = shaped("hexygame", "activated(speed=sorcery")
    assert "trade_harbour" in cards
    assert [word for word in cards if ONLY[language] not in words("hexygame", word, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_drawn_and_not_one_of_them(language):
    found = [word for game in games() for word in build(game).faces if re.search(ONE_CARD[language], words(game, word, language), re.IGNORECASE)]
    assert found == []
    (harbour,) = (line.shape for line in build("hexygame").faces["trade_harbour"].lines if line.shape is not None and "draw(" in line.shape.key)
    assert harbour.numbers == (3, 1, 1), "three energy, and one card once a turn, which its sentence says in words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_injury_says_who_chooses_and_when_it_is_played(language):
    injuries = [word for word, face in build("hockey_game").faces.items() if face.type == "injury"]
    assert len(injuries) == 8
    for word in [*injuries, "stretcher"]:
        said = words("hockey_game", word, language)
        assert [part for part in CHOICE[language][: 3 if word in injuries else 1] if part not in said] == [], said


def test_a_target_that_must_be_like_this_is_chosen_like_this():
    """The engine offers nothing else (PC-7.6), so no sentence leaves it open whether the chosen one is."""
    said = {word: words("planetary_conquerors", word, "fr") for word in build("planetary_conquerors").faces}
    assert [word for word, text in said.items() if re.search(r"chois(i|ie|is|ies) s'(il|elle)", text)] == []
    assert "Choisis un bâtiment d'au plus 5 PV" in said["demolition_charge"]


def test_what_may_be_one_of_two_genders_is_called_by_neither():
    """French: an enchantment of a creature or an artifact does not go on with *elle*."""
    said = {word: words("hexygame", word, "fr") for word, face in build("hexygame").faces.items() if face.type == "enchantment"}
    both = {word: text for word, text in said.items() if " ou " in text.split("\nEnchante ", 1)[1].split("\n")[0]}
    assert "curse_of_chains" in both
    assert [word for word, text in both.items() if re.search(r"\b(Elle|Il)\b", text)] == []


def test_each_fault_of_a_deck_has_the_rule_that_speaks_of_it():
    rules = build("planetary_conquerors").decks
    assert isinstance(rules, DeckRules)
    faults = {fault.reason: fault.rule for fault in rules.faults({"recruit": 3, "fusion_reactor": 2, "nothing": 1})}
    assert faults == {"deck_size": "PC-3.1", "deck_copies": "PC-3.2", "deck_unknown": "PC-3.2", "deck_needs": "PC-3.3"}
