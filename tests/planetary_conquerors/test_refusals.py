"""Five positions and much that cannot be done in them: the reason, the rule, and what could be said instead (PC-16.2)."""

from __future__ import annotations

import pytest

from rules.legal_actions import unusable
from tests.planetary_conquerors.table import RULES, TestTable

ROWS = """
    main | play recruit now | not_an_action PC-5.6 |
    main | play short_circuit | cannot_pay PC-2.5 |
    main | play field_medic | not_in_hand PC-6.3 | habitat_dome recruit topdecker worthy_sacrifice
    main | activate field_medic | not_an_action PC-5.6 | a0
    main | activate field_medic a0 m1 | not_an_action PC-5.6 |
    main | activate trooper a0 | no_paid_effect PC-6.2 | c1 c5
    main | activate foe a0 | not_yours PC-1.3 | c1 c5
    main | activate m1 a0 | no_paid_effect PC-6.2 | c1 c5
    main | activate altar_of_progress a0 | not_an_action PC-5.6 | c1 c2
    main | activate altar_of_progress a0 m2 | no_sacrifice PC-13.10 | c1 c2
    main | activate altar_of_progress a0 outpost outpost | not_an_action PC-5.6 | c1 c2
    main | activate altar_of_progress a0 | not_an_action PC-5.6 | c1 c2
    main | activate altar_of_progress a0 outpost | no_sacrifice PC-13.10 | c1 c2
    main | activate altar_of_progress a0 trooper trooper | not_an_action PC-5.6 |
    main | activate capacitor_bank a0 | no_paid_effect PC-6.2 | c1 c5
    main | activate capacitor_bank a1 | cannot_pay PC-2.5 |
    main | convert | cannot_pay PC-2.5 |
    main | convert 4 | nothing_to_do PC-5.6 | play activate end
    main | yes | asked_otherwise PC-5.6 | play activate end
    main | keep | asked_otherwise PC-5.6 | play activate end
    main | reset | asked_otherwise PC-5.6 | play activate end
    attack | attack trooper | not_an_action PC-11.2 | m2 c5
    attack | attack foe m2 | not_yours PC-11.1 | c1
    attack | attack tired m2 | exhausted PC-13.13 | c1
    attack | attack own m2 | not_a_warrior PC-11.1 | c1
    attack | attack wall_drone m2 | cannot_attack PC-11.1 | c1
    attack | attack trooper own | bad_target PC-11.2 | m2 c5
    attack | attack trooper foe | bad_target PC-11.2 | m2 c5
    attack | attack trooper m1 | bad_target PC-11.2 | m2 c5
    attack | attack trooper m2 m2 | not_an_action PC-11.2 |
    attack | attack m1 m2 | not_a_warrior PC-11.1 | c1
    attack | attack nobody m2 | no_attacker_called PC-11.1 | c1
    attack | confirm | nothing_to_do PC-11.2 | attack none
    attack | reset | nothing_to_do PC-11.2 | attack none
    attack | none now | not_an_action PC-11.2 |
    attack | end | asked_otherwise PC-11.2 | attack none
    attack | play recruit | asked_otherwise PC-11.2 | attack none
    attack | convert | only_in_main PC-2.4 | attack none
    attack | block trooper foe | asked_otherwise PC-11.2 | attack none
    trap | place spike_pit | not_an_action PC-5.8 | m1 c1
    trap | place spike_pit m1 | not_an_action PC-5.8 | 1 2
    trap | place spike_pit m1 0 | no_such_position PC-12.2 | 1 2
    trap | place spike_pit m1 3 | no_such_position PC-12.2 | 1 2
    trap | place spike_pit m1 x | no_such_position PC-12.2 | 1 2
    trap | place spike_pit m2 1 | no_such_column PC-12.1 | m1 c1
    trap | place spike_pit other 1 | no_such_column PC-12.1 | m1 c1
    trap | place recruit m1 1 | not_a_trap PC-12.1 | spike_pit net_launcher
    trap | place raider m1 1 | not_in_hand PC-12.1 | spike_pit net_launcher
    trap | place spike_pit m1 1 1 | not_an_action PC-5.8 |
    trap | move m1.1 | not_an_action PC-5.8 | c1
    trap | move m1.2 outpost 1 | no_such_trap PC-12.3 | m1.1
    trap | move m1.1 outpost 2 | no_such_position PC-12.2 | 1
    trap | move m1.1 other 1 | no_such_column PC-12.1 | c1
    trap | move m1.1 m1 | same_column PC-12.3 | c1
    trap | move m1.1 m1 1 | same_column PC-12.3 | c1
    trap | move m1.1 m1 2 | same_column PC-12.3 | c1
    trap | move m2.1 outpost 1 | no_such_trap PC-12.3 | m1.1
    trap | play recruit | asked_otherwise PC-5.8 | place move end
    trap | convert | only_in_main PC-2.4 | place move end
    trap | end now | not_an_action PC-5.8 |
    react | play recruit | only_in_main PC-6.1 |
    react | play short_circuit | no_target PC-6.2 |
    react | play spike_pit | traps_are_placed PC-6.1 |
    react | play topdecker | not_in_hand PC-6.3 |
    react | activate medic a0 | cannot_pay PC-2.5 |
    react | activate field_medic a0 | not_yours PC-1.3 |
    react | activate capacitor_bank a1 | only_in_main PC-6.1 |
    react | convert | only_in_main PC-2.4 | pass
    react | end | asked_otherwise PC-7.2 | pass
    react | pass now | not_an_action PC-7.2 | whatever
    react | attack m1 m2 | asked_otherwise PC-7.2 | pass
    mull | mulligan | exactly_three PC-4.4 | gold_miner habitat_dome ironclad_guard
    mull | mulligan recruit | not_in_hand PC-4.4 | gold_miner habitat_dome ironclad_guard
    mull | mulligan a b c | not_in_hand PC-4.4 | gold_miner habitat_dome ironclad_guard
    mull | mulligan gold_miner gold_miner gold_miner | not_an_action PC-4.4 | habitat_dome ironclad_guard wall_drone
    mull | keep it | not_an_action PC-4.4 |
    mull | pass | asked_otherwise PC-4.4 | keep mulligan
    mull | end | asked_otherwise PC-4.4 | keep mulligan
    mull | play recruit | asked_otherwise PC-4.4 | keep mulligan
"""


def main():
    """The main phase, with three gold and two cosmium."""
    made = TestTable().put(0, "field_medic").put(0, "trooper").put(0, "outpost").put(0, "capacitor_bank").put(0, "altar_of_progress")
    made.put(1, "recruit", "foe").stock(0, 3, 2, 0)
    return made.hand(0, "recruit", "topdecker", "spike_pit", "short_circuit", "habitat_dome", "worthy_sacrifice")


def attack():
    """Attackers are chosen; one is tired, one may not."""
    made = TestTable().put(0, "trooper").put(0, "recruit", "tired", exhausted=True).put(0, "outpost", "own").put(0, "wall_drone")
    return made.put(1, "outpost").put(1, "recruit", "foe").phase("attack")


def trap():
    """Traps are laid and moved, with one lying in front of the own mine."""
    made = TestTable().put(0, "outpost").put(1, "outpost", "other").trap("m1", "spike_pit")
    return made.hand(0, "spike_pit", "net_launcher", "recruit").phase("trap")


def react():
    """Seat 1 may answer a warrior."""
    made = TestTable(loud=True).put(0, "field_medic").put(1, "field_medic", "medic").put(1, "capacitor_bank").stock(0, 3, 0, 0).stock(1, 0, 3, 0)
    return made.hand(0, "recruit").hand(1, "recruit", "short_circuit", "spike_pit").play("0 play recruit", "0 pass")


SETTLERS = "abeabbaayeaucambanbqhaydyicaebgcauaqlqiiieeiccmdbicauqikqufqgdibcdbbcriryijeceubczbbpqi3qfbve"


def mull():
    """The first hands, of a deck that is no preset and stays as it is."""
    made = TestTable()
    made.state = RULES.setup(2, {}, 1).state
    for seat in (0, 1):
        made.state = RULES.apply(made.state, seat, ("deck", SETTLERS)).state
    return made


@pytest.mark.parametrize("row", [row.strip() for row in ROWS.strip().splitlines()])
def test_reasons(row):
    """PC-2.4, PC-2.5, PC-4.4, PC-6.1, PC-6.2, PC-6.3, PC-11.1, PC-11.2, PC-12.1, PC-12.2, PC-12.3, PC-13.10, PC-13.13: each under its own rule."""
    where, action, told, *legal = (part.strip() for part in row.split("|"))
    refused = {"main": main, "attack": attack, "trap": trap, "react": react, "mull": mull}[where]().refusal(action)
    assert f"{refused.reason} {refused.rule}" == told
    assert refused.legal == tuple(" ".join(legal).split())


def test_what_is_said_with_it():
    """PC-2.5, PC-4.4, PC-13.13: what is missing and what there is, how many were named, which card is tired."""
    assert main().refusal("convert").facts == {"card": "convert", "material": "cosmium", "need": 4, "have": 2}
    assert mull().refusal("mulligan").facts == {"n": 0}
    assert attack().refusal("attack tired m2").facts == {"card": "recruit"}
    assert react().refusal("play short_circuit").facts == {"card": "short_circuit"}


def test_once_a_turn():
    """PC-2.4, PC-12.1, PC-12.3: a second conversion, trap or move, although there would be something to do it with."""
    made = TestTable().stock(0, 0, 6, 0).play("0 convert")
    made.stock(0, 0, 6, 0)
    assert (made.refusal("convert").reason, made.refusal("convert").rule, made.refusal("convert").facts) == (
        "once_a_turn",
        "PC-2.4",
        {"what": "convert"},
    )
    made = trap().play("0 place net_launcher m1 1")
    assert made.column("m1") == ["net_launcher", "spike_pit"]
    refused = made.refusal("place spike_pit m1 1")
    assert (refused.reason, refused.rule, refused.facts) == ("once_a_turn", "PC-12.1", {"what": "place"})
    made = trap().play("0 move m1.1 outpost 1")
    assert (made.column("m1"), made.column("outpost")) == ([], ["spike_pit"])
    refused = made.refusal("move outpost.1 m1 1")
    assert (refused.reason, refused.rule, refused.facts) == ("once_a_turn", "PC-12.3", {"what": "move"})


def test_gains_of_others_are_theirs():
    """PC-9.1: what replaces the own gain does not touch what somebody else gains."""
    for own in ("recruit", "bunker_link"):
        made = TestTable().put(1, "pit_alchemist").stock(1, 6, 0, 0).put(0, own).put(0, "gold_miner").phase("mining")
        assert (made.has(0), made.has(1)) == ("1/0/0", "6/0/0")


def test_what_is_paid_is_told():
    """PC-2.5, PC-16.1: the price that keeps something worse away, with what it took."""
    made = TestTable().put(0, "trooper").trap("m2", "toll_snare").stock(0, 2).play("0 end", "0 attack trooper m2", "0 confirm", "0 pay")
    paid = made.last("paid")
    assert (paid["seat"], paid["card"]) == (0, "toll_snare")
    assert (paid["gold"], paid["cosmium"], paid["electricity"]) == tuple(a - b for a, b in zip((2, 0, 0), made.state.sides[0].stock, strict=True))


def test_paying_is_about_paying():
    """PC-2.5: what is asked, what was answered and what cannot be answered yet, `pay` as well as `refuse`."""
    made = TestTable().put(0, "trooper").trap("m2", "toll_snare").stock(0, 2).play("0 end", "0 attack trooper m2", "0 confirm")
    asked = RULES.decision(made.state, made.seat)
    assert (asked.kind, asked.rule) == ("pay_or_else", "PC-2.5")
    early = [unusable(RULES, main().state, main().seat, verb) for verb in ("pay", "refuse")]
    assert [(refused.reason, refused.rule) for refused in early if refused] == [("wrong_moment", "PC-2.5")] * 2
    _, events = RULES.apply(made.state, made.seat, ("refuse",))
    assert [event.rule for event in events if event.kind == "refused_to_pay"] == ["PC-2.5"]


def test_whose_turn_goes_on():
    """What the active seat does of its own accord is told when its turn is over; answers of others are told at once."""
    for make, goes_on in ((main, True), (attack, True), (trap, True), (react, False)):
        made = make()
        assert RULES.decision(made.state, made.seat).goes_on == goes_on
    others = TestTable().put(0, "trooper").put(1, "recruit").play("0 end", "0 attack trooper m2", "0 confirm")
    assert (others.seat, others.asked) == (1, "block")
    assert not RULES.decision(others.state, 1).goes_on


def test_reasons_while_blocks_are_declared():
    """PC-11.4, PC-13.13: the attackers that may be blocked, by whom, and nothing after that."""
    made = TestTable().put(0, "trooper").put(0, "glider_scout").put(1, "recruit", "foe").put(1, "raider", "tired", exhausted=True).put(1, "outpost")
    made.play("0 end", "0 attack trooper m2", "0 attack glider_scout m2", "0 confirm")
    assert (made.seat, made.asked) == (1, "block")
    for action, reason, rule in (
        ("block trooper", "not_an_action", "PC-11.4"),
        ("block trooper foe foe", "not_an_action", "PC-11.4"),
        ("block trooper tired", "exhausted", "PC-13.13"),
        ("block trooper outpost", "cannot_block", "PC-11.4"),
        ("block trooper nobody", "cannot_block", "PC-11.4"),
        ("block trooper glider_scout", "cannot_block", "PC-11.4"),
        ("block glider_scout foe", "cannot_be_blocked", "PC-11.4"),
        ("block foe trooper", "cannot_be_blocked", "PC-11.4"),
        ("done now", "not_an_action", "PC-11.4"),
        ("end", "asked_otherwise", "PC-11.4"),
    ):
        refused = made.refusal(action)
        assert (refused.reason, refused.rule) == (reason, rule), action
    assert made.refusal("block foe trooper").legal == (f"c{made.names['trooper']}",)
    assert made.refusal("block trooper tired").legal == (f"c{made.names['foe']}",)
