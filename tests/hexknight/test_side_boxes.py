"""What stands beside the map: what a score is made of, what has just happened, cards that are laid out."""

from __future__ import annotations

import pytest

from render.hexknight.scenes import FEW, FEWER, board_scene, table_scene
from render.hexknight.side_boxes import SeatKey
from render.look import Look
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
