"""Every card is played, activated, triggered or sprung once, and does what its text says."""

from __future__ import annotations

import pytest

from data.language import LANGUAGES, texts
from render.look import Look
from render.planetary_conquerors import PAINTER
from tests.planetary_conquerors.table import CONTENT, RULES, TestTable

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}


def main(*hand: str) -> TestTable:
    return TestTable().stock(0, **RICH).hand(0, *hand)


def springs(card: str, attacker: str = "heavy_walker", **fields: object) -> TestTable:
    """A trap before the mine of seat 1, about to be met."""
    t = TestTable().put(0, attacker, "attacker", **fields).trap("m2", card).mine(1, 12).deck(1, "recruit", "trooper")
    return t.play("0 end")


def attack(t: TestTable) -> TestTable:
    return t.play("0 attack attacker m2", "0 confirm")


def mined(card: str, **stock: int) -> str:
    t = TestTable().stock(0, **stock).put(0, "outpost", "roof").put(0, card).phase("mining")
    while t.asked == "order":
        t.play("0 next " + t.offered("next")[0])
    return t.has(0)


MINERS = {
    "gold_miner": "1/0/0",
    "collector_of_cosmium": "0/1/0",
    "deep_driller": "2/0/0",
    "cosmium_sifter": "0/2/0",
    "twin_vein_prospector": "1/1/0",
    "salvage_crew": "1/0/0",
    "geode_cutter": "0/1/0",
    "ore_smuggler": "1/0/0",
    "dynamo_keeper": "0/0/1",
    "pit_alchemist": "1/0/0",
    "solar_array": "0/0/1",
    "fusion_reactor": "0/0/1",
}


@pytest.mark.parametrize("card", MINERS)
def test_production(card):
    assert mined(card) == MINERS[card]


def test_motherlode_baron_and_solar_array():
    t = TestTable().put(0, "motherlode_baron").put(0, "gold_miner").put(0, "night_panner").put(1, "gold_miner").phase("mining")
    assert t.has(0) == "3/0/0", "one of the Gold Miner, two of the Baron"
    assert mined("solar_array", electricity=1) == "0/0/1"


VANILLA = [w for w, c in CONTENT.cards.items() if c.type in ("miner", "building", "warrior") and w not in CONTENT.tokens]


@pytest.mark.parametrize("card", VANILLA)
def test_every_permanent_can_be_played(card):
    """PC-6.3: it enters with the printed numbers."""
    t = TestTable().stock(0, 6, 6, 3).hand(0, card).deck(0, *["recruit"] * 9).play(f"0 play {card}")
    thing = t.thing(card)
    hp = CONTENT.hp[card] - (2 if card == "storm_lancer" else 0)
    assert (thing.controller, thing.hp, t.attack(card)) == (0, hp, CONTENT.attack[card]), "the Lancer is the only warrior it could aim at"
    assert thing.exhausted == ("enters_exhausted" in CONTENT.traits[card])
    cost = CONTENT.cards[card].price.parts
    assert t.side(0).stock == tuple(n - c for n, c in zip((6, 6, 3), cost, strict=True))


def test_paid_effects_of_buildings_and_warriors():
    t = TestTable().stock(0, **RICH).put(0, "repair_bay").put(0, "outpost", hp=1).play("0 activate repair_bay a0", "0 choose outpost")
    assert t.hp("outpost") == 3
    t = TestTable().stock(0, 0, 3).put(0, "capacitor_bank").play("0 activate capacitor_bank a1")
    assert t.has(0) == "0/0/1"
    t = TestTable().stock(0, 2).put(0, "trapsmith_workshop").junk(0, "spike_pit").play("0 activate trapsmith_workshop a0", "0 place spike_pit m1 1")
    assert t.column("m1") == ["spike_pit"]
    t = TestTable().stock(0, 0, 0, 1).put(0, "orbital_cannon").play("0 activate orbital_cannon a0", "0 choose m2")
    assert t.hp("m2") == 11
    t = TestTable().stock(0, 0, 2).put(0, "mirage_projector").play("0 activate mirage_projector a0")
    assert t.thing("hologram").controller == 0
    t = TestTable().stock(0, 0, 2).put(0, "queen_of_mirrors").put(0, "raider").play("0 activate queen_of_mirrors a0")
    assert t.thing("new_raider").illusion
    t = TestTable().stock(0, 0, 3).put(0, "kuk_oracle").deck(0, "raider", "recruit").play("0 activate kuk_oracle a1", "0 keep")
    assert t.side(0).hand == ["raider"]
    t = TestTable().stock(0, 0, 2).put(0, "queen_of_mirrors").put(0, "siege_titan").play("0 activate queen_of_mirrors a0")
    assert t.thing("new_siege_titan").exhausted, "a copy enters like the card"


def test_triggers_of_buildings():
    t = TestTable().put(0, "heavy_walker").put(1, "insured_depot").play("0 end", "0 attack heavy_walker insured_depot", "0 confirm")
    assert [e["n"] for e in t.all("drew") if e["seat"] == 1] == [2]
    t = TestTable().put(0, "trooper").put(1, "turret_nest").play("0 end", "0 attack trooper turret_nest", "0 confirm")
    assert (t.hp("trooper"), t.hp("turret_nest")) == (2, 3)
    t = TestTable().put(0, "field_hospital", hp=3).put(0, "trooper", hp=1).play("0 end", "0 none", "0 end")
    assert (t.hp("field_hospital"), t.hp("trooper")) == (4, 2)
    t = TestTable().put(0, "night_panner").play("0 end", "0 end")
    assert t.has(0) == "2/0/0"


def test_triggers_of_warriors():
    t = main("storm_lancer").put(1, "recruit").play("0 play storm_lancer", "0 choose recruit")
    assert t.thing("recruit") is None
    t = main("trap_engineer").junk(0, "spike_pit").play("0 play trap_engineer", "0 place spike_pit m1 1")
    assert t.column("m1") == ["spike_pit"]
    t = main("kuk_oracle").deck(0, "raider", "recruit").play("0 play kuk_oracle", "0 bottom raider")
    assert t.side(0).hand == ["recruit"]
    t = main("mind_hijacker").put(1, "raider").put(1, "wall_drone").play("0 play mind_hijacker")
    assert t.planet(0) == ["wall_drone", "mind_hijacker"], "a Raider has too much attack"


def test_last_stand():
    t = TestTable().stock(1, 2).put(0, "raider").put(1, "last_stand_veteran").play("0 end", "0 attack raider m2", "0 confirm")
    t.play("1 block raider last_stand_veteran", "1 replace last_stand_veteran.a0")
    assert (t.hp("last_stand_veteran"), t.has(1), t.thing("raider")) == (1, "0/0/0", None)
    t = TestTable().stock(0, 2).put(0, "last_stand_veteran").trap("m2", "land_mine").play("0 end", "0 attack last_stand_veteran m2", "0 confirm")
    t.play("0 replace last_stand_veteran.a0")
    assert (t.hp("last_stand_veteran"), t.hp("m2")) == (1, 15), "removed from the attack"


def test_traps_that_hurt():
    for card, hp in (("spike_pit", 5), ("tripwire_alarm", 6), ("salvage_pit", 6), ("land_mine", 3), ("gas_vent", 6), ("chain_reaction", 5)):
        t = attack(springs(card))
        assert (t.hp("attacker"), t.hp("m2")) == (hp, 6), card
    t = attack(springs("tripwire_alarm"))
    assert t.side(1).hand == ["recruit"]
    assert attack(springs("salvage_pit")).has(1) == "2/0/0"
    t = attack(springs("mirror_field", "trooper"))
    assert t.hp("attacker") == 1
    t = attack(springs("collapsing_tunnel"))
    assert (t.thing("attacker"), t.hp("m2")) == (None, 9)


def test_traps_that_stop():
    for card in ("net_launcher", "trapdoor", "turncoat_chip", "toll_snare"):
        t = attack(springs(card))
        assert t.hp("m2") == 12, card
    assert "heavy_walker" in attack(springs("trapdoor")).side(0).hand
    assert attack(springs("turncoat_chip")).thing("attacker").controller == 0, "too strong, only removed"
    assert attack(springs("turncoat_chip", "trooper")).thing("attacker").controller == 1
    t = attack(springs("decoy_hologram", "trooper"))
    assert (t.hp("m2"), t.hp("attacker"), t.side(1).vanished) == (12, 2, ["hologram"])
    t = springs("ambush_post", "trooper").put(1, "wall_drone")
    attack(t).play("1 done")
    assert (t.hp("m2"), t.hp("wall_drone")) == (12, 4)


def test_traps_that_give_and_take():
    t = attack(springs("cosmium_geyser", "recruit"))
    assert (t.hp("m2"), t.has(1)) == (14, "0/1/0")
    t = attack(springs("energy_drain").stock(0, 1, 3, 1).hand(0))
    assert (t.has(0), t.has(1)) == ("1/1/0", "0/1/0")
    t = springs("gas_vent").put(0, "recruit", hp=1)
    t.play("0 attack attacker m2", "0 attack recruit m2", "0 confirm")
    assert t.thing("recruit") is None, "each attacking warrior"


def test_spells_that_hurt():
    t = main("plasma_shot").put(1, "trooper").play("0 play plasma_shot")
    assert t.hp("trooper") == 1
    t = main("surge_strike").put(1, "outpost").play("0 play surge_strike")
    assert t.thing("outpost") is None
    t = main("meteor_strike").play("0 play meteor_strike", "0 choose m2")
    assert t.hp("m2") == 10
    t = main("orbital_bombardment").put(0, "recruit").put(1, "recruit", "other").put(1, "outpost").play("0 play orbital_bombardment")
    assert (t.hp("recruit"), t.thing("other"), t.hp("outpost"), t.hp("m2")) == (2, None, 1, 15)
    t = main("demolition_charge").put(1, "outpost").put(1, "habitat_dome").play("0 play demolition_charge")
    assert t.planet(1) == ["habitat_dome"]


def test_spells_that_help():
    t = main("patch_up").put(0, "outpost", hp=1).play("0 play patch_up", "0 choose outpost")
    assert t.hp("outpost") == 4
    t = main("rally").put(0, "recruit").play("0 play rally")
    assert t.attack("recruit") == 3
    t = main("iron_skin").play("0 play iron_skin", "0 choose m1")
    assert t.thing("m1").shielding == 2
    t = main("rearm").put(0, "recruit", exhausted=True).play("0 play rearm")
    assert not t.thing("recruit").exhausted
    t = main("second_wind").put(0, "recruit", exhausted=True).put(0, "watchtower", used=("a0",)).put(1, "trooper", exhausted=True)
    t.play("0 play second_wind")
    assert (t.thing("recruit").exhausted, t.thing("watchtower").used, t.thing("trooper").exhausted) == (False, (), True)
    t = TestTable().stock(0, 2).hand(0, "overcharge").play("0 play overcharge")
    assert (t.has(0), t.hp("m1")) == ("0/0/1", 14)


def test_spells_with_cards():
    t = main("quick_peek").deck(0, "raider", "recruit").play("0 play quick_peek", "0 keep")
    assert t.side(0).hand == ["raider"]
    t = main("worthy_sacrifice").put(0, "recruit").play("0 play worthy_sacrifice")
    assert len(t.side(0).hand) == 2
    t = main("mirror_image").put(1, "raider").play("0 play mirror_image")
    assert (t.thing("new_raider").controller, t.thing("new_raider").illusion) == (0, True)
    t = main("recon_drone").play("0 play recon_drone", "0 choose m2")
    assert len(t.side(0).hand) == 1
    t = main("emergency_recall").put(1, "raider").play("0 play emergency_recall")
    assert t.side(1).hand == ["raider"]


def test_spells_in_an_attack():
    t = TestTable().put(0, "trooper").put(0, "raider").stock(1, 2, 2).hand(1, "planetary_lockdown").stops(1, "pass_attack")
    t.play("0 end", "0 attack trooper m2", "0 attack raider m2", "0 confirm", "1 play planetary_lockdown")
    assert (t.hp("m2"), t.asked) == (15, "trap")
    t = TestTable().put(0, "trooper").stock(1, 1, 1).hand(1, "pull_back").stops(1, "pass_attack")
    t.play("0 end", "0 attack trooper m2", "0 confirm", "1 play pull_back")
    assert t.hp("m2") == 15


def test_cancelling():
    t = main("outpost").stock(1, **RICH).hand(1, "denial_order", "short_circuit").play("0 play outpost")
    assert t.offered("play") == ["denial_order"], "a building is no spell"
    t.play("1 play denial_order")
    assert t.side(0).junkyard == ["outpost"]
    t = main("quick_peek").stock(1, 0, 3).hand(1, "short_circuit").play("0 play quick_peek", "1 play short_circuit")
    assert t.side(0).junkyard == ["quick_peek"]
    assert t.asked == "main"


def test_traps_and_junkyards():
    t = main("trap_cache", "disarm").junk(0, "land_mine").trap("m2", "spike_pit").play("0 play trap_cache", "0 place land_mine m1 1")
    t.play("0 play disarm", "0 choose m2.1")
    assert (t.column("m1"), t.side(1).junkyard) == (["land_mine"], ["spike_pit"])
    t = main("grave_call").junk(0, "recruit", "raider", "outpost").play("0 play grave_call", "0 choose raider")
    assert t.side(0).hand == ["raider"]


def test_every_card_has_its_text_in_every_language():
    """Made from the data, so that it cannot say anything else than what happens."""
    for language in LANGUAGES:
        look = Look("light", texts(language, "planetary_conquerors"), ("A", "B"))
        for word, face in RULES.faces.items():
            text = PAINTER.cards.words(face, look)
            assert "pc." not in text, (language, word)
            assert "{" not in text


def test_keywords_stand_on_cards_that_are_played_here():
    """PC-17.3: the words of the vocabulary are all used by some card."""
    from rules.planetary_conquerors.effects import _DOES

    used = {type(i) for c in CONTENT.cards.values() for a in c.abilities for i in getattr(a, "do", ())}
    used |= {type(i) for c in CONTENT.cards.values() for a in c.abilities for d in getattr(a, "do", ()) for i in getattr(d, "otherwise", ())}
    used |= {type(i) for c in CONTENT.cards.values() for a in c.abilities for d in getattr(a, "do", ()) for i in getattr(d, "then", ())}
    assert set(_DOES) <= used
