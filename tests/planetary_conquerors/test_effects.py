"""Triggers, replacement, HP and damage, keywords (sections 8, 9, 10, 13)."""

from __future__ import annotations

from tests.planetary_conquerors.table import TestTable

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}


# Triggers (section 8)


def test_looking_back():
    """PC-8.1, PC-R54: dies and destroyed look at the moment before; cards that leave together see each other leave; miners do not die."""
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").put(1, "salvage_crew").put(1, "outpost", hp=2).put(1, "bulwark", hp=1)
    t.put(1, "insured_depot", hp=3).play("0 play orbital_bombardment")
    while t.asked == "order":
        t.play("0 next " + t.offered("next")[0])
    assert t.stored(1, "gold") == 6, "three buildings, the depot among them"
    assert [e["n"] for e in t.all("drew") if e["seat"] == 1] == [2]
    t = TestTable().put(0, "geode_cutter").put(0, "salvage_crew").play("0 activate geode_cutter a1")
    assert t.has(0) == "0/3/0"
    assert t.side(0).junkyard == ["geode_cutter"]
    assert not t.all("died") + t.all("destroyed")


def test_suspended_triggers():
    """PC-8.2: what is triggered during a spell runs right after it, not inside."""
    t = TestTable().stock(0, 1, 1).hand(0, "blood_price").put(0, "martyr").put(1, "bomb_carrier").put(0, "wall_drone")
    t.play("0 play blood_price", "0 sacrifice martyr")
    assert t.side(0).junkyard == ["martyr", "blood_price"]
    assert t.asked == "order", "both have died together, and the spell lies in the junkyard"
    t.play("0 next martyr.a0")
    assert t.hp("wall_drone") == 3


def test_the_active_player_orders():
    """PC-8.3, PC-R29, PC-R55: whoever controls them; identical ones run without asking."""
    t = TestTable().put(0, "field_hospital").put(0, "burning_zealot", hp=2).play("0 end", "0 none", "0 end")
    assert t.asked == "order"
    t.play("0 next field_hospital.a0")
    if t.asked == "order":
        t.play("0 next field_hospital.selfheal")
    assert t.hp("burning_zealot") == 1, "healed first, then it lost two"
    t = TestTable().put(0, "field_hospital").put(0, "burning_zealot", hp=2).play("0 end", "0 none", "0 end", "0 next burning_zealot.selfdestroy")
    assert t.thing("burning_zealot") is None
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").put(1, "martyr").put(1, "martyr", "other").play("0 play orbital_bombardment")
    assert t.asked == "main", "two Martyrs are alike"
    t = TestTable().put(0, "drill_sergeant", "one").put(0, "drill_sergeant", "two").play("0 end", "0 attack one m2", "0 attack two m2", "0 confirm")
    assert (t.hp("m2"), t.asked) == (15 - 3 - 3, "trap"), "so are two Sergeants"
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").put(1, "bomb_carrier", "one").put(1, "bomb_carrier", "two").put(0, "trooper")
    t.play("0 play orbital_bombardment")
    assert t.offered("next") == [f"c{t.names['one']}.a0", f"c{t.names['two']}.a0"], "but not two that aim: each is a source of damage of its own"


def test_mining_asks_only_where_it_matters():
    """PC-8.4: with a replacement for adding, the order is asked."""
    t = TestTable().stock(0, 5, 0).put(0, "pit_alchemist").put(0, "deep_driller").put(0, "gold_miner").phase("mining")
    assert t.asked == "order"
    t = TestTable().stock(0, 3, 0).put(0, "pit_alchemist").put(0, "deep_driller").put(0, "gold_miner").phase("mining")
    assert t.asked == "order", "three and four would be too much"
    t = TestTable().stock(0, 2, 0).put(0, "pit_alchemist").put(0, "deep_driller").put(0, "gold_miner").phase("mining")
    assert (t.asked, t.has(0)) == ("kuk", "6/0/0"), "the storage does not overflow"
    t = TestTable().stock(0, 5, 0).put(0, "solar_array").put(0, "dynamo_keeper").phase("mining")
    assert t.asked == "order", "the array looks whether there is electricity"
    t = TestTable().stock(0, 5, 0).put(0, "solar_array").put(0, "gold_miner").phase("mining")
    assert t.asked == "kuk", "gold does not concern the array"
    t = TestTable().stock(0, 5, 0).put(0, "gold_miner").put(0, "gold_miner").put(0, "collector_of_cosmium").phase("mining")
    assert t.asked == "kuk"


def test_optional_triggers():
    """PC-8.5: asked only if it could take place; declining does nothing."""
    t = TestTable().stock(0, 3, 3).hand(0, "scrap_necromancer").junk(0, "outpost", "heavy_walker").play("0 play scrap_necromancer")
    assert t.asked == "main", "no warrior of three or less lies there"
    t = TestTable().stock(0, 3, 3).hand(0, "scrap_necromancer").junk(0, "recruit").play("0 play scrap_necromancer", "0 no")
    assert t.side(0).junkyard == ["recruit"]
    t = (
        TestTable()
        .stock(0, 3, 3)
        .hand(0, "scrap_necromancer")
        .junk(0, "recruit", "raider")
        .play("0 play scrap_necromancer", "0 yes", "0 choose raider")
    )
    assert t.thing("raider").exhausted
    assert t.side(0).junkyard == ["recruit"]


def test_a_trigger_whose_card_has_gone():
    """PC-8.6, PC-10.6: it still runs; its card is no more than a source of damage."""
    t = TestTable(loud=True).stock(0, 1, 1).stock(1, 0, 0, 1).hand(0, "plasma_shot").hand(1, "iron_skin").put(1, "bomb_carrier").put(0, "trooper")
    t.play("0 play plasma_shot", "--", "0 choose bomb_carrier", "--", "--")
    assert t.thing("trooper") is None
    assert t.last("damaged")["by"] == "bomb_carrier"


def test_the_if_holds_twice():
    """PC-8.1, 17a: checked when it fires and when it runs."""
    t = TestTable().put(0, "night_panner").put(0, "night_panner", "second").phase("end")
    assert t.all("gained") == [{"seat": 0, "n": [2, 0, 0], "lost": [0, 0, 0]}], "after the first there is gold"


# Replacement (section 9)


def test_at_once_and_without_window():
    """PC-9.1, PC-7.1: in the middle of a strike, before anything else."""
    t = TestTable(loud=True).put(0, "trooper").put(1, "topdecker").stock(0, 1, 1).hand(0, "plasma_shot").play("0 play plasma_shot")
    t.play("0 choose topdecker")
    assert t.side(1).library[0] == "topdecker"
    assert t.asked == "main"


def test_two_that_match():
    """PC-9.2, PC-R40, PC-9.3: the controller of the affected thing chooses; each applies at most once; declined ones are not offered again."""
    t = TestTable().put(0, "raider").put(1, "outpost").put(1, "bunker_link", "one").put(1, "bunker_link", "two")
    t.play("0 end", "0 attack raider outpost", "0 confirm")
    assert (t.seat, t.offered("replace")) == (1, [f"c{t.names['one']}.a0", f"c{t.names['two']}.a0"])
    t.play("1 replace one.a0")
    assert t.offered("replace") == [f"c{t.names['two']}.a0"], "the second may take it from the first, the first not back"
    t.play("1 decline")
    assert (t.hp("one"), t.hp("two"), t.hp("outpost")) == (2, 6, 4)
    t = TestTable().put(0, "siege_titan").put(1, "outpost").put(1, "bunker_link").play("0 end", "0 attack siege_titan outpost", "0 confirm")
    t.play(f"1 replace {t.offered('replace')[0]}")
    assert t.asked in ("replace", "trap")


def test_paying_is_the_yes():
    """PC-9.3, PC-R39: offered only if it can be paid."""
    t = TestTable().put(0, "heavy_walker").put(1, "phoenix_spire", hp=2).stock(1, 0, 2)
    t.play("0 end", "--", "0 attack heavy_walker phoenix_spire", "0 confirm", "--", "1 replace phoenix_spire.a0")
    assert (t.hp("phoenix_spire"), t.has(1)) == (3, "0/0/0")
    t = TestTable().put(0, "heavy_walker").put(1, "phoenix_spire", hp=2).stock(1, 0, 5)
    t.play("0 end", "0 attack heavy_walker phoenix_spire", "0 confirm", "1 replace phoenix_spire.a0")
    assert (t.hp("phoenix_spire"), t.has(1), t.asked) == (3, "0/3/0", "trap"), "once for one event"
    t = TestTable().put(0, "heavy_walker").put(1, "phoenix_spire", hp=2).stock(1, 0, 1)
    t.play("0 end", "--", "0 attack heavy_walker phoenix_spire", "0 confirm", "--")
    assert t.thing("phoenix_spire") is None
    t = TestTable().put(0, "heavy_walker").put(1, "phoenix_spire", hp=2).stock(1, 0, 2)
    t.play("0 end", "--", "0 attack heavy_walker phoenix_spire", "0 confirm", "--", "1 decline")
    assert (t.thing("phoenix_spire"), t.has(1)) == (None, "0/2/0")


def test_one_after_another():
    """PC-9.4: from the active player, mine, buildings, warriors; then all happens together."""
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").stock(1, 2, 2).put(1, "last_stand_veteran", hp=1).put(1, "phoenix_spire", hp=1)
    t.stops(1, "pass_damage").play("0 play orbital_bombardment")
    assert t.offered("replace") == [f"c{t.names['phoenix_spire']}.a0"]
    t.play("1 replace phoenix_spire.a0")
    assert t.offered("replace") == [f"c{t.names['last_stand_veteran']}.a0"]
    t.play("1 decline")
    assert t.hp("phoenix_spire") == 3
    assert t.thing("last_stand_veteran") is None


def test_redirected_damage_is_not_announced_anew():
    """PC-9.5, PC-10.6: no second window, the same source."""
    t = TestTable().stock(0, 3, 3).stock(1, 0, 1).hand(0, "meteor_strike").hand(1, "iron_skin").put(1, "bodyguard").put(1, "outpost")
    t.play("0 play meteor_strike", "0 choose m2", "1 pass", "1 replace bodyguard.a0")
    assert (t.hp("m2"), t.hp("bodyguard")) == (15, 1)
    assert t.last("damaged")["by"] == "meteor_strike"


def test_adding_instead():
    """PC-9.1, PC-9.2: Pit Alchemist turns gold into cosmium while the gold storage is full."""
    t = TestTable().stock(0, 6, 0).put(0, "pit_alchemist").phase("mining")
    assert t.has(0) == "6/1/0"
    t = TestTable().stock(0, 5, 0).put(0, "pit_alchemist").phase("mining")
    assert t.has(0) == "6/0/0"


# HP and damage (section 10)


def test_most_hp():
    """PC-10.1, PC-10.8: never more than printed; damage stays until healed."""
    t = TestTable().stock(0, 3).hand(0, "patch_up", "patch_up").mine(0, 13).put(0, "outpost", hp=4)
    t.play("0 play patch_up", "0 choose m1")
    assert t.hp("m1") == 15
    t.play("0 play patch_up", "0 choose outpost")
    assert t.hp("outpost") == 4


def test_attack_now():
    """PC-10.2: printed, static and changes; never below 0."""
    t = TestTable().put(0, "war_academy").put(0, "trooper", attack=2).put(0, "wall_drone", attack=-5).put(1, "trooper", "other")
    assert (t.attack("trooper"), t.attack("wall_drone"), t.attack("other")) == (5, 0, 2)


def test_damage_in_order():
    """PC-10.3, PC-R52: replacement, Shielding, HP; 0 is no damage and triggers nothing; nothing is passed on."""
    t = TestTable().put(0, "saboteur").stock(1, 2).mine(1, 15)
    t.state.things[-2] = t.state.things[-2].__class__(-2, "mine", 1, 1, 15, shielding=2)
    t.play("0 end", "--", "0 attack saboteur m2", "0 confirm", "--")
    assert (t.hp("m2"), t.has(0), t.has(1)) == (15, "0/0/0", "2/0/0")
    t = TestTable().put(0, "saboteur").stock(1, 2).play("0 end", "--", "0 attack saboteur m2", "0 confirm", "--")
    assert (t.hp("m2"), t.has(0), t.has(1)) == (13, "1/0/0", "1/0/0")
    t = TestTable().put(0, "wall_drone", attack=0).put(0, "siege_titan").put(1, "bulwark").play("0 end", "0 attack siege_titan bulwark", "0 confirm")
    assert t.all("damaged")[-1]["n"] == 11, "twice six, less one that Shielding prevents"
    assert t.thing("bulwark") is None
    assert t.hp("m2") == 15


def test_all_at_once():
    """PC-10.4: the packets of one instruction are dealt together."""
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").put(1, "war_academy", hp=2).put(1, "recruit").put(1, "outpost")
    t.play("0 play orbital_bombardment")
    assert sorted(e["card"] for e in t.all("damaged")) == ["outpost", "recruit", "war_academy"]
    assert t.hp("outpost") == 1


def test_the_damage_window():
    """PC-10.5, PC-R32: target and amount are known; afterwards the amount is counted again."""
    t = TestTable().put(0, "raider").trap("m2", "mirror_field").stock(0, 0, 1).hand(0, "iron_skin")
    t.play("0 end", "0 attack raider m2", "0 confirm", "0 pass", "0 pass")
    assert t.window == "damage"
    t.play("0 play iron_skin", "0 choose raider")
    assert t.thing("raider") is None, "four damage, two of them shielded, kill two HP"
    t = TestTable(loud=True).put(0, "recruit").put(0, "trooper").trap("m2", "mirror_field").stock(0, 1).hand(0, "rally")
    t.play("0 end", "0 pass", "0 attack trooper m2", "0 confirm", "0 pass", "0 pass", "0 play rally", "0 choose trooper")
    assert t.last("damaged")["n"] == 4, "the attack has grown in the window"


def test_without_hp():
    """PC-10.7, PC-13.11, PC-13.12: warriors die, buildings are destroyed, mines fall, after each instruction."""
    t = TestTable().stock(0, 4, 4, 1).hand(0, "orbital_bombardment").put(1, "recruit").put(1, "outpost", hp=1).mine(1, 3)
    t.play("0 play orbital_bombardment")
    assert [e["card"] for e in t.all("died")] == ["recruit"]
    assert [e["card"] for e in t.all("destroyed")] == ["outpost"]
    t = TestTable().stock(0, 3, 3).hand(0, "meteor_strike").mine(1, 5).play("0 play meteor_strike", "0 choose m2")
    assert t.state.places == ((0,), (1,))


# Keywords (section 13)


def test_draw():
    """PC-13.1, PC-14.6: one by one, and nothing from an empty deck."""
    t = (
        TestTable()
        .stock(0, 0, 1)
        .hand(0, "worthy_sacrifice")
        .put(0, "recruit")
        .deck(0, "trooper", "raider", "outpost")
        .play("0 play worthy_sacrifice")
    )
    assert t.side(0).hand == ["trooper", "raider"]


def test_kuk():
    """PC-13.2, PC-R47: look, put some to the bottom in any order, then draw; fewer cards than x."""
    t = TestTable().stock(0, 1, 3).hand(0, "deep_study")
    t.deck(0, "recruit", "trooper", "raider", "outpost", "bulwark").play("0 play deep_study")
    assert t.offered() == ["keep", "bottom"]
    t.play("0 bottom raider recruit")
    assert t.side(0).hand == ["trooper", "outpost", "bulwark"]
    assert t.side(0).library == ["raider", "recruit"]
    t = TestTable().stock(0, 1, 3).hand(0, "deep_study").deck(0, "recruit", "trooper").play("0 play deep_study", "0 bottom trooper")
    assert sorted(t.side(0).hand) == ["recruit", "trooper"]
    assert t.state.over, "the deck is out"


def test_look():
    """PC-13.3, PC-R47: Scavenge takes a miner or a building, the rest goes to the bottom in any order; Watchtower puts to either end."""
    t = TestTable().stock(0, 1).hand(0, "scavenge").deck(0, "recruit", "gold_miner", "trooper", "raider").play("0 play scavenge")
    assert t.offered("look") == ["gold_miner", "none"]
    t.play("0 look gold_miner trooper recruit")
    assert t.side(0).hand == ["gold_miner"]
    assert t.side(0).library == ["raider", "trooper", "recruit"]
    assert t.all("took") == [{"seat": 0}]
    t = TestTable().stock(0, 1).hand(0, "scavenge").deck(0, "recruit", "gold_miner").play("0 play scavenge", "0 look none gold_miner recruit")
    assert t.side(0).library == ["gold_miner", "recruit"]
    t = TestTable().stock(0, 0, 2).put(0, "watchtower").deck(0, "recruit", "gold_miner", "trooper").play("0 activate watchtower a0")
    t.play("0 look recruit bottom gold_miner top")
    assert t.side(0).library == ["gold_miner", "trooper", "recruit"]


def test_trapback():
    """PC-13.4, PC-R27: up to x traps from the junkyard, anywhere; it does not count as the placement of the turn; not the card itself."""
    t = TestTable().stock(0, 1, 1).hand(0, "trap_cache", "net_launcher").junk(0, "spike_pit", "land_mine", "recruit", "spike_pit").put(0, "outpost")
    t.play("0 play trap_cache", "0 place spike_pit m1 1", "0 place land_mine m1 1")
    assert t.column("m1") == ["land_mine", "spike_pit"]
    assert t.side(0).junkyard == ["recruit", "spike_pit", "trap_cache"]
    t.play("0 end", "0 place net_launcher m1 2")
    assert t.column("m1") == ["land_mine", "net_launcher", "spike_pit"]
    t = TestTable().put(0, "heavy_walker").trap("m2", "chain_reaction").play("0 end", "0 attack heavy_walker m2", "0 confirm")
    assert t.asked == "trap", "its own card may not come back"
    assert t.side(1).junkyard == ["chain_reaction"]
    t = TestTable().put(0, "heavy_walker").trap("m2", "chain_reaction").junk(1, "chain_reaction")
    t.play("0 end", "0 attack heavy_walker m2", "0 confirm", "1 done")
    assert t.side(1).junkyard == ["chain_reaction", "chain_reaction"]


def test_shielding_adds_up():
    """PC-13.5, PC-R35: one X of all Shieldings, per source and turn; cleared at every start phase."""
    t = TestTable().put(0, "raider").put(1, "bulwark").put(1, "shield_generator").play("0 end", "0 attack raider bulwark", "0 confirm")
    assert t.hp("bulwark") == 2
    assert t.thing("bulwark").absorbed == ((t.thing("raider").source, 2),)
    t.play("0 end")
    assert t.thing("bulwark").absorbed == ()


def test_final_hit_only_from_the_fight():
    """PC-13.6, PC-R37: not from traps or spells, not for blockers, not without the blocker."""
    t = (
        TestTable()
        .put(0, "grudge_bearer")
        .trap("m2", "spike_pit")
        .put(1, "recruit")
        .play("0 end", "0 attack grudge_bearer m2", "0 confirm", "1 done")
    )
    assert t.thing("grudge_bearer") is None
    assert t.hp("recruit") == 2
    t = TestTable().put(0, "trooper").put(1, "grudge_bearer").play("0 end", "0 attack trooper m2", "0 confirm", "1 block trooper grudge_bearer")
    assert (t.thing("grudge_bearer"), t.hp("trooper")) == (None, 1)
    t = TestTable().put(0, "vengeful_duelist").put(1, "raider").play("0 end", "0 attack vengeful_duelist m2", "0 confirm")
    t.play("1 block vengeful_duelist raider")
    assert t.thing("vengeful_duelist") is t.thing("raider") is None
    assert len([e for e in t.all("damaged") if e["by"] == "vengeful_duelist"]) == 1, "the blocker had died too"
    t = TestTable().put(0, "grudge_bearer").trap("m2", "ambush_post").put(1, "trooper")
    t.play("0 end", "0 attack grudge_bearer m2", "0 confirm", "1 done")
    assert t.thing("trooper") is None, "also from the fight of a block instruction"


def test_selfheal_and_selfdestroy():
    """PC-13.7, PC-13.8, PC-R36: at the end of the controller's turn; losing HP is no damage."""
    t = TestTable(loud=True).put(0, "regrowing_ogre", hp=2).put(0, "crumbling_colony").put(0, "shield_generator").put(1, "crumbling_colony", "other")
    t.play("0 end", "0 none", "0 end")
    if t.asked == "order":
        t.play("0 next regrowing_ogre.selfheal")
    assert (t.hp("regrowing_ogre"), t.hp("crumbling_colony"), t.hp("other")) == (4, 8, 9)
    assert not t.all("damaged")
    assert [(e["card"], e["keyword"]) for e in t.all("healed") + t.all("hp_lost")] == [
        ("regrowing_ogre", "selfheal"),
        ("crumbling_colony", "selfdestroy"),
    ]


def test_illusions():
    """PC-13.9, PC-9.6, PC-R38, PC-R39: an illusion vanishes instead of going anywhere, and may pay as a sacrifice."""
    t = TestTable().put(0, "altar_of_progress").put(0, "hologram_scout").put(0, "martyr", illusion=True).deck(0, *["recruit"] * 9)
    t.play("0 activate altar_of_progress a0 martyr")
    assert t.has(0) == "0/1/0"
    assert [e["n"] for e in t.all("drew")] == [1], "the altar draws, the illusion of a Martyr does not"
    assert (t.side(0).vanished, t.side(0).junkyard) == (["martyr"], [])
    t = TestTable().stock(0, 0, 2).hand(0, "emergency_recall").put(1, "dream_stalker").play("0 play emergency_recall")
    assert (t.side(1).hand, t.side(1).vanished) == ([], ["dream_stalker"])


def test_sacrifice():
    """PC-13.10: to the owner's junkyard; dying and being destroyed with it; a replaced one counts as done."""
    t = TestTable().put(0, "altar_of_progress").put(0, "topdecker").put(0, "recruit").play("0 activate altar_of_progress a0 topdecker")
    assert t.has(0) == "0/1/0"
    assert t.side(0).hand == ["topdecker"], "put on the deck instead, and drawn by the altar"
    t = TestTable().stock(0, 1, 1).hand(0, "blood_price").put(0, "recruit").put(1, "trooper").put(1, "raider").play("0 play blood_price")
    assert (t.seat, t.asked) == (1, "sacrifice_choice")
    t.play("1 sacrifice raider")
    assert (t.side(0).junkyard, t.side(1).junkyard) == (["recruit", "blood_price"], ["raider"])
    assert len(t.all("sacrificed")) == 2


def test_exhausted():
    """PC-13.13, PC-R18: neither attacks nor blocks, but its paid effect works and it is damaged normally."""
    t = TestTable().put(0, "field_medic", exhausted=True).put(0, "recruit", hp=1).stock(0, 1).put(1, "trooper", exhausted=True)
    t.play("0 activate field_medic a0", "0 choose recruit")
    assert t.hp("recruit") == 2
    t.play("0 end")
    assert t.refusal("attack field_medic m2").reason == "exhausted"
    t.play("0 attack recruit m2", "0 confirm")
    assert t.asked == "trap", "nobody could block"


def test_control():
    """PC-13.14: it comes with HP, exhaustion and changes, and stays."""
    t = TestTable().stock(0, 4, 4).hand(0, "mind_hijacker").put(1, "wall_drone", hp=3, exhausted=True).put(1, "raider").play("0 play mind_hijacker")
    stolen = t.thing("wall_drone")
    assert (stolen.controller, stolen.owner, stolen.hp, stolen.exhausted) == (0, 1, 3, True)
    assert t.planet(1) == ["raider"]


def test_stealing_with_a_full_storage():
    """PC-R50: only what fits is moved."""
    t = TestTable().stock(0, 6, 1).stock(1, 3).put(0, "ore_smuggler").stops(1, "pass_paid").play("0 activate ore_smuggler a1")
    assert (t.has(0), t.has(1)) == ("6/0/0", "3/0/0")
    t = TestTable().stock(0, 5, 1).stock(1, 3).put(0, "ore_smuggler").play("0 activate ore_smuggler a1")
    assert (t.has(0), t.has(1)) == ("6/0/0", "2/0/0")


def test_final_hit_with_the_attack_it_had_last():
    """PC-13.6: what happens in the window before the fight counts, in either direction."""
    t = TestTable().put(0, "grudge_bearer").trap("m2", "ambush_post").put(1, "ironclad_guard").stock(0, 1).hand(0, "rally")
    t.play("0 end", "0 attack grudge_bearer m2", "0 confirm", "1 done", "0 play rally", "0 choose grudge_bearer", "--")
    assert (t.thing("grudge_bearer"), t.thing("ironclad_guard")) == (None, None), "four in the fight, four more"
    t = TestTable().put(0, "grudge_bearer").put(0, "war_academy", hp=5).trap("m2", "ambush_post").put(1, "ironclad_guard")
    t.stock(1, 3, 2).hand(1, "demolition_charge").play("0 end", "1 pass", "0 attack grudge_bearer m2", "0 confirm", "1 done", "1 pass", "1 pass")
    t.play("1 play demolition_charge", "--")
    assert [e["n"] for e in t.all("damaged") if e["by"] == "grudge_bearer"] == [2, 2]
    assert t.hp("ironclad_guard") == 3


def test_a_trap_that_comes_back_is_the_same_source():
    """PC-1.7, PC-13.5: in the turn in which it was turned over, what Shielding has prevented of its damage counts on."""
    t = TestTable().put(0, "shieldbearer").put(0, "trooper").trap("m2", "gas_vent").put(1, "trapsmith_workshop").stock(1, 2)
    t.play("0 end", "0 attack shieldbearer m2", "0 attack trooper m2", "0 confirm", "1 pass", "1 pass")
    assert (t.hp("shieldbearer"), t.hp("trooper"), t.window) == (5, 2, "line"), "Shielding 1 prevents it"
    t.play("1 activate trapsmith_workshop a0", "1 place gas_vent m2 1")
    assert (t.hp("shieldbearer"), t.hp("trooper")) == (4, 1), "the same source: Shielding has nothing left against it"
