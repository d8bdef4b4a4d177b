"""What is chosen from, and what decided a game, stands out: all else lies behind a veil."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from data.language import LANGUAGES, texts
from render.hexygame.board import LEFT, MOST_HELD, WIDE, most_held
from render.hexygame.ground import MAP, Ground
from render.hexygame.hex_sizes import Tile
from render.hexygame.hexes import Marks, hexagon
from render.hexygame.scenes import board_scene, choice_scene, held_cards
from render.hexygame.sprites import draw
from render.look import Look
from render.stage import HEIGHT
from render.theme import THEMES, theme
from tests.hexygame.table import RULES, TestTable

STYLES = ["dark", "large"]


def look(style: str) -> Look:
    return Look(style, texts("en", "hexygame"), ("Anna", "Bohumil"))


def grounds(scene: Any) -> dict[str, Ground]:
    return {place[1]: item.key[2] for place, item in scene.items.items() if place[0] == "hex"}


def choice(table: TestTable, style: str, *prefix: str) -> Any:
    words = [word.text for word in RULES.words(table.state, 0, prefix)]
    return choice_scene(RULES.view(table.state, 0), look(style), prefix, words), words


@pytest.mark.parametrize("style", STYLES)
def test_only_hexes_that_can_be_chosen_are_not_dim(style):
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "torchrunner", "d5", die=1).put(1, "moss_troll", "e5").pool(0, "CC")
    scene, words = choice(table, style, "move")
    found = grounds(scene)
    assert {at for at, ground in found.items() if ground.lit} == {at for at, ground in found.items() if not ground.dim} == set(words)
    assert not any(ground.dim for ground in grounds(board_scene(RULES.view(table.state, None), look(style))).values())


@pytest.mark.parametrize("name", THEMES)
def test_a_dim_hex_is_nearer_to_the_page(name):
    colours, tile, ground = theme(name, "hexygame"), Tile(47), Ground("E5", "centre", (), (), False)

    def off(dim: bool) -> float:
        drawn = hexagon(colours, tile, ground._replace(dim=dim), Marks()).reduced().convert("RGB")
        return sum(ImageStat.Stat(ImageChops.difference(drawn, Image.new("RGB", drawn.size, colours["page"]))).sum)

    assert off(True) < 0.6 * off(False)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("count", [1, 3, 6, MOST_HELD])
def test_cards_are_chosen_beside_the_map(style, count):
    """A hand alone did not tell what it is for."""
    words = ("spark_lance", "cinder_hound", "torchrunner", "moss_troll", "grave_rat", "violet_crypt", "mend", "ashfoot_raider")
    words = words[: min(count, most_held(look(style)))]
    table = TestTable().put(1, "moss_troll", "e5").pool(0, "RR")
    for word in words:
        table.hand(0, word)
    scene, _ = choice(table, style)
    held = [scene.items["held", n] for n in range(len(RULES.view(table.state, 0).board.hand))]
    assert grounds(scene)
    assert not any(ground.dim for ground in grounds(scene).values())
    assert ("head", 0) in scene.items
    assert ("head", 1) not in scene.items
    below = max(item.y + item.key[2] for place, item in scene.items.items() if place[1:] == (0,) and place[0] != "held")
    for item in held:
        assert (item.x, item.key[1]) == (LEFT, WIDE)
        assert item.x >= MAP
        assert below <= item.y
        below = item.y + item.key[2]
    assert below <= HEIGHT


def written(scene: Any, style: str, place: tuple[Any, ...]) -> str:
    """The words of an item."""
    return " ".join(text.words for text in draw(scene.items[place].key, theme(style, "hexygame")).texts)


@pytest.mark.parametrize("style", STYLES)
def test_an_act_is_told_above_cards_that_cannot_be_cast(style):
    """Three of them, with texts of which two words were read, left it no room: of those that cannot be cast only names, costs and what lacks are."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "moss_troll", "e5").pool(0, "CC")
    table.play("0 attack e4 e5", "0 pass").hand(1, "spark_lance", "torchrunner", "moss_troll")
    scene = choice_scene(RULES.view(table.state, 1), look(style), (), ["pass"])
    held = [place for place in scene.items if place[0] == "held"]
    assert (("act",) in scene.items) == (style != "large")
    assert [scene.items[place].key[0] for place in held] == ["card_row"] * 3
    assert all("lacks" in written(scene, style, place) for place in held)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("style", STYLES)
def test_a_choice_says_what_is_asked_and_what_about(style, language):
    """A hand beside the map alone was no question: in the frame of who is waited for what can be done, and the act to respond to; after the beginning
    of an action what is to be completed, in the place of the turn."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "moss_troll", "e5").pool(0, "CC").hand(0, "mend")
    see = Look(style, texts(language, "hexygame"), ("Anna", "Bohumil"))
    view = RULES.view(table.state, 0)
    asked = choice_scene(view, see, (), [word.text for word in RULES.words(table.state, 0, ())])
    assert written(asked, style, ("asked",)).lower() == see.say("asked.main_short" if style == "large" else "asked.main").lower()
    aimed = choice_scene(view, see, ("move", "e4"), [word.text for word in RULES.words(table.state, 0, ("move", "e4"))])
    assert written(aimed, style, ("asked",)).startswith("E4")
    assert ("turn",) not in aimed.items
    table.play("0 attack e4 e5", "0 pass").hand(1, "mend")
    view = RULES.view(table.state, 1)
    respond = choice_scene(view, see, (), [word.text for word in RULES.words(table.state, 1, ())])
    assert written(respond, style, ("asked",)).lower() == see.say("asked.respond").lower()
    assert {"E4", "E5"} <= set(written(respond, style, ("act",)).split())
    assert ("held", 0) in respond.items
    assert ("asked",) not in board_scene(RULES.view(table.state, None), see).items, "of what one is asked nobody else reads"


def test_a_card_for_which_last_counters_would_do_says_so():
    """It lacked what stood as energy above it."""
    notes = []
    for points in (1, 2):
        table = TestTable().put(0, "red_hearth", "e2", points=points).put(0, "red_hearth", "f2", points=1).hand(0, "spark_lance", "ashfoot_raider")
        notes.append([card.note for card in held_cards(RULES.view(table.state, 0), look("dark"))])
    assert notes == [["lacks 2R", "last R in buildings"], ["last 2 in buildings", ""]]


def test_where_cards_are_discarded_those_are_lit_that_can_be_and_nothing_is_said_of_what_they_lack():
    """Casting is not the question there."""
    table = TestTable().hand(0, "spark_lance", "ashfoot_raider", "mend")
    view = RULES.view(table.state, 0)
    discarded = [word.text for word in RULES.words(table.state, 0, ("discard",))]
    assert sorted(discarded) == ["ashfoot_raider", "mend", "spark_lance"]
    scene = choice_scene(view, look("dark"), ("discard",), discarded)
    held = [item.key[-2] if isinstance(item.key[-1], float | int) else item.key[-1] for place, item in scene.items.items() if place[0] == "held"]
    assert [(card.able, card.note) for card in held] == [(True, "")] * 3
    assert any(card.note for card in held_cards(view, look("dark")))


@pytest.mark.parametrize("style", STYLES)
def test_what_decided_a_game_stands_out_with_the_way_there(style):
    table = TestTable(turn=21).put(0, "goblin_warcaller", "e7", die=2).put(1, "violet_crypt", "d7").pool(0, "CC").play("0 move e7 e8", "--")
    found = grounds(board_scene(RULES.view(table.state, None), look(style)))
    assert {at for at, ground in found.items() if not ground.dim} == {"e7", "e8"}
    table = TestTable(turn=21).put(1, "violet_crypt", "d7")
    table.state = RULES.concede(table.state, 1).state
    found = grounds(board_scene(RULES.view(table.state, None), look(style)))
    assert not any(ground.dim for ground in found.values()), "it was not decided on the map"


def test_a_hand_says_what_its_buildings_cannot_pay_either():
    """HX-5.2: energy that buildings could give is not missing, also while the card cannot be cast for another reason."""

    def held(points: int, turn: int) -> tuple[str, bool]:
        table = TestTable().put(turn, "red_hearth", "e2" if turn == 0 else "e8", points=points).hand(turn, "ashfoot_raider")
        (card,) = RULES.view(table.state, turn).board.hand
        return card.lack, card.castable

    assert held(4, 0)[0] == ""
    assert held(4, 1) == ("", False), "it is not this seat's turn"
    assert held(1, 1) == ("2R", False), "no building gives its last counter away unasked"
