"""Questions with one legal answer, at a table of one person and computers: the panel gives that answer after a press.

At other tables it would show the others that there was no choice. Each is an ordinary action, and can be undone. Imports no discord.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any, NamedTuple

from cogs.play.commit_builder import Acted
from cogs.play.table import Table
from cogs.play.table_queries import Closed, Paused, Stale
from rules.game import Action, Rules, Seat
from rules.legal_actions import unchosen

PASS = "pass"
"""The word by which a seat lets something happen, in all games in which others may react."""
MOST, SECONDS = 10, 4.0
"""So many questions in a row are answered at most, and for so long: then somebody should see where the game stands."""


class Answered(NamedTuple):
    """An answer that was the only legal one, the state before it, and its result."""

    action: Action
    before: Any
    acted: Acted


def only_answer(rules: Rules[Any], state: Any, seat: Seat) -> Action | None:
    """The only legal answer of an asked seat; all ways to pass count as one. None if there is a choice."""
    words = partial(rules.words, state, seat)
    if {word.text for word in words(())} == {PASS}:
        return (PASS,)
    prefix, found = unchosen(words, ())
    action = (*prefix, *(word.text for word in found))
    return action if len(found) == 1 and found[0].end and not words(action) else None


async def answer_on(table: Table, seat: Seat) -> list[Answered]:
    """Gives a seat's only legal answers until there is a choice; only against computers, unrated and without followers."""
    found: list[Answered] = []
    if (
        len(table.seats_of(table.seats[seat].player or 0)) > 1
        or table.others(seat)
        or table.row.rated
        or await table.store.follows.followed(table.id)
    ):
        return found
    until = time.monotonic() + SECONDS
    while len(found) < MOST and time.monotonic() < until and seat in table.awaited:
        state = table.state
        if (action := only_answer(table.rules, state, seat)) is None:
            break
        try:
            found.append(Answered(action, state, await table.act(seat, action, None)))
        except (Stale, Paused, Closed):  # Somebody else has done something meanwhile.
            break
    return found
