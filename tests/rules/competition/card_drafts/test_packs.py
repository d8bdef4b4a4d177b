"""HX-3.6, HX-3.7, PC-3.5, PC-3.6: what is in a pack, and what a deck may be that is made of one's picks."""

from __future__ import annotations

from collections import Counter

import pytest

from data.content import build
from rules.competition.card_drafts import dealt, pack, packs_of
from rules.decks import DeckFault
from rules.game import Refused
from rules.randomness import Chance

SEED = 7


def packs(game, n=30):
    return [pack(build(game).limited, Chance.of(SEED, "test", i)) for i in range(n)]


def test_hx_3_7_a_pack_of_hexygame():
    faces = build("hexygame").faces
    for cards in packs("hexygame"):
        assert len(set(cards)) == len(cards) == 12
        assert Counter(faces[card].rarity for card in cards) == {"common": 8, "uncommon": 3, "rare": 1}
        colors = Counter(faces[card].color for card in cards if faces[card].rarity == "common")
        assert all(1 <= colors[color] <= 3 for color in "RBGYV")


def test_pc_3_6_a_pack_of_planetary_conquerors():
    faces = build("planetary_conquerors").faces
    for cards in packs("planetary_conquerors"):
        assert len(set(cards)) == len(cards) == 14
        assert Counter(faces[card].rarity for card in cards) == {"1": 7, "2": 6, "3": 1}
        types = Counter(faces[card].type for card in cards)
        assert types["building"] >= 3
        assert types["warrior"] >= 3
        assert types["trap"] >= 2
        assert types["spell"] >= 2
        assert not {"gold_miner", "collector_of_cosmium"} & set(cards)


@pytest.mark.parametrize(("game", "cards"), [("hexygame", 6 * 12), ("planetary_conquerors", 6 * 14)])
def test_a_sealed_deck_is_made_from_six_packs(game, cards):
    limited = build(game).limited
    begun = dealt(limited, "sealed", SEED, packs_of(limited, "sealed", SEED, 4))
    assert begun.over
    assert [sum(begun.pool(seat).values()) for seat in begun.seats] == [cards] * 4
    assert len({str(begun.pool(seat)) for seat in begun.seats}) == 4


def test_hx_3_6_own_picks_and_any_number_of_basics():
    """40 to 60 cards, more copies than elsewhere, nothing that was not picked."""
    limited = build("hexygame").limited
    mine = limited.decks_of({"torchrunner": 7, "gull_scout": 2})
    assert mine.faults({"torchrunner": 7, "red_hearth": 25, "red_energy": 8}) == []
    assert mine.faults({"torchrunner": 7, "red_hearth": 53}) == []
    assert [(fault.reason, fault.rule) for fault in mine.faults({"red_hearth": 39})] == [("deck_size", "HX-3.6")]
    assert [(fault.reason, fault.rule) for fault in mine.faults({"red_hearth": 61})] == [("deck_size", "HX-3.6")]
    wrong = {"torchrunner": 8, "moss_troll": 1, "red_hearth": 31}
    assert mine.faults(wrong) == [
        DeckFault("deck_copies", "HX-3.6", {"card": "torchrunner", "n": 8, "limit": 7}),
        DeckFault("deck_copies", "HX-3.6", {"card": "moss_troll", "n": 1, "limit": 0}),
    ]


def test_pc_3_5_own_picks_and_any_number_of_the_two_miners():
    limited = build("planetary_conquerors").limited
    mine = limited.decks_of({"salvage_crew": 5})
    assert mine.faults({"salvage_crew": 5, "gold_miner": 20, "collector_of_cosmium": 20}) == []
    assert [(f.reason, f.rule) for f in mine.faults({"gold_miner": 45})] == [("deck_needs", "PC-3.3")]
    assert [(f.reason, f.rule) for f in mine.faults({"gold_miner": 43, "collector_of_cosmium": 1})] == [("deck_size", "PC-3.5")]
    assert [(f.reason, f.rule) for f in mine.faults({"gold_miner": 80, "collector_of_cosmium": 1})] == [("deck_size", "PC-3.5")]


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
def test_hx_3_6_pc_3_5_such_a_deck_is_played_after_a_draft_and_nowhere_else(game):
    rules = build(game)
    free = rules.limited.free
    deck = {free[0]: 23, free[1]: 22} | dict.fromkeys(list(rules.limited.by_rarity.values())[-1][:1], 6)  # Six copies of a rare card.
    code = rules.decks.code(deck)
    with pytest.raises(Refused):
        rules.apply(rules.setup(2, {}, SEED).state, 0, ("deck", code))
    state = rules.setup(2, {"decks": "limited"}, SEED).state
    assert rules.load(rules.dump(state)) == state
    state = rules.apply(state, 0, ("deck", code)).state
    state = rules.apply(state, 1, ("deck", code)).state
    assert rules.view(state, None).asked[0][1] == "mulligan"
    over = rules.concede(state, 0).state
    assert rules.outcome(over) is not None
    assert [side.deck for side in rules.view(over, None).board.sides] == [(), ()], "others of the draft have yet to meet them"


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
def test_nobody_chooses_such_decks_for_a_table_of_their_own(game):
    option = next(option for option in build(game).options if option.key == "decks")
    assert "limited" not in option.values
