"""Phases, turns, movement, fights, levels, rest (sections 4 to 11)."""

from __future__ import annotations

import pytest

from rules.hexknight.combat import wounds_from
from rules.hexknight.content import WOUND
from tests.hexknight.table import RULES, TestTable, beside, cards, circle

CONTENT = RULES.content


# Phases, turns, last round


@pytest.mark.parametrize(("days", "phases"), [(2, 4), (3, 6)])
def test_length(days, phases):
    """HK-4.1, HK-4.6, HK-11.5: days and nights alternate; after the last phase the game is over. HK-R1."""
    table = TestTable(days=days)
    while RULES.to_act(table.state):
        table.pass_turn()
    told = table.all("phase")
    assert [(e["phase"], e["day"]) for e in told] == [(n, n % 2 == 1) for n in range(1, phases + 1)]
    assert table.state.phase == phases


def test_turns_go_round():
    """HK-4.2, HK-4.4, HK-14.1: seat after seat, and nobody acts out of turn."""
    table = TestTable(seats=3)
    seats = []
    for _ in range(7):
        seats.append(table.seat)
        for other in {0, 1, 2} - {table.seat}:
            assert table.refusal("confirm", seat=other).rule == "HK-14.1"
        table.pass_turn()
    assert seats == [0, 1, 2, 0, 1, 2, 0]


def test_last_round_with_three():
    """HK-4.5, HK-11.4, HK-11.5: each other seat plays one more turn; the one that declared begins the next phase. HK-R6."""
    table = TestTable(seats=3)
    for seat in range(3):
        table.hero(seat, hand="sa", deck="12*sa")
    table.hero(1, deck="").turn(1)
    table.pass_turn()
    seats = []
    while table.state.phase == 1:
        seats.append(table.seat)
        table.pass_turn()
    assert seats == [2, 0]
    assert table.seat == 1


def test_steps_are_skipped_without_a_choice():
    """HK-4.3: exactly the steps with an entry condition fulfilled are asked. HK-R15, HK-R31."""
    table = TestTable().hero(0, hand="2*plate_armour", deck="sa").turn(0)
    assert table.step == "preparation"
    table.act("confirm")
    assert table.step == "rest", "no speed, no monster"
    only_wounds = TestTable().hero(0, hand="2*w", deck="9*sa").turn(0)
    assert (only_wounds.step, only_wounds.legal()) == ("rest", ["heal", "confirm"])
    no_deck = TestTable().hero(0, hand="sp", deck="").turn(0)
    assert no_deck.step == "movement"
    table = TestTable().hero(0, hand="", deck="sa").turn(0)
    assert table.seat == 1, "a turn without any choice is over at once"


def test_empty_deck_during_a_turn_declares_nothing():
    """HK-4.7: a deck used up by a preparation or a refill is no last round yet."""
    table = TestTable().hero(0, hand="oasis", deck="2*sa").turn(0)
    table.act("play oasis", "confirm")
    assert table.own.deck == []
    assert not table.state.last_round
    table.pass_turn()
    assert table.state.last_round, "the deck is empty when the refill begins"


# Exchange and preparation


def test_laid_out_cards_can_be_taken_back():
    """HK-5.1, HK-14.3: free until the step is confirmed, and nobody else hears of it."""
    table = circle(hand="sa w", deck="5*wc")
    before = RULES.dump(table.state)
    events = [*table.act("play w"), *table.act("take_back w")]
    assert events == []
    assert sorted(table.own.hand) == sorted(cards("sa w"))
    assert table.refusal("take_back w").rule == "HK-5.1"
    assert RULES.load(before).heroes[0].deck == table.own.deck


def test_exchange():
    """HK-5.2, HK-5.3: any number of cards, once a turn, and no action in the sense of HK-9.2. HK-R8."""
    table = circle(hand="4*sa w", deck="9*wc")
    assert table.step == "exchange"
    for kind in cards("4*sa w"):
        table.act(f"play {kind}")
    table.act("confirm")
    assert table.own.hand == cards("5*wc")
    assert table.own.deck == cards("4*wc 4*sa w")
    assert not table.state.acted
    assert table.step == "movement"
    passed = circle(hand="sa", deck="9*wc")
    passed.act("confirm")
    assert passed.own.hand == cards("sa")
    assert not passed.all("exchanged")
    assert circle(hand="", deck="sa").seat == 1, "without a card there is nothing to exchange (HK-4.3)"


def test_no_exchange_away_from_a_circle():
    """HK-5.2, HK-10.1: only where the turn begins on a magic circle."""
    assert TestTable().hero(0, hand="sa", deck="sa").turn(0).step == "movement"


def test_preparation():
    """HK-5.4: cards with meditation become draws, as many as the deck has; what is drawn cannot be used again. HK-R36."""
    table = TestTable().hero(0, hand="oasis sp sa", deck="sp wc").turn(0)
    assert table.step == "preparation"
    refused = table.refusal("play sa")
    assert (refused.reason, refused.rule) == ("no_preparation_value", "HK-5.4")
    table.act("play oasis", "play sp")
    assert RULES.view(table.state, 0).board.turn.warnings == ("more_than_deck",)
    table.act("confirm")
    assert table.last("prepared") == {"seat": 0, "cards": ["oasis", "secret_path"], "n": 2}
    assert sorted(table.own.hand) == sorted(cards("sa sp wc"))
    assert table.step == "movement", "no second preparation"


# Movement


def test_points_end_with_the_movement():
    """HK-6.5: cards in play are discarded and points are lost."""
    table = TestTable().hero(0, hand="sa pr wc", deck="sa").turn(0)
    table.act("play sa", "play pr", "step c12", "confirm")
    assert sorted(table.state.heroes[0].discard) == sorted(cards("sa pr"))
    assert (table.state.residue, table.last("dropped")["cards"]) == (0, ["protection"])


def test_alternating():
    """HK-6.1: play, step, play, step; a card without speed cannot be played."""
    table = TestTable().hero(0, hand="sa pr plate_armour", deck="").turn(0)
    table.act("play sa", "step d13", "play pr", "step e13")
    assert table.refusal("play plate_armour").reason == "no_movement_value"
    assert table.own.discard == cards("sa pr")


def test_refusals_of_steps_come_in_order():
    """HK-6.2, HK-14.2: not adjacent, not explored, impassable, monster, hero, guard, points: the first that applies."""
    table = TestTable().dark().monsters(d12="marauder").hero(0, "d13", hand="sa", deck="sa").hero(1, "e13").turn(0)
    table.act("play sa")
    assert table.refusal("step a1").reason == "not_adjacent"
    assert table.refusal("travel a1").reason == "not_explored"
    assert table.refusal("step d14").reason == "impassable"
    assert table.refusal("step d12").reason == "monster_there"
    assert table.refusal("step e13").reason == "hero_there"
    assert table.refusal("step e14").reason == "impassable"
    assert table.refusal("travel d13").reason == "there_already"
    assert table.refusal("step z99").reason == "no_such_hex"
    guarded = TestTable().monsters(e11="marauder").hero(0, "e12", hand="sa", deck="sa").turn(0)
    guarded.act("confirm", "confirm") if guarded.step == "preparation" else guarded.act("play sa")
    refused = guarded.refusal("step d11")
    assert (refused.reason, refused.facts["monster"]) == ("guarded", "e11")


def test_travel_takes_the_cheapest_way():
    """HK-6.7: cheapest, and of equal ways the one whose directions come first."""
    table = TestTable().hero(0, "d13", hand="6*pursuit", deck="sa").turn(0).play("6*pursuit")
    costs = table.costs()
    table.act("travel e12")
    moved = table.last("moved")
    assert moved["cost"] == costs["e12"]
    assert moved["path"] == ["e13", "e12"], "over plains and forest: 2 + 3"
    tie = TestTable().hero(0, "h10", hand="9*pursuit", deck="sa").turn(0).play("9*pursuit")
    tie.state.revealed = (1 << 225) - 1
    several = 0
    for target in [label for label, cost in tie.costs().items() if cost <= 12]:
        ways = cheapest_ways(tie, target)
        several += len(ways) > 1
        step = RULES.apply(tie.state, 0, ("travel", target))
        assert next(e for e in step.events if e.kind == "moved").facts["path"] == ways[0]
    assert several


def cheapest_ways(table: TestTable, target: str) -> list[list[str]]:
    """All cheapest ways to a hex, found by trying every one; in the order of their directions."""
    grid, cost = table.island.grid, table.island.cost[table.state.day]
    best = table.costs()[target]
    found: list[list[str]] = []

    def walk(at: int, path: list[str], paid: int) -> None:
        if paid == best and grid.labels[at] == target:
            found.append(path)
        for there in grid.around[at]:
            if there >= 0 and cost[there] and paid + cost[there] <= best and not table.state.guards >> there & 1 and grid.labels[there] not in path:
                walk(there, [*path, grid.labels[there]], paid + cost[there])

    walk(table.own.at, [], 0)
    return found


def test_travel_stops_when_a_monster_comes_into_sight():
    """HK-6.7, HK-13.1: unseen monsters change neither the list nor the costs; walking stops with the points left."""
    empty = TestTable().dark().hero(0, hand="5*pursuit", deck="sa").turn(0).play("5*pursuit")
    table = TestTable().dark().monsters(f13="warrior").hero(0, hand="5*pursuit", deck="sa").turn(0).play("5*pursuit")
    assert table.costs() == empty.costs()
    assert table.legal() == empty.legal()
    empty.act("travel e13")
    table.act("travel e13")
    assert empty.last("moved")["path"] == ["d13", "e13"]
    assert table.last("moved")["path"] == ["d13"]
    assert table.last("revealed")["monsters"] == [["f13", "warrior"]]
    assert table.state.residue + 3 * len(table.own.play) == 15 - 2


def test_no_way():
    """HK-6.7: a revealed hex that cannot be reached at all says so."""
    table = TestTable().monsters(d12="marauder", c11="marauder", d13="marauder").hero(0, hand="sa", deck="sa")
    table.hero(1, "c12").turn(0).reveal("e12").act("play sa")
    assert table.refusal("travel e12").reason == "no_way"


def test_heroes_block():
    """HK-6.9, HK-6.2: the portal is shared at the start only; nobody walks through a hero. HK-R11, HK-R40."""
    table = TestTable().hero(0, hand="4*sa", deck="5*sa").turn(0).play("2*sa")
    table.act("step d13")
    refused = table.refusal("step c13")
    assert (refused.reason, refused.rule) == ("hero_there", "HK-6.9")
    assert table.refusal("travel c13").reason == "hero_there"


def test_acted():
    """HK-9.2, HK-6.8: a step or a provocation is an action; playing cards without stepping is none. HK-R14."""
    table = TestTable().hero(0, hand="2*sa w", deck="9*sa").turn(0)
    table.act("play sa", "confirm")
    assert (table.step, table.state.acted) == ("rest", False)
    assert "heal" in table.legal()
    walked = TestTable().hero(0, hand="2*sa w", deck="9*sa").turn(0)
    walked.act("play sa", "step d13", "confirm")
    assert (walked.step, walked.state.acted) == ("rest", True)
    assert "heal" not in walked.legal()


# Fights


def test_provocation():
    """HK-7.1, HK-7.2: one adjacent monster, or none; declining goes to rest. HK-R16."""
    table = beside("marauder", "sa")
    table.reveal("n6").monsters(n6="warrior")
    assert table.legal() == ["provoke e11", "decline"]
    assert table.refusal("provoke n6").reason == "not_adjacent"
    assert table.refusal("provoke d12").reason == "no_monster"
    assert table.refusal("provoke o1").reason == "not_explored"
    assert table.refusal("provoke").reason == "not_an_action"
    table.act("decline")
    assert table.step == "rest"
    table = beside("marauder", "4*wc")
    table.monsters(f11="warrior")
    table.act("provoke e11")
    assert table.state.acted
    table.act("play wc", "block", "play wc", "strike")
    assert table.step == "rest", "at most one fight a turn"


def test_defence():
    """HK-7.3, HK-7.4, HK-7.5: block needs the whole attack; wounds may be taken although a block is possible. HK-R17, HK-R18."""
    table = beside("warrior", "3*pr")
    table.act("provoke e11", "play pr")
    refused = table.refusal("block")
    assert (refused.rule, refused.facts["need"], refused.facts["have"]) == ("HK-7.3", 3, 2)
    assert table.refusal("play sa").reason == "not_in_hand"
    table.act("take_wounds")
    assert sorted(table.own.hand) == sorted(cards("3*pr 2*w")), "cards laid out come back"
    assert table.last("wounded")["n"] == 2
    assert table.step == "attack"
    plate = beside("warrior", "3*plate_armour")
    plate.act("provoke e11", "play plate_armour", "play plate_armour", "block")
    assert len(plate.own.hand) == 2, "only what is needed is spent"


def test_wound_table():
    """HK-7.5: attack divided by armour, rounded up."""
    table = [[wounds_from(attack, armour) for armour in (2, 3, 4)] for attack in range(2, 8)]
    assert table == [[1, 1, 1], [2, 1, 1], [2, 2, 1], [3, 2, 2], [3, 2, 2], [4, 3, 2]]


def test_attack():
    """HK-7.6, HK-7.7, HK-7.10: strike, or give up and keep the cards; a hero stays where it is. HK-R19."""
    table = beside("spectre", "wc 2*sacrifice")
    table.act("provoke e11", "play wc", "block", "play sacrifice")
    refused = table.refusal("strike")
    assert (refused.rule, refused.facts["need"], refused.facts["have"]) == ("HK-7.6", 6, 4)
    table.act("give_up")
    assert table.own.hand == cards("2*sacrifice")
    assert table.at("e11") in table.state.monsters
    assert table.last("stays")["hex"] == "e11"
    table = beside("spectre", "wc 3*sacrifice")
    table.act("provoke e11", "play wc", "block", "play sacrifice", "play sacrifice", "strike")
    assert table.at("e11") not in table.state.monsters
    assert table.own.experience == 5
    assert table.island.grid.labels[table.own.at] == "e12"


def test_attack_looks_the_same_given_up_or_impossible():
    """HK-7.6: nobody learns whether the hand could have beaten the monster."""
    could = beside("spectre", "wc 2*sacrifice")
    could.act("provoke e11", "play wc", "block", "give_up")
    could_not = beside("spectre", "wc 2*pr")
    could_not.act("provoke e11", "play wc", "block")
    public = [[e for e in t.events if e.to is None and e.kind == "stays"] for t in (could, could_not)]
    assert public[0] == public[1]


def test_ruins():
    """HK-7.8: beating the guardian captures the ruins, once; walking there gives nothing. HK-R25."""
    table = TestTable().monsters(j5="spectre").hero(0, "i5", hand="wc 3*sacrifice 4*pursuit", deck="9*sa").turn(0)
    while table.step != "provocation":
        table.act("confirm")
    table.act("provoke j5", "play wc", "block", "play sacrifice", "play sacrifice", "strike")
    assert table.own.ruins == 1
    assert table.last("ruins")["hex"] == "j5"
    other = TestTable().hero(0, "i5", hand="4*pursuit", deck="9*sa").turn(0).play("4*pursuit")
    other.act("travel j5")
    assert other.own.ruins == 0


# Levels and selection


def test_level_table():
    """HK-8.1: the table of levels. HK-R21, HK-R23."""
    rows = [(lv.experience, lv.gain, lv.armour, lv.hand_size) for lv in CONTENT.levels]
    assert rows == [
        (0, "none", 2, 5), (3, "card", 2, 5), (8, "armour", 3, 5), (15, "card", 3, 5), (24, "hand_size", 3, 6),
        (35, "card", 3, 6), (48, "armour", 4, 6), (63, "card", 4, 6), (80, "hand_size", 4, 7), (99, "card", 4, 7),
    ]  # fmt: skip
    assert [CONTENT.level(x).level for x in (0, 2, 3, 7, 8, 98, 99, 500)] == [0, 0, 1, 1, 2, 8, 9, 9]


def test_hand_size_counts_in_the_same_turn():
    """HK-8.3: the refill after the fight already uses the new hand size."""
    table = beside("marauder", "4*wc", experience=23)
    table.act("provoke e11", "play wc", "block", "play wc", "strike")
    assert RULES.view(table.state, 0).board.heroes[0].hand_size == 6
    table.act("confirm")
    assert len(table.state.heroes[0].hand) == 6


def test_selection():
    """HK-8.4: mandatory, onto the top of the deck, and the offer is filled."""
    table = beside("warrior", "4*wc")
    table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike")
    assert table.step == "selection"
    refused = table.refusal("confirm")
    assert refused.reason == "asked_otherwise"
    assert table.refusal("select wound").reason == "not_in_offer"
    follows = table.state.special[0]
    table.state.offer[0] = "oasis"
    table.act("select oasis")
    assert table.own.deck[0] == "oasis"
    assert table.state.offer[-1] == follows


def test_offer_without_a_stock():
    """HK-8.5: an empty stock does not refill, an empty offer cancels the selection."""
    table = beside("warrior", "4*wc")
    table.state.special, table.state.offer = [], ["oasis"]
    table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike", "select oasis")
    assert table.state.offer == []
    table = beside("warrior", "4*wc")
    table.state.special, table.state.offer = [], []
    table.act("provoke e11", "play wc", "play wc", "block", "play wc", "strike")
    assert (table.step, table.own.due) == ("rest", 0)


# Rest, features, end of turn


def test_healing_points():
    """HK-9.1, HK-10.1: a monastery or castle gives one, idleness gives one; features serve everybody."""
    for label, points in (("c13", 1), ("g6", 2), ("h4", 2), ("e5", 1)):
        table = TestTable().hero(0, label, hand="w", deck="9*sa").turn(0)
        assert RULES.view(table.state, 0).board.turn.points == points, label


def test_resting_discards():
    """HK-9.3, HK-9.6: any number of cards, even the whole hand; confirming with nothing is a pass. HK-R37."""
    table = TestTable().hero(0, hand="3*pr", deck="9*sa").turn(0)
    table.act("confirm").__len__()
    table.play("3*pr").act("confirm")
    assert table.state.heroes[0].discard == cards("3*pr")
    assert table.state.heroes[0].hand == cards("5*sa")
    table = TestTable().hero(0, hand="3*pr", deck="9*sa").turn(0)
    table.act("confirm", "confirm")
    assert table.state.heroes[0].discard == []


def test_wounds_outside_the_hand_cannot_be_healed():
    """HK-9.6, HK-9.4: only wounds in hand."""
    table = TestTable().hero(0, hand="pr", deck="9*w", discard="w").turn(0)
    table.act("confirm")
    assert table.refusal("heal").reason == "no_wound"


def test_wounds_can_be_taken_back():
    """HK-9.5, HK-9.4: a wound laid out for healing goes back into the hand; one point heals one."""
    table = TestTable().hero(0, hand="2*w pr", deck="9*sa").turn(0)
    table.act("confirm", "heal")
    assert table.refusal("heal").rule == "HK-9.4"
    table.act("take_back w")
    assert table.own.hand.count(WOUND) == 2
    table.act("heal", "confirm")
    assert table.state.heroes[0].wounds == 1


def test_refill_target():
    """HK-11.2, HK-10.1: a village or castle lets the hand be one larger. HK-R4, HK-R39."""
    for label, size in (("c13", 5), ("e5", 6), ("h4", 6), ("g6", 5)):
        table = TestTable().hero(0, label, hand="sa", deck="12*pr").turn(0)
        table.pass_turn()
        assert len(table.state.heroes[0].hand) == size, label


def test_hand_above_the_target_is_kept():
    """HK-11.2, HK-11.3: nothing is discarded, unplayed cards stay. HK-R38."""
    table = TestTable().hero(0, hand="4*sa 4*w", deck="9*pr").turn(0)
    table.act("confirm", "confirm")
    assert sorted(table.state.heroes[0].hand) == sorted(cards("4*sa 4*w"))


def test_tomb_every_turn_but_not_between_phases():
    """HK-11.1, HK-10.1: one wound for each turn that ends there, none at a change of phase. HK-R26."""
    table = TestTable("random")
    tomb = table.island.grid.labels[table.island.feature.index("tomb")]
    table.hero(0, tomb, hand="5*sa", deck="sa").hero(1, deck="", hand="sa")
    table.turn(0).pass_turn()
    assert table.state.heroes[0].wounds == 1
    table.pass_turn()
    table.pass_turn()
    assert (table.state.phase, table.state.heroes[0].wounds) == (2, 2)


def test_end_of_phase():
    """HK-11.5: hand and discard go into the deck, wounds too, and the refill target is drawn. HK-R32."""
    table = TestTable().hero(0, "e5", hand="w sa", deck="", discard="7*pr w").hero(1, hand="pr", deck="", discard="9*sa")
    table.turn(0)
    table.pass_turn()
    table.pass_turn()
    hero = table.state.heroes[0]
    assert (table.state.phase, len(hero.hand), hero.discard) == (2, 6, [])
    assert sorted(hero.hand + hero.deck) == sorted(cards("2*w sa 7*pr")) or hero.wounds <= 2
    assert not table.state.last_round
