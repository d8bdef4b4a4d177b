"""The loop of a blow: what struck whom, with which sums, before it is gone, from what everybody sees."""

from __future__ import annotations

from typing import Any

import pytest

from data.language import texts
from render import motion, motion_effects
from render.hexygame import PAINTER
from render.hexygame.ground import MAP
from render.hexygame.motion import LUNGES, blow
from render.hexygame.number_chips import EDGE, Figures
from render.hexygame.scenes import board_scene
from render.hexygame.sprites import draw
from render.look import Look
from render.stage import HEIGHT
from render.theme import THEMES, theme
from rules.hexygame.map import PLACES
from tests.hexygame.table import RULES, TestTable


def shown(table: TestTable, name: str = "dark") -> tuple[motion.Blow, Any]:
    """What the last thing that was destroyed animates, and the board after it."""
    view, look = RULES.view(table.state, None), Look(name, texts("en", "hexygame"), ("Anna", "Bohumil"))
    found = blow(view, look, table.events)
    assert found is not None
    return found, board_scene(view, look)


def fight() -> TestTable:
    """Two attack one that has lost a counter before."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "torchrunner", "d5", die=1).put(1, "moss_troll", "e5", points=1).pool(0, "CC")
    return table.play("0 attack e4 e5 d5", "--")


@pytest.mark.parametrize("name", THEMES)
def test_a_blow_is_told_with_its_sums_before_what_it_struck_has_gone(name):
    table = fight()
    found, after = shown(table, name)
    combat = table.last("combat")
    assert (found.places, found.sources) == ((("hex", "e5"),), tuple(("hex", at) for at in combat["hexes"]))
    assert found.signs == {("hex", "e5"): f"−{combat['attack'] - combat['defense']}"}, "what the sum comes to"
    for scene in found.before:
        written = [text.words for text in draw(scene.items["item", 0].key, theme(name, "hexygame")).texts]
        assert {f"{combat['attack']}", f"{combat['defense']}", f"= {combat['attack'] - combat['defense']}"} <= set(written)
        kind, _, _, standing, figures, _ = scene.items["hex", "e5"].key
        assert (kind, standing.owner, standing.card) == ("reality", 1, "moss_troll")
        assert figures == Figures(None, combat["defense"], 1, 0, 0), "as many counters as it had"
        assert after.items["hex", "e5"].key[0] == "hex"
        assert all((scene.items["hex", at].x, scene.items["hex", at].y) == (after.items["hex", at].x, after.items["hex", at].y) for at in seen(after))


def seen(scene: Any) -> list[str]:
    """The hexes that a picture shows."""
    return [at for at in PLACES if ("hex", at) in scene.items]


@pytest.mark.parametrize("at", ["e5", "a1", "i5"])
@pytest.mark.parametrize("name", ["dark", "large"])
def test_a_spell_is_shown_in_large_beside_what_it_strikes(at, name):
    """It comes from nowhere on the map; it lies within that and lets its target be seen."""
    table = TestTable().put(1, "grave_rat", at).hand(0, "spark_lance").pool(0, "RR")
    table.play(f"0 cast spark_lance {at}", "--")
    found, after = shown(table, name)
    assert (found.places, found.sources) == ((("hex", at),), ())
    (before,) = found.before
    item = before.items["item", 0].key[-1]
    assert (item.seat, item.card) == (0, "spark_lance")
    target = before.items["hex", at]
    assert target.key[0] == "reality"
    (over,) = found.over
    kind, tile, _, marks = over.key
    assert (kind, marks.coming) == ("hex", ("spark_lance", 0))
    assert target.x + 2 * target.key[1].half == over.x or over.x + 2 * tile.half == target.x
    assert 0 <= over.x < over.x + 2 * tile.half <= MAP
    assert 0 <= over.y <= target.y < target.y + target.key[1].tall <= over.y + tile.tall <= HEIGHT
    assert after.size == before.size


@pytest.mark.parametrize("name", ["dark", "large"])
def test_what_a_blow_has_brought_is_not_told_before_it(name):
    """That something is destroyed stood beside the blow that was yet to fall."""
    found, after = shown(fight(), name)
    say = texts("en", "hexygame")
    for scene in found.before:
        assert ("act",) not in scene.items, "the blow alone"
        written = [text.words for text in draw(scene.items["item", 0].key, theme(name, "hexygame")).texts]
        assert not [words for words in written if say("word.moss_troll") in words]
    assert after.items["act",].key[-1].blows[0].left == 0


def test_a_grave_lies_there_when_what_was_destroyed_has_gone():
    """One thing at a time: a helmet shrank over its own grave."""
    found, after = shown(fight())
    ground, grave = found.grounds["hex", "e5"].key[-1], after.items["hex", "e5"].key[-1]
    assert (ground.gone, grave.gone) == ("", "moss_troll")
    page = PAINTER.studio.page(after, "dark").picture
    (x, y), tile = after.items["hex", "e5"][1:], after.items["hex", "e5"].key[1]
    place = (x, y, x + 2 * tile.half, y + tile.tall)
    white = theme("dark", "hexygame")["plate"]

    def graves(picture: Any) -> int:
        return sum(n for n, colour in picture.convert("RGB").crop(place).getcolors(tile.half * tile.tall * 2) if colour == white)

    frames = motion.struck(PAINTER.studio, after, page, "dark", found)
    over = motion.struck(PAINTER.studio, after, page, "dark", found._replace(grounds={}))
    assert graves(frames[-1].picture) < graves(over[-1].picture)


@pytest.mark.parametrize("name", ["dark", "large"])
def test_the_step_that_won_is_shown_before_the_end(name):
    """HX-12.1: what stands on the Flag comes from where it was, and nobody has won yet."""
    table = TestTable(turn=21).put(0, "goblin_warcaller", "e7", die=2).put(1, "violet_crypt", "d7").pool(0, "CC").play("0 move e7 e8", "--")
    found, after = shown(table, name)
    before = found.before[-1]
    assert (found.places, found.sources) == ((("hex", "e8"),), (("hex", "e7"),))
    assert not found.rockets
    kind, _, _, standing, *_ = before.items["hex", "e7"].key
    assert (kind, standing.owner, standing.card) == ("reality", 0, "goblin_warcaller")
    assert before.items["hex", "e8"].key[0] == "hex"
    assert after.items["hex", "e8"].key[3].card == "goblin_warcaller"
    changed = {place[1] for place, item in before.items.items() if place[0] == "hex" and after.items[place] != item}
    assert {"e7", "e8"} <= changed
    assert len(changed) <= 4, "a loop in which all of the map changes is too large to be posted"
    assert before.items["frame"].key[-1] == after.items["frame"].key[-1] == "seat0"
    assert ("banner",) in after.items
    assert ("banner",) not in before.items
    words = [text.words for item in before.items.values() for text in draw(item.key, theme(name, "hexygame")).texts]
    assert words
    assert not [word for word in words if word.startswith("hx.")]


def test_another_end_is_celebrated_over_the_map():
    """Fireworks behind the boxes were not seen."""
    table = TestTable(turn=21).put(0, "goblin_warcaller", "e7", die=2).put(1, "violet_crypt", "d7")
    table.state = RULES.concede(table.state, 1).state
    found, after = shown(table)
    assert found.rockets
    assert not found.covered
    assert all(0 < x * after.size[0] - motion_effects.ROCKET < x * after.size[0] + motion_effects.ROCKET < MAP for x, _, _ in found.rockets)
    assert all(0 < y * after.size[1] - motion_effects.ROCKET < y * after.size[1] + motion_effects.ROCKET < after.size[1] for _, y, _ in found.rockets)


def test_without_a_blow_or_a_spell_nothing_is_told_before():
    table = fight()
    table.events = [event for event in table.events if event.kind == "destroyed"]
    found, _ = shown(table)
    assert (found.places, found.before, found.sources) == ((("hex", "e5"),), (), ())


@pytest.mark.parametrize("name", ["dark", "large"])
def test_all_numbers_of_a_fight_are_seen_in_its_loop(name):
    """What fell had lost its attack, and the last number of what lunged lay below what it struck."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1, points=9).put(1, "thorn_boar", "e5", points=1).pool(0, "CC").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "--")
    back = next(event.facts for event in table.events if event.kind == "combat" and event.facts["what"] == "counterstrike")
    found, _ = shown(table, name)
    assert found.before
    for scene, lunge in zip(found.before, found.lunges, strict=True):
        striker, struck = scene.items["hex", "e4"], scene.items["hex", "e5"]
        assert struck.key[4].attack == back["attack"]
        assert lunge <= 2 * EDGE * striker.key[1].unit + LUNGES[-1] / 2, "its outer number, and what is around that, lie further in"
