"""The sketches of the rulebooks: `python -m tests.sketches` writes them; a test asks whether they are still what is written here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from data.language import DATA
from data.sketch import Sketch
from tests.hexknight.table import TestTable as Island
from tests.hexygame.table import TestTable as Map
from tests.hockey_game.table import TestTable as Rink
from tests.monster_hex.table import TestTable as Stones
from tests.planetary_conquerors.test_examples import lines as attack_in_lines


def at(table: Any, choice: bool = False, prefix: str = "") -> Sketch:
    """The present position of a builder."""
    return Sketch(choice=choice, prefix=tuple(prefix.split()), state=msgspec.Raw(table.RULES.dump(table.state)))


def full_ring() -> Sketch:
    table = Stones("two")
    table.play("0 m02 c1 r3", "1 m05 b1 r1", "0 m05 d1 r1", "1 m01 b2 r1", "0 m03 d2 r4", "1 m03 c3 r1")
    return at(table)


def tie_with_somebody_behind() -> Sketch:
    table = Stones("four")
    table.lay("0 m07 d3 r0", "1 m02 c4 r1", "2 m10 e4 r1", "3 m06 c5 r3", "0 m09 e5 r1")
    table.state = table.state.copy()
    table.state.turn = 1
    table.play("1 m01 d5 r1")
    return at(table)


def nothing_matches() -> Sketch:
    table = Stones("two")
    table.hold(1, "m05", "m07", "m09")
    table.play("0 m01 c1 r0")
    return at(table, choice=True, prefix="place m05")


def guarded_passage() -> Sketch:
    table = Island().monsters(e11="marauder", f11="marauder").night()
    return at(table.hero(0, "e12", hand="5*pursuit", deck="sa").turn(0).play("5*pursuit"), choice=True)


def offside() -> Sketch:
    table = Rink().attack(0, "n3")
    table.act("go_on")
    return at(table, choice=True, prefix="pass")


def own_zone() -> Sketch:
    table = Rink().attack(0, "a2")
    table.act("go_on")
    return at(table, choice=True)


def ambush() -> Sketch:
    table = Map().put(0, "town_militia", "d5", die=1).put(0, "shield_bearer", "d4", die=1).put(0, "sun_lancer", "e4", die=2)
    table.put(1, "moss_troll", "e5").pool(0, "YYY").pool(1, "C")
    return at(table.play("0 attack d5 e5 d4 e4"))


def lines_of_attack() -> Sketch:
    return at(attack_in_lines())


SKETCHES = {
    "monster_hex": {
        "MH-1.1": Sketch(page=1),
        "MH-1.3": Sketch(card="m01"),
        "MH-3.3": Sketch(page=2, choice=True, prefix=("place", "m04", "d1")),
        "MH-4.5": Sketch(page=5),
        "MH-E3": full_ring,
        "MH-E6": tie_with_somebody_behind,
        "MH-E10": nothing_matches,
    },
    "hexknight": {
        "HK-1.2": Sketch(card="surprise_attack"),
        "HK-1.5": Sketch(card="wound"),
        "HK-1.8": Sketch(card="red_dragon"),
        "HK-2.2": Sketch(page=8),
        "HK-8.4": Sketch(page=6, choice=True),
        "HK-10.1": Sketch(card="village"),
        "HK-E3": Sketch(page=0),
        "HK-E4": guarded_passage,
    },
    "hockey_game": {
        "HG-1.3": Sketch(card="cze"),
        "HG-2.1": Sketch(page=4),
        "HG-5.7": Sketch(card="pass+3r"),
        "HG-5.9": Sketch(card="jakub"),
        "HG-7.2": Sketch(card="power_play"),
        "HG-E3": offside,
        "HG-E4": own_zone,
    },
    "hexygame": {
        "HX-2.1": Sketch(page=9),
        "HX-4.2": Sketch(card="cinder_hound"),
        "HX-5.9": Sketch(card="red_hearth"),
        "HX-6.3": Sketch(page=6, choice=True, prefix=("cast", "gorrak_the_unquenched")),
        "HX-9.10": Sketch(card="sun_lancer"),
        "HX-10.1": Sketch(card="storm_kite"),
        "HX-10.2": Sketch(card="torchrunner"),
        "HX-10.4": Sketch(card="moss_troll"),
        "HX-10.5": Sketch(card="magma_slinger"),
        "HX-E4": ambush,
    },
    "planetary_conquerors": {
        "PC-1.4": Sketch(page=8),
        "PC-13.2": Sketch(page=1, choice=True),
        "PC-13.5": Sketch(card="bulwark"),
        "PC-13.6": Sketch(card="grudge_bearer"),
        "PC-E5": lines_of_attack,
    },
}


def written() -> dict[Path, bytes]:
    """The files of all sketches."""
    found = {}
    for game, sketches in SKETCHES.items():
        for number, made in sketches.items():
            one = made if isinstance(made, Sketch) else made()
            found[DATA / game / "sketches" / f"{number}.json"] = msgspec.json.encode(one) + b"\n"
    return found


if __name__ == "__main__":
    for path, body in written().items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
    print(f"{len(written())} sketches written")
