"""The end of the game, three and four players (sections 14 and 15)."""

from __future__ import annotations

import pytest

from rules.game import Refused
from tests.planetary_conquerors.table import RULES, TestTable

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}


def test_when_victory_is_checked():
    """PC-14.1, PC-14.2, PC-R5: at once when the building has entered, before its triggers or anybody's answer."""
    t = TestTable().stock(0, 2, 2).hand(0, "habitat_dome").put(0, "command_citadel").put(0, "command_citadel", hp=11)
    t.stock(1, 3, 3).hand(1, "meteor_strike").play("0 play habitat_dome", "1 pass")
    assert (t.state.reason, t.state.places) == ("planet", ((0,), (1,)))


def test_never_between_two_instructions():
    """PC-14.1: somebody whose buildings reach 30 in the middle of an effect must still have them at its end."""
    t = TestTable().stock(0, 1).hand(0, "patch_up").put(0, "command_citadel").put(0, "command_citadel").put(0, "outpost", hp=3)
    t.put(0, "outpost", "second", hp=2)
    assert not t.state.over
    t.play("0 play patch_up", "0 choose second")
    assert t.state.over
    assert RULES.outcome(t.state).scores == (31, 0)


def test_two_reach_thirty():
    """PC-14.2, PC-R6: the higher total, then the active player or the first clockwise."""
    for hp, winner in ((12, 1), (11, 1), (10, 0)):
        t = TestTable(3, active=1).put(0, "command_citadel", hp=12).put(0, "command_citadel", hp=12).put(0, "outpost", hp=4).put(0, "outpost", hp=4)
        t.put(1, "command_citadel", hp=12).put(1, "command_citadel", hp=hp).put(1, "habitat_dome").put(1, "recruit", hp=2)
        t.put(1, "habitat_dome", "more", hp=2).phase("main")
        assert t.state.places[0] == (winner,)


def test_thirty_before_deck_out():
    """PC-R8, PC-14.2: a victory comes before an ending."""
    t = TestTable().deck(0, "recruit").put(0, "command_citadel").put(0, "command_citadel").put(0, "habitat_dome")
    t.deck(1).put(1, "outpost").phase("mining")
    assert t.state.reason == "planet"


def test_a_mine_falls_in_the_middle():
    """PC-14.3, PC-14.4: at once, and the last one left wins."""
    t = TestTable().mine(1, 2).put(0, "trooper").put(0, "raider").play("0 end", "0 attack trooper m2", "0 attack raider m2", "0 confirm")
    assert (t.state.reason, t.state.places) == ("last_mine", ((0,), (1,)))
    assert t.all("mine_fell") == [{"seat": 1}]
    t = TestTable().mine(0, 1).stock(0, 2).hand(0, "overcharge").play("0 play overcharge")
    assert t.state.places == ((1,), (0,)), "one's own mine may fall too"


def test_all_mines_fall_together():
    """PC-14.4, PC-R7: those who fell in the same check share a draw."""
    t = TestTable().mine(0, 0).mine(1, -2)
    t.phase("mining")
    assert (t.state.reason, t.state.places) == ("all_fell", ((0, 1),))
    outcome = RULES.outcome(t.state)
    assert outcome.winners == (0, 1)
    t = TestTable(3).mine(0, 0).mine(2, 0).phase("mining")
    assert t.state.places == ((1,), (0, 2)), "who fell together shares the place"


def test_deck_out():
    """PC-14.5, PC-14.6, PC-R3, PC-R4: when the last card has been taken; building HP, then mine HP, then a shared victory."""
    t = TestTable().deck(0, "recruit").play("0 end")
    assert t.state.places == ((0, 1),)
    t = TestTable().deck(0, "recruit").mine(0, 14).play("0 end")
    assert t.state.places == ((1,), (0,))
    t = TestTable().deck(0, "recruit").mine(0, 3).put(0, "outpost").play("0 end")
    assert t.state.places == ((0,), (1,))
    t = TestTable().deck(0, "recruit", "recruit").play("0 end")
    assert not t.state.over, "a card is left"


def test_giving_up():
    """PC-14.7: at any time, also out of turn, as if the mine had fallen."""
    t = TestTable(3).put(1, "outpost").hand(1, "recruit")
    state = RULES.concede(t.state, 1).state
    assert state.sides[1].out == 1
    assert not RULES.outcome(state)
    assert RULES.to_act(state) == (0,)
    with pytest.raises(Refused) as caught:
        RULES.concede(state, 1)
    assert caught.value.reason == "already_out"
    assert RULES.concede(state, 2).state.places == ((0,), (2,), (1,))


def test_places():
    """PC-14.8: the winner, the living by building HP and mine HP, then the eliminated, the last one first."""
    t = TestTable(4).put(1, "outpost").put(2, "outpost").mine(2, 9).put(3, "habitat_dome").stock(0, 2, 2).hand(0, "habitat_dome")
    t.put(0, "command_citadel").put(0, "command_citadel", hp=11).play("0 play habitat_dome")
    assert t.state.places == ((0,), (3,), (1,), (2,))
    t = TestTable(4)
    state = t.state
    for seat in (2, 0, 3):
        state = RULES.concede(state, seat).state
    assert state.places == ((1,), (3,), (0,), (2,))


# Three and four


def test_one_line_takes_all_targets():
    """PC-15.1: attackers of one turn against several opponents; line 1 takes all targets together."""
    t = TestTable(3).put(0, "trooper").put(0, "raider").put(1, "wall_drone").put(2, "wall_drone", "other")
    t.play("0 end", "0 attack trooper m2", "0 attack raider m3", "0 confirm")
    assert t.seat == 1, "clockwise from the active player"
    t.play("1 block trooper wall_drone", "2 done")
    assert (t.hp("m2"), t.hp("m3"), t.hp("wall_drone")) == (15, 11, 4)


def test_elimination():
    """PC-15.3, PC-R49: everything of theirs vanishes without a trigger; what they had taken goes home; what they had announced ends."""
    t = TestTable(3, loud=True).put(1, "insured_depot").put(1, "martyr").put(1, "trooper", "stolen", owner=2, hp=2, exhausted=True)
    t.trap("m2", "land_mine").hand(1, "rally").put(0, "recruit").put(2, "martyr", "taken", owner=1)
    t.stock(1, 6).stock(0, 1).hand(0, "rally").play("0 play rally", "1 play rally")
    state = RULES.concede(t.state, 1).state
    side = state.sides[1]
    assert sorted(side.vanished) == sorted(["insured_depot", "land_mine", "martyr", "martyr", *["recruit"] * 10, "rally"])
    assert state.sides[0].vanished == []
    stolen = state.things[t.names["stolen"]]
    assert (stolen.controller, stolen.hp, stolen.exhausted) == (2, 2, True)
    assert t.names["taken"] not in state.things
    assert RULES.to_act(state)[0] != 1


def test_the_active_player_goes():
    """PC-15.4, PC-15.5: what lies on the stack is finished for the others, then the next turn begins at once."""
    t = TestTable(3).mine(0, 1).stock(0, 2).hand(0, "overcharge").play("0 play overcharge")
    assert (t.state.active, t.state.phase, t.seat) == (1, "kuk", 1)
    t = (
        TestTable(3, active=1)
        .stock(1, 6, 6)
        .hand(1, "recruit")
        .stock(2, **RICH)
        .hand(2, "rally", "patch_up")
        .put(2, "trooper")
        .stops(2, "ask_play_any")
    )
    t.play("1 play recruit", "2 play rally")
    state = RULES.concede(t.state, 1).state
    assert state.active == 2
    assert state.things[t.names["trooper"]].attack == 0, "its turn has begun, so the change has ended"
    assert state.phase == "kuk"


def test_asked_in_their_place():
    """PC-15.5: the next living player clockwise is asked."""
    t = (
        TestTable(3, loud=True)
        .stock(0, 1)
        .hand(0, "recruit")
        .stock(1, **RICH)
        .stock(2, **RICH)
        .hand(1, "rally")
        .hand(2, "rally")
        .play("0 play recruit")
    )
    assert t.seat == 1
    state = RULES.concede(t.state, 1).state
    assert RULES.to_act(state) == (2,)
    t = TestTable(4).put(0, "trooper").put(1, "wall_drone").put(2, "wall_drone", "other").put(0, "raider").play("0 end")
    t.play("0 attack trooper m2", "0 attack raider m3", "0 confirm")
    state = RULES.concede(t.state, 1).state
    assert RULES.to_act(state) == (2,)
    assert len(state.attack.assaults) == 1


def test_no_extra_card():
    """PC-15.2: three hands of five."""
    state = RULES.setup(3, {"decks": "drawn"}, 3).state
    assert [len(s.hand) for s in state.sides] == [5, 5, 5]


def test_leaving_before_the_decks_are_chosen():
    """PC-14.7: the others choose, and play without who has left, whoever it is and however many have chosen."""
    for seats, leaver, chosen in [(n, s, k) for n in (3, 4) for s in range(n) for k in range(n)]:
        state = RULES.setup(seats, {}, 1).state
        for seat in range(chosen):
            state = RULES.apply(state, seat, ("deck", "iron_tide")).state
        state = RULES.concede(state, leaver).state
        for seat in RULES.to_act(state) if state.stage == "deck" else ():
            state = RULES.apply(state, seat, ("deck", "iron_tide")).state
        assert state.stage == "mulligan"
        assert RULES.to_act(state) == tuple(s for s in range(seats) if s != leaver)
        assert [len(s.hand) for s in state.sides].count(5) == (seats - 1 if seats == 4 else 1)


def test_an_effect_ends_with_its_player():
    """PC-15.3: a spell that is being carried out does no more, not even what others have agreed to or what is to be replaced."""
    t = TestTable(3).stock(0, 1, 1).hand(0, "blood_price").put(0, "recruit")
    for seat in (1, 2):
        t.put(seat, "trooper", f"t{seat}").put(seat, "raider", f"r{seat}")
    t.play("0 play blood_price", "1 sacrifice t1")
    state = RULES.concede(t.state, 0).state
    assert {t.names[w] for w in ("t1", "r1", "t2", "r2")} <= set(state.things)
    assert state.active == 1
    t = TestTable(3).stock(0, 6, 6).hand(0, "demolition_charge").put(1, "phoenix_spire", hp=5).stock(1, 0, 2).play("0 play demolition_charge")
    assert t.asked == "replace"
    state = RULES.concede(t.state, 0).state
    assert state.things[t.names["phoenix_spire"]].hp == 5
    assert (state.sides[1].stock[1], state.active, state.ask.kind) == (2, 1, "kuk"), "nothing is asked of it"
    t = (
        TestTable(3)
        .stock(0, 3, 3)
        .hand(0, "meteor_strike")
        .put(1, "bunker_link")
        .put(1, "outpost", hp=3)
        .play("0 play meteor_strike", "0 choose outpost")
    )
    assert t.asked == "replace"
    state = RULES.concede(t.state, 0).state
    assert (state.things[t.names["outpost"]].hp, state.active, state.ask.kind) == (3, 1, "kuk")
    t.play("1 decline")
    assert t.thing("outpost") is None


def test_a_window_ends_with_its_turn():
    """PC-7.3, PC-15.4: nobody is asked any more in a window between phases of who has left."""
    t = TestTable(3, loud=True).put(0, "trooper")
    for seat in (1, 2):
        t.stock(seat, **RICH).hand(seat, "rally")
    t.play("0 end")
    assert t.window == "attack"
    state = RULES.concede(t.state, 0).state
    assert (state.active, state.phase, [f.reason for f in state.frames]) == (1, "start", ["phase:mining"])


def test_what_was_freed_attacks_nobody():
    """PC-11.5, PC-15.3, PC-15.4: a trap that was turned over takes place, but does not find who went home or vanished among the attackers."""
    t = TestTable(3).put(0, "trooper", owner=2).put(0, "raider").trap("m2", "gas_vent").stock(1, 1).hand(1, "rally")
    t.play("0 end", "0 attack trooper m2", "0 attack raider m3", "0 confirm", "1 pass")
    assert t.window == "trap"
    state = RULES.apply(RULES.concede(t.state, 0).state, 1, ("pass",)).state
    freed = state.things[t.names["trooper"]]
    assert (freed.controller, freed.hp, freed.exhausted) == (2, 3, True)
    assert (state.active, state.sides[1].junkyard) == (1, ["gas_vent"])


def test_nothing_is_stolen_from_who_is_out():
    """PC-R50, PC-15.3: the Saboteur's last hit fells the mine, and its trigger finds nobody."""
    t = TestTable(3).mine(1, 2).stock(1, 3).put(0, "saboteur").play("0 end", "0 attack saboteur m2", "0 confirm")
    assert (t.side(1).out, t.has(0), t.asked) == (1, "0/0/0", "trap")
    assert not t.all("stolen")


def test_a_question_without_an_object_is_not_asked():
    """PC-12.7, PC-16.3: nobody pays for a trap whose owner has left, or for an attacker that has gone with its owner."""
    t = TestTable(3).put(0, "trooper").trap("m2", "toll_snare").stock(0, 2).play("0 end", "0 attack trooper m2", "0 confirm")
    assert (t.asked, t.seat) == ("pay_or_else", 0)
    state = RULES.concede(t.state, 1).state
    assert (state.ask.kind, state.ask.seat, state.sides[0].stock[0]) == ("trap", 0, 2)
    t = TestTable(3).put(0, "trooper", owner=2).trap("m2", "toll_snare").stock(0, 2).play("0 end", "0 attack trooper m2", "0 confirm")
    assert t.asked == "pay_or_else"
    assert RULES.concede(t.state, 2).state.ask.kind == "trap"
    t = TestTable(3).put(0, "trooper", owner=2).play("0 end")
    assert t.asked == "attack"
    assert RULES.concede(t.state, 2).state.ask.kind == "trap"
