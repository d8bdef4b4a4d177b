"""Moving, attacking, counterstrikes, combat, and the keywords (sections 9 and 10)."""

from __future__ import annotations

import pytest

from rules.hexygame.state import COUNTERSTRUCK
from tests.hexygame.table import RULES, TestTable


def item(table: TestTable, place: int = 0) -> str:
    """The word for an item of the stack, counted from the top."""
    return f"s{table.state.stack[-1 - place].id}"


def test_moving():
    """HX-9.1, HX-R48: price and action are paid at once; a hex that is taken or a reality that has moved lets it fizzle."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).put(0, "torchrunner", "d4").pool(0, "CC")
    assert table.refusal("move d4 d3").reason == "no_action_left"
    assert table.refusal("move e4 e6").reason == "hex_not_adjacent"
    table.play("0 move e4 e5")
    assert (table.energy(0), table.die("e4"), table.at("e5")) == ("C", 1, None)
    assert table.refusal("move e4 f4").facts["need"] == "empty_stack"
    table.play("--", "0 move e5 e6", "--")
    assert (table.at("e6").card, table.die("e6")) == ("cinder_hound", 0)
    assert table.refusal("move e6 e7").reason == "no_action_left"
    moved = TestTable().put(0, "cinder_hound", "e4", die=2).hand(1, "undertow").pool(0, "C").pool(1, "B")
    moved.play("0 move e4 e5", "0 pass", "1 cast undertow e4 f4", "--", "--")
    assert (moved.at("f4").card, moved.at("e5"), moved.last("fizzled")["what"]) == ("cinder_hound", None, "move")


def test_moves_that_cost_less_or_are_forbidden():
    """HX-9.1, HX-R51: Borrowed Wings makes moves free, towers and cursed creatures do not move."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2, under=[("borrowed_wings", 0)]).put(0, "watchtower", "e2", die=1)
    table.put(0, "moss_troll", "d3", die=2, under=[("curse_of_chains", 1)])
    table.play("0 move e4 e5", "--")
    assert table.at("e5").card == "cinder_hound"
    for at in ("e2 e1", "d3 d2"):
        refusal = table.pool(0, "C").refusal(f"move {at}")
        assert (refusal.reason, refusal.facts["what"]) == ("forbidden", "move")


def test_attacking():
    """HX-9.2, HX-R18, HX-R19: an action, attack, range, an enemy."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "barricade", "d4", die=1).put(0, "thorn_boar", "f4")
    table.put(1, "moss_troll", "e5").put(1, "gull_scout", "e7").pool(0, "CC")
    assert table.refusal("attack f4 e5").reason == "no_action_left"
    assert table.refusal("attack d4 e5").reason == "no_attack"
    refusal = table.refusal("attack e4 e7")
    assert (refusal.reason, refusal.facts["n"], refusal.facts["reach"]) == ("out_of_range", 3, 1)
    assert table.refusal("attack e4 d4").reason == "no_enemy"
    table.play("0 attack e4 e5")
    assert (table.energy(0), table.die("e4"), table.stack) == ("C", 0, ["attack cinder_hound"])


def test_no_line_of_sight():
    """HX-9.2, HX-10.5."""
    table = TestTable().put(0, "great_ballista", "e3", die=1).put(0, "red_hearth", "e4").put(1, "red_hearth", "e5").put(1, "town_militia", "e6")
    table.pool(0, "C").play("0 attack e3 e6", "--")
    assert table.at("e6") is None


def test_ambush():
    """HX-9.3, HX-R20: each for an action and an energy, named in the declaration, in rising order."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "barricade", "d4", die=1).put(0, "thorn_boar", "d5", die=1)
    table.put(1, "moss_troll", "e5").pool(0, "CCC")
    assert table.refusal("attack e4 e5 d5 d4").reason == "bad_choice"
    assert table.refusal("attack e4 e5 e4").reason == "bad_choice"
    table.play("0 attack e4 e5 d4 d5")
    assert [table.die(h) for h in ("e4", "d4", "d5")] == [0, 0, 0]
    assert table.energy(0) == ""
    table.play("0 pass")
    assert "attack" not in table.offered()
    table.play("1 pass")
    assert table.points("e5") == 1, "3 + 0 + 2 - 1"
    poor = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "thorn_boar", "d5", die=1).put(1, "moss_troll", "e5").pool(0, "C")
    assert poor.refusal("attack e4 e5 d5").reason == "not_enough_energy"


def test_attack_triggers():
    """HX-9.4: one for each attacker that has one; they resolve before the combat."""
    table = TestTable().put(0, "gorrak_the_unquenched", "e4", die=2).put(1, "town_militia", "e5").put(1, "town_militia", "d4").pool(0, "C")
    table.play("0 attack e4 e5")
    assert (table.stack, table.seat) == (["trigger gorrak_the_unquenched", "attack gorrak_the_unquenched"], 0)
    table.play("--")
    assert (table.points("e5"), table.points("d4")) == (1, 1)


def struck(card: str = "thorn_boar", **fields) -> TestTable:
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "torchrunner", "d5", die=1).put(1, card, "e5", **fields).pool(0, "CC").pool(1, "C")
    return table.play("0 attack e4 e5 d5", "0 pass")


def test_counterstrike():
    """HX-9.5, HX-R9, HX-R10: on top of the stack, by the target, once, against a named attacker."""
    table = struck()
    assert table.offered("counterstrike") == ["d5", "e4"]
    assert table.refusal("counterstrike e5 energy").reason == "bad_target"
    table.play("1 counterstrike d5 energy")
    assert (table.seat, table.state.passes, table.stack) == (0, 0, ["attack cinder_hound"])
    table.play("0 pass")
    assert table.refusal("counterstrike e4 counter").reason == "already_counterstruck"
    table.play("1 pass")
    assert (table.at("d5"), table.points("e4")) == (None, 2), "it hits only the one it names"


@pytest.mark.parametrize(
    ("card", "fields", "action", "reason"),
    [
        ("thorn_boar", {"die": 2}, "counterstrike e4 energy", "has_die"),
        ("thorn_boar", {"die": COUNTERSTRUCK}, "counterstrike e4 energy", "already_counterstruck"),
        ("thorn_boar", {"points": 1}, "counterstrike e4 counter", "last_counter"),
        ("thorn_boar", {"forbidden": ("counterstrike",)}, "counterstrike e4 energy", "forbidden"),
        ("blue_jetty", {}, "counterstrike e4 energy", "no_attack"),
    ],
)
def test_counterstrikes_that_are_refused(card, fields, action, reason):
    """HX-9.5, HX-9.6, HX-R8, HX-R49."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, card, "e5", **fields).pool(0, "C").pool(1, "C").play("0 attack e4 e5", "0 pass")
    refusal = table.refusal(action)
    assert refusal.reason == reason
    assert refusal.rule == "HX-9.5"


def test_a_building_counterstrikes_and_pays_with_potency():
    """HX-9.5, HX-R49: attack and a free place for a die are enough; its own energy may pay."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "watchtower", "e5").pool(0, "C").play("0 attack e4 e5", "0 pass")
    assert table.legal("counterstrike") == ["counterstrike e4 energy e5x1", "counterstrike e4 counter"]
    table.play("1 counterstrike e4 counter", "--")
    assert (table.points("e5"), table.at("e4")) == (1, None)


def test_a_counterstrike_only_against_the_attack_on_top():
    """HX-R10, HX-9.5."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "thorn_boar", "e5").pool(0, "C").pool(1, "CG").hand(1, "rootsnare")
    table.play("0 attack e4 e5", "0 pass", "1 cast rootsnare e4", "0 pass")
    assert table.refusal("counterstrike e4 energy").facts["need"] == "attack_on_top"
    assert TestTable().refusal("counterstrike e4 energy").facts["need"] == "attack_on_top"


def test_once_an_enemy_turn():
    """HX-9.6, HX-7.2: the die 6 stays until its controller's Actions Phase, and is no action."""
    table = struck("moss_troll").play("1 counterstrike d5 energy", "--", "--", "0 pass", "1 pass", "--")
    assert table.die("e5") == COUNTERSTRUCK
    table.play("--")
    assert (table.state.active, table.die("e5")) == (1, 2)


def test_damage():
    """HX-9.7, HX-9.9, HX-R41: the sum against the defense; the counter side against the sum of all defenses."""
    table = TestTable().put(0, "shield_bearer", "d5", die=1).put(0, "sun_lancer", "e4", die=1).put(1, "world_root_colossus", "e5")
    table.pool(0, "CC").pool(1, "C").play("0 attack e4 e5 d5", "0 pass", "1 counterstrike e4 energy", "--")
    assert (table.points("e5"), table.at("e4")) == (8, None), "2 + 1 - 2, and 7 - 2 on the Lancer alone"
    combat = table.all("combat")
    assert [(c["attack"], c["defense"], c["n"]) for c in combat] == [(3, 2, 1), (7, 2, 2)]


def test_who_still_takes_part():
    """HX-9.8: attackers that have gone or are out of range drop out; each side is checked by itself."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(0, "thorn_boar", "d5", die=1).put(1, "moss_troll", "e5").pool(0, "CC")
    table.hand(1, "undertow").pool(1, "BC").play(
        "0 attack e4 e5 d5", "0 pass", "1 counterstrike e4 energy", "0 pass", "1 cast undertow e4 e3", "--", "--"
    )
    assert table.points("e5") == 4, "only the Boar is left: 2 - 1"
    assert table.points("e3") == 2, "out of the target's range"
    gone = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "moss_troll", "e5").hand(1, "back_to_the_foam").pool(0, "C").pool(1, "CCB")
    gone.play("0 attack e4 e5", "0 pass", "1 cast back_to_the_foam e5", "--", "--")
    assert (gone.last("fizzled")["what"], gone.state.after_combat) == ("attack", True)


def test_both_at_once():
    """HX-9.9, HX-R14: also when both have Combat Priority."""
    table = TestTable().put(0, "sun_lancer", "e4", die=1).put(1, "sun_lancer", "e5").pool(0, "C").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "--")
    assert (table.at("e4"), table.at("e5")) == (None, None)


def test_combat_priority_of_the_target():
    """HX-9.10, HX-10.3, HX-R52: its counterstrike comes first, and what is destroyed strikes no more."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "sun_lancer", "e5").pool(0, "C").pool(1, "C")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "--")
    assert (table.at("e4"), table.stack) == (None, ["strike_attack cinder_hound"])
    table.play("--")
    assert table.points("e5") == 2


def test_the_second_half_has_fresh_numbers():
    """HX-9.10, HX-R13: both may respond between the halves; a half cannot be cancelled."""
    table = TestTable().put(0, "paladin_of_the_zenith", "e4", die=1).put(1, "moss_troll", "e5").pool(0, "CYYY").pool(1, "CY")
    table.hand(0, "close_ranks", "white_flag").play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "--")
    assert (table.points("e5"), table.stack, table.window) == (2, ["strike_counter paladin_of_the_zenith"], "half")
    assert "white_flag" not in table.offered("cast"), "a half is no attack"
    table.play("0 cast close_ranks e4", "--", "--")
    assert table.points("e4") == 5, "3 - (2 + 1)"


def test_an_ambush_has_combat_priority_only_together():
    """HX-9.10, HX-R15: all who take part need the keyword."""
    table = TestTable().put(0, "sun_lancer", "e4", die=1).put(0, "sun_lancer", "d5", die=1).put(1, "crypt_guard", "e5").pool(0, "CC").pool(1, "C")
    table.play("0 attack e4 e5 d5", "0 pass", "1 counterstrike e4 energy", "--")
    assert table.all("split") == [{"seat": 0, "what": "strike_attack"}]


def test_a_blow_whose_strikers_have_gone_splits_nothing():
    """HX-9.8, HX-9.10: of an attacker that was moved away nothing is left that could be first; the counterstrike reaches it where it is."""
    table = TestTable().put(0, "cinder_hound", "e4", die=1).put(1, "magma_slinger", "e5").pool(0, "C").pool(1, "CB").hand(1, "undertow")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "0 pass", "1 cast undertow e4 e3", "--", "--")
    assert table.all("split") == []
    assert [(c["what"], c["hex"], c["n"]) for c in table.all("combat")] == [("counterstrike", "e3", 2)]


def test_cancelling_the_one_that_is_named():
    """HX-4.5, HX-9.12: whatever lies above and below it stays."""
    for named in ("spark_lance", "war_drums", "mend"):
        table = TestTable().put(0, "torchrunner", "e4").put(1, "thorn_boar", "e5").pool(0, "RRY").hand(0, "spark_lance", "war_drums", "mend")
        table.pool(1, "BBB").hand(1, "unspeak").play("0 cast spark_lance e5", "0 cast war_drums e4", "0 cast mend e4", "0 pass")
        word = next(f"s{i.id}" for i in table.state.stack if i.card == named)
        table.play(f"1 cast unspeak {word}", "--")
        assert table.stack == [f"spell {card}" for card in ("mend", "war_drums", "spark_lance") if card != named]
        assert table.state.sides[0].graveyard == [named]


def test_cancelling_an_attack():
    """HX-9.12: its counterstrike ends too, nothing comes back, the die 6 stays."""
    table = TestTable().put(0, "cinder_hound", "e4", die=2).put(1, "thorn_boar", "e5").hand(1, "white_flag").pool(0, "C").pool(1, "CCY")
    table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "0 pass").play(f"1 cast white_flag {item(table)}", "--")
    assert (table.points("e4"), table.points("e5"), table.die("e4"), table.die("e5")) == (2, 3, 1, COUNTERSTRUCK)
    assert (table.energy(0), table.asked) == ("", "main")


# Keywords


@pytest.mark.parametrize(("card", "meets"), [("cinder_hound", False), ("gull_scout", True), ("bramble_spider", True), ("magma_slinger", True)])
def test_flying(card, meets):
    """HX-10.1, HX-10.5, HX-R12, HX-R16."""
    table = TestTable().put(0, card, "e4", die=1).put(1, "dusk_bat", "e5").pool(0, "C")
    assert ("attack e4 e5" in table.legal("attack")) == meets
    if not meets:
        refusal = table.refusal("attack e4 e5")
        assert (refusal.reason, refusal.rule) == ("flying", "HX-10.1")


def test_flying_moves_like_anything_else():
    """HX-10.1."""
    table = TestTable().put(0, "gull_scout", "e4", die=2).put(1, "blue_jetty", "e5").pool(0, "CC")
    assert table.offered("move", "e4") == ["d3", "d4", "e3", "f3", "f4"]


def test_haste():
    """HX-10.2: a die at once; without it none until the next own Actions Phase."""
    table = TestTable().put(0, "red_hearth", "e2").hand(0, "torchrunner", "goblin_sapper").pool(0, "CRR")
    table.play("0 cast torchrunner e3", "--", "0 cast goblin_sapper d2", "--")
    assert (table.die("e3"), table.die("d2")) == (2, 0)
    table.play("0 pass", "1 pass", "--", "--", "--", "--", "1 pass", "0 pass", "--", "--")
    assert (table.state.active, table.die("d2")) == (0, 2)


def test_regeneration():
    """HX-10.4, HX-R26: in the own Draw Phase, one hitpoint, checked when it is placed and when it resolves."""
    table = TestTable().put(0, "bone_walker", "e3", points=1).put(0, "moss_troll", "e4").put(1, "bone_walker", "e7", points=1).turn_begins()
    assert table.stack == ["regeneration bone_walker", "draw"]
    table.play("--")
    assert (table.points("e3"), table.points("e7")) == (2, 1)
    late = TestTable().put(0, "bone_walker", "e3", points=1).hand(0, "mend").pool(0, "Y").turn_begins()
    late.pool(0, "Y").play("0 cast mend e3", "--", "--")
    assert late.points("e3") == 2, "not above the printed number"
    granted = TestTable().put(0, "thorn_boar", "e3", points=1, under=[("bark_skin", 0)]).turn_begins().play("--")
    assert granted.points("e3") == 2


def test_a_keyword_twice_does_nothing_more():
    """HX-10.5."""
    table = TestTable().put(0, "bone_walker", "e3", points=1, under=[("bark_skin", 0)]).turn_begins()
    assert table.stack == ["regeneration bone_walker", "draw"]
    assert RULES.view(table.state, None).board.realities[0].keywords == ("regeneration",)
