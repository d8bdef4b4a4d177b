"""No menu shows two choices that look the same: over the questions of random games, of every game in every language."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.messages.buttons import BRIEF, Choose
from cogs.messages.moves.button_colours import beside
from cogs.messages.moves.choice_menus import chosen_word
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Picking, Place, deed_in_words, prompt
from cogs.messages.moves.undo_button import undo_label
from cogs.messages.truncation import shortened
from cogs.play.history.recent_actions import Pressed
from data.content import games
from data.language import LANGUAGES, texts
from render.look import Look
from rules.parts.ahead import DRAFT
from tests.every_game.setups import SETUPS, whole_game
from tests.sampled import often

SETUPS_OF_A_GAME, QUESTIONS = 4, often(30, 60)


def picking(rules: Any, state: Any, seat: int, language: str) -> Picking:
    """What a seat is asked, as its panel shows it."""
    say = texts(language, rules.key)
    table: Any = SimpleNamespace(
        rules=rules, state=state, id=1, acting=rules.to_act(state), over=False, mark=lambda seat: 1, sight=lambda seat: 1,
        others=lambda seat: [1 - seat], view=lambda seat: rules.view(state, seat), row=SimpleNamespace(theme="dark", language=language),
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


@pytest.mark.sampled(0.3)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_there_is_no_room_for_ends_between_words(language):
    setup, long = next(s for s in SETUPS if s.game == "planetary_conquerors"), 0
    for state, seat, *_ in [one for one in whole_game(setup) if setup.rules.decision(one[0], one[1]).kind == "main"][:QUESTIONS]:
        asked = picking(setup.rules, state, seat, language)
        for menu in menus(asked):
            prefix = Place.read(menu.rest).prefix
            for option in menu.item.options:
                whole, said = asked.hint_of(prefix, chosen_word(option.value)), option.description or ""
                if said != whole:
                    long += 1
                    assert said.endswith(" …")
                    assert not whole.removeprefix(said.removesuffix(" …"))[:1].isalnum(), "a word ends there"
    assert long


@pytest.mark.parametrize(
    ("effect", "hint", "both"),
    [
        ("2 gold, 1 left", "2 gold · 1/3 · Taunt", "2 gold, 1 left · 1/3 · Taunt"),
        ("2 gold, 1 left, 1 cosmium, 0 left", "2 gold, 1 cosmium · 4", "2 gold, 1 left, 1 cosmium, 0 left · 4"),
        ("2 points, 0 left", "2 points · plains", "2 points, 0 left · plains"),
        ("", "2 gold · 1/3", "2 gold · 1/3"),
        ("2 gold, 1 left", "12 gold · 1/3", "2 gold, 1 left · 12 gold · 1/3"),
    ],
)
def test_a_price_is_told_once(effect, hint, both):
    assert beside(effect, hint) == both


def test_texts_are_cut_between_words():
    assert shortened("One two three", 13) == "One two three"
    assert shortened("One two, three", 12) == "One two …"
    assert shortened("Onetwothree", 6) == "Onetw…"
    assert all(len(shortened("Uno dos, tres · cuatro", n)) <= n for n in range(1, 22))


def test_what_is_asked_after_a_verb_is_said():
    """HexyGame: an ability and its price are asked for as such, however many words an action has."""
    for language, ability, price in (("en", "Which ability?", "pay"), ("cs", "Která schopnost?", "zaplat"), ("fr", "Quelle capacité\xa0?", "paies")):
        say = texts(language, "hexygame")
        assert prompt(say, "main", 2, ("activate", "d4")) == ability
        for kind in ("main", "respond"):
            for chosen in (("activate", "d4", "a1", "e5"), ("attack", "d4", "e5", "c3", "c4"), ("move", "d4", "d5"), ("cast", "ember", "d4")):
                assert price in prompt(say, kind, len(chosen), chosen)
    assert prompt(texts("en", "hexygame"), "main", 0) == "Your turn: what do you do?"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_undo_names_the_deed_by_its_verb(game, language):
    """As much of it as can be read on a phone in whole words, whatever it has brought: never that alone, and never nothing."""
    setup = next(s for s in SETUPS if s.game == game)
    rules, questions = setup.rules, whole_game(setup)
    for state, seat, action, *_ in questions[:: max(1, len(questions) // QUESTIONS)]:
        asked = picking(rules, state, seat, language)
        label = undo_label(asked, Pressed(rules.view(state, seat), 1, (action,), (state,)))
        what, deed = label.removeprefix(asked.say("button.undo_what", what="")), deed_in_words(asked, action, state)
        assert len(label) <= BRIEF
        assert what != label
        assert "…" not in what, "whole words"
        first = [re.split(r"[\s,:]", words.casefold())[0] for words in (what, deed)]
        assert what.startswith(deed) or (len(deed) > len(what) and first[0] == first[1])


@pytest.mark.parametrize(("language", "verb"), [("en", "Discard cards"), ("cs", "Odložit karty"), ("fr", "Défausser des cartes")])
def test_what_a_verb_means_at_its_moment_is_said_everywhere(language, verb):
    """HexKnight: cards are played in the movement and discarded at rest, on the menu and on Undo."""
    setup, seen = next(s for s in SETUPS if s.game == "hexknight"), 0
    for state, seat, action, *_ in whole_game(setup):
        if setup.rules.decision(state, seat).kind == "rest" and action[0] == "play":
            asked = picking(setup.rules, state, seat, language)
            label = undo_label(asked, Pressed(asked.view, 1, (action,), (state,)))
            assert label.removeprefix(asked.say("button.undo_what", what="")).startswith(verb)
            assert any((menu.item.placeholder or "").startswith(verb) for menu in menus(asked))
            seen += 1
    assert seen


def test_what_is_planned_is_noted_and_not_played():
    """A menu of a draft does not say that its choice is played at once."""
    setup = next(s for s in SETUPS if s.game == "hexknight")
    state, seat, *_ = next(q for q in whole_game(setup) if setup.rules.decision(q[0], q[1]).kind == "movement")
    for language in LANGUAGES:
        asked = picking(setup.rules, state, seat, language)
        played = {menu.item.placeholder for menu in menus(asked)}
        noted = {menu.item.placeholder for menu in menus(asked._replace(root=(DRAFT,)), (DRAFT,))}
        assert played
        assert noted
        assert any(text.endswith(asked.say("pick.at_once", what="")) for text in played if text)
        assert not any(text.endswith(asked.say("pick.at_once", what="")) for text in noted if text)
