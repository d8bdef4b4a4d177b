"""A position for each kind of decision, in which there is something to choose; seat 2 has no part in any of them."""

from __future__ import annotations

from collections.abc import Callable

from tests.planetary_conquerors.table import TestTable


def _table() -> TestTable:
    return TestTable(3).stock(0, 6, 6, 3).put(0, "trooper").put(0, "raider").put(1, "wall_drone").put(1, "recruit").put(1, "outpost")


def _attack(t: TestTable) -> TestTable:
    return t.play("0 end", "0 attack trooper m2", "0 attack raider outpost", "0 confirm")


QUESTIONS: dict[str, Callable[[], TestTable]] = {
    "main": lambda: _table().hand(0, "recruit", "spike_pit", "habitat_dome").put(0, "altar_of_progress").put(0, "watchtower"),
    "react": lambda: _table().hand(0, "recruit").stock(1, 3, 3, 1).hand(1, "denial_order", "patch_up", "outpost").play("0 play recruit"),
    "kuk": lambda: _table().hand(0, "deep_study").deck(0, "recruit", "trooper", "recruit", "raider").play("0 play deep_study"),
    "look": lambda: _table().hand(0, "scavenge").deck(0, "gold_miner", "trooper", "trooper", "raider").play("0 play scavenge"),
    "look at the last card": lambda: _table().hand(0, "scavenge").deck(0, "gold_miner").play("0 play scavenge"),
    "look at either end": lambda: _table().put(0, "watchtower").deck(0, "recruit", "trooper", "raider").play("0 activate watchtower a0"),
    "attack": lambda: _table().play("0 end"),
    "attack in part": lambda: _table().play("0 end", "0 attack trooper m2"),
    "block": lambda: _attack(_table()),
    "advance": lambda: _attack(_table().trap("m2", "spike_pit").trap("outpost", "net_launcher")).play("1 done"),
    "target": lambda: _table().hand(0, "meteor_strike").play("0 play meteor_strike"),
    "target or none": lambda: _table().hand(0, "grave_call").junk(0, "recruit", "raider", "recruit").play("0 play grave_call"),
    "order": lambda: _table().put(0, "field_hospital").put(0, "burning_zealot").play("0 end", "0 none", "0 end"),
    "optional": lambda: _table().hand(0, "scrap_necromancer").junk(0, "recruit").play("0 play scrap_necromancer"),
    "replace": lambda: _table().put(1, "bunker_link").hand(0, "meteor_strike").play("0 play meteor_strike", "0 choose outpost"),
    "pay_or_else": lambda: _attack(_table().trap("m2", "toll_snare")).play("1 done"),
    "sacrifice_choice": lambda: _table().hand(0, "blood_price").play("0 play blood_price"),
    "trapback": lambda: _table().put(0, "outpost").hand(0, "trap_cache").junk(0, "spike_pit", "land_mine").play("0 play trap_cache"),
    "trap": lambda: _table().put(0, "outpost").trap("m1", "land_mine").hand(0, "spike_pit", "recruit").play("0 end", "0 none"),
}
"""By the kind of decision, with a few words more where there are two of a kind."""
