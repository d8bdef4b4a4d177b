"""Picks a card for a seat automatically: the first available one of its own list, else the one that fits its picks so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.competition.card_drafts.draft_state import Draft, Seat
from rules.competition.card_drafts.packs import Limited
from rules.randomness import Chance

RARITY = 3
"""What a step of rarity is worth, of which there are two."""
FIT = 6
"""The most that is added for cards of the two colours that a seat has most of, or of the two types that it lacks most, once it has a third of its
picks."""
SPREAD = 5
"""Cards whose worth differs by less may change places by the draft's seed."""
MAIN = 2
"""Colours or types that a seat settles on."""
COLOURLESS = "C"


def chosen(draft: Draft, seat: Seat, wishes: Sequence[str] = ()) -> str:
    """The card to pick for an asked seat: the first of its own list (`wishes`) that is in the pack, else the best by rarity and by the colours or
    types of its own picks so far; those that are about as good are told apart by the draft's seed.

    It knows what the seat knows.
    """
    sight = draft.view(seat)
    if wished := next((card for card in wishes if card in sight.pack), None):
        return wished
    limited = draft.limited
    ranks = {rarity: n for n, rarity in enumerate(limited.written.pack)}
    main = _wanted(limited, sight.picks)
    settled = min(FIT, FIT * len(sight.picks) // limited.size)
    chance = Chance.of(draft.seed, "pick", seat, len(sight.picks))
    worth = {}
    for card in sight.pack:
        face = limited.faces[card]
        fits = settled if face.color in main else settled // 2 if face.color == COLOURLESS else 0
        worth[card] = RARITY * min(ranks[face.rarity], 1) + fits + chance.below(SPREAD)
    return max(sight.pack, key=lambda card: worth[card])


def _wanted(limited: Limited, picks: Sequence[str]) -> set[str]:
    """What fits the picks so far: their most frequent colours; for cards without colours, the types that they lack most, compared with a pack."""
    had = Counter(limited.faces[card].color for card in picks if limited.faces[card].color != COLOURLESS)
    if limited.colored:
        return {color for color, _ in sorted(had.items(), key=lambda item: (-item[1], item[0]))[:MAIN]}
    share = {kind: had[kind] / bounds.least for kind, bounds in limited.written.mixed.items()}
    return set(sorted(share, key=lambda kind: (share[kind], kind))[:MAIN])
