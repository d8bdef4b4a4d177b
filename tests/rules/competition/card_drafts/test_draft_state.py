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


def test_a_seat_knows_its_own_picks_in_their_order_and_the_number_of_the_next():
    """The number guards against a second press: it goes up with each pick, over all packs."""
    draft = begun()
    for n in range(1, 14):
        seats = {seat: draft.view(seat) for seat in draft.seats}
        assert {sight.number for sight in seats.values()} == {n}
        for seat, sight in seats.items():
            draft = draft.picked(Pick(seat, sight.pack[-1]))
            assert draft.view(seat).picks == (*sight.picks, sight.pack[-1])


def test_a_computer_prefers_what_is_rare_until_it_knows_its_colours():
    """By its first picks over many packs: more often something rare than by chance, of which a third of a pack is."""
    rare = sum(draft.limited.faces[chosen(draft, seat)].rarity != "common" for seed in range(20) for draft in [begun(seed=seed)] for seat in range(4))
    assert rare > 80 * 0.45


def test_a_colourless_card_fits_half():
    """Late in a draft it comes before one of a third colour that is as rare, and behind one of one's own."""
    draft = begun()
    faces = draft.limited.faces
    own = [card for card in sorted(faces) if faces[card].color == "R"][:36]
    first = {color: next(c for c in sorted(draft.limited.by_rarity["uncommon"]) if faces[c].color == color) for color in ("R", "C", "B")}

    def taken(*colors):
        pack = tuple(first[color] for color in colors)
        picks = (tuple(own * 3)[:35], *draft.picks[1:])
        return [faces[chosen(draft._replace(seed=seed, queues=((pack,), *draft.queues[1:]), picks=picks), 0)].color for seed in range(30)]

    assert taken("C", "B").count("C") > 20
    assert taken("C", "R").count("R") > 20


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


def test_a_deck_has_the_two_colours_of_most_picks_with_colourless_cards():
    limited = build("hexygame").limited
    faces = limited.faces
    some = {color: [card for card in sorted(faces) if faces[card].color == color and card not in limited.free] for color in "RGBC"}
    pool = dict.fromkeys([*some["R"][:12], *some["G"][:11], *some["B"][:4], some["C"][0]], 1)
    deck = built(limited, pool, SEED)
    assert {faces[card].color for card in deck} == {"R", "G", "C"}
    assert some["C"][0] in deck
    assert {faces[card].color for card in deck if card in limited.free} == {"R", "G"}


def test_a_deck_has_the_rarest_of_its_picks():
    limited = build("planetary_conquerors").limited
    common, rare = limited.by_rarity["1"], limited.by_rarity["3"]
    pool = dict.fromkeys([*common, *rare[:8]], 1)
    deck = built(limited, pool, SEED)
    assert {*rare[:8]} <= {*deck}
    assert sum(deck.values()) == limited.written.least


def test_no_type_fills_a_deck_while_there_are_others():
    limited = build("planetary_conquerors").limited
    faces = limited.faces
    (rare, *_) = [card for card in limited.by_rarity["3"] if faces[card].type == "warrior"]
    buildings = [card for card in limited.by_rarity["1"] if faces[card].type == "building"]
    deck = built(limited, {rare: 60} | dict.fromkeys(buildings, 9), SEED)
    assert deck[rare] <= sum(deck.get(card, 0) for card in buildings), "rare as it is"


def test_free_cards_that_were_picked_are_not_counted_as_picks():
    """Of a pool that names free cards there are no more than a deck has of them anyway."""
    limited = build("planetary_conquerors").limited
    cards = [card for card in limited.decks.limits if card not in limited.free][:40]
    pool = dict.fromkeys(cards, 1)
    with_free = built(limited, pool | {limited.free[0]: 30}, SEED)
    assert sum(with_free[card] for card in with_free if card in limited.free) == sum(
        n for card, n in built(limited, pool, SEED).items() if card in limited.free
    )
