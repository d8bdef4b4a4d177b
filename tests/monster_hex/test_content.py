"""Content that is wrong is named, each fault by itself and with its place (section 9)."""

from __future__ import annotations

import pytest

from rules.monster_hex.content import read_content
from rules.parts.engine import Faults
from tests.faulty import both, faults, put


def board(*path):
    """Changes board `two`, on which the left small stone at the top is A1."""
    return put("boards", "boards", 2, *path)


def tile(*path):
    return put("tiles", "tiles", *path)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (board("factions", 3), ["18 hexes, but 3 factions play 9 rounds (MH-1.1)"]),
        (board("rounds", 10), ["18 hexes, but 2 factions play 10 rounds (MH-1.1)"]),
        (board("starts", []), ["starting hexes must be placeable hexes"]),
        (board("starts", ["c1", "a1"]), ["starting hexes must be placeable hexes"]),
        (board("stones", 3, "label", "c2"), ["a label occurs twice"]),
        (board("stones", 3, "label", "b1"), ["a label occurs twice"]),
        (both(board("stones", 3, "q", 40), board("stones", 3, "r", 40)), ["s1: no placeable hex around it"]),
        (board("stones", 3, "kind", "tiny"), ["s1: unknown kind 'tiny'"]),
        (board("stones", 3, "values", [[2, None]]), ["s1: values must differ, and a small stone has one value of 1"]),
        (board("stones", 3, "values", [[1, None], [2, None]]), ["s1: values must differ, and a small stone has one value of 1"]),
        (board("stones", 0, "values", [[5, 0], [5, 1]]), ["l1: values must differ, and a small stone has one value of 1"]),
        (board("stones", 0, "values", [[5, 0], [4, 2]]), ["l1: a slot that no faction has"]),
        (board("stones", 0, "values", [[5, 0], [4, -1]]), ["l1: a slot that no faction has"]),
        (board("stones", 0, "values", [[7, 0], [4, 1]]), ["2 values of 7 instead of one (MH-5.2)"]),
        (board("stones", 1, "values", [[6, None], [4, None]]), ["0 values of 7 instead of one (MH-5.2)"]),
    ],
)
def test_boards(spoil, named):
    """MH-1.1, MH-5.2: as many hexes as tiles are placed, one 7, slots of factions that play, nothing twice."""
    assert faults("monster_hex", read_content, spoil) == [f"boards.json: two: {fault}" for fault in named]


@pytest.mark.parametrize("other", [0, 5, 17])
def test_two_things_on_one_hex(other):
    def onto_another_hex(content):
        hexes = content["boards"]["boards"][2]["hexes"]
        hexes[other][1:] = hexes[other - 1][1:]

    assert "boards.json: two: two things lie on one hex" in faults("monster_hex", read_content, onto_another_hex)

    def stone_onto_a_hex(content):
        first = content["boards"]["boards"][2]
        first["stones"][3]["q"], first["stones"][3]["r"] = first["hexes"][other][1:]

    assert "boards.json: two: two things lie on one hex" in faults("monster_hex", read_content, stone_onto_a_hex)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (tile(0, "id", "m02"), ["a tile id occurs twice"]),
        (tile(0, "rank", "D"), ["m01: unknown rank 'D'"]),
        (tile(0, "powers", [6, 3, 5, 4, 2, 4]), ["m01: powers must be 1 to 5"]),
        (tile(0, "powers", [5, 3, 5, 4, 2, 0]), ["m01: powers must be 1 to 5"]),
        *((tile(0, "powers", [*p[k:], *p[:k]]), ["a tile is a rotation of another"]) for p in [[5, 2, 4, 3, 5, 1]] for k in range(6)),
    ],
)
def test_tiles(spoil, named):
    """MH-1.3: tiles differ, however they are turned, with powers from 1 to 5."""
    assert faults("monster_hex", read_content, spoil) == [f"tiles.json: {fault}" for fault in named]


def test_mirrored_tiles_differ():
    """A tile and its mirror image are two tiles: no turn makes one of the other."""
    assert faults("monster_hex", read_content, tile(0, "powers", [1, 5, 3, 4, 2, 5])) == []


def test_all_faults_at_once():
    assert len(faults("monster_hex", read_content, both(tile(0, "rank", "D"), board("rounds", 10), put("boards", "boards", 0, "rounds", 9)))) == 3
    with pytest.raises(Faults) as caught:
        read_content({})
    assert [fault.split(":")[0] for fault in caught.value.faults] == ["boards", "tiles", "seats"]


@pytest.mark.parametrize("side", range(6))
def test_one_hex_beside_a_stone_is_enough(side):
    """MH-4.1: in whatever direction it lies."""
    sides = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]

    def lonely(content):
        first = content["boards"]["boards"][2]
        stone, (label, *_) = first["stones"][3], first["hexes"][0]
        stone["q"], stone["r"] = 40, 40
        dq, dr = sides[side]
        first["hexes"][0] = [label, 40 + dq, 40 + dr]

    assert faults("monster_hex", read_content, lonely) == []
