"""Components, materials, decks and the beginning (sections 1 to 4)."""

from __future__ import annotations

import re

import pytest

from cogs.messages.refusals import explain
from data.content import read
from data.language import texts
from data.rulebook import rulebook
from render.look import Look
from render.planetary_conquerors.event_texts import narrate
from rules.game import Refused
from rules.parts.engine import Faults
from rules.planetary_conquerors.content import read_content
from rules.planetary_conquerors.position import Field
from tests.planetary_conquerors.table import CONTENT, RULES, TestTable


def begun(seats=2, seed=5, answers=()):
    """A game whose decks are chosen; `answers` are those to the mulligan, by seat."""
    state = RULES.setup(seats, {}, seed).state
    for seat in range(seats):
        state = RULES.apply(state, seat, ("deck", list(RULES.presets)[seat % 4])).state
    for seat, answer in enumerate(answers):
        state = RULES.apply(state, seat, answer).state
    return state


def test_where_cards_go():
    """PC-1.1, PC-1.2: permanents stay, spells and used traps lie in the junkyard; announced cards lie in between, illusions vanish."""
    t = TestTable().stock(0, 2, 1).stock(1, 0, 3).hand(0, "gold_miner", "quick_peek").hand(1, "short_circuit").put(0, "hologram")
    t.play("0 play quick_peek")
    view = RULES.view(t.state, 1).board
    assert [(a.card, a.kind) for a in view.acts] == [("quick_peek", "play")]
    assert "quick_peek" not in t.side(0).hand + t.side(0).junkyard
    t.play("1 pass", "0 keep", "0 play gold_miner")
    assert t.side(0).junkyard == ["quick_peek"]
    assert t.planet(0) == ["hologram", "gold_miner"]


def test_owner_and_controller():
    """PC-1.3, PC-13.14: a stolen warrior that leaves goes to its owner, whoever controls it."""
    t = TestTable().stock(0, 0, 2).hand(0, "emergency_recall").put(0, "trooper", owner=1).put(0, "recruit")
    t.play("0 play emergency_recall", "0 choose trooper")
    assert t.side(1).hand == ["trooper"]
    assert t.side(0).hand == []


def test_the_planet():
    """PC-1.4, PC-1.5, PC-1.6: buildings in order of arrival, columns before the mine and each building; miners are attacked by nothing."""
    t = TestTable().put(1, "gold_miner").put(1, "outpost").put(1, "bulwark").put(1, "trooper").put(0, "raider")
    t.play("0 end")
    assert t.offered("attack", "raider") == ["m2", f"c{t.names['outpost']}", f"c{t.names['bulwark']}"]
    assert t.hp("m1") == t.hp("m2") == 15
    view = RULES.view(t.state, None).board.sides[1]
    assert [x.card for x in view.things if x.type == "building"] == ["outpost", "bulwark"]


def test_a_new_stay():
    """PC-1.7: a card that comes back has forgotten everything, but its damage counts as from the same source in this turn."""
    t = TestTable().put(0, "topdecker", hp=1, exhausted=True, attack=2).stock(0, 2, 3).hand(0, "emergency_recall")
    number = t.thing("topdecker").source
    t.play("0 play emergency_recall")
    old = t.names["topdecker"]
    assert old not in t.state.things
    t.stock(0, 2, 1).play("0 play topdecker")
    new = t.thing("new_topdecker")
    assert (new.uid != old, new.hp, new.exhausted, new.attack) == (True, 2, False, 0)
    assert new.source == number
    t = TestTable().put(0, "trooper").stock(1, 0, 2).hand(1, "emergency_recall").put(1, "bulwark").play("0 end", "--")
    t.play("0 attack trooper bulwark", "0 confirm", "1 play emergency_recall")
    assert t.hp("bulwark") == 4, "an attacker that has gone strikes nothing, though its card may come again"


def test_what_a_card_carries():
    """PC-1.8: controller, HP, exhaustion, used effects, changes and Shielding are part of the state and seen by everybody."""
    t = TestTable().put(0, "field_medic", used=("a0",), exhausted=True, hp=2, attack=1, shielding=2)
    (seen,) = [x for x in RULES.view(t.state, 1).board.sides[0].things if x.card == "field_medic"]
    assert (seen.hp, seen.most, seen.attack, seen.printed, seen.shielding, seen.exhausted, seen.spent) == (2, 3, 2, 1, 2, True, True)


def test_no_limits():
    """PC-1.9, PC-R48: any number of cards in hand and on a planet."""
    t = TestTable().hand(0, *["recruit"] * 40).stock(0, 1).play("0 play recruit")
    for _ in range(40):
        t.put(0, "gold_miner")
    t.play("0 end", "0 none", "0 end")
    assert len(t.side(0).hand) == 40


# Materials


def test_storages():
    """PC-2.1, PC-2.2, PC-R46: three storages, that of whoever begins empty, with limits that cards may raise."""
    state = begun()
    assert state.sides[state.first].stock == (0, 0, 0)
    assert Field(CONTENT, state).limits(0) == (6, 6, 3)
    t = TestTable().stock(0, 5, 6, 0).put(0, "storage_silo").put(0, "deep_driller").put(0, "cosmium_sifter").phase("mining")
    assert t.has(0) == "7/8/0"


def test_a_limit_sinks():
    """PC-2.3: what lies above it is lost at once."""
    t = TestTable().stock(0, 9, 4, 0).put(0, "storage_silo", hp=3).stock(1, 0, 0, 1).hand(1, "surge_strike").put(0, "recruit").hand(0, "patch_up")
    t.stops(1, "ask_play_any").play("0 play patch_up", "1 play surge_strike", "1 choose storage_silo")
    assert t.side(0).stock[0] == 6
    assert t.last("overflowed")["n"] == 2


def test_conversion_is_no_game_action():
    """PC-2.4, PC-R14, PC-R15: only in the own main decision, and nobody reacts."""
    t = TestTable(loud=True).stock(0, 1, 4, 0).stock(1, 6, 6, 3).hand(1, "short_circuit", "denial_order").hand(0, "quick_peek")
    t.play("0 convert")
    assert (t.asked, t.seat, t.has(0)) == ("main", 0, "1/0/1")
    t = TestTable(loud=True).stock(0, 1, 5, 0).hand(0, "quick_peek", "patch_up").play("0 play quick_peek")
    assert t.asked == "react"
    assert t.refusal("convert").reason == "only_in_main"
    assert TestTable().stock(0, 6, 3, 0).refusal("convert").facts == {"card": "convert", "material": "cosmium", "need": 4, "have": 3}


def test_costs():
    """PC-2.5, PC-6.8: paid in full with the named material, and never paid back."""
    t = TestTable().stock(0, 6, 1, 3).hand(0, "habitat_dome").stock(1, 2, 0, 1).hand(1, "denial_order")
    assert t.refusal("play habitat_dome").facts == {"card": "habitat_dome", "material": "cosmium", "need": 2, "have": 1}
    t.stock(0, 6, 2, 3).play("0 play habitat_dome", "1 play denial_order")
    assert t.has(0) == "4/0/3"
    assert t.side(0).junkyard == ["habitat_dome"]
    assert t.planet(0) == []


# Decks


def test_deck_limits():
    """PC-3.1, PC-3.2, PC-3.3, PC-3.4, PC-R45: 50 to 80 cards, rarities, the two starting miners; all faults at once with their numbers."""
    rules = RULES.decks
    good = {"gold_miner": 40, "collector_of_cosmium": 10}
    assert rules.faults(good) == []
    assert rules.faults({"gold_miner": 79, "collector_of_cosmium": 1}) == []
    bad = {"gold_miner": 30, "short_circuit": 4, "war_academy": 2, "hologram": 1}
    found = {f.reason: f.facts for f in rules.faults(bad)}
    assert found["deck_size"] == {"n": 37, "least": 50, "most": 80}
    assert found["deck_needs"] == {"card": "collector_of_cosmium", "n": 1}
    copies = [(f.facts["card"], f.facts["n"], f.facts["limit"]) for f in rules.faults(bad) if f.reason == "deck_copies"]
    assert copies == [("short_circuit", 4, 3), ("war_academy", 2, 1)]
    assert found["deck_unknown"] == {"card": "hologram"}


def test_a_deck_of_ones_own():
    """PC-3.4: a share code is accepted, a broken one refused with its fault."""
    state = RULES.setup(2, {}, 1).state
    good = RULES.decks.code({"gold_miner": 40, "collector_of_cosmium": 10})
    assert RULES.apply(state, 0, ("deck", good)).state.sides[0].deck == {"gold_miner": 40, "collector_of_cosmium": 10}
    most = {"gold_miner": 79, "collector_of_cosmium": 1}
    assert RULES.apply(state, 0, ("deck", RULES.decks.code(most))).state.sides[0].deck == most
    with pytest.raises(Refused) as caught:
        RULES.apply(state, 0, ("deck", RULES.decks.code({"gold_miner": 49, "collector_of_cosmium": 2})[:-1]))
    assert caught.value.reason == "deck_unread"
    with pytest.raises(Refused) as caught:
        RULES.apply(state, 0, ("deck", RULES.decks.code({"gold_miner": 47, "collector_of_cosmium": 2})))
    assert (caught.value.reason, caught.value.facts["n"]) == ("deck_size", 49)
    with pytest.raises(Refused) as caught:
        RULES.apply(state, 0, ("deck", RULES.decks.code({"gold_miner": 47, "war_academy": 2, "orbital_cannon": 3})))
    assert [e.reason for e in (caught.value, *caught.value.others)] == ["deck_copies", "deck_copies", "deck_needs"]
    words = explain(caught.value, texts("en", "planetary_conquerors"), "planetary_conquerors")
    assert all(name in words for name in ("War Academy: 2 copies", "Orbital Cannon: 3 copies", "Collector of Cosmium: at least 1"))


def test_the_pool():
    """PC-17.1, PC-17.2, PC-17.3: 110 cards and a token; every keyword on two cards at least; presets legal, with 14 to 17 miners and traps."""
    assert len(CONTENT.cards) == 111
    assert {"hologram"} == set(CONTENT.tokens)
    for word in ("shielding", "selfheal", "selfdestroy", "final_hit", "illusion"):
        assert sum(word in CONTENT.keywords[c] for c in CONTENT.cards) >= 2
    for deck in CONTENT.presets.values():
        assert not RULES.decks.faults(deck)
        kinds = [CONTENT.types[w] for w, n in deck.items() for _ in range(n)]
        assert 14 <= kinds.count("miner") <= 17
        assert kinds.count("trap") >= 2
        assert sum(CONTENT.hp[w] * n for w, n in deck.items() if CONTENT.types[w] == "building") >= 34
    assert set(CONTENT.cards) - set(CONTENT.tokens) == {w for deck in CONTENT.presets.values() for w in deck}
    warriors = [c for c in CONTENT.cards.values() if c.type == "warrior" and not (c.abilities or c.keywords or c.traits) and not c.price.electricity]
    assert all(c.attack + c.hp == pytest.approx(2 * c.price.total + 1, abs=1) for c in warriors)


def test_faulty_content_is_refused_with_every_fault():
    from data.content import read

    content = read("planetary_conquerors")
    cards = content["cards"]["cards"]
    cards[0]["cost"] = {"gold": 9}
    cards[1]["no"] = cards[2]["no"]
    cards[12].pop("hp")
    cards[3]["abilities"][0]["do"][0]["op"] = "dance"
    with pytest.raises(Faults) as caught:
        read_content(content)
    text = "\n".join(caught.value.faults)
    for part in ("gold_miner: cost", "is taken", "outpost: hp", "cosmium_sifter: abilities[0].do"):
        assert part in text
    cards[3]["abilities"][0]["do"][0]["op"] = "add"
    content["decks"]["decks"][0]["cards"]["gold_miner"] = 80
    cards[0]["cost"], cards[1]["no"], cards[12]["hp"] = {"gold": 2}, 2, 4
    with pytest.raises(Faults, match="deck_size"):
        read_content(content)


# The beginning


def test_seats_and_the_first_player():
    """PC-4.1, PC-R57: two to four; the first player is drawn, every seat may be it."""
    assert {begun(4, seed).first for seed in range(30)} == {0, 1, 2, 3}
    for seats in (1, 5):
        with pytest.raises(Refused) as caught:
            RULES.setup(seats, {}, 1)
        assert caught.value.rule == "PC-R57"
    state = begun(3, 7, [("keep",)] * 3)
    assert state.active == state.first
    assert state.living() == [(state.first + i) % 3 for i in range(3)]


def test_starting_miners_and_hands():
    """PC-4.2, PC-4.3, PC-15.2, PC-R44: two miners on each planet without a trigger; five cards, with two the second player has six."""
    for seats in (2, 3, 4):
        state = begun(seats)
        for seat, side in enumerate(state.sides):
            own = [t.card for t in state.things.values() if t.controller == seat]
            assert own == ["mine", "gold_miner", "collector_of_cosmium"]
            assert len(side.hand) == 5 + (seats == 2 and seat != state.first)
            assert len(side.hand) + len(side.library) + 2 == sum(side.deck.values())


TABLES = {len(table["stores"]): table["stores"] for table in read("planetary_conquerors")["seats"]["compensation"]}
MATERIALS = ("gold", "cosmium", "electricity")


def stores(seats):
    """PC-4.6: what the content gives, in the order of play."""
    return [tuple(store.get(material, 0) for material in MATERIALS) for store in TABLES[seats]]


def in_order(state):
    """What lies in the storages, in the order of play."""
    n = len(state.sides)
    return [state.sides[(state.first + i) % n].stock for i in range(n)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_later_players_begin_with_materials(seats):
    """PC-2.1, PC-4.6: by the order of play, whoever was drawn to begin; all see it, and are told."""
    wanted = stores(seats)
    assert wanted[0] == (0, 0, 0) != wanted[-1]
    for seed in range(8):
        waiting = RULES.setup(seats, {}, seed).state
        for seat in range(seats - 1):
            waiting = RULES.apply(waiting, seat, ("deck", "iron_tide")).state
        assert not any(any(side.stock) for side in waiting.sides), "nobody has anything before the lot has been drawn"
        step = RULES.apply(waiting, seats - 1, ("deck", "iron_tide"))
        assert in_order(step.state) == wanted
        told = {e.facts["seat"]: tuple(e.facts["n"]) for e in step.events if e.kind == "compensated"}
        assert all(e.to is None for e in step.events if e.kind == "compensated")
        assert told == {seat: side.stock for seat, side in enumerate(step.state.sides) if any(side.stock)}
        assert [side.stock for side in RULES.view(step.state, None).board.sides] == [side.stock for side in step.state.sides]


def test_materials_of_the_beginning_count_on_in_the_first_turn():
    """PC-4.6, PC-2.2, PC-5.4: the miners' materials come on top, within the limits; who begins mines one of each, with nothing besides."""
    state = begun(2, 5, [("keep",)] * 2)
    second = 1 - state.first
    before = state.sides[second].stock
    assert state.sides[state.first].stock == (1, 1, 0)
    while state.active == state.first:
        seat = RULES.to_act(state)[0]
        state = RULES.apply(state, seat, RULES.decision(state, seat).default).state
    gold, cosmium, electricity = before
    assert state.sides[second].stock == (gold + 1, cosmium + 1, electricity)


def test_who_leaves_before_the_deal_is_not_counted():
    """PC-4.6, PC-14.7: where one of three has gone before the decks were there, the others begin as two do."""
    for gone in range(3):
        state = RULES.concede(RULES.setup(3, {}, 4).state, gone).state
        for seat in RULES.to_act(state):
            state = RULES.apply(state, seat, ("deck", "iron_tide")).state
        assert [state.sides[seat].stock for seat in state.living(state.first)] == stores(2)
        assert state.sides[gone].stock == (0, 0, 0)


@pytest.mark.parametrize("last", [(0, 0, 0), (3, 2, 0)])
def test_a_game_of_earlier_rules_goes_on_with_what_it_was_dealt(last):
    """PC-4.6: what is dealt is not dealt again when a snapshot is loaded: nothing by version 5, and 3 gold and 2 cosmium by versions 7 and 8."""
    state = begun(3)
    dealt = [(0, 0, 0), (0, 0, 0), last]
    for i, stock in enumerate(dealt):
        state.sides[(state.first + i) % 3].stock = stock
    kept = RULES.load(RULES.dump(state))
    assert in_order(kept) == dealt
    for seat in range(3):
        kept = RULES.apply(kept, seat, ("keep",)).state
    assert in_order(kept) == [(1, 1, 0), (0, 0, 0), last]


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_the_rulebook_names_what_later_players_begin_with(language):
    """PC-4.6: the figures are those of the content, table by table, in the order of play."""
    wanted = [n for seats in (2, 3, 4) for store in stores(seats) for n in store if n]
    text = rulebook("planetary_conquerors", language)["PC-4.6"].text
    assert [int(n) for n in re.findall(r"\d+", text)] == wanted


@pytest.mark.parametrize("language", ["en", "cs", "fr"])
def test_the_channel_reads_what_later_players_begin_with(language):
    """PC-4.6: in words, with the names of the materials."""
    look = Look("dark", texts(language, "planetary_conquerors"), ("Ana", "Ben"))
    told = narrate("compensated", {"seat": 1, "n": [2, 1, 0]}, look)
    assert [word for word in ("Ana", "Ben", "2 ", "1 cosmium") if word in str(told)] == ["Ben", "2 ", "1 cosmium"]


def test_a_game_left_waiting_for_whoever_had_gone_goes_on():
    """PC-14.7: version 1 waited on for the deck of a player who had left; such a game, loaded, is dealt as it would have been."""
    first, second = [("deck", name) for name in list(RULES.presets)[:2]]
    left = RULES.concede(RULES.setup(3, {}, 4).state, 2).state
    chosen = RULES.apply(left, 0, first).state
    waiting = chosen.copy()
    waiting.sides[1].deck = dict(RULES.presets[second[1]])
    assert RULES.to_act(waiting) == ()
    assert RULES.load(RULES.dump(waiting)) == RULES.apply(chosen, 1, second).state
    assert RULES.load(RULES.dump(chosen)) == chosen


def test_the_mulligan():
    """PC-4.4, PC-R43: exactly three or none, all at once, carried out only when everybody has answered."""
    state = begun(2, 9)
    hand = CONTENT.sort(state.sides[0].hand)
    assert RULES.to_act(state) == (0, 1)
    with pytest.raises(Refused) as caught:
        RULES.apply(state, 0, ("mulligan", *hand[:2]))
    assert caught.value.reason == "exactly_three"
    answered = RULES.apply(state, 0, ("mulligan", *hand[:3])).state
    assert RULES.to_act(answered) == (1,)
    assert CONTENT.sort(answered.sides[0].hand) == hand, "nothing happens before all have answered"
    step = RULES.apply(answered, 1, ("keep",))
    assert len(step.state.sides[0].hand) == len(hand)
    kinds = [(e.kind, e.facts["seat"]) for e in step.events if e.kind in ("mulligan", "kept")]
    assert sorted(kinds) == [("kept", 1), ("mulligan", 0)]
    assert [s for _, s in kinds] == step.state.living(step.state.first)
    drawn = next(e for e in step.events if e.kind == "drew_cards" and e.to == (0,) and len(e.facts["cards"]) == 3)
    assert set(drawn.to) == {0}


def test_the_first_turn():
    """PC-4.5, PC-R42, PC-R1: no window before it; it mines, draws and may attack."""
    state = begun(2, 5, [("keep",)] * 2)
    assert (state.turn, state.phase, state.ask.kind) == (1, "kuk", "kuk")
    assert state.sides[state.first].stock == (1, 1, 0)
    state = RULES.apply(state, state.first, ("keep",)).state
    assert len(state.sides[state.first].hand) == 6
    t = TestTable(turn=1).stock(0, 1).hand(0, "recruit").play("0 play recruit", "0 end")
    assert t.offered("attack") == [f"c{t.names['recruit']}"]
