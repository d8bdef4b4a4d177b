"""Loops: who struck what, how much that lost, and what came of it, on the table and at the end of a game."""

from __future__ import annotations

from itertools import combinations

import pytest

from data.language import texts
from render.look import Look
from render.painter import painter
from render.planetary_conquerors.board import board_scene
from render.planetary_conquerors.ending import STEPS
from render.planetary_conquerors.recent_events import Trace
from render.planetary_conquerors.stage_layout import layout
from render.planetary_conquerors.tiles import Place, TileKey
from render.stage import LARGER
from render.text import font
from render.theme import THEMES, theme
from rules.game import Event
from rules.planetary_conquerors.content import MINE_HP
from tests.planetary_conquerors.table import RULES, TestTable

GAME = "planetary_conquerors"
PAINT = painter(GAME)
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")


def look(seats: int, name: str = "dark") -> Look:
    return Look(name, texts("en", GAME), NAMES[:seats])


def test_a_blow_strikes_what_is_left_of_a_building():
    t = TestTable().put(0, "heavy_walker").put(1, "outpost").play("0 end", "0 attack heavy_walker outpost", "0 confirm", "--")
    view = RULES.view(t.state, None)
    events = [Event(deed.kind, deed.facts) for deed in view.board.news]
    found = PAINT.blow(view, look(2), events)
    assert found
    scene = board_scene(view, look(2))
    assert [scene.items[place].key[0] for place in found.places] == ["ghost"]
    earlier, _ = found.before
    stood, striker = (earlier.items[place].key[3] for place in (*found.places, *found.sources))
    assert (stood.card, stood.hp) == ("outpost", 4), "as it was before"
    assert striker.card == "heavy_walker"
    assert found.signs == {found.places[0]: "−6"}, "how much it was stands beside it"
    changed = {place for place, item in scene.items.items() if earlier.items[place] != item}
    assert changed == {*found.places, "story"}
    told = [form.words for shown in (earlier, scene) for form in shown.items["story"].key[-1].forms]
    assert "destroyed" in told[-1][0] or "0 HP" in told[-1][0]
    assert not any("destroyed" in words or "0 HP" in words for words in told[0]), "what comes of it is not said before it is seen"
    assert found.cry == "", "what falls every few turns is not cried out"


def test_a_card_that_strikes_is_shown_beside_the_mine_that_falls():
    t = TestTable(3).mine(2, 5).stock(0, 6, 6, 3).hand(0, "meteor_strike").play("0 play meteor_strike", "0 choose m3", "--")
    view = RULES.view(t.state, None)
    found = PAINT.blow(view, look(3), [Event(deed.kind, deed.facts) for deed in view.board.news])
    _, planet = found.places
    scene, (earlier,), (card,) = board_scene(view, look(3)), found.before, found.over
    assert card.key[2:] == ("meteor_strike", 0)
    assert scene.items[planet].key[1].dead
    assert not earlier.items[planet].key[1].dead
    assert earlier.items[planet].key[-1] == "5"
    assert found.cry == "Cécile's mine has fallen"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_mine_that_is_hit_loses_what_stands_beside_it_and_stays(seats, name):
    """PC-10.3: in the frames before it has its HP, and who strikes lunges without the ground behind."""
    t = TestTable(seats).put(0, "trooper").play("0 end", "0 attack trooper m2", "0 confirm", "--")
    view = RULES.view(t.state, None)
    events = [Event(deed.kind, deed.facts) for deed in view.board.news]
    found, after = PAINT.blow(view, look(seats, name), events), board_scene(view, look(seats, name))
    (hit,) = [event.facts["n"] for event in events if event.kind == "damaged"]
    assert (found.places, found.signs, found.lasting) == ((("mine", 1),), {("mine", 1): f"−{hit}"}, {("mine", 1)})
    assert [scene.items["mine", 1].key[3].hp for scene in (*found.before, after)] == [MINE_HP, MINE_HP, MINE_HP - hit]
    (source,) = found.sources
    assert (found.before[0].items[source].key[3].card, found.grounds[source].key[0]) == ("trooper", "empty")
    assert PAINT.paint_moving(view, look(seats, name), events)
    assert PAINT.blow(view, look(seats, name), []) is None


def test_a_warrior_that_has_died_stands_before_with_the_hp_it_had():
    """Its attack is not known any more, and no number stands for it."""
    t = TestTable().put(0, "heavy_walker").put(1, "recruit").play("0 end", "0 attack heavy_walker m2", "0 confirm")
    t.play("1 block heavy_walker recruit", "--")
    view = RULES.view(t.state, None)
    found = PAINT.blow(view, look(2), [Event(deed.kind, deed.facts) for deed in view.board.news])
    (place,) = found.places
    key = found.before[0].items[place].key
    written = [text.words for text in PAINT.studio.draw(key, theme("dark", "planetary_conquerors")).texts]
    assert (key[3].card, written) == ("recruit", ["2"])


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("name", THEMES)
def test_the_last_blow_is_seen_before_the_winner(name):
    """PC-14.3: who struck, the mine as it stood, how much it lost, and that it fell; then fireworks over who has won."""
    t = TestTable(2).put(0, "heavy_walker").mine(1, 4).play("0 end", "0 attack heavy_walker m2", "0 confirm", "--")
    view = RULES.view(t.state, None)
    assert view.outcome
    found = PAINT.blow(view, look(2, name), [])
    steps = [scene.items["banner"].key[-1] for scene in found.before]
    assert [*dict.fromkeys(step.step for step in steps)] == [*STEPS]
    assert {(step.strike.card, step.strike.seat, step.hp, step.names) for step in steps} == {("heavy_walker", 1, 4, ("Heavy Walker", "Bohumil"))}
    told = [{text.words for text in PAINT.studio.draw(scene.items["banner"].key, theme(name, GAME)).texts} for scene in found.before]
    assert "4" in told[0]
    assert {f"−{steps[0].strike.n}", "0"} <= told[-1]
    assert found.rockets
    assert PAINT.paint_moving(view, look(2, name), []), "it is not too large"


@pytest.mark.sampled(0.3, any=True)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", THEMES)
def test_the_last_building_comes_before_the_winner_is_told(name, seats):
    """PC-14.2: the tally before and after, and what has come high above its place, then on it; at the end each has its HP, which make the sum."""
    t = TestTable(seats).stock(0, 6, 6, 3).hand(0, "outpost")
    for n in range(4):
        t.put(0, "habitat_dome", f"d{n}")
    t.play("0 play outpost", "--")
    view = RULES.view(t.state, None)
    assert view.outcome
    found, scene = PAINT.blow(view, look(seats, name), []), board_scene(view, look(seats, name))
    steps = [*dict.fromkeys(scene.items["banner"].key[-1] for scene in found.before)]
    assert [(step.tally, step.aloft) for step in steps] == [("28/30", True), ("32/30", False)]
    assert [one.card for one in steps[0].figures if one.fresh] == ["outpost"]
    banner, moment = (scene.items[place].key[-1] for place in ("banner", "moment"))
    assert sum(one.hp for one in banner.figures if one.kind == "building") == 32
    assert "28 → 32" in moment.words
    for place in scene.items.values():
        canvas = PAINT.studio.draw(place.key, theme(name, GAME))
        for text in canvas.texts:
            left, top, right, low = font(text.weight, round(text.size)).getbbox(text.words, anchor=text.anchor)
            assert min(text.x + left, text.y + top) >= 0, text
            assert text.x + right <= canvas.image.width, text
            assert text.y + low <= canvas.image.height, text
    rows = [item.key[-1] for place, item in scene.items.items() if place[0] == "place"]
    assert [row.seat for row in rows] == [*range(seats)]
    assert PAINT.paint_moving(view, look(seats, name), []), "it is not too large"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("hurt", [0, 2, 12])
def test_a_mine_has_its_numbers_in_every_place(name, hurt):
    """Whoever has fallen, also where a seat is a strip, with what it has just lost and traps before it: nothing is cut or lies on anything else."""
    factor = LARGER if name == "large" else 1
    layouts = [layout([3] * seats, fallen, near) for seats, fallen in ((2, ()), (3, ()), (4, ()), (4, (3,)), (4, (0, 3))) for near in (None, (1, 2))]
    for plot in {plot for found in layouts for plot in found.plots if plot.mine}:
        high = plot.rows * plot.tile[1] or plot.land.height - plot.head
        thing = TileKey("mine", "mine", "", 0, 0, 14, 15, 0, False, False, (True,), 0, False, Trace(hurt))
        canvas = PAINT.studio.draw(("mine", plot.land, Place(plot.amid, plot.head, plot.mine, high, factor), thing), theme(name, GAME))
        boxes = []
        for text in canvas.texts:
            left, top, right, low = font(text.weight, round(text.size)).getbbox(text.words, anchor=text.anchor)
            boxes.append((text.x + left, text.y + top, text.x + right, text.y + low))
            assert text.x + left >= 0, (plot, text)
            assert text.x + right <= canvas.image.width, (plot, text)
        for one, other in combinations(boxes, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1], plot
