"""The table of a card draft with its players: whose time is over, for whom a computer picks, and whose deck is missing.

Nobody is told whether a card was picked by hand, by a list or by the clock; after several picks in a row by the clock a computer goes on, which
everybody is told.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.competition.card_drafts.automatic_decks import built
from rules.competition.card_drafts.automatic_picks import chosen
from rules.competition.card_drafts.draft_state import Draft, Pick, Seat

MISSED = 3
"""Picks in a row by the clock after which a computer picks on."""


class Place(NamedTuple):
    """A seat at the table: whose it is (None: a computer's), and `since` when its pack or deck waits.

    `missed`: picks missed in a row. `computer`: a computer picks for it. `wishes`: its list of cards to pick first. `building`: its deck so far.
    `deck`: the share code of the deck handed in.
    """

    entrant: int | None
    since: float = 0
    missed: int = 0
    computer: bool = False
    wishes: tuple[str, ...] = ()
    building: Mapping[str, int] = {}
    deck: str | None = None


class Pace(NamedTuple):
    """Seconds for a pick and for building a deck; whether clocks run; and the entrants who have left."""

    pick: float
    build: float
    runs: bool = True
    gone: Collection[int] = ()


class CardTable(NamedTuple):
    """A draft with its places, and the picks made since it was loaded."""

    draft: Draft
    places: tuple[Place, ...]
    rows: tuple[Pick, ...] = ()

    @property
    def over(self) -> bool:
        """Whether everybody has a deck."""
        return self.draft.over and all(place.deck is not None for place in self.places if place.entrant is not None)

    def seat_of(self, entrant: int) -> Seat:
        """The seat of an entrant. Raises ValueError for an entrant without one."""
        return [place.entrant for place in self.places].index(entrant)

    def awaited(self, pace: Pace) -> list[Seat]:
        """The seats whose people have to pick, or to build a deck."""
        asked = self.draft.asked if not self.draft.over else [seat for seat in self.draft.seats if self.places[seat].deck is None]
        return [seat for seat in asked if not self._computed(seat, pace)]

    def due(self, pace: Pace) -> float | None:
        """When the next seat's time is over; None while no clock runs."""
        seconds = pace.build if self.draft.over else pace.pick
        return min((self.places[seat].since + seconds for seat in self.awaited(pace)), default=None) if pace.runs else None

    def changed(self, seat: Seat, place: Place) -> CardTable:
        """The table with a seat's place replaced."""
        return self._replace(places=tuple(place if s == seat else other for s, other in enumerate(self.places)))

    def picked(self, seat: Seat, card: str, now: float, missed: int = 0) -> CardTable:
        """The table after a seat's pick, with its count of `missed` picks. Clocks start for seats with a new pack. Raises NoPick."""
        draft, before = self.draft.picked(Pick(seat, card)), self.draft
        after = self._replace(draft=draft, rows=(*self.rows, Pick(seat, card)))
        mine = self.places[seat]
        after = after.changed(seat, mine._replace(missed=missed, computer=mine.computer or missed >= MISSED))
        for other in draft.seats:
            if draft.over or other == seat or (draft.queues[other] and not before.queues[other]):
                after = after.changed(other, after.places[other]._replace(since=now))
        return after

    def goes_on(self, pace: Pace, now: float) -> CardTable:
        """The table after automatic picks (of computers, and of seats whose time is over) until a person has to pick, and after automatic decks."""
        table = self
        while not table.draft.over:
            late = [seat for seat in table.draft.asked if table._computed(seat, pace) or table._late(seat, pace, now)]
            if not late:
                return table
            seat, computed = late[0], table._computed(late[0], pace)
            place = table.places[seat]
            card = chosen(table.draft, seat, place.wishes)
            table = table.picked(seat, card, now, place.missed + (not computed))
        limited = table.draft.limited
        for seat, place in enumerate(table.places):
            if place.entrant is not None and place.deck is None and (table._computed(seat, pace) or table._late(seat, pace, now)):
                deck = built(limited, table.draft.pool(seat), table.draft.seed)
                table = table.changed(seat, place._replace(deck=limited.decks.code(deck)))
        return table

    def later(self, seconds: float, since: float) -> CardTable:
        """The table with everybody's time delayed by `seconds` from `since`, in which nobody could act."""
        now = since + seconds
        moved = {seat: now - max(since, place.since) for seat, place in enumerate(self.places) if place.since < now}
        return self._replace(places=tuple(p._replace(since=p.since + moved.get(seat, 0)) for seat, p in enumerate(self.places)))

    def _computed(self, seat: Seat, pace: Pace) -> bool:
        place = self.places[seat]
        return place.entrant is None or place.computer or place.entrant in pace.gone

    def _late(self, seat: Seat, pace: Pace, now: float) -> bool:
        return pace.runs and now >= self.places[seat].since + (pace.build if self.draft.over else pace.pick)


def seated(draft: Draft, entrants: Sequence[int], now: float) -> CardTable:
    """A table with the entrants at its first seats, and computers at the others."""
    people = [Place(entrant, now) for entrant in entrants]
    return CardTable(draft, (*people, *(Place(None, now) for _ in draft.seats[len(people) :])))
