"""Somebody leaves while an attack is being put together."""

from __future__ import annotations

import pytest

from tests.planetary_conquerors.table import RULES, TestTable


@pytest.mark.parametrize("leaver", [1, 2])
def test_picks_of_those_who_leave_are_forgotten(leaver):
    """PC-15.3: what a player had is gone, so that nothing attacks it; the other picks stand, and what was freed may be sent elsewhere."""
    t = TestTable(3).put(0, "trooper").put(0, "raider").put(0, "recruit").put(1, "outpost").put(2, "bulwark")
    t.phase("attack")
    t.play("0 attack trooper m2", "0 attack raider m3", "0 attack recruit " + ("outpost" if leaver == 1 else "bulwark"))
    other = 3 - leaver
    attacker = {1: "trooper", 2: "raider"}
    t.state = RULES.concede(t.state, leaver).state
    assert RULES.view(t.state, 0).board.picks == ((f"c{t.names[attacker[other]]}", f"m{other + 1}"),)
    assert sorted(t.offered("attack")) == sorted(f"c{t.names[name]}" for name in (attacker[leaver], "recruit"))
    t.play(f"0 attack recruit m{other + 1}", "0 confirm")
    assert {a["target"] for a in t.last("attack")["attackers"]} == {f"m{other + 1}"}
