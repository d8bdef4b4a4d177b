"""No menu shows two choices that look the same: over the questions of random games, of every game in every language."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.buttons import Choose
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Picking, Place
from data.content import games
from data.language import LANGUAGES, texts
from render.look import Look
from tests.every_game.setups import SETUPS, whole_game

SETUPS_OF_A_GAME, QUESTIONS = 4, 60


def picking(rules: Any, state: Any, seat: int, language: str) -> Picking:
    """What a seat is asked, as its panel shows it."""
    say = texts(language, rules.key)
    table: Any = SimpleNamespace(
        rules=rules, state=state, id=1, acting=rules.to_act(state), over=False, mark=lambda seat: 1, sight=lambda seat: 1,
        view=lambda seat: rules.view(state, seat), row=SimpleNamespace(theme="dark", language=language),
        names=("Anna", "Bohumil", "Cecile", "Dara"),
    )  # fmt: skip
    return Picking(table, seat, rules.view(state, seat), Look("dark", say, ("Anna", "Bohumil", "Cecile", "Dara")), say, state)


def menus(asked: Picking, prefix: tuple[str, ...] = ()) -> list[Choose]:
    """The menus of a question, and those that its words lead to."""
    shown = _shown(asked, Place(1, 1, 0, prefix), 0)
    found = [item for item in shown.items if isinstance(item, Choose)]
    if len(prefix) < 2:
        for word in shown.words[:8]:
            if not word.end:
                found += menus(asked, (*shown.place.prefix, word.text))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_choices_of_a_menu_can_be_told_apart(game, language):
    asked = 0
    for setup in [s for s in SETUPS if s.game == game][:SETUPS_OF_A_GAME]:
        rules, questions = setup.rules, whole_game(setup)
        for state, seat, *_ in questions[:: max(1, len(questions) // QUESTIONS)]:
            for menu in menus(picking(rules, state, seat, language)):
                looks = [(option.label, option.description) for option in menu.item.options]
                assert len({*looks}) == len(looks), looks
            asked += 1
    assert asked
