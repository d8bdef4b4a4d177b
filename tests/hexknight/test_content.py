"""Content that is wrong is named, each fault by itself and with its place (sections 1, 2, 8), and faces say what the data say."""

from __future__ import annotations

import pytest

from data.content import build, read
from rules.hexknight.content import read_content
from tests.faulty import both, faults, put


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (put("cards", "starting_deck", 0, "copies", 0), ["cards: a kind has no copies, or two kinds share an id"]),
        (put("cards", "special_stock", 0, "id", "shield"), ["cards: a kind has no copies, or two kinds share an id"]),
        (put("levels", "levels", 0, "experience", 1), ["levels: experience has to begin with 0 and to rise"]),
        (put("levels", "levels", 2, "experience", 3), ["levels: experience has to begin with 0 and to rise"]),
        (put("levels", "levels", 2, "experience", 20), ["levels: experience has to begin with 0 and to rise"]),
        (put("levels", "levels", []), ["levels: experience has to begin with 0 and to rise"]),
        (put("tiles", "metatiles", 1, "hexes", "N", ["lava", "none"]), ["metatile easy_1: N is lava with none, which nobody knows"]),
        (put("tiles", "metatiles", 1, "hexes", "SW", ["sea", "disco"]), ["metatile easy_1: SW is sea with disco, which nobody knows"]),
        (put("map_fixed", "hexes", 0, [1, 2, "sea", "disco"]), ["map_fixed: 1,2 is sea with disco, which nobody knows"]),
        (put("seats", "compensation", 0, "points", [1, 3]), ["seats: whoever moves first begins without points, nobody with less"]),
        (put("seats", "compensation", 1, "points", [0, -1, 3]), ["seats: whoever moves first begins without points, nobody with less"]),
        (put("monsters", "families", 0, "features", ["orc_camp", "mine"]), []),
        (put("monsters", "families", 0, "id", "elf"), ["monsters: orc_camp is guarded by elf, which has no monster"]),
    ],
)
def test_what_is_wrong(spoil, named):
    """HK-1.2, HK-1.8, HK-2.2, HK-2.9, HK-8.1, HK-12.5."""
    assert faults("hexknight", read_content, spoil) == named


def test_tiles_that_do_not_fit():
    """HK-2.7: as many metatiles of a kind as there are places, each with a centre and six sides; one portal at least on the fixed map."""
    found = faults("hexknight", read_content, put("tiles", "metatiles", 1, "kind", "hard"))
    assert len(found) == 1
    assert found[0].startswith("tiles: metatiles by kind are ")
    found = faults("hexknight", read_content, lambda content: content["tiles"]["metatiles"][1]["hexes"].pop("NE"))
    assert found == ["metatile easy_1: needs the centre and six sides"]

    def closed(content):
        content["map_fixed"]["hexes"] = [h for h in content["map_fixed"]["hexes"] if h[3] != "portal"]

    assert faults("hexknight", read_content, closed) == ["map_fixed: no portal"]
    assert len(faults("hexknight", read_content, both(closed, put("levels", "levels", [])))) == 2


def test_faces():
    """HK-1.2, HK-1.8, HK-2.2: what can be looked up has the figures of the data; a cost that cannot be paid is -1."""
    data, faces = read("hexknight"), build("hexknight").faces
    cards = data["cards"]["starting_deck"] + data["cards"]["special_stock"]
    monsters, terrains = data["monsters"]["monsters"], data["tiles"]["terrains"]
    signs = {"none", "orc_camp", "dragon_lair", "mine", "lair", "dungeon"}
    places = [f for f in data["tiles"]["features"] if f["id"] not in signs]
    assert list(faces) == [*(c["id"] for c in cards), "wound", *(m["id"] for m in monsters), *(f["id"] for f in places), *(t["id"] for t in terrains)]
    for kind, things in {"card": cards, "monster": monsters, "place": places, "terrain": terrains}.items():
        for thing in things:
            face = faces[thing["id"]]
            assert (face.word, face.type, face.subtypes) == (thing["id"], kind, (thing["family"],) if kind == "monster" else ())
            for name, n in face.numbers:
                assert n == (-1 if thing[name] is None else thing[name])
    assert [name for name, _ in faces["forest"].numbers] == ["cost_day", "cost_night", "view_day", "view_night", "height"]
    assert dict(faces["wound"].numbers) == {"attack": 0, "defence": 0, "speed": 0, "meditation": 0, "copies": 0}
    assert faces["wound"].type == "wound"
