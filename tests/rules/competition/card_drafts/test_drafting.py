"""A card draft as a pure function of a seed and of picks: who has which pack, who may take what, and who may know what."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from data.content import build
from rules.competition.card_drafts import NoPick, Pick, built, chosen, dealt, packs_of, replayed
from rules.randomness import Chance

GAMES = ("hexygame", "planetary_conquerors")
SEED = 11


def begun(game="hexygame", seats=4, seed=SEED):
    limited = build(game).limited
    return dealt(limited, "draft", seed, packs_of(limited, "draft", seed, seats))


def played(draft, chance=None):
    """The picks of a whole draft, of whoever chance lets pick next."""
    rows, chance = [], chance or Chance.of(SEED, "test")
    while not draft.over:
        seat = chance.choice(draft.asked)
        rows.append(Pick(seat, chosen(draft, seat)))
        draft = draft.picked(rows[-1])
    return draft, rows


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [4, 5, 8])
def test_hx_3_7_pc_3_6_three_packs_a_seat(game, seats):
    draft = begun(game, seats)
    over, rows = played(draft)
    size = draft.limited.size
    assert [len(picks) for picks in over.picks] == [3 * size] * seats
    assert Counter(chain(*over.picks)) == Counter(chain(*chain(*draft.packs))), "nothing is lost"
    assert replayed(draft, rows) == over
    assert replayed(begun(game, seats), rows) == over, "the same on every run"


def test_hx_3_7_pc_3_6_packs_go_left_then_right_then_left():
    draft = begun()
    for round, step in ((1, 1), (2, -1), (3, 1)):
        before = {seat: set(draft.view(seat).pack) for seat in draft.seats}
        assert draft.round == round
        taken = {}
        for seat in draft.seats:
            taken[seat] = draft.view(seat).pack[0]
            draft = draft.picked(Pick(seat, taken[seat]))
        for seat in draft.seats:
            from_seat = (seat - step) % 4
            assert set(draft.view(seat).pack) == before[from_seat] - {taken[from_seat]}
        while draft.round == round and not draft.over:
            seat = draft.asked[0]
            draft = draft.picked(Pick(seat, draft.view(seat).pack[0]))
    assert draft.over


def test_a_pack_waits_for_nobody_but_the_next():
    """Somebody who takes their time keeps nobody else from the packs that are there; what comes to them waits in order."""
    draft = begun()
    slow = 1
    first = draft.view(slow)
    while fast := [seat for seat in draft.asked if seat != slow]:
        draft = draft.picked(Pick(fast[0], draft.view(fast[0]).pack[0]))
    assert draft.view(slow) == first
    assert [len(picks) for picks in draft.picks] == [3, 0, 1, 2], "who sits before them has passed four packs on"
    assert len(draft.queues[slow]) == 4
    lengths = [len(before) for before in draft.queues[slow]]
    assert lengths == sorted(lengths, reverse=True)


def test_what_cannot_be_picked():
    draft = begun()
    mine = draft.view(0).pack
    theirs = next(card for card in draft.view(1).pack if card not in mine)
    for pick in (Pick(0, theirs), Pick(0, "red_hearth"), Pick(4, mine[0]), Pick(-1, mine[0])):
        with pytest.raises(NoPick):
            draft.picked(pick)
    draft = replayed(draft, [Pick(0, mine[0])])
    with pytest.raises(NoPick):
        draft.picked(Pick(0, mine[1]))


@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_what_somebody_took_but_from_what_is_missing(game):
    """Two worlds: whatever seat 0 takes, the others see the same, but for the pack that it has passed on."""
    draft = begun(game)
    for card in draft.view(0).pack[1:4]:
        worlds = [draft.picked(Pick(0, taken)) for taken in (draft.view(0).pack[0], card)]
        for seat in (1, 2, 3):
            assert worlds[0].view(seat) == worlds[1].view(seat)
            assert worlds[0].asked == worlds[1].asked
            assert chosen(worlds[0], seat) == chosen(worlds[1], seat), "nor does a computer know more"
        assert built(draft.limited, worlds[0].pool(2), SEED) == built(draft.limited, worlds[1].pool(2), SEED)
        worlds = [world.picked(Pick(1, world.view(1).pack[0])) for world in worlds]
        missing = set(worlds[0].view(1).pack) ^ set(worlds[1].view(1).pack)
        assert missing == {draft.view(0).pack[0], card}, "the pack that comes next says it by what is not in it"
        assert worlds[0].view(2) == worlds[1].view(2)


def test_the_order_of_a_pack_says_nothing():
    draft = begun()
    assert list(draft.view(0).pack) == sorted(draft.view(0).pack)


def test_who_names_cards_beforehand_gets_the_first_that_is_there():
    draft = begun()
    absent = next(card for card in draft.limited.decks.limits if card not in draft.view(0).pack)
    last = draft.view(0).pack[-1]
    assert chosen(draft, 0, [absent, last, draft.view(0).pack[0]]) == last
    assert chosen(draft, 0, [absent]) == chosen(draft, 0)


def test_a_computer_settles_on_two_colours():
    over, _ = played(begun(seats=6))
    for seat in over.seats:
        counted = Counter(over.limited.faces[card].color for card in over.picks[seat])
        two = sum(n for _, n in Counter({color: n for color, n in counted.items() if color != "C"}).most_common(2))
        assert (two + counted["C"]) * 2 > len(over.picks[seat]), counted


def test_a_computer_takes_some_of_each_type_where_there_are_no_colours():
    over, _ = played(begun("planetary_conquerors", 6))
    for seat in over.seats:
        counted = Counter(over.limited.faces[card].type for card in over.picks[seat])
        assert min(counted[kind] for kind in ("building", "warrior", "trap", "spell")) >= 5, counted


@pytest.mark.parametrize("game", GAMES)
def test_hx_3_6_pc_3_5_a_computer_makes_a_deck_of_any_picks(game):
    for seats in (4, 8):
        over, _ = played(begun(game, seats))
        for seat in over.seats:
            deck = built(over.limited, over.pool(seat), SEED)
            assert over.limited.decks_of(over.pool(seat)).faults(deck) == []
            assert deck == built(over.limited, over.pool(seat), SEED)
    limited = build(game).limited
    sealed = dealt(limited, "sealed", SEED, packs_of(limited, "sealed", SEED, 4))
    for seat in sealed.seats:
        assert sealed.limited.decks_of(sealed.pool(seat)).faults(built(sealed.limited, sealed.pool(seat), SEED)) == []
