"""What stands beside the map: what a score is made of, what has just happened, cards that are laid out."""

from __future__ import annotations

import pytest

from render.hexknight import PAINTER
from render.hexknight.scenes import FEW, FEWER, board_scene, table_scene
from render.hexknight.side_boxes import SeatKey
from render.hexknight.sprites import draw
from render.look import Look
from render.theme import theme as theme_of
from rules.hexknight.view import VictoryView
from tests.every_game.strict import Strict
from tests.hexknight.table import RULES, TestTable

NAMES = ("Anna", "Bohumil", "Cécile")


def look(theme: str, seats: int = 2) -> Look:
    return Look(theme, Strict("en", "hexknight"), NAMES[:seats])


@pytest.mark.parametrize("theme", ["dark", "large"])
def test_the_parts_of_a_score_add_up_to_it(theme):
    """HK-12.1."""
    table = TestTable(seats=3).hero(0, experience=104, ruins=2, discard="10*w 3*sa").hero(1, experience=3, discard="2*pr").hero(2, compensation=6)
    table.state.heroes[1].handicap, table.state.step = 2, "over"
    scene = board_scene(RULES.view(table.state, None), look(theme, 3))
    seats = [item.key[-1] for item in scene.items.values() if isinstance(item.key[-1], SeatKey)]
    assert len(seats) == 3
    for seat in seats:
        numbers = [int(value.replace("−", "-")) for _, value in seat.figures]
        assert sum(numbers) == int(seat.score.replace("−", "-"))


@pytest.mark.parametrize("theme", ["dark", "large"])
def test_something_is_told_before_anything_has_happened(theme):
    view = RULES.view(TestTable().hero(0, experience=7).turn(0).state, None)
    key = board_scene(view, look(theme)).items["act"].key
    assert (key[0], key[-1].experience) == ("level", 7)


@pytest.mark.parametrize(("theme", "most"), [("dark", FEW), ("large", FEWER)])
def test_cards_without_a_place_are_counted_in_the_last_one(theme, most):
    for laid in (most, most + 1, most + 3):
        table = TestTable().hero(0, hand=f"{laid}*sa").turn(0)
        table.act(*["play sa"] * laid)
        cards = table_scene(RULES.view(table.state, 0), look(theme)).items["cards"].key[-1]
        assert len(cards.cards) + cards.more == laid
        assert len(cards.cards) + bool(cards.more) == most


@pytest.mark.parametrize("theme", ["dark", "large"])
@pytest.mark.parametrize("seats", [2, 3])
def test_names_beside_each_other_are_of_one_size_whoever_the_game_waits_for(theme, seats):
    """Also at the end, where a star stands beside the winner's level."""
    names, found = ("Maximilian Weissenberg", "Bo", "Wilhelmine")[:seats], set()
    for step, active in (("movement", 0), ("movement", 1), ("over", 0)):
        table = TestTable(seats=seats).hero(1, experience=12).turn(active)
        table.state.step = step
        look = Look(theme, Strict("en", "hexknight"), names)
        drawn = theme_of(theme, "hexknight")
        sizes = set()
        for item in board_scene(RULES.view(table.state, None), look).items.values():
            if isinstance(item.key[-1], SeatKey):
                words = {form[:5] for form in look.all_forms[item.key[-1].hero.seat]}
                (name,) = (text for text in draw(item.key, drawn).texts if text.words[:5] in words)
                sizes.add(round(name.size))
                found.add((step, name.words))
        assert len(sizes) == 1
    assert len(found) == 2 * seats, "the same words, whoever has the turn"


def test_what_is_chosen_from_has_the_size_of_the_table():
    view = RULES.view(TestTable().hero(0, hand="5*sa").turn(0).state, 0)
    assert PAINTER.choice
    assert PAINTER.choice(view, look("dark"), (), []).size == board_scene(view, look("dark")).size


def test_the_small_map_shows_the_last_walk_that_the_camera_may_not_see():
    table = TestTable().turn(0)
    island = board_scene(RULES.view(table.state, None), look("dark")).items["island"].key[-1]
    assert island.trail == ()
    hexes = RULES.view(table.state, None).board.hexes[:3]
    view = RULES.view(table.state, None)
    walked = view._replace(board=view.board._replace(trail=tuple(h.label for h in hexes)))
    assert board_scene(walked, look("dark")).items["island"].key[-1].trail == tuple((h.x, h.y) for h in hexes)


def test_at_the_end_the_monster_that_decided_it_is_drawn():
    table = TestTable().hero(1, experience=12)
    table.state.step = "over"
    view = RULES.view(table.state, None)
    for victories in ((), (VictoryView(1, 1, "c9", "red_dragon", "dragon", 8, (0, 0)), VictoryView(2, 1, "d9", "archer", "soldier", 4, (0, 8)))):
        scene = board_scene(view._replace(board=view.board._replace(victories=victories)), look("dark"))
        caught = scene.items["end"].key[-1].caught
        assert (caught and (caught.monster, caught.hex, caught.points)) == (("archer", "D9", 4) if victories else None), (
            "the fight from which on the winner led"
        )
        if caught:  # Its hex is seen, with what it brought.
            (found,) = [(h.x, h.y) for h in view.board.hexes if h.label == "d9"]
            assert scene.items[found].key[-1].fight == "+4"


def test_what_the_hero_has_done_whose_turn_it_is_is_told_before_what_another_has():
    """Step by step: the fight of the other, the points laid out, the walk."""
    table = TestTable().light().monsters(e11="warrior").hero(0, "e12", hand="2*wc", deck="9*sa").hero(1, "h8", hand="3*sp", deck="9*sa").turn(0)
    while table.step != "provocation":
        table.act("confirm")
    table.act("provoke e11", "take_wounds", "play wc", "strike")
    told = [act(table)]
    while table.seat == 0:
        table.act(" ".join(RULES.decision(table.state, 0).default))
    while table.step != "movement":
        table.act("confirm")
    told.append(act(table))
    table.act("play sp", "play sp")
    told.append(act(table))
    table.act(f"travel {RULES.view(table.state, 1).board.turn.reach[0][0]}")
    told.append(act(table))
    assert [key[0] for key in told] == ["fight", "fight", "walk", "walk"]
    assert [key[-1].hero.seat for key in told] == [0, 0, 1, 1]
    assert (told[2][-1].way, "→" in told[3][-1].way) == ("4", True)


def test_cards_that_are_laid_out_are_told_by_their_number_and_no_more():
    """In every step, of which others know only how many lie there (HK-4.3)."""
    table = TestTable().hero(0, "e12", hand="3*sp", deck="9*sa").turn(0)
    while table.step != "preparation":
        table.act("confirm")
    table.act("play sp", "play sp")
    key = act(table)[-1]
    assert (key.hero.seat, key.sign, key.way) == (0, "hand", "2 cards laid out")
    while table.step != "movement":
        table.act("confirm")
    table.act("play sp")
    key = act(table)[-1]
    assert (key.sign, key.way, key.laid) == ("speed", str(RULES.view(table.state, 1).board.points), 1)


def act(table):
    return board_scene(RULES.view(table.state, None), look("dark")).items["act"].key
