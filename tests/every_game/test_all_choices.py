"""Whatever is legal can be chosen in the panel, however much there is of it: in lines, on buttons, or from menus and their pages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from discord import ui

from cogs.messages.buttons import LIMIT, Choose, Press
from cogs.messages.moves.button_colours import coloured
from cogs.messages.moves.choice_labels import FEW, labelled
from cogs.messages.moves.choice_menus import chosen_word
from cogs.messages.moves.picker import BUTTONS, Lines, ShownChoices, _message, _shown
from cogs.messages.moves.picker_context import MOST_OPTIONS, Picking, Place
from cogs.messages.panel_layout import MOST_LETTERS, MOST_PARTS, laid_out
from data.content import games
from data.language import texts
from rules.game import Action, Word
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.test_menus import picking

QUESTIONS, DEEP = 30, 2


def pages(asked: Picking, prefix: Action, opening: int) -> list[ShownChoices]:
    """All pages of what there is to press at a place."""
    first = _shown(asked, Place(1, 1, 0, prefix), opening)
    others = {place.page for item in first.items if isinstance(item, Press) and item.verb == "step" and (place := Place.read(item.rest)).page}
    return [first, *(_shown(asked, Place(1, 1, page, prefix), opening) for page in sorted(others))]


def offered(shown: list[ShownChoices]) -> set[str]:
    """The next words that can be chosen at a place."""
    found, prefix = set(), shown[0].place.prefix
    for item in (item for page in shown for item in page.items):
        if isinstance(item, Choose) and item.verb == "pick":
            chosen = Place.read(item.rest).prefix
            found |= {chosen[len(prefix)]} if len(chosen) > len(prefix) else {chosen_word(option.value) for option in item.item.options}
        elif isinstance(item, Press) and item.verb in ("do", "step"):
            found |= {*Place.read(item.rest).prefix[len(prefix) : len(prefix) + 1]}
    return found


async def drawn(asked: Picking, shown: ShownChoices) -> dict[str, Any]:
    """A page as it is sent."""
    labelled(asked, shown.items, await coloured(asked, shown.items))
    return laid_out(_message(Lines([], ["**?**"]), shown.items, asked.say, []))


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_nothing_is_cut_or_lost(game):
    setup, seen = next(s for s in SETUPS if s.game == game), 0
    rules, questions = setup.rules, whole_game(setup)
    for state, seat, *_ in questions[:: max(1, len(questions) // QUESTIONS)]:
        asked = picking(rules, state, seat, "en")
        places: list[Action] = [()]
        for prefix in places:
            found = pages(asked, prefix, 0)
            at = found[0].place.prefix
            words = rules.words(state, seat, at)
            assert {word.text for word in words} <= offered(found), (at, words)
            for page in found:
                sent = (await drawn(asked, page))["view"]
                parts = [part for top in sent.to_components() for part in (top, *top.get("components", ()), *filter(None, [top.get("accessory")]))]
                assert len(parts) + 2 <= MOST_PARTS, "two pictures stand there, too"
                assert sum(len(part.get("content", "")) for part in parts) <= MOST_LETTERS
                buttons = [part for part in parts if part["type"] == 2]
                assert len(buttons) <= BUTTONS + 5
                assert sum(part["type"] == 9 for part in parts) <= FEW
                assert all(part["label"] and len(part["custom_id"]) <= LIMIT for part in buttons)
                assert all(len(part["options"]) <= MOST_OPTIONS for part in parts if part["type"] == 3)
                seen += 1
            if len(at) < DEEP:
                places += [(*at, word.text) for word in words[:4] if rules.words(state, seat, (*at, word.text))]
    assert seen >= min(QUESTIONS, len(questions))


@pytest.mark.parametrize("n", [1, FEW, FEW + 1, BUTTONS, BUTTONS + 1, 60])
async def test_so_many_choices_are_lines_buttons_or_a_menu(n):
    """Up to eight that need a line have one each, up to twenty are buttons, more are a menu with pages, whose options say it in full."""
    setup = next(s for s in SETUPS if s.game == "monster_hex")
    state, seat, *_ = whole_game(setup)[0]
    asked = picking(setup.rules, state, seat, "en")
    names = [f"the {number}th of a good many things with a name that is long" for number in range(n)]

    class Many(Picking):
        def words(self, prefix: Action) -> list[Word]:
            return [Word(f"w{number}", True) for number in range(n)] if not prefix else []

        def name_of(self, prefix: Action, word: str) -> str:
            return names[int(word[1:])]

        def hint_of(self, prefix: Action, word: str) -> str:
            return ""

        def together(self, prefix: Action) -> None:
            return None

    table: Any = SimpleNamespace(**vars(asked.table) | {"rules": SimpleNamespace(shortcuts=lambda *_: [], key="monster_hex")})
    many = Many(table, seat, asked.view, asked.look, asked.say, state)
    found = pages(many, (), 0)
    assert offered(found) == {f"w{number}" for number in range(n)}
    said = []
    for page in found:
        labelled(many, page.items, {})
        for item in page.items:
            if isinstance(item, Choose):
                said += [option.label for option in item.item.options]
            elif item.verb == "do":
                said.append(item.beside or item.item.label or "")
    assert all(any(name[1:] in words or words.rstrip("…").strip()[1:] in name for words in said) for name in names)
    if n <= FEW:
        assert all(name[1:] in words for name, words in zip(names, said, strict=True)), "each in full, on a line of its own"


def test_a_button_has_a_hundred_letters_and_none_has_more():
    """Where something does not fit that is said, with what to do instead; nothing is shortened to another action."""
    say = texts("en", "monster_hex")
    room = LIMIT - len("b:do:")
    whole, beyond = (Press("do", "1:1:0:" + "x" * (n - len("1:1:0:")), "Play") for n in (room, room + 1))
    assert len(whole.custom_id) == LIMIT
    fits, not_all = (_message(Lines([], []), items, say, []) for items in ([whole], [whole, beyond]))
    assert [item.custom_id for item in fits["view"].children] == [whole.custom_id]
    assert not not_all["view"].children, "a part of the choices would look like all of them"
    assert say("pick.too_long") in not_all["question"]
    assert say("pick.too_long") not in fits["question"]
    assert isinstance(laid_out(not_all)["view"], ui.LayoutView)
