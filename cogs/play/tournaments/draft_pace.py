"""How much time a card draft gives for a pick and for a deck, and from when on whoever has a pack before them is called."""

from __future__ import annotations

from data.store.rows import Tournament
from rules.competition.card_drafts import Pace
from rules.competition.clock import DAY, HOUR, MINUTE

USUAL_PICK = 5
"""Minutes for a pick, unless something else is said."""


BUILDING = 20
"""Time for a deck, in times for a pick; at least half an hour, at most three days."""


SLOW = HOUR
"""Seconds for a pick from which on whoever has a pack before them is called."""


def pace_of(found: Tournament) -> Pace:
    """The time for picks and decks. It is stopped while the tournament is paused, or nobody can act."""
    pick = MINUTE * (found.terms.pick or USUAL_PICK)
    gone = found.state.dropped if found.state is not None else {}
    return Pace(pick, min(max(BUILDING * pick, HOUR / 2), 3 * DAY), not found.paused and found.stands is None, gone)
