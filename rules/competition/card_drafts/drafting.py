"""A card draft and sealed decks as they stand after some picks: a pure function of a seed and rows (HX-3.7, PC-3.6).

Each seat opens a pack, takes a card and passes the rest on, to the left in the first and third round, to the right in the second. Packs that arrive
wait in a queue, so that a pack waits for nobody but the seat that has it next. The next round is opened when all packs of this one are empty.
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
    """A pick that cannot be made: of a seat that waits, or of a card that is not in its pack."""


class Pick(NamedTuple):
    """A row: a seat took a card."""

    seat: Seat
    card: str


class Sight(NamedTuple):
    """What a seat may know of a draft: its own picks in their order, and the pack that lies before it, empty while it waits. `round` and `number` say
    the how many-th pack and pick it is."""

    round: int
    number: int
    picks: tuple[str, ...]
    pack: tuple[str, ...]


Packs = Sequence[Sequence[Sequence[str]]]
"""The packs of each seat, in the order in which it opens them."""


class Draft(NamedTuple):
    """How a draft stands. `packs` are those of each seat as they were opened; `queues` holds for each seat the packs that have come to it, the one
    before it first; `picks` what it has taken."""

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
        """The seats that have a pack before them, which everybody may know."""
        return tuple(seat for seat in self.seats if self.queues[seat])

    def view(self, seat: Seat) -> Sight:
        """What a seat may know."""
        before = self.queues[seat][0] if self.queues[seat] else ()
        return Sight(self.round, len(self.picks[seat]) + 1, self.picks[seat], tuple(sorted(before)))

    def pool(self, seat: Seat) -> dict[str, int]:
        """The cards that a seat has got."""
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
        """The draft with the packs of its next round."""
        return self._replace(round=self.round + 1, queues=tuple((tuple(own[self.round]),) for own in self.packs))


def packs_of(limited: Limited, kind: str, seed: int, seats: int) -> list[list[list[str]]]:
    """The packs of each seat: all that chance has to do with what there is to pick."""
    rounds = PACKS if kind == DRAFT else SEALED_PACKS
    return [[pack(limited, Chance.of(seed, "pack", number, seat)) for number in range(1, rounds + 1)] for seat in range(seats)]


def dealt(limited: Limited, kind: str, seed: int, packs: Packs) -> Draft:
    """A draft with its packs before the first pick; with sealed decks there is nothing to pick, and everybody has the cards of their packs."""
    begun = Draft(limited, seed, packs, 0, ((),) * len(packs), ((),) * len(packs))
    if kind == DRAFT:
        return begun._opened()
    return begun._replace(round=SEALED_PACKS, picks=tuple(tuple(card for cards in own for card in cards) for own in packs))


def replayed(begun: Draft, rows: Iterable[Pick]) -> Draft:
    """A draft after some picks. Raises NoPick for rows that are none of it."""
    for row in rows:
        begun = begun.picked(row)
    return begun
