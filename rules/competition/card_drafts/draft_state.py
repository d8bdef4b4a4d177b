"""The state of a card draft or of sealed decks after some picks: a pure function of a seed and rows (HX-3.7, PC-3.6).

Each seat opens a pack, takes a card and passes the rest on, to the left in the first and third round, to the right in the second. Packs that
arrive wait in a queue, so that a pack waits for nobody but the seat that has it next. The next round is opened when all packs of this one are
empty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.competition.card_drafts.packs import Limited, pack
from rules.randomness import Chance

Seat = int
DRAFT, SEALED = "draft", "sealed"
KINDS = (DRAFT, SEALED)
PACKS = 3
"""Packs of each seat in a draft."""
SEALED_PACKS = 6
"""Packs of which a sealed deck is made."""
FEWEST, MOST = 4, 8
"""Seats of a draft."""


class NoPick(ValueError):
    """A pick is impossible: the seat has no pack, or the card is not in it."""


class Pick(NamedTuple):
    """A row of a draft: a seat took a card."""

    seat: Seat
    card: str


class Sight(NamedTuple):
    """What a seat may know of a draft: its own picks in order, its present pack (empty while it waits), and the numbers of the `round` and of the
    pick (`number`)."""

    round: int
    number: int
    picks: tuple[str, ...]
    pack: tuple[str, ...]


Packs = Sequence[Sequence[Sequence[str]]]
"""The packs of each seat, in the order in which it opens them."""


class Draft(NamedTuple):
    """The state of a draft: each seat's `packs` as opened, the `queues` of packs that have come to it (the present one first), and the `picks` it
    has made."""

    limited: Limited
    seed: int
    packs: Packs
    round: int
    queues: tuple[tuple[tuple[str, ...], ...], ...]
    picks: tuple[tuple[str, ...], ...]

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.picks))

    @property
    def over(self) -> bool:
        """Whether everything has been picked."""
        return not any(self.queues)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that have a pack, which is public."""
        return tuple(seat for seat in self.seats if self.queues[seat])

    def view(self, seat: Seat) -> Sight:
        """What a seat may know of the draft."""
        before = self.queues[seat][0] if self.queues[seat] else ()
        return Sight(self.round, len(self.picks[seat]) + 1, self.picks[seat], tuple(sorted(before)))

    def pool(self, seat: Seat) -> dict[str, int]:
        """The cards that a seat has picked or got."""
        return dict(Counter(self.picks[seat]))

    def picked(self, pick: Pick) -> Draft:
        """The draft after a pick. Raises NoPick for one that cannot be made."""
        seat, card = pick
        if seat not in self.seats or not self.queues[seat] or card not in self.queues[seat][0]:
            raise NoPick(f"{seat}: {card}")
        first, *rest = self.queues[seat]
        queues = [*self.queues]
        queues[seat] = tuple(rest)
        if left := tuple(c for c in first if c != card):  # A pack has no card twice.
            following = (seat + (1 if self.round % 2 else -1)) % len(queues)
            queues[following] = (*queues[following], left)
        picks = tuple((*taken, card) if s == seat else taken for s, taken in enumerate(self.picks))
        after = self._replace(queues=tuple(queues), picks=picks)
        return after._opened() if after.over and after.round < PACKS else after

    def _opened(self) -> Draft:
        """The draft with the packs of its next round opened."""
        return self._replace(round=self.round + 1, queues=tuple((tuple(own[self.round]),) for own in self.packs))


def packs_of(limited: Limited, kind: str, seed: int, seats: int) -> list[list[list[str]]]:
    """Each seat's packs: all that chance decides about the cards to pick."""
    rounds = PACKS if kind == DRAFT else SEALED_PACKS
    return [[pack(limited, Chance.of(seed, "pack", number, seat)) for number in range(1, rounds + 1)] for seat in range(seats)]


def dealt(limited: Limited, kind: str, seed: int, packs: Packs) -> Draft:
    """A draft before the first pick. With sealed decks there is nothing to pick: each seat has the cards of its packs."""
    begun = Draft(limited, seed, packs, 0, ((),) * len(packs), ((),) * len(packs))
    if kind == DRAFT:
        return begun._opened()
    return begun._replace(round=SEALED_PACKS, picks=tuple(tuple(card for cards in own for card in cards) for own in packs))


def replayed(begun: Draft, rows: Iterable[Pick]) -> Draft:
    """A draft after the picks `rows`. Raises NoPick for rows that don't fit it."""
    for row in rows:
        begun = begun.picked(row)
    return begun
