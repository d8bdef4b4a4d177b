"""Undo past a random event: what nobody knew is drawn anew, so that nobody profits from knowledge, or repeats a roll until they like it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rules.game import Action, Refused, Rules, Seat
from rules.notation import REDRAW, Row, counting, play, redrawn_from
from rules.randomness import Chance

WORLDS = 12
"""How many other draws are tried to see whether actions have shown what chance had brought."""


def redraw(seed: int, rows: Sequence[Row], target: int, shown: Callable[[Sequence[Row]], bool]) -> Action | None:
    """The `redraw` action that has to follow when a record goes back to the position after action `target` (0: the deal); None if none is needed.

    None is needed if the undone actions have not `shown` the work of chance, and nothing was drawn anew after that position: otherwise the earlier
    draw would be known.
    """
    known = counting(rows)
    anew = redrawn_from(seed, [row for row in known if row.number <= target])
    if anew is None or any(row.action[0] == REDRAW and row.number > target for row in rows):
        return anew
    return anew if shown([row for row in known if row.number > target]) else None


def always(_: Sequence[Row]) -> bool:
    """A `shown` that is always true, for a moderator's rollback: whether something is drawn anew must not reveal what somebody has seen in secret."""
    return True


def shown_by_chance(rules: Rules[Any], before: Any, seats: Collection[Seat], rows: Sequence[Row]) -> bool:
    """Whether actions have shown anybody what nobody knew before: they are replayed with chance drawn differently, and something differs."""
    worlds = [rules.redrawn(before, Chance.of(0, "shown", n)) for n in range(WORLDS)]
    state = before
    for row in rows:
        step = play(rules, state, row)
        state = step.state
        for n, world in enumerate(worlds):
            try:
                other = play(rules, world, row)
            except Refused:
                return True
            if other.events != step.events:
                return True
            worlds[n] = other.state
    return any(rules.view(world, viewer) != rules.view(state, viewer) for world in worlds for viewer in (*seats, None))
