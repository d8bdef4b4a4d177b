"""What is said of things on the map: their numbers by name, in the order in which pictures have them, and abilities by their text."""

from __future__ import annotations

import re

import pytest

from data.language import LANGUAGES, texts
from render.hexygame.descriptions import narrate
from render.look import Look
from render.painter import painter
from tests.hexygame.table import RULES
from tests.hexygame.test_refusals import table

PAINT = painter("hexygame")
NUMBERS = {
    "en": "attack 2, defense 0, hitpoints 2, actions 2",
    "cs": "útok 2, obrana 0, životy 2, akce 2",
    "fr": "attaque 2, défense 0, vie 2, actions 2",
}
ABILITY = {
    "en": "Destroy this card: 3 damage to a building next to it.",
    "cs": "Znič tuto kartu: 3 zranění budově vedle ní.",
    "fr": "Détruis cette carte\u00a0: 3 dégâts à un bâtiment voisin.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_have_names_and_abilities_their_text(language):
    look = Look("light", texts(language, "hexygame"), ("A", "B"))
    state = table().state
    view = RULES.view(state, 0)
    moving = PAINT.hint(view, look, ("move",), "e4")
    assert moving.startswith(NUMBERS[language])
    assert PAINT.label(view, look, ("move",), "e4").removeprefix("E4 ") not in moving, "the name stands on the button"
    assert NUMBERS[language] in PAINT.describe(RULES.view(state, None), look, True)
    assert PAINT.hint(view, look, ("activate",), "e4") == PAINT.hint(view, look, ("activate", "e4"), "a0") == ABILITY[language]


def test_only_what_may_be_activated_is_told_to_who_may():
    state = table().state
    assert [(at, name) for at, name, _ in RULES.view(state, 0).board.abilities] == [("e4", "a0")]
    assert not RULES.view(state, 1).board.abilities
    assert not RULES.view(state, None).board.abilities


@pytest.mark.parametrize("changed", [(2, 0), (0, -1), (1, 2)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_number_that_does_not_change_nothing_is_told(language, changed):
    """Attack +2, defense +0 was told of a creature that got two attack."""
    attack, defense = changed
    facts = {"card": "torchrunner", "hex": "e4", "attack": attack, "defense": defense}
    told = narrate("modified", facts, Look("light", texts(language, "hexygame"), ("A", "B"))) or ""
    assert re.findall(r"[+−]\d+", told) == [f"{n:+d}".replace("-", "−") for n in changed if n]
