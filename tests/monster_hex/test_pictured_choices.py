"""What a choice shows of what hangs on it: the values of a captured stone, and factions that are not chosen yet."""

from __future__ import annotations

import random

import pytest

from cogs.messages.moves.button_colours import coloured
from cogs.messages.moves.choice_labels import labelled
from data.content import build
from data.language import LANGUAGES, texts
from render.look import Look
from render.monster_hex.action_effects import brings
from render.monster_hex.descriptions import describe, describe_hand, hint
from render.monster_hex.hand import hand_scene, hand_strip
from render.monster_hex.scenes import board_scene
from render.monster_hex.sprites import draw
from render.monster_hex.tiles import cut
from render.theme import theme
from tests.every_game.test_button_colours import panels
from tests.every_game.test_menus import picking
from tests.monster_hex.table import TestTable

RULES = build("monster_hex")
RING = ("0 m02 c1 r3", "1 m05 b1 r1", "0 m05 d1 r1", "1 m01 b2 r1", "0 m03 d2 r4", "1 m03 c3 r1")
"""Worked example 3: seat 1 has filled the ring of C2, where 5, 4 and 3 are printed, and chooses."""
TAKE = {
    "en": {"5": "Take the 5 · 5 points", "4": "Take the 4 · 4 + 2 = 6 points", "3": "Take the 3 · 3 points"},
    "cs": {"5": "Vzít hodnotu 5 · 5 bodů", "4": "Vzít hodnotu 4 · 4 + 2 = 6 bodů", "3": "Vzít hodnotu 3 · 3 body"},
    "fr": {"5": "Prendre la valeur 5 · 5 points", "4": "Prendre la valeur 4 · 4 + 2 = 6 points", "3": "Prendre la valeur 3 · 3 points"},
}
FACTIONS = ("ember", "tide", "moss", "dune")


def choosing():
    table = TestTable("two")
    table.play(*RING)
    assert RULES.decision(table.state, table.seat).kind == "choose_value"
    return table


def stone(scene, label):
    return scene.items[label].key[2]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_value_says_on_its_button_what_it_is_worth(language):
    """MH-4.6: the printed value, and two more in one's own colour."""
    table = choosing()
    asked = picking(RULES, table.state, table.seat, language)
    found = {}
    for _, presses in panels(asked, random.Random(1)):
        labelled(asked, presses, await coloured(asked, presses))
        found |= {press.rest.split()[-1]: press.item.label for press in presses if press.verb == "do" and " " in press.rest}
    assert {value: found.get(value) for value in TAKE[language]} == TAKE[language]
    for value in TAKE[language]:
        points = RULES.apply(table.state, table.seat, ("take", value)).state.scores[table.seat] - table.state.scores[table.seat]
        assert f" {points} " in found[value]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_others_would_have_of_a_value_is_said(language):
    """MH-4.6: the first one takes a value, the second one another of those that are left; the third has no colour."""
    table = choosing()
    asked = picking(RULES, table.state, table.seat, language)
    own = asked.say("mh.note.colour", value=4, bonus=2)
    assert asked.paint.notes(asked.view, asked.look) == [own, asked.say("mh.note.their_colour", value=5, who=asked.look.names[0], bonus=2)]


def test_a_stone_where_a_value_is_chosen_shows_what_is_left_of_it():
    table = choosing()
    asked = picking(RULES, table.state, table.seat, "en")
    (there,) = (s for s in asked.view.board.stones if s.choosing)
    assert there.captured
    brief = describe(asked.view, asked.look, brief=True)
    assert f"{there.label.upper()} [5 Em/4 Ti/3]" in brief
    look = theme("dark", "monster_hex")
    chosen = stone(board_scene(RULES.view(table.state, None), asked.look), there.label)
    pictures = [draw(("stone", cut(60), key, (300, 300)), look).reduced() for key in (chosen, chosen._replace(done=False))]
    assert pictures[0].tobytes() == pictures[1].tobytes(), "as bright as before it was captured"
    table.act("take 5")
    table.act("take 4")
    asked = picking(RULES, table.state, 0, "en")
    assert f"{there.label.upper()} [5→Ti/4→Em]" in describe(asked.view, asked.look, brief=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_has_a_factions_name_or_colour_before_it_is_chosen(language):
    """MH-1.4: what stands for a seat afterwards is what stood for it before, with a name and a colour."""
    state, _ = RULES.setup(2, {"board": "two"}, 7)
    asked = picking(RULES, state, 0, language)
    names = [asked.say(f"mh.faction.{faction}") for faction in FACTIONS]
    hand = [tile.tile for tile in asked.view.board.hand]
    monsters = [asked.say(f"mh.monster.{faction}.{tile}") for faction in FACTIONS for tile in hand]
    words = [describe(asked.view, asked.look), describe(asked.view, asked.look, brief=True), describe_hand(asked.view, asked.look)]
    words += [asked.paint.label(asked.view, asked.look, (), tile) for tile in hand]
    words += [hint(asked.view, asked.look, (), tile) for tile in hand]
    assert not [name for name in (*names, *monsters) for said in words if name in said]
    assert all(tile.upper() in words[2] for tile in hand)
    assert "[5/4/3]" in words[0]
    assert "[5/4/3]" in words[1]
    for scene in (board_scene(asked.view, asked.look), hand_scene(asked.view, asked.look), hand_strip(asked.view, asked.look)):
        assert not [item.key for item in scene.items.values() for faction in FACTIONS if faction in repr(item.key)]
        asked.paint.studio.paint(scene, "dark")
    chosen = RULES.apply(state, 0, ("faction", "moss")).state
    asked = picking(RULES, chosen, 0, language)
    assert asked.say(f"mh.monster.moss.{hand[0]}") in describe_hand(asked.view, asked.look)
    said = describe(asked.view, asked.look)
    assert names[2] in said.partition("[")[2], "the values of the seat that has chosen have its colour"


SURROUNDED = {"en": "surrounded, first: {}", "cs": "obklíčen, první: {}", "fr": "entourée, premier\u00a0: {}"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_placement_says_that_it_surrounds_a_stone_and_who_is_first(language):
    """MH-4.1, MH-4.2: of the last monster of a ring alone, as the events tell it."""
    names = ("Anna", "Bob")
    table, look, found = TestTable("two"), Look("dark", texts(language, "monster_hex"), names), []
    for line in RING:
        seat, before, past = int(line[0]), table.state, len(table.events)
        table.play(line)
        told = brings(RULES.view(before, seat), RULES.view(table.state, seat), look, ("place", *line.split()[1:]))
        firsts = [names[event.facts["first"]] for event in table.events[past:] if event.kind == "captured"]
        assert told.count(SURROUNDED[language].format("")) == len(firsts), told
        assert all(SURROUNDED[language].format(name) in told for name in firsts)
        found += firsts
    assert {*found} == {*names}
