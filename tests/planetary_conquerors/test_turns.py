"""The turn, playing cards, paid effects and reaction windows (sections 5 to 7)."""

from __future__ import annotations

from rules.notation import first
from rules.planetary_conquerors.content import PHASES
from rules.planetary_conquerors.state import Act, Window
from tests.planetary_conquerors.table import RULES, TestTable

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}


def windows(t: TestTable) -> list[tuple[int, str]]:
    """Passes through windows until something else is asked; returns who was asked in which."""
    found = []
    while t.state.ask and t.asked == "react":
        found.append((t.seat, t.state.frames[-1].reason))
        t._apply(t.seat, ("pass",))
    return found


def test_the_phases_and_their_windows():
    """PC-5.1, PC-5.2, PC-5.7, PC-5.9, PC-7.1, PC-R2, PC-R41: seven phases, a window before each; the last one belongs to the ending turn."""
    t = TestTable(loud=True).stock(0, **RICH).stock(1, **RICH).hand(0, "rally").hand(1, "rally").put(0, "recruit", exhausted=True)
    t.play("0 end")
    assert windows(t) == [(0, "phase:attack"), (1, "phase:attack"), (0, "phase:trap"), (1, "phase:trap")], "no attacker, so the phase ends by itself"
    assert t.asked == "trap"
    t.play("0 end")
    assert t.state.active == 0
    asked = windows(t)
    assert [w for _, w in asked[:4]] == ["phase:end", "phase:end", "phase:start", "phase:start"]
    assert asked[2:6] == [(0, "phase:start"), (1, "phase:start"), (1, "phase:mining"), (0, "phase:mining")], "then it is the other's turn"
    assert (t.state.active, t.state.phase, t.asked) == (1, "kuk", "kuk")
    assert PHASES == ("start", "mining", "kuk", "main", "attack", "trap", "end")


def test_the_start_phase():
    """PC-5.3, PC-5.10, PC-R2, PC-R17, PC-R56: own effects and warriors recover; all changes of all cards end."""
    t = (
        TestTable(active=1)
        .put(0, "field_medic", used=("a0",), exhausted=True)
        .put(0, "watchtower", used=("a0",))
        .put(0, "geode_cutter", used=("a1",))
    )
    t.put(1, "trooper", exhausted=True, attack=2, shielding=2, absorbed=((5, 1),)).put(1, "kuk_oracle", used=("a1",))
    for side in t.state.sides:
        side.converted = side.placed = side.moved = True
    t.play("1 end", "1 none")
    assert t.state.active == 0
    for name in ("field_medic", "watchtower", "geode_cutter"):
        assert not t.thing(name).used
    assert not t.thing("field_medic").exhausted
    trooper = t.thing("trooper")
    assert (trooper.exhausted, trooper.attack, trooper.shielding, trooper.absorbed) == (True, 0, 0, ())
    assert t.thing("kuk_oracle").used == ("a1",)
    mine = t.side(0)
    assert (mine.converted, mine.placed, mine.moved) == (False, False, False)
    assert t.side(1).converted


def test_changes_last_into_the_last_window():
    """PC-R56: "until the end of the turn" still holds in the window after the end phase."""
    t = TestTable().put(0, "recruit").stock(0, 1).stock(1, 1).hand(0, "rally").hand(1, "patch_up")
    t.play("0 play rally", "0 end", "0 none", "0 end")
    assert t.window == "start"
    assert t.attack("recruit") == 3
    t.play("1 pass")
    assert t.attack("recruit") == 1


def test_automatic_steps():
    """PC-5.4, PC-5.5, PC-5.8: mining adds, kuk is Kuk 1, the trap phase draws one card."""
    t = TestTable().put(0, "gold_miner").deck(0, "trooper", "raider", "recruit", "recruit").phase("start")
    assert (t.has(0), t.asked) == ("1/0/0", "kuk")
    t.play("0 bottom trooper")
    assert t.side(0).hand == ["raider"]
    t.play("0 end")
    assert (t.asked, len(t.side(0).hand)) == ("trap", 2)


def test_the_main_phase():
    """PC-5.6, PC-6.1, PC-16.2: one action after another, each carried out completely; permanents only here."""
    t = TestTable().stock(0, **RICH).hand(0, "recruit", "kuk_oracle", "spike_pit").play("0 play kuk_oracle")
    assert t.asked == "kuk", "the oracle's trigger comes before the next decision"
    t.play("0 keep", "0 play recruit")
    assert t.refusal("play spike_pit").reason == "traps_are_placed"
    assert t.refusal("play raider").reason == "not_in_hand"
    t.stops(0, "ask_own_attack").hand(0, "recruit", "rally").play("0 end")
    assert t.refusal("play recruit").reason == "only_in_main"
    assert t.offered("play") == ["rally"]
    t.play("0 pass", "0 none")
    assert t.asked == "trap"
    assert t.refusal("play rally").reason == "asked_otherwise", "PC-R16: outside main and windows nothing is played"


def test_speed():
    """PC-6.1, PC-7.2, PC-7.6, PC-R16: spells, cards with electricity and effects with timing any react; nothing else does."""
    t = TestTable().stock(0, **RICH).stock(1, **RICH).hand(0, "outpost")
    t.hand(1, "rapid_shelter", "ambusher", "recruit", "patch_up", "outpost", "spike_pit").put(1, "capacitor_bank").put(1, "repair_bay")
    t.play("0 play outpost")
    assert t.asked == "react"
    assert t.offered("play") == ["rapid_shelter", "ambusher", "patch_up"]
    assert t.offered("activate") == [f"c{t.names['repair_bay']}"]
    assert t.refusal("activate capacitor_bank a1").reason == "only_in_main"
    t.play("1 play ambusher", "1 pass")
    assert t.planet(1) == ["capacitor_bank", "repair_bay", "ambusher"]
    assert t.planet(0) == ["outpost"]


def test_what_a_play_needs():
    """PC-6.2, PC-16.2: a target for everything that must be chosen; triggers never stand in the way."""
    t = TestTable().stock(0, **RICH).hand(0, "rally", "rearm", "mind_hijacker", "grave_call", "trap_cache").put(1, "recruit")
    assert t.offered("play") == ["mind_hijacker", "rally", "grave_call", "trap_cache"]
    assert t.refusal("play rearm").reason == "no_target"
    t = TestTable().stock(0, 0, 1, 0).put(0, "altar_of_progress").put(0, "field_medic").hand(0)
    assert t.refusal("activate field_medic a0").facts["material"] == "gold"
    t = TestTable().stock(0, 6).put(0, "field_medic")
    assert t.refusal("activate field_medic a0").reason == "no_target"
    assert t.refusal("activate m2 a0").reason == "not_yours"
    t = TestTable().put(0, "altar_of_progress")
    assert t.refusal("activate altar_of_progress a0").reason == "no_target"


def test_the_target_may_go_with_the_cost():
    """PC-R58, PC-6.2, PC-6.5: legality is looked at once, at the announcement."""
    t = TestTable().put(0, "altar_of_progress").put(0, "recruit").stock(0, 1).put(0, "field_medic")
    t.play("0 activate field_medic a0")
    assert not t.all("fizzled")
    t = TestTable().put(0, "field_medic").put(0, "recruit").put(0, "altar_of_progress").stock(0, 1).stops(0, "ask_paid_own")
    t.play("0 activate field_medic a0", "0 activate altar_of_progress a0 recruit", "0 pass")
    assert t.last("fizzled")["card"] == "field_medic", "its only target was sacrificed in reaction"
    assert t.side(0).stock == (0, 1, 0)


def test_the_order_of_a_play():
    """PC-6.3, PC-R32, PC-R33: announced, paid, triggers of paying, window, targets, effect, junkyard, what it triggered."""
    t = TestTable(loud=True).put(0, "altar_of_progress").put(0, "martyr").put(0, "recruit").stock(1, **RICH).hand(1, "short_circuit")
    t.play("0 activate altar_of_progress a0 martyr")
    assert [e["n"] for e in t.all("drew")] == [1], "the Martyr draws before the window"
    assert (t.seat, t.window) == (1, "paid")
    t.play("1 play short_circuit")
    assert t.last("cancelled")["card"] == "altar_of_progress"
    assert t.thing("martyr") is None
    assert len(t.all("drew")) == 1
    t = TestTable().stock(0, **RICH).hand(0, "plasma_shot").put(1, "martyr").put(1, "trooper").play("0 play plasma_shot")
    assert (t.asked, t.side(0).junkyard) == ("target", []), "targets are chosen after the window"
    t.play("0 choose martyr")
    assert t.side(0).junkyard == ["plasma_shot"]
    assert [e.kind for e in t.events if e.kind in ("damaged", "died", "drew")] == ["damaged", "died", "drew"]


def test_entering():
    """PC-6.3 step 6: full HP, battle ready, unused; some enter exhausted."""
    t = TestTable().stock(0, **RICH).hand(0, "ironclad_guard", "sluggish_golem").play("0 play ironclad_guard", "0 play sluggish_golem")
    assert (t.hp("ironclad_guard"), t.thing("ironclad_guard").exhausted) == (7, False)
    assert t.thing("sluggish_golem").exhausted


def test_paid_effects():
    """PC-6.4, PC-R18, PC-R34: used at once, once until recharged, also by exhausted warriors; it goes on without its card."""
    t = TestTable(loud=True).stock(0, 2).stock(1, 0, 0, 1).put(0, "field_medic", exhausted=True).put(0, "trooper", hp=1).hand(1, "surge_strike")
    t.play("0 activate field_medic a0")
    assert t.thing("field_medic").used == ("a0",)
    t.play("1 play surge_strike", "1 choose field_medic")
    windows(t)
    assert t.thing("field_medic") is None
    assert t.hp("trooper") == 3
    t = TestTable().stock(0, 2).put(0, "field_medic", used=("a0",)).put(0, "trooper", hp=1)
    assert t.refusal("activate field_medic a0").reason == "used_up"
    assert t.refusal("activate trooper a0").reason == "no_paid_effect"


def test_missing_targets():
    """PC-6.5, PC-6.6, PC-R31: all missing, and nothing happens; "up to" is never missing."""
    t = TestTable().stock(0, 0, 1).stock(1, 0, 0, 1).hand(0, "worthy_sacrifice").hand(1, "surge_strike").put(0, "recruit").stops(1, "ask_play_any")
    t.play("0 play worthy_sacrifice", "1 play surge_strike")
    assert t.last("fizzled")["card"] == "worthy_sacrifice"
    assert t.all("drew") == []
    t = TestTable().stock(0, 1, 1).hand(0, "grave_call").play("0 play grave_call")
    assert (t.asked, t.side(0).junkyard) == ("main", ["grave_call"])
    t = TestTable().stock(0, 1, 1).hand(0, "grave_call").junk(0, "recruit", "raider", "outpost").play("0 play grave_call")
    assert t.offered() == ["choose", "none"]
    t.play("0 choose recruit raider")
    assert sorted(t.side(0).hand) == ["raider", "recruit"]


def test_a_target_that_no_longer_fits():
    """PC-6.6: in its damage window the target leaves; nothing else is chosen."""
    t = TestTable(loud=True).stock(0, 3, 3).stock(1, 0, 2).hand(0, "meteor_strike").hand(1, "emergency_recall").put(1, "trooper").put(1, "outpost")
    t.play("0 play meteor_strike", "1 pass", "0 choose trooper")
    assert (t.seat, t.window) == (1, "damage")
    t.play("1 play emergency_recall")
    assert t.side(1).hand == ["trooper"]
    assert t.hp("outpost") == 4
    assert t.all("damaged") == []
    t = TestTable(3, loud=True).stock(0, 3, 3).stock(1, 0, 2).stock(2, **RICH).hand(0, "meteor_strike").hand(1, "emergency_recall").hand(2, "rally")
    t.put(1, "trooper").put(1, "outpost").play("0 play meteor_strike", "--", "0 choose trooper", "1 play emergency_recall", "--")
    assert t.asked == "main", "the window has closed with what it was about (PC-7.3)"


def test_the_only_choice():
    """PC-6.7: made by itself, and the event says so; zero to n is asked."""
    t = TestTable().stock(0, 1).hand(0, "rally").put(1, "recruit").play("0 play rally")
    assert t.last("aimed")["automatic"]
    assert t.attack("recruit") == 3


def test_what_can_be_cancelled():
    """PC-6.8: only a card or effect in its own window; not one that waits in its damage window."""
    t = TestTable(loud=True).stock(0, **RICH).stock(1, **RICH).hand(0, "meteor_strike").hand(1, "short_circuit").put(1, "trooper").put(1, "outpost")
    t.play("0 play meteor_strike")
    assert t.offered("play") == ["short_circuit"]
    t.play("1 pass", "0 choose trooper")
    assert t.window == "damage"
    assert t.refusal("play short_circuit").reason == "no_target"


def test_what_was_cancelled_is_no_target():
    """PC-6.8: an answer to it finds only what is still pending."""
    t = TestTable(3).stock(0, **RICH).stock(1, **RICH).stock(2, **RICH)
    t.hand(0, "quick_peek").hand(1, "short_circuit").hand(2, *["short_circuit"] * 2)
    t.play("0 play quick_peek", "1 play short_circuit", "2 play short_circuit", "--")
    peek, circuit = t.offered("choose")
    t.play(f"2 choose {peek}")
    assert t.last("cancelled")["card"] == "quick_peek"
    assert (t.seat, t.window) == (2, "play"), "the first answer still waits, for nothing"
    t.play("2 play short_circuit", "--")
    assert t.last("aimed")["words"] == [circuit]
    assert t.last("cancelled") == {"seat": 1, "card": "short_circuit", "what": "play"}


# Windows


def test_polling_starts_again():
    """PC-7.2, PC-7.3, PC-R10, PC-R13: after a reaction the active player is asked first again; several reactions, also to oneself."""
    t = TestTable(3, loud=True).stock(0, **RICH).stock(1, **RICH).stock(2, **RICH).put(0, "trooper")
    t.hand(0, "recruit", "rally", "rally", "rally").hand(1, "patch_up", "rally").hand(2, "patch_up")
    t.play("0 play recruit")
    assert t.seat == 0
    t.play("0 pass", "1 play rally")
    assert (t.seat, len([f for f in t.state.frames if isinstance(f, Act)])) == (0, 2), "a new window, the active player first"
    t.play("0 pass", "1 pass", "2 pass")
    assert t.asked == "react", "back in the window of the recruit"
    assert (t.seat, t.state.frames[-2].card) == (0, "recruit")
    t.play("0 play rally", "--")
    assert t.state.frames[-2].card == "recruit"
    t.play("0 pass", "1 pass", "2 pass")
    assert t.planet(0) == ["trooper", "recruit"]


def test_last_in_first_out():
    """PC-7.4: the answer happens before what it answers, and the waiting thing goes on from what is there then."""
    t = TestTable().stock(0, **RICH).stock(1, 0, 1).hand(0, "plasma_shot").hand(1, "iron_skin").put(1, "recruit").stops(1, "ask_play_any")
    t.play("0 play plasma_shot", "1 play iron_skin")
    assert t.hp("recruit") == 2, "shielded when the shot came"


def test_nobody_to_ask():
    """PC-7.5, PC-19.2: a window in which nobody can do anything closes without a word."""
    t = TestTable(loud=True).stock(0, 2).hand(0, "outpost").stock(1, 0, 0, 0).hand(1, "patch_up").play("0 play outpost")
    assert t.asked == "main"
    assert t.planet(0) == ["outpost"]


def test_no_other_windows():
    """PC-7.1, PC-8.5, PC-R11, PC-R12: not for triggers, traps being placed or moved, draws, blocks, healing or lost HP."""
    t = TestTable(loud=True).stock(1, **RICH).hand(1, "surge_strike", "patch_up").stock(0, 2).hand(0, "overcharge", "spike_pit").put(0, "outpost")
    t.put(0, "fusion_reactor", hp=5).play("0 play overcharge")
    assert t.window == "play"
    t.play("1 pass")
    assert t.asked == "main", "losing HP opens no window"
    t.play("0 end", "--", "--", "0 place spike_pit m1 1")
    assert t.asked == "trap"
    t.play("0 move m1.1 outpost 1")
    assert (t.window, t.column("outpost")) == ("own_end", ["spike_pit"]), "the trap phase is over"


def test_the_stack_of_frames():
    """PC-7.7, PC-7.8, PC-7.9: a reaction in a damage window lies on the blow, that on its effect; triggers wait with the effect that is on."""
    t = TestTable(loud=True).stock(0, **RICH).stock(1, **RICH).hand(0, "meteor_strike", "rally").hand(1, "plasma_shot")
    t.put(1, "martyr").put(1, "outpost", hp=5).play("0 play meteor_strike", "0 pass", "1 pass", "0 choose outpost", "0 pass", "1 play plasma_shot")
    kinds = [f.reason if isinstance(f, Window) else getattr(f, "card", type(f).__name__) for f in t.state.frames]
    assert kinds == ["meteor_strike", "Blow", "damage", "plasma_shot", "play"]
    windows(t)
    told = [e.kind for e in t.events if e.kind in ("died", "destroyed", "drew")]
    assert told == ["died", "drew", "destroyed"], "the Martyr draws inside the reaction"


def test_chance():
    """PC-7.10: the same seed and answers give the same game; only shuffling and the first player are drawn."""
    one, two = (RULES.setup(2, {"decks": "drawn"}, 8) for _ in range(2))
    assert RULES.dump(one.state) == RULES.dump(two.state)
    state = RULES.apply(RULES.apply(one.state, 0, ("keep",)).state, 1, ("keep",)).state
    drawn = state.chance.drawn
    for _ in range(40):
        seat = RULES.to_act(state)[0]
        state = RULES.apply(state, seat, RULES.decision(state, seat).default).state
    assert state.chance.drawn == drawn


def in_a_row(t: TestTable) -> dict[str, int]:
    """How many cards may be played at once, and how many of each that may be."""
    verb = next(w for w in RULES.words(t.state, 0, ()) if w.text == "play")
    return {"play": verb.times} | {w.text: w.times for w in RULES.words(t.state, 0, ("play",))}


def test_several_cards_are_played_at_once():
    """PC-6.2: as many as can be paid together; a spell asks for its target before anything else, and a window takes one answer."""
    t = TestTable().hand(0, "recruit", "recruit", "gold_miner", "plasma_shot").hand(1, "rally").stock(0, gold=4, cosmium=1).put(1, "trooper")
    assert in_a_row(t) == {"play": 3, "recruit": 2, "gold_miner": 1, "plasma_shot": 1}
    assert first(RULES, t.state, 0, "play recruit gold_miner") == ("play recruit", "play gold_miner")
    assert first(RULES, t.state, 0, "play gold miner") == ("play gold miner", ""), "a name of two words"
    t.play("0 play recruit", "0 play recruit", "0 play gold_miner")
    poor = TestTable().hand(0, "recruit", "recruit", "gold_miner").stock(0, gold=2)
    assert in_a_row(poor) == {"play": 2, "recruit": 2, "gold_miner": 1}
    alone = TestTable().hand(0, "gold_miner", "plasma_shot").stock(0, gold=2, cosmium=1).put(1, "trooper")
    assert in_a_row(alone)["play"] == 1


def test_attacks_of_all_and_of_one():
    """PC-11.2: everybody at each target, the mine first, then each alone, the strongest first; with one attacker there is no difference."""
    t = TestTable().put(0, "recruit").put(0, "raider").put(1, "outpost")
    t.play("0 end")
    recruit, raider, outpost = (f"c{t.thing(name).uid}" for name in ("recruit", "raider", "outpost"))
    assert RULES.shortcuts(t.state, 0) == [
        (("attack", recruit, "m2"), ("attack", raider, "m2"), ("confirm",)),
        (("attack", recruit, outpost), ("attack", raider, outpost), ("confirm",)),
        *((("attack", one, at), ("confirm",)) for at in ("m2", outpost) for one in (raider, recruit)),
    ]
    one = TestTable().put(0, "raider")
    one.play("0 end")
    assert RULES.shortcuts(one.state, 0) == [(("attack", f"c{one.thing('raider').uid}", "m2"), ("confirm",))]
