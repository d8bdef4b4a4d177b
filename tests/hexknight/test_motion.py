"""The loop of a fight: who fought what, with which sums, and what it brought, from what everybody sees."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from data.language import texts
from render import motion
from render.hexknight.fight_boxes import DUEL, PARTS
from render.hexknight.motion import blow
from render.hexknight.scenes import board_scene
from render.hexknight.side_boxes import SeatKey
from render.hexknight.sprites import SpotKey, draw
from render.hexknight.stage_layout import end_camera, end_column, opening
from render.look import Look
from render.picture_cache import Studio
from render.theme import THEMES, theme
from tests.every_game.setups import SETUPS, whole_game
from tests.hexknight.table import RULES, TestTable, beside


def look(name: str = "dark") -> Look:
    return Look(name, texts("en", "hexknight"), ("Anna", "Bohumil"))


def won(monster: str, hand: str, *actions: str) -> tuple[TestTable, motion.Blow]:
    """A table after a fight on E11, and what it animates."""
    table = beside(monster, hand)
    events = table.act("provoke e11", *actions, "strike")
    return table, found(table, events)


def found(table: TestTable, events: object, name: str = "dark") -> motion.Blow:
    blown = blow(RULES.view(table.state, None), look(name), events)
    assert blown is not None
    return blown


def written(blown: motion.Blow, name: str = "dark") -> list[list[str]]:
    """What is written on each part of a fight in large."""
    return [sorted(text.words for text in draw(item.key, theme(name, "hexknight")).texts) for item in blown.over]


@pytest.mark.parametrize("name", THEMES)
def test_a_fight_is_told_blow_by_blow(name):
    """The monster's attack and the block or wounds, then the strike and the defence; then its points beside its hex."""
    _, blocked = won("spectre", "wc shield 2*sacrifice", "play shield", "block", "play sacrifice", "play sacrifice")
    assert written(blocked, name) == [["2", "3"], ["6", "8"]]
    _, wounded = won("warrior", "2*wc", "take_wounds", "play wc")
    assert written(wounded, name) == [["2", "3"], ["2", "2"]]
    assert len(blocked.over) == len(blocked.before) == PARTS, "each of them is seen"
    assert [[*blown.signs.items()] for blown in (blocked, wounded)] == [[(blocked.places[0], "+5")], [(wounded.places[0], "+3")]]


def test_before_the_strike_the_monster_stands_and_the_points_are_not_won():
    table, blown = won("spectre", "wc 2*sacrifice", "play wc", "block", "play sacrifice", "play sacrifice")
    after = board_scene(RULES.view(table.state, None), look())
    place = next((h.x, h.y) for h in RULES.view(table.state, None).board.hexes if h.label == "e11")
    for scene in blown.before:
        assert (spot(scene, place).monster.kind, spot(after, place).monster) == ("spectre", None)
        assert {where for where, item in scene.items.items() if after.items[where] != item} == {place, ("seat", 0), "act", "island"}
        assert score(after) - score(scene) == 5


def test_a_hero_that_has_moved_into_the_castle_stands_there():
    """HK-7.9: where it came from is not made up."""
    table = TestTable().light()
    castle = table.island.feature.index("castle")
    label = table.island.grid.labels[castle]
    x, y = table.island.grid.places[castle]
    near = next(at for at, (a, b) in enumerate(table.island.grid.places) if a == x and b == y + 1)
    table.monsters(**{label: "archer"}).hero(0, table.island.grid.labels[near], hand="2*pr 2*wc 2*wc", deck="9*sa").turn(0)
    while table.step != "provocation":
        table.act("confirm")
    blown = found(table, table.act(f"provoke {label}", "play pr", "play pr", "block", "play wc", "strike"))
    assert [(spot(scene, (x, y)).monster, len(spot(scene, (x, y)).heroes)) for scene in blown.before] == [(None, 1)] * len(blown.before)


@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_fight_in_large_leaves_its_hex_to_be_seen(name):
    table = beside("spectre", "wc 2*sacrifice")
    events = table.act("provoke e11", "play wc", "block", "play sacrifice", "play sacrifice", "strike")
    blown = found(table, events, name)
    at = blown.before[0].items[blown.places[0]]
    high = Studio(draw, "hexknight").sprite(at.key, theme(name, "hexknight")).picture.height
    assert all(item.y + DUEL[1] <= at.y or item.y >= at.y + high for item in blown.over)


def test_fireworks_of_the_end_rise_over_the_map_and_above_what_is_told_there():
    setup = next(setup for setup in SETUPS if setup.game == "hexknight")
    view = RULES.view(whole_game(setup)[-1][3].state, None)
    studio, scene = Studio(draw, "hexknight"), board_scene(view, look())
    page = studio.page(scene, "dark").picture
    seen = end_camera(view.board)
    left, top, wide, high = opening(*seen)
    hexes, told = (left + wide // 8, top + high // 8, left + wide * 7 // 8, top + high * 3 // 4), (end_column(seen)[0], 0, page.width, page.height)
    changes = [ImageChops.difference(page, frame.picture) for frame in motion.struck(studio, scene, page, "dark", blow(view, look(), ()))]
    boxes = [change.crop(hexes).getbbox() for change in changes]
    assert sum(box is not None and box[2] - box[0] > wide / 2 for box in boxes) >= 2
    assert not any(change.crop(told).getbbox() for change in changes)


def spot(scene, place) -> SpotKey:
    return scene.items[place].key[-1]


def score(scene) -> int:
    key = scene.items["seat", 0].key[-1]
    assert isinstance(key, SeatKey)
    return int(key.score.replace("−", "-"))
