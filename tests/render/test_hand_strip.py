"""The low pictures of hands: where things lie, and what a card says there."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.cards import ShownCard
from render.hand_cards import HeldKey, held_strip, room_for_text
from render.hand_strip import FEW, HIGH, LOW, MOST, WIDTH, places
from render.hexygame.sprites import draw
from render.theme import theme

TROLL = ShownCard("grave_rat", "V", "common", "creature", "Grave Rat", "1V", "Creature", (("attack", 1), ("hitpoints", 2)), ("Word " * 60,))


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("count", [*range(1, 20), 40, 300])
def test_everything_has_a_place_of_its_own_or_is_counted(count, wide):
    found = places(count, wide)
    assert found.height == (LOW if count <= FEW else HIGH)
    assert len(found.shown) == min(count, MOST)
    assert found.more == (count - MOST + 1 if count > MOST else 0), "the last place stands for itself and all others"
    for place in found.shown:
        assert place.x >= 0
        assert place.y >= 0
        assert place.x + place.width <= WIDTH
        assert place.y + place.height <= found.height
    for one, other in combinations(found.shown, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize("size", [(500, 320), (500, 160), (333, 160), (250, 160), (250, 128)])
def test_a_card_is_drawn_in_every_size_and_what_matters_now_is_seen(size):
    plain = HeldKey(TROLL)
    ways = [
        plain,
        plain._replace(able=True),
        plain._replace(off=True),
        plain._replace(n=3),
        plain._replace(wanted="attack"),
        plain._replace(note="no V"),
    ]
    drawn = {draw(("held", *size, card), theme("light", "hexygame")).reduced().tobytes() for card in ways}
    assert len(drawn) == len(ways)


def test_a_hand_of_any_number_is_one_picture():
    cards = [HeldKey(TROLL._replace(name=f"Rat {n}")) for n in range(25)]
    scene = held_strip(cards)
    keys = [item.key for item in scene.items.values()]
    assert [key[0] for key in keys] == ["held"] * 17 + ["more"]
    assert keys[-1][3] == "+ 8"
    assert scene.size == (WIDTH, HIGH)


@pytest.mark.parametrize(("width", "height"), [(500, 320), (500, 160), (333, 160), (250, 160)])
def test_numbers_leave_room_for_two_lines_of_the_text(width, height):
    """Where a hand has few cards, in all sizes that its cards have then."""
    beside = width - round(width * 0.34) - 34
    assert max(fits for _, _, fits in room_for_text(HeldKey(TROLL), 53, height - 13, beside)) >= 2


@pytest.mark.parametrize(("width", "height"), [(500, 320), (500, 160), (333, 160), (250, 160)])
def test_numbers_end_above_a_note(width, height):
    """What a card lacks is not covered by four numbers, with a text below them or without."""
    four = TROLL._replace(numbers=(("attack", 6), ("defense", 2), ("moves", 2), ("hitpoints", 8)))
    picture = min(round(width * 0.34), height - 13 - 53)
    top, low, beside = 53, height - 13 - 28, width - picture - 34
    for card in (HeldKey(four, note="lacks 4"), HeldKey(four._replace(text=()), note="lacks 4")):
        for number, _, _ in room_for_text(card, top, low, beside):
            across = int((beside + 4) // (number[0] + 4))
            assert top + -(-4 // across) * (number[1] + 4) - 4 <= low


@pytest.mark.parametrize("name", ["dark", "large"])
@pytest.mark.parametrize("size", [(500, 320), (500, 160), (333, 160), (250, 160)])
def test_a_text_is_as_large_as_the_card_has_room_for_all_of_it(size, name):
    """A short one stood in the smallest letters above an empty field. Its first line begins below the numbers, and its last one ends on the card."""
    sizes, faces = [], theme(name, "hexygame")
    for text in ("Draw.", "Add 2 violet energy to your pool.", "Word " * 60):
        canvas = draw(("held", *size, HeldKey(TROLL._replace(text=(text,)))), faces)
        lines = [line for line in canvas.texts if line.weight == "Medium"]
        below = max((line.box()[3] for line in canvas.texts if line.words in ("1", "2")), default=0)
        assert all(below <= line.box()[1] + 2 * canvas.scale and line.box()[3] <= size[1] * canvas.scale for line in lines)
        sizes.append(min(line.size for line in lines) / canvas.scale)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] == 20
