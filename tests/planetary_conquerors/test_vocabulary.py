"""What the words of the cards' vocabulary mean, those too that no card of the pool uses (section 17a)."""

from __future__ import annotations

import pytest

from rules.planetary_conquerors.card_vocabulary import Amount, Condition, Filter, Slot
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.effects import Doing
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Act
from tests.planetary_conquerors.table import CONTENT, TestTable


def midst() -> TestTable:
    """A trooper of seat 0 is on its way to the mine of seat 1, who may block it."""
    t = TestTable().put(0, "trooper").put(0, "recruit", exhausted=True).put(0, "outpost", hp=2).put(0, "hologram")
    t.put(1, "raider", hp=1).put(1, "ironclad_guard", attack=-1).put(1, "command_citadel").put(1, "gold_miner")
    return t.play("0 end", "0 attack trooper m2", "0 confirm")


OWN = {"m1", "trooper", "recruit", "outpost", "hologram"}
OTHERS = {"m2", "raider", "ironclad_guard", "command_citadel", "gold_miner"}


@pytest.mark.parametrize(
    ("wanted", "fit"),
    [
        ({}, OWN | OTHERS),
        ({"controller": "any"}, OWN | OTHERS),
        ({"controller": "you"}, OWN),
        ({"controller": "opponents"}, OTHERS),
        ({"kind": ("mine", "miner")}, {"m1", "m2", "gold_miner"}),
        ({"controller": "you", "not_self": True}, OWN - {"trooper"}),
        ({"controller": "opponents", "not_self": True}, OTHERS),
        ({"ready": True}, (OWN | OTHERS) - {"trooper", "recruit"}),
        ({"attacking": True}, {"trooper"}),
        ({"kind": ("warrior",), "attack_max": 1}, {"recruit", "hologram", "ironclad_guard"}),
        ({"kind": ("warrior", "building"), "hp_max": 2}, {"recruit", "outpost", "hologram", "raider"}),
        ({"cost_max": 2}, {"trooper", "recruit", "outpost", "hologram", "gold_miner"}),
        ({"card": "raider"}, {"raider"}),
        ({"card": "raider", "controller": "you"}, set()),
    ],
)  # fmt: skip
def test_filters(wanted, fit):
    """Section 17a: everything that is named must hold, by the present numbers; what is not named is free."""
    t = midst()
    names = {uid: name for name, uid in t.names.items()} | {-1: "m1", -2: "m2"}
    found = Field(CONTENT, t.state).matching(Filter(**wanted), 0, t.names["trooper"])
    assert {names[thing.uid] for thing in found} == fit


@pytest.mark.parametrize(("whose", "found"), [(None, ["m1.1", "m2.1", "m2.2"]), ("any", ["m1.1", "m2.1", "m2.2"]), ("you", ["m1.1"])])
def test_face_down_traps(whose, found):
    """Section 17a: of a player's own, of opponents, of all; chosen by place."""
    state = TestTable().trap("m1", "spike_pit").trap("m2", "spike_pit", "land_mine").state
    act = Act(1, "play", 0, "disarm")
    slot = Slot("t", "planet", Filter(kind=("trap",), controller=whose))
    assert Field(CONTENT, state).choices(slot, act) == found


def test_a_number_that_refers_to_nothing():
    """Section 17a: the attack of an attacker that has gone is 0."""
    for attackers, attack in (((), 0), (("0 attack trooper m2", "0 confirm"), 2)):
        t = TestTable().put(0, "trooper").put(1, "recruit").play("0 end", *attackers)
        act = Act(1, "trap", 1, "mirror_field", attacker=t.names["trooper"])
        assert Doing(Run(CONTENT, t.state), act).number(Amount(stat="attack", of="attacker")) == attack


@pytest.mark.parametrize(
    ("bounds", "held"),
    [
        ({"at_least": 2}, (2, 3, 4, 5, 6)),
        ({"at_most": 2}, (0, 1, 2)),
        ({"at_least": 2, "at_most": 4}, (2, 3, 4)),
        ({"full": True}, (6,)),
        ({}, (0, 1, 2, 3, 4, 5, 6)),
    ],
)  # fmt: skip
def test_conditions_about_a_storage(bounds, held):
    """PC-8.1, section 17a: of the material that is named, both bounds included."""
    for material in ("gold", "cosmium"):
        cond = Condition(material=material, **bounds)
        stocks = {n: {"gold": 1, "cosmium": 1} | {material: n} for n in range(7)}
        assert tuple(n for n, stock in stocks.items() if Field(CONTENT, TestTable().stock(0, **stock).state).holds(cond, 0)) == held
